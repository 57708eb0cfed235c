//! Concrete classes as structs, with their defaults and their description.

use super::layout::{Piece, Printer};
use super::plan::{Absent, Base, Count, Field, Plan};
use super::{derives, quoted};
use crate::Options;
use modelwright_metamodel::ecore::{ClassId, Literal, documentation};

/// Prints the struct of a concrete class and what belongs to it.
pub(super) fn print(plan: &Plan<'_>, class: ClassId, options: &Options, out: &mut Printer) {
    let Some(name) = plan.struct_name(class) else { return };
    let data = &plan.scope.metamodel[class];
    let fields = plan.fields(class);
    let own_default = fields.iter().any(|f| matches!(f.default, Absent::Value(_)));
    let has_default = plan.has_default(class);
    out.blank();
    out.docs(0, documentation(&data.annotations), &format!("An object of class `{}`.", data.name));
    out.line(0, &derives("Debug, Clone, PartialEq", has_default && !own_default, options));
    if options.serde {
        out.line(0, "#[serde(deny_unknown_fields)]");
    }
    declaration(plan, name, fields, options, out);
    out.blank();
    inherent(plan, name, class, options, out);
    if has_default && own_default {
        out.blank();
        default(plan, name, fields, out);
    }
    out.blank();
    element(plan, name, fields, out);
}

fn declaration(plan: &Plan<'_>, name: &str, fields: &[Field], options: &Options, out: &mut Printer) {
    if fields.is_empty() {
        return out.line(0, &format!("pub struct {name} {{}}"));
    }
    out.line(0, &format!("pub struct {name} {{"));
    for field in fields {
        let feature = &plan.scope.metamodel[field.feature];
        out.docs(4, documentation(&feature.typed.annotations), &format!("`{}`.", feature.name()));
        if options.serde {
            out.attribute(4, "serde", attributes(plan, name, field));
        }
        out.line(4, &format!("pub {}: {},", field.name, plan.field_type(field)));
    }
    out.line(0, "}");
}

fn bare(name: &str) -> &str {
    name.trim_start_matches("r#")
}

/// What serde needs to be told of a field.
fn attributes(plan: &Plan<'_>, owner: &str, field: &Field) -> Vec<String> {
    let mut items = Vec::new();
    let spelled = plan.scope.metamodel[field.feature].name();
    if spelled != bare(&field.name) {
        items.push(format!("rename = {}", quoted(spelled)));
    }
    match (field.count, &field.default) {
        (Count::Option, _) => {
            let path = plan.std("std::option::Option");
            items.push("default".to_owned());
            items.push(format!("skip_serializing_if = \"{path}::is_none\""));
        }
        (Count::Many, _) => {
            let path = plan.std("std::vec::Vec");
            items.push("default".to_owned());
            items.push(format!("skip_serializing_if = \"{path}::is_empty\""));
        }
        (Count::One, Absent::Natural) => {
            items.push("default".to_owned());
            items.push("skip_serializing_if = \"typed::is_default\"".to_owned());
        }
        (Count::One, Absent::Value(_)) => {
            let name = bare(&field.name);
            items.push(format!("default = \"{owner}::default_{name}\""));
            items.push(format!("skip_serializing_if = \"{owner}::is_default_{name}\""));
        }
        (Count::One, Absent::Required) => {}
    }
    if matches!(field.base, Base::Float | Base::Double) {
        items.push("with = \"typed::float\"".to_owned());
    }
    items
}

fn inherent(plan: &Plan<'_>, name: &str, class: ClassId, options: &Options, out: &mut Printer) {
    out.line(0, &format!("impl {name} {{"));
    out.line(4, "/// The class and its features, as metamodels know them.");
    let data = &plan.scope.metamodel[class];
    let features = plan.fields(class).iter().map(|field| description(plan, field)).collect();
    let items = vec![
        Piece::text(format!("package: {}", quoted(plan.scope.uri(data.package)))),
        Piece::text(format!("name: {}", quoted(&data.name))),
        Piece::array("features: &[", features),
    ];
    let literal = Piece::fields("&typed::ClassDescription {", items, "}");
    out.assignment(4, "pub const CLASS: &'static typed::ClassDescription", &literal);
    for field in plan.fields(class) {
        if let Absent::Value(value) = &field.default {
            default_functions(plan, field, value, options, out);
        }
    }
    out.line(0, "}");
}

fn description(plan: &Plan<'_>, field: &Field) -> Piece {
    let count = if field.count == Count::Many { "many" } else { "one" };
    let kind = match field.base {
        Base::Boolean => "Boolean".to_owned(),
        Base::Integer(bits) => format!("Integer({bits})"),
        Base::Float => "Float".to_owned(),
        Base::Double => "Double".to_owned(),
        Base::Char => "Char".to_owned(),
        Base::String => "String".to_owned(),
        Base::Number => "Number".to_owned(),
        Base::Lexical => "Lexical".to_owned(),
        Base::Enum(id) => format!("Enum({}::LITERALS)", plan.enum_name(id)),
        Base::Part(..) => "Contained".to_owned(),
        Base::Reference(_) => "Reference".to_owned(),
    };
    let name = quoted(plan.scope.metamodel[field.feature].name());
    Piece::call(
        &format!("typed::{count}"),
        vec![Piece::Text(name), Piece::Text(format!("typed::Kind::{kind}"))],
    )
}

/// The functions behind a default value that is not the type's own.
fn default_functions(plan: &Plan<'_>, field: &Field, value: &Literal, options: &Options, out: &mut Printer) {
    let name = bare(&field.name);
    let ty = plan.base_type(field.base);
    let (made, parameter, compared) = default_code(plan, field, value, &ty);
    let float = matches!(field.base, Base::Float | Base::Double);
    let attribute = |out: &mut Printer| {
        if float {
            out.line(4, "#[allow(clippy::approx_constant)]");
        }
    };
    out.blank();
    attribute(out);
    out.function(4, &format!("fn default_{name}"), "", &ty);
    out.line(8, &made);
    out.line(4, "}");
    if options.serde {
        out.blank();
        attribute(out);
        out.function(4, &format!("fn is_default_{name}"), &format!("value: {parameter}"), "bool");
        out.line(8, &compared);
        out.line(4, "}");
    }
}

/// The default as an expression, a parameter type, and the comparison of `value` of that type.
fn default_code(plan: &Plan<'_>, field: &Field, value: &Literal, ty: &str) -> (String, String, String) {
    let plain = |text: String| (text.clone(), format!("&{ty}"), format!("*value == {text}"));
    match value {
        Literal::Bool(v) => {
            (v.to_string(), "&bool".to_owned(), if *v { "*value" } else { "!*value" }.to_owned())
        }
        Literal::Int(v) => plain(v.to_string()),
        Literal::Float(v) => plain(float(f64::from(*v), &format!("{v:?}"), "f32")),
        Literal::Double(v) => plain(float(*v, &format!("{v:?}"), "f64")),
        Literal::Char(v) => plain(format!("typed::Char({v})")),
        Literal::Enum(at) => {
            let variant = match field.base {
                Base::Enum(id) => plan.enums[&id].get(*at as usize).map_or("", String::as_str),
                _ => "",
            };
            plain(format!("{ty}::{variant}"))
        }
        Literal::String(v) | Literal::Lexical(v) if field.base == Base::Number => {
            let text = quoted(v);
            (
                format!("typed::Number({text}.to_owned())"),
                "&typed::Number".to_owned(),
                format!("value.0 == {text}"),
            )
        }
        Literal::String(v) | Literal::Lexical(v) => {
            let text = quoted(v);
            (format!("{text}.to_owned()"), "&str".to_owned(), format!("value == {text}"))
        }
        Literal::Null => plain("typed::Number::default()".to_owned()),
    }
}

fn float(value: f64, digits: &str, ty: &str) -> String {
    if value.is_nan() {
        format!("{ty}::NAN")
    } else if value.is_infinite() {
        format!("{ty}::{}INFINITY", if value > 0.0 { "" } else { "NEG_" })
    } else {
        digits.to_owned()
    }
}

fn default(plan: &Plan<'_>, name: &str, fields: &[Field], out: &mut Printer) {
    let path = plan.std("std::default::Default");
    let items = fields.iter().map(|field| {
        Piece::Text(match field.default {
            Absent::Value(_) => format!("{}: Self::default_{}()", field.name, bare(&field.name)),
            _ => format!("{}: {path}::default()", field.name),
        })
    });
    let literal = Piece::fields("Self {", items.collect(), "}");
    out.line(0, &format!("impl {path} for {name} {{"));
    out.line(4, "fn default() -> Self {");
    out.piece(8, &literal, "");
    out.line(4, "}");
    out.line(0, "}");
}

fn element(plan: &Plan<'_>, name: &str, fields: &[Field], out: &mut Printer) {
    out.line(0, &format!("impl typed::Element for {name} {{"));
    out.line(4, "const CLASSES: &'static [&'static typed::ClassDescription] = &[Self::CLASS];");
    out.blank();
    out.line(4, "fn class(&self) -> &'static typed::ClassDescription {");
    out.line(8, "Self::CLASS");
    out.line(4, "}");
    out.blank();
    let unused = if fields.is_empty() { "_" } else { "" };
    let out_name = if fields.is_empty() { "_" } else { "out" };
    out.line(
        4,
        &format!(
            "fn write<'t>(&'t self, {out_name}: &mut typed::ObjectWriter<'_, '_, 't>) {}",
            if fields.is_empty() { "{}" } else { "{" }
        ),
    );
    for (at, field) in fields.iter().enumerate() {
        out.line(8, &write_call(at, field));
    }
    if !fields.is_empty() {
        out.line(4, "}");
    }
    out.blank();
    let result = plan.option("Self");
    let input = if unused.is_empty() { "input" } else { "_" };
    out.line(4, &format!("fn read(_: usize, {input}: &mut typed::ObjectReader<'_, '_>) -> {result} {{"));
    let items = fields.iter().enumerate().map(|(at, field)| Piece::Text(read_call(at, field)));
    out.piece(8, &Piece::fields("Some(Self {", items.collect(), "})"), "");
    out.line(4, "}");
    out.line(0, "}");
}

fn write_call(at: usize, field: &Field) -> String {
    let name = &field.name;
    match (field.base, field.count) {
        (Base::Reference(_), Count::One) => format!("out.refs({at}, [&self.{name}]);"),
        (Base::Reference(_), _) => format!("out.refs({at}, &self.{name});"),
        (Base::Part(..), Count::One) => format!("out.part({at}, &self.{name});"),
        (Base::Part(..), _) => format!("out.parts({at}, &self.{name});"),
        (_, Count::One) => format!("out.value({at}, &self.{name});"),
        (_, Count::Option) => format!("out.option({at}, &self.{name});"),
        (_, Count::Many) => format!("out.values({at}, &self.{name});"),
    }
}

fn read_call(at: usize, field: &Field) -> String {
    let method = match (field.base, field.count) {
        (Base::Reference(_), Count::One) => "reference",
        (Base::Reference(_), Count::Option) => "reference_option",
        (Base::Reference(_), Count::Many) => "references",
        (Base::Part(..), Count::One) => "part",
        (Base::Part(..), Count::Option) => "part_option",
        (Base::Part(..), Count::Many) => "parts",
        (_, Count::One) => "value",
        (_, Count::Option) => "option",
        (_, Count::Many) => "values",
    };
    format!("{}: input.{method}({at})?", field.name)
}
