package ordinaryjson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.AnnotatedParameterizedType;
import java.util.ArrayList;
import java.util.List;

/** Lists with a type for each item; items at the end may be missing. */
final class TupleCodec extends Codec {
  private final Class<?> type;

  TupleCodec(Class<?> type) {
    this.type = type;
  }

  private static boolean isRest(RecordCodec.Component component) {
    return component.type().isAnnotationPresent(OrdinaryJson.Rest.class);
  }

  private static Codec itemOf(RecordCodec.Component component) {
    AnnotatedParameterizedType list = (AnnotatedParameterizedType) component.type();
    return Codec.of(list.getAnnotatedActualTypeArguments()[0]);
  }

  @Override
  Object read(JsonNode node, Path path) {
    if (!node.isArray()) {
      throw path.problem("a list", node);
    }
    RecordCodec codec = RecordCodec.of(type);
    List<RecordCodec.Component> components = codec.components();
    Object[] values = new Object[components.size()];
    int next = 0;
    for (int at = 0; at < components.size(); at++) {
      RecordCodec.Component component = components.get(at);
      if (isRest(component)) {
        Codec item = itemOf(component);
        List<Object> rest = new ArrayList<>();
        for (; next < node.size(); next++) {
          rest.add(item.read(node.get(next), path.item(next)));
        }
        values[at] = rest;
      } else if (next < node.size()) {
        values[at] = component.codec().read(node.get(next), path.item(next));
        next++;
      }
    }
    if (next < node.size()) {
      String expected = "at most " + next + " values";
      throw new IllegalArgumentException(
          Checks.place(path.toString()) + ": expected " + expected + ", found " + node.size());
    }
    return codec.create(values, path);
  }

  @Override
  void write(Object value, String uri, JsonGenerator out) throws IOException {
    List<RecordCodec.Component> components = RecordCodec.of(type).components();
    List<Object> values = new ArrayList<>();
    List<Codec> codecs = new ArrayList<>();
    int least = 0;
    for (RecordCodec.Component component : components) {
      if (isRest(component)) {
        for (Object item : (List<?>) component.get(value)) {
          values.add(item);
          codecs.add(itemOf(component));
          least = values.size();
        }
      } else {
        values.add(component.get(value));
        codecs.add(component.codec());
        least = component.isRequired() ? values.size() : least;
      }
    }
    int size = values.size();
    while (size > least && values.get(size - 1) == null) {
      size--;
    }
    out.writeStartArray();
    for (int at = 0; at < size; at++) {
      writeOrNull(codecs.get(at), values.get(at), uri, out);
    }
    out.writeEndArray();
  }
}
