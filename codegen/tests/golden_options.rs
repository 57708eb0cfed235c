//! Compares the effects of the options of targets with committed files: a directory for each case.
//! `UPDATE_EXPECT=1` rewrites them.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[allow(dead_code, unreachable_pub)]
mod models;
#[path = "golden_options/rust_text.rs"]
mod rust_text;

use modelwright_codegen::{GeneratedFile, Request, TARGETS, Target, target};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::options::OptionValues;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn hazard(name: &str) -> Metamodel {
    let found = models::all().into_iter().find(|(known, _)| *known == name);
    let (_, metamodel) = found.expect("a hazard of this name");
    Metamodel::clone(&metamodel)
}

/// A metamodel in a file.
fn text(name: &str) -> Metamodel {
    load(name, fs::read_to_string(directory().join("data/schemas").join(name)).expect("a metamodel"))
}

fn load(name: &str, text: String) -> Metamodel {
    let (metamodel, problems) = language::load(&[Source::new(name, text)]);
    assert!(problems.is_empty(), "{problems}");
    metamodel.expect("a metamodel")
}

/// Options as a command line spells them: names, and texts after `=`.
fn options(target: &Target, text: &str) -> OptionValues {
    text.split_whitespace().fold(OptionValues::new(), |values, word| {
        let (name, text) = word.split_once('=').unwrap_or((word, "true"));
        let spec = target.options.iter().find(|spec| spec.name == name).expect("an option of the target");
        values.with(name, spec.parse(text).expect("a value of the option"))
    })
}

#[test]
fn effects_of_options_match_committed_files() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut different = Vec::new();
    for (case, target_name, metamodel, text) in [
        ("draft-07", "json-schema", hazard("library"), "draft=07"),
        ("per-package", "json-schema", hazard("packages"), "per-package"),
        ("per-package-draft-07", "json-schema", hazard("packages"), "per-package draft=07"),
        ("emf", "json-schema", hazard("library"), "dialect=emf"),
        ("emf-draft-07-per-package", "json-schema", hazard("packages"), "dialect=emf draft=07 per-package"),
        ("emf-anything-referred-to", "json-schema", hazard("anything"), "dialect=emf"),
        ("emf-literals-by-name", "json-schema", hazard("enumerations"), "dialect=emf"),
        ("emf-integers-as-numbers", "json-schema", hazard("opposites"), "dialect=emf"),
        ("emf-keys-of-the-dialect", "json-schema", text("own-keys.pp"), "dialect=emf"),
        ("emf-maps", "json-schema", text("maps.pp"), "dialect=emf"),
        ("maps", "json-schema", text("maps.pp"), ""),
        ("root", "json-schema", hazard("library"), "root=Library"),
        (
            "emf-root",
            "json-schema",
            hazard("library"),
            "dialect=emf root=http://example.org/library#//Library",
        ),
        ("lower-bounds", "xsd", hazard("library"), "lower-bounds"),
        ("extended-metadata", "xsd", text("extended.pp"), ""),
        ("set-and-empty", "xsd", text("set-and-empty.pp"), ""),
        ("set-and-empty-lower-bounds", "xsd", text("set-and-empty.pp"), "lower-bounds"),
        ("namespace-of-ecore", "xsd", text("namespace-of-ecore.pp"), ""),
        ("odd-facets", "json-schema", text("odd-facets.pp"), ""),
        ("odd-facets-xml", "xsd", text("odd-facets.pp"), ""),
        ("feature-maps", "json-schema", text("groups.pp"), ""),
        ("feature-maps-extended-metadata", "xsd", text("groups.pp"), ""),
        ("extended-metadata-lower-bounds", "xsd", text("extended.pp"), "lower-bounds"),
        ("diagram-focus", "svg", hazard("library"), "focus=Author"),
        ("diagram-focus-without-neighbours", "mermaid", hazard("library"), "focus=Book focus=Genre depth=0"),
        ("diagram-focus-two-steps-away", "dot", hazard("library"), "focus=Author depth=2"),
        ("diagram-focus-in-a-package", "svg", hazard("collisions"), "focus=collisions.inner.Url depth=2"),
        ("diagram-packages-as-frames", "svg", hazard("packages"), ""),
        ("diagram-packages-to-the-right", "svg", hazard("packages"), "direction=right"),
        ("diagram-names-only", "svg", hazard("library"), "members=none"),
        ("diagram-operations-and-constraints", "svg", hazard("checked"), "operations constraints"),
        ("diagram-references-as-texts", "svg", hazard("library"), "references=texts"),
        ("aliases-before-a-cycle", "python", text("aliases-before-a-cycle.pp"), ""),
        ("aliases-before-a-cycle-pydantic", "python", text("aliases-before-a-cycle.pp"), "flavour=pydantic"),
        ("numbered-names", "python", text("numbered-names.pp"), ""),
        ("names-that-databases-reserve", "sql", text("names-that-databases-reserve.pp"), ""),
        (
            "names-that-databases-reserve-sqlite",
            "sql",
            text("names-that-databases-reserve.pp"),
            "dialect=sqlite",
        ),
        ("names-that-ruby-reserves", "ruby", text("names-that-ruby-reserves.pp"), ""),
        ("names-that-python-has", "python", text("names-that-python-has.pp"), ""),
        ("names-that-python-has-pydantic", "python", text("names-that-python-has.pp"), "flavour=pydantic"),
        ("imports-of-a-recursive-alias", "python", text("imports-of-a-recursive-alias.pp"), ""),
        ("facets-of-dates-and-bytes", "json-schema", text("facets-of-dates-and-bytes.pp"), ""),
        ("facets-of-dates-and-bytes-xml", "xsd", text("facets-of-dates-and-bytes.pp"), ""),
        ("facets-of-dates-and-bytes-python", "python", text("facets-of-dates-and-bytes.pp"), ""),
        ("facets-of-dates-and-bytes-puppet", "puppet", text("facets-of-dates-and-bytes.pp"), ""),
        ("notes-that-occur-once", "xsd", text("notes-that-occur-once.pp"), ""),
        ("notes-that-occur-once-python", "python", text("notes-that-occur-once.pp"), ""),
        ("notes-that-occur-once-ruby", "ruby", text("notes-that-occur-once.pp"), ""),
        ("superclasses-of-ecore", "ruby", text("superclasses-of-ecore.pp"), ""),
        ("diagram-dark", "svg", hazard("diamond"), "theme=dark"),
    ] {
        let target = target(target_name).expect("a target");
        let request = Request { options: options(target, text), ..Request::new(&metamodel) };
        let (mut files, problems) = target.generate(&request);
        assert!(!files.is_empty(), "{case}");
        files.retain(|file| !["XMI.xsd", "ecore.xsd", "ordinary_json.py"].contains(&file.path.as_str()));
        let text = problems.iter().map(|problem| format!("{problem}\n")).collect();
        files.push(GeneratedFile { path: "problems.txt".to_owned(), text });
        let directory = directory().join("golden/options").join(case);
        for file in files {
            let path = directory.join(&file.path);
            if update {
                fs::create_dir_all(path.parent().unwrap_or(&directory))
                    .expect("the golden directory can be written");
                fs::write(path, file.text).expect("the golden directory can be written");
            } else if fs::read_to_string(path).unwrap_or_default() != file.text {
                different.push(format!("{case}/{}", file.path));
            }
        }
    }
    assert!(
        different.is_empty(),
        "differ from the committed files (UPDATE_EXPECT=1 rewrites them): {different:?}"
    );
}

#[test]
fn files_of_long_names_have_names_that_systems_allow() {
    let (long, longer) = ("A".repeat(300), "A".repeat(301));
    let types = format!(
        "package p {{ uri => 'urn:example:p', prefix => 'p' }}
        type {long} {{ attr value, {longer} }}
        type {longer}1 inherits {long} {{ attr choice, Variant[Integer, {long}2] }}
        type {long}2 {{}}
        enum {longer} {{ a }}"
    );
    let metamodel = load("long.pp", types);
    for target in TARGETS.iter().filter(|target| target.script.is_none()) {
        let (files, problems) = target.generate(&Request::new(&metamodel));
        assert!(!files.is_empty() && !problems.has_errors(), "{}: {problems}", target.name);
        let paths: BTreeSet<String> = files.iter().map(|file| file.path.to_lowercase()).collect();
        assert_eq!(paths.len(), files.len(), "{}", target.name);
        // Compilers and databases derive names of their own, so these have space for a few more characters.
        let is_short = |path: &String| path.split('/').all(|name| name.len() < 220);
        assert!(paths.iter().all(is_short), "{}: {paths:?}", target.name);
    }
}

#[test]
fn the_end_at_a_container_of_the_same_class_is_not_a_containment() {
    // Only what six or more classes contain becomes texts.
    let nodes = "package nodes { uri => 'urn:example:nodes', prefix => 'n' }
        type A { has nodes, Node { max => unbound } }
        type B { has nodes, Node { max => unbound } }
        type C { has nodes, Node { max => unbound } }
        type D { has nodes, Node { max => unbound } }
        type E { has nodes, Node { max => unbound } }
        type F { has nodes, Node { max => unbound } }
        type Node {
          has children, Node { max => unbound, opposite => parent }
          has parent, Node { containment => false }
        }";
    let metamodel = load("nodes.pp", nodes.to_owned());
    let target = target("svg").expect("a target");
    let request = Request { options: options(target, "references=texts"), ..Request::new(&metamodel) };
    let (files, _) = target.generate(&request);
    let picture = &files[0].text;
    assert!(picture.contains("◆ children") && picture.contains("→ parent"), "{picture}");
}
