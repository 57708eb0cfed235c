//! Creates objects from expressions, with the text around their parts if it is not the usual text.
//!
//! Invariant: of each class only a list of fields is known. Expressions are at most
//! [`MAX_HEIGHT`](crate::language::expression::MAX_HEIGHT) levels high, so that recursion is safe. If
//! [`ObjectBuilder::is_certain`], the objects are written as the same text, except for indentation; otherwise another
//! module checks that.

use super::fields::{self, Field, Fields, MAX_FIELDS};
use super::grammar::{Context, Grammar, Layout, Texts};
use super::sink::{FeaturePlace, ObjectSink};
use crate::language::expression::{Expr, ExprId, Expressions, MAX_HEIGHT};
use crate::model::{ObjectId, Value};
use std::borrow::Cow;
use std::ops::Range;

pub(super) struct ObjectBuilder<'a, S> {
    /// Receives the objects.
    sink: S,
    grammar: &'a Grammar,
    expressions: &'a Expressions,
    text: &'a str,
    /// The position of each heredoc's tag, and its text with the line that ends it.
    heredocs: Vec<(usize, Range<usize>)>,
    /// Whether indentation is removed; formatting restores it.
    is_tidy: bool,
    /// The number of strings that enclose the current part; nothing is formatted inside strings.
    strings: usize,
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

/// A part of an object that is being created.
struct Part {
    /// The range of text that it was read from.
    range: Range<usize>,
    object: ObjectId,
    context: Context,
}

impl<'a, S: ObjectSink> ObjectBuilder<'a, S> {
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
            strings: 0,
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
            return self.expression(root, ("", Context::Plain, "")).map(|(object, _)| object);
        }
        let body = Some(root).filter(|root| self.expressions[*root] != Expr::Nothing);
        // The texts of heredocs may come after the logic.
        let below = self.heredocs.iter().map(|(_, whole)| whole.clone()).rev();
        let end = below.fold(self.text.len(), |end, whole| if whole.end == end { whole.start } else { end });
        let range = 0..self.text[..end].trim_end().len();
        self.object(&fields::of_braces(body), &ExprPosition { context: Context::Plain, range })
    }

    /// The object for an expression, and its context. `whole` describes the object that contains it: its class, its
    /// context, and the feature.
    fn expression(&mut self, id: ExprId, whole: (&str, Context, &str)) -> Option<(ObjectId, Context)> {
        let fields = fields::expression_fields(self.expressions, id)?;
        let context = Grammar::context(whole.0, whole.1, whole.2, fields.class);
        let object = self.object(&fields, &ExprPosition { context, range: self.expressions.span(id) })?;
        Some((object, context))
    }

    /// Creates an object with its parts.
    fn object(&mut self, fields: &Fields<'_>, position: &ExprPosition) -> Option<ObjectId> {
        let object = self.begin(fields.class, position)?;
        let first = self.parts.len();
        for at in 0..MAX_FIELDS {
            if let Some((name, field)) = fields.list.get(at) {
                self.fill(object, (fields.class, position, name), field)?;
            }
        }
        self.end(object, first, fields.class, position)
    }

    // The stack must be large enough for the highest expression. So recursive functions have few variables, and each
    // step is a function of its own.

    /// Creates the object for an expression whose parts follow.
    #[inline(never)]
    fn begin(&mut self, class: &str, position: &ExprPosition) -> Option<ObjectId> {
        // Entries of hashes are objects, but not expressions. So objects may be nested more deeply than expressions.
        self.is_doubtful |= self.height > MAX_HEIGHT;
        self.height += 1;
        self.strings += usize::from(class == "Template");
        self.sink.create(self.grammar.class(class)?, position.range.start)
    }

    /// Adds the text around the parts of an object, which are those from `first` on.
    #[inline(never)]
    fn end(
        &mut self,
        object: ObjectId,
        first: usize,
        class: &str,
        position: &ExprPosition,
    ) -> Option<ObjectId> {
        // `texts` is moved out, because other fields are borrowed below. Its memory is used again for all objects.
        let mut texts = std::mem::take(&mut self.texts);
        texts.clear();
        match class {
            "Heredoc" => self.heredoc_texts(position, &mut texts),
            _ => self.texts_around(first, position, class, &mut texts),
        }
        self.grammar.set_default_layout(
            self.sink.model(),
            object,
            position.context,
            &mut self.default_layout,
        );
        let parts = self.parts[first..].iter().map(|part| (part.object, part.context));
        // Writing puts the texts between the parts in their default order. If the order in the source is another one,
        // the result must be compared.
        self.is_doubtful |= !parts.eq(self.default_layout.parts.iter().copied());
        // Most objects have the default layout, and store no texts.
        if self.default_layout.texts != texts {
            let written = self.feature_place(object, "written")?;
            self.sink.set_texts(written, &texts)?;
        }
        self.texts = texts;
        self.parts.truncate(first);
        self.height -= 1;
        self.strings -= usize::from(class == "Template");
        Some(object)
    }

    /// The place of a feature of an object.
    fn feature_place(&self, object: ObjectId, name: &str) -> Option<FeaturePlace> {
        let model = self.sink.model();
        let table = model.metamodel().table(model.class(object));
        let slot = table.slot_named(name)?;
        Some(FeaturePlace { object, slot, feature: table.all_features()[slot] })
    }

    /// Sets a feature.
    fn fill(
        &mut self,
        object: ObjectId,
        (class, position, name): (&str, &ExprPosition, &str),
        field: Field<'_>,
    ) -> Option<()> {
        match field {
            Field::Part(id) => {
                self.part(id, (class, position, name))?;
                self.set_part(object, name)
            }
            Field::Parts(ids) => {
                let first = self.parts.len();
                for id in ids {
                    self.part(*id, (class, position, name))?;
                }
                self.set_parts(object, name, first)
            }
            Field::Entries(ids) => {
                let first = self.parts.len();
                for at in 0..ids.len() / 2 {
                    self.entry(ids[2 * at], ids[2 * at + 1])?;
                }
                self.set_parts(object, name, first)
            }
            Field::Text(text) => self.set(object, name, Value::String(text)),
            Field::Integer(value) => self.set(object, name, Value::Int(value)),
            Field::Float(value) => self.set(object, name, Value::Double(value)),
            Field::Truth(value) => self.set(object, name, Value::Bool(value)),
            Field::Literal(at) => self.set(object, name, Value::Enum(at)),
        }
    }

    /// Creates a part of the current object.
    fn part(&mut self, id: ExprId, (class, position, name): (&str, &ExprPosition, &str)) -> Option<()> {
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

    #[inline(never)]
    fn set(&mut self, object: ObjectId, name: &str, value: Value<'_>) -> Option<()> {
        let place = self.feature_place(object, name)?;
        self.sink.set(place, value)
    }

    /// Sets a feature to the last part.
    fn set_part(&mut self, object: ObjectId, name: &str) -> Option<()> {
        let part = self.parts.last()?.object;
        self.set(object, name, Value::Object(part))
    }

    /// Sets a feature to the parts from `first` on.
    #[inline(never)]
    fn set_parts(&mut self, object: ObjectId, name: &str, first: usize) -> Option<()> {
        let place = self.feature_place(object, name)?;
        self.sink.set_parts(place, self.parts[first..].iter().map(|part| part.object))
    }

    /// Adds the source text between the parts of an object, in source order. The parts are those from `first` on.
    fn texts_around(&mut self, first: usize, position: &ExprPosition, class: &str, texts: &mut Texts) {
        // Parts are in the order of the features of their class, which may not be the order of the text.
        self.parts[first..].sort_by_key(|part| part.range.start);
        let is_literal = matches!(class, "StringLiteral" | "RegexLiteral");
        // In strings, line breaks and blanks are part of the value.
        let is_tidy = self.is_tidy && self.strings == 0 && !is_literal;
        let end = position.range.end..position.range.end;
        let (mut at, mut is_doubtful) = (position.range.start, false);
        let parts = self.parts[first..].iter().map(|part| &part.range);
        for (nth, next) in parts.chain(std::iter::once(&end)).enumerate() {
            if nth > 0 {
                texts.start_next();
            }
            is_doubtful |= next.start < at;
            // The text of a heredoc belongs to the object of the heredoc, even if it is between the parts of another
            // object.
            let text = self.without_heredocs(at..next.start.max(at));
            if is_tidy {
                is_doubtful |= !push_tidied(&text, texts.last());
            } else {
                texts.last().push_str(&text);
            }
            at = next.end.max(at);
        }
        self.is_doubtful |= is_doubtful;
    }

    /// A range of the text without the heredocs that are completely in it.
    fn without_heredocs(&self, range: Range<usize>) -> Cow<'a, str> {
        if self.heredocs.is_empty() {
            return Cow::Borrowed(&self.text[range]);
        }
        let first = self.heredocs.partition_point(|(_, whole)| whole.start < range.start);
        let (mut out, mut at) = (String::new(), range.start);
        for (_, whole) in self.heredocs[first..].iter().take_while(|(_, whole)| whole.end <= range.end) {
            out.push_str(&self.text[at..whole.start.max(at)]);
            at = whole.end.max(at);
        }
        out.push_str(&self.text[at..range.end]);
        Cow::Owned(out)
    }

    /// The text of the heredoc whose tag is at a position, and the line that ends it.
    fn lines_of_heredoc(&self, position: &ExprPosition) -> Option<(Range<usize>, Range<usize>)> {
        let at = self.heredocs.binary_search_by_key(&position.range.start, |(named, _)| *named).ok()?;
        let whole = self.heredocs[at].1.clone();
        let end = whole.start + self.text[whole.clone()].trim_end_matches('\n').len();
        let last = self.text[whole.start..end].rfind('\n').map_or(whole.start, |at| whole.start + at + 1);
        Some((whole.start..last, last..end))
    }

    /// Creates the object for the text of a heredoc, in which nothing is formatted.
    fn heredoc_text(&mut self, id: ExprId, position: &ExprPosition) -> Option<ObjectId> {
        let (range, _) = self.lines_of_heredoc(position)?;
        let fields = fields::expression_fields(self.expressions, id)?;
        self.strings += 1;
        let text = self.object(&fields, &ExprPosition { context: Context::HeredocText, range });
        self.strings -= 1;
        text
    }

    /// Adds the text of a heredoc: the part in its line, and the last part below.
    fn heredoc_texts(&self, position: &ExprPosition, texts: &mut Texts) {
        let last = self.lines_of_heredoc(position).map_or(0..0, |(_, last)| last);
        texts.last().push_str(&self.text[position.range.clone()]);
        texts.start_next();
        texts.last().push_str(&self.text[last]);
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
    let (mut rest, mut is_certain) = (text, true);
    let mut push = |text: &str, out: &mut String| {
        // Strings are objects of their own, so a quote between parts is unexpected, and the result must be compared.
        is_certain &= memchr::memchr2(b'\'', b'"', text.as_bytes()).is_none();
        out.push_str(text);
    };
    while let Some(at) = memchr::memchr3(b'\n', b'#', b'/', rest.as_bytes()) {
        let (before, here) = rest.split_at(at);
        push(before, out);
        let length = match here.as_bytes()[0] {
            b'\n' => {
                let tidied = out[start..].trim_end_matches([' ', '\t', '\r']).len();
                out.truncate(start + tidied);
                out.push('\n');
                rest = here[1..].trim_start_matches([' ', '\t']);
                continue;
            }
            b'#' => here.find('\n').unwrap_or(here.len()),
            _ if here.starts_with("/*") => here.find("*/").map_or(here.len(), |end| end + 2),
            _ => 1,
        };
        out.push_str(&here[..length]);
        rest = &here[length..];
    }
    push(rest, out);
    is_certain
}
