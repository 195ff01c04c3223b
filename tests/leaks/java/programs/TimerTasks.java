package acme.leaks;

import java.util.Timer;
import java.util.TimerTask;

public class TimerTasks implements Leak {
    static class Poller {
        final byte[] last = new byte[900];

        void start(Timer timer) {
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    last[0]++;
                }
            }, 3_600_000, 3_600_000);
        }
    }

    private final Timer timer = new Timer("polls", true);

    public void step(int i) {
        new Poller().start(timer);
    }
}
