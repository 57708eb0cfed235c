//! Schemas of zod for the values of members.
//!
//! Invariant: a schema accepts the values that the Python target accepts, as far as JavaScript has them, and returns
//! them in the form in which they are written. This module does not know declarations.

use super::defaults::float;
use super::layout::{Call, Doc, expression, quoted};
use super::plan::is_empty_allowed;
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

    /// A function of the module that all others share.
    fn own(function: &str, arguments: Vec<Doc>) -> Self {
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

    /// A check of the module that all others share.
    fn check(self, function: &str, arguments: Vec<Doc>) -> Self {
        self.call("check", vec![Schema::own(function, arguments).doc()])
    }

    fn numbers<T: ToString>(self, method: &str, bound: Option<T>) -> Self {
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
    /// The schema of a member's value or values; null is accepted if it is a value.
    pub(super) fn schema(&self, member: &Member, depth: usize) -> Schema {
        let or_null =
            |schema: Schema| if member.is_nullable { schema.call("nullable", vec![]) } else { schema };
        match &member.count {
            Count::One => or_null(self.value_schema(member)),
            Count::List { min, max, is_unique } => {
                let item = or_null(self.value_schema(member));
                let list = Schema::zod("array", vec![item.doc()]);
                let list = list.numbers("min", Some(min).filter(|min| **min > 0)).numbers("max", *max);
                if *is_unique { list.call("check", vec![Doc::text("oj.distinct")]) } else { list }
            }
            Count::Map { entries, min, max } => self.map(entries, *min, *max, depth),
        }
    }

    fn map(&self, entries: &EntryFeatures, min: u32, max: Option<u32>, depth: usize) -> Schema {
        let parts = &self.plan.parts;
        let [Some(key), Some(value)] = [entries.key, entries.value].map(|id| parts.get(&id)) else {
            return Schema::zod("unknown", vec![]);
        };
        let value = match depth < MAX_MAPS {
            true => self.part_schema(value, depth + 1),
            false => Schema::own("anything", vec![]),
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
                Schema::own("jsonKey", vec![self.value_schema(member).doc()])
            }
            _ => Schema::own("textKey", vec![self.value_schema(member).doc()]),
        }
    }

    /// The schema of an item or an entry, in a place in which no value is null.
    fn part_schema(&self, member: &Member, depth: usize) -> Schema {
        let schema = self.schema(member, depth);
        let is_any = matches!(member.value, Value::Any { .. });
        if is_empty_allowed(member) && !is_any && !member.is_nullable {
            return schema.call("nullable", vec![]);
        }
        schema
    }

    fn value_schema(&self, member: &Member) -> Schema {
        match self.named(member.feature) {
            Some(id) => Schema::name(self.data_type(id)),
            None => self.plain_schema(&member.value),
        }
    }

    /// The schema of a value without a name.
    pub(super) fn plain_schema(&self, value: &Value) -> Schema {
        match value {
            Value::Boolean(Facets { values: Some(values), .. }) => booleans(values),
            Value::Boolean(_) => Schema::zod("boolean", vec![]),
            Value::Integer(facets) => integer(facets),
            Value::Number { is_single: true, facets } => number("float32", facets),
            Value::Number { facets, .. } => number("float64", facets),
            Value::Decimal(facets) => number("decimal", facets),
            Value::Text(facets) => text(facets),
            Value::Character => Schema::own("character", vec![]),
            Value::Reference => Schema::zod("string", vec![]),
            Value::Moment => Schema::own("moment", vec![]),
            Value::Hexadecimal => Schema::own("hexadecimal", vec![]),
            Value::Base64 => Schema::own("base64", vec![]),
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
        let members = features.iter().filter_map(|feature| plan.parts.get(feature));
        items.extend(members.map(|member| self.later(member, self.schema(member, 0))));
        match items.len() {
            0 => Schema::zod("never", vec![]),
            _ => Schema::name("z").hugging("union", Doc::items("[", items, "]")),
        }
    }

    fn tuple_schema(&self, tuple: &Tuple) -> Schema {
        let plan = self.plan;
        let (min, max) = sizes(plan.metamodel, tuple);
        let last = tuple.features.len().saturating_sub(1);
        let (mut items, mut rest) = (Vec::new(), None);
        for (at, id) in tuple.features.iter().enumerate() {
            let Some(member) = plan.parts.get(id) else { return Schema::zod("array", vec![unknown()]) };
            let is_rest = tuple.repeats && at == last;
            // If the only feature repeats, its own schema is already that of the list of all items.
            if is_rest && at == 0 {
                return lazy(self.schema(member, 0));
            }
            if is_rest {
                rest = Some(self.later(member, self.value_schema(member)));
                continue;
            }
            let item = self.part_schema(member, 0);
            let item = if at < min { item } else { item.call("exactOptional", vec![]) };
            items.push(self.later(member, item));
        }
        let single = items.len();
        let list = Doc::items("[", items, "]");
        let tuple = match rest {
            None => return Schema::name("z").hugging("tuple", list),
            Some(rest) => Schema::zod("tuple", vec![list, rest]),
        };
        if min <= single && max.is_none() {
            return tuple;
        }
        let bounds = [Some(min), max].into_iter().flatten();
        tuple.check("items", bounds.map(|bound| Doc::Text(bound.to_string())).collect())
    }

    /// A schema, or one that is found when it is used, because it may be declared later.
    fn later(&self, member: &Member, schema: Schema) -> Doc {
        if has_names(member) { lazy(schema).doc() } else { schema.doc() }
    }
}

/// Whether a schema uses those of classes, choices or tuples.
pub(super) fn has_names(member: &Member) -> bool {
    let is_named = matches!(member.value, Value::Object(_) | Value::Choice(_) | Value::Tuple(_));
    is_named || matches!(member.count, Count::Map { .. })
}

/// A schema that is found when it is used.
fn lazy(schema: Schema) -> Schema {
    Schema::name("z").hugging("lazy", Doc::arrow(schema.doc()))
}

fn unknown() -> Doc {
    Schema::zod("unknown", vec![]).doc()
}

fn booleans(values: &[Json]) -> Schema {
    let has = |value: bool| values.contains(&Json::Bool(value));
    match (has(true), has(false)) {
        (true, true) => Schema::zod("boolean", vec![]),
        (false, false) => Schema::zod("never", vec![]),
        (value, _) => Schema::zod("literal", vec![Doc::Text(value.to_string())]),
    }
}

/// Integers that JavaScript has; other bounds exclude nothing.
fn integer(facets: &Facets) -> Schema {
    let limit = (1i128 << 53) - 1;
    let (low, high) = facets.integers();
    let half = 1i128 << 31;
    if (low, high) == (Some(-half), Some(half - 1)) {
        return Schema::zod("int32", vec![]);
    }
    let inside = |bound: Option<i128>| bound.filter(|bound| (-limit..=limit).contains(bound));
    if low.is_some_and(|low| low > limit) || high.is_some_and(|high| high < -limit) {
        return Schema::zod("never", vec![]);
    }
    Schema::zod("int", vec![]).numbers("min", inside(low)).numbers("max", inside(high))
}

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
        true => Schema::own(function, vec![]),
        false => Schema::name("oj").hugging(function, Doc::braces(bounds)),
    }
}

pub(super) fn text(facets: &Facets) -> Schema {
    if let Some(values) = &facets.values {
        let texts = values.iter().filter_map(|value| match value {
            Json::String(text) => Some(Doc::Text(quoted(text))),
            _ => None,
        });
        return choices(texts.collect());
    }
    let min = facets.min_length.filter(|min| *min > 0);
    let schema = Schema::zod("string", vec![]).numbers("min", min).numbers("max", facets.max_length);
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

fn anything(kind: AnyKind, accepts_null: bool) -> Schema {
    let kinds = [
        ("scalars", kind.accepts_scalars()),
        ("lists", kind.accepts_lists()),
        ("maps", kind.accepts_maps()),
        ("null", accepts_null),
    ];
    let rejected = kinds.iter().filter(|(_, is_accepted)| !is_accepted);
    let rejected: Vec<Doc> = rejected.map(|(name, _)| Doc::Text(format!("{name}: false"))).collect();
    match rejected.is_empty() {
        true => Schema::own("anything", vec![]),
        false => Schema::name("oj").hugging("anything", Doc::braces(rejected)),
    }
}
