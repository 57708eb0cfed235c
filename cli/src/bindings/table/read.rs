//! Reads tables of bindings, and compares two of them.
//!
//! Invariant: nodes whose groups get the same answers in both tables have no change, however groups are numbered.

use super::TableFormat;
use super::jsonl::read_lines;
use super::rows::{ANSWERS, COLUMNS, GROUPS, NodeRow};
use crate::report::Report;
use modelwright::bindings::diff::{Change, Side};
use modelwright::files::Files;
use modelwright::hiera::lookup::to_json;
use modelwright::hiera::table::{AnswerNumbers, KeyAnswers, NO_ANSWER, TableAnswer};
use modelwright::store::{Hash, TextKey, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, codes, printable_line};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The groups of nodes, and the answers of keys.
pub(in crate::bindings) struct Table {
    nodes: BTreeMap<String, u32>,
    keys: BTreeMap<String, KeyAnswers>,
}

/// The format of the tables in a directory; `None` if it has none.
pub(in crate::bindings) fn format_in(directory: &Path, files: &dyn Files) -> Option<TableFormat> {
    let formats = [
        #[cfg(feature = "parquet")]
        TableFormat::Parquet,
        TableFormat::Jsonl,
    ];
    let has = |table: &str, format: &TableFormat| files.is_file(&directory.join(format.file_name(table)));
    formats.into_iter().find(|format| has(GROUPS, format) && has(ANSWERS, format))
}

impl Table {
    /// Reads the tables of a directory.
    ///
    /// # Errors
    /// If a file cannot be read, or has a row of another form.
    pub(in crate::bindings) fn read(
        directory: &Path,
        format: TableFormat,
        files: &dyn Files,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut nodes = BTreeMap::new();
        read_rows(directory, GROUPS, format, files, |row| {
            let (node, group): NodeRow = (text(&row, "node")?, number(&row, "group")?);
            nodes.insert(node, group);
            Ok(())
        })?;
        let mut keys: BTreeMap<String, (AnswerNumbers, Vec<u32>)> = BTreeMap::new();
        let last = nodes.values().copied().max().unwrap_or(0);
        read_rows(directory, ANSWERS, format, files, |row| {
            let group = number(&row, "group")?;
            if group > last {
                return Err(format!("no node is in the group {group}"));
            }
            let (numbers, of_group) = keys.entry(text(&row, COLUMNS[0])?).or_default();
            let at = group as usize;
            if of_group.len() <= at {
                of_group.resize(at + 1, NO_ANSWER);
            }
            of_group[at] = numbers.number(Some(answer(&row, format)?));
            Ok(())
        })?;
        let keys = keys.into_iter().map(|(key, (numbers, of_group))| {
            let answers = KeyAnswers { key: key.clone(), answers: numbers.into_answers(), of_group };
            (key, answers)
        });
        Ok(Self { nodes, keys: keys.collect() })
    }

    fn answer(&self, key: &str, group: u32) -> Option<&TableAnswer> {
        let answers = self.keys.get(key)?;
        answers.answers.get(*answers.of_group.get(group as usize)? as usize)
    }
}

/// The nodes that get other values in the second table. Reports nodes that are in one table only.
pub(in crate::bindings) fn compare(before: &Table, after: &Table, report: &mut Report) -> Vec<Change> {
    // Nodes with the same groups have the same changes.
    let mut pairs: BTreeMap<(u32, u32), Vec<&str>> = BTreeMap::new();
    for (node, old) in &before.nodes {
        match after.nodes.get(node) {
            Some(new) => pairs.entry((*old, *new)).or_default().push(node),
            None => report.show_one(only_in("first", node)),
        }
    }
    let added = after.nodes.keys().filter(|node| !before.nodes.contains_key(*node));
    added.for_each(|node| report.show_one(only_in("second", node)));
    let keys: BTreeSet<&String> = before.keys.keys().chain(after.keys.keys()).collect();
    let mut changes = Vec::new();
    for key in keys {
        let mut of_key: BTreeMap<(Side, Side), Vec<&str>> = BTreeMap::new();
        for ((old, new), nodes) in &pairs {
            let (old, new) = (before.answer(key, *old), after.answer(key, *new));
            // The same value in another place is no change.
            if old.map(|answer| &answer.outcome) != new.map(|answer| &answer.outcome) {
                of_key.entry((side(old), side(new))).or_default().extend(nodes);
            }
        }
        changes.extend(of_key.into_iter().map(|((before, after), mut nodes)| {
            nodes.sort_unstable();
            let nodes = nodes.into_iter().map(str::to_owned).collect();
            Change { key: key.clone(), before, after, nodes }
        }));
    }
    changes
}

fn side(answer: Option<&TableAnswer>) -> Side {
    let value = match answer.map(|answer| &answer.outcome) {
        None => "not bound".to_owned(),
        Some(Ok(json)) => json.clone(),
        Some(Err(message)) => format!("problem: {}", printable_line(message)),
    };
    let place = match answer {
        Some(TableAnswer { file, line, .. }) if !file.is_empty() => format!("{}:{line}", printable_line(file)),
        _ => String::new(),
    };
    Side { value, place }
}

fn only_in(table: &str, node: &str) -> Diagnostic {
    let message =
        format!("the node {} is only in the {table} table, so it is not compared", printable_line(node));
    Diagnostic::warning(codes::WRONG_USE, message).help("write both tables with the facts of the same nodes")
}

/// The answer of a row.
fn answer(row: &Hash, format: TableFormat) -> Result<TableAnswer, String> {
    let error = match row.get(&TextKey(COLUMNS[2])) {
        Some(Value::Text(message)) => Some(message.to_string()),
        _ => None,
    };
    let outcome = match error {
        Some(message) => Err(message),
        None => Ok(match (format, row.get(&TextKey(COLUMNS[1]))) {
            (TableFormat::Jsonl, Some(value)) => to_json(value),
            #[cfg(feature = "parquet")]
            (TableFormat::Parquet, Some(Value::Text(json))) => json.to_string(),
            _ => return Err("it has neither a value nor an error".to_owned()),
        }),
    };
    Ok(TableAnswer { outcome, file: text(row, COLUMNS[3])?, line: number(row, COLUMNS[4])? })
}

fn text(row: &Hash, column: &str) -> Result<String, String> {
    let text = row.get(&TextKey(column)).and_then(Value::as_text);
    text.map(str::to_owned).ok_or_else(|| format!("the column {column} is not a text"))
}

fn number(row: &Hash, column: &str) -> Result<u32, String> {
    let number = match row.get(&TextKey(column)) {
        Some(Value::Integer(number)) => u32::try_from(*number).ok(),
        _ => None,
    };
    number.ok_or_else(|| format!("the column {column} is not a number of 32 bits"))
}

fn read_rows(
    directory: &Path,
    table: &str,
    format: TableFormat,
    files: &dyn Files,
    mut each: impl FnMut(Hash) -> Result<(), String>,
) -> Result<(), Box<Diagnostic>> {
    let path = directory.join(format.file_name(table));
    match format {
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => super::parquet_rows::read_rows(&path, files, each),
        TableFormat::Jsonl => read_lines(&path, files, "write the tables again", |value| match value {
            Value::Hash(row) => each(row),
            other => Err(format!("expected an object, found a value of class {}", other.class())),
        }),
    }
}
