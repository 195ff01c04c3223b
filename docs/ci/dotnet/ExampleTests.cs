// A view that listens to a feed, and forgets to leave it if `Leaks` is set: two of these tests fail.
using System.Runtime.CompilerServices;
using Gcview;
using Xunit;

[assembly: CollectionBehavior(DisableTestParallelization = true)] // all tests share one heap

namespace Acme;

public class OrderFeed
{
    public event EventHandler? Changed;
    public void Change() => Changed?.Invoke(this, EventArgs.Empty);
}

public sealed class OrderView : IDisposable
{
    public static bool Leaks { get; set; }
    readonly OrderFeed feed;
    readonly byte[] bitmap = new byte[1000];

    public OrderView(OrderFeed feed)
    {
        this.feed = feed;
        feed.Changed += Redraw;
    }

    void Redraw(object? sender, EventArgs e) => bitmap[0]++;

    public void Dispose()
    {
        if (!Leaks) feed.Changed -= Redraw;
    }
}

public class OrderViewTests
{
    static OrderFeed feed = new();

    static void Start(bool leaks)
    {
        feed = new();
        OrderView.Leaks = leaks;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void OpenAndClose()
    {
        using var view = new OrderView(feed);
        feed.Change();
    }

    [Fact]
    public void Views_are_released()
    {
        Start(leaks: false);
        for (int i = 0; i < 100; i++) OpenAndClose();
        Heap.Check("forbid Acme.OrderView");
    }

    [Fact]
    public void Views_leave_nothing_behind()
    {
        Start(leaks: false);
        Heap.AssertNoGrowth(OpenAndClose);
    }

    [Fact]
    public void Forgotten_views_break_a_rule()
    {
        Start(leaks: true);
        for (int i = 0; i < 100; i++) OpenAndClose();
        Heap.Check("count(Acme.OrderView) <= 10", "bytes <= 1GB");
    }

    [Fact]
    public void Forgotten_views_grow()
    {
        Start(leaks: true);
        Heap.AssertNoGrowth(OpenAndClose);
    }
}
