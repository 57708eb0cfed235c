//! Generates scopes that reach each file of a tree and a model, and scopes that reach two files with a common key.
//!
//! Variables get the values for which a level gives the path of a file. Interpolations that look up keys cannot be
//! controlled in this way; the data determines them. Invariant: the number of scopes is limited. Whether a scope
//! actually reaches its file is only known after a lookup.

use super::variables;
use crate::interpolation::{Expression, Function, Segment, parse, split, trimmed};
use crate::key_segments::split_key;
use crate::lookup::{Candidate, Hierarchy, LevelMatch};
use crate::store::{Hash, Value};
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of scopes.
const MAX_SCOPES: usize = 20_000;
/// The maximum number of files of a lower level that are tried to find one that a node may have together with a file of
/// a higher level.
const MAX_TRIED_FILES: usize = 8;

/// Values of variables, and of parts of variables. The first element of a path is the name of the variable.
type Assignment = BTreeMap<Vec<String>, String>;

/// The scopes that were generated.
#[derive(Debug)]
pub(super) struct GeneratedScopes {
    pub(super) scopes: Vec<Value>,
    /// Whether the number of scopes reached its limit, so that some scopes are missing.
    pub(super) is_limited: bool,
    /// The variables to which values refer.
    pub(super) variables: BTreeSet<Vec<String>>,
}

/// A file that a level uses if its variables have certain values.
struct UsedFile<'h> {
    assignment: Assignment,
    keys: BTreeSet<&'h str>,
}

/// Generates the scopes: one without variables, one for each file that a level of either hierarchy may use, these
/// scopes again with all variables to which values refer, and one for each pair of levels and each key that both levels
/// of the tree have.
pub(super) fn generate(tree: &Hierarchy, model: &Hierarchy) -> GeneratedScopes {
    // The set keeps the order of insertion, so that each run compares the same scopes.
    let mut scopes: IndexSet<Assignment> = IndexSet::new();
    scopes.insert(Assignment::new());
    let mut uses: BTreeMap<usize, Vec<UsedFile<'_>>> = BTreeMap::new();
    for (hierarchy, is_tree) in [(tree, true), (model, false)] {
        let levels: Vec<Vec<Part>> = hierarchy.level_texts().iter().map(|level| parts(level)).collect();
        let mut add_use = |position: usize, file, assignment| {
            if let (true, Ok(data)) = (is_tree, hierarchy.data(file)) {
                let keys = data.entries().filter_map(|entry| data.text(entry.key)).collect();
                uses.entry(position).or_default().push(UsedFile { assignment, keys });
            }
        };
        for Candidate { position, path, file, ignores_case } in hierarchy.candidates() {
            let Some(assignment) = levels.get(position).and_then(|level| solve(level, path)) else {
                continue;
            };
            if scopes.len() < MAX_SCOPES {
                scopes.insert(assignment.clone());
            }
            // If the case of a category's values is ignored, another case must reach the same file.
            if ignores_case && scopes.len() < MAX_SCOPES {
                scopes.insert(in_other_case(&assignment));
            }
            add_use(position, file, assignment);
        }
        for file in hierarchy.files().filter(|_| hierarchy.has_layers()) {
            for LevelMatch { position, variables, .. } in hierarchy.level_matches(file) {
                let Some(assignment) = assignment(&variables) else { continue };
                if scopes.len() < MAX_SCOPES {
                    scopes.insert(assignment.clone());
                }
                add_use(position, file, assignment);
            }
        }
    }
    // Only these scopes are generated again with the variables of values.
    let count_with_one_file = scopes.len();
    add_pairs(&uses, &mut scopes);
    let mut is_limited = scopes.len() >= MAX_SCOPES;
    let mut scopes: Vec<Value> = scopes.iter().map(scope).collect();
    let variables = variables::referenced_variables([tree, model]);
    for values in variables::scopes(&variables) {
        let remaining = MAX_SCOPES.saturating_sub(scopes.len());
        is_limited |= remaining < count_with_one_file;
        let mut filled = scopes.get(..count_with_one_file.min(remaining)).unwrap_or_default().to_vec();
        // If nothing is added, the scope exists already.
        filled.retain_mut(|scope| fill(scope, &values));
        scopes.extend(filled);
    }
    GeneratedScopes { scopes, is_limited, variables }
}

/// The values of variables as an assignment; `None` if a name is not valid.
fn assignment(variables: &[(String, String)]) -> Option<Assignment> {
    let assigned = variables.iter().map(|(name, value)| {
        let path = split_key(name).ok()?.into_iter().map(str::to_owned).collect();
        Some((path, value.clone()))
    });
    assigned.collect()
}

/// A scope as Puppet can have it. Each variable has two names, with `::` and without; if both exist, the one that
/// comes first in the scope counts. Names with spaces around them are left out.
pub(super) fn with_both_names(scope: &Value) -> Value {
    let Value::Hash(variables) = scope else { return scope.clone() };
    let mut combined = Hash::default();
    for (name, value) in variables {
        let Some(name) = name.as_text().filter(|name| trimmed(name) == *name) else { continue };
        let plain = name.strip_prefix("::").unwrap_or(name);
        if !combined.contains_key(&Value::text(plain)) {
            combined.insert(Value::text(plain), value.clone());
            combined.insert(Value::text(format!("::{plain}")), value.clone());
        }
    }
    Value::Hash(combined)
}

/// Adds the parts of `other` that `value` lacks, in place of a missing value or nil. Returns whether anything was
/// added.
fn fill(value: &mut Value, other: &Value) -> bool {
    // `|` is used instead of `||`, so that every part is filled.
    match (value, other) {
        (Value::Hash(hash), Value::Hash(others)) => others.iter().fold(false, |is_added, (name, other)| {
            is_added | fill(hash.entry(name.clone()).or_insert(Value::Nil), other)
        }),
        (Value::Array(items), Value::Array(others)) => {
            items.resize(items.len().max(others.len()), Value::Nil);
            items.iter_mut().zip(others).fold(false, |is_added, (item, other)| is_added | fill(item, other))
        }
        (value @ Value::Nil, other) => {
            *value = other.clone();
            !matches!(other, Value::Nil)
        }
        _ => false,
    }
}

/// An assignment whose values are in upper case, or in lower case if they are in upper case already.
fn in_other_case(assignment: &Assignment) -> Assignment {
    let assignment_in_other_case = assignment.iter().map(|(path, value)| {
        let upper = value.to_uppercase();
        (path.clone(), if upper == *value { value.to_lowercase() } else { upper })
    });
    assignment_in_other_case.collect()
}

/// Adds scopes that reach a file of each of two levels, so that the order of the levels is compared.
fn add_pairs(uses: &BTreeMap<usize, Vec<UsedFile<'_>>>, scopes: &mut IndexSet<Assignment>) {
    let levels: Vec<(&Vec<UsedFile<'_>>, ByKey<'_, '_>)> =
        uses.values().map(|uses| (uses, files_by_key(uses))).collect();
    for (index, (high_uses, _)) in levels.iter().enumerate() {
        for (_, low_by_key) in &levels[index + 1..] {
            let mut seen: FxHashSet<&str> = FxHashSet::default();
            for high in *high_uses {
                for key in &high.keys {
                    if scopes.len() >= MAX_SCOPES {
                        return;
                    }
                    // One pair of files is enough to show which of the two levels is higher.
                    if seen.contains(key) {
                        continue;
                    }
                    let uses = low_by_key.get(key).into_iter().flatten().take(MAX_TRIED_FILES);
                    let found = uses
                        .filter_map(|low| Some((low, merged_assignment(&high.assignment, &low.assignment)?)))
                        .next();
                    if let Some((low, assignment)) = found {
                        // The same pair is enough for all keys that both files have.
                        seen.extend(high.keys.intersection(&low.keys));
                        scopes.insert(assignment);
                    }
                }
            }
        }
    }
}

/// The files of a level that contain each key.
type ByKey<'u, 'h> = FxHashMap<&'h str, Vec<&'u UsedFile<'h>>>;

/// Lists, for each key, the files of a level that contain it.
fn files_by_key<'u, 'h>(uses: &'u [UsedFile<'h>]) -> ByKey<'u, 'h> {
    let mut keys = ByKey::default();
    for found in uses {
        for key in &found.keys {
            keys.entry(key).or_default().push(found);
        }
    }
    keys
}

/// The union of two assignments; `None` if they contradict each other.
fn merged_assignment(a: &Assignment, b: &Assignment) -> Option<Assignment> {
    let mut combined = a.clone();
    for (path, value) in b {
        if *combined.entry(path.clone()).or_insert_with(|| value.clone()) != *value {
            return None;
        }
    }
    Some(combined)
}

/// A part of the text of a level.
enum Part {
    Text(String),
    Variable(Vec<String>),
    /// The value of a key, which is not known, so it may be any text.
    Lookup,
}

/// The texts and variables of a level.
fn parts(level: &str) -> Vec<Part> {
    let parts = split(level).into_iter().map(|segment| match segment {
        Segment::Text(text) => Part::Text(text.to_owned()),
        Segment::Interpolated { inner, .. } => match parse(inner) {
            Expression::Call(Function::Literal, text) => Part::Text(text.to_owned()),
            Expression::Variable(name) => match split_key(name) {
                Ok(path) => Part::Variable(path.into_iter().map(str::to_owned).collect()),
                Err(_) => Part::Lookup,
            },
            Expression::Blank => Part::Text(String::new()),
            _ => Part::Lookup,
        },
    });
    parts.collect()
}

/// The values of the variables for which a level gives a path; each value is as short as possible.
fn solve(mut level: &[Part], path: &str) -> Option<Assignment> {
    let mut values = Assignment::new();
    let mut remaining = path;
    while let [part, following @ ..] = level {
        level = following;
        if let Part::Text(text) = part {
            remaining = remaining.strip_prefix(text.as_str())?;
            continue;
        }
        let end = match following {
            // The last text must be at the end of the path.
            [Part::Text(text)] => remaining.strip_suffix(text.as_str())?.len(),
            [Part::Text(text), ..] => remaining.find(text.as_str())?,
            [] => remaining.len(),
            // Another variable or a lookup follows, so one character is enough.
            _ => remaining.chars().next().map_or(0, char::len_utf8),
        };
        // The result of a lookup is not a variable of the scope, so its text is not stored.
        if let Part::Variable(variable) = part
            && *values.entry(variable.clone()).or_insert_with(|| remaining[..end].to_owned())
                != remaining[..end]
        {
            return None;
        }
        remaining = &remaining[end..];
    }
    remaining.is_empty().then_some(values)
}

/// The variables of an assignment as a scope. Of two paths that contradict each other, the later one is left out.
fn scope(assignment: &Assignment) -> Value {
    let mut scope = Value::Hash(Hash::default());
    for (path, text) in assignment {
        variables::set(&mut scope, path, text);
    }
    scope
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::to_json;

    #[test]
    fn scopes_lead_levels_to_paths() {
        for (level, path, expected) in [
            ("common", "common", Some("{}")),
            ("common", "other", None),
            ("nodes/%{::trusted.certname}", "nodes/web1", Some("{\"::trusted\":{\"certname\":\"web1\"}}")),
            ("%{facts.list.1}-%{n}", "one-2", Some("{\"facts\":{\"list\":[null,\"one\"]},\"n\":\"2\"}")),
            ("%{scope('a')}/%{a}_x", "b/b_x", Some("{\"a\":\"b\"}")),
            ("%{a}/%{a}_x", "b/c_x", None),
            ("%{hiera('k')}/%{literal('x')}", "any/x", Some("{}")),
            ("%{a}%{b}", "xyz", Some("{\"a\":\"x\",\"b\":\"yz\"}")),
        ] {
            let found = solve(&parts(level), path).map(|values| to_json(&scope(&values)));
            assert_eq!(found.as_deref(), expected, "{level} {path}");
        }
    }
}
