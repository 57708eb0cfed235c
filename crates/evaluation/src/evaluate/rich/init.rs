//! `Init`: the type of everything from which values of another type can be created, alone or as arguments in an array.
//!
//! The arguments of `new` for each type are declared here as text, which is parsed once.

use super::Family;
use crate::evaluate::regex::Regex;
use crate::evaluate::{Type, Value};
use std::sync::{Arc, OnceLock};

pub(super) static INIT: Family = Family {
    parameters: |arguments| match arguments {
        [Value::Type(_), ..] => Ok(arguments.to_vec()),
        _ => Err("the first parameter of `Init` must be a type".to_owned()),
    },
    covers: |outer, inner| match (outer, inner) {
        ([Value::Type(outer), ..], [Value::Type(inner), ..]) => outer.covers(inner),
        _ => false,
    },
    ..Family::named("Init")
};

/// Strings with numbers that `Integer` accepts.
const INTEGER: &str = r"\A[+-]?\s*(?:(?:0|0[0-9]+|[1-9][0-9]*)|0[xX][0-9A-Fa-f]+|0[bB][01]+)\z";
/// Strings with numbers that `Float` accepts.
const FLOAT: &str = concat!(
    r"\A[+-]?\s*(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE]-?[0-9]+)?",
    r"|0[xX][0-9A-Fa-f]+|0[0-7]+|0[bB][01]+)\z"
);
/// Strings with versions that `SemVer` accepts.
const VERSION: &str = r"\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?\z";

/// The signatures of `new` for each type: the minimum number of arguments, and the type of each. `I`, `F` and `V` are
/// strings with numbers and versions; `name?` is an optional key.
const SIGNATURES: &[(&str, &[(usize, &str)])] = &[
    ("Array", &[(1, "Variant[Array,Hash,Binary,Iterable]; Boolean[false]"), (2, "Any; Boolean[true]")]),
    (
        "Binary",
        &[
            (1, "String; Enum['%b','%u','%B','%s','%r']"),
            (1, "Array[Integer[0,255]]"),
            (
                1,
                "Variant[Struct[{value=>String,format?=>Enum['%b','%u','%B','%s','%r']}],Struct[{value=>Array[Integer[0,255]]}]]",
            ),
        ],
    ),
    ("Boolean", &[(1, "Variant[Integer,Float,Boolean,Enum['false','true','yes','no','y','n',true]]")]),
    (
        "Error",
        &[
            (1, "String[1]; Optional[String[1]]; Optional[Hash[String[1],Data]]; Optional[String[1]]"),
            (
                1,
                "Struct[{msg=>String[1],kind?=>Optional[String[1]],details?=>Optional[Hash[String[1],Data]],issue_code?=>Optional[String[1]]}]",
            ),
        ],
    ),
    (
        "Float",
        &[
            (1, "Variant[Numeric,Boolean,F,Timespan,Timestamp]; Boolean"),
            (1, "Struct[{from=>Variant[Numeric,Boolean,F,Timespan,Timestamp],abs?=>Boolean}]"),
        ],
    ),
    (
        "Hash",
        &[
            (1, "Array[Tuple[Array,Any],1]; Enum['tree','hash_tree']"),
            (1, "Array[Tuple[Any,Any],1]"),
            (1, "Any"),
        ],
    ),
    (
        "Integer",
        &[
            (
                1,
                "Variant[Numeric,Boolean,I,Timespan,Timestamp]; Variant[Default,Integer[2,2],Integer[8,8],Integer[10,10],Integer[16,16]]; Boolean",
            ),
            (
                1,
                "Struct[{from=>Variant[Numeric,Boolean,I,Timespan,Timestamp],radix?=>Variant[Default,Integer[2,2],Integer[8,8],Integer[10,10],Integer[16,16]],abs?=>Boolean}]",
            ),
        ],
    ),
    (
        "Numeric",
        &[
            (1, "Variant[Numeric,Boolean,F,Timespan,Timestamp]; Boolean"),
            (1, "Struct[{from=>Variant[Numeric,Boolean,F,Timespan,Timestamp],abs?=>Boolean}]"),
        ],
    ),
    ("Regexp", &[(1, "String; Boolean")]),
    (
        "SemVer",
        &[
            (1, "V"),
            (3, "Integer[0]; Integer[0]; Integer[0]; String[1]; String[1]"),
            (
                1,
                "Struct[{major=>Integer[0],minor=>Integer[0],patch=>Integer[0],prerelease?=>String[1],build?=>String[1]}]",
            ),
        ],
    ),
    (
        "SemVerRange",
        &[
            (1, "String[1]"),
            (2, "Variant[Default,SemVer]; Variant[Default,SemVer]; Boolean"),
            (1, "Struct[{min=>Variant[Default,SemVer],max?=>Variant[Default,SemVer],exclude_max?=>Boolean}]"),
        ],
    ),
    ("Sensitive", &[(1, "Sensitive"), (1, "Any")]),
    ("String", &[(1, "Any; Variant[Default,String[1],Hash[Type,Variant[String,Hash]]]")]),
    (
        "Timespan",
        &[
            (1, "Variant[Integer,Float]"),
            (1, "String[1]; Variant[String[2],Array[String[2],1]]"),
            (4, "Integer; Integer; Integer; Integer; Integer; Integer; Integer"),
            (1, "Struct[{string=>String[1],format?=>Variant[String[2],Array[String[2],1]]}]"),
            (
                1,
                "Struct[{negative?=>Boolean,days?=>Integer,hours?=>Integer,minutes?=>Integer,seconds?=>Integer,milliseconds?=>Integer,microseconds?=>Integer,nanoseconds?=>Integer}]",
            ),
        ],
    ),
    (
        "Timestamp",
        &[
            // No arguments: the empty text denotes no type, and is skipped.
            (0, ""),
            (1, "Variant[Integer,Float]"),
            (1, "String[1]; Variant[String[2],Array[String[2],1]]; String[1]"),
            (
                1,
                "Struct[{string=>String[1],format?=>Variant[String[2],Array[String[2],1]],timezone?=>String[1]}]",
            ),
        ],
    ),
    ("Type", &[(1, "String[1]")]),
    (
        "URI",
        &[
            (1, "String[1]"),
            (
                1,
                "Struct[{scheme?=>String[1],userinfo?=>String[1],host?=>String[1],port?=>Integer[0],path?=>String[1],query?=>String[1],fragment?=>String[1],opaque?=>String[1]}]",
            ),
        ],
    ),
];

/// One signature of `new`.
struct Signature {
    /// The minimum number of arguments.
    min: usize,
    arguments: Vec<Type>,
}

impl Signature {
    /// Whether these arguments are accepted.
    fn accepts(&self, values: &[Value]) -> bool {
        self.accepts_count(values.len())
            && values.iter().zip(&self.arguments).all(|(value, ty)| ty.holds(value))
    }

    /// Whether this number of arguments is accepted.
    fn accepts_count(&self, count: usize) -> bool {
        (self.min..=self.arguments.len()).contains(&count)
    }

    /// Whether the signature has exactly one argument.
    fn has_one_argument(&self) -> bool {
        self.min == 1 && self.arguments.len() == 1
    }
}

/// The signatures for creating values of a type; `None` if they cannot be created.
fn signatures(target: &Type) -> Option<&'static [Signature]> {
    static PARSED: OnceLock<Vec<Vec<Signature>>> = OnceLock::new();
    let name = target.creator()?;
    // A test checks that the names are in order.
    let index = SIGNATURES.binary_search_by(|(type_name, _)| (*type_name).cmp(name)).ok()?;
    let parsed = PARSED.get_or_init(|| {
        SIGNATURES.iter().map(|(_, signatures)| signatures.iter().map(signature_of).collect()).collect()
    });
    parsed.get(index).map(Vec::as_slice)
}

/// Parses a signature: the minimum number of arguments, and the text of their types.
fn signature_of((min, text): &(usize, &str)) -> Signature {
    // This drops only the empty text of a signature without arguments. A test checks that the types of all
    // arguments can be parsed.
    let arguments = text.split(';').filter_map(|text| SignatureReader(text.trim()).ty()).collect();
    Signature { min: *min, arguments }
}

/// Whether values of a type can be created from others.
pub(in crate::evaluate) fn is_creatable(target: &Type) -> bool {
    target.as_class().is_some() || signatures(target).is_some()
}

/// Whether a value belongs to `Init[target, *arguments]`: it is of the type `target`, or `target.new` accepts it,
/// followed by `arguments`. Without `arguments`, it may also accept the elements of an array as its arguments.
pub(in crate::evaluate) fn accepts(target: &Type, arguments: &[Value], value: &Value) -> bool {
    if target.holds(value) {
        return true;
    }
    let Some(signatures) = signatures(target) else { return false };
    let single_argument = std::slice::from_ref(value);
    if !arguments.is_empty() {
        let new_arguments: Vec<Value> = single_argument.iter().chain(arguments).cloned().collect();
        // The arguments of the `Init` follow the value, so an array is the value, not a list of arguments.
        return signatures.iter().any(|signature| signature.accepts(&new_arguments));
    }
    signatures.iter().any(|signature| match value {
        // With this signature, an array is the single argument, not the list of all arguments.
        _ if signature.has_one_argument() => signature.accepts(single_argument),
        Value::Array(items) => signature.accepts(items) || signature.accepts(single_argument),
        _ => signature.accepts(single_argument),
    })
}

/// Whether all values of the type `from` belong to `Init[target, arguments]`.
pub(in crate::evaluate) fn accepts_type(target: &Type, arguments: &[Value], from: &Type) -> bool {
    if target.covers(from) {
        return true;
    }
    let Some(signatures) = signatures(target) else { return false };
    // The value is the first argument of `new`; those of the `Init` follow it.
    let argument_count = 1 + arguments.len();
    signatures.iter().any(|signature| {
        let [value_type, further_types @ ..] = &signature.arguments[..] else { return false };
        signature.accepts_count(argument_count)
            && value_type.covers(from)
            && further_types.iter().zip(arguments).all(|(ty, argument)| ty.holds(argument))
    })
}

/// Whether an array is a single argument for creating a value, not the list of all arguments.
pub(in crate::evaluate) fn is_one_argument(target: &Type, value: &Value) -> bool {
    if target.holds(value) {
        return true;
    }
    let single_argument = std::slice::from_ref(value);
    let signatures = signatures(target).unwrap_or_default();
    signatures.iter().any(|signature| signature.has_one_argument() && signature.accepts(single_argument))
}

/// Reads a type from the notation of the signatures.
struct SignatureReader<'t>(&'t str);

impl SignatureReader<'_> {
    /// Skips a symbol, if the text starts with it; returns whether it does.
    fn skip_symbol(&mut self, symbol: &str) -> bool {
        match self.0.strip_prefix(symbol) {
            Some(remaining) => {
                self.0 = remaining;
                true
            }
            None => false,
        }
    }

    /// Reads letters, digits and underscores; the word may be empty.
    fn word(&mut self) -> String {
        let end = self.0.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.0.len());
        let (word, remaining) = self.0.split_at(end);
        self.0 = remaining;
        word.to_owned()
    }

    /// Reads a type; `None` if the text is not one.
    fn ty(&mut self) -> Option<Type> {
        let word = self.word();
        // These regular expressions have names, because they contain symbols of this notation.
        let pattern = match word.as_str() {
            "I" => Some(INTEGER),
            "F" => Some(FLOAT),
            "V" => Some(VERSION),
            _ => None,
        };
        if let Some(source) = pattern {
            let regex = Regex::new(source).ok()?;
            return Type::built_in("Pattern")?.with_parameters(&[Value::Regexp(Arc::new(regex))]);
        }
        let ty = Type::built_in(&word)?;
        if !self.skip_symbol("[") {
            return Some(ty);
        }
        let mut keys = vec![self.value()?];
        while self.skip_symbol(",") {
            keys.push(self.value()?);
        }
        if !self.skip_symbol("]") {
            return None;
        }
        ty.with_parameters(&keys)
    }

    /// Reads a parameter of a type: entries, a string, a boolean, a number or a type.
    fn value(&mut self) -> Option<Value> {
        if self.skip_symbol("{") {
            return self.entries();
        }
        if self.skip_symbol("'") {
            let (text, remaining) = self.0.split_once('\'')?;
            self.0 = remaining;
            return Some(Value::string(text));
        }
        for (word, flag) in [("true", true), ("false", false)] {
            if self.skip_symbol(word) {
                return Some(Value::Boolean(flag));
            }
        }
        if self.0.starts_with(|c: char| c.is_ascii_digit()) {
            return self.word().parse().ok().map(Value::Integer);
        }
        self.ty().map(Value::Type)
    }

    /// Reads the entries of a `Struct` after the opening brace.
    fn entries(&mut self) -> Option<Value> {
        let mut pairs = Vec::new();
        while !self.skip_symbol("}") {
            let name = Value::string(&self.word());
            let is_optional = self.skip_symbol("?");
            if !self.skip_symbol("=>") {
                return None;
            }
            let key = if is_optional {
                Value::Type(Type::built_in("Optional")?.with_parameters(&[name])?)
            } else {
                name
            };
            pairs.push((key, Value::Type(self.ty()?)));
            // The comma after the last entry is optional.
            self.skip_symbol(",");
        }
        Some(Value::hash(pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::{SIGNATURES, SignatureReader};

    #[test]
    fn all_signatures_can_be_read() {
        assert!(SIGNATURES.is_sorted_by_key(|(name, _)| *name));
        for (name, signatures) in SIGNATURES {
            for text in
                signatures.iter().flat_map(|(_, text)| text.split(';')).filter(|text| !text.is_empty())
            {
                let mut reader = SignatureReader(text.trim());
                assert!(reader.ty().is_some() && reader.0.is_empty(), "{name}: {text}");
            }
        }
    }
}
