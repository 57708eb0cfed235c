//! JSON Schemas of the types, for schemars: in a file of their own, which one macro hands to all types.
//!
//! A derive would describe the structs as Rust has them; documents spell names, defaults and classes in their own way.

use super::layout::Printer;
use super::plan::{Absent, Plan};
use super::{RustOptions, quoted};
use crate::GeneratedFile;
use crate::json::Json;
use crate::json_schema::typed::{Class, definitions};
use modelwright_metamodel::ecore::{Classifier, DataTypeId, builtin};

/// Whether a derive asks for schemas.
pub(super) fn is_asked_by(derive: &str) -> bool {
    derive.rsplit("::").next() == Some("JsonSchema")
}

/// Prints the macro that hands out the schemas; gives their file, which is to lie beside.
pub(super) fn print(
    plan: &Plan<'_>,
    module: &str,
    folder: &str,
    options: &RustOptions,
    out: &mut Printer,
) -> Option<GeneratedFile> {
    if !options.derives.iter().any(|derive| is_asked_by(derive)) {
        return None;
    }
    let (mut classes, mut enums): (Vec<Class<'_>>, Vec<(DataTypeId, &str)>) = (Vec::new(), Vec::new());
    for classifier in plan.scope.classifiers.iter().copied().chain([Classifier::Class(builtin::EOBJECT)]) {
        match classifier {
            Classifier::Class(class) => {
                let object = plan.struct_name(class).map(|name| (name, fields(plan, class)));
                classes.push(Class { class, object, union: plan.union_name(class) });
            }
            Classifier::DataType(data_type) => enums.push((data_type, plan.enum_name(data_type))),
        }
    }
    let definitions = definitions(&plan.scope, &classes, &enums);
    let types: Vec<String> = definitions.iter().map(|(name, _)| name.clone()).collect();
    let file = format!("{module}.types.json");
    out.blank();
    let head = format!("include_str!({}) =>", quoted(&file));
    out.table("typed::json_schemas!", &head, &types);
    Some(GeneratedFile { path: format!("{folder}{file}"), text: Json::Map(definitions).pretty() })
}

/// The fields of a struct as documents name them, each with whether documents must say it.
fn fields<'p>(plan: &'p Plan<'_>, class: modelwright_metamodel::ecore::ClassId) -> Vec<(&'p str, bool)> {
    let metamodel = plan.scope.metamodel;
    let fields = plan.fields(class).iter();
    fields.map(|f| (metamodel[f.feature].name(), matches!(f.default, Absent::Required))).collect()
}
