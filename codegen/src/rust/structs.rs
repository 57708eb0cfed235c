//! Concrete classes as structs, each with one table that describes its fields.

use super::layout::Printer;
use super::plan::checked::CheckedForm;
use super::plan::{Base, Count, Field, FieldDefault, Plan};
use super::{RustOptions, derives, facts, lints, quoted};
use modelwright_metamodel::ecore::{ClassId, DataTypeId, Literal, documentation};

/// The number of fields that the compiler can follow as nested tuples of twelve, with its default limit of 128 steps.
const WIDE_STRUCT: usize = 600;

/// The smallest number of digits that are written in groups.
const LONG_NUMBER: usize = 6;

/// Prints the struct of a concrete class and its table.
pub(super) fn print(plan: &Plan<'_>, class: ClassId, options: &RustOptions, out: &mut Printer) {
    let Some(name) = plan.struct_name(class) else { return };
    let data = &plan.scope.metamodel[class];
    let fields = plan.fields(class);
    // `#[derive(Default)]` knows only natural defaults, so the macro implements the trait for others.
    let has_own_default = fields.iter().any(|field| matches!(field.default, FieldDefault::Value(_)));
    let has_default = plan.has_default(class);
    out.blank();
    out.docs(0, documentation(&data.annotations), &facts::class(plan, class));
    out.attributes(&data.name, options);
    lints::allow(&lints::of_struct(name, fields)).iter().for_each(|attribute| out.line(0, attribute));
    out.line(0, &derives("Debug, Clone, PartialEq", has_default && !has_own_default, options));
    declaration(plan, name, fields, options, out);
    out.blank();
    // Whether the macro of the table implements `Default`.
    let default = match (has_default, has_own_default) {
        // The struct has no `Default`.
        (false, _) => ": !Default",
        (true, true) => ": Default",
        // The derive implements it.
        (true, false) => "",
    };
    table(plan, class, name, default, out);
}

/// Prints the declaration of a struct.
fn declaration(plan: &Plan<'_>, name: &str, fields: &[Field], options: &RustOptions, out: &mut Printer) {
    let visibility = &options.visibility;
    out.item(&format!("{visibility} struct {name}"), fields, |out, field| {
        facts::feature_docs(plan, field.feature, 4, out);
        let head = [visibility.as_str(), " ", &*field.name, ": "];
        out.concat(4, head.into_iter().chain(plan.field_type(field).parts()).chain([","]));
    });
}

/// Prints the description of the class beyond the struct: its package, and the properties of each field that its type
/// does not determine. `default` is the clause of the macro for `Default`: nothing if a derive implements the trait.
fn table(plan: &Plan<'_>, class: ClassId, name: &str, default: &str, out: &mut Printer) {
    let data = &plan.scope.metamodel[class];
    let original_name = if data.name == name { String::new() } else { format!(" as {}", quoted(&data.name)) };
    let package = plan.package_name(data.package);
    let metamodel = &plan.scope.metamodel;
    let discriminator = metamodel.discriminator(class).map_or_else(String::new, |key| {
        format!(" by {} {}", quoted(key), quoted(metamodel.discriminator_value(class)))
    });
    let entries: Vec<String> = plan.fields(class).iter().map(|field| entry(plan, field)).collect();
    let list = plan.tuple_repeats(class).map_or_else(String::new, |repeats| format!(" list {repeats}"));
    let head = format!("{name}{default}{original_name}{discriminator} in {package}{list}");
    let call = if entries.len() > WIDE_STRUCT { "typed::wide_class!" } else { "typed::class!" };
    out.table(call, &head, &entries);
}

/// A field in the table of its struct: its key if that is another name, and its default.
fn entry(plan: &Plan<'_>, field: &Field) -> String {
    let mut text = field.name.to_string();
    let original_name = plan.scope.metamodel[field.feature].name();
    if original_name != &*field.name {
        text.push_str(&format!(" as {}", quoted(original_name)));
    }
    match &field.default {
        FieldDefault::Natural => {}
        FieldDefault::Required => text.push_str(": required"),
        FieldDefault::Value(value) => text.push_str(&format!(" = {}", default(plan, field, value))),
    }
    text
}

/// The default of a field's Rust type, as an author would write it.
fn natural_default(plan: &Plan<'_>, field: &Field) -> String {
    let ty = plan.field_type(field).to_string();
    // `Vec<T>::new()` is not an expression of Rust, so the path ends before the bracket.
    let path = ty.split('<').next().unwrap_or(&ty);
    match (field.count, field.base) {
        (Count::Option, _) => "None".to_owned(),
        (Count::Many, _) | (_, Base::String | Base::Lexical) => format!("{path}::new()"),
        (_, Base::Boolean) => "false".to_owned(),
        (_, Base::Integer(_) | Base::Unsigned) => "0".to_owned(),
        (_, Base::Float | Base::Double) => "0.0".to_owned(),
        _ => format!("{path}::default()"),
    }
}

/// The value of a field in a new struct; `None` if a parameter with its name provides the value.
pub(super) fn initial_value(plan: &Plan<'_>, field: &Field) -> Option<String> {
    match &field.default {
        FieldDefault::Required => None,
        // A single object has no natural default.
        FieldDefault::Natural if field.count == Count::One && matches!(field.base, Base::Part(..)) => None,
        FieldDefault::Natural => Some(natural_default(plan, field)),
        FieldDefault::Value(value) => Some(default(plan, field, value)),
    }
}

/// A default as an expression of the field's type.
fn default(plan: &Plan<'_>, field: &Field, value: &Literal) -> String {
    if let Base::Checked(id) = field.base {
        return checked_default(plan, id, value);
    }
    plain_default(plan, field.base, value)
}

/// A valid default of a checked type as an expression.
fn checked_default(plan: &Plan<'_>, id: DataTypeId, value: &Literal) -> String {
    let name = plan.enum_name(id);
    match (&plan.checked[&id], value) {
        (CheckedForm::Literals(literals), Literal::String(text)) => {
            let index = literals.iter().position(|literal| literal == text).unwrap_or(0);
            format!("{name}::{}", plan.enums[&id][index])
        }
        _ => {
            // The generator has checked the value, so `__known` need not check it at run time.
            format!("{name}::__known({})", plain_default(plan, plan.content(id), value))
        }
    }
}

/// The expression of a default value in Rust.
fn plain_default(plan: &Plan<'_>, base: Base, value: &Literal) -> String {
    match value {
        Literal::Bool(v) => v.to_string(),
        Literal::Int(v) => group_digits(&v.to_string()),
        Literal::Float(v) => float(f64::from(*v), &format!("{v:?}"), "f32"),
        Literal::Double(v) => float(*v, &format!("{v:?}"), "f64"),
        Literal::Char(v) => format!("typed::Char({v})"),
        Literal::Enum(at) => match base {
            Base::Enum(id) => {
                let variant = plan.enums[&id].get(*at as usize).map_or("", String::as_str);
                format!("{}::{variant}", plan.enum_name(id))
            }
            _ => String::new(),
        },
        // The text may be JSON or a bare string, which only the run time distinguishes.
        Literal::String(v) if base == Base::Any => {
            format!("typed::AnyValue::default_of({})", quoted(v))
        }
        Literal::String(v) | Literal::Lexical(v) if base == Base::Number => {
            format!("typed::number({})", quoted(v))
        }
        Literal::String(v) | Literal::Lexical(v) if base == Base::Decimal => {
            format!("typed::known({})", quoted(v))
        }
        Literal::String(v) | Literal::Lexical(v) if base == Base::Unsigned => group_digits(v),
        Literal::String(v) | Literal::Lexical(v) if matches!(base, Base::Bytes | Base::Base64) => {
            format!("typed::parsed({})", quoted(v))
        }
        Literal::String(v) | Literal::Lexical(v) => format!("{}.into()", quoted(v)),
        Literal::Null => "Default::default()".to_owned(),
    }
}

/// The digits of a number with a fraction or an exponent, of which only the part before them is in groups:
/// `1234567.5` becomes `1_234_567.5`.
fn float_digits(digits: &str) -> String {
    let end = digits.find(['.', 'e']).unwrap_or(digits.len());
    let (integer, fraction_and_exponent) = digits.split_at(end);
    format!("{}{fraction_and_exponent}", group_digits(integer))
}

/// Digits in groups of three, as Rust's style requires for long numbers: `1234567` becomes `1_234_567`.
pub(super) fn group_digits(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    if digits.len() < LONG_NUMBER || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return format!("{sign}{digits}");
    }
    // From the end, because only the first group may be shorter.
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    format!("{sign}{}", groups.collect::<Vec<_>>().join("_"))
}

/// The expression of a float whose digits Rust prints as `digits`.
fn float(value: f64, digits: &str, ty: &str) -> String {
    if value.is_nan() {
        format!("{ty}::NAN")
    } else if value.is_infinite() {
        format!("{ty}::{}INFINITY", if value > 0.0 { "" } else { "NEG_" })
    } else {
        float_digits(digits)
    }
}
