// Checks the heap of the process that runs the test, with xunit, NUnit or MSTest: copy this file into the test
// project. It needs gcview: on the PATH, or where GCVIEW in the environment says.
//
//     Heap.Check("forbid Acme.OrderView", "count(Acme.Order) <= 10");
//     Heap.AssertNoGrowth(() => { using var view = new OrderView(feed); });
//
// The runtime writes the dump, over the socket (on Windows: the pipe) by which tools ask it, from .NET 6 on. All
// tests of a process share its heap: do not run them in parallel. What a test makes and lets go must be made in
// a method of its own that is not inlined, or a local variable may still hold it.
#nullable enable
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.IO.Pipes;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Gcview
{
    public sealed class HeapException : Exception
    {
        public HeapException(string message) : base(message) { }
    }

    public static class Heap
    {
        static readonly object one = new object();

        /// <summary>Fails if the heap breaks a rule of <c>gcview check</c> (docs/ci.md), and says what holds the objects.</summary>
        public static void Check(params string[] rules)
        {
            string file = Capture();
            var (status, output, errors) = Run(new[] { "check", "--strict", "--format", "tsv", file }.Concat(rules));
            if (status == 0)
            {
                File.Delete(file);
                return;
            }
            if (status != 1) throw new HeapException($"gcview check: status {status}: {errors}");
            var broken = Rows(output).Where(row => row["status"] == "fail").ToList();
            throw new HeapException(string.Concat(broken.Select(row => $"broken: {row["rule"]}: it is {row["actual"]}\n{Holders(row["rule"], file)}"))
                + $"more: gcview {file}");
        }

        /// <summary>Runs the scenario to fill caches, and then up to three times as often; fails if each time a type has
        /// one object more for each run, or the heap grew by more bytes than allowed on average; says what holds that.</summary>
        public static void AssertNoGrowth(Action scenario, int repeat = 100, long bytes = 262144) =>
            AssertNoGrowth(() => { scenario(); return Task.CompletedTask; }, repeat, bytes).GetAwaiter().GetResult();

        public static async Task AssertNoGrowth(Func<Task> scenario, int repeat = 100, long bytes = 262144)
        {
            File.Delete(Capture()); // the first capture of a process makes objects that stay
            await Repeat(scenario, repeat).ConfigureAwait(false);
            string first = Capture(), last = first;
            var types = Array.Empty<string>(); // that grew in each round: what a runner makes beside the test does not repeat
            for (int round = 1; round <= 3; round++)
            {
                await Repeat(scenario, repeat).ConfigureAwait(false);
                string next = Capture();
                string[] crowds = Crowds(last, next, repeat);
                types = round == 1 ? crowds : types.Intersect(crowds).ToArray();
                if (last != first) File.Delete(last);
                last = next;
                if (types.Length == 0 && Bytes(first, last) <= bytes * round)
                {
                    File.Delete(first);
                    File.Delete(last);
                    return;
                }
            }
            throw new HeapException($"the heap grows: in {3 * repeat} runs {Growth(first, last, types)}more: gcview {first} {last}");
        }

        // Not inlined: what these find out must not count as growth in the next dump.
        [MethodImpl(MethodImplOptions.NoInlining)]
        static string[] Crowds(string before, string after, int count) =>
            Diff(before, after).Where(row => long.Parse(row["count_delta"]) >= count).Select(row => row["type"]).ToArray();

        [MethodImpl(MethodImplOptions.NoInlining)]
        static long Bytes(string before, string after) => Diff(before, after).Sum(row => long.Parse(row["bytes_delta"]));

        static IEnumerable<Dictionary<string, string>> Diff(string before, string after) =>
            Rows(Run(new[] { "diff", "--quiet", "--top", "0", "--format", "tsv", before, after }).output);

        // How much these types grew, or else those that grew most, and what holds that.
        static string Growth(string before, string after, string[] types)
        {
            var grown = Diff(before, after).Where(row => types.Length > 0 ? types.Contains(row["type"]) : long.Parse(row["bytes_delta"]) > 0).Take(3).ToList();
            return string.Join(", ", grown.Select(row => $"+{row["count_delta"]} {row["type"]} (+{row["bytes_delta"]} bytes)")) + "\n"
                + Run(new[] { "diff", "--quiet", "--cause", "--top", "1" }.Concat(grown.SelectMany(row => new[] { "--type", row["type"] }))
                    .Append(before).Append(after)).output;
        }

        /// <summary>Writes the heap of this process to a file, and returns its name.</summary>
        public static string Capture(string? file = null)
        {
            file ??= Path.Combine(Path.GetTempPath(), $"heap-{Environment.ProcessId}-{Guid.NewGuid():N}.nettrace");
            lock (one)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                GC.Collect();
                using var answer = Request("heap");
                using var reader = Start(new[] { "summary", "--quiet", "--format", "tsv", "-" });
                var head = new byte[28]; // the number of the session is its end
                for (int n = 0, more; n < head.Length && (more = answer.Read(head, n, head.Length - n)) > 0; n += more) { }
                var writer = new Thread(() => Write(head, answer, file, reader.StandardInput.BaseStream));
                writer.Start();
                string summary = reader.StandardOutput.ReadToEnd(); // gcview ends where the dump does
                // As long as the session lasts, the runtime takes names for sent, and the next dump has none.
                Request($"stop 0x{BitConverter.ToUInt64(head, 20):x}").Dispose();
                writer.Join();
                var figures = summary.Split('\n').Select(line => line.Split('\t')).Where(cells => cells.Length == 2).ToDictionary(cells => cells[0], cells => cells[1]);
                if (!figures.TryGetValue("verdict", out string? verdict) || verdict != "complete")
                    throw new HeapException($"no whole dump of the heap in {file}: {verdict ?? reader.StandardError.ReadToEnd()}");
            }
            return file;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static async Task Repeat(Func<Task> scenario, int times)
        {
            for (int i = 0; i < times; i++) await scenario().ConfigureAwait(false);
        }

        // What holds the objects that a broken rule is about, or, if it names no type, what holds most.
        static string Holders(string rule, string file)
        {
            Match name = Regex.Match(rule, @"forbid ""?([^\s""]+)|\((?:(?:gen[012]|large|pinned) )?([^\s()""]+)\)");
            string type = name.Groups[1].Value + name.Groups[2].Value;
            string chains = type == "" ? "" : Run(new[] { "chains", "--quiet", "--limit", "1", "--type", type, file }).output;
            return chains != "" ? chains : Run(new[] { "suspects", "--quiet", "--chains", "--top", "3", file }).output;
        }

        // Sends the message that `gcview request` writes to the runtime of this process.
        static Stream Request(string words)
        {
            string name = $"dotnet-diagnostic-{Environment.ProcessId}";
            string? listening = OperatingSystem.IsWindows() ? name
                : Directory.GetFiles(Path.GetTempPath(), $"{name}-*-socket").OrderBy(File.GetLastWriteTime).LastOrDefault();
            if (listening == null) throw new HeapException($"the runtime does not listen in {Path.GetTempPath()}: is DOTNET_EnableDiagnostics=0?");
            using var writer = Start(("request " + words).Split(' '));
            var pipe = new NamedPipeClientStream(".", listening, PipeDirection.InOut, PipeOptions.Asynchronous);
            pipe.Connect(5000);
            writer.StandardOutput.BaseStream.CopyTo(pipe);
            return pipe;
        }

        static void Write(byte[] head, Stream answer, string file, Stream reader)
        {
            using var output = File.Create(file);
            bool reading = true; // gcview, until it has read the dump
            var buffer = new byte[65536];
            head.CopyTo(buffer, 0);
            for (int n = head.Length; n > 0; n = answer.Read(buffer, 0, buffer.Length))
            {
                output.Write(buffer, 0, n);
                try
                {
                    if (reading) reader.Write(buffer, 0, n);
                    if (reading) reader.Flush();
                }
                catch (IOException)
                {
                    reading = false;
                }
            }
            if (reading) reader.Dispose();
        }

        static IEnumerable<Dictionary<string, string>> Rows(string tsv)
        {
            string[][] lines = tsv.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split('\t')).ToArray();
            return lines.Skip(1).Select(cells => lines[0].Zip(cells, KeyValuePair.Create).ToDictionary(cell => cell.Key, cell => cell.Value));
        }

        static (int status, string output, string errors) Run(IEnumerable<string> words)
        {
            using var process = Start(words);
            process.StandardInput.Close();
            var errors = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return (process.ExitCode, output, errors.Result);
        }

        static Process Start(IEnumerable<string> words)
        {
            string program = Environment.GetEnvironmentVariable("GCVIEW") ?? "gcview";
            var start = new ProcessStartInfo(program) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
            foreach (string word in words) start.ArgumentList.Add(word);
            try
            {
                return Process.Start(start)!;
            }
            catch (System.ComponentModel.Win32Exception error)
            {
                throw new HeapException($"{program} does not start ({error.Message}): install it, or name it in GCVIEW");
            }
        }
    }
}
