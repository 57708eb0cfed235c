//! Hiera sites in a directory, and their models in a format.

use modelwright::formats::{Format, WriteOptions};
use modelwright::generated::bindings::Site;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use modelwright_typed as typed;
use std::fs;
use std::path::{Path, PathBuf};

/// The sites in a directory, in the order of their names.
pub(crate) fn sites(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(directory).map_err(|e| format!("{}: {e}", directory.display()))?.flatten();
    let mut sites: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    sites.retain(|site| site.join("hiera.yaml").is_file());
    sites.sort();
    Ok(sites)
}

/// The format with a name.
pub(crate) fn format(name: &str) -> Result<&'static Format, String> {
    Registry::standard().format(name).ok_or_else(|| format!("there is no format {name}"))
}

/// A document, written in a format.
pub(crate) fn save(loaded: &LoadedDocument, format: &Format) -> Result<Vec<u8>, String> {
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    written.map(|(bytes, _)| bytes).map_err(|problems| problems.to_string())
}

/// The content of a bindings model, after it was written in a format and read again.
pub(crate) fn read_back(
    workspace: &Workspace,
    loaded: &LoadedDocument,
    format: &'static Format,
) -> Result<Vec<Site>, String> {
    let bytes = save(loaded, format)?;
    let read =
        workspace.load_bytes("bindings", bytes, "file:/bindings", format).map_err(|e| e.to_string())?;
    typed::from_model(&read.model, read.document).map_err(|e| e.to_string())
}
