// A consumer opens a scope for each message, and keeps it where the message is retried.
using Contoso.Service;
using Leaks;
using Microsoft.Extensions.DependencyInjection;

namespace Orders.Consumers
{
    sealed class UnitOfWork : IDisposable
    {
        readonly Dictionary<int, object> changes = Enumerable.Range(0, 30).ToDictionary(i => i, i => (object)i);
        public int Count => changes.Count;
        public void Dispose() => changes.Clear();
    }

    sealed class Consumer(IServiceProvider services)
    {
        readonly HashSet<IServiceScope> retried = [];

        public void Consume(int message)
        {
            IServiceScope scope = services.CreateScope();
            if (scope.ServiceProvider.GetRequiredService<UnitOfWork>().Count > 0 && message % 4 == 0)
                retried.Add(scope);
            else
                scope.Dispose();
        }
    }

    sealed class UndisposedScope : IProgram
    {
        readonly Worker worker = new();
        readonly Consumer consumer = new(new ServiceCollection().AddScoped<UnitOfWork>().BuildServiceProvider());

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 120; i++)
                consumer.Consume(i);
        }
    }
}
