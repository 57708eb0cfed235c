//! References in interpolated texts: functions that do not exist, and keys that no file has.
//! [Variables](super::variables) and [cycles](super::cycles) have files of their own.

use super::cycles::Graph;
use super::similar::Similar;
use super::site::{Site, SiteFile};
use super::variables::Variables;
use crate::interpolation::{
    Reference, Rules, first_segment, puppet_rejections, references, rejections, repeated_literal,
};
use crate::store::{DataValue, NodeIndex, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use rustc_hash::FxHashSet;

/// Reports the references in values and levels that fail or cannot be resolved, and cycles of keys.
pub(super) fn check(site: &Site<'_>, scopes: &[(String, Value)], problems: &mut Diagnostics) {
    let rules = site.hierarchy.rules();
    let similar = Similar::default();
    let variables = Variables::new(site.hierarchy, scopes);
    let (mut graph, mut found) = (Graph::default(), Vec::new());
    for file in &site.files {
        let mut seen = FxHashSet::default();
        for entry in file.data.entries() {
            let key = file.data.text(entry.key).unwrap_or_default();
            let mut texts = Vec::new();
            collect(file, entry.value, &mut seen, &mut texts);
            for (node, text) in texts {
                check_text(file, node, text, rules, problems);
                for reference in references(text, rules) {
                    if let Reference::Key(name) = reference {
                        graph.add(key, first_segment(name), file, node);
                    }
                    found.push((key, file, node, reference));
                }
            }
        }
    }
    // Problems are reported when all references are in the graph: a suggested key must not refer back to the key that
    // is corrected.
    for (key, file, node, reference) in found {
        let (name, problem) = match reference {
            Reference::Key(name) => (name, unknown_key(site, key, name, &graph, &similar)),
            Reference::Variable(name) => (name, variables.problem(name)),
        };
        problems.extend(problem.map(|problem| problem.at(&file.source, file.interpolation_span(node, name))));
    }
    check_levels(site, &variables, problems);
    graph.report(problems);
}

/// Reports the interpolations of a text that fail whatever the data contains.
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
        let help = "replace the second one with hiera() of a key that has this text";
        problems.push(file.at(Diagnostic::error(codes::HIERA_LOOP, message).help(help), node));
    }
}

/// Collects the texts of a value that contain interpolations. `seen` keeps a value with several aliases from being
/// searched twice.
fn collect<'h>(
    file: &SiteFile<'h>,
    node: NodeIndex,
    seen: &mut FxHashSet<NodeIndex>,
    out: &mut Vec<(NodeIndex, &'h str)>,
) {
    // A list or a hash may change if some value inside may change.
    if !file.data.may_change(node) || !seen.insert(node) {
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

/// The problem of a value of the key `from` that refers to `name`; `None` if some file has the key of this name.
fn unknown_key(
    site: &Site<'_>,
    from: &str,
    name: &str,
    graph: &Graph<'_, '_>,
    similar: &Similar,
) -> Option<Diagnostic> {
    let key = first_segment(name);
    if site.keys.contains_key(key) {
        return None;
    }
    // A suggested key must not refer back to the key that is corrected.
    let candidates = site.keys.keys().copied().filter(|known| !graph.reaches(known, from));
    let help = match similar.likely_meant(key, candidates) {
        Some(known) => format!("did you mean `{known}`?"),
        None => "add the key, or remove the reference".to_owned(),
    };
    let problem = match site.unread_data() {
        Some(unread) => {
            let message =
                format!("no data file has the key `{key}`, unless {unread}, which is not read here, has it");
            Diagnostic::new(codes::HIERA_UNKNOWN_KEY, Severity::Note, message)
        }
        None => {
            let message = format!("no data file has the key `{key}`, so the text is empty here");
            Diagnostic::warning(codes::HIERA_UNKNOWN_KEY, message)
        }
    };
    Some(problem.help(help))
}

/// Reports levels that refer to a variable that no node has.
fn check_levels(site: &Site<'_>, variables: &Variables<'_>, problems: &mut Diagnostics) {
    for level in site.hierarchy.levels() {
        for reference in references(level, site.hierarchy.rules()) {
            let Reference::Variable(name) = reference else { continue };
            if let Some(mut problem) = variables.problem(name) {
                problem.message = format!("in the level {level}: {}", problem.message);
                problems.push(problem);
            }
        }
    }
}
