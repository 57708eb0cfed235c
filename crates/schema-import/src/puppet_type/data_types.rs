//! Puppet's data types, as texts of the Resource API.
//!
//! Invariants: nesting is limited, time is linear. Types that the type language does not have are reported to the
//! caller.

use crate::declarations::Type;
use crate::ruby::MAX_DEPTH;

/// A type, and its parts that the type language does not express.
pub(super) struct ReadType {
    pub(super) value_type: Type,
    /// Whether a missing value is allowed, too.
    pub(super) is_optional: bool,
    pub(super) losses: Vec<String>,
}

/// Words without arguments that both languages have.
const COMMON_WORDS: &[&str] = &[
    "Any",
    "Binary",
    "Boolean",
    "Collection",
    "Data",
    "Numeric",
    "Regexp",
    "RichData",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Timespan",
    "Timestamp",
    "URI",
];

/// An argument of a type.
enum Argument {
    /// A type, and whether `undef` is allowed as well.
    Type(Type, bool),
    Text(String),
    Regex(String),
    Number(String),
    Default,
    Truth(bool),
    /// The members of a `Struct`: the name, whether the member may be missing, and the type.
    Hash(Vec<(String, bool, Type)>),
}

/// Reads a type; the error is a message if the text is not one.
pub(super) fn read(text: &str) -> Result<ReadType, String> {
    let mut reader = Reader { text, position: 0, depth: 0, losses: Vec::new() };
    let (value_type, is_optional) = reader.value_type()?;
    reader.skip_space();
    if reader.position < text.len() {
        return Err(format!("expected the end of the type, found `{}`", reader.rest()));
    }
    Ok(ReadType { value_type, is_optional, losses: reader.losses })
}

struct Reader<'t> {
    text: &'t str,
    position: usize,
    depth: usize,
    losses: Vec<String>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.position..).unwrap_or_default()
    }

    fn skip_space(&mut self) {
        self.position = self.text.len() - self.rest().trim_start().len();
    }

    /// Skips a sign if it follows; returns whether it does.
    fn take(&mut self, sign: &str) -> bool {
        self.skip_space();
        let is_found = self.rest().starts_with(sign);
        if is_found {
            self.position += sign.len();
        }
        is_found
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        if self.take(sign) { Ok(()) } else { Err(format!("expected `{sign}` before `{}`", self.rest())) }
    }

    /// Reads a word, which may contain `::`; empty if none follows.
    fn word(&mut self) -> &'t str {
        self.skip_space();
        let rest = self.rest();
        let end = rest.find(|c: char| c != '_' && c != ':' && !c.is_alphanumeric()).unwrap_or(rest.len());
        self.position += end;
        rest.get(..end).unwrap_or_default()
    }

    /// A type, and whether `undef` is allowed as well.
    fn value_type(&mut self) -> Result<(Type, bool), String> {
        if self.depth >= MAX_DEPTH {
            return Err("the type is nested too deeply".to_owned());
        }
        let name = self.word();
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Err(format!("expected a type, found `{name}{}`", self.rest()));
        }
        let mut arguments = Vec::new();
        if self.take("[") {
            self.depth += 1;
            while !self.take("]") {
                arguments.push(self.argument()?);
                if !self.take(",") {
                    self.expect("]")?;
                    break;
                }
            }
            self.depth -= 1;
        }
        self.named_type(name, arguments)
    }

    /// Reads an argument of a type.
    fn argument(&mut self) -> Result<Argument, String> {
        self.skip_space();
        let rest = self.rest();
        Ok(match rest.chars().next() {
            Some(quote @ ('\'' | '"')) => Argument::Text(self.quoted(quote)?),
            Some('/') => Argument::Regex(self.quoted('/')?),
            Some('{') => Argument::Hash(self.hash()?),
            Some('-' | '0'..='9') => {
                let end = rest
                    .find(|c: char| !"-+.eExX_".contains(c) && !c.is_ascii_hexdigit())
                    .unwrap_or(rest.len());
                self.position += end;
                Argument::Number(rest.get(..end).unwrap_or_default().to_owned())
            }
            Some(c) if c.is_ascii_uppercase() => {
                let (value_type, is_optional) = self.value_type()?;
                Argument::Type(value_type, is_optional)
            }
            Some(c) if c.is_alphabetic() || c == '_' => match self.word() {
                "default" => Argument::Default,
                "true" => Argument::Truth(true),
                "false" => Argument::Truth(false),
                word => Argument::Text(word.to_owned()),
            },
            _ => return Err(format!("expected an argument before `{rest}`")),
        })
    }

    /// Reads a text in quotes, or a regular expression between `/`. An escaped quote loses its `\`.
    fn quoted(&mut self, quote: char) -> Result<String, String> {
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((index, c)) = chars.next() {
            match c {
                c if c == quote => {
                    self.position += index + c.len_utf8();
                    return Ok(text);
                }
                '\\' => match chars.next() {
                    Some((_, next)) if next == quote || (quote != '/' && next == '\\') => text.push(next),
                    Some((_, next)) => text.extend(['\\', next]),
                    None => {}
                },
                c => text.push(c),
            }
        }
        Err(format!("the text has no `{quote}` that ends it"))
    }

    /// The members of a `Struct`: the name, whether the member may be missing, and the type.
    fn hash(&mut self) -> Result<Vec<(String, bool, Type)>, String> {
        self.expect("{")?;
        self.depth += 1;
        let mut members = Vec::new();
        while !self.take("}") {
            let (name, is_optional) = self.key()?;
            self.expect("=>")?;
            let (value_type, may_be_missing) = self.value_type()?;
            let value_type = if may_be_missing { Type::Optional(Box::new(value_type)) } else { value_type };
            members.push((name, is_optional || may_be_missing, value_type));
            if !self.take(",") {
                self.expect("}")?;
                break;
            }
        }
        self.depth -= 1;
        Ok(members)
    }

    /// The key of a struct, and whether it may be missing.
    fn key(&mut self) -> Result<(String, bool), String> {
        self.skip_space();
        match self.rest().chars().next() {
            Some(quote @ ('\'' | '"')) => Ok((self.quoted(quote)?, false)),
            _ => match self.word() {
                word @ ("Optional" | "NotUndef") => {
                    self.expect("[")?;
                    let name = match self.rest().trim_start().chars().next() {
                        Some(quote @ ('\'' | '"')) => {
                            self.skip_space();
                            self.quoted(quote)?
                        }
                        _ => self.word().to_owned(),
                    };
                    self.expect("]")?;
                    Ok((name, word == "Optional"))
                }
                "" => Err(format!("expected a key before `{}`", self.rest())),
                word => Ok((word.to_owned(), false)),
            },
        }
    }

    fn add_loss(&mut self, loss: impl Into<String>) {
        self.losses.push(loss.into());
    }

    /// The type with a name and arguments, and whether a value may be missing.
    fn named_type(&mut self, name: &str, arguments: Vec<Argument>) -> Result<(Type, bool), String> {
        let value_type = match name {
            "Optional" | "NotUndef" | "Sensitive" => {
                if name == "Sensitive" {
                    self.add_loss("that values of `Sensitive` are not shown");
                }
                let (inner, is_inner_optional) = match arguments.into_iter().next() {
                    Some(Argument::Type(inner, is_optional)) => (inner, is_optional),
                    Some(Argument::Text(text)) => (Type::Enum(vec![text]), false),
                    _ => (Type::Word("Data"), false),
                };
                let is_optional = match name {
                    "Optional" => true,
                    "NotUndef" => false,
                    _ => is_inner_optional,
                };
                return Ok((inner, is_optional));
            }
            "Undef" => return Ok((Type::Word("Data"), true)),
            "Variant" => return Ok(self.variant(arguments)),
            "String" => {
                let (min, max) = bounds(&arguments);
                Type::String { min: min.and_then(whole_number), max: max.and_then(whole_number) }
            }
            "Integer" => {
                let (min, max) = bounds(&arguments);
                Type::Integer { min: min.and_then(integer), max: max.and_then(integer) }
            }
            "Float" => {
                let (min, max) = bounds(&arguments);
                let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
                Type::Float { min: min.and_then(number), max: max.and_then(number) }
            }
            "Boolean" if !arguments.is_empty() => match arguments.first() {
                Some(Argument::Truth(value)) => Type::Boolean(*value),
                _ => Type::Word("Boolean"),
            },
            "Enum" => Type::Enum(self.texts(arguments)),
            "Pattern" => Type::Pattern(self.texts(arguments)),
            "Array" | "Hash" | "Tuple" | "Struct" => self.collection(name, arguments)?,
            _ => match COMMON_WORDS.iter().find(|word| **word == name) {
                Some(word) => {
                    if !arguments.is_empty() {
                        self.add_loss(format!("the arguments of `{name}`"));
                    }
                    Type::Word(word)
                }
                None => {
                    self.add_loss(format!("the type `{name}`"));
                    Type::Word("Data")
                }
            },
        };
        Ok((value_type, false))
    }

    /// The type of a `Variant`, and whether a value may be missing.
    fn variant(&mut self, arguments: Vec<Argument>) -> (Type, bool) {
        let mut is_any_optional = false;
        let mut types = Vec::new();
        for argument in arguments {
            if let Argument::Type(inner, is_optional) = argument {
                is_any_optional |= is_optional;
                // `Undef` only means that a value may be missing.
                let is_undef = is_optional && inner == Type::Word("Data");
                if !(is_undef || types.contains(&inner)) {
                    types.push(inner);
                }
            }
        }
        let value_type = match types.len() {
            0 => Type::Word("Data"),
            1 => types.remove(0),
            _ => Type::Variant(types),
        };
        (value_type, is_any_optional)
    }

    /// The texts among the arguments of `Enum` or `Pattern`; other arguments are left out.
    fn texts(&mut self, arguments: Vec<Argument>) -> Vec<String> {
        arguments
            .into_iter()
            .filter_map(|argument| match argument {
                Argument::Text(text) | Argument::Regex(text) => Some(text),
                Argument::Truth(value) => Some(value.to_string()),
                _ => None,
            })
            .collect()
    }

    /// The type `Array`, `Hash`, `Tuple` or `Struct` with its arguments.
    fn collection(&mut self, name: &str, arguments: Vec<Argument>) -> Result<Type, String> {
        let mut types = Vec::new();
        let mut members = Vec::new();
        let mut sizes = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Type(inner, is_optional) if is_optional && name != "Hash" => {
                    types.push(Type::Optional(Box::new(inner)));
                }
                Argument::Type(inner, _) => types.push(inner),
                Argument::Hash(struct_members) => members = struct_members,
                Argument::Number(digits) => sizes.push(whole_number(&digits)),
                Argument::Default => sizes.push(None),
                _ => return Err(format!("`{name}` has an argument that it does not accept")),
            }
        }
        // A size that is missing or `default` is no limit.
        let (min, max) = (sizes.first().copied().flatten(), sizes.get(1).copied().flatten());
        let mut types = types.into_iter();
        Ok(match name {
            "Struct" => Type::Struct(members),
            "Tuple" => {
                let max = if sizes.is_empty() { None } else { Some(max) };
                Type::Tuple { items: types.collect(), min, max }
            }
            "Array" => Type::Array { item: Box::new(types.next().unwrap_or(Type::Word("Data"))), min, max },
            _ => {
                if !sizes.is_empty() {
                    self.add_loss("the number of entries of `Hash`");
                }
                let key = types.next().unwrap_or(Type::TEXT);
                Type::Hash { key: Box::new(key), value: Box::new(types.next().unwrap_or(Type::Word("Data"))) }
            }
        })
    }
}

/// The digits of the first two arguments; `None` for an argument that is not a number.
fn bounds(arguments: &[Argument]) -> (Option<&str>, Option<&str>) {
    let text = |index: usize| match arguments.get(index) {
        Some(Argument::Number(digits)) => Some(digits.as_str()),
        _ => None,
    };
    (text(0), text(1))
}

/// A whole number from 0 in decimal digits.
fn whole_number(digits: &str) -> Option<u64> {
    digits.replace('_', "").parse().ok()
}

/// An integer in decimal or hexadecimal digits.
fn integer(digits: &str) -> Option<i128> {
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => digits.replace('_', "").parse().ok(),
    }
}
