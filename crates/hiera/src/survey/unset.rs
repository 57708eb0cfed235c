//! Variables of the hierarchy that no node has. No lookup for these nodes uses the levels that contain such a variable.

use crate::interpolation::{Reference, references};
use crate::lookup::Hierarchy;
use crate::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, nearest};
use std::collections::{BTreeMap, BTreeSet};

/// The problems of variables that are used in levels and data directories, but that no node has.
#[must_use]
pub fn unset_variables(hierarchy: &Hierarchy, scopes: &[&Value]) -> Diagnostics {
    if scopes.is_empty() {
        return Diagnostics::new();
    }
    let texts = hierarchy.level_texts();
    // For each variable, the first text that contains it.
    let mut texts_by_variable: BTreeMap<&str, &str> = BTreeMap::new();
    for text in &texts {
        for reference in references(text, hierarchy.rules()) {
            if let Reference::Variable(name) = reference {
                texts_by_variable.entry(name).or_insert(text);
            }
        }
    }
    let mut problems = Diagnostics::new();
    let set_names = known_names(scopes);
    for (name, text) in texts_by_variable {
        if hierarchy.is_local_variable(name) || has_value(name, hierarchy, scopes) {
            continue;
        }
        // The text includes the data directory; the message shows the level as it is written in the configuration.
        let level = hierarchy.levels().find(|level| level.contains(name)).unwrap_or(text);
        let message = format!("no node has the variable `{name}`, which the level {level} names");
        // The parts of `facts` are also variables.
        let plain = name.trim_start_matches("::").trim_start_matches("facts.");
        let help = match nearest(plain, set_names.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`? Otherwise give the nodes this fact"),
            None => "give the nodes this fact, or correct the name; until then, levels with this variable are not \
                compared"
                .to_owned(),
        };
        problems.push(Diagnostic::error(codes::HIERA_UNKNOWN_VARIABLE, message).help(help));
    }
    problems
}

/// Whether some node has a variable.
fn has_value(name: &str, hierarchy: &Hierarchy, scopes: &[&Value]) -> bool {
    let mut values = scopes.iter().filter_map(|scope| hierarchy.variable(name, scope));
    values.any(|value| *value != Value::Nil)
}

/// The names of the variables of all nodes, without `::`.
fn known_names(scopes: &[&Value]) -> BTreeSet<String> {
    let hashes = scopes.iter().filter_map(|scope| match scope {
        Value::Hash(hash) => Some(hash),
        _ => None,
    });
    let names = hashes.flat_map(|hash| hash.keys().filter_map(Value::as_text));
    names.map(|name| name.trim_start_matches("::").to_owned()).collect()
}
