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

/// The schema that lists its values, the keyword that lists them, and the values.
struct Listed {
    place: SchemaNode,
    keyword: &'static str,
    values: Vec<ListedValue>,
}

/// A listed text and its documentation.
struct ListedText {
    text: String,
    doc: Option<String>,
}

impl SchemaReader<'_> {
    /// The type of listed values; `None` if the parts list none.
    pub(super) fn enumerated(&mut self, own_schemas: &[SchemaNode], name: &dyn Display) -> Option<Meaning> {
        let Listed { place, keyword, values } = self.listed(own_schemas)?;
        let mut texts: Vec<ListedText> = Vec::new();
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        let (mut is_nullable, mut has_others) = (false, false);
        for value in values {
            match self.files.content(value.place) {
                Content::Text(text) => {
                    // Beyond the limit, texts are not compared with all earlier ones.
                    if texts.len() > MAX_COMPARED_TEXTS || texts.iter().all(|known| known.text != text) {
                        texts.push(ListedText { text: text.to_owned(), doc: value.doc });
                    }
                }
                Content::Null => is_nullable = true,
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

    /// The values of the first schema that lists values. If the keyword is that of alternatives, each alternative must
    /// list texts.
    fn listed(&self, own_schemas: &[SchemaNode]) -> Option<Listed> {
        let without_doc = |place: SchemaNode| ListedValue { place, doc: None };
        if let Some((place, value)) = self.first(own_schemas, "const") {
            return Some(Listed { place, keyword: "const", values: vec![without_doc(value)] });
        }
        if let Some((place, list)) = self.first(own_schemas, "enum") {
            let values = self.files.items(list)?.into_iter().map(without_doc).collect();
            return Some(Listed { place, keyword: "enum", values });
        }
        let (place, keyword, alternatives) = self.alternatives(own_schemas)?;
        let mut values = Vec::new();
        for alternative in alternatives {
            let description = self.files.text(alternative, "description");
            let doc = description.or_else(|| self.files.text(alternative, "title")).map(str::to_owned);
            let mut value_nodes: Vec<SchemaNode> = Vec::new();
            value_nodes.extend(self.files.get(alternative, "const"));
            let list = self.files.get(alternative, "enum").and_then(|list| self.files.items(list));
            value_nodes.extend(list.unwrap_or_default());
            if value_nodes.is_empty() {
                return None;
            }
            values.extend(value_nodes.into_iter().map(|place| ListedValue { place, doc: doc.clone() }));
        }
        let is_text = |value: &ListedValue| matches!(self.files.content(value.place), Content::Text(_));
        if !values.iter().all(is_text) {
            return None;
        }
        Some(Listed { place, keyword, values })
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
        let (Some(smallest), Some(largest)) = (integers.first().copied(), integers.last().copied()) else {
            return Vec::new();
        };
        // Without gaps, the largest integer is as far from the smallest one as there are further integers.
        let distance = largest.saturating_sub(smallest);
        let is_range = usize::try_from(distance).is_ok_and(|distance| distance == integers.len() - 1);
        if is_range || integers.len() > MAX_NUMBERS {
            if !is_range {
                self.report_not_expressed(place, keyword, ANY_BETWEEN, RULE_HELP);
            }
            return vec![Type::Integer { min: Some(smallest), max: Some(largest) }];
        }
        integers.into_iter().map(|value| Type::Integer { min: Some(value), max: Some(value) }).collect()
    }

    /// Declares an enumeration of texts, each of which may have documentation. Returns its type.
    fn enumeration(
        &mut self,
        texts: Vec<ListedText>,
        own_schemas: &[SchemaNode],
        place: SchemaNode,
        preferred_name: &dyn Display,
    ) -> Type {
        let name = self.name_type(&preferred_name.to_string(), place);
        self.aliases
            .insert(name.clone(), Type::Enum(texts.iter().map(|listed| listed.text.clone()).collect()));
        let mut names = UniqueNames::default();
        let mut literals = Vec::with_capacity(texts.len());
        for ListedText { text, doc } in texts {
            let name = names.reserve(&identifier(&text));
            let text = if text == name { None } else { Some(text) };
            literals.push(Literal { name, text, doc, ..Literal::default() });
        }
        let doc = self.documentation(own_schemas, &[]);
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
fn enum_of(texts: Vec<ListedText>) -> Type {
    Type::Enum(texts.into_iter().map(|listed| listed.text).collect())
}

/// An identifier for a text: `"in progress"` → `in_progress`, `"2nd"` → `literal_2nd`.
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
