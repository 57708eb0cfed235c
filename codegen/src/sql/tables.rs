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

    /// The columns that need an index, because no key of the table begins with them.
    fn indices_without_key(&self) -> impl Iterator<Item = &String> {
        self.indices.iter().filter(|column| !self.has_key(column))
    }

    /// Whether a key of the table begins with a column.
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
#[derive(Debug)]
pub(super) struct Printer<'t> {
    dialect: SqlDialect,
    /// The name of the key that all tables of objects have.
    key: &'t str,
    tables: &'t [Table],
    /// The position of each table in the order in which they are created.
    positions: Vec<usize>,
}

/// The names of a table's constraints and indices, each in the order of what they name.
#[derive(Debug, Default)]
struct ConstraintNames {
    rules: Vec<String>,
    foreign_keys: Vec<String>,
    indices: Vec<String>,
}

/// The statements about some tables.
#[derive(Debug)]
struct Statements {
    /// Those that create the table and what belongs to it.
    creation: String,
    /// Those that add foreign keys to tables that come later.
    additions: String,
}

/// Prints the statements that create tables in an order, after `earlier_statements`. `names_of_schema` are those of
/// tables and types.
pub(super) fn print_tables(
    earlier_statements: String,
    (dialect, key): (SqlDialect, &str),
    tables: &[Table],
    order: &[usize],
    mut names_of_schema: Names,
) -> String {
    let mut positions = vec![0; tables.len()];
    order.iter().enumerate().for_each(|(position, table)| positions[*table] = position);
    let printer = Printer { dialect, key, tables, positions };
    let mut statements = Statements { creation: earlier_statements, additions: String::new() };
    for index in order {
        let names = constraint_names(&tables[*index], &mut names_of_schema);
        printer.print_table(*index, &names, &mut statements);
    }
    statements.creation + &statements.additions
}

/// Chooses the names of a table's constraints and indices. Names of checks and foreign keys are unique in their table,
/// other names in the schema.
fn constraint_names(table: &Table, names_of_schema: &mut Names) -> ConstraintNames {
    let mut names_of_table = Names::default();
    let column_of = std::slice::from_ref::<String>;
    let mut rule_name = |rule: &Rule| match rule {
        Rule::Primary(_) => choose_name(names_of_schema, &table.name, &[], "pkey"),
        Rule::Unique { columns, .. } => choose_name(names_of_schema, &table.name, columns, "key"),
        Rule::Check { column, .. } => {
            choose_name(&mut names_of_table, &table.name, column_of(column), "check")
        }
    };
    let rules = table.rules.iter().map(&mut rule_name).collect();
    let foreign_keys = table
        .foreign_keys
        .iter()
        .map(|key| choose_name(&mut names_of_table, &table.name, column_of(&key.column), "fkey"));
    let foreign_keys = foreign_keys.collect();
    let indices = table.indices_without_key();
    let indices = indices.map(|column| choose_name(names_of_schema, &table.name, column_of(column), "idx"));
    ConstraintNames { rules, foreign_keys, indices: indices.collect() }
}

/// A name for a constraint or an index.
fn choose_name(names: &mut Names, table: &str, parts: &[String], suffix: &str) -> String {
    let length = parts.iter().map(String::len).sum::<usize>() + parts.len() + 1 + suffix.len();
    let mut plain = String::with_capacity(table.len() + length);
    plain.push_str(table);
    for part in parts.iter().map(String::as_str).chain([suffix]) {
        plain.push('_');
        plain.push_str(part);
    }
    names.take(&shortened(&plain, MAX_BASE), &[], |_| false, |_| false).name
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

    /// Appends the statements of a table.
    fn print_table(&self, index: usize, names: &ConstraintNames, statements: &mut Statements) {
        let table = &self.tables[index];
        let Statements { creation: out, additions } = statements;
        out.push('\n');
        self.push_comment_lines(&table.docs, "", out);
        push_line(&["CREATE TABLE ", &self.quoted(&table.name), " ("], out);
        // The comment of each entry, and the end of its text in the text of all entries.
        let mut entries: Vec<(&str, usize)> = Vec::new();
        let mut text = String::with_capacity(1024);
        for column in table.head.iter().chain(&table.columns) {
            self.push_column(column, &mut text);
            entries.push((&column.docs, text.len()));
        }
        for (rule, name) in table.rules.iter().zip(&names.rules) {
            self.push_rule(rule, name, &mut text);
            entries.push(("", text.len()));
        }
        for (key, name) in table.foreign_keys.iter().zip(&names.foreign_keys) {
            let start = text.len();
            self.push_foreign_key(key, name, &mut text);
            // SQLite cannot add a constraint to a table, and accepts references to tables that come later.
            let is_created = self.positions[key.target] <= self.positions[index];
            if is_created || self.dialect == SqlDialect::Sqlite {
                entries.push(("", text.len()));
            } else {
                let name = self.quoted(&table.name);
                additions.extend(["\nALTER TABLE ", &*name, "\n    ADD ", &text[start..], ";\n"]);
                text.truncate(start);
            }
        }
        let (count, mut start) = (entries.len(), 0);
        for (number, (docs, end)) in entries.into_iter().enumerate() {
            self.push_comment_lines(docs, "    ", out);
            push_line(&["    ", &text[start..end], if number + 1 < count { "," } else { "" }], out);
            start = end;
        }
        // Without `STRICT`, SQLite would store a value of any type in a column.
        push_line(&[if self.dialect == SqlDialect::Sqlite { ") STRICT;" } else { ");" }], out);
        for (column, name) in table.indices_without_key().zip(&names.indices) {
            let [name, table, column] = [name, &table.name, column].map(|name| self.quoted(name));
            push_line(&["CREATE INDEX ", &name, " ON ", &table, " (", &column, ");"], out);
        }
        self.push_comments(table, out);
    }

    /// Appends the definition of a column.
    fn push_column(&self, column: &Column, out: &mut String) {
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

    /// Appends a constraint with its name.
    fn push_rule(&self, rule: &Rule, name: &str, out: &mut String) {
        match rule {
            Rule::Primary(columns) => self.push_constraint(name, out, |out| {
                out.push_str("PRIMARY KEY ");
                self.push_list(columns, out);
            }),
            Rule::Unique { columns, is_deferred } => {
                // In SQLite, only foreign keys can be deferred.
                let is_deferred = *is_deferred && self.dialect == SqlDialect::PostgreSql;
                self.push_constraint(name, out, |out| {
                    out.push_str("UNIQUE ");
                    self.push_list(columns, out);
                    out.push_str(if is_deferred { DEFERRED } else { "" });
                });
            }
            Rule::Check { condition, .. } => {
                self.push_constraint(name, out, |out| out.extend(["CHECK (", condition, ")"]));
            }
        }
    }

    /// Appends a foreign key with its name.
    fn push_foreign_key(&self, key: &ForeignKey, name: &str, out: &mut String) {
        let column = self.quoted(&key.column);
        let (target, id) = (self.quoted(&self.tables[key.target].name), self.quoted(self.key));
        self.push_constraint(name, out, |out| {
            out.extend(["FOREIGN KEY (", &*column, ") REFERENCES ", &*target, " (", &*id, ")"]);
            out.push_str(if key.cascades { " ON DELETE CASCADE" } else { "" });
            out.push_str(if key.is_deferred { DEFERRED } else { "" });
        });
    }

    /// Appends a constraint with a name, on two lines if it is too long for one.
    fn push_constraint(&self, name: &str, out: &mut String, push_condition: impl FnOnce(&mut String)) {
        let start = out.len();
        out.extend(["CONSTRAINT ", &*self.quoted(name)]);
        let end = out.len();
        out.push(' ');
        push_condition(out);
        if "    ".len() + width(&out[start..]) > MAX_LINE {
            out.replace_range(end..=end, "\n        ");
        }
    }

    /// Appends the comments of PostgreSQL on a table and its columns, which are statements.
    fn push_comments(&self, table: &Table, out: &mut String) {
        let name = self.quoted(&table.name);
        push_comment(self.dialect, ("TABLE", &name), &table.docs, out);
        for column in table.head.iter().chain(&table.columns).filter(|column| !column.docs.is_empty()) {
            let name = [&*name, ".", &self.quoted(&column.name)].concat();
            push_comment(self.dialect, ("COLUMN", &name), &column.docs, out);
        }
    }

    /// Appends the comments of SQLite, which are lines of the source.
    fn push_comment_lines(&self, docs: &str, indent: &str, out: &mut String) {
        if self.dialect == SqlDialect::Sqlite {
            for line in documentation_lines(docs) {
                push_line(&[format!("{indent}-- {line}").trim_end()], out);
            }
        }
    }
}

/// Appends a line of several parts.
fn push_line(parts: &[&str], out: &mut String) {
    parts.iter().for_each(|part| out.push_str(part));
    out.push('\n');
}

/// Appends the comment of PostgreSQL on an element, if it has documentation.
pub(super) fn push_comment(dialect: SqlDialect, (kind, name): (&str, &str), docs: &str, out: &mut String) {
    if dialect == SqlDialect::PostgreSql
        && let Some(text) = documentation(docs)
    {
        push_line(&["COMMENT ON ", kind, " ", name, " IS ", &text, ";"], out);
    }
}
