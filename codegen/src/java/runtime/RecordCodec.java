package ordinaryjson;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Reads and writes the objects of one record, whose components have keys. */
final class RecordCodec {
  /** The key that names the classes without a key of their own. */
  static final String TYPE = "$type";

  private static final Map<Class<?>, RecordCodec> KNOWN = new ConcurrentHashMap<>();

  /** A component, with the value of one that JSON leaves out. */
  record Component(
      String key,
      boolean isRequired,
      AnnotatedType type,
      Codec codec,
      String initial,
      Method accessor) {
    Object get(Object value) {
      try {
        return accessor.invoke(value);
      } catch (ReflectiveOperationException problem) {
        throw new IllegalStateException(problem);
      }
    }

    /** The default; null if there is none. */
    Object byDefault() {
      return initial == null ? null : codec.read(OrdinaryJson.tree(initial), Path.ROOT);
    }
  }

  private final String classKey;
  private final Constructor<?> constructor;
  private final List<Component> components = new ArrayList<>();
  private final Map<String, Integer> places = new LinkedHashMap<>();
  private final List<Object> defaults = new ArrayList<>();

  private RecordCodec(Class<?> type) {
    classKey = keyOf(type);
    List<Class<?>> types = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      Method accessor = component.getAccessor();
      JsonProperty property = accessor.getAnnotation(JsonProperty.class);
      boolean hasKey = property != null && !property.value().equals(JsonProperty.USE_DEFAULT_NAME);
      String key = hasKey ? property.value() : component.getName();
      boolean hasDefault = property != null && !property.defaultValue().isEmpty();
      places.put(key, components.size());
      AnnotatedType annotated = component.getAnnotatedType();
      Component known =
          new Component(
              key,
              property != null && property.required(),
              annotated,
              Codec.of(annotated),
              hasDefault ? property.defaultValue() : null,
              accessor);
      components.add(known);
      defaults.add(known.byDefault());
      types.add(component.getType());
    }
    try {
      constructor = type.getConstructor(types.toArray(new Class<?>[0]));
    } catch (NoSuchMethodException problem) {
      throw new IllegalStateException(problem);
    }
  }

  static RecordCodec of(Class<?> type) {
    RecordCodec known = KNOWN.get(type);
    if (known == null) {
      known = new RecordCodec(type);
      KNOWN.put(type, known);
    }
    return known;
  }

  /** Whether a class was generated with this one. */
  static boolean isGenerated(Class<?> type) {
    Package own = type.getPackage();
    return own != null && !type.isEnum() && own.isAnnotationPresent(OrdinaryJson.Uri.class);
  }

  static String uriOf(Class<?> type) {
    return type.getPackage().getAnnotation(OrdinaryJson.Uri.class).value();
  }

  /** The key that names a class in documents. */
  static String keyOf(Class<?> type) {
    JsonTypeInfo info = type.getAnnotation(JsonTypeInfo.class);
    return info == null ? TYPE : info.property();
  }

  /** The name of a class in documents of its own package, or under its own key. */
  static String nameOf(Class<?> type) {
    JsonTypeName name = type.getAnnotation(JsonTypeName.class);
    return name == null ? type.getSimpleName() : name.value();
  }

  List<Component> components() {
    return components;
  }

  Object read(JsonNode node, Path path) {
    Object[] values = defaults.toArray();
    for (Component component : components) {
      if (component.isRequired() && !node.has(component.key())) {
        throw new IllegalArgumentException(path.key(component.key()) + " is missing");
      }
    }
    for (Map.Entry<String, JsonNode> entry : Codec.entries(node)) {
      String key = entry.getKey();
      if (key.equals(classKey)) {
        continue;
      }
      Integer at = places.get(key);
      if (at == null) {
        String name = constructor.getDeclaringClass().getSimpleName();
        throw new IllegalArgumentException(path.key(key) + " is not a key of " + name);
      }
      values[at] = components.get(at).codec().read(entry.getValue(), path.key(key));
    }
    return create(values, path);
  }

  /** An object with values of its components, which its constructor checks. */
  Object create(Object[] values, Path path) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException problem) {
      if (problem.getCause() instanceof IllegalArgumentException inner) {
        throw path.problem(inner);
      }
      throw new IllegalStateException(problem.getCause());
    } catch (ReflectiveOperationException problem) {
      throw new IllegalStateException(problem);
    }
  }

  /** Writes the keys whose values are not the default. */
  void writeEntries(Object value, String uri, JsonGenerator out) throws IOException {
    for (int at = 0; at < components.size(); at++) {
      Component component = components.get(at);
      Object part = component.get(value);
      if (component.isRequired() || !isDefault(part, at)) {
        out.writeFieldName(component.key());
        Codec.writeOrNull(component.codec(), part, uri, out);
      }
    }
  }

  private boolean isDefault(Object value, int at) {
    if (components.get(at).initial() != null) {
      return Objects.deepEquals(value, defaults.get(at));
    }
    return value == null
        || value instanceof Collection<?> items && items.isEmpty() && !isEmptyAllowed(at)
        || value instanceof Map<?, ?> entries && entries.isEmpty() && !isEmptyAllowed(at);
  }

  /** Whether empty lists are values: those of any kind, or of a component that may have none. */
  private boolean isEmptyAllowed(int at) {
    AnnotatedType type = components.get(at).type();
    return type.getType() == Object.class || type.isAnnotationPresent(OrdinaryJson.Nullable.class);
  }
}
