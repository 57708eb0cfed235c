//! Tuples: the list of the values of an object, or a map as for other objects.
//!
//! Invariant: a list is always a tuple, and a map always an object. This module does not know documents.

use super::Schema;
use crate::json::{Json, JsonOf};
use modelwright_metamodel::ecore::{FeatureId, Metamodel, Tuple};

impl Schema<'_, '_> {
    /// The schema of a tuple; `object` is the schema of its form as an object.
    pub(super) fn tuple_or_object<'t>(&mut self, tuple: &Tuple, object: JsonOf<'t>) -> Option<JsonOf<'t>> {
        let list = self.tuple(tuple)?;
        let is_list = Json::map([("type", Json::string("array"))]);
        Some(JsonOf::map([("if", is_list), ("then", list), ("else", object)]))
    }

    /// The schema of a list of the values of the features, in their order. `None` if a feature has no schema.
    fn tuple(&mut self, tuple: &Tuple) -> Option<Json> {
        let metamodel = self.scope.metamodel;
        let (repeated, positional) = match tuple.features.split_last() {
            Some((last, positional)) if tuple.repeats => (Some(*last), positional),
            _ => (None, tuple.features.as_slice()),
        };
        let values = positional
            .iter()
            .map(|feature| self.feature_value(tuple.class, *feature))
            .collect::<Option<Vec<_>>>()?;
        let (min, max) = sizes(metamodel, tuple);
        let items = match repeated {
            Some(feature) => self.item_of(tuple, feature)?,
            // Without this, `prefixItems` would accept any values after the last one.
            None => Json::Bool(false),
        };
        let list = Json::map([("type", Json::string("array"))]);
        let list = list.with_some("prefixItems", (!values.is_empty()).then_some(Json::List(values)));
        Some(
            list.with("items", items)
                .with_some("minItems", (min > 0).then(|| Json::number(min)))
                // Without repeated values, `items` rejects further ones.
                .with_some("maxItems", max.filter(|_| tuple.repeats).map(Json::number)),
        )
    }

    /// The schema of one item of the list that a feature has as its value. `None` if the feature has no schema for its
    /// items.
    fn item_of(&mut self, tuple: &Tuple, feature: FeatureId) -> Option<Json> {
        if self.dialect.is_for_single_objects() {
            let (items, _) = self.feature(feature).split("items");
            return items;
        }
        // Here, the schema of the list is only a reference to the definition of the class: `{"$ref": …}`. The items are
        // below the keyword `items` of the schema to which it refers.
        let Json::Map(entries) = self.feature_of(tuple.class, feature)? else { return None };
        let (_, Json::String(pointer)) = entries.into_iter().next()? else { return None };
        Some(Json::map([("$ref", Json::string(format!("{pointer}/items")))]))
    }
}

/// The minimum and the maximum number of items of a tuple.
pub(crate) fn sizes(metamodel: &Metamodel, tuple: &Tuple) -> (usize, Option<usize>) {
    let (repeated, positional) = match tuple.features.split_last() {
        Some((last, positional)) if tuple.repeats => (Some(*last), positional),
        _ => (None, tuple.features.as_slice()),
    };
    // An item is required if a later item is.
    let min = positional.iter().rposition(|feature| metamodel[*feature].typed.required());
    let min = min.map_or(0, |at| at + 1);
    let Some(repeated) = repeated else { return (min, Some(positional.len())) };
    let bounds = &metamodel[repeated].typed;
    let min_repeated = usize::try_from(bounds.lower).ok().filter(|min_repeated| *min_repeated > 0);
    let max = usize::try_from(bounds.upper).ok().map(|max| positional.len() + max);
    (min_repeated.map_or(min, |min_repeated| positional.len() + min_repeated), max)
}
