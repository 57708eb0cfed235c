//! Trees of Hiera data as layers of sites: they answer as they do alone.

#![expect(clippy::disallowed_methods, reason = "tests read their cases")]

use modelwright::bindings::compose::Composer;
use modelwright::bindings::inject::{Facts, Injector};
use modelwright::bindings::values::write_json;
use modelwright::hiera::lookup::{Hierarchy, Query, quoted_key, read_value};
use modelwright::store::{Hash, Value, to_evaluated};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use std::path::Path;
use std::sync::Arc;

/// The variables of a query under their names with and without leading colons, and the environment.
fn scope(written: &Value) -> (Hash, Value) {
    let mut plain = Hash::default();
    if let Value::Hash(written) = written {
        for (name, value) in written {
            let name = name.as_text().unwrap_or_default();
            plain.insert(Value::text(name.strip_prefix("::").unwrap_or(name)), value.clone());
        }
    }
    plain.insert(Value::text("environment"), Value::text("test"));
    let mut scope = plain.clone();
    scope.insert(Value::text("agent_environment"), Value::text("test"));
    for (name, value) in scope.clone() {
        scope.insert(Value::text(format!("::{}", name.as_text().unwrap_or_default())), value);
    }
    (plain, Value::Hash(scope))
}

fn json(value: &modelwright::evaluation::evaluate::Value) -> String {
    let mut text = String::new();
    write_json(value, &mut text);
    text
}

#[test]
fn trees_answer_as_alone() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lookups");
    let mut compared = 0;
    for site in std::fs::read_dir(directory).expect("the directory of trees") {
        let site = site.expect("an entry").path();
        let (Some(tree), _) = Hierarchy::load(&site.join("hiera.yaml"), &Workspace::default().access())
        else {
            continue;
        };
        let tree = Arc::new(tree);
        let mut composer = Composer::new();
        composer.layer("site", None);
        composer.layer("data", None);
        composer.tree(Arc::clone(&tree));
        let composition = composer.finish();
        let queries = std::fs::read_to_string(site.join("queries.jsonl")).expect("the queries");
        let mut scopes: Vec<Value> = Vec::new();
        for query in queries.lines() {
            let query = read_value(&Source::new("query", query)).expect("a query");
            let scope = query.get("scope").cloned().unwrap_or_default();
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        for written in scopes.iter().take(5) {
            let (plain, scope) = scope(written);
            let (injector, _) =
                Injector::with_problems(&composition, &Arc::new(Facts::new(&plain, Some("test"))));
            for key in tree.keys() {
                let key = quoted_key(key);
                let alone = tree
                    .lookup(&Query::new(&key, &scope))
                    .map(|answer| answer.map(|answer| answer.to_value()));
                let found = injector.lookup(None, &key);
                match (alone, found) {
                    (Ok(alone), Ok(found)) => assert_eq!(
                        found.as_ref().map(json),
                        alone.as_ref().map(|value| json(&to_evaluated(value))),
                        "{}: {key} in {plain:?}",
                        site.display()
                    ),
                    (Err(_), Err(_)) => {}
                    (alone, found) => panic!("{}: {key}: {alone:?}, but {found:?}", site.display()),
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 80, "{compared} answers");
}
