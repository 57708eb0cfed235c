import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import org.eclipse.emf.common.notify.*;
import org.eclipse.emf.common.notify.impl.AdapterImpl;
import org.eclipse.emf.common.util.EList;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.*;
import org.eclipse.emf.ecore.change.*;
import org.eclipse.emf.ecore.change.util.ChangeRecorder;
import org.eclipse.emf.ecore.resource.*;
import org.eclipse.emf.ecore.resource.impl.ResourceSetImpl;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.eclipse.emf.ecore.xmi.impl.*;

/**
 * Runs scripts of edits with Eclipse EMF: METAMODEL SCRIPT.edit…; writes EMF's notifications and the resulting state
 * to SCRIPT.emf. A line is an operation and its operands. This program rejects cycles of containment, because EMF
 * accepts them.
 */
public class Edits {
  static final String[] EVENTS =
      {"CREATE", "SET", "UNSET", "ADD", "REMOVE", "ADD_MANY", "REMOVE_MANY", "MOVE", "REMOVING_ADAPTER", "RESOLVE"};

  static class Refused extends RuntimeException {}

  static EPackage metamodel;
  ResourceSet resources = new ResourceSetImpl();
  Map<String, Notifier> named = new LinkedHashMap<>();
  Map<Object, String> names = new IdentityHashMap<>();
  StringBuilder out = new StringBuilder();
  ChangeRecorder recorder;
  ChangeDescription change;
  Set<Object> recorded = Collections.newSetFromMap(new IdentityHashMap<>());
  /** The objects that were contained when they were created, or when the recording began. */
  Set<Object> contained = Collections.newSetFromMap(new IdentityHashMap<>());
  /** The states at the beginning and at the end of the recording. */
  String before, after;
  boolean quiet;

  final Adapter adapter = new AdapterImpl() {
    @Override public void notifyChanged(Notification told) { tell(told); }
  };

  public static void main(String[] arguments) throws Exception {
    ResourceSet set = new ResourceSetImpl();
    set.getResourceFactoryRegistry().getExtensionToFactoryMap().put("ecore", new EcoreResourceFactoryImpl());
    URI place = URI.createFileURI(new File(arguments[0]).getAbsolutePath());
    metamodel = (EPackage) set.getResource(place, true).getContents().get(0);
    for (String script : Files.readAllLines(Paths.get(arguments[1]))) {
      String text = new Edits().play(Files.readAllLines(Paths.get(script)));
      Files.write(Paths.get(script.replaceAll("\\.edit$", ".emf")), text.getBytes(StandardCharsets.UTF_8));
    }
  }

  String play(List<String> lines) {
    resources.getResourceFactoryRegistry().getExtensionToFactoryMap().put("*", new XMIResourceFactoryImpl());
    for (String line : lines) {
      line = line.trim();
      if (line.isEmpty() || line.startsWith("#")) continue;
      out.append("> ").append(line).append('\n');
      try {
        run(line.split(" +"));
      } catch (Refused | IllegalArgumentException | IndexOutOfBoundsException | ClassCastException
          | NullPointerException | ArrayStoreException refused) {
        out.append("  refused\n");
        if (System.getenv("WHY") != null) out.append("  ").append(refused).append('\n');
      }
    }
    try {
      if (recorder == null) state(false);
    } catch (RuntimeException broken) {
      out.append("  EMF's own state is broken: ").append(broken).append('\n');
    }
    return out.toString();
  }

  // Output.

  String name(Object object) { return names.getOrDefault(object, "?"); }

  String show(Object value) {
    if (value instanceof Collection) {
      StringJoiner shown = new StringJoiner(" ", "[", "]");
      for (Object one : (Collection<?>) value) shown.add(show(one));
      return shown.toString();
    }
    if (value instanceof byte[]) return EcoreUtil.convertToString(EcorePackage.Literals.EBYTE_ARRAY, value);
    return value instanceof EObject ? name(value) : String.valueOf(value);
  }

  void tell(Notification told) {
    if (quiet || told.getEventType() == Notification.REMOVING_ADAPTER) return;
    Object notifier = told.getNotifier();
    String place = name(notifier);
    if (!(notifier instanceof Resource)) place += "." + ((EStructuralFeature) told.getFeature()).getName();
    else if (told.getFeatureID(Resource.class) != Resource.RESOURCE__CONTENTS) return;
    out.append("  ").append(EVENTS[told.getEventType()]).append(' ').append(place).append(": ");
    Object now = told.getNewValue();
    // There may be more positions than values; the additional ones have no meaning.
    if (now instanceof int[])
      now = Arrays.toString(Arrays.copyOf((int[]) now, ((List<?>) told.getOldValue()).size())).replace(",", "");
    out.append(show(told.getOldValue())).append(" -> ").append(show(now));
    if (told.getPosition() != Notification.NO_INDEX) out.append(" at ").append(told.getPosition());
    if (told.wasSet()) out.append(" (was set)");
    if (told.isTouch()) out.append(" (touch)");
    out.append('\n');
  }

  void state(boolean onlyRecorded) { out.append(stateText(onlyRecorded)); }

  String stateText(boolean onlyRecorded) {
    StringBuilder out = new StringBuilder("= state\n");
    for (Map.Entry<String, Notifier> entry : named.entrySet()) {
      if (onlyRecorded && !recorded.contains(entry.getValue())) continue;
      out.append(entry.getKey());
      if (entry.getValue() instanceof Resource) {
        out.append(": ").append(show(((Resource) entry.getValue()).getContents())).append('\n');
        continue;
      }
      EObject object = (EObject) entry.getValue();
      Resource resource = ((InternalEObject) object).eDirectResource();
      if (names.containsKey(object.eContainer()))
        out.append(" in ").append(name(object.eContainer())).append('.').append(object.eContainmentFeature().getName());
      else if (resource != null) out.append(" in ").append(name(resource));
      out.append(':');
      for (EStructuralFeature feature : object.eClass().getEAllStructuralFeatures())
        if (object.eIsSet(feature))
          out.append(' ').append(feature.getName()).append('=').append(show(object.eGet(feature)));
      out.append('\n');
    }
    return out.toString();
  }

  /** Writes the changes that a recording contains for the objects that were in documents when it began. */
  void describe() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<EObject, EList<FeatureChange>> entry : change.getObjectChanges()) {
      if (!recorded.contains(entry.getKey())) continue;
      for (FeatureChange one : entry.getValue())
        if (!isSingle(one) || one.getValue() != entry.getKey().eGet(one.getFeature())) lines.add("  was " + name(entry.getKey()) + "." + one.getFeature().getName() + ": "
            + (isSet(one) ? show(one.getValue()) : "unset") + "\n");
    }
    for (ResourceChange one : change.getResourceChanges())
      lines.add("  was " + name(one.getResource()) + ": " + show(one.getValue()) + "\n");
    for (EObject object : change.getObjectsToAttach())
      if (recorded.contains(object)) lines.add("  attach " + name(object) + "\n");
    for (EObject object : change.getObjectsToDetach())
      if (object.eResource() != null && !contained.contains(object) && isTop(object)) lines.add("  detach " + name(object) + "\n");
    Collections.sort(lines);
    lines.forEach(out::append);
  }

  /** Whether an object was added itself, and not with its container. */
  boolean isTop(EObject object) { return object.eContainer() == null || recorded.contains(object.eContainer()); }

  static boolean isSingle(FeatureChange change) {
    return change.getFeature() instanceof EReference && !change.getFeature().isMany();
  }

  /** Whether a feature was set. If an opposite changes a reference, EMF records only its value. */
  static boolean isSet(FeatureChange change) {
    return isSingle(change) ? change.getValue() != null : change.isSet();
  }

  // Operations.

  EObject object(String name) { return (EObject) named.get(name); }

  List<EObject> contents(String document) { return ((Resource) named.get(document)).getContents(); }

  void register(String name, Notifier what) {
    named.put(name, what);
    names.put(what, name);
    if (what instanceof EObject && ((EObject) what).eContainer() != null) contained.add(what);
    what.eAdapters().add(adapter);
  }

  void register(String name, int count, EObject tree) {
    for (Iterator<EObject> parts = tree.eAllContents(); parts.hasNext();) register(name + ++count, parts.next());
  }

  Object value(EStructuralFeature feature, String word) {
    if (word.equals("null")) return null;
    if (feature instanceof EReference) return object(word);
    return EcoreUtil.createFromString(((EAttribute) feature).getEAttributeType(), word);
  }

  List<Object> values(EStructuralFeature feature, String[] words, int from) {
    List<Object> values = new ArrayList<>();
    for (int at = from; at < words.length; at++) values.add(value(feature, words[at]));
    return values;
  }

  static void refuse(boolean when) { if (when) throw new Refused(); }

  static boolean cycle(EObject object, EStructuralFeature feature, Object value) {
    if (!(feature instanceof EReference) || !(value instanceof EObject)) return false;
    EReference reference = (EReference) feature;
    return reference.isContainment() && EcoreUtil.isAncestor((EObject) value, object)
        || reference.isContainer() && EcoreUtil.isAncestor(object, (EObject) value);
  }

  void run(String[] words) {
    switch (words[0]) {
      case "new":
        String type = words.length > 2 ? words[2] : "Node";
        register(words[1], EcoreUtil.create((EClass) metamodel.getEClassifier(type)));
        return;
      case "doc": register(words[1], resources.createResource(URI.createURI("file:/" + words[1] + ".xmi"))); return;
      case "root":
        if (words.length > 3) contents(words[1]).add(Integer.parseInt(words[3]), object(words[2]));
        else refuse(!contents(words[1]).add(object(words[2])));
        return;
      case "unroot": contents(words[1]).remove(Integer.parseInt(words[2])); return;
      case "moveroot":
        ((EList<EObject>) contents(words[1])).move(Integer.parseInt(words[3]), Integer.parseInt(words[2]));
        return;
      case "detach": EcoreUtil.remove(object(words[1])); return;
      case "delete": EcoreUtil.delete(object(words[1])); return;
      case "deletetree": EcoreUtil.delete(object(words[1]), true); return;
      case "copy": {
        EObject copy = EcoreUtil.copy(object(words[1]));
        register(words[2], copy);
        register(words[2], 0, copy);
        return;
      }
      case "copyall": copyAll(words); return;
      case "substitute": {
        EObject old = object(words[1]), other = object(words[2]);
        refuse(old != other && old.eContainer() != null && EcoreUtil.isAncestor(other, old.eContainer()));
        EcoreUtil.replace(old, other);
        return;
      }
      case "record":
        contained.clear();
        for (Notifier one : named.values()) {
          if (one instanceof EObject && ((EObject) one).eContainer() != null) contained.add(one);
          if (!(one instanceof EObject) || ((EObject) one).eResource() != null) recorded.add(one);
        }
        recorder = new ChangeRecorder(resources);
        before = stateText(true);
        return;
      case "stop":
        change = recorder.endRecording();
        after = stateText(true);
        describe();
        return;
      case "undo":
      case "redo":
        quiet = true;
        change.applyAndReverse();
        quiet = false;
        state(true);
        if (!stateText(true).equals(words[0].equals("undo") ? before : after)) out.append("  elsewhere\n");
        return;
      default: edit(words);
    }
  }

  void copyAll(String[] words) {
    List<EObject> from = new ArrayList<>();
    for (int at = 2; at < words.length; at++) from.add(object(words[at]));
    int count = 0;
    for (EObject copy : new ArrayList<>(EcoreUtil.copyAll(from))) {
      register(words[1] + ++count, copy);
      for (Iterator<EObject> parts = copy.eAllContents(); parts.hasNext();) register(words[1] + ++count, parts.next());
    }
  }

  @SuppressWarnings("unchecked") void edit(String[] words) {
    String[] place = words[1].split("\\.");
    EObject object = object(place[0]);
    EStructuralFeature feature = object.eClass().getEStructuralFeature(place[1]);
    EList<Object> list = feature.isMany() ? (EList<Object>) object.eGet(feature) : null;
    if (!words[0].equals("removeall"))
      for (int at = 2; at < words.length; at++) refuse(cycle(object, feature, named.get(words[at])));
    switch (words[0]) {
      case "set": object.eSet(feature, value(feature, words[2])); break;
      case "unset": object.eUnset(feature); break;
      case "add": refuse(!list.add(value(feature, words[2]))); break;
      case "insert": list.add(Integer.parseInt(words[2]), value(feature, words[3])); break;
      case "remove": list.remove(Integer.parseInt(words[2])); break;
      case "move": list.move(Integer.parseInt(words[3]), Integer.parseInt(words[2])); break;
      case "replace": list.set(Integer.parseInt(words[2]), value(feature, words[3])); break;
      case "clear": list.clear(); break;
      case "addall": list.addAll(values(feature, words, 2)); break;
      case "insertall": list.addAll(Integer.parseInt(words[2]), values(feature, words, 3)); break;
      case "removeall": list.removeAll(values(feature, words, 2)); break;
      case "setlist": object.eSet(feature, values(feature, words, 2)); break;
      default: throw new IllegalStateException(words[0]);
    }
  }
}
