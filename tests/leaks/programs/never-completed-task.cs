// Requests wait for an answer; where none comes, the task never completes and nothing gives up.
using Contoso.Service;
using Leaks;

namespace Trading.Quotes
{
    sealed class QuoteRequest(string symbol)
    {
        public string Symbol { get; } = symbol;
        public byte[] Envelope { get; } = new byte[1200];
    }

    sealed class QuoteGateway
    {
        readonly Dictionary<int, TaskCompletionSource<decimal>> pending = new();
        int last;

        public async Task<decimal> AskAsync(QuoteRequest request)
        {
            TaskCompletionSource<decimal> answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
            int id = ++last;
            pending[id] = answer;
            decimal price = await answer.Task;
            pending.Remove(id);
            return price + request.Symbol.Length + request.Envelope[0];
        }

        public void Answer(int id, decimal price) => pending.GetValueOrDefault(id)?.TrySetResult(price);

        public int Last => last;
    }

    sealed class NeverCompletedTask : IProgram
    {
        readonly Worker worker = new();
        readonly QuoteGateway gateway = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 200; i++)
            {
                Task<decimal> quote = gateway.AskAsync(new QuoteRequest($"SYM{i % 40}"));
                if (i % 5 != 0) // one in five gets no answer
                {
                    gateway.Answer(gateway.Last, i);
                    quote.Wait();
                }
            }
        }
    }
}
