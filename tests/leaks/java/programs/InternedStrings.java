package acme.leaks;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class InternedStrings implements Leak {
    static class SymbolTable {
        final Set<String> symbols = ConcurrentHashMap.newKeySet();

        String intern(String symbol) {
            symbols.add(symbol.intern());
            return symbol;
        }
    }

    private final SymbolTable table = new SymbolTable();

    public void step(int i) {
        for (int k = 0; k < 10; k++) {
            table.intern("/users/" + i + "/sessions/" + k);
        }
    }
}
