package ordinaryjson;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Reads texts as trees in which numbers have all of their digits, and zero has its sign. */
final class Trees {
  private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

  private Trees() {}

  /** Reads the only value of a text. */
  static JsonNode readAll(JsonParser in) throws IOException {
    JsonNode tree = in.nextToken() == null ? null : read(in, Path.ROOT);
    if (tree == null || in.nextToken() != null) {
      String found = tree == null ? "nothing" : "more";
      throw new JsonParseException(in, "expected one value, found " + found);
    }
    return tree;
  }

  /** Reads the value that starts with the current token. */
  static JsonNode read(JsonParser in, Path path) throws IOException {
    switch (in.currentToken()) {
      case START_OBJECT:
        ObjectNode entries = NODES.objectNode();
        Path entry = path.key("");
        while (in.nextToken() == JsonToken.FIELD_NAME) {
          String key = in.getCurrentName();
          in.nextToken();
          entries.set(key, read(in, entry));
        }
        return entries;
      case START_ARRAY:
        ArrayNode items = NODES.arrayNode();
        Path item = path.item(0);
        while (in.nextToken() != JsonToken.END_ARRAY) {
          items.add(read(in, item));
        }
        return items;
      case VALUE_NUMBER_INT:
        return NODES.numberNode(in.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT:
        JsonNode number = NODES.numberNode(in.getDecimalValue());
        boolean isZero = number.decimalValue().signum() == 0;
        return isZero && in.getText().startsWith("-") ? NODES.numberNode(-0.0) : number;
      case VALUE_TRUE:
      case VALUE_FALSE:
        return NODES.booleanNode(in.getBooleanValue());
      case VALUE_NULL:
        return NODES.nullNode();
      default:
        return NODES.textNode(in.getText());
    }
  }
}
