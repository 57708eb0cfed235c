//! Puppet's resource types in Ruby: `Puppet::Type.newtype` and `Puppet::ResourceApi.register_type`.
//!
//! Each resource type becomes a class, whose attributes are its properties and parameters. Invariants: a restriction
//! is only taken from code if its meaning is certain, so that no value is excluded that Puppet accepts; other code is
//! kept as documentation of its attribute, and reported. This module does not know the type language.

mod attribute;
mod checks;
mod conditions;
mod data_types;
mod definitions;
mod loops;
mod requirements;
mod resource_api;
mod type_body;
mod validation;
mod values;

use self::definitions::Definitions;
use crate::declarations::{
    Annotation, Attribute, Class, Declaration, Feature, Package, Span, Type, UniqueNames,
};
use crate::ruby::{self, Call, Comments, Kind, Node};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes, join_names};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The source of annotations with what only Puppet uses.
pub const SOURCE: &str = "urn:modelwright:puppet";

/// The values of constants that a file has, by the last part of their names.
type Constants = FxHashMap<String, Node>;

/// Reads a file. `name` is that of the package.
#[must_use]
pub fn read(source: &Arc<Source>, name: &str) -> (Vec<Package>, Diagnostics) {
    let program = match ruby::read(source) {
        Ok(program) => program,
        Err(problem) => return (Vec::new(), (*problem).into()),
    };
    let mut reader = Reader {
        source,
        comments: program.comments,
        diagnostics: Diagnostics::new(),
        classes: Vec::new(),
        constants: Constants::default(),
        definitions: Definitions::of(&program.statements),
        parents: FxHashMap::default(),
        attributes_with_default: FxHashSet::default(),
        facts_by_name: requirements::FactsByName::default(),
    };
    reader.statements(&program.statements);
    if reader.classes.is_empty() {
        let problem = Diagnostic::error(codes::IMPORT_INVALID, "the file declares no resource type")
            .at(source, 0..0)
            .help("write `Puppet::Type.newtype(:name) do … end`, or `Puppet::ResourceApi.register_type(name: …)`");
        reader.diagnostics.push(problem);
        return (Vec::new(), reader.diagnostics);
    }
    let mut package = Package::new(name);
    let mut unique = UniqueNames::default();
    for mut class in std::mem::take(&mut reader.classes) {
        let class_name = unique.reserve(&class.name);
        if class_name != class.name {
            reader.report_renamed(&class.span, &class.name, &class_name);
            class.name = class_name;
        }
        package.declarations.push(Declaration::Class(class));
    }
    (vec![package], reader.diagnostics)
}

/// A class that attributes may inherit.
struct Parent {
    /// The superclass of this class.
    superclass: String,
    body: Vec<Node>,
}

struct Reader<'s> {
    source: &'s Arc<Source>,
    comments: Comments,
    diagnostics: Diagnostics,
    classes: Vec<Class>,
    /// The constants that are lists or regular expressions.
    constants: Constants,
    /// The definitions that code may mention.
    definitions: Definitions,
    /// The classes of the file that attributes may inherit, by the last part of their names.
    parents: FxHashMap<String, Parent>,
    /// The attributes of the current type that have a default of any kind.
    attributes_with_default: FxHashSet<String>,
    /// The facts about the attributes of the current type.
    facts_by_name: requirements::FactsByName,
}

impl<'s> Reader<'s> {
    fn text(&self, span: &Span) -> &'s str {
        self.source.text().get(span.clone()).unwrap_or_default()
    }

    /// Reports a part of the file that the types do not express.
    fn report_not_expressed(&mut self, span: &Span, message: impl Into<String>, help: &str) {
        let problem = Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, message);
        let line = self.first_line(span);
        self.diagnostics.push(problem.at(self.source, line).help(help));
    }

    /// Reports that several attributes identify the resources of a class together.
    fn report_several_keys(&mut self, class: &Class) {
        let message =
            format!("`{}` is identified by several attributes together, which no `id` expresses", class.name);
        let help = "in the class that contains the resources, write an invariant: no two of them have the same values \
                    of these attributes";
        self.report_not_expressed(&class.span, message, help);
    }

    /// Reports an error of the file.
    fn report_invalid(&mut self, span: &Span, message: impl Into<String>, help: &str) {
        let problem = Diagnostic::error(codes::IMPORT_INVALID, message);
        let line = self.first_line(span);
        self.diagnostics.push(problem.at(self.source, line).help(help));
    }

    /// Reports that a type has another name than in Ruby.
    fn report_renamed(&mut self, span: &Span, name: &str, new_name: &str) {
        let message = format!("`{name}` is named `{new_name}`, because another type has its name");
        let note = Diagnostic::new(codes::IMPORT_RENAMED, Severity::Note, message);
        let line = self.first_line(span);
        self.diagnostics.push(note.at(self.source, line).help("rename one of them"));
    }

    /// The part of a range on its first line, without the white space at its end.
    fn first_line(&self, span: &Span) -> Span {
        let line = self.text(span).lines().next().unwrap_or_default().trim_end();
        span.start..span.start + line.len()
    }

    /// Finds the types that statements declare, also inside of modules.
    fn statements(&mut self, body: &[Node]) {
        for node in body {
            match &node.kind {
                Kind::Class(..) if self.record_parent_class(node) => {}
                Kind::Module(_, inner) | Kind::Class(_, _, inner) => self.statements(inner),
                Kind::Assign(left, value) => {
                    self.record_constant(left, value);
                    self.statement(node, value);
                }
                _ => self.statement(node, node),
            }
        }
    }

    /// Records a class that attributes may inherit; returns `false` for any other class.
    fn record_parent_class(&mut self, node: &Node) -> bool {
        let Kind::Class(name, Some(superclass), body) = &node.kind else { return false };
        let Some(superclass) = superclass.constant() else { return false };
        let path = superclass.trim_start_matches("::").trim_start_matches("Puppet::");
        let namespace = path.split("::").next().unwrap_or_default();
        let class_name = path.rsplit("::").next().unwrap_or_default();
        if !matches!(namespace, "Property" | "Parameter") && !self.parents.contains_key(class_name) {
            return false;
        }
        let name = name.rsplit("::").next().unwrap_or(name).to_owned();
        self.parents.insert(name, Parent { superclass: superclass.to_owned(), body: body.clone() });
        true
    }

    /// Records the value of a constant, if it is a list or a regular expression.
    fn record_constant(&mut self, name: &Node, value: &Node) {
        let Some(name) = name.constant() else { return };
        let frozen = value.as_call().filter(|call| call.name == "freeze" && call.arguments.is_empty());
        let value = frozen.and_then(|call| call.receiver.as_ref()).unwrap_or(value);
        if value.items().is_some() || matches!(value.kind, Kind::Regex(..)) {
            self.constants.insert(name.to_owned(), value.clone());
        }
    }

    /// The items of a list, or of a constant that is one.
    fn list(&self, node: &Node) -> Option<Vec<Node>> {
        resolved(node, &self.constants).items().map(<[Node]>::to_vec)
    }

    /// Reads a statement: a call that declares a type, or code that is reported. `value` is the right side of an
    /// assignment, or the statement itself.
    fn statement(&mut self, node: &Node, value: &Node) {
        let Some(call) = value.as_call() else {
            if matches!(value.kind, Kind::Other(_) | Kind::Method(_)) {
                self.report_not_expressed(
                    &node.span,
                    "Ruby code outside of the types is not run",
                    "check whether the code changes one of the types",
                );
            }
            return;
        };
        let receiver = call.receiver.as_ref().and_then(Node::constant).unwrap_or_default();
        match (call.name.as_str(), receiver.rsplit("::").next()) {
            ("newtype", Some("Type")) => self.new_type(node, call),
            ("register_type", Some("ResourceApi")) => self.register_type(node, call),
            ("require" | "require_relative", _) => {}
            // A type that is changed elsewhere: `Puppet::Type.type(:file).newproperty(:x)`.
            ("newproperty" | "newparam", _) => {
                let help = "add it to the class of that type by hand";
                self.report_not_expressed(
                    &node.span,
                    "an attribute is added to a type of another file",
                    help,
                );
            }
            _ => {}
        }
    }

    /// The class of a resource type without features: its name, its documentation, and the annotation with the name of
    /// the type.
    fn class(&self, node: &Node, name: &str) -> Class {
        let mut class = Class::new(capitalised(name), self.first_line(&node.span));
        class.doc = self.comments.above(self.source.text(), node.span.start);
        class.annotations.push(Annotation {
            source: SOURCE.to_owned(),
            details: vec![("type".to_owned(), name.to_owned())],
        });
        class
    }

    /// Reads a call of `newtype` as a class.
    fn new_type(&mut self, node: &Node, call: &Call) {
        let Some(name) = call.plain_arguments().first().and_then(Node::text) else {
            let help = "write `Puppet::Type.newtype(:name) do … end`";
            return self.report_not_expressed(
                &node.span,
                "the name of a resource type is computed, so the type is left out",
                help,
            );
        };
        let class = self.class(node, &name);
        let class = self.type_body(class, call);
        self.note_conversions(&class);
        self.classes.push(class);
    }

    /// Notes the attributes for which Puppet converts values that the types reject.
    fn note_conversions(&mut self, class: &Class) {
        let mut lists = Vec::new();
        let mut booleans = Vec::new();
        for feature in &class.features {
            let Feature::Attribute(attribute) = feature else { continue };
            let name = format!("`{}`", attribute.name);
            if has_booleans(&attribute.value_type) {
                booleans.push(name.clone());
            }
            if attribute.settings.max != Some(1) {
                lists.push(name);
            }
        }
        let mut parts = Vec::new();
        if !lists.is_empty() {
            parts.push(format!("a single value for {}", join_names(&lists)));
        }
        if !booleans.is_empty() {
            parts.push(format!("texts such as 'true' for {}", join_names(&booleans)));
        }
        if parts.is_empty() {
            return;
        }
        let message = format!("Puppet also accepts {}, which this type rejects", parts.join(", and "));
        let note = Diagnostic::new(codes::IMPORT_NOT_EXPRESSED, Severity::Note, message);
        let help = "write lists in brackets, and true and false without quotes";
        self.diagnostics.push(note.at(self.source, class.span.clone()).help(help));
    }
}

/// Whether some of the values are booleans.
fn has_booleans(value_type: &Type) -> bool {
    match value_type {
        Type::Word("Boolean") => true,
        Type::Variant(alternatives) => alternatives.iter().any(has_booleans),
        _ => false,
    }
}

/// The value of a constant, or the node itself.
fn resolved<'n>(node: &'n Node, constants: &'n Constants) -> &'n Node {
    let constant_value =
        node.constant().and_then(|name| constants.get(name.rsplit("::").next().unwrap_or(name)));
    constant_value.unwrap_or(node)
}

/// The name of the class for a resource type: `acme::web_site` → `Acme_Web_site`.
fn capitalised(name: &str) -> String {
    let mut class_name = String::with_capacity(name.len());
    for (index, part) in name.split("::").enumerate() {
        if index > 0 {
            class_name.push('_');
        }
        let mut chars = part.chars();
        if let Some(first) = chars.next() {
            class_name.extend(first.to_uppercase());
        }
        class_name.push_str(chars.as_str());
    }
    class_name
}

/// Adds a detail to the annotation of a class or attribute. If there is a detail with this key already, as after
/// several `include`, the value becomes another line of it, because a key may occur only once.
fn annotate(annotations: &mut Vec<Annotation>, key: &str, value: impl Into<String>) {
    let value = value.into();
    let index = annotations.iter().position(|note| note.source == SOURCE).unwrap_or_else(|| {
        annotations.push(Annotation { source: SOURCE.to_owned(), details: Vec::new() });
        annotations.len() - 1
    });
    let Some(note) = annotations.get_mut(index) else { return };
    match note.details.iter_mut().find(|(known, _)| known == key) {
        Some((_, known)) => {
            known.push('\n');
            known.push_str(&value);
        }
        None => note.details.push((key.to_owned(), value)),
    }
}

/// Adds a paragraph to a documentation text.
fn add_doc(doc: &mut Option<String>, text: &str) {
    let text = text.trim_end();
    if text.is_empty() {
        return;
    }
    *doc = Some(match doc.take() {
        Some(before) => format!("{before}\n\n{text}"),
        None => text.to_owned(),
    });
}

/// Appends code that the types do not express to a documentation text.
fn add_code(doc: &mut Option<String>, title: &str, code: &str) {
    let lines: Vec<&str> = code.lines().collect();
    // The first line begins where the code begins, so its indentation is not in the text.
    let others = lines.iter().skip(1).filter(|line| !line.trim().is_empty());
    let indent = others.map(|line| line.len() - line.trim_start().len()).min().unwrap_or_default();
    let mut text = format!("{title}, in Ruby:");
    for (index, line) in lines.iter().enumerate() {
        let line = if index == 0 { line.trim_start() } else { line.get(indent..).unwrap_or_default() };
        text.push_str("\n    ");
        text.push_str(line.trim_end());
    }
    add_doc(doc, &text);
}

/// Documentation without the white space that all its lines begin with.
fn outdented(text: &str) -> String {
    let text = text.trim_matches(['\n', '\r']);
    // The first line of a string has no indentation of its own, but that of a heredoc has.
    let (first, further_lines) =
        if text.starts_with([' ', '\t']) { ("", text) } else { text.split_once('\n').unwrap_or((text, "")) };
    let further_lines: Vec<&str> = further_lines.trim_end().lines().collect();
    let indented = further_lines.iter().filter(|line| !line.trim().is_empty());
    let indent =
        indented.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or_default();
    let mut out = first.trim().to_owned();
    for line in further_lines {
        out.push('\n');
        out.push_str(line.get(indent..).unwrap_or_default().trim_end());
    }
    out.trim_start_matches('\n').trim_end().to_owned()
}

/// Adds an attribute. As in Puppet, a later one of the same name replaces it when the type is complete.
fn add_attribute(class: &mut Class, attribute: Attribute) {
    class.features.push(Feature::Attribute(attribute));
}

/// Removes each attribute that is followed by another one with the same name.
fn keep_last(class: &mut Class) {
    let mut last_index: FxHashMap<String, usize> = FxHashMap::default();
    for (index, feature) in class.features.iter().enumerate() {
        last_index.insert(feature.name().to_owned(), index);
    }
    let mut index = 0;
    class.features.retain(|feature| {
        let is_last = last_index.get(feature.name()) == Some(&index);
        index += 1;
        is_last
    });
}
