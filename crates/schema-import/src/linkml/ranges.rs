//! The types of values: ranges of slots, with the conditions that a type can express.
//!
//! Invariant: a condition that is not part of the type is returned, so that it becomes an invariant or is reported.
//! This module does not know how many values a slot has.

use super::Import;
use super::node::Node;
use super::schema::{MAX_STEPS, present};
use crate::declarations::Type;
use modelwright_metamodel::diagnostic::Severity;
use modelwright_metamodel::diagnostic::codes::IMPORT_INVALID;
use std::borrow::Cow;

/// The type to which the name of a range refers.
#[derive(Debug, Clone)]
pub(super) enum Range {
    /// A class, by its index.
    Class(usize),
    /// The class of all values.
    Any,
    /// An enumeration with literals; its name in the imported metamodel.
    Enum(String),
    /// Texts.
    Text,
    /// Integers.
    Integer,
    /// Floating-point numbers.
    Float,
    /// Another type.
    Other(Type),
}

/// The built-in types that are texts in documents, and the regular expression of their values, if not all texts are
/// valid.
const TEXT_TYPES: &[(&str, Option<&str>)] = &[
    ("date", Some(r"\A\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\z")),
    (
        "datetime",
        Some(concat!(
            r"\A\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?",
            r"(Z|[+-]([01]\d|2[0-3]):[0-5]\d)\z"
        )),
    ),
    ("time", Some(r"\A([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)\z")),
    ("uri", Some(r"\A[A-Za-z][A-Za-z0-9+.-]*:[^\s<>{}|\\^`]*\z")),
    ("date_or_datetime", None),
    ("uriorcurie", None),
    ("curie", None),
    ("ncname", None),
    ("objectidentifier", None),
    ("nodeidentifier", None),
    ("jsonpointer", None),
    ("jsonpath", None),
    ("sparqlpath", None),
];

/// The built-in types that are words of the type language.
const WORD_TYPES: &[&str] = &["string", "integer", "float", "double", "boolean", "decimal"];

/// The built-in type of LinkML that corresponds to a type name of Python, XML Schema or another language; `word` is in
/// lower case.
fn built_in_name(word: &str) -> Option<&'static str> {
    Some(match word {
        "int" | "integer" | "long" | "short" | "nonnegativeinteger" | "positiveinteger" => "integer",
        "float" | "double" => "float",
        "bool" | "boolean" => "boolean",
        "decimal" => "decimal",
        "date" | "xsddate" => "date",
        "datetime" | "xsddatetime" => "datetime",
        "time" | "xsdtime" => "time",
        "str" | "string" | "text" => "string",
        _ => return None,
    })
}

/// The regular expression of the values of a built-in type that is a text; `None` if all texts are valid.
pub(super) fn text_pattern(name: &str) -> Option<&'static str> {
    let (_, pattern) = TEXT_TYPES.iter().find(|(known, _)| *known == name)?;
    *pattern
}

/// The conditions on single values that a type may express.
pub(super) const OF_VALUES: &[&str] =
    &["pattern", "minimum_value", "maximum_value", "equals_string", "equals_string_in", "equals_number"];

impl Import<'_> {
    /// The type that the name of a range refers to; a name that is not declared is reported at `location`.
    pub(super) fn range(&mut self, name: &str, location: Node<'_>) -> Range {
        if let Some(index) = self.schema.class_index(name) {
            let class = self.schema.classes.get(index);
            let uri = class.and_then(|class| class.node.text_of("class_uri"));
            return if uri.as_deref() == Some("linkml:Any") { Range::Any } else { Range::Class(index) };
        }
        if let Some(declared) = self.enum_names.get(name) {
            // An enumeration without literals has any text.
            return declared.clone().map_or(Range::Text, Range::Enum);
        }
        if let Some(declared) = self.type_names.get(name) {
            return Range::Other(Type::Named(declared.clone()));
        }
        self.builtin(name).unwrap_or_else(|| {
            let message =
                format!("the range `{name}` is not a class, type or enumeration; any text is allowed");
            let problem = location.problem(Severity::Error, IMPORT_INVALID, message);
            let help = match self.suggested_range(name) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "declare it, or import the schema that does".to_owned(),
            };
            self.problems.push(problem.help(help));
            Range::Text
        })
    }

    /// The range that is probably meant by a name: one that is spelled similarly, or that other languages name so.
    fn suggested_range(&self, name: &str) -> Option<&str> {
        let classes = self.schema.classes.iter().map(|class| &*class.name);
        let declared_names = self.enum_names.keys().chain(self.type_names.keys()).copied();
        let built_in_names = WORD_TYPES.iter().copied().chain(TEXT_TYPES.iter().map(|(name, _)| *name));
        let suggestions = &self.schema.suggestions;
        built_in_name(&name.to_lowercase())
            .or_else(|| suggestions.nearest(name, classes.chain(declared_names)))
            // A built-in name must be more similar than a name that the schema itself declares.
            .or_else(|| suggestions.nearest_within(name, (name.len() / 2).min(2), built_in_names))
    }

    /// A built-in type. One that is a text gets a data type with its name.
    fn builtin(&mut self, name: &str) -> Option<Range> {
        Some(match name {
            "string" => Range::Text,
            "integer" => Range::Integer,
            "float" | "double" => Range::Float,
            "boolean" => Range::Other(Type::Word("Boolean")),
            "decimal" => Range::Other(Type::Word("Number")),
            _ => {
                let (name, _) = TEXT_TYPES.iter().find(|(known, _)| *known == name)?;
                let type_name = match self.builtins.get(name) {
                    Some(type_name) => type_name.clone(),
                    None => self.names.reserve(&super::camel_case(name)),
                };
                self.builtins.insert(name, type_name.clone());
                Range::Other(Type::Named(type_name))
            }
        })
    }

    /// What a declared type is based on: its `typeof`, its Python class or its URI.
    pub(super) fn base(&mut self, type_name: &str, node: Node<'_>) -> Range {
        if let Some(parent) = node.get("typeof") {
            let name = parent.text().unwrap_or_default();
            if name != type_name {
                return self.range(&name, parent);
            }
        }
        let written = node.text_of("base").or_else(|| node.text_of("uri")).unwrap_or_default();
        let word = written.rsplit([':', '#', '/', '.']).next().unwrap_or_default().to_lowercase();
        let name = built_in_name(&word).unwrap_or("string");
        self.builtin(name).unwrap_or(Range::Text)
    }

    /// The built-in type on which a declared type is based, directly or through other types.
    pub(super) fn root_range(&mut self, name: &str) -> Range {
        let mut name = Cow::Borrowed(name);
        // Types that are based on each other would never end.
        for _ in 0..MAX_STEPS {
            let Some(node) = self.schema.types.get(&name) else { break };
            match node.text_of("typeof").filter(|parent| *parent != name) {
                Some(parent) => name = parent,
                None => return self.base(&name, node),
            }
        }
        self.builtin(&name).unwrap_or(Range::Text)
    }

    /// The type of a range with its conditions, and the keys of those that the type does not express.
    pub(super) fn constrained<'n>(
        &mut self,
        range: Range,
        layers: &[Node<'n>],
    ) -> (Type, Vec<(&'static str, Node<'n>)>) {
        let mut remaining = present(layers, OF_VALUES);
        let value_type = match range {
            Range::Text => text_type(&mut remaining),
            Range::Integer => {
                let (min, max) = bounds(&mut remaining, Node::integer);
                Type::Integer { min, max }
            }
            Range::Float => {
                let (min, max) = bounds(&mut remaining, Node::float);
                Type::Float { min, max }
            }
            Range::Other(value_type) => value_type,
            Range::Enum(name) => Type::Named(name),
            Range::Class(index) => Type::Named(self.class_names.get(index).cloned().unwrap_or_default()),
            Range::Any => Type::Word("Data"),
        };
        (value_type, remaining)
    }
}

/// The type of texts, as the first condition that determines one requires. This condition is removed from `remaining`.
fn text_type(remaining: &mut Vec<(&'static str, Node<'_>)>) -> Type {
    for condition in ["equals_string", "equals_string_in", "pattern"] {
        let Some(index) = remaining.iter().position(|(key, _)| *key == condition) else { continue };
        let (_, node) = remaining[index];
        let texts: Vec<String> = node.texts().into_iter().map(Cow::into_owned).collect();
        // Such a condition stays, so that it is reported.
        if texts.is_empty() {
            continue;
        }
        remaining.remove(index);
        return if condition == "pattern" { Type::Pattern(texts) } else { Type::Enum(texts) };
    }
    Type::TEXT
}

/// The minimum and the maximum among some conditions, which are removed from them. `number` reads a bound as a number
/// of the type; a bound that is not one stays.
fn bounds<'n, T: Copy>(
    conditions: &mut Vec<(&'static str, Node<'n>)>,
    number: impl Fn(Node<'n>) -> Option<T>,
) -> (Option<T>, Option<T>) {
    let (mut min, mut max) = (None, None);
    conditions.retain(|(key, node)| {
        let Some(value) = number(*node) else { return true };
        match *key {
            "minimum_value" => min = Some(value),
            "maximum_value" => max = Some(value),
            _ => return true,
        }
        false
    });
    (min, max)
}
