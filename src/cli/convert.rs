//! `modelwright convert`: from one notation to another.

use super::report::Report;
use super::sources::{self, format_named, formats_help};
use super::{Lookup, Outcome, output};
use crate::formats::{self, Format, WriteOptions, Written};
use crate::workspace::{Loaded, Workspace, path_uri};
use clap::Args;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, codes};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright convert hiera.yaml -o bindings.xmi
  modelwright convert books.xmi --model library.ecore --to json
  modelwright convert a.xmi b.xmi --to yaml -o out/
  cat library.ecore | modelwright convert - --from ecore --to pp";

/// Convert models and metamodels between notations
///
/// The notations are found from the files' names and content. A `hiera.yaml` is read with all its data
/// and becomes a bindings model. Nothing is written where the input has errors.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Convert {
    /// The files to convert; `-` is standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    /// The file to write, or a folder if there are several inputs; `-` is standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    #[arg(long, value_name = "FORMAT", value_parser = format_named, help = "The notation of the input", long_help = formats_help("input"))]
    from: Option<&'static dyn Format>,

    #[arg(long, value_name = "FORMAT", value_parser = format_named, help = "The notation of the output", long_help = formats_help("output"))]
    to: Option<&'static dyn Format>,

    #[command(flatten)]
    lookup: Lookup,

    /// The encoding of the output, where the notation has a choice
    #[arg(long, value_name = "NAME", value_parser = encoding_named)]
    encoding: Option<String>,

    /// Make it an error if anything is lost, and write nothing
    #[arg(long)]
    strict: bool,
}

fn encoding_named(name: &str) -> Result<String, String> {
    modelwright_metamodel::model::Encoding::from_name(name)
        .map(|_| name.to_owned())
        .ok_or_else(|| "expected one of UTF-8, UTF-16, ASCII, ISO-8859-1".to_owned())
}

impl Convert {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        let standard_output = self.output == Path::new("-");
        let into_folder = self.output.is_dir() || self.output.to_string_lossy().ends_with('/');
        let Some(target) = self.to.or_else(|| formats::by_path(&self.output)) else {
            report.show_one(if standard_output || into_folder {
                wrong_use(
                    "the notation of the output is not known",
                    "name it with --to, or name a file with -o",
                )
            } else {
                formats::unknown(&self.output.display().to_string())
            });
            return Outcome::Usage;
        };
        if self.inputs.len() > 1 && !into_folder {
            let message = format!("several inputs cannot all be written to {}", self.output.display());
            report.show_one(wrong_use(&message, "name an existing folder, ending with a slash"));
            return Outcome::Usage;
        }
        if let Some((first, second)) = self.same_name(target) {
            let message =
                format!("{} and {} would be written to one file", first.display(), second.display());
            report.show_one(wrong_use(&message, "convert them one by one, or rename one"));
            return Outcome::Usage;
        }
        let workspace = self.lookup.workspace();
        let mut outcome = Outcome::Fine;
        for input in &self.inputs {
            let place = match (standard_output, into_folder) {
                (true, _) => None,
                (false, true) => Some(self.output.join(with_extension(input, target))),
                (false, false) => Some(self.output.clone()),
            };
            if let Err(problems) = self.one(&workspace, input, target, place.as_deref(), report) {
                report.show(&problems);
                outcome = outcome.max(Outcome::Problems);
            }
        }
        outcome
    }

    /// Two inputs whose outputs would have the same name.
    fn same_name(&self, target: &dyn Format) -> Option<(&Path, &Path)> {
        let mut seen: Vec<(PathBuf, &Path)> = Vec::new();
        for input in &self.inputs {
            let name = with_extension(input, target);
            if let Some((_, first)) = seen.iter().find(|(taken, _)| *taken == name) {
                return Some((first, input));
            }
            seen.push((name, input));
        }
        None
    }

    fn one(
        &self,
        workspace: &Workspace,
        input: &Path,
        target: &'static dyn Format,
        place: Option<&Path>,
        report: &mut Report,
    ) -> Result<(), Diagnostics> {
        let one = |problem: Diagnostic| {
            let mut problems = Diagnostics::new();
            problems.push(problem);
            problems
        };
        let loaded = sources::load(workspace, input, self.from).map_err(|problem| one(*problem))?;
        let Loaded { model, document, diagnostics, .. } = loaded;
        let diagnostics = if self.strict { losses_as_errors(diagnostics) } else { diagnostics };
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        report.show(&diagnostics);
        let base = place.map_or_else(|| model.document(document).uri.clone(), path_uri);
        let options = WriteOptions { encoding: self.encoding.clone(), base: Some(base) };
        let Written { bytes, losses } = target.write(&model, document, &options)?;
        let losses = if self.strict { losses_as_errors(losses) } else { losses };
        if losses.has_errors() {
            return Err(losses);
        }
        report.show(&losses);
        match place {
            Some(path) => output::write_file(path, &bytes).map_err(|problem| one(*problem)),
            None => output::write_stdout(&bytes).map_err(|problem| one(*problem)),
        }
    }
}

/// The codes that say that something is not in the output.
const LOSSES: &[Code] = &[codes::LOSS, codes::UNKNOWN_DATA_TYPE, codes::HIERA_BACKEND, codes::HIERA_DATA];

fn wrong_use(message: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_USE, message).help(help)
}

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

/// The name of an output in a folder: the input's, with the target's extension.
fn with_extension(input: &Path, target: &dyn Format) -> PathBuf {
    let name = if input == Path::new("-") { Path::new("stdin") } else { input };
    let stem = name.file_stem().map_or_else(|| "model".into(), std::ffi::OsStr::to_os_string);
    let mut file = PathBuf::from(stem);
    file.set_extension(target.extensions().first().copied().unwrap_or(target.name()));
    file
}
