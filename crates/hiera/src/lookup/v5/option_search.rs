//! The search for `lookup_options` in all layers, which precedes the search for the key itself.
//!
//! Invariant: options without interpolations are compiled once for all lookups that find them in the same files.

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
        // Options may look up keys, whose lookups need the options again; this is a loop.
        self.fail_on_loop(KEY)?;
        self.stack.push(KEY.into());
        // The steps of this search are dropped, because explanations show only the options that apply.
        let options = self.without_trace(|lookup| lookup.search_options(module));
        self.stack.pop();
        let options = options?;
        self.known_options.push((module.map(Into::into), options.clone()));
        Ok(options)
    }

    /// How the values of a key are merged, and to what its answer is converted, in this order, according to the options
    /// of all layers.
    pub(in crate::lookup) fn options_of(
        &mut self,
        key_text: &str,
    ) -> Result<(Option<Value>, Option<Value>), LookupError> {
        let key = Key::parse(key_text)?;
        let options = self.options(key.module())?;
        let options = KeyOptions::find(options.as_deref(), &key.root)?;
        Ok((options.merge, options.convert_to))
    }

    /// The options of a key in all layers and in the default hierarchy of its module, as a text for comparisons.
    pub(in crate::lookup) fn options_text(&mut self, key_text: &str) -> Result<String, LookupError> {
        let (key, layers) = (Key::parse(key_text)?, self.layers);
        let options = self.options(key.module())?;
        let mut out = format!("{:?}", KeyOptions::find(options.as_deref(), &key.root)?);
        let module = key.module().and_then(|module| Some((module, layers.modules.get(module)?)));
        if let Some((module, Ok(layer))) = module
            && layer.default_hierarchy.is_some()
        {
            let options = self.default_options(layer, module)?;
            let _ = write!(out, "{:?}", KeyOptions::find(options.as_deref(), &key.root)?);
        }
        Ok(out)
    }

    /// Searches the `lookup_options` of all layers that apply to the keys of a module, or to keys without a module.
    fn search_options(&mut self, module: Option<&str>) -> OptionsResult {
        let layers = self.layers;
        let module_layer =
            match module.filter(|_| !self.is_global_only).and_then(|name| layers.modules.get(name)) {
                Some(layer) => Some(layer.as_ref().map_err(Clone::clone)?),
                None => None,
            };
        let environment = layers.environment.as_ref().filter(|_| !self.is_global_only);
        let searched = [layers.global.as_ref(), environment, module_layer];
        // Interpolated options may depend on the node, so they are not shared between lookups.
        let Some(files) = self.plain_options(searched)? else {
            return self.merged_options(searched, module);
        };
        if files.is_empty() {
            return Ok(None);
        }
        // Errors are in the cache as well, because the same files give the same error.
        if let Some(known) = layers.cache.get(&files) {
            return known;
        }
        let compiled = self.merged_options(searched, module);
        layers.cache.insert(files, compiled.clone());
        compiled
    }

    /// The files that contain options; `None` if some options contain interpolations or encrypted texts.
    fn plain_options(&mut self, layers: [Option<&'h Layer>; 3]) -> Result<Option<Origins>, LookupError> {
        let mut files = Vec::new();
        let hash = hash_key(KEY);
        for layer in layers.into_iter().flatten() {
            let bound = self.bind(layer)?;
            for (entry, place) in bound.places(layer) {
                // The checks are those of a search, in the same order, so that a result from the cache does not hide an
                // error.
                entry.check_location(place.location_index)?;
                let Some(file) = place.file else { continue };
                entry.check_options()?;
                let (data, _) = self.checked_data(layer, entry, file)?;
                let Some(options) = data.entry(hash, KEY) else { continue };
                if data.may_change(options.value) || data.is_encrypted(options.value) {
                    return Ok(None);
                }
                // Layers may share a file, but each layer may have options only for certain keys.
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
        // Options of a module may look up keys without a module, whose options must be known by then.
        if !self.known_options.iter().any(|(known, _)| known.is_none()) {
            let compiled = LookupOptions::compile(options.clone())?;
            self.known_options.push((None, compiled));
        }
        let module_options = self.layer_options(module_layer)?;
        if let (Some(module_options), Some(module)) = (&module_options, module) {
            check_names(module_options, module)?;
        }
        LookupOptions::compile(merge(options, module_options)?)
    }

    /// The value of `lookup_options` that the levels of a layer have for this node.
    fn layer_options(&mut self, layer: Option<&'h Layer>) -> Result<Option<Hash>, LookupError> {
        let Some(layer) = layer else { return Ok(None) };
        let key = Key::parse(KEY)?;
        let Some(answer) = self.search_hierarchy(layer, &key, &Strategy::Hash)? else { return Ok(None) };
        into_options(self.copy_answer(answer)?)
    }

    /// The options in the default hierarchy of a module.
    pub(super) fn default_options(&mut self, layer: &'h Layer, module: &str) -> OptionsResult {
        let key = Key::parse(KEY)?;
        self.fail_on_loop(KEY)?;
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

/// The options in a value of `lookup_options`.
fn into_options(value: Value) -> Result<Option<Hash>, LookupError> {
    match value {
        Value::Nil => Ok(None),
        Value::Hash(options) => Ok(Some(options)),
        _ => Err(LookupError::mismatch("value of lookup_options must be a hash")),
    }
}

/// Merges the options of two layers; `first` is the higher layer.
fn merge(first: Option<Hash>, second: Option<Hash>) -> Result<Option<Hash>, LookupError> {
    match (first, second) {
        (Some(first), Some(second)) => {
            // In the result, the options of lower layers come first, so the patterns of the lowest layer are tried
            // first.
            match Strategy::Hash.merge(Value::Hash(first), Value::Hash(second))? {
                Value::Hash(options) => Ok(Some(options)),
                _ => Ok(None),
            }
        }
        (first, second) => Ok(first.or(second)),
    }
}

/// Fails if options of a module are for keys outside of the module.
fn check_names(options: &Hash, module: &str) -> Result<(), LookupError> {
    for key in options.keys() {
        let name = key.as_text().unwrap_or_default();
        let (requirement, start) = match name.strip_prefix('^') {
            Some(pattern) => ("patterns must match a key starting with", pattern),
            None => ("keys must start with", name),
        };
        if !start.strip_prefix(module).is_some_and(|after_module| after_module.starts_with("::")) {
            let message = format!("all lookup_options {requirement} module name '{module}'");
            return Err(LookupError::mismatch(message));
        }
    }
    Ok(())
}
