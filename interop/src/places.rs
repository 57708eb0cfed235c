//! Every value of converted data files, with its line and column, and the same of Psych's own tree.
//!
//! The files are those of the corpus, of this repository's tests, and the documents of the table of Psych. They are
//! converted, written as JSON and read again, so the positions are those of the model.

use super::{Summary, root, ruby};
use crate::sites::{format, read_back, sites};
use modelwright::generated::bindings::RubyKind;
use modelwright::hiera::lookup::Hierarchy;
use modelwright::store::{Data, DataValue, NodeIndex};
use modelwright::workspace::Workspace;
use serde_json::{Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf};

const SCRIPT: &str = include_str!("places.rb");

/// Compares all sites.
pub(crate) fn run(shared: &Path, work: &Path) -> Result<Vec<Summary>, String> {
    let documents = work.join("places");
    write_documents(&shared.join("oracles/psych/documents.jsonl"), &documents)?;
    let mut summaries = Vec::new();
    for (what, directory) in [
        ("corpus", shared.join("corpus/hiera")),
        ("tests/hiera", root().join("tests/hiera")),
        ("tests/lookups", root().join("tests/lookups")),
        ("documents of Psych's table", documents),
    ] {
        summaries.push(compare(&directory)?.printed(what));
    }
    Ok(summaries)
}

/// Writes each document of a table as a data file of one site.
fn write_documents(table: &Path, directory: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let data = directory.join("site/data");
    let _ = fs::remove_dir_all(directory);
    fs::create_dir_all(&data).map_err(failed)?;
    fs::write(directory.join("site/hiera.yaml"), ":hierarchy: '%{file}'\n:yaml:\n  :datadir: data\n")
        .map_err(failed)?;
    for (number, line) in fs::read_to_string(table).map_err(failed)?.lines().enumerate() {
        let case: Json = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let text = case["yaml"].as_str().unwrap_or_default();
        fs::write(data.join(format!("{}.yaml", number + 1)), text).map_err(failed)?;
    }
    Ok(())
}

fn compare(directory: &Path) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let (mut files, mut values) = (0, 0);
    for site in sites(directory)? {
        let Some(model) = model(&site)? else { continue };
        let yaml = |name: &str| Path::new(name).extension().is_some_and(|e| e != "json");
        let listed: Vec<_> = model.files().filter(|file| yaml(model.relative_name(*file))).collect();
        let paths: Vec<PathBuf> = listed.iter().map(|file| site.join(model.relative_name(*file))).collect();
        for ((file, path), theirs) in listed.into_iter().zip(&paths).zip(ask_ruby(&paths)?) {
            files += 1;
            let agrees = match (&theirs, model.data(file)) {
                (Json::String(_), Err(_)) => true,
                (Json::Null, Ok(data)) => data.is_empty(),
                (Json::Array(root), ours) if root.get(2) != Some(&"Hash".into()) => {
                    ours.map_or(true, Data::is_empty)
                }
                (Json::Array(root), Ok(data)) => {
                    let entries = data.entries().flat_map(|entry| [entry.key, entry.value]);
                    let ours: Vec<Json> = entries.map(|node| described(data, node)).collect();
                    let theirs = root.get(3).and_then(Json::as_array).cloned().unwrap_or_default();
                    let name = path.display().to_string();
                    values += lists(&ours, &theirs, &name, &mut summary.differences);
                    continue;
                }
                _ => false,
            };
            summary.note(agrees, || {
                let ours = model.data(file).map(|data| data.len());
                format!("{}: Psych has {theirs:.200}, we have {ours:?} entries", path.display())
            });
        }
    }
    summary.agreed += values;
    summary.figure(format!("{files} files, {values} equal values with their positions"));
    Ok(summary)
}

/// The content of the model of a site; nothing if Hiera does not start with it.
fn model(site: &Path) -> Result<Option<Hierarchy>, String> {
    let workspace = Workspace::default();
    let loaded = workspace.load(&site.join("hiera.yaml"), None).map_err(|problem| problem.to_string())?;
    let sites = read_back(&workspace, &loaded, format("json")?)?;
    Ok(Hierarchy::from_bindings(&sites, None, "bindings").ok())
}

fn ask_ruby(paths: &[PathBuf]) -> Result<Vec<Json>, String> {
    let list: String = paths.iter().map(|path| format!("{}\n", path.display())).collect();
    let text = ruby::answer(SCRIPT, list.into_bytes())?;
    let lines: Result<Vec<Json>, _> = serde_json::Deserializer::from_slice(&text).into_iter().collect();
    let lines = lines.map_err(|error| error.to_string())?;
    if lines.len() == paths.len() {
        Ok(lines)
    } else {
        Err(format!("Ruby has {} results for {} files", lines.len(), paths.len()))
    }
}

/// A value as the script describes it: `[line, column, class, content]`.
fn described(data: &Data, node: NodeIndex) -> Json {
    let place = data.place(node);
    let (class, content) = match data.value(node) {
        DataValue::Nil => ("Nil", json!("")),
        DataValue::Bool(value) => ("Bool", json!(value.to_string())),
        DataValue::Integer(value) => ("Integer", json!(value.to_string())),
        DataValue::BigInteger(digits) => ("Integer", json!(digits)),
        DataValue::Float(value) => ("Float", json!(format!("{:016x}", value.to_bits()))),
        DataValue::Text(text) => ("String", json!(text)),
        DataValue::Ruby(RubyKind::Bytes | RubyKind::Symbol, text) => ("Ruby", json!(text)),
        // The text of the others is compared by `cargo interop psych`.
        DataValue::Ruby(..) => ("Ruby", Json::Null),
        DataValue::Array(items) => ("Array", items.iter().map(|item| described(data, *item)).collect()),
        DataValue::Hash(pairs) => {
            let parts = pairs.iter().flat_map(|(key, value)| [key, value]);
            ("Hash", parts.map(|node| described(data, node)).collect())
        }
    };
    json!([place.line, place.column, class, content])
}

/// The number of equal values of two lists; adds a difference for every other one.
fn lists(ours: &[Json], theirs: &[Json], file: &str, differences: &mut Vec<String>) -> usize {
    if ours.len() != theirs.len() {
        differences.push(format!("{file}: {} values, in Psych {}", ours.len(), theirs.len()));
        return 0;
    }
    ours.iter().zip(theirs).map(|(ours, theirs)| equal(ours, theirs, file, differences)).sum()
}

fn equal(ours: &Json, theirs: &Json, file: &str, differences: &mut Vec<String>) -> usize {
    let (our_parts, their_parts) = (ours[3].as_array(), theirs[3].as_array());
    let is_same_head = (0..3).all(|at| ours[at] == theirs[at]);
    match (our_parts, their_parts) {
        // What a tag makes of a collection is compared by `cargo interop psych`.
        _ if theirs[2] == "Tagged" && ours[0] == theirs[0] && ours[1] == theirs[1] => 1,
        (Some(our_parts), Some(their_parts)) if is_same_head => {
            1 + lists(our_parts, their_parts, file, differences)
        }
        (None, None) if ours == theirs => 1,
        _ => {
            differences.push(format!("{file}\n  ours  {ours:.200}\n  Psych {theirs:.200}"));
            0
        }
    }
}
