//! Writes declarations as text of the type language, with the range of the schema for each part of the text.

use super::text::{push_displayed, push_joined, push_list};
use super::write_types::{push_generic, push_type};
use super::{
    Alias, Annotation, Attribute, Class, DataType, Declaration, Enumeration, Feature, FeatureSettings,
    Literal, Operation, Package, Parameter, Reference, Span, TypeParameter, Value,
};
use modelwright_language::types::spelling::{name, push_key, push_name, push_string, push_type_name};

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
        match count_before.checked_sub(1) {
            Some(last) => self.origins[last].1.clone(),
            None => 0..0,
        }
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
        self.text.push_str("package ");
        push_joined(package.name.split("::"), "::", &mut self.text, push_name);
        let mut settings = Settings::new(&mut self.text);
        for (key, value) in [("uri", &package.uri), ("prefix", &package.prefix)] {
            match value {
                Some(value) => push_string(value, settings.key(key)),
                None if package.is_bare => settings.key(key).push_str("undef"),
                None => {}
            }
        }
        if let Some(address) = &package.external {
            push_string(address, settings.key("external"));
        }
        settings.annotations(&package.annotations);
        settings.end();
        self.text.push('\n');
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
        self.class_head(class);
        if let Some(java) = &class.instance_class {
            self.text.push_str("  instance_class => ");
            push_string(java, &mut self.text);
            self.text.push('\n');
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
        let out = &mut self.text;
        for invariant in &class.invariants {
            out.push_str("  invariant ");
            if let Some(title) = &invariant.name {
                push_string(title, out);
                out.push(' ');
            }
            out.push_str(&invariant.logic);
            out.push('\n');
        }
        for note in &class.annotations {
            out.push_str("  ");
            push_annotation(note, out);
            out.push('\n');
        }
        out.push_str("}\n");
    }

    /// Writes the line with the name and the supertypes of a class.
    fn class_head(&mut self, class: &Class) {
        let out = &mut self.text;
        if class.is_abstract {
            out.push_str("abstract ");
        }
        if class.is_interface {
            out.push_str("interface ");
        }
        out.push_str("type ");
        push_type_name(&class.name, out);
        push_type_parameters(&class.type_parameters, out);
        if !class.supertypes.is_empty() {
            out.push_str(" inherits ");
        }
        push_joined(class.supertypes.iter().enumerate(), ", ", out, |(index, supertype), out| {
            // The list of arguments may be shorter than that of supertypes.
            let arguments = class.supertype_arguments.get(index).map(Vec::as_slice).unwrap_or_default();
            push_generic(supertype, arguments, out);
        });
        out.push_str(" {\n");
    }

    /// Writes an attribute, with its documentation and settings.
    fn attribute(&mut self, attribute: &Attribute) {
        self.begin(&attribute.span);
        self.doc(attribute.settings.doc.as_deref(), "  ");
        self.text.push_str("  attr ");
        push_name(&attribute.name, &mut self.text);
        self.text.push_str(", ");
        push_type(&attribute.value_type, &mut self.text);
        let mut settings = Settings::new(&mut self.text);
        // Values of composite types are contained objects, which are unique in any case.
        let has_duplicates = attribute.settings.has_duplicates && !attribute.value_type.is_composite();
        settings.feature(&attribute.settings, has_duplicates);
        if let Some(default) = &attribute.default {
            push_value(default, settings.key("default"));
        }
        settings.flag(attribute.is_id, "id => true");
        if let Some(logic) = &attribute.check {
            settings.key("check").push_str(logic);
        }
        settings.annotations(&attribute.settings.annotations);
        settings.end();
        self.text.push('\n');
    }

    /// Writes a reference, with its documentation and settings.
    fn reference(&mut self, reference: &Reference) {
        self.begin(&reference.span);
        self.doc(reference.settings.doc.as_deref(), "  ");
        self.text.push_str("  has ");
        push_name(&reference.name, &mut self.text);
        self.text.push_str(", ");
        push_generic(&reference.target, &reference.arguments, &mut self.text);
        let mut settings = Settings::new(&mut self.text);
        settings.feature(&reference.settings, reference.settings.has_duplicates);
        settings.flag(!reference.is_containment, "containment => false");
        if let Some(other) = &reference.opposite {
            push_name(other, settings.key("opposite"));
        }
        if !reference.keys.is_empty() {
            push_list("[", &reference.keys, "]", settings.key("keys"), |key, out| push_name(key, out));
        }
        settings.flag(reference.is_local, "resolve_proxies => false");
        settings.annotations(&reference.settings.annotations);
        settings.end();
        self.text.push('\n');
    }

    /// Writes an operation, with its documentation and settings.
    fn operation(&mut self, operation: &Operation) {
        self.begin(&operation.span);
        self.doc(operation.settings.doc.as_deref(), "  ");
        let out = &mut self.text;
        out.push_str("  operation ");
        push_name(&operation.name, out);
        push_type_parameters(&operation.type_parameters, out);
        push_list("(", &operation.parameters, ")", out, push_parameter);
        if let Some(result) = &operation.result {
            out.push_str(" >> ");
            push_type(result, out);
        }
        let mut settings = Settings::new(out);
        settings.feature(&operation.settings, operation.settings.has_duplicates);
        if !operation.exceptions.is_empty() {
            push_list("[", &operation.exceptions, "]", settings.key("throws"), push_type);
        }
        settings.annotations(&operation.settings.annotations);
        settings.end();
        out.push('\n');
    }

    /// Writes an enumeration with its literals.
    fn enumeration(&mut self, enumeration: &Enumeration) {
        self.begin(&enumeration.span);
        self.doc(enumeration.doc.as_deref(), "");
        self.text.push_str("enum ");
        push_type_name(&enumeration.name, &mut self.text);
        self.text.push_str(" {\n");
        for note in &enumeration.annotations {
            self.text.push_str("  ");
            push_annotation(note, &mut self.text);
            self.text.push_str(",\n");
        }
        for literal in &enumeration.literals {
            self.literal(literal);
        }
        self.text.push_str("}\n");
    }

    /// Writes a literal, with its documentation and annotations.
    fn literal(&mut self, literal: &Literal) {
        self.doc(literal.doc.as_deref(), "  ");
        let out = &mut self.text;
        out.push_str("  ");
        push_name(&literal.name, out);
        if let Some(number) = literal.number {
            push_displayed(format_args!(" = {number}"), out);
        }
        if let Some(text) = &literal.text {
            out.push_str(" as ");
            push_string(text, out);
        }
        push_annotations_in_braces(&literal.annotations, out);
        out.push_str(",\n");
    }

    /// Writes a data type with its settings.
    fn data_type(&mut self, data_type: &DataType) {
        self.begin(&data_type.span);
        self.doc(data_type.doc.as_deref(), "");
        self.text.push_str("datatype ");
        push_type_name(&data_type.name, &mut self.text);
        push_type_parameters(&data_type.type_parameters, &mut self.text);
        let mut settings = Settings::new(&mut self.text);
        if let Some(base) = &data_type.base {
            push_type(base, settings.key("base"));
        }
        if let Some(name) = &data_type.instance_class {
            push_string(name, settings.key("instance_class"));
        }
        settings.flag(data_type.is_volatile, "serializable => false");
        if !data_type.facets.is_empty() {
            let out = settings.item();
            out.push_str("facets =>");
            let mut facets = Settings::new(out);
            for (name, facet) in &data_type.facets {
                push_value(facet, facets.key(name));
            }
            facets.end();
        }
        settings.annotations(&data_type.annotations);
        settings.end();
        self.text.push('\n');
    }

    fn alias(&mut self, alias: &Alias) {
        self.begin(&alias.span);
        self.doc(alias.doc.as_deref(), "");
        self.text.push_str("type ");
        push_type_name(&alias.name, &mut self.text);
        self.text.push_str(" = ");
        push_type(&alias.value_type, &mut self.text);
        self.text.push('\n');
    }

    /// Records that the following text comes from a range of the schema.
    fn begin(&mut self, span: &Span) {
        self.origins.push((self.text.len(), span.clone()));
    }

    /// Writes documentation. A line break of any kind ends a line, so that no text of a schema leaves the comment.
    fn doc(&mut self, doc: Option<&str>, indent: &str) {
        let Some(doc) = doc else { return };
        // Most texts are one line of ASCII, which is found out without decoding them.
        if doc.bytes().all(|byte| byte.is_ascii() && !matches!(byte, b'\n'..=b'\r')) {
            self.doc_line(doc, indent);
            return;
        }
        // The range has four line breaks of ASCII: `\n`, the vertical tab, the form feed and `\r`.
        for line in doc.split(|c: char| matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')) {
            self.doc_line(line, indent);
        }
    }

    fn doc_line(&mut self, line: &str, indent: &str) {
        self.text.push_str(indent);
        self.text.push_str(if line.is_empty() { "#" } else { "# " });
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// Settings in braces, appended to a text one after the other. Without any setting, there are no braces.
struct Settings<'t> {
    text: &'t mut String,
    is_empty: bool,
}

impl<'t> Settings<'t> {
    fn new(text: &'t mut String) -> Self {
        Self { text, is_empty: true }
    }

    /// Begins a setting, which is to be appended to the result.
    fn item(&mut self) -> &mut String {
        self.text.push_str(if self.is_empty { " { " } else { ", " });
        self.is_empty = false;
        self.text
    }

    /// Begins a setting with a key, whose value is to be appended to the result.
    fn key(&mut self, key: &str) -> &mut String {
        let out = self.item();
        push_key(key, out);
        out.push_str(" => ");
        out
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for note in annotations {
            push_annotation(note, self.item());
        }
    }

    /// Writes the settings that all features have, as far as they differ from the defaults. Whether there are
    /// duplicates depends on the kind of feature, so it is given apart from the other settings.
    fn feature(&mut self, settings: &FeatureSettings, has_duplicates: bool) {
        if settings.min > 0 {
            push_displayed(settings.min, self.key("min"));
        }
        match settings.max {
            _ if settings.is_unspecified => self.key("max").push_str("unspecified"),
            // A maximum of 1 is the default, but not with a minimum above 1: that alone means no maximum.
            Some(1) if settings.min <= 1 => {}
            Some(max) => push_displayed(max, self.key("max")),
            None => self.key("max").push_str("unbound"),
        }
        self.flag(has_duplicates, "unique => false");
        self.flag(settings.is_unordered, "ordered => false");
        self.storage(settings);
        self.flag(settings.is_unsettable, "unsettable => true");
    }

    /// Writes whether a feature is derived, read-only, transient and volatile.
    fn storage(&mut self, settings: &FeatureSettings) {
        if !settings.is_derived {
            self.flag(settings.is_read_only, "settable => false");
            self.flag(settings.is_transient, "transient => true");
            self.flag(settings.is_volatile, "volatile => true");
            return;
        }
        self.item().push_str("derived => true");
        // In the type language, `derived` implies that a feature is read-only, transient and volatile, so only the
        // opposite is written.
        if settings.implies_nothing {
            self.flag(!settings.is_read_only, "settable => true");
            self.flag(!settings.is_transient, "transient => false");
            self.flag(!settings.is_volatile, "volatile => false");
        }
    }

    /// Writes a setting if a condition is true.
    fn flag(&mut self, is_set: bool, text: &str) {
        if is_set {
            self.item().push_str(text);
        }
    }

    /// Ends the settings.
    fn end(self) {
        if !self.is_empty {
            self.text.push_str(" }");
        }
    }
}

/// Appends an annotation with its details.
fn push_annotation(annotation: &Annotation, out: &mut String) {
    out.push_str("annotation ");
    push_string(&annotation.source, out);
    let mut details = Settings::new(out);
    for (name, value) in &annotation.details {
        push_string(value, details.key(name));
    }
    details.end();
}

fn push_annotations_in_braces(annotations: &[Annotation], out: &mut String) {
    let mut settings = Settings::new(out);
    settings.annotations(annotations);
    settings.end();
}

/// Appends a value.
fn push_value(value: &Value, out: &mut String) {
    match value {
        Value::Text(text) => push_string(text, out),
        Value::Number(digits) => out.push_str(digits),
        Value::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
    }
}

/// Appends a parameter of an operation. A name that is not one of a variable is quoted, without its `$`.
fn push_parameter(parameter: &Parameter, out: &mut String) {
    push_type(&parameter.value_type, out);
    let parameter_name = name(&parameter.name);
    out.push_str(if parameter_name == parameter.name { " $" } else { " " });
    out.push_str(&parameter_name);
    let mut settings = Settings::new(out);
    settings.feature(&parameter.settings, parameter.settings.has_duplicates);
    settings.annotations(&parameter.settings.annotations);
    settings.end();
}

/// Appends type parameters in angle brackets, with their bounds; nothing if there are none.
fn push_type_parameters(parameters: &[TypeParameter], out: &mut String) {
    if parameters.is_empty() {
        return;
    }
    push_list("<", parameters, ">", out, |parameter, out| {
        push_type_name(&parameter.name, out);
        if !parameter.bounds.is_empty() {
            out.push_str(" extends ");
            push_joined(&parameter.bounds, " & ", out, push_type);
        }
        push_annotations_in_braces(&parameter.annotations, out);
    });
}
