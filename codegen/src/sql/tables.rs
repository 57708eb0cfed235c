//! Tables with their columns and constraints, and the statements that create them.
//!
//! Invariants: names of constraints and indices are unique where databases require it; a foreign key is added after the
//! table that it refers to. This module does not know metamodels.

use super::options::SqlDialect;
use super::text::documentation;
use super::words::quoted;
use crate::languages::names::{Names, shortened};
use crate::languages::texts::{documentation_lines, width};
use std::borrow::Cow;

/// The greatest length of a line with a constraint, without the comma that follows.
const MAX_LINE: usize = 100;

/// The clause of a constraint that is checked at the end of a transaction.
const DEFERRED: &str = " DEFERRABLE INITIALLY DEFERRED";

/// The greatest number of bytes of a name to which a number may be added.
const MAX_BASE: usize = 56;

/// A table.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) docs: String,
    /// The columns of keys, which come first.
    pub(super) head: Vec<Column>,
    pub(super) columns: Vec<Column>,
    pub(super) rules: Vec<Rule>,
    pub(super) foreign_keys: Vec<ForeignKey>,
    /// The columns of indices, in addition to those of keys.
    pub(super) indices: Vec<String>,
}

/// A column.
#[derive(Debug, Default)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) is_required: bool,
    /// An expression, or `GENERATED …`.
    pub(super) default: Option<String>,
    pub(super) docs: String,
}

/// A constraint of a table.
#[derive(Debug)]
pub(super) enum Rule {
    Primary(Vec<String>),
    Unique {
        columns: Vec<String>,
        /// Whether it is checked only at the end of a transaction, so that two rows can exchange their positions.
        is_deferred: bool,
    },
    /// A condition for a column with a name.
    Check {
        column: String,
        condition: String,
    },
}

/// A column whose values are keys of another table.
#[derive(Debug)]
pub(super) struct ForeignKey {
    pub(super) column: String,
    pub(super) target: usize,
    /// Whether the row is deleted with the one that it refers to.
    pub(super) cascades: bool,
    /// Whether it is checked at the end of a transaction.
    pub(super) is_deferred: bool,
}

impl Table {
    /// Adds a constraint for a column.
    pub(super) fn check(&mut self, column: &str, condition: String) {
        self.rules.push(Rule::Check { column: column.to_owned(), condition });
    }

    /// Adds the constraint that no two rows have the same values in some columns.
    pub(super) fn unique(&mut self, columns: &[&str]) {
        self.add_unique(columns, false);
    }

    /// As [`Self::unique`], but checked at the end of a transaction.
    pub(super) fn unique_at_end(&mut self, columns: &[&str]) {
        self.add_unique(columns, true);
    }

    fn add_unique(&mut self, columns: &[&str], is_deferred: bool) {
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        self.rules.push(Rule::Unique { columns, is_deferred });
    }

    /// Adds the primary key.
    pub(super) fn primary(&mut self, columns: &[&str]) {
        self.rules.push(Rule::Primary(columns.iter().map(|column| (*column).to_owned()).collect()));
    }

    /// Adds a foreign key, and an index unless a key of the table begins with its column. `cascades` and `is_deferred`
    /// are those of [`ForeignKey`].
    pub(super) fn refer(&mut self, column: &str, target: usize, cascades: bool, is_deferred: bool) {
        let key = ForeignKey { column: column.to_owned(), target, cascades, is_deferred };
        self.foreign_keys.push(key);
        self.indices.push(column.to_owned());
    }

    /// Whether a key of the table begins with a column, so that it needs no index.
    fn has_key(&self, column: &str) -> bool {
        self.rules.iter().any(|rule| match rule {
            Rule::Primary(columns) | Rule::Unique { columns, .. } => {
                columns.first().is_some_and(|first| first == column)
            }
            Rule::Check { .. } => false,
        })
    }
}

/// Prints the statements of tables.
pub(super) struct Printer<'t> {
    pub(super) dialect: SqlDialect,
    /// The name of the key that all tables of objects have.
    pub(super) key: &'t str,
    pub(super) tables: &'t [Table],
    /// The names of tables, types, keys and indices.
    pub(super) names: Names,
    pub(super) is_created: Vec<bool>,
    /// The statements that add foreign keys to tables that come later.
    pub(super) later_statements: Vec<String>,
    pub(super) out: String,
}

impl Printer<'_> {
    fn quoted<'n>(&self, name: &'n str) -> Cow<'n, str> {
        quoted(name, self.dialect)
    }

    /// Appends columns in parentheses.
    fn push_list(&self, columns: &[String], out: &mut String) {
        for (at, column) in columns.iter().enumerate() {
            out.push_str(if at > 0 { ", " } else { "(" });
            out.push_str(&self.quoted(column));
        }
        out.push(')');
    }

    /// A name for a constraint or an index.
    fn name(names: &mut Names, table: &str, parts: &[String], suffix: &str) -> String {
        let length = parts.iter().map(String::len).sum::<usize>() + parts.len() + 1 + suffix.len();
        let mut plain = String::with_capacity(table.len() + length);
        plain.push_str(table);
        for part in parts.iter().map(String::as_str).chain([suffix]) {
            plain.push('_');
            plain.push_str(part);
        }
        names.take(&shortened(&plain, MAX_BASE), &[], |_| false, |_| false).name
    }

    /// Prints the statements of a table.
    pub(super) fn table(&mut self, index: usize) {
        self.is_created[index] = true;
        let table = &self.tables[index];
        self.out.push('\n');
        self.comment_lines(&table.docs, "");
        self.push_line(&["CREATE TABLE ", &quoted(&table.name, self.dialect), " ("]);
        // The comment of each entry, and the end of its text in the text of all entries.
        let mut entries: Vec<(&str, usize)> = Vec::new();
        let mut text = String::with_capacity(1024);
        for column in table.head.iter().chain(&table.columns) {
            self.column(column, &mut text);
            entries.push((&column.docs, text.len()));
        }
        let mut names_of_table = Names::default();
        for rule in &table.rules {
            self.rule(table, rule, &mut names_of_table, &mut text);
            entries.push(("", text.len()));
        }
        for key in &table.foreign_keys {
            let name =
                Self::name(&mut names_of_table, &table.name, std::slice::from_ref(&key.column), "fkey");
            let start = text.len();
            self.foreign_key(key, &name, &mut text);
            // SQLite cannot add a constraint to a table, and accepts references to tables that come later.
            if self.is_created[key.target] || self.dialect == SqlDialect::Sqlite {
                entries.push(("", text.len()));
            } else {
                let name = self.quoted(&table.name);
                self.later_statements
                    .push(["ALTER TABLE ", &*name, "\n    ADD ", &text[start..], ";\n"].concat());
                text.truncate(start);
            }
        }
        let (count, mut start) = (entries.len(), 0);
        for (number, (docs, end)) in entries.into_iter().enumerate() {
            self.comment_lines(docs, "    ");
            self.push_line(&["    ", &text[start..end], if number + 1 < count { "," } else { "" }]);
            start = end;
        }
        // Without `STRICT`, SQLite would store a value of any type in a column.
        self.push_line(&[if self.dialect == SqlDialect::Sqlite { ") STRICT;" } else { ");" }]);
        self.indices(table);
        self.comments(table);
    }

    /// Adds the parts of a line.
    fn push_line(&mut self, parts: &[&str]) {
        parts.iter().for_each(|part| self.out.push_str(part));
        self.out.push('\n');
    }

    /// Appends the definition of a column.
    fn column(&self, column: &Column, out: &mut String) {
        out.extend([&*self.quoted(&column.name), " ", &column.ty]);
        if column.is_required {
            out.push_str(" NOT NULL");
        }
        match &column.default {
            // The clause of a generated key replaces the default, and has no word `DEFAULT`.
            Some(default) if default.starts_with("GENERATED") => out.extend([" ", default]),
            Some(default) => out.extend([" DEFAULT ", default]),
            None => {}
        }
    }

    /// Appends a constraint with its name. Names of checks are unique in their table, other names in the schema.
    fn rule(&mut self, table: &Table, rule: &Rule, names_of_table: &mut Names, out: &mut String) {
        match rule {
            Rule::Primary(columns) => {
                let name = Self::name(&mut self.names, &table.name, &[], "pkey");
                self.constraint(&name, out, |out| {
                    out.push_str("PRIMARY KEY ");
                    self.push_list(columns, out);
                });
            }
            Rule::Unique { columns, is_deferred } => {
                let name = Self::name(&mut self.names, &table.name, columns, "key");
                // In SQLite, only foreign keys can be deferred.
                let is_deferred = *is_deferred && self.dialect == SqlDialect::PostgreSql;
                self.constraint(&name, out, |out| {
                    out.push_str("UNIQUE ");
                    self.push_list(columns, out);
                    out.push_str(if is_deferred { DEFERRED } else { "" });
                });
            }
            Rule::Check { column, condition } => {
                let name = Self::name(names_of_table, &table.name, std::slice::from_ref(column), "check");
                self.constraint(&name, out, |out| out.extend(["CHECK (", condition, ")"]));
            }
        }
    }

    /// Appends a foreign key with its name.
    fn foreign_key(&self, key: &ForeignKey, name: &str, out: &mut String) {
        let column = self.quoted(&key.column);
        let (target, id) = (self.quoted(&self.tables[key.target].name), self.quoted(self.key));
        self.constraint(name, out, |out| {
            out.extend(["FOREIGN KEY (", &*column, ") REFERENCES ", &*target, " (", &*id, ")"]);
            out.push_str(if key.cascades { " ON DELETE CASCADE" } else { "" });
            out.push_str(if key.is_deferred { DEFERRED } else { "" });
        });
    }

    /// Appends a constraint with a name, on two lines if it is too long for one.
    fn constraint(&self, name: &str, out: &mut String, write: impl FnOnce(&mut String)) {
        let start = out.len();
        out.extend(["CONSTRAINT ", &*self.quoted(name)]);
        let end = out.len();
        out.push(' ');
        write(out);
        if "    ".len() + width(&out[start..]) > MAX_LINE {
            out.replace_range(end..=end, "\n        ");
        }
    }

    /// Prints the statements of indices.
    fn indices(&mut self, table: &Table) {
        for column in table.indices.iter().filter(|column| !table.has_key(column)) {
            let name = Self::name(&mut self.names, &table.name, std::slice::from_ref(column), "idx");
            let [name, table, column] = [&name, &table.name, column].map(|name| quoted(name, self.dialect));
            self.push_line(&["CREATE INDEX ", &name, " ON ", &table, " (", &column, ");"]);
        }
    }

    /// Prints the comments of PostgreSQL on a table and its columns, which are statements.
    fn comments(&mut self, table: &Table) {
        let name = self.quoted(&table.name);
        self.comment_on("TABLE", &name, &table.docs);
        for column in table.head.iter().chain(&table.columns).filter(|column| !column.docs.is_empty()) {
            let name = [&*name, ".", &self.quoted(&column.name)].concat();
            self.comment_on("COLUMN", &name, &column.docs);
        }
    }

    /// Prints the comment of PostgreSQL on an element, if it has documentation.
    pub(super) fn comment_on(&mut self, kind: &str, name: &str, docs: &str) {
        if self.dialect == SqlDialect::PostgreSql
            && let Some(text) = documentation(docs)
        {
            self.push_line(&["COMMENT ON ", kind, " ", name, " IS ", &text, ";"]);
        }
    }

    /// Prints the comments of SQLite, which are lines of the source.
    fn comment_lines(&mut self, docs: &str, indent: &str) {
        if self.dialect == SqlDialect::Sqlite {
            for line in documentation_lines(docs) {
                self.push_line(&[format!("{indent}-- {line}").trim_end()]);
            }
        }
    }
}
