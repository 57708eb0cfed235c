//! Compares what options of schemas change with committed files: a folder for each choice. `UPDATE_EXPECT=1` rewrites them.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[allow(dead_code, unreachable_pub)]
mod models;
#[path = "golden_options/rust_text.rs"]
mod rust_text;

use modelwright_codegen::json_schema::{Dialect, Draft, JsonSchemaOptions};
use modelwright_codegen::xsd::XsdOptions;
use modelwright_codegen::{GeneratedFile, Options, target};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn hazard(name: &str) -> Metamodel {
    let found = models::all().into_iter().find(|(known, _)| *known == name);
    let (_, metamodel) = found.expect("a hazard of this name");
    Metamodel::clone(&metamodel)
}

/// A metamodel in a file.
fn text(name: &str) -> Metamodel {
    load(name, fs::read_to_string(folder().join("data/schemas").join(name)).expect("a metamodel"))
}

fn load(name: &str, text: String) -> Metamodel {
    let (metamodel, problems) = language::load(&[Source::new(name, text)]);
    assert!(problems.is_empty(), "{problems}");
    metamodel.expect("a metamodel")
}

fn json(draft: Draft, per_package: bool) -> Options {
    let json_schema = JsonSchemaOptions { draft, per_package, ..JsonSchemaOptions::default() };
    Options { json_schema, ..Options::default() }
}

/// For the dialect of other tools.
fn emf(draft: Draft, per_package: bool) -> Options {
    let json_schema = JsonSchemaOptions { draft, per_package, dialect: Dialect::Emf };
    Options { json_schema, ..Options::default() }
}

fn lower_bounds() -> Options {
    Options { xsd: XsdOptions { lower_bounds: true }, ..Options::default() }
}

#[test]
fn what_options_change_is_as_committed() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut different = Vec::new();
    for (choice, target_name, metamodel, options) in [
        ("draft-07", "json-schema", hazard("library"), json(Draft::Draft07, false)),
        ("per-package", "json-schema", hazard("packages"), json(Draft::Draft202012, true)),
        ("per-package-draft-07", "json-schema", hazard("packages"), json(Draft::Draft07, true)),
        ("emf", "json-schema", hazard("library"), emf(Draft::Draft202012, false)),
        ("emf-draft-07-per-package", "json-schema", hazard("packages"), emf(Draft::Draft07, true)),
        ("emf-anything-referred-to", "json-schema", hazard("anything"), emf(Draft::Draft202012, false)),
        ("emf-literals-by-name", "json-schema", hazard("enumerations"), emf(Draft::Draft202012, false)),
        ("emf-wholes", "json-schema", hazard("opposites"), emf(Draft::Draft202012, false)),
        ("emf-keys-of-the-dialect", "json-schema", text("own-keys.pp"), emf(Draft::Draft202012, false)),
        ("emf-maps", "json-schema", text("maps.pp"), emf(Draft::Draft202012, false)),
        ("lower-bounds", "xsd", hazard("library"), lower_bounds()),
        ("extended-metadata", "xsd", text("extended.pp"), Options::default()),
        ("set-and-empty", "xsd", text("set-and-empty.pp"), Options::default()),
        ("set-and-empty-lower-bounds", "xsd", text("set-and-empty.pp"), lower_bounds()),
        ("namespace-of-ecore", "xsd", text("namespace-of-ecore.pp"), Options::default()),
        ("odd-facets", "json-schema", text("odd-facets.pp"), json(Draft::Draft202012, false)),
        ("odd-facets-xml", "xsd", text("odd-facets.pp"), Options::default()),
        ("feature-maps", "json-schema", text("groups.pp"), json(Draft::Draft202012, false)),
        ("feature-maps-extended-metadata", "xsd", text("groups.pp"), Options::default()),
        ("extended-metadata-lower-bounds", "xsd", text("extended.pp"), lower_bounds()),
    ] {
        let target = target(target_name).expect("a target");
        let (mut files, told) = (target.generate)(&metamodel, &[], &options);
        files.retain(|file| file.path != "XMI.xsd" && file.path != "ecore.xsd");
        let told: String = told.iter().map(|problem| format!("{problem}\n")).collect();
        files.push(GeneratedFile { path: "told.txt".to_owned(), text: told });
        let folder = folder().join("golden/options").join(choice);
        for file in files {
            let path = folder.join(&file.path);
            if update {
                fs::create_dir_all(&folder).expect("the golden folder can be written");
                fs::write(path, file.text).expect("the golden folder can be written");
            } else if fs::read_to_string(path).unwrap_or_default() != file.text {
                different.push(format!("{choice}/{}", file.path));
            }
        }
    }
    assert!(different.is_empty(), "differ from what is committed (UPDATE_EXPECT=1 rewrites): {different:?}");
}
