//! Compares all programs that check documents against the same declarations: the validator, both schemas, the
//! generated Rust types, and `new` in expressions.
//!
//! Metamodels of the type language are random, and so are their documents, which contain zeros, limits,
//! absent values and null. The verdict of the declarations on a document is known when it is created; each
//! judge must have the same verdict, except for the reasons in [`reasons`].

mod composites;
mod document;
mod metamodel;
mod notation;
mod program;
mod reasons;
mod rich;
mod samples;
mod subject;
mod types;

use super::random::Random;
use super::{Summary, sample::sample};
use document::Document;
use modelwright_evaluation::logic::PreparedRules;
use reasons::{Judge, KNOWN, view};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
pub(crate) use subject::Subject;
use subject::accepts;

const AJV: &str = include_str!("../schemas/ajv.js");

/// The number of metamodels; more of them would take longer to compile without adding documents.
const METAMODELS: usize = 50;

/// The sample that is compared without options: the seed, and the number of documents.
const SAMPLE: (u64, usize) = (1, 20_000);

/// The words of the language for types of attributes, all of which the sample uses, and some of Ecore.
const TYPES: &[&str] = &[
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Collection",
    "Data",
    "EBigInteger",
    "EByte",
    "EInt",
    "EShort",
    "Enum",
    "Float",
    "Hash",
    "Integer",
    "Literal",
    "NotUndef",
    "Number",
    "Numeric",
    "Optional",
    "Pattern",
    "Regexp",
    "RichData",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "URI",
    "Variant",
    "datatype",
    "enum",
];

/// A verdict, with the reason of a rejection if it is known.
type Verdict = Result<(), String>;

/// Compares the verdicts of all judges on at least `count` documents.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, SAMPLE)?;
    let directory = work.join("judges");
    drop(fs::remove_dir_all(&directory));
    fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
    let each = count.div_ceil(METAMODELS);
    let subjects = (0..METAMODELS).map(|number| Subject::random(number, each, seed, &directory));
    let subjects = subjects.collect::<Result<Vec<_>, _>>()?;
    if (seed, count) == SAMPLE {
        let texts: Vec<String> = subjects.iter().map(|subject| subject.declared.text()).collect();
        let unused: Vec<&str> = unused_types(&texts.concat()).collect();
        if !unused.is_empty() {
            return Err(format!("no attribute of the sample has these types: {}", unused.join(", ")));
        }
    }
    for (number, subject) in subjects.iter().enumerate() {
        let lines = subject.json.join("\n");
        fs::write(directory.join(format!("{number}.jsonl")), lines).map_err(|e| e.to_string())?;
        let lines = subject.untyped_json.join("\n");
        fs::write(directory.join(format!("{number}.untyped.jsonl")), lines).map_err(|e| e.to_string())?;
    }
    let rust = program::verdicts(&subjects, &directory, work)?;
    let mut results = Results::default();
    let mut schemas = Vec::new();
    for (number, subject) in subjects.iter().enumerate() {
        schemas.push(subject.json_schema(&directory.join(format!("{number}.draft07.json")))?);
    }
    let ajv = ajv(&directory, &subjects)?;
    for (number, subject) in subjects.iter().enumerate() {
        let xml = subject.xml_schema()?;
        let rules = PreparedRules::new(&subject.metamodel);
        let untyped_schema = subject.untyped_schema()?;
        for (at, document) in subject.documents.iter().enumerate() {
            let known = |valid: bool| if valid { Ok(()) } else { Err(String::new()) };
            let mut verdicts: Vec<(Judge, Verdict)> = vec![
                (Judge::Json, subject.validate(&subject.json[at], "json")),
                (Judge::JsonSchema, known(accepts(schemas[number].as_ref(), "json", &subject.json[at]))),
                (Judge::Ajv, known(ajv[number][at])),
                (Judge::Rust, known(rust[number].typed[at])),
                (Judge::Checked, known(rust[number].checked[at])),
            ];
            let untyped = subject.untyped_json[at].as_str();
            verdicts.push((Judge::UntypedJson, subject.validate_untyped(untyped)));
            verdicts.push((Judge::UntypedSchema, known(accepts(untyped_schema.as_ref(), "json", untyped))));
            verdicts.push((Judge::UntypedRust, known(rust[number].untyped[at])));
            verdicts.push((Judge::Serde, known(rust[number].serde[at])));
            verdicts.push((Judge::CheckedSerde, known(rust[number].checked_serde[at])));
            if let Some([xmllint, ours]) = xml[at] {
                let text = subject.xmi[at].as_deref().unwrap_or_default();
                verdicts.push((Judge::Xmi, subject.validate(text, "xmi")));
                verdicts.push((Judge::Xmllint, known(xmllint)));
                verdicts.push((Judge::XmlSchema, known(ours)));
            }
            verdicts.extend(subject.make(&rules, at).map(|verdict| (Judge::New, verdict)));
            results.note(document, &verdicts, &format!("{number}.jsonl:{}", at + 1));
        }
    }
    Ok(vec![results.summary((seed, count) == SAMPLE)])
}

/// The types of attributes that the text of all metamodels does not use.
fn unused_types(text: &str) -> impl Iterator<Item = &'static str> {
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    TYPES.iter().copied().filter(move |ty| !words.contains(ty))
}

/// The text of a random metamodel.
pub(crate) fn declarations(seed: u64, number: usize) -> String {
    metamodel::Metamodel::random(number, &mut Random::new(seed, number)).text()
}

/// The verdicts of ajv on the documents of each subject.
fn ajv(directory: &Path, subjects: &[Subject]) -> Result<Vec<Vec<bool>>, String> {
    let script = directory.join("ajv.js");
    fs::write(&script, AJV).map_err(|e| e.to_string())?;
    let mut node = Command::new("node");
    if std::env::var_os("NODE_PATH").is_none() {
        node.env("NODE_PATH", "/usr/share/nodejs");
    }
    let output =
        node.arg(&script).arg(directory).output().map_err(|e| format!("node cannot be started: {e}"))?;
    if !output.status.success() {
        return Err(format!("ajv cannot be used: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut verdicts: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let (number, answer) = line.split_once('\t').ok_or_else(|| format!("ajv: {line}"))?;
        let number: usize = number.parse().map_err(|_| format!("ajv: {line}"))?;
        if subjects.get(number).is_none_or(|subject| subject.documents.len() != answer.len()) {
            return Err(format!("ajv: {line}"));
        }
        verdicts.insert(number, decode(answer));
    }
    Ok(verdicts.into_values().collect())
}

/// The verdicts that a program prints, as one digit each.
fn decode(line: &str) -> Vec<bool> {
    line.bytes().map(|digit| digit == b'1').collect()
}

/// The verdicts of the judges on all documents.
#[derive(Default)]
struct Results {
    summary: Summary,
    legal: usize,
    verdicts: BTreeMap<Judge, usize>,
    excused: BTreeMap<&'static str, usize>,
    tried: BTreeMap<&'static str, usize>,
    /// The documents with differences, each with its position and the messages of the judges that reject it, grouped
    /// by the kind of difference.
    groups: BTreeMap<String, Vec<String>>,
}

impl Results {
    fn note(&mut self, document: &Document, verdicts: &[(Judge, Verdict)], place: &str) {
        self.legal += usize::from(document.is_legal());
        for trial in &document.trials {
            *self.tried.entry(trial.hazard).or_default() += 1;
        }
        let mut reasons = BTreeSet::new();
        let mut unexplained = Vec::new();
        let mut messages = BTreeSet::new();
        for (judge, verdict) in verdicts {
            *self.verdicts.entry(*judge).or_default() += 1;
            let views: Vec<_> = document.trials.iter().map(|trial| view(*judge, trial)).collect();
            let expected = views.iter().all(|(legal, _)| *legal);
            if expected != verdict.is_ok() {
                unexplained.push(format!("{judge:?} {}", if expected { "rejects" } else { "accepts" }));
                messages.extend(verdict.clone().err());
            } else if expected != document.is_legal() {
                reasons.extend(views.iter().filter_map(|(_, reason)| reason.map(|reason| reason.text)));
            }
        }
        if unexplained.is_empty() {
            self.summary.agreed += 1;
        } else {
            let hazards: Vec<&str> = document.trials.iter().map(|trial| trial.hazard).collect();
            let group = format!("{}: {}", unexplained.join(", "), hazards.join(" + "));
            let messages = messages.into_iter().collect::<Vec<_>>().join("; ");
            self.groups.entry(group).or_default().push(format!("{place}: {messages}"));
        }
        for reason in reasons {
            *self.excused.entry(reason).or_default() += 1;
        }
    }

    fn summary(self, is_sample: bool) -> Summary {
        let Self { mut summary, legal, verdicts, excused, tried, groups } = self;
        let total: usize = summary.agreed;
        for (group, documents) in groups {
            summary.differences.push(format!(
                "{} times {group}\n    {}",
                documents.len(),
                documents.join("\n    ")
            ));
        }
        let judges: Vec<String> =
            verdicts.iter().map(|(judge, count)| format!("{judge:?} {count}")).collect();
        let tried = tried.iter().map(|(hazard, count)| format!("{count} {hazard}"));
        summary
            .notes
            .push(format!("{total} documents agree, {legal} are valid; judged: {}", judges.join(", ")));
        summary.notes.push(format!("tried: {}", tried.collect::<Vec<_>>().join(", ")));
        let counts = || excused.iter().map(|(reason, count)| (*reason, *count));
        summary
            .notes
            .extend(counts().map(|(reason, count)| format!("{count} have another verdict: {reason}")));
        if is_sample {
            crate::known::enter(&mut summary, KNOWN, counts());
        }
        summary
    }
}
