//! Converts sites of the corpus to every format and back, and checks them with a JSON Schema validator and
//! EMF.

use super::Summary;
use modelwright::formats::{self, Format, WriteOptions};
use modelwright::workspace::{LoadedDocument, Workspace};
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Converts every site; returns the folder of documents for EMF to check.
pub(crate) fn run(shared: &Path, work: &Path) -> Result<Summary, String> {
    let schema =
        fs::read_to_string(root().join("schemas/bindings.schema.json")).map_err(|e| e.to_string())?;
    let schema = serde_json::from_str(&schema).map_err(|e| e.to_string())?;
    let validator = jsonschema::validator_for(&schema).map_err(|e| e.to_string())?;
    let mut sites: Vec<PathBuf> = fs::read_dir(shared.join("corpus/hiera"))
        .map_err(|e| e.to_string())?
        .flatten()
        .map(|e| e.path())
        .collect();
    sites.sort();
    fs::create_dir_all(work).map_err(|e| e.to_string())?;
    let mut summary = Summary::default();
    for site in sites.iter().filter(|site| site.join("hiera.yaml").is_file()) {
        let name = site.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        match check_site(site, &work.join(&name), &validator) {
            Ok(()) => summary.agreed += 1,
            Err(problem) => summary.differences.push(format!("{name}: {problem}")),
        }
    }
    Ok(summary)
}

fn check_site(site: &Path, base: &Path, validator: &jsonschema::Validator) -> Result<(), String> {
    let workspace = Workspace::default();
    let loaded = workspace.load(&site.join("hiera.yaml"), None).map_err(|p| p.to_string())?;
    let mut first = Vec::new();
    for name in ["xmi", "json", "yaml"] {
        let bytes = save(&loaded, format(name)?)?;
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
        bytes = save(&loaded, format(to)?)?;
        from = to;
    }
    if bytes == first[0] {
        Ok(())
    } else {
        Err("XMI → JSON → YAML → XMI yields other bytes".to_owned())
    }
}

fn format(name: &str) -> Result<&'static Format, String> {
    formats::by_name(name).ok_or_else(|| format!("there is no format {name}"))
}

fn save(loaded: &LoadedDocument, format: &Format) -> Result<Vec<u8>, String> {
    if loaded.diagnostics.has_errors() {
        return Err(loaded.diagnostics.to_string());
    }
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    written.map(|(bytes, _)| bytes).map_err(|problems| problems.to_string())
}
