//! Texts of bindings through every notation and back: those of examples and tests, and generated ones. The live EMF loads
//! their XMI, where it is installed.

use super::{Summary, oracle, root};
use crate::sample::sample;
use crate::sites::{format, save};
use modelwright::bindings::text::may_declare;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../tests/bindings/generator.rs"]
mod generator;

/// The notations of the model, in the order in which a document goes through them.
const MODELS: [&str; 3] = ["xmi", "json", "yaml"];
/// Structured bindings, which cannot express statements outside of declarations.
const STRUCTURED: [&str; 2] = ["bindings-yaml", "bindings-json"];

/// Converts the texts of the repository and `--count` generated ones (10,000 unless given) from `--seed`.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, (1, 10_000))?;
    let work = work.join("bindings");
    if work.exists() {
        fs::remove_dir_all(&work).map_err(|e| e.to_string())?;
    }
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let (mut summary, mut structured) = (Summary::default(), 0_usize);
    let mut check = |name: &str, text: String| {
        let result = round_trip(&text, &work.join(format!("{name}.xmi")));
        structured += usize::from(matches!(result, Ok(true)));
        summary.note(result.is_ok(), || format!("{name}: {}\n{text}", result.err().unwrap_or_default()));
    };
    for path in texts()? {
        let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
        if may_declare(&text) {
            check(&path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('/', "-"), text);
        }
    }
    for number in 0..count {
        let number = seed.wrapping_mul(1 << 32).wrapping_add(number as u64);
        check(&number.to_string(), generator::text(number));
    }
    summary.figure(format!("{structured} texts also went through structured bindings"));
    let mut all = vec![summary.printed("texts through every notation")];
    if shared.join("oracles/emf/emf").is_file() {
        let metamodel = root().join("schemas/bindings.ecore");
        all.push(oracle::documents(shared, &work, &metamodel)?.printed("documents that EMF loads"));
    }
    Ok(all)
}

/// The texts of bindings in examples and tests.
fn texts() -> Result<Vec<PathBuf>, String> {
    let mut directories = vec![root().join("examples"), root().join("tests/bindings/text")];
    let mut found = Vec::new();
    while let Some(directory) = directories.pop() {
        let entries = fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pp") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Converts a text through every notation; the texts at both ends must be the same. Returns whether structured bindings can
/// express it, and writes its XMI.
fn round_trip(text: &str, xmi: &Path) -> Result<bool, String> {
    let canonical = written(&load(text.as_bytes().to_vec(), "pp")?, "pp")?;
    let mut bytes = canonical.clone();
    let mut from = "pp";
    for to in MODELS.into_iter().chain(["pp"]) {
        bytes = written(&load(bytes, from)?, to)?;
        if to == "xmi" {
            fs::write(xmi, &bytes).map_err(|e| e.to_string())?;
        }
        from = to;
    }
    if bytes != canonical {
        return Err(format!("another text after XMI, JSON and YAML:\n{}", String::from_utf8_lossy(&bytes)));
    }
    let loaded = load(canonical.clone(), "pp")?;
    let mut is_structured = true;
    for notation in STRUCTURED {
        let structured = match save(&loaded, format(notation)?) {
            Ok(structured) => structured,
            Err(problem) if problem.contains("a statement outside of bindings and sites") => {
                is_structured = false;
                continue;
            }
            Err(problem) => return Err(problem),
        };
        let read = load(structured.clone(), notation)?;
        if written(&read, notation)? != structured {
            return Err(format!("{notation} is written differently after it was read"));
        }
        let after = written(&read, "pp")?;
        if after != canonical {
            let (structured, after) = (String::from_utf8_lossy(&structured), String::from_utf8_lossy(&after));
            return Err(format!("another text after {notation}:\n{structured}\n{after}"));
        }
    }
    Ok(is_structured)
}

fn load(bytes: Vec<u8>, notation: &str) -> Result<LoadedDocument, String> {
    let reader =
        Registry::standard().reader(notation).ok_or_else(|| format!("there is no reader {notation}"))?;
    let loaded = Workspace::default().load_bytes("text", bytes, "file:/text", reader);
    let loaded = loaded.map_err(|problem| problem.to_string())?;
    if loaded.diagnostics.has_errors() { Err(loaded.diagnostics.to_string()) } else { Ok(loaded) }
}

fn written(loaded: &LoadedDocument, notation: &str) -> Result<Vec<u8>, String> {
    save(loaded, format(notation)?)
}
