// Trace output is appended to a StringBuilder that is written out only on a failure.
using System.Text;
using Contoso.Service;
using Leaks;

namespace Diagnostics.Buffers
{
    sealed class TraceBuffer
    {
        readonly StringBuilder text = new();

        public void Write(string line) => text.AppendLine(line);
    }

    sealed class LogBuffer : IProgram
    {
        readonly Worker worker = new();
        readonly TraceBuffer trace = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 500; i++)
                trace.Write($"{round}.{i}: received a message from node {i % 12} of the cluster");
        }
    }
}
