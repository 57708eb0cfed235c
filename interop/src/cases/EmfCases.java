import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import org.eclipse.emf.common.util.*;
import org.eclipse.emf.ecore.*;
import org.eclipse.emf.ecore.resource.*;
import org.eclipse.emf.ecore.resource.impl.*;
import org.eclipse.emf.ecore.util.*;
import org.eclipse.emf.ecore.xmi.*;
import org.eclipse.emf.ecore.xmi.impl.*;

/**
 * Loads and saves documents with Eclipse EMF, with the options that correspond to the arguments of `convert`.
 * A line of the table is: document, metamodels, arguments, word. Prints a row for each line: the document, the
 * word, OK or REFUSED or UNSAVABLE, and the reason. The saved document is written to OUT/DOCUMENT[.WORD].emf.
 */
public class EmfCases {
  static final Path DIRECTORY = Paths.get("").toAbsolutePath();

  public static void main(String[] a) throws Exception {
    EcorePackage.eINSTANCE.eClass();
    Path out = Paths.get(a[1]);
    for (String line : Files.readAllLines(Paths.get(a[0]), StandardCharsets.UTF_8)) {
      if (line.isEmpty() || line.startsWith("#")) continue;
      String[] c = Arrays.copyOf(line.split("\t"), 4);
      String word = c[3] == null || c[3].isEmpty() ? "" : "." + c[3];
      String verdict;
      try { verdict = one(c[0], c[1] == null ? "" : c[1], c[2] == null ? "" : c[2], out.resolve(c[0] + word + ".emf")); }
      catch (Throwable t) { verdict = "REFUSED\t" + why(t); }
      System.out.println(c[0] + "\t" + word + "\t" + verdict);
      System.out.flush();
    }
  }

  static String one(String document, String models, String arguments, Path out) throws Throwable {
    Files.deleteIfExists(out);
    ResourceSet set = new ResourceSetImpl();
    Map<String, Object> factories = set.getResourceFactoryRegistry().getExtensionToFactoryMap();
    factories.put("ecore", new EcoreResourceFactoryImpl());
    factories.put("xml", new XMLResourceFactoryImpl());
    factories.put("*", new XMIResourceFactoryImpl());
    set.getPackageRegistry().put(EcorePackage.eNS_URI, EcorePackage.eINSTANCE);
    List<String> words = arguments.trim().isEmpty() ? Collections.<String>emptyList() : Arrays.asList(arguments.trim().split(" +"));
    for (String model : models.split(",")) if (!model.isEmpty()) {
      Resource r = set.getResource(uri(model), true);
      for (EObject o : r.getContents()) if (o instanceof EPackage) register(set, (EPackage) o);
      EcoreUtil.resolveAll(r);
    }
    Map<Object, Object> load = new HashMap<>(), save = new HashMap<>();
    boolean lax = false; String root = null, ids = null;
    for (int i = 0; i < words.size(); i++) {
      switch (words.get(i)) {
        case "--extended-metadata": load.put(XMLResource.OPTION_EXTENDED_META_DATA, true); save.put(XMLResource.OPTION_EXTENDED_META_DATA, true); break;
        case "--record-unknown": load.put(XMLResource.OPTION_RECORD_UNKNOWN_FEATURE, true); break;
        case "--lexical": load.put(XMLResource.OPTION_USE_LEXICAL_HANDLER, true); break;
        case "--lax": lax = true; break;
        case "--dangling": save.put(XMLResource.OPTION_PROCESS_DANGLING_HREF, words.get(++i).toUpperCase().replace("ERROR", "THROW")); break;
        case "--root": root = words.get(++i); break;
        case "--ids": ids = words.get(++i); break;
        case "--encoding": save.put(XMLResource.OPTION_ENCODING, words.get(++i)); break;
        case "--line-width": save.put(XMLResource.OPTION_LINE_WIDTH, Integer.valueOf(words.get(++i))); break;
        case "--unformatted": save.put(XMLResource.OPTION_FORMATTED, false); break;
        case "--no-declaration": save.put(XMLResource.OPTION_DECLARE_XML, false); break;
        case "--schema-location": save.put(XMLResource.OPTION_SCHEMA_LOCATION, true); break;
        case "--no-schema-location": save.put(XMLResource.OPTION_SCHEMA_LOCATION, false); break;
        case "--keep-defaults": save.put(XMLResource.OPTION_KEEP_DEFAULT_CONTENT, true); break;
        case "--encoded-attributes": save.put(XMLResource.OPTION_USE_ENCODED_ATTRIBUTE_STYLE, true); break;
        case "--type-information": save.put(XMLResource.OPTION_SAVE_TYPE_INFORMATION, true); break;
        case "--xmi-type": save.put(XMIResource.OPTION_USE_XMI_TYPE, true); break;
        default: throw new IllegalArgumentException(words.get(i));
      }
    }
    Resource r = set.createResource(uri(document));
    try {
      if (document.endsWith(".ecore")) r.load(load);
      else {
        load.put(XMLResource.OPTION_DEFER_IDREF_RESOLUTION, true);
        ((ResourceImpl) r).setIntrinsicIDToEObjectMap(new HashMap<String, EObject>());
        r.load(load);
      }
    } catch (Throwable t) { if (!lax) throw t; }
    for (EObject o : r.getContents()) if (o instanceof EPackage) register(set, (EPackage) o);
    EcoreUtil.resolveAll(r);
    if (ids != null) for (Iterator<EObject> i = r.getAllContents(); i.hasNext(); ) {
      EObject o = i.next();
      if (ids.equals("drop")) ((XMLResource) r).setID(o, null);
    }
    if (root != null) save.put(XMLResource.OPTION_ROOT_OBJECTS, Collections.singletonList(r.getEObject(root)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try { r.save(bytes, save); } catch (Throwable t) { return "UNSAVABLE\t" + why(t); }
    Files.createDirectories(out.toAbsolutePath().getParent());
    Files.write(out, bytes.toByteArray());
    return "OK";
  }

  static URI uri(String name) { return URI.createFileURI(DIRECTORY.resolve(name).normalize().toString()); }

  static void register(ResourceSet set, EPackage p) {
    set.getPackageRegistry().put(p.getNsURI(), p);
    for (EPackage s : p.getESubpackages()) register(set, s);
  }

  static String why(Throwable t) {
    Throwable c = t; while (c.getCause() != null && c.getCause() != c) c = c.getCause();
    return (c.getClass().getSimpleName() + " " + c.getMessage()).replaceAll("[\\t\\n\\r]+", " ").replaceAll("file:[^ )]*/", "");
  }
}
