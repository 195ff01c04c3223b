// Many objects, held by many threads. Prints their number and their bytes.
namespace Proof;

class Item { public Item? Next; public long Value; }

static class Many
{
    public static void Run(int count, int threads)
    {
        using var done = new CountdownEvent(threads);
        using var stop = new ManualResetEvent(false);
        for (int t = 0; t < threads; t++)
        {
            int share = count / threads + (t < count % threads ? 1 : 0);
            new Thread(() =>
            {
                Item? list = null; // a local variable holds them all
                for (int i = 0; i < share; i++) list = new Item { Next = list };
                done.Signal();
                stop.WaitOne();
                GC.KeepAlive(list);
            }, 256 * 1024).Start();
        }
        done.Wait();
        Console.WriteLine($"Proof.Item {count} {32L * count}"); // header, type, two fields
        Program.WaitForCapture();
        stop.Set();
    }
}
