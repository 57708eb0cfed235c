//! Generates files from the shipped declarations, or compares them with the committed files.
//!
//! `crates/*/src/**/generated/*` and `schemas/*` come from `crates/language/models/*.pp`; they are committed, and the
//! continuous build fails if they differ. The table of [`modelwright_language::models`] lists the targets of each
//! declaration, and the directory of its Rust types. `docs/pictures/` has the pictures of pages. The files that
//! `modelwright new rust` writes are copies of an example, because a package cannot have files outside of its directory.

use modelwright_codegen::rust::{self, RustOptions};
use modelwright_codegen::svg::{self, DiagramOptions, Style};
use modelwright_codegen::{Request, target};
use modelwright_language::language;
use modelwright_language::models::{SHIPPED, ShippedMetamodel};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const SCHEMAS: &str = "schemas";

/// The example whose files `modelwright new rust` writes, those files, and the directory of their copies.
const EXAMPLE: &str = "examples/bookshop";
const COPIED_FILES: [&str; 4] = ["build.rs", "models/shop.pp", "src/main.rs", "stock.yaml"];
const STARTER: &str = "cli/src/new/starters/rust";

/// The metamodel that a picture of the pages shows, and the directory of the picture.
const PICTURED_METAMODEL: &str = "examples/library/library.pp";
const PICTURES: &str = "docs/pictures";

/// Updates the generated files; with `only_checks`, reports the outdated ones instead.
pub(crate) fn run(root: &Path, only_checks: bool) -> Result<String, String> {
    let mut outdated_paths = Vec::new();
    let mut files = lists_of_types();
    for model in SHIPPED {
        files.extend(generate(model)?);
    }
    files.extend(pictures(root)?);
    for name in COPIED_FILES {
        let text = fs::read_to_string(root.join(EXAMPLE).join(name)).map_err(|e| format!("{name}: {e}"))?;
        files.push((format!("{STARTER}/{name}"), text));
    }
    for (path, text) in files {
        let file = root.join(&path);
        if fs::read_to_string(&file).ok().as_ref() == Some(&text) {
            continue;
        }
        if !only_checks {
            fs::create_dir_all(file.parent().unwrap_or(root)).map_err(|e| format!("{path}: {e}"))?;
            fs::write(&file, &text).map_err(|e| format!("{path}: {e}"))?;
        }
        outdated_paths.push(path);
    }
    match (outdated_paths.is_empty(), only_checks) {
        (true, _) => Ok("generated files are up to date\n".to_owned()),
        (false, false) => Ok(format!("written: {}\n", outdated_paths.join(", "))),
        (false, true) => Err(format!(
            "these files are out of date, run `cargo xtask generate`: {}",
            outdated_paths.join(", ")
        )),
    }
}

/// The pictures of pages, as `modelwright generate svg` writes them from the directory of the project.
fn pictures(root: &Path) -> Result<Vec<(String, String)>, String> {
    let text = fs::read_to_string(root.join(PICTURED_METAMODEL))
        .map_err(|e| format!("{PICTURED_METAMODEL}: {e}"))?;
    let (metamodel, problems) = language::load(&[Source::new(PICTURED_METAMODEL, text)]);
    let metamodel = metamodel.ok_or_else(|| problems.to_string())?;
    let options = DiagramOptions::default();
    let (files, _) = svg::generate(&metamodel, &[], Some("library.pp"), &options, &Style::default());
    Ok(files.into_iter().map(|file| (format!("{PICTURES}/{}", file.path), file.text)).collect())
}

/// The files of a shipped metamodel: path and text.
fn generate(model: &ShippedMetamodel) -> Result<Vec<(String, String)>, String> {
    let ShippedMetamodel { name, targets, rust: directory, .. } = model;
    let metamodel = load(model)?;
    // The types embed the file that the target `ecore` writes. It is beside them, too: a package has no
    // files outside of its directory.
    let options = RustOptions {
        source: Some(format!("crates/language/models/{name}.pp")),
        metamodel: Some(format!("{name}.ecore")),
        ..RustOptions::default()
    };
    let mut generated_files = Vec::new();
    for target_name in *targets {
        let target = target(target_name).ok_or_else(|| format!("there is no target {target_name}"))?;
        let is_rust = target.name == rust::TARGET.name;
        let (files, problems) = if is_rust {
            rust::generate(&metamodel, &[], &options)
        } else {
            target.generate(&Request::new(&metamodel))
        };
        if problems.has_errors() {
            return Err(problems.to_string());
        }
        let is_embedded = targets.contains(&rust::TARGET.name) && *target_name == "ecore";
        for file in files {
            if is_rust || is_embedded {
                generated_files.push((format!("{directory}/{}", file.path), file.text.clone()));
            }
            if !is_rust {
                generated_files.push((format!("{SCHEMAS}/{}", file.path), file.text));
            }
        }
    }
    Ok(generated_files)
}

/// The modules that contain the generated types, one for each directory of them: path and text.
fn lists_of_types() -> Vec<(String, String)> {
    let mut lists = BTreeMap::new();
    for model in SHIPPED.iter().filter(|model| model.targets.contains(&rust::TARGET.name)) {
        let name = model.name;
        let text: &mut String = lists.entry(format!("{}/mod.rs", model.rust)).or_insert_with(|| {
            "//! Types of the shipped metamodels, written by `cargo xtask generate`.\n".to_owned()
        });
        text.push_str(&format!(
            "\n/// Types of `crates/language/models/{name}.pp`.\n#[warn(clippy::pedantic)]\npub mod {name};\n"
        ));
    }
    lists.into_iter().collect()
}

/// Reads a shipped metamodel.
fn load(model: &ShippedMetamodel) -> Result<Metamodel, String> {
    let source = Source::new(format!("{}.pp", model.name), model.text);
    let (metamodel, problems) = language::load(&[source]);
    metamodel.ok_or_else(|| problems.to_string())
}
