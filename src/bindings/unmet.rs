//! Conditions of bindings that no given node meets, so that the bindings have no effect for them.

use super::compose::{Composition, ConditionIndex};
use super::inject::Injector;
use super::sources::Place;
use modelwright_metamodel::diagnostic::{Diagnostics, Severity, codes};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Reports each condition once, at the first of its bindings. Environments that no node is in are left out.
#[must_use]
pub fn check_conditions<'n>(injectors: impl IntoIterator<Item = &'n Injector>) -> Diagnostics {
    let mut by_composition: BTreeMap<*const Composition, Vec<&Injector>> = BTreeMap::new();
    let mut order: Vec<&Arc<Composition>> = Vec::new();
    for injector in injectors {
        let of_composition = by_composition.entry(Arc::as_ptr(injector.composition())).or_default();
        if of_composition.is_empty() {
            order.push(injector.composition());
        }
        of_composition.push(injector);
    }
    let mut problems = Diagnostics::new();
    for composition in order {
        let injectors = by_composition.get(&Arc::as_ptr(composition)).map_or(&[][..], Vec::as_slice);
        report(composition, injectors, &mut problems);
    }
    problems
}

fn report(composition: &Composition, injectors: &[&Injector], problems: &mut Diagnostics) {
    let mut met: BTreeMap<ConditionIndex, bool> = BTreeMap::new();
    let mut unmet: BTreeMap<ConditionIndex, BTreeSet<Place>> = BTreeMap::new();
    for entry in &composition.entries {
        let condition = entry.condition;
        let is_met = *met
            .entry(condition)
            .or_insert_with(|| injectors.iter().any(|injector| injector.active().holds(condition)));
        // Categories that do not exist are reported by the check of the composition.
        if !is_met && composition.conditions.list[condition as usize].written.is_none() {
            unmet.entry(condition).or_default().insert(composition.binding(entry).place);
        }
    }
    let mut found: Vec<(Place, String, usize)> = Vec::new();
    for (condition, places) in unmet {
        let Some(first) = places.first() else { continue };
        found.push((*first, composition.show_condition(condition), places.len()));
    }
    found.sort();
    for (place, condition, count) in found {
        let what = if count == 1 { "a binding has".to_owned() } else { format!("{count} bindings have") };
        let message = format!("no given node is in `{condition}`, so {what} no effect");
        let problem =
            composition.sources.problem(codes::BINDINGS_UNMET, Severity::Warning, &message, &[(place, "")]);
        problems.push(problem.help("correct the value, remove the bindings, or name the facts of all nodes"));
    }
}
