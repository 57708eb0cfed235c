//! JSON Schemas of the types, for schemars: in a separate file, which one macro includes for all types.
//!
//! A derive would describe the structs as they are in Rust; documents have their own spelling of names, defaults and
//! classes. Invariant: every type has a schema, which refers only to the schemas of types and of references.

use super::layout::Printer;
use super::plan::{Base, FieldDefault, Plan};
use super::{RustOptions, quoted};
use crate::GeneratedFile;
use crate::json::JsonOf;
use crate::json_schema::generated_types::{Class, Field, definitions};
use modelwright_metamodel::ecore::{ClassId, Classifier, DataTypeId, builtin};

/// Whether a derive requires schemas.
pub(super) fn requests_schemas(derive: &str) -> bool {
    derive.rsplit("::").next() == Some("JsonSchema")
}

/// Prints the macro that includes the schemas; returns their file, which must be beside the types.
pub(super) fn print(
    plan: &Plan<'_>,
    module: &str,
    directory: &str,
    options: &RustOptions,
    out: &mut Printer,
) -> Option<GeneratedFile> {
    if !options.derives.iter().any(|derive| requests_schemas(derive)) {
        return None;
    }
    let (mut classes, mut enums): (Vec<Class<'_>>, Vec<(DataTypeId, &str)>) = (Vec::new(), Vec::new());
    // The enum `EObject` belongs to no package, and so is not among the classifiers.
    for classifier in plan.scope.classifiers.iter().copied().chain([Classifier::Class(builtin::EOBJECT)]) {
        match classifier {
            Classifier::Class(class) if !plan.has_type(class) => {}
            Classifier::Class(class) => {
                let object = plan.struct_name(class).map(|name| (name, fields(plan, class)));
                let is_choice = plan.choice(class).is_some();
                let (is_tuple, union) = (plan.tuple_repeats(class).is_some(), plan.union_name(class));
                classes.push(Class { class, object, is_choice, is_tuple, union });
            }
            // The schemas of values with facets are part of the schemas of their features.
            Classifier::DataType(data_type) if plan.checked.contains_key(&data_type) => {}
            Classifier::DataType(data_type) => enums.push((data_type, plan.enum_name(data_type))),
        }
    }
    let definitions = definitions(&plan.scope, &classes, &enums);
    let types: Vec<String> = definitions.iter().map(|(name, _)| name.clone().into_owned()).collect();
    let file = format!("{module}.types.json");
    out.blank();
    // Decision 13: a derive would describe the structs, whose schema rejects documents that they write.
    let head = format!("include_str!({}) =>", quoted(&file));
    out.table("typed::json_schemas!", &head, &types);
    Some(GeneratedFile { path: format!("{directory}{file}"), text: JsonOf::Map(definitions).pretty() })
}

/// The fields of the struct of a class.
fn fields<'p>(plan: &'p Plan<'_>, class: ClassId) -> Vec<Field<'p>> {
    let metamodel = plan.scope.metamodel;
    let fields = plan.fields(class).iter().map(|field| Field {
        name: metamodel[field.feature].name(),
        is_required: matches!(field.default, FieldDefault::Required),
        has_custom_type: matches!(field.base, Base::UserType(_)),
    });
    fields.collect()
}
