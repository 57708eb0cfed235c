//! Values of `lookup_options` with which lookups fail.
//!
//! Only what depends on one file is checked: the options of all levels and layers are merged, so a strategy of one level
//! may be completed by another.

use super::site::{Site, SiteFile};
use crate::hiera::lookup::Strategy;
use crate::store::{DataValue, NodeIndex};
use modelwright_language::evaluate::Regex;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};

/// The key of the options.
pub(super) const KEY: &str = "lookup_options";

pub(super) fn check(site: &Site<'_>, problems: &mut Diagnostics) {
    if !site.hierarchy.has_layers() {
        return;
    }
    for (file, entry) in site.keys.get(KEY).into_iter().flatten() {
        let file = &site.files[*file];
        let DataValue::Hash(options) = file.data.value(entry.value) else { continue };
        for (key, value) in options.iter() {
            check_pattern(file, key, problems);
            check_merge(file, value, problems);
        }
    }
}

fn check_pattern(file: &SiteFile<'_>, key: NodeIndex, problems: &mut Diagnostics) {
    let Some(pattern) = file.data.text(key).filter(|key| key.starts_with('^')) else { return };
    if let Err(fault) = Regex::new(pattern) {
        let message = format!("the pattern `{pattern}` is invalid, so every lookup fails: {fault}");
        let help = "correct the regular expression, or remove `^` if this is a key";
        problems.push(file.at(Diagnostic::error(codes::HIERA_MISMATCH, message).help(help), key));
    }
}

fn check_merge(file: &SiteFile<'_>, options: NodeIndex, problems: &mut Diagnostics) {
    let DataValue::Hash(options) = file.data.value(options) else { return };
    let merge = options.iter().find(|(key, _)| file.data.text(*key) == Some("merge"));
    let Some((_, merge)) = merge else { return };
    if let Err(error) = Strategy::from_value(&file.data.to_value(merge)) {
        let message = format!("lookups with this strategy fail: {}", error.message());
        let help = "the strategies are first, unique, hash and deep";
        problems.push(file.at(Diagnostic::error(codes::HIERA_MISMATCH, message).help(help), merge));
    }
}
