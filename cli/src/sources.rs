//! Reads the inputs that the command line names: files, or `-` for standard input.

use super::generated_files::{generate_command, target_for};
use super::{format_options, patterns};
use modelwright::files::{Disk, Files as _, display_path, error_text, read_limited};
use modelwright::formats::{Format, ReadOptions};
use modelwright::workspace::{
    DocumentReader, LoadedDocument, Registry, Workspace, is_manifest, models_below,
};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::input::Limits;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The reader with the name given to `--from`.
pub(super) fn reader_by_name(name: &str) -> Result<DocumentReader, String> {
    Registry::standard()
        .reader(name)
        .ok_or_else(|| format!("expected one of {}", Registry::standard().reader_names()))
}

/// The format with the name given to `--to`.
pub(super) fn format_by_name(name: &str) -> Result<&'static Format, String> {
    Registry::standard()
        .format(name)
        .ok_or_else(|| format!("expected one of {}", Registry::standard().format_names()))
}

/// The format of an output file, by its name; `None` if the name does not determine it.
///
/// # Errors
/// If the format can be read, but not written.
pub(super) fn format_by_path(path: &Path) -> Result<Option<&'static Format>, Box<Diagnostic>> {
    match Registry::standard().reader_by_path(path).map(DocumentReader::name) {
        Some(name) if Registry::standard().format(name).is_none() => {
            let message =
                format!("{} is in the format {name}, which can be read, but not written", display_path(path));
            let help = match target_for(path) {
                Some(target) => generate_command(target, "MODEL"),
                None => format!("choose one of: {}", Registry::standard().names_for_any_model()),
            };
            Err(Box::new(Diagnostic::error(codes::CANNOT_EXPRESS, message).help(help)))
        }
        _ => Ok(Registry::standard().format_by_path(path)),
    }
}

/// The lines about formats that follow a command's help.
pub(super) fn formats_help() -> String {
    let notations = Registry::standard().notations();
    let width = notations.iter().map(|notation| notation.name.len()).max().unwrap_or_default();
    let lines: Vec<String> =
        notations.iter().map(|notation| format!("  {:<width$} {}", notation.name, notation.about)).collect();
    format!("Formats:\n{}", lines.join("\n"))
}

/// Whether a path is `-`, which means standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Fails if standard input is an input more than once, because it can be read only once.
pub(super) fn check_inputs(inputs: &[PathBuf]) -> Result<(), Box<Diagnostic>> {
    if inputs.iter().filter(|path| is_standard(path)).count() <= 1 {
        return Ok(());
    }
    let message = "standard input, `-`, is specified more than once";
    Err(Box::new(
        Diagnostic::error(codes::WRONG_USE, message)
            .help("specify it once, and use files for the other inputs"),
    ))
}

/// The files of a command.
#[derive(Debug, Default)]
pub(super) struct InputFiles {
    pub(super) files: Vec<PathBuf>,
    /// The files in directories of the command line that the command does not read, without the hidden ones.
    pub(super) others: Vec<PathBuf>,
    /// The manifests in directories, if they are read too.
    pub(super) manifests: BTreeSet<PathBuf>,
    /// The problems of finding the files.
    pub(super) problems: Diagnostics,
}

/// The input files. Each pattern is replaced with its matches, and each directory with the models below it, or with the
/// files in the format `from`.
pub(super) fn files(inputs: &[PathBuf], from: Option<DocumentReader>, reading: &ReadOptions) -> InputFiles {
    expand(inputs, &Selection::new(from, reading))
}

/// As [`files`], with the manifests of Puppet in directories.
pub(super) fn files_with_manifests(
    inputs: &[PathBuf],
    from: Option<DocumentReader>,
    reading: &ReadOptions,
) -> InputFiles {
    expand(inputs, &Selection { reads_manifests: from.is_none(), ..Selection::new(from, reading) })
}

/// As [`files`], but of the models in directories only those that `accepts` returns `true` for.
pub(super) fn files_where(
    inputs: &[PathBuf],
    accepts: impl Fn(&Path) -> bool,
) -> (Vec<PathBuf>, Diagnostics) {
    let reading = ReadOptions::default();
    let input_files = expand(inputs, &Selection { accepts: &accepts, ..Selection::new(None, &reading) });
    (input_files.files, input_files.problems)
}

/// Which files of directories are inputs.
struct Selection<'s> {
    /// The format that the user specified.
    from: Option<DocumentReader>,
    reading: &'s ReadOptions,
    /// Whether manifests of Puppet are inputs, too.
    reads_manifests: bool,
    /// Which models are inputs.
    accepts: &'s dyn Fn(&Path) -> bool,
}

impl<'s> Selection<'s> {
    /// All models, and no manifests.
    fn new(from: Option<DocumentReader>, reading: &'s ReadOptions) -> Self {
        Self { from, reading, reads_manifests: false, accepts: &|_| true }
    }
}

impl InputFiles {
    /// Adds the files of a directory.
    fn add_directory(&mut self, directory: &Path, selection: &Selection<'_>) {
        let notation = selection.from.map(DocumentReader::notation);
        let contents =
            models_below(Registry::standard(), &Disk::new(), directory, notation, selection.reading);
        let visible_files = contents.others.into_iter().filter(|path| !is_hidden(path, directory));
        // Manifests are not models, but some commands read and validate them.
        let (manifests, others): (Vec<PathBuf>, Vec<PathBuf>) =
            visible_files.partition(|path| selection.reads_manifests && is_manifest(&Disk::new(), path));
        // A directory with manifests only is not empty for a command that reads them.
        self.problems.extend(contents.nothing.filter(|_| manifests.is_empty()));
        self.files.extend(manifests.iter().cloned());
        self.manifests.extend(manifests);
        self.others.extend(others);
        let accepted: Vec<PathBuf> =
            contents.models.iter().filter(|file| (selection.accepts)(file)).cloned().collect();
        if accepted.is_empty() && !contents.models.is_empty() {
            let message = format!("{} contains no file for this command", display_path(directory));
            let help = "specify the files, or another directory";
            self.problems.push(Diagnostic::error(codes::CANNOT_READ, message).help(help));
        }
        self.files.extend(accepted);
        self.problems.append(contents.problems);
    }
}

/// The files of inputs that may be patterns and directories.
fn expand(inputs: &[PathBuf], selection: &Selection<'_>) -> InputFiles {
    let mut input_files = InputFiles::default();
    let mut add = |input: PathBuf| {
        if Disk::new().is_directory(&input) {
            input_files.add_directory(&input, selection);
        } else {
            input_files.files.push(input);
        }
    };
    let mut unmatched_patterns = Vec::new();
    for input in inputs {
        // Shells expand patterns only outside of quotes, and not on Windows.
        if is_standard(input) || !patterns::is_pattern(input) {
            add(input.clone());
            continue;
        }
        let matches = patterns::matches(input);
        if matches.is_empty() {
            unmatched_patterns.push(input);
        }
        matches.into_iter().for_each(&mut add);
    }
    for input in unmatched_patterns {
        let message = format!("no file matches {}", display_path(input));
        let help = "check the pattern: `*` is any text within a name, `**` any directories";
        input_files.problems.push(Diagnostic::error(codes::CANNOT_READ, message).help(help));
    }
    input_files
}

/// Whether the name of a file below `directory`, or of a directory between them, begins with a dot.
fn is_hidden(path: &Path, directory: &Path) -> bool {
    let relative = path.strip_prefix(directory).unwrap_or(path);
    relative.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'))
}

/// Whether a file is a metamodel, by its name.
pub(super) fn is_metamodel(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ecore" || extension == "pp")
}

/// Loads a file, or standard input for `-`. Fails if an option of the command line applies neither to the format that
/// the content determines nor to `target`.
pub(super) fn load(
    workspace: &Workspace,
    path: &Path,
    reader: Option<DocumentReader>,
    target: Option<&Format>,
) -> Result<LoadedDocument, Diagnostics> {
    let loaded =
        if is_standard(path) { load_standard_input(workspace, reader) } else { workspace.load(path, reader) };
    let loaded = loaded.map_err(|problem| Diagnostics::from(*problem))?;
    if reader.or_else(|| Registry::standard().reader_by_path(path)).is_none() {
        let problems = format_options::check_content(&workspace.reading.values, loaded.format, target);
        if problems.has_errors() {
            return Err(problems);
        }
    }
    Ok(loaded)
}

/// Loads a document from standard input; the reader may be determined from its content.
fn load_standard_input(
    workspace: &Workspace,
    reader: Option<DocumentReader>,
) -> Result<LoadedDocument, Box<Diagnostic>> {
    let bytes = standard_input(&workspace.reading.limits)?;
    let name = "<stdin>";
    let reader = reader
        .or_else(|| Registry::standard().reader_by_content(&bytes))
        .ok_or_else(|| Box::new(Registry::standard().unknown("standard input", &bytes)))?;
    // Relative references of the document start from the current directory.
    workspace.load_bytes(name, bytes, &workspace.files.uri(Path::new("stdin")), reader)
}

/// Reads all of standard input, up to the limit.
pub(super) fn standard_input(limits: &Limits) -> Result<Vec<u8>, Box<Diagnostic>> {
    let unknown_length = 0;
    read_limited(std::io::stdin().lock(), limits.document as u64, unknown_length).map_err(|e| {
        let message = format!("standard input cannot be read: {}", error_text(&e));
        Box::new(Diagnostic::error(codes::CANNOT_READ, message).help("specify a file instead of `-`"))
    })
}
