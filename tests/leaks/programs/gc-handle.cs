// State for a native callback is held by a GCHandle; where the callback fails, nobody frees it.
using System.Runtime.InteropServices;
using Contoso.Service;
using Leaks;

namespace Native.Bridge
{
    sealed class CallbackState(int id)
    {
        public int Id { get; } = id;
        public byte[] Buffer { get; } = new byte[2500];
    }

    static class NativeCalls
    {
        public static void Call(int id, bool fails)
        {
            GCHandle handle = GCHandle.Alloc(new CallbackState(id));
            if (!fails)
                Returned(GCHandle.ToIntPtr(handle));
        }

        static void Returned(nint cookie)
        {
            GCHandle handle = GCHandle.FromIntPtr(cookie);
            ((CallbackState)handle.Target!).Buffer[0]++;
            handle.Free();
        }
    }

    sealed class GcHandle : IProgram
    {
        readonly Worker worker = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 200; i++)
                NativeCalls.Call(i, fails: i % 8 == 0);
        }
    }
}
