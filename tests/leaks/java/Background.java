package acme.shop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The healthy part of a program, beside which a leak is small: stores, caches with a limit, logs. */
public class Background {
    static class Customer {
        final String name, city;
        final List<Order> orders = new ArrayList<>();

        Customer(int i) {
            name = "customer " + i;
            city = "city " + i % 97;
        }
    }

    static class Order {
        final long number;
        final double[] prices = new double[6];
        final String note;

        Order(long number) {
            this.number = number;
            note = "order " + number;
        }
    }

    static class Article {
        final byte[] content = new byte[400];
        final String url;

        Article(int i) {
            url = "https://shop.example/" + i;
        }
    }

    static final class Limited extends LinkedHashMap<String, Article> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Article> eldest) {
            return size() > 400;
        }
    }

    private final Map<Integer, Customer> customers = new HashMap<>();
    private final TreeMap<Long, Order> byNumber = new TreeMap<>();
    private final Limited articles = new Limited();
    private final StringBuilder log = new StringBuilder(100_000);

    public Background() {
        for (int i = 0; i < 4000; i++) {
            Customer customer = new Customer(i);
            customers.put(i, customer);
            for (int k = 0; k < 5; k++) {
                Order order = new Order(i * 5L + k);
                customer.orders.add(order);
                byNumber.put(order.number, order);
            }
        }
        for (int i = -400; i < 0; i++) { // until the cache is full
            work(i);
        }
    }

    public final void work(int i) {
        Article article = new Article(i);
        articles.put(article.url, article);
        log.append("visited ").append(article.url).append('\n');
        if (log.length() > 50_000) {
            log.setLength(0);
        }
    }

    public int size() {
        return customers.size() + byNumber.size() + articles.size();
    }
}
