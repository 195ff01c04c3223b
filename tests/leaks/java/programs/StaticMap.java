package acme.leaks;

import java.util.HashMap;
import java.util.Map;

public class StaticMap implements Leak {
    static class OrderSnapshot {
        final byte[] state = new byte[900];
    }

    static final Map<String, OrderSnapshot> HISTORY = new HashMap<>();

    public void step(int i) {
        HISTORY.put("order-" + i, new OrderSnapshot());
    }
}
