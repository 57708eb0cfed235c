import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.impl.ResourceSetImpl;
import org.eclipse.emf.ecore.xmi.impl.EcoreResourceFactoryImpl;
import org.eclipse.xsd.ecore.XSDEcoreBuilder;
import org.eclipse.xsd.util.XSDResourceFactoryImpl;

/**
 * For each line of standard input, a schema and a file: imports the schema, and saves all of its packages
 * into the file. Prints a line for each: nothing, or the problem.
 */
class EmfImport {
  public static void main(String[] arguments) throws Exception {
    var factories = Resource.Factory.Registry.INSTANCE.getExtensionToFactoryMap();
    factories.put("xsd", new XSDResourceFactoryImpl());
    factories.put("*", new EcoreResourceFactoryImpl());
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] parts = line.split("\t");
      String problem = "";
      try {
        Collection<EObject> packages =
            new XSDEcoreBuilder().generate(URI.createFileURI(new File(parts[0]).getAbsolutePath()));
        URI place = URI.createFileURI(new File(parts[1]).getAbsolutePath());
        Resource resource = new ResourceSetImpl().createResource(place);
        resource.getContents().addAll(packages);
        resource.save(null);
      } catch (Exception | StackOverflowError failure) {
        problem = failure.toString().replaceAll("\\s+", " ");
      }
      System.out.println("=" + problem);
    }
  }
}
