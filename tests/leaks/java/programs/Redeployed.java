package acme.leaks;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Each deployment has a class loader, which a hook of the old application keeps. */
public class Redeployed implements Leak {
    static class PluginLoader extends ClassLoader {
        final byte[] resources = new byte[16_000];

        PluginLoader() {
            super(Redeployed.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.endsWith("$Plugin")) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static class Plugin implements Runnable {
        static final int[] SETTINGS = new int[100];

        @Override
        public void run() {
            SETTINGS[0]++;
        }
    }

    static final List<Runnable> HOOKS = new ArrayList<>();

    public void step(int i) throws Exception {
        if (i % 20 == 0) {
            HOOKS.add((Runnable) new PluginLoader().loadClass(Plugin.class.getName())
                    .getDeclaredConstructor().newInstance());
        }
    }
}
