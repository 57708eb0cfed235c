//! Finds conditions that no given node meets, so that their bindings have no effect.

use super::classes::NamedInjector;
use super::compose::{Composition, ConditionIndex};
use super::inject::Injector;
use super::sources::Place;
use modelwright_metamodel::diagnostic::{Diagnostics, Severity, codes};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Reports each condition that no given node meets, at the first of its bindings. Environments without a given node are
/// left out.
#[must_use]
pub fn check_conditions(compositions: &[Arc<Composition>], nodes: &[NamedInjector]) -> Diagnostics {
    let mut problems = Diagnostics::new();
    for composition in compositions {
        let injectors = nodes.iter().map(|(_, injector)| injector);
        let injectors_of_composition: Vec<&Injector> =
            injectors.filter(|injector| Arc::ptr_eq(composition, injector.composition())).collect();
        if !injectors_of_composition.is_empty() {
            report(composition, &injectors_of_composition, &mut problems);
        }
    }
    problems
}

/// Reports each condition that no node meets, at the first of its bindings.
fn report(composition: &Composition, injectors: &[&Injector], problems: &mut Diagnostics) {
    let mut met: BTreeMap<ConditionIndex, bool> = BTreeMap::new();
    let mut unmet: BTreeMap<ConditionIndex, BTreeSet<Place>> = BTreeMap::new();
    for entry in &composition.entries {
        let condition = entry.condition;
        let is_met = *met
            .entry(condition)
            .or_insert_with(|| injectors.iter().any(|injector| injector.active().holds(condition)));
        // The composition reports conditions on unknown categories.
        if !is_met && composition.conditions.list[condition as usize].unknown.is_none() {
            unmet.entry(condition).or_default().insert(composition.binding(entry).place);
        }
    }
    let mut found: Vec<(Place, String, usize)> = Vec::new();
    for (condition, places) in unmet {
        let Some(first) = places.first() else { continue };
        found.push((*first, composition.show_condition(condition), places.len()));
    }
    // Conditions are numbered in another order than that of their positions.
    found.sort();
    for (place, condition, count) in found {
        let what = if count == 1 { "a binding has".to_owned() } else { format!("{count} bindings have") };
        let message = format!("no given node is in `{condition}`, so {what} no effect");
        let problem =
            composition.sources.problem(codes::BINDINGS_UNMET, Severity::Warning, &message, &[(place, "")]);
        problems
            .push(problem.help("correct the value, remove the bindings, or specify the facts of all nodes"));
    }
}
