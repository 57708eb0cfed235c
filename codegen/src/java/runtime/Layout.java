package ordinaryjson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import java.io.IOException;

/** The spaces and line breaks of a text of JSON. */
final class Layout implements PrettyPrinter {
  static final Layout ON_ONE_LINE = new Layout(-1);

  private final int indent;
  private int level;

  /** The number of spaces for each level; everything is on one line if it is negative. */
  Layout(int indent) {
    this.indent = indent;
  }

  @Override
  public void writeRootValueSeparator(JsonGenerator out) throws IOException {
    out.writeRaw('\n');
  }

  @Override
  public void writeStartObject(JsonGenerator out) throws IOException {
    out.writeRaw('{');
    open();
  }

  @Override
  public void writeEndObject(JsonGenerator out, int entries) throws IOException {
    close(out, entries);
    out.writeRaw('}');
  }

  @Override
  public void writeStartArray(JsonGenerator out) throws IOException {
    out.writeRaw('[');
    open();
  }

  @Override
  public void writeEndArray(JsonGenerator out, int values) throws IOException {
    close(out, values);
    out.writeRaw(']');
  }

  @Override
  public void beforeObjectEntries(JsonGenerator out) throws IOException {
    breakLine(out);
  }

  @Override
  public void beforeArrayValues(JsonGenerator out) throws IOException {
    breakLine(out);
  }

  @Override
  public void writeObjectEntrySeparator(JsonGenerator out) throws IOException {
    separate(out);
  }

  @Override
  public void writeArrayValueSeparator(JsonGenerator out) throws IOException {
    separate(out);
  }

  @Override
  public void writeObjectFieldValueSeparator(JsonGenerator out) throws IOException {
    out.writeRaw(": ");
  }

  private void open() {
    // One layout is shared by all texts on one line, so it must not change.
    if (indent >= 0) {
      level++;
    }
  }

  private void close(JsonGenerator out, int count) throws IOException {
    if (indent >= 0) {
      level--;
    }
    if (count > 0) {
      breakLine(out);
    }
  }

  private void separate(JsonGenerator out) throws IOException {
    out.writeRaw(indent >= 0 ? "," : ", ");
    breakLine(out);
  }

  private void breakLine(JsonGenerator out) throws IOException {
    if (indent >= 0) {
      out.writeRaw("\n" + " ".repeat(indent * level));
    }
  }
}
