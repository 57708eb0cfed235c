//! Converts sites of the corpus and texts of bindings to every format and back, and checks them with a JSON Schema
//! validator and EMF.

use super::{Summary, root};
use crate::sites::{format, save, sites};
use modelwright::workspace::{LoadedDocument, Workspace};
use std::fs;
use std::path::{Path, PathBuf};

/// Converts every site; returns the directory of documents for EMF to check.
pub(crate) fn run(shared: &Path, work: &Path) -> Result<Summary, String> {
    let schema =
        fs::read_to_string(root().join("schemas/bindings.schema.json")).map_err(|e| e.to_string())?;
    let schema = serde_json::from_str(&schema).map_err(|e| e.to_string())?;
    let validator = jsonschema::validator_for(&schema).map_err(|e| e.to_string())?;
    fs::create_dir_all(work).map_err(|e| e.to_string())?;
    let mut summary = Summary::default();
    let texts = bindings_texts()?;
    let sites = sites(&shared.join("corpus/hiera"))?;
    for site in sites.iter().map(|site| site.join("hiera.yaml")).chain(texts) {
        let named = if site.extension().is_some_and(|extension| extension == "pp") {
            site.file_stem()
        } else {
            site.parent().and_then(Path::file_name)
        };
        let name = named.map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        match check_site(&site, &work.join(&name), &validator) {
            Ok(()) => summary.agreed += 1,
            Err(problem) => summary.differences.push(format!("{name}: {problem}")),
        }
    }
    Ok(summary)
}

/// The texts of bindings among the tests.
fn bindings_texts() -> Result<Vec<PathBuf>, String> {
    let directory = root().join("tests/bindings/text");
    let entries = fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?.flatten();
    let mut texts: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    texts.retain(|text| text.extension().is_some_and(|extension| extension == "pp"));
    texts.sort();
    Ok(texts)
}

fn check_site(site: &Path, base: &Path, validator: &jsonschema::Validator) -> Result<(), String> {
    let workspace = Workspace::default();
    let loaded = workspace.load(site, None).map_err(|p| p.to_string())?;
    let mut first = Vec::new();
    for name in ["xmi", "json", "yaml"] {
        let bytes = save_valid(&loaded, name)?;
        fs::write(base.with_extension(name), &bytes).map_err(|e| e.to_string())?;
        first.push(bytes);
    }
    let instance: serde_json::Value = serde_json::from_slice(&first[1]).map_err(|e| e.to_string())?;
    if let Some(error) = validator.iter_errors(&instance).next() {
        return Err(format!("the JSON is not valid under the schema: {error} at {}", error.instance_path()));
    }
    let mut bytes = first[0].clone();
    let mut from = "xmi";
    for to in ["json", "yaml", "xmi"] {
        let loaded = workspace
            .load_bytes(&base.to_string_lossy(), bytes, "file:/round-trip", format(from)?)
            .map_err(|p| p.to_string())?;
        bytes = save_valid(&loaded, to)?;
        from = to;
    }
    if bytes == first[0] {
        Ok(())
    } else {
        Err("XMI → JSON → YAML → XMI yields other bytes".to_owned())
    }
}

/// A document without errors, written in a format.
fn save_valid(loaded: &LoadedDocument, name: &str) -> Result<Vec<u8>, String> {
    if loaded.diagnostics.has_errors() {
        return Err(loaded.diagnostics.to_string());
    }
    save(loaded, format(name)?)
}
