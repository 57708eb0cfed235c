//! What changed between two versions of a metamodel, and what that means for data of the older one.
//!
//! `pairs` finds the elements that correspond, `classes`, `features` and `data_types` compare two of them. Elements
//! correspond if they have the same names at the same places; if each version has a single root package, these two
//! correspond even if their names differ. Invariants: changes have the order of the newer version, removed elements
//! follow the remaining elements of their container; a change counts as harmless only if every document that was valid
//! remains valid, in every notation. This module knows no pages and no notation.

mod classes;
mod data_types;
mod features;
mod pairs;

use crate::diagram::ocl_constraints;
use crate::scope::has_objects;
use modelwright_metamodel::ecore::{
    Annotation, Classifier, Element, LOGIC, Metamodel, PackageId, documentation,
};
use pairs::{Pairs, pairs_by_key};
use rustc_hash::FxHashSet;

/// What happened to one element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Change {
    pub(crate) kind: ChangeKind,
    /// The element: in the older version if it was removed, otherwise in the newer one.
    pub(crate) element: Element,
    /// The container in the newer version: for a member, the type that declares, declared or inherits it; for a type,
    /// its package. `None` for a package, and for an element whose container was removed, too.
    pub(crate) container: Option<Element>,
    /// The name of the element. The name of a member follows that of its type and a dot.
    pub(crate) name: String,
    /// What the element is, in a few words.
    pub(crate) what: &'static str,
    /// The properties that changed; none if the element was added or removed.
    pub(crate) differences: Vec<Difference>,
    /// Why data that was valid may be invalid now, besides the risks of the differences.
    pub(crate) risk: Option<String>,
}

/// Whether an element is in one version or in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    Added,
    Removed,
    Changed,
}

/// A property that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) property: &'static str,
    /// The value in the older version; `None` if there was none.
    pub(crate) before: Option<String>,
    /// The value in the newer version.
    pub(crate) after: Option<String>,
    /// Why data that was valid may be invalid now.
    pub(crate) risk: Option<String>,
}

impl Change {
    /// Whether only the documentation changed.
    pub(crate) fn is_only_documentation(&self) -> bool {
        !self.differences.is_empty()
            && self.differences.iter().all(|difference| difference.property == DOCUMENTATION)
    }

    /// Whether data that was valid may be invalid now.
    pub(crate) fn is_risky(&self) -> bool {
        self.risk.is_some() || self.differences.iter().any(|difference| difference.risk.is_some())
    }
}

/// The property of differences between two documentations.
const DOCUMENTATION: &str = "documentation";

/// All changes between two versions.
pub(crate) fn compare(old: &Metamodel, new: &Metamodel) -> Vec<Change> {
    let mut comparison = Comparison { old, new, pairs: Pairs::new(old, new), changes: Vec::new() };
    let packages = comparison.pairs.packages.clone();
    for (before, after) in packages {
        comparison.compare_package(before, after);
    }
    comparison.changes
}

/// The two versions, and the changes that were found.
struct Comparison<'m> {
    old: &'m Metamodel,
    new: &'m Metamodel,
    pairs: Pairs,
    changes: Vec<Change>,
}

/// What an element is, in a few words, and its name.
type Label = (&'static str, String);

impl Comparison<'_> {
    /// Compares two versions of a package with its types. If one version is missing, the package is new or removed.
    fn compare_package(&mut self, before: Option<PackageId>, after: Option<PackageId>) {
        // The change of a package has no container. The risks of a new or removed package are those of its types.
        match (before, after) {
            (Some(before), Some(after)) => {
                let (old, new) = (&self.old[before], &self.new[after]);
                let mut differences = Differences::default();
                // Without a namespace, documents name the package by its name.
                let risk = old.ns_uri.is_none().then_some("documents name the package by its name");
                differences.compare_texts("name", Some(&old.name), Some(&new.name), risk);
                let risk = "documents name the package by its namespace";
                differences.compare_texts(
                    "namespace",
                    old.ns_uri.as_deref(),
                    new.ns_uri.as_deref(),
                    Some(risk),
                );
                differences.compare_texts("prefix", old.ns_prefix.as_deref(), new.ns_prefix.as_deref(), None);
                differences.compare_documentation(&old.annotations, &new.annotations);
                self.push_changed(Element::Package(after), None, package_label(self.new, after), differences);
            }
            (None, Some(after)) => {
                self.push_added(Element::Package(after), None, package_label(self.new, after), None);
            }
            (Some(before), None) => {
                self.push_removed(Element::Package(before), None, package_label(self.old, before), None);
            }
            (None, None) => {}
        }
        let old: Vec<Classifier> = before.map(|id| self.old[id].classifiers.clone()).unwrap_or_default();
        let new: Vec<Classifier> = after.map(|id| self.new[id].classifiers.clone()).unwrap_or_default();
        let pairs = pairs_by_key(&old, &new, |at| self.old.name(*at), |at| self.new.name(*at));
        let package = after.map(Element::Package);
        for (before, after) in pairs {
            self.compare_classifier(before, after, package);
        }
    }

    /// Compares two versions of a type. If one version is missing, the type is new or removed.
    fn compare_classifier(
        &mut self,
        before: Option<Classifier>,
        after: Option<Classifier>,
        package: Option<Element>,
    ) {
        // Types declared in place are left out: features are compared by the complete texts of such types.
        let before = before.filter(|classifier| !self.pairs.in_place_before.contains(classifier));
        let after = after.filter(|classifier| !self.pairs.in_place_after.contains(classifier));
        match (before, after) {
            (Some(Classifier::Class(before)), Some(Classifier::Class(after))) => {
                self.compare_class(before, after, package);
            }
            (Some(Classifier::DataType(before)), Some(Classifier::DataType(after))) => {
                self.compare_data_type(before, after, package);
            }
            (Some(before), Some(after)) => {
                let mut differences = Differences::default();
                let (old_kind, _) = label(self.old, before);
                let (new_kind, new_name) = label(self.new, after);
                let risk = "its values have another form";
                differences.compare_texts("kind", Some(old_kind), Some(new_kind), Some(risk));
                self.push_changed(after.into(), package, (new_kind, new_name), differences);
            }
            (None, Some(after)) => self.push_added(after.into(), package, label(self.new, after), None),
            (Some(before), None) => {
                // A removed data type is no risk itself: features that had it are changes of their own.
                let has_objects = matches!(before, Classifier::Class(id) if has_objects(self.old, id));
                let risk = has_objects.then(|| "its objects are not known any more".to_owned());
                self.push_removed(before.into(), package, label(self.old, before), risk);
            }
            (None, None) => {}
        }
    }

    /// Adds the change that an element is new.
    fn push_added(
        &mut self,
        element: Element,
        container: Option<Element>,
        label: Label,
        risk: Option<String>,
    ) {
        self.push(ChangeKind::Added, element, container, label, Vec::new(), risk);
    }

    /// Adds the change that an element was removed.
    fn push_removed(
        &mut self,
        element: Element,
        container: Option<Element>,
        label: Label,
        risk: Option<String>,
    ) {
        self.push(ChangeKind::Removed, element, container, label, Vec::new(), risk);
    }

    /// Adds a change if there is any difference.
    fn push_changed(
        &mut self,
        element: Element,
        container: Option<Element>,
        label: Label,
        differences: Differences,
    ) {
        if !differences.list.is_empty() {
            // Each difference has a risk of its own.
            let risk = None;
            self.push(ChangeKind::Changed, element, container, label, differences.list, risk);
        }
    }

    /// Adds a change of any kind.
    fn push(
        &mut self,
        kind: ChangeKind,
        element: Element,
        container: Option<Element>,
        (what, name): Label,
        differences: Vec<Difference>,
        risk: Option<String>,
    ) {
        self.changes.push(Change { kind, element, container, name, what, differences, risk });
    }
}

/// What a package is, and its name.
fn package_label(metamodel: &Metamodel, id: PackageId) -> Label {
    ("package", metamodel[id].name.clone())
}

/// What a classifier is, and its name.
fn label(metamodel: &Metamodel, classifier: Classifier) -> Label {
    let what = match classifier {
        Classifier::Class(id) if metamodel[id].is_interface => "interface",
        Classifier::Class(id) if metamodel[id].is_abstract => "abstract class",
        Classifier::Class(_) => "class",
        Classifier::DataType(id) if metamodel[id].literals.is_some() => "enumeration",
        Classifier::DataType(_) => "data type",
    };
    (what, metamodel.name(classifier).to_owned())
}

/// The differences of two elements that correspond.
#[derive(Debug, Default)]
struct Differences {
    list: Vec<Difference>,
}

impl Differences {
    /// Adds a difference if two texts differ; `risk` is why data may be invalid then.
    fn compare_texts(
        &mut self,
        property: &'static str,
        before: Option<&str>,
        after: Option<&str>,
        risk: Option<&str>,
    ) {
        if before != after {
            let (before, after) = (before.map(str::to_owned), after.map(str::to_owned));
            self.list.push(Difference { property, before, after, risk: risk.map(str::to_owned) });
        }
    }

    /// Adds a difference if two facts differ.
    fn compare_facts(&mut self, property: &'static str, before: bool, after: bool, risk: Option<&str>) {
        self.compare_texts(property, yes_or_no(before), yes_or_no(after), risk);
    }

    fn compare_documentation(&mut self, before: &[Annotation], after: &[Annotation]) {
        let text = |annotations| documentation(annotations).map(str::trim).filter(|text| !text.is_empty());
        self.compare_texts(DOCUMENTATION, text(before), text(after), None);
    }

    /// Adds a difference for each rule that one of two elements lacks.
    fn compare_rules(&mut self, before: &[Annotation], after: &[Annotation]) {
        let (before, after) = (rules(before), rules(after));
        // Sets, because an element may have very many rules.
        let (old_rules, new_rules): (FxHashSet<&str>, FxHashSet<&str>) =
            (before.iter().copied().collect(), after.iter().copied().collect());
        for rule in before.iter().filter(|rule| !new_rules.contains(**rule)) {
            self.compare_texts("rule", Some(rule), None, None);
        }
        for rule in after.iter().filter(|rule| !old_rules.contains(**rule)) {
            self.compare_texts("rule", None, Some(rule), Some("data may violate the rule"));
        }
    }
}

/// The word for a fact.
fn yes_or_no(fact: bool) -> Option<&'static str> {
    Some(if fact { "yes" } else { "no" })
}

/// The rules that annotations contain: invariants, checks, and constraints in OCL.
fn rules(annotations: &[Annotation]) -> Vec<&str> {
    let mut rules = Vec::new();
    for annotation in annotations.iter().filter(|annotation| annotation.source.as_deref() == Some(LOGIC)) {
        for (key, text) in &annotation.details {
            let is_rule = matches!(key.as_deref(), Some("invariant" | "check"));
            if let (true, Some(text)) = (is_rule, text) {
                rules.push(text.trim());
            }
        }
    }
    rules.extend(ocl_constraints(annotations).map(|(_, text)| text.trim()));
    rules
}
