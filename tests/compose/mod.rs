//! Sites composed twice: by the library, and by a composer that is written from the rules alone.

mod agreement;
mod applying;
mod data;
mod generate;
mod naive;

pub(crate) use agreement::compare_agreement;

use crate::answered_nodes::AnsweredNodes;
use crate::random::Random;
use applying::{Node, Site};
use modelwright::bindings::check::check;
use modelwright::bindings::compose::{Composer, Composition};
use modelwright::bindings::diff::{self, ComparedNode};
use modelwright::bindings::inject::{Facts, Injector};
use modelwright::bindings::table::TableNode;
use modelwright::bindings::values::write_json;
use modelwright::store;
use modelwright_metamodel::diagnostic::{Diagnostics, Severity};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// The composition of a site.
pub(crate) fn compose(site: &Site) -> Arc<Composition> {
    let mut composer = Composer::new();
    if let Some(categories) = &site.categories {
        composer.site_categories(categories);
    }
    for layer in &site.layers {
        composer.layer(&layer.name, layer.categories.as_ref());
        for bindings in &layer.bindings {
            composer.bindings(bindings, "site.pp");
        }
    }
    composer.finish()
}

/// The facts of a node for an injector.
pub(crate) fn facts(facts: &applying::Facts) -> Arc<Facts> {
    let pairs = facts
        .iter()
        .map(|(name, value)| (store::Value::text(name.as_str()), store::Value::text(value.as_str())));
    let environment = facts.get("environment").cloned();
    Arc::new(Facts::new(&pairs.collect(), environment.as_deref()))
}

/// The code, the key and the line of each error.
fn errors(problems: &Diagnostics) -> BTreeSet<(String, String, i64)> {
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    let one = |problem: &modelwright_metamodel::diagnostic::Diagnostic| {
        let line =
            problem.message.strip_prefix("site.pp:").and_then(|rest| rest.split(':').next()?.parse().ok());
        let key = problem.message.split('`').nth(1).unwrap_or_default();
        (problem.code.id().to_owned(), key.to_owned(), line.unwrap_or(0))
    };
    errors.map(one).collect()
}

/// Composes a random site both ways, and compares all values of a random node; the text is the difference.
pub(crate) fn compare(seed: u64, number: usize) -> Result<(), String> {
    let mut random = Random::new(seed, number);
    let site = generate::site(&mut random);
    let composition = compose(&site);
    for _ in 0..3 {
        let node_facts = generate::facts(&mut random);
        let difference = compare_node(&site, &composition, &node_facts);
        if !difference.is_empty() {
            return Err(format!("site {number}: {difference}\nfacts {node_facts:?}\n{site:#?}"));
        }
    }
    Ok(())
}

fn compare_node(site: &Site, composition: &Arc<Composition>, node_facts: &applying::Facts) -> String {
    let node = Node::new(site, node_facts);
    let (injector, problems) = Injector::with_problems(composition, &facts(node_facts));
    let mut out = String::new();
    // Cycles of rebindings show at lookups as well, where both composers find them.
    let found: BTreeSet<_> = errors(&problems).into_iter().filter(|(code, ..)| code != "MW0932").collect();
    if found != node.problems() {
        let _ = writeln!(out, "problems {found:?}, expected {:?}", node.problems());
    }
    for key in node.keys() {
        let expected = match node.lookup(key) {
            Ok(value) => value.map_or("nothing".to_owned(), |value| value.json()),
            Err(_) => "a problem".to_owned(),
        };
        let answer = match injector.lookup(None, key) {
            Ok(Some(value)) => {
                let mut text = String::new();
                write_json(&value, &mut text);
                text
            }
            Ok(None) => "nothing".to_owned(),
            Err(_) => "a problem".to_owned(),
        };
        if answer != expected {
            let _ = writeln!(out, "{key} is {answer}, expected {expected}");
        }
    }
    let classes = injector.classes().unwrap_or_default();
    if classes != node.classes() {
        let _ = writeln!(out, "classes {classes:?}, expected {:?}", node.classes());
    }
    out
}

/// Compares the check of all category values with the injectors of all combinations of values.
pub(crate) fn compare_check(seed: u64, number: usize) -> Result<(), String> {
    let mut random = Random::new(seed, number);
    let site = generate::site(&mut random);
    let composition = compose(&site);
    let found = errors(&check(&composition));
    let mut expected = BTreeSet::new();
    for node_facts in generate::all_facts() {
        expected.extend(errors(&Injector::with_problems(&composition, &facts(&node_facts)).1));
    }
    expected.extend(errors(composition.problems()));
    expected.extend(errors(composition.problems_of_keys()));
    if found == expected {
        return Ok(());
    }
    let missing: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    Err(format!("site {number}: not found {missing:?}; found without reason {surplus:?}\n{site:#?}"))
}

/// Compares the differences of two random sites for some nodes with those of all values that the other composer finds. What
/// is a problem on one side has no value to compare.
pub(crate) fn compare_diff(seed: u64, number: usize) -> Result<(), String> {
    let mut random = Random::new(seed, number);
    let sites = [generate::site(&mut random), generate::site(&mut random)];
    let compositions = sites.each_ref().map(compose);
    let mut expected: BTreeSet<(String, String)> = BTreeSet::new();
    let mut nodes = Vec::new();
    for at in 0..4 {
        let node_facts = generate::facts(&mut random);
        let name = format!("node{at}");
        let [old, new] = sites.each_ref().map(|site| Node::new(site, &node_facts));
        let keys: BTreeSet<&str> = old.keys().into_iter().chain(new.keys()).collect();
        for key in keys {
            let [was, is] =
                [&old, &new].map(|node| node.lookup(key).map(|value| value.map(|value| value.json())));
            if let (Ok(was), Ok(is)) = (was, is)
                && was != is
            {
                expected.insert((key.to_owned(), name.clone()));
            }
        }
        if old.classes() != new.classes() {
            expected.insert(("/classes".to_owned(), name.clone()));
        }
        let side = |at: usize| (Arc::clone(&compositions[at]), facts(&node_facts));
        nodes.push(ComparedNode { name, before: side(0), after: side(1) });
    }
    let mut found: BTreeSet<(String, String)> = BTreeSet::new();
    for change in diff::compare(&nodes, None) {
        let is_problem = |side: &diff::Side| side.value.starts_with("problem: ");
        if !is_problem(&change.before) && !is_problem(&change.after) {
            found.extend(change.nodes.into_iter().map(|node| (change.key.clone(), node)));
        }
    }
    if found == expected {
        return Ok(());
    }
    let missing: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    Err(format!("pair {number}: not found {missing:?}; found without reason {surplus:?}\n{sites:#?}"))
}

/// Compares the tables of two random sites with lookups of each node, and their differences with those of the lookups.
pub(crate) fn compare_table(seed: u64, number: usize) -> Result<(), String> {
    let mut random = Random::new(seed, number);
    let sites = [generate::site(&mut random), generate::site(&mut random)];
    let all: Vec<Arc<Facts>> = (0..40).map(|_| facts(&generate::facts(&mut random))).collect();
    let nodes = sites.each_ref().map(compose).map(|composition| {
        all.iter().map(|facts| (Arc::clone(&composition), Arc::clone(facts))).collect::<Vec<TableNode>>()
    });
    let failed = |difference: String| format!("pair {number}: {difference}\n{sites:#?}");
    let before = AnsweredNodes::of_site(&nodes[0], None, &[]).map_err(failed)?;
    let after = AnsweredNodes::of_site(&nodes[1], None, &before.keys()).map_err(failed)?;
    for (key, difference) in before.differences().chain(after.differences()) {
        difference.map_or(Ok(()), |difference| Err(failed(format!("{key}: {difference}"))))?;
    }
    before.compare_changes(&after).map(drop).map_err(failed)
}
