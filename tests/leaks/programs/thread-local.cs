// Each thread has scratch memory; all values are tracked, so those of threads that are gone stay.
using Contoso.Service;
using Leaks;

namespace Parsing.Workers
{
    sealed class ParseScratch
    {
        readonly char[] text = new char[1200];
        readonly List<int> tokens = new(200);

        public int Parse(string input)
        {
            input.CopyTo(0, text, 0, input.Length);
            tokens.Add(input.Length);
            return tokens.Count;
        }
    }

    static class Parser
    {
        static readonly ThreadLocal<ParseScratch> scratch = new(() => new ParseScratch(), trackAllValues: true);

        public static int Parse(string input) => scratch.Value!.Parse(input);

        public static int Scratches => scratch.Values.Count;
    }

    sealed class ThreadLocal : IProgram
    {
        readonly Worker worker = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 20; i++)
            {
                Thread thread = new(() => Parser.Parse("select * from orders"));
                thread.Start();
                thread.Join();
            }
        }
    }
}
