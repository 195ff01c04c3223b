package acme.leaks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ThreadLocals implements Leak {
    static class RequestContext {
        final char[] body = new char[480];
    }

    private static final ThreadLocal<List<RequestContext>> CONTEXTS =
            ThreadLocal.withInitial(ArrayList::new);
    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    public void step(int i) throws Exception {
        pool.submit(() -> CONTEXTS.get().add(new RequestContext())).get();
    }
}
