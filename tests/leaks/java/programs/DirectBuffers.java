package acme.leaks;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Most of the memory is outside of the heap; what shows are the buffers. */
public class DirectBuffers implements Leak {
    static class ChannelBuffer {
        final ByteBuffer data = ByteBuffer.allocateDirect(100_000);
        final byte[] header = new byte[700];
    }

    static class Selector {
        final List<ChannelBuffer> open = new ArrayList<>();
    }

    private final Selector selector = new Selector();

    public void step(int i) {
        selector.open.add(new ChannelBuffer());
    }
}
