//! Types that are only known by name: logic cannot create their values.

use super::Family;
use crate::evaluate::Value;

pub(super) static OBJECT: Family = Family {
    is_data: true,
    contained_families: &["Error"],
    parameters: |arguments| match arguments {
        [Value::Hash(hash)] if hash.is_empty() => Ok(Vec::new()),
        _ => Err("logic cannot define types of objects".to_owned()),
    },
    ..Family::named("Object")
};

pub(super) static TYPE_SET: Family = Family { is_data: true, ..Family::named("TypeSet") };

pub(super) static RUNTIME: Family = Family {
    parameters: |arguments| match arguments {
        [Value::String(runtime), Value::String(name)] if !runtime.is_empty() && !name.is_empty() => {
            Ok(arguments.to_vec())
        }
        _ => Err("`Runtime` must have the names of a runtime and of a type".to_owned()),
    },
    general: <[Value]>::to_vec,
    ..Family::named("Runtime")
};
