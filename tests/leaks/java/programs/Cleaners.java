package acme.leaks;

import java.lang.ref.Cleaner;

/** The action of a cleaner refers to the object itself, so the object is never cleaned. */
public class Cleaners implements Leak {
    static final Cleaner CLEANER = Cleaner.create();

    static class NativeStream {
        final byte[] buffer = new byte[900];

        NativeStream() {
            CLEANER.register(this, this::close);
        }

        void close() {
            buffer[0] = 0;
        }
    }

    public void step(int i) {
        new NativeStream();
    }
}
