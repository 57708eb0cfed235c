//! Alternatives of objects: an abstract class, and a subclass for each alternative.
//!
//! Documents name no class, so readers find the subclass by the keys of an object. This module reports alternatives for
//! which that is not possible.

use super::class_union::ClassUnion;
use super::classes::Property;
use super::discriminators::DISCRIMINATOR_KEYWORD;
use super::keywords::RULE_HELP;
use super::meaning::ItemMeaning;
use super::parts::properties_of;
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::declarations::class_name;
use modelwright_metamodel::diagnostic::shorten;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many alternatives are compared with each other.
const MAX_COMPARED: usize = 60;

/// An alternative of a class.
struct Alternative {
    class: usize,
    place: SchemaNode,
    /// The names of the properties, each with whether it is required.
    properties: FxHashMap<String, bool>,
}

impl SchemaReader<'_> {
    /// Makes the alternatives of a class its subclasses. `own_schemas` and `properties` are those of the class, and
    /// `notes` the schemas with its documentation. Returns the names of the properties that an alternative declares
    /// itself, so that they are no features of the class.
    pub(super) fn complete_alternatives(
        &mut self,
        class: usize,
        own_schemas: &[SchemaNode],
        notes: &[SchemaNode],
        properties: &[Property],
    ) -> FxHashSet<String> {
        let Some((place, keyword, schemas)) = self.alternatives(own_schemas) else {
            self.add_discriminated_union(class, notes);
            return FxHashSet::default();
        };
        if !schemas.iter().all(|schema| self.is_object(*schema, 0)) {
            let effect = "the alternatives are not objects with `properties`, so they restrict nothing";
            self.report_not_expressed(place, keyword, effect, RULE_HELP);
            return FxHashSet::default();
        }
        let alternatives = self.alternatives_in(class, &schemas);
        for alternative in &alternatives {
            if let Some(draft) = self.classes.get_mut(alternative.class)
                && !draft.supertypes.contains(&class)
            {
                draft.supertypes.push(class);
            }
        }
        if let Some(draft) = self.classes.get_mut(class) {
            draft.is_abstract = !alternatives.is_empty();
        }
        let ambiguous_pair = first_ambiguous(&alternatives, properties);
        let required = properties.iter().filter(|property| property.is_required);
        let required = required.map(|property| property.name.clone()).collect();
        if !alternatives.is_empty() {
            let alternatives =
                alternatives.iter().map(|alternative| (alternative.class, alternative.place)).collect();
            let notes = notes.to_vec();
            self.unions.push(ClassUnion {
                class,
                place,
                keyword,
                alternatives,
                required,
                ambiguous_pair,
                notes,
            });
        }
        let mut declared_names = FxHashSet::default();
        for property in properties {
            if alternatives.iter().any(|alternative| alternative.properties.contains_key(&property.name)) {
                declared_names.insert(property.name.clone());
            }
        }
        declared_names
    }

    /// The alternatives of a class whose schemas these are, each class once.
    fn alternatives_in(&mut self, class: usize, schemas: &[SchemaNode]) -> Vec<Alternative> {
        let base = self.classes.get(class).map(|draft| draft.name.clone()).unwrap_or_default();
        let class_schema = self.classes.get(class).and_then(|draft| draft.place);
        let mut alternatives: Vec<Alternative> = Vec::new();
        for (index, place) in schemas.iter().copied().enumerate() {
            let name = self.name_of_alternative(place, &base, index);
            let ItemMeaning::Class(alternative) = self.meaning(&[place], &name).item else { continue };
            if alternative == class || alternatives.iter().any(|known| known.class == alternative) {
                continue;
            }
            let applied_schemas = self.schemas_behind(vec![place], class_schema);
            let described = properties_of(&self.files, &applied_schemas).into_iter();
            let properties = described.map(|(name, is_required)| (name.to_owned(), is_required)).collect();
            alternatives.push(Alternative { class: alternative, place, properties });
        }
        alternatives
    }

    /// Adds a union of all subclasses of a class, if its schema has a `discriminator` without alternatives.
    fn add_discriminated_union(&mut self, class: usize, notes: &[SchemaNode]) {
        let place =
            notes.iter().copied().find(|place| self.files.get(*place, DISCRIMINATOR_KEYWORD).is_some());
        if let Some(place) = place {
            self.unions.push(ClassUnion {
                class,
                place,
                keyword: DISCRIMINATOR_KEYWORD,
                alternatives: Vec::new(),
                required: FxHashSet::default(),
                ambiguous_pair: None,
                notes: notes.to_vec(),
            });
        }
    }

    /// A name for the class of an alternative: its title, or the text by which it is distinguished, or else one with
    /// its number.
    fn name_of_alternative(&self, alternative: SchemaNode, base: &str, index: usize) -> String {
        if let Some(title) = self.files.text(alternative, "title") {
            return class_name(title);
        }
        match self.constants_of(alternative).into_values().next() {
            Some(text) => class_name(&text),
            None => format!("{base}Option{}", index + 1),
        }
    }

    /// The properties of a schema that allow only one text, each with this text.
    fn constants_of(&self, place: SchemaNode) -> FxHashMap<String, String> {
        let mut constants = FxHashMap::default();
        for (name, schema) in self.property_places(place) {
            let value = self.files.get(schema, "const").or_else(|| self.only_listed_value(schema));
            if let Some(value) = value
                && let Content::Text(text) = self.files.content(value)
            {
                constants.insert(name, text.to_owned());
            }
        }
        constants
    }

    /// The value in the `enum` of a schema; `None` if there are several, or no `enum`.
    fn only_listed_value(&self, schema: SchemaNode) -> Option<SchemaNode> {
        let listed_values = self.files.items(self.files.get(schema, "enum")?)?;
        match listed_values.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Reports two alternatives that the keys of an object may not distinguish.
    pub(super) fn report_ambiguous(&mut self, union: &ClassUnion) {
        let Some((first, second)) = union.ambiguous_pair else { return };
        let alternatives = (union.alternatives.get(first), union.alternatives.get(second));
        let (Some((first_class, first_schema)), Some((second_class, second_schema))) = alternatives else {
            return;
        };
        let name = |class: usize| self.classes.get(class).map(|draft| draft.name.clone()).unwrap_or_default();
        let (first_name, second_name) = (name(*first_class), name(*second_class));
        let first_constants = self.constants_of(*first_schema);
        let second_constants = self.constants_of(*second_schema);
        // A key for which the two alternatives have different constants.
        let key = first_constants
            .iter()
            .find(|(key, text)| second_constants.get(*key).is_some_and(|second_text| second_text != *text));
        let help = match key {
            Some((key, _)) => format!(
                "read documents with `--discriminator {}`, whose values name classes, or write `$type` into their objects",
                shorten(key)
            ),
            None => {
                "require a property that only one of them has, or write `$type` into the objects of documents"
                    .to_owned()
            }
        };
        let effect = format!(
            "an object may have the keys of both {first_name} and {second_name}, so documents must name its class"
        );
        self.report_not_expressed(union.place, union.keyword, &effect, &help);
    }
}

/// The indices of the first two alternatives that the keys of an object may not distinguish; all have the `common`
/// properties. `None` if there are no such alternatives.
fn first_ambiguous(alternatives: &[Alternative], common: &[Property]) -> Option<(usize, usize)> {
    // Whether each property that `one` requires is one of `other` or of all alternatives.
    let has_required_keys = |one: &Alternative, other: &Alternative| {
        let mut required = one.properties.iter().filter(|(_, is_required)| **is_required);
        required.all(|(name, _)| {
            other.properties.contains_key(name) || common.iter().any(|property| property.name == *name)
        })
    };
    for (index, one) in alternatives.iter().enumerate().take(MAX_COMPARED) {
        for (other_index, other) in alternatives.iter().enumerate().take(MAX_COMPARED).skip(index + 1) {
            if has_required_keys(one, other) && has_required_keys(other, one) {
                return Some((index, other_index));
            }
        }
    }
    None
}
