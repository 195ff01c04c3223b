package acme.leaks;

import java.util.LinkedHashMap;
import java.util.Map;

public class CacheWithoutLimit implements Leak {
    static class Thumbnail {
        final int[] pixels = new int[220];
    }

    static class ThumbnailService {
        final Map<String, Thumbnail> cache = new LinkedHashMap<>();

        Thumbnail get(String url) {
            return cache.computeIfAbsent(url, u -> new Thumbnail());
        }
    }

    private final ThumbnailService service = new ThumbnailService();

    public void step(int i) {
        service.get("https://shop.example/picture/" + i);
    }
}
