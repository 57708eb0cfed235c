//! The data of reports: what pages refer to exists, equal accounts are shared, and no text ends its place.

use super::{ReportFile, ReportedEnvironment, report};
use crate::builder::Node;
use crate::compare::Comparison;
use crate::environment::{Environment, EnvironmentOptions};
use crate::model::Catalog;
use modelwright_evaluation::evaluate::Value;
use modelwright_files::FileAccess;
use modelwright_hiera::facts;
use modelwright_hiera::store::Value as Json;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::path::Path;

const MANIFEST: &str = "\
class c ($text = 'shared') {
  file { '/a': content => $text }
  -> notify { '</script><b>\\'\"': message => \"for ${facts['rack']}\" }
  notify { 'secret': message => Sensitive('hidden-value'), require => File['/a'] }
}
include c
";

/// The catalogs of three nodes, of which the first two have the same facts.
fn catalogs(manifest: &str) -> Vec<(String, Catalog)> {
    let options = EnvironmentOptions { name: Some("production".to_owned()), ..EnvironmentOptions::default() };
    let directory = Path::new("no-environment");
    let (mut environment, _) =
        Environment::load(&FileAccess::default(), directory, &options).expect("an environment");
    environment.add_manifest("site.pp", manifest).expect("a manifest");
    let node = |name: &str, fact: &str| {
        let facts = vec![("rack".to_owned(), Value::string(fact))];
        let built = environment.build(&Node::new(name, facts));
        (name.to_owned(), built.catalog.expect("a catalog"))
    };
    vec![node("a", "x"), node("b", "x"), node("c", "y")]
}

fn environment(name: &str, catalogs: &[(String, Catalog)]) -> ReportedEnvironment {
    let mut environment = ReportedEnvironment::new(name);
    for (node, catalog) in catalogs {
        assert!(environment.add(node, Ok(catalog)).is_empty());
    }
    assert!(environment.add("none", Err(&Diagnostics::new())).is_empty());
    environment
}

/// The items of the only part of a kind.
fn items(files: &[ReportFile], name: &str) -> Vec<Json> {
    let part = files.iter().find(|file| file.path == format!("data/{name}-0.js")).expect("a part");
    let (_, items) = part.text.split_once("JSON.parse('").expect("a part");
    let items = items.trim_end().trim_end_matches("'));");
    let text = items.replace("\\\n", "\n").replace("\\'", "'").replace("\\\\", "\\");
    match facts::read(&Source::new("part.json", text)).expect("JSON") {
        Json::Array(items) => items.to_vec(),
        other => panic!("{other:?}"),
    }
}

fn list<'j>(value: &'j Json, name: &str) -> &'j [Json] {
    match value.get(name) {
        Some(Json::Array(items)) => items,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn equal_accounts_are_shared_and_all_numbers_name_resources() {
    let catalogs = catalogs(MANIFEST);
    let files = report(&[environment("site", &catalogs)], None);
    assert_eq!(files[0].path, "index.html");
    let resources = items(&files, "0-resources");
    assert_eq!(resources.len(), catalogs[0].1.resources.len());
    let accounts = |at: usize| match &resources[at] {
        Json::Array(accounts) => accounts.clone(),
        other => panic!("{other:?}"),
    };
    let mut shapes = Vec::new();
    for at in 0..resources.len() {
        for found in accounts(at).iter() {
            let account = found.get("account").expect("an account");
            let linked =
                ["after", "before"].into_iter().flat_map(|name| list(account, name)).map(|link| match link {
                    Json::Array(link) => link[0].clone(),
                    other => panic!("{other:?}"),
                });
            let contained =
                ["containers", "contents"].into_iter().flat_map(|name| list(account, name)).cloned();
            for number in linked.chain(contained) {
                assert!(matches!(number, Json::Integer(number) if (number as usize) < resources.len()));
            }
            shapes.push(list(found, "nodes").to_vec());
        }
    }
    // Only the message of one resource depends on the node.
    let all = vec![Json::Integer(0), Json::Integer(2)];
    assert_eq!(shapes.iter().filter(|shape| **shape == all).count(), resources.len() - 1);
    assert_eq!(items(&files, "0-nodes").len(), 4);
}

#[test]
fn secrets_are_not_in_the_files_and_the_same_catalogs_give_the_same_bytes() {
    let before = catalogs(MANIFEST);
    let after = catalogs(&MANIFEST.replace("hidden-value", "other-value").replace("'shared'", "'changed'"));
    let files = || {
        let mut comparison = Comparison::default();
        for ((node, before), (_, after)) in before.iter().zip(&after) {
            comparison.add(node, before, after, &[]);
        }
        report(&[environment("before", &before), environment("after", &after)], Some(&comparison))
    };
    let written = files();
    assert_eq!(written, files());
    assert_eq!(items(&written, "1-changes").len(), 3);
    for ReportFile { path, text } in &written {
        assert!(!text.contains("hidden-value") && !text.contains("other-value"), "{path}");
    }
}

#[test]
fn failures_and_reasons_of_values_that_are_not_known_are_in_the_files() {
    let catalogs = catalogs("notify { 'n': message => [generate('/bin/x'), 1.0] }\n");
    let mut reported = environment("site", &catalogs);
    let mut problems = Diagnostics::new();
    problems.push(Diagnostic::error(codes::CATALOG_MISSING, "there is no class `absent`"));
    reported.add("failed", Err(&problems));
    let files = report(&[reported], None);
    let nodes = items(&files, "0-nodes");
    let found = nodes.last().map(|node| list(node, "problems").to_vec()).unwrap_or_default();
    let [Json::Array(problem)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(problem[2], Json::text("there is no class `absent`"));
    let all: String = files.iter().map(|file| file.text.as_str()).collect();
    let expected = r#"[{"$shown":"unknown (the function `generate` is not supported: it runs a program)"},{"$number":"1.0"}]"#;
    assert!(all.contains(expected) && !all.contains("__ptype"));
}

#[test]
fn a_value_that_becomes_a_secret_is_a_change_without_the_value() {
    let before = catalogs("notify { 'n': message => 'same-value', tag => 'x' }\n");
    let after = catalogs("notify { 'n': message => Sensitive('same-value'), tag => 'x' }\n");
    let mut comparison = Comparison::default();
    for ((node, before), (_, after)) in before.iter().zip(&after) {
        comparison.add(node, before, after, &[]);
        comparison.add(node, before, before, &[]);
        comparison.add(node, after, after, &[]);
    }
    let changes: Vec<_> = comparison.changes().collect();
    let [(change, nodes)] = changes.as_slice() else { panic!("{changes:?}") };
    assert_eq!((change.resource.as_str(), nodes.len(), change.parameters.len()), ("Notify[n]", 3, 1));
    let sides = [&change.parameters[0].before, &change.parameters[0].after];
    let shown = sides.map(|side| side.as_ref().map_or("", |side| side.json.as_str()));
    assert_eq!(shown, ["\"not marked as a secret\"", "\"Sensitive [value redacted]\""]);
    assert!(!change.parameters[0].is_hidden());
}
