// Each probe starts a timer; a finished probe forgets to dispose it.
using Contoso.Service;
using Leaks;

namespace Telemetry.Probes
{
    sealed class ProbeSession
    {
        readonly Timer timer;
        readonly double[] samples = new double[250];
        readonly string target;
        int next;

        public ProbeSession(string target)
        {
            this.target = target;
            timer = new Timer(Sample, null, TimeSpan.FromSeconds(30), TimeSpan.FromSeconds(30));
        }

        void Sample(object? state) => samples[next++ % samples.Length] = target.Length;

        public void Finish() => samples[0] = timer.GetHashCode();
    }

    sealed class TimerNotDisposed : IProgram
    {
        readonly Worker worker = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 25; i++)
                new ProbeSession($"host{round}-{i}.example").Finish();
        }
    }
}
