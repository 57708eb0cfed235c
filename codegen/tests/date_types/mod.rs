//! Dates as the types of crates for dates.

use super::comes_back;
use super::with_dates::{jiff_types, time_types};
use modelwright_typed::{Element, IndexMap};
use serde_json::json;

/// What both crates read and write.
const VISIT: &str = r#"{"from":"2026-11-23T09:00:00Z","to":"2026-11-23T09:00:00.120Z","day":"2026-12-01","days":["2000-02-29"],"notes":{"2026-11-24T00:00:00Z":"Monday"},"either":"2026-11-25T00:00:00Z"}"#;

#[test]
fn types_of_jiff_are_moments_and_days() {
    use jiff_types::{Visit, VisitEither};
    let moment = |text: &str| text.parse::<jiff::Timestamp>().expect("a moment");
    let visit = Visit {
        to: Some(moment("2026-11-23T10:00:00.12+01:00")),
        days: vec![jiff::civil::date(2000, 2, 29)],
        notes: IndexMap::from([(moment("2026-11-24T00:00Z"), "Monday".to_owned())]),
        either: Some(VisitEither::Timestamp(moment("2026-11-25T00:00:00Z"))),
        ..Visit::new(moment("2026-11-23T09:00:00Z"), jiff::civil::date(2026, 12, 1))
    };
    comes_back("dates", std::slice::from_ref(&visit));
    let text = serde_json::to_string(&visit).expect("JSON");
    assert_eq!(text, VISIT);
    assert_eq!(Visit::from_json(&text).expect("a visit"), visit);
    assert!(visit.to_yaml().expect("YAML").contains("day: \"2026-12-01\""));
}

#[test]
fn types_of_time_are_moments_and_days() {
    use time::{Date, Month, OffsetDateTime};
    use time_types::{Visit, VisitEither};
    let moment = |seconds: i64| OffsetDateTime::from_unix_timestamp(seconds).expect("a moment");
    let day = |year, month, day| Date::from_calendar_date(year, month, day).expect("a day");
    let visit = Visit {
        to: Some(moment(1_795_424_400) + std::time::Duration::from_millis(120)),
        days: vec![day(2000, Month::February, 29)],
        notes: IndexMap::from([(moment(1_795_478_400), "Monday".to_owned())]),
        either: Some(VisitEither::Timestamp(moment(1_795_564_800))),
        ..Visit::new(moment(1_795_424_400), day(2026, Month::December, 1))
    };
    comes_back("dates", std::slice::from_ref(&visit));
    let text = serde_json::to_string(&visit).expect("JSON");
    assert_eq!(serde_json::from_str::<Visit>(VISIT).expect("a visit"), visit);
    assert_eq!(Visit::from_json(&text).expect("a visit"), visit, "{text}");
}

#[test]
fn other_texts_are_rejected() {
    for (from, day) in [("2026-11-31", "2026-12-01"), ("today", "2026-12-01"), ("2026-11-23", "2026-12-01Z")]
    {
        let text = json!({"from": from, "day": day}).to_string();
        assert!(serde_json::from_str::<jiff_types::Visit>(&text).is_err(), "{text}");
        assert!(serde_json::from_str::<time_types::Visit>(&text).is_err(), "{text}");
        assert!(jiff_types::Visit::from_json(&text).is_err(), "{text}");
        assert!(time_types::Visit::from_json(&text).is_err(), "{text}");
    }
}
