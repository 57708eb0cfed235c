//! Keys whose values refer to each other in a cycle.

use super::site::SiteFile;
use crate::store::NodeIndex;
use modelwright_metamodel::cycles::cyclic_components;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The references between keys.
#[derive(Default)]
pub(super) struct Graph<'s, 'h> {
    /// For each key, the keys that its values look up, with the positions of these lookups.
    edges: FxHashMap<&'h str, Vec<(&'h str, &'s SiteFile<'h>, NodeIndex)>>,
}

impl<'s, 'h> Graph<'s, 'h> {
    /// Adds a reference: a value of the key `from` looks up the key `to`.
    pub(super) fn add(&mut self, from: &'h str, to: &'h str, file: &'s SiteFile<'h>, node: NodeIndex) {
        self.edges.entry(from).or_default().push((to, file, node));
    }

    /// Whether the lookup of `from` may look up `to`, or both are the same key.
    pub(super) fn reaches(&self, from: &str, to: &str) -> bool {
        let (mut seen, mut open) = (FxHashSet::default(), vec![from]);
        while let Some(key) = open.pop() {
            if key == to {
                return true;
            }
            if seen.insert(key) {
                open.extend(self.edges.get(key).into_iter().flatten().map(|(next, ..)| *next));
            }
        }
        false
    }

    /// Reports each shortest cycle of keys once, at the key of the cycle that is first in alphabetical order.
    pub(super) fn report(&self, problems: &mut Diagnostics) {
        let edges = self.edges.iter().map(|(from, to)| (*from, to.iter().map(|(to, ..)| *to).collect()));
        // All keys of a cycle are in one component, so each search below stays within a component.
        let components = cyclic_components(&edges.collect());
        let mut keys: Vec<&str> = components.keys().copied().collect();
        keys.sort_unstable();
        let mut reported: FxHashSet<&str> = FxHashSet::default();
        for key in keys {
            if reported.contains(key) {
                continue;
            }
            let Some(cycle) = self.cycle(key, &components) else { continue };
            let [(file, node), ..] = cycle.places.as_slice() else { continue };
            let chain = cycle.keys.join("` → `");
            // The first key is also the last one, so a cycle of one key has two elements. A cycle of several keys is
            // only a warning: perhaps no node uses all of its files together.
            let (problem, help) = if cycle.keys.len() == 2 {
                let message = format!("the key `{key}` refers to itself, so its lookup fails");
                (Diagnostic::error(codes::HIERA_LOOP, message), "write the intended value")
            } else {
                let message = format!("the references `{chain}` form a cycle, so lookups along it fail");
                (Diagnostic::warning(codes::HIERA_LOOP, message), "remove one of these references")
            };
            let mut problem = file.at(problem.help(help), *node);
            for (file, node) in &cycle.places[1..] {
                problem = problem.label(&file.source, file.span(*node), "then here");
            }
            problems.push(problem);
            reported.extend(cycle.keys);
        }
    }

    /// The shortest path from a key back to the key itself, through keys of its component.
    fn cycle(&self, key: &'h str, components: &FxHashMap<&'h str, usize>) -> Option<Cycle<'s, 'h>> {
        // For each key that was reached, the key that refers to it, with the position of the reference.
        let mut previous: FxHashMap<&str, (&'h str, &'s SiteFile<'h>, NodeIndex)> = FxHashMap::default();
        let mut queue = VecDeque::from([key]);
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
                let mut cycle = Cycle { keys: vec![key], places: Vec::new() };
                let mut current = key;
                while let Some((from, file, node)) = previous.get(current) {
                    cycle.keys.push(from);
                    cycle.places.push((*file, *node));
                    current = from;
                    if current == key {
                        break;
                    }
                }
                cycle.keys.reverse();
                cycle.places.reverse();
                return Some(cycle);
            }
        }
        None
    }
}

struct Cycle<'s, 'h> {
    /// The keys in order; the last one is the first one again.
    keys: Vec<&'h str>,
    /// The positions of the lookups.
    places: Vec<(&'s SiteFile<'h>, NodeIndex)>,
}
