//! The types of bindings in the notation of ARM-8, and the types of the expression language that check their values.
//!
//! `Literal` is a scalar, `Hash[V]` has literal keys, and `class x` is `Class[x]`. A name that neither the language nor
//! a module or metamodel declares is a type of resources or of the runtime. Such a type has no data values.

use crate::aliases::Aliases;
use modelwright_evaluation::evaluate::{
    Budget, EvaluationLimits, Host, HostAnswer, HostError, Program, Type, Value,
};
use modelwright_evaluation::logic::PreparedRules;
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The maximum nesting depth of the arguments of a type.
const MAX_DEPTH: usize = 50;

/// The type of a binding.
#[derive(Debug, Clone)]
pub struct BindingType {
    /// The canonical text, which is the same for equal types.
    pub text: Box<str>,
    /// The type of the expression language that checks values; `None` if the type has no data values.
    pub check: Option<Type>,
    /// Whether the type is a subtype of `Data`. All such types share one namespace of keys.
    pub is_data: bool,
    /// The type of the elements of an array or of the values of a hash.
    pub element: Option<Box<str>>,
}

impl BindingType {
    /// Whether a value is an instance of the type.
    #[must_use]
    pub fn holds(&self, value: &Value) -> bool {
        self.check.as_ref().is_some_and(|ty| ty.holds(value))
    }
}

/// The types of all bindings. Each type is read once.
#[derive(Debug, Default)]
pub struct Types {
    declared: DeclaredTypes,
    /// The number of the type with each text, or the message for a text that is not a type.
    by_text: FxHashMap<Box<str>, Result<u32, String>>,
    list: Vec<BindingType>,
}

impl Types {
    /// Declares the types of modules and metamodels; must be called before any type is read.
    pub(crate) fn declare(&mut self, declared: DeclaredTypes) {
        self.declared = declared;
    }

    /// The declared types, as a host that resolves their names.
    pub(crate) fn host(&self) -> &DeclaredTypes {
        &self.declared
    }

    /// Reads a type.
    ///
    /// # Errors
    /// A message, if the text is not a type.
    pub fn read(&self, text: &str) -> Result<BindingType, String> {
        read(text, &self.declared)
    }

    /// A type as a value: the type itself if the language or a module declares it; for a runtime type, its text; `None`
    /// if the text is not a type.
    pub(crate) fn value(&self, text: &str) -> Option<Value> {
        let ty = self.read(text).ok()?;
        // A runtime type is written as `Type[Logger]`.
        if ty.text.starts_with("Type[") {
            Some(Value::string(&ty.text))
        } else {
            type_of(text, &self.declared).map(Value::Type)
        }
    }

    /// Whether a text names a runtime type: one that neither the language nor a module declares.
    pub(crate) fn is_runtime_type(&self, text: &str) -> bool {
        self.read(text).is_ok_and(|ty| ty.check.is_none())
    }

    /// The names of the features of a declared class.
    pub(crate) fn features(&self, class: &str) -> Vec<&str> {
        self.declared.rules.as_ref().map_or_else(Vec::new, |rules| rules.features_of(class))
    }

    /// The names of the runtime types that bindings use, in lower case: `logger` for `Type[Logger]`.
    pub(crate) fn runtime_names(&self) -> FxHashSet<String> {
        let names = self.list.iter().filter_map(|ty| {
            let name = ty.text.strip_prefix("Type[")?.strip_suffix(']')?;
            let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
            is_name.then(|| name.to_lowercase())
        });
        names.collect()
    }

    /// Whether a text is the name of a declared class, whose values are objects.
    pub(crate) fn is_class(&self, text: &str) -> bool {
        let rules = self.declared.rules.as_ref();
        rules.is_some_and(|rules| rules.type_named(text).is_some_and(|ty| ty.as_class().is_some()))
    }

    /// The names of types that are suggested for an unknown name.
    pub(crate) fn known_names(&self) -> impl Iterator<Item = &str> {
        const NAMES: [&str; 13] = [
            "Array", "Hash", "Boolean", "Integer", "Float", "Number", "Numeric", "String", "Pattern", "Data",
            "Literal", "Enum", "Variant",
        ];
        NAMES.into_iter().chain(self.declared.names())
    }

    /// The number of a type, which is added if it is new.
    ///
    /// # Errors
    /// A message, if the text is not a type.
    pub fn number(&mut self, text: &str) -> Result<u32, String> {
        if let Some(number) = self.by_text.get(text) {
            return number.clone();
        }
        let number = self.read(text).map(|ty| {
            // One type may have several spellings, such as `class ntp` and `Class['ntp']`.
            let existing = self.list.iter().position(|other| other.text == ty.text);
            let index = existing.unwrap_or_else(|| {
                self.list.push(ty);
                self.list.len() - 1
            });
            u32::try_from(index).unwrap_or(u32::MAX)
        });
        self.by_text.insert(text.into(), number.clone());
        number
    }

    /// The type with a number.
    #[must_use]
    pub fn get(&self, number: u32) -> &BindingType {
        &self.list[number as usize]
    }

    /// The number of a type; `None` if it was not added by [`Types::number`].
    #[must_use]
    pub fn find(&self, text: &str) -> Option<u32> {
        let number = self.by_text.get(text).and_then(|number| number.as_ref().ok().copied());
        number.or_else(|| {
            // A name is not parsed as a type if there is no type that it could match.
            if self.list.is_empty() {
                return None;
            }
            let canonical = self.read(text).ok()?.text;
            let index = self.list.iter().position(|other| other.text == canonical)?;
            u32::try_from(index).ok()
        })
    }
}

/// The types of modules and of given metamodels, for expressions.
#[derive(Debug, Default)]
pub(crate) struct DeclaredTypes {
    /// The aliases of Puppet.
    pub(crate) aliases: Aliases,
    /// The classes and data types of metamodels, with their logic.
    pub(crate) rules: Option<Arc<PreparedRules>>,
}

impl DeclaredTypes {
    /// The names of the declared types.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.aliases.names().chain(self.rules.iter().flat_map(|rules| rules.type_names()))
    }
}

impl Host for DeclaredTypes {
    fn resolve_variable(&self, _: &str) -> HostAnswer<u32> {
        Ok(None)
    }

    fn read_variable(&self, _: u32, _: &mut Budget) -> Result<Value, HostError> {
        Ok(Value::Undef)
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        let alias = self.aliases.resolve(name);
        Ok(alias.or_else(|| self.rules.as_ref()?.type_named(name)))
    }

    fn has_feature(&self, name: &str) -> bool {
        self.rules.as_ref().is_some_and(|rules| rules.has_feature(name))
    }
}

/// A parsed type.
struct ParsedType<'t> {
    name: &'t str,
    arguments: Vec<Argument<'t>>,
}

/// An argument of a type.
enum Argument<'t> {
    Type(ParsedType<'t>),
    /// The text of another argument: a title, a number, a string or a pattern.
    Other(&'t str),
}

/// Reads a type.
///
/// # Errors
/// A message, if the text is not a type.
fn read(text: &str, host: &dyn Host) -> Result<BindingType, String> {
    let parsed = parse(text.trim(), 0).ok_or_else(|| format!("`{text}` is not a type"))?;
    let canonical = show(&parsed, host);
    let mut has_foreign = false;
    let with_text_keys = false;
    let Some(check_text) = language_text(&parsed, with_text_keys, &mut has_foreign, host) else {
        return Ok(BindingType { text: canonical.into(), check: None, is_data: false, element: None });
    };
    let check = type_of(&check_text, host).ok_or_else(|| format!("`{text}` is not a type"))?;
    let with_text_keys = true;
    let data_text = language_text(&parsed, with_text_keys, &mut has_foreign, host);
    // `Array[class ntp]` is checked as `Array[Any]`, but its values are not data.
    let is_data = !has_foreign && data_text.is_some_and(|text| is_subtype(&text, "Data", host));
    let element = match parsed.arguments.as_slice() {
        [Argument::Type(element)] if matches!(parsed.name, "Array" | "Hash") => show(element, host),
        [_, Argument::Type(element), ..] if parsed.name == "Hash" => show(element, host),
        // `Array` and `Hash` without arguments have elements of type `Data`.
        [] if matches!(parsed.name, "Array" | "Hash") => "Data".to_owned(),
        _ => return Ok(BindingType { text: canonical.into(), check: Some(check), is_data, element: None }),
    };
    Ok(BindingType { text: canonical.into(), check: Some(check), is_data, element: Some(element.into()) })
}

/// Parses a type at a nesting depth; `None` if the text is not a type.
fn parse(text: &str, depth: usize) -> Option<ParsedType<'_>> {
    if depth > MAX_DEPTH {
        return None;
    }
    if let Some(class) = text.strip_prefix("class ") {
        let arguments = vec![Argument::Other(class.trim())];
        return Some(ParsedType { name: "Class", arguments });
    }
    let text = text.strip_prefix("::").unwrap_or(text);
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(text.len());
    let (name, arguments_text) = text.split_at(end);
    if !name.split("::").all(|word| word.starts_with(char::is_uppercase)) {
        return None;
    }
    let arguments_text = arguments_text.trim();
    if arguments_text.is_empty() {
        return Some(ParsedType { name, arguments: Vec::new() });
    }
    let text_in_brackets = arguments_text.strip_prefix('[')?.strip_suffix(']')?;
    let arguments = split(text_in_brackets)?.into_iter().map(|argument| match parse(argument, depth + 1) {
        Some(ty) => Argument::Type(ty),
        // The argument is a title, a number, a string or a pattern.
        None => Argument::Other(argument),
    });
    Some(ParsedType { name, arguments: arguments.collect() })
}

/// Splits a text at the commas outside of brackets and quotes; `None` if brackets or quotes do not match, or a part is
/// empty.
fn split(text: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_i32, None);
    for (index, c) in text.char_indices() {
        match (quote, c) {
            (Some(opening_quote), c) if c == opening_quote => quote = None,
            (Some(_), _) => {}
            // A pattern is skipped like a string, because it may contain commas and brackets.
            (None, '\'' | '"' | '/') => quote = Some(c),
            (None, '[' | '{' | '(') => depth += 1,
            (None, ']' | '}' | ')') => depth -= 1,
            (None, ',') if depth == 0 => {
                parts.push(text[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    parts.push(text[start..].trim());
    (depth == 0 && quote.is_none() && parts.iter().all(|part| !part.is_empty())).then_some(parts)
}

/// The canonical text of a type.
fn show(ty: &ParsedType<'_>, host: &dyn Host) -> String {
    if ty.arguments.is_empty() {
        return ty.name.to_owned();
    }
    let arguments = ty.arguments.iter().map(|argument| match argument {
        Argument::Type(ty) => show(ty, host),
        Argument::Other(text) if is_foreign(ty.name, host) => {
            // A title may be in quotes, which are not part of it.
            let title = text.trim_matches(['\'', '"']);
            title.strip_prefix("::").unwrap_or(title).to_owned()
        }
        Argument::Other(text) => (*text).to_owned(),
    });
    format!("{}[{}]", ty.name, arguments.collect::<Vec<_>>().join(", "))
}

/// Whether a name is the name of a class, a resource type or a runtime type.
fn is_foreign(name: &str, host: &dyn Host) -> bool {
    matches!(name, "Class" | "Type" | "Resource")
        // `Literal` and `Number` are names that ARM-8 defines; the language calls them `ScalarData` and `Numeric`.
        || !matches!(name, "Literal" | "Number") && type_of(name, host).is_none()
}

/// The equivalent type of the expression language; `None` for a foreign type, which is a type of resources or of the
/// runtime. A foreign type that is an argument of another type becomes `Any`, and `has_foreign` is set. With
/// `with_text_keys`, the types of keys become `String`, because the language's `Data` contains only hashes whose keys
/// are strings.
fn language_text(
    ty: &ParsedType<'_>,
    with_text_keys: bool,
    has_foreign: &mut bool,
    host: &dyn Host,
) -> Option<String> {
    let key = if with_text_keys { "String" } else { "ScalarData" };
    match ty.name {
        "Literal" if ty.arguments.is_empty() => return Some("ScalarData".to_owned()),
        "Array" if ty.arguments.is_empty() => return Some("Array[Data]".to_owned()),
        "Hash" if ty.arguments.is_empty() => return Some(format!("Hash[{key}, Data]")),
        "Number" if ty.arguments.is_empty() => return Some("Numeric".to_owned()),
        name if is_foreign(name, host) => return None,
        _ => {}
    }
    let mut arguments: Vec<String> = Vec::with_capacity(ty.arguments.len() + 1);
    for argument in &ty.arguments {
        arguments.push(match argument {
            Argument::Type(argument_type) => language_text(argument_type, with_text_keys, has_foreign, host)
                .unwrap_or_else(|| {
                    *has_foreign = true;
                    "Any".to_owned()
                }),
            Argument::Other(text) => (*text).to_owned(),
        });
    }
    // In ARM-8, `Hash[V]` specifies only the type of the values.
    if ty.name == "Hash" && arguments.len() == 1 {
        arguments.insert(0, key.to_owned());
    } else if ty.name == "Hash" && with_text_keys && arguments.len() > 1 {
        arguments[0] = key.to_owned();
    }
    if arguments.is_empty() {
        return Some(ty.name.to_owned());
    }
    Some(format!("{}[{}]", ty.name, arguments.join(", ")))
}

/// Evaluates an expression in which only names of types can be resolved.
fn evaluate(text: &str, host: &dyn Host) -> Option<Value> {
    let (manifest, problems) = language::statements(&Source::new("type", text));
    if problems.has_errors() {
        return None;
    }
    let program = Program::new(&manifest.expressions, &manifest.statements, host);
    program.evaluate(host, EvaluationLimits::default()).ok()
}

/// The type that is the value of a text in the language of Puppet; `None` if the value is not a type.
fn type_of(text: &str, host: &dyn Host) -> Option<Type> {
    match evaluate(text, host)? {
        Value::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Whether a type of the expression language is a subtype of another.
fn is_subtype(text: &str, supertype: &str, host: &dyn Host) -> bool {
    // The expression language compares the types, so that the rules of subtypes are not implemented twice.
    matches!(evaluate(&format!("{text} <= {supertype}"), host), Some(Value::Boolean(true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_meaning_of_arm_8() {
        let types = Types::default();
        let data =
            |text: &str| types.read(text).map(|ty| (ty.text.to_string(), ty.is_data, ty.check.is_some()));
        let expect = |text: &str, is_data, has_check| Ok((text.to_owned(), is_data, has_check));
        assert_eq!(data("Integer"), expect("Integer", true, true));
        assert_eq!(data("Literal"), expect("Literal", true, true));
        assert_eq!(data("Hash[Integer]"), expect("Hash[Integer]", true, true));
        assert_eq!(data("class ntp"), expect("Class[ntp]", false, false));
        assert_eq!(data("Class['ntp']"), expect("Class[ntp]", false, false));
        assert_eq!(data("Type[Logger]"), expect("Type[Logger]", false, false));
        assert_eq!(data("Array[class ntp]"), expect("Array[Class[ntp]]", false, true));
        assert_eq!(data("Enum[a, 'b,c']"), expect("Enum[a, 'b,c']", true, true));
        assert_eq!(data("Site::Web[one]"), expect("Site::Web[one]", false, false));
        for wrong in ["integer", "Array[", "Array[Integer]]", "Integer[a]", ""] {
            assert!(data(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn keys_of_hashes_are_literals() {
        let hash = Types::default().read("Hash").expect("a type");
        let key = |key: Value| Value::hash([(key, Value::Integer(1))]);
        assert!(hash.holds(&key(Value::string("1"))) && hash.holds(&key(Value::Integer(1))));
        assert!(!hash.holds(&key(Value::array(Vec::new()))));
    }
}
