//! Names of other languages in expressions, and what to write instead of them.
//!
//! This module does not know the names of this language; its tables are read only for an unknown name.

/// Functions of other languages, with advice what to write instead.
const FUNCTIONS: &[(&[&str], &str)] = &[
    (&["not"], "write `!` before the condition"),
    (&["count", "len"], "use `size`"),
    (&["upper", "uppercase", "toUpperCase", "to_upper"], "use `upcase`"),
    (&["lower", "lowercase", "toLowerCase", "to_lower"], "use `downcase`"),
    (&["trim"], "use `strip`"),
    (&["forEach", "foreach"], "use `each`"),
    (&["forAll", "every"], "use `all`, with a lambda"),
    (&["exists", "some"], "use `any`, with a lambda"),
    (&["isEmpty", "is_empty", "empty?"], "use `empty`"),
    (&["sort_by", "sortBy", "sortedBy"], "use `sort`, with a lambda of two parameters and `compare`"),
    (&["contains", "includes", "has"], "use the operator `in`: `'a' in $list`"),
    (&["include", "contain", "require"], "only manifests and bindings can include classes"),
    (&["is_array", "is_a?"], "write `$value =~ Array`"),
    (&["is_bool"], "write `$value =~ Boolean`"),
    (&["is_float"], "write `$value =~ Float`"),
    (&["is_hash"], "write `$value =~ Hash`"),
    (&["is_integer"], "write `$value =~ Integer`"),
    (&["is_numeric"], "write `$value =~ Numeric`"),
    (&["is_string"], "write `$value =~ String`"),
    (&["validate_array"], "write `assert_type(Array, $value)`"),
    (&["validate_bool"], "write `assert_type(Boolean, $value)`"),
    (&["validate_hash"], "write `assert_type(Hash, $value)`"),
    (&["validate_integer"], "write `assert_type(Integer[1, 5], $value)`"),
    (&["validate_numeric"], "write `assert_type(Numeric, $value)`"),
    (&["validate_re"], "write `assert_type(Pattern[/…/], $value)`"),
    (&["validate_slength"], "write `assert_type(String[1, 5], $value)`"),
    (&["validate_string"], "write `assert_type(String, $value)`"),
    (&["first"], "the first value is `[0]`"),
    (&["last"], "the last value is `[-1]`"),
    (&["sum"], "write `.reduce(0) |$sum, $x| { $sum + $x }`"),
    (&["find", "detect"], "write `.filter |$x| { … }[0]`"),
    (&["append"], "write `+` between lists, or a string with `${…}`"),
    (&["toString", "to_s", "str", "string"], "write `String($value)`"),
    (&["int", "to_i", "toInteger"], "write `Integer($text)`"),
    (&["isinstance", "instanceof", "oclIsKindOf", "oclIsTypeOf"], "write `$value =~ Type`"),
    (&["allInstances"], "write `all(Type)`"),
    (&["where"], "use `filter`"),
    (&["distinct", "uniq"], "use `unique`"),
    (&["equals", "eq"], "use the operator `==`"),
    (&["class", "eClass", "getClass"], "use `type`"),
    (&["parent", "eContainer", "owner"], "use `container`"),
    (&["replace", "gsub", "sub"], "use `regsubst`"),
    (&["substring", "substr"], "write the start and the length in brackets: `$text[0, 2]`"),
    (&["startsWith", "starts_with", "startswith"], "write `$text =~ /^start/`"),
    (&["endsWith", "ends_with", "endswith"], "write `$text =~ /end$/`"),
    (&["now", "today"], "expressions do not depend on the time"),
    (&["print", "println", "puts", "notice", "echo"], "the value of the expression is written anyway"),
];

/// What to write instead of a function of another language; `None` if the name is not known.
pub(super) fn function(name: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(names, _)| names.contains(&name)).map(|(_, advice)| *advice)
}

/// The names of all functions of other languages.
pub(super) fn function_names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().flat_map(|(names, _)| names.iter().copied())
}

/// What to write instead of a literal of another language; `None` if the name is not known.
pub(super) fn literal(name: &str) -> Option<&'static str> {
    match name {
        "True" | "TRUE" => Some("write `true`"),
        "False" | "FALSE" => Some("write `false`"),
        "None" | "Null" | "NULL" | "Nil" | "Undefined" => Some("write `undef`"),
        _ => None,
    }
}
