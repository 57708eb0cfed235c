//! Compares recorded answers of Puppet's lookups with ours: values, and the levels that were searched.
//!
//! Each line of the answers has the key, the name of the facts, the merge, and the value, `missing` or `error`. An error
//! must be one here, too. This file belongs to the comparison `hiera5` and to the tests of the library.

use modelwright::files::{Disk, Overlay};
use modelwright::hiera::facts::read_scope;
use modelwright::hiera::lookup::{
    Account, Answer, Encrypted, Event, Hierarchy, Query, Resolution, Step, answer_json, read_value,
    value_json,
};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The results of a comparison.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    pub(crate) equal: usize,
    pub(crate) values: usize,
    pub(crate) missing: usize,
    pub(crate) errors: usize,
    /// Errors whose message is Puppet's.
    pub(crate) messages: usize,
    pub(crate) differences: Vec<String>,
}

/// The levels that answers have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Levels {
    All,
    /// Those that have the key.
    Found,
}

/// Compares the answers for a tree; `directory` contains it.
pub(crate) fn compare(
    directory: &Path,
    answers: &str,
    which: Levels,
    comparison: &mut Comparison,
) -> Result<(), String> {
    let files = Overlay::new(Arc::new(Disk::new()));
    for (path, text) in copies(directory)? {
        files.write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    // Keys may be beside the environment.
    let paths = vec![directory.to_owned()];
    let workspace = Workspace { paths, files: Arc::new(files), ..Workspace::default() };
    let global = directory.join("global/hiera.yaml");
    let (mut hierarchy, problems) =
        Hierarchy::load_environment(&directory.join("environment"), Some(&global), &workspace.access());
    if let Some(hierarchy) = &mut hierarchy {
        hierarchy.set_encrypted(Encrypted::Decrypted(modelwright_eyaml::SCHEMES));
    }
    let mut scopes: BTreeMap<String, Value> = BTreeMap::new();
    for line in answers.lines() {
        let line = read_value(&Source::new("answers.jsonl", line)).map_err(|problem| problem.to_string())?;
        let text = |name: &str| line.get(name).and_then(Value::as_text).unwrap_or_default().to_owned();
        let (key, facts) = (text("key"), text("facts"));
        if !scopes.contains_key(&facts) {
            scopes.insert(facts.clone(), read_facts(directory, &facts)?);
        }
        let scope = &scopes[&facts];
        let merge = line.get("merge").cloned().unwrap_or_default();
        let resolution = resolution(&merge);
        let ours = match (&hierarchy, &resolution) {
            (None, _) => Err(problems.to_string()),
            (_, Err(message)) => Err(message.clone()),
            (Some(hierarchy), Ok(resolution)) => {
                let query = Query { resolution, ..Query::new(&key, scope) };
                let Account { answer, steps, .. } = hierarchy.account(&query);
                let plain = hierarchy.lookup(&query);
                assert_eq!(shown(&answer), shown(&plain), "{key}: with and without an explanation");
                answer
                    .map(|answer| {
                        (answer.map(|answer| json(&answer)), levels(directory, hierarchy, &steps, which))
                    })
                    .map_err(|error| error.message().to_owned())
            }
        };
        comparison.add(&line, &ours, || {
            format!("{} {key} {facts} {}", directory.display(), json(&Answer::Owned(merge.clone())))
        });
    }
    Ok(())
}

/// Files whose names some systems do not allow, and their texts, which are those of other files: each line of `copies` has
/// the path of a file, a tab, and the path of its copy.
pub(crate) fn copies(directory: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let list = fs::read_to_string(directory.join("copies")).unwrap_or_default();
    let copy = |line: &str| {
        let (from, to) = line.split_once('\t').ok_or_else(|| format!("{line}: no tab"))?;
        let text = fs::read(directory.join(from)).map_err(|error| format!("{from}: {error}"))?;
        Ok((directory.join(to), text))
    };
    list.lines().map(copy).collect()
}

/// The scope of a node whose facts are in a file.
pub(crate) fn read_facts(directory: &Path, name: &str) -> Result<Value, String> {
    let path = directory.join(format!("facts/{name}.yaml"));
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    read_scope(&Source::new("facts", text)).map(Value::Hash).map_err(|problems| problems.to_string())
}

fn resolution(merge: &Value) -> Result<Resolution, String> {
    match merge {
        Value::Nil => Ok(Resolution::Priority),
        Value::Text(name) => Resolution::from_text(name),
        options => Resolution::from_text(&json(&Answer::Owned(options.clone()))),
    }
}

fn json(answer: &Answer<'_>) -> String {
    let mut text = String::new();
    answer_json(answer, &mut text);
    text
}

fn shown<E: ToString>(answer: &Result<Option<Answer<'_>>, E>) -> Result<Option<String>, String> {
    match answer {
        Ok(answer) => Ok(answer.as_ref().map(json)),
        Err(error) => Err(error.to_string()),
    }
}

/// The levels that were searched: layer, level, path, and what was there.
fn levels(directory: &Path, hierarchy: &Hierarchy, steps: &[Step], which: Levels) -> Value {
    let prefix = format!("{}/", directory.display());
    let (mut layer, mut entry) = (String::new(), String::new());
    let mut levels = Vec::new();
    for step in steps.iter().filter(|step| step.depth == 0) {
        let (path, what) = match &step.event {
            Event::Layer { name, .. } => {
                name.trim_start_matches("default_hierarchy of ").clone_into(&mut layer);
                continue;
            }
            Event::Entry(name) => {
                entry.clone_from(name);
                continue;
            }
            Event::Found { file, .. } => (hierarchy.file_name(*file).to_owned(), "found"),
            Event::NoKey { file, .. } => (hierarchy.file_name(*file).to_owned(), "no key"),
            Event::NoFile { path, .. } => (path.clone(), "no file"),
            _ => continue,
        };
        if which == Levels::Found && what != "found" {
            continue;
        }
        let path = path.strip_prefix(&prefix).unwrap_or(&path).to_owned();
        let parts = [layer.clone(), entry.clone(), path, what.to_owned()];
        levels.push(Value::Array(parts.into_iter().map(Value::text).collect()));
    }
    Value::Array(levels)
}

type Ours = Result<(Option<String>, Value), String>;

impl Comparison {
    fn add(&mut self, theirs: &Value, ours: &Ours, place: impl Fn() -> String) {
        let value = |value: &Value| {
            let mut text = String::new();
            value_json(value, &mut text);
            text
        };
        let nothing = Value::Array(Vec::new());
        let is_equal = match (theirs.get("error"), theirs.get("value"), ours) {
            (Some(error), _, Err(message)) => {
                self.messages += usize::from(error.as_text() == Some(message));
                true
            }
            (None, Some(theirs_value), Ok((Some(ours_value), _))) => value(theirs_value) == *ours_value,
            (None, None, Ok((None, _))) => true,
            _ => false,
        };
        self.errors += usize::from(theirs.get("error").is_some());
        self.values += usize::from(theirs.get("value").is_some());
        self.missing += usize::from(theirs.get("missing").is_some());
        let levels = ours.as_ref().map_or(&nothing, |(_, levels)| levels);
        let is_explained = ours.is_err() || theirs.get("levels").unwrap_or(&nothing) == levels;
        if is_equal && is_explained {
            self.equal += 1;
            return;
        }
        let ours = match ours {
            Ok((Some(text), _)) if !is_explained => format!("{text} from {}", value(levels)),
            Ok((Some(text), _)) => text.clone(),
            Ok((None, _)) => format!("nothing from {}", value(levels)),
            Err(message) => format!("error: {message}"),
        };
        let Value::Hash(entries) = theirs else { return };
        let rest: Hash = entries
            .iter()
            .filter(|(key, _)| {
                let skipped: &[&str] = if is_explained {
                    &["key", "facts", "merge", "levels"]
                } else {
                    &["key", "facts", "merge"]
                };
                !key.as_text().is_some_and(|key| skipped.contains(&key))
            })
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        self.differences.push(format!(
            "{}\n  Puppet {}\n  ours   {ours}",
            place(),
            value(&Value::Hash(rest))
        ));
    }
}
