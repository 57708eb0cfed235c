package ordinaryjson;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Converts the values of one type from JSON and to JSON. */
abstract class Codec {
  private static final Map<Class<?>, Codec> KNOWN = new ConcurrentHashMap<>();

  /** The value that a value of JSON represents. */
  abstract Object read(JsonNode node, Path path);

  /** Writes a value inside of an object of a package. */
  abstract void write(Object value, String uri, JsonGenerator out) throws IOException;

  /** The value that a key represents. */
  Object readKey(String text, Path path) {
    return read(TextNode.valueOf(text), path);
  }

  /** A value as a key. */
  String writeKey(Object value) {
    return String.valueOf(value);
  }

  /** The codec of a type with annotations. */
  static Codec of(AnnotatedType type) {
    boolean isNullable = type.isAnnotationPresent(OrdinaryJson.Nullable.class);
    boolean isBase64 = false;
    if (type instanceof AnnotatedArrayType array) {
      // An annotation before an array is one of its items.
      AnnotatedType item = array.getAnnotatedGenericComponentType();
      isNullable |= item.isAnnotationPresent(OrdinaryJson.Nullable.class);
      isBase64 = item.isAnnotationPresent(OrdinaryJson.Base64.class);
    }
    Codec codec;
    if (isBase64) {
      codec = ScalarCodecs.BASE64;
    } else if (type instanceof AnnotatedParameterizedType generic) {
      AnnotatedType[] of = generic.getAnnotatedActualTypeArguments();
      boolean isList = raw(type.getType()) == List.class;
      codec = isList ? new ListCodec(of(of[0])) : new MapCodec(of(of[0]), of(of[1]));
    } else {
      codec = of(raw(type.getType()));
    }
    return isNullable ? new NullableCodec(codec) : codec;
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
  }

  /** The codec of a type without parameters. */
  static Codec of(Class<?> type) {
    Codec known = KNOWN.get(type);
    if (known != null) {
      return known;
    }
    // Codecs of records find those of their components later, so that types may contain themselves.
    Codec codec = find(type);
    KNOWN.put(type, codec);
    return codec;
  }

  private static Codec find(Class<?> type) {
    Codec scalar = ScalarCodecs.find(type);
    if (scalar != null) {
      return scalar;
    }
    if (type == Object.class) {
      return new AnyCodec();
    }
    if (!RecordCodec.isGenerated(type)) {
      throw new IllegalArgumentException(type.getName() + " is not a generated class");
    }
    if (type.isAnnotationPresent(OrdinaryJson.Choice.class)) {
      return new ChoiceCodec(type);
    }
    JsonFormat format = type.getAnnotation(JsonFormat.class);
    if (format != null && format.shape() == JsonFormat.Shape.ARRAY) {
      return new TupleCodec(type);
    }
    if (type.getEnclosingClass() != null && ChoiceCodec.isAlternative(type)) {
      return of(type.getEnclosingClass());
    }
    return new PartCodec(type);
  }

  /** The entries of a map. */
  static Iterable<Map.Entry<String, JsonNode>> entries(JsonNode node) {
    return node::fields;
  }

  /** A value of any kind, with numbers as they are in JSON. */
  static Object any(JsonNode node, Path path) {
    if (node.isNull()) {
      return null;
    }
    if (node.isArray()) {
      List<Object> items = new ArrayList<>(node.size());
      for (JsonNode item : node) {
        items.add(any(item, path.item(items.size())));
      }
      return Collections.unmodifiableList(items);
    }
    if (node.isObject()) {
      Map<String, Object> entries = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> entry : entries(node)) {
        entries.put(entry.getKey(), any(entry.getValue(), path.entry(entry.getKey())));
      }
      return Collections.unmodifiableMap(entries);
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isIntegralNumber()) {
      return node.canConvertToLong() ? (Object) node.longValue() : node.bigIntegerValue();
    }
    return node.isNumber() ? (Object) ScalarCodecs.toDouble(node, path) : node.textValue();
  }

  /** A value as it is shown in messages. */
  static String shown(Object value) {
    String text =
        value instanceof String plain ? TextNode.valueOf(plain).toString() : String.valueOf(value);
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  /** Null, or the values of another codec. */
  static final class NullableCodec extends Codec {
    private final Codec value;

    NullableCodec(Codec value) {
      this.value = value;
    }

    @Override
    Object read(JsonNode node, Path path) {
      return node.isNull() ? null : value.read(node, path);
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      this.value.write(value, uri, out);
    }
  }

  /** Values of any kind. */
  static final class AnyCodec extends Codec {
    @Override
    Object read(JsonNode node, Path path) {
      if (node.isNull()) {
        throw path.problem("a value", node);
      }
      return any(node, path);
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      if (value instanceof List<?> items) {
        out.writeStartArray();
        for (Object item : items) {
          write(item, uri, out);
        }
        out.writeEndArray();
      } else if (value instanceof Map<?, ?> entries) {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
          out.writeFieldName(String.valueOf(entry.getKey()));
          write(entry.getValue(), uri, out);
        }
        out.writeEndObject();
      } else if (value == null) {
        out.writeNull();
      } else if (value instanceof Number number) {
        Codec codec = ScalarCodecs.find(number.getClass());
        codec.write(number, uri, out);
      } else if (value instanceof Boolean truth) {
        out.writeBoolean(truth);
      } else {
        out.writeString(value.toString());
      }
    }
  }

  /** Lists. */
  static final class ListCodec extends Codec {
    private final Codec item;

    ListCodec(Codec item) {
      this.item = item;
    }

    @Override
    Object read(JsonNode node, Path path) {
      if (!node.isArray()) {
        throw path.problem("a list", node);
      }
      List<Object> items = new ArrayList<>(node.size());
      for (JsonNode each : node) {
        items.add(item.read(each, path.item(items.size())));
      }
      return Collections.unmodifiableList(items);
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      out.writeStartArray();
      for (Object each : (List<?>) value) {
        writeOrNull(item, each, uri, out);
      }
      out.writeEndArray();
    }
  }

  /** Maps. */
  static final class MapCodec extends Codec {
    private final Codec key;
    private final Codec value;

    MapCodec(Codec key, Codec value) {
      this.key = key;
      this.value = value;
    }

    @Override
    Object read(JsonNode node, Path path) {
      if (!node.isObject()) {
        throw path.problem("a map", node);
      }
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> entry : entries(node)) {
        Path place = path.entry(entry.getKey());
        entries.put(key.readKey(entry.getKey(), place), value.read(entry.getValue(), place));
      }
      return Collections.unmodifiableMap(entries);
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      out.writeStartObject();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        out.writeFieldName(key.writeKey(entry.getKey()));
        writeOrNull(this.value, entry.getValue(), uri, out);
      }
      out.writeEndObject();
    }
  }

  static void writeOrNull(Codec codec, Object value, String uri, JsonGenerator out)
      throws IOException {
    if (value == null) {
      out.writeNull();
    } else {
      codec.write(value, uri, out);
    }
  }
}
