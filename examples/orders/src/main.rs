//! Reads the orders of a shop from JSON of its own, sends those that are paid, and writes YAML.

#![allow(clippy::print_stdout, reason = "the program prints the orders")]
#![allow(unreachable_pub, reason = "generated types are public, whatever the crate makes public")]

mod percent;

#[allow(dead_code)]
mod orders {
    include!(concat!(env!("OUT_DIR"), "/orders.rs"));
}

use modelwright_typed::diagnostic::Diagnostics;
use modelwright_typed::{Element, Number};
use orders::{Export, State};

fn main() -> Result<(), Diagnostics> {
    let mut export = Export::from_path("export.json")?;
    send(&mut export);
    print!("{}", export.to_yaml()?);
    Ok(())
}

/// Sends the orders that are paid; returns the greatest amount.
fn send(export: &mut Export) -> Option<Number> {
    for order in export.orders.iter_mut().filter(|order| order.state == State::Paid) {
        order.state = State::Sent;
    }
    export.orders.iter().map(|order| order.amount.clone()).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;
    use orders::{OrderCurrency, Payment};

    const EXPORT: &str = include_str!("../export.json");

    fn export() -> Export {
        Export::from_json(EXPORT).expect("a valid export")
    }

    #[test]
    fn both_readers_accept_the_json_of_the_shop() {
        let export = export();
        let read = serde_json::from_str::<Export>(EXPORT).expect("a valid export");
        assert_eq!(read, export);
        assert_eq!(export.made, "2026-11-28T08:00:00Z".parse::<Timestamp>().expect("a moment"));
        assert_eq!(export.orders[0].discount.as_ref().map(|it| it.thousandths), Some(25));
        assert!(matches!(&export.orders[0].payment, Some(Payment::Card(card)) if card.number == "4711"));
        assert!(
            matches!(&export.orders[1].payment, Some(Payment::Cash(cash)) if cash.paid == Number::from(40))
        );
        assert!(export.validate().is_empty());
    }

    #[test]
    fn amounts_are_numbers() {
        let mut export = export();
        assert_eq!(send(&mut export), Some("39.80".parse().expect("digits")));
        assert!(export.orders[0].amount > Number::from(9));
        let json = serde_json::to_value(&export).expect("JSON");
        assert_eq!(
            (&json["orders"][0]["amount"], &json["orders"][1]["amount"]),
            (&19.9.into(), &39.8.into())
        );
    }

    #[test]
    fn readers_that_know_no_defaults_get_them() {
        let json = serde_json::to_value(export()).expect("JSON");
        assert_eq!(
            (&json["orders"][1]["currency"], &json["orders"][1]["state"]),
            (&"EUR".into(), &"open".into())
        );
        assert_eq!(json["orders"][0]["payment"]["kind"], "Card");
        assert_eq!(serde_json::from_value::<Export>(json).expect("what was written"), export());
    }

    #[test]
    fn nothing_is_lost_in_yaml() {
        let mut export = export();
        send(&mut export);
        let yaml = export.to_yaml().expect("YAML");
        assert_eq!(Export::from_yaml(&yaml).expect("what was written"), export);
    }

    #[test]
    fn values_are_always_valid() {
        assert!("eur".parse::<OrderCurrency>().is_err());
        let order = export().orders.remove(1);
        assert_eq!((order.currency.as_str(), *order.pieces), ("EUR", 1));
        let wrong = EXPORT.replace("\"EUR\"", "\"eur\"");
        let problems = Export::from_json(&wrong).expect_err("an invalid currency").to_string();
        assert!(problems.contains("`eur` of `currency` must be matched by the pattern"), "{problems}");
        let problem = serde_json::from_str::<Export>(&wrong).expect_err("an invalid currency").to_string();
        assert!(problem.contains("must be matched by the pattern"), "{problem}");
    }

    #[test]
    fn problems_have_a_place() {
        let wrong = EXPORT.replace("19.9", "\"much\"").replace("\"person\": \"p1\"", "\"person\": \"p2\"");
        let problems = Export::from_json(&wrong).expect_err("wrong values").to_string();
        let lines: Vec<&str> = problems.lines().collect();
        assert_eq!(lines.len(), 3, "{problems}");
        assert!(lines.iter().all(|line| line.starts_with("document:1:")), "{problems}");
        assert!(lines[0].contains("Order.amount must be a number"), "{problems}");
        assert!(lines[1].contains("Order.person refers to `p2`"), "{problems}");
    }
}
