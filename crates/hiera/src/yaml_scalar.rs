//! Scalars of YAML as Ruby's values. This module does not know their positions.

use super::data::Data;
use crate::generated::bindings::RubyKind;
use modelwright_notations::yaml::Scalar;

/// A scalar as a value.
pub(super) fn scalar(scalar: &Scalar) -> Data {
    match scalar {
        Scalar::Null => Data::Undef,
        Scalar::Bool(value) => Data::Bool(*value),
        Scalar::Int(value) => Data::Integer(*value),
        Scalar::BigInt(digits) => Data::BigInteger(digits.to_string()),
        Scalar::Float(value) => Data::Float(*value),
        Scalar::String(text) => Data::String(text.to_string()),
        Scalar::Bytes(bytes) => {
            // Bytes need not be valid text, so they are kept as hexadecimal digits.
            Data::Ruby(RubyKind::Bytes, bytes.iter().map(|byte| format!("{byte:02X}")).collect())
        }
        Scalar::Symbol(name) => Data::Ruby(RubyKind::Symbol, name.to_string()),
        Scalar::Date(date) => Data::Ruby(RubyKind::Date, date.to_string()),
        Scalar::Time(time) => Data::Ruby(RubyKind::Time, time.to_string()),
        Scalar::Regexp(regexp) => Data::Ruby(RubyKind::Regexp, regexp.to_string()),
        Scalar::Range(bounds) => {
            let dots = if bounds.exclusive { "..." } else { ".." };
            Data::Ruby(
                RubyKind::Range,
                format!("{}{dots}{}", ruby_text(&bounds.begin), ruby_text(&bounds.end)),
            )
        }
        Scalar::Class(name) => Data::Ruby(RubyKind::Class, name.to_string()),
    }
}

/// A bound of a range as Ruby shows it.
fn ruby_text(bound: &Scalar) -> String {
    match scalar(bound) {
        Data::String(text) | Data::BigInteger(text) | Data::Ruby(_, text) => text,
        Data::Integer(value) => value.to_string(),
        Data::Float(value) => {
            let mut out = String::new();
            modelwright_metamodel::ecore::data::format_double(value, &mut out);
            out
        }
        Data::Bool(value) => value.to_string(),
        // An open end is nil; Ruby writes nothing for it.
        _ => String::new(),
    }
}
