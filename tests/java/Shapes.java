import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.LongAdder;

/**
 * A program with objects of many shapes, some for each N of the command line, which waits to be
 * dumped after it has printed "ready".
 */
public class Shapes {
    static class A {
        byte a;
        long b;
    }

    static class B extends A {
        short c;
        Object o;
        int d;
    }

    static class C extends B {
        byte x;
        double y;
        Object z;
        boolean q;
    }

    static class Waiting extends Thread {
        int k;

        @Override
        public void run() {
            pause();
        }
    }

    static class WaitingLonger extends Waiting {
        byte j;
        Object m;
    }

    enum E { X, Y { } }

    record R(int a, String b, long c) { }

    static final List<Object> KEPT = new ArrayList<>();

    static void pause() {
        try {
            Thread.sleep(1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void addPlain(List<Object> list, int n) {
        for (int i = 0; i < n; i++) {
            final int k = i;
            list.addAll(List.of(new A(), new B(), new C(), new R(i, "r" + i, i), E.Y));
            list.addAll(List.of(new Object[i % 17], new String[i % 3], new boolean[i % 5][2],
                    new E[i % 4][i % 3][]));
            list.addAll(List.of(new boolean[i % 21], new char[i % 7], new float[i % 6],
                    new double[i % 4], new byte[i % 33], new short[i % 8], new int[i % 50],
                    new long[i % 9]));
            list.add((Runnable) () -> System.out.println(k));
            if (i % 10 == 0) {
                Made.add(list);
            }
        }
    }

    static void addConcurrent(List<Object> list) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(4);
        pool.submit(() -> list.parallelStream().map(Object::hashCode).count()).get();
        LongAdder adder = new LongAdder();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 1_000_000; n++) {
                    adder.increment();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        list.add(pool);
        list.add(adder);
    }

    /** Objects of classes to which the JVM adds fields, or padding. */
    static void addHidden(List<Object> list) throws Exception {
        Exchanger<Object> exchanger = new Exchanger<>();
        Thread waits = new Thread(() -> {
            try {
                exchanger.exchange("waits");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        waits.setDaemon(true);
        waits.start();
        SubmissionPublisher<String> publisher = new SubmissionPublisher<>();
        publisher.consume(text -> { });
        publisher.submit("published");
        for (int i = 0; i < 10; i++) {
            list.add(new InternalError());
            list.add(new ClassLoader() { });
            list.add(MethodHandles.lookup().findVirtual(String.class, "length",
                    MethodType.methodType(int.class)));
            list.add(StackWalker.getInstance().walk(frames -> frames.toArray()));
        }
        list.add(List.of(exchanger, publisher));
    }

    static void addMaps(List<Object> list) {
        Map<String, Integer> concurrent = new ConcurrentHashMap<>();
        Map<Long, String> sorted = new TreeMap<>();
        Map<Integer, String> hashed = new HashMap<>();
        for (int i = 0; i < 3000; i++) {
            concurrent.put("k" + i, i);
            sorted.put((long) i, "v" + i);
            hashed.put(i, "w" + i);
        }
        list.add(concurrent);
        list.add(sorted);
        list.add(hashed);
    }

    static void startThreads() throws Exception {
        for (int i = 0; i < 3; i++) {
            Thread thread = i % 2 == 0 ? new Waiting() : new WaitingLonger();
            thread.setDaemon(true);
            thread.start();
        }
        new Timer(true).schedule(new TimerTask() {
            @Override
            public void run() {
                KEPT.clear();
            }
        }, 1_000_000);
        for (int i = 0; Runtime.version().feature() >= 21 && i < 50; i++) {
            Thread.class.getMethod("startVirtualThread", Runnable.class)
                    .invoke(null, (Runnable) Shapes::pause);
        }
    }

    public static void main(String[] args) throws Exception {
        addPlain(KEPT, Integer.parseInt(args[0]));
        addConcurrent(KEPT);
        addHidden(KEPT);
        addMaps(KEPT);
        startThreads();
        Thread.sleep(500);
        System.out.println("ready");
        pause();
    }
}
