//! Compares two catalogs of the same node: their resources and parameters.
//!
//! Equal changes of several nodes are combined into one. Invariants: the same catalogs have the same changes, in the
//! order of their references; a difference of lines, tags, edges or the order of keys in hashes is not a change; a
//! change shows that a secret is another one, but never its value. This module does not know files, and does not build
//! catalogs.

mod pattern;
mod values;

use crate::json::{canonical_key, value_text};
use crate::model::{Catalog, Parameter, Resource};
use modelwright_metamodel::ecore::AnyValue;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use values::{NO_SECRET, contains_secret};

pub use pattern::{InvalidPattern, ResourcePattern};
pub use values::{shown_text, shown_value};

/// What happened to a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// Only the later catalog contains it.
    Added,
    /// Only the earlier catalog contains it.
    Removed,
    /// Both contain it, with different parameters.
    Changed,
}

impl ChangeKind {
    /// The name of this kind of change.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }
}

/// A place in a manifest or in data.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The file.
    pub file: String,
    /// The line; `None` if it is not known.
    pub line: Option<i64>,
}

impl Location {
    /// The location in a file; `None` if the file is not known.
    fn new(file: Option<&str>, line: Option<i64>) -> Option<Self> {
        file.filter(|file| !file.is_empty()).map(|file| Self { file: file.to_owned(), line })
    }

    /// The place of a resource, if it is known.
    #[must_use]
    pub fn of_resource(resource: &Resource) -> Option<Self> {
        Self::new(resource.file.as_deref(), resource.line)
    }

    /// The place where a parameter was set, if it is known.
    #[must_use]
    pub fn of_parameter(parameter: &Parameter) -> Option<Self> {
        Self::new(parameter.file.as_deref(), parameter.line)
    }
}

impl std::fmt::Display for Location {
    /// Writes the file, and the line after a colon if it is known.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

/// The value of a parameter on one side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideValue {
    /// The value in JSON, with a text in the place of each secret.
    pub json: String,
    /// The value for people: like the JSON, but `unknown (REASON)` for a value that is not known.
    pub text: String,
    /// Where it was set, if that is known.
    pub place: Option<Location>,
}

/// A parameter that is not the same on both sides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParameterChange {
    /// The name of the parameter, or `exported` for this property of the resource.
    pub name: String,
    /// The value before; `None` if it was not set.
    pub before: Option<SideValue>,
    /// The value after; `None` if it is not set.
    pub after: Option<SideValue>,
}

/// A change of a resource on some nodes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change {
    /// The reference, such as `File[/etc/motd]`.
    pub resource: String,
    /// What happened to it.
    pub kind: ChangeKind,
    /// The place before.
    pub before: Option<Location>,
    /// The place after.
    pub after: Option<Location>,
    /// The parameters that differ; for a resource that was added or removed, all parameters that are not ignored.
    pub parameters: Vec<ParameterChange>,
}

/// The changes of nodes.
#[derive(Debug, Default)]
pub struct Comparison {
    changes: BTreeMap<Change, Vec<String>>,
    nodes: usize,
}

impl Comparison {
    /// Adds the changes of a node between its catalogs before and after, except those that match an ignored pattern.
    pub fn add(&mut self, node: &str, before: &Catalog, after: &Catalog, ignored: &[ResourcePattern]) {
        self.nodes += 1;
        for change in changes_between(before, after, ignored) {
            self.changes.entry(change).or_default().push(node.to_owned());
        }
    }

    /// The changes in order, each with the names of its nodes in the order in which they were added.
    pub fn changes(&self) -> impl ExactSizeIterator<Item = (&Change, &[String])> {
        self.changes.iter().map(|(change, nodes)| (change, nodes.as_slice()))
    }

    /// Whether there are no changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The number of nodes that were compared.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The number of changes of a kind.
    #[must_use]
    pub fn count(&self, kind: ChangeKind) -> usize {
        self.changes.keys().filter(|change| change.kind == kind).count()
    }
}

/// The changes between two catalogs, in no order.
fn changes_between(before: &Catalog, after: &Catalog, ignored: &[ResourcePattern]) -> Vec<Change> {
    let resources_before = by_reference(before);
    let resources_after = by_reference(after);
    let mut changes = Vec::new();
    for resource in before.resources.iter().filter(|resource| !resources_after.contains_key(&key(resource))) {
        changes.extend(resource_change(ChangeKind::Removed, Some(resource), None, ignored));
    }
    for resource in &after.resources {
        match resources_before.get(&key(resource)) {
            None => changes.extend(resource_change(ChangeKind::Added, None, Some(resource), ignored)),
            Some(old) => {
                let change = resource_change(ChangeKind::Changed, Some(old), Some(resource), ignored);
                changes.extend(change.filter(|change| !change.parameters.is_empty()));
            }
        }
    }
    changes
}

/// The key of the reference of a resource, which is equal for all spellings of the reference.
fn key(resource: &Resource) -> String {
    canonical_key(&resource.r#type, &resource.title)
}

/// The resources of a catalog by their canonical references.
fn by_reference(catalog: &Catalog) -> FxHashMap<String, &Resource> {
    catalog.resources.iter().map(|resource| (key(resource), resource)).collect()
}

/// The change between two states of a resource; `None` if the resource is ignored.
fn resource_change(
    kind: ChangeKind,
    before: Option<&Resource>,
    after: Option<&Resource>,
    ignored: &[ResourcePattern],
) -> Option<Change> {
    let resource = after.or(before)?.to_string();
    if ignored.iter().any(|pattern| pattern.matches_resource(&resource)) {
        return None;
    }
    let mut parameters: Vec<ParameterChange> = Vec::new();
    // The names of both sides, because parameters that were removed are changes, too.
    let names = [before, after].into_iter().flatten().flat_map(|side| &side.parameters);
    for Parameter { name, .. } in names {
        if parameters.iter().any(|known| known.name == *name)
            || ignored.iter().any(|pattern| pattern.matches_parameter(&resource, name))
        {
            continue;
        }
        let (old, new) = (parameter(before, name), parameter(after, name));
        // The values are compared and not their texts, because all secrets have the same text.
        let is_same = match (old, new) {
            (Some((_, old)), Some((_, new))) => values::is_same(old.value.as_ref(), new.value.as_ref()),
            (old, new) => old.is_none() && new.is_none(),
        };
        let (was_secret, becomes_secret) = (is_secret_side(old), is_secret_side(new));
        let has_secrecy_changed = old.is_some() && new.is_some() && was_secret != becomes_secret;
        if !is_same || has_secrecy_changed {
            let before = old.map(|old| side_value(old, becomes_secret));
            let after = new.map(|new| side_value(new, was_secret));
            parameters.push(ParameterChange { name: name.clone(), before, after });
        }
    }
    if let (Some(old), Some(new)) = (before, after)
        && old.exported != new.exported
    {
        let side = |resource: &Resource| {
            let json = resource.exported.to_string();
            Some(SideValue { text: json.clone(), json, place: Location::of_resource(resource) })
        };
        parameters.push(ParameterChange { name: "exported".to_owned(), before: side(old), after: side(new) });
    }
    let (before, after) = (before.and_then(Location::of_resource), after.and_then(Location::of_resource));
    Some(Change { resource, kind, before, after, parameters })
}

/// Whether the parameter of one side contains a secret.
fn is_secret_side(side: Option<(&Resource, &Parameter)>) -> bool {
    side.is_some_and(|(resource, parameter)| contains_secret(resource, parameter))
}

/// A parameter of a resource, together with the resource; `None` if there is no resource or no such parameter.
fn parameter<'r>(resource: Option<&'r Resource>, name: &str) -> Option<(&'r Resource, &'r Parameter)> {
    let resource = resource?;
    Some((resource, resource.parameters.iter().find(|parameter| parameter.name == name)?))
}

/// The value of a side as it is shown. If only the other side is a secret, neither is shown, because both values may be
/// the same.
fn side_value((resource, parameter): (&Resource, &Parameter), is_other_secret: bool) -> SideValue {
    let (json, text) = if is_other_secret && !contains_secret(resource, parameter) {
        let json = value_text(&AnyValue::Text(NO_SECRET.to_owned()));
        (json.clone(), json)
    } else {
        (shown_value(resource, parameter), shown_text(resource, parameter))
    };
    SideValue { json, text, place: Location::of_parameter(parameter) }
}

impl ParameterChange {
    /// Whether both sides have the same text, because a secret changed.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        matches!((&self.before, &self.after), (Some(before), Some(after)) if before.json == after.json)
    }
}
