//! Compares the answers of the new environment with those of the tree, and reports the differences as problems.
//!
//! Invariant: the environment is read from memory, with the same result as if it were read from disk.

use super::{UpgradedFile, version_3};
use crate::files::FileAccess;
use crate::files::{Files, Memory};
use crate::generated::bindings::MergeBehavior;
use crate::lookup::{Hierarchy, value_json};
use crate::prove::{Difference, Proof, prove};
use crate::store::{DataValue, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::path::Path;
use std::sync::Arc;

/// The directory of the environment in memory.
const ENVIRONMENT: &str = "/environment";
/// The number of characters of an answer or a scope that a message shows.
const MAX_SHOWN_CHARACTERS: usize = 200;
/// The maximum number of keys that a message names.
const MAX_NAMED_KEYS: usize = 10;

/// Compares the answers; `None` if the tree or the environment cannot be read, which is reported.
pub(super) fn compare(
    config: &Path,
    nodes: &[(String, Value)],
    files: &[UpgradedFile],
    settings: &version_3::Settings,
    (access, source): (&FileAccess, &Arc<Source>),
    problems: &mut Diagnostics,
) -> Option<Proof> {
    let memory = Memory::new();
    for file in files {
        if let Err(error) = memory.write(Path::new(ENVIRONMENT).join(&file.path), file.bytes.clone()) {
            let message = format!("{} cannot be a file of the environment: {error}", file.path.display());
            let help = "rename the data file or its directory";
            problems.push(Diagnostic::error(codes::HIERA_NOT_KEPT, message).help(help));
            return None;
        }
    }
    let environment_access = FileAccess {
        files: Arc::new(memory) as Arc<dyn Files>,
        limits: access.limits,
        ..FileAccess::default()
    };
    // The problems of the tree were reported when it was converted. Those of the environment would contain names of
    // files in memory.
    let (tree, _) = Hierarchy::load(config, access);
    let global = None;
    let (environment, found) =
        Hierarchy::load_environment(Path::new(ENVIRONMENT), global, &environment_access);
    if environment.is_none() {
        problems.append(found);
    }
    let (mut tree, mut environment) = (tree?, environment?);
    report_merge(&tree, settings, source, problems);
    let proof = prove(&mut tree, &mut environment, nodes);
    for difference in first_of_each_key(&proof.differences) {
        problems.push(problem(&tree, difference));
    }
    Some(proof)
}

/// The first difference of each key, and the number of its other differences.
fn first_of_each_key(differences: &[Difference]) -> Vec<(&Difference, usize)> {
    let mut first: Vec<(&Difference, usize)> = Vec::new();
    for difference in differences {
        // Differences of the same key are next to each other.
        match first.last_mut().filter(|(known, _)| known.key == difference.key) {
            Some((_, others)) => *others += 1,
            None => first.push((difference, 0)),
        }
    }
    first
}

/// The warning about a difference; `others` is the number of further differences of its key.
fn problem(tree: &Hierarchy, (difference, others): (&Difference, usize)) -> Diagnostic {
    let Difference { key, resolution, tree: old, model: new, origin, scopes, .. } = difference;
    let message = format!(
        "version 5 answers `{key}` ({resolution}) with {}, and Hiera 3 with {}",
        shorten_answer(new),
        shorten_answer(old)
    );
    let mut help =
        format!("this is the answer for {}", scopes.first().map(|scope| shorten(scope)).unwrap_or_default());
    match others {
        0 => {}
        1 => help.push_str("; there is 1 more difference of this key"),
        others => help.push_str(&format!("; there are {others} more differences of this key")),
    }
    let problem = Diagnostic::warning(codes::HIERA_NOT_KEPT, message).help(help);
    match origin.and_then(|origin| tree.span(origin)) {
        Some((source, range)) => problem.at(&source, range),
        None => problem,
    }
}

/// The start of a long answer, without the position of its value, which follows after three spaces.
fn shorten_answer(text: &str) -> String {
    shorten(text.split("   ").next().unwrap_or_default())
}

/// The start of a text that is too long to be shown.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reports that no setting for the merging of hashes remains, and which keys are concerned.
fn report_merge(
    tree: &Hierarchy,
    settings: &version_3::Settings,
    source: &Arc<Source>,
    problems: &mut Diagnostics,
) {
    // The native merge is that of the strategy `hash` of version 5, so nothing changes.
    if settings.merge_behavior == MergeBehavior::Native {
        return;
    }
    let mut merge = String::new();
    value_json(&tree.hash_merge(), &mut merge);
    let message = format!(
        "version 5 has no merge behavior for all lookups; each lookup that merges must request {merge}"
    );
    let occurrences = tree.all_occurrences();
    let merged = occurrences.keys().copied().filter(|key| {
        let hashes = occurrences[*key].iter().filter(|occurrence| {
            tree.data(occurrence.origin.file).is_ok_and(|data| {
                let entry = data.entry(crate::store::hash_key(key), key);
                entry.is_some_and(|entry| matches!(data.value(entry.value), DataValue::Hash(_)))
            })
        });
        hashes.count() > 1
    });
    let keys: Vec<&str> = merged.collect();
    let mut help = "write lookup('key', {merge => …}) instead of hiera_hash('key')".to_owned();
    if !keys.is_empty() {
        help.push_str("; keys with hashes in several files: ");
        help.push_str(&keys.iter().take(MAX_NAMED_KEYS).copied().collect::<Vec<_>>().join(", "));
    }
    if keys.len() > MAX_NAMED_KEYS {
        help.push_str(&format!(" and {} more", keys.len() - MAX_NAMED_KEYS));
    }
    let problem = Diagnostic::warning(codes::HIERA_NOT_KEPT, message);
    problems.push(problem.at(source, settings.merge_range.clone()).help(help));
}
