//! What families of types around another type have in common.

use crate::evaluate::{Type, Value};

/// Whether the type inside of one contains that inside of the other; without a type, it is `Any`.
pub(super) fn covers(own: &[Value], other: &[Value]) -> bool {
    match (own, other) {
        ([Value::Type(own)], [Value::Type(other)]) => own.covers(other),
        ([Value::Type(own)], []) => own.covers(&Type::any()),
        _ => own.is_empty(),
    }
}

pub(super) fn general(parameters: &[Value]) -> Vec<Value> {
    match parameters {
        [Value::Type(inner)] => vec![Value::Type(inner.general())],
        _ => Vec::new(),
    }
}
