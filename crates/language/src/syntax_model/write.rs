//! Writes objects as text, and compares objects with the expressions of a text.
//!
//! Invariant: objects more than [`MAX_HEIGHT`] levels deep are rejected, so that recursion is safe.

use super::fields::{self, Field, Fields};
use super::grammar::{Context, Grammar, Layout};
use crate::language::expression::{ExprId, Expressions, MAX_HEIGHT};
use crate::model::{Model, ObjectId, Value};
use rustc_hash::FxHashSet;

/// The objects whose recorded layout is used instead of the usual one.
#[derive(Debug)]
pub(super) enum LayoutUse {
    /// All objects.
    All,
    /// All objects except these.
    AllBut(FxHashSet<ObjectId>),
    /// No objects.
    None,
}

/// An object that is nested too deeply.
#[derive(Debug)]
pub(super) struct NestingError(pub(super) ObjectId);

/// Writes objects as text.
pub(super) struct Writer<'m> {
    model: &'m Model,
    grammar: &'m Grammar,
    layout_use: &'m LayoutUse,
    out: String,
    /// The texts of the heredocs that start in the current line.
    below: String,
    /// Objects whose parts have changed since they were written.
    changed: Vec<ObjectId>,
    /// Unused layouts, whose memory is reused.
    layouts: Vec<Layout>,
}

impl<'m> Writer<'m> {
    /// The text of an object and its contents, which is not yet formatted; and the objects whose parts have changed
    /// since they were written.
    pub(super) fn text(
        model: &'m Model,
        grammar: &'m Grammar,
        layout_use: &'m LayoutUse,
        object: ObjectId,
    ) -> Result<(String, Vec<ObjectId>), NestingError> {
        let (out, below) = (String::new(), String::new());
        let mut writer =
            Self { model, grammar, layout_use, out, below, changed: Vec::new(), layouts: Vec::new() };
        let height = 0;
        writer.object(object, Context::Plain, height)?;
        // The last line has no line break. So the line break of the heredoc texts is put before them and not after
        // them.
        if let Some(below) = writer.below.strip_suffix('\n') {
            writer.out.extend(["\n", below]);
        }
        Ok((writer.out, writer.changed))
    }

    /// Writes an object with its parts.
    fn object(&mut self, object: ObjectId, context: Context, height: u16) -> Result<(), NestingError> {
        if height > MAX_HEIGHT {
            return Err(NestingError(object));
        }
        let layout = self.layout(object, context);
        if self.grammar.class_name(self.model, object) == "Heredoc" {
            self.heredoc(&layout, height)?;
        } else {
            // The stack must be large enough for the highest object, so this function has few variables.
            for index in 0..layout.texts.len() {
                self.push(layout.texts.get(index));
                if index < layout.parts.len() {
                    self.object(layout.parts[index].0, layout.parts[index].1, height + 1)?;
                }
            }
        }
        self.layouts.push(layout);
        Ok(())
    }

    /// Writes the tag of a heredoc, and its text below the current line.
    fn heredoc(&mut self, layout: &Layout, height: u16) -> Result<(), NestingError> {
        self.out.push_str(layout.texts.get(0));
        // If there are heredocs inside the text, their texts are below a line of this text. So the current line is
        // moved to a variable, and restored at the end.
        let mut line = std::mem::take(&mut self.out);
        let mut below = std::mem::take(&mut self.below);
        for (part, context) in &layout.parts {
            self.object(*part, *context, height + 1)?;
        }
        below.push_str(&self.out);
        below.push_str(if layout.texts.len() > 1 { layout.texts.get(1) } else { "" });
        below.push('\n');
        std::mem::swap(&mut self.out, &mut line);
        self.below = below;
        Ok(())
    }

    /// Adds a text. After a line break, the texts of the heredocs in that line are inserted.
    fn push(&mut self, text: &str) {
        match text.find('\n') {
            Some(line_end) if !self.below.is_empty() => {
                self.out.push_str(&text[..=line_end]);
                self.out.push_str(&std::mem::take(&mut self.below));
                self.out.push_str(&text[line_end + 1..]);
            }
            _ => self.out.push_str(text),
        }
    }

    /// The layout of an object: the recorded one if it is used and has as many texts as the default one, otherwise the
    /// default one.
    fn layout(&mut self, object: ObjectId, context: Context) -> Layout {
        let mut layout = self.layouts.pop().unwrap_or_default();
        // A proxy has no slots, so it has no layout either.
        if self.model.is_proxy(object) {
            layout.clear();
            return layout;
        }
        self.grammar.set_default_layout(self.model, object, context, &mut layout);
        let is_recorded_used = match self.layout_use {
            LayoutUse::All => true,
            LayoutUse::AllBut(excluded) => !excluded.contains(&object),
            LayoutUse::None => false,
        };
        if is_recorded_used {
            let texts = self.model.list_named(object, "written");
            // If an edit added or removed parts, it is not known where the recorded texts belong.
            if !texts.is_empty() && texts.len() != layout.texts.len() {
                self.changed.push(object);
            } else if !texts.is_empty() {
                layout.texts.set(texts.iter().map(|text| text.text().unwrap_or_default()));
            }
        }
        layout
    }
}

/// Compares objects with the expressions parsed from their text.
pub(super) struct Comparison<'a> {
    pub(super) model: &'a Model,
    pub(super) grammar: &'a Grammar,
    pub(super) expressions: &'a Expressions,
    /// The objects that differ.
    pub(super) differing: Vec<ObjectId>,
}

impl Comparison<'_> {
    /// Compares a manifest.
    pub(super) fn compare_manifest(&mut self, object: ObjectId, statements: &[ExprId]) {
        self.compare_object(object, &fields::of_manifest(statements));
    }

    /// Compares an object with parsed logic. If the text is in braces, the object must be a `Braces`; otherwise it must
    /// be the expression itself.
    pub(super) fn compare_logic(&mut self, object: ObjectId, root: ExprId) {
        let in_braces = self.expressions.source().text().starts_with('{');
        if !in_braces {
            return self.compare_expression(object, root);
        }
        // Empty braces have no body.
        let body = fields::expression_fields(self.expressions, root).map(|_| root);
        self.compare_object(object, &fields::of_braces(body));
    }

    /// Compares an object with an expression. An empty body has no object, so it is always different.
    fn compare_expression(&mut self, object: ObjectId, id: ExprId) {
        match fields::expression_fields(self.expressions, id) {
            Some(fields) => self.compare_object(object, &fields),
            None => self.differing.push(object),
        }
    }

    /// Compares an object with the expression that has these fields.
    fn compare_object(&mut self, object: ObjectId, fields: &Fields<'_>) {
        if self.model.is_proxy(object) || self.grammar.class_name(self.model, object) != fields.class {
            return self.differing.push(object);
        }
        let metamodel = self.model.metamodel();
        let class = self.model.class(object);
        for feature in metamodel.table(class).all_features().iter().copied() {
            let data = &metamodel[feature];
            // The recorded layout is not part of the expression.
            if data.name() == "written" {
                continue;
            }
            let field = fields.list.named(data.name());
            let is_same = match (field, data.many()) {
                (Some(Field::Parts(ids)), true) => {
                    let parts: Vec<_> = self.model.list(object, feature).objects().collect();
                    parts.iter().zip(ids).for_each(|(part, id)| self.compare_expression(*part, *id));
                    parts.len() == ids.len()
                }
                (Some(Field::Entries(ids)), true) => {
                    let parts: Vec<_> = self.model.list(object, feature).objects().collect();
                    let (pairs, _) = ids.as_chunks();
                    for (part, [key, value]) in parts.iter().zip(pairs) {
                        self.compare_object(*part, &fields::of_entry(*key, *value));
                    }
                    parts.len() == pairs.len()
                }
                (field, false) => self.is_same(self.model.get(object, feature), field),
                (_, true) => self.model.list(object, feature).is_empty(),
            };
            if !is_same {
                self.differing.push(object);
            }
        }
    }

    /// Whether the value of a feature is that of a field. Parts are compared as well, and record their own differences.
    fn is_same(&mut self, value: Value<'_>, field: Option<Field<'_>>) -> bool {
        match (value, field) {
            (Value::Object(part), Some(Field::Part(id))) => {
                self.compare_expression(part, id);
                true
            }
            // An absent value is null, false, or the first literal.
            (Value::Null | Value::Bool(false) | Value::Enum(0), None) => true,
            (Value::String(text), Some(Field::Text(other))) => text == other,
            (Value::Int(number), Some(Field::Integer(other))) => number == other,
            // `0.0` and `-0.0` are equal as numbers but not as text, so the bits are compared.
            (Value::Double(number), Some(Field::Float(other))) => number.to_bits() == other.to_bits(),
            (Value::Bool(truth), Some(Field::Truth(other))) => truth == other,
            (Value::Enum(index), Some(Field::Literal(other))) => index == other,
            _ => false,
        }
    }
}
