//! `tree_each`: all values in nested collections, each with its path.

use super::super::Value;
use super::super::call::{Lambda, array_of};
use super::super::failure::{Stop, failure};
use super::super::rich::Iterator;
use super::super::run::{Outcome, Run};
use super::super::types::{self, Type};
use super::wrong_argument;
use std::collections::VecDeque;

/// Which values are visited, and in which order.
struct Options {
    /// The type of the collections whose elements are visited; `None` for all collections.
    container: Option<Type>,
    includes_root: bool,
    includes_containers: bool,
    includes_values: bool,
    /// Whether all values of a level precede those of the next one.
    is_by_level: bool,
}

impl Options {
    /// Reads a hash of options; without a hash, all options have their defaults.
    fn from_value(value: Option<&Value>) -> Result<Self, Stop> {
        let mut options = Self {
            container: None,
            includes_root: true,
            includes_containers: true,
            includes_values: true,
            is_by_level: false,
        };
        let hash = match value {
            None => return Ok(options),
            Some(Value::Hash(hash)) => hash,
            Some(other) => return Err(wrong_argument("tree_each", "a hash of options", other)),
        };
        for (key, value) in hash.pairs() {
            let is_valid = key.text().is_some_and(|name| options.set(name, value));
            if !is_valid {
                let option = Value::hash([(key.clone(), value.clone())]);
                return Err(failure(format!("`tree_each` has no option {}", option.to_literal())));
            }
        }
        if !options.includes_containers && !options.includes_values {
            return Err(failure("`tree_each` must include containers or values"));
        }
        // The root is itself a container.
        options.includes_root &= options.includes_containers;
        options.check_container()?;
        Ok(options)
    }

    /// Sets the option with a name. Returns false if there is no such option, or the value is not valid for it.
    fn set(&mut self, name: &str, value: &Value) -> bool {
        match (name, value) {
            ("container_type", Value::Type(ty)) => self.container = Some(ty.clone()),
            ("order", Value::String(order)) => match &**order {
                "depth_first" => self.is_by_level = false,
                "breadth_first" => self.is_by_level = true,
                _ => return false,
            },
            ("include_root", Value::Boolean(flag)) => self.includes_root = *flag,
            ("include_containers", Value::Boolean(flag)) => self.includes_containers = *flag,
            ("include_values", Value::Boolean(flag)) => self.includes_values = *flag,
            // This option only concerns objects, whose parts are not visited here.
            ("include_refs", Value::Boolean(_)) => {}
            // An option that is undef has its default.
            (
                "container_type" | "order" | "include_root" | "include_containers" | "include_values"
                | "include_refs",
                Value::Undef,
            ) => {}
            _ => return false,
        }
        true
    }

    /// Reports a container type that is not one of arrays, hashes or objects. The message omits objects, because their
    /// parts are not visited here.
    fn check_container(&self) -> Result<(), Stop> {
        let collection_types =
            Type::variant(["Array", "Hash", "Object"].iter().filter_map(|name| types::named(name)));
        match &self.container {
            Some(ty) if !types::is_assignable(&collection_types, ty) => {
                Err(failure(format!("the containers of `tree_each` must be arrays or hashes, not {ty}")))
            }
            _ => Ok(()),
        }
    }
}

/// A value in nested collections.
struct ValueAtPath {
    /// The keys and indexes that lead from the root to the value; empty for the root itself.
    path: Vec<Value>,
    value: Value,
}

/// The root and the values in it, selected and ordered by the options: arrays of a path and the value there.
fn find_values(run: &mut Run<'_>, root: &Value, options: &Options) -> Result<Vec<Value>, Stop> {
    let mut values = Vec::new();
    let mut pending = VecDeque::from([ValueAtPath { path: Vec::new(), value: root.clone() }]);
    loop {
        // The order depends on the end from which values are taken, because elements are always added at the back.
        let next = if options.is_by_level { pending.pop_front() } else { pending.pop_back() };
        let Some(ValueAtPath { path, value }) = next else { return Ok(values) };
        // Each value gets a copy of its path, whose length is the depth of the value. The value and the arrays around
        // both are estimated as four further values.
        run.budget.step(1 + path.len() as u64)?;
        run.budget.allocate((path.len() + 4) * size_of::<Value>())?;
        let is_collection = matches!(value, Value::Array(_) | Value::Hash(_));
        let is_container = match &options.container {
            Some(ty) => is_collection && run.belongs(ty, &value)?,
            None => is_collection,
        };
        if path.is_empty() && !is_container {
            return Err(failure("the first argument of `tree_each` must be of the type in `container_type`"));
        }
        let is_included = match (path.is_empty(), is_container) {
            (true, _) => options.includes_root,
            (false, true) => options.includes_containers,
            // As in Puppet, values are always included in breadth-first order.
            (false, false) => options.includes_values || options.is_by_level,
        };
        if is_included {
            values.push(array_of(vec![run.array(path.clone())?, value.clone()]));
        }
        if is_container {
            let mut elements = elements_with_paths(&path, &value);
            run.budget.allocate(elements.len() * (path.len() + 4) * size_of::<Value>())?;
            // In depth-first order, the last pending value is visited next, so the elements are reversed.
            if !options.is_by_level {
                elements.reverse();
            }
            pending.extend(elements);
        }
    }
}

/// The elements of a collection, each with its path.
fn elements_with_paths(path: &[Value], collection: &Value) -> Vec<ValueAtPath> {
    let with_path = |key: Value, value: &Value| {
        let mut path = path.to_vec();
        path.push(key);
        ValueAtPath { path, value: value.clone() }
    };
    match collection {
        Value::Array(items) => {
            let indexes = (0..=i64::MAX).map(Value::Integer);
            indexes.zip(items.iter()).map(|(index, item)| with_path(index, item)).collect()
        }
        Value::Hash(hash) => hash.pairs().iter().map(|(key, value)| with_path(key.clone(), value)).collect(),
        _ => Vec::new(),
    }
}

/// `tree_each`: calls the lambda with the path and the value of each part of a collection; without a lambda, an
/// iterator over them.
pub(super) fn tree_each(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let root = &arguments[0];
    if !matches!(root, Value::Array(_) | Value::Hash(_)) {
        return Err(wrong_argument("tree_each", "an array or a hash", root));
    }
    let options = Options::from_value(arguments.get(1))?;
    let values = find_values(run, root, &options)?;
    let Some(lambda) = lambda else {
        let elements = run.array(values)?;
        return run.checked(Iterator::value(elements, Type::any()));
    };
    if !lambda.accepts(1) && !lambda.accepts(2) {
        return Err(failure("the lambda of `tree_each` must have one or two parameters"));
    }
    for entry in &values {
        let Value::Array(pair) = entry else { continue };
        // A lambda with one parameter receives only the value, without its path.
        let lambda_arguments = if lambda.accepts(2) { &pair[..] } else { &pair[1..] };
        match run.call_lambda(lambda, lambda_arguments) {
            Ok(_) => {}
            Err(Stop::Break) => break,
            Err(stop) => return Err(stop),
        }
    }
    Ok(root.clone())
}
