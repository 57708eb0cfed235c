//! Parameters of classes, types and resources, maps between parameters, and variables: each becomes a key with a
//! reserved name.
//!
//! If the parameters of an element are bound to those of another element, they are added after all bindings were read,
//! because the parameters of the other element are not known before.

use super::conditions::ConditionIndex;
use super::keys::KeyType;
use super::producers::{Arguments, MappedParameter, Producer};
use super::{BindingFlags, ComposedBinding, Composer, Role};
use crate::generated::bindings as b;
use crate::names;
use crate::sources::Place;
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::codes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The parameter names that maps contain, by the key of the map.
pub(super) type Maps = FxHashMap<String, BTreeSet<String>>;

/// The maximum number of earlier bindings with which a binding of parameters is compared.
const MAX_COMPARED: usize = 100;

/// A binding of parameters to the parameters of another element.
#[derive(Debug)]
pub(super) struct PendingParameters {
    target: String,
    source: String,
    flags: BindingFlags,
    place: Place,
    layer: u16,
    conditions: Vec<ConditionIndex>,
    /// Whether to leave out parameters that are already bound in the target.
    only_missing: bool,
}

impl Composer {
    /// Binds the parameters of a class that replaces another one to those of the replaced class, except for those that
    /// are bound already.
    pub(super) fn bind_parameters_of_replaced(&mut self, replaced: &str, replacement: &str, place: Place) {
        let flags = BindingFlags::default().with(BindingFlags::OPTIONAL);
        let (target, source) = (format!("Class[{replacement}]"), format!("Class[{replaced}]"));
        let only_missing = true;
        self.record_parameters(target, source, flags, place, only_missing);
    }

    /// Records that parameters are bound to those of equal names in another element. They are bound after all bindings
    /// were read.
    fn record_parameters(
        &mut self,
        target: String,
        source: String,
        flags: BindingFlags,
        place: Place,
        only_missing: bool,
    ) {
        let (layer, _) = self.current_layer();
        // The conditions are copied, because others are current when the parameters are completed.
        let conditions = self.current.clone();
        self.pending_parameters.push(PendingParameters {
            target,
            source,
            flags,
            place,
            layer,
            conditions,
            only_missing,
        });
    }

    /// Binds the parameters of a target: to the values of a hash, to the parameters of another target, or to parts of a
    /// produced hash.
    pub(super) fn bind_parameters(&mut self, parameters: &b::ParameterBindings) {
        let place = self.place(parameters.file.as_deref(), parameters.line, parameters.column);
        let flags = BindingFlags::new(
            parameters.r#override,
            parameters.r#abstract,
            parameters.r#final,
            parameters.optional,
        );
        let Some(target) = self.reference(&parameters.target, place) else { return };
        if flags.has(BindingFlags::ABSTRACT) {
            let message = format!(
                "the parameters of {target} cannot be abstract, because they exist without a binding"
            );
            self.error_with_help(codes::BINDINGS_PARAMETERS, &message, &[(place, "")], "remove `abstract`");
            return;
        }
        let Some(producer) = &parameters.producer else {
            let message = format!("the parameters of {target} have no producer");
            self.error_with_help(
                codes::BINDINGS_PARAMETERS,
                &message,
                &[(place, "")],
                "add a hash of their values: to { name => value }",
            );
            return;
        };
        let map: Vec<(&str, &str)> = parameters
            .map
            .iter()
            .map(|entry| (entry.from.as_str(), entry.to.as_deref().unwrap_or(&entry.from)))
            .collect();
        match producer {
            b::ProducerDescriptor::ConstantProducer(constant) => match &*constant.value {
                b::Value::HashValue(hash) if map.is_empty() => {
                    self.enter_element(producer.file());
                    self.bind_hash(&target, hash, flags, place);
                    self.leave_element();
                }
                // The name of a class is parsed as a string.
                b::Value::StringValue(class) if names::reference(&class.value).is_some() => {
                    let Some(source) = self.reference(&class.value, place) else { return };
                    self.bind_to_parameters_of(target, source, &map, flags, place);
                }
                _ if map.is_empty() => {
                    let message = format!("the parameters of {target} must be a hash of names and values");
                    let help = "write the values as { name => value }";
                    self.error_with_help(codes::BINDINGS_TYPE, &message, &[(place, "")], help);
                }
                _ => self.bind_parts(&target, producer, &map, flags, place),
            },
            b::ProducerDescriptor::ReferenceProducer(reference) => {
                let Some(source) = self.reference(&reference.reference.text, place) else { return };
                self.bind_to_parameters_of(target, source, &map, flags, place);
            }
            _ => self.bind_parts(&target, producer, &map, flags, place),
        }
    }

    /// The canonical form of a reference. Reports a text that is not a reference.
    fn reference(&mut self, text: &str, place: Place) -> Option<String> {
        let reference = names::reference(text);
        if reference.is_none() {
            let message = format!("`{text}` is neither a class, a type nor a resource");
            let help = "write a class as in `ntp::server`, a type as in `Web`, a resource as in `Web[one]`";
            self.error_with_help(codes::BINDINGS_NAME, &message, &[(place, "")], help);
        }
        reference
    }

    /// Binds the parameters of a target to the values of a hash, whose keys are their names.
    fn bind_hash(&mut self, target: &str, hash: &b::HashValue, flags: BindingFlags, place: Place) {
        for entry in &hash.entries {
            let b::Value::StringValue(name) = &entry.key else {
                let message = format!("the names of the parameters of {target} must be strings");
                let help = "write each name as a string";
                self.error_with_help(codes::BINDINGS_TYPE, &message, &[(place, "")], help);
                continue;
            };
            // Problems are shown at the single parameter, if its position is known.
            let place_of_entry = self.place(entry.file.as_deref(), entry.line, entry.column);
            let place_of_entry = if place_of_entry.line == 0 { place } else { place_of_entry };
            if name.value.is_empty() {
                let message = format!("a parameter of {target} has no name");
                let help = "write a name between the quotes";
                self.error_with_help(codes::BINDINGS_NAME, &message, &[(place_of_entry, "")], help);
                continue;
            }
            let producer = self.value(&entry.value, place_of_entry);
            let key = self.composition.keys.bind_parameter(target, &name.value);
            self.bind(key, composed_binding(place_of_entry, flags, Some(producer)));
        }
    }

    /// Binds parameters to parts of the value of a producer, according to a map.
    fn bind_parts(
        &mut self,
        target: &str,
        producer: &b::ProducerDescriptor,
        map: &[(&str, &str)],
        flags: BindingFlags,
        place: Place,
    ) {
        let common = self.common_parameters(target, producer);
        let map: Vec<(&str, &str)> = match map {
            [] => common.iter().map(|name| (name.as_str(), name.as_str())).collect(),
            map => map.to_vec(),
        };
        if map.is_empty() {
            let message =
                format!("without a map, it is not known which parameters of {target} the producer yields");
            let help = "add the option map => { parameter => name }, bind a hash, or declare the types of both \
                        resources, so that parameters of equal names are bound";
            self.error_of_key(codes::BINDINGS_PARAMETERS, &message, place, help);
            return;
        }
        for (parameter, part_name) in &map {
            // A producer cannot be cloned, so it is composed again for each parameter.
            let composed = match producer {
                // The parameters must be those of a single resource.
                b::ProducerDescriptor::QueryProducer(query) => {
                    let is_single = true;
                    Producer::Query(Box::new(self.query(query, is_single)))
                }
                producer => self.producer(producer, None),
            };
            let part = Producer::Part(Box::new((composed, (*part_name).into())));
            let key = self.composition.keys.bind_parameter(target, parameter);
            self.bind(key, composed_binding(place, flags, Some(part)));
        }
    }

    /// The features that a resource's type and a query's type have in common, if both types are declared.
    fn common_parameters(&self, target: &str, producer: &b::ProducerDescriptor) -> Vec<String> {
        let b::ProducerDescriptor::QueryProducer(query) = producer else { return Vec::new() };
        let features = |name: &str| self.composition.types.features(name.trim_start_matches("::"));
        let target_parameters = features(head_of(target));
        let query_parameters = features(&query.resource_type);
        target_parameters
            .into_iter()
            .filter(|name| query_parameters.contains(name))
            .map(str::to_owned)
            .collect()
    }

    /// Binds parameters of `target` to parameters of `source`. With a map, they are bound now; `map` contains the name
    /// of each parameter in the target, and its name in the source. Without a map, they are bound by equal names later.
    fn bind_to_parameters_of(
        &mut self,
        target: String,
        source: String,
        map: &[(&str, &str)],
        flags: BindingFlags,
        place: Place,
    ) {
        if map.is_empty() {
            let only_missing = false;
            self.record_parameters(target, source, flags, place, only_missing);
            return;
        }
        for (name_in_target, name_in_source) in map {
            let keys = &mut self.composition.keys;
            let source_key = keys.number(KeyType::Data, &names::parameter(&source, name_in_source));
            let target_key = keys.bind_parameter(&target, name_in_target);
            let producer = Some(Producer::Lookup(source_key));
            self.bind(target_key, composed_binding(place, flags, producer));
        }
    }

    /// Adds the parameters that were recorded: according to a map, or by equal names.
    pub(super) fn complete_parameters(&mut self) {
        let pending = std::mem::take(&mut self.pending_parameters);
        if pending.is_empty() {
            return;
        }
        // The names of the parameters of each class or other reference.
        let mut parameters: FxHashMap<String, BTreeSet<String>> = FxHashMap::default();
        let bound_keys = self.composition.keys.list.iter().filter(|key| key.is_parameter || key.is_name);
        let tree_keys = self.composition.layers.iter().flat_map(|layer| &layer.tree_keys);
        for name in bound_keys.map(|key| &key.name).chain(tree_keys) {
            if let Some((reference, name)) = names::parameter_parts(name) {
                parameters.entry(reference.into_owned()).or_default().insert(name.to_owned());
            }
        }
        // For each source, the indices of the bindings that use its parameters by equal names.
        let mut users: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        // The sources whose parameters must be passed on.
        let mut queue: Vec<String> = Vec::new();
        for (index, binding) in pending.iter().enumerate() {
            self.report_two_sources(&pending, index);
            match self.maps.get(&names::map(&binding.target, &binding.source)).cloned() {
                Some(mapped) => parameters.entry(binding.target.clone()).or_default().extend(mapped),
                None => users.entry(&binding.source).or_default().push(index),
            }
            queue.push(binding.source.clone());
        }
        // The target of a binding may be the source of others, so names are passed on until nothing changes.
        while let Some(source) = queue.pop() {
            let source_parameters = parameters.get(&source).cloned().unwrap_or_default();
            for user in users.get(source.as_str()).into_iter().flatten() {
                let target = &pending[*user].target;
                let target_parameters = parameters.entry(target.clone()).or_default();
                let count_before = target_parameters.len();
                target_parameters.extend(source_parameters.iter().cloned());
                // A target is visited again only if it has new names, so this ends even if the bindings form a cycle.
                if target_parameters.len() > count_before {
                    queue.push(target.clone());
                }
            }
        }
        for binding in &pending {
            self.bind_pending(binding, parameters.get(&binding.source));
        }
    }

    /// Binds the parameters of a target to those of its source: those that the map contains, or all if there is no map.
    fn bind_pending(&mut self, binding: &PendingParameters, of_source: Option<&BTreeSet<String>>) {
        let PendingParameters { target, source, flags, place, .. } = binding;
        let map = names::map(target, source);
        let mapped = self.maps.get(&map).cloned();
        let names = mapped.as_ref().or(of_source).cloned().unwrap_or_default();
        if names.is_empty() && !flags.has(BindingFlags::OPTIONAL) {
            let message =
                format!("no parameters of {source} are bound, so none of them can be used for {target}");
            let help =
                format!("bind parameters of {source}, or a map: bind map {target} to {source} {{ … }}");
            self.error_with_help(codes::BINDINGS_PARAMETERS, &message, &[(*place, "")], &help);
        }
        let keys = &mut self.composition.keys;
        let map = keys.number(KeyType::Data, &map);
        for name in names {
            let keys = &mut self.composition.keys;
            let producer = match mapped {
                Some(_) => {
                    let (name, reference) = (name.as_str().into(), source.as_str().into());
                    Producer::Mapped(Box::new(MappedParameter { map, name, reference }))
                }
                None => Producer::Lookup(keys.number(KeyType::Data, &names::parameter(source, &name))),
            };
            if binding.only_missing
                && keys
                    .find(KeyType::Data, &names::parameter(target, &name))
                    .is_some_and(|key| keys.is_bound(key))
            {
                continue;
            }
            let key = keys.bind_parameter(target, &name);
            // The source may have the parameter only for some nodes. For the other nodes, the next lower binding is
            // used.
            let flags = flags.with(BindingFlags::OPTIONAL);
            self.bind_at(
                key,
                composed_binding(*place, flags, Some(producer)),
                binding.layer,
                &binding.conditions,
            );
        }
    }

    /// Reports parameters that are bound to two elements of the same type under the same conditions.
    fn report_two_sources(&mut self, pending: &[PendingParameters], index: usize) {
        let PendingParameters { target, source, layer, conditions, place, .. } = &pending[index];
        // The number of comparisons is limited, because many such bindings would take quadratic time.
        let other = pending[..index].iter().rev().take(MAX_COMPARED).find(|other| {
            // All references to classes start with `Class`, but each class is a different type.
            let has_same_type = head_of(&other.source) == head_of(source) && !source.starts_with("Class[");
            let has_same_target = other.target == *target && other.layer == *layer;
            let has_same_condition =
                || other.conditions.iter().any(|condition| conditions.contains(condition));
            has_same_target && has_same_type && has_same_condition()
        });
        if let Some(other) = other {
            let message = format!("the parameters of {target} are already bound to {}", other.source);
            let places = [(*place, ""), (other.place, "they are bound here")];
            let help = "remove one of them: parameters can be bound to one element of each type";
            self.error_with_help(codes::BINDINGS_PARAMETERS, &message, &places, help);
        }
    }

    /// Binds a map of parameters to its reserved key.
    pub(super) fn bind_map(&mut self, map: &b::ParameterMap) {
        let place = self.place(map.file.as_deref(), map.line, map.column);
        let flags = BindingFlags::new(map.r#override, map.r#abstract, map.r#final, map.optional);
        let (Some(from), Some(to)) = (self.reference(&map.from, place), self.reference(&map.to, place))
        else {
            return;
        };
        let name = names::map(&from, &to);
        let mut seen_names: FxHashSet<&str> = FxHashSet::default();
        for entry in &map.entries {
            if !seen_names.insert(&entry.from) {
                let message = format!("the map from {from} to {to} has `{}` twice", entry.from);
                self.error_with_help(
                    codes::BINDINGS_PARAMETERS,
                    &message,
                    &[(place, "")],
                    "remove one of them",
                );
            }
        }
        let names = map.entries.iter().map(|entry| entry.from.clone());
        self.maps.entry(name.clone()).or_default().extend(names);
        let pairs = map.entries.iter().map(|entry| {
            let to = entry.to.as_deref().unwrap_or(&entry.from);
            (Value::string(&entry.from), Value::string(to))
        });
        let producer = (!flags.has(BindingFlags::ABSTRACT)).then(|| Producer::Constant(Value::hash(pairs)));
        // `Keys::bind_name` would mark the key as bound by a name, but users cannot write this reserved name.
        let key = self.composition.keys.number(KeyType::Data, &name);
        self.bind(key, composed_binding(place, flags, producer));
    }

    /// Binds variables of the top scope.
    pub(super) fn bind_variables(&mut self, variables: &b::VariableBindings) {
        let flags = BindingFlags::new(
            variables.r#override,
            variables.r#abstract,
            variables.r#final,
            variables.optional,
        );
        let ty = variables.r#type.as_ref().and_then(|ty| self.declared_type(ty));
        let enclosing_place = self.place(variables.file.as_deref(), variables.line, variables.column);
        for variable in &variables.variables {
            let place = self.place(variable.file.as_deref(), variable.line, variable.column);
            let place = if place.line == 0 { enclosing_place } else { place };
            if !names::is_variable(&variable.name) {
                let message = format!("`{}` is not the name of a variable", variable.name);
                let help = "write a word that begins with a lower-case letter, without spaces";
                self.error_with_help(codes::BINDINGS_NAME, &message, &[(place, "")], help);
                // No expression can contain the variable, so nothing else about it matters.
                continue;
            }
            let producer = variable.producer.as_ref().map(|producer| self.producer(producer, None));
            let key = self.composition.keys.number(KeyType::Data, &names::variable(&variable.name));
            let composed = ComposedBinding { ty, ..composed_binding(place, flags, producer) };
            self.bind_checked(key, |_| format!("the variable ${}", variable.name), composed);
        }
    }

    /// Prepares the arguments of a producer.
    pub(super) fn arguments(&mut self, arguments: &[b::NamedArgument]) -> Option<Box<Arguments>> {
        let producers = arguments.iter().map(|argument| {
            self.enter_element(argument.file.as_deref());
            let producer = self.producer(&argument.producer, None);
            self.leave_element();
            (argument.name.as_str().into(), producer)
        });
        let producers: Arguments = producers.collect();
        (!producers.is_empty()).then(|| Box::new(producers))
    }
}

/// The part of a reference before the title.
fn head_of(reference: &str) -> &str {
    reference.split('[').next().unwrap_or_default()
}

/// A binding of a key to a producer.
pub(super) fn composed_binding(
    place: Place,
    flags: BindingFlags,
    producer: Option<Producer>,
) -> ComposedBinding {
    ComposedBinding { place, flags, role: Role::Value, ty: None, producer, arguments: None }
}
