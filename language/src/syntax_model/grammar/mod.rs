//! The usual layout of objects of each class, by the annotations of `models/syntax.pp`.
//!
//! Invariant: a layout has one more text than parts. It does not require objects to be valid: the written text is
//! parsed again and compared.

mod literals;

use crate::ecore::{ClassId, FeatureId, Metamodel, annotation};
use crate::model::{Model, ObjectId, Value};
use rustc_hash::FxHashMap;

/// The annotation with the layout of a class.
const SOURCE: &str = "urn:modelwright:syntax";

/// The position of an object, if that influences its layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    Plain,
    /// Plain text of a template in quotes.
    Segment,
    /// A variable by itself in a template.
    Inserted,
    /// The text of a heredoc.
    HeredocText,
    /// Plain text of a template that is the text of a heredoc.
    HeredocSegment,
    /// An `if` after `else`.
    Elsif,
}

/// An object as texts around its parts.
#[derive(Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) texts: Vec<String>,
    pub(super) parts: Vec<(ObjectId, Context)>,
}

impl Layout {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { texts: vec![text.into()], parts: Vec::new() }
    }

    pub(super) fn push(&mut self, text: &str) {
        if let Some(last) = self.texts.last_mut() {
            last.push_str(text);
        }
    }

    pub(super) fn part(&mut self, part: ObjectId, context: Context) {
        self.parts.push((part, context));
        self.texts.push(String::new());
    }
}

enum TemplatePart {
    Text(String),
    /// A feature, with the texts around and between its values.
    Feature {
        feature: FeatureId,
        before: String,
        between: String,
        after: String,
    },
    /// The text of a Boolean that is true.
    Truth {
        feature: FeatureId,
        yes: String,
        no: String,
    },
}

struct Class {
    name: String,
    items: Vec<TemplatePart>,
}

/// The classes of the syntax in a metamodel that has them.
pub(super) struct Grammar {
    classes: FxHashMap<ClassId, Class>,
    by_name: FxHashMap<String, ClassId>,
}

impl Grammar {
    pub(super) fn find(metamodel: &Metamodel) -> Option<Self> {
        let package = metamodel.package_by_uri(super::URI)?;
        let (mut classes, mut by_name) = (FxHashMap::default(), FxHashMap::default());
        for (id, class) in metamodel.classes().filter(|(_, class)| class.package == package) {
            let text = annotation(&class.annotations, SOURCE).and_then(|said| said.detail("text"));
            let items = text.map_or_else(Vec::new, |text| items(metamodel, id, text));
            by_name.insert(class.name.clone(), id);
            classes.insert(id, Class { name: class.name.clone(), items });
        }
        Some(Self { classes, by_name })
    }

    pub(super) fn class(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    /// The name of an object's class; empty if it is not a class of the syntax.
    pub(super) fn class_name(&self, model: &Model, object: ObjectId) -> &str {
        self.classes.get(&model.class(object)).map_or("", |class| &class.name)
    }

    /// The position of a part of an object.
    pub(super) fn context(whole: &str, around: Context, feature: &str, part: &str) -> Context {
        match (whole, around, feature, part) {
            ("Template", Context::HeredocText, _, "StringLiteral") => Context::HeredocSegment,
            ("Template", _, _, "StringLiteral") => Context::Segment,
            ("Template", _, _, "Variable") => Context::Inserted,
            ("Heredoc", ..) => Context::HeredocText,
            ("If", _, "otherwise", "If") => Context::Elsif,
            _ => Context::Plain,
        }
    }

    /// The usual layout of an object.
    pub(super) fn usual(&self, model: &Model, object: ObjectId, context: Context) -> Layout {
        let Some(class) = self.classes.get(&model.class(object)) else { return Layout::new("") };
        if let Some(layout) = literals::usual(model, object, &class.name, context) {
            return layout;
        }
        let mut layout = Layout::new(if context == Context::Elsif { "els" } else { "" });
        for item in &class.items {
            match item {
                TemplatePart::Text(text) => layout.push(text),
                TemplatePart::Truth { feature, yes, no } => {
                    let holds = model.get(object, *feature).bool() == Some(true);
                    layout.push(if holds { yes } else { no });
                }
                TemplatePart::Feature { feature, before, between, after }
                    if model.metamodel()[*feature].is_reference() =>
                {
                    let around = (before.as_str(), between.as_str(), after.as_str());
                    self.parts(model, object, class, *feature, around, &mut layout);
                }
                TemplatePart::Feature { feature, .. } => value(model, object, *feature, &mut layout),
            }
        }
        layout
    }

    fn parts(
        &self,
        model: &Model,
        object: ObjectId,
        class: &Class,
        feature: FeatureId,
        (before, between, after): (&str, &str, &str),
        layout: &mut Layout,
    ) {
        let data = &model.metamodel()[feature];
        let parts: Vec<ObjectId> = match data.many() {
            true => model.list(object, feature).objects().collect(),
            false => model.get(object, feature).object().into_iter().collect(),
        };
        let Some(first) = parts.first() else { return };
        let several = self.class_name(model, *first) == "Block";
        let context =
            |part| Self::context(&class.name, Context::Plain, data.name(), self.class_name(model, part));
        let is_elsif = context(*first) == Context::Elsif;
        layout.push(&if is_elsif { " ".to_owned() } else { before.replace('~', blank(several)) });
        for (at, part) in parts.iter().enumerate() {
            layout.push(if at > 0 { between } else { "" });
            layout.part(*part, context(*part));
        }
        layout.push(&if is_elsif { String::new() } else { after.replace('~', blank(several)) });
    }
}

fn blank(several: bool) -> &'static str {
    if several { "\n" } else { " " }
}

/// Writes the value of an attribute; nothing if it is optional and not set.
fn value(model: &Model, object: ObjectId, attribute: FeatureId, layout: &mut Layout) {
    if !model.metamodel()[attribute].typed.required() && !model.is_set(object, attribute) {
        return;
    }
    let value = model.get(object, attribute);
    if value != Value::Null {
        let mut spelled = String::new();
        model.spell(attribute, value, &mut spelled);
        layout.push(&spelled);
    }
}

/// Parses the layout of an annotation. Features that the class does not have are skipped.
fn items(metamodel: &Metamodel, class: ClassId, text: &str) -> Vec<TemplatePart> {
    let mut items = Vec::new();
    for (at, piece) in text.split('`').enumerate() {
        if at % 2 == 0 {
            items.push(TemplatePart::Text(piece.to_owned()));
            continue;
        }
        if let Some((name, said)) = piece.split_once('?') {
            let (yes, no) = said.split_once(':').unwrap_or((said, ""));
            let item = |feature| TemplatePart::Truth { feature, yes: yes.to_owned(), no: no.to_owned() };
            items.extend(metamodel.feature(class, name).map(item));
            continue;
        }
        let mut around = piece.split('|');
        let (before, named, after) = match (around.next(), around.next(), around.next()) {
            (Some(before), Some(named), Some(after)) => (before, named, after),
            _ => ("", piece, ""),
        };
        let end = named.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(named.len());
        let (name, between) = named.split_at(end);
        let (before, between, after) = (before.to_owned(), between.to_owned(), after.to_owned());
        let item = |feature| TemplatePart::Feature { feature, before, between, after };
        items.extend(metamodel.feature(class, name).map(item));
    }
    items
}
