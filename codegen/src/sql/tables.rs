//! Tables with their columns and constraints, and the statements that create them.
//!
//! Invariants: names of constraints and indices are unique where databases require it; a foreign key is added after the
//! table that it refers to. This module does not know metamodels.

use super::names::choose;
use super::options::SqlDialect;
use super::text::documentation;
use super::words::{Name, needs_quotes, quoted};
use crate::languages::names::Names;
use crate::languages::texts::{documentation_lines, width};
use std::borrow::Cow;

/// The greatest length of a constraint on one line, without its indentation and the comma that follows.
const MAX_LENGTH: usize = 96;

/// The clause of a constraint that is checked at the end of a transaction.
const DEFERRED: &str = " DEFERRABLE INITIALLY DEFERRED";

/// A table.
#[derive(Debug)]
pub(super) struct Table<'m> {
    pub(super) name: Name,
    pub(super) docs: &'m str,
    /// The columns of keys, which come first.
    pub(super) head: Vec<Column<'m>>,
    pub(super) columns: Vec<Column<'m>>,
    pub(super) rules: Vec<Rule>,
    pub(super) foreign_keys: Vec<ForeignKey>,
}

/// A column.
#[derive(Debug)]
pub(super) struct Column<'m> {
    pub(super) name: Name,
    pub(super) ty: Cow<'static, str>,
    pub(super) is_required: bool,
    /// An expression, or `GENERATED …`.
    pub(super) default: Option<String>,
    pub(super) docs: Cow<'m, str>,
}

/// A constraint of a table.
#[derive(Debug)]
pub(super) enum Rule {
    Primary(Vec<Name>),
    Unique {
        columns: Vec<Name>,
        /// Whether the values are compared only at the end of a transaction, so that two rows can exchange their
        /// positions.
        is_deferred: bool,
    },
    /// A condition for a column with a name.
    Check {
        column: Name,
        condition: String,
    },
}

/// A column whose values are keys of another table.
#[derive(Debug)]
pub(super) struct ForeignKey {
    pub(super) column: Name,
    pub(super) target: usize,
    /// Whether a row is deleted with the row that it refers to.
    pub(super) cascades: bool,
    /// Whether the existence of the other row is checked only at the end of a transaction.
    pub(super) is_deferred: bool,
}

impl<'m> Table<'m> {
    /// A table without columns.
    pub(super) fn new(name: Name, docs: &'m str) -> Self {
        Self {
            name,
            docs,
            head: Vec::new(),
            columns: Vec::new(),
            rules: Vec::new(),
            foreign_keys: Vec::new(),
        }
    }

    /// Adds a constraint for a column.
    pub(super) fn check(&mut self, column: &Name, condition: String) {
        self.rules.push(Rule::Check { column: column.clone(), condition });
    }

    /// Adds the constraint that no two rows have the same values in some columns.
    pub(super) fn unique(&mut self, columns: &[&Name]) {
        let is_deferred = false;
        self.add_unique(columns, is_deferred);
    }

    /// As [`Self::unique`], but checked at the end of a transaction.
    pub(super) fn unique_at_end(&mut self, columns: &[&Name]) {
        let is_deferred = true;
        self.add_unique(columns, is_deferred);
    }

    fn add_unique(&mut self, columns: &[&Name], is_deferred: bool) {
        let columns = columns.iter().copied().cloned().collect();
        self.rules.push(Rule::Unique { columns, is_deferred });
    }

    /// Adds the primary key.
    pub(super) fn primary(&mut self, columns: &[&Name]) {
        self.rules.push(Rule::Primary(columns.iter().copied().cloned().collect()));
    }

    /// Adds a foreign key, which gets an index unless a key of the table begins with its column. `cascades` and
    /// `is_deferred` are those of [`ForeignKey`].
    pub(super) fn refer(&mut self, column: &Name, target: usize, cascades: bool, is_deferred: bool) {
        self.foreign_keys.push(ForeignKey { column: column.clone(), target, cascades, is_deferred });
    }

    /// Whether a key of the table begins with a column, so that it needs no index.
    fn has_key(&self, column: &Name) -> bool {
        self.rules.iter().any(|rule| match rule {
            Rule::Primary(columns) | Rule::Unique { columns, .. } => {
                columns.first().is_some_and(|first| first.as_str() == column.as_str())
            }
            Rule::Check { .. } => false,
        })
    }
}

impl Column<'_> {
    /// A column without a default and documentation.
    pub(super) fn new(name: Name, ty: impl Into<Cow<'static, str>>, is_required: bool) -> Self {
        Self { name, ty: ty.into(), is_required, default: None, docs: Cow::Borrowed("") }
    }
}

/// Prints the statements of tables.
pub(super) struct Printer<'t> {
    pub(super) dialect: SqlDialect,
    /// The name of the key that all tables of objects have.
    pub(super) key: &'t Name,
    pub(super) tables: &'t [Table<'t>],
    /// The names of tables, types, keys and indices.
    pub(super) names: Names,
    pub(super) is_created: Vec<bool>,
    /// The statements that add foreign keys to tables that come later.
    pub(super) later_statements: String,
    pub(super) out: String,
}

impl Printer<'_> {
    /// Prints the statements of a table.
    pub(super) fn table(&mut self, index: usize) {
        self.is_created[index] = true;
        let table = &self.tables[index];
        self.out.push('\n');
        self.comment_lines(table.docs, "");
        self.push_line(&["CREATE TABLE ", table.name.as_str(), " ("]);
        self.entries(table);
        // Without `STRICT`, SQLite would store a value of any type in a column.
        self.push_line(&[if self.dialect == SqlDialect::Sqlite { ") STRICT;" } else { ");" }]);
        self.indices(table);
        self.comments(table);
    }

    /// Prints the columns and constraints of a table.
    fn entries(&mut self, table: &Table<'_>) {
        for column in table.head.iter().chain(&table.columns) {
            self.comment_lines(&column.docs, "    ");
            self.column(column);
        }
        let mut names_of_table = Names::with_capacity(table.rules.len() + table.foreign_keys.len());
        for rule in &table.rules {
            self.rule(table, rule, &mut names_of_table);
        }
        for key in &table.foreign_keys {
            self.foreign_key(table, key, &mut names_of_table);
        }
        // No comma follows the last entry.
        if self.out.ends_with(",\n") {
            self.out.truncate(self.out.len() - ",\n".len());
            self.out.push('\n');
        }
    }

    /// Prints a line of several parts.
    fn push_line(&mut self, parts: &[&str]) {
        parts.iter().for_each(|part| self.out.push_str(part));
        self.out.push('\n');
    }

    /// Prints the definition of a column.
    fn column(&mut self, column: &Column<'_>) {
        let out = &mut self.out;
        out.extend(["    ", column.name.as_str(), " ", &column.ty]);
        if column.is_required {
            out.push_str(" NOT NULL");
        }
        match &column.default {
            // The clause of a generated key replaces the default, and has no word `DEFAULT`.
            Some(default) if default.starts_with("GENERATED") => out.extend([" ", default]),
            Some(default) => out.extend([" DEFAULT ", default]),
            None => {}
        }
        out.push_str(",\n");
    }

    /// Prints a constraint with its name. Names of checks are unique in their table, other names in the schema.
    fn rule(&mut self, table: &Table<'_>, rule: &Rule, names_of_table: &mut Names) {
        let (names, columns, suffix): (_, &[Name], _) = match rule {
            Rule::Primary(_) => (&mut self.names, &[], "pkey"),
            Rule::Unique { columns, .. } => (&mut self.names, columns, "key"),
            Rule::Check { column, .. } => (names_of_table, std::slice::from_ref(column), "check"),
        };
        let name = DerivedName { table: &table.name, columns, suffix };
        // In SQLite, only foreign keys can be deferred.
        let can_defer = self.dialect == SqlDialect::PostgreSql;
        self.out.push_str("    ");
        push_constraint(&name, names, self.dialect, &mut self.out, |out| match rule {
            Rule::Primary(columns) => push_list("PRIMARY KEY", columns, out),
            Rule::Unique { columns, is_deferred } => {
                push_list("UNIQUE", columns, out);
                out.push_str(if *is_deferred && can_defer { DEFERRED } else { "" });
            }
            Rule::Check { condition, .. } => out.extend(["CHECK (", condition, ")"]),
        });
        self.out.push_str(",\n");
    }

    /// Prints a foreign key with its name: in the statement of its table, if the database accepts it there.
    fn foreign_key(&mut self, table: &Table<'_>, key: &ForeignKey, names_of_table: &mut Names) {
        let columns = std::slice::from_ref(&key.column);
        let name = DerivedName { table: &table.name, columns, suffix: "fkey" };
        // SQLite cannot add a constraint to a table, and accepts references to tables that come later.
        let is_entry = self.is_created[key.target] || self.dialect == SqlDialect::Sqlite;
        let out = if is_entry { &mut self.out } else { &mut self.later_statements };
        if is_entry {
            out.push_str("    ");
        } else {
            out.extend(["\nALTER TABLE ", table.name.as_str(), "\n    ADD "]);
        }
        let (target, id) = (self.tables[key.target].name.as_str(), self.key.as_str());
        push_constraint(&name, names_of_table, self.dialect, out, |out| {
            out.extend(["FOREIGN KEY (", key.column.as_str(), ") REFERENCES ", target, " (", id, ")"]);
            out.push_str(if key.cascades { " ON DELETE CASCADE" } else { "" });
            out.push_str(if key.is_deferred { DEFERRED } else { "" });
        });
        out.push_str(if is_entry { ",\n" } else { ";\n" });
    }

    /// Prints the statements of indices.
    fn indices(&mut self, table: &Table<'_>) {
        for column in table.foreign_keys.iter().map(|key| &key.column) {
            if !table.has_key(column) {
                let columns = std::slice::from_ref(column);
                let name = DerivedName { table: &table.name, columns, suffix: "idx" };
                self.out.push_str("CREATE INDEX ");
                name.push(&mut self.names, self.dialect, &mut self.out);
                self.push_line(&[" ON ", table.name.as_str(), " (", column.as_str(), ");"]);
            }
        }
    }

    /// Prints the comments of PostgreSQL on a table and its columns, which are statements.
    fn comments(&mut self, table: &Table<'_>) {
        let name = table.name.as_str();
        self.comment_on("TABLE", &[name], table.docs);
        for column in table.head.iter().chain(&table.columns) {
            self.comment_on("COLUMN", &[name, ".", column.name.as_str()], &column.docs);
        }
    }

    /// Prints the comment of PostgreSQL on the element whose name has these parts, if it has documentation.
    pub(super) fn comment_on(&mut self, kind: &str, name: &[&str], docs: &str) {
        if self.dialect == SqlDialect::PostgreSql
            && let Some(text) = documentation(docs)
        {
            self.out.extend(["COMMENT ON ", kind, " "]);
            self.out.extend(name.iter().copied());
            self.push_line(&[" IS ", &text, ";"]);
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

/// The parts of the name of a constraint or an index.
struct DerivedName<'t> {
    table: &'t Name,
    columns: &'t [Name],
    suffix: &'static str,
}

impl DerivedName<'_> {
    /// Appends the name, or a similar one if it is in `names`, and adds it to these.
    fn push(&self, names: &mut Names, dialect: SqlDialect, out: &mut String) {
        let start = out.len();
        out.push_str(self.table.plain());
        for part in self.columns.iter().map(Name::plain).chain([self.suffix]) {
            out.push('_');
            out.push_str(part);
        }
        let choice = choose(names, &out[start..], || None, |_| false);
        let name = match choice.name {
            Cow::Borrowed(full) if !needs_quotes(full, dialect) => return,
            name => quoted(&name, dialect).into_owned(),
        };
        out.truncate(start);
        out.push_str(&name);
    }
}

/// Appends a constraint with a name, on two lines if it is too long for one.
fn push_constraint(
    name: &DerivedName<'_>,
    names: &mut Names,
    dialect: SqlDialect,
    out: &mut String,
    write: impl FnOnce(&mut String),
) {
    let start = out.len();
    out.push_str("CONSTRAINT ");
    name.push(names, dialect, out);
    let end = out.len();
    out.push(' ');
    write(out);
    // The columns are counted only if there are enough bytes.
    let constraint = &out[start..];
    if constraint.len() > MAX_LENGTH && width(constraint) > MAX_LENGTH {
        // The space before the condition completes the indentation.
        out.insert_str(end, "\n       ");
    }
}

/// Appends a clause with columns in parentheses.
fn push_list(clause: &str, columns: &[Name], out: &mut String) {
    out.push_str(clause);
    for (at, column) in columns.iter().enumerate() {
        out.push_str(if at > 0 { ", " } else { " (" });
        out.push_str(column.as_str());
    }
    out.push(')');
}
