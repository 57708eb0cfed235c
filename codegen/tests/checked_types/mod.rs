//! Types for data types with facets: valid values survive, and invalid ones are rejected wherever they come from.

use super::comes_back;
use super::with_checks::checked::{
    Few, Local, Named, NamedKind, NamedPort, Plan, Reading, ReadingCode, ReadingCodesKey, ReadingCodesValue,
    ReadingEither, ReadingEitherEnum, ReadingEitherInteger, ReadingLevel, ReadingMode, ReadingModes,
    ReadingName, ReadingPair, ReadingPairItem1, ReadingPairItem2, ReadingRanksKey, ReadingRanksValue,
    ReadingRate, ReadingSmall, ReadingTruth, ReadingWords, ReadingYears, Word,
};
use modelwright_typed::{Bytes, Element, IndexMap};
use std::str::FromStr;

fn of<T: FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect("a valid value")
}

fn reading() -> Reading {
    let plain = Reading::new(of::<ReadingSmall>("5"), of::<ReadingYears>("2026"), of::<ReadingCode>("AB"));
    Reading {
        modes: vec![ReadingModes::Fast, ReadingModes::None],
        name: Some(of::<ReadingName>("größe")),
        words: vec![of::<ReadingWords>(""), of::<ReadingWords>("abc")],
        truth: Some(of::<ReadingTruth>("true")),
        version: Some("1.2.3".to_owned()),
        data: Some(Bytes(vec![0, 255])),
        ranks: IndexMap::from([(ReadingRanksKey::Second, of::<ReadingRanksValue>("9"))]),
        codes: IndexMap::from([(of::<ReadingCodesKey>("abc"), of::<ReadingCodesValue>("text"))]),
        either: Some(ReadingEither::Integer(of::<ReadingEitherInteger>("0"))),
        pair: Some(ReadingPair { item1: of::<ReadingPairItem1>("1"), item2: ReadingPairItem2::R }),
        ..plain
    }
}

#[test]
fn valid_values_survive() {
    let other = Reading {
        level: of::<ReadingLevel>("-3"),
        mode: ReadingMode::Ordered,
        rate: of::<ReadingRate>("1"),
        either: Some(ReadingEither::Enum(ReadingEitherEnum::All)),
        ..reading()
    };
    comes_back("checked", &[reading(), other]);
    let port = of::<NamedPort>("65535");
    let plan = Plan { ports: vec![Named::Local(Local { port, kind: Some(NamedKind::Udp) })] };
    assert_eq!(plan.ports[0].port(), port);
    assert_eq!(plan.ports[0].kind(), Some(NamedKind::Udp));
    comes_back("checked", &[plan]);
}

#[test]
fn defaults_are_those_of_the_metamodel() {
    let reading = reading();
    assert_eq!((*reading.level, reading.mode, *reading.rate), (2, ReadingMode::InStock, 0.5));
    assert_eq!(reading.mode.as_str(), "in stock");
    assert!(reading.validate().is_empty());
}

#[test]
fn values_cannot_be_invalid() {
    for (result, expected) in [
        (ReadingSmall::new(6).map(drop), "the value must be at most 5, found `6`"),
        (ReadingLevel::new(-4).map(drop), "the value must be at least -3, found `-4`"),
        ("x".parse::<ReadingSmall>().map(drop), "the value must be a whole number of 64 bits, found `x`"),
        (ReadingRate::new(1.5).map(drop), "the value must be at most 1.0, found `1.5`"),
        (ReadingCode::new("Ab").map(drop), "the value must be matched by the pattern `[A-Z]+`, found `Ab`"),
        (ReadingName::new("").map(drop), "the value must be at least 1 character long, found ``"),
    ] {
        assert_eq!(result.expect_err("an invalid value").to_string(), expected);
    }
    let unknown = "c".parse::<ReadingMode>().expect_err("no literal");
    assert_eq!(unknown.to_string(), "`c` is not one of `ordered`, `in stock`");
}

/// A range or a list of literals decides only where there is no other facet.
#[test]
fn all_facets_of_a_type_apply() {
    assert!(Few::new(2).is_ok() && Few::new(3).is_err());
    assert!(Word::new("no").is_ok() && Word::new("maybe").is_err());
}

/// All problems of a document, with their lines, as `validate` reports them.
#[test]
fn documents_with_invalid_values_are_rejected() {
    let text = "small: 6\nyears: 2026\ncode: AB\nmode: c\n";
    let problems = Reading::from_yaml(text).expect_err("an invalid document").to_string();
    assert!(
        problems.contains("MW0611") && problems.contains("`6` of `small` must be at most 5"),
        "{problems}"
    );
    let port =
        Plan::from_yaml("ports:\n- $type: Local\n  port: 0\n").expect_err("an invalid document").to_string();
    assert!(port.contains("`0` of `port` must be at least 1"), "{port}");
}

#[test]
fn serde_rejects_invalid_values() {
    for (json, expected) in [
        (r#"{"small": 6, "years": 2000, "code": "A"}"#, "the value must be at most 5, found `6`"),
        (r#"{"small": 1, "years": 2000, "code": "a"}"#, "must be matched by the pattern"),
        (r#"{"small": 1, "years": 2000, "code": "A", "mode": "b"}"#, "unknown variant `b`"),
        (r#"{"small": 1, "years": 2000, "code": "A", "ranks": {"third": 1}}"#, "third"),
        (r#"{"small": 1, "years": 2000, "code": "A", "ranks": {"first": 0}}"#, "at least 1"),
        (r#"{"years": 2000, "code": "A"}"#, "missing field `small`"),
    ] {
        let error = serde_json::from_str::<Reading>(json).expect_err(json).to_string();
        assert!(error.contains(expected), "{json}: {error}");
    }
}

#[test]
fn checked_integers_are_not_larger_than_plain_ones() {
    assert_eq!(size_of::<ReadingSmall>(), size_of::<i64>());
}
