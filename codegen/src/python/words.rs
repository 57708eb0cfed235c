//! The words of Python that names must avoid, in each place.

/// Keywords, also those that are only keywords in some places, and the names of built-in constants.
pub(super) const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "case", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "match", "nonlocal", "not", "or", "pass", "raise", "return", "try", "type", "while", "with",
    "yield",
];

/// Names that a module uses itself: what it imports, and built-in types.
pub(super) const OF_MODULE: &[&str] = &[
    "AfterValidator", "Annotated", "Any", "BaseModel", "ClassVar", "ConfigDict", "Decimal",
    "Discriminator", "Enum", "Field", "Literal", "PACKAGE", "PlainSerializer", "SerializerFunctionWrapHandler", "Tag", "TypeAlias",
    "TypeAliasType", "ValueError", "WrapSerializer", "annotations", "bool", "bytes", "dataclass",
    "datetime", "dict", "field", "float", "int", "isinstance", "len", "list", "model_validator", "oj", "set", "str", "timedelta", "timezone", "tuple",
];

/// Names that the classes of both flavours have already, or that fields would hide.
pub(super) const OF_CLASS: &[&str] = &[
    "all", "construct", "copy", "dict", "from_dict", "from_json", "from_orm", "full_name", "has_one_key",
    "json", "model_computed_fields", "model_config", "model_construct", "model_copy", "model_dump",
    "model_dump_json", "model_extra", "model_fields", "model_fields_set", "model_json_schema",
    "model_parametrized_name", "model_post_init", "model_rebuild", "model_validate", "model_validate_json",
    "model_validate_strings", "name_in_document", "package_of_document", "parse_file", "parse_obj",
    "parse_raw", "property", "read_object", "schema", "schema_json", "to_dict", "to_json", "type_",
    "update_forward_refs", "validate", "write_object",
];

/// Modules of the standard library that a file in the same directory would replace for other modules.
pub(super) const MODULES: &[&str] = &[
    "abc", "argparse", "array", "ast", "asyncio", "base64", "bisect", "builtins", "calendar", "code", "codecs",
    "collections", "contextlib", "copy", "copyreg", "csv", "ctypes", "dataclasses", "datetime", "decimal", "dis",
    "email", "enum", "errno", "fractions", "functools", "gc", "genericpath", "graphlib", "hashlib", "heapq",
    "html", "http", "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword", "linecache",
    "locale", "logging", "math", "mypy", "numbers", "opcode", "operator", "ordinary_json", "os", "pathlib",
    "pickle", "platform", "posix", "posixpath", "pydantic", "queue", "random", "re", "reprlib", "secrets",
    "select", "selectors", "shutil", "signal", "site", "socket", "ssl", "stat", "string", "struct",
    "subprocess", "sys", "tempfile", "test", "textwrap", "threading", "time", "token", "tokenize", "traceback",
    "types", "typing", "typing_extensions", "unicodedata", "unittest", "urllib", "uuid", "warnings", "weakref",
    "xml", "zipfile", "zlib", "zoneinfo",
];

/// Whether a name cannot be that of anything in a module.
pub(super) fn is_word_of_module(name: &str) -> bool {
    KEYWORDS.contains(&name) || OF_MODULE.contains(&name)
}

/// Whether a name cannot be that of a field.
pub(super) fn is_word_of_class(name: &str) -> bool {
    is_word_of_module(name) || OF_CLASS.contains(&name)
}

/// Whether a name cannot be that of a file.
pub(super) fn is_word_of_directory(name: &str) -> bool {
    KEYWORDS.contains(&name) || MODULES.contains(&name) || name == "oj" || OF_MODULE.contains(&name)
}
