//! JSON, as Ruby writes and reads it: `to_json`, `to_json_pretty`, `parsejson`.

use super::arguments::{string, wrong};
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, Hash, HostError, Value};
use modelwright_hiera::lookup::read_value;
use modelwright_hiera::store::to_evaluated;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::json_text;

/// How JSON is laid out.
#[derive(Debug)]
struct Layout {
    indent: String,
    space: String,
    space_before: String,
    object_end: String,
    array_end: String,
    allows_nan: bool,
    /// The maximum nesting; `None` if there is none.
    nesting: Option<usize>,
}

impl Layout {
    fn plain() -> Self {
        let none = String::new;
        let (indent, space, space_before, object_end, array_end) = (none(), none(), none(), none(), none());
        Self { indent, space, space_before, object_end, array_end, allows_nan: false, nesting: Some(100) }
    }

    fn pretty() -> Self {
        let lines = || "\n".to_owned();
        let (indent, space) = ("  ".to_owned(), " ".to_owned());
        Self { indent, space, object_end: lines(), array_end: lines(), ..Self::plain() }
    }

    /// Changes the layout by the options of `to_json_pretty`.
    fn set(&mut self, options: &Hash) -> Result<(), HostError> {
        for (key, value) in options.pairs() {
            let unknown = || wrong("to_json_pretty", "the options of Ruby's JSON", value);
            let text = || match value {
                Value::String(text) => Ok(text.to_string()),
                // As in Ruby, an option without a value changes nothing.
                _ => Err(unknown()),
            };
            match (key.text().unwrap_or(""), value) {
                ("indent" | "space" | "space_before" | "object_nl" | "array_nl", Value::Undef) => {
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
                    self.nesting = usize::try_from(*max).ok().filter(|max| *max > 0);
                }
                ("max_nesting", Value::Undef) => self.nesting = None,
                _ => return Err(unknown()),
            }
        }
        Ok(())
    }
}

/// What has been written so far.
struct Writer<'w> {
    layout: &'w Layout,
    budget: &'w mut Budget,
    out: String,
    depth: usize,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value) -> Result<(), HostError> {
        let before = self.out.len();
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
        self.budget.charge(1, self.out.len().saturating_sub(before))
    }

    /// Writes the items of an array or a hash, each with `write`.
    fn collection<T>(
        &mut self,
        [open, close]: [char; 2],
        end: &str,
        items: &[T],
        write: impl Fn(&mut Self, &T) -> Result<(), HostError>,
    ) -> Result<(), HostError> {
        self.out.push(open);
        self.depth += 1;
        if self.layout.nesting.is_some_and(|max| self.depth > max) {
            return Err(HostError::new("this is nested too deeply for JSON"));
        }
        // Ruby ends the line after the bracket of an empty array, but not after that of an empty hash.
        if items.is_empty() && open == '[' {
            self.out.push_str(end);
        }
        for (at, item) in items.iter().enumerate() {
            self.out.push_str(if at == 0 { "" } else { "," });
            self.end_line(end);
            write(self, item)?;
        }
        self.depth -= 1;
        self.end_line(end);
        self.out.push(close);
        Ok(())
    }

    fn end_line(&mut self, end: &str) {
        self.out.push_str(end);
        self.out.push_str(&self.layout.indent.repeat(self.depth));
    }
}

/// Appends a text in quotes. Ruby has short escapes for two more characters.
fn quote(text: &str, out: &mut String) {
    let mut quoted = String::with_capacity(text.len() + 2);
    json_text::quote(text, |c| c < ' ', &mut quoted);
    if quoted.contains("\\u000") {
        quoted = quoted.replace("\\u0008", "\\b").replace("\\u000c", "\\f");
    }
    out.push_str(&quoted);
}

fn write(value: &Value, layout: &Layout, budget: &mut Budget) -> Result<String, HostError> {
    let mut writer = Writer { layout, budget, out: String::new(), depth: 0 };
    writer.value(value)?;
    Ok(writer.out)
}

pub(super) fn to_json(values: &[Value], budget: &mut Budget) -> Answer {
    write(&values[0], &Layout::plain(), budget).map(|text| Value::string(&text))
}

pub(super) fn to_json_pretty(values: &[Value], budget: &mut Budget) -> Answer {
    let mut layout = Layout::pretty();
    let is_skipping = match values.get(1) {
        None | Some(Value::Undef) => false,
        Some(Value::Boolean(skips)) => *skips,
        Some(other) => return Err(wrong("to_json_pretty", "true or false as second argument", other)),
    };
    match values.get(2) {
        None => {}
        Some(Value::Hash(options)) => layout.set(options)?,
        Some(other) => return Err(wrong("to_json_pretty", "a hash of options", other)),
    }
    let is_kept = |value: &Value| !is_skipping || !matches!(value, Value::Undef);
    let data = match &values[0] {
        Value::Array(items) => Value::array(items.iter().filter(|item| is_kept(item)).cloned().collect()),
        Value::Hash(hash) => Value::hash(hash.pairs().iter().filter(|(_, value)| is_kept(value)).cloned()),
        other => return Err(wrong("to_json_pretty", "a hash or an array", other)),
    };
    write(&data, &layout, budget).map(|text| Value::string(&(text + "\n")))
}

/// Reads a text, or gives the second argument if it is invalid or has no value.
pub(super) fn parsejson(values: &[Value], budget: &mut Budget) -> Answer {
    or_default(values, |text| {
        budget.charge(text.len() * 2, text.len() * 16)?;
        let text = without_comments(text);
        let source = Source::new("parsejson", text);
        if source.text().trim().is_empty() {
            return Err(Diagnostic::error(codes::EMPTY_INPUT, "an empty text is not JSON").into());
        }
        let read = read_value(&source).map_err(|problem| *problem)?;
        Ok(to_evaluated(&read))
    })
}

/// The text with spaces in the place of comments, which Ruby's JSON allows.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let length = match after.as_bytes() {
            [b'"', ..] => string_length(after),
            [b'/', b'*', ..] => after.find("*/").map_or(1, |end| end + 2),
            [b'/', b'/', ..] => after.find('\n').unwrap_or(after.len()),
            _ => 1,
        };
        let (part, next) = after.split_at(length);
        out.push_str(if part.starts_with('/') && part.len() > 1 { " " } else { part });
        rest = next;
    }
    out + rest
}

/// The length of a string with its quotes.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Why a text was not read.
pub(super) enum Unread {
    /// The text is invalid, so the default is the answer.
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

/// The value that a text has, or the second argument if it is invalid, `false` or nothing.
pub(super) fn or_default(values: &[Value], read: impl FnOnce(&str) -> Result<Value, Unread>) -> Answer {
    let default = values.get(1).filter(|default| default.is_true());
    let text = match (&values[0], default) {
        (Value::String(text), _) => text,
        (_, Some(default)) => return Ok(default.clone()),
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

/// Whether a text can be a key of TOML and YAML without quotes.
pub(super) fn is_bare(text: &str) -> bool {
    ruby::lines(text)
        .any(|line| line.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')))
}
