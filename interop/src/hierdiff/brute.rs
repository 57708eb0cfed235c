//! The differences between two trees, from nothing but lookups.

use modelwright::hiera::diff::{Node, TreeSettings};
use modelwright::hiera::lookup::{Hierarchy, Query, Resolution, answer_json, quoted_key};
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use std::collections::{BTreeMap, BTreeSet};

/// A value in JSON, the message of a failure, or nothing.
pub(super) type AnswerText = Option<Result<String, String>>;

/// An answer with the positions of its values.
type Side = (AnswerText, Vec<String>);

/// The lookups with different answers, by key and node.
pub(super) struct Lookups {
    pub(super) lookups: u64,
    pub(super) differences: BTreeMap<(String, String), (Side, Side)>,
}

pub(super) fn load(settings: &TreeSettings, workspace: &Workspace) -> Option<Hierarchy> {
    let directory = settings.config.parent()?;
    match &settings.global {
        Some(global) => Hierarchy::load_environment(directory, Some(global), &workspace.access()).0,
        None => Hierarchy::load(&settings.config, &workspace.access()).0,
    }
}

pub(super) fn answer(hierarchy: &Hierarchy, key: &str, resolution: &Resolution, scope: &Value) -> AnswerText {
    let key = quoted_key(key);
    match hierarchy.lookup(&Query { resolution, ..Query::new(&key, scope) }) {
        Ok(None) => None,
        Ok(Some(answer)) => {
            let mut json = String::new();
            answer_json(&answer, &mut json);
            Some(Ok(json))
        }
        Err(error) => {
            let message =
                error.cause().map_or_else(|| error.message().to_owned(), |cause| cause.message.clone());
            Some(Err(message))
        }
    }
}

/// The answer, if it is sensitive.
fn secret(hierarchy: &Hierarchy, key: &str, resolution: &Resolution, scope: &Value) -> Option<Value> {
    let key = quoted_key(key);
    let answer = hierarchy.lookup(&Query { resolution, ..Query::new(&key, scope) }).ok().flatten()?;
    answer.has_secrets().then(|| answer.to_value())
}

fn side(hierarchy: &Hierarchy, key: &str, resolution: &Resolution, scope: &Value) -> Side {
    let answer = answer(hierarchy, key, resolution, scope);
    if !matches!(answer, Some(Ok(_))) {
        return (answer, Vec::new());
    }
    let key = quoted_key(key);
    let origins = hierarchy.origins(&Query { resolution, ..Query::new(&key, scope) });
    let origin = |origin: &modelwright::hiera::lookup::Origin| {
        format!("{}:{}:{}", hierarchy.file_name(origin.file), origin.place.line, origin.place.column)
    };
    (answer, origins.iter().map(origin).collect())
}

pub(super) fn differences(
    (before, after): (&Hierarchy, &Hierarchy),
    nodes: &[Node],
    resolution: &Resolution,
) -> Lookups {
    let mut keys: BTreeSet<String> = BTreeSet::new();
    for hierarchy in [before, after] {
        for data in hierarchy.files().filter_map(|file| hierarchy.data(file).ok()) {
            keys.extend(data.entries().filter_map(|entry| data.text(entry.key)).map(str::to_owned));
        }
    }
    let mut found = Lookups { lookups: 0, differences: BTreeMap::new() };
    for node in nodes {
        let scopes = (&node.before, node.after.as_ref().unwrap_or(&node.before));
        for key in &keys {
            found.lookups += 1;
            let old = answer(before, key, resolution, scopes.0);
            // A text does not show what a sensitive value contains.
            let secrets = [(before, scopes.0), (after, scopes.1)]
                .map(|(hierarchy, scope)| secret(hierarchy, key, resolution, scope));
            if old != answer(after, key, resolution, scopes.1) || secrets[0] != secrets[1] {
                let old = side(before, key, resolution, scopes.0);
                let new = side(after, key, resolution, scopes.1);
                found.differences.insert((key.clone(), node.name.clone()), (old, new));
            }
        }
    }
    found
}
