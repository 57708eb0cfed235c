//! Checks bindings against the classes of manifests: parameters that do not exist, and values of the wrong type.
//!
//! The checked values are those that the injector of each node returns; without nodes, only constants are checked.
//! Classes of modules without manifests are not checked. Values of secrets are never shown.

use super::compose::{Composition, KeyType, Producer};
use super::diff::is_fixed;
use super::explain::Verdict;
use super::inject::Injector;
use super::names::{parameter_parts, referenced_class};
use super::sources::Place;
use crate::hiera::check::{Manifests, Parameter, is_secret_name, list_nodes};
use modelwright_evaluation::evaluate::{Type, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Suggestions, codes};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum number of nodes that a message lists.
const MAX_LISTED: usize = 3;

/// A node with its name.
pub type NamedInjector = (String, Injector);

/// Checks the bindings of some environments, and the values of their nodes, against the classes of manifests.
#[must_use]
pub fn check_classes(
    compositions: &[Arc<Composition>],
    nodes: &[NamedInjector],
    manifests: &Manifests,
) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let parameters: BTreeMap<&str, &Parameter> = manifests.parameters().collect();
    for composition in compositions {
        check_names(composition, manifests, &parameters, &mut problems);
    }
    for (key, parameter) in parameters {
        let Some(expected) = manifests.expected(parameter) else { continue };
        let parameter = TypedParameter { key, parameter, expected };
        if nodes.is_empty() {
            compositions.iter().for_each(|composition| parameter.check_constants(composition, &mut problems));
        } else {
            parameter.check_values_of_nodes(compositions, nodes, &mut problems);
        }
    }
    problems
}

/// Reports bindings of parameters that do not exist.
fn check_names(
    composition: &Composition,
    manifests: &Manifests,
    parameters: &BTreeMap<&str, &Parameter>,
    problems: &mut Diagnostics,
) {
    let suggestions = Suggestions::default();
    for (number, key) in (0..).zip(&composition.keys.list) {
        let is_bound_parameter = key.is_parameter && key.count > 0 && key.ty == KeyType::Data;
        if !is_bound_parameter || parameters.contains_key(&*key.name) {
            continue;
        }
        let Some((reference, name)) = parameter_parts(&key.name) else { continue };
        let Some(class) = referenced_class(&reference) else { continue };
        let (message, nearest) = if manifests.has_class(class) {
            let parameters_of_class = parameters.iter().filter(|(_, parameter)| parameter.class() == class);
            let names: BTreeSet<&str> = parameters_of_class.map(|(key, _)| parameter_name(key)).collect();
            (format!("the class `{class}` has no parameter `{name}`"), suggestions.nearest(name, names))
        } else if manifests.has_module_of(&key.name) {
            let classes: BTreeSet<&str> = parameters.values().map(|parameter| parameter.class()).collect();
            (format!("no manifest declares the class `{class}`"), suggestions.nearest(class, classes))
        } else {
            // There are no manifests of this module, so its classes are not known.
            continue;
        };
        let help = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "correct the name, or remove the binding".to_owned(),
        };
        // A binding with alternatives has several entries with the same position, and is reported once.
        let places: BTreeSet<Place> =
            composition.entries_of(number).iter().map(|entry| composition.binding(entry).place).collect();
        for place in places {
            let problem = composition.sources.problem(
                codes::BINDINGS_CLASS_PARAMETER,
                Severity::Error,
                &message,
                &[(place, "")],
            );
            problems.push(problem.help(help.clone()));
        }
    }
}

/// The name of a parameter without the name of its class.
fn parameter_name(key: &str) -> &str {
    key.rsplit("::").next().unwrap_or(key)
}

/// A parameter with the type that its values must have.
struct TypedParameter<'m> {
    /// The key under which its values are bound.
    key: &'m str,
    parameter: &'m Parameter,
    expected: Type,
}

/// A wrong value: the index of its composition, the place of its binding, and the message.
type Fault = (usize, Place, String);

impl TypedParameter<'_> {
    /// How a value differs from the type; `None` if it is valid. The text does not show secret values.
    fn mismatch(&self, value: &Value) -> Option<String> {
        let is_secret = value.as_sensitive().is_some() || is_secret_name(self.key);
        self.parameter.mismatch(self.key, &self.expected, value, is_secret)
    }

    /// Checks the constants of all bindings.
    fn check_constants(&self, composition: &Composition, problems: &mut Diagnostics) {
        let Some(key) = composition.keys.find(KeyType::Data, self.key) else { return };
        let mut faults = BTreeSet::new();
        for entry in composition.entries_of(key) {
            let binding = composition.binding(entry);
            if let Some(Producer::Constant(value)) = &binding.producer {
                faults.extend(self.mismatch(value).map(|fault| (binding.place, fault)));
            }
        }
        problems.extend(faults.into_iter().map(|(place, fault)| self.problem(composition, place, &fault)));
    }

    /// Checks the value that each node receives. A constant is checked once for all nodes with the same active
    /// conditions.
    fn check_values_of_nodes(
        &self,
        compositions: &[Arc<Composition>],
        nodes: &[NamedInjector],
        problems: &mut Diagnostics,
    ) {
        let mut faults: BTreeMap<Fault, Vec<&str>> = BTreeMap::new();
        let mut fixed_faults = FxHashMap::default();
        for (name, injector) in nodes {
            // The nodes of an environment share one composition, so a composition is identified by its address.
            let Some(composition) =
                compositions.iter().position(|composition| Arc::ptr_eq(composition, injector.composition()))
            else {
                continue;
            };
            let find_fault =
                || self.fault_of_node(injector).map(|(place, message)| (composition, place, message));
            let fault = if is_fixed(injector, self.key) {
                fixed_faults.entry((composition, injector.active())).or_insert_with(find_fault).clone()
            } else {
                find_fault()
            };
            if let Some(fault) = fault {
                faults.entry(fault).or_default().push(name);
            }
        }
        for ((composition, place, message), names) in faults {
            let for_nodes = if names.len() == nodes.len() {
                String::new()
            } else {
                format!("for {}: ", list_nodes(&names, nodes.len(), MAX_LISTED))
            };
            problems.push(self.problem(&compositions[composition], place, &format!("{for_nodes}{message}")));
        }
    }

    /// The position of the value that a node receives, and how the value differs from the type; `None` if the value is
    /// valid or missing. Another check reports missing values.
    fn fault_of_node(&self, injector: &Injector) -> Option<(Place, String)> {
        let value = injector.lookup(None, self.key).ok()??;
        let fault = self.mismatch(&value)?;
        if let Some(place) = injector.place_in_effect(self.key) {
            return Some((place, fault));
        }
        // The value comes from a Hiera tree. Its position is not that of a binding, so it is part of the message.
        let account = injector.explain(self.key);
        let used_binding = account.bindings.iter().find(|binding| binding.verdict == Verdict::Used);
        let place = used_binding.map_or(String::new(), |binding| format!("{}: ", binding.place));
        Some((Place::default(), format!("{place}{fault}")))
    }

    /// The problem of a binding whose value does not have the type of the parameter.
    fn problem(&self, composition: &Composition, place: Place, message: &str) -> Diagnostic {
        let places = [(place, "")];
        let problem = composition.sources.problem(codes::BINDINGS_TYPE, Severity::Error, message, &places);
        let parameter = self.parameter;
        let help = format!(
            "bind it to a value of {}, or change the type of the parameter",
            parameter.written_type()
        );
        problem.help(help).label(parameter.source(), parameter.span(), "the parameter")
    }
}
