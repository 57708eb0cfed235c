//! Compares catalogs with those of Puppet: `tests/data/catalogs` and `tests/data/essays` have manifests, and what
//! Puppet answered for them. Where Puppet has an error, our problem is in a file beside.

#![expect(clippy::disallowed_methods, reason = "the data of tests are files")]

use super::{BuildResult, Node};
use crate::environment::{Environment, EnvironmentOptions};
use crate::json::{Layout, write};
use modelwright_evaluation::evaluate::EvaluationLimits;
use modelwright_files::{FileAccess, Memory};
use modelwright_hiera::facts;
use modelwright_hiera::store::{Value, to_evaluated};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/catalogs")
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(text: &str) -> Value {
    facts::read(&Source::new("answer.json", text)).expect("JSON")
}

/// The node of all tests.
pub(crate) fn node(name: &str) -> Node {
    let Value::Hash(facts) = json(&read(&directory().join("facts.json"))) else { panic!("facts are a hash") };
    let facts = facts
        .iter()
        .map(|(name, value)| (name.as_text().unwrap_or_default().to_owned(), to_evaluated(value)));
    Node::new(name, facts.collect())
}

fn options(limits: EvaluationLimits) -> EnvironmentOptions {
    EnvironmentOptions { name: Some("production".to_owned()), limits, ..EnvironmentOptions::default() }
}

/// The environment of a manifest alone.
pub(crate) fn load(text: &str, limits: EvaluationLimits) -> Result<Environment, Diagnostics> {
    let (mut environment, _) =
        Environment::load(&FileAccess::default(), &directory().join("no-environment"), &options(limits))?;
    environment.add_manifest("site.pp", text)?;
    Ok(environment)
}

/// The result for a manifest without an environment.
fn build(text: &str, limits: EvaluationLimits) -> Result<BuildResult, Diagnostics> {
    Ok(load(text, limits)?.build(&node("node.example.com")))
}

/// A problem as text: its message, and the place and the text of each label.
fn shown(problem: &Diagnostic) -> String {
    let mut out = format!("{}: {}", problem.code, problem.message);
    for label in &problem.labels {
        let place = label.source.position(label.range.start);
        let name = label.source.name().rsplit('/').next().unwrap_or_default();
        let _ = write!(out, "\n    {name}:{}:{} {}", place.line, place.column, label.text);
    }
    out
}

/// What differs from the answer of Puppet; our problem, if there is one.
pub(crate) fn compare(
    ours: Result<BuildResult, Diagnostics>,
    puppet: &str,
    differences: &mut String,
) -> String {
    let puppet = json(puppet);
    let (result, problems) = match ours {
        Ok(result) => {
            let problems = result.problems.iter().map(shown).collect::<Vec<_>>();
            (Some(result), problems)
        }
        Err(problems) => (None, problems.iter().map(shown).collect()),
    };
    let catalog = result.as_ref().and_then(|result| result.catalog.as_ref());
    match (puppet.get("catalog"), catalog) {
        (Some(Value::Hash(expected)), Some(catalog)) => {
            let written = write(catalog, Layout::Compact).expect("edges have resources");
            let root = format!("{}/", directory().display());
            let found = json(&written.replace(&root, "").replace(&cwd(), ""));
            for (key, value) in expected {
                let found = found.get(key.as_text().unwrap_or_default());
                // Texts also show the order of parameters, which equality does not.
                let [value, found] = [Some(value), found].map(|value| value.map(text));
                if value != found {
                    let _ = writeln!(differences, "{key:?}\n  Puppet {value:?}\n  ours   {found:?}");
                }
            }
        }
        (Some(_), None) => {
            let _ = writeln!(differences, "Puppet has a catalog, but: {}", problems.join("\n"));
        }
        (None, Some(_)) => {
            let _ = writeln!(differences, "Puppet has an error: {:?}", puppet.get("error"));
        }
        _ => {}
    }
    if let (Some(Value::Array(expected)), Some(result)) = (puppet.get("log"), &result) {
        let expected: Vec<String> = expected.iter().map(entry).collect();
        let is_own = |entry: &&super::LogEntry| entry.level != "err" || entry.source != "Puppet";
        let found: Vec<String> = (result.log.iter().filter(is_own))
            .map(|entry| format!("{} {} {}", entry.level, entry.source, entry.message).replace(&cwd(), ""))
            .collect();
        if expected != found {
            let _ = writeln!(differences, "log\n  Puppet {expected:#?}\n  ours   {found:#?}");
        }
    }
    problems.join("\n")
}

/// The directory in which tests run, with a slash at its end.
fn cwd() -> String {
    std::env::current_dir().map_or(String::new(), |path| format!("{}/", path.display()))
}

/// The text of a value, in which the keys of resources that Puppet writes in varying order are sorted.
fn text(value: &Value) -> String {
    match value {
        Value::Hash(hash) if hash.contains_key(&Value::text("exported")) => {
            let mut keys: Vec<String> =
                hash.iter().map(|(key, value)| format!("{:?} => {}", key.as_text(), text(value))).collect();
            keys.sort();
            format!("{{{}}}", keys.join(", "))
        }
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join("\n    "),
        value => format!("{value:?}"),
    }
}

fn entry(entry: &Value) -> String {
    let part = |name: &str| entry.get(name).and_then(Value::as_text).unwrap_or_default();
    format!("{} {} {}", part("level"), part("source"), part("message"))
}

/// Compares a text with a file, or writes the file with `UPDATE_EXPECT=1`.
pub(crate) fn expect(path: &Path, found: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, found).expect("the file can be written");
    } else {
        assert_eq!(read(path), found, "{}", path.display());
    }
}

/// Compares all manifests of a file.
fn check(path: &Path) {
    let text = read(path);
    let answers = read(&path.with_extension("json"));
    let manifests: Vec<&str> = text.split("\n#----\n").collect();
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(manifests.len(), answers.len(), "{}", path.display());
    let mut problems = String::new();
    for (manifest, answer) in manifests.iter().zip(answers) {
        let mut differences = String::new();
        let problem = compare(build(manifest, options_limits()), answer, &mut differences);
        assert!(differences.is_empty(), "{}: {manifest}\n{differences}", path.display());
        if !problem.is_empty() {
            let first = manifest.lines().next().unwrap_or_default();
            let _ = writeln!(problems, "{first}\n{problem}\n");
        }
    }
    expect(&path.with_extension("problems.txt"), &problems);
}

pub(crate) fn options_limits() -> EvaluationLimits {
    // Less than usual, so that manifests without end fail soon.
    EvaluationLimits { steps: 3_000_000, ..EnvironmentOptions::default().limits }
}

/// The files with manifests in a directory.
fn manifests_of(directory: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory)
        .expect("the directory exists")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pp"))
        .collect();
    paths.sort();
    assert!(paths.len() > 10);
    paths
}

/// Compares all files with manifests in a directory.
fn check_all(directory: &Path) {
    manifests_of(directory).iter().for_each(|path| check(path));
}

#[test]
fn catalogs_are_those_of_puppet() {
    check_all(&directory());
}

/// What `docs/language/essays.md` lists of order, evaluation and assignment.
#[test]
fn the_statements_of_the_essays_have_the_catalogs_of_puppet() {
    check_all(&directory().with_file_name("essays"));
}

#[test]
fn a_site_with_modules_and_data_has_the_catalogs_of_puppet() {
    let site = directory().join("site");
    let (environment, problems) =
        Environment::load(&FileAccess::default(), &site, &options(options_limits())).expect("a site");
    assert!(problems.is_empty(), "{problems:?}");
    for name in ["web1.example.com", "other"] {
        let answer = read(&site.join(format!("{name}.json")));
        let mut differences = String::new();
        let problem = compare(Ok(environment.build(&node(name))), &answer, &mut differences);
        assert!(differences.is_empty() && problem.is_empty(), "{name}: {differences}{problem}");
    }
}

/// As Puppet: definitions alone, with names that begin with that of the file.
#[test]
fn files_of_modules_contain_what_their_names_promise() {
    let cases = [
        ("class m {}\nclass m::inner {}\ndefine m::d {}\nfunction m::f() { 1 }\ntype M::T = Integer\n", None),
        ("# Nothing but a comment.\n", Some("there is no class `m`")),
        ("class m {}\nnotice('x')\n", Some("a file of a module can only contain definitions")),
        ("class m {}\nClass['a'] -> Class['b']\n", Some("a file of a module can only contain definitions")),
        ("class m {}\nnode default {}\n", Some("a file of a module can only contain definitions")),
        (
            "class m {}\nclass other {}\n",
            Some("`other` cannot be defined in this file: names in it must begin with `m`"),
        ),
    ];
    for (text, expected) in cases {
        let files = [("/e/manifests/site.pp", "include m\n"), ("/e/modules/m/manifests/init.pp", text)];
        let files = files.map(|(path, text)| (PathBuf::from(path), text.as_bytes().to_vec()));
        let access = FileAccess { files: Arc::new(Memory::from_iter(files)), ..FileAccess::default() };
        let environment = Environment::load(&access, Path::new("/e"), &options(options_limits()));
        let (environment, _) = environment.expect("an environment");
        let built = environment.build(&node("node.example.com"));
        let problem = built.problems.iter().next().map(|problem| problem.message.as_str());
        assert_eq!(problem, expected, "{text}");
    }
}

/// Manifests that try to take all time or memory, or to read what is not theirs: `tests/data/hostile` has what becomes
/// of each.
#[test]
fn hostile_manifests_end_with_a_catalog_or_a_problem() {
    let directory = directory().with_file_name("hostile");
    for path in manifests_of(&directory) {
        let mut found = String::new();
        for manifest in read(&path).split("\n#----\n") {
            let _ = match build(manifest, options_limits()) {
                Ok(BuildResult { catalog: Some(catalog), problems, .. }) => {
                    let problems: Vec<_> = problems.iter().map(shown).collect();
                    writeln!(found, "{} resources\n{}", catalog.resources.len(), problems.join("\n"))
                }
                Ok(result) => {
                    writeln!(found, "{}", result.problems.iter().map(shown).collect::<Vec<_>>().join("\n"))
                }
                Err(problems) => {
                    writeln!(found, "{}", problems.iter().map(shown).collect::<Vec<_>>().join("\n"))
                }
            };
        }
        expect(&path.with_extension("txt"), &found);
    }
}
