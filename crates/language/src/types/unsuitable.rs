//! The types of Puppet that cannot be declared, each with the reason and what to write instead.
//!
//! This module does not know how the other types are read.

use crate::syntax::ast::TypeArgument;

/// The types whose values no document can contain: the name, the reason, and what to write instead.
const WITHOUT_VALUES: &[(&str, &str, &str)] = &[
    (
        "Callable",
        "functions cannot be written into documents",
        "declare an `operation`, or write `String` for the name of a function",
    ),
    (
        "CatalogEntry",
        "entries of a catalog are not values; only types refer to them",
        "write `Type[CatalogEntry]`, or `String` for the name",
    ),
    (
        "Class",
        "classes of a manifest are not values; only types refer to them",
        "write `Type[Class]` or `Type[Class['name']]`, or `String` for the name",
    ),
    (
        "Default",
        "`default` is a keyword of Puppet, which documents cannot contain",
        "write `Enum['default']`, and the text `'default'` in documents",
    ),
    (
        "Error",
        "problems are only results of logic",
        "declare a `type` with attributes such as `message`, and refer to it with `has`",
    ),
    (
        "Init",
        "`Init[T]` accepts whatever `T.new` accepts, which no declaration can express",
        "write `T`, or a `Variant` of the types that you pass to `T.new`",
    ),
    (
        "Iterable",
        "functions can iterate over its values, and some of these are types, which documents cannot contain",
        "write `Collection`, or a `Variant` of the types that you need",
    ),
    ("Iterator", "iterators are only results of functions", "write `Array[T]`"),
    (
        "Object",
        "each type of objects has a declaration of its own",
        "declare a `type`, and refer to it with `has`",
    ),
    (
        "Resource",
        "resources of a manifest are not values; only types refer to them",
        "write `Type[Resource]`, or `String` for the name",
    ),
    ("Runtime", "values of another language cannot be written into documents", "write `String`"),
    (
        "Sensitive",
        "its values must not be visible, but those of a document are",
        "write the type of the value itself",
    ),
    ("TypeAlias", "aliases are declared, and are not values", "write `Type`, or declare `type Name = T`"),
    ("TypeSet", "sets of types are declared, and are not values", "declare a `package` with types"),
    (
        "Undef",
        "`undef` is the absence of a value",
        "write `Optional[T]`, or `Any` for a value of any kind that may be absent",
    ),
];

/// The names of the types whose values no document can contain.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    WITHOUT_VALUES.iter().map(|(name, ..)| *name)
}

/// Why a type with these arguments cannot be declared, and advice on what to write instead; `None` if it can be
/// declared.
pub(super) fn message(word: &str, arguments: Option<&[TypeArgument<'_>]>) -> Option<(String, &'static str)> {
    if let Some((_, reason, advice)) = WITHOUT_VALUES.iter().find(|(name, ..)| *name == word) {
        return Some((format!("`{word}` cannot be a declared type: {reason}"), advice));
    }
    let (message, advice) = match (word, arguments) {
        ("Struct", None) => (
            "`Struct` without keys has only the empty hash",
            "write `Struct[{ name => String }]`, or `Hash` for any keys",
        ),
        ("NotUndef", Some(_)) => (
            "`NotUndef` with a type has the same values as that type, unless that type is optional",
            "write the type, and `{ min => 1 }` if it must have a value",
        ),
        _ => return None,
    };
    Some((message.to_owned(), advice))
}

/// Why a list cannot be `Optional`, and advice on what to write instead.
pub(super) const OPTIONAL_LIST: (&str, &str) = (
    "a list cannot be `Optional`: a list without values is empty",
    "write `Array[T]`; by default, it may be empty",
);
