import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles the files in each directory that standard input names, and reads an empty object of each
 * class. Prints a line for each: the first problem, or nothing.
 */
class Compile {
  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String problem;
      try {
        Path directory = Path.of(line);
        Path classes = Files.createDirectories(directory.resolve("classes"));
        problem = compile(directory, classes, arguments[0]);
        if (problem.isEmpty()) {
          problem = read(classes);
        }
      } catch (Exception | StackOverflowError failure) {
        problem = failure.toString();
      }
      System.out.println(problem.lines().findFirst().orElse(""));
    }
  }

  static List<Path> files(Path directory, String extension) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(path -> path.toString().endsWith(extension)).sorted().toList();
    }
  }

  /** Compiles the sources in a directory; returns the first problem, or an empty text. */
  static String compile(Path directory, Path classes, String libraries)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of("-Xlint:all", "--release", "17", "-cp", libraries, "-d", classes.toString());
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(found, null, StandardCharsets.UTF_8)) {
      var sources = manager.getJavaFileObjectsFromPaths(files(directory, ".java"));
      boolean isAccepted = compiler.getTask(null, manager, found, options, null, sources).call();
      return found.getDiagnostics().isEmpty()
          ? isAccepted ? "" : "rejected"
          : found.getDiagnostics().get(0).toString();
    }
  }

  /** An empty object of a class is read or rejected; anything else is a mistake of the helpers. */
  private static String read(Path classes) throws Exception {
    URL[] place = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(place, Compile.class.getClassLoader())) {
      Class<?> helper = loader.loadClass("ordinaryjson.OrdinaryJson");
      Method read = helper.getMethod("read", String.class, Class.class);
      for (Path file : files(classes, ".class")) {
        String name = classes.relativize(file).toString().replace(".class", "").replace('/', '.');
        boolean isGenerated = !name.startsWith("ordinaryjson.") && !name.endsWith("package-info");
        Class<?> type = isGenerated ? loader.loadClass(name) : null;
        if (type == null || type.isEnum()) {
          continue;
        }
        try {
          read.invoke(null, "{}", type);
        } catch (InvocationTargetException problem) {
          if (!(problem.getCause() instanceof IllegalArgumentException)) {
            return name + ": " + problem.getCause();
          }
        }
      }
    }
    return "";
  }
}
