//! Registries with entries of a caller: conflicts are found when they are added, and failures name the format.

use modelwright::codegen::{Request, Target};
use modelwright::files::Memory;
use modelwright::formats::{Format, Notation, Reader, RequiredMetamodels, WriteOptions};
use modelwright::language::language;
use modelwright::metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use modelwright::metamodel::ecore::Metamodel;
use modelwright::metamodel::model::{Document, Model, ObjectId};
use modelwright::validation::{ObjectProblem, ObjectRule};
use modelwright::workspace::{Registry, Workspace};
use std::path::Path;
use std::sync::Arc;

const fn format(name: &'static str, extension: &'static [&'static str], reader: Reader) -> Format {
    Format {
        reader: Some(reader),
        ..Format::text(Notation { extensions: extension, ..Notation::new(name, "a test") }, |_, _, _, _| {
            panic!("no writing")
        })
    }
}

static FAILING: Format = format(
    "failing",
    &["failing"],
    Reader::new(|_| RequiredMetamodels::default(), |_, _, _, _| panic!("no reading")),
);

static SILENT: Format = format(
    "silent",
    &["silent"],
    Reader::new(
        |_| RequiredMetamodels::default(),
        |_, model, document, _| (model.add_document(document), Diagnostics::new()),
    ),
);

static GREEDY: Format =
    Format::text(Notation { looks_like: |_| true, ..Notation::new("greedy", "a test") }, |_, _, _, _| {
        Ok(Diagnostics::new())
    });

/// Recognises texts that begin with a dot, and fails for all that are long.
static TIMID: Format = Format {
    notation: Notation {
        looks_like: |head| if head.len() > 100 { panic!("too long") } else { head.starts_with('.') },
        ..Notation::new("timid", "a test")
    },
    reader: FAILING.reader,
    ..FAILING
};

#[derive(Debug)]
struct NoRule;

impl ObjectRule for NoRule {
    fn name(&self) -> &str {
        "no-rule"
    }

    fn check(&self, _: &Model, _: ObjectId, _: &mut dyn FnMut(ObjectProblem)) {}
}

static NO_TARGET: Target = Target {
    name: "rust",
    extension: None,
    description: "a test",
    options: &[],
    script: None,
    examples: &[],
    run: |_: &Request<'_>| (Vec::new(), Diagnostics::new()),
};

fn own() -> Registry {
    Registry::default()
}

fn first_line(problem: &Diagnostic) -> String {
    problem.to_string().lines().next().unwrap_or_default().to_owned()
}

/// The problems of loading a file with two formats of the caller.
fn problems(name: &str) -> Vec<String> {
    let mut registry = own();
    registry.add_format(&FAILING).and_then(|()| registry.add_format(&SILENT)).expect("distinct names");
    let package = r#"{ "$model": "http://www.eclipse.org/emf/2002/Ecore", "$type": "EPackage", "name": "p",
        "eClassifiers": [{ "$type": "EClass", "name": "A", "eSuperTypes": ["a.failing#//B"] }] }"#;
    let files = Memory::from_iter([("/a.failing", "text"), ("/a.silent", "text"), ("/refers.json", package)]);
    let workspace =
        Workspace { files: Arc::new(files), registry: Arc::new(registry), ..Workspace::default() };
    assert!(workspace.load_metamodel(Path::new("/a.failing")).is_err());
    let loaded = workspace.load(Path::new(name), None).expect("a file");
    loaded.diagnostics.iter().map(first_line).collect()
}

#[test]
fn the_standard_entries_pass_the_checks_of_added_ones() {
    let (standard, mut added) = (Registry::standard(), Registry::empty());
    standard.formats().try_for_each(|format| added.add_format(format)).expect("distinct formats");
    standard.importers().try_for_each(|importer| added.add_importer(importer)).expect("distinct importers");
    standard.targets().try_for_each(|target| added.add_target(target)).expect("distinct targets");
    assert_eq!(added.format_names(), standard.format_names(), "fallbacks come last");
}

#[test]
fn formats_that_fail_to_show_positions_are_named() {
    let json = Registry::standard().format("json").expect("a format of modelwright");
    let failing: &'static Format = Box::leak(Box::new(Format {
        notation: Notation { extensions: &["places"], ..Notation::new("places", "a test") },
        locate_features: Some(|_, _| panic!("no places")),
        ..*json
    }));
    let mut registry = own();
    registry.add_format(failing).expect("a new name");
    let package = r#"{ "$model": "http://www.eclipse.org/emf/2002/Ecore", "$type": "EPackage", "name": "a b", "nsURI": "u", "nsPrefix": "p" }"#;
    let files = Memory::from_iter([("/p.places", package)]);
    let workspace =
        Workspace { files: Arc::new(files), registry: Arc::new(registry), ..Workspace::default() };
    let loaded = workspace.load(Path::new("/p.places"), None).expect("a file");
    let problems: Vec<String> = workspace.validate(&loaded).iter().map(first_line).collect();
    assert!(
        problems.iter().any(|problem| problem.contains(
            "error[MW0013]: the format `places` failed while finding the features of a document: no places"
        )),
        "{problems:?}"
    );
}

#[test]
fn formats_that_fail_to_recognise_a_document_are_named() {
    let mut registry = own();
    registry.add_format(&TIMID).expect("no text of no notation is long");
    let long = "?".repeat(101);
    let files = Memory::from_iter([("/long", long.as_str()), ("/short", "?")]);
    let workspace =
        Workspace { files: Arc::new(files), registry: Arc::new(registry), ..Workspace::default() };
    let problem = |name: &str| first_line(&workspace.load(Path::new(name), None).expect_err("no notation"));
    assert_eq!(
        problem("/long"),
        "error[MW0013]: the format `timid` failed while recognising a document: too long \
         (report this to the authors of the format)"
    );
    assert!(problem("/short").starts_with("error[MW0006]"), "{}", problem("/short"));
}

#[test]
fn formats_that_panic_or_read_nothing_are_named() {
    assert_eq!(
        problems("/a.failing"),
        ["error[MW0013]: the format `failing` failed while reading a document: no reading \
          (report this to the authors of the format)"]
    );
    assert_eq!(problems("/refers.json"), problems("/a.failing"), "the format of the other document failed");
    assert_eq!(
        problems("/a.silent"),
        ["/a.silent:1:1: error[MW0013]: the format `silent` read no object from the document \
          (specify another format, or report this to the authors of the format)"]
    );
    let mut model = Model::new(Metamodel::ecore());
    let document = model.add_document(Document::new("a.failing"));
    let problems = FAILING.to_bytes(&model, document, &WriteOptions::default()).expect_err("a panic");
    assert!(
        problems.to_string().contains("the format `failing` failed while writing a document: no writing")
    );
}

#[test]
fn entries_with_a_name_that_is_taken_are_rejected() {
    let mut registry = own();
    registry.add_format(&SILENT).expect("a new name");
    let problem = registry.add_format(&SILENT).expect_err("taken");
    assert!(first_line(&problem).contains("there are two formats with the name `silent`"), "{problem}");
    registry.add_rule(Arc::new(NoRule)).expect("a new name");
    assert!(registry.add_rule(Arc::new(NoRule)).is_err());
    assert!(registry.add_target(&NO_TARGET).is_err(), "`rust` is a target of modelwright");
    let importer = registry.importers().next().expect("an importer");
    assert!(registry.add_importer(importer).is_err());
    let (metamodel, _) = language::load(&[Source::new("a.pp", "package a { uri => 'urn:a' } type A {}")]);
    let metamodel = Arc::new(metamodel.expect("a metamodel"));
    registry.add_metamodel(Arc::clone(&metamodel)).expect("a new namespace");
    assert!(registry.add_metamodel(metamodel).is_err());
}

#[test]
fn a_format_that_claims_every_document_is_rejected() {
    let problem = own().add_format(&GREEDY).expect_err("every document");
    assert!(first_line(&problem).contains("the format `greedy` claims every document"), "{problem}");
}

#[test]
fn documents_find_added_metamodels() {
    let mut registry = own();
    let types = "package a { uri => 'urn:a' } type A { attr name, String }";
    let (metamodel, _) = language::load(&[Source::new("a.pp", types)]);
    registry.add_metamodel(Arc::new(metamodel.expect("a metamodel"))).expect("a new namespace");
    let files = Memory::from_iter([("/a.json", r#"{ "$model": "urn:a", "$type": "A", "name": "x" }"#)]);
    let workspace =
        Workspace { files: Arc::new(files), registry: Arc::new(registry), ..Workspace::default() };
    let loaded = workspace.load(Path::new("/a.json"), None).expect("a file");
    assert!(loaded.diagnostics.is_empty(), "{}", loaded.diagnostics);
}
