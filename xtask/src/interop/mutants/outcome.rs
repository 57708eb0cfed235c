//! What EMF and what we make of mutants, and how the two differ.

use super::pool::Mutant;
use crate::interop::emf::resave;
use modelwright::workspace::Workspace;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// So long may EMF think about one document; it loops forever over some.
const PATIENCE: Duration = Duration::from_secs(6);

/// What somebody makes of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Refused, and why.
    Refused(String),
    /// Loaded, but cannot be written, and why.
    Unsavable(String),
    Saved(Vec<u8>),
    /// Nothing, in the time there is.
    Silence,
}

/// What both make of a mutant.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub(super) ours: Outcome,
    pub(super) theirs: Outcome,
}

impl Pair {
    /// Whether they say the same: refusals are not compared by their words.
    pub(super) fn agrees(&self) -> bool {
        match (&self.ours, &self.theirs) {
            (Outcome::Refused(_), Outcome::Refused(_)) | (Outcome::Unsavable(_), Outcome::Unsavable(_)) => {
                true
            }
            (ours, theirs) => ours == theirs,
        }
    }

    /// The same for disagreements that probably have one cause.
    pub(super) fn signature(&self) -> String {
        match (&self.ours, &self.theirs) {
            (Outcome::Saved(ours), Outcome::Saved(theirs)) => {
                let [ours, theirs] =
                    difference(ours, theirs).map(|token| general(token.split('=').next().unwrap_or("")));
                format!("bytes: ours <{ours}> EMF <{theirs}>")
            }
            (ours, theirs) => format!("ours {} / EMF {}", ours.general(), theirs.general()),
        }
    }

    /// Both sides in full, for people.
    pub(super) fn details(&self) -> String {
        match (&self.ours, &self.theirs) {
            (Outcome::Saved(ours), Outcome::Saved(theirs)) => {
                let [ours, theirs] = lines(ours, theirs);
                format!("    ours: {ours}\n    EMF:  {theirs}\n")
            }
            (ours, theirs) => format!("    ours: {}\n    EMF:  {}\n", ours.text(), theirs.text()),
        }
    }
}

impl Outcome {
    fn general(&self) -> String {
        match self {
            Outcome::Refused(why) => format!("refuses: {}", general(why)),
            Outcome::Unsavable(why) => format!("cannot save: {}", general(why)),
            Outcome::Saved(_) => "saves".to_owned(),
            Outcome::Silence => "is silent".to_owned(),
        }
    }

    fn text(&self) -> String {
        match self {
            Outcome::Refused(why) | Outcome::Unsavable(why) => why.clone(),
            Outcome::Saved(bytes) => format!("saves {} bytes", bytes.len()),
            Outcome::Silence => "does not answer".to_owned(),
        }
    }
}

/// A message without what is special to its document.
fn general(message: &str) -> String {
    let mut out = String::new();
    let mut quote = None;
    // Ours start with a place, EMF's may end with one.
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
fn difference(ours: &[u8], theirs: &[u8]) -> [String; 2] {
    let at = position(ours, theirs);
    let ends = |b: &u8| matches!(b, b' ' | b'\n' | b'>');
    let start = ours[..at].iter().rposition(|b| ends(b) || *b == b'<').map_or(0, |p| p + 1);
    [ours, theirs].map(|bytes| {
        let tail = &bytes[start.min(bytes.len())..];
        let end = tail.iter().position(ends).unwrap_or(tail.len());
        String::from_utf8_lossy(&tail[..end]).into_owned()
    })
}

/// The surroundings of the first difference.
fn lines(ours: &[u8], theirs: &[u8]) -> [String; 2] {
    let at = position(ours, theirs);
    [ours, theirs].map(|bytes| {
        let end = (at + 90).min(bytes.len());
        let start = at.saturating_sub(90).min(end);
        format!("…{}…", String::from_utf8_lossy(&bytes[start..end]).replace('\n', "⏎"))
    })
}

/// What both sides make of mutants whose files are written.
pub(super) fn pairs(
    shared: &Path,
    work: &Path,
    folder: &Path,
    mutants: &[Mutant],
) -> Result<Vec<Pair>, String> {
    let (theirs, ours) = std::thread::scope(|scope| {
        let theirs = scope.spawn(|| emf(shared, work, folder, mutants));
        let ours: Vec<Outcome> = mutants.iter().map(|mutant| ours(folder, mutant)).collect();
        (theirs.join(), ours)
    });
    let theirs = theirs.map_err(|_| "the comparison itself failed")??;
    Ok(ours.into_iter().zip(theirs).map(|(ours, theirs)| Pair { ours, theirs }).collect())
}

fn ours(folder: &Path, mutant: &Mutant) -> Outcome {
    let models = mutant.models.iter().map(|m| folder.join(m)).collect();
    let workspace = Workspace { models, ..Workspace::default() };
    let format = if mutant.file.ends_with(".ecore") { "ecore" } else { "xmi" };
    let began = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| resave(&workspace, &folder.join(&mutant.file), format)));
    if began.elapsed() > Duration::from_secs(10) {
        return Outcome::Silence;
    }
    match result {
        Err(_) => Outcome::Unsavable("PANIC".to_owned()),
        Ok((Some(problem), _)) => Outcome::Refused(problem),
        Ok((None, Some(bytes))) => Outcome::Saved(bytes),
        Ok((None, None)) => Outcome::Unsavable("not written".to_owned()),
    }
}

/// Asks EMF, in several runs if some mutant keeps it from answering.
fn emf(shared: &Path, work: &Path, folder: &Path, mutants: &[Mutant]) -> Result<Vec<Outcome>, String> {
    let resaved = work.join("resaved");
    let mut outcomes = Vec::new();
    while outcomes.len() < mutants.len() {
        let rest = &mutants[outcomes.len()..];
        let mut list = String::new();
        for mutant in rest {
            let _ = writeln!(list, "{}\t{}", mutant.file, mutant.models.join(","));
        }
        let list_file = work.join("list.txt");
        fs::write(&list_file, list.replace("\t\n", "\n")).map_err(|e| e.to_string())?;
        let arguments = [Path::new("resave"), folder, &list_file, &resaved];
        let table = answer(shared, &arguments, work)?;
        let mut rows = table.lines();
        for mutant in rest {
            // A row that is cut off is that of the mutant that ended the run.
            let Some(row) = rows.next().filter(|row| row.starts_with(&mutant.file)) else { break };
            let mut columns = row.split('\t').skip(1);
            let verdict = columns.next().unwrap_or_default();
            let why = columns.next().unwrap_or_default().to_owned();
            outcomes.push(match verdict {
                "OK" => Outcome::Saved(fs::read(resaved.join(&mutant.file)).unwrap_or_default()),
                "UNSAVABLE" => Outcome::Unsavable(why),
                _ => Outcome::Refused(why),
            });
        }
        if outcomes.len() < mutants.len() {
            outcomes.push(Outcome::Silence);
        }
    }
    fs::remove_dir_all(&resaved).or_else(|e| if resaved.exists() { Err(e.to_string()) } else { Ok(()) })?;
    Ok(outcomes)
}

/// What the oracle prints, until it says nothing for too long.
fn answer(shared: &Path, arguments: &[&Path], work: &Path) -> Result<String, String> {
    let printed = work.join("answer.tsv");
    let output = File::create(&printed).map_err(|e| e.to_string())?;
    let program = shared.join("oracles/emf/emf");
    let mut child = Command::new(&program)
        .args(arguments)
        .stdout(output)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    let (mut last, mut since) = (0, Instant::now());
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        let len = fs::metadata(&printed).map_or(0, |m| m.len());
        if len != last {
            (last, since) = (len, Instant::now());
        } else if since.elapsed() > PATIENCE {
            child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let bytes = fs::read(&printed).map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Mutants by what they disagree in.
pub(super) type Groups = HashMap<String, Vec<(Mutant, Pair)>>;
