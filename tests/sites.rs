//! Sites of bindings, each named after its hazard: what the check reports, and the answers of lookups.
//!
//! Each file in `sites/` is named after a section of ARM-8, or after another original document. A case is `#### name`, then files after `--- path` (without a path,
//! `bindings/default.pp`), then questions: `? facts: key, key`; after `==>` are all problems for any node, and the answers.
//! A file `classifier.yaml` is the output of the ENC for all nodes, and queries search the files in `catalogs/`.
//! `UPDATE_EXPECT=1` rewrites the expectations.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[allow(dead_code, reason = "the comparison of sites uses more of it")]
#[path = "../interop/src/answered_nodes.rs"]
mod answered_nodes;

use answered_nodes::AnsweredNodes;
use modelwright::bindings::compose::{Composer, Composition};
use modelwright::bindings::enc::EncOutput;
use modelwright::bindings::inject::{Edge, Facts, Injector};
use modelwright::bindings::query::{CatalogInput, Catalogs};
use modelwright::bindings::report::{ReportedEnvironment, ReportedNode, ReportedSite, report};
use modelwright::bindings::request::{NodeRequest, PreparedRequest, Requests};
use modelwright::bindings::text;
use modelwright::bindings::values::write_json;
use modelwright::files::{Files, Memory};
use modelwright::generated::bindings::DocumentedElement;
use modelwright::hiera::facts::read_nodes;
use modelwright::hiera::lookup::{Hierarchy, Query};
use modelwright::store::{Hash, Value, to_evaluated};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A problem in one line, with its other positions below.
fn show(problem: &Diagnostic, out: &mut String) {
    let _ = writeln!(out, "{}", problem.to_string().replace("/site/", ""));
    for label in problem.labels.iter().skip(1) {
        let at = label.position();
        let name = label.source.name().replace("/site/", "");
        let _ = writeln!(out, "    {name}:{}:{}: {}", at.line, at.column, label.text);
    }
}

fn show_all(problems: &Diagnostics, out: &mut String) {
    problems.iter().for_each(|problem| show(problem, out));
}

/// The variables of a question: `name=value`, where numbers and truth values have their types.
fn facts(text: &str) -> (Hash, Option<String>) {
    let mut facts = Hash::default();
    let mut environment = None;
    for (name, value) in text.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        if name == "env" {
            environment = Some(value.to_owned());
            continue;
        }
        let value = match value {
            "true" | "false" => Value::Bool(value == "true"),
            "[]" => Value::Array(Vec::new()),
            _ => value.parse().map_or_else(|_| Value::text(value), Value::Integer),
        };
        facts.insert(Value::text(name), value);
    }
    (facts, environment)
}

/// The environment of a request, what decided it, and its directories.
fn environment(request: &PreparedRequest) -> String {
    let directories = &request.directories;
    let path = |path: &Path| match path.strip_prefix("/site") {
        Ok(inner) if inner.as_os_str().is_empty() => ".".to_owned(),
        Ok(inner) => inner.to_string_lossy().into_owned(),
        Err(_) => path.to_string_lossy().into_owned(),
    };
    let all = |paths: &[PathBuf]| paths.iter().map(|one| path(one)).collect::<Vec<_>>().join(", ");
    format!(
        "environment {} (by {})\n  envdir {}, modules {}\n  manifests {}, bindings {}\n",
        request.environment,
        request.decided_by.replace("/site/", ""),
        path(&directories.envdir),
        all(&directories.modulepath),
        all(&directories.manifests),
        path(&directories.bindingsdir)
    )
}

/// The output of the ENC, if the case has one; its problems are shown.
fn enc_output(text: Option<&str>, out: &mut String) -> Option<EncOutput> {
    match EncOutput::read(&Source::new("classifier.yaml", text?)) {
        Ok((output, problems)) => {
            show_all(&problems, out);
            Some(output)
        }
        Err(problems) => {
            show_all(&problems, out);
            None
        }
    }
}

fn answer(injector: &Injector, key: &str, out: &mut String) {
    if let Some(name) = key.strip_prefix("explain ") {
        let _ = write!(out, "{}", injector.explain(name).to_string().replace("/site/", ""));
        return;
    }
    if let Some(name) = key.strip_prefix("all ") {
        let values = injector
            .lookup_all(name)
            .map(|all| all.iter().map(|value| value.to_literal()).collect::<Vec<_>>());
        let _ = writeln!(
            out,
            "{key} = {}",
            values.map_or_else(|problem| problem.to_string(), |all| all.join(" then "))
        );
        return;
    }
    let found = match key.split_once(' ') {
        Some(("type", ty)) => injector.lookup_type(ty),
        Some((ty, name)) => injector.lookup(Some(ty), name),
        None => injector.lookup(None, key),
    };
    match found {
        Ok(Some(value)) => {
            let _ = writeln!(out, "{key} = {}", value.to_literal());
        }
        Ok(None) => {
            let _ = writeln!(out, "{key} is not bound");
        }
        Err(problem) => {
            let _ = write!(out, "{key} fails: ");
            show(&problem, out);
        }
    }
}

/// The files of a case, the output of the ENC, and the questions.
fn read_case(case: &str) -> (Memory, Option<String>, Vec<&str>) {
    let files = Memory::new();
    let (mut path, mut text) = ("bindings/default.pp", String::new());
    let mut questions = Vec::new();
    let mut enc = None;
    let mut write = |path: &str, text: &str| {
        if path == "classifier.yaml" {
            enc = Some(text.to_owned());
        } else if !text.is_empty() {
            files.write(Path::new("/site").join(path), text).expect("a path that is free");
        }
    };
    for line in case.lines() {
        if let Some(next) = line.strip_prefix("--- ") {
            write(path, &text);
            (path, text) = (next, String::new());
        } else if let Some(question) =
            line.strip_prefix("? ").or_else(|| line.strip_prefix("?:").map(|_| &line[1..]))
        {
            questions.push(question);
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    write(path, &text);
    files.write("/site/README", "").expect("a path that is free");
    (files, enc, questions)
}

/// The catalogs of a case that the queries of a composition search, if it has some.
fn catalogs(composition: &Composition, workspace: &Workspace, out: &mut String) -> Option<Arc<Catalogs>> {
    let directory = PathBuf::from("/site/catalogs");
    workspace.files.is_directory(&directory).then(|| {
        let types = composition.queried_types();
        let (catalogs, found) =
            Catalogs::load(&[CatalogInput::Path(directory)], types, &workspace.site_access());
        show_all(&found, out);
        Arc::new(catalogs)
    })
}

/// What is reported for a case, and the answers to its questions.
fn outcome(case: &str) -> String {
    let (files, enc, questions) = read_case(case);
    let workspace = Workspace { files: Arc::new(files) as Arc<dyn Files>, ..Workspace::default() };
    let mut out = String::new();
    let enc = enc_output(enc.as_deref(), &mut out);
    let requests = Requests::new(Path::new("/site"), workspace.site_access()).expect("a directory");
    let names = requests.environments();
    let all: Vec<PreparedRequest> = names.iter().map(|name| requests.without_node(name)).collect();
    show_all(&requests.check(&all), &mut out);
    for question in questions {
        let (given, keys) = question.split_once(": ").expect("facts and keys");
        let (facts, name) = facts(given);
        let request = NodeRequest { facts: &facts, enc: enc.as_ref(), environment: name.as_deref() };
        let request = requests.prepare(&request);
        let (injector, problems) = Injector::with_problems(&request.composition, &request.facts);
        let injector = match catalogs(&request.composition, &workspace, &mut out) {
            Some(catalogs) => injector.with_catalogs(catalogs),
            None => injector,
        };
        let _ = writeln!(out, "? {}", given.trim());
        show_all(&request.problems, &mut out);
        show_all(&problems, &mut out);
        for key in keys.split(", ").map(str::trim) {
            match key {
                "environment" => out.push_str(&environment(&request)),
                "edges" => {
                    for Edge { source, resource, target, key } in injector.edges() {
                        let _ = writeln!(out, "edge {source} {resource} -> {target} {key}");
                    }
                }
                key => answer(&injector, key, &mut out),
            }
        }
    }
    out
}

/// The differences between the table of a case and lookups. Nodes have the facts of a question, and each value that
/// another question has for one of them.
fn differences_of_table(case: &str, numbers: &mut [usize; 2]) -> Vec<String> {
    let (files, enc, questions) = read_case(case);
    let workspace = Workspace { files: Arc::new(files) as Arc<dyn Files>, ..Workspace::default() };
    let enc = enc_output(enc.as_deref(), &mut String::new());
    let requests = Requests::new(Path::new("/site"), workspace.site_access()).expect("a directory");
    let asked: Vec<_> =
        questions.iter().filter_map(|question| Some(facts(question.split_once(": ")?.0))).collect();
    let mut nodes = Vec::new();
    for (own, environment) in &asked {
        let changed = asked.iter().flat_map(|(other, _)| other).map(|(name, value)| {
            let mut changed = own.clone();
            changed.insert(name.clone(), value.clone());
            changed
        });
        for (at, mut facts) in std::iter::once(own.clone()).chain(changed).enumerate() {
            // No binding reads it.
            facts.insert(Value::text("number of this node"), Value::Integer(at as i64));
            let environment = environment.as_deref();
            let request = requests.prepare(&NodeRequest { facts: &facts, enc: enc.as_ref(), environment });
            nodes.push((request.composition, request.facts));
        }
    }
    let Some((composition, _)) = nodes.first() else { return Vec::new() };
    let catalogs = catalogs(composition, &workspace, &mut String::new());
    let answered = AnsweredNodes::of_site(&nodes, catalogs.as_ref(), &[]).expect("a table");
    *numbers = [numbers[0] + answered.nodes(), numbers[1] + answered.groups()];
    let differences = answered.differences();
    differences.filter_map(|(key, difference)| Some(format!("{key}: {}", difference?))).collect()
}

#[test]
fn tables_contain_what_lookups_answer() {
    let (mut failures, mut numbers) = (String::new(), [0; 2]);
    for path in paths_of_cases() {
        let text = std::fs::read_to_string(&path).expect("a text");
        for case in text.split_inclusive('\n').collect::<String>().split("#### ").skip(1) {
            let (input, _) = case.split_once("==>\n").unwrap_or((case, ""));
            let (name, body) = input.split_once('\n').expect("a name and a text");
            for difference in differences_of_table(body, &mut numbers) {
                let _ = writeln!(failures, "{}: {name}: {difference}", path.display());
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    // The comparison does not pass because each node is a group.
    assert!(numbers[0] >= 500 && numbers[1] * 2 < numbers[0], "nodes and groups: {numbers:?}");
}

fn paths_of_cases() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    let entries = std::fs::read_dir(&directory).expect("the directory of cases");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn sites_have_the_problems_and_answers_that_are_expected() {
    let mut failures = String::new();
    for path in paths_of_cases() {
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut updated = String::new();
        for case in text.split_inclusive('\n').collect::<String>().split("#### ").skip(1) {
            let (input, expected) = case.split_once("==>\n").unwrap_or((case, ""));
            let (name, body) = input.split_once('\n').expect("a name and a text");
            let found = outcome(body);
            if found.trim() != expected.trim() {
                let _ =
                    writeln!(failures, "{}: {name}\nfound:\n{found}expected:\n{expected}", path.display());
            }
            let _ = write!(updated, "#### {}\n==>\n{found}\n", input.trim_end());
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, format!("{}\n", updated.trim_end())).expect("a file");
        }
    }
    assert!(failures.is_empty() || std::env::var_os("UPDATE_EXPECT").is_some(), "{failures}");
}

/// A value as text.
fn json(value: &modelwright::evaluation::evaluate::Value) -> String {
    let mut out = String::new();
    write_json(value, &mut out);
    out
}

/// The differences between the answers of a tree alone and below a layer that binds another key, for all keys and the scopes of
/// the queries, and the number of comparisons.
fn compare_tree(directory: &Path) -> (Vec<String>, usize) {
    let (tree, problems) = Hierarchy::load(&directory.join("hiera.yaml"), &Workspace::default().access());
    let tree = Arc::new(tree.unwrap_or_else(|| panic!("{}: {problems}", directory.display())));
    let text = "bindings default { bind 'bound by the site' to 1 when node a { bind 'too' to 2 } }";
    let (roots, _) = text::read(&Source::new("default.pp", text));
    let mut composer = Composer::new();
    composer.layer("site", None);
    for root in &roots {
        if let DocumentedElement::NamedBindings(bindings) = root {
            composer.bindings(bindings, "default.pp");
        }
    }
    composer.layer("hiera", None);
    composer.tree(Arc::clone(&tree));
    let composition = composer.finish();
    let queries = std::fs::read_to_string(directory.join("queries.jsonl")).expect("queries");
    let queries: Vec<serde_json::Value> =
        queries.lines().map(|line| serde_json::from_str(line).expect("a query")).collect();
    let scopes: BTreeSet<String> = queries.iter().map(|query| query["scope"].to_string()).collect();
    let mut keys: BTreeSet<&str> = tree.keys();
    keys.extend(queries.iter().filter_map(|query| query["key"].as_str()));
    let (mut differences, mut compared) = (Vec::new(), 0);
    for scope in scopes {
        let list = format!("[{scope}]");
        let Ok(read) = read_nodes(&Source::new("scope.json", list), None) else { continue };
        let [(_, Value::Hash(variables))] = read.as_slice() else { continue };
        let facts = Arc::new(Facts::new(variables, None));
        let injector = Injector::new(&composition, &facts).expect("a composition without problems");
        for key in &keys {
            let alone = tree.lookup(&Query::new(key, facts.scope()));
            let alone = alone.map(|answer| answer.map(|answer| to_evaluated(&answer.to_value())));
            let below = injector.lookup(None, key);
            compared += 1;
            let is_same = match (&alone, &below) {
                (Ok(alone), Ok(below)) => alone.as_ref().map(json) == below.as_ref().map(json),
                (Err(_), Err(_)) => true,
                _ => false,
            };
            if !is_same {
                let what = format!("{key} in {scope}: alone {alone:?}, below {below:?}");
                differences.push(format!("{}: {what}", directory.display()));
            }
        }
    }
    (differences, compared)
}

#[test]
fn trees_below_a_site_answer_as_alone() {
    let entries = std::fs::read_dir("tests/lookups").expect("the directory of trees").flatten();
    let mut directories: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    directories.retain(|directory| directory.join("hiera.yaml").is_file());
    directories.sort();
    assert!(directories.len() >= 12, "only {} trees", directories.len());
    let (mut differences, mut compared) = (Vec::new(), 0);
    for directory in &directories {
        let (found, count) = compare_tree(directory);
        differences.extend(found);
        compared += count;
    }
    assert!(differences.is_empty(), "{} of {compared}:\n{}", differences.len(), differences.join("\n"));
    assert!(compared >= 100, "only {compared} lookups");
}

/// A site of a report with nodes whose only fact is their name.
fn reported_site(name: &str, text: &str, nodes: &[&str]) -> ReportedSite {
    let path = format!("/{name}/bindings/default.pp");
    let files: Arc<dyn Files> = Arc::new(Memory::from_iter([(path.as_str(), text)]));
    let workspace = Workspace { files, ..Workspace::default() };
    let directory = format!("/{name}");
    let requests = Requests::new(Path::new(&directory), workspace.site_access()).expect("a directory");
    let environment = requests.without_node("production");
    let problems = requests.check(std::slice::from_ref(&environment));
    let nodes = nodes.iter().map(|name| {
        let facts = facts(&format!("fqdn={name}")).0;
        let request = requests.prepare(&NodeRequest { facts: &facts, enc: None, environment: None });
        let PreparedRequest { environment, decided_by, composition, facts, .. } = request;
        ReportedNode { name: (*name).to_owned(), environment, decided_by, composition, facts }
    });
    let nodes = nodes.collect();
    let composition = environment.composition;
    let environments = vec![ReportedEnvironment { name: environment.environment, composition }];
    ReportedSite { name: directory, environments, nodes, problems }
}

/// Names that could end a script or start an element, values that differ between nodes, one that cannot be produced, a
/// condition that nodes fail for different reasons, a hidden binding whose value depends on the
/// node, and a parameter that has the value of its plain name.
const REPORTED: &str = "bindings default {
  bind '</script><b>' to '<img src=x>'
  bind 'port' to 80
  bind 'copy' to lookup 'port'
  bind 'broken' to lookup 'nothing'
  when node 'a' { bind 'port' to 8080 }
  when environment dev and node 'b' { bind 'port' to 8081 }
  when environment production { bind 'name' to 'production' }
  bind 'name' to $::fqdn
  when environment dev { bind parameters ntp to { servers => 'ntp.dev' } }
  when node 'a' { bind 'ntp::servers' to 'ntp.a' }
}
";

/// The data of a report about two revisions of a site.
#[test]
fn reports_show_who_wins_and_what_changes() {
    let nodes = ["a", "b", "c"];
    let changed =
        REPORTED.replace("to 80\n", "to 443\n").replace("  bind '</script><b>' to '<img src=x>'\n", "");
    let files =
        report(&[reported_site("before", REPORTED, &nodes), reported_site("after", &changed, &nodes)], None);
    assert_eq!(files[0].path, "index.html");
    let data = files.iter().filter(|file| file.path.starts_with("data/"));
    let shown: String = data.map(|file| format!("--- {}\n{}", file.path, file.text)).collect();
    let path = Path::new("tests/report/bindings.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &shown).expect("a file of the test");
    }
    assert_eq!(std::fs::read_to_string(path).expect("the expectation"), shown);
}

/// The accounts that a node shares with others are those that it has in a report of its own.
#[test]
fn reports_share_only_equal_accounts() {
    let nodes = ["a", "b", "c", "d"];
    // For each key, the account of each node.
    let accounts = |nodes: &[&str]| -> Vec<Vec<serde_json::Value>> {
        let files = report(&[reported_site("site", REPORTED, nodes)], None);
        let part = files.iter().find(|file| file.path == "data/0-accounts-0.js").expect("accounts");
        let (_, items) = part.text.split_once("JSON.parse('").expect("a part");
        let items = items.trim_end().trim_end_matches("'));");
        let text = items.replace("\\\n", "\n").replace("\\'", "'").replace("\\\\", "\\");
        let keys: Vec<serde_json::Value> = serde_json::from_str(&text).expect("JSON");
        let of_node = |key: &serde_json::Value, node: usize| {
            let at = key["nodes"][node].as_u64().unwrap_or(0);
            let number = |value: &serde_json::Value| usize::try_from(value.as_u64().expect("a number"));
            let account = &key["accounts"][usize::try_from(at).expect("a small number")];
            let [outline, values] = [0, 1].map(|part| number(&account[part]).expect("a small number"));
            serde_json::json!([key["written"], key["outlines"][outline], key["values"][values]])
        };
        keys.iter().map(|key| (0..nodes.len()).map(|node| of_node(key, node)).collect()).collect()
    };
    let shared = accounts(&nodes);
    assert_eq!(shared.len(), 7);
    for (at, node) in nodes.iter().enumerate() {
        for (together, alone) in shared.iter().zip(accounts(&[node])) {
            assert_eq!(together[at], alone[0], "{node}");
        }
    }
}
