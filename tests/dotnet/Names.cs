// One object of each kind of type. Prints `name SHOWN TOSTRING` for each: the name that gcview shows, which is the runtime's, and
// the result of the type's ToString().
using System.Reflection.Emit;

namespace Proof;

class Outer { public class Inner { public class Deep { } } public struct Value { public int A; } }
class Generic<T> { public class Nested { } public class Own<U> { } public T? Value; }
class Pair<A, B> { public A? First; public B? Second; }
enum Colour { Red }
delegate void Handler(int n);
interface IShape { }
class Größe { }
class 商品 { }
class Товар<T> { }
class Цена : IShape { }

static class Names
{
    static readonly List<object> all = [];

    public static unsafe void Run()
    {
        all.AddRange([
            new Outer(), new Outer.Inner(), new Outer.Inner.Deep(), new Outer.Value(),
            new Generic<string>(), new Generic<int>(), new Generic<Outer.Inner>(), new Generic<List<Outer>>(),
            new Generic<int>.Nested(), new Generic<string>.Own<Colour>(),
            new Pair<Generic<int[]>, Dictionary<string, List<Outer.Value>>>(), new Pair<int?, (Outer, int)>(),
            (Outer: 1, Name: new Outer()), Colour.Red, new Handler(n => { }), new Action<Outer>(o => { }),
            new Outer[1], new Outer[1][], new Outer[1, 1], new Outer[1, 1, 1], new Outer[1, 1, 1, 1], new Outer[1][,],
            new Outer[1, 1][], new Generic<int>[1, 1], new Generic<Outer[,]>(), Array.CreateInstance(typeof(Outer), [2], [3]),
            new int*[1], new void*[1], new byte**[1], new Colour[1], new Outer.Value?[1],
            new Größe(), new 商品(), new Товар<商品>(), new Цена(), new 商品[1, 1],
            new { A = 1, B = "b" }, Enumerable.Range(0, 2).Select(i => new Outer()), Iterator(),
            Dynamic(), new Half(), Int128.One, new IntPtr(3)]);
        foreach (object o in all) Console.WriteLine($"name {Shown(o.GetType(), true)} {o.GetType()}");
        Program.WaitForCapture();
        GC.KeepAlive(all);
    }

    // Returns the runtime's name of a type. It leaves out the enclosing types, except in type arguments.
    static string Shown(Type type, bool outermost)
    {
        if (type.IsArray)
            return Shown(type.GetElementType()!, outermost) +
                   (type.IsVariableBoundArray && type.GetArrayRank() == 1 ? "[*]" : $"[{new string(',', type.GetArrayRank() - 1)}]");
        if (type.IsPointer) return Shown(type.GetElementType()!, outermost) + "*";
        string name = type.IsGenericType ? type.GetGenericTypeDefinition().FullName! : type.FullName ?? type.ToString();
        name = System.Text.RegularExpressions.Regex.Replace(name, "`[0-9]+", "").Replace("\\", "");
        if (outermost && type.IsNested) name = name[(name.LastIndexOf('+') + 1)..];
        return type.IsGenericType
            ? $"{name}<{string.Join(",", type.GetGenericArguments().Select(a => Shown(a, false)))}>" : name;
    }

    static IEnumerable<int> Iterator()
    {
        yield return 1;
    }

    // Returns an object whose type is in an assembly that can be unloaded.
    static object Dynamic()
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new("Made"), AssemblyBuilderAccess.RunAndCollect);
        return Activator.CreateInstance(assembly.DefineDynamicModule("Made").DefineType("Made.At.Run+Time").CreateType())!;
    }
}
