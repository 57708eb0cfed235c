//! Decimals as the types of crates for decimals.

use super::with_decimals::{bigdecimal as big, rust_decimal as fixed};
use super::{comes_back, golden};
use bigdecimal::BigDecimal;
use modelwright_typed::{Element, IndexMap};
use rust_decimal::Decimal;
use std::fmt::Debug;

/// What both crates read and write.
const BILL: &str = r#"{"total":19.9,"tip":-0.05,"parts":[1,12345678.25],"price":0.5,"taxes":{"low":7},"either":3.5,"count":-1}"#;

fn fixed(digits: &str) -> Decimal {
    Decimal::from_str_exact(digits).expect("digits")
}

fn big(digits: &str) -> BigDecimal {
    digits.parse().expect("digits")
}

#[test]
fn decimals_of_rust_decimal_are_numbers() {
    let price = |digits| fixed::Price::new(fixed(digits)).expect("a price");
    let bill = fixed::Bill {
        tip: Some(fixed("-0.05")),
        parts: vec![fixed("1"), fixed("12345678.25")],
        taxes: IndexMap::from([("low".to_owned(), price("7"))]),
        either: Some(fixed::BillEither::Price(price("3.5"))),
        count: fixed::BillCount::new(-1_i64).ok(),
        total: fixed("19.9"),
        price: price("0.5"),
        ..fixed::Bill::default()
    };
    comes_back("decimals", std::slice::from_ref(&bill));
    assert_eq!(serde_json::to_string(&bill).expect("JSON"), BILL);
    assert_eq!(fixed::Bill::from_json(BILL).expect("a bill"), bill);
    assert_eq!((bill.total * fixed("2")).to_string(), "39.8");
    assert_eq!((bill.rate, bill.scaled, *bill.cheap), (fixed("1.50"), fixed("1.5"), fixed("0.05")));
    // These defaults have more bits than the type.
    assert_eq!((bill.widest, bill.wider, bill.longest), (Decimal::MAX, None, None));
}

#[test]
fn decimals_of_bigdecimal_are_numbers() {
    let price = |digits| big::Price::new(big(digits)).expect("a price");
    let bill = big::Bill {
        tip: Some(big("-0.05")),
        parts: vec![big("1"), big("12345678.25")],
        taxes: IndexMap::from([("low".to_owned(), price("7"))]),
        either: Some(big::BillEither::Price(price("3.5"))),
        count: big::BillCount::new(-1_i64).ok(),
        total: big("19.9"),
        price: price("0.5"),
        ..big::Bill::default()
    };
    comes_back("decimals", std::slice::from_ref(&bill));
    assert_eq!(serde_json::to_string(&bill).expect("JSON"), BILL);
    assert_eq!(big::Bill::from_json(BILL).expect("a bill"), bill);
    assert_eq!((&bill.wider, &bill.longest), (&big("79228162514264337593543950336"), &big("1e300")));
}

/// Digits at the end are kept in all notations.
#[test]
fn zeros_at_the_end_are_kept() {
    let text = r#"{"total": 19.90, "price": 0.50, "parts": [1E-3, 0.0, 100]}"#;
    let yaml = fixed::Bill::from_json(text).expect("a bill").to_yaml().expect("YAML");
    assert!(yaml.contains("total: 19.90\n") && yaml.contains("price: 0.50\n"), "{yaml}");
    assert_eq!(yaml, big::Bill::from_json(text).expect("a bill").to_yaml().expect("YAML"));
    let digits = fixed::Bill::from_yaml(&yaml)
        .expect("a bill")
        .parts
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>();
    assert_eq!(digits, ["0.001", "0.0", "100"]);
    // Exponents are kept where the type has them.
    let text = r#"{"total": 1e2, "price": 1}"#;
    let number = big::Bill::from_json(text).expect("a bill").to_json().expect("JSON");
    assert!(number.contains("1E+2"), "{number}");
    let number = fixed::Bill::from_json(text).expect("a bill").to_json().expect("JSON");
    assert!(number.contains("100"), "{number}");
}

/// A computed value may have any exponent. Its zeros are never written, and it is read again if there are at most 1,000.
#[test]
fn zeros_of_computed_values_are_not_written() {
    for exponent in [-999, -1000, -1001, -1002, -2_000_000_000] {
        let total = BigDecimal::new(1.into(), -exponent);
        let price = big::Price::new(big("1")).expect("a price");
        let bill = big::Bill { total, price, ..big::Bill::default() };
        let text = bill.to_json().expect("JSON");
        assert!(text.len() < 2_000, "{exponent}: {} bytes", text.len());
        assert_eq!(big::Bill::from_json(&text).is_ok(), exponent >= -1001, "{text}");
    }
}

/// The numbers that a type cannot represent are errors with their places, in all ways of reading.
#[test]
fn numbers_are_never_rounded() {
    for (total, is_fixed, is_big) in [
        ("79228162514264337593543950335", true, true),
        ("79228162514264337593543950336", false, true),
        ("79228162514264337593543950335.0", true, true),
        ("7922816251426433759354395033.50", true, true),
        ("7922816251426433759354395033.55", false, true),
        ("0.0000000000000000000000000001", true, true),
        ("0.00000000000000000000000000001", false, true),
        ("1.00000000000000000000000000000000", true, true),
        ("1e28", true, true),
        ("1e29", false, true),
        ("0e999999", true, false),
        ("1e1000", false, true),
        ("1e1001", false, false),
        ("1e-1000", false, true),
        ("1e-99999", false, false),
        ("1e99999999999999999999", false, false),
        ("\"12\"", true, true),
        ("true", false, false),
    ] {
        let text = format!("{{\n  \"total\": {total}, \"price\": 1}}");
        check::<fixed::Bill>(&text, 2, is_fixed);
        check::<big::Bill>(&text, 2, is_big);
    }
    let text = r#"{"total": 1, "price": 0.005}"#;
    check::<fixed::Bill>(text, 1, false);
    check::<big::Bill>(text, 1, false);
    assert!(golden::decimals::Bill::from_json(text).is_ok());
}

/// Checks whether a document is valid; if not, its problem is in a line.
#[track_caller]
fn check<T: Element + Debug>(text: &str, line: usize, is_valid: bool) {
    match T::from_json(text) {
        Ok(value) => assert!(is_valid, "{text} is {value:?}"),
        Err(problems) => {
            assert!(!is_valid, "{text}: {problems}");
            let place = problems.iter().next().and_then(|problem| problem.primary_label()).expect("a place");
            assert_eq!(place.source.position(place.range.start).line, line, "{problems}");
        }
    }
}
