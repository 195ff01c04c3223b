// Samples go into an unbounded channel; its reader takes fewer than come.
using System.Threading.Channels;
using Contoso.Service;
using Leaks;

namespace Metrics.Ingest
{
    sealed class Sample
    {
        public required string Series { get; init; }
        public required double Value { get; init; }
        public DateTime Time { get; init; }
        public long Sequence { get; init; }
    }

    sealed class Pipeline
    {
        readonly Channel<Sample> queue = Channel.CreateUnbounded<Sample>();
        readonly string[] series = [.. Enumerable.Range(0, 30).Select(i => $"cpu.core{i}")];
        double sum;

        public void Offer(int i) =>
            queue.Writer.TryWrite(new Sample { Series = series[i % 30], Value = i, Time = DateTime.UtcNow, Sequence = i });

        public void Drain(int most)
        {
            while (most-- > 0 && queue.Reader.TryRead(out Sample? sample))
                sum += sample.Value;
        }
    }

    sealed class UnboundedChannel : IProgram
    {
        readonly Worker worker = new();
        readonly Pipeline pipeline = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 3000; i++)
                pipeline.Offer(i);
            pipeline.Drain(1500);
        }
    }
}
