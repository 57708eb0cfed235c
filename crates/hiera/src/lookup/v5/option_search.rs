//! The search for `lookup_options` in all layers, before the key itself is searched.
//!
//! Invariant: options without interpolation are compiled once for all lookups that find them in the same files.

use super::super::error::LookupError;
use super::key::Key;
use super::layers::Layer;
use super::lookup_options::{KEY, KeyOptions, LookupOptions, OptionsResult, Origins};
use super::search::Search;
use super::strategy::Strategy;
use crate::store::{Hash, Value, hash_key};
use std::fmt::Write as _;

impl<'h> Search<'h> {
    /// The options that apply to the keys of a module, or to keys without a module.
    pub(super) fn options(&mut self, module: Option<&str>) -> OptionsResult {
        if let Some((_, known)) = self.known_options.iter().find(|(known, _)| known.as_deref() == module) {
            return Ok(known.clone());
        }
        // Options may look keys up, and these need the options again, which is a loop.
        self.check(KEY)?;
        self.stack.push(KEY.into());
        // Explanations show the options that apply, but not the search for them.
        let options = self.without_trace(|lookup| lookup.retrieve(module));
        self.stack.pop();
        let options = options?;
        self.known_options.push((module.map(Into::into), options.clone()));
        Ok(options)
    }

    /// How values of a key are merged, and what its answer is converted to, by the options of all layers.
    pub(in crate::lookup) fn options_of(
        &mut self,
        text: &str,
    ) -> Result<(Option<Value>, Option<Value>), LookupError> {
        let key = Key::parse(text)?;
        let options = self.options(key.module())?;
        let options = KeyOptions::find(options.as_deref(), &key.root)?;
        Ok((options.merge, options.convert_to))
    }

    /// The options of a key in all layers and in the default hierarchy of its module, as a text for comparisons.
    pub(in crate::lookup) fn options_text(&mut self, text: &str) -> Result<String, LookupError> {
        let (key, layers) = (Key::parse(text)?, self.layers);
        let options = self.options(key.module())?;
        let mut found = format!("{:?}", KeyOptions::find(options.as_deref(), &key.root)?);
        let module = key.module().and_then(|module| Some((module, layers.modules.get(module)?)));
        if let Some((module, Ok(layer))) = module
            && layer.default_hierarchy.is_some()
        {
            let options = self.default_options(layer, module)?;
            let _ = write!(found, "{:?}", KeyOptions::find(options.as_deref(), &key.root)?);
        }
        Ok(found)
    }

    /// The `lookup_options` of all layers for the keys of a module, or for keys without one.
    fn retrieve(&mut self, module: Option<&str>) -> OptionsResult {
        let layers = self.layers;
        let module_layer =
            match module.filter(|_| !self.is_global_only).and_then(|name| layers.modules.get(name)) {
                Some(layer) => Some(layer.as_ref().map_err(Clone::clone)?),
                None => None,
            };
        let environment = layers.environment.as_ref().filter(|_| !self.is_global_only);
        let places = [layers.global.as_ref(), environment, module_layer];
        // Interpolated options depend on the node, so they cannot be shared.
        let Some(files) = self.plain_options(places)? else {
            return self.merged_options(places, module);
        };
        if files.is_empty() {
            return Ok(None);
        }
        // Failures are cached as well: the same files fail in the same way.
        if let Some(known) = layers.cache.get(&files) {
            return known;
        }
        let compiled = self.merged_options(places, module);
        layers.cache.insert(files, compiled.clone());
        compiled
    }

    /// The files that have options; `None` if some options are interpolated.
    fn plain_options(&mut self, layers: [Option<&'h Layer>; 3]) -> Result<Option<Origins>, LookupError> {
        let mut files = Vec::new();
        let hash = hash_key(KEY);
        for layer in layers.into_iter().flatten() {
            let bound = self.bind(layer)?;
            for (entry, place) in bound.places(layer) {
                // All checks of a search, in the same order, so that a
                // cached result hides no failure.
                entry.check(place.location)?;
                let Some(file) = place.file else { continue };
                entry.check_options()?;
                let data = self.data.files.data(file)?;
                let Some(entry) = data.entry(hash, KEY) else { continue };
                if data.changes(entry.value) || data.is_encrypted(entry.value) {
                    return Ok(None);
                }
                // Layers may share a file, and the layer determines which keys its options may be about.
                files.push((layer.number, file));
            }
        }
        Ok(Some(files))
    }

    /// Reads the `lookup_options` of the layers, and merges them.
    fn merged_options(&mut self, layers: [Option<&'h Layer>; 3], module: Option<&str>) -> OptionsResult {
        let [global, environment, module_layer] = layers;
        let global = self.layer_options(global)?;
        let environment = self.layer_options(environment)?;
        let options = merge(global, environment)?;
        if module.is_none() {
            return LookupOptions::compile(options);
        }
        // The options of a module may look up keys without a module; the options of these keys must be known then.
        if !self.known_options.iter().any(|(known, _)| known.is_none()) {
            let compiled = LookupOptions::compile(options.clone())?;
            self.known_options.push((None, compiled));
        }
        let own = self.layer_options(module_layer)?;
        if let (Some(own), Some(module)) = (&own, module) {
            check_names(own, module)?;
        }
        LookupOptions::compile(merge(options, own)?)
    }

    fn layer_options(&mut self, layer: Option<&'h Layer>) -> Result<Option<Hash>, LookupError> {
        let Some(layer) = layer else { return Ok(None) };
        let key = Key::parse(KEY)?;
        let Some(answer) = self.search_hierarchy(layer, &key, &Strategy::Hash)? else { return Ok(None) };
        into_options(self.copy_answer(answer)?)
    }

    /// The options for the default hierarchy of a module.
    pub(super) fn default_options(&mut self, layer: &'h Layer, module: &str) -> OptionsResult {
        let key = Key::parse(KEY)?;
        self.check(KEY)?;
        self.stack.push(KEY.into());
        let answer = self.without_trace(|lookup| lookup.search_defaults(layer, &key, &Strategy::Hash));
        self.stack.pop();
        let Some(answer) = answer? else { return Ok(None) };
        let options = into_options(self.copy_answer(answer)?)?;
        if let Some(options) = &options {
            check_names(options, module)?;
        }
        LookupOptions::compile(options)
    }
}

fn into_options(value: Value) -> Result<Option<Hash>, LookupError> {
    match value {
        Value::Nil => Ok(None),
        Value::Hash(options) => Ok(Some(options)),
        _ => Err(LookupError::mismatch("value of lookup_options must be a hash")),
    }
}

/// Merges the options of two layers, of which the first one is higher.
fn merge(first: Option<Hash>, second: Option<Hash>) -> Result<Option<Hash>, LookupError> {
    match (first, second) {
        (Some(first), Some(second)) => {
            // The lower options come first in the result, so patterns are tried from the lowest layer up.
            match Strategy::Hash.merge(Value::Hash(first), Value::Hash(second))? {
                Value::Hash(options) => Ok(Some(options)),
                _ => Ok(None),
            }
        }
        (first, second) => Ok(first.or(second)),
    }
}

/// The options of a module must be about its own keys.
fn check_names(options: &Hash, module: &str) -> Result<(), LookupError> {
    for key in options.keys() {
        let name = key.as_text().unwrap_or_default();
        let (kind, rest) = name
            .strip_prefix('^')
            .map_or(("keys must start with", name), |rest| ("patterns must match a key starting with", rest));
        if !rest.strip_prefix(module).is_some_and(|rest| rest.starts_with("::")) {
            return Err(LookupError::mismatch(format!("all lookup_options {kind} module name '{module}'")));
        }
    }
    Ok(())
}
