// The values of a dictionary are structs: no object of the program's own is there, only its arrays.
using Contoso.Service;
using Leaks;

namespace Packet.Capture
{
    readonly struct Fragment(DateTime seen, byte[] data)
    {
        public DateTime Seen { get; } = seen;
        public byte[] Data { get; } = data;
    }

    sealed class Reassembler
    {
        readonly Dictionary<long, Fragment> incomplete = new();

        public void Receive(long id, bool last)
        {
            if (!last)
                incomplete[id] = new Fragment(DateTime.UtcNow, new byte[1400]);
        }
    }

    sealed class StructValues : IProgram
    {
        readonly Worker worker = new();
        readonly Reassembler reassembler = new();
        long id;

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 160; i++)
                reassembler.Receive(id++, last: i % 4 != 0);
        }
    }
}
