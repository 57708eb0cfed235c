//! The state of reading one schema, and its order: the root and the definitions first, then what they need.
//!
//! Invariants: classes are completed from a queue, not by recursion; a schema becomes at most one class or named type.
//! This module does not know keywords besides those that hold definitions.

use super::class_union::ClassUnion;
use super::classes::ClassDraft;
use super::files::SchemaFiles;
use super::meaning::Meaning;
use super::parts::Parts;
use super::problems::Problems;
use super::schema_node::SchemaNode;
use crate::declarations::{Declaration, Package, Type, UniqueNames};
use modelwright_files::FileAccess;
use modelwright_metamodel::diagnostic::{Diagnostics, Source, Suggestions, codes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// The reader of one schema.
#[derive(Debug)]
pub(super) struct SchemaReader<'a> {
    pub(super) files: SchemaFiles<'a>,
    pub(super) problems: Problems,
    /// The names of all types.
    pub(super) names: UniqueNames,
    pub(super) classes: Vec<ClassDraft>,
    /// Enumerations, data types and aliases, each with the number of classes before it.
    pub(super) other_declarations: Vec<(usize, Declaration)>,
    /// The classes of schemas.
    pub(super) class_of: FxHashMap<SchemaNode, usize>,
    /// The classes whose subclasses are alternatives.
    pub(super) unions: Vec<ClassUnion>,
    /// Classes whose properties another class describes again instead of inheriting them.
    pub(super) repeated_classes: FxHashSet<usize>,
    /// Classes whose features are not determined yet.
    pub(super) queue: VecDeque<usize>,
    /// The names of definitions.
    pub(super) definitions: FxHashMap<SchemaNode, String>,
    /// The types of definitions.
    pub(super) meanings: FxHashMap<SchemaNode, Meaning>,
    /// The definitions whose type is being determined.
    pub(super) followed_schemas: Vec<SchemaNode>,
    /// Schemas that contain themselves, which were reported.
    pub(super) circles: FxHashSet<SchemaNode>,
    /// For each schema that was examined, whether it describes objects that become a class.
    pub(super) shapes: FxHashMap<SchemaNode, bool>,
    /// The parts of schemas whose references were followed.
    pub(super) known_parts: FxHashMap<SchemaNode, Rc<Parts>>,
    /// Schemas whose keywords were checked, and what is in the place of a schema and was reported.
    pub(super) checked_schemas: FxHashSet<SchemaNode>,
    /// The types for which names were declared.
    pub(super) aliases: FxHashMap<String, Type>,
    /// How many schemas without a class are inside of each other.
    pub(super) depth: usize,
    /// How many features were compared for inheritance.
    pub(super) compared_features: usize,
    pub(super) suggestions: Suggestions,
    /// Whether modelwright generated the schema, so that its documents have keys of their own.
    pub(super) is_generated: bool,
}

/// The maps that hold schemas to be referred to.
const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// The words of the type language for types, which would be hidden by types of these names.
const TYPE_WORDS: [&str; 32] = [
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Class",
    "Collection",
    "Data",
    "Enum",
    "Float",
    "Hash",
    "Integer",
    "Literal",
    "NotUndef",
    "Number",
    "Numeric",
    "Optional",
    "Pattern",
    "Regexp",
    "RichData",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Type",
    "URI",
    "Undef",
    "Variant",
];

impl<'a> SchemaReader<'a> {
    /// A reader of the schema at an address, of which only the text is read yet.
    pub(super) fn new(source: &Arc<Source>, address: &str, access: &'a FileAccess) -> Self {
        let mut problems = Diagnostics::new();
        let files = SchemaFiles::new(source, address, access, &mut problems);
        Self {
            files,
            problems: Problems::new(problems),
            names: UniqueNames::default(),
            classes: Vec::new(),
            other_declarations: Vec::new(),
            class_of: FxHashMap::default(),
            unions: Vec::new(),
            repeated_classes: FxHashSet::default(),
            queue: VecDeque::new(),
            definitions: FxHashMap::default(),
            meanings: FxHashMap::default(),
            followed_schemas: Vec::new(),
            circles: FxHashSet::default(),
            shapes: FxHashMap::default(),
            known_parts: FxHashMap::default(),
            checked_schemas: FxHashSet::default(),
            aliases: FxHashMap::default(),
            depth: 0,
            compared_features: 0,
            suggestions: Suggestions::default(),
            is_generated: false,
        }
    }

    /// Reads the packages of the schema, and its problems.
    pub(super) fn read(mut self) -> (Vec<Package>, Diagnostics) {
        let Some(root) = self.files.root() else {
            if !self.problems.list.has_errors() {
                self.problems.report_invalid(None, "expected a schema, found nothing", "write an object");
            }
            return (vec![Package::new("schema")], self.problems.list);
        };
        let mut package = self.package(root);
        if self.problems.list.has_errors() {
            return (vec![package], self.problems.list);
        }
        self.find_definitions(root);
        self.read_root(root);
        self.complete_classes();
        for (name, place) in self.definitions_of(root) {
            self.meaning_of_target(place, &name);
            self.complete_classes();
        }
        self.declare_discriminators();
        if self.classes.is_empty() && self.other_declarations.is_empty() && !self.problems.list.has_errors() {
            self.report_no_types(root);
        }
        self.declare(&mut package);
        self.problems.add_counted();
        (vec![package], self.problems.list)
    }

    /// The definitions of a schema, and those of an OpenAPI document, in order.
    pub(super) fn definitions_of(&self, root: SchemaNode) -> Vec<(String, SchemaNode)> {
        let openapi = self.files.get(root, "components").and_then(|parts| self.files.get(parts, "schemas"));
        let maps = DEFINITIONS.iter().filter_map(|key| self.files.get(root, key)).chain(openapi);
        let definitions = maps.flat_map(|map| self.files.entries(map));
        // The names that our own schemas give to references are not types.
        definitions.filter(|(name, _)| !name.starts_with('$')).collect()
    }

    /// Records the names of the definitions, and reports a keyword for definitions whose value is not a map.
    fn find_definitions(&mut self, root: SchemaNode) {
        for (name, place) in self.definitions_of(root) {
            self.definitions.insert(place, name);
        }
        for key in DEFINITIONS {
            if let Some(place) = self.files.get(root, key)
                && self.files.map(place).is_none()
            {
                let kind = self.files.content(place).kind();
                let message = format!("`{key}` must be a map of schemas, found {kind}");
                let label = self.files.label(place, None);
                self.problems.report_invalid(label, &message, "write a map from names to schemas");
            }
        }
    }

    /// Determines the features of all classes in the queue.
    pub(super) fn complete_classes(&mut self) {
        while let Some(class) = self.queue.pop_front() {
            self.complete_class(class);
        }
    }

    /// Adds the declarations to a package, in the order in which their names were reserved.
    fn declare(&mut self, package: &mut Package) {
        let names: Vec<String> = self.classes.iter().map(|class| class.name.clone()).collect();
        let mut others = std::mem::take(&mut self.other_declarations).into_iter().peekable();
        for (index, draft) in std::mem::take(&mut self.classes).into_iter().enumerate() {
            while let Some((_, other)) = others.next_if(|(before, _)| *before <= index) {
                package.declarations.push(other);
            }
            package.declarations.push(Declaration::Class(draft.into_class(&names)));
        }
        package.declarations.extend(others.map(|(_, other)| other));
    }

    /// Reserves a name for a type, and reports a name that is not the preferred one.
    pub(super) fn name_type(&mut self, preferred_name: &str, place: SchemaNode) -> String {
        if TYPE_WORDS.contains(&preferred_name) {
            let name = self.names.reserve(&format!("{preferred_name}Schema"));
            let message =
                format!("`{preferred_name}` is a word of the type language, so this type is named `{name}`");
            self.problems.report_renamed(self.files.label(place, None), message);
            return name;
        }
        let name = self.names.reserve(preferred_name);
        if name != preferred_name {
            let message = format!("the name `{preferred_name}` is taken, so this type is named `{name}`");
            self.problems.report_renamed(self.files.label(place, None), message);
        }
        name
    }

    /// Warns that the schema declares no class.
    fn report_no_types(&mut self, root: SchemaNode) {
        let label = self.files.label(root, None);
        let message = "the schema has no object with `properties`, so there is no class";
        self.problems.push_at(
            modelwright_metamodel::diagnostic::Severity::Warning,
            codes::IMPORT_NOT_EXPRESSED,
            label,
            message.to_owned(),
            Some("add `properties` to a schema of objects, or definitions that have them"),
        );
    }
}
