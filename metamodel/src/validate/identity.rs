//! Is every id, and every value of a unique feature, there only once?

use super::Context;
use crate::diagnostic::codes;
use crate::model::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The ids seen so far, and who has them.
pub(super) type Seen<'m> = FxHashMap<Cow<'m, str>, ObjectId>;

pub(super) fn check(context: &mut Context<'_>, object: ObjectId) {
    if let Some(id) = context.model.id(object) {
        if let Some(first) = context.ids.get(&id).copied() {
            let mut other = String::new();
            context.addresses.write_path(first, &mut other);
            let message = format!("the id `{id}` is also that of {other}");
            context.report(
                codes::DUPLICATE_ID,
                object,
                message,
                "ids must be unique within a document; change one",
            );
        } else {
            context.ids.insert(id, object);
        }
    }
    for feature in context.metamodel.table(context.model.class(object)).all_features() {
        let data = &context.metamodel[*feature];
        if !data.typed.unique || !data.many() || data.derived || data.transient {
            continue;
        }
        let mut seen = FxHashSet::default();
        let twice = context.model.list(object, *feature).iter().find(|value| !seen.insert(key(*value)));
        if let Some(value) = twice {
            let shown = value.text().map_or_else(String::new, |text| format!(" `{text}`"));
            let message = format!("the unique feature `{}` has the value{shown} twice", data.name());
            context.report_warning(
                codes::VALUE_TWICE,
                object,
                message,
                "remove one, or declare it `unique => false`",
            );
        }
    }
}

/// A value in a form that can be looked up.
fn key(value: Value<'_>) -> (u8, u64, &str) {
    match value {
        Value::Null => (0, 0, ""),
        Value::Bool(v) => (1, u64::from(v), ""),
        Value::Int(v) => (2, v.cast_unsigned(), ""),
        Value::Float(v) => (3, u64::from(v.to_bits()), ""),
        Value::Double(v) => (4, v.to_bits(), ""),
        Value::Char(v) => (5, u64::from(v), ""),
        Value::Enum(v) => (6, u64::from(v), ""),
        Value::String(text) => (7, 0, text),
        Value::Lexical(text) => (8, 0, text),
        Value::Object(id) => (9, id.index() as u64, ""),
    }
}
