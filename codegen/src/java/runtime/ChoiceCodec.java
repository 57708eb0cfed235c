package ordinaryjson;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The values of one of several records with one component each: the value alone where it shows its
 * record, otherwise an object with the key of the record.
 */
final class ChoiceCodec extends Codec {
  private final Class<?> type;
  private final boolean hasKeys;

  ChoiceCodec(Class<?> type) {
    this.type = type;
    boolean hasKeys = false;
    for (Class<?> alternative : type.getPermittedSubclasses()) {
      hasKeys |= !isPlain(alternative);
    }
    this.hasKeys = hasKeys;
  }

  static boolean isAlternative(Class<?> type) {
    return type.isRecord()
        && type.getEnclosingClass().isAnnotationPresent(OrdinaryJson.Choice.class);
  }

  private static boolean isPlain(Class<?> alternative) {
    // Not from the codec of the record, which may need this one.
    return alternative.getRecordComponents()[0].getAccessor().isAnnotationPresent(JsonValue.class);
  }

  private static RecordCodec.Component component(Class<?> alternative) {
    return RecordCodec.of(alternative).components().get(0);
  }

  @Override
  Object read(JsonNode node, Path path) {
    Set<String> problems = new LinkedHashSet<>();
    if (hasKeys) {
      try {
        return readKeyed(node, path);
      } catch (IllegalArgumentException problem) {
        problems.add(problem.getMessage());
      }
    }
    for (Class<?> alternative : type.getPermittedSubclasses()) {
      if (!isPlain(alternative)) {
        continue;
      }
      try {
        return create(alternative, component(alternative).codec().read(node, path), path);
      } catch (IllegalArgumentException problem) {
        problems.add(problem.getMessage());
      }
    }
    throw new IllegalArgumentException(String.join("; or ", problems));
  }

  private Object readKeyed(JsonNode node, Path path) {
    if (!node.isObject()) {
      throw path.problem("an object", node);
    }
    JsonNode named = node.get("$type");
    String name = RecordCodec.nameOf(type);
    String full = RecordCodec.uriOf(type) + "#//" + name;
    if (named != null && !name.equals(named.textValue()) && !full.equals(named.textValue())) {
      throw path.key("$type").problem(Checks.listed(Set.of(name)), named);
    }
    Map<String, Class<?>> known = new LinkedHashMap<>();
    for (Class<?> alternative : type.getPermittedSubclasses()) {
      known.put(component(alternative).key(), alternative);
    }
    Object found = null;
    for (Map.Entry<String, JsonNode> entry : Codec.entries(node)) {
      String key = entry.getKey();
      if (key.equals("$type")) {
        continue;
      }
      Class<?> alternative = known.get(key);
      if (alternative == null || found != null) {
        throw path.problem("exactly one of " + String.join(", ", known.keySet()), node);
      }
      Path place = path.key(key);
      Object value = component(alternative).codec().read(entry.getValue(), place);
      found = create(alternative, value, place);
    }
    if (found == null) {
      throw path.problem("exactly one of " + String.join(", ", known.keySet()), node);
    }
    return found;
  }

  private static Object create(Class<?> alternative, Object value, Path path) {
    return RecordCodec.of(alternative).create(new Object[] {value}, path);
  }

  @Override
  void write(Object value, String uri, JsonGenerator out) throws IOException {
    Class<?> alternative = value.getClass();
    RecordCodec.Component component = component(alternative);
    Object part = component.get(value);
    if (isPlain(alternative)) {
      writeOrNull(component.codec(), part, uri, out);
      return;
    }
    out.writeStartObject();
    out.writeFieldName(component.key());
    writeOrNull(component.codec(), part, uri, out);
    out.writeEndObject();
  }
}
