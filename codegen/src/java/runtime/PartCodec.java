package ordinaryjson;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Objects of a class or of its subclasses, which are named by {@code $type} or by their own keys. */
final class PartCodec extends Codec {
  /** The record of objects whose class is not named; null if the class is abstract. */
  private final Class<?> held;

  /** The records by the keys and the names that documents have for them. */
  private final Map<String, Map<String, Class<?>>> known = new LinkedHashMap<>();

  PartCodec(Class<?> type) {
    held = type.isRecord() ? type : defaultOf(type);
    for (Class<?> each : records(type)) {
      String key = RecordCodec.keyOf(each);
      Map<String, Class<?>> names = known.computeIfAbsent(key, it -> new LinkedHashMap<>());
      names.put(RecordCodec.nameOf(each), each);
      if (key.equals(RecordCodec.TYPE)) {
        names.put(fullName(each), each);
      }
    }
  }

  private static Class<?> defaultOf(Class<?> type) {
    JsonTypeInfo info = type.getAnnotation(JsonTypeInfo.class);
    boolean isNone = info == null || !info.defaultImpl().isRecord();
    return isNone ? null : info.defaultImpl();
  }

  private static Collection<Class<?>> records(Class<?> type) {
    Set<Class<?>> seen = new LinkedHashSet<>();
    Deque<Class<?>> rest = new ArrayDeque<>();
    rest.add(type);
    while (!rest.isEmpty()) {
      Class<?> next = rest.remove();
      JsonSubTypes more = next.getAnnotation(JsonSubTypes.class);
      if (seen.add(next) && more != null) {
        for (JsonSubTypes.Type each : more.value()) {
          rest.add(each.value());
        }
      }
    }
    seen.removeIf(each -> !each.isRecord());
    return seen;
  }

  private static String fullName(Class<?> type) {
    return RecordCodec.uriOf(type) + "#//" + RecordCodec.nameOf(type);
  }

  @Override
  Object read(JsonNode node, Path path) {
    if (!node.isObject()) {
      throw path.problem("an object", node);
    }
    String wrong = null;
    for (Map.Entry<String, Map<String, Class<?>>> names : known.entrySet()) {
      JsonNode named = node.get(names.getKey());
      if (named == null) {
        continue;
      }
      Class<?> found = named.isTextual() ? names.getValue().get(named.textValue()) : null;
      if (found != null) {
        return RecordCodec.of(found).read(node, path);
      }
      wrong = wrong == null ? names.getKey() : wrong;
    }
    if (wrong != null) {
      Set<String> names = new LinkedHashSet<>();
      known.get(wrong).values().forEach(each -> names.add(RecordCodec.nameOf(each)));
      throw path.key(wrong).problem(Checks.listed(names), node.get(wrong));
    }
    if (held == null) {
      String keys = known.isEmpty() ? RecordCodec.TYPE : String.join(" or ", known.keySet());
      throw new IllegalArgumentException(path.key(keys) + " is missing, which names the class");
    }
    return RecordCodec.of(held).read(node, path);
  }

  @Override
  void write(Object value, String uri, JsonGenerator out) throws IOException {
    writeObject(value, value.getClass() != held, uri, out);
  }

  /** Writes an object with the name of its class. */
  static void writeNamed(Object value, String uri, JsonGenerator out) throws IOException {
    writeObject(value, true, uri, out);
  }

  private static void writeObject(Object value, boolean isNamed, String uri, JsonGenerator out)
      throws IOException {
    Class<?> own = value.getClass();
    String key = RecordCodec.keyOf(own);
    boolean isShort = !key.equals(RecordCodec.TYPE) || RecordCodec.uriOf(own).equals(uri);
    out.writeStartObject();
    if (isNamed || !key.equals(RecordCodec.TYPE)) {
      out.writeStringField(key, isShort ? RecordCodec.nameOf(own) : fullName(own));
    }
    RecordCodec.of(own).writeEntries(value, uri, out);
    out.writeEndObject();
  }
}
