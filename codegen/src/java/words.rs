//! The words of Java that names must avoid, in each place.

/// Keywords, and the literals with a name. Contextual keywords such as `record` are not in the list, because they may
/// be names.
pub(super) const KEYWORDS: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Types that generated files use by their short names.
const TYPES: &[&str] = &[
    "BigDecimal",
    "BigInteger",
    "Boolean",
    "Byte",
    "Character",
    "Checks",
    "Double",
    "Enum",
    "Float",
    "HexFormat",
    "Instant",
    "Integer",
    "JsonFormat",
    "JsonInclude",
    "JsonProperty",
    "JsonPropertyOrder",
    "JsonSubTypes",
    "JsonTypeInfo",
    "JsonTypeName",
    "JsonValue",
    "List",
    "Long",
    "Map",
    "Object",
    "OrdinaryJson",
    "Override",
    "Record",
    "Short",
    "String",
];

/// Methods without parameters that all objects have: components of records have methods with their names.
const OF_OBJECTS: &[&str] =
    &["clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"];

/// Whether a name cannot be that of a type.
pub(super) fn is_word_of_types(name: &str) -> bool {
    TYPES.contains(&name) || KEYWORDS.contains(&name)
}

/// The words that cannot be names of components.
pub(super) fn words_of_components() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().chain(OF_OBJECTS).chain(TYPES).copied()
}

/// Whether a name cannot be that of an outermost package. The name `java` is reserved: the virtual machine loads only
/// Java's own classes from that package.
pub(super) fn is_word_of_packages(name: &str) -> bool {
    KEYWORDS.contains(&name) || name == "java" || name == super::HELPERS
}
