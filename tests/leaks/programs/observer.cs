// Observers of a feed get a subscription to dispose; the code drops it.
using Contoso.Service;
using Leaks;

namespace Stock.Feeds
{
    sealed class Feed : IObservable<decimal>
    {
        readonly List<IObserver<decimal>> observers = [];

        public IDisposable Subscribe(IObserver<decimal> observer)
        {
            observers.Add(observer);
            return new Subscription(this, observer);
        }

        public void Publish(decimal price)
        {
            foreach (IObserver<decimal> observer in observers)
                observer.OnNext(price);
        }

        sealed class Subscription(Feed feed, IObserver<decimal> observer) : IDisposable
        {
            public void Dispose() => feed.observers.Remove(observer);
        }
    }

    sealed class TickerWidget : IObserver<decimal>
    {
        readonly Queue<decimal> history = new(100);

        public void OnNext(decimal value)
        {
            if (history.Count == 100)
                history.Dequeue();
            history.Enqueue(value);
        }

        public void OnCompleted() { }
        public void OnError(Exception error) { }
    }

    sealed class Observer : IProgram
    {
        readonly Worker worker = new();
        readonly Feed feed = new();

        public void Work(int round)
        {
            worker.Do(385);
            for (int i = 0; i < 30; i++)
            {
                feed.Subscribe(new TickerWidget());
                feed.Publish(i);
            }
        }
    }
}
