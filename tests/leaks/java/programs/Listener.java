package acme.leaks;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

public class Listener implements Leak {
    static class PriceFeed {
        final List<Consumer<Double>> listeners = new CopyOnWriteArrayList<>();
    }

    static class ChartView {
        final double[] points = new double[110];
        int n;

        void add(double price) {
            points[n++ % points.length] = price;
        }
    }

    private final PriceFeed feed = new PriceFeed();

    public void step(int i) {
        ChartView view = new ChartView();
        feed.listeners.add(view::add);
    }
}
