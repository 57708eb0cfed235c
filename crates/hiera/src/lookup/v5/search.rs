//! Lookups as Puppet does them: layer by layer, level by level, place by place; the same strategy merges the values at
//! each of these three.
//!
//! Source: `puppet/pops/lookup`. Invariants: a lookup changes only its own state; its depth, its nested lookups and the
//! bytes that it produces are limited.

use super::super::answer::Answer;
use super::super::budget::Budget;
use super::super::data_access::DataAccess;
use super::super::encryption::Secrets;
use super::super::error::LookupError;
use super::super::files::KeyKinds;
use super::super::json::to_json;
use super::super::origin::{FileIndex, Origin};
use super::super::trace::{Combination, Event, Step, hide_values};
use super::convert::convert;
use super::key::{Key, dig_answer};
use super::layer_configuration::{LayerKind, Provider};
use super::layers::{Entry, Layer, Layers};
use super::location::Location;
use super::lookup_options::{self, KeyOptions, LookupOptions};
use super::place::{BoundLayer, Place, is_called};
use super::strategy::Strategy;
use super::variables::Variables;
use crate::store::{self, Data, DataValue, NodeIndex, Value};
use std::rc::Rc;
use std::sync::Arc;

/// The result of a lookup: `None` if no place has the key.
pub(super) type SearchResult<'h> = Result<Option<Answer<'h>>, LookupError>;

/// The options that apply to the keys of a module, or to keys without a module if there is no name.
pub(super) type ModuleOptions = (Option<Box<str>>, Option<Arc<LookupOptions>>);

/// The layer and the level that determine the keys of encrypted texts; `None` if texts are not decrypted.
pub(super) type Encryption<'h> = Option<(&'h Layer, &'h Entry)>;

/// The state of one lookup.
pub(in crate::lookup) struct Search<'h> {
    pub(super) data: &'h DataAccess,
    pub(super) layers: &'h Layers,
    pub(super) variables: Variables<'h>,
    pub(super) budget: Budget,
    pub(in crate::lookup) secrets: Secrets,
    /// The keys and expressions that are being evaluated. If one of them is needed again, there is a loop.
    pub(super) stack: Vec<Box<str>>,
    /// For each layer that was searched, its number and its places for this node.
    pub(super) bound_layers: Vec<(usize, Rc<BoundLayer>)>,
    /// The options that were found so far, by module.
    pub(super) known_options: Vec<ModuleOptions>,
    /// Whether only the global layer is searched. This is so while texts of a global layer of version 3 are
    /// interpolated.
    pub(super) is_global_only: bool,
    /// The position of the value that was found last, for errors.
    origin: Option<Origin>,
    combination: Combination,
    /// The steps of the lookup, if they are recorded.
    steps: Option<Vec<Step>>,
    /// The number of lookups that contain the current one.
    pub(super) lookups: usize,
}

impl<'h> Search<'h> {
    pub(in crate::lookup) fn new(data: &'h DataAccess, layers: &'h Layers, scope: &'h Value) -> Self {
        Self {
            data,
            layers,
            variables: Variables::new(scope, &layers.server),
            budget: Budget::default(),
            secrets: Secrets::default(),
            stack: Vec::new(),
            bound_layers: Vec::new(),
            known_options: Vec::new(),
            is_global_only: false,
            origin: None,
            combination: Combination::default(),
            steps: None,
            lookups: 0,
        }
    }

    /// The same search, which records its steps.
    pub(in crate::lookup) fn with_steps(mut self) -> Self {
        self.steps = Some(Vec::new());
        self
    }

    /// The same search, which records the names of variables that do not exist.
    pub(in crate::lookup) fn with_missing(mut self) -> Self {
        self.variables.record_missing();
        self
    }

    /// The names of variables that texts and paths read, and that do not exist.
    pub(in crate::lookup) fn into_missing(self) -> Vec<String> {
        self.variables.into_missing()
    }

    /// The steps of the lookup, how their values were combined, and the variables that do not exist.
    pub(in crate::lookup) fn into_trace(self) -> (Vec<Step>, Combination, Vec<String>) {
        (self.steps.unwrap_or_default(), self.combination, self.variables.into_missing())
    }

    pub(super) fn is_traced(&self) -> bool {
        self.steps.is_some()
    }

    /// Adds a step, if steps are recorded.
    pub(super) fn record(&mut self, event: impl FnOnce() -> Event) {
        // The steps during the interpolation of a decrypted text would show parts of it (Decision 21).
        let steps = self.steps.as_mut().filter(|_| self.secrets.open == 0);
        if let Some(steps) = steps {
            steps.push(Step { depth: self.lookups, event: event() });
        }
    }

    /// Runs a function, and drops its steps.
    pub(super) fn without_trace<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let count = self.steps.as_ref().map(Vec::len);
        let result = run(self);
        if let (Some(steps), Some(count)) = (&mut self.steps, count) {
            steps.truncate(count);
        }
        result
    }

    /// Fails if a name is being evaluated, because there is a loop.
    pub(super) fn fail_on_loop(&self, name: &str) -> Result<(), LookupError> {
        if self.stack.iter().any(|known| **known == *name) {
            let message = format!("Recursive lookup detected in [{}]", self.stack.join(", "));
            return Err(LookupError::of_ruby("Hiera::InterpolationLoop", message));
        }
        Ok(())
    }

    /// Looks up a key. If no strategy is given, the options of the key determine it.
    pub(in crate::lookup) fn lookup(&mut self, text: &str, strategy: Option<&Strategy>) -> SearchResult<'h> {
        self.origin = None;
        let found = self.lookup_key(text, strategy);
        found.map_err(|error| match self.origin {
            Some(origin) => error.at(origin),
            None => error,
        })
    }

    /// Looks up a key with a strategy, or with that of its `lookup_options`. Converts the answer if these options
    /// require it.
    fn lookup_key(&mut self, text: &str, strategy: Option<&Strategy>) -> SearchResult<'h> {
        // The counts mark the state before the lookup, to hide its steps if the answer is sensitive.
        let (step_count, secret_count) = (self.step_count(), self.secrets.count);
        self.record(|| Event::Key(text.to_owned()));
        let is_options = text
            .strip_prefix(lookup_options::KEY)
            .is_some_and(|following| matches!(following.as_bytes(), [] | [b'.', ..]));
        // Puppet returns nothing for this key and its parts, whatever the data contains.
        if is_options {
            return Ok(None);
        }
        let key = Key::parse(text)?;
        let options = self.options(key.module())?;
        let options = KeyOptions::find(options.as_deref(), &key.root)?;
        // A strategy that is given takes precedence. The strategy of the options is then not even validated.
        let from_options = if strategy.is_none() { options.strategy()? } else { None };
        if let Some(from_options) = &from_options {
            self.record(|| Event::Options { name: "merge", value: from_options.name().to_owned() });
        }
        let strategy = strategy.or(from_options.as_ref()).unwrap_or(&Strategy::First);
        // An error is returned only below, because the steps must be hidden in any case.
        let answer = self.search_key(&key, strategy, options.convert_to.as_ref());
        if options.is_sensitive()
            && let Some(steps) = &mut self.steps
        {
            hide_values(&mut steps[step_count..]);
        }
        let answer = answer?;
        let (Some(found), Some(arguments)) = (&answer, &options.convert_to) else { return Ok(answer) };
        let is_secret = options.is_sensitive() || self.secrets.count > secret_count;
        // The message of a failed conversion contains parts of the value.
        let value = convert(&found.to_value(), arguments, text)
            .map_err(|error| if is_secret { error.without_secrets() } else { error })?;
        self.budget.spend(value_size(&value))?;
        self.record(|| Event::Options { name: "convert_to", value: to_json(arguments) });
        Ok(Some(Answer::Owned(value)))
    }

    /// Searches all layers, and then the default hierarchy of the key's module.
    fn search_key(
        &mut self,
        key: &Key<'_>,
        strategy: &Strategy,
        conversion: Option<&Value>,
    ) -> SearchResult<'h> {
        self.record_combination(strategy, conversion);
        let answer = match self.search_layers(key, strategy)? {
            Some(answer) => dig_answer(key, answer)?,
            None => None,
        };
        // The default hierarchy is searched only if no layer has the part that the key selects.
        if answer.is_some() || self.is_global_only {
            Ok(answer)
        } else {
            self.search_module_defaults(key, conversion)
        }
    }

    /// Records how the values that the outermost lookup will find are combined.
    fn record_combination(&mut self, strategy: &Strategy, conversion: Option<&Value>) {
        if self.is_traced() && self.lookups == 0 {
            self.combination = Combination {
                strategy: strategy.name(),
                knockout_prefix: strategy.knockout_prefix().map(str::to_owned),
                merges: !matches!(strategy, Strategy::First),
                conversion: conversion.cloned(),
                start: self.step_count(),
            };
        }
    }

    fn step_count(&self) -> usize {
        self.steps.as_ref().map_or(0, Vec::len)
    }

    /// Searches the global layer, that of the environment, and that of the key's module.
    fn search_layers(&mut self, key: &Key<'_>, strategy: &Strategy) -> SearchResult<'h> {
        let layers = self.layers;
        if self.is_global_only {
            return self.search_layer(layers.global.as_ref(), key, strategy);
        }
        let layer_count = 3;
        self.combine(strategy, layer_count, |lookup, index| match index {
            0 => lookup.search_layer(layers.global.as_ref(), key, strategy),
            1 => lookup.search_layer(layers.environment.as_ref(), key, strategy),
            _ => match key.module().and_then(|module| layers.modules.get(module)) {
                Some(layer) => {
                    let layer = layer.as_ref().map_err(Clone::clone)?;
                    lookup.search_layer(Some(layer), key, strategy)
                }
                None => Ok(None),
            },
        })
    }

    /// Searches a layer, if there is one.
    fn search_layer(
        &mut self,
        layer: Option<&'h Layer>,
        key: &Key<'_>,
        strategy: &Strategy,
    ) -> SearchResult<'h> {
        let Some(layer) = layer else { return Ok(None) };
        self.run_guarded(key.text, |lookup| {
            lookup.record(|| Event::Layer { name: layer.name(), config: layer.config.clone() });
            lookup.search_hierarchy(layer, key, strategy)
        })
    }

    /// Runs a function while a name counts as being evaluated, so that loops are found.
    fn run_guarded(
        &mut self,
        name: &str,
        run: impl FnOnce(&mut Self) -> SearchResult<'h>,
    ) -> SearchResult<'h> {
        self.fail_on_loop(name)?;
        self.stack.push(name.into());
        let found = run(self);
        self.stack.pop();
        found
    }

    /// Searches the default hierarchy of the key's module.
    fn search_module_defaults(&mut self, key: &Key<'_>, conversion: Option<&Value>) -> SearchResult<'h> {
        let layers = self.layers;
        let Some(module) = key.module() else { return Ok(None) };
        let Some(Ok(layer)) = layers.modules.get(module) else { return Ok(None) };
        if layer.default_hierarchy.is_none() {
            return Ok(None);
        }
        // The options in the default hierarchy determine the merge. The options of the layers still determine the
        // conversion.
        let options = self.default_options(layer, module)?;
        let strategy = KeyOptions::find(options.as_deref(), &key.root)?.strategy()?;
        let strategy = strategy.as_ref().unwrap_or(&Strategy::First);
        self.record_combination(strategy, conversion);
        let answer = self.run_guarded(key.text, |lookup| {
            let name = format!("default_hierarchy of {}", layer.name());
            lookup.record(|| Event::Layer { name, config: layer.config.clone() });
            lookup.search_defaults(layer, key, strategy)
        });
        answer?.map_or(Ok(None), |answer| dig_answer(key, answer))
    }

    /// Searches the levels of a layer.
    pub(super) fn search_hierarchy(
        &mut self,
        layer: &'h Layer,
        key: &Key<'_>,
        strategy: &Strategy,
    ) -> SearchResult<'h> {
        let is_global_only = self.is_global_only;
        // Texts of a global layer of version 3 can only look up keys of other layers if the environment has version 5.
        let has_newer = self.layers.environment.as_ref().is_some_and(|layer| layer.version >= 5);
        self.is_global_only |= layer.version == 3 && !has_newer;
        let found = self
            .bind(layer)
            .and_then(|bound| self.search(layer, (&layer.hierarchy, &bound.hierarchy), key, strategy));
        self.is_global_only = is_global_only;
        found
    }

    /// Searches the levels of a layer's default hierarchy.
    pub(super) fn search_defaults(
        &mut self,
        layer: &'h Layer,
        key: &Key<'_>,
        strategy: &Strategy,
    ) -> SearchResult<'h> {
        let bound = self.bind(layer)?;
        let entries = layer.default_hierarchy.as_deref().unwrap_or_default();
        self.search(layer, (entries, &bound.default_hierarchy), key, strategy)
    }

    /// Searches the levels of a layer. `places_of_entries` contains the places that each level has for this node.
    fn search(
        &mut self,
        layer: &'h Layer,
        (entries, places_of_entries): (&'h [Entry], &[Vec<Place>]),
        key: &Key<'_>,
        strategy: &Strategy,
    ) -> SearchResult<'h> {
        self.combine(strategy, entries.len(), |lookup, index| {
            let (Some(entry), Some(places)) = (entries.get(index), places_of_entries.get(index)) else {
                return Ok(None);
            };
            if let Provider::Unsupported(function) = &entry.provider {
                // A level that cannot be read may contain `lookup_options`, which are then ignored. Only lookups of
                // other keys that reach the level fail.
                if key.text == lookup_options::KEY {
                    return Ok(None);
                }
                if is_called(entry, places) {
                    return Err(entry.unsupported(function));
                }
            }
            lookup.record(|| Event::Entry(entry.name.clone()));
            // The `lookup_options` in a directory that may not be read are ignored, and lookups of other keys fail.
            if key.text != lookup_options::KEY {
                entry.check_directory()?;
            }
            lookup.combine(strategy, places.len(), |lookup, place_index| match places.get(place_index) {
                Some(place) => lookup.search_place(layer, entry, place, key),
                None => Ok(None),
            })
        })
    }

    /// Combines the values of `count` places; `search_at` searches the place with an index. The search stops when the
    /// strategy needs no further value.
    fn combine(
        &mut self,
        strategy: &Strategy,
        count: usize,
        mut search_at: impl FnMut(&mut Self, usize) -> SearchResult<'h>,
    ) -> SearchResult<'h> {
        if matches!(strategy, Strategy::First) {
            for index in 0..count {
                if let Some(answer) = search_at(self, index)? {
                    return Ok(Some(answer));
                }
            }
            return Ok(None);
        }
        // Puppet does not merge the value of a single place, so it neither converts the value to an array nor checks
        // its type.
        if count == 1 {
            return match (search_at(self, 0)?, strategy) {
                (Some(answer), Strategy::Unique) => {
                    let value = self.copy_answer(answer)?;
                    Ok(Some(Answer::Owned(strategy.result_of_single(value))))
                }
                (answer, _) => Ok(answer),
            };
        }
        let mut result = None;
        for index in 0..count {
            let Some(answer) = search_at(self, index)? else { continue };
            let value = self.copy_answer(answer)?;
            result = Some(match result {
                // With `unique`, the first value becomes an array, even if no other value follows.
                None => strategy.result_of_first(value),
                Some(first) => strategy.merge(first, value)?,
            });
        }
        Ok(result.map(Answer::Owned))
    }

    /// Looks up a key in one place of a level.
    fn search_place(
        &mut self,
        layer: &'h Layer,
        entry: &'h Entry,
        place: &Place,
        key: &Key<'_>,
    ) -> SearchResult<'h> {
        let Some(location) = entry.locations.get(place.location_index) else { return Ok(None) };
        entry.check_location(place.location_index)?;
        if let Location::Uri(uri) = location {
            return Err(entry.unsupported(&format!("the URI {uri}")));
        }
        let Some(file) = place.file else {
            let path = place.path.as_deref().unwrap_or_default();
            self.record(|| {
                let location_text = location.text().to_owned();
                Event::NoFile { location_text, path: layer.display(path), file: path.into() }
            });
            return Ok(None);
        };
        // The options are checked here, because Puppet does not call the function if the file does not exist.
        entry.check_options()?;
        let (data, keys) = self.checked_data(layer, entry, file)?;
        let is_eyaml = entry.provider == Provider::Eyaml;
        let Some(found) = data.entry(key.hash, &key.root) else {
            self.record(|| Event::NoKey { location_text: location.text().to_owned(), file });
            return Ok(None);
        };
        // While a decrypted text is interpolated, no steps are recorded.
        let step_count = self.steps.as_ref().filter(|_| self.secrets.open == 0).map(Vec::len);
        let secret_count = self.secrets.count;
        let key_check = if keys.has_odd_keys { check_keys(data, found.value) } else { Ok(()) };
        let encryption = is_eyaml.then_some((layer, entry));
        let answer = key_check.and_then(|()| self.answer(encryption, data, found.value));
        if let Some(step_count) = step_count {
            self.record_found(
                (step_count, secret_count),
                location.text().to_owned(),
                (file, data),
                found,
                &answer,
            );
        }
        let origin = Origin { file, place: data.place(found.key) };
        // Errors after the search, such as those of a conversion, get this position.
        self.origin = Some(origin);
        answer.map(Some).map_err(|error| error.at(origin))
    }

    /// The values of a file of a level, if Puppet accepts its keys.
    pub(super) fn checked_data(
        &self,
        layer: &Layer,
        entry: &Entry,
        file: FileIndex,
    ) -> Result<(&'h Data, KeyKinds), LookupError> {
        let (data, keys) = self.data.files.data_with_keys(file)?;
        // Puppet validates the hash that a module's file contains, except for eyaml, whose function returns single
        // values.
        let is_validated = entry.provider != Provider::Eyaml && matches!(layer.kind, LayerKind::Module(_));
        if is_validated && keys.has_other_roots {
            let name = self.data.files.relative_path(file);
            let message = format!("{name} belongs to a module, so all of its keys must be strings");
            return Err(LookupError::mismatch(message));
        }
        Ok((data, keys))
    }

    /// Inserts the step in which a value was found before the steps of its interpolation. Before the interpolation,
    /// there were `step_count` steps, and `secret_count` texts had been decrypted.
    fn record_found(
        &mut self,
        (step_count, secret_count): (usize, usize),
        location_text: String,
        (file, data): (FileIndex, &Data),
        entry: store::Entry,
        answer: &Result<Answer<'h>, LookupError>,
    ) {
        let place = data.place(entry.key);
        let event = match answer {
            Ok(answer) => {
                // Only the class is needed, so no elements are copied.
                let class = data.excerpt(entry.value, 0).class();
                let value = self.secrets.shown_value(secret_count, answer.traced_value(self.lookups));
                Event::Found { location_text, file, place, value, class }
            }
            Err(error) => {
                let message = self.secrets.redact(error.clone()).to_string();
                Event::Failed { location_text, file, place, message }
            }
        };
        let step = Step { depth: self.lookups, event };
        if let Some(steps) = &mut self.steps {
            steps.insert(step_count, step);
        }
    }

    /// The answer for a value of a file: its texts are interpolated.
    fn answer(
        &mut self,
        encryption: Encryption<'h>,
        data: &'h Data,
        node: NodeIndex,
    ) -> Result<Answer<'h>, LookupError> {
        if data.may_change(node) || encryption.is_some() && data.is_encrypted(node) {
            return Ok(Answer::Owned(self.interpolate_node(encryption, data, node)?));
        }
        Ok(Answer::DataValue { data, node })
    }
}

/// Fails if a key of a nested hash is neither a string nor a number.
fn check_keys(data: &Data, node: NodeIndex) -> Result<(), LookupError> {
    match data.value(node) {
        DataValue::Array(items) => items.iter().try_for_each(|item| check_keys(data, *item)),
        DataValue::Hash(pairs) => pairs.iter().try_for_each(|(key, value)| {
            // Keys of these classes do not belong to Puppet's type `Puppet::LookupValue`.
            if matches!(
                data.value(key),
                DataValue::Nil | DataValue::Bool(_) | DataValue::Array(_) | DataValue::Hash(_)
            ) {
                let class = data.to_value(key).class();
                return Err(LookupError::mismatch(format!(
                    "the value has wrong type, expects Puppet::LookupValue, got a key of class {class}"
                )));
            }
            check_keys(data, value)
        }),
        _ => Ok(()),
    }
}

/// The approximate size of a value in bytes; each element of a collection counts as one byte, whatever it contains.
fn value_size(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Array(items) => items.len(),
        Value::Hash(hash) => hash.len(),
        _ => 0,
    }
}
