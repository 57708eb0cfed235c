//! The speed of catalogs: the program beside Puppet, in one run, on a site of 800 resources for each node.
//!
//! Puppet compiles a few nodes in one process, after a first one that is not counted, and reads the environment for each, as
//! with its default of `environment_timeout`. The program builds all nodes, and compares two branches that differ in a value.

use super::puppet::Puppet;
use crate::Summary;
use serde_json::{Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

#[path = "../../../benches/support/catalog_site.rs"]
mod catalog_site;

const NODES: usize = 1_000;
/// The nodes that Puppet compiles.
const PUPPET_NODES: usize = 5;
/// A line of data, and what it is on the branch.
const CHANGE: (&str, &str) =
    ("m0::install::parts: [alpha, beta, gamma]", "m0::install::parts: [alpha, beta]");

/// Measures the program at `--program PATH`, which otherwise is the one beside this.
pub(super) fn run(work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let program = match arguments {
        ["--program", path] => std::path::absolute(path).map_err(|e| e.to_string())?,
        [] => std::env::current_exe().map_err(|e| e.to_string())?.with_file_name("modelwright"),
        _ => return Err("only --program PATH is expected".to_owned()),
    };
    let [site, branch, facts] = prepare(work)?;
    let directory = |path: &Path| path.display().to_string();
    let (before, after, facts) = (directory(&site), directory(&branch), directory(&facts));
    let check = seconds(&program, &["catalog", "check", &before, "--facts", &facts])?;
    let diff = seconds(&program, &["catalog", "diff", &before, &after, "--facts", &facts, "--exit-zero"])?;
    let node = catalog_site::name(0);
    let facts_of_node = format!("{facts}/{node}.json");
    let one = ["catalog", "build", "--environment", &before, "--node", &node, "--facts", &facts_of_node];
    let one = seconds(&program, &one)?;
    let puppet = of_puppet(&site)?;
    let each = check / NODES as f64;
    let mut summary = Summary::default();
    summary.figure(format!(
        "{NODES} nodes: `catalog check` {check:.2} s, {:.1} ms a node; `catalog diff` {diff:.2} s; the process of one node {:.0} ms; \
         Puppet {puppet:.2} s a node, {:.0} times as long",
        each * 1e3,
        one * 1e3,
        puppet / each
    ));
    Ok(summary)
}

/// Writes the site, its branch and the facts of its nodes.
fn prepare(work: &Path) -> Result<[PathBuf; 3], String> {
    let _ = fs::remove_dir_all(work);
    let directories = ["production", "branch", "facts"].map(|name| work.join(name));
    let mut written = Ok(());
    catalog_site::write(&mut |path, text| {
        let changed = text.replacen(CHANGE.0, CHANGE.1, 1);
        for (directory, text) in directories.iter().zip([text, &changed]) {
            written =
                std::mem::replace(&mut written, Ok(())).and_then(|()| write(&directory.join(path), text));
        }
    });
    written?;
    for number in 0..NODES {
        let path = directories[2].join(format!("{}.json", catalog_site::name(number)));
        write(&path, &catalog_site::facts(number))?;
    }
    Ok(directories)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let fault = |e: std::io::Error| format!("{}: {e}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(fault)?;
    fs::write(path, text).map_err(fault)
}

/// The time of a command by the clock.
fn seconds(program: &Path, arguments: &[&str]) -> Result<f64, String> {
    let start = Instant::now();
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|e| format!("{}: {e}", program.display()))?;
    let elapsed = start.elapsed().as_secs_f64();
    if output.status.success() {
        Ok(elapsed)
    } else {
        Err(format!("{}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)))
    }
}

/// The seconds that Puppet takes for a node.
fn of_puppet(site: &Path) -> Result<f64, String> {
    let mut puppet = Puppet::start()?;
    let mut compile = |number: usize| {
        let facts: Json = serde_json::from_str(&catalog_site::facts(number)).map_err(|e| e.to_string())?;
        let request = json!({ "environment": site, "node": facts["name"], "facts": facts["values"] });
        let start = Instant::now();
        let answer = puppet.answer(&request)?;
        let elapsed = start.elapsed().as_secs_f64();
        if answer["catalog"].is_object() { Ok(elapsed) } else { Err(format!("Puppet: {}", answer["error"])) }
    };
    compile(0)?;
    let mut total = 0.0;
    for number in 1..=PUPPET_NODES {
        total += compile(number)?;
    }
    Ok(total / PUPPET_NODES as f64)
}
