//! Compares the verdicts of rows as JSON texts and as columns, for metamodels of the corpus and of the repository.
//!
//! The rows of a metamodel are of the class with the most valid documents; one in a hundred is changed at one place. A row
//! that columns cannot express, because a text is where a number belongs, is counted and not compared.

mod documents;

use super::corpus;
use super::random::Random;
use super::schemas::{json, words};
use super::{Summary, sample::sample};
use arrow_array::cast::AsArray as _;
use arrow_array::types::Int64Type;
use arrow_array::{RecordBatch, StringArray};
use documents::Documents;
use modelwright::workspace::Workspace;
use modelwright_codegen::json_schema::Dialect;
use modelwright_metamodel::ecore::{ClassId, Metamodel};
use modelwright_table::columns::{Columns, Depth};
use modelwright_table::text::Notation;
use modelwright_table::violations::{Limits, Violations};
use modelwright_table::{Batch, RowType, Rows, convert};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// The sample that is compared without options: the seed, and the rows of each metamodel.
const SAMPLE: (u64, usize) = (1, 1_000);

/// The number of metamodels, and how many of them are of the corpus.
const METAMODELS: [usize; 2] = [20, 12];

/// The directories of metamodels of the repository.
const DIRECTORIES: [&str; 3] =
    ["../codegen/tests/models", "../crates/language/models", "../examples/library"];

/// The rows of a batch.
const BATCH: usize = 10_000;

/// No violation of a row is left out: which ones come first depends on the order of its keys.
fn limits() -> Limits {
    Limits { row: usize::MAX, partition: usize::MAX, ..Limits::default() }
}

/// Compares `count` rows of each metamodel.
pub(crate) fn run(shared: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, SAMPLE)?;
    let mut summaries = Vec::new();
    for (at, (name, metamodel)) in metamodels(shared)?.into_iter().enumerate() {
        let random = &mut Random::new(seed, at);
        if summaries.len() == METAMODELS[0] {
            break;
        }
        let Some(columns) = columns(&metamodel, random) else { continue };
        let class = &metamodel[columns.rows().class()].name;
        summaries.push(compare(&columns, count, random)?.printed(&format!("{name}: {class}")));
    }
    Ok(summaries)
}

/// Metamodels by name: those of instances of the corpus, and those with which generators are tested.
fn metamodels(shared: &Path) -> Result<Vec<(String, Arc<Metamodel>)>, String> {
    let mut found: Vec<(String, Arc<Metamodel>)> = Vec::new();
    let mut add = |name: String, workspace: &Workspace, most: Option<usize>| {
        let (metamodel, problems) = workspace.given_metamodel();
        let has_own = metamodel.classes().any(|(_, class)| !metamodel.is_built_in(class.package));
        if !problems.has_errors() && has_own && most.is_none_or(|most| found.len() < most) {
            found.push((name, metamodel));
        }
    };
    let mut seen = BTreeSet::new();
    for entry in corpus::listed(&shared.join("corpus"), "instances")? {
        if !entry.metamodels.is_empty() && seen.insert(entry.metamodels.clone()) {
            add(entry.metamodels.join(", "), &entry.workspace(), Some(METAMODELS[1]));
        }
    }
    let mut paths = Vec::new();
    for directory in DIRECTORIES {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
        let entries = std::fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
        let mut found: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        found.sort();
        paths.append(&mut found);
    }
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "pp")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let workspace = Workspace { models: vec![path.clone()], ..Workspace::default() };
        add(name, &workspace, None);
    }
    Ok(found)
}

/// The columns of the class with the most valid documents, and among these with the longest ones.
fn columns(metamodel: &Arc<Metamodel>, random: &mut Random) -> Option<Columns> {
    let own = metamodel.classes().filter(|(_, class)| {
        !metamodel.is_built_in(class.package) && !class.is_abstract && !class.is_interface
    });
    let tries = own.filter_map(|(id, class)| {
        let rows = RowType::new(Arc::clone(metamodel), &class.name).ok()?;
        let texts: Vec<String> = (0..50).map(|_| document(metamodel, id, random)).collect();
        let bytes: usize = texts.iter().map(String::len).sum();
        let faulty = faulty_rows(&rows, texts)?;
        Some(((50 - faulty) * bytes as u64, rows))
    });
    let (_, rows) = tries.max_by_key(|(score, _)| *score)?;
    let depth = Depth { levels: 6, fields: 1_000, ..Depth::default() };
    Some(Columns::new(rows, depth))
}

fn faulty_rows(rows: &RowType, texts: Vec<String>) -> Option<u64> {
    let texts = StringArray::from(texts);
    let mut violations = Violations::new(limits());
    Batch::texts(rows, Notation::Json, &texts).ok()?.check(&Rows::counted("rows", 0), &mut violations);
    Some(violations.counts().faulty_rows)
}

fn document(metamodel: &Metamodel, class: ClassId, random: &mut Random) -> String {
    Documents::new(metamodel, random).document(class).to_string()
}

/// Compares rows of one class.
fn compare(columns: &Columns, count: usize, random: &mut Random) -> Result<Summary, String> {
    let (rows, mut summary) = (columns.rows(), Summary::default());
    let words = words(rows.metamodel());
    let (mut faulty, mut unexpressed) = (0, 0);
    for start in (0..count).step_by(BATCH) {
        let texts: Vec<String> = (start..count.min(start + BATCH))
            .map(|_| {
                let document = Documents::new(rows.metamodel(), random).document(rows.class());
                if random.one_in(100) {
                    json::mutant(&document, Dialect::Plain, &words, random).to_string()
                } else {
                    document.to_string()
                }
            })
            .collect();
        let column = StringArray::from_iter_values(&texts);
        let places = Rows::counted("rows", 0);
        let failed = |problem: Box<_>| format!("{problem}");
        let batch = Batch::texts(rows, Notation::Json, &column).map_err(failed)?;
        let mut of_texts = Violations::new(limits());
        batch.check(&places, &mut of_texts);
        faulty += of_texts.counts().faulty_rows;
        let mut losses = Violations::new(limits());
        let converted = convert::to_columns(&batch, columns, &places, &mut losses).map_err(failed)?;
        let mut of_columns = Violations::new(limits());
        columns.check(&converted, &places, &mut of_columns).map_err(failed)?;
        let (of_texts, of_columns) = (by_row(&mut of_texts)?, by_row(&mut of_columns)?);
        let lost = by_row(&mut losses)?;
        for (row, text) in (0..).zip(&texts) {
            if lost.contains_key(&row) {
                unexpressed += 1;
                continue;
            }
            let (as_text, as_columns) = (of_texts.get(&row), of_columns.get(&row));
            summary.note(as_text == as_columns, || format!("{text}: {as_text:?}, as columns {as_columns:?}"));
        }
    }
    summary.notes.push(format!("{faulty} rows with problems, {unexpressed} that columns do not express"));
    Ok(summary)
}

/// The violations of each row without their positions, which only texts have.
fn by_row(violations: &mut Violations) -> Result<BTreeMap<i64, Vec<String>>, String> {
    let batch: RecordBatch = violations.finish().map_err(|e| e.to_string())?;
    let text = |name: &str| batch.column_by_name(name).map(|column| column.as_string::<i32>());
    let (code, severity, path, message) = (text("code"), text("severity"), text("path"), text("message"));
    let rows = batch.column_by_name("row").map(|column| column.as_primitive::<Int64Type>().values());
    let mut found: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (at, row) in rows.into_iter().flatten().enumerate() {
        let parts = [code, severity, path, message].map(|column| column.map(|column| column.value(at)));
        found.entry(*row).or_default().push(format!("{parts:?}"));
    }
    // Texts have an order of features of their own, and columns that of the schema.
    found.values_mut().for_each(|problems| problems.sort());
    Ok(found)
}
