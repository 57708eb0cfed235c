//! The texts of Rust types.
//!
//! Invariant: a text names only types that the plan declares, and those of the standard library and the runtime.

use super::{Base, Boxing, Count, Plan};
use modelwright_metamodel::ecore::builtin;
use std::fmt;

/// The names of types of the standard library, with their paths if generated types have the same names. Names of
/// generic types end with the opening bracket.
#[derive(Default)]
pub(super) struct StdNames {
    pub(super) option: &'static str,
    pub(super) vec: &'static str,
    pub(super) string: &'static str,
    pub(super) boxed: &'static str,
    pub(super) into: &'static str,
}

/// A Rust type as text.
#[derive(Clone, Copy)]
pub(in crate::rust) struct Type<'p> {
    pub(super) plan: &'p Plan<'p>,
    pub(super) base: Base,
    pub(super) count: Count,
}

impl fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().into_iter().try_for_each(|part| f.write_str(part))
    }
}

impl<'p> Type<'p> {
    /// The parts of the type's text, some of them empty: the opening `Vec<` or `Option<`, then the type of a single value
    /// as its opening `Box<`, its name and its closing bracket, then the outer closing bracket.
    pub(in crate::rust) fn parts(&self) -> [&'p str; 5] {
        let (around, end) = match self.count {
            Count::One => ("", ""),
            Count::Option => (self.plan.std_names.option, ">"),
            Count::Many => (self.plan.std_names.vec, ">"),
        };
        let [head, name, tail] = self.element_parts();
        [around, head, name, tail, end]
    }

    /// The type of one value in three parts: the text before the name, the name, and the closing bracket.
    fn element_parts(&self) -> [&'p str; 3] {
        let plan = self.plan;
        let name = match self.base {
            Base::Boolean => "bool",
            Base::Integer(8) => "i8",
            Base::Integer(16) => "i16",
            Base::Integer(32) => "i32",
            // Integers of more than 64 bits are of the kind `BigInteger`.
            Base::Integer(_) => "i64",
            Base::Unsigned => "u64",
            Base::Bytes => "typed::Bytes",
            Base::Base64 => "typed::Base64",
            Base::Moment => plan.options.dates.types().map_or("", |[moment, _]| moment),
            Base::Day => plan.options.dates.types().map_or("", |[_, day]| day),
            Base::Float => "f32",
            Base::Double => "f64",
            Base::Char => "typed::Char",
            Base::String | Base::Lexical => plan.std_names.string,
            Base::Number => "typed::Number",
            Base::Decimal => plan.options.decimals.crate_type().unwrap_or_default(),
            Base::Any => "typed::AnyValue",
            Base::UserType(at) => plan.options.types.get(at).map_or("", |(_, ty)| ty),
            Base::Enum(id) | Base::Checked(id) => plan.enum_name(id),
            Base::Part(class, boxing) => {
                let name = plan.object_type(class).unwrap_or("typed::AnyObject");
                match boxing {
                    Boxing::Yes => return [plan.std_names.boxed, name, ">"],
                    Boxing::No => name,
                }
            }
            Base::Map(feature, _) => plan.maps.get(&feature).map_or("", String::as_str),
            Base::Reference(class) => {
                let name = plan.object_type(class).filter(|_| class != builtin::EOBJECT);
                return ["typed::Ref<", name.unwrap_or("typed::AnyObject"), ">"];
            }
        };
        ["", name, ""]
    }
}
