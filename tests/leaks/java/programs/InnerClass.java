package acme.leaks;

import java.util.ArrayList;
import java.util.List;

public class InnerClass implements Leak {
    static final List<Runnable> UNDO = new ArrayList<>();

    static class Editor {
        final byte[] text = new byte[900];

        class UndoAction implements Runnable {
            @Override
            public void run() {
                text[0] = 0;
            }
        }

        void edit() {
            UNDO.add(new UndoAction());
        }
    }

    public void step(int i) {
        new Editor().edit();
    }
}
