//! Names of other languages in expressions, and what has their meaning here.
//!
//! This module does not know which names exist here; each table is read only for an unknown name.

/// Functions, with what has their meaning.
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
    (&["contains", "includes", "include", "has"], "use the operator `in`: `'a' in $list`"),
    (&["first"], "the first value is `[0]`"),
    (&["last"], "the last value is `[-1]`"),
    (&["sum"], "write `.reduce(0) |$sum, $x| { $sum + $x }`"),
    (&["find", "detect"], "write `.filter |$x| { … }[0]`"),
    (&["append"], "write `+` between lists, or a text with `${…}`"),
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

/// What to write instead of a function.
pub(super) fn function(name: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(names, _)| names.contains(&name)).map(|(_, instead)| *instead)
}

/// What to write instead of a literal.
pub(super) fn literal(name: &str) -> Option<&'static str> {
    match name {
        "True" | "TRUE" => Some("write `true`"),
        "False" | "FALSE" => Some("write `false`"),
        "None" | "Null" | "NULL" | "Nil" | "Undefined" => Some("write `undef`"),
        _ => None,
    }
}
