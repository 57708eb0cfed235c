//! Compares the verdicts of our validator with those of the generated schemas, on documents of a corpus and
//! on mutants of them.
//!
//! JSON is checked in both dialects with the `jsonschema` crate (2020-12) and ajv (draft 7), XML with
//! xmllint. If a schema accepts a document that our validator rejects, the generator must have reported a
//! loss; `reasons` relates findings to losses, and lists the deliberate rejections of a schema.

pub(crate) mod json;
mod known;
mod reasons;
pub(crate) mod xml;

use super::corpus::{self, Entry};
use super::known::KnownCounts;
use super::random::Random;
use super::{Summary, sample::sample};
use json::Words;
use modelwright::files::{Disk, Files};
use modelwright::formats::{Format, WriteOptions};
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use modelwright_codegen::json_schema::{self, Dialect, JsonSchemaOptions};
use modelwright_codegen::xsd::{self, XsdOptions};
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_metamodel::ecore::{ClassId, EXTENDED_META_DATA, Metamodel, PackageId, annotation};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::Addresses;
use modelwright_metamodel::options::OptionValues;
use modelwright_schema_validator as schemas;
use modelwright_validation as validate;
use reasons::{DeclaredLosses, ReportedProblem, Verdicts};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

const AJV: &str = include_str!("ajv.js");

/// Larger documents are skipped, because thousands of mutants are run.
const LARGEST: usize = 64 << 10;

/// A metamodel with its documents.
struct Subject {
    name: String,
    metamodel: Arc<Metamodel>,
    /// The packages; the package of the roots comes first.
    packages: Vec<PackageId>,
    workspace: Workspace,
    words: Words,
    /// The path and the text of each document as a tree, in each of [`DIALECTS`].
    trees: [Vec<(String, String)>; 2],
    xml: Vec<(String, String)>,
}

/// The dialects of JSON.
const DIALECTS: [(Dialect, &str); 2] = [(Dialect::Plain, "plain"), (Dialect::Emf, "emf")];

/// The sample that is compared without options: the seed, and the number of documents.
const SAMPLE: (u64, usize) = (1, 10_000);

/// Compares at least `count` documents of each format.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, SAMPLE)?;
    let work = work.join("schemas");
    drop(fs::remove_dir_all(&work));
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let mut subjects = subjects(&shared.join("corpus"))?;
    let notations: [fn(&Subject) -> usize; 3] =
        [|subject| subject.trees[0].len(), |subject| subject.trees[1].len(), |subject| subject.xml.len()];
    let bases = notations.map(|of| subjects.iter().map(of).sum::<usize>());
    // Without documents there are no mutants.
    let each = notations.map(|of| {
        let (bases, with) = subjects
            .iter()
            .map(of)
            .fold((0, 0), |(bases, with), own| (bases + own, with + usize::from(own > 0)));
        count.saturating_sub(bases).div_ceil(with.max(1))
    });
    for (at, subject) in subjects.iter_mut().enumerate() {
        subject.mutate(each, &mut Random::new(seed, at));
    }
    let note =
        format!("{} metamodels, {} and {} documents of the corpus", subjects.len(), bases[0], bases[2]);
    let known = |at: usize| ((seed, count) == SAMPLE).then(|| known::KNOWN[at]);
    let mut summaries = Vec::new();
    for (at, (dialect, name)) in DIALECTS.into_iter().enumerate() {
        let directory = work.join(name);
        fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
        summaries.push(
            compare_json(&subjects, at, dialect, known(at), &directory)?.printed(&format!("JSON, {name}")),
        );
    }
    summaries.push(compare_xml(&subjects, known(2), &work)?.printed("XML"));
    summaries[0].notes.push(note);
    Ok(summaries)
}

fn subjects(corpus: &Path) -> Result<Vec<Subject>, String> {
    let mut subjects: BTreeMap<String, Subject> = BTreeMap::new();
    for entry in corpus::listed(corpus, "instances")? {
        let name = entry.metamodels.join(",");
        let Ok(loaded) = entry.workspace().load(&entry.path(), None) else { continue };
        if loaded.diagnostics.has_errors() {
            continue;
        }
        let Some(found) = subject(&name, &entry, &loaded) else { continue };
        let subject = subjects.entry(format!("{name} {}", found.root_name())).or_insert(found);
        subject.add(&loaded);
    }
    Ok(subjects.into_values().filter(|s| !s.trees[0].is_empty()).collect())
}

fn subject(name: &str, entry: &Entry, loaded: &LoadedDocument) -> Option<Subject> {
    let metamodel = Arc::clone(loaded.model.metamodel());
    let root = loaded.model.document(loaded.document).roots().first().copied()?;
    let mut first = metamodel[loaded.model.class(root)].package;
    while let Some(parent) = metamodel[first].parent {
        first = parent;
    }
    if metamodel.is_built_in(first) {
        return None;
    }
    let mut packages = vec![first];
    packages.extend(metamodel.roots().filter(|package| *package != first));
    let mut workspace = entry.workspace();
    if follows_schema(&metamodel) {
        workspace.reading = workspace.reading.with("extended-metadata", true);
    }
    let words = words(&metamodel);
    if words.features.is_empty() {
        return None;
    }
    let (trees, xml, name) = (Default::default(), Vec::new(), name.to_owned());
    Some(Subject { name, metamodel, packages, workspace, words, trees, xml })
}

/// The names that documents of a metamodel have.
pub(crate) fn words(metamodel: &Metamodel) -> Words {
    let covered: Vec<_> = metamodel.classes().filter(|(_, c)| !metamodel.is_built_in(c.package)).collect();
    Words {
        classes: covered.iter().map(|(id, class)| [class.name.clone(), qualified(metamodel, *id)]).collect(),
        types: covered
            .iter()
            .map(|(_, class)| match metamodel[class.package].ns_prefix.as_deref() {
                Some(prefix) if !prefix.is_empty() => format!("{prefix}:{}", class.name),
                _ => class.name.clone(),
            })
            .collect(),
        features: metamodel
            .features()
            .filter(|(_, f)| !metamodel.is_built_in(metamodel[f.owner].package))
            .map(|(_, f)| f.name().to_owned())
            .collect(),
    }
}

/// Whether a document is read without errors.
fn reads(workspace: &Workspace, text: &str, uri: &str) -> bool {
    let Ok(json) = format("json") else { return false };
    let loaded = workspace.load_bytes("again", text.as_bytes().to_vec(), uri, json);
    loaded.is_ok_and(|loaded| !loaded.diagnostics.has_errors())
}

/// The name of a class with the URI of its outermost package.
fn qualified(metamodel: &Metamodel, class: ClassId) -> String {
    let (mut path, mut at) = (metamodel[class].name.clone(), metamodel[class].package);
    while let Some(parent) = metamodel[at].parent {
        path = format!("{}/{path}", metamodel[at].name);
        at = parent;
    }
    let package = &metamodel[at];
    format!("{}#//{path}", package.ns_uri.as_deref().unwrap_or(&package.name))
}

/// Whether a schema accepts the names in documents of a metamodel.
fn follows_schema(metamodel: &Metamodel) -> bool {
    let mut features = metamodel.features().map(|(_, f)| &f.typed.annotations);
    features.any(|annotations| annotation(annotations, EXTENDED_META_DATA).is_some())
}

impl Subject {
    fn root_name(&self) -> &str {
        &self.metamodel[self.packages[0]].name
    }

    /// Adds a document of the corpus as modelwright writes it, if it uses exactly this metamodel.
    fn add(&mut self, loaded: &LoadedDocument) {
        let uri = loaded.model.document(loaded.document).uri.clone();
        let text = |name: &str, values: OptionValues| {
            let options = WriteOptions { base: Some(uri.clone()), values };
            let written =
                Registry::standard().format(name)?.to_bytes(&loaded.model, loaded.document, &options).ok()?;
            String::from_utf8(written.0).ok().filter(|text| text.len() <= LARGEST)
        };
        for (trees, (_, dialect)) in self.trees.iter_mut().zip(DIALECTS) {
            let text = text("json", OptionValues::new().with("dialect", dialect));
            // Without `$schemaLocation`, a metamodel may not be found when the document is read again.
            let again = text.filter(|text| reads(&self.workspace, text, &uri));
            trees.extend(again.map(|text| (uri.clone(), text)));
        }
        let values = self.workspace.reading.values.clone().with("encoding", "UTF-8");
        self.xml.extend(text("xmi", values).map(|text| (uri.clone(), text)));
    }

    /// Adds mutated documents, the same number of each format.
    fn mutate(&mut self, [plain, emf, xml]: [usize; 3], random: &mut Random) {
        for ((trees, (dialect, _)), count) in self.trees.iter_mut().zip(DIALECTS).zip([plain, emf]) {
            let bases = trees.iter().map(|(uri, text)| Some((uri.clone(), serde_json::from_str(text).ok()?)));
            let bases: Vec<(String, Value)> = bases.collect::<Option<_>>().unwrap_or_default();
            for _ in 0..if bases.is_empty() { 0 } else { count } {
                let (uri, base) = random.choose(&bases).clone();
                trees.push((uri, json::mutant(&base, dialect, &self.words, random).to_string()));
            }
        }
        let bases = self.xml.clone();
        for _ in 0..xml {
            if bases.is_empty() {
                break;
            }
            let (uri, base) = random.choose(&bases);
            let mutant = xml::mutant(base, &self.words, random);
            self.xml.extend(mutant.map(|text| (uri.clone(), text)));
        }
    }

    /// Modelwright's problems with a document.
    fn problems(&self, text: &str, uri: &str, format: &'static Format) -> Vec<ReportedProblem> {
        let bytes = text.as_bytes().to_vec();
        let loaded = match self.workspace.load_bytes("mutant", bytes, uri, format) {
            Ok(loaded) => loaded,
            Err(problem) => {
                return vec![ReportedProblem { problem: *problem, class: None, is_elsewhere: false }];
            }
        };
        let found = validate::check(&loaded.model, loaded.document, &validate::CheckOptions::default());
        let all = loaded.diagnostics.iter().chain(&found);
        let problems: Vec<Diagnostic> = all.cloned().collect();
        let classes = if problems.is_empty() { BTreeMap::new() } else { classes(&loaded) };
        let class = |problem: &Diagnostic| classes.get(problem.object.as_deref()?).copied();
        let is_elsewhere =
            |problem: &Diagnostic| problem.primary_label().is_some_and(|at| at.source.name() != "mutant");
        let found = |problem: Diagnostic| ReportedProblem {
            class: class(&problem),
            is_elsewhere: is_elsewhere(&problem),
            problem,
        };
        problems.into_iter().map(found).collect()
    }
}

/// The classes of a document's objects, by their addresses.
fn classes(loaded: &LoadedDocument) -> BTreeMap<String, ClassId> {
    let model = &loaded.model;
    let roots = model.document(loaded.document).roots().iter().copied();
    let objects = roots.flat_map(|root| std::iter::once(root).chain(model.all_contents(root)));
    let mut addresses = Addresses::new(model);
    let mut classes = BTreeMap::new();
    for object in objects {
        // Some problems name an object by its id, others by its path.
        let mut path = String::new();
        addresses.write_path(object, &mut path);
        classes.insert(path, model.class(object));
        let mut id = String::new();
        addresses.write_fragment(object, &mut id);
        classes.insert(id, model.class(object));
        classes.insert(addresses.fragment(object), model.class(object));
    }
    classes
}

/// Records the comparison of two verdicts.
fn note(summary: &mut Summary, meant: &mut BTreeMap<String, Vec<String>>, verdicts: Verdicts, place: &str) {
    match verdicts {
        Verdicts::Agree => summary.note(true, String::new),
        Verdicts::Meant(reason) => {
            meant.entry(reason).or_default().push(place.to_owned());
            summary.note(true, String::new);
        }
        Verdicts::Differ(why) => summary.note(false, || format!("{place}: {why}")),
    }
}

/// Records the number of documents that each reason excuses; their names are written to a file.
fn enter_excused(
    summary: &mut Summary,
    excused: &BTreeMap<String, Vec<String>>,
    known: Option<KnownCounts>,
    file: &Path,
) -> Result<(), String> {
    let lines =
        excused.iter().flat_map(|(reason, places)| places.iter().map(move |at| format!("{reason}: {at}\n")));
    fs::write(file, lines.collect::<String>()).map_err(|e| e.to_string())?;
    let counts = || excused.iter().map(|(reason, places)| (reason.as_str(), places.len()));
    summary.notes.extend(counts().map(|(reason, count)| format!("{count} have another verdict: {reason}")));
    if let Some(known) = known {
        crate::known::enter(summary, known, counts());
    }
    Ok(())
}

fn format(name: &str) -> Result<&'static Format, String> {
    Registry::standard().format(name).ok_or_else(|| format!("there is no format {name}"))
}

fn compare_json(
    subjects: &[Subject],
    notation: usize,
    dialect: Dialect,
    known: Option<KnownCounts>,
    work: &Path,
) -> Result<Summary, String> {
    let write = |name: String, text: &str| fs::write(work.join(name), text).map_err(|e| e.to_string());
    write("ajv.js".to_owned(), AJV)?;
    let mut declared = Vec::new();
    for (number, subject) in subjects.iter().enumerate() {
        let json_schema = JsonSchemaOptions { dialect, ..JsonSchemaOptions::default() };
        let draft_7 = JsonSchemaOptions { draft: json_schema::Draft::Draft07, ..json_schema.clone() };
        let (files, _) = json_schema::generate(&subject.metamodel, &subject.packages, &draft_7);
        write(format!("{number}.draft07.json"), &files[0].text)?;
        let lines: Vec<String> = subject.trees[notation].iter().map(|(_, text)| one_line(text)).collect();
        write(format!("{number}.jsonl"), &lines.join("\n"))?;
        let (files, losses) = json_schema::generate(&subject.metamodel, &subject.packages, &json_schema);
        write(format!("{number}.schema.json"), &files[0].text)?;
        declared.push((files, DeclaredLosses::new(&subject.metamodel, dialect, &losses)));
    }
    let mut node = Command::new("node");
    if std::env::var_os("NODE_PATH").is_none() {
        node.env("NODE_PATH", "/usr/share/nodejs");
    }
    node.arg(work.join("ajv.js")).arg(work);
    let output = node.output().map_err(|e| format!("node cannot be started: {e}"))?;
    if !output.status.success() {
        return Err(format!("ajv cannot be used: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let answers = String::from_utf8_lossy(&output.stdout).into_owned();
    let answers: BTreeMap<usize, &str> = answers
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(number, answer)| Some((number.parse().ok()?, answer)))
        .collect();
    let json = format("json")?;
    let (mut summary, mut meant) = (Summary::default(), BTreeMap::new());
    for (number, (subject, (files, declared))) in subjects.iter().zip(&declared).enumerate() {
        let schema: Value = serde_json::from_str(&files[0].text).map_err(|e| e.to_string())?;
        let validator = match jsonschema::draft202012::new(&schema) {
            Ok(validator) => validator,
            Err(error) => {
                summary.differences.push(format!("{}: the schema cannot be used: {error}", subject.name));
                continue;
            }
        };
        let ajv = answers.get(&number).copied().unwrap_or_default().as_bytes();
        if ajv.len() != subject.trees[notation].len() {
            summary.differences.push(format!("{}: ajv: {}", subject.name, String::from_utf8_lossy(ajv)));
            continue;
        }
        for (at, (uri, text)) in subject.trees[notation].iter().enumerate() {
            let document: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
            let found = subject.problems(text, uri, json);
            let theirs = validator.is_valid(&document);
            if theirs != (ajv[at] == b'1') {
                let place = format!("{} {number}.jsonl:{}", subject.name, at + 1);
                summary.differences.push(format!("{place}: jsonschema {theirs}, ajv disagrees"));
                continue;
            }
            let verdicts =
                reasons::compared(&found, theirs, declared, || json::rejection(&validator, &document));
            let place = format!("{} {number}.jsonl:{}", subject.name, at + 1);
            note(&mut summary, &mut meant, verdicts, &place);
        }
    }
    enter_excused(&mut summary, &meant, known, &work.join("json.txt"))?;
    Ok(summary)
}

fn one_line(json: &str) -> String {
    serde_json::from_str::<Value>(json).map_or_else(|_| json.replace('\n', " "), |value| value.to_string())
}

fn compare_xml(subjects: &[Subject], known: Option<KnownCounts>, work: &Path) -> Result<Summary, String> {
    let xmi = format("xmi")?;
    let (mut summary, mut meant) = (Summary::default(), BTreeMap::new());
    for (number, subject) in subjects.iter().enumerate() {
        let directory = work.join(format!("{number}"));
        fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
        let (files, losses) = xsd::generate(&subject.metamodel, &subject.packages, &XsdOptions::default());
        let declared = DeclaredLosses::new(&subject.metamodel, Dialect::Plain, &losses);
        for file in &files {
            fs::write(directory.join(&file.path), &file.text).map_err(|e| e.to_string())?;
        }
        let mut documents = Vec::new();
        for (at, (_, text)) in subject.xml.iter().enumerate() {
            let path = directory.join(format!("{at}.xml"));
            fs::write(&path, text).map_err(|e| e.to_string())?;
            documents.push(path);
        }
        // The first file refers to all others.
        let schema = directory.join(&files.first().ok_or("no schema")?.path);
        let verdicts = match xml::verdicts(&schema, &documents) {
            Ok(verdicts) => verdicts,
            Err(problem) => {
                summary.differences.push(format!("{}: {problem}", subject.name));
                continue;
            }
        };
        let text = fs::read(&schema).map_err(|e| e.to_string())?;
        let disk: Arc<dyn Files> = Arc::new(Disk::new());
        let ours = schemas::load(&disk, &schema, text, &Limits::default());
        let ours = ours.map_err(|problem| problem.to_string())?;
        for ((path, valid), (uri, text)) in documents.iter().zip(verdicts).zip(&subject.xml) {
            let source = Source::new("mutant", text.as_str());
            if ours.check(xmi, &source).is_none_or(|found| found.is_empty() != valid) {
                summary.differences.push(format!("{}: xmllint {valid}, --schema disagrees", path.display()));
                continue;
            }
            let found = subject.problems(text, uri, xmi);
            let verdicts = reasons::compared(&found, valid, &declared, || xml::rejection(&schema, path));
            note(&mut summary, &mut meant, verdicts, &format!("{} {}", subject.name, path.display()));
        }
    }
    enter_excused(&mut summary, &meant, known, &work.join("xml.txt"))?;
    Ok(summary)
}
