package acme.leaks;

import java.util.concurrent.locks.LockSupport;

/** Needs JDK 21; only dumps of JDK 22 and later show the stacks of virtual threads. */
public class VirtualThreads implements Leak {
    static class ChatSession implements Runnable {
        final byte[] history = new byte[900];

        @Override
        public void run() {
            while (history[0] == 0) {
                LockSupport.park(this);
            }
        }
    }

    public void step(int i) throws Exception {
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, new ChatSession());
    }
}
