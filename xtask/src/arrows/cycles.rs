//! Finds cycles of files: files that use each other, directly or indirectly.
//!
//! Other modules see a module and its submodules as a unit. The file of a module necessarily uses its
//! submodules, so these arrows are ignored; the arrows of the submodules are not.
//!
//! Invariants: each file is in one cycle at most; no recursion; the result is in the order of the names. This
//! module does not know the order of modules.

use super::graph::{Arrow, Graph};
use std::collections::{BTreeMap, BTreeSet};

/// The cycles: in each, every file can be reached from every other.
pub(super) fn find_cycles(graph: &Graph) -> Vec<BTreeSet<String>> {
    let mut forward: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut backward: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for arrow in graph.arrows.iter().filter(|arrow| is_counted(arrow)) {
        forward.entry(&arrow.from_file).or_default().insert(&arrow.to_file);
        backward.entry(&arrow.to_file).or_default().insert(&arrow.from_file);
    }
    // Kosaraju's algorithm: in reverse postorder, the files that are reachable backward form a cycle.
    let mut postorder = Vec::new();
    let mut visited = BTreeSet::new();
    for file in forward.keys() {
        visit(file, &forward, &mut visited, &mut postorder);
    }
    let mut cycles = Vec::new();
    let mut visited = BTreeSet::new();
    for file in postorder.iter().rev() {
        let mut cycle = Vec::new();
        visit(file, &backward, &mut visited, &mut cycle);
        if cycle.len() > 1 {
            cycles.push(cycle.into_iter().map(str::to_owned).collect());
        }
    }
    cycles.sort();
    cycles
}

/// Whether an arrow may be part of a cycle: it must refer to the content of the other file, which must not be
/// in its own directory.
pub(super) fn is_counted(arrow: &Arrow) -> bool {
    let is_own = arrow.to.strip_prefix(arrow.from.as_str()).is_some_and(|suffix| suffix.starts_with("::"));
    arrow.is_content && !is_own
}

/// Appends the files that are reachable from a file to `postorder`: each after all files that are reachable from it.
fn visit<'g>(
    file: &'g str,
    edges: &BTreeMap<&'g str, BTreeSet<&'g str>>,
    visited: &mut BTreeSet<&'g str>,
    postorder: &mut Vec<&'g str>,
) {
    if !visited.insert(file) {
        return;
    }
    let neighbours =
        |file: &str| edges.get(file).into_iter().flatten().copied().collect::<Vec<_>>().into_iter();
    let mut path = vec![(file, neighbours(file))];
    while let Some((file, remaining)) = path.last_mut() {
        match remaining.next() {
            Some(neighbour) if visited.insert(neighbour) => path.push((neighbour, neighbours(neighbour))),
            Some(_) => {}
            None => {
                postorder.push(file);
                path.pop();
            }
        }
    }
}
