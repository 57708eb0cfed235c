//! Writes declarations as text of the type language, with the range of the schema for each part of the text.

use super::types::{Bound, Type, Value};
use super::{
    Alias, Annotation, Attribute, Class, DataType, Declaration, Enumeration, Feature, FeatureSettings,
    Operation, Package, Parameter, Reference, Span, TypeParameter,
};
use modelwright_language::types::spelling::{key, name, string, type_name};
use std::fmt::{Display, Write as _};

/// Text of the type language, and where its parts come from.
#[derive(Debug, Default)]
pub struct WrittenDeclarations {
    /// The text.
    pub text: String,
    /// For each declaration and feature the offset at which its text begins, and its range in the schema; in ascending
    /// order of offsets.
    origins: Vec<(usize, Span)>,
}

impl WrittenDeclarations {
    /// The range of the schema from which the text at an offset comes; the start of the schema for the heads of
    /// packages.
    #[must_use]
    pub fn origin(&self, offset: usize) -> Span {
        let count_before = self.origins.partition_point(|(start, _)| *start <= offset);
        count_before.checked_sub(1).map_or(0..0, |last| self.origins[last].1.clone())
    }
}

/// Writes packages, in order. The layout is plain, since the text is only read again.
#[must_use]
pub fn write(packages: &[Package]) -> WrittenDeclarations {
    let mut out = WrittenDeclarations::default();
    for package in packages {
        out.package(package);
    }
    out
}

impl WrittenDeclarations {
    /// Writes a package with its settings, and its declarations.
    fn package(&mut self, package: &Package) {
        self.doc(package.doc.as_deref(), "");
        let path = package.name.split("::").map(name).collect::<Vec<_>>().join("::");
        let setting = |key: &str, value: &Option<String>| match value {
            Some(value) => Some(format!("{key} => {}", string(value))),
            None => package.is_bare.then(|| format!("{key} => undef")),
        };
        let (uri, prefix) = (setting("uri", &package.uri), setting("prefix", &package.prefix));
        let external = package.external.iter().map(|address| format!("external => {}", string(address)));
        let annotations = package.annotations.iter().map(annotation);
        let settings: Vec<String> =
            uri.into_iter().chain(prefix).chain(external).chain(annotations).collect();
        self.line(format_args!("package {path}{}", braces(&settings)));
        for declaration in &package.declarations {
            self.text.push('\n');
            match declaration {
                Declaration::Class(class) => self.class(class),
                Declaration::Enumeration(enumeration) => self.enumeration(enumeration),
                Declaration::DataType(data_type) => self.data_type(data_type),
                Declaration::Alias(alias) => self.alias(alias),
            }
        }
    }

    /// Writes the declaration of a class with its features and operations.
    fn class(&mut self, class: &Class) {
        self.begin(&class.span);
        self.doc(class.doc.as_deref(), "");
        let words = [(class.is_abstract, "abstract "), (class.is_interface, "interface ")];
        let words: String = words.iter().filter(|(is_set, _)| *is_set).map(|(_, word)| *word).collect();
        // The list of arguments may be shorter than that of supertypes.
        let arguments = class.supertype_arguments.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
        let supertypes = class.supertypes.iter().zip(arguments);
        let supertypes: Vec<String> =
            supertypes.map(|(name, arguments)| path(name) + &type_arguments(arguments)).collect();
        let supertypes = supertypes.join(", ");
        let inherits = if supertypes.is_empty() { "" } else { " inherits " };
        let parameters = type_parameters(&class.type_parameters);
        let class_name = type_name(&class.name);
        self.line(format_args!("{words}type {class_name}{parameters}{inherits}{supertypes} {{"));
        if let Some(java) = &class.instance_class {
            self.line(format_args!("  instance_class => {}", string(java)));
        }
        for feature in &class.features {
            match feature {
                Feature::Attribute(attribute) => self.attribute(attribute),
                Feature::Reference(reference) => self.reference(reference),
            }
        }
        for operation in &class.operations {
            self.operation(operation);
        }
        // What follows comes from the class itself, not from its last feature.
        self.begin(&class.span);
        for invariant in &class.invariants {
            let title = invariant.name.as_ref().map(|name| format!("{} ", string(name))).unwrap_or_default();
            self.line(format_args!("  invariant {title}{}", invariant.logic));
        }
        for note in &class.annotations {
            self.line(format_args!("  {}", annotation(note)));
        }
        self.line("}");
    }

    /// Writes an attribute, with its documentation and settings.
    fn attribute(&mut self, attribute: &Attribute) {
        self.begin(&attribute.span);
        self.doc(attribute.settings.doc.as_deref(), "  ");
        // Values of composite types are contained objects, which are unique in any case.
        let has_duplicates = attribute.settings.has_duplicates && !attribute.value_type.is_composite();
        let mut settings =
            feature_settings(&FeatureSettings { has_duplicates, ..attribute.settings.clone() });
        settings.extend(attribute.default.as_ref().map(|default| format!("default => {}", value(default))));
        settings.extend(attribute.is_id.then(|| "id => true".to_owned()));
        settings.extend(attribute.check.as_ref().map(|logic| format!("check => {logic}")));
        settings.extend(attribute.settings.annotations.iter().map(annotation));
        let value_type = type_text(&attribute.value_type);
        self.line(format_args!("  attr {}, {value_type}{}", name(&attribute.name), braces(&settings)));
    }

    /// Writes a reference, with its documentation and settings.
    fn reference(&mut self, reference: &Reference) {
        self.begin(&reference.span);
        self.doc(reference.settings.doc.as_deref(), "  ");
        let mut settings = feature_settings(&reference.settings);
        settings.extend((!reference.is_containment).then(|| "containment => false".to_owned()));
        settings.extend(reference.opposite.as_ref().map(|other| format!("opposite => {}", name(other))));
        if !reference.keys.is_empty() {
            let keys: Vec<String> = reference.keys.iter().map(|key| name(key)).collect();
            settings.push(format!("keys => [{}]", keys.join(", ")));
        }
        settings.extend(reference.is_local.then(|| "resolve_proxies => false".to_owned()));
        settings.extend(reference.settings.annotations.iter().map(annotation));
        let target = path(&reference.target) + &type_arguments(&reference.arguments);
        self.line(format_args!("  has {}, {target}{}", name(&reference.name), braces(&settings)));
    }

    /// Writes an operation, with its documentation and settings.
    fn operation(&mut self, operation: &Operation) {
        self.begin(&operation.span);
        self.doc(operation.settings.doc.as_deref(), "  ");
        let mut settings = feature_settings(&operation.settings);
        if !operation.exceptions.is_empty() {
            settings.push(format!("throws => [{}]", join(&operation.exceptions, type_text)));
        }
        settings.extend(operation.settings.annotations.iter().map(annotation));
        let result = operation.result.iter().map(|result| format!(" >> {}", type_text(result)));
        let result: String = result.collect();
        let operation_name = name(&operation.name) + &type_parameters(&operation.type_parameters);
        let parameters = join(&operation.parameters, parameter);
        self.line(format_args!("  operation {operation_name}({parameters}){result}{}", braces(&settings)));
    }

    /// Writes an enumeration with its literals.
    fn enumeration(&mut self, enumeration: &Enumeration) {
        self.begin(&enumeration.span);
        self.doc(enumeration.doc.as_deref(), "");
        self.line(format_args!("enum {} {{", type_name(&enumeration.name)));
        for note in &enumeration.annotations {
            self.line(format_args!("  {},", annotation(note)));
        }
        for literal in &enumeration.literals {
            self.doc(literal.doc.as_deref(), "  ");
            let number = literal.number.map(|number| format!(" = {number}")).unwrap_or_default();
            let text = literal.text.as_ref().map(|text| format!(" as {}", string(text))).unwrap_or_default();
            let settings: Vec<String> = literal.annotations.iter().map(annotation).collect();
            self.line(format_args!("  {}{number}{text}{},", name(&literal.name), braces(&settings)));
        }
        self.line("}");
    }

    /// Writes a data type with its settings.
    fn data_type(&mut self, data_type: &DataType) {
        self.begin(&data_type.span);
        self.doc(data_type.doc.as_deref(), "");
        let base = data_type.base.iter().map(|base| format!("base => {}", type_text(base)));
        let class = data_type.instance_class.iter().map(|name| format!("instance_class => {}", string(name)));
        let facets =
            data_type.facets.iter().map(|(name, facet)| format!("{} => {}", key(name), value(facet)));
        let facets: Vec<String> = facets.collect();
        let facets = (!facets.is_empty()).then(|| format!("facets => {{ {} }}", facets.join(", ")));
        let serializable = data_type.is_volatile.then(|| "serializable => false".to_owned());
        let annotations = data_type.annotations.iter().map(annotation);
        let settings: Vec<String> =
            base.chain(class).chain(serializable).chain(facets).chain(annotations).collect();
        let data_type_name = type_name(&data_type.name) + &type_parameters(&data_type.type_parameters);
        self.line(format_args!("datatype {data_type_name}{}", braces(&settings)));
    }

    fn alias(&mut self, alias: &Alias) {
        self.begin(&alias.span);
        self.doc(alias.doc.as_deref(), "");
        self.line(format_args!("type {} = {}", type_name(&alias.name), type_text(&alias.value_type)));
    }

    /// Records that the following text comes from a range of the schema.
    fn begin(&mut self, span: &Span) {
        self.origins.push((self.text.len(), span.clone()));
    }

    /// Writes documentation. A line break of any kind ends a line, so that no text of a schema leaves the comment.
    fn doc(&mut self, doc: Option<&str>, indent: &str) {
        let Some(doc) = doc else { return };
        for line in doc.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']) {
            let space = if line.is_empty() { "" } else { " " };
            self.line(format_args!("{indent}#{space}{line}"));
        }
    }

    fn line(&mut self, line: impl Display) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.text, "{line}");
    }
}

/// The settings of both kinds of features, as far as they differ from the defaults.
fn feature_settings(settings: &FeatureSettings) -> Vec<String> {
    let mut written = Vec::new();
    // In the type language, a minimum above 1 alone means a list without maximum, so the maximum is written as well.
    if settings.min > 0 {
        written.push(format!("min => {}", settings.min));
    }
    match settings.max {
        _ if settings.is_unspecified => written.push("max => unspecified".to_owned()),
        Some(1) if settings.min <= 1 => {}
        Some(max) => written.push(format!("max => {max}")),
        None => written.push("max => unbound".to_owned()),
    }
    // In the type language, `derived` implies the three settings below, so they are written only where they differ from
    // it.
    let overrides = settings.is_derived && settings.implies_nothing;
    let flags = [
        (settings.has_duplicates, "unique => false"),
        (settings.is_unordered, "ordered => false"),
        (settings.is_derived, "derived => true"),
        (settings.is_read_only && !settings.is_derived, "settable => false"),
        (overrides && !settings.is_read_only, "settable => true"),
        (overrides && !settings.is_transient, "transient => false"),
        (overrides && !settings.is_volatile, "volatile => false"),
        (settings.is_transient && !settings.is_derived, "transient => true"),
        (settings.is_volatile && !settings.is_derived, "volatile => true"),
        (settings.is_unsettable, "unsettable => true"),
    ];
    written.extend(flags.iter().filter(|(is_set, _)| *is_set).map(|(_, text)| (*text).to_owned()));
    written
}

/// Settings in braces, or nothing.
fn braces(settings: &[String]) -> String {
    if settings.is_empty() { String::new() } else { format!(" {{ {} }}", settings.join(", ")) }
}

/// An annotation with its details.
fn annotation(annotation: &Annotation) -> String {
    let details = annotation.details.iter();
    let details: Vec<String> =
        details.map(|(name, value)| format!("{} => {}", key(name), string(value))).collect();
    format!("annotation {}{}", string(&annotation.source), braces(&details))
}

/// A name with `::` between its parts, each quoted if the language requires that.
fn path(qualified: &str) -> String {
    match qualified.strip_prefix("::") {
        Some(path_from_root) => format!("::{}", path(path_from_root)),
        None => {
            let mut parts: Vec<&str> = qualified.split("::").collect();
            let last = parts.pop().unwrap_or_default();
            let packages: String = parts.iter().map(|part| format!("{}::", name(part))).collect();
            packages + &type_name(last)
        }
    }
}

/// A value as it is written.
fn value(value: &Value) -> String {
    match value {
        Value::Text(text) => string(text),
        Value::Number(digits) => digits.clone(),
        Value::Boolean(value) => value.to_string(),
    }
}

/// A parameter of an operation. A name that is not one of a variable is quoted, without its `$`.
fn parameter(parameter: &Parameter) -> String {
    let mut settings = feature_settings(&parameter.settings);
    settings.extend(parameter.settings.annotations.iter().map(annotation));
    let parameter_name = name(&parameter.name);
    let dollar = if parameter_name == parameter.name { "$" } else { "" };
    format!("{} {dollar}{parameter_name}{}", type_text(&parameter.value_type), braces(&settings))
}

/// Type parameters in angle brackets, with their bounds; empty if there are none.
fn type_parameters(parameters: &[TypeParameter]) -> String {
    let written = join(parameters, |parameter| {
        let bounds: Vec<String> = parameter.bounds.iter().map(type_text).collect();
        let bounds =
            if bounds.is_empty() { String::new() } else { format!(" extends {}", bounds.join(" & ")) };
        let settings: Vec<String> = parameter.annotations.iter().map(annotation).collect();
        format!("{}{bounds}{}", type_name(&parameter.name), braces(&settings))
    });
    if written.is_empty() { written } else { format!("<{written}>") }
}

fn type_arguments(arguments: &[Type]) -> String {
    if arguments.is_empty() { String::new() } else { format!("<{}>", join(arguments, type_text)) }
}

fn join<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// A type as it is written. Its nesting is that of the schema, whose depth its reader limits.
pub(crate) fn type_text(written: &Type) -> String {
    match written {
        Type::Named(name) => path(name),
        Type::Generic(name, arguments) => path(name) + &type_arguments(arguments),
        Type::Wildcard(None) => "?".to_owned(),
        Type::Wildcard(Some((Bound::Upper, bound))) => format!("? extends {}", type_text(bound)),
        Type::Wildcard(Some((Bound::Lower, bound))) => format!("? super {}", type_text(bound)),
        Type::Ecore(name) => format!("::{name}"),
        Type::Word(word) => (*word).to_owned(),
        Type::Integer { min, max } => bounded("Integer", min.as_ref(), max.as_ref()),
        Type::Float { min, max } => bounded("Float", min.map(float).as_ref(), max.map(float).as_ref()),
        Type::String { min, max } => bounded("String", min.as_ref(), max.as_ref()),
        // As strings, since a `/` in a literal would end it.
        Type::Pattern(patterns) => format!("Pattern[{}]", join(patterns, |pattern| string(pattern))),
        Type::Enum(texts) => format!("Enum[{}]", join(texts, |text| string(text))),
        Type::Boolean(value) => format!("Boolean[{value}]"),
        Type::Optional(inner) => format!("Optional[{}]", type_text(inner)),
        Type::Variant(types) => format!("Variant[{}]", join(types, type_text)),
        Type::Array { item, min, max } => match (min, max) {
            (None | Some(0), None) => format!("Array[{}]", type_text(item)),
            _ => format!("Array[{}, {}]", type_text(item), range(min.as_ref(), max.as_ref())),
        },
        Type::Tuple { items, min, max } => {
            let items = join(items, type_text);
            match (min, max) {
                (None, None) => format!("Tuple[{items}]"),
                (min, max) => {
                    let max = max.as_ref().and_then(Option::as_ref);
                    format!("Tuple[{items}, {}]", range(min.as_ref(), max))
                }
            }
        }
        Type::Hash { key, value } => format!("Hash[{}, {}]", type_text(key), type_text(value)),
        Type::Struct(members) => {
            let members = join(members, |(name, is_optional, value)| {
                let name = key(name);
                let name = if *is_optional { format!("Optional[{name}]") } else { name };
                format!("{name} => {}", type_text(value))
            });
            format!("Struct[{{ {members} }}]")
        }
    }
}

/// A word with bounds in brackets; the word alone if there are none.
fn bounded(word: &str, min: Option<&impl Display>, max: Option<&impl Display>) -> String {
    match (min, max) {
        (None, None) => word.to_owned(),
        (Some(min), None) => format!("{word}[{min}]"),
        (None, Some(max)) => format!("{word}[default, {max}]"),
        (Some(min), Some(max)) => format!("{word}[{min}, {max}]"),
    }
}

/// Two bounds of a number of items.
fn range(min: Option<&u64>, max: Option<&u64>) -> String {
    let max = max.map_or_else(|| "default".to_owned(), u64::to_string);
    format!("{}, {max}", min.copied().unwrap_or_default())
}

/// A finite number with a point, so that it is read as a `Float`.
fn float(number: f64) -> String {
    format!("{number:?}")
}
