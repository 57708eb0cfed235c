//! Reads the facts of many nodes one after the other, without keeping those that were read.
//!
//! Invariant: a row without the name of a node, or with the name of an earlier row, is an error with its position.

use super::jsonl::read_lines;
use super::parquet;
use crate::bindings::site::nodes_with_facts;
use crate::report::Report;
use modelwright::files::display_path;
use modelwright::hiera::facts::node_of_row;
use modelwright::records::format_of_records;
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use std::collections::BTreeSet;
use std::path::Path;

/// Whether a file is Parquet, by its name.
pub(super) fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

/// Reads nodes from a Parquet file, from JSON lines, or from a file or directory of facts as other commands do. `visit`
/// is called with the name and the facts of each node. `column` is the column that contains the name.
pub(super) fn read_nodes(
    path: &Path,
    column: Option<&str>,
    workspace: &Workspace,
    report: &mut Report,
    mut visit: impl FnMut(String, Value),
) -> Result<(), Diagnostics> {
    let mut known_names = BTreeSet::new();
    let mut add = |name: String, facts: Value| {
        if !known_names.insert(name.clone()) {
            return Err(format!("the node {} occurs more than once", printable_line(&name)));
        }
        visit(name, facts);
        Ok(())
    };
    if is_parquet(path) {
        return parquet::read_rows(path, &*workspace.files, |row| {
            node_of_row(row, column).and_then(|(name, facts)| add(name, facts))
        })
        .map_err(|problem| (*problem).into());
    }
    if format_of_records(&workspace.registry, workspace.registry.reader_by_path(path)).is_some() {
        let help = "write an object with the name and the facts of a node on each line";
        return read_lines(path, &*workspace.files, help, |row| {
            node_of_row(row, column).and_then(|(name, facts)| add(name, facts))
        })
        .map_err(|problem| (*problem).into());
    }
    if column.is_some() {
        let message = format!("{} has no columns, so none contains the names of nodes", display_path(path));
        let help = "leave --node-column out, or specify Parquet or JSON lines with --facts";
        return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
    }
    for (name, facts) in nodes_with_facts(path, workspace, report)? {
        add(name, Value::Hash(facts)).map_err(|message| {
            let message = format!("{}: {message}", display_path(path));
            Diagnostic::error(codes::HIERA_DATA, message).help("list each node only once")
        })?;
    }
    Ok(())
}
