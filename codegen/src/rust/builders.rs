//! Constructors of structs: `new` with the required fields, for structs without `Default` or on request; on request
//! also `with_…` for each other field.
//!
//! Invariant: a value made in this way contains everything that its class requires. Bounds of arguments are not checked
//! here, but by `validate`.

use super::RustOptions;
use super::facts;
use super::layout::Printer;
use super::lints;
use super::plan::{Base, Count, Field, FieldDefault, Plan};
use modelwright_metamodel::ecore::ClassId;

/// Prints the constructors of a class's struct, if the options request them or it has no `Default`.
pub(super) fn print(plan: &Plan<'_>, class: ClassId, options: &RustOptions, out: &mut Printer) {
    let fields = plan.fields(class);
    let Some(name) = plan.struct_name(class) else { return };
    // Without `Default`, `new` is the only way to make a value without naming every field.
    let needs_constructor = options.builders || !plan.has_default(class);
    if fields.is_empty() || !needs_constructor {
        return;
    }
    let (required, others): (Vec<&Field>, Vec<&Field>) =
        fields.iter().partition(|field| is_required(plan, field));
    out.blank();
    out.line(0, &format!("impl {name} {{"));
    constructor(plan, &required, fields, options, out);
    if options.builders {
        for field in others {
            setter(plan, field, options, out);
        }
    }
    out.line(0, "}");
}

/// Whether the constructor needs a value: the feature is required, and has no default, or an invalid one.
fn is_required(plan: &Plan<'_>, field: &Field) -> bool {
    let has_none = field.count == Count::One && field.default == FieldDefault::Required;
    has_none || plan.is_invalid_by_default(field)
}

/// Whether a field contains strings, bytes or numbers of any size, into which arguments are converted.
fn is_text(field: &Field) -> bool {
    matches!(field.base, Base::String | Base::Lexical | Base::Number | Base::Bytes | Base::Base64)
}

/// Whether the constructor converts the argument for a field.
fn is_converted(field: &Field) -> bool {
    field.count == Count::One && is_text(field)
}

/// The type of a parameter that is converted into a type.
fn impl_into(plan: &Plan<'_>, ty: &str) -> String {
    format!("impl {}{ty}>", plan.name_of_into())
}

/// Prints the function `new`, whose parameters are the required fields.
fn constructor(
    plan: &Plan<'_>,
    required: &[&Field],
    fields: &[Field],
    options: &RustOptions,
    out: &mut Printer,
) {
    out.line(4, "/// A value with all that is required, and the defaults of everything else.");
    // The defaults are literals in the body, where the lint is reported.
    if fields.iter().any(lints::looks_like_constant) {
        lints::allow(&["approx_constant"]).iter().for_each(|attribute| out.line(4, attribute));
    }
    out.line(4, "#[must_use]");
    let mut parameters = Vec::with_capacity(required.len());
    for field in required {
        let ty = plan.field_type(field).to_string();
        let ty = if is_converted(field) { impl_into(plan, &ty) } else { ty };
        parameters.push(format!("{}: {ty}", field.name));
    }
    let visibility = options.visibility;
    out.signature(4, &format!("{visibility} fn new("), &parameters, ") -> Self {");
    let values: Vec<String> = fields
        .iter()
        .map(|field| match super::structs::initial_value(plan, field) {
            Some(value) if !is_required(plan, field) => format!("{}: {value}", field.name),
            _ if is_converted(field) => format!("{0}: {0}.into()", field.name),
            _ => field.name.to_string(),
        })
        .collect();
    out.literal(8, "Self", &values);
    out.line(4, "}");
}

/// Prints the method `with_…` of a field.
fn setter(plan: &Plan<'_>, field: &Field, options: &RustOptions, out: &mut Printer) {
    // A raw name cannot follow `with_`, and a second underscore would be unidiomatic.
    let plain_name = field.name.trim_start_matches("r#").trim_start_matches('_');
    // A parameter whose name starts with an underscore counts as unused.
    let parameter = if field.name.starts_with('_') { "value" } else { &*field.name };
    out.blank();
    facts::feature_docs(plan, field.feature, 4, out);
    out.line(4, "#[must_use]");
    let (ty, value) = match field.count {
        Count::Option if is_text(field) => {
            (impl_into(plan, &plan.base_type(field.base).to_string()), format!("Some({parameter}.into())"))
        }
        Count::One if is_text(field) => {
            (impl_into(plan, &plan.base_type(field.base).to_string()), format!("{parameter}.into()"))
        }
        Count::Option => (plan.base_type(field.base).to_string(), format!("Some({parameter})")),
        Count::One | Count::Many => (plan.field_type(field).to_string(), parameter.to_owned()),
    };
    let signature_start = format!("{} fn with_{plain_name}(", options.visibility);
    out.signature(4, &signature_start, &["mut self".to_owned(), format!("{parameter}: {ty}")], ") -> Self {");
    out.line(8, &format!("self.{} = {value};", field.name));
    out.line(8, "self");
    out.line(4, "}");
}
