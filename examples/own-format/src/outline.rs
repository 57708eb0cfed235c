//! The format `outline`: a line `key = value` for each value, and blocks in braces and brackets.
//!
//! The reader turns lines into tokens, and the writer tokens into lines; modelwright does the rest. Invariant: a text that was
//! written is read as the same tokens.

use modelwright::formats::{Format, Notation, Reader, TREE_READ_OPTIONS, WriteOptions, tree_read_options};
use modelwright::metamodel::diagnostic::{Code, Diagnostics};
use modelwright::metamodel::json_text::is_number;
use modelwright::metamodel::model::{DocumentId, Model};
use modelwright::metamodel::output::{Sink, WriteError};
use modelwright::notations::tree::{self, Fault, Token, TreeSink, TreeSource};
use std::borrow::Cow;
use std::ops::Range;

/// A line is neither a value nor the beginning or end of a block.
pub(crate) const INVALID_LINE: Code = Code::new(
    "OUT01",
    "invalid line",
    "A line of an outline has the form `key = value`, `key {`, `key [`, or ends a block.",
);

/// The format.
pub(crate) static OUTLINE: Format = Format {
    reader: Some(Reader::new(
        |source| tree::peek(|| Lines::new(source.text()), source.text()).into(),
        |text, model, document, options| {
            let options = tree_read_options(options, &document.uri);
            tree::read(&text.source, || Lines::new(text.source.text()), model, document, &options)
        },
    )),
    read_options: TREE_READ_OPTIONS,
    visit_tree: Some(|source, visitor| visitor(&mut Lines::new(source.text()))),
    ..Format::text(NOTATION, write)
};

const NOTATION: Notation = Notation {
    extensions: &["outline"],
    looks_like: |head| head.starts_with("# outline"),
    ..Notation::new("outline", "indented lines with keys and values")
};

fn write(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    let options = tree::WriteOptions { base: options.base.clone(), ..tree::WriteOptions::default() };
    let mut writer = OutlineWriter::default();
    let losses = tree::write(model, document, &options, &mut writer);
    if losses.has_errors() {
        return Err(losses.into());
    }
    sink.write_all(writer.out.as_bytes())?;
    Ok(losses)
}

/// The tokens of a text.
struct Lines<'t> {
    tokens: std::vec::IntoIter<SpannedToken<'t>>,
    range: Range<usize>,
}

type SpannedToken<'t> = (Range<usize>, Result<Token<'t>, Box<Fault>>);

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        Self { tokens: tokenize(text).into_iter(), range: 0..0 }
    }
}

impl<'t> TreeSource<'t> for Lines<'t> {
    fn read(&mut self, token: &mut Token<'t>) -> Result<(), Box<Fault>> {
        // After the last token the end is repeated, as the trait requires.
        let Some((range, next)) = self.tokens.next() else {
            *token = Token::End;
            return Ok(());
        };
        self.range = range;
        *token = next?;
        Ok(())
    }

    fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

/// The tokens of all lines. A document is one map, whose braces are not written.
fn tokenize(text: &str) -> Vec<SpannedToken<'_>> {
    let mut tokens = vec![(0..0, Ok(Token::BeginMap))];
    // The ends of the open blocks, the innermost one last.
    let mut open: Vec<char> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (at, content) = (start + line.len() - line.trim_start().len(), line.trim());
        start += line.len();
        let range = at..at + content.len();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let fault = |message: String| (range.clone(), Err(Fault::new(INVALID_LINE, message, range.clone())));
        let mut push = |part: &str, token| {
            let from = at + content.find(part).unwrap_or_default();
            tokens.push((from..from + part.len(), Ok(token)));
        };
        match (content, content.strip_suffix(['{', '['])) {
            ("}" | "]", _) => {
                let expected = open.pop();
                if expected.is_none_or(|end| !content.ends_with(end)) {
                    tokens.push(fault(format!("`{content}` ends no block that is open")));
                    break;
                }
                push(content, if content == "}" { Token::EndMap } else { Token::EndList });
            }
            (_, Some(key)) => {
                let is_map = content.ends_with('{');
                open.push(if is_map { '}' } else { ']' });
                if !key.is_empty() {
                    push(key.trim_end(), Token::Key(key.trim_end().into()));
                }
                push(if is_map { "{" } else { "[" }, if is_map { Token::BeginMap } else { Token::BeginList });
            }
            _ => match (content.strip_prefix("- "), content.split_once(" = ")) {
                (Some(item), _) => push(item, scalar(item)),
                (None, Some((key, value))) => {
                    push(key, Token::Key(key.into()));
                    push(value, scalar(value));
                }
                (None, None) => {
                    let found = format!("expected `key = value`, `key {{` or `key [`, found `{content}`");
                    tokens.push(fault(found));
                }
            },
        }
    }
    if let Some(end) = open.pop() {
        let fault =
            Fault::new(INVALID_LINE, format!("the last block has no `{end}`"), text.len()..text.len());
        tokens.push((text.len()..text.len(), Err(fault)));
    } else {
        tokens.push((text.len()..text.len(), Ok(Token::EndMap)));
    }
    tokens
}

/// A value of a line: a text in quotes is a string, whatever it looks like.
fn scalar(text: &str) -> Token<'_> {
    match text {
        "null" => Token::Null,
        "true" | "false" => Token::boolean(text == "true"),
        _ if is_number(text) => Token::Number(text.into()),
        _ => Token::String(unquote(text)),
    }
}

/// The text between quotes; a text without quotes is itself.
fn unquote(text: &str) -> Cow<'_, str> {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return text.into();
    };
    inner.replace("\\n", "\n").replace("\\q", "\"").replace("\\b", "\\").into()
}

/// Writes tokens as lines.
#[derive(Default)]
struct OutlineWriter {
    out: String,
    depth: usize,
    key: Option<String>,
}

impl OutlineWriter {
    fn line(&mut self, text: &str) {
        self.out.push_str(&"  ".repeat(self.depth.saturating_sub(1)));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn begin(&mut self, sign: char) {
        let key = self.key.take().map_or_else(String::new, |key| key + " ");
        match self.depth {
            // The document is a map without braces, and declares its notation instead.
            0 => self.line("# outline"),
            _ => self.line(&format!("{key}{sign}")),
        }
        self.depth += 1;
    }

    fn end(&mut self, sign: &str) {
        self.depth -= 1;
        if self.depth > 0 {
            self.line(sign);
        }
    }

    fn value(&mut self, text: &str) {
        let start = self.key.take().map_or_else(|| "- ".to_owned(), |key| key + " = ");
        self.line(&format!("{start}{text}"));
    }
}

impl TreeSink for OutlineWriter {
    fn begin_map(&mut self) {
        self.begin('{');
    }

    fn key(&mut self, key: &str) {
        self.key = Some(key.to_owned());
    }

    fn end_map(&mut self) {
        self.end("}");
    }

    fn begin_list(&mut self) {
        self.begin('[');
    }

    fn end_list(&mut self) {
        self.end("]");
    }

    fn null(&mut self) {
        self.value("null");
    }

    fn boolean(&mut self, value: bool) {
        self.value(if value { "true" } else { "false" });
    }

    fn number(&mut self, digits: &str) {
        self.value(digits);
    }

    fn string(&mut self, value: &str) {
        let is_plain = value == value.trim()
            && !value.is_empty()
            && !value.contains(['\n', '\r', '"', '\\'])
            && !value.ends_with(['{', '['])
            && matches!(scalar(value), Token::String(_));
        if is_plain {
            return self.value(value);
        }
        let quoted = value.replace('\\', "\\b").replace('"', "\\q").replace('\n', "\\n");
        self.value(&format!("\"{quoted}\""));
    }
}
