//! The data that parameters and `lookup` get: Hiera's answers for the variables of the node.
//!
//! Invariant: as in Puppet, data of a lookup sees the variables that the code sees which calls it, and data of parameters
//! those of the node, as they are at that time. Groups of a match are not seen, unlike in Puppet.

use super::Builder;
use super::state::{ScopeId, TOP};
use modelwright_evaluation::evaluate::{HostError, Unknown, Value};
use modelwright_hiera::lookup::{Event, Hierarchy, LookupError, Query, Resolution, Step, has_hidden};
use modelwright_hiera::store::{self, from_evaluated, to_evaluated};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The numbers of variables of the top scope and of that of the node.
type Stamp = (usize, usize);

/// The variables that data sees. They are kept from one lookup to the next, because facts are large and a node has
/// hundreds of lookups.
#[derive(Debug, Default)]
pub(super) struct LookupScope {
    stamp: Option<Stamp>,
    variables: store::Hash,
    /// The number of variables of each class that `variables` has by their qualified names.
    classes: FxHashMap<ScopeId, usize>,
    /// The values that are not known. Data sees a text with the number of each.
    unknowns: Vec<Arc<Unknown>>,
}

impl LookupScope {
    /// The qualified name and the value of a variable of the node, given its plain name.
    fn top(&self, name: &store::Value) -> (store::Value, Option<store::Value>) {
        let value = self.variables.get(name).cloned();
        (store::Value::text(format!("::{}", name.as_text().unwrap_or_default())), value)
    }

    /// A value as data sees it.
    fn seen(&mut self, value: &Value) -> store::Value {
        if value.unknown().is_none() {
            return from_evaluated(value);
        }
        from_evaluated(&self.marked(value))
    }

    /// A value in which texts mark the parts that are not known.
    fn marked(&mut self, value: &Value) -> Value {
        match value {
            Value::Unknown(unknown) => {
                let known = self.unknowns.iter().position(|known| known == unknown);
                let number = known.unwrap_or_else(|| {
                    self.unknowns.push(Arc::clone(unknown));
                    self.unknowns.len() - 1
                });
                Value::string(&mark(number))
            }
            Value::Array(items) => Value::array(items.iter().map(|item| self.marked(item)).collect()),
            Value::Hash(hash) => {
                let pairs = hash.pairs().iter();
                Value::hash(
                    pairs.map(|(key, value)| (self.marked(key), self.marked(value))).collect::<Vec<_>>(),
                )
            }
            other => other.clone(),
        }
    }
}

/// What data sees of a value that is not known.
fn mark(number: usize) -> String {
    format!("<modelwright:unknown:{number}>")
}

/// A value that data binds to a parameter.
pub(super) struct BoundValue {
    pub(super) value: Value,
    /// The file and line, if the environment records such places. Of merged values the highest level has the place.
    pub(super) place: Option<(String, i64)>,
}

impl Builder<'_> {
    /// The value that data binds to a key. `variables` are those of lambdas and functions around the call.
    pub(crate) fn data(
        &self,
        key: &str,
        merge: Option<&Value>,
        variables: &[(String, Value)],
    ) -> Result<Option<Value>, HostError> {
        let resolution = match merge {
            None => Resolution::Priority,
            Some(merge) => Resolution::from_value(&from_evaluated(merge)).map_err(HostError::new)?,
        };
        self.data_by(key, &resolution, variables)
    }

    /// The value that data binds to a parameter. As in Puppet, it sees the scope of the node, and not that of the class
    /// which includes the class of the parameter.
    pub(super) fn bound_value(&self, key: &str) -> Result<Option<BoundValue>, HostError> {
        let Some(hierarchy) = &self.environment.hierarchy else { return Ok(None) };
        let global = self.state.borrow().global(self.current.get());
        let needs_place = self.environment.records_data_places;
        self.in_scope(global, || {
            self.with_lookup_scope(&[], |scope, unknowns| {
                self.look_up(hierarchy, &Query::new(key, scope), unknowns, needs_place)
            })
        })
    }

    /// The value that data binds to a key, by a strategy. `variables` are those of lambdas and functions around the call.
    pub(crate) fn data_by(
        &self,
        key: &str,
        resolution: &Resolution,
        variables: &[(String, Value)],
    ) -> Result<Option<Value>, HostError> {
        let Some(hierarchy) = &self.environment.hierarchy else { return Ok(None) };
        let needs_place = false;
        let bound = self.with_lookup_scope(variables, |scope, unknowns| {
            let query = Query { resolution, ..Query::new(key, scope) };
            self.look_up(hierarchy, &query, unknowns, needs_place)
        });
        Ok(bound?.map(|bound| bound.value))
    }

    /// Hiera's answer, which is not known if a value that is not known is needed for the name of a file or for the answer.
    fn look_up(
        &self,
        hierarchy: &Hierarchy,
        query: &Query<'_>,
        unknowns: &[Arc<Unknown>],
        needs_place: bool,
    ) -> Result<Option<BoundValue>, HostError> {
        // A file that is broken has its own place, and so has a value.
        let failure =
            |error: LookupError| HostError::caused_by(Box::new(hierarchy.failure(query.key, error)));
        // An account takes longer than its answer alone.
        if unknowns.is_empty() && !needs_place {
            let (answer, missing) = hierarchy.lookup_with_missing(query);
            self.warn_of_missing(&missing)?;
            let value = answer.map_err(failure)?.map(|answer| answer.to_value());
            if !value.as_ref().is_some_and(has_hidden) {
                return Ok(value.map(|value| BoundValue { value: to_evaluated(&value), place: None }));
            }
        }
        let account = hierarchy.account(query);
        self.warn_of_missing(&account.missing)?;
        if let Some(unknown) = first_needed(&account.steps, unknowns) {
            return Ok(Some(BoundValue { value: Value::Unknown(unknown), place: None }));
        }
        let place = account.contributions.first().map(|highest| {
            let file = self.environment.absolute(hierarchy.file_name(highest.origin.file));
            (file, highest.origin.place.line)
        });
        let Some(answer) = account.answer.map_err(failure)? else { return Ok(None) };
        // Catalogs are built without keys.
        let encrypted = Arc::new(Unknown {
            reason: format!("the data of `{}` is encrypted, and is not decrypted here", query.key),
            place: place.as_ref().map(|(file, line)| (file.clone(), *line as usize)),
        });
        let value = evaluated(&answer.to_value(), &encrypted);
        let place = place.filter(|_| needs_place).map(|(file, line)| (file, i64::from(line)));
        Ok(Some(BoundValue { value, place }))
    }

    /// Calls a function with the variables that are visible from the current scope, and those of classes by their
    /// qualified names.
    fn with_lookup_scope<T>(
        &self,
        variables: &[(String, Value)],
        run: impl FnOnce(&store::Value, &[Arc<Unknown>]) -> T,
    ) -> T {
        let mut known = self.lookup_scope.borrow_mut();
        self.update_globals(&mut known);
        self.update_classes(&mut known);
        let outside = self.take_node_variables(&mut known);
        let mut locals = self.locals(&mut known);
        locals.extend(
            variables.iter().map(|(name, value)| (store::Value::text(name.as_str()), known.seen(value))),
        );
        // `::name` is still the variable that a local one hides, or nil.
        let tops: Vec<_> = locals.iter().map(|(name, _)| known.top(name)).collect();
        locals.extend(tops.into_iter().map(|(name, value)| (name, value.unwrap_or_default())));
        let names: Vec<store::Value> = locals.iter().map(|(name, _)| name.clone()).collect();
        let hidden: Vec<Option<store::Value>> =
            locals.into_iter().map(|(name, value)| known.variables.insert(name, value)).collect();
        let scope = store::Value::Hash(std::mem::take(&mut known.variables));
        let result = run(&scope, &known.unknowns);
        let store::Value::Hash(mut variables) = scope else { return result };
        // In reverse, because an inner variable may have hidden one that was local as well.
        for (name, hidden) in names.into_iter().zip(hidden).rev() {
            match hidden {
                Some(value) => drop(variables.insert(name, value)),
                None => drop(variables.shift_remove(&name)),
            }
        }
        variables.extend(outside);
        known.variables = variables;
        result
    }

    /// Logs Puppet's warning for each variable that data names and that does not exist.
    fn warn_of_missing(&self, names: &[String]) -> Result<(), HostError> {
        for name in names {
            let plain = name.strip_prefix("::").unwrap_or(name);
            let is_group = plain.bytes().all(|byte| byte.is_ascii_digit());
            if is_group || matches!(plain, "module_name" | "caller_module_name") {
                continue;
            }
            let reason = self.reason_of_missing(plain)?;
            // As in Puppet, a variable of a class that was evaluated is shown with its complete name.
            let name =
                if reason.is_none() && plain.contains("::") { format!("::{plain}") } else { name.clone() };
            let reason = reason.unwrap_or_default();
            let message = format!("Undefined variable '{name}'; {reason}\n   (file & line not available)");
            self.warn_once(&format!("Variable: {name}"), &message);
            self.warn_of_legacy_fact(plain, None);
        }
        Ok(())
    }

    /// Takes over the variables of the top scope and of the node, if there are others than before.
    fn update_globals(&self, known: &mut LookupScope) {
        let state = self.state.borrow();
        let top = &state.scope(TOP).variables;
        let inner = state.node_scope.map(|node| &state.scope(node).variables);
        let stamp = (top.len(), inner.map_or(0, |inner| inner.len() + 1));
        if known.stamp == Some(stamp) {
            return;
        }
        *known = LookupScope { stamp: Some(stamp), ..LookupScope::default() };
        for (number, value) in top.iter().chain(inner.into_iter().flatten()) {
            let name = store::Value::text(&*self.environment.text(*number));
            if let (name, Some(hidden)) = known.top(&name) {
                known.variables.insert(name, hidden);
            }
            let value = known.seen(value);
            known.variables.insert(name, value);
        }
    }

    /// Removes the variables of the node if the current scope does not see them, as in a function.
    fn take_node_variables(&self, known: &mut LookupScope) -> Vec<(store::Value, store::Value)> {
        let state = self.state.borrow();
        let node = state.node_scope.filter(|_| state.global(self.current.get()) == TOP);
        let Some(node) = node else { return Vec::new() };
        let mut taken = Vec::new();
        for number in state.scope(node).variables.keys() {
            let name = store::Value::text(&*self.environment.text(*number));
            let Some(value) = known.variables.shift_remove(&name) else { continue };
            taken.push((name.clone(), value));
            if let Some(top) = state.scope(TOP).variables.get(number) {
                let top = known.seen(top);
                known.variables.insert(name, top);
            }
        }
        taken
    }

    /// Takes over the variables that classes have set since the last lookup.
    fn update_classes(&self, known: &mut LookupScope) {
        let state = self.state.borrow();
        for (class, scope) in &state.class_scopes {
            let variables = &state.scope(*scope).variables;
            if known.classes.insert(*scope, variables.len()) == Some(variables.len()) {
                continue;
            }
            let class = self.environment.text(*class);
            let inherited = state.scope(*scope).inherited.map(|inherited| &state.scope(inherited).variables);
            for (number, value) in inherited.into_iter().flatten().chain(variables) {
                let name = format!("{class}::{}", self.environment.text(*number));
                let value = known.seen(value);
                known.variables.insert(store::Value::text(&*name), value);
            }
        }
    }

    /// The variables of the scopes inside of that of the node, the innermost last.
    fn locals(&self, known: &mut LookupScope) -> Vec<(store::Value, store::Value)> {
        let state = self.state.borrow();
        let (mut scope, end) = (self.current.get(), state.global(self.current.get()));
        let mut scopes = Vec::new();
        while scope != end {
            scopes.push(scope);
            match state.outer(scope) {
                Some(outer) => scope = outer,
                None => break,
            }
        }
        let variables = scopes.iter().rev().flat_map(|scope| &state.scope(*scope).variables);
        let text = |number: &u32| store::Value::text(&*self.environment.text(*number));
        variables.map(|(number, value)| (text(number), known.seen(value))).collect()
    }
}

/// A value of data, in which each part is not known that is encrypted.
fn evaluated(value: &store::Value, encrypted: &Arc<Unknown>) -> Value {
    match value {
        // Of a secret, nothing else may be shown.
        store::Value::Text(_) | store::Value::Sensitive(_) if has_hidden(value) => {
            Value::Unknown(Arc::clone(encrypted))
        }
        store::Value::Array(items) => {
            Value::array(items.iter().map(|item| evaluated(item, encrypted)).collect())
        }
        store::Value::Hash(hash) => {
            let pairs = hash.iter().map(|(key, value)| (to_evaluated(key), evaluated(value, encrypted)));
            Value::hash(pairs.collect::<Vec<_>>())
        }
        other => to_evaluated(other),
    }
}

/// The first of the values that are not known whose mark is in the steps of a lookup.
fn first_needed(steps: &[Step], unknowns: &[Arc<Unknown>]) -> Option<Arc<Unknown>> {
    let is_needed = |number: usize| {
        let mark = mark(number);
        steps.iter().any(|step| match &step.event {
            Event::Key(text) | Event::Skipped { path: text, .. } | Event::Failed { message: text, .. } => {
                text.contains(&mark)
            }
            // No file has a mark in its name, so a level whose path depends on such a value has no file.
            Event::NoFile { path, .. } => path.contains(&mark),
            Event::Found { value, .. } | Event::Interpolated { value, .. } => contains(value, &mark),
            Event::Backend(_)
            | Event::Layer { .. }
            | Event::Entry(_)
            | Event::Options { .. }
            | Event::NoKey { .. } => false,
        })
    };
    unknowns.iter().enumerate().find(|(number, _)| is_needed(*number)).map(|(_, unknown)| Arc::clone(unknown))
}

/// Whether a text in a value contains a mark. Recursive, because the depth of data is limited.
fn contains(value: &store::Value, mark: &str) -> bool {
    match value {
        store::Value::Text(text) => text.contains(mark),
        store::Value::Array(items) => items.iter().any(|item| contains(item, mark)),
        store::Value::Hash(hash) => {
            hash.iter().any(|(key, value)| contains(key, mark) || contains(value, mark))
        }
        store::Value::Sensitive(inner) => contains(inner, mark),
        _ => false,
    }
}
