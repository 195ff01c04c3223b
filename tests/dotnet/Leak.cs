// A cache that is never emptied: the leak that docs/taking-a-dump.md finds.
namespace Proof;

class Session { public byte[] State = new byte[4000]; }

static class Leak
{
    static readonly Dictionary<int, Session> sessions = [];

    public static void Run()
    {
        for (int i = 0; i < 5000; i++) sessions[i] = new Session();
        Console.WriteLine($"Proof.Session {sessions.Count} {24L * sessions.Count}");
        Program.WaitForCapture();
    }
}
