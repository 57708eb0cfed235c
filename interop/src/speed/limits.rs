//! Measures the growth of cost for inputs whose cost once grew without bound: directories of documents,
//! metamodels, aliases.
//!
//! Like [`curves`](super::curves), but for the work of commands that do more than read one document.

use super::super::Summary;
use super::curves::{document, ecore, number, report, sizes};
use super::seconds;
use modelwright::workspace::{LinkedDocuments, Registry, Workspace};
use modelwright_codegen::{Request, TARGETS};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;
use modelwright_notations::yaml::{self, YamlVariant};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of members of all generated types or definitions: inherited features and subclasses.
const MAX_MEMBERS: [(&str, usize); 2] = [("rust", 300_000), ("json-schema", 100_000)];

/// The documents that the document at a position refers to, of a number of documents.
type Targets = fn(at: usize, count: usize) -> Vec<usize>;

/// Directories of documents, and of metamodels, by how they refer to each other.
const DIRECTORIES: [(&str, Targets); 4] = [
    ("in a ring", |at, count| vec![(at + 1) % count]),
    ("in a chain", |at, count| if at + 1 < count { vec![at + 1] } else { Vec::new() }),
    ("in a chain, backwards", |at, _| at.checked_sub(1).into_iter().collect()),
    ("in a star", |at, count| if at == 0 { (1..count).collect() } else { vec![0] }),
];

pub(super) fn run(directory: &Path, summary: &mut Summary) -> Result<(), String> {
    for (at, (what, targets)) in DIRECTORIES.into_iter().enumerate() {
        let mut each = Vec::new();
        for count in sizes(100) {
            let place = directory.join(format!("linked{at}-{count}"));
            let files = linked(&place, count, targets).map_err(|e| e.to_string())?;
            let workspace = || Workspace { models: vec![place.join("curve.ecore")], ..Workspace::default() };
            each.push((count, seconds(|| validate(&workspace(), "xmi", &files))? / number(count)));
        }
        report(&format!("documents {what}"), &each, summary);
    }
    let with_one_namespace = DIRECTORIES.map(|(what, targets)| (what, targets, true)).into_iter().take(1);
    let metamodels =
        DIRECTORIES.map(|(what, targets)| (what, targets, false)).into_iter().chain(with_one_namespace);
    for (at, (what, targets, is_one_namespace)) in metamodels.enumerate() {
        let mut each = Vec::new();
        for count in sizes(100) {
            let place = directory.join(format!("metamodels{at}-{count}"));
            let files =
                linked_metamodels(&place, count, targets, is_one_namespace).map_err(|e| e.to_string())?;
            each.push((count, seconds(|| validate(&Workspace::default(), "ecore", &files))? / number(count)));
        }
        let namespace = if is_one_namespace { ", one namespace" } else { "" };
        report(&format!("metamodels {what}{namespace}"), &each, summary);
    }
    measure("operations of one name", 2_000, summary, |count| {
        let file = directory.join("operations.ecore");
        fs::write(&file, operations(count)).map_err(|e| e.to_string())?;
        seconds(|| {
            let workspace = Workspace::default();
            let loaded = workspace.load(&file, None).map_err(|problem| problem.message.clone())?;
            let found = workspace.validate(&loaded);
            if found.has_errors() { Ok(()) } else { Err("no operation is there twice".to_owned()) }
        })
    })?;
    measure("subclasses in a JSON Schema", 250, summary, |count| {
        let file = directory.join("heirs.pp");
        fs::write(&file, heirs(count)).map_err(|e| e.to_string())?;
        seconds(|| json_schema(&file))
    })?;
    // Each class has all inherited fields, so the size of a chain's types is the square of its length, up to
    // the limit of the target.
    measure("classes in a chain, Rust", 100, summary, |count| {
        let file = directory.join("chain.pp");
        fs::write(&file, chain(count)).map_err(|e| e.to_string())?;
        seconds(|| generated_chain("rust", &file, count))
    })?;
    measure("classes in a chain, JSON Schema", 100, summary, |count| {
        let file = directory.join("chain.pp");
        fs::write(&file, chain(count)).map_err(|e| e.to_string())?;
        seconds(|| generated_chain("json-schema", &file, count))
    })?;
    measure("aliases of a text", 2_500, summary, |count| {
        let text = format!("a: &a {}\nb: [{}]", "x".repeat(100), "*a,".repeat(count));
        let source = Source::new("aliases.yaml", text);
        seconds(|| {
            let (_, found) = yaml::parse(&source, YamlVariant::Psych, Limits::default());
            if found.is_empty() { Ok(()) } else { Err("the text is invalid".to_owned()) }
        })
    })
}

fn measure(
    what: &str,
    smallest: usize,
    summary: &mut Summary,
    cost: impl Fn(usize) -> Result<f64, String>,
) -> Result<(), String> {
    let mut each = Vec::new();
    for count in sizes(smallest) {
        each.push((count, cost(count)? / number(count)));
    }
    report(what, &each, summary);
    Ok(())
}

/// Writes documents that refer to each other; returns their paths.
fn linked(directory: &Path, count: usize, targets: Targets) -> std::io::Result<Vec<PathBuf>> {
    fs::create_dir_all(directory)?;
    fs::write(directory.join("curve.ecore"), ecore(0))?;
    let path = |at: usize| directory.join(format!("{at}.xmi"));
    for at in 0..count {
        // `next` contains one reference, so each reference has a separate node.
        let content = targets(at, count).into_iter().fold(String::new(), |mut text, to| {
            let _ = write!(text, "<nodes><next href=\"{to}.xmi#/\"/></nodes>");
            text
        });
        fs::write(path(at), document("", &content))?;
    }
    Ok((0..count).map(path).collect())
}

/// Writes metamodels whose classes refer to those of others; returns their paths.
fn linked_metamodels(
    directory: &Path,
    count: usize,
    targets: Targets,
    is_one_namespace: bool,
) -> std::io::Result<Vec<PathBuf>> {
    fs::create_dir_all(directory)?;
    let path = |at: usize| directory.join(format!("{at}.ecore"));
    for at in 0..count {
        let features = targets(at, count).into_iter().fold(String::new(), |mut text, to| {
            let _ = write!(
                text,
                r#"<eStructuralFeatures xsi:type="ecore:EReference" name="r{to}" eType="ecore:EClass {to}.ecore#//Node"/>"#
            );
            text
        });
        let namespace = if is_one_namespace { 0 } else { at };
        let text = format!(
            r#"<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="p{at}" nsURI="urn:p{namespace}" nsPrefix="p"><eClassifiers xsi:type="ecore:EClass" name="Node">{features}</eClassifiers></ecore:EPackage>"#
        );
        fs::write(path(at), text)?;
    }
    Ok((0..count).map(path).collect())
}

fn validate(workspace: &Workspace, format: &str, files: &[PathBuf]) -> Result<(), String> {
    let format = Registry::standard().format(format).ok_or_else(|| format!("there is no format {format}"))?;
    let inputs = files.iter().map(|file| (file.clone(), format));
    let documents = LinkedDocuments::new(workspace, inputs, |loaded, found| {
        loaded.diagnostics.is_empty() && found.is_empty()
    });
    let is_valid = |file: &PathBuf| documents.visit(file) == Some(true);
    if files.iter().all(is_valid) { Ok(()) } else { Err("a document is invalid".to_owned()) }
}

fn operations(count: usize) -> String {
    format!(
        "<ecore:EPackage xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\" name=\"o\" nsURI=\"urn:o\" nsPrefix=\"o\"><eClassifiers xsi:type=\"ecore:EClass\" name=\"A\">{}</eClassifiers></ecore:EPackage>",
        "<eOperations name=\"f\"/>".repeat(count)
    )
}

fn heirs(count: usize) -> String {
    let first = "package h { uri => 'urn:h' }\nabstract type A { has parts, A { max => unbound } }\n";
    (0..count).fold(first.to_owned(), |mut text, at| {
        let _ = writeln!(text, "type C{at} inherits A {{}}");
        text
    })
}

fn chain(count: usize) -> String {
    let first = "package c { uri => 'urn:c' }\ntype C0 { attr a0, String }\n";
    (1..count).fold(first.to_owned(), |mut text, at| {
        let _ = writeln!(text, "type C{at} inherits C{} {{ attr a{at}, String }}", at - 1);
        text
    })
}

/// Generates a target for classes in a chain, or reports at once that the output would be too large.
fn generated_chain(target: &str, file: &Path, count: usize) -> Result<(), String> {
    let (metamodel, loading) =
        Workspace::default().load_metamodel(file).map_err(|problem| problem.message.clone())?;
    let target = TARGETS.iter().find(|known| known.name == target).ok_or("there is no such target")?;
    let (_, generation) = target.generate(&Request::new(&metamodel));
    // Very long chains already exceed the limit of inherited features when they are loaded.
    let is_rejected = loading.has_errors() || generation.has_errors();
    // Each class has a member for each class above it and for each class below it.
    let max = MAX_MEMBERS.iter().find(|(name, _)| *name == target.name);
    let is_too_much = max.is_some_and(|(_, max)| count * count > *max);
    match is_rejected {
        rejected if rejected == is_too_much => Ok(()),
        true => Err(format!("{count} classes in a chain are rejected")),
        false => Err(format!("{count} classes in a chain are not rejected")),
    }
}

fn json_schema(file: &Path) -> Result<(), String> {
    let loaded = Workspace::default().load_metamodel(file).map_err(|problem| problem.message.clone())?;
    let target =
        TARGETS.iter().find(|target| target.name == "json-schema").ok_or("there is no such target")?;
    let (files, _) = target.generate(&Request::new(&loaded.0));
    if files.len() == 1 { Ok(()) } else { Err(format!("{} files were generated", files.len())) }
}
