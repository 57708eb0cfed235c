//! Types as text: as Puppet shows them; or with `{:#}`, so that each string in them can be parsed again.

use super::{Element, Range, Signature, Size, Strings, Type, TypeKind, is_assignable};
use crate::evaluate::number::{float_literal, float_text};
use crate::evaluate::quote::{quoted, regex_text};
use crate::evaluate::rich::Family;
use crate::evaluate::value::Value;
use crate::language::string_literal;
use std::fmt::{self, Write};

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writer { out: f, is_detailed: false }.ty(self)
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writer { out: f, is_detailed: true }.ty(self)
    }
}

/// Writes types.
struct Writer<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    /// Whether the type of a single string is written with this string.
    is_detailed: bool,
}

/// The name at the start of a type.
pub(super) fn type_name(kind: &TypeKind) -> &str {
    match kind {
        TypeKind::Any => "Any",
        TypeKind::Undef => "Undef",
        TypeKind::Unit => "Unit",
        TypeKind::Default => "Default",
        TypeKind::Scalar => "Scalar",
        TypeKind::ScalarData => "ScalarData",
        TypeKind::Data => "Data",
        TypeKind::RichData => "RichData",
        TypeKind::Numeric => "Numeric",
        // The first parameter of a type of resources is its name: `File`, not `Resource['File']`.
        TypeKind::Family(family, parameters) => match parameters.first() {
            Some(Value::String(name)) if family.name == "Resource" => name,
            _ => family.name,
        },
        TypeKind::Class(class) => &class.name,
        TypeKind::Boolean(_) => "Boolean",
        TypeKind::Integer(_) => "Integer",
        TypeKind::Float(_) => "Float",
        TypeKind::String(_) => "String",
        TypeKind::Enum(..) => "Enum",
        TypeKind::Pattern(_) => "Pattern",
        TypeKind::Regexp(_) => "Regexp",
        TypeKind::Collection(_) => "Collection",
        TypeKind::Iterable(_) => "Iterable",
        TypeKind::Optional(_) => "Optional",
        TypeKind::NotUndef(_) => "NotUndef",
        TypeKind::Type(_) => "Type",
        TypeKind::Array(..) => "Array",
        TypeKind::Hash(..) => "Hash",
        TypeKind::Tuple(..) => "Tuple",
        TypeKind::Variant(_) => "Variant",
        TypeKind::Struct(_) => "Struct",
        TypeKind::Callable(_) => "Callable",
    }
}

impl Writer<'_, '_> {
    /// Writes a type.
    fn ty(&mut self, ty: &Type) -> fmt::Result {
        match ty.kind() {
            TypeKind::Iterable(inner)
            | TypeKind::Optional(inner)
            | TypeKind::NotUndef(inner)
            | TypeKind::Type(inner) => self.wrapped(type_name(ty.kind()), inner.as_ref()),
            // As in Puppet, the type of an empty array is written without the type of its elements.
            TypeKind::Array(_, size) if is_empty(*size) => self.out.write_str("Array[0, 0]"),
            TypeKind::Hash(_, _, size) if is_empty(*size) => self.out.write_str("Hash[0, 0]"),
            TypeKind::Array(inner, None) if *inner.kind() == TypeKind::Any => self.out.write_str("Array"),
            TypeKind::Hash(key, value, None)
                if *key.kind() == TypeKind::Any && *value.kind() == TypeKind::Any =>
            {
                self.out.write_str("Hash")
            }
            TypeKind::Array(inner, size) => self.list("Array", &[inner], *size),
            TypeKind::Hash(key, value, size) => self.list("Hash", &[key, value], *size),
            TypeKind::Tuple(types, size) if !types.is_empty() => self.list("Tuple", types, *size),
            TypeKind::Variant(types) if !types.is_empty() => self.list("Variant", types, None),
            TypeKind::Struct(elements) => self.structure(elements),
            TypeKind::Callable(signature) => self.callable(signature),
            kind => {
                self.out.write_str(type_name(kind))?;
                let parts = self.parts(kind);
                if parts.is_empty() { Ok(()) } else { write!(self.out, "[{}]", parts.join(", ")) }
            }
        }
    }

    /// The parameters of a type that contains no other types.
    fn parts(&self, kind: &TypeKind) -> Vec<String> {
        let mut parts = Vec::new();
        match kind {
            TypeKind::Boolean(value) => parts.extend(value.map(|b| b.to_string())),
            TypeKind::Integer(range) => range_parts(range, |n| n.to_string(), &mut parts),
            TypeKind::Float(range) => {
                let text = if self.out.alternate() { float_literal } else { float_text };
                range_parts(range, |n| text(*n), &mut parts);
            }
            TypeKind::String(Strings::Sized(size)) => size_parts(Some(*size), &mut parts),
            TypeKind::String(Strings::Only(text)) if self.is_detailed => parts.push(self.string(text)),
            TypeKind::Enum(values, ignores_case) => {
                parts.extend(values.iter().map(|v| self.string(v)));
                if *ignores_case && !values.is_empty() {
                    parts.push("true".to_owned());
                }
            }
            TypeKind::Pattern(regexes) => {
                parts.extend(regexes.iter().map(|regex| regex_text(regex.source())));
            }
            TypeKind::Regexp(source) => parts.extend(source.as_ref().map(|source| regex_text(source))),
            TypeKind::Collection(size) => size_parts(*size, &mut parts),
            TypeKind::Family(family, parameters) => {
                // The first parameter of a resource type is its name, which is written before the brackets.
                let first_written = usize::from(family.name == "Resource").min(parameters.len());
                let written = (family.written_parameters)(&parameters[first_written..]);
                parts.extend(written.iter().map(|value| self.parameter(family, value)));
                // The name of a runtime is a symbol of Ruby, which is written without quotes.
                if let ("Runtime", Some(Value::String(name))) = (family.name, parameters.first()) {
                    parts[0] = name.to_string();
                }
            }
            _ => {}
        }
        parts
    }

    /// A parameter of a type of a family.
    fn parameter(&self, family: &Family, value: &Value) -> String {
        match value {
            // Names of classes are not quoted; values of other families are written as strings.
            Value::String(name) if family.name == "Class" => name.to_string(),
            Value::String(text) => self.string(text),
            Value::Rich(rich) => self.string(&rich.text()),
            Value::Type(ty) => self.part(ty),
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.parameter(family, item)).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Hash(hash) => {
                let pairs = hash.pairs().iter().map(|(key, value)| {
                    format!("{} => {}", self.parameter(family, key), self.parameter(family, value))
                });
                format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
            }
            other => other.to_program_text(),
        }
    }

    /// A string in quotes.
    fn string(&self, text: &str) -> String {
        if self.out.alternate() { string_literal(text) } else { quoted(text) }
    }

    /// Writes a type with other types as its parameters, and a size.
    fn list<T: std::borrow::Borrow<Type>>(
        &mut self,
        name: &str,
        types: &[T],
        size: Option<Size>,
    ) -> fmt::Result {
        write!(self.out, "{name}[")?;
        for (index, ty) in types.iter().enumerate() {
            if index > 0 {
                self.out.write_str(", ")?;
            }
            self.ty(ty.borrow())?;
        }
        let mut parts = Vec::new();
        size_parts(size, &mut parts);
        for part in parts {
            write!(self.out, ", {part}")?;
        }
        self.out.write_char(']')
    }

    /// Writes a type with one other type as its parameter, or none.
    fn wrapped(&mut self, name: &str, inner: Option<&Type>) -> fmt::Result {
        let Some(inner) = inner else { return self.out.write_str(name) };
        // The type of a single string is written as `String` elsewhere; here, the string itself is written.
        if let (TypeKind::String(Strings::Only(text)), "Optional" | "NotUndef") = (inner.kind(), name) {
            let text = self.string(text);
            return write!(self.out, "{name}[{text}]");
        }
        self.list(name, &[inner], None)
    }

    /// Writes a `Struct`.
    fn structure(&mut self, elements: &[Element]) -> fmt::Result {
        if elements.is_empty() {
            return self.out.write_str("Struct");
        }
        self.out.write_str("Struct[{")?;
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                self.out.write_str(", ")?;
            }
            let name = self.string(&element.name);
            // The inverse of `structure` in `make.rs`: a key is marked only if that does not follow from the type of
            // its value.
            let may_be_undef = is_assignable(&element.value, &Type::new(TypeKind::Undef));
            match (element.is_optional, may_be_undef) {
                (true, false) => write!(self.out, "Optional[{name}] => ")?,
                (false, true) => write!(self.out, "NotUndef[{name}] => ")?,
                _ => write!(self.out, "{name} => ")?,
            }
            self.ty(&element.value)?;
        }
        self.out.write_str("}]")
    }

    /// Writes a `Callable`.
    fn callable(&mut self, signature: &Signature) -> fmt::Result {
        self.out.write_str("Callable")?;
        let mut parts: Vec<String> = Vec::new();
        if let Some(TypeKind::Tuple(types, size)) = signature.parameters.as_ref().map(Type::kind) {
            // `Unit` means arguments of which only the number is known.
            parts.extend(types.iter().filter(|ty| *ty.kind() != TypeKind::Unit).map(|ty| self.part(ty)));
            if types.is_empty() {
                parts.extend(["0".to_owned(), "0".to_owned()]);
            } else {
                size_parts(*size, &mut parts);
            }
        }
        parts.extend(signature.block.as_ref().map(|block| self.part(block)));
        let Some(result) = &signature.result else {
            return if parts.is_empty() { Ok(()) } else { write!(self.out, "[{}]", parts.join(", ")) };
        };
        write!(self.out, "[[{}], {}]", parts.join(", "), self.part(result))
    }

    /// The text of a type inside another one, in the same style.
    fn part(&self, ty: &Type) -> String {
        match (self.is_detailed, self.out.alternate()) {
            (true, _) => format!("{ty:?}"),
            (false, true) => format!("{ty:#}"),
            (false, false) => ty.to_string(),
        }
    }
}

/// Whether a size allows only empty collections.
fn is_empty(size: Option<Size>) -> bool {
    size == Some(Range { from: Some(0), to: Some(0) })
}

/// Adds the bounds of a size, if there is one.
fn size_parts(size: Option<Size>, parts: &mut Vec<String>) {
    if let Some(size) = size {
        range_parts(&size, ToString::to_string, parts);
    }
}

/// Adds the bounds of a range, unless it is unlimited at both ends.
fn range_parts<N: PartialOrd + Copy>(range: &Range<N>, text: impl Fn(&N) -> String, parts: &mut Vec<String>) {
    if range.is_unbounded() {
        return;
    }
    parts.push(match &range.from {
        Some(from) => text(from),
        None => "default".to_owned(),
    });
    if let Some(to) = &range.to {
        parts.push(text(to));
    }
}
