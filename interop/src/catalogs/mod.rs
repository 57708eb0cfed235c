//! Compares whole catalogs with those of Debian's Puppet: of generated manifests.
//!
//! Resources in their order, parameters, edges, tags, classes, the log, and errors with their file and line must be equal.
//! What our builder refuses to compute, because it is not supported, is counted by its reason.

mod generate;
mod puppet;

use super::{Summary, root};
use crate::sample::sample;
use generate::Generator;
use puppet::Puppet;
use serde_json::{Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The sample: the first manifests of the first seed.
const SAMPLE: (u64, usize) = (1, 2_000);
/// The names of the facts.
const FACTS: [&str; 3] = ["debian", "redhat", "ubuntu"];

/// The directory of files of this comparison.
fn files() -> PathBuf {
    root().join("interop/src/catalogs")
}

fn facts(name: &str) -> Result<Json, String> {
    let path = files().join("facts").join(name).with_extension("json");
    let text = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    serde_json::from_slice(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Compares `--count` manifests from `--seed`.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, SAMPLE)?;
    Ok(vec![generated(&work.join("catalogs"), seed, count)?])
}

fn generated(work: &Path, seed: u64, count: usize) -> Result<Summary, String> {
    let _ = fs::remove_dir_all(work);
    fs::create_dir_all(work).map_err(|e| e.to_string())?;
    let facts: Vec<Json> = FACTS.iter().map(|name| facts(name)).collect::<Result<_, _>>()?;
    let (generator, mut puppet) = (Generator::new(), Puppet::start()?);
    let environment = files().join("environment");
    let mut summary = Summary::default();
    let (mut compiled, mut reasons) = (0, std::collections::BTreeMap::<String, usize>::new());
    for number in 0..count {
        let manifest = work.join(format!("{number}.pp"));
        fs::write(&manifest, generator.manifest(seed, number)).map_err(|e| e.to_string())?;
        let facts = &facts[number % facts.len()];
        let request = json!({
            "environment": environment,
            "manifest": manifest,
            "node": facts["networking"]["fqdn"],
            "facts": facts,
        });
        let answer = puppet.answer(&request)?;
        compiled += usize::from(answer["catalog"].is_object());
        if let Some(message) = answer["error"]["message"].as_str() {
            let line = answer["error"]["line"].as_u64();
            *reasons.entry(format!("{} {number}:{line:?}", message.lines().next().unwrap_or_default().chars().take(150).collect::<String>())).or_default() += 1;
        }
    }
    for (reason, count) in reasons {
        summary.notes.push(format!("{count} {reason}"));
    }
    summary.figure(format!("{compiled} of {count} compile"));
    Ok(summary)
}
