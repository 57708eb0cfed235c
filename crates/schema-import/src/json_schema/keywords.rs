//! The keywords of JSON Schema: the kinds of their values, and those that the types do not express.
//!
//! Other keywords are annotations, as JSON Schema defines, and have no meaning here. One that is probably a typing
//! error is reported.

use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::own_keys::plausible_limit;
use modelwright_metamodel::diagnostic::{Severity, codes, shorten};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A kind of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Boolean,
    Number,
    Count,
    Text,
    Texts,
    List,
    Map,
    Schema,
    SchemaOrList,
    BooleanOrNumber,
    TextOrTexts,
    Schemas,
}

impl Kind {
    /// What a value of this kind is, for messages.
    fn expectation(self) -> &'static str {
        match self {
            Self::Boolean => "true or false",
            Self::BooleanOrNumber => "a number, or a boolean in draft 4",
            Self::Number => "a number",
            Self::Count => "a whole number from 0",
            Self::Text => "a text",
            Self::Texts => "a list of texts",
            Self::TextOrTexts => "a text or a list of texts",
            Self::List => "a list",
            Self::Map => "a map",
            Self::Schema => "a schema",
            Self::SchemaOrList => "a schema or a list of schemas",
            Self::Schemas => "a list of schemas",
        }
    }
}

/// Keywords with values of one kind.
const KEYWORD_KINDS: [(&str, Kind); 46] = [
    ("$anchor", Kind::Text),
    ("$dynamicRef", Kind::Text),
    ("$ref", Kind::Text),
    ("additionalItems", Kind::Schema),
    ("additionalProperties", Kind::Schema),
    ("allOf", Kind::Schemas),
    ("anyOf", Kind::Schemas),
    ("contains", Kind::Schema),
    ("dependencies", Kind::Map),
    ("dependentRequired", Kind::Map),
    ("dependentSchemas", Kind::Map),
    ("deprecated", Kind::Boolean),
    ("description", Kind::Text),
    ("else", Kind::Schema),
    ("enum", Kind::List),
    ("exclusiveMaximum", Kind::BooleanOrNumber),
    ("exclusiveMinimum", Kind::BooleanOrNumber),
    ("format", Kind::Text),
    ("if", Kind::Schema),
    ("items", Kind::SchemaOrList),
    ("maxContains", Kind::Count),
    ("maxItems", Kind::Count),
    ("maxLength", Kind::Count),
    ("maxProperties", Kind::Count),
    ("maximum", Kind::Number),
    ("minContains", Kind::Count),
    ("minItems", Kind::Count),
    ("minLength", Kind::Count),
    ("minProperties", Kind::Count),
    ("minimum", Kind::Number),
    ("multipleOf", Kind::Number),
    ("not", Kind::Schema),
    ("nullable", Kind::Boolean),
    ("oneOf", Kind::Schemas),
    ("pattern", Kind::Text),
    ("patternProperties", Kind::Map),
    ("prefixItems", Kind::Schemas),
    ("properties", Kind::Map),
    ("propertyNames", Kind::Schema),
    ("readOnly", Kind::Boolean),
    ("required", Kind::Texts),
    ("then", Kind::Schema),
    ("title", Kind::Text),
    ("type", Kind::TextOrTexts),
    ("unevaluatedItems", Kind::Schema),
    ("unevaluatedProperties", Kind::Schema),
];

/// Keywords that the types never express, all of which have a kind.
const NOT_EXPRESSED: [(&str, &str); 12] = [
    ("contains", "lists are not searched for an item"),
    ("dependencies", "properties do not depend on each other"),
    ("dependentRequired", "properties do not depend on each other"),
    ("dependentSchemas", "properties do not depend on each other"),
    ("if", "`then` and `else` are not applied"),
    ("maxContains", "items are not counted"),
    ("maxProperties", "properties are not counted"),
    ("minContains", "items are not counted"),
    ("minProperties", "properties are not counted"),
    ("multipleOf", "any number between the bounds is accepted"),
    ("not", "what it excludes is accepted"),
    ("unevaluatedItems", "further items are as `items` and `prefixItems` describe them"),
];

/// What a keyword with values of one kind means here.
#[derive(Debug)]
struct Keyword {
    kind: Kind,
    /// What becomes of its rule, if the types never express it.
    effect: Option<&'static str>,
}

/// The keywords with values of one kind, by name.
static KEYWORDS: LazyLock<FxHashMap<&str, Keyword>> = LazyLock::new(|| {
    let effects = FxHashMap::from_iter(NOT_EXPRESSED);
    let keyword =
        |(name, kind): (&'static str, Kind)| (name, Keyword { kind, effect: effects.get(name).copied() });
    KEYWORD_KINDS.into_iter().map(keyword).collect()
});

/// Keywords with values of any kind, or with a meaning for the structure of schemas only.
const STRUCTURAL_KEYWORDS: [&str; 10] = [
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$schema",
    "const",
    "default",
    "definitions",
    "discriminator",
];

/// Keywords that have no meaning here, of JSON Schema, OpenAPI and editors. They are never suggested, because an
/// extension with a similar name has no meaning either.
const MEANINGLESS_KEYWORDS: [&str; 28] = [
    "$comment",
    "$vocabulary",
    "allowTrailingCommas",
    "components",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "defaultSnippets",
    "deprecationMessage",
    "enumDescriptions",
    "enumNames",
    "errorMessage",
    "example",
    "examples",
    "externalDocs",
    "formatMaximum",
    "formatMinimum",
    "id",
    "javaType",
    "markdownDescription",
    "media",
    "note",
    "options",
    "patternErrorMessage",
    "tsType",
    "version",
    "writeOnly",
    "xml",
];

/// The help for a keyword that the types do not express.
pub(super) const RULE_HELP: &str =
    "declare it as an invariant in the converted types, or check documents with `validate --schema` as well";

/// The effect of a schema that only accepts null.
pub(super) const NULL_ALONE: &str = "null alone is not a type, so values are of any kind";

/// The types that `type` may name.
const JSON_TYPES: [&str; 8] = ["any", "array", "boolean", "integer", "null", "number", "object", "string"];

impl SchemaReader<'_> {
    /// Reports keywords of a schema whose values are of the wrong kind, and those that the types do not express; once
    /// for each schema.
    pub(super) fn check_keywords(&mut self, place: SchemaNode) {
        // What is no map has no keywords, and is reported where it is read as a schema.
        let is_map = matches!(self.files.content(place), Content::Map(_));
        if !is_map || !self.checked_schemas.insert(place) {
            return;
        }
        let (mut invalid, mut types, mut unexpressed) = (Vec::new(), None, Vec::new());
        let mut unknown: Vec<String> = Vec::new();
        for (key, value) in self.files.keys(place) {
            let Some((name, Keyword { kind, effect })) = KEYWORDS.get_key_value(key) else {
                if !STRUCTURAL_KEYWORDS.contains(&key) && !MEANINGLESS_KEYWORDS.contains(&key) {
                    unknown.push(key.to_owned());
                }
                continue;
            };
            if !self.is_of_kind(*kind, value) {
                invalid.push((*name, *kind, value));
            } else if *name == "type" {
                types = Some(value);
            }
            if let Some(effect) = effect
                && self.is_restriction(name, value)
            {
                unexpressed.push((*name, *effect));
            }
        }
        for key in unknown {
            self.report_unknown(place, &key);
        }
        for (keyword, kind, value) in invalid {
            self.report_kind(keyword, kind, value);
        }
        if let Some(types) = types {
            self.check_types(types);
        }
        // In a schema that modelwright generated, the class expresses what the condition expresses.
        if unexpressed.is_empty() || self.generated_condition(place).is_some() {
            return;
        }
        for (keyword, effect) in unexpressed {
            let message = format!("the types do not express `{keyword}`: {effect}");
            self.problems.report_not_expressed(self.files.label(place, Some(keyword)), message, RULE_HELP);
        }
    }

    /// Reports a keyword that is probably a typing error. Other unknown keywords are extensions.
    fn report_unknown(&mut self, place: SchemaNode, key: &str) {
        let keywords = KEYWORD_KINDS.iter().map(|(keyword, _)| *keyword).chain(STRUCTURAL_KEYWORDS);
        let Some(meant) = self.suggestions.nearest_within(key, plausible_limit(key), keywords) else {
            return;
        };
        let label = self.files.label(place, Some(key));
        let message = format!("`{}` is not a keyword of JSON Schema, so it has no effect", shorten(key));
        let help = format!("did you mean `{meant}`?");
        self.problems.push_at(Severity::Warning, codes::IMPORT_INVALID, label, message, Some(&help));
    }

    /// Whether a keyword with this value restricts anything.
    fn is_restriction(&self, keyword: &str, value: SchemaNode) -> bool {
        match (keyword, self.files.content(value)) {
            ("minProperties" | "minContains", Content::Number(digits)) => digits != "0",
            ("unevaluatedItems", Content::Boolean(is_allowed)) => !is_allowed,
            // An empty schema accepts everything; even then, `contains` requires an item, and `not` rejects all values.
            ("contains" | "not", Content::Map(_)) => true,
            (_, Content::Map(map)) => !map.is_empty(),
            ("not", Content::Boolean(false)) => false,
            _ => true,
        }
    }

    /// Reports a value that is not of the kind of its keyword.
    fn report_kind(&mut self, key: &str, kind: Kind, value: SchemaNode) {
        let found = match self.files.content(value) {
            Content::List([]) => "an empty list",
            Content::Number(digits) => digits,
            other => other.kind(),
        };
        let expected = match (kind, self.files.content(value)) {
            (Kind::Texts | Kind::TextOrTexts, Content::List(_)) => "a list of texts",
            (Kind::Schemas, Content::List(_)) => "a list with at least one schema",
            _ => kind.expectation(),
        };
        let message = format!("`{key}` must be {expected}, found {found}");
        let help = match (key, kind, self.files.content(value)) {
            ("required", _, Content::Boolean(_)) => {
                "`required` belongs to the object: list the names of its required properties there, beside \
                 `properties`"
            }
            (_, Kind::List | Kind::Texts, Content::Text(_)) => "write the text into a list, in brackets",
            (_, Kind::Number | Kind::Count, Content::Text(text)) if text.parse::<f64>().is_ok() => {
                "write the number without quotes"
            }
            (_, Kind::Boolean, Content::Text(text)) if text == "true" || text == "false" => {
                "write the value without quotes"
            }
            _ => "correct the value",
        };
        self.problems.report_invalid(self.files.label(value, None), &message, help);
    }

    /// Whether a value is of the kind that its keyword requires.
    fn is_of_kind(&self, kind: Kind, value: SchemaNode) -> bool {
        let is_text = |place: SchemaNode| matches!(self.files.content(place), Content::Text(_));
        match (kind, self.files.content(value)) {
            (Kind::Boolean | Kind::BooleanOrNumber | Kind::Schema, Content::Boolean(_))
            | (Kind::SchemaOrList, Content::Boolean(_) | Content::Map(_) | Content::List(_))
            | (Kind::Number | Kind::BooleanOrNumber, Content::Number(_))
            | (Kind::Text | Kind::TextOrTexts, Content::Text(_))
            | (Kind::Map | Kind::Schema, Content::Map(_))
            | (Kind::List, Content::List(_)) => true,
            (Kind::Count, Content::Number(digits)) => count_of(digits).is_some(),
            (Kind::Texts | Kind::TextOrTexts, Content::List(items)) => {
                items.iter().all(|item| is_text(SchemaNode { node: *item, ..value }))
            }
            (Kind::Schemas, Content::List(items)) => !items.is_empty(),
            _ => false,
        }
    }

    /// Reports types that JSON does not have, and a list without any.
    fn check_types(&mut self, value: SchemaNode) {
        let items = match self.files.content(value) {
            Content::List(items) => items,
            _ => std::slice::from_ref(&value.node),
        };
        if items.is_empty() {
            let message = "`type` must be a type or a list of types, found an empty list";
            self.problems.report_invalid(self.files.label(value, None), message, "correct the value");
        }
        for item in items {
            let item = SchemaNode { node: *item, ..value };
            let Content::Text(name) = self.files.content(item) else { continue };
            if !JSON_TYPES.contains(&name) {
                // Without `any`, which only draft 3 has.
                let type_names = JSON_TYPES.get(1..).unwrap_or_default().join(", ");
                let message = format!("`type` must be one of {type_names}, found `{name}`");
                self.problems.report_invalid(self.files.label(item, None), &message, "correct the type");
            }
        }
    }

    /// The number under a key, if it is a whole number from 0.
    pub(super) fn count(&self, place: SchemaNode, key: &str) -> Option<u64> {
        match self.files.content(self.files.get(place, key)?) {
            Content::Number(digits) => count_of(digits),
            _ => None,
        }
    }
}

/// A whole number from 0, which may be written with a fraction that has only zeros: `2.0` → 2. `None` for another
/// number.
fn count_of(digits: &str) -> Option<u64> {
    let Some((integer_digits, fraction)) = digits.split_once('.') else { return digits.parse().ok() };
    let is_whole = fraction.bytes().all(|digit| digit == b'0');
    if is_whole { integer_digits.parse().ok() } else { None }
}
