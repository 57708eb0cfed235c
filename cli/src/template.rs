//! `modelwright generate template`: finds a template and those that it includes, and writes what it makes.
//!
//! Invariant: only files in the first template's folder and below are read as templates, whatever a template says.

use super::output;
use super::report::Report;
use super::sources::is_standard;
use modelwright::files::{Disk, Files as _, display_path, read_file, read_ordinary_file};
use modelwright::workspace::Workspace;
use modelwright_codegen::template::Template;
use modelwright_codegen::{Options, Target};
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest text that is taken for a template.
const LARGEST: usize = 4 << 20;

fn limits() -> Limits {
    Limits { document: LARGEST, ..Limits::default() }
}

/// Writes what a template makes of all metamodels together: to a file, into a folder, or to standard output.
///
/// # Errors
/// Where the template or a metamodel cannot be read, or the result not be written.
pub(super) fn run(
    target: &Target,
    (template, models): (&Path, &[PathBuf]),
    out: Option<&Path>,
    report: &mut Report,
) -> Result<(), Box<Diagnostic>> {
    let source =
        decode_text(&display_path(template), read_file(&Disk::new(), template, &limits())?, &limits())?;
    let name = template.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let workspace = Workspace { models: models.to_vec(), ..Workspace::default() };
    let (metamodel, diagnostics) = workspace.given_metamodel();
    report.show(&diagnostics);
    if diagnostics.has_errors() {
        return Ok(());
    }
    let folder = template.parent().unwrap_or(Path::new("")).to_owned();
    let sources = models.iter().filter_map(|path| path.file_name());
    let sources = sources.map(|name| name.to_string_lossy().into_owned()).collect();
    let others = Arc::new(move |name: &str| beside(&folder, name));
    let template = Template { others, sources, ..Template::new(name, source) };
    let options = Options { template: Some(template), ..Options::default() };
    let (files, problems) = (target.generate)(&metamodel, &[], &options);
    report.show(&problems);
    files.iter().try_for_each(|file| match out {
        None => output::write_stdout(file.text.as_bytes()),
        Some(path) if is_standard(path) => output::write_stdout(file.text.as_bytes()),
        Some(path) if Disk::new().is_folder(path) => {
            output::write_file(&path.join(&file.path), file.text.as_bytes())
        }
        Some(path) => output::write_file(path, file.text.as_bytes()),
    })
}

/// The template of a name in a folder or below; nothing where there is none.
fn beside(folder: &Path, name: &str) -> Result<Option<Arc<Source>>, Box<Diagnostic>> {
    let is_plain =
        |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0']);
    if !name.split('/').all(is_plain) {
        let message =
            format!("`{name}` is no name of a template: expected names of files and folders between slashes");
        let help = "name a file in the folder of the first template, or below; no hidden one";
        return Err(Box::new(Diagnostic::error(codes::TEMPLATE_MISSING, message).help(help)));
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let path = name.split('/').fold(folder.to_owned(), |path, part| path.join(part));
    let Ok(real) = Disk::new().canonicalize(&path) else { return Ok(None) };
    if !Disk::new().canonicalize(folder).is_ok_and(|folder| real.starts_with(folder)) {
        let message =
            format!("{} is a link that leads out of the folder of the first template", display_path(&path));
        let help = "copy the file into the folder";
        return Err(Box::new(Diagnostic::error(codes::TEMPLATE_MISSING, message).help(help)));
    }
    let bytes = read_ordinary_file(&Disk::new(), &real, &limits())?;
    decode_text(&display_path(&path), bytes, &limits()).map(Some)
}
