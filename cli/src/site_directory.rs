//! `modelwright convert hiera.yaml -o DIR/`: writes a Hiera tree as the directory of a site, in the type language.

use super::hiera::check_empty_directory;
use super::report::Report;
use super::{Outcome, output};
use modelwright::bindings::site_files;
use modelwright::files::{Disk, read_source};
use modelwright::generated::bindings::Site;
use modelwright::workspace::DocumentReader;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_typed as typed;
use std::path::Path;

/// Converts a configuration. If it or its data contain errors, nothing is written, unless `is_lax` is set.
pub(super) fn convert(
    input: &Path,
    reader: DocumentReader,
    directory: &Path,
    is_lax: bool,
    workspace: &Workspace,
    report: &mut Report,
) -> Result<Outcome, Diagnostics> {
    check_empty_directory(&Disk::new(), directory)?;
    let loaded = workspace.load(input, Some(reader)).map_err(|problem| Diagnostics::from(*problem))?;
    report.show(&loaded.diagnostics);
    if loaded.diagnostics.has_errors() && !is_lax {
        return Ok(Outcome::Problems);
    }
    // The site is searched like the tree, so each data file becomes a file of bindings (Decision 30).
    let sites: Vec<Site> = typed::from_model(&loaded.model, loaded.document)?;
    let input_directory = input.parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    for site in sites {
        let (converted_files, warnings) = site_files::files(site, &|file: &str| {
            let source =
                read_source(&*workspace.files, &input_directory.join(file), &workspace.reading.limits);
            source.ok().map(|source| source.text().to_owned())
        })?;
        report.show(&warnings);
        files.extend(converted_files);
    }
    let new_files = files.iter().map(|file| (file.path.as_path(), file.text.as_bytes()));
    output::write_all(directory, new_files).map_err(|problem| Diagnostics::from(*problem))?;
    Ok(Outcome::Done)
}
