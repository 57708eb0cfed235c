//! Composition: combines layers of named bindings into one structure, from which the bindings that apply to a node can
//! be found.
//!
//! A [`Composer`] receives categories and layers, from the highest to the lowest, and creates a [`Composition`], which
//! never changes and which all nodes share. Every binding becomes entries of its key; an entry has a layer and a
//! condition. The entries of a key are sorted by precedence, so for a node only the conditions that hold must be
//! determined. The cost of a composition grows with the number of bindings, not of categories. All problems are
//! collected. This module reads no files.

mod categories;
mod collect;
mod conditions;
mod feature_producers;
mod findings;
mod finish;
mod keys;
mod missing_values;
mod multibinds;
mod named_producers;
mod node_check;
mod parameters;
mod producers;
mod programs;
mod queries;
mod reads;

pub(crate) use categories::{CategoryList, SITE_CATEGORIES};
pub(crate) use conditions::{ALWAYS, ActiveConditions, ConditionIndex, PredicateIndex, comparable_value};
pub(crate) use feature_producers::PROVIDERS;
pub(crate) use finish::combination;
pub(crate) use keys::{Key, KeyIndex, KeyType};
pub(crate) use multibinds::{ClassEntry, Contribution};
pub(crate) use node_check::{Chain, Finding, NodeCheck, Step};
pub(crate) use producers::{Arguments, Combination, FeatureProducer, Producer, Template};
pub(crate) use programs::{Formula, first_error};
pub(crate) use queries::Query;
pub(crate) use reads::read_text;

use super::names;
use super::sources::{Place, Sources};
use super::types::{DeclaredTypes, Types};
use crate::generated::bindings as b;
use crate::hiera::lookup::Hierarchy;
use categories::ListIndex;
use conditions::Conditions;
use keys::Keys;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Source, Suggestions};
use multibinds::Multibinds;
use programs::{FailedProgram, Programs};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The maximum number of entries of a composition. Each alternative of a binding's condition is an entry.
const MAX_ENTRIES: usize = 20_000_000;

/// A layer of a composition.
#[derive(Debug)]
pub(crate) struct Layer {
    pub(crate) name: Box<str>,
    pub(crate) categories: ListIndex,
    /// A Hiera tree, which answers lookups of keys that the bindings of the layer do not bind.
    pub(crate) tree: Option<Arc<Hierarchy>>,
    /// The keys in the files of the tree.
    pub(crate) tree_keys: FxHashSet<Box<str>>,
    /// The locations of its bindings.
    pub(crate) locations: Vec<Box<str>>,
    /// The position of its declaration.
    pub(crate) place: Place,
    /// The numbers of the first files of its bindings, at most [`FILES_OF_LAYER`].
    pub(crate) files: Vec<u32>,
}

/// The maximum number of files that are recorded per layer, for explanations.
const FILES_OF_LAYER: usize = 20;

/// The flags of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct BindingFlags(u8);

impl BindingFlags {
    pub(crate) const OVERRIDE: Self = Self(1);
    pub(crate) const ABSTRACT: Self = Self(2);
    pub(crate) const FINAL: Self = Self(4);
    pub(crate) const OPTIONAL: Self = Self(8);

    /// The flags of a binding.
    pub(crate) fn new(is_override: bool, is_abstract: bool, is_final: bool, is_optional: bool) -> Self {
        let sum = (u8::from(is_override) * Self::OVERRIDE.0) | (u8::from(is_abstract) * Self::ABSTRACT.0);
        Self(sum | (u8::from(is_final) * Self::FINAL.0) | (u8::from(is_optional) * Self::OPTIONAL.0))
    }

    /// The flags, together with another flag.
    pub(crate) fn with(self, flag: Self) -> Self {
        Self(self.0 | flag.0)
    }

    /// Whether a flag is set.
    pub(crate) fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    /// Whether no flag is set.
    pub(crate) fn is_plain(self) -> bool {
        self.0 == 0
    }
}

/// What a binding does with its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The binding binds the key to a producer.
    Value,
    /// The binding gives its own precedence to the next lower binding of the key.
    Lift,
    /// The binding binds the key to the value of another key.
    Alias(KeyIndex),
    /// The binding binds the key to the value that another key had before it was renamed.
    NewName(KeyIndex),
    /// The binding removes the key, because the key was renamed to another one.
    Removal(KeyIndex),
}

impl Role {
    /// Whether a binding with this role is sorted before others of the same precedence, because it uses or removes
    /// their value.
    pub(crate) fn is_above(self) -> bool {
        matches!(self, Self::Lift | Self::Removal(_))
    }
}

/// A binding.
#[derive(Debug)]
pub(crate) struct ComposedBinding {
    pub(crate) place: Place,
    pub(crate) flags: BindingFlags,
    /// Whether the binding has its own value or that of another key.
    pub(crate) role: Role,
    /// The number of the declared type.
    pub(crate) ty: Option<u32>,
    /// `None` if the binding is abstract, or has the value of another binding.
    pub(crate) producer: Option<Producer>,
    /// The values of the arguments of its producer.
    pub(crate) arguments: Option<Box<Arguments>>,
}

/// A binding of a key under a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    pub(crate) key: KeyIndex,
    /// The precedence of the condition; higher numbers take precedence.
    pub(crate) order: u32,
    pub(crate) condition: ConditionIndex,
    /// The index of the binding in the composition.
    pub(crate) binding: u32,
    /// The position of the layer; 0 is the highest.
    pub(crate) layer: u16,
}

/// Bindings of all layers, ready for nodes.
#[derive(Debug)]
pub struct Composition {
    pub(crate) sources: Sources,
    pub(crate) types: Types,
    pub(crate) programs: Programs,
    /// The expressions that bindings evaluate.
    pub(crate) formulas: Vec<Formula>,
    /// The layers, from the highest to the lowest.
    pub(crate) layers: Vec<Layer>,
    /// Whether any layer has a Hiera tree.
    pub(crate) has_trees: bool,
    /// The lists of categories, to which the layers refer.
    pub(crate) lists: Vec<CategoryList>,
    pub(crate) conditions: Conditions,
    pub(crate) keys: Keys,
    /// The entries of all keys, in descending precedence for each key.
    pub(crate) entries: Vec<Entry>,
    pub(crate) bindings: Vec<ComposedBinding>,
    pub(crate) multibinds: Multibinds,
    /// The orders between resources.
    pub(crate) dependencies: Vec<Dependency>,
    /// Whether bindings differ between nodes of the environment, because a layer contains the output of the ENC.
    pub(crate) depends_on_node: bool,
    /// The types of resources that queries name, in lower case.
    pub(crate) queried_types: BTreeSet<String>,
    /// The keys that must be checked for each node, because of flags, possible conflicts, or references to other keys.
    pub(crate) watched_keys: Vec<KeyIndex>,
    /// The problems of the composition itself.
    pub(crate) problems: Diagnostics,
    /// The problems of single keys, which only fail the lookups of these keys.
    pub(crate) problems_of_keys: Diagnostics,
}

impl Entry {
    /// Whether another entry of the same key has the same precedence, if both apply.
    pub(crate) fn is_level_with(&self, other: &Self) -> bool {
        self.layer == other.layer && self.order == other.order
    }

    /// Whether another entry of the same key has a higher precedence.
    pub(crate) fn is_below(&self, other: &Self) -> bool {
        other.layer < self.layer || (other.layer == self.layer && other.order > self.order)
    }
}

/// An order between resources that applies under a condition.
#[derive(Debug)]
pub(crate) struct Dependency {
    pub(crate) condition: ConditionIndex,
    pub(crate) sources: Vec<String>,
    /// The resources that are applied later.
    pub(crate) targets: Vec<String>,
    /// Whether the later resources are refreshed if an earlier one changes.
    pub(crate) notify: bool,
}

impl Composition {
    /// The problems of the composition itself, which do not depend on a node.
    #[must_use]
    pub fn problems(&self) -> &Diagnostics {
        &self.problems
    }

    /// The problems of expressions and constants, which do not depend on a node. They only fail lookups of their own
    /// keys.
    #[must_use]
    pub fn problems_of_keys(&self) -> &Diagnostics {
        &self.problems_of_keys
    }

    /// The files that bindings come from.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Whether bindings differ between nodes of the environment, because a layer contains the output of the ENC.
    #[must_use]
    pub fn depends_on_node(&self) -> bool {
        self.depends_on_node
    }

    /// The types of resources that queries find, in lower case.
    #[must_use]
    pub fn queried_types(&self) -> &BTreeSet<String> {
        &self.queried_types
    }

    /// The number of bindings, and of keys.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.bindings.len(), self.keys.list.iter().filter(|key| key.count > 0).count())
    }

    /// Whether any binding or Hiera tree contains a name, for any node.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        let key = self.keys.find(KeyType::Data, name);
        key.is_some_and(|key| self.keys.list[key as usize].count > 0)
            || self.layers.iter().any(|layer| layer.tree_keys.contains(&*names::canonical(name)))
    }

    /// The names of parameters that bindings and Hiera trees contain for `reference`, which is a class, a type or a
    /// resource. Each name is returned once.
    pub(crate) fn parameters_of<'c>(&'c self, reference: &str) -> Vec<&'c str> {
        let bound_keys = self.keys.list.iter().filter(|key| key.count > 0 && key.ty == KeyType::Data);
        let parameter_of = |name: &'c str| match names::parameter_parts(name) {
            Some((other, parameter)) if other == reference => Some(parameter),
            _ => None,
        };
        let tree_parameters =
            self.layers.iter().flat_map(|layer| &layer.tree_keys).filter_map(|name| parameter_of(name));
        // The keys of a tree have no order, so they are sorted.
        let tree_parameters: BTreeSet<&str> = tree_parameters.collect();
        let mut seen_names = FxHashSet::default();
        let names = bound_keys.filter_map(|key| parameter_of(&key.name)).chain(tree_parameters);
        names.filter(|name| seen_names.insert(*name)).collect()
    }

    /// A data key in the form in which it is bound: the key of a parameter has two forms.
    pub(crate) fn shown_name<'n>(&'n self, name: &'n str) -> Cow<'n, str> {
        match self.keys.find(KeyType::Data, name).map(|key| &self.keys.list[key as usize]) {
            Some(key) if key.count > 0 => key.shown_name(),
            _ => names::canonical(name),
        }
    }

    /// The entries of a key, from the highest precedence.
    #[inline]
    pub(crate) fn entries_of(&self, key: KeyIndex) -> &[Entry] {
        let Key { first, count, .. } = self.keys.list[key as usize];
        &self.entries[first as usize..(first + count) as usize]
    }

    /// The binding of an entry.
    #[inline]
    pub(crate) fn binding(&self, entry: &Entry) -> &ComposedBinding {
        &self.bindings[entry.binding as usize]
    }

    /// The text of a key for messages. The keys of contributions are derived from the numbers of ids, downwards from
    /// the largest number.
    pub(crate) fn show_key(&self, key: KeyIndex) -> String {
        // Other keys are numbered upwards from 0, so that no id has the resulting index.
        match self.multibinds.ids.get((u32::MAX - key) as usize) {
            Some(id) => format!("a contribution to {}", id.name),
            None => self.keys.show(key, &self.types),
        }
    }

    /// A condition in the syntax of the language; empty if it always holds.
    pub(crate) fn show_condition(&self, condition: ConditionIndex) -> String {
        let condition = &self.conditions.list[condition as usize];
        let known_categories = condition.predicates.iter().map(|number| {
            let predicate = &self.conditions.predicates[*number as usize];
            let category = &self.lists[predicate.list as usize].categories[predicate.rank as usize];
            match &*self.conditions.spellings[*number as usize] {
                "" => format!("{} ''", category.name),
                value => format!("{} {value}", category.name),
            }
        });
        let unknown = condition.unknown.iter().map(|text| text.to_string());
        known_categories.chain(unknown).collect::<Vec<_>>().join(" and ")
    }

    /// The condition and the layer of an entry, for messages.
    pub(crate) fn show_entry(&self, entry: &Entry) -> String {
        let layer = &self.layers[entry.layer as usize].name;
        match self.show_condition(entry.condition) {
            condition if condition.is_empty() => format!("in the category common of the layer {layer}"),
            condition => format!("in the category {condition} of the layer {layer}"),
        }
    }
}

/// Composes layers. The categories of the site must be declared before the first layer.
#[derive(Debug)]
pub struct Composer {
    pub(super) composition: Composition,
    /// The declaration of the categories of the site.
    site_categories: Option<Place>,
    suggestions: Suggestions,
    /// The numbers of the files of the enclosing elements, the innermost last; 0 if the file is not known.
    files: Vec<u32>,
    /// The alternatives of the enclosing conditions.
    current: Vec<ConditionIndex>,
    pending_parameters: Vec<parameters::PendingParameters>,
    /// The programs with errors. They are compiled again when all bindings have been read.
    failed_programs: Vec<FailedProgram>,
    maps: parameters::Maps,
}

impl Default for Composer {
    fn default() -> Self {
        Self::new()
    }
}

impl Composer {
    /// A composer without layers.
    #[must_use]
    pub fn new() -> Self {
        let composition = Composition {
            sources: Sources::default(),
            types: Types::default(),
            programs: Programs::default(),
            formulas: Vec::new(),
            layers: Vec::new(),
            has_trees: false,
            // The only list is that of the site, `SITE_CATEGORIES`.
            lists: vec![CategoryList::default()],
            conditions: Conditions::default(),
            keys: Keys::default(),
            entries: Vec::new(),
            bindings: Vec::new(),
            multibinds: Multibinds::default(),
            dependencies: Vec::new(),
            depends_on_node: false,
            queried_types: BTreeSet::new(),
            watched_keys: Vec::new(),
            problems: Diagnostics::new(),
            problems_of_keys: Diagnostics::new(),
        };
        Self {
            composition,
            site_categories: None,
            suggestions: Suggestions::default(),
            files: Vec::new(),
            // Outside of conditions, a binding always applies.
            current: vec![ALWAYS],
            pending_parameters: Vec::new(),
            failed_programs: Vec::new(),
            maps: parameters::Maps::default(),
        }
    }

    /// Declares the types of modules and of specified metamodels; must be called before the first layer. Problems of
    /// types only fail lookups of values of these types.
    pub(crate) fn declare_types(&mut self, types: DeclaredTypes, problems: Diagnostics) {
        self.composition.types.declare(types);
        self.composition.problems_of_keys.append(problems);
    }

    /// Adds the text of a file, so that problems can show it.
    pub fn source(&mut self, source: &Arc<Source>) {
        self.composition.sources.add(source);
    }

    /// Adds problems that were found while the bindings were read.
    pub fn report(&mut self, problems: Diagnostics) {
        self.composition.problems.append(problems);
    }

    /// Begins a layer below the previous ones. If it declares no categories, it uses those of the site.
    pub fn layer(&mut self, name: &str, categories: Option<&b::EffectiveCategories>) {
        // The categories of the site cannot be declared after the first layer, so they are complete now.
        if self.composition.layers.is_empty() {
            self.complete_site_categories();
        }
        let categories = categories.map_or(SITE_CATEGORIES, |categories| self.layer_categories(categories));
        self.composition.layers.push(Layer {
            name: name.into(),
            categories,
            tree: None,
            tree_keys: FxHashSet::default(),
            locations: Vec::new(),
            place: Place::default(),
            files: Vec::new(),
        });
    }

    /// Records the position of the declaration of the current layer, and the locations of its bindings.
    pub fn record_declaration(&mut self, locations: &[String], file: &str, line: i64, column: i64) {
        let place = self.place(Some(file), line, column);
        if let Some(layer) = self.composition.layers.last_mut() {
            layer.locations = locations.iter().map(|location| location.as_str().into()).collect();
            layer.place = if line > 0 { place } else { Place::default() };
        }
    }

    /// Adds a Hiera tree to the current layer, which answers lookups of keys that its bindings do not bind.
    pub fn tree(&mut self, tree: Arc<Hierarchy>) {
        if let Some(layer) = self.composition.layers.last_mut() {
            self.composition.has_trees = true;
            layer.tree_keys = tree.keys().into_iter().map(Into::into).collect();
            layer.tree = Some(tree);
        }
    }

    /// Adds bindings to the current layer; `file` is the name of the file that they come from.
    pub fn bindings(&mut self, bindings: &b::NamedBindings, file: &str) {
        // An element of a converted document names its own file. All other elements are in `file`.
        self.enter_element(Some(file));
        self.enter_element(bindings.file.as_deref());
        let file = self.file_number(None);
        // Explanations show only a few files, so the number is limited.
        if let Some(layer) = self.composition.layers.last_mut()
            && layer.files.len() < FILES_OF_LAYER
            && !layer.files.contains(&file)
        {
            layer.files.push(file);
        }
        self.collect(&bindings.bindings);
        self.leave_element();
        self.leave_element();
    }

    /// Records that bindings differ between nodes of the environment.
    pub fn set_depends_on_node(&mut self) {
        self.composition.depends_on_node = true;
    }

    /// The number of the current layer, and the number of its list of categories.
    fn current_layer(&self) -> (u16, ListIndex) {
        let number = self.composition.layers.len().saturating_sub(1);
        let categories = self.composition.layers.last().map_or(SITE_CATEGORIES, |layer| layer.categories);
        (u16::try_from(number).unwrap_or(u16::MAX), categories)
    }

    /// Enters an element. If no file is given, the element is in the file of the enclosing element.
    fn enter_element(&mut self, file: Option<&str>) {
        let file = self.file_number(file);
        self.files.push(file);
    }

    /// The number of a file; if `file` is `None` or empty, that of the enclosing element's file.
    fn file_number(&mut self, file: Option<&str>) -> u32 {
        match file.filter(|file| !file.is_empty()) {
            Some(file) => self.composition.sources.number(file),
            None => self.files.last().copied().unwrap_or(0),
        }
    }

    /// Leaves an element.
    fn leave_element(&mut self) {
        self.files.pop();
    }

    /// The place of an element in a file; without a file, in that of the enclosing element.
    fn place(&mut self, file: Option<&str>, line: i64, column: i64) -> Place {
        let file = self.file_number(file);
        Place::new(file, line, column)
    }

    /// Reports an error that concerns only one key. The error is also returned, so that lookups of the key fail with
    /// it.
    fn error_of_key(&mut self, code: Code, message: &str, place: Place, help: &str) -> Diagnostic {
        let problem = self.composition.sources.problem(code, Severity::Error, message, &[(place, "")]);
        let problem = problem.help(help);
        self.composition.problems_of_keys.push(problem.clone());
        problem
    }

    /// Reports an error of the composition.
    fn error_with_help(&mut self, code: Code, message: &str, places: &[(Place, &str)], help: &str) {
        let problem = self.composition.sources.problem(code, Severity::Error, message, places);
        self.composition.problems.push(problem.help(help));
    }
}
