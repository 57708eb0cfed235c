//! Reads the facts of many nodes one after the other, without keeping those that were read.

use crate::bindings::site::nodes;
use crate::bindings::table::jsonl::read_lines;
use modelwright::files::{display_path, error_text};
#[cfg(feature = "parquet")]
use modelwright::files::read_file;
use modelwright::hiera::facts::node_of_row;
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
#[cfg(feature = "parquet")]
use modelwright_metamodel::input::Limits;
use std::io::BufReader;
use std::path::Path;

/// Reads nodes from a Parquet file, from JSON lines, or from whatever other commands accept; `each` gets the name and
/// the variables of each. `column` is the column with the name.
pub(super) fn read_nodes(
    path: &Path,
    column: Option<&str>,
    workspace: &Workspace,
    mut each: impl FnMut(String, Value),
) -> Result<(), Diagnostics> {
    let name = display_path(path);
    let mut row = |row: Hash| node_of_row(row, column).map(|(name, facts)| each(name, facts));
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_file = !workspace.files.is_directory(path);
    match extension.filter(|_| is_file) {
        #[cfg(feature = "parquet")]
        Some("parquet") => {
            let bytes = read_file(&*workspace.files, path, &Limits::default())
                .map_err(|problem| Diagnostics::from(*problem))?;
            super::parquet_facts::read_rows(&name, bytes, row).map_err(|problem| (*problem).into())
        }
        #[cfg(not(feature = "parquet"))]
        Some("parquet") => {
            let message = format!("{name} cannot be read: this program was built without Parquet");
            let help = "write the facts as JSON lines, or build the program with the feature parquet";
            Err(Diagnostic::error(codes::CANNOT_READ, message).help(help).into())
        }
        Some("jsonl" | "ndjson") => {
            let input = workspace.files.open(path).map_err(|error| {
                let message = format!("{name} cannot be read: {}", error_text(&error));
                Diagnostics::from(Diagnostic::error(codes::CANNOT_READ, message).help("specify a file with facts"))
            })?;
            let object = |value: Value| match value {
                Value::Hash(hash) => row(hash),
                other => Err(format!("expected an object, found a value of class {}", other.class())),
            };
            read_lines(&name, BufReader::new(input), object).map_err(|problem| (*problem).into())
        }
        _ => {
            for (name, facts) in nodes(path, workspace)? {
                each(name, Value::Hash(facts));
            }
            Ok(())
        }
    }
}
