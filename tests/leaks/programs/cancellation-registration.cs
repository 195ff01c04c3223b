// Jobs register with the token of the whole program and never dispose the registration.
using Contoso.Service;
using Leaks;

namespace Sync.Jobs
{
    sealed class SyncJob
    {
        readonly byte[] window = new byte[3000];
        bool stopped;

        public SyncJob(CancellationToken stopping) => stopping.Register(() => stopped = true);

        public void Run()
        {
            for (int i = 0; i < window.Length && !stopped; i++)
                window[i] = (byte)i;
        }
    }

    sealed class CancellationRegistration : IProgram
    {
        readonly Worker worker = new();
        readonly CancellationTokenSource stopping = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 20; i++)
                new SyncJob(stopping.Token).Run();
        }
    }
}
