//! JSON, as Ruby writes and reads it: `to_json`, `to_json_pretty`, `parsejson`.

use super::arguments::{string, wrong_type};
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, Hash, HostError, Value};
use modelwright_hiera::lookup::read_value;
use modelwright_hiera::store::to_evaluated;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::json_text;

/// The layout of JSON, as the options of Ruby's generator determine it.
#[derive(Debug)]
struct Layout {
    indent: String,
    space: String,
    space_before: String,
    object_end: String,
    array_end: String,
    allows_nan: bool,
    /// The maximum nesting; `None` if there is none.
    max_nesting: Option<usize>,
}

impl Layout {
    /// The layout without blanks and line breaks.
    fn plain() -> Self {
        Self {
            indent: String::new(),
            space: String::new(),
            space_before: String::new(),
            object_end: String::new(),
            array_end: String::new(),
            allows_nan: false,
            // Ruby's default.
            max_nesting: Some(100),
        }
    }

    /// The layout of Ruby's `pretty_generate`.
    fn pretty() -> Self {
        let line_break = || "\n".to_owned();
        let (indent, space) = ("  ".to_owned(), " ".to_owned());
        Self { indent, space, object_end: line_break(), array_end: line_break(), ..Self::plain() }
    }

    /// Changes the layout by the options of `to_json_pretty`.
    fn set(&mut self, options: &Hash) -> Result<(), HostError> {
        for (key, value) in options.pairs() {
            let invalid = || wrong_type("to_json_pretty", "the options of Ruby's JSON", value);
            let text = || match value {
                Value::String(text) => Ok(text.to_string()),
                _ => Err(invalid()),
            };
            match (key.text().unwrap_or(""), value) {
                ("indent" | "space" | "space_before" | "object_nl" | "array_nl", Value::Undef) => {
                    // The function accepts `undef` here, but then the library of Ruby fails.
                    return Err(HostError::new("`to_json_pretty` requires texts in its options"));
                }
                ("indent", _) => self.indent = text()?,
                ("space", _) => self.space = text()?,
                ("space_before", _) => self.space_before = text()?,
                ("object_nl", _) => self.object_end = text()?,
                ("array_nl", _) => self.array_end = text()?,
                ("allow_nan", Value::Boolean(allows)) => self.allows_nan = *allows,
                ("allow_nan", Value::Undef) => self.allows_nan = false,
                ("max_nesting", Value::Integer(max)) if *max >= -1 => {
                    // -1 and 0 mean that there is no limit.
                    self.max_nesting = usize::try_from(*max).ok().filter(|max| *max > 0);
                }
                ("max_nesting", Value::Undef) => self.max_nesting = None,
                _ => return Err(invalid()),
            }
        }
        Ok(())
    }
}

/// Writes values as JSON.
struct Writer<'w> {
    layout: &'w Layout,
    budget: &'w mut Budget,
    out: String,
    depth: usize,
}

impl Writer<'_> {
    /// Writes a value, and charges for its text.
    fn value(&mut self, value: &Value) -> Result<(), HostError> {
        let start = self.out.len();
        match value {
            Value::Undef => self.out.push_str("null"),
            Value::Boolean(_) | Value::Integer(_) | Value::BigInteger(_) => {
                self.out.push_str(&value.to_text());
            }
            Value::Float(number) if number.is_finite() || self.layout.allows_nan => {
                self.out.push_str(&value.to_ruby_text());
            }
            Value::Float(_) => return Err(HostError::new("JSON has no number that is infinite or NaN")),
            Value::Array(items) => {
                let end = self.layout.array_end.clone();
                self.collection(['[', ']'], &end, items, |writer, item| writer.value(item))?;
            }
            Value::Hash(hash) => {
                let end = self.layout.object_end.clone();
                self.collection(['{', '}'], &end, hash.pairs(), |writer, (key, value)| {
                    quote(&key.to_ruby_text(), &mut writer.out);
                    let layout = writer.layout;
                    writer.out.extend([&*layout.space_before, ":", &*layout.space]);
                    writer.value(value)
                })?;
            }
            // Ruby writes the text of any other object.
            other => quote(&other.to_ruby_text(), &mut self.out),
        }
        self.budget.charge(1, self.out.len().saturating_sub(start))
    }

    /// Writes the elements of an array or a hash in brackets, each with `write` on a line of its own; `end` ends a
    /// line.
    fn collection<T>(
        &mut self,
        [open, close]: [char; 2],
        end: &str,
        items: &[T],
        write: impl Fn(&mut Self, &T) -> Result<(), HostError>,
    ) -> Result<(), HostError> {
        self.out.push(open);
        self.depth += 1;
        if self.layout.max_nesting.is_some_and(|max| self.depth > max) {
            return Err(HostError::new("this is nested too deeply for JSON"));
        }
        // Ruby ends the line after the bracket of an empty array, but not after that of an empty hash.
        if items.is_empty() && open == '[' {
            self.out.push_str(end);
        }
        for (index, item) in items.iter().enumerate() {
            self.out.push_str(if index == 0 { "" } else { "," });
            self.end_line(end);
            write(self, item)?;
        }
        self.depth -= 1;
        self.end_line(end);
        self.out.push(close);
        Ok(())
    }

    /// Ends a line, and indents the next one.
    fn end_line(&mut self, end: &str) {
        self.out.push_str(end);
        self.out.push_str(&self.layout.indent.repeat(self.depth));
    }
}

/// Appends a text in quotes. Unlike our own writer, Ruby has the short escapes `\b` and `\f`.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut quoted_part = String::new();
    for part in text.split_inclusive(['\u{8}', '\u{c}']) {
        let (plain, short_escape) = match part.strip_suffix('\u{8}') {
            Some(plain) => (plain, "\\b"),
            None => part.strip_suffix('\u{c}').map_or((part, ""), |plain| (plain, "\\f")),
        };
        quoted_part.clear();
        json_text::quote(plain, |c| c < ' ', &mut quoted_part);
        // The part without its own quotes.
        out.push_str(&quoted_part[1..quoted_part.len() - 1]);
        out.push_str(short_escape);
    }
    out.push('"');
}

/// Writes a value as JSON. Fails if JSON cannot represent the value, or it is nested too deeply.
fn write(value: &Value, layout: &Layout, budget: &mut Budget) -> Result<String, HostError> {
    let mut writer = Writer { layout, budget, out: String::new(), depth: 0 };
    writer.value(value)?;
    Ok(writer.out)
}

pub(super) fn to_json(values: &[Value], budget: &mut Budget) -> Answer {
    write(&values[0], &Layout::plain(), budget).map(|text| Value::string(&text))
}

/// The JSON of a hash or an array in several lines. The second argument is whether to leave out `undef`, the third one
/// contains the options of Ruby's generator.
pub(super) fn to_json_pretty(values: &[Value], budget: &mut Budget) -> Answer {
    let mut layout = Layout::pretty();
    let leaves_out_undef = match values.get(1) {
        None | Some(Value::Undef) => false,
        Some(Value::Boolean(leaves_out)) => *leaves_out,
        Some(other) => return Err(wrong_type("to_json_pretty", "true or false as second argument", other)),
    };
    match values.get(2) {
        None => {}
        Some(Value::Hash(options)) => layout.set(options)?,
        Some(other) => return Err(wrong_type("to_json_pretty", "a hash of options", other)),
    }
    let is_written = |value: &Value| !leaves_out_undef || !matches!(value, Value::Undef);
    let data = match &values[0] {
        Value::Array(items) => Value::array(items.iter().filter(|item| is_written(item)).cloned().collect()),
        Value::Hash(hash) => Value::hash(hash.pairs().iter().filter(|(_, value)| is_written(value)).cloned()),
        other => return Err(wrong_type("to_json_pretty", "a hash or an array", other)),
    };
    write(&data, &layout, budget).map(|text| Value::string(&(text + "\n")))
}

/// The steps that are charged for each byte of a text from which a value is read.
pub(super) const STEPS_PER_READ_BYTE: usize = 2;
/// The bytes of memory that are charged for each byte of a text from which a value is read: the value takes more memory
/// than the text.
pub(super) const MEMORY_PER_READ_BYTE: usize = 16;

/// The value of a JSON text, or the second argument if the text is invalid, or its value is `false` or `null`.
pub(super) fn parsejson(values: &[Value], budget: &mut Budget) -> Answer {
    or_default(values, |text| {
        budget.charge(text.len() * STEPS_PER_READ_BYTE, text.len() * MEMORY_PER_READ_BYTE)?;
        let text = without_comments(text);
        let source = Source::new("parsejson", text);
        if source.text().trim().is_empty() {
            return Err(Diagnostic::error(codes::EMPTY_INPUT, "an empty text is not JSON").into());
        }
        let value = read_value(&source).map_err(|problem| *problem)?;
        Ok(to_evaluated(&value))
    })
}

/// The text with a space instead of each comment, which Ruby's JSON allows.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut remaining = text;
    while let Some(start) = remaining.find(['"', '/']) {
        let (unchanged, marked) = remaining.split_at(start);
        out.push_str(unchanged);
        let length = match marked.as_bytes() {
            [b'"', ..] => Some(string_length(marked)),
            // The end comes after the start: `/*/` is no complete comment.
            [b'/', b'*', ..] => marked[2..].find("*/").map(|end| end + 4),
            // As in Ruby, the line break is part of the comment, and must not be missing.
            [b'/', b'/', ..] => marked.find('\n').map(|end| end + 1),
            _ => Some(1),
        };
        let Some(length) = length else {
            // A comment without an end remains, so that the parser reports it.
            remaining = marked;
            break;
        };
        let (string_or_comment, after) = marked.split_at(length);
        let is_comment = string_or_comment.starts_with('/') && string_or_comment.len() > 1;
        out.push_str(if is_comment { " " } else { string_or_comment });
        remaining = after;
    }
    out + remaining
}

/// The length of the string in quotes at the start of a text; that of the text if the string has no end.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (offset, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return offset + 1,
            _ => {}
        }
    }
    text.len()
}

/// Why a text was not read.
pub(super) enum Unread {
    /// The text is invalid, so the function returns the default.
    Invalid(Box<Diagnostic>),
    /// The budget is exceeded.
    Stopped(HostError),
}

impl From<HostError> for Unread {
    fn from(error: HostError) -> Self {
        Self::Stopped(error)
    }
}

impl From<Diagnostic> for Unread {
    fn from(problem: Diagnostic) -> Self {
        Self::Invalid(Box::new(problem))
    }
}

/// The value that `read` returns for the text in the first argument. The second argument is a default, which replaces a
/// value that is `false` or `undef`. A default that is not itself `false` or `undef` also replaces the problem of an
/// invalid text, or of a first argument that is no text.
pub(super) fn or_default(values: &[Value], read: impl FnOnce(&str) -> Result<Value, Unread>) -> Answer {
    let default = values.get(1).filter(|default| default.is_true());
    let text = match (&values[0], default) {
        (Value::String(text), _) => text,
        (_, Some(default)) => return Ok(default.clone()),
        // This fails, because the argument is no text.
        (other, None) => return string("this function", other).map(|_| Value::Undef),
    };
    match (read(text), default) {
        (Ok(value), _) if value.is_true() => Ok(value),
        (Ok(_), _) => Ok(values.get(1).cloned().unwrap_or(Value::Undef)),
        (Err(Unread::Stopped(error)), _) => Err(error),
        (Err(Unread::Invalid(_)), Some(default)) => Ok(default.clone()),
        (Err(Unread::Invalid(problem)), None) => Err(HostError::new(problem.message)),
    }
}

/// Whether a text can be a key of TOML and YAML without quotes. As with Ruby's `^` and `$`, one line of the text
/// suffices.
pub(super) fn is_bare(text: &str) -> bool {
    ruby::lines(text)
        .any(|line| line.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')))
}

#[cfg(test)]
mod tests {
    /// A search for the end of each of these comments would take hours.
    #[test]
    fn comments_without_an_end_are_read_once() {
        let text = "[/*".repeat(1_000_000);
        assert_eq!(super::without_comments(&text), text);
    }
}
