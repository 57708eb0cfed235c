//! Creates objects from expressions, with the text around their parts if it is not the usual text.
//!
//! Invariant: of each class, this module knows only the list of its fields. Expressions are at most
//! [`MAX_HEIGHT`](crate::language::expression::MAX_HEIGHT) levels high, so that recursion is safe. If
//! [`ObjectBuilder::is_certain`], the objects are written as the same text, except for indentation; otherwise another
//! module checks that.

use super::fields::{self, Field, Fields, MAX_FIELDS};
use super::grammar::{Context, Grammar, Layout, Texts};
use super::sink::{FeatureLocation, ObjectSink};
use crate::language::expression::{Expr, ExprId, Expressions, MAX_HEIGHT};
use crate::model::{ObjectId, Value};
use std::borrow::Cow;
use std::ops::Range;

/// Creates objects from the expressions of a text. The functions return `None` if an object or a value is not valid, or
/// there are too many objects.
pub(super) struct ObjectBuilder<'a, S> {
    /// Receives the objects.
    sink: S,
    grammar: &'a Grammar,
    expressions: &'a Expressions,
    /// The source text of the expressions.
    text: &'a str,
    /// The position of each heredoc's tag, and the range of its text with the line that ends it.
    heredocs: Vec<(usize, Range<usize>)>,
    /// Whether indentation is removed; formatting restores it.
    is_tidy: bool,
    /// The number of strings that enclose the current part; nothing is formatted inside strings.
    enclosing_strings: usize,
    /// The number of objects that enclose the current part.
    height: u16,
    /// Whether the objects might be written as a different text.
    is_doubtful: bool,
    /// The parts of all unfinished objects, innermost last.
    parts: Vec<Part>,
    /// The source text around the parts of an object. This is a field, because allocating it for each object would take
    /// more time than the text itself.
    texts: Texts,
    /// The default layout of the object.
    default_layout: Layout,
}

/// The position of an expression that becomes an object.
#[derive(Clone)]
struct ExprPosition {
    context: Context,
    range: Range<usize>,
}

/// The feature of an object for which a part is created.
#[derive(Clone, Copy)]
struct PartFeature<'p> {
    name: &'p str,
    /// The class and the position of the object.
    class: &'p str,
    position: &'p ExprPosition,
}

/// A part of an object that is being created.
struct Part {
    /// The range of text that it was read from.
    range: Range<usize>,
    object: ObjectId,
    context: Context,
}

impl<'a, S: ObjectSink> ObjectBuilder<'a, S> {
    /// A builder of objects for these expressions. With `is_tidy`, indentation is removed.
    pub(super) fn new(sink: S, grammar: &'a Grammar, expressions: &'a Expressions, is_tidy: bool) -> Self {
        let text = expressions.source().text();
        let heredocs: Vec<_> = expressions.heredocs().collect();
        Self {
            sink,
            grammar,
            expressions,
            text,
            // The text of a heredoc is not next to its tag, so the result must be compared with the source.
            is_doubtful: !heredocs.is_empty(),
            heredocs,
            is_tidy,
            enclosing_strings: 0,
            height: 0,
            parts: Vec::new(),
            texts: Texts::default(),
            default_layout: Layout::default(),
        }
    }

    /// Whether the objects are written as the text that they were created from, except for its indentation.
    pub(super) fn is_certain(&self) -> bool {
        !self.is_doubtful
    }

    /// Returns the sink in which objects were created.
    pub(super) fn into_sink(self) -> S {
        self.sink
    }

    /// A text of statements.
    pub(super) fn manifest(&mut self, statements: &[ExprId]) -> Option<ObjectId> {
        let position = ExprPosition { context: Context::Plain, range: 0..self.text.len() };
        self.object(&fields::of_manifest(statements), &position)
    }

    /// A text that is one piece of logic.
    pub(super) fn logic(&mut self, root: ExprId) -> Option<ObjectId> {
        if !self.text.starts_with('{') {
            let no_container = ("", Context::Plain, "");
            return self.expression(root, no_container).map(|(object, _)| object);
        }
        let body = Some(root).filter(|root| self.expressions[*root] != Expr::Nothing);
        // The texts of heredocs may come after the logic. They are passed over from the last to the first.
        let mut end = self.text.len();
        for (_, lines) in self.heredocs.iter().rev() {
            if lines.end == end {
                end = lines.start;
            }
        }
        let range = 0..self.text[..end].trim_end().len();
        self.object(&fields::of_braces(body), &ExprPosition { context: Context::Plain, range })
    }

    /// The object for an expression, and its context. `container` describes the object that contains it: its class, its
    /// context, and the feature. `None` for an empty body, and if the object cannot be created.
    fn expression(&mut self, id: ExprId, container: (&str, Context, &str)) -> Option<(ObjectId, Context)> {
        let fields = fields::expression_fields(self.expressions, id)?;
        let context = Grammar::context(container, fields.class);
        let object = self.object(&fields, &ExprPosition { context, range: self.expressions.span(id) })?;
        Some((object, context))
    }

    /// Creates an object with its parts; `None` if this fails.
    fn object(&mut self, fields: &Fields<'_>, position: &ExprPosition) -> Option<ObjectId> {
        let object = self.begin(fields.class, position)?;
        let first_part = self.parts.len();
        for index in 0..MAX_FIELDS {
            if let Some((name, field)) = fields.list.get(index) {
                self.fill(object, PartFeature { name, class: fields.class, position }, field)?;
            }
        }
        self.end(object, first_part, fields.class, position)
    }

    // The stack must be large enough for the highest expression. So recursive functions have few variables, and each
    // step is a function of its own.

    /// Creates the object for an expression whose parts follow.
    #[inline(never)]
    fn begin(&mut self, class: &str, position: &ExprPosition) -> Option<ObjectId> {
        // Entries of hashes are objects, but not expressions. So objects may be nested more deeply than expressions.
        self.is_doubtful |= self.height > MAX_HEIGHT;
        self.height += 1;
        self.enclosing_strings += usize::from(class == "Template");
        self.sink.create(self.grammar.class(class)?, position.range.start)
    }

    /// Adds the text around the parts of an object, which are those from `first_part` on.
    #[inline(never)]
    fn end(
        &mut self,
        object: ObjectId,
        first_part: usize,
        class: &str,
        position: &ExprPosition,
    ) -> Option<ObjectId> {
        // `texts` is moved out, because other fields are borrowed below. Its memory is used again for all objects.
        let mut texts = std::mem::take(&mut self.texts);
        texts.clear();
        match class {
            "Heredoc" => self.heredoc_texts(position, &mut texts),
            _ => self.texts_around(first_part, position, class, &mut texts),
        }
        self.grammar.set_default_layout(
            self.sink.model(),
            object,
            position.context,
            &mut self.default_layout,
        );
        let parts = self.parts[first_part..].iter().map(|part| (part.object, part.context));
        // Writing puts the texts between the parts in their default order. If the order in the source is another one,
        // the result must be compared.
        self.is_doubtful |= !parts.eq(self.default_layout.parts.iter().copied());
        // Most objects have the default layout, and store no texts.
        if self.default_layout.texts != texts {
            let written = self.feature_location(object, "written")?;
            self.sink.set_texts(written, &texts)?;
        }
        self.texts = texts;
        self.parts.truncate(first_part);
        self.height -= 1;
        self.enclosing_strings -= usize::from(class == "Template");
        Some(object)
    }

    /// The location of a feature of an object; `None` if its class has no such feature.
    fn feature_location(&self, object: ObjectId, name: &str) -> Option<FeatureLocation> {
        let model = self.sink.model();
        let table = model.metamodel().table(model.class(object));
        let slot = table.slot_named(name)?;
        Some(FeatureLocation { object, slot, feature: table.all_features()[slot] })
    }

    /// Sets a feature of an object to a field, and creates the parts in the field.
    fn fill(&mut self, object: ObjectId, feature: PartFeature<'_>, field: Field<'_>) -> Option<()> {
        let name = feature.name;
        match field {
            Field::Part(id) => {
                self.part(id, feature)?;
                self.set_part(object, name)
            }
            Field::Parts(ids) => {
                let first_part = self.parts.len();
                for id in ids {
                    self.part(*id, feature)?;
                }
                self.set_parts(object, name, first_part)
            }
            Field::Entries(ids) => {
                let first_part = self.parts.len();
                // Keys and values alternate.
                for index in 0..ids.len() / 2 {
                    self.entry(ids[2 * index], ids[2 * index + 1])?;
                }
                self.set_parts(object, name, first_part)
            }
            Field::Text(text) => self.set(object, name, Value::String(text)),
            Field::Integer(value) => self.set(object, name, Value::Int(value)),
            Field::Float(value) => self.set(object, name, Value::Double(value)),
            Field::Truth(value) => self.set(object, name, Value::Bool(value)),
            Field::Literal(index) => self.set(object, name, Value::Enum(index)),
        }
    }

    /// Creates a part for a feature of an object.
    fn part(&mut self, id: ExprId, feature: PartFeature<'_>) -> Option<()> {
        let PartFeature { name, class, position } = feature;
        let (object, context) = match class {
            "Heredoc" => (self.heredoc_text(id, position)?, Context::HeredocText),
            _ => self.expression(id, (class, position.context, name))?,
        };
        self.parts.push(Part { range: self.expressions.span(id), object, context });
        Some(())
    }

    /// Creates an entry of the current object.
    fn entry(&mut self, key: ExprId, value: ExprId) -> Option<()> {
        let range = self.expressions.span(key).start..self.expressions.span(value).end;
        let position = ExprPosition { context: Context::Plain, range };
        let object = self.object(&fields::of_entry(key, value), &position)?;
        let ExprPosition { context, range } = position;
        self.parts.push(Part { range, object, context });
        Some(())
    }

    /// Sets a feature to a single value.
    #[inline(never)]
    fn set(&mut self, object: ObjectId, name: &str, value: Value<'_>) -> Option<()> {
        let location = self.feature_location(object, name)?;
        self.sink.set(location, value)
    }

    /// Sets a feature to the last part.
    fn set_part(&mut self, object: ObjectId, name: &str) -> Option<()> {
        let part = self.parts.last()?.object;
        self.set(object, name, Value::Object(part))
    }

    /// Sets a feature to the parts from `first_part` on.
    #[inline(never)]
    fn set_parts(&mut self, object: ObjectId, name: &str, first_part: usize) -> Option<()> {
        let location = self.feature_location(object, name)?;
        self.sink.set_parts(location, self.parts[first_part..].iter().map(|part| part.object))
    }

    /// Adds the source text between the parts of an object, in source order. The parts are those from `first_part` on.
    fn texts_around(&mut self, first_part: usize, position: &ExprPosition, class: &str, texts: &mut Texts) {
        // Parts are in the order of the features of their class, which may not be the order of the text.
        self.parts[first_part..].sort_by_key(|part| part.range.start);
        let is_literal = matches!(class, "StringLiteral" | "RegexLiteral");
        // In strings, line breaks and blanks are part of the value.
        let is_tidy = self.is_tidy && self.enclosing_strings == 0 && !is_literal;
        // After the last part, the text continues to the end, which is treated as an empty part.
        let end = position.range.end..position.range.end;
        let (mut position_after_part, mut is_doubtful) = (position.range.start, false);
        let parts = self.parts[first_part..].iter().map(|part| &part.range);
        for (index, next) in parts.chain(std::iter::once(&end)).enumerate() {
            if index > 0 {
                texts.start_next();
            }
            is_doubtful |= next.start < position_after_part;
            // The text of a heredoc belongs to the object of the heredoc, even if it is between the parts of another
            // object.
            let text = self.without_heredocs(position_after_part..next.start.max(position_after_part));
            if is_tidy {
                is_doubtful |= !push_tidied(&text, texts.last());
            } else {
                texts.last().push_str(&text);
            }
            position_after_part = next.end.max(position_after_part);
        }
        self.is_doubtful |= is_doubtful;
    }

    /// A range of the text without the heredocs that are completely in it.
    fn without_heredocs(&self, range: Range<usize>) -> Cow<'a, str> {
        if self.heredocs.is_empty() {
            return Cow::Borrowed(&self.text[range]);
        }
        let first = self.heredocs.partition_point(|(_, lines)| lines.start < range.start);
        let (mut out, mut position) = (String::new(), range.start);
        for (_, lines) in self.heredocs[first..].iter().take_while(|(_, lines)| lines.end <= range.end) {
            out.push_str(&self.text[position..lines.start.max(position)]);
            position = lines.end.max(position);
        }
        out.push_str(&self.text[position..range.end]);
        Cow::Owned(out)
    }

    /// The ranges of the text of the heredoc whose tag is at a position, and of the line that ends it; `None` if there
    /// is no heredoc.
    fn lines_of_heredoc(&self, position: &ExprPosition) -> Option<(Range<usize>, Range<usize>)> {
        let index = self.heredocs.binary_search_by_key(&position.range.start, |(tag, _)| *tag).ok()?;
        let (_, lines) = &self.heredocs[index];
        let start = lines.start;
        let end = start + self.text[lines.clone()].trim_end_matches('\n').len();
        let last_line = self.text[start..end].rfind('\n').map_or(start, |line_break| start + line_break + 1);
        Some((start..last_line, last_line..end))
    }

    /// Creates the object for the text of a heredoc, in which nothing is formatted.
    fn heredoc_text(&mut self, id: ExprId, position: &ExprPosition) -> Option<ObjectId> {
        let (range, _) = self.lines_of_heredoc(position)?;
        let fields = fields::expression_fields(self.expressions, id)?;
        self.enclosing_strings += 1;
        let text = self.object(&fields, &ExprPosition { context: Context::HeredocText, range });
        self.enclosing_strings -= 1;
        text
    }

    /// Adds the texts of a heredoc: its tag, and the line that ends its text.
    fn heredoc_texts(&self, position: &ExprPosition, texts: &mut Texts) {
        let last_line = self.lines_of_heredoc(position).map_or(0..0, |(_, last_line)| last_line);
        texts.last().push_str(&self.text[position.range.clone()]);
        texts.start_next();
        texts.last().push_str(&self.text[last_line]);
    }
}

/// Texts from this length on are searched; shorter ones are examined byte by byte.
const SHORT_TEXT: usize = 16;

/// Appends a text between tokens without indentation and trailing blanks; comments are unchanged. Returns whether the
/// text certainly contains no string.
fn push_tidied(text: &str, out: &mut String) -> bool {
    // Nearly all of these texts are a symbol with blanks. For these, it is faster to look at each byte than to search.
    if text.len() < SHORT_TEXT && !text.bytes().any(|byte| matches!(byte, b'\n' | b'#' | b'/' | b'\'' | b'"'))
    {
        out.push_str(text);
        return true;
    }
    let start = out.len();
    let (mut remaining, mut is_certain) = (text, true);
    let mut push = |text: &str, out: &mut String| {
        // Strings are objects of their own, so a quote between parts is unexpected, and the result must be compared.
        is_certain &= memchr::memchr2(b'\'', b'"', text.as_bytes()).is_none();
        out.push_str(text);
    };
    while let Some(position) = memchr::memchr3(b'\n', b'#', b'/', remaining.as_bytes()) {
        let (before, symbol_text) = remaining.split_at(position);
        push(before, out);
        let length = match symbol_text.as_bytes()[0] {
            b'\n' => {
                let tidied = out[start..].trim_end_matches([' ', '\t', '\r']).len();
                out.truncate(start + tidied);
                out.push('\n');
                remaining = symbol_text[1..].trim_start_matches([' ', '\t']);
                continue;
            }
            b'#' => symbol_text.find('\n').unwrap_or(symbol_text.len()),
            _ if symbol_text.starts_with("/*") => {
                // The star of `/*` does not also end the comment.
                let content = &symbol_text["/*".len()..];
                match content.find("*/") {
                    Some(content_length) => "/*".len() + content_length + "*/".len(),
                    None => symbol_text.len(),
                }
            }
            _ => 1,
        };
        out.push_str(&symbol_text[..length]);
        remaining = &symbol_text[length..];
    }
    push(remaining, out);
    is_certain
}
