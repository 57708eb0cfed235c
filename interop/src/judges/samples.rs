//! Values of attributes, with the verdict of a declaration on each.
//!
//! Invariant: if another, possibly valid value has the same spelling in XMI, a value is marked, so that only
//! judges of JSON check it.

use std::fmt::Display;

/// A value in a document.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Literal {
    /// Digits as in JSON.
    Number(String),
    Text(String),
    /// A literal of an enumeration: its spelling in documents, and its name, which is used in logic.
    Enumerator(String, String),
    Boolean(bool),
    Null,
    List(Vec<Literal>),
    /// A value of an attribute whose values are of any kind.
    Any(&'static AnyValue),
}

/// A value of any kind in each notation.
#[derive(Debug, PartialEq)]
pub(super) struct AnyValue {
    pub(super) json: &'static str,
    /// Its text in XMI.
    pub(super) text: &'static str,
    pub(super) expression: &'static str,
}

/// A value as a literal of the language.
pub(super) fn puppet(value: &Literal) -> String {
    match value {
        // The digits without the sign exceed 64 bits.
        Literal::Number(digits) if *digits == i64::MIN.to_string() => format!("({} - 1)", i64::MIN + 1),
        Literal::Number(digits) => digits.clone(),
        Literal::Text(text) | Literal::Enumerator(_, text) => {
            format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
        }
        Literal::Boolean(value) => value.to_string(),
        Literal::Null => "undef".to_owned(),
        Literal::Any(value) => value.expression.to_owned(),
        Literal::List(values) => format!("[{}]", values.iter().map(puppet).collect::<Vec<_>>().join(", ")),
    }
}

/// A value of an attribute with a verdict.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) value: Literal,
    /// The hazard.
    pub(super) hazard: &'static str,
    pub(super) legal: bool,
    /// Whether XMI has a distinct spelling for it.
    pub(super) in_xmi: bool,
}

/// The hazard of valid values without a risk.
pub(super) const PLAIN: &str = "a legal value";

/// The hazard of a decimal that doubles, and so the numbers of most readers of JSON, cannot represent.
pub(super) const BEYOND_DOUBLES: &str = "a decimal with more digits than a double";

/// The hazard of a number of any size that is a string.
pub(super) const QUOTED_NUMBER: &str = "a number of any size in quotes";

/// Hazards of valid values. They are used only as hazards, so that each of them is counted.
pub(super) const RISKS: [&str; 7] = [
    BEYOND_DOUBLES,
    QUOTED_NUMBER,
    "characters beyond U+FFFF",
    "line breaks and tabs",
    "a negative zero",
    "a float without a fraction",
    "an integer as a float",
];

/// Whether two values are duplicates.
pub(super) fn are_equal(one: &Literal, other: &Literal) -> bool {
    match (one, other) {
        (Literal::Number(one), Literal::Number(other)) => {
            let floats = (one.parse::<f64>(), other.parse::<f64>());
            one == other || matches!(floats, (Ok(one), Ok(other)) if one == other)
        }
        _ => one == other,
    }
}

fn sample(value: Literal, hazard: &'static str, legal: bool) -> Sample {
    Sample { value, hazard, legal, in_xmi: true }
}

/// An invalid value of another kind, which has the same spelling in XMI as a valid value.
fn of_json(value: Literal, hazard: &'static str) -> Sample {
    Sample { value, hazard, legal: false, in_xmi: false }
}

fn number(text: impl Display) -> Literal {
    Literal::Number(format!("{text}"))
}

pub(super) fn text(text: &str) -> Literal {
    Literal::Text(text.to_owned())
}

/// Texts that are not numbers or booleans in any format.
fn foreign() -> [Sample; 2] {
    [sample(text(""), "an empty text", false), sample(text("x"), "a text", false)]
}

pub(super) fn integers(low: Option<i64>, high: Option<i64>) -> Vec<Sample> {
    let (min, max) = (low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
    let mut tried: Vec<i128> = vec![0, 1, -1];
    for limit in [min, max].map(i128::from) {
        tried.extend([limit - 1, limit, limit + 1]);
    }
    tried.sort_unstable();
    tried.dedup();
    let is_legal = |value: i128| (i128::from(min)..=i128::from(max)).contains(&value);
    let numbers = tried.into_iter().map(|value| match value {
        0 => sample(number(0), "zero", is_legal(0)),
        value if value > i64::MAX.into() => sample(number(value), "an integer above those of 64 bits", false),
        value if value < i64::MIN.into() => sample(number(value), "an integer below those of 64 bits", false),
        value => {
            sample(number(value), if is_legal(value) { PLAIN } else { "beyond a limit" }, is_legal(value))
        }
    });
    let mut all: Vec<Sample> = numbers.collect();
    all.extend(foreign());
    all.push(sample(number("1.5"), "a fraction", false));
    all.push(sample(Literal::Boolean(true), "a boolean for a number", false));
    all.push(of_json(text("0"), "digits in quotes"));
    // JSON has only one kind of numbers.
    let whole = |digits| Sample { legal: is_legal(1), ..of_json(number(digits), "an integer as a float") };
    all.extend(["1.0", "1e0"].map(whole));
    all
}

pub(super) fn floats(low: Option<f64>, high: Option<f64>) -> Vec<Sample> {
    let (min, max) = (low.unwrap_or(f64::MIN), high.unwrap_or(f64::MAX));
    let mut tried = vec![0.0, 1.5, -1.5, 5e-324];
    for limit in [low, high].into_iter().flatten() {
        tried.extend([limit, limit.next_down(), limit.next_up()]);
    }
    let numbers = tried.into_iter().map(|value: f64| {
        let legal = (min..=max).contains(&value);
        let hazard = match (value == 0.0, legal) {
            (true, _) => "zero",
            (_, true) => PLAIN,
            _ => "beyond a limit",
        };
        sample(number(format!("{value:?}")), hazard, legal)
    });
    let mut all: Vec<Sample> = numbers.collect();
    all.push(sample(number("-0.0"), "a negative zero", (min..=max).contains(&0.0)));
    all.push(sample(number("0"), "a float without a fraction", (min..=max).contains(&0.0)));
    all.extend(foreign());
    all.push(sample(Literal::Boolean(false), "a boolean for a number", false));
    all.push(of_json(text("0.5"), "digits in quotes"));
    all
}

/// Marks the values as hazards that violate a facet in addition to the base of a data type.
pub(super) fn beyond_facets(samples: &mut [Sample]) {
    let is_text = samples.iter().any(|sample| sample.legal && matches!(sample.value, Literal::Text(_)));
    for sample in samples.iter_mut().filter(|sample| !sample.legal && sample.in_xmi) {
        let breaks = match &sample.value {
            Literal::Number(_) => matches!(sample.hazard, "zero" | "beyond a limit"),
            Literal::Text(_) => is_text,
            _ => false,
        };
        sample.hazard = if breaks { "beyond a facet" } else { sample.hazard };
    }
}

/// Decimal numbers of any size.
pub(super) fn numbers() -> Vec<Sample> {
    let legal = ["0", "0.0", "-1", "19.90", "0.00000000000000000000000001"];
    let mut all: Vec<Sample> =
        legal.iter().map(|digits| sample(number(digits), "a decimal number", true)).collect();
    all.push(sample(number("123456789012345678901234567890.5"), BEYOND_DOUBLES, true));
    all.extend(foreign());
    all.push(sample(Literal::Boolean(false), "a boolean for a number", false));
    // Other programs write them so, because JSON has no numbers of any size for most readers.
    let quoted = |digits| Sample { legal: true, ..of_json(text(digits), QUOTED_NUMBER) };
    all.extend(["5", "19.90", "-1e5"].map(quoted));
    all.extend(
        ["+5", "5.", ".5", "05", "1e"]
            .map(|digits| of_json(text(digits), "digits that are no number of JSON")),
    );
    all
}

pub(super) fn texts(min: usize, max: Option<usize>) -> Vec<Sample> {
    let most_tried = max.unwrap_or(min + 2);
    let mut lengths = vec![0, min.saturating_sub(1), min, most_tried, most_tried + 1];
    lengths.sort_unstable();
    lengths.dedup();
    let is_legal = |length: usize| length >= min && max.is_none_or(|max| length <= max);
    let mut all = Vec::new();
    for length in lengths {
        let legal = is_legal(length);
        let hazard = match (length, legal) {
            (0, _) => "an empty text",
            (_, true) => PLAIN,
            _ => "beyond a limit",
        };
        all.push(sample(Literal::Text("a".repeat(length)), hazard, legal));
        if length > 0 {
            all.push(sample(Literal::Text("\u{1f600}".repeat(length)), "characters beyond U+FFFF", legal));
            all.push(sample(Literal::Text(" ".repeat(length)), "blanks", legal));
            all.push(sample(
                Literal::Text("\n\t".repeat(length)[..length].to_owned()),
                "line breaks and tabs",
                legal,
            ));
        }
    }
    all.push(of_json(number(0), "a number for a text"));
    all.push(of_json(Literal::Boolean(false), "a boolean for a text"));
    all
}

/// Texts, some of which are valid.
pub(super) fn words(legal: &[&str]) -> Vec<Sample> {
    let tried = ["", "a", "A", "a ", "0", "two words", "two  words", "\u{c4}"];
    let tried = tried.iter().filter(|word| !legal.contains(word));
    let mut all: Vec<Sample> = legal.iter().map(|word| sample(text(word), PLAIN, true)).collect();
    all.extend(tried.map(|word| sample(text(word), "a text that is not in the list", false)));
    all.push(of_json(number(0), "a number for a text"));
    all
}

pub(super) fn matches(legal: &[&str], illegal: &[&str]) -> Vec<Sample> {
    let legal = legal.iter().map(|word| sample(text(word), "a text that matches", true));
    let illegal = illegal.iter().map(|word| sample(text(word), "a text that does not match", false));
    legal.chain(illegal).chain([of_json(number(0), "a number for a text")]).collect()
}

pub(super) fn booleans() -> Vec<Sample> {
    let mut all = vec![
        sample(Literal::Boolean(false), "false", true),
        sample(Literal::Boolean(true), PLAIN, true),
        sample(text("yes"), "a text", false),
        sample(text(""), "an empty text", false),
        sample(text("True"), "a boolean with a capital", false),
    ];
    all.push(of_json(number(0), "a number for a boolean"));
    all.push(of_json(text("false"), "a boolean in quotes"));
    all
}

/// Valid and invalid dates. EMF is lenient about dates in XMI, so verdicts on invalid dates have a separate
/// reason there.
pub(super) fn timestamps() -> Vec<Sample> {
    let legal = [
        "2026-11-23",
        "2024-02-29",
        "2026-11-23T10:00:00Z",
        "2026-11-23T10:00:00.5+01:00",
        "1970-01-01T00:00:00Z",
    ];
    let illegal =
        ["2026-13-45", "2026-02-29", "2026-02-30", "2026-11-23 10:00", "2026-11-23T24:01:00Z", "2026-00-00"];
    let mut all: Vec<Sample> = legal.iter().map(|date| sample(text(date), "a date", true)).collect();
    all.extend(illegal.iter().map(|date| sample(text(date), "a date that is not in the calendar", false)));
    all.push(sample(text("T25:61"), "a text for a date", false));
    all.push(sample(text(""), "an empty text for a date", false));
    all.push(sample(text("x"), "a text for a date", false));
    all.push(of_json(number(0), "a number for a date"));
    all
}

/// Literals of an enumeration, each with its spelling and its name. In documents only the spelling is a
/// value; in logic, only the name is.
pub(super) fn literals(known: &[(&str, &str)]) -> Vec<Sample> {
    let literal = |spelling: &str, name: &str| Literal::Enumerator(spelling.to_owned(), name.to_owned());
    let hazard = |at: usize| if at == 0 { "the first literal" } else { PLAIN };
    let legal = known.iter().enumerate();
    let mut all: Vec<Sample> =
        legal.map(|(at, (spelling, name))| sample(literal(spelling, name), hazard(at), true)).collect();
    let renamed = known.iter().filter(|(spelling, name)| spelling != name);
    all.extend(
        renamed.map(|(spelling, name)| sample(literal(name, spelling), "a literal by its name", false)),
    );
    all.push(sample(text(""), "an empty text", false));
    all.push(sample(text("other"), "a text that is not in the list", false));
    all.push(sample(number(0), "a literal by its number", false));
    all
}

/// Null among values of any kind.
pub(super) const NULL: AnyValue = any("null", "null", "undef");

const SCALARS: &[AnyValue] = &[
    any("\"word\"", "word", "'word'"),
    any("5", "5", "5"),
    any("\"5\"", "\"5\"", "'5'"),
    any("false", "false", "false"),
    any("\"true\"", "\"true\"", "'true'"),
    any("\"\"", "", "''"),
    any("\"null\"", "\"null\"", "'null'"),
    any("\"nullable\"", "nullable", "'nullable'"),
    any("\"[1]\"", "\"[1]\"", "'[1]'"),
    any("-1.5", "-1.5", "-1.5"),
];
const COLLECTIONS: &[AnyValue] = &[
    any("[]", "[]", "[]"),
    any("{}", "{}", "{}"),
    any("[1,\"a\",null]", "[1,\"a\",null]", "[1, 'a', undef]"),
    any("{\"a\":{\"b\":[true]}}", "{\"a\":{\"b\":[true]}}", "{ a => { b => [true] } }"),
    any("{\"$type\":\"x\",\"\":{}}", "{\"$type\":\"x\",\"\":{}}", "{ '$type' => 'x', '' => {} }"),
    any("[[[0]],[\"[\"]]", "[[[0]],[\"[\"]]", "[[[0]], ['[']]"),
];

const fn any(json: &'static str, text: &'static str, expression: &'static str) -> AnyValue {
    AnyValue { json, text, expression }
}

/// Values of any kind, and those that a type with only scalars, or only lists and maps, does not have.
pub(super) fn of_any_kind(has_scalars: bool, has_collections: bool) -> Vec<Sample> {
    let samples = |values: &'static [AnyValue], hazard, legal| {
        values.iter().map(move |value| {
            let hazard = match legal {
                true if value.text.starts_with('"') => "a text that looks like another value",
                true if value.json.starts_with("[[") => "lists in lists",
                true if value.json.contains('$') => "a map with keys of documents",
                _ => hazard,
            };
            sample(Literal::Any(value), hazard, legal)
        })
    };
    let scalars = if has_scalars { PLAIN } else { "a scalar for a list or map" };
    let collections = if has_collections { PLAIN } else { "a list or map for a scalar" };
    samples(SCALARS, scalars, has_scalars).chain(samples(COLLECTIONS, collections, has_collections)).collect()
}

/// A hazard in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Trial {
    pub(super) hazard: &'static str,
    pub(super) legal: bool,
    /// Whether the hazard also exists in XMI.
    pub(super) in_xmi: bool,
}
