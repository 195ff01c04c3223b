// Programs that know the content of their heaps: tests/dotnet/run captures them, and compares gcview's results with what they print.
//
//   dotnet fates COUNT ACTION...   objects that survive, die and are born (Fates.cs)
//   dotnet names                   names of types of every kind (Names.cs)
//   dotnet many COUNT THREADS      many objects, held by many threads (Many.cs)
//   dotnet unload                  assemblies that are unloaded (Unload.cs)
//   dotnet leak                    a cache that is never emptied (Leak.cs)
//   dotnet ages                    objects of every generation (Ages.cs)
//
// Each time a capture is due, a program prints `ready` and waits for a line on its standard input.
using System.Runtime.CompilerServices;

namespace Proof;

static class Program
{
    static void Main(string[] args)
    {
        switch (args[0])
        {
            case "fates": Fates.Run(int.Parse(args[1]), args[2..]); break;
            case "names": Names.Run(); break;
            case "many": Many.Run(int.Parse(args[1]), int.Parse(args[2])); break;
            case "unload": Unload.Run(); break;
            case "leak": Leak.Run(); break;
            case "ages": Ages.Run(); break;
        }
    }

    public static void WaitForCapture()
    {
        Console.WriteLine("ready");
        Console.Out.Flush();
        Console.ReadLine();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static unsafe nint AddressOf(object o) => *(nint*)Unsafe.AsPointer(ref o);
}
