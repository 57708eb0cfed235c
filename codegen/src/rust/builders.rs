//! Constructors of structs on request: `new` with what is required, and `with_…` for each other field.
//!
//! Invariant: a value made in this way has all that its class requires, as far as the types show it. This module does
//! not know bounds and facets, which `validate` checks.

use super::RustOptions;
use super::facts;
use super::layout::Printer;
use super::plan::{Base, Count, Field, FieldDefault, Plan};
use modelwright_metamodel::ecore::ClassId;

/// Prints the constructors of a class's struct, if the options request them.
pub(super) fn print(plan: &Plan<'_>, class: ClassId, options: &RustOptions, out: &mut Printer) {
    let fields = plan.fields(class);
    let Some(name) = plan.struct_name(class).filter(|_| options.builders && !fields.is_empty()) else {
        return;
    };
    let (required, others): (Vec<&Field>, Vec<&Field>) =
        fields.iter().partition(|field| is_required(plan, field));
    out.blank();
    out.line(0, &format!("impl {name} {{"));
    constructor(plan, &required, fields, options, out);
    for field in others {
        setter(plan, field, options, out);
    }
    out.line(0, "}");
}

/// Whether a value must be given: the feature is required, and has no default.
fn is_required(plan: &Plan<'_>, field: &Field) -> bool {
    match field.count {
        Count::One => field.default == FieldDefault::Required || matches!(field.base, Base::Part(..)),
        Count::Many => plan.scope.metamodel[field.feature].typed.required(),
        Count::Option => false,
    }
}

fn constructor(
    plan: &Plan<'_>,
    required: &[&Field],
    fields: &[Field],
    options: &RustOptions,
    out: &mut Printer,
) {
    out.line(4, "/// A value with all that is required, and the defaults of everything else.");
    out.line(4, "#[must_use]");
    let parameters: Vec<String> =
        required.iter().map(|field| format!("{}: {}", field.name, plan.field_type(field))).collect();
    let visibility = options.visibility;
    out.signature(4, &format!("{visibility} fn new("), &parameters, ") -> Self {");
    let values: Vec<String> = fields
        .iter()
        .map(|field| match super::structs::initial(plan, field) {
            Some(value) if !is_required(plan, field) => format!("{}: {value}", field.name),
            _ => field.name.to_string(),
        })
        .collect();
    out.literal(8, "Self", &values);
    out.line(4, "}");
}

fn setter(plan: &Plan<'_>, field: &Field, options: &RustOptions, out: &mut Printer) {
    let own = field.name.trim_start_matches("r#");
    out.blank();
    facts::feature_docs(plan, field.feature, 4, out);
    out.line(4, "#[must_use]");
    let (ty, value) = match field.count {
        Count::Option => (plan.base_type(field.base).to_string(), format!("Some({})", field.name)),
        Count::One | Count::Many => (plan.field_type(field).to_string(), field.name.to_string()),
    };
    let head = format!("{} fn with_{own}(", options.visibility);
    out.signature(4, &head, &["mut self".to_owned(), format!("{}: {ty}", field.name)], ") -> Self {");
    out.line(8, &format!("self.{} = {value};", field.name));
    out.line(8, "self");
    out.line(4, "}");
}
