// Objects in many kinds of memory. Between two captures some survive, some die and some are born.
//
// Long weak handles show in the end what happened to each object. Prints `TYPE survived died born`, and `at TYPE BEFORE AFTER`
// with addresses (`-`: dead) for some objects of each type; `collections G0 G1 G2 BACKGROUND`: the collections between the
// captures; `moved SMALL LARGE`: the survivors with another address; `demoted N`: how often a pinned object moved to a younger
// generation; `frozen N`: the objects that are never collected.
using System.Runtime;
using System.Runtime.InteropServices;

namespace Proof;

class Small { public object? Next; public long Value; }
class Final { public object? Next; ~Final() { Value = 1; } public int Value; }
class Held { public object? Next; }
class Promoted { public object? Next; public long Value; }
class Garbage { public object? Next; }
struct Cell { public long A, B; }
struct PinCell { public long A; }
struct PohCell { public long A; }
struct LargeCell { public long A, B; }

class Fate
{
    public required string Name;
    public required Func<int, object> Make;
    public int Most = int.MaxValue;
    public readonly List<object> Live = [];
    public readonly List<GCHandle> Old = [], New = [], Pins = [];
    public nint[] Before = [];
}

static class Fates
{
    static readonly List<Fate> all =
    [
        new() { Name = "Proof.Small", Make = i => new Small { Value = i } },
        new() { Name = "Proof.Cell[]", Make = i => new Cell[1 + i % 40] },
        new() { Name = "Proof.LargeCell[]", Most = 40, Make = i => new LargeCell[6000 + i * 10] },
        new() { Name = "Proof.PinCell[]", Make = i => new PinCell[1 + i % 9] },
        new() { Name = "Proof.PohCell[]", Most = 200, Make = i => GC.AllocateArray<PohCell>(10 + i % 100, pinned: true) },
        new() { Name = "Proof.Final", Make = i => new Final() },
        new() { Name = "Proof.Held", Make = i => new Held { Next = new byte[i % 300] } },
    ];
    static readonly string[] frozen = ["fro", "zen", "as ", "lit", "era", "ls ", "are"];
    static int demoted, padding;
    static readonly List<object> doomed = [];
    static readonly List<byte[]> ballast = [];

    // `most`: the number of objects of each kind; some kinds have fewer.
    public static void Run(int most, string[] actions)
    {
        padding = actions[0] == "padded" ? 20000 : 0;
        foreach (var fate in all) Fill(fate, Math.Min(most, fate.Most), fate.Old);
        Program.WaitForCapture(); // 1
        int[] before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
        foreach (var fate in all) fate.Before = [.. fate.Old.Select(h => Program.AddressOf(h.Target!))];
        doomed.Clear();
        foreach (var action in actions) Act(action);
        foreach (var fate in all) Fill(fate, Math.Min(most, fate.Most) / 3, fate.New);
        Console.WriteLine($"collections {GC.CollectionCount(0) - before[0]} {GC.CollectionCount(1) - before[1]} " +
                          $"{GC.CollectionCount(2) - before[2]} {GC.GetGCMemoryInfo(GCKind.Background).Index}");
        Program.WaitForCapture(); // 2
        foreach (var fate in all) Tell(fate);
        Console.WriteLine($"moved {all.Where(f => f.Name != "Proof.LargeCell[]").Sum(Moved)} {all.Where(f => f.Name == "Proof.LargeCell[]").Sum(Moved)}");
        Console.WriteLine($"demoted {demoted}");
        Console.WriteLine($"frozen {frozen.Count(o => GC.GetGeneration(o) > 2)}");
        foreach (var o in frozen) Console.WriteLine($"at System.String {Program.AddressOf(o):x} {Program.AddressOf(o):x}");
        GC.KeepAlive(ballast);
        Program.WaitForCapture(); // the session is stopped
    }

    // Makes objects. Every third one of the old objects will die, and some of the others are pinned.
    static void Fill(Fate fate, int count, List<GCHandle> handles)
    {
        for (int i = 0; i < count; i++)
        {
            object o = fate.Make(i);
            handles.Add(GCHandle.Alloc(o, GCHandleType.WeakTrackResurrection));
            if (handles == fate.Old && i % 3 == 1) doomed.Add(o);
            else fate.Live.Add(o);
            if (padding > 0 && i % 3 != 1 && o is Small) ballast.Add(new byte[padding]); // makes regions in which nearly everything survives
            if (fate.Name == "Proof.PinCell[]" && i % 5 == 0 && i % 3 != 1) fate.Pins.Add(GCHandle.Alloc(o, GCHandleType.Pinned));
        }
    }

    static void Act(string action)
    {
        switch (action)
        {
            case "padded": break; // takes effect in Run()
            case "gen0": GC.Collect(0); break;
            case "gen1": GC.Collect(1); break;
            case "gen2": GC.Collect(2, GCCollectionMode.Forced, true, false); break;
            case "compacting": GC.Collect(2, GCCollectionMode.Forced, true, true); break;
            case "aggressive": GC.Collect(2, GCCollectionMode.Aggressive, true, true); break;
            case "compactloh":
                GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
                GC.Collect(2, GCCollectionMode.Forced, true, true);
                break;
            case "background": Background(); break;
            case "nested": Nested(); break;
            case "churn": Churn(60); break;
            case "pins": Pins(); break;
            case "threads": Threads(); break;
            default: throw new ArgumentException(action);
        }
    }

    // A background collection, while the program allocates objects and keeps some of them.
    static void Background()
    {
        for (int i = 0; i < 2000; i++) ballast.Add(new byte[20000]);
        long index = GC.GetGCMemoryInfo(GCKind.Background).Index;
        GC.Collect(2, GCCollectionMode.Forced, false, false);
        for (int i = 0; i < 4000 && GC.GetGCMemoryInfo(GCKind.Background).Index == index; i++)
        {
            Churn(1);
            if (i % 50 == 0) ballast.Add(new byte[5000]);
        }
    }

    // Young collections during background collections: promoted objects move to places where others have just died.
    static void Nested()
    {
        var garbage = new List<object>();
        for (int i = 0; i < 900000; i++) (i % 3 == 0 ? promoted : garbage).Add(new Promoted());
        GC.Collect(2);
        GC.Collect(2);
        garbage.Clear();
        bool stop = false;
        var young = new Thread(() =>
        {
            for (int round = 0; !stop; round++)
            {
                for (int k = 0; k < 3000; k++) promoted.Add(new Promoted());
                GC.Collect(round % 2, GCCollectionMode.Forced, true);
            }
        });
        young.Start();
        for (int round = 0; round < 4; round++)
        {
            GC.Collect(2, GCCollectionMode.Forced, false, false);
            Thread.Sleep(150);
        }
        stop = true;
        young.Join();
    }

    static readonly List<object> promoted = [];

    static void Churn(int rounds)
    {
        for (int r = 0; r < rounds; r++)
        {
            object? last = null;
            for (int i = 0; i < 5000; i++)
            {
                var o = new Garbage { Next = i % 100 == 0 ? last : null };
                last = o;
            }
            if (r % 10 == 0) ballast.Add(new byte[3000]);
            GC.KeepAlive(new byte[100000]);
        }
    }

    // Pins some young objects while their neighbours die: plugs that cannot move, and demotion.
    static void Pins()
    {
        var pins = new List<GCHandle>();
        for (int round = 0; round < 6; round++)
        {
            for (int i = 0; i < 20000; i++)
            {
                var o = new PinCell[3];
                if (i % 500 == 7) pins.Add(GCHandle.Alloc(o, GCHandleType.Pinned));
                if (i % 200 == 3) ballast.Add(new byte[50]);
            }
            var before = pins.Select(pin => GC.GetGeneration(pin.Target!)).ToArray();
            GC.Collect(round % 2);
            demoted += pins.Where((pin, i) => GC.GetGeneration(pin.Target!) < before[i]).Count();
        }
        foreach (var pin in pins) pin.Free();
        GC.Collect(1);
    }

    static void Threads()
    {
        var threads = Enumerable.Range(0, 8).Select(n => new Thread(() => Churn(10))).ToList();
        threads.ForEach(t => t.Start());
        threads.ForEach(t => t.Join());
    }

    static int Moved(Fate fate) =>
        fate.Old.Where((h, i) => h.Target is { } now && Program.AddressOf(now) != fate.Before[i]).Count();

    static void Tell(Fate fate)
    {
        int survived = 0, shown = 0;
        for (int i = 0; i < fate.Old.Count; i++)
        {
            object? now = fate.Old[i].Target;
            survived += now != null ? 1 : 0;
            if (i % Math.Max(fate.Old.Count / 6, 1) < 2 && shown++ < 9)
                Console.WriteLine($"at {fate.Name} {fate.Before[i]:x} {(now != null ? Program.AddressOf(now).ToString("x") : "-")}");
        }
        Console.WriteLine($"{fate.Name} {survived} {fate.Old.Count - survived} {fate.New.Count(h => h.Target != null)}");
    }
}
