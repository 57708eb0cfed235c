//! Shared by types that contain another type, such as `Iterator[T]` and `Sensitive[T]`.

use crate::evaluate::{Type, Value};

/// Whether the inner type of one type contains that of another one. If there is no inner type, it is `Any`.
pub(super) fn covers(outer: &[Value], inner: &[Value]) -> bool {
    match (outer, inner) {
        ([Value::Type(outer)], [Value::Type(inner)]) => outer.covers(inner),
        ([Value::Type(outer)], []) => outer.covers(&Type::any()),
        _ => outer.is_empty(),
    }
}

/// The parameters of the general type: the general type of the inner type.
pub(super) fn general(parameters: &[Value]) -> Vec<Value> {
    match parameters {
        [Value::Type(inner)] => vec![Value::Type(inner.general())],
        _ => Vec::new(),
    }
}
