//! Lookups as Ruby's Hiera does them: backend by backend, level by level.
//!
//! Sources: `hiera/backend.rb`, and the backends yaml, json and eyaml. Invariants: a lookup changes only its own state;
//! its depth, its nested lookups and the bytes that it produces are limited.

use super::backend::{Backend, BackendKind};
use super::backends::Backends;
use super::dig::dig_answer;
use super::guard::Guard;
use super::level::{Level, is_ignored};
use crate::key_segments::split_key;
use crate::lookup::answer::Answer;
use crate::lookup::budget::{Budget, LOOKUP_DEPTH, VALUE_BYTES, VALUE_DEPTH};
use crate::lookup::data_access::DataAccess;
use crate::lookup::encryption::{Secrets, is_encrypted};
use crate::lookup::error::LookupError;
use crate::lookup::files::DirectoryIndex;
use crate::lookup::merge::{Fold, Merge};
use crate::lookup::origin::{FileIndex, Origin};
use crate::lookup::query::Query;
use crate::lookup::resolution::Resolution;
use crate::lookup::ruby;
use crate::lookup::trace::{Combination, Event, Step};
use crate::lookup::v5::strategy::Strategy;
use crate::store::{Data, DataValue, Entry, NodeIndex, RubyKind, Value, hash_key};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

/// What a nested lookup inherits from the lookup that contains it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Context<'h> {
    /// The guard against loops of the text that is being interpolated.
    pub(super) guard: Option<usize>,
    /// A level that is searched before all others.
    pub(super) order_override: Option<&'h str>,
}

/// The state of one lookup.
pub(in crate::lookup) struct Evaluator<'h> {
    pub(super) data: &'h DataAccess,
    pub(super) backends: &'h Backends,
    scope: &'h Value,
    /// The guards against loops of the interpolations so far; a text refers to its guard by the position.
    guards: Vec<Guard>,
    /// The guard of the setting that is being interpolated. All lookups that the setting causes share it.
    settings_guard: Option<usize>,
    budget: Budget,
    pub(in crate::lookup) secrets: Secrets,
    /// The path of the current level.
    path: String,
    /// The steps of the lookup, if they are recorded.
    steps: Option<Vec<Step>>,
    /// The number of lookups that contain the current one.
    lookups: usize,
}

/// Where the data of a level comes from.
pub(super) enum LevelSource {
    Ignored,
    NoFile,
    File(FileIndex),
}

impl<'h> Evaluator<'h> {
    pub(in crate::lookup) fn new(data: &'h DataAccess, backends: &'h Backends, scope: &'h Value) -> Self {
        Self {
            data,
            backends,
            scope,
            guards: Vec::new(),
            settings_guard: None,
            budget: Budget::default(),
            secrets: Secrets::default(),
            path: String::new(),
            steps: None,
            lookups: 0,
        }
    }

    /// The same evaluator, which records its steps.
    pub(in crate::lookup) fn with_steps(mut self) -> Self {
        self.steps = Some(Vec::new());
        self
    }

    /// The answer to a query, or its default.
    ///
    /// # Errors
    /// If Ruby's Hiera raises an error, or if the lookup exceeds a limit.
    pub(in crate::lookup) fn answer_query(
        &mut self,
        query: &Query<'h>,
    ) -> Result<Option<Answer<'h>>, LookupError> {
        let answer = self.answer_or_default(query);
        answer.map_err(|error| self.secrets.redact(error))
    }

    /// The answer to a query. If there is none, the interpolated default of the query.
    fn answer_or_default(&mut self, query: &Query<'h>) -> Result<Option<Answer<'h>>, LookupError> {
        let order_override = query.order_override;
        let context = Context { guard: None, order_override };
        let answer = self.lookup(query.key, order_override, query.resolution, context)?;
        match (answer, query.default) {
            (None, Some(default)) => {
                // If the result of the interpolation is nil, Ruby returns the default without interpolation.
                let value = match self.interpolate(default, context)? {
                    Value::Nil => Value::text(default),
                    value => value,
                };
                Ok(Some(Answer::Owned(value)))
            }
            (answer, _) => Ok(answer),
        }
    }

    pub(super) fn scope(&self) -> &'h Value {
        self.scope
    }

    /// The steps of the lookup, and how their values were combined with a resolution.
    pub(in crate::lookup) fn into_trace(self, resolution: &Resolution) -> (Vec<Step>, Combination) {
        let merges = !matches!(resolution, Resolution::Priority | Resolution::Strategy(Strategy::First));
        let combination = Combination { strategy: resolution.name(), merges, ..Combination::default() };
        (self.steps.unwrap_or_default(), combination)
    }

    pub(super) fn guard(&mut self, guard: usize) -> &mut Guard {
        &mut self.guards[guard]
    }

    /// Runs a function with the index of a new guard against loops, which is removed afterwards.
    pub(super) fn with_guard<T>(&mut self, run: impl FnOnce(&mut Self, usize) -> T) -> T {
        let guard = self.guards.len();
        self.guards.push(Guard::default());
        let result = run(self, guard);
        self.guards.truncate(guard);
        result
    }

    /// Counts bytes that were produced.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), LookupError> {
        self.budget.spend(bytes)
    }

    /// Runs a function while the nesting is greater by `added_depth`.
    pub(super) fn descend<T>(
        &mut self,
        added_depth: usize,
        run: impl FnOnce(&mut Self) -> Result<T, LookupError>,
    ) -> Result<T, LookupError> {
        self.budget.enter(added_depth)?;
        let result = run(self);
        self.budget.leave(added_depth);
        result
    }

    /// Adds a step, if steps are recorded.
    pub(super) fn record(&mut self, event: impl FnOnce() -> Event) {
        // The steps during the interpolation of a decrypted text would show parts of it (Decision 21).
        let steps = self.steps.as_mut().filter(|_| self.secrets.open == 0);
        if let Some(steps) = steps {
            steps.push(Step { depth: self.lookups, event: event() });
        }
    }

    /// Looks up a key that a text refers to.
    pub(super) fn nested_lookup(
        &mut self,
        key: &str,
        context: Context<'h>,
    ) -> Result<Option<Answer<'h>>, LookupError> {
        self.spend(VALUE_BYTES)?;
        self.lookups += 1;
        // Ruby computes the path of a level before it interpolates the data directory. The lookups of the data
        // directory must not overwrite this path.
        let path = std::mem::take(&mut self.path);
        let answer = self.descend(LOOKUP_DEPTH, |evaluator| {
            evaluator.lookup(key, context.order_override, &Resolution::Priority, context)
        });
        self.path = path;
        self.lookups -= 1;
        answer
    }

    /// Looks up a key.
    pub(super) fn lookup(
        &mut self,
        key: &str,
        order_override: Option<&'h str>,
        resolution: &Resolution,
        context: Context<'h>,
    ) -> Result<Option<Answer<'h>>, LookupError> {
        self.record(|| Event::Key(key.to_owned()));
        let segments = split_key(key)
            .map_err(|fault| LookupError::of_ruby("ArgumentError", format!("{fault} in key: {key}")))?;
        let parts = segments.get(1..).unwrap_or_default();
        let is_priority = matches!(resolution, Resolution::Priority | Resolution::Strategy(Strategy::First));
        // `Hiera::Backend.lookup` tests this before it searches any backend.
        if !parts.is_empty() && !is_priority {
            let message = format!(
                "Resolution type :{} is illegal when accessing values using dotted keys. Offending key was '{key}'",
                resolution.name(),
            );
            return Err(LookupError::of_ruby("ArgumentError", message));
        }
        // As in Ruby, an override that is passed applies to this lookup. The context keeps its own override, if it has
        // one, for the lookups in interpolations.
        let order_override = order_override.or(context.order_override);
        let context = Context { order_override: context.order_override.or(order_override), ..context };
        let request = Request {
            key: segments.first().copied(),
            hash: segments.first().map_or(0, |key| hash_key(key)),
            order_override,
            context,
        };
        match resolution {
            Resolution::Priority | Resolution::Strategy(Strategy::First) => {
                self.lookup_priority(&request, parts, key)
            }
            Resolution::Array | Resolution::Strategy(Strategy::Unique) => self.lookup_array(&request),
            Resolution::Hash | Resolution::Strategy(Strategy::Hash) => {
                self.lookup_hash(&request, self.backends.merge.as_ref())
            }
            Resolution::Strategy(Strategy::Deep(deep)) => self.lookup_hash(&request, deep.merge()),
            Resolution::Merge(options) => self.lookup_hash(&request, options.0.as_ref()),
        }
    }

    /// The value of the first level that has the key. `parts` are the segments of the key after the first one.
    fn lookup_priority(
        &mut self,
        request: &Request<'_, 'h>,
        parts: &[&str],
        key: &str,
    ) -> Result<Option<Answer<'h>>, LookupError> {
        for backend in &self.backends.list {
            let mut answer = None;
            self.search_backend(backend, request, |_, found| {
                answer = Some(found);
                Ok(ControlFlow::Break(()))
            })?;
            // The interface of Hiera 1, which eyaml has, cannot distinguish nil from a missing key.
            let Some(answer) = answer.filter(|answer| !backend.is_eyaml() || !answer.is_nil()) else {
                continue;
            };
            if parts.is_empty() {
                return Ok(Some(answer));
            }
            // If the value does not contain the part, the next backend is searched.
            if let Some(part) = dig_answer(parts, answer, key)? {
                return Ok(Some(part));
            }
        }
        Ok(None)
    }

    /// The values of all levels as one flat array without repetitions.
    fn lookup_array(&mut self, request: &Request<'_, 'h>) -> Result<Option<Answer<'h>>, LookupError> {
        let mut values = Vec::new();
        let mut is_found = false;
        for backend in &self.backends.list {
            self.search_backend(backend, request, |evaluator, found| {
                is_found = true;
                let value = evaluator.copy_answer(Some(found))?;
                if !value.is_string() && !matches!(value, Value::Array(_)) {
                    return Err(request.mismatch(backend, "Array", &value));
                }
                ruby::flatten(value, &mut values);
                Ok(ControlFlow::Continue(()))
            })?;
        }
        // A key whose values are all empty arrays was found: its answer is an empty array.
        if !is_found {
            return Ok(None);
        }
        let mut seen = FxHashSet::default();
        // `flatten.uniq.compact` in `Hiera::Backend.resolve_answer`.
        values.retain(|value| !matches!(value, Value::Nil) && seen.insert(value.clone()));
        Ok(Some(Answer::Owned(Value::Array(values))))
    }

    /// The merged hashes of all levels. An invalid `merge` is an error only if some level has a hash.
    fn lookup_hash(
        &mut self,
        request: &Request<'_, 'h>,
        merge: Result<&Merge, &LookupError>,
    ) -> Result<Option<Answer<'h>>, LookupError> {
        // The levels of each backend are merged first, and then the results of all backends. With `deep`, the result
        // can differ from merging all levels in one sequence.
        let mut total = Fold::default();
        for backend in &self.backends.list {
            // The backend eyaml merges its levels as the configuration requires, and ignores the resolution of the
            // query.
            let merge_of_levels = if backend.is_eyaml() { self.backends.merge.as_ref() } else { merge };
            let mut fold = Fold::default();
            self.search_backend(backend, request, |evaluator, found| {
                let value = evaluator.copy_answer(Some(found))?;
                if !matches!(value, Value::Hash(_)) {
                    return Err(request.mismatch(backend, "Hash", &value));
                }
                // Ruby merges even the first hash, with an empty one. So options that exclude each other fail already
                // here.
                fold.add(value, merge_of_levels.map_err(Clone::clone)?)?;
                Ok(ControlFlow::Continue(()))
            })?;
            if !fold.is_empty() {
                total.add_fold(fold, merge.map_err(Clone::clone)?)?;
            }
        }
        Ok((!total.is_empty()).then(|| Answer::Owned(total.into_value())))
    }

    /// Passes the values that the levels of a backend have for a key to a function, from the highest level, until the
    /// function breaks the search.
    fn search_backend(
        &mut self,
        backend: &'h Backend,
        request: &Request<'_, 'h>,
        mut visit: impl FnMut(&mut Self, Answer<'h>) -> Result<ControlFlow<()>, LookupError>,
    ) -> Result<(), LookupError> {
        self.record(|| Event::Backend(backend.name.clone()));
        if let Some(failure) = &backend.failure {
            return Err(failure.clone());
        }
        self.check_backend(backend)?;
        let mut directory = None;
        // The backend yaml interpolates its data directory before any level. The other backends do so at the first
        // level that is not skipped. The order determines the error if both interpolations fail.
        if backend.kind == BackendKind::Yaml {
            directory = Some(self.data_directory(backend, request.order_override)?);
        }
        let data_files = &self.data.files;
        let override_level = request.order_override.map(Level::new);
        let override_level = override_level.iter().map(|level| (level, backend.directory));
        let levels = backend.levels.iter().map(|(level, files)| (level, *files));
        for (level, files) in override_level.chain(levels) {
            let source =
                self.level_source(backend, (level, files), request.order_override, &mut directory)?;
            let LevelSource::File(file) = source else {
                self.record_without_file(level, files, &source);
                continue;
            };
            // A broken file makes the lookup fail, because the value of a lower level would be wrong (Decision 5).
            let data = data_files.data(file)?;
            let entry = match request.key {
                Some(key) => data.entry(request.hash, key),
                // The empty key has no segments, and Ruby looks up nil.
                None => data.nil_entry(),
            };
            let Some(entry) = entry else {
                self.record(|| Event::NoKey { location_text: level.text().to_owned(), file });
                continue;
            };
            // While a decrypted text is interpolated, no steps are recorded.
            let step_count = self.steps.as_ref().filter(|_| self.secrets.open == 0).map(Vec::len);
            let secret_count = self.secrets.count;
            let answer = self.answer(backend, data, entry.value, request.context);
            if let Some(step_count) = step_count {
                self.record_found((step_count, secret_count), level, file, entry, &answer);
            }
            let origin = Origin { file, place: data.place(entry.key) };
            let flow = answer.and_then(|answer| visit(self, answer)).map_err(|error| error.at(origin))?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Records the step of a level that has no file for the scope. `self.path` is its interpolated path.
    fn record_without_file(&mut self, level: &Level, files: Option<DirectoryIndex>, source: &LevelSource) {
        if self.steps.is_none() {
            return;
        }
        let location_text = level.text().to_owned();
        let path = std::mem::take(&mut self.path);
        let event = match source {
            LevelSource::Ignored => Event::Skipped { location_text, path },
            LevelSource::NoFile | LevelSource::File(_) => {
                let file = files.map(|files| self.data.files.path_for(files, &path)).unwrap_or_default();
                Event::NoFile { location_text, path, file }
            }
        };
        self.record(|| event);
    }

    /// Inserts the step in which a value was found before the steps of its interpolation. Before the interpolation,
    /// there were `step_count` steps, and `secret_count` texts had been decrypted.
    fn record_found(
        &mut self,
        (step_count, secret_count): (usize, usize),
        level: &Level,
        file: FileIndex,
        entry: Entry,
        answer: &Result<Answer<'h>, LookupError>,
    ) {
        let (Some(steps), Ok(data)) = (&mut self.steps, self.data.files.data(file)) else { return };
        let (location_text, place) = (level.text().to_owned(), data.place(entry.key));
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
        steps.insert(step_count, Step { depth: self.lookups, event });
    }

    /// Fails as Ruby does if the backend eyaml has no settings, or if one of its settings cannot be interpolated.
    fn check_backend(&mut self, backend: &'h Backend) -> Result<(), LookupError> {
        if !backend.is_eyaml() {
            return Ok(());
        }
        let Some(settings) = &backend.settings else {
            let message = "undefined method `[]' for nil:NilClass";
            let help = "add the section :eyaml: to hiera.yaml, which this backend needs";
            return Err(LookupError::of_ruby("NoMethodError", message).help(help));
        };
        // hiera-eyaml interpolates all settings for each lookup, so even a setting that is not needed can make a lookup
        // fail.
        for (_, text) in settings {
            self.interpolate(text, Context::default())?;
        }
        Ok(())
    }

    /// The interpolated part of the data directory that begins at its first variable, which is a path below the fixed
    /// part.
    fn data_directory(
        &mut self,
        backend: &'h Backend,
        order_override: Option<&'h str>,
    ) -> Result<String, LookupError> {
        if backend.variable_directory.is_plain() {
            return Ok(backend.variable_directory.text().to_owned());
        }
        let value = self.interpolate_setting(backend.variable_directory.text(), order_override)?;
        Ok(ruby::to_s(&value))
    }

    /// The interpolated path of the level that was searched last.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The file that a level uses, among those that it may use. Leaves the interpolated path in `self.path`.
    /// `directory` is the interpolated data directory of the backend, which is set when it is first needed.
    pub(super) fn level_source(
        &mut self,
        backend: &'h Backend,
        (level, files): (&Level, Option<DirectoryIndex>),
        order_override: Option<&'h str>,
        directory: &mut Option<String>,
    ) -> Result<LevelSource, LookupError> {
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        // While a setting is interpolated, the guard must see the name of each variable. The prepared parts bypass the
        // guard, so they are not used.
        if self.settings_guard.is_some() || !level.write(self.scope, &mut path) {
            path = ruby::to_s(&self.interpolate_setting(level.text(), order_override)?);
        }
        self.path = path;
        if is_ignored(&self.path) {
            return Ok(LevelSource::Ignored);
        }
        // The data directory is interpolated at most once, when the first level is not skipped.
        let directory = match directory {
            Some(directory) => directory,
            None => directory.insert(self.data_directory(backend, order_override)?),
        };
        // There is no directory. If it existed and could not be read, the lookup would have failed before (Decision
        // 25).
        let Some(index) = files else { return Ok(LevelSource::NoFile) };
        if !directory.is_empty() {
            self.path.insert(0, '/');
            self.path.insert_str(0, directory);
        }
        Ok(self.data.files.find(index, &self.path).map_or(LevelSource::NoFile, LevelSource::File))
    }

    /// Interpolates a setting. Settings that are interpolated because of this one share its guard.
    fn interpolate_setting(
        &mut self,
        text: &str,
        order_override: Option<&'h str>,
    ) -> Result<Value, LookupError> {
        // `Hiera::Backend.interpolate_config` uses one guard for all nested settings, so a level that needs itself is a
        // loop.
        if let Some(guard) = self.settings_guard {
            return self.interpolate(text, Context { guard: Some(guard), order_override });
        }
        self.with_guard(|evaluator, guard| {
            evaluator.settings_guard = Some(guard);
            let value = evaluator.interpolate(text, Context { guard: Some(guard), order_override });
            evaluator.settings_guard = None;
            value
        })
    }

    /// The answer for a value of a file: its texts are interpolated.
    fn answer(
        &mut self,
        backend: &Backend,
        data: &'h Data,
        node: NodeIndex,
        context: Context<'h>,
    ) -> Result<Answer<'h>, LookupError> {
        let is_encrypted = backend.is_eyaml() && data.is_encrypted(node);
        // Most values need no interpolation, and are answered without a copy.
        if !data.may_change(node) && !is_encrypted {
            return Ok(Answer::DataValue { data, node });
        }
        // hiera-eyaml has the interface of Hiera 1, to which neither the guard nor the override level is passed.
        let context = if backend.is_eyaml() { Context::default() } else { context };
        Ok(Answer::Owned(self.interpolate_node(backend, data, node, context)?))
    }

    /// Interpolates the texts of a value. Values of classes that JSON does not have become nil.
    fn interpolate_node(
        &mut self,
        backend: &Backend,
        data: &Data,
        node: NodeIndex,
        context: Context<'h>,
    ) -> Result<Value, LookupError> {
        self.spend(VALUE_BYTES)?;
        match data.value(node) {
            DataValue::Text(text) => {
                if backend.is_eyaml() && data.is_encrypted(node) && is_encrypted(text) {
                    return self.interpolate_encrypted(backend, text, context);
                }
                self.interpolate(text, context)
            }
            // `Hiera::Backend.parse_answer` has no branch for other classes, so it returns nil for them.
            DataValue::Ruby(kind, _) if kind != RubyKind::Bytes => Ok(Value::Nil),
            DataValue::Array(items) => self.descend(VALUE_DEPTH, |evaluator| {
                let items =
                    items.iter().map(|item| evaluator.interpolate_node(backend, data, *item, context));
                Ok(Value::Array(items.collect::<Result<_, _>>()?))
            }),
            DataValue::Hash(pairs) => self.descend(VALUE_DEPTH, |evaluator| {
                let pairs = pairs.iter().map(|(key, value)| {
                    let key = match data.value(key) {
                        DataValue::Text(text) => evaluator.interpolate(text, context)?,
                        _ => data.to_value(key),
                    };
                    Ok((key, evaluator.interpolate_node(backend, data, value, context)?))
                });
                Ok(Value::Hash(pairs.collect::<Result<_, _>>()?))
            }),
            _ => Ok(data.to_value(node)),
        }
    }

    /// The value of an answer, which is copied if it belongs to a file; nil if there is no answer.
    pub(super) fn copy_answer(&mut self, answer: Option<Answer<'h>>) -> Result<Value, LookupError> {
        match answer {
            None => Ok(Value::Nil),
            Some(Answer::Owned(value)) => Ok(value),
            Some(Answer::DataValue { data, node }) => {
                self.spend(data.size(node))?;
                Ok(data.to_value(node))
            }
        }
    }
}

/// What is requested of each backend.
struct Request<'k, 'h> {
    /// The first segment of the key; `None` for the empty key, with which Ruby looks up nil.
    key: Option<&'k str>,
    /// The hash of the first segment.
    hash: u64,
    /// The level that is searched before all others, if one is requested.
    order_override: Option<&'h str>,
    context: Context<'h>,
}

impl Request<'_, '_> {
    /// The error of a value whose type is not the one that the resolution requires, with the message of the backend.
    fn mismatch(&self, backend: &Backend, expected: &str, value: &Value) -> LookupError {
        let key = match self.key {
            // The message of hiera-eyaml does not name the key.
            Some(key) if !backend.is_eyaml() => format!(" for key '{key}'"),
            _ => String::new(),
        };
        LookupError::mismatch(format!(
            "Hiera type mismatch{key}: expected {expected} and got {}",
            value.class()
        ))
    }
}
