//! The features of a class: an attribute or a containment for each property.
//!
//! Invariant: a property that cannot be a feature is reported. This module does not know the classes of other schemas.

use super::classes::{FeatureDraft, Property};
use super::keywords::RULE_HELP;
use super::meaning::{ItemMeaning, ListBounds, Meaning};
use super::problems::CountedProblem;
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::declarations::{Attribute, Feature, FeatureSettings, Reference, Span, Type, Value, class_name};
use modelwright_metamodel::diagnostic::shorten;
use std::fmt::{self, Display, Formatter};

/// The keys that documents of models have themselves.
const OWN_KEYS: [&str; 10] = [
    "$encoding",
    "$id",
    "$model",
    "$noNamespaceSchemaLocation",
    "$ref",
    "$roots",
    "$schema",
    "$schemaLocation",
    "$type",
    "$xmi",
];

/// The greatest number of values that a feature can declare.
const MAX_VALUES: u64 = 0x7fff_ffff;

/// The name for a type that is declared for a property.
struct TypeName<'n> {
    class: &'n str,
    property: &'n str,
}

impl Display for TypeName<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.class, class_name(self.property))
    }
}

impl SchemaReader<'_> {
    /// The feature for a property of a class; `None` if no feature can have its name, or it can have no value.
    pub(super) fn feature(&mut self, class: &str, property: &Property) -> Option<FeatureDraft> {
        let place = property.places.first().copied();
        if OWN_KEYS.contains(&property.name.as_str()) {
            self.report_own_key(&property.name, place);
            return None;
        }
        if property.name.is_empty() {
            let label = place.and_then(|place| self.files.label(place, None));
            let message = format!(
                "the property of `{class}` whose name is empty is left out, because a feature must have a name"
            );
            self.problems.report_not_expressed(label, message, "rename the property");
            return None;
        }
        let type_name = TypeName { class, property: &property.name };
        let meaning = self.meaning(&property.places, &type_name);
        let span = place.map(|place| self.files.origin(place)).unwrap_or_default();
        self.feature_of(class, property, meaning, span)
    }

    /// Reports a property that has the name of a key which documents of models use themselves.
    fn report_own_key(&mut self, name: &str, place: Option<SchemaNode>) {
        // A document may name its schema by `$schema`, which is no property of the model.
        if self.is_generated || name == "$schema" {
            return;
        }
        let label = place.and_then(|place| self.files.label(place, None));
        let message =
            format!("the property `{name}` is left out, since documents of models use this key themselves");
        self.problems.report_not_expressed(label, message, "rename the property");
    }

    /// The feature for a property with a meaning; `None` if the property can have no value.
    fn feature_of(
        &mut self,
        class: &str,
        property: &Property,
        mut meaning: Meaning,
        span: Span,
    ) -> Option<FeatureDraft> {
        let place = property.places.first().copied();
        if meaning.item == ItemMeaning::Never {
            return None;
        }
        if meaning.list.is_some_and(|bounds| bounds.max == Some(0)) {
            if let Some(place) = place {
                let help = "remove the property, or allow items";
                self.report_not_expressed(
                    place,
                    "maxItems",
                    "the property is left out, since the list is always empty",
                    help,
                );
            }
            return None;
        }
        let default = self.default(property, &mut meaning);
        let mut settings = self.settings(property, &meaning);
        settings.doc = self.documentation(&meaning.notes, &meaning.remarks);
        let name = property.name.clone();
        let feature = match meaning.item {
            ItemMeaning::Class(target) => {
                settings.has_duplicates = false;
                let reference = Reference { settings, ..Reference::new(name, String::new(), span) };
                return Some(FeatureDraft { feature: Feature::Reference(reference), target: Some(target) });
            }
            ItemMeaning::Address => {
                settings.has_duplicates = false;
                let mut reference = Reference { settings, ..Reference::new(name, "::EObject", span) };
                reference.is_containment = false;
                Feature::Reference(reference)
            }
            ItemMeaning::Type(inner) => {
                let value_type = match (meaning.list, inner) {
                    // A list of lists is one type, whose outer bounds are those of the feature.
                    (Some(bounds), inner @ Type::Array { .. }) => {
                        settings.min = 0;
                        settings.max = Some(1);
                        let min = if property.is_required { bounds.min } else { 0 };
                        Type::Array { item: Box::new(inner), min: Some(min), max: bounds.max }
                    }
                    (_, inner) => inner,
                };
                if matches!(value_type, Type::Hash { .. }) {
                    // The entries of a map are the values of the feature, so a map without entries is a missing one.
                    settings.min = 0;
                    if property.is_required
                        && let Some(place) = place
                    {
                        self.problems.count(CountedProblem::EmptyList, self.files.label(place, None));
                    }
                }
                let value_type = self.with_free_name(class, &name, value_type, place);
                Feature::Attribute(Attribute { settings, default, ..Attribute::new(name, value_type, span) })
            }
            // This was handled above.
            ItemMeaning::Never => return None,
        };
        Some(FeatureDraft { feature, target: None })
    }

    /// The bounds of a feature, and whether its values may be equal.
    fn settings(&mut self, property: &Property, meaning: &Meaning) -> FeatureSettings {
        let place = property.places.first().copied();
        let label = place.and_then(|place| self.files.label(place, None));
        let mut settings = FeatureSettings { max: Some(1), ..FeatureSettings::default() };
        if property.is_required && meaning.is_nullable && meaning.list.is_none() {
            self.problems.count(CountedProblem::RequiredNull, label.clone());
        } else if property.is_required {
            settings.min = 1;
        }
        let is_map = matches!(meaning.item, ItemMeaning::Type(Type::Hash { .. }));
        if meaning.is_nullable && (is_map || meaning.list.is_some()) {
            self.problems.count(CountedProblem::NullList, label.clone());
        }
        let Some(bounds) = meaning.list else { return settings };
        settings.has_duplicates = !bounds.is_unique;
        settings.max = bounds.max.filter(|max| *max < MAX_VALUES).and_then(|max| u32::try_from(max).ok());
        settings.min = u32::try_from(bounds.min.min(MAX_VALUES)).unwrap_or_default();
        let is_required = property.is_required && !meaning.is_nullable;
        if property.is_required && bounds.min == 0 {
            self.problems.count(CountedProblem::EmptyList, label);
        }
        if !is_required && settings.min > 0 {
            settings.min = 0;
            self.report_optional_minimum(place, bounds);
        }
        settings
    }

    /// Reports that an optional list has a minimum, which the types do not express.
    fn report_optional_minimum(&mut self, place: Option<SchemaNode>, bounds: ListBounds) {
        let Some(place) = place else { return };
        let effect = format!("the list may be missing, so it may also have fewer than {} items", bounds.min);
        self.report_not_expressed(
            place,
            "minItems",
            &effect,
            "require the property, or declare an invariant in the converted types",
        );
    }

    /// The default of an attribute. A default that the attribute cannot have becomes a remark in its documentation.
    fn default(&mut self, property: &Property, meaning: &mut Meaning) -> Option<Value> {
        let (_, place) = self.first(&meaning.notes, "default")?;
        let content = self.files.content(place);
        // A default would make a required property optional.
        let may_have_default = meaning.list.is_none() && !property.is_required;
        let value = match (content, &meaning.item) {
            (Content::Text(text), ItemMeaning::Type(value_type)) => {
                let is_text = self.is_default_text(text, value_type);
                is_text.then(|| Value::Text(text.to_owned()))
            }
            (Content::Boolean(value), ItemMeaning::Type(Type::Word("Boolean"))) => {
                Some(Value::Boolean(value))
            }
            (Content::Number(digits), ItemMeaning::Type(value_type)) => default_number(digits, value_type),
            _ => None,
        };
        if value.is_some() && may_have_default {
            return value;
        }
        let is_null = matches!(content, Content::Null);
        let is_reference = matches!(meaning.item, ItemMeaning::Class(_) | ItemMeaning::Address);
        if !is_null && !is_reference {
            let file = self.files.file(place)?;
            let text = file.source.text().get(file.tree.span(place.node)).unwrap_or_default();
            let words: Vec<&str> = text.split_whitespace().collect();
            meaning.remarks.push(format!("Default: {}", shorten(&words.join(" "))));
        }
        None
    }

    /// Whether a text is valid as the default value of a type.
    pub(super) fn is_default_text(&self, text: &str, value_type: &Type) -> bool {
        match value_type {
            Type::String { min, max } => {
                let length = text.chars().count() as u64;
                length >= min.unwrap_or_default() && length <= max.unwrap_or(u64::MAX)
            }
            Type::Enum(texts) => texts.iter().any(|known| known == text),
            Type::Named(name) => {
                let Some(alias) = self.aliases.get(name) else { return false };
                // Only one name is followed, since names might refer to each other in a circle.
                let is_other_name = matches!(alias, Type::Named(_));
                !is_other_name && self.is_default_text(text, alias)
            }
            Type::Pattern(patterns) => patterns.iter().any(|pattern| {
                modelwright_evaluation::evaluate::Regex::new(pattern).is_ok_and(|regex| regex.is_match(text))
            }),
            _ => false,
        }
    }

    /// The type of an attribute. The language gives a name to a type that is written in place; if another type has this
    /// name, the type is declared under a free one, or replaced by one that needs no name.
    fn with_free_name(
        &mut self,
        class: &str,
        feature: &str,
        value_type: Type,
        place: Option<SchemaNode>,
    ) -> Type {
        let needs_no_name = match &value_type {
            Type::Named(_) | Type::Ecore(_) => true,
            Type::Word(word) => !matches!(*word, "Data" | "URI" | "Regexp"),
            Type::Integer { min, max } => min.is_none() && max.is_none(),
            Type::Float { min, max } => min.is_none() && max.is_none(),
            Type::String { min, max } => min.is_none() && max.is_none(),
            _ => false,
        };
        if needs_no_name {
            return value_type;
        }
        let mut chars = feature.chars();
        let capital: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
        let preferred_name = format!("{class}{capital}{}", chars.as_str());
        // If the name is free, the type stays in place, and the type language names it so.
        if self.names.reserve(&preferred_name) == preferred_name {
            return value_type;
        }
        let is_scalar = matches!(
            value_type,
            Type::Integer { .. }
                | Type::Float { .. }
                | Type::String { .. }
                | Type::Pattern(_)
                | Type::Enum(_)
        );
        if is_scalar && let Some(place) = place {
            let name = self.name_type(&preferred_name, place);
            self.aliases.insert(name.clone(), value_type.clone());
            let alias = crate::declarations::Alias {
                name: name.clone(),
                doc: None,
                value_type,
                span: self.files.origin(place),
            };
            self.other_declarations
                .push((self.classes.len(), crate::declarations::Declaration::Alias(alias)));
            return Type::Named(name);
        }
        if let Some(place) = place {
            let label = self.files.label(place, None);
            let message = format!(
                "the type of `{class}.{feature}` would be named `{preferred_name}`, which is taken, so its values are not checked"
            );
            self.problems.report_not_expressed(label, message, RULE_HELP);
        }
        Type::TEXT
    }
}

/// A number as the default value of a type; `None` if the type does not accept it.
fn default_number(digits: &str, value_type: &Type) -> Option<Value> {
    match value_type {
        Type::Integer { min, max } => {
            let value: i128 = digits.parse().ok()?;
            let is_inside = min.is_none_or(|min| min <= value) && max.is_none_or(|max| value <= max);
            (is_inside && i64::try_from(value).is_ok()).then(|| Value::Number(value.to_string()))
        }
        Type::Float { min, max } => {
            let value: f64 = digits.parse().ok()?;
            let is_inside = min.is_none_or(|min| min <= value) && max.is_none_or(|max| value <= max);
            (value.is_finite() && is_inside).then(|| Value::Number(format!("{value:?}")))
        }
        _ => None,
    }
}
