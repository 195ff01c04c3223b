package acme.leaks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ExecutorQueue implements Leak {
    static class MailMessage {
        final byte[] content = new byte[850];
    }

    private final ExecutorService mailer = Executors.newSingleThreadExecutor();
    private final CountDownLatch never = new CountDownLatch(1);

    public ExecutorQueue() {
        mailer.submit(() -> {
            never.await();
            return null;
        });
    }

    public void step(int i) {
        MailMessage message = new MailMessage();
        mailer.submit(() -> message.content.length);
    }
}
