// Results are cached as tasks, so that two requests share one computation; nothing takes them out.
using System.Collections.Concurrent;
using Contoso.Service;
using Leaks;

namespace Geo.Routing
{
    sealed class Route
    {
        public required string From { get; init; }
        public (double, double)[] Points { get; } = new (double, double)[60];
    }

    sealed class Router
    {
        readonly ConcurrentDictionary<string, Lazy<Task<Route>>> routes = new();

        public Task<Route> Find(string from) =>
            routes.GetOrAdd(from, key => new Lazy<Task<Route>>(() => Task.FromResult(new Route { From = key }))).Value;
    }

    sealed class LazyCache : IProgram
    {
        readonly Worker worker = new();
        readonly Router router = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 50; i++)
                router.Find($"{round}.{i} Main Street").Wait();
        }
    }
}
