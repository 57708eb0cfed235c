//! Creates objects from expressions, with the text around their parts if it is not the usual text.
//!
//! Invariant: of each class only a list of fields is known. Expressions are at most
//! [`MAX_HEIGHT`](crate::language::expression::MAX_HEIGHT) levels high, so that recursion is safe. Another module
//! checks that the objects are written as the same text.

use super::fields::{self, Field, Fields};
use super::grammar::{Context, Grammar};
use crate::ecore::FeatureId;
use crate::language::expression::{Expr, ExprId, Expressions};
use crate::model::{Model, ObjectId, Value};
use std::ops::Range;

pub(super) struct ObjectBuilder<'a> {
    model: &'a mut Model,
    grammar: &'a Grammar,
    expressions: &'a Expressions,
    text: &'a str,
    /// The position of each heredoc's tag, and its text with the line that ends it.
    heredocs: Vec<(usize, Range<usize>)>,
    /// Whether indentation is removed; formatting restores it.
    pub(super) tidy: bool,
    /// The number of strings that enclose the current part; nothing is formatted inside strings.
    strings: usize,
}

/// The position of an expression that becomes an object.
#[derive(Clone)]
struct ExprPosition {
    context: Context,
    range: Range<usize>,
}

/// An object, and its parts with the ranges of text that they were read from.
struct CreatedObject {
    object: ObjectId,
    parts: Vec<(Range<usize>, ObjectId)>,
}

impl<'a> ObjectBuilder<'a> {
    pub(super) fn new(model: &'a mut Model, grammar: &'a Grammar, expressions: &'a Expressions) -> Self {
        let text = expressions.source().text();
        let heredocs = expressions.heredocs().collect();
        Self { model, grammar, expressions, text, heredocs, tidy: true, strings: 0 }
    }

    /// A text of statements.
    pub(super) fn manifest(&mut self, statements: &[ExprId]) -> Option<ObjectId> {
        let fields = Fields { class: "Manifest", list: vec![("statements", Field::Parts(statements))] };
        let place = ExprPosition { context: Context::Plain, range: 0..self.text.len() };
        self.object(&fields, &place)
    }

    /// A text that is one piece of logic.
    pub(super) fn logic(&mut self, root: ExprId) -> Option<ObjectId> {
        if !self.text.starts_with('{') {
            return self.expression(root, ("", Context::Plain, ""));
        }
        let list = match self.expressions[root] {
            Expr::Nothing => vec![],
            _ => vec![("body", Field::Part(root))],
        };
        // The texts of heredocs may be below.
        let below = self.heredocs.iter().map(|(_, whole)| whole.clone()).rev();
        let end = below.fold(self.text.len(), |end, whole| if whole.end == end { whole.start } else { end });
        let range = 0..self.text[..end].trim_end().len();
        self.object(&Fields { class: "Braces", list }, &ExprPosition { context: Context::Plain, range })
    }

    fn expression(&mut self, id: ExprId, whole: (&str, Context, &str)) -> Option<ObjectId> {
        let fields = fields::expression_fields(self.expressions, id)?;
        let context = Grammar::context(whole.0, whole.1, whole.2, fields.class);
        self.object(&fields, &ExprPosition { context, range: self.expressions.span(id) })
    }

    fn object(&mut self, fields: &Fields<'_>, place: &ExprPosition) -> Option<ObjectId> {
        let class = self.grammar.class(fields.class)?;
        let mut made = CreatedObject { object: self.model.create(class).ok()?, parts: Vec::new() };
        let is_string = fields.class == "Template";
        self.strings += usize::from(is_string);
        for (name, field) in &fields.list {
            let feature = self.model.metamodel().feature(class, name)?;
            self.fill(&mut made, feature, (fields.class, place, name), *field)?;
        }
        let texts = match fields.class {
            "Heredoc" => self.heredoc_texts(place),
            _ => self.texts(&mut made, place, fields.class),
        };
        self.strings -= usize::from(is_string);
        let usual = self.grammar.usual(self.model, made.object, place.context);
        if usual.texts != texts {
            let written = self.model.metamodel().feature(class, "written")?;
            let texts: Vec<Value<'_>> = texts.iter().map(|text| Value::String(text)).collect();
            self.model.set_list(made.object, written, &texts).ok()?;
        }
        Some(made.object)
    }

    /// Sets a feature.
    fn fill(
        &mut self,
        made: &mut CreatedObject,
        feature: FeatureId,
        (class, place, name): (&str, &ExprPosition, &str),
        field: Field<'_>,
    ) -> Option<()> {
        let value = match field {
            Field::Part(id) => {
                let part = match class {
                    "Heredoc" => self.heredoc_text(id, place)?,
                    _ => self.expression(id, (class, place.context, name))?,
                };
                made.parts.push((self.expressions.span(id), part));
                Value::Object(part)
            }
            Field::Parts(ids) => {
                let mut parts = Vec::with_capacity(ids.len());
                for id in ids {
                    let part = self.expression(*id, (class, place.context, name))?;
                    made.parts.push((self.expressions.span(*id), part));
                    parts.push(Value::Object(part));
                }
                return self.model.set_list(made.object, feature, &parts).ok();
            }
            Field::Entries(ids) => {
                let mut parts = Vec::with_capacity(ids.len() / 2);
                for [key, value] in ids.as_chunks().0 {
                    let range = self.expressions.span(*key).start..self.expressions.span(*value).end;
                    let place = ExprPosition { context: Context::Plain, range: range.clone() };
                    let part = self.object(&fields::of_entry(*key, *value), &place)?;
                    made.parts.push((range, part));
                    parts.push(Value::Object(part));
                }
                return self.model.set_list(made.object, feature, &parts).ok();
            }
            Field::Text(text) => Value::String(text),
            Field::Integer(value) => Value::Int(value),
            Field::Float(value) => Value::Double(value),
            Field::Truth(value) => Value::Bool(value),
            Field::Literal(at) => Value::Enum(at),
        };
        self.model.set(made.object, feature, value).ok()
    }

    /// The source text between the parts of an object, in source order.
    fn texts(&self, made: &mut CreatedObject, place: &ExprPosition, class: &str) -> Vec<String> {
        made.parts.sort_by_key(|(range, _)| range.start);
        let is_literal = matches!(class, "StringLiteral" | "RegexLiteral");
        let tidy = self.tidy && self.strings == 0 && !is_literal;
        let mut at = place.range.start;
        let ends = made.parts.iter().map(|(range, _)| range.clone());
        let ends = ends.chain(std::iter::once(place.range.end..place.range.end));
        let between = ends.map(|next| {
            let text = self.without_heredocs(at..next.start.max(at));
            at = next.end.max(at);
            if tidy { tidied(&text) } else { text }
        });
        between.collect()
    }

    /// A range of the text without the heredocs that are completely in it.
    fn without_heredocs(&self, range: Range<usize>) -> String {
        let first = self.heredocs.partition_point(|(_, whole)| whole.start < range.start);
        let (mut out, mut at) = (String::new(), range.start);
        for (_, whole) in self.heredocs[first..].iter().take_while(|(_, whole)| whole.end <= range.end) {
            out.push_str(&self.text[at..whole.start.max(at)]);
            at = whole.end.max(at);
        }
        out.push_str(&self.text[at..range.end]);
        out
    }

    /// The text of the heredoc whose tag is at a position, and the line that ends it.
    fn lines_of_heredoc(&self, place: &ExprPosition) -> Option<(Range<usize>, Range<usize>)> {
        let at = self.heredocs.binary_search_by_key(&place.range.start, |(named, _)| *named).ok()?;
        let whole = self.heredocs[at].1.clone();
        let end = whole.start + self.text[whole.clone()].trim_end_matches('\n').len();
        let last = self.text[whole.start..end].rfind('\n').map_or(whole.start, |at| whole.start + at + 1);
        Some((whole.start..last, last..end))
    }

    fn heredoc_text(&mut self, id: ExprId, place: &ExprPosition) -> Option<ObjectId> {
        let (range, _) = self.lines_of_heredoc(place)?;
        let fields = fields::expression_fields(self.expressions, id)?;
        self.strings += 1;
        let text = self.object(&fields, &ExprPosition { context: Context::HeredocText, range });
        self.strings -= 1;
        text
    }

    fn heredoc_texts(&self, place: &ExprPosition) -> Vec<String> {
        let last = self.lines_of_heredoc(place).map_or(0..0, |(_, last)| last);
        vec![self.text[place.range.clone()].to_owned(), self.text[last].to_owned()]
    }
}

/// A text between tokens without indentation and trailing blanks; comments are not changed.
fn tidied(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\n', '#', '/']) {
        let (before, here) = rest.split_at(at);
        out.push_str(before);
        let length = match here.as_bytes()[0] {
            b'\n' => {
                out.truncate(out.trim_end_matches([' ', '\t', '\r']).len());
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
    out.push_str(rest);
    out
}
