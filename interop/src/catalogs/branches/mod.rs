//! Branches of sites: what `modelwright catalog diff` names must be exactly what a comparison of Puppet's own catalogs
//! names.
//!
//! A branch changes one to three things of a site: a value of data, a class or another manifest, a version of a module.
//! The catalogs of all nodes before and after are compiled by Puppet and built here. Every 25th branch is also
//! committed to a repository, where the program compares both revisions.

mod mutate;
mod named;
mod revisions;
mod site;

use super::compare::Verdict;
use super::generate::Generator;
use super::puppet::Puppet;
use super::{ours, reasons};
use crate::Summary;
use crate::random::Random;
use crate::sample::sample;
use modelwright_catalog::builder::BuildResult;
use modelwright_catalog::compare::Comparison;
use modelwright_catalog::environment::Environment;
use modelwright_catalog::model::Catalog;
use named::{NamedOfNodes, differences};
use serde_json::{Value as Json, json};
use site::{Content, Site, write};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The sample: the first branches of the first seed.
const SAMPLE: (u64, usize) = (1, 300);
/// A process of Puppet keeps the environments that it has read, so that it compiles only so many branches.
const BRANCHES_OF_A_PROCESS: usize = 40;
/// One of so many branches is also compared as two revisions of a repository.
const REVISIONS: usize = 25;

/// What was counted.
#[derive(Default)]
struct Counts {
    branches: usize,
    revisions: usize,
    pairs: usize,
    rejected: usize,
    without_changes: usize,
    resources: usize,
    excused: BTreeMap<String, usize>,
}

/// Compares `--count` branches from `--seed`; `--program PATH` names the program, which otherwise is the one beside this.
pub(super) fn run(work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (program, arguments) = match arguments {
        ["--program", path, rest @ ..] => (PathBuf::from(path), rest),
        _ => {
            let own = std::env::current_exe().map_err(|error| error.to_string())?;
            (own.with_file_name("modelwright"), arguments)
        }
    };
    let (seed, count) = sample(arguments, SAMPLE)?;
    let directory = work.join("catalogs-branches");
    let _ = fs::remove_dir_all(&directory);
    let (generator, mut counts, mut summary) = (Generator::new(), Counts::default(), Summary::default());
    let mut puppet = Puppet::start()?;
    for number in 0..count {
        if number > 0 && number.is_multiple_of(BRANCHES_OF_A_PROCESS) {
            puppet = Puppet::start()?;
        }
        let mut random = Random::new(seed, number);
        let branch = Branch::generate(&generator, seed, number, &mut random, &directory)?;
        let (mut faults, named) = branch.compare(&mut puppet, &mut counts)?;
        if number.is_multiple_of(REVISIONS) {
            faults.extend(branch.compare_revisions(&program, &named, &mut counts)?);
        }
        summary.note(faults.is_empty(), || {
            format!("branch {number} ({}):\n  {}", branch.what, faults.join("\n  "))
        });
        // Only what differs is kept, to be looked at.
        if faults.is_empty() {
            let _ = fs::remove_dir_all(&branch.directory);
        }
    }
    for (reason, count) in &counts.excused {
        summary.notes.push(format!("{count} excused: {reason}"));
    }
    let Counts { branches, revisions, pairs, rejected, without_changes, resources, .. } = counts;
    summary.figure(format!(
        "{branches} branches, {revisions} of them as revisions: {pairs} pairs of catalogs, {without_changes} of them without \
         changes, {resources} resources named; {rejected} pairs that Puppet does not compile"
    ));
    Ok(summary)
}

/// A site and a branch of it.
struct Branch {
    directory: PathBuf,
    site: Site,
    after: Content,
    /// What the branch changes.
    what: String,
}

impl Branch {
    fn generate(
        generator: &Generator,
        seed: u64,
        number: usize,
        random: &mut Random,
        directory: &Path,
    ) -> Result<Self, String> {
        let site = Site::generate(generator, seed, number, random)?;
        let mut after = site.content.clone();
        let changes = 1 + random.below(3);
        let what: Vec<String> = (0..changes).map(|_| mutate::change(&mut after, generator, random)).collect();
        let directory = directory.join(number.to_string());
        write(&site.content, &directory.join("before"))?;
        write(&after, &directory.join("after"))?;
        Ok(Self { directory, site, after, what: what.join(", ") })
    }

    fn request(&self, side: &str, node: &(String, Json)) -> Json {
        let directory = self.directory.join(side);
        let modules: Vec<PathBuf> = self.site.modules.iter().map(|name| directory.join(name)).collect();
        json!({ "environment": directory, "modules": modules, "node": node.0, "facts": node.1 })
    }

    /// What differs between what both comparisons name, and between what both reject; and what ours names.
    fn compare(
        &self,
        puppet: &mut Puppet,
        counts: &mut Counts,
    ) -> Result<(Vec<String>, NamedOfNodes), String> {
        counts.branches += 1;
        let sides = ["before", "after"];
        let environments = sides.map(|side| ours::load(&self.request(side, &self.site.nodes[0]), true));
        let (mut faults, mut expected) = (Vec::new(), NamedOfNodes::new());
        let mut comparison = Comparison::default();
        for node in &self.site.nodes {
            counts.pairs += 1;
            let requests = sides.map(|side| self.request(side, node));
            let theirs = [puppet.answer(&requests[0])?, puppet.answer(&requests[1])?];
            let own = [0, 1].map(|side| built(&environments[side], &requests[side]));
            let mut is_compiled = true;
            for (theirs, own) in theirs.iter().zip(&own) {
                is_compiled &= theirs["catalog"].is_object() && own.is_ok();
                faults.extend(rejection(theirs, own, counts).map(|fault| format!("{}: {fault}", node.0)));
            }
            if let [Ok(before), Ok(after)] = &own {
                comparison.add(&node.0, before, after, &[]);
            }
            if is_compiled {
                let named = named::of_puppet(&theirs[0]["catalog"], &theirs[1]["catalog"]);
                counts.resources += named.len();
                counts.without_changes += usize::from(named.is_empty());
                expected.insert(node.0.clone(), named);
            } else {
                counts.rejected += 1;
            }
        }
        let found = named::of_comparison(&comparison);
        let nothing = BTreeSet::new();
        for (node, expected) in &expected {
            let lines = differences(expected, found.get(node).unwrap_or(&nothing));
            faults.extend(lines.iter().map(|line| format!("{node}: {line}")));
        }
        Ok((faults, found))
    }

    /// What differs from what the program names for two revisions.
    fn compare_revisions(
        &self,
        program: &Path,
        expected: &NamedOfNodes,
        counts: &mut Counts,
    ) -> Result<Vec<String>, String> {
        counts.revisions += 1;
        let named = revisions::named(program, &self.directory, &self.site, &self.after)?;
        let nodes: BTreeSet<&String> = named.keys().chain(expected.keys()).collect();
        let nothing = BTreeSet::new();
        let lines = nodes.into_iter().flat_map(|node| {
            let sides = [expected, &named].map(|side| side.get(node).unwrap_or(&nothing));
            let lines = differences(sides[0], sides[1]);
            lines.into_iter().map(move |line| format!("revisions, {node}: {line}"))
        });
        Ok(lines.collect())
    }
}

/// Our catalog; the error is the message of the first problem.
fn built(environment: &Result<Environment, Json>, request: &Json) -> Result<Catalog, String> {
    let environment = environment.as_ref().map_err(|answer| answer["error"]["message"].to_string())?;
    let BuildResult { catalog, problems, .. } = environment.build(&ours::node(request));
    catalog.ok_or_else(|| {
        let first = problems.first_error();
        first.map_or_else(String::new, |problem| problem.message.clone())
    })
}

/// What differs if only one of both has a catalog and no reason excuses it.
fn rejection(theirs: &Json, own: &Result<Catalog, String>, counts: &mut Counts) -> Option<String> {
    match (theirs["catalog"].is_object(), own) {
        (false, Ok(_)) => Some(format!("only Puppet rejects: {}", theirs["error"]["message"])),
        (true, Err(message)) => {
            // The reasons of the other comparisons, but only for what is not supported: a wrong error is a fault here.
            let verdict = Verdict::Refused(message.clone(), message.clone());
            match reasons::reason(&verdict).filter(|_| message.contains("not supported")) {
                Some(reason) => {
                    *counts.excused.entry(reason).or_default() += 1;
                    None
                }
                None => Some(format!("only we reject: {message}")),
            }
        }
        _ => None,
    }
}
