//! The table of bindings of many nodes, and each of its answers looked up one by one.
//!
//! Sites are those of the corpus, and generated ones of versions 3 and 5; the facts of their nodes are random combinations of
//! the values that the facts of the site have. Nodes that the table puts into one group are compared each for itself.

use super::Summary;
use crate::random::Random;
use crate::sample::sample;
use crate::{copy_directory, hiera5, lookups};
use modelwright::hiera::facts::read_scope;
use modelwright::hiera::lookup::{Hierarchy, Query, answer_json, quoted_key, read_value};
use modelwright::hiera::survey::NodeGroups;
use modelwright::hiera::table::{KeyAnswers, answer_keys};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of nodes of a site of the corpus, and of a generated one.
const NODES: [usize; 2] = [10_000, 300];
/// The largest number of keys of a site whose answers are compared.
const KEYS: usize = 500;
/// The number of queries of a generated tree of version 3, each with its scope.
const QUERIES: usize = 20;

/// Compares the sites of the corpus and `--count` generated ones (200 unless given) from `--seed`.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (seed, count) = sample(arguments, (1, 200))?;
    let directory = work.join("table");
    let mut summary = Summary::default();
    for source in super::sites::sites(&shared.join("corpus/hiera"))? {
        let _ = fs::remove_dir_all(&directory);
        copy_directory(&source, &directory).map_err(|error| error.to_string())?;
        let scopes = scopes_of_queries(&directory)?;
        compare(&directory.join("hiera.yaml"), &scopes, NODES[0], &mut Random::new(seed, 0), &mut summary)?;
    }
    for number in 0..count {
        let _ = fs::remove_dir_all(&directory);
        let mut random = Random::new(seed, number);
        let (config, scopes) = if random.one_in(3) {
            lookups::tree::write(&directory, &mut random, QUERIES).map_err(|error| error.to_string())?;
            (directory.join("hiera.yaml"), scopes_of_queries(&directory)?)
        } else {
            hiera5::tree::write(&directory, &mut random).map_err(|error| error.to_string())?;
            (directory.join("environment/hiera.yaml"), scopes_of_files(&directory.join("facts"))?)
        };
        compare(&config, &scopes, NODES[1], &mut random, &mut summary)?;
    }
    let _ = fs::remove_dir_all(&directory);
    Ok(summary)
}

/// Compares the table of a tree with lookups of each node.
fn compare(
    config: &Path,
    scopes: &[Hash],
    nodes: usize,
    random: &mut Random,
    summary: &mut Summary,
) -> Result<(), String> {
    let (hierarchy, _) = Hierarchy::load(config, &Workspace::default().access());
    let Some(hierarchy) = hierarchy.filter(|_| !scopes.is_empty()) else { return Ok(()) };
    let nodes: Vec<Value> = (0..nodes).map(|_| node(scopes, random)).collect();
    let mut groups = NodeGroups::new(&hierarchy);
    let group_of: Vec<u32> = nodes.iter().map(|node| groups.add(node)).collect();
    let mut tables: Vec<KeyAnswers> = Vec::new();
    let Ok(()) = answer_keys(&groups, |answers| {
        tables.push(answers.clone());
        Ok::<(), Infallible>(())
    });
    while tables.len() > KEYS {
        tables.swap_remove(random.below(tables.len()));
    }
    let mut json = String::new();
    for table in &tables {
        let quoted = quoted_key(&table.key);
        let mut difference = None;
        for (node, group) in nodes.iter().zip(&group_of) {
            json.clear();
            let found = match hierarchy.lookup(&Query::new(&quoted, node)) {
                Ok(Some(answer)) => {
                    answer_json(&answer, &mut json);
                    Some(Ok(&json))
                }
                Ok(None) => None,
                Err(error) => {
                    json.push_str(error.message());
                    Some(Err(&json))
                }
            };
            let answer = table.answers.get(table.of_group[*group as usize] as usize);
            if found != answer.map(|answer| answer.outcome.as_ref()) {
                difference = Some(format!("{}: {} {node:?}: {found:?}, but {answer:?}", config.display(), table.key));
                break;
            }
        }
        summary.note(difference.is_none(), || difference.unwrap_or_default());
    }
    summary.figure(format!(
        "{}: {} nodes in {} groups, {} keys",
        config.display(),
        nodes.len(),
        groups.scopes().len(),
        tables.len()
    ));
    Ok(())
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
    let facts = paths.iter().map(|path| {
        read_scope(&Source::new("facts", read(path)?)).map_err(|problems| problems.to_string())
    });
    facts.collect()
}
