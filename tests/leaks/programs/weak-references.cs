// A registry keeps weak references, so that it keeps nothing; but the references themselves stay.
using Contoso.Desktop;
using Leaks;

namespace Plugin.Registry
{
    sealed class Extension(string name)
    {
        public string Name { get; } = name;
    }

    sealed class ExtensionIndex
    {
        readonly List<WeakReference<Extension>> known = [];

        public void Add(Extension extension) => known.Add(new WeakReference<Extension>(extension));
    }

    sealed class WeakReferences : IProgram
    {
        readonly Shell shell = new();
        readonly ExtensionIndex index = new();

        public void Work(int round)
        {
            shell.Open(300);
            for (int i = 0; i < 2500; i++)
                index.Add(new Extension($"ext{i}"));
        }
    }
}
