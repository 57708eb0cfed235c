//! Alternatives that are not all objects: `oneOf`, `anyOf` and several types.
//!
//! Invariant: a plain value in a document belongs to one alternative of the resulting type without being named;
//! alternatives for which this is not so become values of any kind, with a report. Alternatives of objects alone are in
//! `alternatives`.

use super::keywords::RULE_HELP;
use super::meaning::{ItemMeaning, Meaning};
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use crate::declarations::{Type, class_name};
use std::fmt::Display;

/// The keywords for alternatives.
pub(super) const ALTERNATIVE_KEYWORDS: [&str; 2] = ["oneOf", "anyOf"];

/// The keywords that determine the type of a value.
const TYPE_KEYWORDS: [&str; 8] = ["$ref", "$dynamicRef", "allOf", "anyOf", "const", "enum", "oneOf", "type"];

/// The help for alternatives that have no plain form.
const PLAIN_HELP: &str = "describe the alternatives as objects with `properties`, or check documents with \
                          `validate --schema` as well";

impl SchemaReader<'_> {
    /// The first of the schemas that has at least two alternatives besides null, their keyword, and these alternatives.
    pub(super) fn alternatives(
        &self,
        own_schemas: &[SchemaNode],
    ) -> Option<(SchemaNode, &'static str, Vec<SchemaNode>)> {
        for place in own_schemas {
            for keyword in ALTERNATIVE_KEYWORDS {
                let mut alternatives = self.listed_schemas(*place, keyword);
                alternatives.retain(|alternative| !self.is_null(*alternative));
                if alternatives.len() > 1 {
                    return Some((*place, keyword, alternatives));
                }
            }
        }
        None
    }

    /// The type of alternatives; `None` if there are none, or they only restrict what the other keywords describe.
    pub(super) fn union(&mut self, own_schemas: &[SchemaNode], name: &dyn Display) -> Option<Meaning> {
        let (place, keyword, alternatives) = self.alternatives(own_schemas)?;
        let declared_types = own_schemas.iter().find_map(|place| self.declared_types(*place));
        let declared_types: Vec<String> = declared_types.into_iter().flatten().map(str::to_owned).collect();
        let has_own_type = |reader: &Self, alternative: &SchemaNode| {
            TYPE_KEYWORDS.iter().any(|key| reader.files.get(*alternative, key).is_some())
        };
        let mut meanings = Vec::new();
        for (index, alternative) in alternatives.iter().enumerate() {
            if has_own_type(self, alternative) || declared_types.is_empty() {
                let title = self.files.text(*alternative, "title").map(class_name);
                let preferred_name = title.unwrap_or_else(|| format!("{name}Option{}", index + 1));
                meanings.push(self.meaning(&[*alternative], &preferred_name));
                continue;
            }
            // The alternative only restricts the types that are declared beside the alternatives.
            let schemas = [&[*alternative], own_schemas].concat();
            self.check_keywords(*alternative);
            for declared_type in declared_types.iter().filter(|declared_type| *declared_type != "null") {
                meanings.push(self.meaning_of_type(declared_type, &schemas, name));
            }
        }
        // `alternatives` lacks only those that are null. If one was null, another one is made nullable, so that the
        // union is nullable.
        if self.files.items(self.files.get(place, keyword)?)?.len() > alternatives.len()
            && let Some(first) = meanings.first_mut()
        {
            first.is_nullable = true;
        }
        Some(self.variant(meanings, own_schemas, keyword))
    }

    /// The meaning of values that have one of several meanings. `keyword` is that of the alternatives; the first of
    /// `own_schemas` with this keyword is reported if types cannot express the alternatives.
    pub(super) fn variant(
        &mut self,
        meanings: Vec<Meaning>,
        own_schemas: &[SchemaNode],
        keyword: &'static str,
    ) -> Meaning {
        let is_nullable = meanings.iter().any(|meaning| meaning.is_nullable);
        let mut types: Vec<Type> = Vec::new();
        for meaning in meanings.into_iter().filter(|meaning| meaning.item != ItemMeaning::Never) {
            let members = match meaning.into_type(&self.classes) {
                Type::Variant(members) => members,
                other => vec![other],
            };
            for member in members {
                if !types.contains(&member) {
                    types.push(member);
                }
            }
        }
        let reported_place =
            own_schemas.iter().copied().find(|place| self.files.get(*place, keyword).is_some());
        let effect = if types.is_empty() {
            Some("nothing is valid, but values of any kind are accepted")
        } else if types.contains(&Type::Word("Data")) && keyword == "oneOf" {
            Some("one alternative is of any kind, so values of several alternatives are accepted")
        } else {
            None
        };
        if let Some(effect) = effect
            && let Some(place) = reported_place
        {
            self.report_not_expressed(place, keyword, effect, RULE_HELP);
        }
        let types = self.with_one_text(types, own_schemas, keyword);
        let result = match types.as_slice() {
            [] => Type::Word("Data"),
            [only] => only.clone(),
            _ if types.contains(&Type::Word("Data")) => Type::Word("Data"),
            _ if !self.is_plain(&types) => {
                if let Some(place) = reported_place {
                    let effect = "a document cannot show which alternative a map or a list is, so values are of any kind";
                    self.report_not_expressed(place, keyword, effect, PLAIN_HELP);
                }
                Type::Word("Data")
            }
            _ => Type::Variant(types),
        };
        Meaning { is_nullable, ..Meaning::of(result) }
    }

    /// Whether plain values of the types can be distinguished.
    fn is_plain(&self, types: &[Type]) -> bool {
        let lists =
            types.iter().filter(|member| matches!(member, Type::Array { .. } | Type::Tuple { .. })).count();
        lists < 2 && !types.iter().any(|member| matches!(member, Type::Hash { .. }))
    }

    /// Replaces several types of texts among the alternatives by one, the pattern of all their texts. The plain form of
    /// a variant cannot have patterns beside other types of texts.
    fn with_one_text(
        &mut self,
        types: Vec<Type>,
        own_schemas: &[SchemaNode],
        keyword: &'static str,
    ) -> Vec<Type> {
        let texts: Vec<Type> =
            types.iter().map(|value_type| self.resolve_alias(value_type)).filter(is_text).collect();
        if texts.len() < 2 {
            return types;
        }
        let mut patterns = Vec::new();
        // Whether a pattern can express each type.
        let mut is_exact = true;
        for text in &texts {
            match text {
                Type::Pattern(expressions) => patterns.extend(expressions.iter().cloned()),
                Type::Enum(literals) => patterns.push(one_of(literals)),
                Type::String { min: None, max: None } => {
                    patterns.clear();
                    break;
                }
                Type::String { min, max } => {
                    let max = max.map(|max| max.to_string()).unwrap_or_default();
                    patterns.push(format!("\\A(?m:.{{{},{max}}})\\z", min.unwrap_or_default()));
                }
                _ => is_exact = false,
            }
        }
        let is_any = texts.contains(&Type::TEXT);
        let merged = if is_any || !is_exact { Type::TEXT } else { Type::Pattern(patterns) };
        if !is_exact
            && !is_any
            && let Some(place) = own_schemas.iter().find(|place| self.files.get(**place, keyword).is_some())
        {
            self.report_not_expressed(
                *place,
                keyword,
                "any text is accepted",
                "declare the alternatives by `pattern`",
            );
        }
        // The merged type is in the place of the first type of texts; the others are left out.
        let mut unused_merged = Some(merged);
        let mut remaining = Vec::new();
        for value_type in types {
            if is_text(&self.resolve_alias(&value_type)) {
                remaining.extend(unused_merged.take());
            } else {
                remaining.push(value_type);
            }
        }
        remaining
    }

    /// The type that a name was declared for, or the type itself.
    fn resolve_alias(&self, value_type: &Type) -> Type {
        match value_type {
            Type::Named(name) => self.aliases.get(name).unwrap_or(value_type).clone(),
            _ => value_type.clone(),
        }
    }
}

/// Whether all values of a type are texts in documents.
fn is_text(value_type: &Type) -> bool {
    matches!(
        value_type,
        Type::String { .. } | Type::Pattern(_) | Type::Enum(_) | Type::Word("Timestamp" | "URI" | "Regexp")
    )
}

/// An expression for one of several texts.
fn one_of(texts: &[String]) -> String {
    let escaped: Vec<String> = texts.iter().map(|text| escape(text)).collect();
    format!("\\A(?:{})\\z", escaped.join("|"))
}

/// A text as a regular expression that matches only this text.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
