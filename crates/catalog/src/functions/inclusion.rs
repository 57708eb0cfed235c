//! `include`, `require` and `contain`.

use super::Answer;
use crate::builder::{Attribute, Builder, Origin, ResourceId};
use crate::rich_data::flatten;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Type, Value};
use std::sync::Arc;

/// Includes the classes of a call; the references to them, and their resources.
fn classes(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<(Vec<String>, Vec<ResourceId>), HostError> {
    let names = Builder::class_names(call.arguments)?;
    let resources = builder.include(&names, run.budget())?;
    Ok((names, resources))
}

fn references(names: &[String]) -> Value {
    Value::array(names.iter().map(|name| Value::Type(Type::class_reference(name))).collect())
}

pub(super) fn include(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let (names, _) = classes(builder, call, run)?;
    Ok(references(&names))
}

pub(super) fn contain(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let (names, resources) = classes(builder, call, run)?;
    builder.contain_in_current(&resources);
    Ok(references(&names))
}

pub(super) fn require(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let (names, _) = classes(builder, call, run)?;
    for name in &names {
        let reference = Value::Type(Type::class_reference(name));
        let mut values = Vec::new();
        if let Some(known) = builder.current_parameter("require") {
            flatten(&known, &mut values);
        }
        values.push(reference);
        let attribute = |source| Attribute {
            name: Arc::from("require"),
            value: Value::array(values),
            source,
            place: Some(Builder::place(run, call.at)),
            append: false,
            origin: Origin::Declaration,
        };
        builder.set_current_parameter(attribute)?;
    }
    Ok(references(&names))
}
