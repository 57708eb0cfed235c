//! The values of parameters and of `lookup` from data: Hiera's answers for the variables of the node.
//!
//! Invariant: as in Puppet, data that `lookup` reads can interpolate the variables that are visible at the call, and
//! data of parameters those of the node, with their values at that time. Unlike in Puppet, data cannot read the groups
//! of a match of a regular expression.

use super::Builder;
use super::state::{ScopeId, TOP};
use modelwright_evaluation::evaluate::{HostError, Unknown, Value};
use modelwright_hiera::lookup::{Event, Hierarchy, LookupError, Query, Resolution, Step, has_hidden};
use modelwright_hiera::store::{self, from_evaluated, to_evaluated};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The number of variables of the top scope, and a number for the scope of the node: one more than the number of its
/// variables, or 0 if there is no such scope. The numbers change when variables are added.
type Stamp = (usize, usize);

/// The variables that data can interpolate. They remain from one lookup to the next, because facts are large and a node
/// has hundreds of lookups.
#[derive(Debug, Default)]
pub(super) struct LookupScope {
    stamp: Option<Stamp>,
    variables: store::Hash,
    /// The number of variables of each class that `variables` contains with their qualified names.
    classes: FxHashMap<ScopeId, usize>,
    /// The values that are not known. For each, data reads a text with its number.
    unknowns: Vec<Arc<Unknown>>,
}

impl LookupScope {
    /// The qualified name of a variable (`::name`), and the current value of the plain name.
    fn qualified(&self, name: &store::Value) -> (store::Value, Option<store::Value>) {
        let value = self.variables.get(name).cloned();
        (store::Value::text(format!("::{}", name.as_text().unwrap_or_default())), value)
    }

    /// The value that data reads for a value of a variable.
    fn convert(&mut self, value: &Value) -> store::Value {
        if value.unknown().is_none() {
            return from_evaluated(value);
        }
        from_evaluated(&self.with_marks(value))
    }

    /// A value in which texts mark the parts that are not known.
    fn with_marks(&mut self, value: &Value) -> Value {
        match value {
            Value::Unknown(unknown) => {
                let earlier = self.unknowns.iter().position(|earlier| earlier == unknown);
                let number = earlier.unwrap_or_else(|| {
                    self.unknowns.push(Arc::clone(unknown));
                    self.unknowns.len() - 1
                });
                Value::string(&mark(number))
            }
            Value::Array(items) => Value::array(items.iter().map(|item| self.with_marks(item)).collect()),
            Value::Hash(hash) => {
                let pairs = hash.pairs().iter();
                Value::hash(
                    pairs
                        .map(|(key, value)| (self.with_marks(key), self.with_marks(value)))
                        .collect::<Vec<_>>(),
                )
            }
            other => other.clone(),
        }
    }
}

/// The text that data reads for a value that is not known.
fn mark(number: usize) -> String {
    format!("<modelwright:unknown:{number}>")
}

/// A value that data binds to a parameter.
pub(super) struct BoundValue {
    pub(super) value: Value,
    /// The file and line, if the environment records them. For a merged value, they are those of the highest level.
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

    /// The value that data binds to a parameter. As in Puppet, data reads the variables of the node, and not those of
    /// the class that includes the class of the parameter.
    pub(super) fn bound_value(&self, key: &str) -> Result<Option<BoundValue>, HostError> {
        let Some(hierarchy) = &self.environment.hierarchy else { return Ok(None) };
        let global = self.state.borrow().global(self.current.get());
        let needs_place = self.environment.records_data_places;
        let no_variables: &[(String, Value)] = &[];
        self.in_scope(global, || {
            self.with_lookup_scope(no_variables, |scope, unknowns| {
                self.look_up(hierarchy, &Query::new(key, scope), unknowns, needs_place)
            })
        })
    }

    /// The value that data binds to a key, by a strategy. `variables` are those of lambdas and functions around the
    /// call.
    pub(crate) fn data_by(
        &self,
        key: &str,
        resolution: &Resolution,
        variables: &[(String, Value)],
    ) -> Result<Option<Value>, HostError> {
        let Some(hierarchy) = &self.environment.hierarchy else { return Ok(None) };
        let needs_place = false;
        let data = self.with_lookup_scope(variables, |scope, unknowns| {
            let query = Query { resolution, ..Query::new(key, scope) };
            self.look_up(hierarchy, &query, unknowns, needs_place)
        });
        Ok(data?.map(|data| data.value))
    }

    /// Hiera's answer, with its position if `needs_place`. The answer is an unknown value if the value, or the name of a
    /// file that is searched for it, depends on one of `unknowns`.
    fn look_up(
        &self,
        hierarchy: &Hierarchy,
        query: &Query<'_>,
        unknowns: &[Arc<Unknown>],
        needs_place: bool,
    ) -> Result<Option<BoundValue>, HostError> {
        // The problem points to the file or the value that causes it, and not to the code that needs the data.
        let failure =
            |error: LookupError| HostError::caused_by(Box::new(hierarchy.failure(query.key, error)));
        // An account takes longer than an answer alone, so there is one only for positions, unknown and encrypted
        // values.
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
        // Catalogs are built without the keys that decrypt data.
        let encrypted = Arc::new(Unknown {
            reason: format!("the data of `{}` is encrypted, and is not decrypted here", query.key),
            place: place.as_ref().map(|(file, line)| (file.clone(), *line as usize)),
        });
        let value = with_unknown_secrets(&answer.to_value(), &encrypted);
        let place = place.filter(|_| needs_place).map(|(file, line)| (file, i64::from(line)));
        Ok(Some(BoundValue { value, place }))
    }

    /// Calls `look_up` with the scope of a lookup, and with the reasons for which values in it are unknown. The scope
    /// contains `variables`, the variables that are visible from the current scope, and the variables of classes by
    /// their qualified names.
    fn with_lookup_scope<T>(
        &self,
        variables: &[(String, Value)],
        look_up: impl FnOnce(&store::Value, &[Arc<Unknown>]) -> T,
    ) -> T {
        let mut lookup_scope = self.lookup_scope.borrow_mut();
        self.update_globals(&mut lookup_scope);
        self.update_classes(&mut lookup_scope);
        let node_variables = self.take_node_variables(&mut lookup_scope);
        let mut locals = self.locals(&mut lookup_scope);
        locals.extend(
            variables
                .iter()
                .map(|(name, value)| (store::Value::text(name.as_str()), lookup_scope.convert(value))),
        );
        // A local variable may hide one of the top scope or the node. Data can still read the hidden one as `::name`,
        // which is nil if nothing is hidden.
        let qualified: Vec<_> = locals.iter().map(|(name, _)| lookup_scope.qualified(name)).collect();
        locals.extend(qualified.into_iter().map(|(name, value)| (name, value.unwrap_or_default())));
        let names: Vec<store::Value> = locals.iter().map(|(name, _)| name.clone()).collect();
        let hidden: Vec<Option<store::Value>> =
            locals.into_iter().map(|(name, value)| lookup_scope.variables.insert(name, value)).collect();
        let scope = store::Value::Hash(std::mem::take(&mut lookup_scope.variables));
        let result = look_up(&scope, &lookup_scope.unknowns);
        let store::Value::Hash(mut restored) = scope else { return result };
        // In reverse order, because a local variable may also have hidden a local one of an outer scope.
        for (name, hidden) in names.into_iter().zip(hidden).rev() {
            match hidden {
                Some(value) => drop(restored.insert(name, value)),
                None => drop(restored.shift_remove(&name)),
            }
        }
        restored.extend(node_variables);
        lookup_scope.variables = restored;
        result
    }

    /// Logs Puppet's warning for each variable that data interpolates, or that a template reads from its scope, and that
    /// does not exist.
    pub(crate) fn warn_of_missing(&self, names: &[String]) -> Result<(), HostError> {
        for name in names {
            let plain_name = name.strip_prefix("::").unwrap_or(name);
            // Puppet does not warn of the groups of a match, and sets the names of modules only in some scopes.
            let is_group = plain_name.bytes().all(|byte| byte.is_ascii_digit());
            if is_group || matches!(plain_name, "module_name" | "caller_module_name") {
                continue;
            }
            let reason = self.reason_of_missing(plain_name)?;
            // As in Puppet, a variable of a class that was evaluated is shown with its complete name.
            let name = if reason.is_none() && plain_name.contains("::") {
                format!("::{}", self.name_in_ancestor(plain_name)?)
            } else {
                name.clone()
            };
            let reason = reason.unwrap_or_default();
            let message = format!("Undefined variable '{name}'; {reason}\n   (file & line not available)");
            self.warn_once(&format!("Variable: {name}"), &message);
            let place = None;
            self.warn_of_legacy_fact(plain_name, place);
        }
        Ok(())
    }

    /// The name of a variable of an evaluated class, in the last class that this one inherits from: there Puppet searches
    /// last.
    fn name_in_ancestor(&self, name: &str) -> Result<String, HostError> {
        let Some((class, variable)) = name.rsplit_once("::") else { return Ok(name.to_owned()) };
        let mut class: Arc<str> = Arc::from(class);
        while let Some(definition) = self.environment.class(&class).map_err(HostError::caused_by)?
            && let Some(parent) = &definition.parent
        {
            class = Arc::clone(parent);
        }
        Ok(format!("{class}::{variable}"))
    }

    /// Copies the variables of the top scope and of the node, if some were added since the last lookup.
    fn update_globals(&self, lookup_scope: &mut LookupScope) {
        let state = self.state.borrow();
        let top = &state.scope(TOP).variables;
        let node_variables = state.node_scope.map(|node| &state.scope(node).variables);
        // One is added for the node, so that a node without variables differs from no node.
        let stamp = (top.len(), node_variables.map_or(0, |node_variables| node_variables.len() + 1));
        if lookup_scope.stamp == Some(stamp) {
            return;
        }
        *lookup_scope = LookupScope { stamp: Some(stamp), ..LookupScope::default() };
        for (number, value) in top.iter().chain(node_variables.into_iter().flatten()) {
            let name = store::Value::text(&*self.environment.text(*number));
            if let (name, Some(hidden)) = lookup_scope.qualified(&name) {
                lookup_scope.variables.insert(name, hidden);
            }
            let value = lookup_scope.convert(value);
            lookup_scope.variables.insert(name, value);
        }
    }

    /// If the variables of the node are not visible in the current scope, as in a function, removes them and returns
    /// them. Variables of the top scope that they hide become visible.
    fn take_node_variables(&self, lookup_scope: &mut LookupScope) -> Vec<(store::Value, store::Value)> {
        let state = self.state.borrow();
        let node_scope = state.node_scope.filter(|_| state.global(self.current.get()) == TOP);
        let Some(node_scope) = node_scope else { return Vec::new() };
        let mut taken = Vec::new();
        for number in state.scope(node_scope).variables.keys() {
            let name = store::Value::text(&*self.environment.text(*number));
            let Some(value) = lookup_scope.variables.shift_remove(&name) else { continue };
            taken.push((name.clone(), value));
            if let Some(top) = state.scope(TOP).variables.get(number) {
                let top = lookup_scope.convert(top);
                lookup_scope.variables.insert(name, top);
            }
        }
        taken
    }

    /// Copies the variables that classes have set since the last lookup.
    fn update_classes(&self, lookup_scope: &mut LookupScope) {
        let state = self.state.borrow();
        for (class, scope) in &state.class_scopes {
            let variables = &state.scope(*scope).variables;
            // With the same number of variables as before, the class has set none since.
            if lookup_scope.classes.insert(*scope, variables.len()) == Some(variables.len()) {
                continue;
            }
            let class = self.environment.text(*class);
            let inherited = state.scope(*scope).inherited.map(|inherited| &state.scope(inherited).variables);
            for (number, value) in inherited.into_iter().flatten().chain(variables) {
                let name = format!("{class}::{}", self.environment.text(*number));
                let value = lookup_scope.convert(value);
                lookup_scope.variables.insert(store::Value::text(&*name), value);
            }
        }
    }

    /// The variables of the scopes inside of that of the node, the innermost last.
    fn locals(&self, lookup_scope: &mut LookupScope) -> Vec<(store::Value, store::Value)> {
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
        variables
            .map(|(number, value)| {
                (store::Value::text(&*self.environment.text(*number)), lookup_scope.convert(value))
            })
            .collect()
    }
}

/// A value of data in which each encrypted part is an unknown value.
fn with_unknown_secrets(value: &store::Value, encrypted: &Arc<Unknown>) -> Value {
    match value {
        // The rest of a text with an encrypted part is not shown either.
        store::Value::Text(_) | store::Value::Sensitive(_) if has_hidden(value) => {
            Value::Unknown(Arc::clone(encrypted))
        }
        store::Value::Array(items) => {
            Value::array(items.iter().map(|item| with_unknown_secrets(item, encrypted)).collect())
        }
        store::Value::Hash(hash) => {
            let pairs =
                hash.iter().map(|(key, value)| (to_evaluated(key), with_unknown_secrets(value, encrypted)));
            Value::hash(pairs.collect::<Vec<_>>())
        }
        other => to_evaluated(other),
    }
}

/// The first unknown value whose mark is in the steps of a lookup, so that the answer depends on it.
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
