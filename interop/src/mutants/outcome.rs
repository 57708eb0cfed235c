//! The results of EMF and of modelwright for mutants, and how they differ.

use super::pool::Mutant;
use crate::problems::Findings;
use std::collections::HashMap;

/// The result of one side for a document.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// Rejected, with the reason.
    Rejected(String),
    Loaded(DocumentReport),
    /// No result within the time limit.
    NoResult,
    /// A panic, which only modelwright can have.
    Panic,
}

/// The report of one side on a loaded document; after an exception it is incomplete.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct DocumentReport {
    pub(super) written: Option<Vec<u8>>,
    pub(super) objects: Option<usize>,
    pub(super) unresolved: Option<usize>,
    pub(super) findings: Option<Findings>,
    /// Whether any finding is an error.
    pub(super) errors: bool,
    /// The reason if the report is incomplete.
    pub(super) why: String,
}

/// One difference between the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Difference {
    /// Whether the document can be read.
    Verdict,
    /// Whether it can be written.
    Writing,
    Bytes,
    Objects,
    Unresolved,
    /// Whether it has errors.
    Errors,
    Findings,
    /// EMF throws an exception while it counts or validates.
    Thrown,
}

/// The results of both sides for a mutant.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub(super) ours: Outcome,
    pub(super) theirs: Outcome,
}

impl Pair {
    /// All differences. Messages of rejections are not compared.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let (ours, theirs) = match (&self.ours, &self.theirs) {
            (Outcome::Rejected(_), Outcome::Rejected(_)) => return Vec::new(),
            (Outcome::Loaded(ours), Outcome::Loaded(theirs)) => (ours, theirs),
            _ => return vec![Difference::Verdict],
        };
        let mut found = Vec::new();
        if ours.written.is_some() != theirs.written.is_some() {
            found.push(Difference::Writing);
        } else if ours.written != theirs.written {
            found.push(Difference::Bytes);
        }
        if theirs.objects.is_none() || theirs.unresolved.is_none() || theirs.findings.is_none() {
            found.push(Difference::Thrown);
        }
        if theirs.objects.is_some() && ours.objects != theirs.objects {
            found.push(Difference::Objects);
        }
        if theirs.unresolved.is_some() && ours.unresolved != theirs.unresolved {
            found.push(Difference::Unresolved);
        }
        if theirs.findings.is_some() && ours.errors != theirs.errors {
            found.push(Difference::Errors);
        }
        if theirs.findings.is_some() && ours.findings != theirs.findings {
            found.push(Difference::Findings);
        }
        found
    }

    /// The findings that only modelwright reports, and those that only EMF reports.
    pub(super) fn findings(&self) -> [Vec<String>; 2] {
        let none = Findings::new();
        let list = |outcome: &Outcome| match outcome {
            Outcome::Loaded(DocumentReport { findings: Some(findings), .. }) => findings.clone(),
            _ => none.clone(),
        };
        let (ours, theirs) = (list(&self.ours), list(&self.theirs));
        let only = |a: &Findings, b: &Findings| {
            let more = |(key, count): &(&String, &i64)| **count > b.get(*key).copied().unwrap_or(0);
            a.iter().filter(more).map(|(key, _)| key.clone()).collect()
        };
        [only(&ours, &theirs), only(&theirs, &ours)]
    }

    /// The signature of a difference. Differences with the same signature probably have the same cause.
    pub(super) fn signature(&self, difference: Difference) -> String {
        match (difference, &self.ours, &self.theirs) {
            (Difference::Bytes, Outcome::Loaded(ours), Outcome::Loaded(theirs)) => {
                let [ours, theirs] = first_difference(
                    ours.written.as_deref().unwrap_or_default(),
                    theirs.written.as_deref().unwrap_or_default(),
                )
                .map(|token| general(token.split('=').next().unwrap_or("")));
                format!("bytes: ours <{ours}> EMF <{theirs}>")
            }
            (Difference::Findings, ..) => {
                let kinds = self.findings().map(|only| {
                    // The address comes last, and is omitted.
                    let mut kinds: Vec<&str> = only
                        .iter()
                        .map(|key| key.rsplit_once(' ').map_or(key.as_str(), |(k, _)| k))
                        .collect();
                    kinds.dedup();
                    kinds.join(", ").replace("org.eclipse.emf.", "")
                });
                format!("findings: ours <{}> EMF <{}>", kinds[0], kinds[1])
            }
            (Difference::Thrown, _, theirs) => format!("Thrown: {}", general(&theirs.text())),
            (Difference::Verdict, ours, theirs) => {
                format!("ours {} / EMF {}", ours.general(), theirs.general())
            }
            _ => format!("{difference:?}"),
        }
    }

    /// Both results in full, for readers of the report.
    pub(super) fn details(&self) -> String {
        let mut out = format!("    ours: {}\n    EMF:  {}\n", self.ours.text(), self.theirs.text());
        if let (
            Outcome::Loaded(DocumentReport { written: Some(ours), .. }),
            Outcome::Loaded(DocumentReport { written: Some(theirs), .. }),
        ) = (&self.ours, &self.theirs)
            && ours != theirs
        {
            let [ours, theirs] = lines(ours, theirs);
            out.push_str(&format!("    ours: {ours}\n    EMF:  {theirs}\n"));
        }
        for (who, only) in ["ours", "EMF"].iter().zip(self.findings()) {
            for key in only.iter().take(8) {
                out.push_str(&format!("    only {who}: {key}\n"));
            }
        }
        out
    }
}

impl Outcome {
    fn general(&self) -> String {
        match self {
            Outcome::Rejected(why) => format!("rejects: {}", general(why)),
            Outcome::Loaded(_) => "loads".to_owned(),
            Outcome::NoResult => "has no result".to_owned(),
            Outcome::Panic => "panics".to_owned(),
        }
    }

    fn text(&self) -> String {
        match self {
            Outcome::Rejected(why) => format!("rejects: {why}"),
            Outcome::Loaded(report) => {
                let number = |n: Option<usize>| n.map_or("?".to_owned(), |n| n.to_string());
                format!(
                    "{}, {} objects, {} unresolved, {}errors {}",
                    report
                        .written
                        .as_ref()
                        .map_or("cannot be written".to_owned(), |b| format!("{} bytes", b.len())),
                    number(report.objects),
                    number(report.unresolved),
                    if report.errors { "" } else { "no " },
                    report.why
                )
            }
            Outcome::NoResult => "returns no result".to_owned(),
            Outcome::Panic => "panics".to_owned(),
        }
    }
}

/// A message without the parts that are specific to its document.
fn general(message: &str) -> String {
    let mut out = String::new();
    let mut quote = None;
    // Modelwright's messages start with a position, EMF's may end with one.
    let message = message.find("error[").map_or(message, |at| &message[at..]);
    let message =
        message.rsplit_once(" (").filter(|(_, place)| place.contains(".mutant-")).map_or(message, |(m, _)| m);
    let (code, message) = message.split_once("]: ").unwrap_or(("", message));
    out.push_str(code);
    for character in message.chars() {
        match (quote, character) {
            (Some(close), c) if c == close => quote = None,
            (None, '`' | '"') => {
                quote = Some(character);
                out.push('…');
            }
            (None, '\'') if !out.ends_with(char::is_alphabetic) => {
                quote = Some(character);
                out.push('…');
            }
            (None, c) if !c.is_ascii_digit() => out.push(c),
            _ => {}
        }
        if out.len() > 110 {
            break;
        }
    }
    out
}

fn position(ours: &[u8], theirs: &[u8]) -> usize {
    ours.iter().zip(theirs).position(|(a, b)| a != b).unwrap_or(ours.len().min(theirs.len()))
}

/// The first word of markup that differs.
fn first_difference(ours: &[u8], theirs: &[u8]) -> [String; 2] {
    let at = position(ours, theirs);
    let ends = |b: &u8| matches!(b, b' ' | b'\n' | b'>');
    let start = ours[..at].iter().rposition(|b| ends(b) || *b == b'<').map_or(0, |p| p + 1);
    [ours, theirs].map(|bytes| {
        let tail = &bytes[start.min(bytes.len())..];
        let end = tail.iter().position(ends).unwrap_or(tail.len());
        String::from_utf8_lossy(&tail[..end]).into_owned()
    })
}

/// The lines around the first difference.
fn lines(ours: &[u8], theirs: &[u8]) -> [String; 2] {
    let at = position(ours, theirs);
    [ours, theirs].map(|bytes| {
        let end = (at + 90).min(bytes.len());
        let start = at.saturating_sub(90).min(end);
        format!("…{}…", String::from_utf8_lossy(&bytes[start..end]).replace('\n', "⏎"))
    })
}

/// Mutants, grouped by their difference.
pub(super) type Groups = HashMap<String, Vec<(Mutant, Pair)>>;
