//! The classes of Debian's Puppet modules: which there are, and their catalogs with three sets of facts.

use super::compare::{Verdict, compare};
use super::puppet::Puppet;
use super::{Counts, facts, ours, reasons, types};
use crate::{Summary, manifests};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What was counted for a module.
#[derive(Default)]
struct ModuleCounts {
    classes: usize,
    compiled: usize,
    equal: usize,
    rejected: usize,
    wrong: usize,
}

/// Compares the classes of all modules, or of those with the names given. `work` is the directory of all comparisons.
pub(super) fn run(work: &Path, names: &[&str]) -> Result<Vec<Summary>, String> {
    let unpacked = manifests::modules(&work.join("manifests"))?.join("usr/share/puppet/modules.available");
    let directory = work.join("catalogs-modules");
    let modules = copies(&unpacked, &directory.join("modules"))?;
    let types = types::run(&modules)?.printed("types");
    let environment = directory.join("environment");
    fs::create_dir_all(&environment).map_err(|e| e.to_string())?;
    let (mut puppet, facts) = (Puppet::start()?, facts()?);
    let request = json!({ "environment": environment, "modules": [directory.join("modules")] });
    let loaded = ours::load(&request, false).map_err(|answer| answer.to_string())?;
    let mut counts = Counts::default();
    let mut lines = BTreeMap::new();
    for (module, path) in
        modules.iter().filter(|(name, _)| names.is_empty() || names.contains(&name.as_str()))
    {
        let mut of_module = ModuleCounts::default();
        for class in classes(module, &path.join("manifests"))? {
            of_module.classes += 1;
            for facts in &facts {
                let mut request = request.clone();
                request["classes"] = json!([class]);
                request["node"] = facts["networking"]["fqdn"].clone();
                request["facts"] = facts.clone();
                let theirs = puppet.answer(&request)?;
                // Only what Puppet compiles is demanded; errors are compared with the generated manifests.
                if !theirs["catalog"].is_object() {
                    continue;
                }
                let verdict = compare(&theirs, &ours::answer(&loaded, &request));
                of_module.enter(&verdict);
                counts.enter(&format!("{class} with {}", facts["os"]["name"]), &theirs, &verdict);
            }
        }
        lines.insert(module, of_module);
    }
    let mut summary = counts.summary("classes of modules", names.is_empty().then_some(reasons::OF_CLASSES));
    for (module, counts) in lines.iter().filter(|(_, counts)| counts.classes > 0) {
        let ModuleCounts { classes, compiled, equal, rejected, wrong } = counts;
        summary.notes.push(format!(
            "{module}: {classes} classes, {compiled} catalogs: {equal} equal, {rejected} rejected, {wrong} different"
        ));
    }
    Ok(vec![types, summary])
}

impl ModuleCounts {
    fn enter(&mut self, verdict: &Verdict) {
        self.compiled += 1;
        match verdict {
            Verdict::Equal => self.equal += 1,
            Verdict::Refused(..) => self.rejected += 1,
            Verdict::SameError(_) | Verdict::Wrong(..) => self.wrong += 1,
        }
    }
}

/// Copies modules to directories with their own names; the present ones begin with that of the author.
fn copies(from: &Path, to: &Path) -> Result<BTreeMap<String, PathBuf>, String> {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).map_err(|e| e.to_string())?;
    let mut modules = BTreeMap::new();
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))?.flatten() {
        let path = entry.path();
        let text = fs::read(path.join("metadata.json")).unwrap_or_default();
        let metadata: Json = serde_json::from_slice(&text).unwrap_or_default();
        let directory = entry.file_name().to_string_lossy().into_owned();
        let full = metadata["name"].as_str().unwrap_or(&directory);
        let name = full.rsplit(['-', '/']).next().unwrap_or(full).to_owned();
        let copy = to.join(&name);
        copy_followed(&path, &copy).map_err(|e| format!("{}: {e}", path.display()))?;
        modules.insert(name, copy);
    }
    Ok(modules)
}

/// Copies a directory with what its links lead to; links to nothing are left out.
fn copy_followed(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_followed(&path, &target)?;
        } else if path.is_file() {
            fs::copy(path, target)?;
        }
    }
    Ok(())
}

/// The names of the classes in files that have the right names for them.
fn classes(module: &str, manifests: &Path) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    if manifests.is_dir() {
        manifests::collect(manifests, &mut files)?;
    }
    files.sort();
    let mut classes = Vec::new();
    for file in files {
        let relative = file.strip_prefix(manifests).map_err(|e| e.to_string())?.with_extension("");
        let parts = relative.iter().map(|part| part.to_string_lossy().into_owned());
        let path: Vec<String> = parts.filter(|part| part != "init").collect();
        let name = std::iter::once(module.to_owned()).chain(path).collect::<Vec<_>>().join("::");
        let text = String::from_utf8_lossy(&fs::read(&file).map_err(|e| e.to_string())?).into_owned();
        let is_declared = text.lines().any(|line| {
            let rest = line
                .trim_start()
                .strip_prefix("class ")
                .map(|rest| rest.trim_start().trim_start_matches("::"));
            let after = rest.and_then(|rest| rest.strip_prefix(name.as_str()));
            after.is_some_and(|after| {
                !after.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
            })
        });
        if is_declared {
            classes.push(name);
        }
    }
    Ok(classes)
}
