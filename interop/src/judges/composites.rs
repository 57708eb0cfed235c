//! Attributes of the types `Hash`, `Variant`, `Tuple` and `Struct`, and their values in each notation: in natural form, and as
//! the objects that the natural form represents.
//!
//! Invariant: the declaration alone determines whether a value is valid. Does not know other features.

use super::samples::Trial;
use crate::random::Random;

/// The type of an attribute.
#[derive(Debug, Clone)]
pub(super) enum Composite {
    Map { key: &'static Scalar, value: &'static Scalar, is_optional: bool },
    Choice(&'static [(&'static str, &'static Scalar)]),
    Tuple(&'static [&'static Scalar]),
    Struct(&'static [Member]),
}

/// A member of a struct: its name, its type, and whether it may be absent.
type Member = (&'static str, &'static Scalar, bool);

/// A type of keys or values, with valid and invalid texts. The texts in the last list are invalid only as
/// keys in JSON.
#[derive(Debug)]
pub(super) struct Scalar {
    text: &'static str,
    legal: &'static [&'static str],
    illegal: &'static [&'static str],
    illegal_keys: &'static [&'static str],
    /// Whether its values in JSON are texts.
    is_text: bool,
}

const STRING: Scalar = Scalar {
    text: "String",
    legal: &["a", "", "$type", "key", "two words", "0"],
    illegal: &[],
    illegal_keys: &[],
    is_text: true,
};
const SHORT: Scalar = Scalar {
    text: "String[1, 3]",
    legal: &["a", "abc", "5"],
    illegal: &["", "abcd"],
    illegal_keys: &[],
    is_text: true,
};
const SMALL: Scalar = Scalar {
    text: "Integer[-5, 5]",
    legal: &["0", "-5", "5", "1"],
    illegal: &["6", "-6", "99999999999999999999"],
    illegal_keys: &["05", "-0", "1.0", "+1", "x", ""],
    is_text: false,
};
const INTEGER: Scalar = Scalar {
    text: "Integer",
    legal: &["0", "7", "9223372036854775807", "-9223372036854775808"],
    illegal: &["9999999999999999999"],
    illegal_keys: &["00", "1e0", "x"],
    is_text: false,
};
const BOOLEAN: Scalar = Scalar {
    text: "Boolean",
    legal: &["true", "false"],
    illegal: &[],
    illegal_keys: &["True", "yes", "0", ""],
    is_text: false,
};
const WORD: Scalar = Scalar {
    text: "Enum['a', 'two words']",
    legal: &["a", "two words"],
    illegal: &["b", "two", "A"],
    illegal_keys: &[],
    is_text: true,
};
const FRACTION: Scalar = Scalar {
    text: "Float[0.0, 1.0]",
    legal: &["0.5", "0.0", "1.0"],
    illegal: &["1.5", "-0.5"],
    illegal_keys: &[],
    is_text: false,
};

/// One of so many values is used to try each hazard.
const RARITY: usize = 48;

const KEYS: [&Scalar; 6] = [&STRING, &SHORT, &SMALL, &INTEGER, &BOOLEAN, &WORD];
const VALUES: [&Scalar; 6] = [&STRING, &SHORT, &SMALL, &INTEGER, &BOOLEAN, &FRACTION];
/// Types whose values each belong to exactly one alternative, under the names of the alternatives.
const CHOICES: [&[(&str, &Scalar)]; 5] = [
    &[("integer", &SMALL), ("string", &SHORT)],
    &[("boolean", &BOOLEAN), ("enum", &WORD)],
    &[("float", &FRACTION), ("string", &SHORT), ("boolean", &BOOLEAN)],
    &[("string", &STRING), ("integer", &INTEGER)],
    &[("enum", &WORD), ("integer", &SMALL)],
];

/// The types of tuples.
const TUPLES: [&[&Scalar]; 4] =
    [&[&SHORT, &SMALL], &[&BOOLEAN, &FRACTION, &WORD], &[&INTEGER], &[&STRING, &STRING, &SMALL]];

/// The types of structs.
const STRUCTS: [&[Member]; 3] = [
    &[("name", &SHORT, false), ("size", &SMALL, true)],
    &[("on", &BOOLEAN, false), ("share", &FRACTION, false), ("word", &WORD, true)],
    &[("text", &STRING, true), ("number", &INTEGER, false)],
];

/// A value in each notation.
#[derive(Debug)]
pub(super) struct Notations {
    pub(super) json: String,
    /// The elements.
    pub(super) xmi: String,
    /// The expression; `None` if the language cannot express the value.
    pub(super) expression: Option<String>,
}

impl Composite {
    /// A map with random types of keys and values.
    pub(super) fn random_map(random: &mut Random) -> Self {
        Composite::Map { key: random.pick(&KEYS), value: random.pick(&VALUES), is_optional: random.one_in(4) }
    }

    /// A choice of random types.
    pub(super) fn random_choice(random: &mut Random) -> Self {
        Composite::Choice(random.pick(&CHOICES))
    }

    /// A tuple of random types.
    pub(super) fn random_row(random: &mut Random) -> Self {
        Composite::Tuple(random.pick(&TUPLES))
    }

    /// A struct of random types.
    pub(super) fn random_record(random: &mut Random) -> Self {
        Composite::Struct(random.pick(&STRUCTS))
    }
}

impl Composite {
    /// The type in the declaration.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Map { key, value, is_optional: false } => format!("Hash[{}, {}]", key.text, value.text),
            Self::Map { key, value, is_optional: true } => {
                format!("Hash[{}, Optional[{}]]", key.text, value.text)
            }
            Self::Choice(alternatives) => {
                let types: Vec<&str> = alternatives.iter().map(|(_, ty)| ty.text).collect();
                format!("Variant[{}]", types.join(", "))
            }
            Self::Tuple(types) => {
                let types: Vec<&str> = types.iter().map(|ty| ty.text).collect();
                format!("Tuple[{}]", types.join(", "))
            }
            Self::Struct(members) => {
                let members = members.iter().map(|(name, ty, is_optional)| match is_optional {
                    true => format!("Optional[{name}] => {}", ty.text),
                    false => format!("{name} => {}", ty.text),
                });
                format!("Struct[{{ {} }}]", members.collect::<Vec<_>>().join(", "))
            }
        }
    }

    pub(super) fn is_map(&self) -> bool {
        matches!(self, Self::Map { .. })
    }

    /// A value of a feature, with the hazard that it tries.
    pub(super) fn value(&self, feature: &str, random: &mut Random) -> (Notations, Option<Trial>) {
        match self {
            Self::Map { key, value, is_optional } => map(feature, key, value, *is_optional, random),
            Self::Choice(alternatives) => choice(feature, alternatives, random),
            Self::Tuple(types) => tuple(feature, types, random),
            Self::Struct(members) => record(feature, members, random),
        }
    }
}

fn trial(hazard: &'static str, legal: bool, in_xmi: bool) -> Option<Trial> {
    Some(Trial { hazard, legal, in_xmi })
}

fn json(ty: &Scalar, text: &str) -> String {
    if ty.is_text { serde_json::Value::from(text).to_string() } else { text.to_owned() }
}

fn expression(ty: &Scalar, text: &str) -> Option<String> {
    match text {
        // The digits without the sign exceed 64 bits.
        "-9223372036854775808" => None,
        _ if ty.is_text => Some(format!("'{text}'")),
        _ => Some(text.to_owned()),
    }
}

/// An entry: the text of the key, and the text of the value.
type Entry = (String, Option<String>);

fn map(
    feature: &str,
    key: &'static Scalar,
    value: &'static Scalar,
    is_optional: bool,
    random: &mut Random,
) -> (Notations, Option<Trial>) {
    let mut entries: Vec<Entry> = Vec::new();
    for text in key.legal {
        if random.one_in(2) {
            entries.push(((*text).to_owned(), Some(random.pick(value.legal).to_owned())));
        }
    }
    let mut is_list = random.one_in(4);
    let first = || (key.legal[0].to_owned(), Some(value.legal[0].to_owned()));
    if entries.is_empty() {
        entries.push(first());
    }
    let tried = match random.below(RARITY) {
        0 if !key.illegal.is_empty() => {
            entries[0].0 = random.pick(key.illegal).to_owned();
            trial("a key of a map beyond its type", false, true)
        }
        1 if !key.illegal_keys.is_empty() => {
            (entries[0].0, is_list) = (random.pick(key.illegal_keys).to_owned(), false);
            trial("a key of a map that is not spelled as its type", false, false)
        }
        2 if !value.illegal.is_empty() => {
            entries[0].1 = Some(random.pick(value.illegal).to_owned());
            trial("a value of a map beyond its type", false, true)
        }
        3 => {
            (entries[0].1, is_list) = (None, false);
            trial("an entry without a value", is_optional, true)
        }
        4 => {
            (entries, is_list) = (vec![first(), first()], true);
            trial("a key of a map twice", false, true)
        }
        _ => None,
    };
    let mut notations = entries_in_notations(feature, key, value, &entries, is_list);
    // In the language, such a text as a number may be a key.
    notations.expression.take_if(|_| tried.is_some_and(|tried| !tried.in_xmi));
    (notations, tried)
}

fn entries_in_notations(
    feature: &str,
    key: &Scalar,
    value: &Scalar,
    entries: &[Entry],
    is_list: bool,
) -> Notations {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let value_json =
        |text: &Option<String>| text.as_ref().map_or("null".to_owned(), |text| json(value, text));
    let items: Vec<String> = entries
        .iter()
        .map(|(name, text)| {
            if is_list {
                format!("{{\"key\":{},\"value\":{}}}", json(key, name), value_json(text))
            } else {
                format!("{}:{}", quoted(name), value_json(text))
            }
        })
        .collect();
    let (open, close) = if is_list { ('[', ']') } else { ('{', '}') };
    let xmi = entries.iter().map(|(name, text)| {
        let value = text.as_ref().map(|text| format!(" value=\"{text}\"")).unwrap_or_default();
        format!("<{feature} key=\"{name}\"{value}/>")
    });
    let pairs: Option<Vec<String>> = entries
        .iter()
        .map(|(name, text)| {
            Some(format!("{} => {}", expression(key, name)?, expression(value, text.as_ref()?)?))
        })
        .collect();
    let is_once = entries.iter().map(|(name, _)| name).collect::<std::collections::BTreeSet<_>>().len();
    Notations {
        json: format!("{open}{}{close}", items.join(",")),
        xmi: xmi.collect(),
        expression: pairs
            .filter(|_| is_once == entries.len())
            .map(|pairs| format!("{{ {} }}", pairs.join(", "))),
    }
}

fn choice(
    feature: &str,
    alternatives: &[(&'static str, &'static Scalar)],
    random: &mut Random,
) -> (Notations, Option<Trial>) {
    let (name, ty) = random.pick(alternatives);
    let text = random.pick(ty.legal);
    let xmi = |content: &str| format!("<{feature}{content}/>");
    let one = |name: &str, text: &str| format!(" {name}=\"{text}\"");
    let named = |name: &str, ty: &Scalar, text: &str| format!("{{\"{name}\":{}}}", json(ty, text));
    let (json, xmi, expression, tried) = match random.below(RARITY) {
        0 => {
            let (other, other_ty) = alternatives[usize::from(alternatives[0].0 == name)];
            let both = format!(
                "{{\"{name}\":{},\"{other}\":{}}}",
                json(ty, text),
                json(other_ty, other_ty.legal[0])
            );
            let content = one(name, text) + &one(other, other_ty.legal[0]);
            (both, xmi(&content), None, trial("the values of two alternatives", false, true))
        }
        1 => ("{}".to_owned(), xmi(""), None, trial("the value of no alternative", false, true)),
        2 if !ty.illegal.is_empty() => {
            let text = random.pick(ty.illegal);
            let hazard = "a value of an alternative beyond its type";
            (named(name, ty, text), xmi(&one(name, text)), None, trial(hazard, false, true))
        }
        3 => ("[1]".to_owned(), String::new(), None, trial("a list for a choice", false, false)),
        4 => {
            let plain = alternatives.iter().all(|(_, ty)| !ty.illegal.is_empty() && ty.text != "String");
            if plain {
                let text = random.pick(ty.illegal);
                let hazard = "a plain value of no alternative";
                (json(ty, text), String::new(), expression(ty, text), trial(hazard, false, false))
            } else {
                (named(name, ty, text), xmi(&one(name, text)), None, None)
            }
        }
        5..=7 => (named(name, ty, text), xmi(&one(name, text)), None, None),
        _ => (json(ty, text), xmi(&one(name, text)), expression(ty, text), None),
    };
    (Notations { json, xmi, expression }, tried)
}

fn tuple(feature: &str, types: &[&'static Scalar], random: &mut Random) -> (Notations, Option<Trial>) {
    let mut values: Vec<(&Scalar, &str)> = types.iter().map(|ty| (*ty, random.pick(ty.legal))).collect();
    let mut is_list = !random.one_in(4);
    let at = random.below(types.len());
    let tried = match random.below(RARITY / 4) {
        0 if !types[at].illegal.is_empty() => {
            values[at].1 = random.pick(types[at].illegal);
            trial("a value of a tuple beyond its type", false, true)
        }
        1 => {
            values.pop();
            trial("a tuple with too few values", false, true)
        }
        2 => {
            is_list = true;
            values.push((&INTEGER, "0"));
            trial("a tuple with too many values", false, false)
        }
        _ => None,
    };
    let items = || values.iter().enumerate().map(|(at, (ty, text))| (at + 1, *ty, *text));
    let json_items: Vec<String> = items()
        .map(
            |(at, ty, text)| {
                if is_list { json(ty, text) } else { format!("\"item{at}\":{}", json(ty, text)) }
            },
        )
        .collect();
    let (open, close) = if is_list { ('[', ']') } else { ('{', '}') };
    let attributes: String = items().map(|(at, _, text)| format!(" item{at}=\"{text}\"")).collect();
    let expressions: Option<Vec<String>> = items().map(|(_, ty, text)| expression(ty, text)).collect();
    let notations = Notations {
        json: format!("{open}{}{close}", json_items.join(",")),
        xmi: format!("<{feature}{attributes}/>"),
        expression: expressions.map(|items| format!("[{}]", items.join(", "))),
    };
    (notations, tried)
}

fn record(feature: &str, members: &[Member], random: &mut Random) -> (Notations, Option<Trial>) {
    let present = |random: &mut Random, is_optional: bool| !is_optional || random.one_in(2);
    let mut values: Vec<(&str, &Scalar, &str)> = Vec::new();
    for (name, ty, is_optional) in members {
        if present(random, *is_optional) {
            values.push((name, ty, random.pick(ty.legal)));
        }
    }
    let at = random.below(values.len());
    let tried = match random.below(RARITY / 4) {
        0 if !values[at].1.illegal.is_empty() => {
            values[at].2 = random.pick(values[at].1.illegal);
            trial("a value of a struct beyond its type", false, true)
        }
        1 => {
            let (name, _, _) = values.remove(at);
            let is_optional = members.iter().any(|(known, _, is_optional)| *known == name && *is_optional);
            trial("a struct without a value", is_optional, true)
        }
        2 => {
            values.push(("other", &INTEGER, "0"));
            trial("a struct with another key", false, true)
        }
        _ => None,
    };
    let json: Vec<String> =
        values.iter().map(|(name, ty, text)| format!("\"{name}\":{}", json(ty, text))).collect();
    let attributes: String = values.iter().map(|(name, _, text)| format!(" {name}=\"{text}\"")).collect();
    let entries: Option<Vec<String>> =
        values.iter().map(|(name, ty, text)| Some(format!("{name} => {}", expression(ty, text)?))).collect();
    let notations = Notations {
        json: format!("{{{}}}", json.join(",")),
        xmi: format!("<{feature}{attributes}/>"),
        expression: entries.map(|entries| format!("{{ {} }}", entries.join(", "))),
    };
    (notations, tried)
}
