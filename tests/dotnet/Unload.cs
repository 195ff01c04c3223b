// A plugin that is loaded twice and unloaded once, and objects that a dynamic method makes.
//
// Prints `counts TYPE COUNT ...`: the objects of all loaded assemblies.
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace Proof;

public class Plugged { public long Value; }
public class FromMethod { public long Value; }

static class Unload
{
    static readonly List<List<object>> kept = [];

    public static void Run()
    {
        Load(50);
        Load(100);
        kept.Add(Method()());
        Tell();
        Program.WaitForCapture(); // 1
        var context = UnloadSecond();
        for (int i = 0; i < 20 && context.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Console.WriteLine($"unloaded {!context.IsAlive}");
        Tell();
        Program.WaitForCapture(); // 2
    }

    // Loads this assembly again, as a plugin.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Load(int count)
    {
        var context = new AssemblyLoadContext("Plugin", isCollectible: true);
        var type = context.LoadFromAssemblyPath(typeof(Unload).Assembly.Location).GetType("Proof.Plugged")!;
        kept.Add([.. Enumerable.Range(0, count).Select(_ => Activator.CreateInstance(type)!)]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference UnloadSecond()
    {
        var context = AssemblyLoadContext.GetLoadContext(kept[1][0].GetType().Assembly)!;
        kept[1] = [];
        context.Unload();
        return new WeakReference(context);
    }

    static Func<List<object>> Method()
    {
        var method = new DynamicMethod("Make", typeof(List<object>), []);
        var il = method.GetILGenerator();
        il.Emit(OpCodes.Newobj, typeof(List<object>).GetConstructor([])!);
        for (int i = 0; i < 70; i++)
        {
            il.Emit(OpCodes.Dup);
            il.Emit(OpCodes.Newobj, typeof(FromMethod).GetConstructor([])!);
            il.Emit(OpCodes.Call, typeof(List<object>).GetMethod("Add")!);
        }
        il.Emit(OpCodes.Ret);
        return method.CreateDelegate<Func<List<object>>>();
    }

    static void Tell() =>
        Console.WriteLine($"counts Proof.Plugged {kept[0].Count + kept[1].Count} Proof.FromMethod {kept[2].Count}");
}
