//! Writes packages as text of the type language, in one canonical layout.
//!
//! Invariant: the written text reads back to equal packages. If Ecore can express something in two ways that the
//! language cannot distinguish, the plain form is written only if it reads back to the existing one.

mod aliases;
mod annotations;
mod composite;
mod declared;
mod facts;
mod logic;
mod members;
mod types;

use crate::ecore::facts::Facts;
use crate::ecore::{
    Class, ClassId, Classifier, DataType, DataTypeId, EXTENDED_META_DATA, Element, EnumLiteral, FeatureId,
    InstanceName, Metamodel, PackageId, builtin,
};
use crate::layout::LayoutNode;
use crate::types::constrained_type::ConstrainedType;
use crate::types::inline::{inline_name, literal_heads};
use crate::types::scope::Scope;
use crate::types::{default_uri, spelling};
use rustc_hash::{FxHashMap, FxHashSet};
use types::View;

/// Printed text, and the positions of the declarations in it, in order.
#[derive(Debug)]
pub struct PrintedText {
    /// The text.
    pub text: String,
    /// The byte at which an element's declaration starts.
    pub positions: Vec<(usize, Element)>,
}

/// Writes packages with their facts. See [`language::print_with_facts`](crate::language::print_with_facts).
pub(crate) fn print(metamodel: &Metamodel, packages: &[PackageId], facts: &Facts) -> PrintedText {
    let all_packages = with_subpackages(metamodel, packages);
    let mut printer = Printer {
        metamodel,
        scope: Scope::from_packages(metamodel, &all_packages),
        inline_classifiers: FxHashSet::default(),
        aliases: FxHashMap::default(),
        prints_ecore: all_packages.contains(&builtin::PACKAGE),
        packages: all_packages.iter().copied().collect(),
        facts,
    };
    // Types that are declared in place are found first, because the parts of an alias must be such types.
    for package in &all_packages {
        let inline = printer.inline_types(*package);
        printer.inline_classifiers.extend(inline);
    }
    printer.aliases = printer.find_aliases(&all_packages);
    let mut printed = PrintedText { text: String::new(), positions: Vec::new() };
    printer.write_document_facts(&mut printed.text);
    for package in all_packages {
        printer.package(package, &mut printed);
    }
    printed
}

/// Packages, each followed by its subpackages.
fn with_subpackages(metamodel: &Metamodel, packages: &[PackageId]) -> Vec<PackageId> {
    let (mut with_subpackages, mut seen) = (Vec::new(), FxHashSet::default());
    let mut pending: Vec<PackageId> = packages.iter().rev().copied().collect();
    // There is a stack and no recursion, because packages of a metamodel may be nested more deeply than those of the
    // language.
    while let Some(id) = pending.pop() {
        if seen.insert(id) {
            with_subpackages.push(id);
            pending.extend(metamodel[id].subpackages.iter().rev());
        }
    }
    with_subpackages
}

/// Writes the packages of a metamodel.
struct Printer<'m> {
    metamodel: &'m Metamodel,
    scope: Scope,
    /// Data types, and classes for composite types, that are written where they are used.
    inline_classifiers: FxHashSet<Classifier>,
    /// The text of the type for each classifier that is written as an alias.
    aliases: FxHashMap<Classifier, String>,
    /// Whether Ecore itself is written, so that its types are declarations instead of built-in types.
    prints_ecore: bool,
    /// The packages that are written.
    packages: FxHashSet<PackageId>,
    /// The facts.
    facts: &'m Facts,
}

impl Printer<'_> {
    /// The types that can be printed in place, because reading the text creates them again, in the order of their
    /// creation.
    fn inline_types(&self, package: PackageId) -> Vec<Classifier> {
        let metamodel = self.metamodel;
        let classifiers = &metamodel[package].classifiers;
        let mut candidates = Vec::new();
        let classes = classifiers.iter().filter_map(|classifier| match classifier {
            Classifier::Class(id) => Some(*id),
            Classifier::DataType(_) => None,
        });
        let (mut in_composites, mut tried_types) = (FxHashSet::default(), FxHashSet::default());
        for class in classes {
            if in_composites.contains(&Classifier::Class(class)) {
                continue;
            }
            for feature_id in &metamodel[class].features {
                let feature = &metamodel[*feature_id];
                // Each class is tried once, even if many features use it, because its text may be long.
                let is_first = feature.typed.classifier().is_some_and(|class| tried_types.insert(class));
                if is_first && let Some(types) = self.inline_composite_types(*feature_id) {
                    in_composites.extend(types.iter().copied());
                    candidates.extend(types);
                }
                candidates.extend(self.inline_data_type(*feature_id, class, package));
            }
        }
        // Reading adds these types after all declared ones, in the order of the attributes. So only those candidates
        // can be printed in place that are the last classifiers of the package, in the same order.
        let from_end = candidates.iter().rev().zip(classifiers.iter().rev());
        let in_order = from_end.take_while(|(candidate, classifier)| candidate == classifier).count();
        candidates.split_off(candidates.len() - in_order)
    }

    /// The data type of an attribute in a class; `None` if reading the attribute cannot create it.
    fn inline_data_type(
        &self,
        attribute: FeatureId,
        class: ClassId,
        package: PackageId,
    ) -> Option<Classifier> {
        let metamodel = self.metamodel;
        let feature = &metamodel[attribute];
        let Some(Classifier::DataType(id)) = feature.typed.classifier() else { return None };
        let data_type = &metamodel[id];
        let has_inline_name = data_type.name == inline_name(&metamodel[class].name, feature.name());
        let is_plain = is_inline(data_type) && !self.has_facts(id);
        let is_created =
            data_type.package == package && has_inline_name && is_plain && !feature.is_reference();
        is_created.then_some(Classifier::DataType(id))
    }

    /// The text of a data type that is written in place.
    fn inline_type(&self, id: DataTypeId) -> String {
        let data_type = &self.metamodel[id];
        match (&data_type.literals, ConstrainedType::from_data_type(data_type)) {
            (Some(literals), _) => {
                let list: Vec<_> = literal_heads(literals).collect();
                format!("enum[{}]", list.join(", "))
            }
            (None, Some((constraint, _))) => constraint.text(),
            (None, None) => spelling::type_name(&data_type.name),
        }
    }

    /// Writes a package with its types.
    fn package(&self, id: PackageId, out: &mut PrintedText) {
        // Of a package in another document, only the names of types are written, so that uses of them can be resolved.
        if let Some(document) = self.document_of(id) {
            let item = self.external_package(id, document);
            return write(&item, out);
        }
        let package = &self.metamodel[id];
        let view = View { package: Some(id), parameters: Vec::new() };
        let mut parts = Vec::new();
        if package.ns_uri.as_ref() != Some(&self.default_uri(id)) {
            parts.push(setting_line("uri", package.ns_uri.as_ref()));
        }
        if package.ns_prefix.as_ref() != Some(&package.name) {
            parts.push(setting_line("prefix", package.ns_prefix.as_ref()));
        }
        let (annotations, functions) = logic::of_package(&package.annotations);
        parts.extend(functions.map(|version| setting_line(spelling::FUNCTIONS, Some(version))));
        parts.extend(self.facts_of(Element::Package(id)));
        let notes = self.notes(&view, annotations);
        parts.extend(notes.items);
        let head = format!("package {}", self.package_name(id));
        let mut items =
            vec![LayoutNode::settings(head, parts).with_doc(notes.doc).with_element(Element::Package(id))];
        for classifier in &package.classifiers {
            match classifier {
                // A type in place is written where it is used.
                other if self.inline_classifiers.contains(other) => {}
                other if self.aliases.contains_key(other) => {
                    items.push(self.alias(*other).with_element(*other));
                }
                Classifier::Class(class) => items.push(self.class(&view, *class).with_element(*classifier)),
                Classifier::DataType(data_type) => {
                    items.push(self.data_type(&view, *data_type).with_element(*classifier));
                }
            }
        }
        for item in &items {
            write(item, out);
        }
    }

    /// The URI of a package that is declared without one.
    fn default_uri(&self, package: PackageId) -> String {
        let (mut names, mut next) = (Vec::new(), Some(package));
        while let Some(id) = next {
            names.push(self.metamodel[id].name.as_str());
            next = self.metamodel[id].parent;
        }
        names.reverse();
        default_uri(&names)
    }

    /// The declaration of a class.
    fn class(&self, view: &View, id: ClassId) -> LayoutNode {
        let class: &Class = &self.metamodel[id];
        let view = &View { parameters: class.type_parameters.clone(), ..view.clone() };
        let mut head = String::new();
        if class.is_abstract {
            head.push_str("abstract ");
        }
        if class.is_interface {
            head.push_str("interface ");
        }
        head.push_str("type ");
        head.push_str(&spelling::type_name(&class.name));
        head.push_str(&self.type_parameters(view, &class.type_parameters));
        for (index, ty) in class.supertypes.iter().enumerate() {
            head.push_str(if index == 0 { " inherits " } else { ", " });
            head.push_str(&self.type_use(view, ty));
        }
        let mut members = Vec::new();
        members.extend(instance(&class.instance));
        members.extend(self.facts_of(Element::Class(id)));
        let (annotations, invariants) = logic::of_type(&class.annotations);
        let notes = self.notes(view, annotations);
        members.extend(notes.items);
        members.extend(
            class.features.iter().map(|id| self.feature(view, *id).with_element(Element::Feature(*id))),
        );
        members.extend(
            class.operations.iter().map(|id| self.operation(view, *id).with_element(Element::Operation(*id))),
        );
        members.extend(invariants);
        LayoutNode::body(head, members).with_doc(notes.doc)
    }

    /// The declaration of an enumeration or a data type.
    fn data_type(&self, view: &View, id: DataTypeId) -> LayoutNode {
        let data_type: &DataType = &self.metamodel[id];
        let view = &View { parameters: data_type.type_parameters.clone(), ..view.clone() };
        let name = spelling::type_name(&data_type.name);
        let mut parts = Vec::new();
        if let Some(literals) = &data_type.literals {
            parts.extend(instance(&data_type.instance));
            parts.extend(serializable(data_type));
            parts.extend(self.facts_of(Element::DataType(id)));
            let notes = self.notes(view, &data_type.annotations);
            parts.extend(notes.items);
            parts.extend(self.literals(view, id, literals));
            return LayoutNode::braces(format!("enum {name}"), parts).with_doc(notes.doc);
        }
        let expressed_count = self.base_and_facets(view, data_type, &mut parts);
        parts.extend(self.facts_of(Element::DataType(id)));
        let notes = self.notes(view, &data_type.annotations[expressed_count..]);
        parts.extend(notes.items);
        let parameters = self.type_parameters(view, &data_type.type_parameters);
        LayoutNode::settings(format!("datatype {name}{parameters}"), parts).with_doc(notes.doc)
    }

    /// Adds the settings of a data type: its base, Java type and facets, and whether it is serializable. Returns how
    /// many of the annotations these settings express. They come before all other annotations.
    fn base_and_facets(&self, view: &View, data_type: &DataType, parts: &mut Vec<LayoutNode>) -> usize {
        // The most specific form comes first. A form is used only if the same data type is read back.
        if let Some((constraint, expressed_count)) = ConstrainedType::from_data_type(data_type) {
            parts.push(base_line(&constraint.text()));
            parts.extend(serializable(data_type));
            return expressed_count;
        }
        if let Some(base) = declared::builtin_base(data_type) {
            parts.push(base_line(base.text));
            parts.extend(base.different_instance.and_then(instance));
            parts.extend(serializable(data_type));
            if !base.is_after_facets {
                return 1;
            }
            parts.extend(facets(data_type));
            return 2;
        }
        let has_base = match self.named_base(view, data_type) {
            Some((text, different_instance)) => {
                parts.push(base_line(&text));
                parts.extend(different_instance.and_then(instance));
                true
            }
            None => {
                parts.extend(instance(&data_type.instance));
                false
            }
        };
        parts.extend(serializable(data_type));
        // The first facet is the base, if there is one.
        let skipped_count = usize::from(has_base);
        let Some(facets) = facets_after(data_type, skipped_count) else { return 0 };
        let has_other_facets = !has_base || data_type.annotations[0].details.len() > 1;
        if has_other_facets {
            parts.push(facets);
        }
        1
    }

    /// The declarations of literals.
    fn literals(&self, view: &View, id: DataTypeId, literals: &[EnumLiteral]) -> Vec<LayoutNode> {
        literals
            .iter()
            .zip(literal_heads(literals))
            .enumerate()
            .map(|(index, (literal, head))| {
                let element = Element::EnumLiteral(id, index);
                let mut parts = self.facts_of(element);
                let notes = self.notes(view, &literal.annotations);
                parts.extend(notes.items);
                LayoutNode::settings(head, parts).with_doc(notes.doc).with_element(element)
            })
            .collect()
    }
}

/// A setting with a string; without a value, with `undef`.
fn setting_line(name: &str, value: Option<&String>) -> LayoutNode {
    let value = value.map_or("undef".to_owned(), |value| spelling::string(value));
    LayoutNode::line(format!("{name} => {value}"))
}

/// The setting for the type on which a data type is based.
fn base_line(text: &str) -> LayoutNode {
    LayoutNode::line(format!("base => {text}"))
}

/// Appends a declaration, with an empty line before it.
fn write(item: &LayoutNode, out: &mut PrintedText) {
    if !out.text.is_empty() {
        out.text.push('\n');
    }
    item.write_at_top(&mut out.text, &mut out.positions);
}

/// Whether reading the type in place creates exactly this data type.
fn is_inline(data_type: &DataType) -> bool {
    match &data_type.literals {
        Some(literals) => {
            let are_plain = literals.iter().all(|literal| literal.annotations.is_empty());
            are_plain
                && data_type.instance == InstanceName::None
                && data_type.serializable
                && data_type.annotations.is_empty()
                && data_type.type_parameters.is_empty()
        }
        None => {
            data_type.serializable
                && ConstrainedType::from_data_type(data_type)
                    .is_some_and(|(_, count)| count == data_type.annotations.len())
        }
    }
}

/// The setting for a Java type; `None` if there is no Java type.
fn instance(instance: &InstanceName) -> Option<LayoutNode> {
    match instance {
        InstanceName::None => None,
        InstanceName::Class(name) => {
            Some(LayoutNode::line(format!("instance_class => {}", spelling::string(name))))
        }
        InstanceName::Type(name) => {
            Some(LayoutNode::line(format!("instance_type => {}", spelling::string(name))))
        }
    }
}

/// The setting `serializable`; `None` if it has its default value.
fn serializable(data_type: &DataType) -> Option<LayoutNode> {
    (!data_type.serializable).then(|| LayoutNode::line("serializable => false"))
}

/// The setting `facets`, with all facets in the first annotation; `None` if it contains anything but facets.
fn facets(data_type: &DataType) -> Option<LayoutNode> {
    let skipped_count = 0;
    facets_after(data_type, skipped_count)
}

/// Like [`facets`], but without the first `skipped_count` facets.
fn facets_after(data_type: &DataType, skipped_count: usize) -> Option<LayoutNode> {
    let annotation = data_type.annotations.first()?;
    let has_only_details = annotation.references.is_empty()
        && annotation.annotations.is_empty()
        && annotation.facts.is_empty()
        && !annotation.details.is_empty();
    let is_facet = |key: &Option<String>| key.as_deref().is_some_and(|key| spelling::FACETS.contains(&key));
    if annotation.source.as_deref() != Some(EXTENDED_META_DATA)
        || !has_only_details
        || !annotation.details.iter().all(|(key, _)| is_facet(key))
    {
        return None;
    }
    let mut parts = Vec::with_capacity(annotation.details.len());
    for (key, value) in annotation.details.iter().skip(skipped_count) {
        let (key, value) = (key.as_ref()?, value.as_ref()?);
        // Only numeric facets may lose their quotes: a pattern or a literal that looks like a number is a string.
        let is_unquoted = spelling::NUMERIC_FACETS.contains(&key.as_str()) && spelling::is_number(value);
        let value = if is_unquoted { value.clone() } else { spelling::string(value) };
        parts.push(LayoutNode::line(format!("{} => {value}", spelling::key(key))));
    }
    Some(LayoutNode::braces("facets =>", parts))
}
