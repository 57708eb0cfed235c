package ordinaryjson;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The codecs of values without parts. */
final class ScalarCodecs {
  static final Codec BASE64 =
      text(ScalarCodecs::fromBase64, value -> Base64.getEncoder().encodeToString((byte[]) value));

  private static final Codec HEXADECIMAL =
      text(
          ScalarCodecs::fromHexadecimal,
          value -> HexFormat.of().withUpperCase().formatHex((byte[]) value));

  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,4000}");
  private static final Pattern DECIMAL =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,9})?");
  private static final Pattern MOMENT =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})"
              + "(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]+))?)?"
              + "(?:Z|([+-])([0-9]{2}):?([0-9]{2}))?)?");
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'");
  private static final DateTimeFormatter MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");

  private static final Map<Class<?>, Codec> ALL =
      Map.ofEntries(
          Map.entry(Boolean.class, new BooleanCodec()),
          Map.entry(Byte.class, new IntegerCodec(8, BigInteger::byteValueExact)),
          Map.entry(Short.class, new IntegerCodec(16, BigInteger::shortValueExact)),
          Map.entry(Integer.class, new IntegerCodec(32, BigInteger::intValueExact)),
          Map.entry(Long.class, new IntegerCodec(64, BigInteger::longValueExact)),
          Map.entry(BigInteger.class, new IntegerCodec(0, value -> value)),
          Map.entry(Float.class, new FloatCodec(true)),
          Map.entry(Double.class, new FloatCodec(false)),
          Map.entry(BigDecimal.class, new DecimalCodec()),
          Map.entry(Character.class, new CharacterCodec()),
          Map.entry(String.class, text((text, path) -> text, value -> (String) value)),
          Map.entry(Instant.class, text(ScalarCodecs::toInstant, ScalarCodecs::fromInstant)),
          Map.entry(byte[].class, HEXADECIMAL));

  private ScalarCodecs() {}

  /** The codec of a type; null if its values have parts. */
  static Codec find(Class<?> type) {
    return type.isEnum() ? new EnumCodec(type) : ALL.get(type);
  }

  private static Codec text(
      BiFunction<String, Path, Object> read, Function<Object, String> write) {
    return new TextCodec(read, write);
  }

  private static Object fromBase64(String text, Path path) {
    String digits = text.replaceAll("(?U)\\s", "");
    try {
      if (digits.length() % 4 != 0) {
        throw path.problem("bytes in Base64, such as AP8Q", text);
      }
      return Base64.getDecoder().decode(digits);
    } catch (IllegalArgumentException problem) {
      throw path.problem("bytes in Base64, such as AP8Q", text);
    }
  }

  private static Object fromHexadecimal(String text, Path path) {
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException problem) {
      throw path.problem("bytes in hexadecimal, such as 00FF10", text);
    }
  }

  /** A moment; a time without an offset is in UTC. */
  private static Object toInstant(String text, Path path) {
    Matcher found = MOMENT.matcher(text);
    String expected = "a date such as 2026-11-23T10:00:00Z";
    if (!found.matches()) {
      throw path.problem(expected, text);
    }
    int[] parts = new int[7];
    for (int at = 1; at <= 6; at++) {
      parts[at] = found.group(at) == null ? 0 : Integer.parseInt(found.group(at));
    }
    String fraction = found.group(7) == null ? "000" : (found.group(7) + "00").substring(0, 3);
    int hours = found.group(9) == null ? 0 : Integer.parseInt(found.group(9));
    int minutes = found.group(10) == null ? 0 : Integer.parseInt(found.group(10));
    int offset = (hours * 60 + minutes) * ("-".equals(found.group(8)) ? -1 : 1);
    try {
      LocalDateTime local =
          LocalDateTime.of(
              parts[1],
              parts[2],
              parts[3],
              parts[4],
              parts[5],
              parts[6],
              Integer.parseInt(fraction) * 1_000_000);
      LocalDateTime utc = local.minusMinutes(offset);
      if (hours <= 23 && minutes <= 59 && isYear(local) && isYear(utc)) {
        return utc.toInstant(ZoneOffset.UTC);
      }
    } catch (DateTimeException problem) {
      throw path.problem(expected, text);
    }
    throw path.problem(expected, text);
  }

  private static boolean isYear(LocalDateTime moment) {
    return moment.getYear() >= 1 && moment.getYear() <= 9999;
  }

  private static String fromInstant(Object value) {
    LocalDateTime utc = LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC);
    return (utc.getNano() / 1_000_000 > 0 ? MILLISECONDS : SECONDS).format(utc);
  }

  static Double toDouble(JsonNode node, Path path) {
    double value = node.doubleValue();
    if (Double.isInfinite(value)) {
      throw path.problem("a number of 64 bits", node);
    }
    return value;
  }

  /** The shortest digits from which the same number is read. */
  static String digits(double value, boolean isSingle) {
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    BigDecimal exact = new BigDecimal(value);
    // Numbers near zero have fewer digits than others.
    boolean isTiny = Math.abs(value) < (isSingle ? 1e-37 : 1e-300);
    int precision = isTiny ? 1 : isSingle ? 6 : 15;
    BigDecimal shortest = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
    while (isSingle ? shortest.floatValue() != (float) value : shortest.doubleValue() != value) {
      precision++;
      shortest = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
    }
    shortest = shortest.stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      return shortest.scale() > 0 ? shortest.toPlainString() : shortest.setScale(1).toPlainString();
    }
    BigDecimal mantissa = shortest.movePointLeft(exponent).stripTrailingZeros();
    return mantissa.toPlainString() + "e" + exponent;
  }

  private static final class BooleanCodec extends Codec {
    @Override
    Object read(JsonNode node, Path path) {
      if (!node.isBoolean()) {
        throw path.problem("true or false", node);
      }
      return node.booleanValue();
    }

    @Override
    Object readKey(String text, Path path) {
      if (!text.equals("true") && !text.equals("false")) {
        throw path.problem("true or false", text);
      }
      return text.equals("true");
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      out.writeBoolean((Boolean) value);
    }
  }

  private static final class IntegerCodec extends Codec {
    private final int bits;
    private final Function<BigInteger, Object> narrow;

    IntegerCodec(int bits, Function<BigInteger, Object> narrow) {
      this.bits = bits;
      this.narrow = narrow;
    }

    @Override
    Object read(JsonNode node, Path path) {
      if (node.isIntegralNumber()) {
        return narrow(node.bigIntegerValue(), path);
      }
      // A number such as 1.0 or 1e2. The digits of a large one are not worth the memory.
      BigDecimal value = node.isNumber() ? node.decimalValue().stripTrailingZeros() : null;
      if (value == null || value.scale() > 0 || (long) value.precision() - value.scale() > 400) {
        throw path.problem("an integer", node);
      }
      return narrow(value.toBigIntegerExact(), path);
    }

    @Override
    Object readKey(String text, Path path) {
      // Other spellings, such as 007 and +7, would make two keys of one.
      if (!INTEGER.matcher(text).matches()) {
        throw path.problem("an integer", text);
      }
      return narrow(new BigInteger(text), path);
    }

    private Object narrow(BigInteger value, Path path) {
      try {
        return narrow.apply(value);
      } catch (ArithmeticException problem) {
        throw path.problem("an integer of " + bits + " bits", value);
      }
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      out.writeNumber(value.toString());
    }
  }

  private static final class FloatCodec extends Codec {
    private final boolean isSingle;

    FloatCodec(boolean isSingle) {
      this.isSingle = isSingle;
    }

    @Override
    Object read(JsonNode node, Path path) {
      String text = node.textValue();
      // JSON has no numbers for these.
      if ("NaN".equals(text) || "Infinity".equals(text) || "-Infinity".equals(text)) {
        return isSingle ? (Object) Float.valueOf(text) : (Object) Double.valueOf(text);
      }
      if (!node.isNumber()) {
        throw path.problem("a number", node);
      }
      if (!isSingle) {
        return toDouble(node, path);
      }
      // Only zero with a sign is not a decimal number.
      float value = node.isDouble() ? node.floatValue() : node.decimalValue().floatValue();
      if (Float.isInfinite(value)) {
        throw path.problem("a number of 32 bits", node);
      }
      return value;
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      double number = ((Number) value).doubleValue();
      if (Double.isNaN(number) || Double.isInfinite(number)) {
        out.writeString(value.toString());
      } else {
        out.writeNumber(digits(number, isSingle));
      }
    }
  }

  private static final class DecimalCodec extends Codec {
    @Override
    Object read(JsonNode node, Path path) {
      if (node.isNumber()) {
        return node.decimalValue();
      }
      if (!node.isTextual() || !DECIMAL.matcher(node.textValue()).matches()) {
        throw path.problem("a decimal number", node);
      }
      return new BigDecimal(node.textValue());
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      out.writeNumber(value.toString());
    }
  }

  private static final class CharacterCodec extends Codec {
    @Override
    Object read(JsonNode node, Path path) {
      if (node.isIntegralNumber() && node.canConvertToInt()) {
        int code = node.intValue();
        if (code >= 0 && code <= 0xFFFF) {
          return (char) code;
        }
      }
      if (!node.isTextual() || node.textValue().length() != 1) {
        throw path.problem("one character", node);
      }
      return node.textValue().charAt(0);
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      char character = (Character) value;
      if (Character.isISOControl(character) || Character.isSurrogate(character)) {
        out.writeNumber((int) character);
      } else {
        out.writeString(String.valueOf(character));
      }
    }
  }

  private static final class TextCodec extends Codec {
    private final BiFunction<String, Path, Object> read;
    private final Function<Object, String> write;

    TextCodec(BiFunction<String, Path, Object> read, Function<Object, String> write) {
      this.read = read;
      this.write = write;
    }

    @Override
    Object read(JsonNode node, Path path) {
      if (!node.isTextual()) {
        throw path.problem("a text", node);
      }
      return read.apply(node.textValue(), path);
    }

    @Override
    String writeKey(Object value) {
      return write.apply(value);
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      out.writeString(write.apply(value));
    }
  }

  private static final class EnumCodec extends Codec {
    private final Map<String, Object> literals = new LinkedHashMap<>();
    private final Map<Object, String> spellings = new LinkedHashMap<>();

    EnumCodec(Class<?> type) {
      for (Object literal : type.getEnumConstants()) {
        String name = ((Enum<?>) literal).name();
        try {
          JsonProperty spelling = type.getField(name).getAnnotation(JsonProperty.class);
          String text = spelling == null ? name : spelling.value();
          literals.put(text, literal);
          spellings.put(literal, text);
        } catch (NoSuchFieldException problem) {
          throw new IllegalStateException(problem);
        }
      }
    }

    @Override
    Object read(JsonNode node, Path path) {
      Object literal = node.isTextual() ? literals.get(node.textValue()) : null;
      if (literal == null) {
        throw path.problem(Checks.listed(literals.keySet()), node);
      }
      return literal;
    }

    @Override
    String writeKey(Object value) {
      return spellings.get(value);
    }

    @Override
    void write(Object value, String uri, JsonGenerator out) throws IOException {
      out.writeString(spellings.get(value));
    }
  }
}
