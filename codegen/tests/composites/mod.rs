//! Values of composite types: their natural forms in Rust, in models and in JSON.

use super::golden::composites::{Host, HostKindsKey, Person};
use super::survives;
use modelwright_metamodel::typed::{Element, IndexMap};
use serde_json::json;

fn host() -> Host {
    let person = Person { name: Some("Bob".to_owned()) };
    Host {
        vars: IndexMap::from([("b".to_owned(), 0), ("a".to_owned(), 1), ("$type".to_owned(), 2)]),
        notes: IndexMap::from([("none".to_owned(), None), (String::new(), Some("text".to_owned()))]),
        ports: IndexMap::from([(80, vec!["http".to_owned()]), (-9, Vec::new())]),
        people: IndexMap::from([("bob".to_owned(), person)]),
        deep: IndexMap::from([
            ("x".to_owned(), IndexMap::from([("y".to_owned(), true)])),
            ("z".to_owned(), IndexMap::new()),
        ]),
        flags: IndexMap::from([(true, "yes".to_owned()), (false, String::new())]),
        days: IndexMap::from([("2026-01-01T00:00:00.000+0000".to_owned(), "new".to_owned())]),
        kinds: IndexMap::from([(HostKindsKey::FirstKind, 1.5), (HostKindsKey::Other, -0.5)]),
        hosts: IndexMap::from([("inner".to_owned(), Host::default())]),
        ..Host::default()
    }
}

#[test]
fn maps_are_preserved() {
    let host = host();
    survives("composites", &[Host { days: IndexMap::new(), ..host.clone() }]);
    let text = host.to_json().expect("a document");
    assert_eq!(Host::from_json(&text).expect("a host"), host, "{text}");
    let xmi = host.to_xmi().expect("a document");
    assert_eq!(Host::from_xmi(xmi.as_str()).expect("a host"), host, "{xmi}");
}

#[test]
fn keys_are_texts_in_json() {
    let json = serde_json::to_value(host()).expect("JSON");
    assert_eq!(json["ports"], json!({"80": ["http"], "-9": []}));
    assert_eq!(json["flags"], json!({"true": "yes", "false": ""}));
    assert_eq!(json["kinds"], json!({"first kind": 1.5, "other": -0.5}));
    assert_eq!(json["notes"], json!({"none": null, "": "text"}));
}

#[test]
fn lists_of_entries_are_read() {
    let json = json!({
        "vars": [{"key": "a", "value": 0}, {"value": 2, "key": "b"}],
        "notes": [{"key": "a"}],
        "ports": [{"key": 80, "value": ["http"]}, {"key": 1}],
        "deep": [{"key": "x", "value": [{"key": "y", "value": true}]}],
        "flags": [{"key": false, "value": "no"}],
    });
    let host: Host = serde_json::from_value(json).expect("a host");
    assert_eq!(host.vars["b"], 2);
    assert_eq!(host.notes["a"], None);
    assert_eq!(host.ports[&1], Vec::<String>::new());
    assert!(host.deep["x"]["y"]);
    assert_eq!(host.flags[&false], "no");
}

#[test]
fn keys_that_are_wrong_or_twice_are_errors() {
    for (json, expected) in [
        (r#"{"vars": {"a": 1, "a": 2}}"#, "the map has the key `a` twice"),
        (r#"{"vars": [{"key": "a", "value": 1}, {"key": "a", "value": 1}]}"#, "the map has the key `a` twice"),
        (r#"{"vars": {"a": null}}"#, "invalid type: null"),
        (r#"{"vars": [{"key": "a"}]}"#, "missing field `value`"),
        (r#"{"vars": [{"value": 1}]}"#, "missing field `key`"),
        (r#"{"vars": [{"key": "a", "value": 1, "more": 2}]}"#, "unknown field `more`"),
        (r#"{"vars": [{"key": "a", "value": 1, "key": "b"}]}"#, "duplicate field `key`"),
        (r#"{"vars": 1}"#, "expected a map, or a list of entries"),
        (r#"{"ports": {"080": []}}"#, r#"invalid value: string "080""#),
        (r#"{"ports": {"1.0": []}}"#, r#"invalid value: string "1.0""#),
        (r#"{"flags": {"True": ""}}"#, r#"invalid value: string "True""#),
        (r#"{"kinds": {"third": 1}}"#, r#"invalid value: string "third""#),
    ] {
        let problem = serde_json::from_str::<Host>(json).expect_err(json).to_string();
        assert!(problem.contains(expected), "{json}: {problem}");
    }
    let problems = Host::from_json(r#"{"$model": "urn:example:composites", "$type": "Host",
        "vars": [{"key": "a", "value": 1}, {"key": "a", "value": 2}]}"#);
    assert!(problems.expect_err("a key twice").to_string().contains("MW0616"));
}
