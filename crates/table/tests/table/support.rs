//! Cases in directories, and violations as lines.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch, StringArray};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_table::columns::Columns;
use modelwright_table::text::Notation;
use modelwright_table::violations::{Limits, Violations};
use modelwright_table::{Batch, RowType, Rows, convert};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A directory with a metamodel, a class and rows.
pub(crate) struct Case {
    directory: PathBuf,
}

impl Case {
    pub(crate) fn new(directory: &str) -> Self {
        Self { directory: Path::new(env!("CARGO_MANIFEST_DIR")).join(directory) }
    }

    pub(crate) fn all(directory: &str) -> Vec<Self> {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
        let entries = std::fs::read_dir(directory).expect("the cases").flatten();
        let mut all: Vec<Self> = entries.map(|entry| Self { directory: entry.path() }).collect();
        all.sort_by(|one, other| one.directory.cmp(&other.directory));
        all
    }

    pub(crate) fn name(&self) -> String {
        self.directory.file_name().expect("a name").to_string_lossy().into_owned()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.directory.join(name)).unwrap_or_default()
    }

    pub(crate) fn row_type(&self) -> RowType {
        row_type(&self.read("model.pp"), self.read("class").trim())
    }

    pub(crate) fn rows(&self) -> Vec<String> {
        self.read("rows.jsonl").lines().map(str::to_owned).collect()
    }

    /// Compares a result with the file that contains the expected one.
    pub(crate) fn expect(&self, name: &str, actual: &str) {
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(self.directory.join(name), actual).expect("a writable directory");
        }
        assert_eq!(actual, self.read(name), "{}/{name}", self.name());
    }
}

/// The rows of a class of a metamodel in the type language, with its logic.
pub(crate) fn row_type(model: &str, class: &str) -> RowType {
    RowType::new(metamodel(model), class).expect("a class")
}

pub(crate) fn metamodel(model: &str) -> Arc<Metamodel> {
    let (metamodel, problems) = language::load(&[Source::new("model.pp", model)]);
    assert!(!problems.has_errors(), "{problems}");
    Arc::new(metamodel.expect("a metamodel"))
}

pub(crate) fn new_violations() -> Violations {
    Violations::new(Limits::default())
}

/// The violations as lines `ROW.ORDINAL LINE:COLUMN SEVERITY CODE PATH: MESSAGE`.
pub(crate) fn lines(violations: &mut Violations) -> Vec<String> {
    shown(&violations.finish().expect("a batch"))
}

pub(crate) fn shown(batch: &RecordBatch) -> Vec<String> {
    let text = |name: &str, at: usize| {
        let column = batch.column_by_name(name).expect("a column").as_string::<i32>();
        column.is_valid(at).then(|| column.value(at).to_owned())
    };
    let number = |name: &str, at: usize| {
        let column = batch.column_by_name(name).expect("a column").as_primitive::<Int32Type>();
        column.is_valid(at).then(|| column.value(at).to_string())
    };
    let line = |at: usize| {
        let row = batch.column_by_name("row").expect("a column").as_primitive::<Int64Type>().value(at);
        let ordinal = number("ordinal", at).unwrap_or_default();
        let place = number("line", at).zip(number("column", at));
        let place = place.map_or_else(|| "-".to_owned(), |(line, column)| format!("{line}:{column}"));
        let [severity, code, message] =
            ["severity", "code", "message"].map(|name| text(name, at).unwrap_or_default());
        let path = text("path", at).unwrap_or_else(|| "-".to_owned());
        format!("{row}.{ordinal} {place} {severity} {code} {path}: {message}")
    };
    (0..batch.num_rows()).map(line).collect()
}

/// The violations of rows as texts, and those of their conversion to columns.
pub(crate) struct Compared {
    pub(crate) texts: Vec<String>,
    pub(crate) losses: Vec<String>,
}

/// Checks rows of JSON text as texts and, if they can be converted, as columns: the violations must be the same.
pub(crate) fn compare(name: &str, columns: &Columns, texts: &[String]) -> Compared {
    let rows = columns.rows();
    let column = StringArray::from_iter_values(texts);
    let batch = Batch::texts(rows, Notation::Json, &column).expect("texts");
    let places = Rows::counted("rows", 1);
    let mut of_texts = new_violations();
    batch.check(&places, &mut of_texts);
    let of_texts = lines(&mut of_texts);

    let mut losses = new_violations();
    let converted = convert::to_columns(&batch, columns, &places, &mut losses).expect("columns");
    let losses = lines(&mut losses);
    let mut of_columns = new_violations();
    columns.check(&converted, &places, &mut of_columns).expect("columns of the schema");
    let of_columns = lines(&mut of_columns);
    for (row, text) in (1..).zip(texts) {
        let is_of_row = |line: &&String| line.starts_with(&format!("{row}."));
        if losses.iter().any(|line| is_of_row(&line)) {
            continue;
        }
        let own = |all: &[String]| all.iter().filter(is_of_row).cloned().collect::<Vec<_>>();
        let (texts, columns) = (without_positions(&own(&of_texts)), own(&of_columns));
        assert_eq!(columns, texts, "{name}: row {row} as columns: {text}");
    }
    Compared { texts: of_texts, losses }
}

/// The lines as they are if there is no text.
pub(crate) fn without_positions(lines: &[String]) -> Vec<String> {
    let without = |line: &String| {
        let mut parts = line.splitn(3, ' ');
        let (number, _, rest) = (parts.next(), parts.next(), parts.next());
        format!("{} - {}", number.unwrap_or_default(), rest.unwrap_or_default())
    };
    lines.iter().map(without).collect()
}
