//! Values that are listed: by `enum`, by `const`, or by alternatives that each list texts in one of these ways.
//!
//! Texts become an enumeration, other scalars types with one value. This module does not know which feature has the
//! values.

use super::keywords::{NULL_ALONE, RULE_HELP};
use super::meaning::{ItemMeaning, Meaning};
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::declarations::{Declaration, Enumeration, Literal, Type, UniqueNames};
use std::fmt::Display;

/// How many numbers may be listed one by one.
const MAX_NUMBERS: usize = 50;

/// With more texts than this, duplicates of further texts are kept, because finding them takes quadratic time.
const MAX_COMPARED_TEXTS: usize = 2_000;

/// What becomes of more numbers.
const ANY_BETWEEN: &str = "any number from the least to the greatest is accepted";

/// A listed value and its documentation.
#[derive(Debug, Clone)]
struct ListedValue {
    place: SchemaNode,
    doc: Option<String>,
}

impl SchemaReader<'_> {
    /// The type of listed values; `None` if the parts list none.
    pub(super) fn enumerated(&mut self, own_schemas: &[SchemaNode], name: &dyn Display) -> Option<Meaning> {
        let (place, keyword, mut values) = self.listed(own_schemas)?;
        let count = values.len();
        values.retain(|value| !matches!(self.files.content(value.place), Content::Null));
        let is_nullable = values.len() < count;
        let mut texts: Vec<(String, Option<String>)> = Vec::new();
        let (mut types, mut has_others, mut numbers) = (Vec::new(), false, Vec::new());
        for value in values {
            match self.files.content(value.place) {
                Content::Text(text) => {
                    // Beyond the limit, texts are not compared with all earlier ones.
                    if texts.len() > MAX_COMPARED_TEXTS || texts.iter().all(|(known, _)| *known != text) {
                        texts.push((text.to_owned(), value.doc));
                    }
                }
                Content::Boolean(value) => types.push(Type::Boolean(value)),
                Content::Number(digits) => numbers.push(digits.to_owned()),
                _ => has_others = true,
            }
        }
        if has_others {
            self.report_not_expressed(
                place,
                keyword,
                "maps and lists are not single values, so values are of any kind",
                RULE_HELP,
            );
            return Some(Meaning { is_nullable, ..Meaning::any() });
        }
        if types.contains(&Type::Boolean(true)) && types.contains(&Type::Boolean(false)) {
            types = vec![Type::Word("Boolean")];
        }
        types.extend(self.listed_numbers(&numbers, place, keyword));
        if !texts.is_empty() {
            let has_only_texts = types.is_empty() && texts.len() > 1;
            let text_type = if has_only_texts {
                self.enumeration(texts, own_schemas, place, name)
            } else {
                enum_of(texts)
            };
            types.insert(0, text_type);
        }
        let item = match types.len() {
            0 => {
                self.report_not_expressed(place, keyword, NULL_ALONE, RULE_HELP);
                Type::Word("Data")
            }
            1 => types.swap_remove(0),
            _ => Type::Variant(types),
        };
        Some(Meaning { item: ItemMeaning::Type(item), is_nullable, ..Meaning::any() })
    }

    /// The first schema that lists its values, the keyword that lists them, and the values. If the keyword is that of
    /// alternatives, each alternative must list texts.
    fn listed(&self, own_schemas: &[SchemaNode]) -> Option<(SchemaNode, &'static str, Vec<ListedValue>)> {
        let without_doc = |place: SchemaNode| ListedValue { place, doc: None };
        if let Some((place, value)) = self.first(own_schemas, "const") {
            return Some((place, "const", vec![without_doc(value)]));
        }
        if let Some((place, list)) = self.first(own_schemas, "enum") {
            let items = self.files.items(list)?;
            return Some((place, "enum", items.into_iter().map(without_doc).collect()));
        }
        let (place, keyword, alternatives) = self.alternatives(own_schemas)?;
        let mut values = Vec::new();
        for alternative in alternatives {
            let doc = ["description", "title"]
                .iter()
                .find_map(|key| self.files.text(alternative, key))
                .map(str::to_owned);
            let constant = self.files.get(alternative, "const").into_iter();
            let listed_values = self
                .files
                .get(alternative, "enum")
                .and_then(|list| self.files.items(list))
                .into_iter()
                .flatten();
            let count_before = values.len();
            values.extend(constant.chain(listed_values).map(|place| ListedValue { place, doc: doc.clone() }));
            if values.len() == count_before {
                return None;
            }
        }
        values
            .iter()
            .all(|value| matches!(self.files.content(value.place), Content::Text(_)))
            .then_some((place, keyword, values))
    }

    /// The types of listed numbers: a range if they are consecutive integers, otherwise a type for each.
    fn listed_numbers(&mut self, digits: &[String], place: SchemaNode, keyword: &str) -> Vec<Type> {
        let mut integers: Vec<i128> = digits.iter().filter_map(|text| text.parse().ok()).collect();
        if integers.len() < digits.len() {
            let floats: Vec<f64> = (digits.iter().filter_map(|text| text.parse().ok()))
                .filter(|value: &f64| value.is_finite())
                .collect();
            if floats.len() > MAX_NUMBERS {
                self.report_not_expressed(place, keyword, ANY_BETWEEN, RULE_HELP);
                return vec![Type::Float {
                    min: floats.iter().copied().reduce(f64::min),
                    max: floats.iter().copied().reduce(f64::max),
                }];
            }
            return floats
                .into_iter()
                .map(|value| Type::Float { min: Some(value), max: Some(value) })
                .collect();
        }
        integers.sort_unstable();
        integers.dedup();
        let (Some(least), Some(greatest)) = (integers.first().copied(), integers.last().copied()) else {
            return Vec::new();
        };
        let is_range =
            usize::try_from(greatest.saturating_sub(least)).is_ok_and(|length| length == integers.len() - 1);
        if is_range || integers.len() > MAX_NUMBERS {
            if !is_range {
                self.report_not_expressed(place, keyword, ANY_BETWEEN, RULE_HELP);
            }
            return vec![Type::Integer { min: Some(least), max: Some(greatest) }];
        }
        integers.into_iter().map(|value| Type::Integer { min: Some(value), max: Some(value) }).collect()
    }

    /// Declares an enumeration of texts, each of which may have documentation. Returns its type.
    fn enumeration(
        &mut self,
        texts: Vec<(String, Option<String>)>,
        own_schemas: &[SchemaNode],
        place: SchemaNode,
        preferred_name: &dyn Display,
    ) -> Type {
        let name = self.name_type(&preferred_name.to_string(), place);
        let mut names = UniqueNames::default();
        let literal = |(text, doc): (String, Option<String>)| {
            let name = names.reserve(&identifier(&text));
            Literal { text: Some(text).filter(|text| *text != name), name, doc, ..Literal::default() }
        };
        let literals: Vec<Literal> = texts.into_iter().map(literal).collect();
        let doc = self.documentation(own_schemas, &[]);
        let values =
            literals.iter().map(|literal| literal.text.clone().unwrap_or_else(|| literal.name.clone()));
        self.aliases.insert(name.clone(), Type::Enum(values.collect()));
        let enumeration = Enumeration {
            name: name.clone(),
            doc,
            literals,
            span: self.files.origin(place),
            annotations: Vec::new(),
        };
        self.other_declarations.push((self.classes.len(), Declaration::Enumeration(enumeration)));
        Type::Named(name)
    }
}

/// The type of listed texts without their documentation.
fn enum_of(texts: Vec<(String, Option<String>)>) -> Type {
    Type::Enum(texts.into_iter().map(|(text, _)| text).collect())
}

/// An identifier for a text.
fn identifier(text: &str) -> String {
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_identifier_part) {
        return text.to_owned();
    }
    let words: Vec<&str> = text.split(|c| !is_identifier_part(c)).filter(|word| !word.is_empty()).collect();
    let joined = words.join("_").to_lowercase();
    let joined = joined.trim_matches('_');
    match joined.chars().next() {
        None if text.is_empty() => "empty".to_owned(),
        None => "literal".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("literal_{joined}"),
        Some(_) => joined.to_owned(),
    }
}

/// Whether an identifier can contain a character.
fn is_identifier_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
