//! Classes with subclasses as enums of the concrete ones, with what these share.

use super::layout::{Piece, Printer};
use super::plan::{Base, Boxed, Count, Field, Plan};
use super::{derives, names, quoted};
use crate::Options;
use modelwright_metamodel::ecore::{ClassId, documentation};

/// Accessors whose names clippy takes for methods of well-known traits or conventions.
const MISLEADING: &[&str] = &["as_ref", "borrow", "clone", "deref", "len", "new"];

/// Prints the enum of a class that has one and what belongs to it.
pub(super) fn print(plan: &Plan<'_>, class: ClassId, options: &Options, out: &mut Printer) {
    let Some(name) = plan.union_name(class) else { return };
    let variants: Vec<(ClassId, &str)> = (plan.scope.concrete(class).into_iter())
        .filter_map(|id| plan.struct_name(id).map(|name| (id, name)))
        .collect();
    declaration(plan, class, name, &variants, options, out);
    accessors(plan, class, name, &variants, out);
    for (_, variant) in &variants {
        let from = plan.std("std::convert::From");
        out.blank();
        out.line(0, &format!("impl {from}<{variant}> for {name} {{"));
        out.line(4, &format!("fn from(it: {variant}) -> Self {{"));
        out.line(8, &format!("Self::{variant}(it)"));
        out.line(4, "}");
        out.line(0, "}");
    }
    out.blank();
    element(plan, name, &variants, out);
}

fn declaration(
    plan: &Plan<'_>,
    class: ClassId,
    name: &str,
    variants: &[(ClassId, &str)],
    options: &Options,
    out: &mut Printer,
) {
    let data = &plan.scope.metamodel[class];
    out.blank();
    if plan.scope.is_abstract(class) {
        let otherwise = format!("An object of a subclass of `{}`.", data.name);
        out.docs(0, documentation(&data.annotations), &otherwise);
    } else {
        out.docs(0, None, &format!("An object of class `{}` or of one of its subclasses.", data.name));
    }
    if names::are_repetitive(name, variants.iter().map(|(_, variant)| *variant)) {
        out.line(0, "#[allow(clippy::enum_variant_names, clippy::large_enum_variant)]");
    } else if variants.len() > 1 {
        out.line(0, "#[allow(clippy::large_enum_variant)]");
    }
    out.line(0, &derives("Debug, Clone, PartialEq", false, options));
    if options.serde && !variants.is_empty() {
        out.line(0, "#[serde(tag = \"$type\")]");
    }
    if variants.is_empty() {
        return out.line(0, &format!("pub enum {name} {{}}"));
    }
    out.line(0, &format!("pub enum {name} {{"));
    for (id, variant) in variants {
        let spelled = plan.scope.type_name(*id);
        let own = &plan.scope.metamodel[*id].name;
        out.line(4, &format!("/// An object of class `{own}`."));
        if options.serde && spelled != *variant {
            let mut items = vec![format!("rename = {}", quoted(&spelled))];
            let namesakes =
                variants.iter().filter(|(other, _)| plan.scope.metamodel[*other].name == *own).count();
            if spelled != *own && namesakes == 1 {
                // In a document of its own package the class goes by its plain name.
                items.push(format!("alias = {}", quoted(own)));
            }
            out.attribute(4, "serde", items);
        }
        out.line(4, &format!("{variant}({variant}),"));
    }
    out.line(0, "}");
}

/// Methods that give what all variants have.
fn accessors(plan: &Plan<'_>, class: ClassId, name: &str, variants: &[(ClassId, &str)], out: &mut Printer) {
    let shared: Vec<(&Field, Vec<(&str, &Field)>)> = (plan.fields(class).iter())
        .filter_map(|field| {
            let same = |id: ClassId| plan.fields(id).iter().find(|f| f.feature == field.feature);
            let in_variants: Option<Vec<_>> =
                variants.iter().map(|(id, variant)| same(*id).map(|f| (*variant, f))).collect();
            in_variants.map(|found| (field, found))
        })
        .collect();
    if shared.is_empty() {
        return;
    }
    let misleading = |(f, _): &(&Field, _)| {
        MISLEADING.contains(&f.name.as_str()) || f.name.starts_with("from_") || f.name.starts_with("into_")
    };
    out.blank();
    if shared.iter().any(misleading) {
        out.line(0, "#[allow(clippy::len_without_is_empty, clippy::new_ret_no_self)]");
        out.line(0, "#[allow(clippy::should_implement_trait, clippy::wrong_self_convention)]");
    }
    out.line(0, &format!("impl {name} {{"));
    for (at, (field, in_variants)) in shared.iter().enumerate() {
        if at > 0 {
            out.blank();
        }
        accessor(plan, field, in_variants, out);
    }
    out.line(0, "}");
}

fn accessor(plan: &Plan<'_>, field: &Field, variants: &[(&str, &Field)], out: &mut Printer) {
    let feature = &plan.scope.metamodel[field.feature];
    out.docs(4, documentation(&feature.typed.annotations), &format!("`{}`.", feature.name()));
    out.line(4, "#[must_use]");
    out.function(4, &format!("pub fn {}", field.name), "&self", &result(plan, field));
    if variants.is_empty() {
        out.line(8, "match *self {}");
    } else {
        out.line(8, "match self {");
        for (variant, field) in variants {
            out.arm(12, &format!("Self::{variant}(it)"), &access(field));
        }
        out.line(8, "}");
    }
    out.line(4, "}");
}

fn is_copy(base: Base) -> bool {
    match base {
        Base::Boolean | Base::Integer(_) | Base::Float | Base::Double | Base::Char | Base::Enum(_) => true,
        Base::String | Base::Number | Base::Lexical | Base::Part(..) | Base::Reference(_) => false,
    }
}

/// What an accessor gives: copies of small values, borrows of others.
fn result(plan: &Plan<'_>, field: &Field) -> String {
    let base = match field.base {
        Base::Part(class, _) => Base::Part(class, Boxed::No),
        other => other,
    };
    let ty = plan.base_type(base);
    let one = match base {
        _ if field.count == Count::Many => return format!("&[{}]", plan.base_type(field.base)),
        Base::String | Base::Lexical => "&str".to_owned(),
        base if is_copy(base) => ty,
        _ => format!("&{ty}"),
    };
    if field.count == Count::Option { plan.option(&one) } else { one }
}

fn access(field: &Field) -> String {
    let name = &field.name;
    match (field.count, field.base) {
        (Count::Many, _) => format!("&it.{name}"),
        (_, base) if is_copy(base) => format!("it.{name}"),
        (Count::One, _) => format!("&it.{name}"),
        (Count::Option, Base::String | Base::Lexical | Base::Part(_, Boxed::Yes)) => {
            format!("it.{name}.as_deref()")
        }
        (Count::Option, _) => format!("it.{name}.as_ref()"),
    }
}

fn element(plan: &Plan<'_>, name: &str, variants: &[(ClassId, &str)], out: &mut Printer) {
    out.line(0, &format!("impl typed::Element for {name} {{"));
    let classes = variants.iter().map(|(_, v)| Piece::Text(format!("{v}::CLASS"))).collect();
    let head = "const CLASSES: &'static [&'static typed::ClassDescription]";
    out.assignment(4, head, &Piece::array("&[", classes));
    out.blank();
    let by_variant = |out: &mut Printer, pattern: &str, call: &dyn Fn(&str) -> String| {
        if variants.is_empty() {
            return out.line(8, "match *self {}");
        }
        out.line(8, "match self {");
        for (_, variant) in variants {
            out.arm(12, &format!("Self::{variant}({pattern})"), &call(variant));
        }
        out.line(8, "}");
    };
    out.line(4, "fn class(&self) -> &'static typed::ClassDescription {");
    by_variant(out, "_", &|variant| format!("{variant}::CLASS"));
    out.line(4, "}");
    out.blank();
    let (used, input) = if variants.is_empty() { ("_", "_") } else { ("out", "input") };
    out.line(4, &format!("fn write<'t>(&'t self, {used}: &mut typed::ObjectWriter<'_, '_, 't>) {{"));
    by_variant(out, "it", &|_| "typed::Element::write(it, out)".to_owned());
    out.line(4, "}");
    out.blank();
    let (class, result) = (if variants.is_empty() { "_" } else { "class" }, plan.option("Self"));
    out.line(
        4,
        &format!("fn read({class}: usize, {input}: &mut typed::ObjectReader<'_, '_>) -> {result} {{"),
    );
    if variants.is_empty() {
        out.line(8, "None");
    } else {
        out.line(8, "match class {");
        for (at, (_, variant)) in variants.iter().enumerate() {
            out.arm(12, &at.to_string(), &format!("typed::Element::read(0, input).map(Self::{variant})"));
        }
        out.line(12, "_ => None,");
        out.line(8, "}");
    }
    out.line(4, "}");
    out.line(0, "}");
}
