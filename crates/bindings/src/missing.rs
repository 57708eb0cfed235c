//! Finds bindings that have no value for any node, without evaluating them for a node.

use super::compose::{
    BindingFlags, ComposedBinding, Composition, Contribution, Entry, KeyIndex, Producer, Role,
};
use super::inject::value_of_unbound_type;
use super::names;
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::Diagnostic;
use rustc_hash::FxHashSet;

/// The problems of bindings that have no value for any node: constants that are `undef`, and references to keys that
/// are not bound.
pub(super) fn missing_values(composition: &Composition) -> impl Iterator<Item = Diagnostic> {
    // A binding with alternatives has several entries, which are reported once.
    let mut seen_bindings: FxHashSet<u32> = FxHashSet::default();
    let entries = composition.entries.iter().filter(move |entry| seen_bindings.insert(entry.binding));
    let constants = entries.filter_map(|entry| undefined(composition, entry));
    let contributions = composition.multibinds.ids.iter().flat_map(|id| &id.contributions);
    let contributions =
        contributions.filter_map(|contribution_of_id| contribution(composition, contribution_of_id));
    let bindings = composition.bindings.iter().filter_map(|binding| unbound(composition, binding));
    constants.chain(contributions).chain(bindings)
}

/// The problem of a contribution that is `undef`, or that looks up a name which is not bound.
fn contribution(composition: &Composition, contribution: &Contribution) -> Option<Diagnostic> {
    let binding = &composition.bindings[contribution.binding as usize];
    let has_no_value = match binding.producer {
        Some(Producer::Constant(Value::Undef)) => true,
        // For some nodes, a Hiera tree may have a value for the key.
        Some(Producer::Lookup(key)) => !composition.has_trees && composition.entries_of(key).is_empty(),
        _ => false,
    };
    (has_no_value && !binding.flags.has(BindingFlags::OPTIONAL))
        .then(|| composition.no_contribution(binding.place))
}

/// The problem of a binding whose value is `undef`.
fn undefined(composition: &Composition, entry: &Entry) -> Option<Diagnostic> {
    let binding = composition.binding(entry);
    let is_undef = matches!(binding.producer, Some(Producer::Constant(Value::Undef)));
    let is_allowed = binding.flags.has(BindingFlags::OPTIONAL) || binding.role != Role::Value;
    (is_undef && !is_allowed).then(|| composition.no_value(entry))
}

/// The problem of a binding that refers to something which is not bound for any node.
fn unbound(composition: &Composition, binding: &ComposedBinding) -> Option<Diagnostic> {
    match binding.producer.as_ref()? {
        // A reference to a class names a replacement, which may be a class without bindings.
        producer if producer.class().is_some() => None,
        Producer::Reference(reference) if !binding.flags.has(BindingFlags::OPTIONAL) => {
            let (text, key) = &**reference;
            is_missing(composition, text, *key).then(|| composition.no_instance(text, binding.place))
        }
        Producer::Produced(named) => match &**named {
            Producer::Lookup(key) if composition.entries_of(*key).is_empty() => {
                Some(composition.no_producer(*key, binding.place))
            }
            // The value of a reference that is not bound is the type itself. A producer must be the name of a binding,
            // so this is an error.
            Producer::Reference(reference) => {
                let (text, key) = &**reference;
                let is_bound = key.is_some_and(|key| !composition.entries_of(key).is_empty());
                (!is_bound).then(|| composition.not_a_producer(&format!("'{text}'"), binding.place))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a reference has no value: its type is not bound and has no bound parameters, no instance can be created, and
/// the text is not a type.
fn is_missing(composition: &Composition, text: &str, key: Option<KeyIndex>) -> bool {
    let mut entries = key.into_iter().flat_map(|key| composition.entries_of(key));
    !entries.any(|entry| has_value(composition, entry))
        && !has_parameters(composition, text)
        && value_of_unbound_type(&composition.types, text).is_none()
}

/// Whether a binding has a value: a binding that replaces a class has one if its replacement has bound parameters.
fn has_value(composition: &Composition, entry: &Entry) -> bool {
    // The value of a class that is replaced is the value of its replacement.
    let class = composition.binding(entry).producer.as_ref().and_then(Producer::class);
    class.is_none_or(|class| !composition.parameters_of(&format!("Class[{class}]")).is_empty())
}

/// Whether a class or resource has bound parameters.
fn has_parameters(composition: &Composition, reference: &str) -> bool {
    let reference = names::reference(reference);
    reference.is_some_and(|reference| !composition.parameters_of(&reference).is_empty())
}
