//! References in interpolated texts: functions that do not exist, keys that no file has, keys that refer to each
//! other in a cycle, and variables that no node has.

use super::site::{Site, SiteFile};
use crate::hiera::interpolation::{
    Reference, Rules, puppet_rejections, references, rejections, repeated_literal,
};
use crate::store::{DataValue, NodeIndex, Value};
use modelwright_metamodel::cycles::cyclic_components;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Suggestions, codes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

pub(super) fn check(site: &Site<'_>, scopes: &[(String, Value)], problems: &mut Diagnostics) {
    let mut graph = Graph::default();
    let suggestions = Suggestions::default();
    let rules = site.hierarchy.rules();
    let variables = (!scopes.is_empty()).then(|| known_variables(scopes));
    for file in &site.files {
        let mut seen = FxHashSet::default();
        for entry in file.data.entries() {
            let key = file.data.text(entry.key).unwrap_or_default();
            let mut texts = Vec::new();
            collect(file, entry.value, &mut seen, &mut texts);
            for (node, text) in texts {
                check_text(file, node, text, rules, problems);
                for reference in references(text, rules) {
                    problems.extend(check_reference(
                        site,
                        (file, node),
                        reference,
                        variables.as_ref(),
                        &suggestions,
                    ));
                    if let Reference::Key(name) = reference {
                        graph.add(key, first_segment(name), file, node);
                    }
                }
            }
        }
    }
    if let Some(variables) = &variables {
        check_levels(site, variables, &suggestions, problems);
    }
    graph.report(problems);
}

/// Reports interpolations that fail whatever they refer to.
fn check_text(file: &SiteFile<'_>, node: NodeIndex, text: &str, rules: Rules, problems: &mut Diagnostics) {
    let rejections = match rules {
        Rules::Ruby => rejections(text),
        Rules::Puppet => puppet_rejections(text),
    };
    for rejection in rejections {
        let problem = Diagnostic::warning(rejection.code, rejection.message).help(rejection.help);
        problems.push(file.at(problem, node));
    }
    if let Some(literal) = repeated_literal(text).filter(|_| rules == Rules::Ruby) {
        let message = format!(
            "`%{{{literal}}}` occurs twice in the text, which Hiera treats as a loop, so its lookup fails"
        );
        let help = "write the second one as hiera() of a key with this text";
        problems.push(file.at(Diagnostic::error(codes::HIERA_LOOP, message).help(help), node));
    }
}

/// What is wrong with a reference: the key or the variable is unknown.
fn check_reference(
    site: &Site<'_>,
    (file, node): (&SiteFile<'_>, NodeIndex),
    reference: Reference<'_>,
    variables: Option<&BTreeSet<&str>>,
    suggestions: &Suggestions,
) -> Option<Diagnostic> {
    let (name, problem) = match reference {
        Reference::Key(name) => (name, unknown_key(site, name, suggestions)),
        Reference::Variable(name) => (name, unknown_variable(site, name, variables?, suggestions)),
    };
    Some(problem?.at(&file.source, file.interpolation_span(node, name)))
}

/// The texts of a value that contain interpolations; several aliases may refer to one value.
fn collect<'h>(
    file: &SiteFile<'h>,
    node: NodeIndex,
    seen: &mut FxHashSet<NodeIndex>,
    out: &mut Vec<(NodeIndex, &'h str)>,
) {
    if !file.data.changes(node) || !seen.insert(node) {
        return;
    }
    match file.data.value(node) {
        DataValue::Text(text) => out.push((node, text)),
        DataValue::Array(items) => items.iter().for_each(|item| collect(file, *item, seen, out)),
        DataValue::Hash(pairs) => {
            for (key, value) in pairs.iter() {
                collect(file, key, seen, out);
                collect(file, value, seen, out);
            }
        }
        _ => {}
    }
}

fn first_segment(name: &str) -> &str {
    match name.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split(['"', '\'']).next().unwrap_or(quoted),
        None => name.split('.').next().unwrap_or(name),
    }
}

fn unknown_key(site: &Site<'_>, name: &str, suggestions: &Suggestions) -> Option<Diagnostic> {
    let key = first_segment(name);
    if site.keys.contains_key(key) || site.hierarchy.lacks_data_folders() {
        return None;
    }
    let message = format!("no data file has the key `{key}`, so the text is empty here");
    let help = match suggestions.nearest(key, site.keys.keys().copied()) {
        Some(known) => format!("did you mean `{known}`?"),
        None => "add the key, or remove the reference".to_owned(),
    };
    Some(Diagnostic::warning(codes::HIERA_UNKNOWN_KEY, message).help(help))
}

fn known_variables(scopes: &[(String, Value)]) -> BTreeSet<&str> {
    let hashes = scopes.iter().filter_map(|(_, scope)| match scope {
        Value::Hash(hash) => Some(hash),
        _ => None,
    });
    hashes.flat_map(|hash| hash.keys().filter_map(Value::as_text)).collect()
}

fn unknown_variable(
    site: &Site<'_>,
    name: &str,
    known: &BTreeSet<&str>,
    suggestions: &Suggestions,
) -> Option<Diagnostic> {
    let is_puppet = site.hierarchy.rules() == Rules::Puppet;
    let name = match name.strip_prefix("facts.") {
        Some(fact) if is_puppet && !known.contains("facts") => fact,
        _ if is_puppet => name.strip_prefix("::").unwrap_or(name),
        _ => name,
    };
    let name = first_segment(name);
    let is_other = || is_puppet && known.contains(format!("::{name}").as_str());
    if known.contains(name) || site.hierarchy.has_variable(name) || is_other() {
        return None;
    }
    let other = match name.strip_prefix("::") {
        Some(local) => local.to_owned(),
        None => format!("::{name}"),
    };
    let meant = if known.contains(other.as_str()) {
        Some(other.as_str())
    } else {
        suggestions.nearest(name, known.iter().copied())
    };
    let help = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "add it to the variables of the nodes, or remove it".to_owned(),
    };
    let message = format!("no node has the variable `{name}`, so it is empty");
    Some(Diagnostic::warning(codes::HIERA_UNKNOWN_VARIABLE, message).help(help))
}

fn check_levels(
    site: &Site<'_>,
    known: &BTreeSet<&str>,
    suggestions: &Suggestions,
    problems: &mut Diagnostics,
) {
    for level in site.hierarchy.levels() {
        for reference in references(level, site.hierarchy.rules()) {
            let Reference::Variable(name) = reference else { continue };
            if let Some(mut problem) = unknown_variable(site, name, known, suggestions) {
                problem.message = format!("in the level {level}: {}", problem.message);
                problems.push(problem);
            }
        }
    }
}

/// The references between keys.
#[derive(Default)]
struct Graph<'s, 'h> {
    edges: FxHashMap<&'h str, Vec<(&'h str, &'s SiteFile<'h>, NodeIndex)>>,
}

impl<'s, 'h> Graph<'s, 'h> {
    fn add(&mut self, from: &'h str, to: &'h str, file: &'s SiteFile<'h>, node: NodeIndex) {
        self.edges.entry(from).or_default().push((to, file, node));
    }

    /// Reports each shortest cycle of keys once, at its key that is first in the alphabet.
    fn report(&self, problems: &mut Diagnostics) {
        let targets = |edges: &Vec<(&'h str, _, _)>| edges.iter().map(|(to, ..)| *to).collect();
        let edges = self.edges.iter().map(|(from, edges)| (*from, targets(edges))).collect();
        let components = cyclic_components(&edges);
        let mut keys: Vec<&str> = components.keys().copied().collect();
        keys.sort_unstable();
        let mut reported: FxHashSet<&str> = FxHashSet::default();
        for key in keys {
            if reported.contains(key) {
                continue;
            }
            let Some(circle) = self.circle(key, &components) else { continue };
            let [(file, node), ..] = circle.places.as_slice() else { continue };
            let chain = circle.keys.join("` → `");
            // Two keys may be in files that no node uses together.
            let (problem, help) = if circle.keys.len() == 2 {
                let message = format!("the key `{key}` refers to itself, so its lookup fails");
                (Diagnostic::error(codes::HIERA_LOOP, message), "write the intended value")
            } else {
                let message = format!("lookups along the references `{chain}` fail");
                (
                    Diagnostic::warning(codes::HIERA_LOOP, message),
                    "break the chain: remove one of the references",
                )
            };
            let mut problem = file.at(problem.help(help), *node);
            for (file, node) in &circle.places[1..] {
                problem = problem.label(&file.source, file.span(*node), "then here");
            }
            problems.push(problem);
            reported.extend(circle.keys);
        }
    }

    /// The shortest path from a key back to it, through keys of its component.
    fn circle(&self, key: &'h str, components: &FxHashMap<&'h str, usize>) -> Option<Circle<'s, 'h>> {
        let mut previous: FxHashMap<&str, (&'h str, &'s SiteFile<'h>, NodeIndex)> = FxHashMap::default();
        let mut queue = std::collections::VecDeque::from([key]);
        while let Some(from) = queue.pop_front() {
            for (to, file, node) in self.edges.get(from).into_iter().flatten() {
                if previous.contains_key(to) || components.get(to) != components.get(key) {
                    continue;
                }
                previous.insert(to, (from, file, *node));
                if *to != key {
                    queue.push_back(to);
                    continue;
                }
                let mut circle = Circle { keys: vec![key], places: Vec::new() };
                let mut at = key;
                while let Some((from, file, node)) = previous.get(at) {
                    circle.keys.push(from);
                    circle.places.push((*file, *node));
                    at = from;
                    if at == key {
                        break;
                    }
                }
                circle.keys.reverse();
                circle.places.reverse();
                return Some(circle);
            }
        }
        None
    }
}

struct Circle<'s, 'h> {
    /// The first key is also the last one.
    keys: Vec<&'h str>,
    places: Vec<(&'s SiteFile<'h>, NodeIndex)>,
}
