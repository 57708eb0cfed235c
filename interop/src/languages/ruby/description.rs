//! What is compared of a metamodel: its elements under their paths in Ruby, with their properties.
//!
//! Invariant: names are those that the target reported. This module does not know RGen.

use super::Names;
use modelwright_metamodel::ecore::{
    Annotation, Class, Classifier, Feature, FeatureId, FeatureKind, Metamodel, PackageId, builtin,
};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

/// An element of a metamodel, under its path in Ruby.
#[derive(Default)]
pub(super) struct Described {
    pub(super) label: String,
    pub(super) properties: BTreeMap<&'static str, String>,
    /// The elements inside, in order.
    pub(super) order: Vec<String>,
}

/// What is compared of a metamodel.
#[derive(Default)]
pub(super) struct Description {
    pub(super) elements: BTreeMap<String, Described>,
    /// The paths of elements that have the name of another one, so that messages do not distinguish them.
    twice: Vec<String>,
}

impl Description {
    /// Whether an element is one of several with the same name, or inside of one.
    pub(super) fn is_twice(&self, path: &str) -> bool {
        self.twice.iter().any(|twice| {
            // The others have a number.
            let number =
                twice.rsplit_once('_').filter(|(_, number)| number.bytes().all(|b| b.is_ascii_digit()));
            let rest = path.strip_prefix(number.map_or(twice.as_str(), |(stem, _)| stem));
            rest.is_some_and(|rest| {
                rest.trim_start_matches(|c: char| c == '_' || c.is_ascii_digit()).starts_with([':', '.'])
                    || rest.bytes().all(|b| b == b'_' || b.is_ascii_digit())
            })
        })
    }

    fn insert(&mut self, path: String, described: Described) {
        if let Some(other) = self.elements.insert(path.clone(), described) {
            self.elements.insert(path.clone(), other);
            self.twice.push(path);
        }
    }

    pub(super) fn package(&mut self, metamodel: &Metamodel, root: PackageId, names: &Names) {
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            let data = &metamodel[id];
            stack.extend(&data.subpackages);
            let mut described =
                Described { label: format!("package `{}`", data.name), ..Described::default() };
            described.properties.insert("uri", format!("{:?} {:?}", data.ns_uri, data.ns_prefix));
            let annotations = annotations(&data.annotations, Some((&data.ns_uri, &data.ns_prefix)));
            described.properties.insert("annotations", annotations);
            for classifier in &data.classifiers {
                // RGen has no data types, which the target reports.
                if matches!(classifier, Classifier::DataType(id) if metamodel[*id].literals.is_none()) {
                    continue;
                }
                described.order.push(metamodel.name(*classifier).to_owned());
                match classifier {
                    Classifier::Class(class) => {
                        self.class(metamodel, *classifier, &metamodel[*class], names);
                    }
                    Classifier::DataType(_) => self.enumeration(metamodel, *classifier, names),
                }
            }
            self.insert(package_path(metamodel, id, names), described);
        }
    }

    fn enumeration(&mut self, metamodel: &Metamodel, classifier: Classifier, names: &Names) {
        let Classifier::DataType(id) = classifier else { return };
        let literals = metamodel[id].enum_literals();
        let mut described = Described { label: metamodel.qualified_name(classifier), ..Described::default() };
        let symbols = literals.iter().map(|literal| {
            let label = format!("{}.{}", metamodel[id].name, literal.name);
            names.name(&label, &literal.name)
        });
        let symbols: Vec<String> = symbols.collect();
        described.properties.insert("literals", symbols.join("|"));
        let distinct: HashSet<&str> = literals.iter().map(|literal| literal.name.as_str()).collect();
        if distinct.len() < literals.len() {
            self.twice.push(classifier_path(metamodel, classifier, names));
        }
        let values: Vec<String> = literals.iter().map(|literal| literal.value.to_string()).collect();
        described.properties.insert("values", values.join("|"));
        described.properties.insert("annotations", annotations(&metamodel[id].annotations, None));
        self.insert(classifier_path(metamodel, classifier, names), described);
    }

    fn class(&mut self, metamodel: &Metamodel, classifier: Classifier, class: &Class, names: &Names) {
        let mut described = Described { label: metamodel.qualified_name(classifier), ..Described::default() };
        let root = metamodel.root_of(class.package);
        let supers: Vec<String> = class
            .supertypes
            .iter()
            .filter_map(|ty| ty.classifier)
            .filter(|ty| *ty != Classifier::Class(builtin::EOBJECT))
            .map(|ty| type_name(metamodel, ty, root, names))
            .collect();
        let properties = &mut described.properties;
        properties.insert("abstract", class.is_abstract.to_string());
        properties.insert("interface", class.is_interface.to_string());
        properties.insert("supertypes", supers.join(", "));
        properties.insert("annotations", annotations(&class.annotations, None));
        properties.insert("instance", format!("{:?}", class.instance));
        let path = classifier_path(metamodel, classifier, names);
        for id in &class.features {
            let name = names.name(&metamodel.feature_label(*id), metamodel[*id].name());
            described.order.push(name.clone());
            let feature = self.feature(metamodel, *id, &metamodel[*id], root, names);
            self.insert(format!("{path}.{name}"), feature);
        }
        self.insert(path, described);
    }

    fn feature(
        &self,
        metamodel: &Metamodel,
        id: FeatureId,
        feature: &Feature,
        root: PackageId,
        names: &Names,
    ) -> Described {
        let mut described = Described { label: metamodel.feature_label(id), ..Described::default() };
        let properties = &mut described.properties;
        let ty = feature
            .typed
            .classifier()
            .map_or_else(|| "-".to_owned(), |ty| type_name(metamodel, ty, root, names));
        properties.insert("type", ty);
        properties.insert("bounds", format!("{}..{}", feature.typed.lower, feature.typed.upper));
        properties.insert("ordered, unique", format!("{} {}", feature.typed.ordered, feature.typed.unique));
        properties.insert("changeable", feature.changeable.to_string());
        properties.insert("volatile", feature.volatile.to_string());
        properties.insert("transient", feature.transient.to_string());
        properties.insert("unsettable", feature.unsettable.to_string());
        properties.insert("derived", feature.derived.to_string());
        properties.insert("default", format!("{:?}", default_value(metamodel, id, names)));
        properties.insert("annotations", annotations(&feature.typed.annotations, None));
        match &feature.kind {
            FeatureKind::Attribute { id } => {
                properties.insert("id", id.to_string());
            }
            FeatureKind::Reference { containment, resolve_proxies, opposite, keys } => {
                properties.insert("containment", containment.to_string());
                properties.insert("resolve proxies", resolve_proxies.to_string());
                properties.insert("keys", keys.len().to_string());
                let opposite = opposite.map(|id| {
                    let is_here = metamodel.root_of(metamodel[metamodel[id].owner].package) == root;
                    let name = names.name(&metamodel.feature_label(id), metamodel[id].name());
                    format!("{}{name}", if is_here { "" } else { "elsewhere:" })
                });
                properties.insert("opposite", format!("{opposite:?}"));
            }
        }
        described
    }
}

/// The default value of a feature, for an enumeration the name of its literal in Ruby.
fn default_value(metamodel: &Metamodel, id: FeatureId, names: &Names) -> Option<String> {
    let text = metamodel[id].default_literal.clone()?;
    let Some(Classifier::DataType(id)) = metamodel[id].typed.classifier() else { return Some(text) };
    let literal =
        metamodel[id].literal_index(&text).and_then(|at| metamodel[id].enum_literals().get(at as usize));
    let Some(literal) = literal else { return Some(text) };
    Some(names.name(&format!("{}.{}", metamodel[id].name, literal.name), &literal.name))
}

/// The path of a package in Ruby.
fn package_path(metamodel: &Metamodel, package: PackageId, names: &Names) -> String {
    let mut parts = Vec::new();
    let mut at = Some(package);
    while let Some(id) = at {
        let name = &metamodel[id].name;
        parts.push(capital(&names.name(&format!("package {name}"), name)));
        at = metamodel[id].parent;
    }
    parts.reverse();
    parts.join("::")
}

fn classifier_path(metamodel: &Metamodel, classifier: Classifier, names: &Names) -> String {
    let package = package_path(metamodel, metamodel.package_of(classifier), names);
    let label = metamodel.qualified_name(classifier);
    format!("{package}::{}", capital(&names.name(&label, metamodel.name(classifier))))
}

/// The name of a type, marked if it is in another document.
fn type_name(metamodel: &Metamodel, ty: Classifier, root: PackageId, names: &Names) -> String {
    let package = metamodel.package_of(ty);
    let is_enumeration = matches!(ty, Classifier::DataType(id) if metamodel[id].literals.is_some());
    // A copy of Ecore has Ecore's data types, too.
    let is_ecore = metamodel[package].ns_uri.as_deref() == Some(builtin::NS_URI);
    if is_ecore && matches!(ty, Classifier::DataType(_)) && !is_enumeration {
        return metamodel.name(ty).to_owned();
    }
    let mark = if metamodel.root_of(package) == root { "" } else { "elsewhere:" };
    format!("{mark}{}", classifier_path(metamodel, ty, names))
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Annotations with the namespace of a package, which Ruby has as one of them.
fn annotations(annotations: &[Annotation], namespace: Option<(&Option<String>, &Option<String>)>) -> String {
    let mut text = String::new();
    if let Some((uri, prefix)) = namespace {
        let details = [("nsURI", uri), ("nsPrefix", prefix)];
        let details = details.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
        let details: Vec<(&str, &String)> = details.collect();
        if !details.is_empty() {
            let _ = write!(text, "{} ", builtin::NS_URI);
            details.iter().for_each(|(key, value)| {
                let _ = write!(text, "{key}={value:?} ");
            });
        }
    }
    for annotation in annotations {
        let _ = write!(text, "{} ", annotation.source.as_deref().unwrap_or("-"));
        for (key, value) in &annotation.details {
            let _ = write!(
                text,
                "{}={:?} ",
                key.as_deref().unwrap_or_default(),
                value.as_deref().unwrap_or_default()
            );
        }
    }
    text
}
