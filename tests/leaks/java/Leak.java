package acme.leaks;

/** A program with one kind of leak: each step does a piece of work and forgets to let go of it. */
public interface Leak {
    void step(int i) throws Exception;
}
