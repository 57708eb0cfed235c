package ordinaryjson;

/** A place in a value of JSON, for messages. */
record Path(Path parent, String step, int depth) {
  static final Path ROOT = new Path(null, "", 0);

  /** The maximum number of levels, so that reading does not exhaust the stack. */
  private static final int MAX_DEPTH = 500;

  Path key(String key) {
    return inside("." + key);
  }

  Path item(int at) {
    return inside("[" + at + "]");
  }

  Path entry(String key) {
    return inside("[" + Codec.shown(key) + "]");
  }

  private Path inside(String step) {
    if (depth == MAX_DEPTH) {
      throw new IllegalArgumentException("the text has too many levels");
    }
    return new Path(this, step, depth + 1);
  }

  /** The problem of the value at this place. */
  IllegalArgumentException problem(String expected, Object found) {
    return Checks.problem(toString(), expected, found);
  }

  /** A problem of a part of the value at this place. */
  IllegalArgumentException problem(IllegalArgumentException inner) {
    String message = inner.getMessage();
    String whole = Checks.place("");
    if (message.startsWith(whole)) {
      message = Checks.place(toString()) + message.substring(whole.length());
    } else if (this != ROOT) {
      message = this + (message.startsWith("[") ? "" : ".") + message;
    }
    return new IllegalArgumentException(message, inner);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Path at = this; at != null; at = at.parent) {
      text.insert(0, at.step);
    }
    return text.length() > 0 && text.charAt(0) == '.' ? text.substring(1) : text.toString();
  }
}
