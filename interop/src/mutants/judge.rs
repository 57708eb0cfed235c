//! Runs the live EMF on many documents in one process.
//!
//! It runs `Judge.java`, which uses the oracle's own source; both are compiled first. This module knows the
//! syntax of results, but not how they are compared.

use super::outcome::{DocumentReport, Outcome};
use super::pool::Mutant;
use crate::java::Java;
use crate::{problems, root};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The time limit of one document in a large run.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// The time limit of a document that may just be slow.
const LONG_TIME_LIMIT: Duration = Duration::from_secs(60);

/// The compiled judge.
#[derive(Debug, Clone)]
pub(super) struct Judge {
    java: Java,
    work: PathBuf,
    time_limit: Duration,
}

impl Judge {
    /// Compiles the judge; the oracle installs EMF if necessary.
    pub(super) fn new(shared: &Path, work: &Path) -> Result<Self, String> {
        let oracle = shared.join("oracles/emf");
        let status = Command::new(oracle.join("emf")).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.map_err(|e| format!("{}: {e}", oracle.display()))?;
        let build = work.join("judge");
        let source = root().join("interop/src/mutants/Judge.java");
        let java = Java::compile(&[&oracle.join("EmfOracle.java"), &source], &[], &build)?;
        Ok(Self { java, work: work.to_owned(), time_limit: TIME_LIMIT })
    }

    /// The same judge with the time limit for slow documents.
    pub(super) fn with_long_time_limit(&self) -> Self {
        Self { time_limit: LONG_TIME_LIMIT, ..self.clone() }
    }

    /// EMF's results for mutants whose files have been written; in several runs if a run ends early.
    pub(super) fn outcomes(&self, directory: &Path, mutants: &[Mutant]) -> Result<Vec<Outcome>, String> {
        let mut outcomes = Vec::new();
        while outcomes.len() < mutants.len() {
            let rest = &mutants[outcomes.len()..];
            let mut list = String::new();
            for mutant in rest {
                let _ = writeln!(list, "{}\t{}", mutant.file, mutant.models.join(","));
            }
            let list_file = self.work.join("list.txt");
            fs::write(&list_file, list.replace("\t\n", "\n")).map_err(|e| e.to_string())?;
            let answers = self.answers(directory, &list_file)?;
            let mut left = answers.as_slice();
            for mutant in rest {
                let Some(outcome) = outcome(&mutant.file, &mut left) else { break };
                outcomes.push(outcome);
            }
            // A mutant with no result, or an incomplete one, terminated the run.
            if outcomes.len() < mutants.len() {
                outcomes.push(Outcome::NoResult);
            }
        }
        Ok(outcomes)
    }

    /// The output of the judge, until it prints nothing for longer than the limit.
    fn answers(&self, directory: &Path, list: &Path) -> Result<Vec<u8>, String> {
        let printed = self.work.join("answers");
        let output = File::create(&printed).map_err(|e| e.to_string())?;
        let time_limit = format!("-DtimeLimit={}", self.time_limit.as_millis());
        let options = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx2g", &time_limit];
        let mut child = (self.java.command(&options, "Judge"))
            .args([directory, list])
            .stdout(output)
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("java: {e}"))?;
        let (mut last, mut since) = (0, Instant::now());
        while child.try_wait().map_err(|e| e.to_string())?.is_none() {
            let len = fs::metadata(&printed).map_or(0, |m| m.len());
            if len != last {
                (last, since) = (len, Instant::now());
            } else if since.elapsed() > 3 * self.time_limit {
                child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        fs::read(&printed).map_err(|e| e.to_string())
    }
}

/// The next result, if it is complete and belongs to this file.
fn outcome(file: &str, left: &mut &[u8]) -> Option<Outcome> {
    let head = line(left)?;
    let columns: Vec<&str> = head.split('\t').collect();
    let [name, verdict, bytes, objects, unresolved, findings, why] = columns.as_slice() else { return None };
    if *name != file {
        return None;
    }
    let findings = match findings.parse::<usize>() {
        Ok(count) => Some(problems::findings(&(0..count).map(|_| line(left)).collect::<Option<Vec<_>>>()?)),
        Err(_) => None,
    };
    let errors = findings.as_ref().is_some_and(problems::is_wrong);
    let (bytes, rest) = left.split_at_checked(bytes.parse().ok()?)?;
    *left = rest;
    let report = |written| {
        Outcome::Loaded(DocumentReport {
            written,
            objects: objects.parse().ok(),
            unresolved: unresolved.parse().ok(),
            findings: findings.clone(),
            errors,
            why: (*why).to_owned(),
        })
    };
    Some(match *verdict {
        "OK" => report(Some(bytes.to_vec())),
        "UNSAVABLE" => report(None),
        "NO_RESULT" => Outcome::NoResult,
        _ => Outcome::Rejected((*why).to_owned()),
    })
}

/// The next line, if it is complete.
fn line(left: &mut &[u8]) -> Option<String> {
    let end = left.iter().position(|b| *b == b'\n')?;
    let found = String::from_utf8_lossy(&left[..end]).into_owned();
    *left = &left[end + 1..];
    Some(found)
}
