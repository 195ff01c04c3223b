package acme.leaks;

import acme.shop.Background;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** Runs a program that leaks, and dumps its heap when it is warm and when it has leaked. */
public class Main {
    static final int WARM = 20, LEAKED = 320;

    public static void main(String[] args) throws Exception {
        Background background = new Background();
        Leak leak = (Leak) Class.forName("acme.leaks." + args[0]).getDeclaredConstructor().newInstance();
        String prefix = Path.of(args[1], args[0]).toString();
        for (int i = 0; i < WARM; i++) {
            leak.step(i);
            background.work(i);
        }
        dump(prefix + "-before.hprof");
        for (int i = WARM; i < LEAKED; i++) {
            leak.step(i);
            background.work(i);
        }
        dump(prefix + "-after.hprof");
        System.exit(background.size() > 0 ? 0 : 1); // threads of leaks may still run
    }

    private static void dump(String file) throws Exception {
        Thread.sleep(200);
        ManagementFactory.newPlatformMXBeanProxy(ManagementFactory.getPlatformMBeanServer(),
                "com.sun.management:type=HotSpotDiagnostic", HotSpotDiagnosticMXBean.class)
                .dumpHeap(file, true);
    }
}
