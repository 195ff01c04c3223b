// Prices of all times in a sorted set; only those of today are ever asked for.
using Contoso.Service;
using Leaks;

namespace Price.Series
{
    sealed record Tick(long Time, decimal Price) : IComparable<Tick>
    {
        public int CompareTo(Tick? other) => Time.CompareTo(other?.Time);
    }

    sealed class Book
    {
        readonly SortedSet<Tick> ticks = [];
        public void Add(Tick tick) => ticks.Add(tick);
    }

    sealed class SortedTree : IProgram
    {
        readonly Worker worker = new();
        readonly Book book = new();
        long now;

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 700; i++)
                book.Add(new Tick(now++, i));
        }
    }
}
