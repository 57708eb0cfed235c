//! LinkML schemas, read as declarations of the type language.
//!
//! All elements of a schema and of what it imports are declared in one package, named after the schema. Invariants:
//! what the types cannot express is reported where it is, and metadata is kept in annotations; the result depends on
//! the texts of the schema and its imports only. This module does not read documents that conform to schemas.

mod classes;
mod designators;
mod files;
mod keys;
mod logic;
mod metadata;
mod node;
mod ranges;
mod schema;
mod shared_slots;
mod slots;
mod unions;

use crate::declarations::{
    DataType, Declaration, Enumeration, Literal, Package, Type, UniqueNames, class_name,
};
use logic::SlotExpression;
use metadata::annotations;
use modelwright_files::FileAccess;
use modelwright_metamodel::diagnostic::codes::{IMPORT_INVALID, IMPORT_NOT_EXPRESSED, IMPORT_RENAMED};
use modelwright_metamodel::diagnostic::{Diagnostics, Severity, Source, shorten};
use node::{Entry, Node};
use rustc_hash::{FxHashMap, FxHashSet};
use schema::{Identifier, Schema};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether a YAML document that begins like this is a LinkML schema.
#[must_use]
pub fn may_contain(head: &str) -> bool {
    has_key(head, "id") && resembles(head)
}

/// Whether a YAML document that begins like this may be a LinkML schema, perhaps one without `id`.
#[must_use]
pub fn resembles(head: &str) -> bool {
    let is_linkml = head.contains("linkml:types") || head.contains("https://w3id.org/linkml/");
    !has_key(head, "$model")
        && (is_linkml || ["classes", "slots", "enums"].into_iter().any(|key| has_key(head, key)))
}

fn has_key(head: &str, key: &str) -> bool {
    head.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
}

/// The package of a schema and of everything that it imports, and their problems.
#[must_use]
pub fn read(source: &Arc<Source>, uri: &str, access: &FileAccess) -> (Vec<Package>, Diagnostics) {
    let mut problems = Diagnostics::new();
    let files = files::load(source, uri, access, &mut problems);
    if problems.has_errors() && files.is_empty() {
        return (Vec::new(), problems);
    }
    keys::check(&files, &mut problems);
    let Some(schema) = Schema::new(&files, &mut problems) else { return (Vec::new(), problems) };
    let mut import = Import::new(&schema, problems);
    let package = import.package();
    (vec![package], import.problems)
}

/// The state of reading a schema.
struct Import<'a> {
    schema: &'a Schema<'a>,
    problems: Diagnostics,
    names: UniqueNames,
    /// The names, in the imported metamodel, of the classes, enumerations and types of the schema.
    names_used: FxHashSet<String>,
    /// The name of each class in the imported metamodel, by index.
    class_names: Vec<String>,
    /// The name of each enumeration in the imported metamodel; `None` for one without literals.
    enum_names: FxHashMap<&'a str, Option<String>>,
    /// The name of each literal in the imported metamodel, by enumeration and text.
    literals: FxHashMap<&'a str, FxHashMap<Cow<'a, str>, String>>,
    /// The name of each declared type in the imported metamodel.
    type_names: FxHashMap<&'a str, String>,
    /// The data types for built-in types that are used.
    builtins: BTreeMap<&'static str, String>,
    /// The slot that identifies the objects of each class, by the index of the class.
    identifiers: Vec<Option<Identifier<'a>>>,
    /// The slots that several unrelated classes declare.
    shared: shared_slots::SharedSlots<'a>,
    /// The classes for alternatives of classes: name and members.
    unions: Vec<unions::Union>,
    /// The slots with an `inverse`, of the classes that were read.
    inverses: Vec<classes::Inverse<'a>>,
    /// The slots that designate classes, of the classes that were read.
    designators: Vec<designators::Designator<'a>>,
}

impl<'a> Import<'a> {
    /// An import of a schema, in which the names of all its classes, enumerations and types are reserved.
    fn new(schema: &'a Schema<'a>, problems: Diagnostics) -> Self {
        let mut import = Self {
            schema,
            problems,
            names: UniqueNames::default(),
            names_used: FxHashSet::default(),
            class_names: Vec::new(),
            enum_names: FxHashMap::default(),
            literals: FxHashMap::default(),
            type_names: FxHashMap::default(),
            builtins: BTreeMap::new(),
            identifiers: schema.classes.iter().map(|class| schema.identifier(class)).collect(),
            shared: shared_slots::SharedSlots::default(),
            unions: Vec::new(),
            inverses: Vec::new(),
            designators: Vec::new(),
        };
        for class in &schema.classes {
            let name = import.declare(&class.name, class.location);
            import.class_names.push(name);
        }
        for entry in &schema.enums.all {
            let has_literals = entry.value.get("permissible_values").is_some();
            let name = has_literals.then(|| import.declare(&entry.key, entry.location));
            import.enum_names.insert(&entry.key, name);
            if has_literals {
                let names = literal_names(entry.value, &mut import.problems);
                import.literals.insert(&entry.key, names);
            }
        }
        for entry in &schema.types.all {
            let name = import.declare(&entry.key, entry.location);
            import.type_names.insert(&entry.key, name);
        }
        import.shared = shared_slots::find(&mut import);
        import
    }

    /// Reserves the name of an element in the imported metamodel. A name that differs from that in the schema is
    /// reported.
    fn declare(&mut self, name: &str, location: Node<'_>) -> String {
        let type_name = self.names.reserve(&identifier(camel_case(name)));
        if type_name != name {
            let message = format!("`{name}` is called `{type_name}` in the imported metamodel");
            let problem = location.problem(Severity::Note, IMPORT_RENAMED, message);
            self.problems
                .push(problem.help("names of types begin with a capital, have no blanks, and are unique"));
        }
        self.names_used.insert(type_name.clone());
        type_name
    }

    /// Reports a part of the schema that the types do not express.
    fn report_loss(&mut self, location: Node<'_>, message: String, help: &str) {
        self.problems.push(location.problem(Severity::Warning, IMPORT_NOT_EXPRESSED, message).help(help));
    }

    /// The package with the declarations of all elements.
    fn package(&mut self) -> Package {
        let root = self.schema.root;
        let name = root.text_of("name").or_else(|| root.text_of("id")).unwrap_or_default();
        let mut package = Package::new(package_name(&name));
        package.uri = root.text_of("id").map(Cow::into_owned);
        package.doc = metadata::doc(root);
        package.annotations = annotations(root, &[metadata::OF_SCHEMAS]);
        let classes = self.classes();
        let enums: Vec<Declaration> =
            self.schema.enums.all.iter().filter_map(|entry| self.enumeration(entry)).collect();
        let types: Vec<Declaration> =
            self.schema.types.all.iter().map(|entry| self.data_type(entry)).collect();
        package.declarations.extend(classes);
        package.declarations.extend(enums);
        package.declarations.extend(types);
        package.declarations.extend(self.builtin_types());
        package
    }

    /// An enumeration; `None` if it has no values, so that any text is allowed.
    fn enumeration(&mut self, entry: &Entry<'a>) -> Option<Declaration> {
        let node = entry.value;
        for key in ["reachable_from", "matches", "include", "minus", "inherits", "concepts"] {
            let Some(query) = node.get(key) else { continue };
            let message = format!("`{key}` of the enumeration `{}` is not evaluated", entry.key);
            self.report_loss(query, message, "list its values in `permissible_values`");
        }
        let Some(name) = self.enum_names.get(&*entry.key).cloned().flatten() else {
            if !node.is_null() && node.get("reachable_from").is_none() {
                let message =
                    format!("the enumeration `{}` has no values, so any text is allowed", entry.key);
                self.report_loss(entry.location, message, "list its values in `permissible_values`");
            }
            return None;
        };
        let values = node.get("permissible_values").map(Node::entries).unwrap_or_default();
        let names = self.literals.get(&*entry.key);
        let mut seen = FxHashSet::default();
        let distinct = values.into_iter().filter(|value| seen.insert(value.key.clone()));
        let literals = distinct.map(|value| {
            let name = names.and_then(|names| names.get(&value.key)).cloned().unwrap_or_default();
            let text = (name != value.key).then(|| value.key.into_owned());
            let doc = metadata::doc(value.value);
            let annotations = annotations(value.value, &[&["text", "description"]]);
            Literal { name, text, doc, annotations, ..Literal::default() }
        });
        Some(Declaration::Enumeration(Enumeration {
            name,
            doc: metadata::doc(node),
            literals: literals.collect(),
            annotations: annotations(node, &[&["name", "description", "permissible_values"]]),
            span: self.span(entry.location),
        }))
    }

    /// A data type. If it has conditions of its own, it also repeats those of the types that it is based on.
    fn data_type(&mut self, entry: &Entry<'a>) -> Declaration {
        let node = entry.value;
        let root_range = self.root_range(&entry.key);
        let parent_range = self.base(&entry.key, node);
        let has_own_conditions = ranges::OF_VALUES.iter().any(|key| node.get(key).is_some());
        let mut layers = vec![node];
        if has_own_conditions {
            // The conditions of the types that this one is based on apply, too.
            let parent_type =
                |node: &Node<'a>| node.text_of("typeof").and_then(|name| self.schema.types.get(&name));
            layers = std::iter::successors(Some(node), parent_type).take(schema::MAX_STEPS).collect();
        }
        let range = if has_own_conditions { root_range } else { parent_range };
        let (base, unexpressed) = self.constrained(range, &layers);
        for (key, condition) in unexpressed {
            let message = format!("`{key}` of the type `{}` is not checked", entry.key);
            self.report_loss(condition, message, "add the condition to the slots that have the type");
        }
        Declaration::DataType(DataType {
            name: self.type_names.get(&*entry.key).cloned().unwrap_or_default(),
            doc: metadata::doc(node),
            base: Some(base),
            annotations: annotations(node, &[metadata::OF_TYPES]),
            span: self.span(entry.location),
            ..DataType::default()
        })
    }

    /// The data types for the built-in types that are used.
    fn builtin_types(&self) -> Vec<Declaration> {
        let types = self.builtins.iter().map(|(name, declared)| {
            let base = match ranges::text_pattern(name) {
                Some(pattern) => Type::Pattern(vec![pattern.to_owned()]),
                None => Type::TEXT,
            };
            let doc = Some(format!("LinkML's type `{name}`."));
            Declaration::DataType(DataType {
                name: declared.clone(),
                doc,
                base: Some(base),
                ..DataType::default()
            })
        });
        types.collect()
    }

    /// The range of a declaration in the document; the start of the document for a declaration in another file.
    fn span(&self, node: Node<'_>) -> std::ops::Range<usize> {
        if Arc::ptr_eq(&node.file.source, &self.schema.root.file.source) { node.span() } else { 0..0 }
    }
}

/// The words of a name with a capital each, without blanks, `_` and commas, as LinkML writes names of classes:
/// `named thing` → `NamedThing`.
fn camel_case(name: &str) -> String {
    let name = name.replace(',', "");
    let mut text = String::with_capacity(name.len());
    for word in name.split(|c: char| c.is_whitespace() || c == '_').filter(|word| !word.is_empty()) {
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            text.extend(first.to_uppercase());
        }
        text.push_str(chars.as_str());
    }
    if text.is_empty() { "Type".to_owned() } else { text }
}

/// The names of the literals of an enumeration, by their texts, which may be any texts. A text that is listed twice is
/// reported.
fn literal_names<'a>(enumeration: Node<'a>, problems: &mut Diagnostics) -> FxHashMap<Cow<'a, str>, String> {
    let values = enumeration.get("permissible_values").map(Node::entries).unwrap_or_default();
    let mut names = UniqueNames::default();
    let mut names_by_text = FxHashMap::default();
    for value in values {
        if names_by_text.contains_key(&value.key) {
            let message = format!("the permissible value `{}` is listed twice", shorten(&value.key));
            let problem = value.location.problem(Severity::Error, IMPORT_INVALID, message);
            problems.push(problem.help("remove one of them"));
            continue;
        }
        let mut name: String = value.key.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        if name.is_empty() || name.starts_with(char::is_numeric) {
            name.insert(0, '_');
        }
        let name = names.reserve(&name);
        names_by_text.insert(value.key, name);
    }
    names_by_text
}

/// A name with letters and digits only, since names in Ecore are identifiers.
fn identifier(name: String) -> String {
    let is_identifier = name.chars().all(char::is_alphanumeric) && !name.starts_with(char::is_numeric);
    if is_identifier { name } else { class_name(&name) }
}

/// The name of a package for that of a schema. Each sign becomes `_`, also because `::` would nest packages:
/// `my-schema` → `my_schema`, `2nd` → `schema_2nd`.
fn package_name(name: &str) -> String {
    let text: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let text = text.trim_matches('_');
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        format!("schema_{text}").trim_end_matches('_').to_owned()
    } else {
        text.to_owned()
    }
}
