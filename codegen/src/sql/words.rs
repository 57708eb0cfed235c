//! Names of SQL: which ones need quotes, which ones databases use themselves, and how long they may be.
//!
//! Invariant: a name is written without quotes only if the database reads it as the same name. This module does not know
//! which names are taken.

use super::options::SqlDialect;
use std::borrow::Cow;
use std::rc::Rc;

/// The greatest number of bytes of a name. PostgreSQL cuts longer names.
pub(super) const MAX_BYTES: usize = 63;

/// The greatest number of bytes of a name to which a suffix or a number may be added.
pub(super) const MAX_BASE: usize = 56;

/// The name of a table, a type or a column, as statements contain it. Copies share the text.
#[derive(Debug, Clone)]
pub(super) struct Name(Rc<str>);

impl Name {
    /// A name for statements; `plain` is an identifier, so it contains no quotes.
    pub(super) fn new(plain: &str, dialect: SqlDialect) -> Self {
        Self(Rc::from(quoted(plain, dialect)))
    }

    /// The same name for a type, which needs quotes in one more case: `position` is a word only there.
    pub(super) fn of_type(self) -> Self {
        if &*self.0 == "position" { Self(Rc::from("\"position\"")) } else { self }
    }

    /// The name in quotes if it needs them.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The name without quotes, from which others are derived.
    pub(super) fn plain(&self) -> &str {
        self.0.trim_matches('"')
    }
}

/// A name, in quotes if it needs them.
pub(super) fn quoted(name: &str, dialect: SqlDialect) -> Cow<'_, str> {
    if needs_quotes(name, dialect) {
        Cow::Owned(format!("\"{}\"", name.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(name)
    }
}

/// Whether a database reads a name as another one, or as a word, unless it is in quotes.
pub(super) fn needs_quotes(name: &str, dialect: SqlDialect) -> bool {
    let kinds = name.bytes().fold(0, |kinds, byte| kinds | BYTE_KINDS[usize::from(byte)]);
    let is_plain = kinds & NEEDS_QUOTES == 0 && name.starts_with(|c: char| !c.is_ascii_digit());
    let words = match dialect {
        SqlDialect::PostgreSql => POSTGRESQL,
        SqlDialect::Sqlite => SQLITE,
    };
    // No word has a digit.
    !is_plain || (kinds & DIGIT == 0 && words.binary_search(&name).is_ok())
}

/// The kind of digits in names.
const DIGIT: u8 = 1;
/// The kind of bytes that need quotes.
const NEEDS_QUOTES: u8 = 2;
/// The kind of each byte; 0 for letters and `_`.
const BYTE_KINDS: [u8; 256] = {
    let mut kinds = [NEEDS_QUOTES; 256];
    let mut byte = 0;
    while byte < kinds.len() {
        match byte as u8 {
            b'a'..=b'z' | b'_' => kinds[byte] = 0,
            b'0'..=b'9' => kinds[byte] = DIGIT,
            _ => {}
        }
        byte += 1;
    }
    kinds
};

/// Whether a database uses a name of tables itself.
pub(super) fn is_word_of_schema(name: &str) -> bool {
    // PostgreSQL looks for names in its own catalogue first, and names sequences after their tables.
    name.starts_with("pg_") || name.starts_with("sqlite_") || name.ends_with("_id_seq")
}

/// Whether PostgreSQL has a type with this name, which it would find instead of another one.
pub(super) fn is_word_of_types(name: &str) -> bool {
    is_word_of_schema(name) || TYPES.binary_search(&name).is_ok()
}

/// Whether each table of PostgreSQL has a column with this name.
pub(super) fn is_word_of_table(name: &str) -> bool {
    matches!(name, "cmax" | "cmin" | "ctid" | "tableoid" | "xmax" | "xmin")
}

/// The words that PostgreSQL 15 itself puts in quotes, except `position`, which needs none as a column.
#[rustfmt::skip]
const POSTGRESQL: &[&str] = &[
    "all", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric", "authorization",
    "between", "bigint", "binary", "bit", "boolean", "both", "case", "cast", "char", "character", "check",
    "coalesce", "collate", "collation", "column", "concurrently", "constraint", "create", "cross",
    "current_catalog", "current_date", "current_role", "current_schema", "current_time",
    "current_timestamp", "current_user", "dec", "decimal", "default", "deferrable", "desc", "distinct",
    "do", "else", "end", "except", "exists", "extract", "false", "fetch", "float", "for", "foreign",
    "freeze", "from", "full", "grant", "greatest", "group", "grouping", "having", "ilike", "in",
    "initially", "inner", "inout", "int", "integer", "intersect", "interval", "into", "is", "isnull",
    "join", "lateral", "leading", "least", "left", "like", "limit", "localtime", "localtimestamp",
    "national", "natural", "nchar", "none", "normalize", "not", "notnull", "null", "nullif", "numeric",
    "offset", "on", "only", "or", "order", "out", "outer", "overlaps", "overlay", "placing", "precision",
    "primary", "real", "references", "returning", "right", "row", "select", "session_user", "setof",
    "similar", "smallint", "some", "substring", "symmetric", "table", "tablesample", "then", "time",
    "timestamp", "to", "trailing", "treat", "trim", "true", "union", "unique", "user", "using", "values",
    "varchar", "variadic", "verbose", "when", "where", "window", "with", "xmlattributes", "xmlconcat",
    "xmlelement", "xmlexists", "xmlforest", "xmlnamespaces", "xmlparse", "xmlpi", "xmlroot", "xmlserialize",
    "xmltable",
];

/// The words of SQLite's grammar.
#[rustfmt::skip]
const SQLITE: &[&str] = &[
    "abort", "action", "add", "after", "all", "alter", "always", "analyze", "and", "as", "asc", "attach",
    "autoincrement", "before", "begin", "between", "by", "cascade", "case", "cast", "check", "collate",
    "column", "commit", "conflict", "constraint", "create", "cross", "current", "current_date",
    "current_time", "current_timestamp", "database", "default", "deferrable", "deferred", "delete", "desc",
    "detach", "distinct", "do", "drop", "each", "else", "end", "escape", "except", "exclude", "exclusive",
    "exists", "explain", "fail", "filter", "first", "following", "for", "foreign", "from", "full",
    "generated", "glob", "group", "groups", "having", "if", "ignore", "immediate", "in", "index", "indexed",
    "initially", "inner", "insert", "instead", "intersect", "into", "is", "isnull", "join", "key", "last",
    "left", "like", "limit", "match", "materialized", "natural", "no", "not", "nothing", "notnull", "null",
    "nulls", "of", "offset", "on", "or", "order", "others", "outer", "over", "partition", "plan", "pragma",
    "preceding", "primary", "query", "raise", "range", "recursive", "references", "regexp", "reindex",
    "release", "rename", "replace", "restrict", "returning", "right", "rollback", "row", "rows",
    "savepoint", "select", "set", "table", "temp", "temporary", "then", "ties", "to", "transaction",
    "trigger", "unbounded", "union", "unique", "update", "using", "vacuum", "values", "view", "virtual",
    "when", "where", "window", "with", "without",
];

/// The types of PostgreSQL, which it finds before those of a metamodel.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "aclitem", "any", "anyarray", "anycompatible", "anycompatiblearray", "anycompatiblemultirange",
    "anycompatiblenonarray", "anycompatiblerange", "anyelement", "anyenum", "anymultirange", "anynonarray",
    "anyrange", "bigint", "binary", "bit", "bool", "boolean", "box", "bpchar", "bytea", "char", "character",
    "cid", "cidr", "circle", "cstring", "date", "datemultirange", "daterange", "dec", "decimal", "double",
    "event_trigger", "fdw_handler", "float", "float4", "float8", "gtsvector", "index_am_handler", "inet",
    "int", "int2", "int2vector", "int4", "int4multirange", "int4range", "int8", "int8multirange",
    "int8range", "integer", "internal", "interval", "json", "jsonb", "jsonpath", "language_handler", "line",
    "lseg", "macaddr", "macaddr8", "money", "name", "national", "nchar", "numeric", "nummultirange",
    "numrange", "oid", "oidvector", "path", "point", "polygon", "precision", "real", "record", "refcursor",
    "regclass", "regcollation", "regconfig", "regdictionary", "regnamespace", "regoper", "regoperator",
    "regproc", "regprocedure", "regrole", "regtype", "smallint", "table_am_handler", "text", "tid", "time",
    "timestamp", "timestamptz", "timetz", "trigger", "tsm_handler", "tsmultirange", "tsquery", "tsrange",
    "tstzmultirange", "tstzrange", "tsvector", "txid_snapshot", "unknown", "uuid", "varbit", "varchar",
    "varying", "void", "xid", "xid8", "xml",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted() {
        for words in [POSTGRESQL, SQLITE, TYPES] {
            assert!(words.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn names_have_a_form_without_quotes() {
        for name in ["on_loan", "order", "größe"] {
            assert_eq!(Name::new(name, SqlDialect::PostgreSql).plain(), name);
        }
    }

    #[test]
    fn names_have_quotes_only_where_needed() {
        for (name, expected) in
            [("on_loan", "on_loan"), ("order", "\"order\""), ("größe", "\"größe\""), ("position", "position")]
        {
            assert_eq!(quoted(name, SqlDialect::PostgreSql), expected);
        }
        assert_eq!(quoted("key", SqlDialect::Sqlite), "\"key\"");
    }
}
