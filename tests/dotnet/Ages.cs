// Objects of every generation. After the capture prints `generation WORD TYPE COUNT` for each: the collector tells the generation of
// a small object, and where it puts an array follows from its size and from the way in which it was made.
namespace Proof;

class Aged { public long Value; }
struct LargePart { public long Value; }
struct PinnedPart { public long Value; }

static class Ages
{
    static readonly List<Aged> aged = [];
    static readonly List<Array> arrays = [];

    public static void Run()
    {
        for (int age = 0; age < 3; age++)
        {
            aged.AddRange(Enumerable.Range(0, 50 + age).Select(_ => new Aged()));
            GC.Collect(age % 2, GCCollectionMode.Forced, blocking: true);
        }
        arrays.AddRange(Enumerable.Range(0, 20).Select(_ => new LargePart[20_000]));
        arrays.AddRange(Enumerable.Range(0, 30).Select(_ => GC.AllocateArray<PinnedPart>(10, pinned: true)));
        aged.AddRange(Enumerable.Range(0, 70).Select(_ => new Aged()));
        Program.WaitForCapture();
        foreach (var generation in aged.GroupBy(GC.GetGeneration))
            Console.WriteLine($"generation gen{generation.Key} Proof.Aged {generation.Count()}");
        Console.WriteLine("generation large Proof.LargePart[] 20");
        Console.WriteLine("generation pinned Proof.PinnedPart[] 30");
    }
}
