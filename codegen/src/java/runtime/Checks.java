package ordinaryjson;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The checks of the constructors of generated classes. */
public final class Checks {
  private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

  private Checks() {}

  /** A condition of values. */
  @FunctionalInterface
  public interface Rule<T> {
    /** Throws an {@link IllegalArgumentException} unless a value fulfils the condition. */
    void check(String path, T value);
  }

  /** Returns a value that must not be null. */
  public static <T> T required(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(place(name) + " is missing");
    }
    return value;
  }

  /** Checks a value, unless it is null. */
  @SafeVarargs
  public static <T> void check(String name, T value, Rule<? super T>... rules) {
    if (value != null) {
      for (Rule<? super T> rule : rules) {
        rule.check(name, value);
      }
    }
  }

  /** Returns a copy that does not change; an empty list for null. */
  public static <T> List<T> list(String name, List<T> values) {
    List<T> copy = listWithNulls(values);
    for (int at = 0; at < copy.size(); at++) {
      required(name + "[" + at + "]", copy.get(at));
    }
    return copy;
  }

  /** Returns a copy that does not change, and may contain null; an empty list for null. */
  public static <T> List<T> listWithNulls(List<T> values) {
    return values == null ? List.of() : Collections.unmodifiableList(new ArrayList<>(values));
  }

  /** Returns a copy that does not change; an empty map for null. */
  public static <K, V> Map<K, V> map(String name, Map<K, V> values) {
    Map<K, V> copy = mapWithNulls(values);
    for (Map.Entry<K, V> entry : copy.entrySet()) {
      required(entryOf(name, entry.getKey()), entry.getValue());
    }
    return copy;
  }

  /** Returns a copy that does not change, and may contain null; an empty map for null. */
  public static <K, V> Map<K, V> mapWithNulls(Map<K, V> values) {
    return values == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Returns a copy of bytes. */
  public static byte[] bytes(byte[] value) {
    return value == null ? null : value.clone();
  }

  /** Integers from the first number to the second. */
  public static Rule<Number> range(long low, long high) {
    return bound(
        value ->
            value.compareTo(BigDecimal.valueOf(low)) >= 0
                && value.compareTo(BigDecimal.valueOf(high)) <= 0,
        "a number from " + low + " to " + high);
  }

  /** Numbers that are not less than a bound, which is given by its digits. */
  public static Rule<Number> atLeast(String low) {
    BigDecimal bound = new BigDecimal(low);
    return bound(value -> value.compareTo(bound) >= 0, "a number of at least " + low);
  }

  /** Numbers that are not less than a bound. */
  public static Rule<Number> atLeast(long low) {
    return atLeast(Long.toString(low));
  }

  /** Numbers that are not greater than a bound, which is given by its digits. */
  public static Rule<Number> atMost(String high) {
    BigDecimal bound = new BigDecimal(high);
    return bound(value -> value.compareTo(bound) <= 0, "a number of at most " + high);
  }

  /** Numbers that are not greater than a bound. */
  public static Rule<Number> atMost(long high) {
    return atMost(Long.toString(high));
  }

  /** Numbers greater than a bound, which is given by its digits. */
  public static Rule<Number> above(String low) {
    BigDecimal bound = new BigDecimal(low);
    return bound(value -> value.compareTo(bound) > 0, "a number above " + low);
  }

  /** Numbers less than a bound, which is given by its digits. */
  public static Rule<Number> below(String high) {
    BigDecimal bound = new BigDecimal(high);
    return bound(value -> value.compareTo(bound) < 0, "a number below " + high);
  }

  private static Rule<Number> bound(Predicate<BigDecimal> isInside, String expected) {
    return (path, value) -> {
      BigDecimal exact = exact(value);
      if (exact == null || !isInside.test(exact)) {
        throw problem(path, expected, value);
      }
    };
  }

  /** A number that can be compared with bounds; null for one that is none. */
  private static BigDecimal exact(Number value) {
    double near = value.doubleValue();
    boolean isFloat = value instanceof Double || value instanceof Float;
    if (isFloat && Double.isNaN(near)) {
      return null;
    }
    if (isFloat && Double.isInfinite(near)) {
      // Greater than all bounds, or less.
      return new BigDecimal(near > 0 ? "1e9999" : "-1e9999");
    }
    return new BigDecimal(value.toString());
  }

  /** Texts with at least a number of characters. */
  public static Rule<String> minLength(int min) {
    return length(length -> length >= min, "a text of at least " + min + " characters");
  }

  /** Texts with at most a number of characters. */
  public static Rule<String> maxLength(int max) {
    return length(length -> length <= max, "a text of at most " + max + " characters");
  }

  private static Rule<String> length(IntPredicate isInside, String expected) {
    return (path, value) -> {
      if (!isInside.test(value.codePointCount(0, value.length()))) {
        throw problem(path, expected, value);
      }
    };
  }

  /** Texts in which a regular expression finds something. */
  public static Rule<String> pattern(String expression) {
    Pattern pattern = PATTERNS.computeIfAbsent(expression, Pattern::compile);
    return (path, value) -> {
      if (!pattern.matcher(value).find()) {
        throw problem(path, "a text that matches " + expression, value);
      }
    };
  }

  /** The only values. */
  public static Rule<Object> oneOf(Object... values) {
    return (path, value) -> {
      if (!List.of(values).contains(value)) {
        throw problem(path, listed(List.of(values)), value);
      }
    };
  }

  /** Values of any kind, except texts, numbers and truth values. */
  public static Rule<Object> noScalars() {
    return (path, value) -> {
      if (!(value instanceof Collection<?> || value instanceof Map<?, ?>)) {
        throw problem(path, "a value of another kind", value);
      }
    };
  }

  /** Values of any kind, except lists. */
  public static Rule<Object> noLists() {
    return (path, value) -> {
      if (value instanceof Collection<?>) {
        throw problem(path, "a value of another kind", value);
      }
    };
  }

  /** Values of any kind, except maps. */
  public static Rule<Object> noMaps() {
    return (path, value) -> {
      if (value instanceof Map<?, ?>) {
        throw problem(path, "a value of another kind", value);
      }
    };
  }

  /** Lists and maps with at least a number of values. */
  public static Rule<Object> minSize(int min) {
    return (path, value) -> {
      if (sizeOf(value) < min) {
        String found = ", found " + sizeOf(value);
        throw new IllegalArgumentException(
            place(path) + ": expected at least " + min + " values" + found);
      }
    };
  }

  /** Lists and maps with at most a number of values. */
  public static Rule<Object> maxSize(int max) {
    return (path, value) -> {
      if (sizeOf(value) > max) {
        String found = ", found " + sizeOf(value);
        throw new IllegalArgumentException(
            place(path) + ": expected at most " + max + " values" + found);
      }
    };
  }

  private static int sizeOf(Object value) {
    return value instanceof Map<?, ?> map ? map.size() : ((Collection<?>) value).size();
  }

  /** Lists whose values differ. */
  public static Rule<Collection<?>> distinct() {
    return (path, values) -> {
      Set<Object> seen = new HashSet<>();
      int at = 0;
      for (Object value : values) {
        if (!seen.add(comparable(value))) {
          String expected = "an item that differs from all others";
          throw problem(path + "[" + at + "]", expected, value);
        }
        at++;
      }
    };
  }

  /** A value that equals others with the same JSON. */
  private static Object comparable(Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    return value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
  }

  /** Lists of which each value but null fulfils some conditions. */
  @SafeVarargs
  public static <T> Rule<Collection<? extends T>> each(Rule<? super T>... rules) {
    return (path, values) -> {
      int at = 0;
      for (T value : values) {
        for (Rule<? super T> rule : rules) {
          if (value != null) {
            rule.check(path + "[" + at + "]", value);
          }
        }
        at++;
      }
    };
  }

  /** Maps of which each key fulfils some conditions. */
  @SafeVarargs
  public static <K> Rule<Map<? extends K, ?>> keys(Rule<? super K>... rules) {
    return (path, entries) -> {
      for (K key : entries.keySet()) {
        for (Rule<? super K> rule : rules) {
          rule.check(entryOf(path, key), key);
        }
      }
    };
  }

  /** Maps of which each value but null fulfils some conditions. */
  @SafeVarargs
  public static <V> Rule<Map<?, ? extends V>> values(Rule<? super V>... rules) {
    return (path, entries) -> {
      for (Map.Entry<?, ? extends V> entry : entries.entrySet()) {
        for (Rule<? super V> rule : rules) {
          if (entry.getValue() != null) {
            rule.check(entryOf(path, entry.getKey()), entry.getValue());
          }
        }
      }
    };
  }

  private static String entryOf(String path, Object key) {
    return path + "[" + Codec.shown(String.valueOf(key)) + "]";
  }

  static IllegalArgumentException problem(String path, String expected, Object found) {
    return new IllegalArgumentException(
        place(path) + ": expected " + expected + ", found " + Codec.shown(found));
  }

  /** A path, or words for the value itself. */
  static String place(String path) {
    return path.isEmpty() ? "the value" : path;
  }

  /** The values that are expected, of many only the first. */
  static String listed(Collection<?> values) {
    List<String> texts = new ArrayList<>();
    for (Object value : values) {
      if (texts.size() == 8) {
        texts.add("…");
        break;
      }
      texts.add(Codec.shown(value));
    }
    return texts.isEmpty() ? "no value" : "one of " + String.join(", ", texts);
  }
}
