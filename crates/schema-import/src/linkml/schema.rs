//! The elements of a schema and of everything that it imports, by name.
//!
//! Invariants: of two elements with one name the first counts, and the other is reported; chains of `is_a` have at most
//! 100 steps. This module does not know which types elements become.

use super::node::File;
use super::node::{Entry, Node};
use modelwright_metamodel::diagnostic::codes::{IMPORT_INVALID, IMPORT_NOT_EXPRESSED};
use modelwright_metamodel::diagnostic::{Diagnostics, Severity, Suggestions};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The greatest number of steps from a class, slot or type to what it is based on.
pub(super) const MAX_STEPS: usize = 100;

/// The greatest number of ancestors of a class.
const MAX_ANCESTORS: usize = MAX_STEPS * 10;

/// The greatest number of slots that all classes have, inherited ones included.
const MAX_INHERITED: usize = 4_000_000;

/// Elements of one kind, in order.
#[derive(Debug, Default)]
pub(super) struct Elements<'a> {
    pub(super) all: Vec<Entry<'a>>,
    by_name: FxHashMap<Cow<'a, str>, usize>,
}

impl<'a> Elements<'a> {
    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn get(&self, name: &str) -> Option<Node<'a>> {
        self.index(name).and_then(|index| self.all.get(index)).map(|entry| entry.value)
    }

    /// The elements under a key of all files, such as `classes`. Reports names that are declared twice.
    fn collect(files: &'a [File], key: &str, problems: &mut Diagnostics) -> Self {
        let mut elements = Self::default();
        for map in files.iter().filter_map(|file| Node::root(file).get(key)) {
            if !map.is_map() && !map.is_list() {
                let message = format!("`{key}` must be a map of elements by name, found `{}`", map.written());
                problems.push(map.problem(Severity::Error, IMPORT_INVALID, message));
            }
            for entry in map.entries() {
                elements.add(entry, key, problems);
            }
        }
        elements
    }

    /// Adds an element, unless its name was declared before, which is reported.
    fn add(&mut self, entry: Entry<'a>, key: &str, problems: &mut Diagnostics) {
        let name = &entry.key;
        if self.by_name.contains_key(name) {
            let message = format!("`{name}` is declared again in `{key}`; the first declaration is used");
            let problem = entry.location.problem(Severity::Warning, IMPORT_NOT_EXPRESSED, message);
            problems.push(problem.help("rename one of them, or remove it"));
            return;
        }
        self.by_name.insert(name.clone(), self.all.len());
        self.all.push(entry);
    }
}

/// A class with what it inherits.
#[derive(Debug)]
pub(super) struct ClassInfo<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) location: Node<'a>,
    pub(super) node: Node<'a>,
    /// The direct superclasses: `is_a` first, then the mixins.
    pub(super) parents: Vec<usize>,
    /// All superclasses, nearest first, without the class itself.
    pub(super) ancestors: Vec<usize>,
    /// The names of the slots that the class itself lists.
    pub(super) own_slots: Vec<Cow<'a, str>>,
    /// The names of the class's own slots whose values may identify objects.
    identifying: Vec<Cow<'a, str>>,
    attributes: FxHashMap<Cow<'a, str>, Node<'a>>,
    usage: FxHashMap<Cow<'a, str>, Node<'a>>,
}

impl<'a> ClassInfo<'a> {
    /// The definitions of a slot in the class itself, the most specific first.
    pub(super) fn refinements(&self, slot: &str) -> impl Iterator<Item = Node<'a>> {
        [self.usage.get(slot), self.attributes.get(slot)].into_iter().flatten().copied()
    }

    /// The entries of `slot_usage`, whose keys are the names of refined slots.
    pub(super) fn refined(&self) -> Vec<Entry<'a>> {
        self.node.get("slot_usage").map(Node::entries).unwrap_or_default()
    }
}

/// The slot whose value identifies the objects of a class.
#[derive(Debug, Clone, Copy)]
pub(super) struct Identifier<'a> {
    pub(super) slot: &'a str,
    /// Whether it identifies objects everywhere (`identifier`), not only in one list (`key`).
    pub(super) is_global: bool,
}

/// A schema.
#[derive(Debug)]
pub(super) struct Schema<'a> {
    pub(super) root: Node<'a>,
    pub(super) classes: Vec<ClassInfo<'a>>,
    class_names: Elements<'a>,
    pub(super) slots: Elements<'a>,
    pub(super) enums: Elements<'a>,
    pub(super) types: Elements<'a>,
    pub(super) default_range: Cow<'a, str>,
    pub(super) suggestions: Suggestions,
    /// The class that describes a slot of each name; `None` if several do.
    describing_class: FxHashMap<Cow<'a, str>, Option<usize>>,
    /// The names of the slots that at least one of their definitions makes an identifier.
    identifying: FxHashSet<Cow<'a, str>>,
}

impl<'a> Schema<'a> {
    /// The schema of some files; the first one is the document.
    pub(super) fn new(files: &'a [File], problems: &mut Diagnostics) -> Option<Self> {
        let root = Node::root(files.first()?);
        let class_names = Elements::collect(files, "classes", problems);
        let mut schema = Self {
            root,
            classes: Vec::new(),
            slots: Elements::collect(files, "slots", problems),
            enums: Elements::collect(files, "enums", problems),
            types: Elements::collect(files, "types", problems),
            default_range: root.text_of("default_range").unwrap_or(Cow::Borrowed("string")),
            class_names,
            suggestions: Suggestions::default(),
            describing_class: FxHashMap::default(),
            identifying: FxHashSet::default(),
        };
        let classes = schema.class_names.all.iter();
        schema.classes = classes.map(|entry| schema.class(entry, problems)).collect();
        schema.inherit(problems);
        schema.index_slots();
        Some(schema)
    }

    /// Finds out which classes describe which slots, so that most slots of a class need no search in its superclasses.
    fn index_slots(&mut self) {
        for (index, class) in self.classes.iter().enumerate() {
            for (name, node) in class.attributes.iter().chain(&class.usage) {
                let describing = self.describing_class.entry(name.clone()).or_insert(Some(index));
                // The map has `None` for a slot that several classes describe.
                if *describing != Some(index) {
                    *describing = None;
                }
                if is_identifier(*node) {
                    self.identifying.insert(name.clone());
                }
            }
        }
        for slot in &self.slots.all {
            if self.slot_chain(&slot.key).into_iter().any(is_identifier) {
                self.identifying.insert(slot.key.clone());
            }
        }
        for class in &mut self.classes {
            class.identifying =
                class.own_slots.iter().filter(|name| self.identifying.contains(*name)).cloned().collect();
        }
    }

    pub(super) fn class_index(&self, name: &str) -> Option<usize> {
        self.class_names.index(name)
    }

    /// The information about a class of the schema, without its ancestors. Unknown superclasses and slots are reported.
    fn class(&self, entry: &Entry<'a>, problems: &mut Diagnostics) -> ClassInfo<'a> {
        let node = entry.value;
        let mut parents = Vec::new();
        let items_of = |key| node.get(key).map(Node::items).unwrap_or_default();
        for parent in items_of("is_a").into_iter().chain(items_of("mixins")) {
            let name = parent.text().unwrap_or_default();
            match self.class_names.index(&name) {
                Some(index) if !parents.contains(&index) => parents.push(index),
                Some(_) => {}
                None => {
                    let message =
                        format!("the class `{}` is based on `{name}`, which is not a class", entry.key);
                    let problem = parent.problem(Severity::Error, IMPORT_INVALID, message);
                    let fallback_help = "declare the class, or import the schema that does";
                    problems.push(problem.help(self.help(&name, &self.class_names, fallback_help)));
                }
            }
        }
        let mut own_slots: Vec<Cow<'a, str>> = node.get("slots").map(Node::texts).unwrap_or_default();
        for name in &own_slots {
            if self.slots.index(name).is_none() {
                let message =
                    format!("the class `{}` lists the slot `{name}`, which is not declared", entry.key);
                let problem = entry.location.problem(Severity::Error, IMPORT_INVALID, message);
                let fallback_help = "declare it in `slots`, or import the schema that does";
                problems.push(problem.help(self.help(name, &self.slots, fallback_help)));
            }
        }
        let attributes = node.get("attributes").map(Node::entries).unwrap_or_default();
        own_slots.extend(attributes.iter().map(|entry| entry.key.clone()));
        let usage = node.get("slot_usage").map(Node::entries).unwrap_or_default();
        let mut seen = FxHashSet::default();
        seen.reserve(own_slots.len());
        own_slots.retain(|name| seen.insert(name.clone()));
        let by_name = |entries: Vec<Entry<'a>>| entries.into_iter().map(|e| (e.key, e.value)).collect();
        let (name, location) = (entry.key.clone(), entry.location);
        // These two depend on other classes, so they are determined when all classes are read.
        let (ancestors, identifying) = (Vec::new(), Vec::new());
        let (attributes, usage) = (by_name(attributes), by_name(usage));
        ClassInfo { name, location, node, parents, ancestors, own_slots, identifying, attributes, usage }
    }

    /// The help for a name that no element has: a similar name, or else the given help.
    fn help(&self, name: &str, elements: &Elements<'a>, fallback_help: &str) -> String {
        let element_names = elements.all.iter().map(|entry| &*entry.key);
        match self.suggestions.nearest(name, element_names) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => fallback_help.to_owned(),
        }
    }

    /// Determines the ancestors of each class. A class is not one of its own ancestors, even if it is a parent of
    /// one of them; a class that would have too many is reported and has none.
    fn inherit(&mut self, problems: &mut Diagnostics) {
        let mut total = 0_usize;
        for index in 0..self.classes.len() {
            let ancestors = self.ancestors_of(index);
            let Some(class) = self.classes.get(index) else { continue };
            total += ancestors.len() + class.own_slots.len();
            if ancestors.len() > MAX_ANCESTORS || total > MAX_INHERITED {
                let message = format!("the class `{}` inherits from too many classes", class.name);
                problems.push(class.location.problem(Severity::Error, IMPORT_INVALID, message));
                // The ancestors are counted from 0 again, so that not every further class is reported.
                total = 0;
            } else if let Some(class) = self.classes.get_mut(index) {
                class.ancestors = ancestors;
            }
        }
    }

    /// The classes that a class inherits from, each once, the nearest first.
    fn ancestors_of(&self, index: usize) -> Vec<usize> {
        let parents_of =
            |index: usize| self.classes.get(index).map_or(&[][..], |class| class.parents.as_slice());
        let mut seen = FxHashSet::from_iter([index]);
        let mut ancestors: Vec<usize> = Vec::new();
        ancestors.extend(parents_of(index).iter().filter(|parent| seen.insert(**parent)));
        // The list is also the queue of the search, which ends at the limit that `inherit` reports, so that time is
        // linear.
        let mut searched_count = 0;
        while searched_count < ancestors.len() && ancestors.len() <= MAX_ANCESTORS {
            let parents = parents_of(ancestors[searched_count]);
            ancestors.extend(parents.iter().filter(|parent| seen.insert(**parent)));
            searched_count += 1;
        }
        ancestors
    }

    /// The definitions that determine a slot of a class, the most specific first.
    pub(super) fn layers(&self, class: &ClassInfo<'a>, slot: &str) -> Vec<Node<'a>> {
        let mut layers: Vec<Node<'a>> = class.refinements(slot).collect();
        let is_described_elsewhere = match self.describing_class.get(slot) {
            // A single class describes the slot.
            Some(Some(describing)) => {
                self.classes.get(*describing).is_some_and(|describing| describing.name != class.name)
            }
            // Several classes describe the slot.
            Some(None) => true,
            None => false,
        };
        if is_described_elsewhere {
            let superclasses = class.ancestors.iter().filter_map(|index| self.classes.get(*index));
            layers.extend(superclasses.flat_map(|class| class.refinements(slot)));
        }
        layers.extend(self.slot_chain(slot));
        layers
    }

    /// The slot with a name and those that it is based on, the nearest first; the mixins of each follow it.
    pub(super) fn slot_chain(&self, name: &str) -> Vec<Node<'a>> {
        let mut chain = Vec::new();
        let mut next_slot = self.slots.get(name);
        while chain.len() < MAX_STEPS
            && let Some(slot) = next_slot
        {
            chain.push(slot);
            let mixins = slot.get("mixins").map(Node::texts).unwrap_or_default();
            chain.extend(mixins.iter().filter_map(|mixin| self.slots.get(mixin)));
            next_slot = slot.text_of("is_a").and_then(|parent| self.slots.get(&parent));
        }
        chain.truncate(MAX_STEPS);
        chain
    }

    /// The slot whose value identifies the objects of a class: the first `identifier` that it has or inherits, or else
    /// its first `key`.
    pub(super) fn identifier<'s>(&'s self, class: &'s ClassInfo<'a>) -> Option<Identifier<'s>> {
        let mut key = None;
        let superclasses = class.ancestors.iter().filter_map(|index| self.classes.get(*index));
        let mut seen = FxHashSet::default();
        let names = std::iter::once(class).chain(superclasses).flat_map(|class| &class.identifying);
        for name in names.filter(|name| seen.insert(*name)) {
            let layers = self.layers(class, name);
            if first(&layers, "identifier").and_then(Node::boolean) == Some(true) {
                return Some(Identifier { slot: name, is_global: true });
            }
            if key.is_none() && first(&layers, "key").and_then(Node::boolean) == Some(true) {
                key = Some(Identifier { slot: name, is_global: false });
            }
        }
        key
    }
}

/// Whether a slot identifies objects.
fn is_identifier(node: Node<'_>) -> bool {
    node.is_true("identifier") || node.is_true("key")
}

/// The value of a key in the most specific definition that has it.
pub(super) fn first<'a>(layers: &[Node<'a>], key: &str) -> Option<Node<'a>> {
    layers.iter().find_map(|layer| layer.get(key))
}

/// The keys of a list that at least one of these definitions has, in the order of the list, each with the value in
/// the most specific definition.
pub(super) fn present<'a>(layers: &[Node<'a>], keys: &[&'static str]) -> Vec<(&'static str, Node<'a>)> {
    // Definitions have few keys and the list has many, so it is faster to look for each key in the list.
    let entries = layers.iter().flat_map(|layer| layer.map_entries());
    let mut positions: Vec<usize> =
        entries.filter_map(|entry| keys.iter().position(|key| *key == entry.key)).collect();
    positions.sort_unstable();
    positions.dedup();
    let present_keys = positions.into_iter().filter_map(|position| keys.get(position));
    present_keys.filter_map(|key| Some((*key, first(layers, key)?))).collect()
}

/// The name of the feature for a slot with these definitions.
pub(super) fn feature_name(layers: &[Node<'_>], slot: &str) -> String {
    underscored(&first(layers, "alias").and_then(Node::text).unwrap_or(Cow::Borrowed(slot)))
}

/// A name as documents write it: `full name` and `full-name` are `full_name`.
pub(super) fn underscored(name: &str) -> String {
    if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return name.to_owned();
    }
    name.split_whitespace().collect::<Vec<_>>().join("_").replace(',', "").replace('-', "_")
}
