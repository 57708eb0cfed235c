//! The table of bindings of many nodes, and each of its answers looked up one by one; the differences of the tables of
//! two revisions, and the nodes for which lookups differ.
//!
//! Trees are those of the corpus, and generated ones of versions 3 and 5, each with some changes; sites of bindings are
//! the steps of the examples, one after the other, and those of the corpus. The facts of nodes are random combinations
//! of the values that known facts have. Nodes that the table puts into one group are compared each for itself.

use super::Summary;
use crate::answered_nodes::{AnsweredNodes, Outcome};
use crate::hierdiff::change;
use crate::random::Random;
use crate::sample::sample;
use crate::{copy_directory, hiera5, lookups};
use modelwright::bindings::request::{NodeRequest, Requests, is_site};
use modelwright::bindings::table::TableNode;
use modelwright::files::Disk;
use modelwright::hiera::facts::{read_nodes, read_scope};
use modelwright::hiera::lookup::{Encrypted, Hierarchy, Query, answer_json, quoted_key, read_value};
use modelwright::hiera::survey::NodeGroups;
use modelwright::hiera::table::{KeyAnswers, answer_keys};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of nodes of a tree of the corpus or of a site, unless the sample of generated trees is small.
const NODES: usize = 10_000;
/// The number of nodes of a generated tree.
const GENERATED_NODES: usize = 300;
/// The largest number of keys whose answers are compared.
const KEYS: usize = 500;
/// The number of queries of a generated tree of version 3, each with its scope.
const QUERIES: usize = 20;
/// The number of changes of a tree, after each of which it is compared with the tree before all of them.
const CHANGES: usize = 2;

/// Compares the sites of the corpus and `--count` generated ones (200 unless given) from `--seed`; and the sites of the
/// examples, whose `nodes.yaml` is beside them. A smaller count also has fewer nodes, 50 for each generated site.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (seed, count) = sample(arguments, (1, 200))?;
    let nodes = count.saturating_mul(50).clamp(100, NODES);
    let directory = work.join("table");
    let mut summary = Summary::default();
    for source in super::sites::sites(&shared.join("corpus/hiera"))? {
        let _ = fs::remove_dir_all(&directory);
        copy_directory(&source, &directory).map_err(|error| error.to_string())?;
        let scopes = scopes_of_queries(&directory)?;
        let config = directory.join("hiera.yaml");
        let name = PathBuf::from(source.file_name().unwrap_or_default());
        compare_trees(&name, &config, false, &scopes, nodes, &mut Random::new(seed, 0), &mut summary)?;
    }
    for number in 0..count {
        let _ = fs::remove_dir_all(&directory);
        let mut random = Random::new(seed, number);
        let is_newer = !random.one_in(3);
        let (config, scopes) = if !is_newer {
            lookups::tree::write(&directory, &mut random, QUERIES).map_err(|error| error.to_string())?;
            (directory.join("hiera.yaml"), scopes_of_queries(&directory)?)
        } else {
            hiera5::tree::write(&directory, &mut random).map_err(|error| error.to_string())?;
            (directory.join("environment/hiera.yaml"), scopes_of_files(&directory.join("facts"))?)
        };
        compare_trees(
            Path::new("generated"),
            &config,
            is_newer,
            &scopes,
            GENERATED_NODES,
            &mut random,
            &mut summary,
        )?;
    }
    let _ = fs::remove_dir_all(&directory);
    compare_sites(shared, nodes, &mut Random::new(seed, 0), &mut summary)?;
    Ok(summary)
}

/// Compares the table of a tree with lookups of each node, then changes the tree, and compares the differences.
fn compare_trees(
    name: &Path,
    config: &Path,
    is_newer: bool,
    scopes: &[Hash],
    nodes: usize,
    random: &mut Random,
    summary: &mut Summary,
) -> Result<(), String> {
    if scopes.is_empty() {
        return Ok(());
    }
    let nodes: Vec<Value> = (0..nodes).map(|_| node(scopes, random)).collect();
    let Some(before) = answer_tree(config, &nodes, &[])? else { return Ok(()) };
    note(name, &before, summary);
    let directory = config.parent().unwrap_or(Path::new("."));
    for _ in 0..CHANGES {
        change(directory, is_newer, random).map_err(|error| error.to_string())?;
        if let Some(after) = answer_tree(config, &nodes, &before.keys())? {
            note(name, &after, summary);
            note_changes(name, &before, &after, summary);
        }
    }
    Ok(())
}
/// The table of a tree, and lookups of all its keys and some others; `None` if the tree cannot be read.
fn answer_tree(config: &Path, nodes: &[Value], others: &[String]) -> Result<Option<AnsweredNodes>, String> {
    let (hierarchy, _) = Hierarchy::load(config, &Workspace::default().access());
    let Some(mut hierarchy) = hierarchy else { return Ok(None) };
    hierarchy.set_encrypted(Encrypted::Kept);
    let mut groups = NodeGroups::new(&hierarchy);
    let group_of: Vec<u32> = nodes.iter().map(|node| groups.add(node)).collect();
    let mut keys: Vec<KeyAnswers> = Vec::new();
    let Ok(()) = answer_keys(&groups, |answers| {
        keys.push(answers.clone());
        Ok::<(), Infallible>(())
    });
    if others.is_empty() {
        // Some from everywhere in the alphabet.
        let step = keys.len().div_ceil(KEYS).max(1);
        keys = keys.into_iter().step_by(step).collect();
    } else if others.len() + 1 >= KEYS {
        keys.retain(|of_key| others.contains(&of_key.key));
    }
    AnsweredNodes::new(&group_of, &keys, others, |at, names| {
        names.iter().map(|key| outcome(&hierarchy, key, &nodes[at])).collect()
    })
    .map(Some)
}

fn outcome(hierarchy: &Hierarchy, key: &str, node: &Value) -> Outcome {
    let quoted = quoted_key(key);
    let found = hierarchy
        .lookup(&Query::new(&quoted, node))
        .map_err(|error| error.message().to_owned())
        .transpose()?;
    Some(found.map(|answer| {
        let mut json = String::new();
        answer_json(&answer, &mut json);
        json
    }))
}

/// Compares a table with lookups.
fn note(name: &Path, answered: &AnsweredNodes, summary: &mut Summary) {
    for (key, difference) in answered.differences() {
        summary.note(difference.is_none(), || {
            format!("{}: {key}: {}", name.display(), difference.clone().unwrap_or_default())
        });
    }
    if answered.nodes() > GENERATED_NODES {
        summary.figure(format!("{}: {}", name.display(), answered.size()));
    }
}

/// Compares the differences of two tables.
fn note_changes(name: &Path, before: &AnsweredNodes, after: &AnsweredNodes, summary: &mut Summary) {
    let compared = before.compare_changes(after);
    if let Ok(changes) = &compared
        && before.nodes() > GENERATED_NODES
    {
        summary.figure(format!("{}: {changes} values of nodes change", name.display()));
    }
    summary.note(compared.is_ok(), || format!("{}: {}", name.display(), compared.err().unwrap_or_default()));
}

/// Compares the sites of the examples, each with the one before it, and those of the corpus.
fn compare_sites(
    shared: &Path,
    count: usize,
    random: &mut Random,
    summary: &mut Summary,
) -> Result<(), String> {
    let examples = crate::root().join("examples/bindings");
    let path = examples.join("nodes.yaml");
    let known =
        read_nodes(&Source::new("nodes", read(&path)?), None).map_err(|problems| problems.to_string())?;
    let scopes = known.into_iter().filter_map(|(_, scope)| match scope {
        Value::Hash(scope) => Some(scope),
        _ => None,
    });
    let scopes: Vec<Hash> = scopes.collect();
    let nodes: Vec<Hash> = (0..count)
        .map(|_| {
            let Value::Hash(mut node) = node(&scopes, random) else { return Hash::default() };
            for (name, values) in FACTS {
                node.insert(Value::text(name), Value::text(*random.choose(values)));
            }
            node.insert(Value::text("uptime"), Value::Integer(random.below(1 << 20) as i64));
            node
        })
        .collect();
    let mut before: Option<AnsweredNodes> = None;
    for site in sites_in(&examples)? {
        let others = before.as_ref().map_or(Vec::new(), AnsweredNodes::keys);
        let after = answer_site(&site, &nodes, &others)?;
        let name = site.strip_prefix(&examples).unwrap_or(&site);
        note(name, &after, summary);
        if let Some(before) = &before {
            note_changes(name, before, &after, summary);
        }
        before = Some(after);
    }
    for directory in ["found/site", "found/documents"] {
        for site in sites_in(&shared.join("corpus").join(directory))? {
            let name = site.strip_prefix(shared).unwrap_or(&site);
            note(name, &answer_site(&site, &nodes, &[])?, summary);
        }
    }
    Ok(())
}

/// Facts that bindings of the corpus read, with some values.
const FACTS: [(&str, &[&str]); 3] = [
    ("role", &["web", "db", "shop"]),
    ("osfamily", &["Debian", "RedHat"]),
    ("env", &["prod", "test", "dev"]),
];

/// The directories in a directory that are sites of bindings.
fn sites_in(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut sites: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    sites.retain(|site| is_site(site, &Disk::default()));
    sites.sort();
    Ok(sites)
}

fn answer_site(site: &Path, nodes: &[Hash], others: &[String]) -> Result<AnsweredNodes, String> {
    let requests =
        Requests::new(site, Workspace::default().site_access()).map_err(|problem| problem.to_string())?;
    let requests = requests.with_encrypted(Encrypted::Kept);
    let nodes = nodes.iter().map(|facts| {
        let request = requests.prepare(&NodeRequest { facts, enc: None, environment: None });
        (request.composition, request.facts)
    });
    let nodes: Vec<TableNode> = nodes.collect();
    AnsweredNodes::of_site(&nodes, None, others)
}

/// A node with the variables of one scope, some of them with the values of other ones.
fn node(scopes: &[Hash], random: &mut Random) -> Value {
    let mut node = random.choose(scopes).clone();
    for (name, value) in &mut node {
        if random.one_in(3)
            && let Some(other) = random.choose(scopes).get(name)
        {
            *value = other.clone();
        }
    }
    Value::Hash(node)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The scopes of the queries of a tree of version 3.
fn scopes_of_queries(directory: &Path) -> Result<Vec<Hash>, String> {
    let text = read(&directory.join("queries.jsonl"))?;
    let query = |line| read_value(&Source::new("queries", line)).map_err(|problem| problem.to_string());
    let scopes = text.lines().map(|line| {
        Ok(match query(line)?.get("scope") {
            Some(Value::Hash(scope)) => Some(scope.clone()),
            _ => None,
        })
    });
    scopes.filter_map(Result::transpose).collect()
}

/// The facts in the files of a directory.
fn scopes_of_files(directory: &Path) -> Result<Vec<Hash>, String> {
    let entries = fs::read_dir(directory).map_err(|error| error.to_string())?.flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let facts = paths
        .iter()
        .map(|path| read_scope(&Source::new("facts", read(path)?)).map_err(|problems| problems.to_string()));
    facts.collect()
}
