// Prints what VisualVM's library finds for each object of an .hprof.
//
//   java -cp JARS Check.java FILE.hprof
//
// One line for each object: id in hex, bytes, retained bytes and class name, separated by tabs. Leaves out class objects.
import java.io.File;
import java.util.Collection;
import org.graalvm.visualvm.lib.jfluid.heap.Heap;
import org.graalvm.visualvm.lib.jfluid.heap.HeapFactory;
import org.graalvm.visualvm.lib.jfluid.heap.Instance;
import org.graalvm.visualvm.lib.jfluid.heap.JavaClass;

public class Check {
    public static void main(String[] arguments) throws Exception {
        Heap heap = HeapFactory.createHeap(new File(arguments[0]));
        StringBuilder rows = new StringBuilder();
        for (JavaClass type : (Collection<JavaClass>) heap.getAllClasses()) {
            if (type.getName().equals("java.lang.Class")) {
                continue;
            }
            for (Object member : type.getInstances()) {
                Instance object = (Instance) member;
                rows.append(Long.toHexString(object.getInstanceId())).append('\t').append(object.getSize()).append('\t')
                    .append(object.getRetainedSize()).append('\t').append(type.getName()).append('\n');
            }
        }
        System.out.write(rows.toString().getBytes("UTF-8"));
        System.out.flush();
    }
}
