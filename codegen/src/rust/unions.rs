//! Classes with subclasses as enums of the concrete classes, with methods for the fields that their structs share.

use super::derives::is_copy;
use super::layout::{self, Printer};
use super::plan::{Base, Boxing, Count, Field, Plan};
use super::{RustOptions, allow_lints, derives, facts, quoted};
use modelwright_metamodel::diagnostic::codes;
use modelwright_metamodel::ecore::{ClassId, builtin, documentation};

/// Prints the enum of a class, if it has one, and its table.
pub(super) fn print(plan: &mut Plan<'_>, class: ClassId, options: &RustOptions, out: &mut Printer) {
    // First, because the reports change the plan, from which everything else borrows.
    report_unshared(plan, class);
    let plan = &*plan;
    let Some(name) = plan.union_name(class) else { return };
    let variants: Vec<(ClassId, &str)> = (plan.scope.concrete(class).iter())
        .filter_map(|id| plan.struct_name(*id).map(|name| (*id, name)))
        .collect();
    declaration(plan, class, name, &variants, options, out);
    out.blank();
    table(plan, class, name, &variants, options, out);
}

/// Prints the enum of a class; its variants are the concrete ones among the class and its subclasses.
fn declaration(
    plan: &Plan<'_>,
    class: ClassId,
    name: &str,
    variants: &[(ClassId, &str)],
    options: &RustOptions,
    out: &mut Printer,
) {
    let data = &plan.scope.metamodel[class];
    out.blank();
    if class == builtin::EOBJECT {
        out.docs(0, None, "An object of any class.");
    } else if plan.scope.is_abstract(class) {
        let default_docs = format!("An object of a subclass of `{}`.", layout::name_in_docs(&data.name));
        out.docs(0, documentation(&data.annotations), &default_docs);
    } else {
        // The struct has the documentation of the class.
        let class_name = layout::name_in_docs(&data.name);
        out.docs(0, None, &format!("An object of class `{class_name}` or of one of its subclasses."));
    }
    out.attributes(&data.name, options);
    let is_uneven = variants.len() > 1;
    allow_lints(name, variants.iter().map(|(_, variant)| *variant), is_uneven, out);
    let has_default = false;
    out.line(0, &derives("Debug, Clone, PartialEq", has_default, options));
    out.item(&format!("{} enum {name}", options.visibility), variants, |out, (id, variant)| {
        out.docs(4, documentation(&plan.scope.metamodel[*id].annotations), &facts::class(plan, *id));
        out.concat(4, [*variant, "(", variant, "),"]);
    });
}

/// Prints the names of variants in documents, and methods for the fields that all variants share.
fn table(
    plan: &Plan<'_>,
    class: ClassId,
    name: &str,
    variants: &[(ClassId, &str)],
    options: &RustOptions,
    out: &mut Printer,
) {
    let entries: Vec<String> =
        variants.iter().map(|(id, variant)| entry(plan, variants, *id, variant)).collect();
    let fields = plan.fields(class).iter().enumerate();
    let accessors: Vec<&Field> =
        fields.filter(|(at, f)| is_shared(plan, f, *at, variants)).map(|(_, field)| field).collect();
    if accessors.is_empty() {
        return out.table("typed::union!", name, &entries);
    }
    out.line(0, "typed::union! {");
    out.entries(4, name, &entries);
    for field in accessors {
        out.blank();
        facts::feature_docs(plan, field.feature, 4, out);
        let (result, value) = (result(plan, field), access(plan, field));
        let head = [options.visibility.as_str(), " fn ", &field.name, "(it) -> "];
        out.concat(4, head.into_iter().chain([&*result, " { ", &value, " }"]));
    }
    out.line(0, "}");
}

/// A variant, and its `$type` if that is not its name.
fn entry(plan: &Plan<'_>, variants: &[(ClassId, &str)], id: ClassId, variant: &str) -> String {
    let name_in_documents = plan.scope.type_name(id);
    if name_in_documents == variant {
        return variant.to_owned();
    }
    let class_name = &plan.scope.metamodel[id].name;
    // A plain name that two variants share would name neither of them clearly.
    let namesakes =
        variants.iter().filter(|(other, _)| plan.scope.metamodel[*other].name == *class_name).count();
    let mut text = format!("{variant} as {}", quoted(&name_in_documents));
    if name_in_documents != *class_name && namesakes == 1 {
        // In a document of its own package, the class has its plain name.
        text.push_str(&format!(" | {}", quoted(class_name)));
    }
    text
}

/// Reports features without a method, because the structs have different names for their fields.
fn report_unshared(plan: &mut Plan<'_>, class: ClassId) {
    let Some(name) = plan.union_name(class).map(str::to_owned) else { return };
    let variants: Vec<ClassId> = plan.scope.concrete(class).to_vec();
    let mut notes = Vec::new();
    for (at, field) in plan.fields(class).iter().enumerate() {
        if let Some(other) = variants.iter().find(|id| !is_same(plan, field, at, **id)) {
            let label = plan.scope.metamodel.feature_label(field.feature);
            let variant = plan.struct_name(*other).unwrap_or_default();
            let other_field = plan.field(*other, field.feature, at);
            let difference = match other_field {
                Some(other_field) => format!("the field is called `{}`", other_field.name),
                None => "there is no such field".to_owned(),
            };
            notes.push(format!("in Rust, `{name}` has no method for {label}: in `{variant}`, {difference}"));
        }
    }
    notes.into_iter().for_each(|note| plan.note(codes::NOT_GENERATED, note));
}

/// Whether all variants have a field with the same name that can be accessed in the same way.
fn is_shared(plan: &Plan<'_>, field: &Field, at: usize, variants: &[(ClassId, &str)]) -> bool {
    variants.iter().all(|(id, _)| is_same(plan, field, at, *id))
}

/// Whether a class has a field of the same feature with the same name that is accessed in the same way. `at` is the
/// position of `field` in its own class, at which the search begins, because it is often the same in both classes.
fn is_same(plan: &Plan<'_>, field: &Field, at: usize, class: ClassId) -> bool {
    let other_field = plan.field(class, field.feature, at);
    other_field.is_some_and(|other_field| {
        other_field.name == field.name && access_mode(plan, other_field) == access_mode(plan, field)
    })
}

/// The type of the result of an accessor: a small value is copied, any other one borrowed.
fn result(plan: &Plan<'_>, field: &Field) -> String {
    if field.count == Count::Many {
        // A slice contains its elements as they are stored.
        return format!("&[{}]", plan.base_type(field.base));
    }
    let base = match field.base {
        // Whether the object is in a box is not part of the interface: the borrow ends at the object.
        Base::Part(class, _) => Base::Part(class, Boxing::No),
        other => other,
    };
    let ty = plan.base_type(base);
    let value_type = match base {
        Base::String | Base::Lexical => "&str".to_owned(),
        base if is_copy(plan, base) => ty.to_string(),
        _ => format!("&{ty}"),
    };
    if field.count == Count::Option { plan.option(&value_type) } else { value_type }
}

/// How a field is accessed.
#[derive(PartialEq)]
enum AccessMode {
    Copied,
    Borrowed,
    /// The content of an `Option`, dereferenced.
    AsDeref,
    AsRef,
}

/// How the method of an enum accesses a field.
fn access_mode(plan: &Plan<'_>, field: &Field) -> AccessMode {
    match (field.count, field.base) {
        (Count::Many, _) => AccessMode::Borrowed,
        (_, base) if is_copy(plan, base) => AccessMode::Copied,
        (Count::One, _) => AccessMode::Borrowed,
        // `as_ref` would give `&String` and `&Box<T>` within the option.
        (Count::Option, Base::String | Base::Lexical | Base::Part(_, Boxing::Yes)) => AccessMode::AsDeref,
        (Count::Option, _) => AccessMode::AsRef,
    }
}

/// The expression that accesses a field of `it`.
fn access(plan: &Plan<'_>, field: &Field) -> String {
    let name = &field.name;
    match access_mode(plan, field) {
        AccessMode::Copied => format!("it.{name}"),
        AccessMode::Borrowed => format!("&it.{name}"),
        AccessMode::AsDeref => format!("it.{name}.as_deref()"),
        AccessMode::AsRef => format!("it.{name}.as_ref()"),
    }
}
