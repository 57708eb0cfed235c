package ordinaryjson;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads and writes the ordinary JSON of generated classes.
 *
 * <p>A text that is not one of the class is an {@link IllegalArgumentException} that names the path
 * of what is wrong, such as {@code items[0].pages}.
 */
public final class OrdinaryJson {
  private static final ObjectMapper MAPPER = strict();

  private OrdinaryJson() {}

  /** The namespace of the classes of a package. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PACKAGE)
  public @interface Uri {
    /** The namespace, which full names of classes begin with. */
    String value();
  }

  /** Null is a value, which JSON may contain. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE_USE)
  public @interface Nullable {}

  /** Bytes whose text is in Base64; the text of others is in hexadecimal digits. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE_USE)
  public @interface Base64 {}

  /** The last component of a list with a type for each item, with all further items. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE_USE)
  public @interface Rest {}

  /** A type whose values are those of one of its records. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  public @interface Choice {}

  /**
   * Returns a mapper that reads and writes generated classes as this class does. It rejects unknown
   * keys, keys that occur twice and text after the value, and keeps all digits of numbers.
   */
  public static ObjectMapper mapper() {
    return MAPPER.copy();
  }

  /** Reads an object from a text of JSON. */
  public static <T> T read(String text, Class<T> type) {
    return read(tree(text), type);
  }

  /** Reads an object from a tree of JSON. */
  public static <T> T read(JsonNode tree, Class<T> type) {
    return type.cast(Codec.of(type).read(tree, Path.ROOT));
  }

  /** Returns an object as a text of JSON on one line. */
  public static String write(Object value) {
    return write(value, Layout.ON_ONE_LINE);
  }

  /** Returns an object as a text of JSON with a number of spaces for each level. */
  public static String write(Object value, int indent) {
    return write(value, new Layout(indent));
  }

  private static String write(Object value, Layout layout) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = MAPPER.createGenerator(text)) {
      out.setPrettyPrinter(layout);
      write(value, out);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    return text.toString();
  }

  /** Writes an object of a generated class, without the name of the class. */
  static void write(Object value, JsonGenerator out) throws IOException {
    Codec codec = Codec.of(value.getClass());
    codec.write(value, RecordCodec.uriOf(value.getClass()), out);
  }

  /** Reads a value of any kind. */
  public static Object value(String text) {
    return Codec.any(tree(text), Path.ROOT);
  }

  static JsonNode tree(String text) {
    try (JsonParser in = MAPPER.createParser(text)) {
      return Trees.readAll(in);
    } catch (IOException problem) {
      throw new IllegalArgumentException(problem.getMessage(), problem);
    }
  }

  private static ObjectMapper strict() {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .build();
    return JsonMapper.builder(factory)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .addModule(new GeneratedClasses())
        .build();
  }
}
