// No leak: the background alone.
using Contoso.Desktop;
using Contoso.Service;
using Contoso.Web;

namespace Leaks
{
    sealed class SteadySite : IProgram
    {
        readonly Site site = new();
        public void Work(int round) => site.Serve(1200);
    }

    sealed class SteadyShell : IProgram
    {
        readonly Shell shell = new();
        public void Work(int round) => shell.Open(300);
    }

    sealed class SteadyWorker : IProgram
    {
        readonly Worker worker = new();
        public void Work(int round) => worker.Do(385);
    }
}
