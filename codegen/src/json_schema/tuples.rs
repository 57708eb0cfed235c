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
        let mut list = Json::map([("type", Json::string("array"))]);
        if !values.is_empty() {
            list = list.with("prefixItems", Json::List(values));
        }
        list = list.with("items", items);
        if min > 0 {
            list = list.with("minItems", Json::number(min));
        }
        // Without repeated values, `items` rejects further ones.
        if tuple.repeats
            && let Some(max) = max
        {
            list = list.with("maxItems", Json::number(max));
        }
        Some(list)
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

/// The minimum and the maximum number of items of a tuple; the maximum is `None` if there is no limit.
pub(crate) fn sizes(metamodel: &Metamodel, tuple: &Tuple) -> (usize, Option<usize>) {
    let (repeated, positional) = match tuple.features.split_last() {
        Some((last, positional)) if tuple.repeats => (Some(*last), positional),
        _ => (None, tuple.features.as_slice()),
    };
    // An item is required if a later item is.
    let last_required = positional.iter().rposition(|feature| metamodel[*feature].typed.required());
    let mut min = last_required.map_or(0, |at| at + 1);
    let Some(repeated) = repeated else { return (min, Some(positional.len())) };
    let bounds = &metamodel[repeated].typed;
    // Required repeated items are after all others.
    if let Ok(min_repeated) = usize::try_from(bounds.lower)
        && min_repeated > 0
    {
        min = positional.len() + min_repeated;
    }
    // A negative bound means that there is no limit.
    let max = usize::try_from(bounds.upper).ok().map(|max_repeated| positional.len() + max_repeated);
    (min, max)
}
