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

/** Objects of a class or of its subclasses, which are named by {@code $type}. */
final class PartCodec extends Codec {
  /** The record of objects whose class is not named; null if the class is abstract. */
  private final Class<?> held;

  private final Map<String, Class<?>> byFullName = new LinkedHashMap<>();
  private final Map<String, Class<?>> byName = new LinkedHashMap<>();

  PartCodec(Class<?> type) {
    held = type.isRecord() ? type : defaultOf(type);
    for (Class<?> known : records(type)) {
      String name = RecordCodec.nameOf(known);
      byFullName.put(fullName(known), known);
      byName.put(name, known);
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
    Class<?> found = held;
    JsonNode named = node.get("$type");
    if (named != null) {
      found = named.isTextual() ? byFullName.get(named.textValue()) : null;
      if (found == null && named.isTextual()) {
        found = byName.get(named.textValue());
      }
      if (found == null) {
        throw path.key("$type").problem(Checks.listed(byName.keySet()), named);
      }
    } else if (found == null) {
      throw new IllegalArgumentException(
          path.key("$type") + " is missing, which names the class");
    }
    return RecordCodec.of(found).read(node, path);
  }

  @Override
  void write(Object value, String uri, JsonGenerator out) throws IOException {
    if (value.getClass() == held) {
      out.writeStartObject();
      RecordCodec.of(held).writeEntries(value, uri, out);
      out.writeEndObject();
    } else {
      writeNamed(value, uri, out);
    }
  }

  /** Writes an object with the name of its class. */
  static void writeNamed(Object value, String uri, JsonGenerator out) throws IOException {
    Class<?> own = value.getClass();
    out.writeStartObject();
    boolean isSame = RecordCodec.uriOf(own).equals(uri);
    out.writeStringField("$type", isSame ? RecordCodec.nameOf(own) : fullName(own));
    RecordCodec.of(own).writeEntries(value, uri, out);
    out.writeEndObject();
  }
}
