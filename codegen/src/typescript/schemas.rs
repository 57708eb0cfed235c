//! Schemas of zod for the values of members.
//!
//! Invariant: a schema accepts the values that the Python target accepts, as far as JavaScript has them, and returns
//! them in the form in which they are written. This module does not know declarations.

use super::defaults::float;
use super::layout::{Call, Doc, expression, quoted};
use super::plan::{MAX_SAFE, is_empty_allowed};
use super::types::Types;
use crate::json::Json;
use crate::json_schema::tuples::sizes;
use crate::languages::facets::Facets;
use crate::languages::losses::MAX_MAPS;
use crate::languages::shapes::{Count, Member, Value};
use modelwright_metamodel::ecore::{AnyKind, ClassId, EntryFeatures, Tuple};

/// A schema to which calls may be added.
#[derive(Debug, Clone)]
pub(super) struct Schema {
    head: String,
    calls: Vec<Call>,
}

impl Schema {
    /// A constant.
    pub(super) fn name(name: impl Into<String>) -> Self {
        Self { head: name.into(), calls: Vec::new() }
    }

    /// A function of zod.
    pub(super) fn zod(function: &str, arguments: Vec<Doc>) -> Self {
        Self::name("z").call(function, arguments)
    }

    /// A call of a function of the module that all modules share.
    fn shared(function: &str, arguments: Vec<Doc>) -> Self {
        Self::name("oj").call(function, arguments)
    }

    pub(super) fn call(mut self, method: &str, arguments: Vec<Doc>) -> Self {
        self.calls.push(Call::new(method, arguments));
        self
    }

    pub(super) fn hugging(mut self, method: &str, argument: Doc) -> Self {
        self.calls.push(Call::hugging(method, argument));
        self
    }

    /// Adds a check of the module that all modules share.
    fn check(self, function: &str, arguments: Vec<Doc>) -> Self {
        self.call("check", vec![Schema::shared(function, arguments).doc()])
    }

    /// Adds a call with a bound, if there is one.
    fn call_with_bound<T: ToString>(self, method: &str, bound: Option<T>) -> Self {
        match bound {
            Some(bound) => self.call(method, vec![Doc::Text(bound.to_string())]),
            None => self,
        }
    }

    pub(super) fn doc(self) -> Doc {
        if self.calls.is_empty() { Doc::Text(self.head) } else { Doc::chain(&self.head, self.calls) }
    }
}

impl Types<'_, '_> {
    /// The schema of a member's value or values, which are inside of `depth` maps. Null is accepted if it is a value.
    pub(super) fn schema(&self, member: &Member, depth: usize) -> Schema {
        let or_null =
            |schema: Schema| if member.is_nullable { schema.call("nullable", vec![]) } else { schema };
        match &member.count {
            Count::One => or_null(self.value_schema(member)),
            Count::List { min, max, is_unique } => {
                let item = or_null(self.value_schema(member));
                let list = Schema::zod("array", vec![item.doc()]);
                let list = list
                    .call_with_bound("min", Some(min).filter(|min| **min > 0))
                    .call_with_bound("max", *max);
                if *is_unique { list.call("check", vec![Doc::text("oj.distinct")]) } else { list }
            }
            Count::Map { entries, min, max } => self.map(entries, *min, *max, depth),
        }
    }

    /// The schema of a map.
    fn map(&self, entries: &EntryFeatures, min: u32, max: Option<u32>, depth: usize) -> Schema {
        let part_members = &self.plan.part_members;
        let [Some(key), Some(value)] = [entries.key, entries.value].map(|id| part_members.get(&id)) else {
            return Schema::zod("unknown", vec![]);
        };
        let value = match depth < MAX_MAPS {
            true => self.part_schema(value, depth + 1),
            false => Schema::shared("anything", vec![]),
        };
        let map = Schema::zod("record", vec![self.key(key).doc(), value.doc()]);
        if min == 0 && max.is_none() {
            return map;
        }
        let bounds = [Some(min), max].into_iter().flatten();
        map.check("entries", bounds.map(|bound| Doc::Text(bound.to_string())).collect())
    }

    /// The schema of a key, which is a text.
    fn key(&self, member: &Member) -> Schema {
        match &member.value {
            Value::Text(facets) if facets.values.is_none() => text(facets),
            // The schemas of these types accept a text, and convert it to the form in which it is written.
            Value::Moment | Value::Hexadecimal | Value::Base64 => self.value_schema(member),
            Value::Boolean(_) | Value::Integer(_) => {
                Schema::shared("jsonKey", vec![self.value_schema(member).doc()])
            }
            _ => Schema::shared("textKey", vec![self.value_schema(member).doc()]),
        }
    }

    /// The schema of an item of a tuple, or of a value of a map. It accepts null if there may be no value, which cannot
    /// be left out there.
    fn part_schema(&self, member: &Member, depth: usize) -> Schema {
        let schema = self.schema(member, depth);
        let is_any = matches!(member.value, Value::Any { .. });
        if is_empty_allowed(member) && !is_any && !member.is_nullable {
            return schema.call("nullable", vec![]);
        }
        schema
    }

    /// The schema of one value of a member.
    fn value_schema(&self, member: &Member) -> Schema {
        match self.named(member.feature) {
            Some(id) => Schema::name(self.data_type(id)),
            None => self.plain_schema(&member.value),
        }
    }

    /// The schema of a value that is not of a named data type.
    pub(super) fn plain_schema(&self, value: &Value) -> Schema {
        match value {
            Value::Boolean(Facets { values: Some(values), .. }) => booleans(values),
            Value::Boolean(_) => Schema::zod("boolean", vec![]),
            Value::Integer(facets) => integer(facets),
            Value::Number { is_single: true, facets } => number("float32", facets),
            Value::Number { facets, .. } => number("float64", facets),
            Value::Decimal(facets) => number("decimal", facets),
            Value::Text(facets) => text(facets),
            Value::Character => Schema::shared("character", vec![]),
            Value::Reference => Schema::zod("string", vec![]),
            Value::Moment => Schema::shared("moment", vec![]),
            Value::Hexadecimal => Schema::shared("hexadecimal", vec![]),
            Value::Base64 => Schema::shared("base64", vec![]),
            Value::Enum(id) => Schema::name(self.data_type(*id)),
            Value::Any { kind, accepts_null } => anything(*kind, *accepts_null),
            Value::Object(class) => Schema::name(self.union(*class)),
            Value::Choice(class) | Value::Tuple(class) => Schema::name(self.alias(*class)),
        }
    }

    /// The schema of a choice or a tuple. What it contains may be declared after it.
    pub(super) fn alias_schema(&self, class: ClassId) -> Schema {
        let plan = self.plan;
        if let Some(tuple) = plan.metamodel.tuple(class) {
            return self.tuple_schema(&tuple);
        }
        let mut items = Vec::new();
        if plan.class(class).is_some() {
            items.push(Doc::Text(self.class(class)));
        }
        let features = plan.plain_alternatives(class);
        let members = features.iter().filter_map(|feature| plan.part_members.get(feature));
        items.extend(members.map(|member| self.later(member, self.schema(member, 0))));
        match items.len() {
            0 => Schema::zod("never", vec![]),
            _ => Schema::name("z").hugging("union", Doc::items("[", items, "]")),
        }
    }

    /// The schema of a tuple.
    fn tuple_schema(&self, tuple: &Tuple) -> Schema {
        let plan = self.plan;
        let (min, max) = sizes(plan.metamodel, tuple);
        let last_index = tuple.features.len().saturating_sub(1);
        let (mut items, mut repeated) = (Vec::new(), None);
        for (index, id) in tuple.features.iter().enumerate() {
            let Some(member) = plan.part_members.get(id) else {
                return Schema::zod("array", vec![unknown()]);
            };
            let is_repeated = tuple.repeats && index == last_index;
            // If the only feature repeats, its own schema is already that of the list of all items.
            if is_repeated && index == 0 {
                return lazy(self.schema(member, 0));
            }
            if is_repeated {
                repeated = Some(self.later(member, self.value_schema(member)));
                continue;
            }
            let item = self.part_schema(member, 0);
            let item = if index < min { item } else { item.call("exactOptional", vec![]) };
            items.push(self.later(member, item));
        }
        let positional_count = items.len();
        let list = Doc::items("[", items, "]");
        let tuple = match repeated {
            None => return Schema::name("z").hugging("tuple", list),
            Some(repeated) => Schema::zod("tuple", vec![list, repeated]),
        };
        if min <= positional_count && max.is_none() {
            return tuple;
        }
        let bounds = [Some(min), max].into_iter().flatten();
        tuple.check("items", bounds.map(|bound| Doc::Text(bound.to_string())).collect())
    }

    /// A schema; if it uses names that may be declared later, one that is evaluated when it is used.
    fn later(&self, member: &Member, schema: Schema) -> Doc {
        if has_names(member) { lazy(schema).doc() } else { schema.doc() }
    }
}

/// Whether a schema uses those of classes, choices or tuples.
pub(super) fn has_names(member: &Member) -> bool {
    let is_named = matches!(member.value, Value::Object(_) | Value::Choice(_) | Value::Tuple(_));
    is_named || matches!(member.count, Count::Map { .. })
}

/// A schema that is evaluated when it is used.
fn lazy(schema: Schema) -> Schema {
    Schema::name("z").hugging("lazy", Doc::arrow(schema.doc()))
}

/// The schema of unknown values.
fn unknown() -> Doc {
    Schema::zod("unknown", vec![]).doc()
}

/// The schema of the listed booleans.
fn booleans(values: &[Json]) -> Schema {
    let has_value = |value: bool| values.contains(&Json::Bool(value));
    match (has_value(true), has_value(false)) {
        (true, true) => Schema::zod("boolean", vec![]),
        (false, false) => Schema::zod("never", vec![]),
        (true, false) => Schema::zod("literal", vec![Doc::text("true")]),
        (false, true) => Schema::zod("literal", vec![Doc::text("false")]),
    }
}

/// The schema of integers that JavaScript represents exactly. Bounds beyond these are left out.
fn integer(facets: &Facets) -> Schema {
    let limit = i128::from(MAX_SAFE);
    let (low, high) = facets.integers();
    let limit_of_int32 = 1i128 << 31;
    if (low, high) == (Some(-limit_of_int32), Some(limit_of_int32 - 1)) {
        return Schema::zod("int32", vec![]);
    }
    let exact_bound = |bound: Option<i128>| bound.filter(|bound| (-limit..=limit).contains(bound));
    if low.is_some_and(|low| low > limit) || high.is_some_and(|high| high < -limit) {
        return Schema::zod("never", vec![]);
    }
    Schema::zod("int", vec![])
        .call_with_bound("min", exact_bound(low))
        .call_with_bound("max", exact_bound(high))
}

/// The schema of numbers with these facets.
fn number(function: &str, facets: &Facets) -> Schema {
    let bounds = [
        ("min", &facets.minimum),
        ("max", &facets.maximum),
        ("above", &facets.above),
        ("below", &facets.below),
    ];
    let bounds = bounds.iter().filter_map(|(name, digits)| {
        let number: f64 = digits.as_deref()?.parse().ok()?;
        number.is_finite().then(|| Doc::Text(format!("{name}: {}", float(number, &format!("{number:?}")))))
    });
    let bounds: Vec<Doc> = bounds.collect();
    match bounds.is_empty() {
        true => Schema::shared(function, vec![]),
        false => Schema::name("oj").hugging(function, Doc::braces(bounds)),
    }
}

/// The schema of texts with these facets.
pub(super) fn text(facets: &Facets) -> Schema {
    if let Some(values) = &facets.values {
        let texts = values.iter().filter_map(|value| match value {
            Json::String(text) => Some(Doc::Text(quoted(text))),
            _ => None,
        });
        return choices(texts.collect());
    }
    let min = facets.min_length.filter(|min| *min > 0);
    let schema =
        Schema::zod("string", vec![]).call_with_bound("min", min).call_with_bound("max", facets.max_length);
    let patterns = facets.patterns.iter().map(|pattern| Doc::Text(expression(pattern)));
    patterns.fold(schema, |schema, pattern| schema.call("regex", vec![pattern]))
}

/// One of some texts.
pub(super) fn choices(mut texts: Vec<Doc>) -> Schema {
    match texts.len() {
        0 => Schema::zod("never", vec![]),
        1 => Schema::zod("literal", vec![texts.remove(0)]),
        _ => Schema::name("z").hugging("enum", Doc::items("[", texts, "]")),
    }
}

/// The schema of values of any kind.
fn anything(kind: AnyKind, accepts_null: bool) -> Schema {
    let kinds = [
        ("scalars", kind.accepts_scalars()),
        ("lists", kind.accepts_lists()),
        ("maps", kind.accepts_maps()),
        ("null", accepts_null),
    ];
    let rejected_kinds = kinds.iter().filter(|(_, is_accepted)| !is_accepted);
    let rejected_kinds: Vec<Doc> =
        rejected_kinds.map(|(name, _)| Doc::Text(format!("{name}: false"))).collect();
    match rejected_kinds.is_empty() {
        true => Schema::shared("anything", vec![]),
        false => Schema::name("oj").hugging("anything", Doc::braces(rejected_kinds)),
    }
}
