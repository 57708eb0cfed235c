//! Lookups in trees of Hiera version 4 and 5, with the answers of Puppet 7.
//!
//! [`layers`] reads configurations ([`configuration`], [`settings`], [`modules`]) and finds files ([`location`],
//! [`listing`], [`glob`]); [`paths`] gives the files ([`place`]) for a node; [`lookup`] walks through layers and levels, with
//! [`interpolation`], [`merge`] strategies, [`lookup_options`] ([`option_search`]) and [`convert`]. What this shares with older versions is
//! in the module above: data files, deep merging, Ruby's form of values, steps, errors.

mod answer;
mod configuration;
mod convert;
mod glob;
mod interpolation;
mod key;
mod layers;
mod listing;
mod location;
mod lookup;
mod lookup_options;
mod merge;
mod modules;
mod option_search;
mod path_levels;
mod paths;
mod place;
mod reach;
mod settings;
mod template;
mod variables;

pub(super) use answer::layers_answer;
pub(crate) use layers::CONFIGURATION;
pub(super) use layers::Layers;
pub(super) use lookup::Lookup;
pub(crate) use lookup_options::KEY as OPTIONS_KEY;
pub(super) use lookup_options::converts_to_sensitive;
pub use merge::Strategy;
pub(crate) use modules::{CONFIGURATION as MODULES_CONFIGURATION, module_path};
pub(super) use variables::scope_value;

use super::answer::Answer;
use crate::data::{Data, DataTree};
use crate::files::FileAccess;
use crate::files::read_file;
use crate::puppet_yaml;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::input::decode_text;
use std::path::Path;
use std::sync::Arc;

/// The first segment of a key; nothing if it is not a key.
pub(super) fn root_key(key: &str) -> Option<String> {
    key::Key::parse(key).ok().map(|key| key.root)
}

/// The part of a value at the segments after the first one of a key; nothing if there is none.
pub(super) fn part_at<'h>(key: &str, value: Answer<'h>) -> Option<Answer<'h>> {
    key::dig_answer(&key::Key::parse(key).ok()?, value).ok().flatten()
}

/// Whether there is a configuration, and it is of a version before 4.
pub(super) fn is_older(config: &Path, access: &FileAccess) -> bool {
    let limits = &access.limits;
    let read = access.files.is_file(config).then(|| read_file(&*access.files, config, limits));
    let source = read.and_then(Result::ok).and_then(|bytes| decode_text("hiera.yaml", bytes, limits).ok());
    source.is_some_and(|source| !is_newer(&source))
}

/// Whether a configuration is of version 4 or newer, so that only Puppet reads it.
pub(crate) fn is_newer(source: &Arc<Source>) -> bool {
    let tree = puppet_yaml::read(source, &mut Diagnostics::new());
    let Some(DataTree { kind: Data::Hash(entries), .. }) = tree else { return false };
    let is_version = |key: &DataTree| matches!(&key.kind, Data::String(name) if name == "version");
    entries.iter().any(|(key, value)| is_version(key) && matches!(value.kind, Data::Integer(4..)))
}
