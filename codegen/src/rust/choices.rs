//! Classes for `Variant[A, B]` as enums with a variant for each alternative.

use super::layout::{self, Printer};
use super::plan::{Base, Plan};
use super::{RustOptions, allow_lints, derives, quoted};
use modelwright_metamodel::ecore::{ClassId, composite_text, documentation};

/// Prints the enum for a class that is a choice of values, and its table.
pub(super) fn print(plan: &Plan<'_>, class: ClassId, options: &RustOptions, out: &mut Printer) {
    let (Some(name), Some(variants)) = (plan.struct_name(class), plan.choice(class)) else { return };
    let data = &plan.scope.metamodel[class];
    out.blank();
    let text = layout::name_in_docs(composite_text(data).unwrap_or(&data.name));
    out.docs(0, documentation(&data.annotations), &format!("A value of type `{text}`."));
    out.attributes(&data.name, options);
    let fields = plan.fields(class);
    // Objects may be much larger than the other values, which clippy reports.
    let has_objects = fields.iter().any(|field| matches!(field.base, Base::Part(..)));
    let is_uneven = has_objects && variants.len() > 1;
    allow_lints(name, variants.iter().map(String::as_str), is_uneven, out);
    let has_default = false;
    out.line(0, &derives("Debug, Clone, PartialEq", has_default, options));
    let alternatives: Vec<_> = variants.iter().zip(fields).collect();
    out.item(&format!("{} enum {name}", options.visibility), &alternatives, |out, (variant, field)| {
        let feature = &plan.scope.metamodel[field.feature];
        let key = format!("The alternative `{}`.", layout::name_in_docs(feature.name()));
        out.docs(4, documentation(&feature.typed.annotations), &key);
        let head = [variant.as_str(), "("];
        out.concat(4, head.into_iter().chain(plan.alternative_type(field).parts()).chain(["),"]));
    });
    let mut entries = Vec::with_capacity(alternatives.len());
    for (variant, field) in &alternatives {
        let feature_name = plan.scope.metamodel[field.feature].name();
        let original_name = if feature_name == &*field.name {
            String::new()
        } else {
            format!(" as {}", quoted(feature_name))
        };
        entries.push(format!("{variant}({}{original_name})", field.name));
    }
    let original_name = if data.name == name { String::new() } else { format!(" as {}", quoted(&data.name)) };
    out.blank();
    out.table(
        "typed::choice!",
        &format!("{name}{original_name} in {}", plan.package_name(data.package)),
        &entries,
    );
}
