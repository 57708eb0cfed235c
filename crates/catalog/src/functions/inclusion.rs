//! `include`, `require` and `contain`.

use super::Answer;
use crate::builder::{Attribute, Builder, Origin, ResourceId};
use crate::rich_data::flatten;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Type, Value};
use std::sync::Arc;

/// Includes the classes of a call; returns their names and their resources.
fn include_classes(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<(Vec<String>, Vec<ResourceId>), HostError> {
    let names = Builder::class_names(call.arguments)?;
    let resources = builder.include(&names, run.budget())?;
    Ok((names, resources))
}

/// An array of references to classes.
fn class_references(names: &[String]) -> Value {
    Value::array(names.iter().map(|name| Value::Type(Type::class_reference(name))).collect())
}

/// `include`: declares classes, unless they are declared already, and returns references to them.
pub(super) fn include(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let (names, _) = include_classes(builder, call, run)?;
    Ok(class_references(&names))
}

/// Includes classes, and makes the resource whose code is evaluated contain them.
pub(super) fn contain(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let (names, resources) = include_classes(builder, call, run)?;
    builder.contain_in_current(&resources);
    Ok(class_references(&names))
}

/// Includes classes, and requires them in the resource whose code is evaluated.
pub(super) fn require(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let (names, _) = include_classes(builder, call, run)?;
    for name in &names {
        let reference = Value::Type(Type::class_reference(name));
        let mut values = Vec::new();
        if let Some(earlier) = builder.current_parameter("require") {
            flatten(&earlier, &mut values);
        }
        values.push(reference);
        builder.set_current_parameter(|source| Attribute {
            name: Arc::from("require"),
            value: Value::array(values),
            source,
            place: Some(Builder::place(run, call.at)),
            append: false,
            origin: Origin::Declaration,
        })?;
    }
    Ok(class_references(&names))
}
