//! Comparison with Eclipse EMF's validation: verdicts, findings and counts.
//!
//! A finding is compared by severity, constraint and address. EMF's findings about values have no address,
//! because they concern the value and not its object.

use super::{Summary, corpus};
use modelwright::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Severity};
use modelwright_validation::emf;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Findings by severity, source, number and address, with how often each is reported.
pub(super) type Findings = BTreeMap<String, i64>;

/// EMF's report on a file.
#[derive(Default)]
struct Verdict<'t> {
    loads: bool,
    /// Objects and unresolved references.
    counts: (&'t str, &'t str),
    errors: bool,
}

/// Verdicts, counts and findings for the metamodels and the instances of a corpus.
pub(crate) fn run(shared: &Path) -> Result<Vec<Summary>, String> {
    let corpus = shared.join("corpus");
    let mut summaries = Vec::new();
    for kind in ["metamodels", "instances"] {
        let parts = ["verdicts", "counts", "lines"].into_iter();
        let compared = parts.zip(compare(&corpus, kind)?);
        summaries.extend(compared.map(|(part, summary)| summary.printed(&format!("{kind}, {part}"))));
    }
    Ok(summaries)
}

fn compare(directory: &Path, kind: &str) -> Result<[Summary; 3], String> {
    let verdicts = corpus::text(&directory.join(format!("emf/{kind}.verdicts.tsv")))?;
    let problems = corpus::text(&directory.join(format!("emf/{kind}.problems.tsv")))?;
    let verdicts: HashMap<&str, Verdict<'_>> = verdicts.lines().filter_map(verdict).collect();
    let mut findings: HashMap<&str, Findings> = HashMap::new();
    for line in problems.lines() {
        let mut columns = line.split('\t');
        let file = columns.next().unwrap_or_default();
        note(findings.entry(file).or_default(), columns);
    }
    let [mut verdict, mut counts, mut lines] = [Summary::default(), Summary::default(), Summary::default()];
    for entry in corpus::listed(directory, kind)? {
        let (file, workspace) = (entry.file.as_str(), entry.workspace());
        let Some(expected) = verdicts.get(file).filter(|expected| expected.loads) else { continue };
        let judged =
            || workspace.load(&entry.path(), None).ok().map(|loaded| (judge(&workspace, &loaded), loaded));
        let Some((found, loaded)) = catch_unwind(AssertUnwindSafe(judged)).ok().flatten() else {
            verdict.differences.push(format!("{file}: cannot be loaded"));
            continue;
        };
        let counted = workspace.count(&loaded);
        let ours = (counted.objects().to_string(), counted.unresolved.to_string());
        let agree = (ours.0.as_str(), ours.1.as_str()) == expected.counts;
        counts.note(agree, || {
            format!("{file}: objects and unresolved: ours {ours:?}, EMF {:?}", expected.counts)
        });
        let errors = is_wrong(&found) || (found.is_empty() && has_errors(&workspace, &loaded));
        verdict.note(errors == expected.errors, || {
            format!("{file}: errors: ours {errors}, EMF {}", expected.errors)
        });
        difference(file, &found, findings.get(file).unwrap_or(&Findings::new()), &mut lines);
    }
    Ok([verdict, counts, lines])
}

fn verdict(line: &str) -> Option<(&str, Verdict<'_>)> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [file, load, objects, unresolved, errors, ..] = columns.as_slice() else { return None };
    let verdict = Verdict { loads: *load == "OK", counts: (objects, unresolved), errors: *errors != "0" };
    Some((file, verdict))
}

/// EMF's findings for one file, from lines without its name.
pub(super) fn findings(lines: &[String]) -> Findings {
    let mut found = Findings::new();
    lines.iter().for_each(|line| note(&mut found, line.split('\t')));
    found
}

/// Adds a finding of EMF's, from its columns.
fn note<'t>(findings: &mut Findings, mut columns: impl Iterator<Item = &'t str>) {
    let [severity, source, number, address] = std::array::from_fn(|_| columns.next().unwrap_or_default());
    *findings.entry(key(severity, source, number, address)).or_insert(0) += 1;
}

/// The parts of a finding that are compared.
fn key(severity: &str, source: &str, number: &str, address: &str) -> String {
    let of_value = match source.rsplit('.').next() {
        Some("model") => number == "42",
        _ => matches!(number.parse(), Ok(5..=11)),
    };
    format!("{severity} {source} {number} {}", if of_value { "" } else { address })
}

/// Modelwright's findings that EMF can also report.
pub(super) fn judge(workspace: &Workspace, loaded: &LoadedDocument) -> Findings {
    let mut found = Findings::new();
    for finding in &workspace.validate_up_to(loaded, usize::MAX) {
        if let Some((source, number)) = emf::constraint(finding.code) {
            let key = key(finding.severity.word(), source.name(), &number.to_string(), &address(finding));
            *found.entry(key).or_insert(0) += 1;
        }
    }
    found
}

/// Whether any finding is an error.
pub(super) fn is_wrong(found: &Findings) -> bool {
    found.keys().any(|key| key.starts_with("error"))
}

/// Whether a finding that only modelwright reports is an error, which must not happen.
pub(super) fn has_errors(workspace: &Workspace, loaded: &LoadedDocument) -> bool {
    workspace.validate(loaded).iter().any(|finding| finding.severity == Severity::Error)
}

/// An address in the form of EMF's table: for another document, only with the last part of its name.
fn address(finding: &Diagnostic) -> String {
    let address = finding.object.as_deref().unwrap_or_default();
    // Ids may also contain `#`, and white space that a line of the table cannot contain.
    let address = &address.replace(['\t', '\n', '\r'], " ");
    match address.split_once('#').filter(|(document, _)| !document.is_empty() && !document.contains(' ')) {
        Some((document, fragment)) => {
            format!("{}#{fragment}", document.rsplit('/').next().unwrap_or(document))
        }
        None => format!("#{address}"),
    }
}

/// Records each finding that only one side has.
fn difference(file: &str, ours: &Findings, theirs: &Findings, summary: &mut Summary) {
    let mut text = String::new();
    for key in ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(*key))) {
        let count = |side: &Findings| side.get(key).copied().unwrap_or(0);
        let (own, other) = (count(ours), count(theirs));
        summary.agreed += usize::try_from(own.min(other)).unwrap_or(0);
        for _ in 0..(own - other).abs() {
            text.clear();
            let who = if own > other { "only ours" } else { "only EMF" };
            let _ = write!(text, "{file}: {who}: {key}");
            summary.differences.push(text.clone());
        }
    }
}
