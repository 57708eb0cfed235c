//! The options of SQL: as a struct for callers of the library, and declared for users.

use modelwright_metamodel::options::{Choice, OptionSpec, OptionValues};

/// The options of SQL.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SqlOptions {
    /// The database.
    pub dialect: SqlDialect,
    /// The file that the metamodel was read from, for the header.
    pub source: Option<String>,
}

/// The database that reads the statements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SqlDialect {
    /// PostgreSQL 14 or newer.
    #[default]
    PostgreSql,
    /// SQLite 3.37 or newer.
    Sqlite,
}

/// The declarations of the options that users can set.
pub(super) const OPTIONS: &[OptionSpec] = &[OptionSpec::choice(
    "dialect",
    "DIALECT",
    "The database that reads the statements",
    &[
        Choice::new("postgresql", "PostgreSQL 14 or newer"),
        Choice::new("sqlite", "SQLite 3.37 or newer, with strict tables"),
    ],
)
.default("postgresql")];

impl From<&OptionValues> for SqlOptions {
    /// The options that a user selected.
    fn from(values: &OptionValues) -> Self {
        let dialect = match values.text("dialect") {
            Some("sqlite") => SqlDialect::Sqlite,
            _ => SqlDialect::PostgreSql,
        };
        Self { dialect, source: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{OPTIONS, SqlDialect, SqlOptions};
    use modelwright_metamodel::options::{OptionValues, check, defaults};

    #[test]
    fn declared_options_are_in_the_struct() {
        assert_eq!(SqlOptions::from(&defaults(OPTIONS)), SqlOptions::default());
        let values = OptionValues::new().with("dialect", "sqlite");
        assert!(check("sql", OPTIONS, &values).is_empty());
        assert_eq!(SqlOptions::from(&values).dialect, SqlDialect::Sqlite);
    }
}
