// A memory cache without a limit and without expiry, by a key of which there are ever new ones.
using Contoso.Web;
using Leaks;
using Microsoft.Extensions.Caching.Memory;

namespace Search.Results
{
    sealed class SearchResult
    {
        public required string Query { get; init; }
        public required int[] Hits { get; init; }
    }

    sealed class SearchService
    {
        readonly MemoryCache cache = new(new MemoryCacheOptions());

        public SearchResult Find(string query) =>
            cache.GetOrCreate(query, _ => new SearchResult { Query = query, Hits = new int[100] })!;
    }

    sealed class UnboundedCache : IProgram
    {
        readonly Site site = new();
        readonly SearchService search = new();

        public void Work(int round)
        {
            site.Serve(1200);
            for (int i = 0; i < 120; i++)
                search.Find($"shoes size {i} page {round}");
        }
    }
}
