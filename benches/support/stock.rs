//! The cost of ordinary JSON: read by generated types, with and without types for data types with facets, and by
//! structs of the same fields with serde's derives.
//!
//! The types are those of `stock/stock.pp`: `modelwright generate rust stock.pp -o .`, and the same with `--checked`.

use super::comparison;
use modelwright_typed::{Element, from_certain_json};
use serde::de::DeserializeOwned;
use std::fmt::Write as _;
use std::hint::black_box;

/// As generated.
#[allow(dead_code, unreachable_pub)]
mod plain {
    include!("stock/plain.rs");
}

/// As generated with `--checked`.
#[allow(dead_code, unreachable_pub)]
mod checked {
    include!("stock/checked.rs");
}

/// The same structs with serde's derives. Prices are doubles, because serde has no decimals.
#[allow(dead_code)]
mod derived {
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Stock {
        name: String,
        #[serde(default)]
        articles: Vec<Article>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Article {
        code: String,
        title: String,
        price: f64,
        pieces: i64,
        #[serde(default)]
        kind: Kind,
        weight: Option<f64>,
        sold: Option<bool>,
        #[serde(default)]
        keywords: Vec<String>,
        place: Option<Place>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Place {
        row: i64,
        shelf: String,
    }

    #[derive(Deserialize, Default)]
    pub(super) enum Kind {
        #[default]
        #[serde(rename = "part")]
        Part,
        #[serde(rename = "tool")]
        Tool,
        #[serde(rename = "spare part")]
        SparePart,
    }
}

/// A document with a number of articles.
pub(super) fn document(articles: usize) -> String {
    let mut text = "{\"name\": \"Main store\", \"articles\": [".to_owned();
    for at in 0..articles {
        let (kind, shelf) = (["part", "tool", "spare part"][at % 3], ["low", "middle", "high"][at % 3]);
        let comma = if at == 0 { "" } else { "," };
        let written = write!(
            text,
            "{comma}\n  {{\"code\": \"A-{at}\", \"title\": \"A thing for many purposes, part {at}\", \"price\": {}.{:02}, \
             \"pieces\": {}, \"kind\": \"{kind}\", \"weight\": {}.5, \"sold\": {}, \"keywords\": [\"thing\", \"part {}\"], \
             \"place\": {{\"row\": {}, \"shelf\": \"{shelf}\"}}}}",
            at % 1_000,
            at % 100,
            at % 10_000,
            at % 90,
            at % 2 == 0,
            at % 10,
            1 + at % 99,
        );
        written.expect("a text");
    }
    text.push_str("\n]}\n");
    text
}

/// Compares all ways of reading.
pub(super) fn compare(articles: usize) {
    let text = document(articles);
    let text = text.as_str();
    assert!(
        from_certain_json::<plain::Stock>(text).is_some()
            && from_certain_json::<checked::Stock>(text).is_some()
    );
    let against = |what: &str, first: fn(&str), second: fn(&str)| {
        comparison::compare(what, 500, 10, || first(black_box(text)), || second(black_box(text)));
    };
    against("from_json beside serde's derives", element::<plain::Stock>, serde::<derived::Stock>);
    against("serde beside serde's derives", serde::<plain::Stock>, serde::<derived::Stock>);
    against(
        "from_json with checked types beside plain ones",
        element::<checked::Stock>,
        element::<plain::Stock>,
    );
    against("serde with checked types beside plain ones", serde::<checked::Stock>, serde::<plain::Stock>);
}

fn element<T: Element>(text: &str) {
    assert!(T::from_json(text).is_ok());
}

fn serde<T: DeserializeOwned>(text: &str) {
    assert!(serde_json::from_str::<T>(text).is_ok());
}

/// Reads a document in one way, for tools that count instructions.
pub(super) fn read(way: &str, text: &str) {
    match way {
        "from_json" => element::<plain::Stock>(text),
        "checked" => element::<checked::Stock>(text),
        "serde" => serde::<plain::Stock>(text),
        "checked-serde" => serde::<checked::Stock>(text),
        "derived" => serde::<derived::Stock>(text),
        other => panic!("MODELWRIGHT_BENCH_WAY={other} is not a way of reading"),
    }
}
