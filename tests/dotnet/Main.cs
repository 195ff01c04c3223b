// Programs whose heaps are known to themselves: tests/dotnet/run captures them and holds gcview to what they print.
//
//   dotnet fates COUNT ACTION...   objects that live on, die and are born (Fates.cs)
//   dotnet names                   names of types of every kind (Names.cs)
//   dotnet many COUNT THREADS
//   dotnet unload                  assemblies that are unloaded (Unload.cs)
//   dotnet leak
//
// A program prints `ready` and waits for a line on its standard input each time a capture is due.
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
