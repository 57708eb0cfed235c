//! `hiera diff` of random pairs of trees, and a comparison by brute force: every key of both looked up for every node on
//! both sides.
//!
//! Each cause is checked too: the tree before, with nothing replaced but what the cause names, must give the answer after.
//! A cause that includes the configuration must not be one that the data alone explains.

mod brute;
mod mutate;
mod replay;

use super::Summary;
use crate::random::Random;
use crate::sample::sample;
use crate::{copy_directory, hiera5, lookups};
use brute::Lookups;
use modelwright::files::Memory;
use modelwright::hiera::diff::{Cause, Change, Node, SideAnswer, Tree, TreeSettings, compare};
use modelwright::hiera::facts::read_scope;
use modelwright::hiera::lookup::{Hierarchy, Resolution, read_value};
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use replay::Replay;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of nodes of a pair.
const NODES: usize = 6;
/// The number of queries of a generated tree, each with its scope.
const QUERIES: usize = 20;
/// The number of changes of a comparison whose causes are checked.
const REPLAYED: usize = 12;
const RESOLUTIONS: [&Resolution; 3] = [&Resolution::Priority, &Resolution::Array, &Resolution::Hash];

/// The files of a tree, by their paths in it.
pub(crate) type Content = BTreeMap<PathBuf, Vec<u8>>;

/// A pair of trees with the nodes to compare.
struct Pair {
    before: Content,
    after: Content,
    global: Content,
    nodes: Vec<Node>,
}

/// What a run counted.
#[derive(Default)]
struct Counts {
    lookups: u64,
    changes: usize,
    replayed: usize,
    data: usize,
    other_data: usize,
    configuration: usize,
    facts: usize,
}

/// Compares `--count` pairs (500 unless given) from `--seed`.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (seed, count) = sample(arguments, (1, 500))?;
    let directory = work.join("hierdiff");
    let _ = fs::remove_dir_all(&directory);
    let (mut summary, mut counts) = (Summary::default(), Counts::default());
    for number in 0..count {
        let mut random = Random::new(seed, number);
        let pair =
            Pair::generate(&directory.join(number.to_string()), &mut random).map_err(|e| e.to_string())?;
        let faults = pair.compare(&mut counts);
        summary.note(faults.is_empty(), || format!("pair {number}:\n  {}", faults.join("\n  ")));
    }
    let Counts { lookups, changes, replayed, data, other_data, configuration, facts } = counts;
    summary.figure(format!(
        "{lookups} lookups on each side, {changes} changes; the causes of {replayed} are checked: {data} of data, \
         {other_data} of data that only levels look up, {configuration} of the configuration, {facts} of facts"
    ));
    Ok(summary)
}

impl Pair {
    /// A tree and a changed copy of it, or in one of eight cases a tree of version 3 and one of version 5.
    fn generate(directory: &Path, random: &mut Random) -> std::io::Result<Self> {
        let (before, after) = (directory.join("before"), directory.join("after"));
        let kind = random.below(8);
        let is_newer = kind < 4;
        if is_newer {
            hiera5::tree::write(&before, random)?;
        } else {
            lookups::tree::write(&before, random, QUERIES)?;
        }
        if kind == 7 {
            hiera5::tree::write(&after, random)?;
        } else {
            copy_directory(&before, &after)?;
        }
        let nodes = if is_newer { facts(&before)? } else { scopes(&before)? };
        let global = if is_newer { content(&before.join("global"))? } else { Content::new() };
        let root = |directory: &Path| {
            let environment = directory.join("environment");
            if environment.is_dir() { environment } else { directory.to_owned() }
        };
        let (before, mut after) = (content(&root(&before))?, content(&root(&after))?);
        if kind != 7 {
            for _ in 0..random.below(4) {
                mutate::change(&mut after, is_newer, random);
            }
        }
        let has_other_facts = random.one_in(3);
        let nodes = nodes.into_iter().take(NODES).map(|(name, before)| {
            let after = has_other_facts.then(|| mutate::facts(&before, random));
            Node { name, after: after.filter(|after| *after != before), before }
        });
        Ok(Self { nodes: nodes.collect(), before, after, global })
    }

    fn workspace(&self) -> Workspace {
        let trees = [("/before", &self.before), ("/after", &self.after), ("/global", &self.global)];
        let files = trees.iter().flat_map(|(root, content)| {
            content.iter().map(move |(path, bytes)| (Path::new(root).join(path), bytes.clone()))
        });
        Workspace { files: Arc::new(Memory::from_iter(files)), ..Workspace::default() }
    }

    fn settings(&self, root: &str) -> TreeSettings {
        let global = (!self.global.is_empty()).then(|| PathBuf::from("/global/hiera.yaml"));
        TreeSettings {
            config: Path::new(root).join("hiera.yaml"),
            global,
            shows_encrypted: true,
            ..TreeSettings::default()
        }
    }

    /// What differs from brute force.
    fn compare(&self, counts: &mut Counts) -> Vec<String> {
        let workspace = self.workspace();
        let load = |root: &str| Tree::load(self.settings(root), workspace.access()).0;
        let plain = |root: &str| brute::load(&self.settings(root), &workspace);
        let (Some(before), Some(after)) = (load("/before"), load("/after")) else {
            // Neither side can be compared; both ways of loading must agree about it.
            let agree = load("/before").is_some() == plain("/before").is_some()
                && load("/after").is_some() == plain("/after").is_some();
            return if agree { Vec::new() } else { vec!["only one way of loading fails".to_owned()] };
        };
        let (Some(old), Some(new)) = (plain("/before"), plain("/after")) else {
            return vec!["only one way of loading fails".to_owned()];
        };
        let mut faults = Vec::new();
        for resolution in RESOLUTIONS {
            let expected = brute::differences((&old, &new), &self.nodes, resolution);
            counts.lookups += expected.lookups;
            let comparison = compare(&before, &after, &self.nodes, resolution);
            counts.changes += comparison.changes.len();
            check_changes(&comparison.changes, &expected, resolution, &mut faults);
            let step = comparison.changes.len().div_ceil(REPLAYED).max(1);
            for change in comparison.changes.iter().step_by(step) {
                self.check_cause(change, resolution, &new, counts, &mut faults);
            }
        }
        faults
    }

    fn check_cause(
        &self,
        change: &Change,
        resolution: &Resolution,
        after: &Hierarchy,
        counts: &mut Counts,
        faults: &mut Vec<String>,
    ) {
        let Some(node) = self.nodes.iter().find(|node| Some(&node.name) == change.nodes.first()) else {
            return faults.push(format!("{}: no node", change.key));
        };
        let has = |cause: fn(&Cause) -> bool| usize::from(change.causes.iter().any(cause));
        counts.replayed += 1;
        counts.data += has(|cause| matches!(cause, Cause::Data(_)));
        counts.other_data += has(|cause| matches!(cause, Cause::OtherData));
        counts.configuration += has(|cause| matches!(cause, Cause::Configuration));
        counts.facts += has(|cause| matches!(cause, Cause::Facts(_)));
        let facts = node.after.as_ref().unwrap_or(&node.before);
        let wanted = brute::answer(after, &change.key, resolution, facts);
        let name = format!("{} ({}) of {}: {:?}", change.key, resolution.name(), node.name, change.causes);
        let replay = |replay: Replay| self.replayed(&replay, &change.key, resolution);
        let alone = Replay::of(&change.causes, node, self);
        if alone.is_nothing() {
            faults.push(format!("{name}: no cause"));
        }
        let got = replay(alone);
        if got.as_ref() != Some(&wanted) {
            faults.push(format!("{name}: gives {got:?}, but after the change it is {wanted:?}"));
        }
        if change.causes.contains(&Cause::Configuration)
            && replay(Replay::of_all_data(node, self)).as_ref() == Some(&wanted)
        {
            faults.push(format!("{name}: the data alone gives the same"));
        }
    }

    /// The answer of the tree before with some of its parts replaced.
    fn replayed(&self, replay: &Replay, key: &str, resolution: &Resolution) -> Option<brute::AnswerText> {
        let mixed = Self {
            before: replay.content.clone(),
            after: Content::new(),
            global: self.global.clone(),
            nodes: Vec::new(),
        };
        let hierarchy = brute::load(&mixed.settings("/before"), &mixed.workspace())?;
        Some(brute::answer(&hierarchy, key, resolution, &replay.facts))
    }
}

/// Compares the changes with those found by brute force.
fn check_changes(changes: &[Change], expected: &Lookups, resolution: &Resolution, faults: &mut Vec<String>) {
    let mut found = BTreeMap::new();
    for change in changes {
        for node in &change.nodes {
            let side = |side: &modelwright::hiera::diff::Side| {
                let answer = match &side.answer {
                    SideAnswer::Value(json) => Some(Ok(json.clone())),
                    SideAnswer::Failure(message) => Some(Err(message.clone())),
                    SideAnswer::Nothing => None,
                };
                let origins = side.origins.iter();
                let origins =
                    origins.map(|origin| format!("{}:{}:{}", origin.file, origin.line, origin.column));
                let origins = if matches!(answer, Some(Ok(_))) { origins.collect() } else { Vec::new() };
                (answer, origins)
            };
            let sides = (side(&change.before), side(&change.after));
            if found.insert((change.key.clone(), node.clone()), sides).is_some() {
                faults.push(format!("{} of {node} is in two changes", change.key));
            }
        }
    }
    let keys = found.keys().chain(expected.differences.keys());
    for key in keys.filter(|key| found.get(*key) != expected.differences.get(*key)).take(3) {
        let (found, expected) = (found.get(key), expected.differences.get(key));
        faults.push(format!("{key:?} ({}): {found:?} instead of {expected:?}", resolution.name()));
    }
}

/// The files below a directory.
fn content(directory: &Path) -> std::io::Result<Content> {
    let mut content = Content::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(below) = directories.pop() {
        let Ok(entries) = fs::read_dir(&below) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                directories.push(path);
            } else {
                let bytes = fs::read(&path)?;
                content.insert(path.strip_prefix(directory).unwrap_or(&path).to_owned(), bytes);
            }
        }
    }
    Ok(content)
}

/// Changes something in the tree in a directory; `is_newer` is whether it is of version 5.
pub(crate) fn change(directory: &Path, is_newer: bool, random: &mut Random) -> std::io::Result<()> {
    let mut tree = content(directory)?;
    let before: Vec<PathBuf> = tree.keys().cloned().collect();
    mutate::change(&mut tree, is_newer, random);
    for path in before.iter().filter(|path| !tree.contains_key(*path)) {
        fs::remove_file(directory.join(path))?;
    }
    for (path, bytes) in &tree {
        let path = directory.join(path);
        fs::create_dir_all(path.parent().unwrap_or(directory))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}

/// The nodes of a generated environment.
fn facts(directory: &Path) -> std::io::Result<Vec<(String, Value)>> {
    let mut nodes = Vec::new();
    for (path, bytes) in content(&directory.join("facts"))? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let scope =
            read_scope(&Source::new("facts", text)).map_err(|e| std::io::Error::other(e.to_string()))?;
        nodes.push((name, Value::Hash(scope)));
    }
    Ok(nodes)
}

/// The different scopes of the queries of a generated tree, under numbers as names.
fn scopes(directory: &Path) -> std::io::Result<Vec<(String, Value)>> {
    let mut scopes: Vec<Value> = Vec::new();
    for line in fs::read_to_string(directory.join("queries.jsonl"))?.lines() {
        let query = read_value(&Source::new("queries.jsonl", line))
            .map_err(|e| std::io::Error::other(e.to_string()))?;
        let scope = query.get("scope").cloned().unwrap_or_default();
        if !scopes.contains(&scope) {
            scopes.push(scope);
        }
    }
    Ok(scopes.into_iter().enumerate().map(|(number, scope)| (number.to_string(), scope)).collect())
}
