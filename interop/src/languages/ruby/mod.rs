//! Generated Ruby, with RGen: Ruby compiles it without warnings, RGen loads it, the Ecore that RGen's own serializer
//! writes is the metamodel again, except for what the target reported or RGen is known to lose, and gives the same
//! Ruby.
//!
//! It requires the Debian packages `ruby` and `ruby-rgen`. Invariant: a difference without a reason is a failure; each
//! reason is counted.

mod description;
mod example;
mod imports;

use super::{Comparison, Language};
use crate::{Summary, corpus, root};
use description::Description;
use modelwright::workspace::Workspace;
use modelwright_codegen::{GeneratedFile, ruby};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The name of the source in all headers, so that texts can be compared.
const SOURCE: &str = "the metamodel";

/// What RGen's serializer leaves out or adds by itself, by property.
const RGEN: &[(&str, &str)] = &[
    ("uri", "RGen has no namespaces; the annotation has them"),
    ("values", "RGen has no numbers of literals"),
    ("instance", "RGen adds the Ruby class as Java class"),
];

/// The words of a problem that explains that a property differs.
const EXPLANATIONS: &[(&str, &[&str])] = &[
    ("abstract", &["interfaces"]),
    ("annotations", &["annotation", "logic"]),
    ("bounds", &["at most one value"]),
    ("changeable", &["computes"]),
    ("default", &["no default value", "has the type", "computes"]),
    ("id", &["identity"]),
    ("interface", &["interfaces"]),
    ("keys", &["keys"]),
    ("opposite", &["no opposite"]),
    ("supertypes", &["inherit", "type arguments"]),
    ("transient", &["computes"]),
    ("type", &["has the type", "generic", "all classes"]),
    ("volatile", &["computes"]),
];

/// The losses of RGen's serializer that depend on the value.
const ELSEWHERE: &str = "RGen's document does not refer to classes of other packages";
const EMPTY: &str = "RGen's document has no empty texts";
const TWICE: &str = "two elements have the same name";

/// A metamodel, and the directories of its files.
struct Case {
    name: String,
    metamodel: Arc<Metamodel>,
    problems: Diagnostics,
    files: Vec<GeneratedFile>,
    ruby: PathBuf,
    ecore: PathBuf,
}

pub(super) const LANGUAGE: Language = Language { name: "ruby", comparison: Comparison::Own(run) };

/// Compares the golden models, the examples and the corpus.
fn run(shared: &Path, work: &Path) -> Result<Vec<Summary>, String> {
    let work = work.join("ruby");
    if work.exists() {
        fs::remove_dir_all(&work).map_err(|e| e.to_string())?;
    }
    let corpus = shared.join("corpus");
    let mut paths = files_of(&root().join("codegen/tests/golden"), "ecore")?;
    paths.push(root().join("examples/library/library.pp"));
    paths.push(root().join("examples/cars/models/cars.pp"));
    paths.extend(corpus::listed(&corpus, "metamodels")?.iter().map(corpus::Entry::path));
    let mut cases = Vec::new();
    let mut unread = 0;
    for (at, path) in paths.iter().enumerate() {
        match case(path, at, &work)? {
            Some(case) => cases.push(case),
            None => unread += 1,
        }
    }
    let directories: Vec<(&Path, &Path)> =
        cases.iter().map(|case| (case.ruby.as_path(), case.ecore.as_path())).collect();
    let answers = answers(&directories)?;
    let (mut loads, mut ecores, mut texts) = (Summary::default(), Summary::default(), Summary::default());
    let mut imports = imports::hand_written(&work)?;
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut unescaped = 0;
    for (case, answer) in cases.iter().zip(&answers) {
        let (verdict, note) = answer.split_once('\t').unwrap_or((answer, ""));
        loads.note(verdict == "ok", || format!("{}: {note}", case.name));
        unescaped += usize::from(note == "unescaped");
        if verdict == "ok" {
            compare(case, &mut ecores, &mut texts, &mut reasons)?;
            if case.files.len() == 1 {
                imports::compare(&case.name, &case.ruby, &case.ecore, &mut imports)?;
            }
        }
    }
    loads.notes.push(format!("{unread} metamodels cannot be read or have no packages"));
    loads
        .notes
        .push(format!("{unescaped} documents of RGen are not well-formed XML, because it does not escape"));
    ecores.notes.extend(reasons.iter().map(|(reason, count)| format!("{count} differences: {reason}")));
    Ok(vec![
        loads.printed("loaded by RGen"),
        ecores.printed("the same Ecore"),
        texts.printed("the same Ruby again"),
        imports.printed("Ruby imported as the Ecore of RGen"),
        example::run(&work)?.printed("the program of the example"),
    ])
}

fn files_of(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(directory).map_err(|e| e.to_string())?.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    files.sort();
    Ok(files)
}

/// Generates the Ruby of a metamodel; `None` if it cannot be read.
fn case(path: &Path, at: usize, work: &Path) -> Result<Option<Case>, String> {
    let Ok((metamodel, found)) = Workspace::default().load_metamodel(path) else { return Ok(None) };
    let (files, problems) = ruby::generate(&metamodel, &[], Some(SOURCE));
    if found.has_errors() || files.is_empty() {
        return Ok(None);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let directory = work.join(format!("{at:03}-{stem}"));
    let case = Case {
        name: path.strip_prefix(root()).unwrap_or(path).display().to_string(),
        metamodel,
        problems,
        files,
        ruby: directory.join("ruby"),
        ecore: directory.join("ecore"),
    };
    fs::create_dir_all(&case.ruby).map_err(|e| e.to_string())?;
    for file in &case.files {
        fs::write(case.ruby.join(&file.path), &file.text).map_err(|e| e.to_string())?;
    }
    Ok(Some(case))
}

/// RGen's answer for each directory of Ruby, and the directory that gets its Ecore.
fn answers(cases: &[(&Path, &Path)]) -> Result<Vec<String>, String> {
    let script = root().join("interop/src/languages/load_ruby.rb");
    let mut lines = String::new();
    for (ruby, ecore) in cases {
        let _ = writeln!(lines, "{}\t{}", ruby.display(), ecore.display());
    }
    let mut command = Command::new("ruby");
    let pipes = command.arg("-W0").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.spawn().map_err(|e| format!("ruby: {e}"))?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let _ = writer.join();
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    if answers.len() == cases.len() { Ok(answers) } else { Err(format!("ruby: {} answers", answers.len())) }
}

/// Compares what RGen wrote with the metamodel, and the Ruby of both.
fn compare(
    case: &Case,
    ecores: &mut Summary,
    texts: &mut Summary,
    reasons: &mut BTreeMap<String, usize>,
) -> Result<(), String> {
    let names = Names::new(&case.problems);
    let mut ours = Description::default();
    let roots: Vec<PackageId> = case.metamodel.roots().collect();
    roots.iter().for_each(|root| ours.package(&case.metamodel, *root, &names));
    let mut theirs = Description::default();
    let mut again: Vec<GeneratedFile> = Vec::new();
    for path in files_of(&case.ecore, "ecore")? {
        let (metamodel, _) =
            Workspace::default().load_metamodel(&path).map_err(|problem| problem.to_string())?;
        let roots: Vec<PackageId> = metamodel.roots().collect();
        roots.iter().for_each(|root| theirs.package(&metamodel, *root, &Names::default()));
        again.extend(ruby::generate(&metamodel, &roots, Some(SOURCE)).0);
    }
    let unexplained = unexplained(&names, &ours, &theirs, reasons);
    ecores.note(unexplained.is_empty(), || format!("{}: {}", case.name, unexplained.join("; ")));
    // A document of RGen has no empty texts, and refers to nothing outside.
    let is_lossless = |file: &GeneratedFile| {
        !["rgen/ecore/ecore", "Literal => ''", "source => ''"].iter().any(|loss| file.text.contains(loss))
    };
    if case.files.len() > 1 || !case.files.iter().all(is_lossless) {
        *reasons.entry("metamodels whose Ruby has what RGen's document loses".to_owned()).or_default() += 1;
    } else {
        let same = again.len() == 1 && again[0].text == case.files[0].text;
        texts.note(same, || {
            let (old, new) =
                (case.files[0].text.lines(), again.first().map_or("", |file| file.text.as_str()).lines());
            let pair = old.zip(new).find(|(old, new)| old != new);
            format!("{}: {pair:?}", case.name)
        });
    }
    Ok(())
}

/// The differences without a reason; the others are counted.
fn unexplained(
    names: &Names,
    ours: &Description,
    theirs: &Description,
    reasons: &mut BTreeMap<String, usize>,
) -> Vec<String> {
    let mut found = Vec::new();
    let mut count = |reason: &str| *reasons.entry(reason.to_owned()).or_default() += 1;
    for (path, own) in &ours.elements {
        let Some(other) = theirs.elements.get(path) else {
            match names.is_reported(&own.label) {
                true => count("left out, as reported"),
                false if ours.is_twice(path) => count(TWICE),
                false => found.push(format!("no {path}")),
            }
            continue;
        };
        if own.label.rsplit('.').next() != path.rsplit([':', '.']).next() {
            count("named otherwise, as reported, or with a capital");
        }
        for (property, value) in &own.properties {
            let read = other.properties.get(property);
            if read == Some(value) {
                continue;
            }
            let known = RGEN.iter().find(|(known, _)| known == property);
            match known {
                Some((_, reason)) => count(reason),
                None if value.contains("elsewhere:") => count(ELSEWHERE),
                None if value == "Some(\"\")" || value.starts_with(" ") => count(EMPTY),
                None if ours.is_twice(path) => count(TWICE),
                None if names.explains(&own.label, property) => count(&format!("{property}, as reported")),
                None => found.push(format!("{path} {property}: {value:?}, not {read:?}")),
            }
        }
        if own.order != other.order {
            count("another order of classifiers or features");
        }
    }
    for path in theirs.elements.keys().filter(|path| !ours.elements.contains_key(*path)) {
        if ours.is_twice(path) { count(TWICE) } else { found.push(format!("new {path}")) }
    }
    found
}

/// The names in Ruby of renamed elements, and the texts of all problems.
#[derive(Default)]
struct Names {
    renamed: HashMap<String, String>,
    messages: Vec<String>,
}

impl Names {
    fn new(problems: &Diagnostics) -> Self {
        let mut names = Self::default();
        for problem in problems {
            let rename = problem.message.split_once("` is named `");
            if let Some((element, rest)) = rename {
                let name = rest.split_once("` in Ruby").map_or("", |(name, _)| name);
                names.renamed.insert(element.trim_start_matches('`').to_owned(), name.to_owned());
            }
            names.messages.push(problem.message.clone());
        }
        names
    }

    fn name(&self, label: &str, name: &str) -> String {
        self.renamed.get(label).cloned().unwrap_or_else(|| name.to_owned())
    }

    /// Whether a problem names an element.
    fn is_reported(&self, label: &str) -> bool {
        self.messages.iter().any(|message| is_named(message, label))
    }

    /// Whether a problem of an element is about a property.
    fn explains(&self, label: &str, property: &str) -> bool {
        let words =
            EXPLANATIONS.iter().find(|(known, _)| *known == property).map_or(&[][..], |(_, words)| words);
        self.messages
            .iter()
            .any(|message| is_named(message, label) && words.iter().any(|word| message.contains(word)))
    }
}

/// Whether a message has a label, which is not a part of a longer name.
fn is_named(message: &str, label: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    message
        .match_indices(label)
        .any(|(at, _)| !message[..at].ends_with(is_part) && !message[at + label.len()..].starts_with(is_part))
}
