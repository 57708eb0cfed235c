//! The meaning of a schema: a class, a type of values, or a list of either.
//!
//! Invariant: nesting, and references through schemas that do not become classes, are limited. This module does not
//! complete classes, which is done later, so that classes may contain themselves.

use super::classes::ClassDraft;
use super::files::SchemaFiles;
use super::parts::Parts;
use super::problems::Location;
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::declarations::{Alias, Declaration, Type, class_name};
use modelwright_metamodel::diagnostic::{Severity, codes};
use std::fmt::Display;

/// How deeply schemas that do not become classes may be nested.
const MAX_NESTING: usize = 40;

/// The number of bytes from which a title is not a name.
const LONG_TITLE: usize = 60;

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ItemMeaning {
    /// An object of a class.
    Class(usize),
    /// A value.
    Type(Type),
    /// The address of an object, in our own schemas.
    Address,
    /// Nothing is valid.
    Never,
}

/// The bounds of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListBounds {
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    pub(super) is_unique: bool,
}

/// The values that a schema describes.
#[derive(Debug, Clone)]
pub(super) struct Meaning {
    pub(super) item: ItemMeaning,
    /// The bounds, if the values are lists.
    pub(super) list: Option<ListBounds>,
    pub(super) is_nullable: bool,
    /// The schemas whose documentation applies to the values, the nearest first.
    pub(super) notes: Vec<SchemaNode>,
    /// Remarks about the values, for the documentation.
    pub(super) remarks: Vec<String>,
}

impl Meaning {
    /// Values of a type.
    pub(super) fn of(value_type: Type) -> Self {
        Self {
            item: ItemMeaning::Type(value_type),
            list: None,
            is_nullable: false,
            notes: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// Values of any kind.
    pub(super) fn any() -> Self {
        Self::of(Type::Word("Data"))
    }

    /// The type of the values. The type of lists is an array type.
    pub(super) fn into_type(self, classes: &[ClassDraft]) -> Type {
        let item = match self.item {
            ItemMeaning::Class(class) => {
                Type::Named(classes.get(class).map(|class| class.name.clone()).unwrap_or_default())
            }
            ItemMeaning::Type(value_type) => value_type,
            ItemMeaning::Address => Type::TEXT,
            ItemMeaning::Never => Type::Word("Data"),
        };
        match self.list {
            Some(bounds) => Type::Array {
                item: Box::new(item),
                min: if bounds.min > 0 { Some(bounds.min) } else { None },
                max: bounds.max,
            },
            None => item,
        }
    }
}

impl SchemaReader<'_> {
    /// The meaning of values that satisfy all of the schemas; `name` is for types that are declared for it, and written
    /// only then, because few schemas need one. The depth of schemas that do not become classes is limited here.
    pub(super) fn meaning(&mut self, seeds: &[SchemaNode], name: &dyn Display) -> Meaning {
        if self.depth >= MAX_NESTING {
            let label = seeds.first().and_then(|place| self.files.label(*place, None));
            let message = format!(
                "more than {MAX_NESTING} schemas without a class are inside of each other or refer to each other"
            );
            let help = Some("nest fewer schemas, or shorten the chain of references");
            self.problems.push_at(Severity::Error, codes::LIMIT, label, message, help);
            return Meaning::any();
        }
        self.depth += 1;
        let meaning = self.meaning_within(seeds, name);
        self.depth -= 1;
        meaning
    }

    /// The meaning of values that satisfy all of the schemas, without the limit of the depth.
    fn meaning_within(&mut self, seeds: &[SchemaNode], name: &dyn Display) -> Meaning {
        let parts = self.parts(seeds);
        if parts.is_never {
            return Meaning { item: ItemMeaning::Never, ..Meaning::any() };
        }
        let mut notes = [parts.own_schemas.as_slice(), parts.notes.as_slice()].concat();
        let is_nullable = parts.is_nullable || notes.iter().any(|place| self.is_marked_nullable(*place));
        let mut meaning = if let [(target, target_name)] = parts.targets.as_slice()
            && parts.own_schemas.iter().all(|place| self.is_only_annotated(*place))
        {
            let (target, target_name) = (*target, target_name.clone());
            self.meaning_of_target(target, &target_name)
        } else if self.are_of_object(&parts) {
            let class = self.class_of_parts(seeds, parts, name);
            Meaning { item: ItemMeaning::Class(class), ..Meaning::any() }
        } else {
            self.value_meaning(parts, name)
        };
        meaning.is_nullable |= is_nullable;
        notes.append(&mut meaning.notes);
        meaning.notes = self.effective_notes(notes);
        meaning
    }

    /// Whether a schema allows null by `nullable`, or by `null` among other types.
    fn is_marked_nullable(&self, place: SchemaNode) -> bool {
        let mark = self.files.get(place, "nullable").map(|value| self.files.content(value));
        if matches!(mark, Some(Content::Boolean(true))) {
            return true;
        }
        let Some(mut types) = self.declared_types(place) else { return false };
        let has_several = types.clone().nth(1).is_some();
        has_several && types.any(|name| name == "null")
    }

    /// The class for the parts of a schema, which is completed later.
    fn class_of_parts(&mut self, seeds: &[SchemaNode], parts: Parts, name: &dyn Display) -> usize {
        let key = match seeds {
            [only] => Some(*only),
            _ => None,
        };
        if let Some(known) = key.and_then(|key| self.class_of.get(&key)) {
            return *known;
        }
        let place = seeds.first().copied();
        let class = self.classes.len();
        let origin = place.map(|place| self.files.origin(place)).unwrap_or_default();
        // A definition has the name by which others refer to it.
        let is_definition = place.is_some() && self.followed_schemas.last().copied() == place;
        let title = place.and_then(|place| self.files.text(place, "title"));
        let preferred_name = match title {
            Some(title) if !is_definition && title.len() < LONG_TITLE => class_name(title),
            _ => name.to_string(),
        };
        let name = match place {
            Some(place) => self.name_type(&preferred_name, place),
            None => self.names.reserve(&preferred_name),
        };
        self.classes.push(ClassDraft::new(name, origin, place, parts));
        if let Some(key) = key {
            self.class_of.insert(key, class);
        }
        self.queue.push_back(class);
        class
    }

    /// The meaning of a schema that others refer to, which is determined once.
    pub(super) fn meaning_of_target(&mut self, target: SchemaNode, name: &str) -> Meaning {
        if let Some(known) = self.meanings.get(&target) {
            return known.clone();
        }
        // Our own schemas give these names to the definitions of references.
        let is_address = self.files.map(target).is_some() && ["$reference", "$proxy"].contains(&name);
        if is_address {
            return Meaning { item: ItemMeaning::Address, ..Meaning::any() };
        }
        if let Some(first) = self.followed_schemas.iter().position(|place| *place == target) {
            self.report_circle(target, first);
            return Meaning::any();
        }
        self.followed_schemas.push(target);
        let name = class_name(name);
        let meaning = self.meaning(&[target], &name);
        self.followed_schemas.pop();
        let meaning = if self.definitions.contains_key(&target) {
            self.named_type(meaning, target, &name)
        } else {
            meaning
        };
        self.meanings.insert(target, meaning.clone());
        meaning
    }

    /// Reports that the schemas from the index `first` of `followed_schemas` on refer to each other in a circle; once
    /// for each target.
    fn report_circle(&mut self, target: SchemaNode, first: usize) {
        if !self.circles.insert(target) {
            return;
        }
        let circle = self.followed_schemas.get(first..).unwrap_or_default();
        let label = self.files.label(target, None);
        if circle.iter().all(|place| self.is_only_annotated(*place)) {
            let message = "this schema only refers to itself, so it describes nothing";
            self.problems.report_invalid(
                label,
                message,
                "let one of the references name a schema with keywords",
            );
        } else {
            let message = "this schema contains itself without an object in between, so its inner values are of any kind";
            let help = "put the inner schema into a property of an object";
            self.problems.report_not_expressed(label, message.to_owned(), help);
        }
    }

    /// Declares a name for the type of a definition, if the type has conditions.
    fn named_type(&mut self, meaning: Meaning, place: SchemaNode, name: &str) -> Meaning {
        let (ItemMeaning::Type(value_type), None) = (&meaning.item, meaning.list) else { return meaning };
        let has_conditions = match value_type {
            Type::String { min, max } => min.is_some() || max.is_some(),
            Type::Integer { min, max } => min.is_some() || max.is_some(),
            Type::Float { min, max } => min.is_some() || max.is_some(),
            Type::Pattern(_) | Type::Enum(_) => true,
            _ => false,
        };
        if !has_conditions {
            return meaning;
        }
        let name = self.name_type(name, place);
        let doc = self.documentation(&meaning.notes, &meaning.remarks);
        let alias =
            Alias { name: name.clone(), doc, value_type: value_type.clone(), span: self.files.origin(place) };
        self.other_declarations.push((self.classes.len(), Declaration::Alias(alias)));
        self.aliases.insert(name.clone(), value_type.clone());
        Meaning {
            item: ItemMeaning::Type(Type::Named(name)),
            notes: Vec::new(),
            remarks: Vec::new(),
            ..meaning
        }
    }

    /// Reports a keyword that the types do not express.
    pub(super) fn report_not_expressed(
        &mut self,
        place: SchemaNode,
        keyword: &str,
        effect: &str,
        help: &str,
    ) {
        let message = format!("the types do not express `{keyword}`: {effect}");
        self.problems.report_not_expressed(label_of(&self.files, place, keyword), message, help);
    }
}

/// The range of a keyword of a schema.
fn label_of<'s>(files: &'s SchemaFiles<'_>, place: SchemaNode, keyword: &str) -> Location<'s> {
    files.label(place, Some(keyword))
}
