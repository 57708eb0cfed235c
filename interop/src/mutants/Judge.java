import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import org.eclipse.emf.common.util.Diagnostic;
import org.eclipse.emf.ecore.*;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.util.EcoreUtil;

/**
 * Collects all results of the oracle for a document in one run, with the oracle's own code: {@code Judge DIR LIST}.
 * A result is a line, {@code file verdict bytes objects unresolved findings reason}, then the findings, one per line in
 * the form of {@code EmfOracle problems}, then the document as written back, in that many bytes. Verdicts are OK,
 * UNSAVABLE, FAIL and NO_RESULT; NO_RESULT means that the document takes too long. A number that EMF cannot determine is -1.
 */
public class Judge {
  /** The time limit of one document, in milliseconds; some documents never end. */
  static final long TIME_LIMIT = Long.getLong("timeLimit", 5000);
  static volatile long answers;

  static byte[] answer(String name, Resource r, Throwable bad) {
    String verdict = "OK", why = "";
    long unresolved = -1, objects = -1, count = -1;
    byte[] bytes = {};
    StringBuilder findings = new StringBuilder();
    try {
      if (bad != null) throw bad;
      try {
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        r.save(saved, null);
        bytes = saved.toByteArray();
      } catch (ThreadDeath t) { throw t; } catch (Throwable t) { verdict = "UNSAVABLE"; why = EmfOracle.one(t); }
      try {
        objects = EmfOracle.count(r);
        unresolved = EcoreUtil.UnresolvedProxyCrossReferencer.find(r).size();
      } catch (ThreadDeath t) { throw t; } catch (Throwable t) { why += " counting: " + EmfOracle.one(t); }
      try {
        long found = 0;
        for (Diagnostic d : EmfOracle.validate(r)) {
          String severity = d.getSeverity() == Diagnostic.ERROR ? "error" : d.getSeverity() == Diagnostic.WARNING ? "warning" : "info";
          String of = d.getData().isEmpty() ? "" : EmfOracle.address(r, d.getData().get(0));
          findings.append(severity + "\t" + d.getSource() + "\t" + d.getCode() + "\t" + line(of) + "\t" + line(d.getMessage()) + "\n");
          found++;
        }
        count = found;
      } catch (ThreadDeath t) { throw t; } catch (Throwable t) { findings.setLength(0); why += " validating: " + EmfOracle.one(t); }
    } catch (ThreadDeath t) { verdict = "NO_RESULT"; bytes = new byte[0]; findings.setLength(0); count = -1;
    } catch (Throwable t) { verdict = "FAIL"; why = EmfOracle.one(t); }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String head = name + "\t" + verdict + "\t" + bytes.length + "\t" + objects + "\t" + unresolved + "\t" + count + "\t" + line(why);
    out.writeBytes((head + "\n" + findings).getBytes(StandardCharsets.UTF_8));
    out.writeBytes(bytes);
    return out.toByteArray();
  }

  static String line(String text) { return String.valueOf(text).replaceAll("[\\t\\n\\r]+", " "); }

  @SuppressWarnings("deprecation")
  public static void main(String[] a) throws Exception {
    EcorePackage.eINSTANCE.eClass();
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    Thread worker = new Thread(() -> {
      try { EmfOracle.each(Paths.get(a[0]), Paths.get(a[1]), (name, r, bad) -> { out.write(answer(name, r, bad)); answers++; }); }
      catch (Throwable t) { System.err.println(EmfOracle.one(t)); }
    });
    worker.start();
    long seen = -1;
    while (worker.isAlive()) {
      worker.join(TIME_LIMIT);
      // The document in progress gets an exception, and the next one follows.
      if (worker.isAlive() && seen == answers) worker.stop();
      seen = answers;
    }
    System.exit(0);
  }
}
