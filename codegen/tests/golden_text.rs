//! Compares generated files with the committed files, byte by byte. `UPDATE_EXPECT=1` rewrites them.
//!
//! This is a separate binary, so that files that no longer compile can be rewritten.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[allow(dead_code, unreachable_pub)]
mod models;
mod site;

use modelwright_codegen::python::{self, Flavour, PythonOptions};
use modelwright_codegen::rust::{self, Dates, Decimals, RustOptions};
use modelwright_codegen::sql::{self, SqlDialect, SqlOptions};
use modelwright_codegen::typescript::{self, TypescriptOptions};
use modelwright_codegen::{GeneratedFile, Request, Script, TARGETS, Target};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use std::fs;
use std::path::PathBuf;

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The request to any target; for `template`, with the shipped template.
fn request<'m>(target: &Target, metamodel: &'m Metamodel) -> Request<'m> {
    let script = target.script.map(|_| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/templates/reference.md.j2");
        let text = fs::read_to_string(path).expect("the shipped template");
        Script::new("reference.md.j2", Source::new("reference.md.j2", text))
    });
    Request { script, ..Request::new(metamodel) }
}

#[test]
fn generated_files_match_committed_files() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut different = Vec::new();
    for (hazard, metamodel) in models::all() {
        let mut problems = String::new();
        for target in TARGETS {
            // Too large to compare; the module `site` checks what it must be.
            if target.name == "docs" {
                continue;
            }
            let (files, diagnostics) = target.generate(&request(target, &metamodel));
            assert!(!files.is_empty(), "{hazard} {}", target.name);
            for diagnostic in &diagnostics {
                problems.push_str(&format!("{}: {diagnostic}\n", target.name));
            }
            if target.name == "java" {
                // A file for each type would be many; the helpers are the same for every metamodel.
                let own = files.iter().filter(|file| !file.path.starts_with("ordinaryjson/"));
                let all = own.map(|file| format!("// File {}\n{}", file.path, file.text));
                let all: Vec<String> = all.collect();
                check(&format!("{hazard}.java"), &all.join("\n"), update, &mut different);
                continue;
            }
            let is_directory = files.len() > 1 && target.name != "rust";
            if target.name == "puppet" {
                // An alias for each file, so that one golden file has them all.
                let all = files.iter().map(|GeneratedFile { path, text }| format!("#### {path}\n{text}\n"));
                check(&format!("{hazard}.puppet"), &all.collect::<String>(), update, &mut different);
                continue;
            }
            for GeneratedFile { path, text } in files {
                let extension = path.split_once('.').map_or("", |(_, extension)| extension);
                let name = match (target.name, path.as_str()) {
                    // The file that the types embed is where they expect it.
                    ("rust", _) if extension != "rs" => path,
                    // These two are the same for every metamodel.
                    ("xsd", "XMI.xsd" | "ecore.xsd") => path,
                    ("python", "ordinary_json.py") => path,
                    _ if is_directory => format!("{hazard}.{path}"),
                    _ => format!("{hazard}.{extension}"),
                };
                check(&name, &text, update, &mut different);
            }
        }
        let rust = RustOptions { handles: true, ..RustOptions::default() };
        let (files, diagnostics) = rust::generate(&metamodel, &[], &rust);
        let known: Vec<&str> = problems.lines().map(|line| line.trim_start_matches("rust: ")).collect();
        let more = diagnostics.iter().map(ToString::to_string).filter(|line| !known.contains(&line.as_str()));
        let more: String = more.map(|line| format!("rust --handles: {line}\n")).collect();
        // The rest is the same as without handles.
        let at = files[0].text.find("/// Handles to").unwrap_or(files[0].text.len());
        check(&format!("{hazard}.handles.rs"), &files[0].text[at..], update, &mut different);
        check(&format!("{hazard}.txt"), &(problems + &more), update, &mut different);
        let crates = [(Dates::Jiff, "jiff"), (Dates::Time, "time")];
        for (dates, name) in crates.into_iter().filter(|_| hazard == "dates") {
            let rust = RustOptions { dates, ..RustOptions::default() };
            let (files, _) = rust::generate(&metamodel, &[], &rust);
            check(&format!("{hazard}.{name}.rs"), &files[0].text, update, &mut different);
        }
        let crates = [(Decimals::RustDecimal, "rust_decimal"), (Decimals::BigDecimal, "bigdecimal")];
        for (decimals, name) in crates.into_iter().filter(|_| hazard == "decimals") {
            let rust = RustOptions { decimals, checked: true, ..RustOptions::default() };
            let (files, _) = rust::generate(&metamodel, &[], &rust);
            check(&format!("{hazard}.{name}.rs"), &files[0].text, update, &mut different);
        }
        let pydantic = PythonOptions { flavour: Flavour::Pydantic, ..PythonOptions::default() };
        for GeneratedFile { path, text } in python::generate(&metamodel, &[], &pydantic).0 {
            check(&format!("{hazard}.pydantic.{path}"), &text, update, &mut different);
        }
        let zod = TypescriptOptions { flavour: typescript::Flavour::Zod, ..TypescriptOptions::default() };
        for GeneratedFile { path, text } in typescript::generate(&metamodel, &[], &zod).0 {
            let name = match path.as_str() {
                // It is the same for every metamodel.
                "ordinary-json.ts" => path,
                _ => format!("{hazard}.zod.{path}"),
            };
            check(&name, &text, update, &mut different);
        }
        let sqlite = SqlOptions { dialect: SqlDialect::Sqlite, ..SqlOptions::default() };
        let (files, diagnostics) = sql::generate(&metamodel, &[], &sqlite);
        check(&format!("{hazard}.sqlite.sql"), &files[0].text, update, &mut different);
        let problems: String = diagnostics.iter().map(|diagnostic| format!("{diagnostic}\n")).collect();
        if !problems.is_empty() {
            check(&format!("{hazard}.sqlite.txt"), &problems, update, &mut different);
        }
        let rust = RustOptions { checked: true, ..RustOptions::default() };
        let (files, _) = rust::generate(&metamodel, &[], &rust);
        if files[0].text.contains("typed::checked!") {
            check(&format!("{hazard}.checked.rs"), &files[0].text, update, &mut different);
        }
        let rust = RustOptions { derives: vec!["schemars::JsonSchema".to_owned()], ..RustOptions::default() };
        let (files, _) = rust::generate(&metamodel, &[], &rust);
        let at = files[0].text.find("typed::json_schemas!").unwrap_or(files[0].text.len());
        check(&format!("{hazard}.schemas.rs"), &files[0].text[at..], update, &mut different);
        for GeneratedFile { path, text } in files.iter().filter(|file| file.path.ends_with(".types.json")) {
            let types: serde_json::Value = serde_json::from_str(text).expect("JSON");
            let is_known = |name: &str| name == "$reference" || types.get(name).is_some();
            let mut referred = text.split("\"$ref\": \"").skip(1).filter_map(|rest| rest.split('"').next());
            assert!(referred.all(is_known), "{path} refers to types only");
            check(path, text, update, &mut different);
        }
    }
    assert!(
        different.is_empty(),
        "differ from the committed files (UPDATE_EXPECT=1 rewrites them): {different:?}"
    );
}

fn check(name: &str, text: &str, update: bool, different: &mut Vec<String>) {
    let path = directory().join(name);
    let committed = fs::read_to_string(&path).unwrap_or_default();
    if committed == text {
        return;
    }
    if update {
        fs::write(&path, text).expect("the golden directory can be written");
    } else {
        different.push(name.to_owned());
    }
}

#[test]
fn generation_is_deterministic() {
    for (hazard, metamodel) in models::all() {
        for target in TARGETS {
            let first = target.generate(&request(target, &metamodel)).0;
            let second = target.generate(&request(target, &metamodel)).0;
            assert!(first == second, "{hazard} {}", target.name);
        }
    }
}
