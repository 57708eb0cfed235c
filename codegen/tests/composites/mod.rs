//! Values of composite types: their natural forms in Rust, in models and in JSON.

use super::golden::composites::{
    Guest, GuestBoth, GuestByNameValue, GuestDay, GuestInner, GuestInnerVariant, GuestMany, GuestMap, GuestNeeded,
    GuestNumber, GuestPattern, GuestPerson, GuestPlain, GuestSmall, GuestWord, GuestWordEnum2, Host, HostKindsKey,
    Pair, Person, Table, TableByNameValue, TableEither, TableEitherTuple, TableFew, TableFirst, TableInner,
    TableInnerItem1, TableInnerItem2, TableInnerItem3, TableLists, TableMaps, TableMatrix, TableNeeded, TablePairs,
    TablePerson, TableRest,
};
use super::survives;
use modelwright_typed::{Element, IndexMap};
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

fn guest(needed: GuestNeeded) -> Guest {
    Guest {
        plain: None,
        person: None,
        small: None,
        number: None,
        word: None,
        pattern: None,
        day: None,
        map: None,
        both: None,
        inner: None,
        many: Vec::new(),
        by_name: IndexMap::new(),
        needed,
    }
}

fn person(name: &str) -> Person {
    Person { name: Some(name.to_owned()) }
}

/// Guests with values that are written plainly, and with values that need the name of their alternative.
fn guests() -> [Guest; 4] {
    let text = || "text".to_owned();
    let first = Guest {
        plain: Some(GuestPlain::Integer(0)),
        person: Some(GuestPerson::Person(person("Ann"))),
        small: Some(GuestSmall::Integer2(15)),
        number: Some(GuestNumber::Float(5.0)),
        word: Some(GuestWord::Enum2(GuestWordEnum2::C)),
        day: Some(GuestDay::String("2026-01-01 or so".to_owned())),
        map: Some(GuestMap::Hash(IndexMap::from([("a".to_owned(), 1)]))),
        both: Some(GuestBoth::Host(Host::default())),
        inner: Some(GuestInner::Boolean(false)),
        many: vec![GuestMany::Integer(1), GuestMany::String(String::new()), GuestMany::String("1".to_owned())],
        by_name: IndexMap::from([
            ("a".to_owned(), GuestByNameValue::Integer(1)),
            ("b".to_owned(), GuestByNameValue::Person(Person::default())),
        ]),
        ..guest(GuestNeeded::String("5".to_owned()))
    };
    let second = Guest {
        plain: Some(GuestPlain::String("5".to_owned())),
        person: Some(GuestPerson::Array(Vec::new())),
        small: Some(GuestSmall::Boolean(true)),
        number: Some(GuestNumber::Integer(5)),
        word: Some(GuestWord::Pattern("x".to_owned())),
        map: Some(GuestMap::String(text())),
        both: Some(GuestBoth::Person(person("Bob"))),
        inner: Some(GuestInner::Variant(GuestInnerVariant::Integer(7))),
        ..guest(GuestNeeded::Integer(i64::MIN))
    };
    let third = Guest {
        person: Some(GuestPerson::String(text())),
        small: Some(GuestSmall::Integer(5)),
        number: Some(GuestNumber::Float(1.5)),
        word: Some(GuestWord::Enum("a".to_owned())),
        pattern: Some(GuestPattern::Pattern("x".to_owned())),
        ..guest(GuestNeeded::Integer(0))
    };
    let fourth = Guest {
        person: Some(GuestPerson::Array(vec![1, 2])),
        number: Some(GuestNumber::Float(f64::INFINITY)),
        pattern: Some(GuestPattern::Integer(3)),
        ..guest(GuestNeeded::Integer(1))
    };
    [first, second, third, fourth]
}

#[test]
fn alternatives_are_preserved() {
    survives("composites", &guests());
    for guest in guests() {
        let (json, xmi) = (guest.to_json().expect("a document"), guest.to_xmi().expect("a document"));
        assert_eq!(Guest::from_json(&json).expect("a guest"), guest, "{json}");
        assert_eq!(Guest::from_xmi(xmi.as_str()).expect("a guest"), guest, "{xmi}");
    }
}

#[test]
fn alternatives_are_plain_values_in_json() {
    let [first, second, third, _] = guests().map(|guest| serde_json::to_value(guest).expect("JSON"));
    assert_eq!(first["plain"], json!(0));
    assert_eq!(first["person"], json!({"name": "Ann"}));
    assert_eq!(first["number"], json!(5.0));
    assert_eq!(first["map"], json!({"hash": {"a": 1}}));
    assert_eq!(first["both"], json!({"host": {}}));
    assert_eq!(first["many"], json!([1, "", "1"]));
    assert_eq!(first["by_name"], json!({"a": 1, "b": {}}));
    assert_eq!(second["inner"], json!({"variant": 7}));
    assert_eq!(second["word"], json!({"pattern": "x"}));
    assert_eq!(third["pattern"], json!("x"));
}

#[test]
fn alternatives_are_read_with_their_names() {
    let json = json!({"needed": {"string": "a"}, "plain": {"integer": 1}, "small": {"integer2": 20}});
    let read: Guest = serde_json::from_value(json).expect("a guest");
    assert_eq!(read.needed, GuestNeeded::String("a".to_owned()));
    assert_eq!((read.plain, read.small), (Some(GuestPlain::Integer(1)), Some(GuestSmall::Integer2(20))));
}

#[test]
fn several_alternatives_or_none_are_errors() {
    for (value, expected) in [
        (r#"{"integer": 1, "string": "a"}"#, "found 2 of them"),
        ("{}", "found 0 of them"),
        (r#"{"integer": null}"#, "found 0 of them"),
        ("[1]", "expected a value of one of `integer`, `string`"),
        ("null", "expected a value of one of `integer`, `string`"),
        ("1.5", "expected a value of one of `integer`, `string`"),
        (r#"{"float": 1}"#, "unknown field `float`"),
    ] {
        let json = format!("{{\"needed\": {value}}}");
        let problem = serde_json::from_str::<Guest>(&json).expect_err(&json).to_string();
        assert!(problem.contains(expected), "{json}: {problem}");
        let json = format!("{{\"$model\": \"urn:example:composites\", \"$type\": \"Guest\", \"needed\": {value}}}");
        assert!(Guest::from_json(&json).is_err(), "{json}");
    }
    let xmi = |content: &str| {
        format!("<c:Guest xmlns:c=\"urn:example:composites\"><needed {content}/></c:Guest>")
    };
    assert!(Guest::from_xmi(xmi("integer=\"1\"")).is_ok());
    for content in ["integer=\"1\" string=\"a\"", ""] {
        let problem = Guest::from_xmi(xmi(content)).expect_err(content).to_string();
        assert!(problem.contains("MW0627"), "{content}: {problem}");
    }
}

fn table() -> Table {
    Table {
        pair: None,
        pairs: Vec::new(),
        needed: TableNeeded { item1: "a".to_owned(), item2: Some(1.5) },
        rest: None,
        few: None,
        lists: None,
        first: None,
        matrix: Vec::new(),
        maps: Vec::new(),
        inner: None,
        by_name: IndexMap::new(),
        either: None,
        person: None,
    }
}

fn tables() -> [Table; 3] {
    let text = || "text".to_owned();
    let map = || IndexMap::from([("a".to_owned(), 1)]);
    let full = Table {
        pair: Some(Pair { item1: text(), item2: 0 }),
        pairs: vec![TablePairs { item1: text(), item2: 1 }, TablePairs { item1: String::new(), item2: 2 }],
        rest: Some(TableRest { item1: text(), item2: vec![1, 2, 3] }),
        few: Some(TableFew { item1: vec![0, 5] }),
        lists: Some(TableLists { item1: text(), item2: vec![1, 2] }),
        first: Some(TableFirst { item1: vec![1], item2: map() }),
        matrix: vec![TableMatrix { values: vec![1, 2] }, TableMatrix { values: Vec::new() }],
        maps: vec![TableMaps { values: map() }],
        inner: Some(TableInner {
            item1: TableInnerItem1 { item1: text(), item2: 7 },
            item2: TableInnerItem2 { rack: 1 },
            item3: TableInnerItem3::Integer(5),
        }),
        by_name: IndexMap::from([("x".to_owned(), TableByNameValue { item1: 1, item2: 2 })]),
        either: Some(TableEither::Tuple(TableEitherTuple { item1: 1, item2: 2 })),
        person: Some(TablePerson { item1: person("Ann"), item2: Some(1) }),
        ..table()
    };
    let short = Table {
        rest: Some(TableRest { item1: text(), item2: Vec::new() }),
        lists: Some(TableLists { item1: text(), item2: Vec::new() }),
        first: Some(TableFirst { item1: Vec::new(), item2: map() }),
        either: Some(TableEither::String(text())),
        person: Some(TablePerson { item1: Person::default(), item2: None }),
        ..table()
    };
    [full, short, table()]
}

#[test]
fn tuples_are_preserved() {
    survives("composites", &tables());
    for table in tables() {
        let (json, xmi) = (table.to_json().expect("a document"), table.to_xmi().expect("a document"));
        assert_eq!(Table::from_json(&json).expect("a table"), table, "{json}");
        assert_eq!(Table::from_xmi(xmi.as_str()).expect("a table"), table, "{xmi}");
    }
}

#[test]
fn tuples_are_lists_in_json() {
    let [full, short, _] = tables().map(|table| serde_json::to_value(table).expect("JSON"));
    assert_eq!(full["pair"], json!(["text", 0]));
    assert_eq!(full["pairs"], json!([["text", 1], ["", 2]]));
    assert_eq!(full["rest"], json!(["text", 1, 2, 3]));
    assert_eq!(full["few"], json!([0, 5]));
    assert_eq!(full["lists"], json!(["text", [1, 2]]));
    assert_eq!(full["first"], json!([[1], {"a": 1}]));
    assert_eq!(full["matrix"], json!([[1, 2], []]));
    assert_eq!(full["maps"], json!([{"values": {"a": 1}}]));
    assert_eq!(full["inner"], json!([["text", 7], {"rack": 1}, 5]));
    assert_eq!(full["by_name"], json!({"x": [1, 2]}));
    assert_eq!(full["either"], json!([1, 2]));
    assert_eq!(full["person"], json!([{"name": "Ann"}, 1]));
    assert_eq!(short["rest"], json!(["text"]));
    assert_eq!(short["first"], json!([[], {"a": 1}]));
    assert_eq!(short["person"], json!([{}]));
}

#[test]
fn tuples_are_read_as_objects_and_wrong_lists_are_errors() {
    let read: Table = serde_json::from_str(r#"{"needed": {"item1": "a", "item2": 1.5}}"#).expect("a table");
    assert_eq!(read, table());
    // A value that is optional may be null, or left out at the end.
    for absent in ["[\"a\"]", "[\"a\", null]", "{\"item1\": \"a\"}"] {
        let read: Table = serde_json::from_str(&format!("{{\"needed\": {absent}}}")).expect("a table");
        assert_eq!(read.needed, TableNeeded { item1: "a".to_owned(), item2: None });
    }
    for wrong in ["[null, 1]", "[\"a\", 1, 2]", "[1.5, \"a\"]", "[]", "\"a\"", "{\"item2\": 1}"] {
        let json = format!("{{\"needed\": {wrong}}}");
        assert!(serde_json::from_str::<Table>(&json).is_err(), "{json}");
        let json = format!("{{\"$model\": \"urn:example:composites\", \"$type\": \"Table\", \"needed\": {wrong}}}");
        assert!(Table::from_json(&json).is_err(), "{json}");
    }
}
