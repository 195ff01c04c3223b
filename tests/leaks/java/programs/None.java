package acme.leaks;

public class None implements Leak {
    static class Report {
        final byte[] lines = new byte[900];
    }

    static Report last;

    public void step(int i) {
        last = new Report();
    }
}
