//! Compares whole catalogs with those of Debian's Puppet: of generated manifests, and of the classes of Debian's modules.
//!
//! Resources in their order, parameters, edges, tags, classes, the log, and errors with their file and line must be equal.
//! What our builder refuses although Puppet has a catalog is counted by its reason.

mod compare;
mod generate;
mod modules;
mod ours;
mod puppet;
mod types;

use super::{Summary, root};
use crate::sample::sample;
use compare::{Verdict, compare};
use generate::Generator;
use puppet::Puppet;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
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
    compiled: usize,
    equal: usize,
    same_errors: usize,
    same_messages: usize,
    /// The reasons of refusals and kinds of differences, each with its number, and the first cases.
    refused: BTreeMap<String, (usize, Vec<String>)>,
    wrong: BTreeMap<String, (usize, Vec<String>)>,
}

impl Counts {
    /// Counts a verdict; `case` names the manifest or class.
    fn enter(&mut self, case: &str, puppet: &Json, verdict: Verdict) {
        self.compiled += usize::from(puppet["catalog"].is_object());
        let (list, reason, text) = match verdict {
            Verdict::Equal => return self.equal += 1,
            Verdict::SameError(has_same_message) => {
                self.same_errors += 1;
                self.same_messages += usize::from(has_same_message);
                return;
            }
            Verdict::Refused(message, text) => (&mut self.refused, general(&message), text),
            Verdict::Wrong(kind, text) => (&mut self.wrong, kind.to_owned(), text),
        };
        let (count, cases) = list.entry(reason).or_default();
        *count += 1;
        if cases.len() < SHOWN {
            cases.push(format!("{case}: {}", text.replace('\n', "\n    ")));
        }
    }

    fn summary(self, what: &str, total: usize) -> Summary {
        let count = |list: &BTreeMap<String, (usize, Vec<String>)>| list.values().map(|(n, _)| n).sum::<usize>();
        let (refused, wrong) = (count(&self.refused), count(&self.wrong));
        let mut summary = Summary { agreed: self.equal + self.same_errors, ..Summary::default() };
        for (title, list) in [("refused", self.refused), ("different", self.wrong)] {
            let mut sorted: Vec<_> = list.into_iter().collect();
            sorted.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
            for (reason, (count, cases)) in sorted {
                let mut text = format!("{count} {title}: {reason}");
                for case in cases {
                    let _ = write!(text, "\n  {case}");
                }
                summary.differences.push(text);
            }
        }
        summary.figure(format!(
            "{what}: {total}, of which Puppet compiles {}: {} equal catalogs, {} equal errors ({} with Puppet's message), \
             {refused} refused, {wrong} different",
            self.compiled, self.equal, self.same_errors, self.same_messages
        ));
        summary
    }
}

/// A message without names, except those of functions, and without numbers.
fn general(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    if let Some((function, _)) = line.split_once("function `").and_then(|(_, rest)| rest.split_once('`')) {
        return format!("the function `{function}`");
    }
    let mut out = String::new();
    for (at, part) in line.split(['`', '\'']).enumerate() {
        out.push_str(if at % 2 == 0 { part } else { "_" });
    }
    out.chars().filter(|c| !c.is_ascii_digit()).take(120).collect()
}

/// Compares `--count` manifests from `--seed`; with `--modules` the classes of Debian's modules, or of those named after it.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    if let ["--modules", names @ ..] = arguments {
        return modules::run(work, names);
    }
    let (seed, count) = sample(arguments, SAMPLE)?;
    Ok(vec![generated(&work.join("catalogs"), seed, count)?])
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
        let own = ours::load(&request).map_or_else(|error| error, |loaded| ours::answer(&loaded, &request));
        // The answers stay beside the manifest, for those who look for the cause of a difference.
        for (side, answer) in [("puppet", &theirs), ("ours", &own)] {
            let path = manifest.with_extension(format!("{side}.json"));
            fs::write(path, format!("{answer:#}\n")).map_err(|e| e.to_string())?;
        }
        counts.enter(&format!("{number}.pp"), &theirs, compare(&theirs, &own));
    }
    Ok(counts.summary("manifests", count))
}
