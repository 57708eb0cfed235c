//! `hiera check` on generated sites: every planted fault is found, nothing else is, and what the check advises changes no
//! answer.
//!
//! A site without faults has all that makes a check wrong: keys that only templates, plans, Ruby and interpolated names use,
//! values that are merged and converted, types that are not given, encrypted values, modules that are missing.

mod advice;
mod faults;
mod site;

use super::Summary;
use crate::random::Random;
use crate::sample::sample;
use faults::{FAULTS, Fault};
use modelwright::files::Memory;
use modelwright::hiera::check::{CheckOptions, Manifests, check};
use modelwright::hiera::lookup::{Encrypted, Hierarchy};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};
use site::Site;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of faults of a site.
const PLANTED: usize = 40;

/// Checks `--count` sites (10 unless given) from `--seed`, each without faults and with 40.
pub(crate) fn run(arguments: &[&str]) -> Result<Summary, String> {
    let (seed, count) = sample(arguments, (1, 10))?;
    let mut summary = Summary::default();
    let (mut found, mut advices) = (0, 0);
    for number in 0..count {
        let mut random = Random::new(seed, number);
        let mut site = Site::generate(&mut random);
        let problems = Checked::new(&site).problems;
        summary.note(problems.is_empty(), || format!("site {number} without faults:\n{problems}"));
        let planted: Vec<Fault> = (0..PLANTED)
            .map(|at| {
                // Every kind in turn, from another one for each site.
                let plant = FAULTS[(number * PLANTED + at) % FAULTS.len()];
                plant(&mut site, at, &mut random)
            })
            .collect();
        let checked = Checked::new(&site);
        let mut left: Vec<&Diagnostic> = checked.problems.iter().collect();
        for fault in &planted {
            let at = left.iter().position(|problem| fault.is(problem));
            found += usize::from(at.is_some());
            summary.note(at.is_some(), || format!("site {number}: not found: {fault:?}"));
            if let Some(at) = at {
                left.remove(at);
            }
        }
        for problem in left {
            summary.note(false, || format!("site {number}: not planted: {problem}"));
        }
        let results = advice::follow(&site, &checked);
        advices += results.len();
        for (advice, difference) in results {
            summary.note(difference.is_none(), || {
                format!("site {number}: {advice}: {}", difference.unwrap_or_default())
            });
        }
    }
    let total = count * PLANTED;
    summary.figure(format!("{found} of {total} planted faults found; {advices} advices followed"));
    Ok(summary)
}

/// A site that was checked.
struct Checked {
    hierarchy: Hierarchy,
    problems: Diagnostics,
}

impl Checked {
    fn new(site: &Site) -> Self {
        let workspace = workspace(site);
        let hierarchy = load(&workspace);
        let (manifests, mut problems) = Manifests::read(&[PathBuf::from("/site")], &workspace.access())
            .unwrap_or_else(|problems| (Manifests::default(), problems));
        let options = CheckOptions { scopes: &site.nodes, manifests: Some(&manifests) };
        problems.append(check(&hierarchy, &options));
        Self { hierarchy, problems }
    }
}

fn workspace(site: &Site) -> Workspace {
    let files =
        site.files.iter().map(|(path, text)| (Path::new("/site").join(path), text.clone().into_bytes()));
    Workspace { files: Arc::new(Memory::from_iter(files)), ..Workspace::default() }
}

/// The hierarchy of a site, which is always valid.
fn load(workspace: &Workspace) -> Hierarchy {
    let (hierarchy, problems) = Hierarchy::load(Path::new("/site"), &workspace.access());
    let mut hierarchy = hierarchy.unwrap_or_else(|| panic!("the configuration is valid: {problems}"));
    hierarchy.set_encrypted(Encrypted::Hidden);
    hierarchy
}
