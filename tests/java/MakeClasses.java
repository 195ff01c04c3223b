import java.util.Random;

/** Writes the source of random classes: {@code MakeClasses CLASSES SEED}. */
public class MakeClasses {
    static final String[] TYPES = {"Object", "int[]", "boolean", "char", "float", "double", "byte",
            "short", "int", "long"};

    static String contended(Random random, int rarely) {
        return random.nextInt(rarely) == 0 ? "@Contended " : "";
    }

    static String makeClass(Random random, int at) {
        StringBuilder out = new StringBuilder();
        int above = random.nextInt(at + 1) - 1;
        out.append("    ").append(contended(random, 20)).append("static class M").append(at);
        out.append(above < 0 ? "" : " extends M" + above).append(" {\n");
        for (int i = random.nextInt(7); i > 0; i--) {
            out.append("        ").append(contended(random, 40));
            out.append(random.nextInt(8) == 0 ? "static " : "");
            out.append(TYPES[random.nextInt(TYPES.length)]).append(" f").append(i).append(";\n");
        }
        return out.append("    }\n\n").toString();
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Random random = new Random(Long.parseLong(args[1]));
        StringBuilder out = new StringBuilder("import java.util.List;\n"
                + "import jdk.internal.vm.annotation.Contended;\n\npublic class Made {\n");
        for (int i = 0; i < n; i++) {
            out.append(makeClass(random, i));
        }
        out.append("    static void add(List<Object> list) {\n");
        for (int i = 0; i < n; i++) {
            out.append("        list.add(new M").append(i).append("());\n");
        }
        System.out.print(out.append("    }\n}\n"));
    }
}
