//! The same documents through the generated classes of several languages: what each accepts, and the bytes that it writes.
//!
//! The documents are the valid ones of `judges`, as modelwright writes them, and one change of each. A document must come back
//! with the same bytes but for spaces, so that data may go through all languages in any order; a changed one that the validator
//! rejects must be rejected by each language, except for the reasons in [`reasons`]. At the end the documents go through one
//! language after the other and back. A language is one file here and one line in the registry. This module does not know
//! any of them.

mod chain;
mod mutation;
mod reasons;
mod spelling;

use super::judges::Subject;
use super::known::{KnownCounts, enter};
use super::random::Random;
use super::{Summary, sample::sample};
use chain::Link;
use modelwright::workspace::Registry;
use modelwright_codegen::Request;
use modelwright_metamodel::ecore::{DataKind, Literal};
use modelwright_metamodel::options::OptionValues;
pub(crate) use mutation::mutate;
pub(crate) use python::environment;
use reasons::{REASONS, Verdict};
use spelling::Known;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Declares the file of each language, which has a `LANGUAGE`, and lists them.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// All languages, in the order in which they are compared.
        const LANGUAGES: &[Language] = &[$($file::LANGUAGE),+];
    };
}

// The registry of languages.
registry! {
    python,
    typescript,
    java,
    pydantic,
}

/// A language whose classes read and write documents.
struct Language {
    name: &'static str,
    /// The target that generates its classes, and the options.
    target: &'static str,
    options: &'static [(&'static str, &'static str)],
    /// Whether it is one of those that documents go through, one after the other. These write the same spaces, too.
    is_link: bool,
    /// Reads each document of each metamodel, and writes it again: the text, or the reason if it is rejected. Tools may be
    /// installed in the directory.
    exchange: fn(&Path, &[Task]) -> Result<Vec<Answers>, String>,
    /// How many documents of the sample each reason excuses.
    known: KnownCounts,
}

/// The text that a language writes for a document, on one line, or the reason why it rejects the document.
type Exchanged = Result<String, String>;

/// What a language makes of the documents of one metamodel, in their order.
type Answers = Vec<Exchanged>;

/// The documents of one metamodel for one language.
#[derive(Clone)]
struct Task {
    /// The directory of the generated files.
    classes: PathBuf,
    /// The documents, one on each line.
    documents: PathBuf,
    /// The name of the package, and of the class of the documents.
    package: String,
    root: String,
    /// The number of documents.
    count: usize,
}

/// How an answer begins if the language fails in another way than by rejecting the document.
const CRASH: &str = "CRASH";

/// The number of metamodels.
const METAMODELS: usize = 50;

/// The sample that is compared without options: the seed, and the number of documents.
const SAMPLE: (u64, usize) = (1, 26_000);

/// Compares all languages on at least `count` documents.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, SAMPLE)?;
    let is_sample = (seed, count) == SAMPLE;
    let directory = work.join("data");
    drop(fs::remove_dir_all(directory.join("subjects")));
    let each = count.div_ceil(METAMODELS);
    let mut subjects = Vec::new();
    for number in 0..METAMODELS {
        let place = directory.join(format!("subjects/{number}"));
        fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
        let subject = Subject::random(number, each, seed, &place)?;
        let documents = documents(&subject, &mut Random::new(seed ^ 0xda7a, number));
        let lines: Vec<&str> = documents.iter().map(|document| document.text.as_str()).collect();
        write(&place.join("documents.jsonl"), &lines.join("\n"))?;
        subjects.push((subject, place, documents));
    }
    let mut summaries = Vec::new();
    let mut links = Vec::new();
    for language in LANGUAGES {
        let tools = directory.join(language.name);
        fs::create_dir_all(&tools).map_err(|e| format!("{}: {e}", tools.display()))?;
        let tasks = tasks(language, &subjects)?;
        let all = exchange(language, &tools, &tasks)?;
        let mut results = Results { language: language.name, ..Results::default() };
        for ((subject, place, documents), exchanged) in subjects.iter().zip(&all) {
            let known = known(subject);
            for (at, (document, exchanged)) in documents.iter().zip(exchanged).enumerate() {
                let place = format!("{}/documents.jsonl:{}", place.display(), at + 1);
                results.note(document, exchanged, &known, &place);
            }
        }
        let counts = if is_sample { Some(language.known) } else { None };
        summaries.push(results.summary(counts).printed(language.name));
        links.extend(language.is_link.then_some(Link { language, tools, tasks, answers: all }));
    }
    summaries.push(chain::run(&subjects, &links, is_sample)?.printed("chain"));
    Ok(summaries)
}

/// A metamodel with its directory and its documents.
type DataSubject = (Subject, PathBuf, Vec<PlainDocument>);

/// Writes the classes of all metamodels in a language.
fn tasks(language: &Language, subjects: &[DataSubject]) -> Result<Vec<Task>, String> {
    let tasks = subjects.iter().map(|(subject, place, documents)| {
        let classes = place.join(language.name);
        generate(language, subject, &classes)?;
        Ok(Task {
            classes,
            documents: place.join("documents.jsonl"),
            package: subject.package().to_owned(),
            root: subject.root().to_owned(),
            count: documents.len(),
        })
    });
    tasks.collect()
}

/// Lets a language read all documents and write them again.
fn exchange(language: &Language, tools: &Path, tasks: &[Task]) -> Result<Vec<Answers>, String> {
    let all = (language.exchange)(tools, tasks)?;
    let counts = || all.iter().map(Vec::len).zip(tasks.iter().map(|task| task.count));
    match counts().find(|(found, expected)| found != expected) {
        _ if all.len() != tasks.len() => Err(format!("{}: {} metamodels", language.name, all.len())),
        Some((found, expected)) => Err(format!("{}: {found} of {expected} documents", language.name)),
        None => Ok(all),
    }
}

/// Runs a program that gets a line for each task, with its directory, its file, its package and its class, and prints a line
/// for each document: `1` and the text that it writes, or `0` and the reason.
fn answers_of(command: &mut Command, tasks: &[Task]) -> Result<Vec<Answers>, String> {
    let line = |task: &Task| {
        let (classes, documents) = (task.classes.display(), task.documents.display());
        format!("{classes}\t{documents}\t{}\t{}\n", task.package, task.root)
    };
    let input: String = tasks.iter().map(line).collect();
    let (output, problem, is_success) = crate::languages::output_of(command, &input)?;
    if !is_success {
        return Err(problem);
    }
    let mut lines = output.split('\n');
    let answers = tasks.iter().map(|task| {
        let of_task = lines.by_ref().take(task.count).map(|line| match line.split_once('\t') {
            Some(("1", text)) => Ok(text.to_owned()),
            Some((_, reason)) => Err(reason.to_owned()),
            None => Err(format!("{CRASH} {line}")),
        });
        of_task.collect()
    });
    Ok(answers.collect())
}

/// The documents of a metamodel, each followed by a changed one.
fn documents(subject: &Subject, random: &mut Random) -> Vec<PlainDocument> {
    let mut documents = Vec::new();
    for (at, (text, hazards)) in subject.plain_documents().into_iter().enumerate() {
        // Most documents have integers that JavaScript does not have, and would show nothing else of it.
        let safe = if at % 4 == 0 { None } else { subject.plain(&mutation::with_safe_integers(&text)).ok() };
        let text = safe.unwrap_or(text);
        let changed = mutation::mutate(&text, random);
        documents.push(PlainDocument { verdict: Ok(text.clone()), text, hazards: hazards.clone() });
        documents.extend(changed.map(|(text, change)| {
            let hazards = [hazards, vec![change]].concat();
            PlainDocument { verdict: subject.plain(&text), text, hazards }
        }));
    }
    documents
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Writes the classes of a metamodel in a language.
fn generate(language: &Language, subject: &Subject, directory: &Path) -> Result<(), String> {
    let target = Registry::standard().target(language.target).ok_or("no such target")?;
    let options =
        language.options.iter().fold(OptionValues::new(), |all, (name, value)| all.with(*name, *value));
    let (files, problems) = target.generate(&Request { options, ..Request::new(&subject.metamodel) });
    if problems.has_errors() {
        return Err(problems.to_string());
    }
    for file in files {
        let path = directory.join(&file.path);
        fs::create_dir_all(path.parent().unwrap_or(directory))
            .map_err(|e| format!("{}: {e}", path.display()))?;
        write(&path, &file.text)?;
    }
    Ok(())
}

/// A document in ordinary JSON.
struct PlainDocument {
    text: String,
    /// What the validator rejects, or the text that modelwright writes for the document.
    verdict: Result<String, String>,
    /// What is unusual about it.
    hazards: Vec<&'static str>,
}

/// The members that languages leave out, as they are in documents.
fn known(subject: &Subject) -> Known {
    let metamodel = &subject.metamodel;
    let mut known = Known::default();
    for id in metamodel.classes().flat_map(|(_, class)| class.features.clone()) {
        let feature = &metamodel[id];
        if let Literal::Lexical(text) = &feature.default {
            let name = feature.name();
            match metamodel[metamodel.data_type(id)].kind {
                DataKind::Bytes => {
                    known.default_bytes.push(format!("\"{name}\":\"{}\"", text.to_uppercase()));
                }
                DataKind::BigDecimal => {
                    let digits = spelling::plain_number(text);
                    known.default_decimals.extend(digits.map(|digits| format!("\"{name}\":{digits}")));
                }
                _ => {}
            }
        }
        if feature.unsettable {
            known.unset_nulls.push(format!("\"{}\":null", feature.name()));
        }
    }
    known
}

/// The result of one language.
#[derive(Default)]
struct Results {
    language: &'static str,
    summary: Summary,
    valid: usize,
    excused: BTreeMap<&'static str, usize>,
    groups: BTreeMap<String, Vec<String>>,
}

impl Results {
    fn note(&mut self, document: &PlainDocument, exchanged: &Exchanged, known: &Known, place: &str) {
        self.valid += usize::from(document.verdict.is_ok());
        let exchanged = exchanged.as_ref().map(|text| spelling::compact(text)).map_err(String::as_str);
        let difference = match (&document.verdict, &exchanged) {
            (_, Err(reason)) if reason.starts_with(CRASH) => Some((Verdict::Fails, (*reason).to_owned())),
            (Ok(expected), Ok(found)) if expected == found => None,
            (Err(_), Err(_)) => None,
            (Ok(expected), Ok(found)) => {
                let same = spelling::same(expected, found, known);
                same.iter().for_each(|reason| *self.excused.entry(reason).or_default() += 1);
                let (of_expected, of_found) = spelling::first_difference(expected, found);
                let parts = format!("{of_expected} is written as {of_found}");
                let detail = format!("{parts}\n        expected {expected}\n        written  {found}");
                same.is_none().then_some((Verdict::WritesOther, detail))
            }
            (Ok(_), Err(reason)) => Some((Verdict::Rejects, (*reason).to_owned())),
            (Err(reason), Ok(_)) => Some((Verdict::Accepts, reason.clone())),
        };
        let Some((verdict, detail)) = difference else {
            self.summary.agreed += 1;
            return;
        };
        let excuse = REASONS.iter().find(|reason| {
            reason.verdict == verdict
                && (reason.languages.is_empty() || reason.languages.contains(&self.language))
                && reason.messages.iter().any(|message| detail.contains(message))
        });
        match excuse {
            Some(reason) => {
                *self.excused.entry(reason.text).or_default() += 1;
                self.summary.agreed += 1;
            }
            None => {
                let group = format!("{} {verdict:?}: {}", self.language, document.hazards.join(" + "));
                self.groups.entry(group).or_default().push(format!("{place}: {detail}"));
            }
        }
    }

    fn summary(self, known: Option<KnownCounts>) -> Summary {
        let Self { language, mut summary, valid, excused, groups } = self;
        for (group, documents) in groups {
            let shown: Vec<&str> = documents.iter().take(3).map(String::as_str).collect();
            let text = format!("{} times {group}\n    {}", documents.len(), shown.join("\n    "));
            summary.differences.extend(std::iter::repeat_n(String::new(), documents.len() - 1));
            summary.differences.push(text);
        }
        summary.notes.push(format!("{language}: {valid} documents are valid"));
        let counts = || excused.iter().map(|(reason, count)| (*reason, *count));
        summary.notes.extend(counts().map(|(reason, count)| format!("{language}: {count} differ: {reason}")));
        if let Some(known) = known {
            enter(&mut summary, known, counts());
        }
        summary
    }
}
