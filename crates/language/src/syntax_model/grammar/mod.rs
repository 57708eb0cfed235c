//! The default layout of the objects of each class, described by annotations in `models/syntax.pp`.
//!
//! Invariant: a layout has one more text than parts. It does not require objects to be valid: the written text is
//! parsed again and compared.

mod literals;

use crate::ecore::{ClassId, FeatureId, Metamodel, annotation};
use crate::model::{List, Model, ObjectId, Value};
use rustc_hash::FxHashMap;

/// The annotation with the layout of a class.
const SOURCE: &str = "urn:modelwright:syntax";

/// The position of an object, if that influences its layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// A position that does not influence the layout.
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

/// Texts around parts: one more than there are parts. They are stored one after another.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Texts {
    /// The texts, one after another.
    joined: String,
    /// The end of each text except the last.
    ends: Vec<usize>,
}

impl Texts {
    /// The last text, to append to it.
    pub(super) fn last(&mut self) -> &mut String {
        &mut self.joined
    }

    /// Starts the next text.
    pub(super) fn start_next(&mut self) {
        self.ends.push(self.joined.len());
    }

    /// Resets to a single empty text.
    pub(super) fn clear(&mut self) {
        self.joined.clear();
        self.ends.clear();
    }

    /// Replaces all texts.
    pub(super) fn set<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        self.clear();
        for (index, text) in texts.enumerate() {
            if index > 0 {
                self.start_next();
            }
            self.joined.push_str(text);
        }
    }

    /// The number of texts.
    pub(super) fn len(&self) -> usize {
        self.ends.len() + 1
    }

    /// The text at an index.
    pub(super) fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |previous| self.ends[previous]);
        &self.joined[start..self.ends.get(index).copied().unwrap_or(self.joined.len())]
    }

    /// All texts.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// An object as texts around its parts.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) texts: Texts,
    /// The objects between the texts.
    pub(super) parts: Vec<(ObjectId, Context)>,
}

impl Layout {
    /// Resets to a single empty text without parts.
    pub(super) fn clear(&mut self) {
        self.texts.clear();
        self.parts.clear();
    }

    /// Appends to the last text.
    pub(super) fn push(&mut self, text: &str) {
        self.texts.last().push_str(text);
    }

    /// Appends a text that depends on whether there are several statements.
    fn push_around(&mut self, text: &TextAround, has_several: bool) {
        self.push(if has_several { &text.around_statements } else { &text.usual });
    }

    /// Adds a part, and starts the text after it.
    pub(super) fn part(&mut self, part: ObjectId, context: Context) {
        self.parts.push((part, context));
        self.texts.start_next();
    }
}

/// A text before or after parts. In the annotation, `~` is a line break if there are several statements, otherwise a
/// blank.
struct TextAround {
    /// The text if there is at most one statement.
    usual: String,
    /// The text if there are several statements.
    around_statements: String,
}

impl TextAround {
    fn new(text: &str) -> Self {
        Self { usual: text.replace('~', " "), around_statements: text.replace('~', "\n") }
    }
}

/// A part of the layout of a class.
enum TemplatePart {
    /// A text that every object has.
    Text(String),
    /// The value of an attribute.
    Value(FeatureId),
    /// The objects of a reference, with the texts around and between them.
    Parts { feature: FeatureId, before: TextAround, between: String, after: TextAround },
    /// A text that depends on a Boolean.
    Truth { feature: FeatureId, if_true: String, if_false: String },
}

/// A class of the syntax, with its layout.
struct Class {
    name: String,
    /// The layout; empty if the class has no annotation.
    items: Vec<TemplatePart>,
    /// Whether [`literals`] spells its objects.
    is_literal: bool,
    /// Whether [`Grammar::context`] depends on its parts.
    has_contexts: bool,
}

/// The classes of the syntax in a metamodel that contains them.
pub(super) struct Grammar {
    /// By their numbers.
    classes: Vec<Option<Class>>,
    by_name: FxHashMap<String, ClassId>,
}

impl Grammar {
    /// The syntax in a metamodel; `None` if the metamodel does not have its package.
    pub(super) fn find(metamodel: &Metamodel) -> Option<Self> {
        let package = metamodel.package_by_uri(super::URI)?;
        let (mut classes, mut by_name) = (Vec::new(), FxHashMap::default());
        for (id, class) in metamodel.classes().filter(|(_, class)| class.package == package) {
            let text = annotation(&class.annotations, SOURCE).and_then(|layout| layout.detail("text"));
            // Abstract classes and the classes in `literals` have no annotation.
            let items = text.map_or_else(Vec::new, |text| parse_layout(metamodel, id, text));
            by_name.insert(class.name.clone(), id);
            // Ids count all classes of the metamodel, which may have other packages, so there may be gaps.
            classes.resize_with(classes.len().max(id.index() + 1), || None);
            classes[id.index()] = Some(Class {
                name: class.name.clone(),
                items,
                is_literal: literals::CLASSES.contains(&class.name.as_str()),
                // Names are compared once for each class, and not for each part of every object.
                has_contexts: matches!(class.name.as_str(), "Template" | "Heredoc" | "If"),
            });
        }
        Some(Self { classes, by_name })
    }

    /// The class of the syntax with a name; `None` if there is none.
    pub(super) fn class(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    /// The name of an object's class; empty if it is not a class of the syntax.
    pub(super) fn class_name(&self, model: &Model, object: ObjectId) -> &str {
        self.class_of(model, object).map_or("", |class| &class.name)
    }

    /// The class of an object; `None` if it is not a class of the syntax.
    fn class_of(&self, model: &Model, object: ObjectId) -> Option<&Class> {
        self.classes.get(model.class(object).index())?.as_ref()
    }

    /// The context of a part of an object, on which the layout of the part depends. `class` and `context` are those of
    /// the object, and `feature` contains the part.
    pub(super) fn context((class, context, feature): (&str, Context, &str), part_class: &str) -> Context {
        match (class, context, feature, part_class) {
            ("Template", Context::HeredocText, _, "StringLiteral") => Context::HeredocSegment,
            ("Template", _, _, "StringLiteral") => Context::Segment,
            ("Template", _, _, "Variable") => Context::Inserted,
            ("Heredoc", ..) => Context::HeredocText,
            ("If", _, "otherwise", "If") => Context::Elsif,
            _ => Context::Plain,
        }
    }

    /// Sets a layout to the default layout of an object.
    pub(super) fn set_default_layout(
        &self,
        model: &Model,
        object: ObjectId,
        context: Context,
        layout: &mut Layout,
    ) {
        layout.clear();
        let Some(class) = self.class_of(model, object) else { return };
        if class.is_literal && literals::add_default_layout(model, object, &class.name, context, layout) {
            return;
        }
        // The annotation of `If` starts with `if`, which `els` turns into `elsif`.
        layout.push(if context == Context::Elsif { "els" } else { "" });
        for item in &class.items {
            match item {
                TemplatePart::Text(text) => layout.push(text),
                TemplatePart::Truth { feature, if_true, if_false } => {
                    let is_true = model.get(object, *feature).bool() == Some(true);
                    layout.push(if is_true { if_true } else { if_false });
                }
                TemplatePart::Parts { feature, before, between, after } => {
                    self.parts(model, object, class, *feature, (before, between, after), layout);
                }
                TemplatePart::Value(feature) => value(model, object, *feature, layout.texts.last()),
            }
        }
    }

    /// Adds the parts of a feature to a layout, with the texts around and between them.
    fn parts(
        &self,
        model: &Model,
        object: ObjectId,
        class: &Class,
        feature: FeatureId,
        (before, between, after): (&TextAround, &str, &TextAround),
        layout: &mut Layout,
    ) {
        let data = &model.metamodel()[feature];
        let (list, single) = if data.many() {
            (Some(model.list(object, feature)), None)
        } else {
            (None, model.get(object, feature).object())
        };
        let mut parts = list.iter().flat_map(List::objects).chain(single).peekable();
        let Some(first) = parts.peek().copied() else { return };
        // Several statements are written on lines of their own, and a single one on the line of its braces.
        let is_block = self.class_name(model, first) == "Block";
        let context = |part| {
            if class.has_contexts {
                let container = (class.name.as_str(), Context::Plain, data.name());
                Self::context(container, self.class_name(model, part))
            } else {
                Context::Plain
            }
        };
        let is_elsif = context(first) == Context::Elsif;
        // The annotation adds `else` and braces, which `elsif` does not have.
        if is_elsif {
            layout.push(" ");
        } else {
            layout.push_around(before, is_block);
        }
        for (index, part) in parts.enumerate() {
            layout.push(if index > 0 { between } else { "" });
            layout.part(part, context(part));
        }
        if !is_elsif {
            layout.push_around(after, is_block);
        }
    }
}

/// Writes the value of an attribute; nothing if it is optional and unset.
fn value(model: &Model, object: ObjectId, attribute: FeatureId, out: &mut String) {
    if !model.metamodel()[attribute].typed.required() && !model.is_set(object, attribute) {
        return;
    }
    let value = model.get(object, attribute);
    if value != Value::Null {
        model.spell(attribute, value, out);
    }
}

/// Parses the layout in an annotation: a text with features between backquotes. Such a feature is written as `name`,
/// with the texts around and between its parts as `before|name, |after`, or as `name?if_true:if_false` if it is a
/// Boolean. Features that the class does not have are skipped.
fn parse_layout(metamodel: &Metamodel, class: ClassId, text: &str) -> Vec<TemplatePart> {
    let mut items = Vec::new();
    for (index, segment) in text.split('`').enumerate() {
        // Features are between backquotes, so they have odd indices.
        if index % 2 == 0 {
            items.push(TemplatePart::Text(segment.to_owned()));
            continue;
        }
        let item = match segment.split_once('?') {
            Some((name, texts)) => truth_part(metamodel, class, name, texts),
            None => parts_or_value(metamodel, class, segment),
        };
        items.extend(item);
    }
    items
}

/// The text that depends on the Boolean `name`, with `texts` such as `if_true:if_false`; `None` if there is no such
/// feature.
fn truth_part(metamodel: &Metamodel, class: ClassId, name: &str, texts: &str) -> Option<TemplatePart> {
    let feature = metamodel.feature(class, name)?;
    let (if_true, if_false) = texts.split_once(':').unwrap_or((texts, ""));
    Some(TemplatePart::Truth { feature, if_true: if_true.to_owned(), if_false: if_false.to_owned() })
}

/// The objects or the value of a feature, from `before|name, |after` or `name`; `None` if there is no such feature.
fn parts_or_value(metamodel: &Metamodel, class: ClassId, segment: &str) -> Option<TemplatePart> {
    let mut texts = segment.split('|');
    let (before, feature_text, after) = match (texts.next(), texts.next(), texts.next()) {
        (Some(before), Some(feature_text), Some(after)) => (before, feature_text, after),
        _ => ("", segment, ""),
    };
    // The separator of several parts follows the name directly: `elements, `.
    let is_after_name = |c: char| !c.is_ascii_lowercase() && c != '_';
    let name_end = feature_text.find(is_after_name).unwrap_or(feature_text.len());
    let (name, between) = feature_text.split_at(name_end);
    let feature = metamodel.feature(class, name)?;
    if !metamodel[feature].is_reference() {
        return Some(TemplatePart::Value(feature));
    }
    Some(TemplatePart::Parts {
        feature,
        before: TextAround::new(before),
        between: between.to_owned(),
        after: TextAround::new(after),
    })
}
