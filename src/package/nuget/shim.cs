// Starts the program for this machine, which is beside this file in PLATFORM: for the SDKs of .NET 8 and 9,
// whose tools must be managed code. SDKs from .NET 10 on start the program itself.
using System;
using System.Diagnostics;
using System.IO;
using System.Runtime.InteropServices;

static class Shim
{
    // What a shell returns for a command that it cannot start; gcview itself never does.
    const int NotStarted = 127;

    static int Main(string[] args)
    {
        string system = OperatingSystem.IsWindows() ? "win32" : OperatingSystem.IsMacOS() ? "darwin" : "linux";
        string platform = $"{system}-{RuntimeInformation.OSArchitecture.ToString().ToLowerInvariant()}";
        string program = Path.Combine(AppContext.BaseDirectory, platform, OperatingSystem.IsWindows() ? "gcview.exe" : "gcview");
        if (!File.Exists(program))
        {
            Console.Error.WriteLine($"gcview: no program for this machine ({platform})");
            return NotStarted;
        }
        try
        {
            return OperatingSystem.IsWindows() ? Start(program, args) : Replace(program, args);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or SystemException)
        {
            Console.Error.WriteLine($"gcview: {program} does not start: {error.Message}");
            return NotStarted;
        }
    }

    static int Start(string program, string[] args)
    {
        Console.CancelKeyPress += (_, pressed) => pressed.Cancel = true; // Ctrl-C reaches the program, too
        using Process process = Process.Start(new ProcessStartInfo(program, args))!;
        process.WaitForExit();
        return process.ExitCode;
    }

    // The program takes the place of this process, and so has its signals and its status.
    static int Replace(string program, string[] args)
    {
        if (OperatingSystem.IsWindows()) return NotStarted; // for the analyzer of platforms
        const UnixFileMode run = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        UnixFileMode mode = File.GetUnixFileMode(program);
        if ((mode & run) != run) File.SetUnixFileMode(program, mode | run); // NuGet unpacks without it
        signal(13, 0); // SIGPIPE, which the runtime ignores, and the program would, too
        execv(program, [program, .. args, null]);
        throw new IOException(Marshal.GetLastPInvokeErrorMessage());
    }

    [DllImport("libc", SetLastError = true)]
    static extern int execv(string path, string?[] argv); // in UTF-8

    [DllImport("libc")]
    static extern nint signal(int number, nint handler);
}
