// Heap dumps through the runtime's diagnostics port, as dotnet-gcdump takes them:
// https://github.com/dotnet/diagnostics/blob/main/documentation/design-docs/ipc-protocol.md
using System.Diagnostics;
using System.Net.Sockets;
using System.Text;

namespace Leaks;

static class Collector
{
    const ulong HeapSnapshot = 0x1980001; // GC, types, heap dump, heap collect, type names
    static readonly TimeSpan Quiet = TimeSpan.FromSeconds(1.5);

    /// <summary>Runs a program of this assembly and dumps it before and after a round of work.</summary>
    public static int Dump(string name, string folder)
    {
        ProcessStartInfo start = new(Environment.ProcessPath!, ["run", name])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start)!;
        foreach (string when in new[] { "before", "after" })
        {
            if (process.StandardOutput.ReadLine() != "ready")
                throw new InvalidOperationException($"{name} did not start");
            Request(process.Id, "Microsoft-DotNETCore-SampleProfiler", 0, 4, TimeSpan.Zero, Stream.Null); // flushes the names of types
            using (FileStream file = File.Create(Path.Combine(folder, $"{name}-{when}.nettrace")))
                Request(process.Id, "Microsoft-Windows-DotNETRuntime", HeapSnapshot, 5, Quiet, file);
            if (when == "before")
                process.StandardInput.WriteLine();
        }
        process.StandardInput.Close(); // ends the program
        if (!process.WaitForExit(TimeSpan.FromSeconds(2)))
            process.Kill(); // a blocked finalizer also blocks the exit
        return 0;
    }

    /// <summary>Runs a session with one provider until the stream is quiet for a time, and copies the stream to <paramref name="to"/>.</summary>
    static void Request(int pid, string provider, ulong keywords, uint level, TimeSpan quiet, Stream to)
    {
        using Socket socket = Connect(pid);
        using MemoryStream payload = new();
        BinaryWriter writer = new(payload);
        writer.Write(256u); // MB of buffers
        writer.Write(1u);   // nettrace
        writer.Write(false); // no rundown
        writer.Write(false); // no stacks
        writer.Write(1u);
        writer.Write(keywords);
        writer.Write(level);
        writer.Write((uint)provider.Length + 1);
        writer.Write(Encoding.Unicode.GetBytes(provider + "\0"));
        writer.Write(0u); // no arguments
        Send(socket, 2, 4, payload.ToArray());
        ulong session = Answer(socket);

        byte[] bytes = new byte[1 << 16];
        bool stopped = false;
        for (;;)
        {
            if (!stopped && !socket.Poll(quiet, SelectMode.SelectRead))
            {
                using Socket stop = Connect(pid);
                Send(stop, 2, 1, BitConverter.GetBytes(session));
                Answer(stop);
                stopped = true;
            }
            int n = socket.Receive(bytes);
            if (n == 0)
                break;
            to.Write(bytes, 0, n);
        }
    }

    static Socket Connect(int pid)
    {
        string path = Directory.GetFiles(Path.GetTempPath(), $"dotnet-diagnostic-{pid}-*-socket").Single();
        Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Connect(new UnixDomainSocketEndPoint(path));
        return socket;
    }

    static void Send(Socket socket, byte set, byte command, byte[] payload)
    {
        byte[] magic = Encoding.ASCII.GetBytes("DOTNET_IPC_V1\0");
        byte[] size = BitConverter.GetBytes((ushort)(20 + payload.Length));
        socket.Send([.. magic, .. size, set, command, 0, 0, .. payload]);
    }

    static ulong Answer(Socket socket)
    {
        byte[] answer = new byte[28];
        int n = 0;
        while (n < answer.Length)
        {
            int got = socket.Receive(answer, n, answer.Length - n, SocketFlags.None);
            if (got == 0)
                throw new IOException("the runtime refused");
            n += got;
        }
        return BitConverter.ToUInt64(answer, 20);
    }
}
