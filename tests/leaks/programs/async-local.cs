// Each scope keeps the one around it, and the outermost is never left: a chain in an AsyncLocal.
using Contoso.Web;
using Leaks;

namespace Audit.Scopes
{
    sealed class AuditScope(string name, AuditScope? outer)
    {
        public string Name { get; } = name;
        public AuditScope? Outer { get; } = outer;
        public List<string> Entries { get; } = new(40);
    }

    static class Auditor
    {
        static readonly AsyncLocal<AuditScope?> current = new();

        public static AuditScope Begin(string name) => current.Value = new AuditScope(name, current.Value);
    }

    sealed class AsyncLocal : IProgram
    {
        readonly Site site = new();

        public void Work(int round)
        {
            site.Serve(1200);
            for (int i = 0; i < 150; i++)
                Auditor.Begin($"request {round}.{i}").Entries.Add($"price of {i} changed");
        }
    }
}
