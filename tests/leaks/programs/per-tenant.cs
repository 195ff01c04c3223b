// Each of thirty tenants keeps a few drafts too many: no single collection is large.
using Contoso.Web;
using Leaks;

namespace Wiki.Tenants
{
    sealed class Draft
    {
        public required string Title { get; init; }
        public char[] Text { get; } = new char[500];
    }

    sealed class Tenant(int number)
    {
        readonly List<Draft> drafts = [];
        public int Number { get; } = number;
        public void Save(string title) => drafts.Add(new Draft { Title = title });
    }

    sealed class PerTenant : IProgram
    {
        readonly Site site = new();
        readonly Dictionary<int, Tenant> tenants = Enumerable.Range(0, 30).ToDictionary(i => i, i => new Tenant(i));

        public void Work(int round)
        {
            site.Serve(1200);
            for (int i = 0; i < 75; i++)
                tenants[i % 30].Save($"draft {round}.{i}");
        }
    }
}
