// leaks - small programs, each with another kind of leak, and dumps of them.
//
//   leaks list                  the names of the programs
//   leaks run NAME              prints "ready", then does a round of work for each line of input
//   leaks dump NAME FOLDER      runs it, and writes FOLDER/NAME-before.nettrace and NAME-after.nettrace
//
// A program does its usual work before the first dump, so that caches are full and code is
// compiled, and the same work again before the second dump. The leak is what each round of work
// leaves on the heap.
using System.Reflection;

namespace Leaks;

/// <summary>A program. Its name is the file's: programs/static-dictionary.cs is StaticDictionary.</summary>
interface IProgram
{
    /// <summary>The usual work of some minutes, in a moment.</summary>
    void Work(int round);
}

static class Entry
{
    static int Main(string[] args)
    {
        switch (args)
        {
            case ["list"]:
                foreach (string name in Programs().Keys.Order(StringComparer.Ordinal))
                    Console.WriteLine(name);
                return 0;
            case ["run", var name] when Programs().TryGetValue(name, out Type? type):
                return Run((IProgram)Activator.CreateInstance(type)!);
            case ["dump", var name, var folder]:
                return Collector.Dump(name, folder);
            default:
                Console.Error.WriteLine("usage: leaks list | run NAME | dump NAME FOLDER");
                return 2;
        }
    }

    static int Run(IProgram program)
    {
        int round = 0;
        program.Work(round++);
        Settle();
        Console.WriteLine("ready");
        while (Console.ReadLine() is not null)
        {
            program.Work(round++);
            Settle();
            Console.WriteLine("ready");
        }
        Environment.Exit(0); // some programs have threads that hang
        return 0;
    }

    static void Settle()
    {
        GC.Collect();
        Thread.Sleep(200);
        GC.Collect();
    }

    static Dictionary<string, Type> Programs() =>
        Assembly.GetExecutingAssembly().GetTypes()
            .Where(t => t.IsAssignableTo(typeof(IProgram)) && !t.IsInterface)
            .ToDictionary(Name);

    static string Name(Type type) =>
        string.Concat(type.Name.Select((c, i) => char.IsUpper(c) && i > 0 ? "-" + c : c.ToString())).ToLowerInvariant();
}
