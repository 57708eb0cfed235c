//! `modelwright validate`: checks models and metamodels.

use super::bounds::{self, Bounds};
use super::fix;
use super::jobs::Jobs;
use super::metamodel_flags::MetamodelFlags;
use super::records;
use super::report::{ProblemFormat, Report, ResultFlags};
use super::schemas;
use super::sources::{self, InputFiles, reader_by_name};
use super::trace;
use super::{Outcome, output};
use clap::Args;
use modelwright::corrections::{Corrections, Findings, correct};
use modelwright::files::{Disk, Files as _, display_path};
use modelwright::formats::Format;
use modelwright::records::format_of_records;
use modelwright::workspace::{DocumentReader, LinkedDocuments, LoadedDocument, Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostics, codes};
use modelwright_schema_validator::Schema;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright validate library.ecore
  modelwright validate books.xmi --model library.ecore --format json
  modelwright validate models/
  modelwright validate orders.jsonl --model orders.pp --root Order --jobs 4
  modelwright validate types.pp --fix                       correct what has one correction
  modelwright validate books.json --model library.ecore --schema library.schema.json";

/// Check models and metamodels
///
/// Reports every problem of every file on standard output. For a directory, every model and metamodel below it is
/// checked, in order of path, and the directory is also searched for metamodels.
#[derive(Debug, Args)]
#[command(after_help = format!("{}\n\n{EXAMPLES}", sources::formats_help()))]
pub(super) struct Validate {
    /// The files and directories to check; `-` is standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    /// The format of the files
    #[arg(long, value_name = "FORMAT", value_parser = reader_by_name)]
    from: Option<DocumentReader>,

    /// A schema that documents must also match: a JSON Schema for JSON and YAML, an XML Schema for XMI, in a file of
    /// any name; may be repeated
    #[arg(long = "schema", value_name = "FILE")]
    schemas: Vec<PathBuf>,

    #[command(flatten)]
    metamodels: MetamodelFlags,

    #[command(flatten)]
    results: ResultFlags,

    /// Correct the problems that have exactly one correction, in all files or none, and show the others
    #[arg(long)]
    fix: bool,

    #[command(flatten)]
    jobs: Jobs,
}

/// The files that are checked.
#[derive(Clone, Copy)]
struct Inputs<'i> {
    files: &'i [PathBuf],
    /// The files that are manifests in directories.
    manifests: &'i BTreeSet<PathBuf>,
}

impl Validate {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        let InputFiles { files: inputs, others, manifests, problems: search_problems } =
            sources::files_with_manifests(&self.inputs, self.from, &self.metamodels.reading());
        // Even a short schema can take unlimited time and memory, so the check runs in a process with limits.
        if !self.schemas.is_empty()
            && let Some(outcome) = bounds::run_bounded(report, &Bounds::schemas(size(&inputs)))
        {
            return outcome;
        }
        if let Err(problems) = report.expect_result(&self.results, &Disk::new()) {
            report.show(&problems);
            return Outcome::Done;
        }
        let (schemas, mut workspace) = match self.prepare(&inputs) {
            Ok(prepared) => prepared,
            Err(problems) => {
                report.show(&problems);
                return Outcome::Done;
            }
        };
        for schema in &schemas {
            report.show_result(&schema.notes());
        }
        report.show_result(&search_problems);
        // The inputs are also searched for metamodels and types.
        let searched_inputs = self
            .inputs
            .iter()
            .filter(|input| Disk::new().is_directory(input) || sources::is_metamodel(input));
        workspace.paths.extend(searched_inputs.cloned());
        report.show_result(&unusable_models(&workspace, &inputs));
        // Problems are corrected before the check, so that only the remaining ones are shown.
        if self.fix
            && let Err(problems) = self.correct(&workspace, &inputs, &schemas, report)
        {
            report.show(&problems);
            return Outcome::Done;
        }
        let files = Inputs { files: &inputs, manifests: &manifests };
        self.check(&workspace, files, &schemas, report.is_quiet(), |problems| {
            report.show_result(&problems);
        });
        report.show_number_of_hidden();
        if report.format() == ProblemFormat::Human && !report.is_quiet() {
            write_summary(report, inputs.len(), &others);
        }
        Outcome::Done
    }

    /// Checks the inputs, and calls `show` with the problems of each, in the order of the inputs.
    fn check(
        &self,
        workspace: &Workspace,
        inputs: Inputs<'_>,
        schemas: &[Box<dyn Schema>],
        hides_progress: bool,
        mut show: impl FnMut(Diagnostics),
    ) {
        let add_schema_findings = |loaded: &LoadedDocument, mut findings: Diagnostics| {
            findings.append(schemas::check(schemas, loaded));
            findings
        };
        let add_reading_problems = |loaded: &LoadedDocument, findings: Diagnostics| {
            let mut problems = schemas::problems_of_reading(workspace, schemas, loaded);
            problems.append(findings);
            problems
        };
        let linked_documents = LinkedDocuments::new(workspace, self.linked(inputs), |loaded, findings| {
            add_reading_problems(loaded, add_schema_findings(loaded, findings))
        });
        // Schemas check the text; without schemas, it need not stay in memory beside the model.
        let without_text = Workspace { drops_text: schemas.is_empty(), ..workspace.clone() };
        let target = None;
        let load = |input: &PathBuf| {
            without_text.with_text_for_problems(|workspace| {
                let loaded = sources::load(workspace, input, self.reader(inputs, input), target)?;
                let findings = add_schema_findings(&loaded, workspace.validate(&loaded));
                Ok((loaded, findings))
            })
        };
        let check = |input: &PathBuf| {
            if let Some(problems) = linked_documents.visit(input) {
                return problems;
            }
            match load(input) {
                Ok((loaded, findings)) => add_reading_problems(&loaded, findings),
                Err(problems) => problems,
            }
        };
        let jobs = self.jobs.hiding_progress(hides_progress);
        let format_of_records_in = |input: &PathBuf| {
            let reader = self.reader(inputs, input);
            let reader = reader.or_else(|| Registry::standard().reader_by_path(input));
            format_of_records(Registry::standard(), reader)
        };
        let is_document = |input: &PathBuf| format_of_records_in(input).is_none();
        // Documents in a row are checked in parallel; a file of records is a group of its own.
        for group in inputs.files.chunk_by(|file, next| is_document(file) && is_document(next)) {
            match format_of_records_in(&group[0]) {
                // Such a file may be larger than the memory, so its records are checked while it is read.
                Some(format) => {
                    records::check(&without_text, (&group[0], format), schemas, jobs, &mut show);
                }
                None => jobs.run(group, check, &mut show),
            }
        }
    }

    /// The reader that is requested for an input, or known; `None` if the input's name and content determine it.
    fn reader(&self, inputs: Inputs<'_>, input: &Path) -> Option<DocumentReader> {
        if inputs.manifests.contains(input) { Registry::standard().reader("manifest") } else { self.from }
    }

    /// Corrects problems in the inputs, and writes the corrected files.
    fn correct(
        &self,
        workspace: &Workspace,
        inputs: &[PathBuf],
        schemas: &[Box<dyn Schema>],
        report: &mut Report,
    ) -> Result<(), Diagnostics> {
        // Standard input can be read only once, and not written. The positions of corrections in records are in their
        // lines, not in the file.
        let files: Vec<PathBuf> = inputs
            .iter()
            .filter(|input| {
                let reader = self.from.or_else(|| Registry::standard().reader_by_path(input));
                !sources::is_standard(input) && format_of_records(Registry::standard(), reader).is_none()
            })
            .cloned()
            .collect();
        let paths: BTreeMap<String, PathBuf> =
            files.iter().map(|path| (display_path(path), path.clone())).collect();
        let limits = &workspace.reading.limits;
        let corrected = correct(&workspace.files, limits, Corrections::KeepingMeaning, |corrected_files| {
            let workspace = Workspace { files: corrected_files, ..workspace.clone() };
            let mut problems = Diagnostics::new();
            let files = Inputs { files: &files, manifests: &BTreeSet::new() };
            let hides_progress = true;
            self.check(&workspace, files, schemas, hides_progress, |found_problems| {
                problems.append(found_problems);
            });
            Some(Findings { problems, paths: paths.clone() })
        });
        corrected.map_or(Ok(()), |corrected| fix::write(corrected, report).map(|_| ()))
    }

    /// The inputs that may refer to each other, with their formats; importers read all files that belong to their
    /// input.
    fn linked<'i>(
        &'i self,
        inputs: Inputs<'i>,
    ) -> impl Iterator<Item = (PathBuf, &'static Format)> + use<'i> {
        // A single file has no other input to refer to. Standard input is excluded, because it cannot be read again for
        // documents that refer to it.
        let files =
            inputs.files.iter().filter(move |input| inputs.files.len() > 1 && !sources::is_standard(input));
        files.filter_map(move |input| {
            let reader = self
                .reader(inputs, input)
                .or_else(|| Registry::standard().reader_by_file(&Disk::new(), input))?;
            match reader {
                // Records are documents of their own.
                DocumentReader::Format(Format { records: Some(_), .. }) => None,
                DocumentReader::Format(format) => Some((input.clone(), format)),
                // Of importers, only type sources refer to other inputs: they may use each other's types.
                DocumentReader::Importer(importer) => {
                    let format = Registry::standard().format(importer.notation().name)?;
                    format.is_type_source.then(|| (input.clone(), format))
                }
            }
        })
    }

    /// The schemas and the workspace, unless the command line is invalid.
    fn prepare(&self, inputs: &[PathBuf]) -> Result<(Vec<Box<dyn Schema>>, Workspace), Diagnostics> {
        sources::check_inputs(&self.inputs).map_err(|problem| Diagnostics::from(*problem))?;
        // The command line is checked before schemas are read, so that no file is read if it is invalid.
        let (paths, target) = (inputs.iter().map(PathBuf::as_path), None);
        let mut workspace = self.metamodels.workspace_for(paths, self.from, target)?;
        // Without this, a second thread reads the second half of a large file (Decision 23).
        workspace.reading.one_thread = self.jobs.is_one();
        let schemas =
            schemas::load(&workspace, &self.schemas).map_err(|problem| Diagnostics::from(*problem))?;
        Ok((schemas, workspace))
    }
}

/// Writes the numbers of files and problems; `others` are the files in directories that are not models.
fn write_summary(report: &mut Report, file_count: usize, others: &[PathBuf]) {
    let files = if file_count == 1 { "1 file" } else { &format!("{file_count} files") };
    let problems = report.summary().unwrap_or_else(|| "no problems".to_owned());
    others.iter().for_each(|path| trace::report_skipped(&display_path(path)));
    let others = match others.len() {
        0 => "",
        1 => " (1 other file is not a model)",
        count => &format!(" ({count} other files are not models)"),
    };
    if let Err(problem) = output::write_text(&format!("{files}: {problems}{others}\n")) {
        report.show_one(*problem);
    }
}

/// The problems of files that are specified as metamodels but contain none, if no input is read with them. The user may
/// have interchanged them with the inputs.
fn unusable_models(workspace: &Workspace, inputs: &[PathBuf]) -> Diagnostics {
    if workspace.models.is_empty() || !inputs.iter().all(|input| sources::is_metamodel(input)) {
        return Diagnostics::new();
    }
    let (_, problems) = workspace.given_metamodel();
    let mut unusable = Diagnostics::new();
    unusable.extend(problems.iter().filter(|problem| problem.code == codes::NOT_A_METAMODEL).cloned());
    unusable
}

/// The total size of the files in bytes; 0 for inputs without a length.
fn size(inputs: &[PathBuf]) -> u64 {
    inputs.iter().filter_map(|input| Disk::new().metadata(input).ok()).map(|metadata| metadata.len).sum()
}
