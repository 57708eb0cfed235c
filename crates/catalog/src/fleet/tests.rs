//! Compares the catalogs of nodes that collect what others export with those of Puppet: `tests/data/catalogs/fleet` has
//! manifests for three nodes, and what Puppet answered for them. Where Puppet has an error, our problem is in a file
//! beside.

#![expect(clippy::disallowed_methods, reason = "the data of tests are files")]

use super::{FleetBuilder, NodeSource};
use crate::builder::tests::{compare, directory, expect, load, node, options_limits, read};
use crate::builder::{BuildResult, Node};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const NODES: [&str; 3] = ["one", "two", "three"];

/// The results for the nodes of a manifest, and the warning about its passes.
fn build(manifest: &str, order: &[usize]) -> (Vec<BuildResult>, Option<String>) {
    let environment = load(manifest, options_limits()).expect("a valid manifest");
    let nodes: Vec<Node> = order.iter().map(|at| node(NODES[*at])).collect();
    let mut fleet = FleetBuilder::new(&environment);
    let mut results = fleet.build(&nodes, |_, built| built);
    let unsettled = fleet.settle(&nodes, |_, built| built, &mut |at, built| results[at] = built);
    (results, unsettled.map(|problem| problem.message))
}

/// Compares all manifests of a file.
fn check(path: &Path) {
    let (text, answers) = (read(path), read(&path.with_extension("json")));
    let (manifests, answers): (Vec<&str>, Vec<&str>) =
        (text.split("\n#----\n").collect(), answers.lines().collect());
    assert_eq!(manifests.len() * NODES.len(), answers.len(), "{}", path.display());
    let mut problems = String::new();
    for (manifest, answers) in manifests.iter().zip(answers.chunks(NODES.len())) {
        let (results, unsettled) = build(manifest, &[0, 1, 2]);
        assert_eq!(unsettled, None, "{manifest}");
        for ((name, result), answer) in NODES.iter().zip(results).zip(answers) {
            let mut differences = String::new();
            let problem = compare(Ok(result), answer, &mut differences);
            assert!(differences.is_empty(), "{}: {manifest}\n{name}: {differences}", path.display());
            if !problem.is_empty() {
                let first = manifest.lines().next().unwrap_or_default();
                let _ = writeln!(problems, "{first}\n{name}: {problem}\n");
            }
        }
    }
    expect(&path.with_extension("problems.txt"), &problems);
}

#[test]
fn fleets_have_the_catalogs_of_puppet() {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory().join("fleet"))
        .expect("the directory exists")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pp"))
        .collect();
    paths.sort();
    assert!(paths.len() > 3);
    paths.iter().for_each(|path| check(path));
}

/// The references of the resources of a node's catalog.
fn references(result: &BuildResult) -> Vec<String> {
    let resources = result.catalog.iter().flat_map(|catalog| &catalog.resources);
    resources.map(ToString::to_string).collect()
}

#[test]
fn the_order_of_nodes_does_not_matter() {
    let manifest = "@@notify { \"from ${trusted['certname']}\": } Notify <<| |>>";
    let (first, _) = build(manifest, &[0, 1, 2]);
    let (other, _) = build(manifest, &[2, 0, 1]);
    assert_eq!(references(&first[0]), references(&other[1]));
    assert_eq!(first[0].catalog.as_ref().map(|catalog| catalog.resources.len()), Some(6));
}

#[test]
fn exports_that_change_without_end_are_a_warning() {
    // Each node answers what it collects with a longer title.
    let manifest = "
        define d($from) { @@d { \"${title}+\": from => $trusted['certname'] } }
        unless $trusted['certname'] == 'three' {
          @@d { $trusted['certname']: from => $trusted['certname'] } D <<| from != $trusted['certname'] |>>
        }";
    let (_, unsettled) = build(manifest, &[0, 1, 2]);
    let expected = "after 10 passes there are still new exported resources for one, two";
    assert_eq!(unsettled.as_deref(), Some(expected));
}

#[test]
fn only_nodes_whose_collectors_are_concerned_are_built_again() {
    let manifest =
        "node 'one' { @@notify { 'n': } } node 'two' { File <<| |>> } node 'three' { notify { 'x': } }";
    let environment = load(manifest, options_limits()).expect("a valid manifest");
    let nodes = NODES.map(node);
    let mut fleet = FleetBuilder::new(&environment);
    fleet.build(&nodes, |_, _| ());
    let mut again = Vec::new();
    let unsettled = fleet.settle(&nodes, |node, _| node.name().to_owned(), &mut |_, name| again.push(name));
    assert!(unsettled.is_none() && again.is_empty(), "{again:?}");
    assert!(fleet.collects("two") && !fleet.collects("one") && !fleet.collects("three"));
    // Nothing is kept of a node that neither exports nor collects.
    assert_eq!(fleet.exports.len(), 1);
}
