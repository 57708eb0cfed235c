//! `modelwright convert`: converts documents from one format to another.
//!
//! Invariant: errors in the command line are reported before anything is read or written.

mod outputs;

use super::Outcome;
use super::clap_flags::Flags;
use super::format_options::{self, WriteFlags};
use super::generated_files::{generate_command, target_for};
use super::jobs::Jobs;
use super::logic::{self, Logic};
use super::metamodel_flags::MetamodelFlags;
use super::output::{FinishedOutput, NewDirectories, Output};
use super::parts::Parts;
use super::read_files::ReadFiles;
use super::report::Report;
use super::site_directory;
use super::sources::{self, format_by_name, format_by_path, is_standard, reader_by_name};
use clap::Args;
use modelwright::files::{Disk, Files, display_path};
use modelwright::formats::{Format, WriteOptions};
use modelwright::workspace::{DocumentReader, LoadedDocument, Registry, Workspace};
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::model::{DocumentId, Model, uri};
use modelwright_metamodel::output::WriteError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright convert hiera.yaml -o bindings.xmi
  modelwright convert hiera.yaml -o site/                              a site in texts, one for each data file
  modelwright convert books.xmi --model library.ecore --to json
  modelwright convert a.xmi b.xmi --to yaml -o out/
  cat library.ecore | modelwright convert - --from ecore --to pp";

/// Convert models and metamodels between formats
///
/// The format of each file is determined from its name and content. A `hiera.yaml` is read together with its data, and
/// becomes a bindings model, which can be written as XMI, JSON, YAML or text (pp), or with `-o DIR/` as the directory
/// of a site in texts. For other inputs, ecore and pp are for metamodels, and manifest is for syntax. If the input has
/// errors, nothing is written.
#[derive(Debug, Args)]
#[command(after_help = format!("{}\n\n{EXAMPLES}", sources::formats_help()))]
pub(super) struct Convert {
    /// The files and directories to convert; `-` is standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    /// The file to write, or a directory if there are several inputs; `-` is standard output
    ///
    /// A path that ends with a slash is a directory, which is created if it does not exist.
    /// A file is replaced when the new one is complete. The target of a link is replaced, not the link; devices and
    /// pipes are written to directly.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    /// The format of the input
    #[arg(long, value_name = "FORMAT", value_parser = reader_by_name)]
    from: Option<DocumentReader>,

    /// The format of the output
    #[arg(long, value_name = "FORMAT", value_parser = format_by_name)]
    to: Option<&'static Format>,

    // These flags precede those for reading, which omit an alias that an earlier flag already uses as its name: here
    // `--root`.
    #[command(flatten)]
    parts: Parts,

    #[command(flatten)]
    metamodels: MetamodelFlags,

    #[command(flatten)]
    flags: Flags<WriteFlags>,

    /// Convert what could be read of a document with errors; the errors are still reported
    #[arg(long, conflicts_with = "strict")]
    lax: bool,

    /// Report every loss as an error, and write nothing
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    jobs: Jobs,
}

impl Convert {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        self.convert_all(report).unwrap_or_else(|problems| {
            report.show(&problems);
            Outcome::Done
        })
    }

    /// Converts all inputs. Problems of one input are shown, and only prevent the output of this input.
    ///
    /// # Errors
    ///
    /// The problems that prevent every output.
    fn convert_all(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let input_files = sources::files(&self.inputs, self.from, &self.metamodels.reading());
        report.show(&input_files.problems);
        let inputs = input_files.files;
        // This case is handled before `plan`, which would look for the format of an output file.
        if let Some((input, reader)) = self.tree_for_directory(&inputs) {
            let workspace = self.metamodels.workspace().map_err(|problem| Diagnostics::from(*problem))?;
            return site_directory::convert(input, reader, &self.output, self.lax, &workspace, report);
        }
        let (target, paths, mut workspace) = self.plan(&inputs)?;
        // When dropped, removes the directories again if nothing is in them.
        let _directories = self.create_directory().map_err(|problem| Diagnostics::from(*problem))?;
        // The text need not stay in memory beside the model that is read from it, and may be large.
        workspace.drops_text = !target.points_at_source;
        // Without this, a second thread reads the second half of a large file (Decision 23).
        workspace.reading.one_thread = self.jobs.is_one();
        let mut outcome = Outcome::Done;
        let files: Vec<(&PathBuf, Option<PathBuf>)> = inputs.iter().zip(paths).collect();
        let address = |path: &Path| workspace.files.uri(path);
        let addresses =
            files.iter().filter_map(|(input, output)| Some((address(input), address(output.as_ref()?))));
        let outputs: BTreeMap<String, String> = addresses.collect();
        let convert = |(input, path): &(&PathBuf, Option<PathBuf>)| {
            let place = OutputPlace { path: path.as_deref(), outputs: &outputs };
            self.convert_with_places(&workspace, input, target, place)
        };
        // An output in a directory of inputs may be read for later inputs, so the inputs are converted sequentially.
        let jobs = if self.writes_beside_inputs(&inputs) { Jobs::sequential() } else { self.jobs };
        jobs.hiding_progress(report.is_quiet()).run(&files, convert, |(reported_problems, outputs)| {
            if let Err(problems) = self.commit(&reported_problems, outputs, report) {
                report.show(&problems);
                outcome = outcome.max(Outcome::Problems);
            }
        });
        Ok(outcome)
    }

    /// Shows what was reported for one input, and renames its outputs to their targets.
    ///
    /// # Errors
    ///
    /// The problems that prevent the outputs and are not shown yet; there may be none.
    fn commit(
        &self,
        reported_problems: &[Diagnostics],
        outputs: Result<Vec<FinishedOutput>, Diagnostics>,
        report: &mut Report,
    ) -> Result<(), Diagnostics> {
        reported_problems.iter().for_each(|diagnostics| report.show(diagnostics));
        let outputs = outputs?;
        // Warnings that are errors in this run prevent the output, as other errors do.
        if !self.lax && reported_problems.iter().any(|problems| report.has_error_among(problems)) {
            return Err(Diagnostics::new());
        }
        outputs.into_iter().try_for_each(FinishedOutput::commit).map_err(|problem| (*problem).into())
    }

    /// The Hiera configuration to convert to the directory of a site, with its reader. `None` if it is not the only
    /// input, or if the output is another format than text.
    fn tree_for_directory<'i>(&self, inputs: &'i [PathBuf]) -> Option<(&'i Path, DocumentReader)> {
        let [input] = inputs else { return None };
        let is_text = self.to.is_none_or(|target| target.name() == "pp");
        let reader = self.from.or_else(|| Registry::standard().reader_by_file(&Disk::new(), input))?;
        let is_tree = reader.name() == "hiera" && !is_standard(input);
        (is_text && is_tree && self.writes_into_directory()).then_some((input, reader))
    }

    /// The format and the paths of the output, and the workspace; or the errors of the command line.
    fn plan(
        &self,
        inputs: &[PathBuf],
    ) -> Result<(&'static Format, Vec<Option<PathBuf>>, Workspace), Diagnostics> {
        let target = self.target(inputs).map_err(|problem| Diagnostics::from(*problem))?;
        let mut problems = format_options::check_output(target, &self.flags.values);
        let paths = inputs.iter().map(PathBuf::as_path);
        problems.append(format_options::check_inputs(
            &self.metamodels.read.values,
            paths,
            self.from,
            Some(target),
        ));
        if problems.has_errors() {
            return Err(problems);
        }
        let paths = self.output_paths(inputs, target).map_err(|problem| Diagnostics::from(*problem))?;
        let workspace = self.metamodels.workspace().map_err(|problem| Diagnostics::from(*problem))?;
        Ok((target, paths, workspace))
    }

    /// Whether the output is a directory: it exists, or its path ends with a slash.
    fn writes_into_directory(&self) -> bool {
        !is_standard(&self.output)
            && (Disk::new().is_directory(&self.output)
                // The text is examined, because a `Path` ignores a separator at its end.
                || self.output.to_string_lossy().ends_with(std::path::is_separator))
    }

    /// Creates the output directory, if the output is one.
    fn create_directory(&self) -> Result<NewDirectories, Box<Diagnostic>> {
        if self.writes_into_directory() {
            NewDirectories::for_output(&self.output)
        } else {
            Ok(NewDirectories::default())
        }
    }

    /// The format to write.
    fn target(&self, inputs: &[PathBuf]) -> Result<&'static Format, Box<Diagnostic>> {
        let target = match self.to {
            Some(format) => Some(format),
            None => format_by_path(&self.output)?,
        };
        target.ok_or_else(|| {
            let output =
                if is_standard(&self.output) { "standard output".into() } else { display_path(&self.output) };
            let message = format!("{output} does not determine the output format");
            let help = match (target_for(&self.output), inputs.split_last()) {
                (Some(target), files) => {
                    let model = files.map_or_else(|| "MODEL".into(), |(last, _)| display_path(last));
                    generate_command(target, &model)
                }
                // As for `cp`, the last of several paths may be meant as the output.
                (None, Some((last, [_, ..]))) if is_standard(&self.output) && !Disk::new().is_file(last) => {
                    format!("specify the output with -o {}", display_path(last))
                }
                _ => format!("specify the format with --to, one of: {}", self.possible_targets(inputs)),
            };
            Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help))
        })
    }

    /// The names of the formats in which all inputs can be written, judging by the names of the inputs.
    fn possible_targets(&self, inputs: &[PathBuf]) -> String {
        if inputs.iter().any(|input| self.is_imported(input)) {
            Registry::standard().names_for_any_model()
        } else {
            Registry::standard().format_names()
        }
    }

    /// Whether an input is read by an importer, as far as its name shows.
    fn is_imported(&self, input: &Path) -> bool {
        let reader = self.from.or_else(|| Registry::standard().reader_by_path(input));
        reader.is_some_and(|reader| Registry::standard().format(reader.name()).is_none())
    }

    /// Converts one document. If a problem needs a position in the text, which was dropped, converts it again with its
    /// text. Returns what to report, and the outputs.
    fn convert_with_places(
        &self,
        workspace: &Workspace,
        input: &Path,
        target: &'static Format,
        place: OutputPlace<'_>,
    ) -> (Vec<Diagnostics>, Result<Vec<FinishedOutput>, Diagnostics>) {
        let mut reported_problems = Vec::new();
        let outputs = self.convert(workspace, input, target, place, &mut reported_problems);
        match outputs {
            // The value that cannot be written is shown in the text, so the document is read again.
            Err(problems) if workspace.drops_text && lacks_position(&problems) && !is_standard(input) => {
                let workspace = Workspace { drops_text: false, ..workspace.clone() };
                // The problems of the first attempt are dropped: the second attempt finds them again, with their text.
                let mut reported_problems = Vec::new();
                let outputs = self.convert(&workspace, input, target, place, &mut reported_problems);
                (reported_problems, outputs)
            }
            outputs => (reported_problems, outputs),
        }
    }

    /// Writes one document in the target format to temporary outputs: one for the document, and one for its logic if
    /// the user wants it in a separate document. Adds the problems to report to `reported_problems`.
    ///
    /// # Errors
    ///
    /// The problems that prevent the outputs.
    fn convert(
        &self,
        workspace: &Workspace,
        input: &Path,
        target: &'static Format,
        OutputPlace { path, outputs }: OutputPlace<'_>,
        reported_problems: &mut Vec<Diagnostics>,
    ) -> Result<Vec<FinishedOutput>, Diagnostics> {
        // Records the files that are read, because the output must not replace them.
        let files = Arc::new(ReadFiles::new(Arc::clone(&workspace.files)));
        let recording_workspace =
            Workspace { files: Arc::clone(&files) as Arc<dyn Files>, ..workspace.clone() };
        let loaded = sources::load(&recording_workspace, input, self.from, Some(target))?;
        let LoadedDocument { mut model, mut document, diagnostics, format } = loaded;
        // An importer also reads other files than the document, such as the data of a `hiera.yaml`. The output does
        // not contain all that is in them, so it must not replace any.
        if let (None, Some(path)) = (Registry::standard().format(format), path) {
            files.check_output(path).map_err(|problem| Diagnostics::from(*problem))?;
        }
        if workspace.drops_text {
            model.document_mut(document).source = None;
        }
        // `--lax` only applies to errors in the document: later errors always prevent the output.
        if self.lax {
            reported_problems.push(self.with_severity(diagnostics));
        } else {
            self.report(diagnostics, reported_problems)?;
        }
        let (joined_document, join_problems) = logic::join(&mut model, document, self.parts.logic, target)?;
        document = joined_document;
        self.report(join_problems, reported_problems)?;
        let part_problems = self.parts.apply(&mut model, document)?;
        self.report(part_problems, reported_problems)?;
        // This precedes all writing, because writers compute references from the addresses of documents.
        refer_to_outputs(&mut model, document, outputs);
        if let Some(path) = path.filter(|_| target.is_type_source) {
            move_to(&mut model, document, workspace.files.uri(path));
        }
        let mut separate_logic = None;
        if let (Some(Logic::Separate), Some(types)) = (self.parts.logic, path) {
            let logic_path = logic::path_beside(types, target);
            let (logic, logic_document, problems) = logic::separate(&mut model, document, types, &logic_path);
            self.report(problems, reported_problems)?;
            separate_logic = Some((logic, logic_document, logic_path));
        }
        let mut outputs = vec![self.write(workspace, &model, document, target, path, reported_problems)?];
        if let Some((logic, logic_document, path)) = &separate_logic {
            // The logic is an instance, but the format of the output may accept metamodels only.
            let target = Registry::standard().format_by_path(path).unwrap_or(target);
            outputs.push(self.write(
                workspace,
                logic,
                *logic_document,
                target,
                Some(path),
                reported_problems,
            )?);
        }
        Ok(outputs)
    }

    /// Adds problems to `reported_problems`, or returns them as an error if they prevent the output.
    fn report(
        &self,
        problems: Diagnostics,
        reported_problems: &mut Vec<Diagnostics>,
    ) -> Result<(), Diagnostics> {
        let problems = self.with_severity(problems);
        if problems.has_errors() {
            return Err(problems);
        }
        reported_problems.push(problems);
        Ok(())
    }

    /// Problems, of which losses are errors if the conversion is strict.
    fn with_severity(&self, problems: Diagnostics) -> Diagnostics {
        if self.strict { losses_as_errors(problems) } else { problems }
    }

    /// Writes a document in a format to a temporary output, before it is renamed to its target.
    fn write(
        &self,
        workspace: &Workspace,
        model: &Model,
        document: DocumentId,
        target: &'static Format,
        path: Option<&Path>,
        reported_problems: &mut Vec<Diagnostics>,
    ) -> Result<FinishedOutput, Diagnostics> {
        let base =
            path.map_or_else(|| model.document(document).uri.clone(), |path| workspace.files.uri(path));
        let values = format_options::write_options_of(target, &workspace.reading.values, &self.flags.values);
        let options = WriteOptions { base: Some(base), values };
        let mut output = Output::begin(path).map_err(|problem| Diagnostics::from(*problem))?;
        let mut losses = match target.write(model, document, &options, output.sink()) {
            Ok(losses) => losses,
            Err(WriteError::Model(problems)) => return Err(problems),
            Err(WriteError::Sink(error)) => return Err(Diagnostics::from(*output.write_error(&error))),
        };
        losses.extend(target.unknown_content(model));
        self.report(losses, reported_problems)?;
        output.finish().map_err(|problem| Diagnostics::from(*problem))
    }
}

/// Where a document is written.
#[derive(Clone, Copy)]
struct OutputPlace<'a> {
    /// `None` is standard output.
    path: Option<&'a Path>,
    /// The addresses of all outputs, by the addresses of their inputs.
    outputs: &'a BTreeMap<String, String>,
}

/// Sets the addresses of a model's other documents to the addresses that the same run writes them to, so that
/// references refer to the outputs.
fn refer_to_outputs(model: &mut Model, document: DocumentId, outputs: &BTreeMap<String, String>) {
    let others = model.documents().filter(|(id, _)| *id != document);
    // The addresses are collected first, because the loop changes the model.
    let new_addresses = others.filter_map(|(id, other)| Some((id, outputs.get(&other.uri)?.clone())));
    for (id, uri) in new_addresses.collect::<Vec<_>>() {
        model.document_mut(id).uri = uri;
    }
}

/// Sets the address of a document to that of its output, for formats that write addresses relative to the document.
fn move_to(model: &mut Model, document: DocumentId, address: String) {
    let current_address = &model.document(document).uri;
    // If an unresolved reference points into this document, changing the document's address would turn it into a
    // reference to the input file.
    let refers_to_itself =
        model.proxies().any(|(_, target)| uri::split_fragment(target).0 == current_address);
    if !refers_to_itself {
        model.document_mut(document).uri = address;
    }
}

/// The codes of problems that report a loss.
const LOSSES: &[Code] = &[codes::LOSS, codes::UNKNOWN_DATA_TYPE, codes::HIERA_BACKEND, codes::HIERA_DATA];

/// Every loss as an error, for `--strict`.
fn losses_as_errors(diagnostics: Diagnostics) -> Diagnostics {
    let mut strict = Diagnostics::new();
    for mut diagnostic in diagnostics {
        if LOSSES.contains(&diagnostic.code) {
            diagnostic.severity = Severity::Error;
        }
        strict.push(diagnostic);
    }
    strict
}

/// Whether a problem about a value that cannot be written has no position.
fn lacks_position(problems: &Diagnostics) -> bool {
    problems.iter().any(|problem| problem.code == codes::CANNOT_EXPRESS && problem.labels.is_empty())
}
