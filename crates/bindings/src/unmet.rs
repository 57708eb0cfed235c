//! Finds conditions that no given node meets, so that their bindings have no effect.

use super::classes::NamedInjector;
use super::compose::{Composition, ConditionIndex};
use super::inject::Injector;
use super::sources::Place;
use modelwright_metamodel::diagnostic::{Diagnostics, Severity, codes};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Reports each condition that no given node meets, at the first of its bindings. Environments of which no node is
/// given are left out.
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
    let mut is_met_by_condition: BTreeMap<ConditionIndex, bool> = BTreeMap::new();
    let mut places_of_unmet: BTreeMap<ConditionIndex, BTreeSet<Place>> = BTreeMap::new();
    for entry in &composition.entries {
        let condition = entry.condition;
        let is_met = *is_met_by_condition
            .entry(condition)
            .or_insert_with(|| injectors.iter().any(|injector| injector.active().holds(condition)));
        // The composition reports conditions on unknown categories.
        if !is_met && composition.conditions.list[condition as usize].unknown.is_none() {
            places_of_unmet.entry(condition).or_default().insert(composition.binding(entry).place);
        }
    }
    let mut unmet_conditions: Vec<(Place, String, usize)> = Vec::new();
    for (condition, places) in places_of_unmet {
        let Some(first) = places.first() else { continue };
        unmet_conditions.push((*first, composition.show_condition(condition), places.len()));
    }
    // The numbers of conditions do not follow the order of their positions.
    unmet_conditions.sort();
    for (place, condition, count) in unmet_conditions {
        let subject = if count == 1 { "a binding has".to_owned() } else { format!("{count} bindings have") };
        let message = format!("no given node is in `{condition}`, so {subject} no effect");
        let problem =
            composition.sources.problem(codes::BINDINGS_UNMET, Severity::Warning, &message, &[(place, "")]);
        problems
            .push(problem.help("correct the value, remove the bindings, or specify the facts of all nodes"));
    }
}
