import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * For each line of standard input, a directory of sources, a file, a package and a class: reads each
 * line of the file with the class, and prints what it writes.
 */
class Exchange {
  private final Class<?> type;
  private final Method read;
  private final Method write;

  private Exchange(ClassLoader loader, String name) throws ReflectiveOperationException {
    Class<?> helper = loader.loadClass("ordinaryjson.OrdinaryJson");
    type = loader.loadClass(name);
    read = helper.getMethod("read", String.class, Class.class);
    write = helper.getMethod("write", Object.class);
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    String tasks = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    for (String task : tasks.lines().toList()) {
      String[] parts = task.split("\t");
      Path directory = Path.of(parts[0]);
      Path classes = Files.createDirectories(directory.resolve("classes"));
      String problem = Compile.compile(directory, classes, arguments[0]);
      if (!problem.isEmpty()) {
        throw new IOException(problem);
      }
      URL[] place = {classes.toUri().toURL()};
      try (URLClassLoader loader = new URLClassLoader(place, Exchange.class.getClassLoader())) {
        Exchange exchange = new Exchange(loader, parts[2] + "." + parts[3]);
        for (String line : Files.readString(Path.of(parts[1])).split("\n", -1)) {
          out.println(exchange.answer(line));
        }
      }
    }
    out.flush();
  }

  private String answer(String line) throws IllegalAccessException {
    Object value;
    try {
      value = read.invoke(null, line, type);
    } catch (InvocationTargetException problem) {
      boolean isRejected = problem.getCause() instanceof IllegalArgumentException;
      return "0\t" + (isRejected ? "" : "CRASH ") + onOneLine(problem.getCause());
    }
    try {
      return "1\t" + write.invoke(null, value);
    } catch (InvocationTargetException problem) {
      return "0\tCRASH " + onOneLine(problem.getCause());
    }
  }

  private static String onOneLine(Throwable problem) {
    return problem.toString().replaceAll("\\s+", " ");
  }
}
