//! Values of any kind in Rust, in models and in serde's formats.

use super::golden::any_values::Holder;
use super::survives;
use modelwright_metamodel::diagnostic::codes;
use modelwright_typed::{AnyValue, Element, IndexMap};
use serde_json::json;

fn map(entries: impl IntoIterator<Item = (&'static str, AnyValue)>) -> AnyValue {
    AnyValue::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn holder() -> Holder {
    let list = AnyValue::List(vec![1.into(), AnyValue::Null, true.into(), "text".into(), 1.5.into()]);
    let many = vec![AnyValue::Null, 5.into(), AnyValue::List(Vec::new())];
    Holder {
        data: Some(map([("list", list.clone()), ("$type", "data".into()), ("", map([]))])),
        list_or_map: Some(list),
        settings: Some(map([("a", "{".into())])),
        by_key: IndexMap::from([("x".to_owned(), Some(7.into())), ("y".to_owned(), None)]),
        by_name: IndexMap::from([("x".to_owned(), "".into())]),
        reset: Some(AnyValue::Boolean(false)),
        ..Holder::new("5".into(), many, "null".into())
    }
}

#[test]
fn values_of_any_kind_are_preserved() {
    let holder = holder();
    assert!(holder.validate().is_empty(), "{}", holder.validate());
    survives("any_values", std::slice::from_ref(&holder));
    let (json, yaml) = (holder.to_json().expect("a document"), holder.to_yaml().expect("a document"));
    assert_eq!(Holder::from_json(&json).expect("a holder"), holder, "{json}");
    assert_eq!(Holder::from_yaml(&yaml).expect("a holder"), holder, "{yaml}");
    let xmi = holder.to_xmi().expect("a document");
    assert_eq!(Holder::from_xmi(xmi.as_str()).expect("a holder"), holder, "{xmi}");
}

#[test]
fn serde_has_the_values_themselves() {
    let json = serde_json::to_value(holder()).expect("JSON");
    assert_eq!(json["needed"], json!("5"));
    assert_eq!(json["many"], json!([null, 5, []]));
    assert_eq!(json["data"], json!({"list": [1, null, true, "text", 1.5], "$type": "data", "": {}}));
    assert_eq!(json["by_key"], json!({"x": 7, "y": null}));
    assert!(json.get("filled").is_none());
}

#[test]
fn defaults_are_values() {
    let Holder { filled, text, .. } = holder();
    assert_eq!(filled, map([("a", AnyValue::List(vec![1.into(), AnyValue::Null]))]));
    assert_eq!(text, AnyValue::from("5"));
}

#[test]
fn values_of_another_kind_are_reported() {
    let wrong = Holder {
        scalar: AnyValue::List(Vec::new()),
        list_or_map: Some("text".into()),
        text: map([]),
        needed: AnyValue::Null,
        ..holder()
    };
    let found = wrong.validate();
    let wrong_type = found.iter().filter(|problem| problem.code == codes::VALUE_TYPE).count();
    assert_eq!((wrong_type, found.iter().filter(|problem| problem.code == codes::REQUIRED).count()), (3, 1));
}

#[test]
fn numbers_that_serde_cannot_represent_are_rejected() {
    let long = Holder { needed: AnyValue::number("123456789012345678901234567890"), ..holder() };
    assert!(serde_json::to_string(&long).is_err());
    let text = long.to_json().expect("a document");
    assert_eq!(Holder::from_json(&text).expect("a holder"), long);
}

#[test]
fn nesting_and_repeated_keys_are_rejected() {
    let document = |value: &str| format!("{{\"needed\":{value},\"scalar\":1,\"many\":[1]}}");
    let nested = |levels: usize| document(&format!("{}{}", "[".repeat(levels), "]".repeat(levels)));
    assert!(serde_json::from_str::<Holder>(&nested(100)).is_ok());
    assert!(serde_json::from_str::<Holder>(&nested(101)).is_err());
    assert!(serde_json::from_str::<Holder>(&document("{\"a\":1,\"a\":2}")).is_err());
}
