//! A site with its nodes, and what the program shows about them.

use super::pages::Pages;
use super::{Outcome, ShownAnswer, json};
use crate::encrypted::{add_to_version_3, add_to_version_5};
use crate::random::Random;
use crate::{copy_directory, hiera5, lookups};
use modelwright::hiera::facts::read_scope;
use modelwright::hiera::lookup::{quoted_key, read_value};
use modelwright::store::{Hash, Value};
use modelwright_metamodel::diagnostic::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of nodes of a site.
const NODES: usize = 6;
/// The number of queries of a generated tree of version 3, each with its scope.
const QUERIES: usize = 20;

/// A site.
pub(super) struct Site {
    pub(super) directory: PathBuf,
    /// The path of the configuration.
    config: PathBuf,
    /// The configuration of the global layer.
    global: Option<PathBuf>,
    pub(super) nodes: Vec<(String, Value)>,
    /// Whether it is an environment of version 5.
    is_environment: bool,
    /// The program whose answers are compared.
    program: PathBuf,
}

/// The answers of lookups, with their places.
pub(super) struct Lookups {
    pub(super) keys: Vec<String>,
    /// By node and key.
    pub(super) answers: Vec<Vec<ShownAnswer>>,
}

impl Site {
    /// A random site with its facts.
    pub(super) fn generate(program: &Path, directory: &Path, random: &mut Random) -> Result<Self, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", directory.display());
        let (config, nodes) = if random.one_in(3) {
            lookups::tree::write(directory, random, QUERIES).map_err(fault)?;
            add_to_version_3(directory, random).map_err(fault)?;
            (directory.join("hiera.yaml"), scopes(directory)?)
        } else {
            hiera5::tree::write(directory, random).map_err(fault)?;
            add_to_version_5(directory, random).map_err(fault)?;
            (directory.join("environment/hiera.yaml"), facts(&directory.join("facts"))?)
        };
        Self::new(program, directory, config, nodes)
    }

    /// A copy of a site of the corpus.
    pub(super) fn of_corpus(program: &Path, source: &Path, directory: &Path) -> Result<Self, String> {
        let _ = fs::remove_dir_all(directory);
        copy_directory(source, directory).map_err(|e| e.to_string())?;
        Self::new(program, directory, directory.join("hiera.yaml"), scopes(directory)?)
    }

    fn new(
        program: &Path,
        directory: &Path,
        config: PathBuf,
        mut nodes: Vec<(String, Value)>,
    ) -> Result<Self, String> {
        let program = program.to_owned();
        let global = Some(directory.join("global/hiera.yaml")).filter(|path| path.is_file());
        nodes.truncate(NODES);
        let is_environment = config.parent().is_some_and(|directory| directory.ends_with("environment"));
        let site = Self { directory: directory.to_owned(), config, global, nodes, is_environment, program };
        let all = site.nodes.iter().map(|(name, scope)| (Value::text(name.as_str()), scope.clone()));
        write(&site.nodes_file(), &json(&Value::Hash(all.collect::<Hash>())))?;
        for (number, (_, scope)) in site.nodes.iter().enumerate() {
            write(&site.node_file(number), &json(scope))?;
        }
        write(&site.empty_config(), "version: 5\nhierarchy: [{name: none, path: none.yaml}]\n")?;
        Ok(site)
    }

    fn nodes_file(&self) -> PathBuf {
        self.directory.join("nodes.json")
    }

    fn node_file(&self, node: usize) -> PathBuf {
        self.directory.join(format!("node{node}.json"))
    }

    fn empty_config(&self) -> PathBuf {
        self.directory.join("none/hiera.yaml")
    }

    /// The message about a program that cannot be run.
    fn fault(&self, error: &std::io::Error) -> String {
        format!("{}: {error}", self.program.display())
    }

    /// The output of the program; nothing if the site cannot be used.
    fn output(&self, arguments: &[&str]) -> Result<Option<String>, String> {
        let mut command = Command::new(&self.program);
        command.arg("hiera").args(arguments).arg("--keep-encrypted");
        if let Some(global) = &self.global {
            command.arg("--global").arg(global);
        }
        let output = command.output().map_err(|e| self.fault(&e))?;
        let text = String::from_utf8(output.stdout).map_err(|e| e.to_string())?;
        match output.status.code() {
            Some(0 | 1) => Ok(Some(text).filter(|text| !text.is_empty() || output.status.success())),
            _ => Err(format!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr))),
        }
    }

    /// The answer of every key for every node, by `hiera lookup`, with the places of `hiera keys`.
    pub(super) fn lookups(&self) -> Result<Option<Lookups>, String> {
        let config = self.config.display().to_string();
        let Some(all) = self.output(&["keys", "--as", "json", "--config", &config])? else { return Ok(None) };
        let keys: Vec<String> = lines(&all)?.iter().map(|line| text(line, "key")).collect();
        if keys.is_empty() || self.nodes.is_empty() {
            return Ok(None);
        }
        let queries = self.directory.join("queries.jsonl");
        let mut answers = Vec::new();
        for (number, (_, scope)) in self.nodes.iter().enumerate() {
            let query = |key: &String| {
                let entries = [("key", Value::text(&*quoted_key(key))), ("scope", scope.clone())];
                json(&Value::Hash(
                    entries.map(|(name, value)| (Value::text(name), value)).into_iter().collect(),
                ))
            };
            write(&queries, &keys.iter().map(|key| query(key) + "\n").collect::<String>())?;
            let file = queries.display().to_string();
            let found = self.output(&["lookup", "--queries", &file, "--config", &config])?;
            let Some(found) = found else { return Ok(None) };
            let node = self.node_file(number).display().to_string();
            let places = self.output(&["keys", "--as", "json", "--config", &config, "--scope", &node])?;
            let places = lines(&places.unwrap_or_default())?;
            let places: BTreeMap<String, _> =
                places.iter().map(|line| (text(line, "key"), self.places(line.get("places")))).collect();
            let answer = |(key, line): (&String, &Value)| ShownAnswer {
                outcome: without_class(outcome(line)),
                places: Some(places.get(key).cloned().unwrap_or_default()),
            };
            answers.push(keys.iter().zip(&lines(&found)?).map(answer).collect());
        }
        Ok(Some(Lookups { keys, answers }))
    }

    /// The answers that the pages of a report show.
    pub(super) fn pages(&self) -> Result<Option<Pages>, String> {
        let (config, nodes) = (self.config.display().to_string(), self.nodes_file().display().to_string());
        let out = self.directory.join("report");
        let _ = fs::remove_dir_all(&out);
        self.output(&["report", &config, "--scopes", &nodes, "-o", &out.display().to_string()])?;
        if !out.exists() {
            return Ok(None);
        }
        Pages::read(&out, |file| self.file(file)).map(Some)
    }

    /// What `hiera why-not` shows.
    pub(super) fn why_not(&self, node: usize, key: &str) -> Result<ShownAnswer, String> {
        let (config, node) = (self.config.display().to_string(), self.node_file(node).display().to_string());
        let key = quoted_key(key);
        let found = self.output(&["why-not", &key, "--as", "json", "--config", &config, "--scope", &node])?;
        let line = lines(&found.unwrap_or_default())?.into_iter().next().unwrap_or_default();
        let places = Some(self.places(line.get("places")));
        Ok(ShownAnswer { outcome: outcome(&line), places })
    }

    /// Whether the site without data has answers as well: those of the global layer.
    pub(super) fn has_global(&self) -> bool {
        self.global.is_some()
    }

    /// What `lookup` gives in a site of bindings whose only layer is this tree; nothing for keys that have other names
    /// there. A lookup that fails and one without an answer are not distinguished.
    pub(super) fn bound(&self, node: usize, key: &str) -> Result<Option<ShownAnswer>, String> {
        let is_plain = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
        let Some(directory) =
            self.config.parent().filter(|_| is_plain && self.is_environment && self.global.is_none())
        else {
            return Ok(None);
        };
        // The commands for Hiera data do not read manifests, so the site of bindings may be in the same directory.
        let manifest = directory.join("manifests/site.pp");
        if !manifest.exists() {
            write(&manifest, "site { bindings => [layer { 'tree': include => 'hiera:/hiera.yaml' }] }\n")?;
        }
        let (directory, facts) =
            (directory.display().to_string(), self.node_file(node).display().to_string());
        let arguments = ["lookup", key, "--site", &directory, "--facts", &facts, "--keep-encrypted"];
        let output = Command::new(&self.program).args(arguments).output().map_err(|e| self.fault(&e))?;
        let text = String::from_utf8(output.stdout).map_err(|e| e.to_string())?;
        let outcome = match text.trim() {
            "" => Outcome::Error(String::new()),
            json => match read_value(&Source::new("output", json)).map_err(|problem| problem.to_string())? {
                Value::Nil => Outcome::Nothing,
                value => Outcome::Value(value),
            },
        };
        Ok(Some(ShownAnswer { outcome, places: None }))
    }

    /// What `hiera diff` shows of this site beside one without data, by key and node.
    pub(super) fn diff(&self) -> Result<BTreeMap<(String, String), ShownAnswer>, String> {
        let (config, nodes) = (self.config.display().to_string(), self.nodes_file().display().to_string());
        let none = self.empty_config().display().to_string();
        let mut arguments = vec!["diff", &config, &none, "--scopes", &nodes, "--as", "json"];
        arguments.push("--exit-zero");
        let found = self.output(&arguments)?.unwrap_or_default();
        let mut shown = BTreeMap::new();
        for change in lines(&found)?.iter().filter(|change| change.get("key").is_some()) {
            let (key, before) = (text(change, "key"), change.get("before").cloned().unwrap_or_default());
            let places = Some(self.places(before.get("places")));
            let answer = ShownAnswer { outcome: outcome(&before), places };
            let Some(Value::Array(names)) = change.get("nodes") else { continue };
            for name in names.iter().filter_map(Value::as_text) {
                shown.insert((key.clone(), name.to_owned()), answer.clone());
            }
        }
        Ok(shown)
    }

    fn places(&self, list: Option<&Value>) -> Vec<(String, i64)> {
        let Some(Value::Array(list)) = list else { return Vec::new() };
        let place = |place: &Value| {
            let line = match place.get("line") {
                Some(Value::Integer(line)) => *line,
                _ => 0,
            };
            (self.file(&text(place, "file")), line)
        };
        list.iter().map(place).collect()
    }

    /// The path of a file below the directory of the site.
    fn file(&self, name: &str) -> String {
        Path::new(name)
            .strip_prefix(&self.directory)
            .map_or(name.to_owned(), |path| path.display().to_string())
    }
}

/// The outcome that an object with `value` or `error` describes.
pub(super) fn outcome(line: &Value) -> Outcome {
    match (line.get("error"), line.get("value")) {
        (Some(error), _) if !matches!(error, Value::Nil) => {
            Outcome::Error(error.as_text().unwrap_or_default().to_owned())
        }
        (_, None | Some(Value::Nil)) => Outcome::Nothing,
        (_, Some(value)) => Outcome::Value(value.clone()),
    }
}

/// The outcome of a query, whose errors begin with their class.
fn without_class(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Error(message) => {
            Outcome::Error(message.split_once(": ").map_or(message.as_str(), |(_, rest)| rest).to_owned())
        }
        outcome => outcome,
    }
}

fn text(object: &Value, name: &str) -> String {
    object.get(name).and_then(Value::as_text).unwrap_or_default().to_owned()
}

fn lines(text: &str) -> Result<Vec<Value>, String> {
    let read =
        |line| read_value(&Source::new("output", line)).map_err(|problem| format!("{problem}: {line}"));
    text.lines().map(read).collect()
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// The distinct scopes of the queries of a tree of version 3.
fn scopes(directory: &Path) -> Result<Vec<(String, Value)>, String> {
    let path = directory.join("queries.jsonl");
    let queries = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut known = BTreeSet::new();
    let mut scopes = Vec::new();
    for query in lines(&queries)? {
        let Some(scope @ Value::Hash(_)) = query.get("scope") else { continue };
        if known.insert(json(scope)) {
            scopes.push((format!("node{}", scopes.len()), scope.clone()));
        }
    }
    Ok(scopes)
}

/// The facts of a tree of version 5.
fn facts(directory: &Path) -> Result<Vec<(String, Value)>, String> {
    let entries =
        fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?.flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let scope =
            read_scope(&Source::new("facts", text.as_str())).map_err(|problems| problems.to_string())?;
        Ok((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), Value::Hash(scope)))
    };
    paths.iter().map(read).collect()
}
