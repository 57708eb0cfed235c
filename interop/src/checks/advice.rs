//! Follows what a check advises, and compares the answers of all nodes before and after.

use super::site::Site;
use super::{Checked, load, workspace};
use modelwright::corrections::Corrections;
use modelwright::hiera::check::{CheckOptions, correct};
use modelwright::hiera::lookup::{Hierarchy, Query, Resolution, quoted_key};
use modelwright::store::Value;
use modelwright_metamodel::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::path::Path;

/// The answers by node and key, without reasons of failures: a lookup that fails still does.
type Answers = BTreeMap<(String, String, bool), Result<Option<Value>, ()>>;

/// What was advised, each with how the answers changed.
pub(super) fn follow(site: &Site, checked: &Checked) -> Vec<(String, Option<String>)> {
    let before = answers(site, &checked.hierarchy);
    let mut results = Vec::new();
    let mut all = site.files.clone();
    let mut lines: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for problem in &checked.problems {
        let Some(place) = removal(problem, site) else { continue };
        let mut files = site.files.clone();
        apply(&mut files, &place);
        let changed = difference(site, &before, &files);
        results.push((problem.to_string(), changed));
        match place {
            Removal::File(path) => drop(all.remove(&path)),
            Removal::Line(path, line) => lines.entry(path).or_default().push(line),
            Removal::Comment(..) => {}
        }
    }
    // What is advised together must not contradict itself.
    for (path, mut lines) in lines {
        lines.sort_unstable();
        lines.dedup();
        for line in lines.into_iter().rev() {
            apply(&mut all, &Removal::Line(path.clone(), line));
        }
    }
    results.push(("all together".to_owned(), difference(site, &before, &all)));
    results.push(("--fix".to_owned(), difference(site, &before, &fixed(site))));
    results
}

/// Something to remove.
enum Removal {
    File(String),
    /// A line, from 1.
    Line(String, usize),
    /// What follows `#` on a line.
    Comment(String, usize),
}

/// What the help of a problem advises to remove.
fn removal(problem: &Diagnostic, site: &Site) -> Option<Removal> {
    let help = problem.help.as_deref()?;
    if !help.contains("remove") || help.starts_with("did you mean") {
        return None;
    }
    let place = problem.primary_label().map(|label| (label.source.name(), label.position().line));
    let path = |name: &str| name.trim_start_matches("/site/").to_owned();
    Some(match (problem.code.id(), place) {
        ("MW0813", Some((name, _))) => Removal::File(path(name)),
        ("MW0813", None) => {
            Removal::File(site.files.keys().find(|file| problem.message.contains(file.as_str()))?.clone())
        }
        ("MW0815" | "MW0816" | "MW0833", Some((name, line))) => Removal::Line(path(name), line),
        ("MW0012", Some((name, line))) => Removal::Comment(path(name), line),
        _ => return None,
    })
}

fn apply(files: &mut BTreeMap<String, String>, removal: &Removal) {
    match removal {
        Removal::File(path) => drop(files.remove(path)),
        Removal::Line(path, line) | Removal::Comment(path, line) => {
            let is_comment = matches!(removal, Removal::Comment(..));
            let Some(text) = files.get_mut(path) else { return };
            let kept = text.lines().enumerate().filter_map(|(number, text)| match number + 1 == *line {
                true if is_comment => Some(text.split('#').next().unwrap_or(text)),
                true => None,
                false => Some(text),
            });
            *text = kept.map(|line| format!("{line}\n")).collect();
        }
    }
}

/// The files after corrections that keep all answers.
fn fixed(site: &Site) -> BTreeMap<String, String> {
    let options = CheckOptions { scopes: &site.nodes, manifests: None };
    let load = |access: &_| Hierarchy::load(Path::new("/site/hiera.yaml"), access).0;
    let corrected = correct(load, &workspace(site).access(), &options, Corrections::KeepingMeaning);
    let mut files = site.files.clone();
    for (path, file) in corrected.map(|corrected| corrected.files).unwrap_or_default() {
        let path = path.strip_prefix(Path::new("/site")).unwrap_or(&path).display().to_string();
        files.insert(path, String::from_utf8_lossy(&file.bytes).into_owned());
    }
    files
}

/// The first answer that differs.
fn difference(site: &Site, before: &Answers, files: &BTreeMap<String, String>) -> Option<String> {
    let changed = site.with_files(files);
    let after = answers(&changed, &load(&workspace(&changed)));
    let mut differences = before.iter().filter(|(request, answer)| after.get(*request) != Some(*answer));
    differences.next().map(|((node, key, _), answer)| format!("{key} of {node} was {answer:?}"))
}

/// The answers of all nodes for what code requests.
fn answers(site: &Site, hierarchy: &Hierarchy) -> Answers {
    let mut answers = Answers::new();
    for (node, scope) in &site.nodes {
        for (key, is_merged) in &site.requests {
            let path = quoted_key(key);
            let resolution = if *is_merged { &Resolution::Array } else { &Resolution::Priority };
            let query = Query { resolution, ..Query::new(&path, scope) };
            let answer = hierarchy.lookup(&query).map(|answer| answer.map(|answer| answer.to_value()));
            answers.insert((node.clone(), key.clone(), *is_merged), answer.map_err(|_| ()));
        }
    }
    answers
}
