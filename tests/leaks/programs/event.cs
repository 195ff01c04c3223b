// Views subscribe to an event of the hub, which lives as long as the program, and never unsubscribe.
using Contoso.Desktop;
using Leaks;

namespace Shop.Orders
{
    sealed class OrderHub
    {
        public event EventHandler<int>? OrderChanged;
        public void Raise(int order) => OrderChanged?.Invoke(this, order);
    }

    sealed class OrderView
    {
        readonly byte[] preview = new byte[4500];
        readonly List<string> lines = [];
        readonly int order;

        public OrderView(OrderHub hub, int order)
        {
            this.order = order;
            hub.OrderChanged += OnOrderChanged;
            for (int i = 0; i < 5; i++)
                lines.Add($"order {order} line {i}");
        }

        void OnOrderChanged(object? sender, int changed)
        {
            if (changed == order)
                preview[0]++;
        }
    }

    sealed class Event : IProgram
    {
        readonly Shell shell = new();
        readonly OrderHub hub = new();

        public void Work(int round)
        {
            shell.Open(300);
            for (int i = 0; i < 15; i++)
            {
                _ = new OrderView(hub, round * 100 + i);
                hub.Raise(i);
            }
        }
    }
}
