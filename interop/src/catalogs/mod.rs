//! Compares whole catalogs with those of Debian's Puppet: of generated manifests, and of the classes of its modules.
//!
//! Resources in their order, parameters, edges, tags, classes, the log, and errors with their file and line
//! must be equal.
//! What our builder rejects although Puppet has a catalog is counted by its reason.

mod branches;
mod compare;
mod fleet;
mod generate;
mod modules;
mod ours;
mod puppet;
mod reasons;
mod speed;
mod types;

use super::{Summary, known, root};
use crate::known::KnownCounts;
use crate::sample::sample;
use compare::{Verdict, compare};
use generate::Generator;
use puppet::Puppet;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The sample: the first manifests of the first seed.
const SAMPLE: (u64, usize) = (1, 2_000);
/// The names of the facts.
const FACTS: [&str; 3] = ["debian", "redhat", "ubuntu"];
/// The number of cases that are shown for each kind of difference.
const SHOWN: usize = 3;

/// The directory of files of this comparison.
fn files() -> PathBuf {
    root().join("interop/src/catalogs")
}

/// The sets of facts.
fn facts() -> Result<Vec<Json>, String> {
    let read = |name: &&str| {
        let path = files().join("facts").join(name).with_extension("json");
        let text = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        serde_json::from_slice(&text).map_err(|e| format!("{}: {e}", path.display()))
    };
    FACTS.iter().map(read).collect()
}

/// What was counted.
#[derive(Default)]
struct Counts {
    total: usize,
    compiled: usize,
    equal: usize,
    same_errors: usize,
    same_messages: usize,
    /// The differences that a reason excuses, and the first cases.
    excused: BTreeMap<String, (usize, Vec<String>)>,
    /// Other differences, by their kind.
    wrong: BTreeMap<&'static str, (usize, Vec<String>)>,
}

impl Counts {
    /// Counts a verdict; `case` names the manifest or class.
    fn enter(&mut self, case: &str, puppet: &Json, verdict: &Verdict) {
        self.total += 1;
        self.compiled += usize::from(puppet["catalog"].is_object());
        let reason = reasons::reason(verdict);
        let (text, (count, cases)) = match (verdict, reason) {
            (Verdict::Equal, _) => return self.equal += 1,
            (Verdict::SameError(has_same_message), _) => {
                self.same_errors += 1;
                self.same_messages += usize::from(*has_same_message);
                return;
            }
            (Verdict::Refused(_, text) | Verdict::Wrong(_, text), Some(reason)) => {
                (text, self.excused.entry(reason).or_default())
            }
            (Verdict::Wrong(kind, text), None) => (text, self.wrong.entry(kind).or_default()),
            (Verdict::Refused(_, text), None) => (text, self.wrong.entry("rejected").or_default()),
        };
        *count += 1;
        if cases.len() < SHOWN {
            cases.push(format!("{case}: {}", text.replace('\n', "\n    ")));
        }
    }

    /// The summary of a comparison. `known` is given for the usual sample.
    fn summary(self, what: &str, known: Option<KnownCounts>) -> Summary {
        let mut summary = Summary { agreed: self.equal + self.same_errors, ..Summary::default() };
        let wrong: usize = self.wrong.values().map(|(count, _)| count).sum();
        let excused: usize = self.excused.values().map(|(count, _)| count).sum();
        for (kind, (count, cases)) in &self.wrong {
            summary.differences.push(format!("{count} different: {kind}\n  {}", cases.join("\n  ")));
        }
        let mut sorted: Vec<_> = self.excused.iter().collect();
        sorted.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (reason, (count, cases)) in sorted {
            let first = cases.first().map(String::as_str).unwrap_or_default();
            summary.notes.push(format!("{count} excused: {reason}\n  {first}"));
        }
        if let Some(known) = known {
            let excused = self.excused.iter().map(|(reason, (count, _))| (reason.as_str(), *count));
            known::enter(&mut summary, known, excused);
        }
        summary.figure(format!(
            "{what}: {}, of which Puppet compiles {}: {} equal catalogs, {} equal errors ({} with Puppet's message), \
             {excused} excused by a reason, {wrong} different",
            self.total, self.compiled, self.equal, self.same_errors, self.same_messages
        ));
        summary
    }
}

/// Compares `--count` manifests from `--seed`; with `--fleets` sites whose nodes collect what others export, with
/// `--modules` the classes of Debian's modules, or of the named ones, and with `--branches` what branches of sites
/// change. With `--speed` the times of both are measured.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    match arguments {
        ["--modules", names @ ..] => return modules::run(work, names),
        ["--speed", arguments @ ..] => return Ok(vec![speed::run(&work.join("catalogs-speed"), arguments)?]),
        ["--branches", arguments @ ..] => return Ok(vec![branches::run(work, arguments)?]),
        ["--fleets", sampled @ ..] => {
            let (seed, count) = sample(sampled, fleet::SAMPLE)?;
            return Ok(vec![fleet::compared(&work.join("fleets"), seed, count)?]);
        }
        _ => {}
    }
    let (seed, count) = sample(arguments, SAMPLE)?;
    let mut summaries = vec![generated(&work.join("catalogs"), seed, count)?];
    if arguments.is_empty() {
        let (seed, count) = fleet::SAMPLE;
        summaries.push(fleet::compared(&work.join("fleets"), seed, count)?);
    }
    Ok(summaries)
}

/// The request for a manifest. Some nodes have classes from a classifier, and some environments strict variables.
fn request(environment: &Path, manifest: &Path, facts: &Json, number: usize) -> Json {
    let classes: &[&str] = match number % 10 {
        7 => &["m::leaf"],
        8 => &["m::data", "m"],
        _ => &[],
    };
    json!({
        "environment": environment,
        "manifest": manifest,
        "node": facts["networking"]["fqdn"],
        "facts": facts,
        "classes": classes,
        "settings": { "strict_variables": number % 4 == 1 },
    })
}

fn generated(work: &Path, seed: u64, count: usize) -> Result<Summary, String> {
    let _ = fs::remove_dir_all(work);
    fs::create_dir_all(work).map_err(|e| e.to_string())?;
    let (generator, mut puppet, facts) = (Generator::new(), Puppet::start()?, facts()?);
    let environment = files().join("environment");
    let mut counts = Counts::default();
    for number in 0..count {
        let manifest = work.join(format!("{number}.pp"));
        fs::write(&manifest, generator.manifest(seed, number)).map_err(|e| e.to_string())?;
        let request = request(&environment, &manifest, &facts[number % facts.len()], number);
        let theirs = puppet.answer(&request)?;
        let own =
            ours::load(&request, false).map_or_else(|error| error, |loaded| ours::answer(&loaded, &request));
        // The answers stay beside the manifest, for those who look for the cause of a difference.
        for (side, answer) in [("puppet", &theirs), ("ours", &own)] {
            let path = manifest.with_extension(format!("{side}.json"));
            fs::write(path, format!("{answer:#}\n")).map_err(|e| e.to_string())?;
        }
        counts.enter(&format!("{number}.pp"), &theirs, &compare(&theirs, &own));
    }
    let is_usual = (seed, count) == SAMPLE;
    Ok(counts.summary("manifests", is_usual.then_some(reasons::OF_MANIFESTS)))
}
