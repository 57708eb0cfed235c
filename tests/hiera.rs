//! Small Hiera sites, each named after what is difficult in it, with the bindings expected beside them.
//!
//! `bindings.json` is what a site becomes, `problems` what is told on the way, if anything. With
//! `UPDATE_EXPECT=1` they are written instead of compared.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright::formats::{self, WriteOptions};
use modelwright::workspace::{LoadedDocument, Workspace};
use std::fs;
use std::path::{Path, PathBuf};

fn written(loaded: &LoadedDocument, format: &str) -> Vec<u8> {
    let format = formats::by_name(format).expect("a format");
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    written.expect("bindings can be written in every notation").0
}

#[test]
fn sites_become_the_expected_bindings() {
    // Problems name files relative to the package's folder, where tests run.
    let entries = fs::read_dir("tests/hiera").expect("the folder of sites").flatten();
    let mut sites: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    sites.sort();
    assert!(sites.len() >= 15, "only {} sites", sites.len());
    let failures: Vec<String> = sites.iter().filter_map(|site| one(site).err()).collect();
    assert!(failures.is_empty(), "{} sites:\n{}", failures.len(), failures.join("\n"));
}

fn one(site: &Path) -> Result<(), String> {
    let workspace = Workspace::default();
    let loaded = workspace.load(&site.join("hiera.yaml"), None).expect("a configuration that can be read");
    let json = written(&loaded, "json");
    let problems: String = loaded.diagnostics.iter().map(|problem| format!("{problem}\n")).collect();
    let findings = workspace.validate(&loaded);
    assert!(findings.iter().next().is_none(), "{}: {findings:?}", site.display());
    let mut bytes = json.clone();
    for (from, to) in [("json", "xmi"), ("xmi", "yaml"), ("yaml", "json")] {
        let format = formats::by_name(from).expect("a format");
        let loaded =
            workspace.load_bytes("round-trip", bytes, "file:/round-trip", format).expect("its own output");
        bytes = written(&loaded, to);
    }
    let again = String::from_utf8_lossy(&bytes).replace("  \"$encoding\": \"ASCII\",\n", "");
    assert_eq!(again, String::from_utf8_lossy(&json), "{}: every notation says the same", site.display());
    expect(&site.join("bindings.json"), &json)?;
    expect(&site.join("problems"), problems.as_bytes())
}

fn expect(path: &Path, actual: &[u8]) -> Result<(), String> {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        if actual.is_empty() {
            let _ = fs::remove_file(path);
        } else {
            fs::write(path, actual).expect("an expectation that can be written");
        }
        return Ok(());
    }
    let expected = fs::read(path).unwrap_or_default();
    if expected == actual {
        return Ok(());
    }
    let (expected, actual) = (String::from_utf8_lossy(&expected), String::from_utf8_lossy(actual));
    Err(format!("{}\n--- expected\n{expected}\n--- actual\n{actual}", path.display()))
}
