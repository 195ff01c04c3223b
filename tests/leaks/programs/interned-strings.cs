// Keys made of the request are interned "to save memory"; interned strings live for ever.
using Contoso.Web;
using Leaks;

namespace Tracing.Labels
{
    static class LabelSet
    {
        public static string Of(string route, int user) =>
            string.Intern($"route={route};user={user};region=eu-central;tier=gold");
    }

    sealed class InternedStrings : IProgram
    {
        readonly Site site = new();
        int user;

        public void Work(int round)
        {
            site.Serve(1200);
            for (int i = 0; i < 600; i++)
                LabelSet.Of("/products", user++);
        }
    }
}
