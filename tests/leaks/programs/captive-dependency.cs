// A singleton resolves a transient, disposable context from the root provider, which keeps all that
// it has to dispose until the program ends.
using Contoso.Web;
using Leaks;
using Microsoft.Extensions.DependencyInjection;

namespace Crm.Reports
{
    sealed class CustomerContext : IDisposable
    {
        readonly Dictionary<int, string> tracked = new();
        readonly byte[] page = new byte[2048];

        public int Load(int customer)
        {
            tracked[customer] = $"customer {customer}";
            return page.Length + tracked.Count;
        }

        public void Dispose() => tracked.Clear();
    }

    sealed class ReportScheduler(IServiceProvider services)
    {
        public int Report(int customer) => services.GetRequiredService<CustomerContext>().Load(customer);
    }

    sealed class CaptiveDependency : IProgram
    {
        readonly Site site = new();
        readonly ServiceProvider services = new ServiceCollection()
            .AddSingleton<ReportScheduler>()
            .AddTransient<CustomerContext>()
            .BuildServiceProvider();

        public void Work(int round)
        {
            site.Serve(1200);
            for (int i = 0; i < 40; i++)
                services.GetRequiredService<ReportScheduler>().Report(i);
        }
    }
}
