//! Lookups for one node.
//!
//! All [`Injector`]s share one composition. Each contains the conditions that hold for its node, and the values that it
//! has produced. Invariants: a value is produced once, unless its producer makes a new value for each request; every
//! lookup ends within limits; a cycle of values is an error. This module reads no files.

mod calls;
mod categories;
mod child;
mod classes;
mod facts;
mod host;
mod multibind;
mod objects;
mod produce;
mod query;
mod typed;

pub use child::ValueProducer;
pub use facts::Facts;
pub(crate) use host::no_injection;
pub(crate) use produce::value_of_unbound_type;
pub use query::Edge;

use super::compose::{
    ActiveConditions, Chain, Composition, ConditionIndex, Entry, Finding, KeyIndex, KeyType, NodeCheck,
    Producer, Role, SITE_CATEGORIES, Step,
};
use super::names;
use super::types::BindingType;
use super::values::excerpt;
use crate::hiera::lookup::Query;
use crate::store::to_evaluated;
use host::{NodeHost, RequestArguments};
use modelwright_evaluation::evaluate::{Budget, EvaluationLimits, Value};
use modelwright_evaluation::logic::CreatedObjects;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Suggestions, codes};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The maximum number of nested lookups.
const MAX_NESTING: usize = 60;
/// The maximum number of bindings of a cycle that a problem shows in addition to the first one.
const MAX_SHOWN_OF_CYCLE: usize = 3;

/// The result of a lookup: a value, `None` if the key is not bound, or a problem.
pub type LookupResult = Result<Option<Value>, Box<Diagnostic>>;

/// Answers the lookups of one node.
#[derive(Debug)]
pub struct Injector {
    composition: Arc<Composition>,
    facts: Arc<Facts>,
    /// The conditions that hold for the node.
    active: ActiveConditions,
    /// The values of the categories of each list.
    category_values: Vec<Vec<Option<Arc<str>>>>,
    /// The values that were produced, by binding and condition: a rebinding may have another value under another
    /// condition.
    produced: RefCell<FxHashMap<(u32, ConditionIndex), Value>>,
    /// The bindings whose values are being produced, with their keys and conditions.
    open_bindings: RefCell<Vec<(KeyIndex, u32, ConditionIndex)>>,
    /// The catalogs that queries search.
    queries: query::Queries,
    /// The objects of declared types that expressions created.
    objects: Option<CreatedObjects>,
    /// The messages that expressions reported.
    reports: RefCell<Diagnostics>,
    /// The injector that answers the lookups of keys that this one does not bind.
    parent: Option<Box<Injector>>,
    /// The keys that were looked up, as a bit set.
    looked_up: Box<[Cell<u64>]>,
}

impl Injector {
    /// The injector of a node.
    ///
    /// # Errors
    /// If the composition, or a binding that applies to the node, has an error. The result contains all problems of
    /// both, also the warnings.
    pub fn new(composition: &Arc<Composition>, facts: &Arc<Facts>) -> Result<Self, Diagnostics> {
        let (injector, problems) = Self::with_problems(composition, facts);
        // Warnings do not prevent lookups, so they are dropped here.
        if !composition.problems().has_errors() && !problems.has_errors() {
            return Ok(injector);
        }
        let mut all_problems = composition.problems().clone();
        all_problems.append(problems);
        Err(all_problems)
    }

    /// The injector of a node, even if there are errors, and the problems of the bindings that apply to the node.
    #[must_use]
    pub fn with_problems(composition: &Arc<Composition>, facts: &Arc<Facts>) -> (Self, Diagnostics) {
        let mut injector = Self {
            composition: Arc::clone(composition),
            facts: Arc::clone(facts),
            // `active` is replaced when `categorize` has computed the values of the categories.
            active: composition.conditions.active_with(&[]),
            category_values: Vec::new(),
            produced: RefCell::default(),
            open_bindings: RefCell::default(),
            queries: query::Queries::default(),
            objects: composition.types.host().rules.clone().map(CreatedObjects::new),
            reports: RefCell::default(),
            parent: None,
            looked_up: vec![Cell::new(0); composition.keys.list.len().div_ceil(64)].into(),
        };
        let mut problems = Diagnostics::new();
        injector.categorize(&mut problems);
        let mut check = NodeCheck::new(composition, &injector.active);
        composition.watched_keys.iter().for_each(|key| check.check_key(*key));
        // The set contains each problem once, in an order that does not depend on the search.
        let findings: BTreeSet<_> = check.findings.into_iter().collect();
        let suggestions = Suggestions::default();
        problems.extend(findings.iter().map(|finding| composition.problem(finding, &suggestions)));
        (injector, problems)
    }

    /// The composition.
    #[must_use]
    pub fn composition(&self) -> &Arc<Composition> {
        &self.composition
    }

    /// The conditions that hold for the node.
    pub(crate) fn active(&self) -> &ActiveConditions {
        &self.active
    }

    /// The value of a category of the site for this node.
    #[must_use]
    pub fn category(&self, name: &str) -> Option<&str> {
        let rank = self.composition.lists[SITE_CATEGORIES as usize].rank(name)?;
        self.category_values[SITE_CATEGORIES as usize][rank as usize].as_deref()
    }

    /// The value of a category for this node, by the list and the rank of the category.
    pub(crate) fn value_of_category(&self, list: u32, rank: u32) -> Option<&str> {
        self.category_values[list as usize][rank as usize].as_deref()
    }

    /// Frees the values that were produced. They are produced again when they are needed.
    pub(crate) fn forget_values(&self) {
        *self.produced.borrow_mut() = FxHashMap::default();
    }

    /// The value of one binding that applies.
    pub(crate) fn value_of(&self, entry: &Entry) -> LookupResult {
        let mut budget = Budget::new(EvaluationLimits::default());
        self.answer(self.with_objects(|budget| self.binding(entry, None, budget), &mut budget))
    }

    /// The variables of the node for Hiera trees.
    pub(crate) fn scope(&self) -> &crate::store::Value {
        self.facts.scope()
    }

    /// The orders between resources that apply to the node: the resources that come first, the resources that come
    /// after them, and whether the latter are notified of changes.
    pub fn dependencies(&self) -> impl Iterator<Item = (&[String], &[String], bool)> {
        let dependencies = self.composition.dependencies.iter();
        let applying = dependencies.filter(|dependency| self.active.holds(dependency.condition));
        applying.map(|dependency| (&*dependency.sources, &*dependency.targets, dependency.notify))
    }

    /// The name without leading colons if that name is bound, because names of the top scope may be written in both
    /// ways; otherwise the name itself.
    #[must_use]
    pub fn key_name<'n>(&self, name: &'n str) -> &'n str {
        let bound_name =
            name.strip_prefix("::").filter(|name| name.contains("::") && self.composition.has_name(name));
        bound_name.unwrap_or(name)
    }

    /// Looks up a name as data or, if given, as another type. Without a type, the name may also be a key in the form of
    /// [`Injector::typed_keys`].
    ///
    /// # Errors
    /// If the value cannot be produced, or does not have the type.
    pub fn lookup(&self, ty: Option<&str>, name: &str) -> LookupResult {
        self.answer(self.lookup_value(ty, name))
    }

    /// Looks up a name as [`Injector::lookup`] does, but does not replace objects of declared types by hashes.
    fn lookup_value(&self, ty: Option<&str>, name: &str) -> LookupResult {
        self.with_objects(
            |budget| match ty {
                None => match self.by_name(name, budget)? {
                    None => self.composition.typed_key(name).map_or(Ok(None), |key| self.key(key, budget)),
                    value => Ok(value),
                },
                Some(text) => self.by_type(&self.read_type(text)?, Some(name), budget),
            },
            &mut Budget::new(EvaluationLimits::default()),
        )
    }

    /// Reads a type from its text.
    fn read_type(&self, text: &str) -> Result<BindingType, Box<Diagnostic>> {
        let ty = self.composition.types.read(text);
        ty.map_err(|message| Box::new(Diagnostic::error(codes::BINDINGS_TYPE, message)))
    }

    /// The value that is bound to a type without a name; if there is none, a new instance of the type.
    ///
    /// # Errors
    /// If the value cannot be produced.
    pub fn lookup_type(&self, text: &str) -> LookupResult {
        let ty = self.read_type(text)?;
        let mut budget = Budget::new(EvaluationLimits::default());
        self.answer(self.with_objects(|budget| self.by_type(&ty, None, budget), &mut budget))
    }

    /// The values of all bindings of a name that apply, in descending precedence.
    ///
    /// # Errors
    /// If one of them cannot be produced.
    pub fn lookup_all(&self, name: &str) -> Result<Vec<Value>, Box<Diagnostic>> {
        let mut budget = Budget::new(EvaluationLimits::default());
        let values = self.with_objects(|budget| self.all_by_name(name, budget), &mut budget)?;
        values.into_iter().map(|value| self.without_objects(value)).collect()
    }

    /// All values of a name from the highest precedence; those of the parent come last.
    fn all_by_name(&self, name: &str, budget: &mut Budget) -> Result<Vec<Value>, Box<Diagnostic>> {
        let parent_values = || self.parent().map_or(Ok(Vec::new()), |parent| parent.lookup_all(name));
        let Some(key) = self.composition.keys.find(KeyType::Data, name) else {
            let tree_values = self.tree_value(name, 0..self.composition.layers.len())?;
            return Ok(tree_values.into_iter().chain(parent_values()?).collect());
        };
        // The Hiera trees of the layers before `next_layer` were searched.
        let (mut values, mut next_layer) = (Vec::new(), 0);
        for step in Chain::new(&self.composition, key, &self.active) {
            match step {
                Step::Binding(entry) => {
                    // The Hiera trees of higher layers take precedence over this binding.
                    values.extend(self.tree_value(name, next_layer..entry.layer.into())?);
                    next_layer = entry.layer.into();
                    values.extend(self.binding(entry, None, budget)?);
                }
                Step::Conflict(entries) => return Err(self.conflict(entries)),
                Step::Abstract(_) => {}
                Step::Removed(_) => return Ok(values),
            }
        }
        values.extend(self.tree_value(name, next_layer..self.composition.layers.len())?);
        values.extend(parent_values()?);
        Ok(values)
    }

    /// The keys that are bound for the node.
    fn bound_keys(&self) -> impl Iterator<Item = KeyIndex> {
        let keys = (0..).zip(&self.composition.keys.list);
        keys.filter(|(_, key)| key.count > 0).map(|(index, _)| index).filter(|key| {
            let first_step = Chain::new(&self.composition, *key, &self.active).next();
            // A conflict counts as bound, because the lookup reports it.
            matches!(first_step, Some(Step::Binding(_) | Step::Conflict(_)))
        })
    }

    /// The bound keys of types other than data, with and without names, sorted: `Type[Logger]` and `Type[Logger], xml`.
    /// Classes that are bound to other classes are left out.
    #[must_use]
    pub fn typed_keys(&self) -> Vec<String> {
        let keys = &self.composition.keys;
        let keys_of_types = self.bound_keys().filter(|key| keys.list[*key as usize].ty != KeyType::Data);
        let mut texts: BTreeSet<String> = keys_of_types.map(|key| self.composition.show_key(key)).collect();
        // A class that is bound to another class is replaced by that class, and has no value itself.
        texts.retain(|key| names::referenced_class(key).is_none());
        texts.extend(self.parent().into_iter().flat_map(Self::typed_keys));
        texts.into_iter().collect()
    }

    /// The names of all data keys that are bound for the node, sorted.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        let list = &self.composition.keys.list;
        let data = self.bound_keys().map(|key| &list[key as usize]).filter(|key| key.ty == KeyType::Data);
        let mut names: BTreeSet<String> = data.map(|key| key.shown_name().into_owned()).collect();
        for tree in self.composition.layers.iter().filter_map(|layer| layer.tree.as_ref()) {
            let applying_names = tree.keys().into_iter().filter(|name| {
                // A key whose lookup in a tree fails is bound, too.
                let query = Query::new(name, self.facts.scope());
                !matches!(tree.lookup(&query), Ok(None))
            });
            names.extend(applying_names.map(|name| self.composition.shown_name(name).into_owned()));
        }
        names.extend(self.parent().into_iter().flat_map(Self::keys));
        names.into_iter().collect()
    }

    /// The names of the keys that are bound for the node and have not been looked up, sorted. Lookups of names that
    /// only Hiera trees contain are not recorded, so these names are always included.
    #[must_use]
    pub fn unused(&self) -> Vec<String> {
        let unused = self.keys().into_iter().filter(|name| {
            let key = self.composition.keys.find(KeyType::Data, name);
            key.is_none_or(|key| !self.was_looked_up(key))
        });
        unused.collect()
    }

    /// Whether a key was looked up.
    fn was_looked_up(&self, key: KeyIndex) -> bool {
        self.looked_up[key as usize / 64].get() & (1 << (key % 64)) != 0
    }

    /// The value of a name in this injector or, if the name is not bound, in the parent.
    fn by_name(&self, name: &str, budget: &mut Budget) -> LookupResult {
        match self.own_name(name, budget)? {
            None => self.name_in_parent(name, budget),
            value => Ok(value),
        }
    }

    /// Looks up a name among the classes, the bindings and the Hiera trees, but not in the parent.
    fn own_name(&self, name: &str, budget: &mut Budget) -> LookupResult {
        if name == names::CLASSES {
            let classes = self.classes()?.iter().map(|class| Value::string(class)).collect();
            return Ok(Some(Value::array(classes)));
        }
        match self.composition.keys.find(KeyType::Data, name) {
            Some(key) => self.key(key, budget),
            // The name is not bound, but a Hiera tree may contain it.
            None => self.tree_value(name, 0..self.composition.layers.len()),
        }
    }

    /// The value of a key; marks the key as looked up.
    fn key(&self, key: KeyIndex, budget: &mut Budget) -> LookupResult {
        let word = &self.looked_up[key as usize / 64];
        word.set(word.get() | 1 << (key % 64));
        let highest_layer = 0;
        self.first_value(key, Chain::new(&self.composition, key, &self.active), highest_layer, budget)
    }

    /// The value of the first step that has one. Before each step, the Hiera trees of the layers above the step are
    /// searched, from `first_layer` on; after the last step, those of the remaining layers.
    fn first_value(
        &self,
        key: KeyIndex,
        steps: Chain<'_>,
        first_layer: usize,
        budget: &mut Budget,
    ) -> LookupResult {
        let composition = &*self.composition;
        let searched_key = &composition.keys.list[key as usize];
        let name = || (searched_key.ty == KeyType::Data).then_some(&*searched_key.name);
        // The Hiera trees of the layers before `next_layer` were searched.
        let mut next_layer = first_layer;
        for step in steps {
            let entry = match step {
                Step::Binding(entry) | Step::Abstract(entry) | Step::Removed(entry) => entry,
                Step::Conflict(entries) => &entries[0],
            };
            // The Hiera trees of the layers above this step take precedence.
            if composition.has_trees {
                if let Some(name) = name()
                    && let Some(value) = self.tree_value(name, next_layer..entry.layer.into())?
                {
                    return Ok(Some(value));
                }
                next_layer = entry.layer.into();
            }
            match step {
                Step::Binding(entry) => match self.binding(entry, None, budget)? {
                    Some(value) => return Ok(Some(value)),
                    None if composition.is_optional(entry) => {}
                    None => return Err(Box::new(self.composition.no_value(entry))),
                },
                Step::Abstract(entry) => {
                    let finding = Finding::Abstract { key, binding: entry.binding };
                    return Err(Box::new(composition.problem(&finding, &Suggestions::default())));
                }
                Step::Conflict(entries) => return Err(self.conflict(entries)),
                Step::Removed(_) => return Ok(None),
            }
        }
        match name().filter(|_| composition.has_trees) {
            Some(name) => self.tree_value(name, next_layer..composition.layers.len()),
            None => Ok(None),
        }
    }

    /// The value of a binding; `None` if it has no value.
    #[inline]
    fn binding(
        &self,
        entry: &Entry,
        arguments: Option<&RequestArguments<'_>>,
        budget: &mut Budget,
    ) -> LookupResult {
        let binding = self.composition.binding(entry);
        // Most bindings are constants. They need not be stored, cannot be part of a cycle, and their types were checked
        // by the composition.
        if let Some(Producer::Constant(value)) = &binding.producer {
            return Ok(if matches!(value, Value::Undef) { None } else { Some(value.clone()) });
        }
        self.produced_binding(entry, arguments, budget)
    }

    /// The value of a binding that is not a constant: the stored value, or one that its producer returns.
    fn produced_binding(
        &self,
        entry: &Entry,
        arguments: Option<&RequestArguments<'_>>,
        budget: &mut Budget,
    ) -> LookupResult {
        // Only values for requests without arguments are stored.
        if arguments.is_none()
            && let Some(value) = self.produced.borrow().get(&(entry.binding, entry.condition))
        {
            return Ok(Some(value.clone()));
        }
        self.enter(entry)?;
        let result = self.value_by_role(entry, arguments, budget);
        // The mark is removed before an error is returned. Otherwise the next lookup would report a cycle.
        self.open_bindings.borrow_mut().pop();
        let result = result.map_err(|problem| self.located(*problem, entry))?;
        let bound = self.composition.binding(entry);
        // The type is checked before the value is stored, so that a wrong value makes every lookup fail, and not only
        // the first one.
        if let (Some(value), Some(ty)) = (&result, bound.ty) {
            self.check_type(entry, self.composition.types.get(ty), value)?;
        }
        if let Some(value) = result.as_ref().filter(|_| arguments.is_none())
            && !matches!(&bound.producer, Some(producer) if produce::is_fresh(producer))
        {
            self.produced.borrow_mut().insert((entry.binding, entry.condition), value.clone());
        }
        Ok(result)
    }

    /// The value of a binding according to its role: that of its producer, or that of another binding.
    fn value_by_role(
        &self,
        entry: &Entry,
        request_arguments: Option<&RequestArguments<'_>>,
        budget: &mut Budget,
    ) -> LookupResult {
        let binding = self.composition.binding(entry);
        match (binding.role, &binding.producer) {
            (Role::Alias(target), _) => self.key(target, budget),
            (Role::NewName(target), _) => {
                let steps = self.composition.steps_of_renamed(target, entry, &self.active);
                // The value is below the rebinding, so the Hiera trees above it are not searched.
                self.first_value(target, steps, entry.layer.into(), budget)
            }
            (Role::Lift, _) => {
                let steps = Chain::new(&self.composition, entry.key, &self.active).below(entry);
                self.first_value(entry.key, steps, entry.layer.into(), budget)
            }
            (_, Some(producer)) => {
                let host =
                    NodeHost { injector: self, arguments: binding.arguments.as_deref(), request_arguments };
                self.produce(producer, &host, budget)
            }
            (_, None) => Ok(None),
        }
    }

    /// Marks a binding as being produced. Fails if it is marked already, because this is a cycle, or if lookups are
    /// nested too deeply.
    fn enter(&self, entry: &Entry) -> Result<(), Box<Diagnostic>> {
        let mut open_bindings = self.open_bindings.borrow_mut();
        let identity = (entry.key, entry.binding, entry.condition);
        if let Some(start) = open_bindings.iter().position(|other| *other == identity) {
            let keys = open_bindings[start..].iter().map(|(key, ..)| *key).chain([entry.key]);
            let chain: Vec<String> = keys.map(|key| self.composition.show_key(key)).collect();
            let message = format!("the value refers to itself: {}", chain.join(" -> "));
            let mut places = vec![(self.composition.place_of(entry.binding), "")];
            let further_bindings = open_bindings[start..].iter().skip(1).take(MAX_SHOWN_OF_CYCLE);
            let further_bindings =
                further_bindings.map(|(_, binding, _)| self.composition.place_of(*binding));
            places.extend(further_bindings.map(|place| (place, "this one is part of the cycle")));
            let code = codes::BINDINGS_LOOP;
            let problem = self.composition.sources.problem(code, Severity::Error, &message, &places);
            let help = match open_bindings.len() - start {
                1 => "bind the key to a value that does not refer to itself",
                _ => "bind one of them to a value that needs none of the others",
            };
            return Err(Box::new(problem.help(help)));
        }
        if open_bindings.len() >= MAX_NESTING {
            let message = format!("more than {MAX_NESTING} lookups are nested");
            return Err(self.problem(codes::LIMIT, &message, entry));
        }
        open_bindings.push(identity);
        Ok(())
    }

    /// Adds the position of the binding to a problem, unless the problem already has a position.
    fn located(&self, problem: Diagnostic, entry: &Entry) -> Box<Diagnostic> {
        let place = self.composition.binding(entry).place;
        Box::new(match self.composition.sources.offset(place) {
            Some((source, offset)) if problem.labels.is_empty() => {
                problem.at(source, offset..source.word_end(offset))
            }
            _ => problem,
        })
    }

    /// Fails if a value does not have the declared type of its binding.
    fn check_type(&self, entry: &Entry, ty: &BindingType, value: &Value) -> Result<(), Box<Diagnostic>> {
        // Types of references and of classes have no check, because their values cannot be checked here.
        if ty.check.is_none() || ty.holds(value) {
            return Ok(());
        }
        let name = self.composition.show_key(entry.key);
        let message = format!("`{name}` must be of type {}, but its value is {}", ty.text, excerpt(value));
        let help = format!("the value is of type {}; change the producer, or the type", value.type_of());
        Err(Box::new(self.problem(codes::BINDINGS_TYPE, &message, entry).help(help)))
    }

    /// The problem of entries of one key with the same precedence.
    fn conflict(&self, entries: &[Entry]) -> Box<Diagnostic> {
        let concrete = entries.iter().filter(|entry| !self.composition.is_abstract(entry));
        let bindings = concrete.map(|entry| entry.binding).collect();
        let finding = Finding::Conflict { key: entries[0].key, bindings };
        Box::new(self.composition.problem(&finding, &Suggestions::default()))
    }

    /// An error at the position of a binding.
    fn problem(&self, code: Code, message: &str, entry: &Entry) -> Box<Diagnostic> {
        let place = self.composition.binding(entry).place;
        Box::new(self.composition.sources.problem(code, Severity::Error, message, &[(place, "")]))
    }

    /// The first value of a name in the Hiera trees of the layers in a range.
    pub(crate) fn tree_value(&self, name: &str, layers: std::ops::Range<usize>) -> LookupResult {
        if !self.composition.has_trees {
            return Ok(None);
        }
        // Data files contain only canonical names, such as `ntp::servers` and not `/param/Class[ntp]/servers`.
        let name = &*names::canonical(name);
        for layer in &self.composition.layers[layers] {
            let Some(tree) = &layer.tree else { continue };
            match tree.lookup(&Query::new(name, self.facts.scope())) {
                Ok(Some(answer)) => return Ok(Some(to_evaluated(&answer.to_value()))),
                Ok(None) => {}
                Err(error) => return Err(Box::new(tree.failure(name, error))),
            }
        }
        Ok(None)
    }
}
