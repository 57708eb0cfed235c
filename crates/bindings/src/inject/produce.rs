//! Runs producers for a node.

use super::host::{NodeHost, RequestArguments};
use super::{Injector, LookupResult};
use crate::compose::{Chain, FeatureProducer, KeyIndex, KeyType, Producer, Step, Template, first_error};
use crate::names;
use crate::sources::Place;
use crate::types::Types;
use crate::values::{excerpt, part};
use modelwright_evaluation::evaluate::{Array, Budget, EvaluationLimits, Hash, Host, Program, Value};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use std::sync::Arc;

/// Whether a producer makes a new value for each lookup.
pub(super) fn is_fresh(producer: &Producer) -> bool {
    match producer {
        Producer::Fresh(_) | Producer::Produced(_) => true,
        Producer::Transformed(transformed) => is_fresh(&transformed.0),
        // The value may come from any of these producers, so one that makes new values is enough.
        Producer::FirstFound(producers) => producers.iter().any(is_fresh),
        _ => false,
    }
}

/// A new instance of a type of the language.
///
/// # Errors
/// If there is no such type, or it cannot be created from the arguments.
pub(super) fn instance(ty: &str, arguments: &[Value], host: &dyn Host) -> Result<Value, Box<Diagnostic>> {
    // A call of `new` is evaluated as source text, so that all rules of the language apply.
    let literals: Vec<String> = arguments.iter().map(Value::to_literal).collect();
    let text = format!("new({})", [ty.to_owned()].into_iter().chain(literals).collect::<Vec<_>>().join(", "));
    let (manifest, problems) = language::statements(&Source::new("new", text));
    let program = Program::new(&manifest.expressions, &manifest.statements, host);
    let result = match first_error(&problems) {
        Some(problem) => Err(problem),
        None => program.evaluate(host, EvaluationLimits::default()),
    };
    result.map_err(|problem| {
        let message = format!("`{ty}` cannot be instantiated: {}", problem.message);
        failure(message, "bind the key to a value, or bind the type to one that can be instantiated")
    })
}

/// The value of a reference to a type that is not bound: a new instance of the type, or else the type itself.
pub(crate) fn value_of_unbound_type(types: &Types, text: &str) -> Option<Value> {
    // An error is ignored, because the type itself is then the value.
    instance(text, &[], types.host()).ok().or_else(|| types.value(text))
}

/// The error of a producer, without a position.
fn failure(message: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::BINDINGS_PRODUCER, message).help(help))
}

impl Injector {
    /// The value of a producer; `None` if it has none.
    pub(super) fn produce(
        &self,
        producer: &Producer,
        host: &NodeHost<'_>,
        budget: &mut Budget,
    ) -> LookupResult {
        let value = match producer {
            Producer::Constant(value) => Some(value.clone()),
            Producer::Failed(failed) => {
                let (_, problem) = &**failed;
                return Err(Box::new(problem.clone()));
            }
            Producer::Template(template) => Some(self.template(template, host, budget)?),
            Producer::Formula(formula) => {
                Some(host.value(&self.composition.formulas[*formula as usize], budget)?)
            }
            Producer::Lookup(key) => self.key(*key, budget)?,
            Producer::Entry(hash_entry) => {
                let (key_of_hash, entry_producer) = &**hash_entry;
                let Some(hash) = self.key(*key_of_hash, budget)? else { return Ok(None) };
                let Some(entry) = self.produce(entry_producer, host, budget)? else { return Ok(None) };
                self.entry(*key_of_hash, &hash, &entry)?
            }
            Producer::Part(part_of_value) => {
                let (whole_producer, name) = &**part_of_value;
                let whole = self.produce(whole_producer, host, budget)?;
                whole.and_then(|whole| part(&whole, &[name]).cloned())
            }
            Producer::Mapped(mapped) => {
                let map = self.key(mapped.map, budget)?;
                let name = map.as_ref().and_then(|map| part(map, &[&mapped.name])?.text());
                match name {
                    // The map determines the name of the parameter only now, and a Hiera tree may contain its value. So
                    // it is looked up by name and not by key.
                    Some(name) => self.by_name(&names::parameter(&mapped.reference, name), budget)?,
                    None => None,
                }
            }
            Producer::FirstFound(producers) => self.first_found(producers, host, budget)?,
            // The caller does not store the value of this producer, so that each lookup produces it again.
            Producer::Fresh(inner) => self.produce(inner, host, budget)?,
            Producer::Produced(inner) => self.produced(inner, host, budget)?,
            Producer::Feature(feature) => Some(self.feature_value(feature, host, budget)?),
            Producer::Instance(instance) => {
                let (ty, arguments) = &**instance;
                Some(self.instance_value(ty, arguments, host, budget)?)
            }
            Producer::Reference(reference) => {
                let (text, key) = &**reference;
                self.reference(text, *key, budget)?
            }
            Producer::Combined(combination) => Some(self.combine(combination, host, budget)?),
            Producer::Transformed(transformed) => {
                let (inner, function) = &**transformed;
                match self.produce(inner, host, budget)? {
                    Some(value) => Some(self.composition.programs.run(*function, host, budget, &[value])?),
                    None => None,
                }
            }
            Producer::Query(query) => self.query(query, host, budget)?,
        };
        // `undef` counts as no value, so that `optional` and `first_found` continue.
        Ok(value.filter(|value| !matches!(value, Value::Undef)))
    }

    /// A new instance of a type. A runtime type has no instances here, so its value is a reference to the type.
    fn instance_value(
        &self,
        ty: &str,
        arguments: &[Template],
        host: &NodeHost<'_>,
        budget: &mut Budget,
    ) -> Result<Value, Box<Diagnostic>> {
        let arguments = arguments.iter().map(|argument| self.template(argument, host, budget));
        let arguments: Vec<Value> = arguments.collect::<Result<_, _>>()?;
        instance(ty, &arguments, host).or_else(|problem| {
            if arguments.is_empty() && self.composition.types.is_runtime_type(ty) {
                Ok(Value::string(&format!("Type[{ty}]")))
            } else {
                Err(problem)
            }
        })
    }

    /// The value of a name with arguments for its producer; objects are replaced by hashes.
    ///
    /// # Errors
    /// If the value cannot be produced.
    pub fn lookup_with(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = (Value, Value)>,
    ) -> LookupResult {
        let Some(key) = self.composition.keys.find(KeyType::Data, name) else { return Ok(None) };
        let arguments = Hash::new(arguments);
        let mut budget = Budget::new(EvaluationLimits::default());
        self.answer(self.with_objects(|budget| self.with_arguments(key, &arguments, budget), &mut budget))
    }

    /// The value of a key with arguments for its producer; `None` if the key is not bound for the node.
    pub(super) fn with_arguments(
        &self,
        key: KeyIndex,
        arguments: &Hash,
        budget: &mut Budget,
    ) -> LookupResult {
        for step in Chain::new(&self.composition, key, self.active()) {
            // If this is not a single binding, a lookup without arguments reports the problem.
            let Step::Binding(entry) = step else { return self.key(key, budget) };
            if let Some(value) = self.binding(entry, Some(&RequestArguments(arguments)), budget)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The value of a key in a hash, or the element of an array at an index. `key` is the key of the hash or array in
    /// the composition.
    fn entry(&self, key: KeyIndex, hash: &Value, entry: &Value) -> LookupResult {
        match (hash, entry) {
            (Value::Hash(hash), _) => Ok(hash.get(entry).cloned()),
            (Value::Array(array), Value::Integer(index)) => {
                Ok(usize::try_from(*index).ok().and_then(|index| array.get(index)).cloned())
            }
            _ => {
                let name = self.composition.show_key(key);
                let message =
                    format!("`{name}` must be a hash to have an entry, but its value is {}", excerpt(hash));
                Err(failure(message, "look up another key"))
            }
        }
    }

    /// The value of the first producer that has one.
    fn first_found(&self, producers: &[Producer], host: &NodeHost<'_>, budget: &mut Budget) -> LookupResult {
        for producer in producers {
            if let Some(value) = self.produce(producer, host, budget)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The value of a feature of a new object. The arguments of the producer are its other features.
    fn feature_value(
        &self,
        feature_producer: &FeatureProducer,
        host: &NodeHost<'_>,
        budget: &mut Budget,
    ) -> Result<Value, Box<Diagnostic>> {
        let features = self.composition.types.features(&feature_producer.class);
        let mut arguments = host.binding_arguments(budget)?;
        // An argument that is not a feature is ignored, because a request does not specify the class of the object.
        let requested = host.request_arguments.iter().flat_map(|arguments| arguments.0.pairs());
        // A later pair replaces an earlier one, so arguments of the request replace those of the binding.
        arguments.extend(
            requested.filter(|(name, _)| name.text().is_some_and(|name| features.contains(&name))).cloned(),
        );
        let values = if arguments.is_empty() { Vec::new() } else { vec![Value::hash(arguments)] };
        let help = "set its features in `producer_args`, or declare defaults for them";
        match instance(&feature_producer.class, &values, host)
            .map_err(|problem| Box::new(problem.help(help)))?
        {
            Value::Object(object) => host
                .read_feature(&object, feature_producer.feature, budget)
                .map_err(|error| Box::new(Diagnostic::from(error))),
            other => Err(failure(
                format!("`{}` must create an object, but it is {}", feature_producer.class, excerpt(&other)),
                "specify a type that is declared with features",
            )),
        }
    }

    /// The value of the producer that another key is bound to. It is produced again for each request.
    fn produced(&self, named: &Producer, host: &NodeHost<'_>, budget: &mut Budget) -> LookupResult {
        let key = match named {
            Producer::Lookup(key) if self.composition.keys.list[*key as usize].count == 0 => {
                return Err(Box::new(self.composition.no_producer(*key, Place::default())));
            }
            Producer::Lookup(key) => *key,
            other => {
                let Some(name) = self.produce(other, host, budget)? else { return Ok(None) };
                let key = name.text().and_then(|name| self.composition.keys.find(KeyType::Data, name));
                let place = Place::default();
                key.ok_or_else(|| Box::new(self.composition.not_a_producer(&excerpt(&name), place)))?
            }
        };
        let arguments = Hash::new(host.binding_arguments(budget)?);
        self.with_arguments(key, &arguments, budget)
    }

    /// The value of a template, in which the value of each producer replaces it.
    fn template(
        &self,
        template: &Template,
        host: &NodeHost<'_>,
        budget: &mut Budget,
    ) -> Result<Value, Box<Diagnostic>> {
        Ok(match template {
            Template::Value(value) => value.clone(),
            Template::Produced(producer) => self.produce(producer, host, budget)?.unwrap_or(Value::Undef),
            Template::Array(items) => {
                let items = items.iter().map(|item| self.template(item, host, budget));
                Value::array(items.collect::<Result<_, _>>()?)
            }
            Template::Hash(pairs) => {
                let pairs = pairs.iter().map(|(key, value)| {
                    Ok::<_, Box<Diagnostic>>((
                        self.template(key, host, budget)?,
                        self.template(value, host, budget)?,
                    ))
                });
                Value::hash(pairs.collect::<Result<Vec<_>, _>>()?)
            }
        })
    }

    /// The value of a reference, which is the first of these that exists: the value bound to the type, a hash of the
    /// bound parameters of the class or resource, a new instance, the type itself.
    fn reference(&self, text: &str, key: Option<KeyIndex>, budget: &mut Budget) -> LookupResult {
        if let Some(key) = key
            && let Some(value) = self.key(key, budget)?
        {
            return Ok(Some(value));
        }
        if let Some(reference) = names::reference(text) {
            let parameters = self.composition.parameters_of(&reference);
            let mut pairs = Vec::with_capacity(parameters.len());
            for name in parameters {
                if let Some(value) = self.by_name(&names::parameter(&reference, name), budget)? {
                    pairs.push((Value::string(name), value));
                }
            }
            if !pairs.is_empty() {
                return Ok(Some(Value::hash(pairs)));
            }
        }
        // For a declared class, the error that prevents an instance is more helpful than a missing value.
        if self.composition.types.is_class(text) {
            return instance(text, &[], &NodeHost::new(self)).map(Some);
        }
        Ok(value_of_unbound_type(&self.composition.types, text))
    }
}

/// Appends the elements of an array to `out`, and flattens nested arrays up to a number of levels; -1 for all levels.
pub(super) fn append_flattened(items: &[Value], levels: i64, out: &mut Vec<Value>) {
    for item in items {
        match item {
            Value::Array(inner) if levels != 0 => append_flattened(inner, levels - 1, out),
            other => out.push(other.clone()),
        }
    }
}

/// The elements of an array; any other value is the only element.
pub(super) fn elements(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => {
            Arc::try_unwrap(items).map_or_else(|items| items.to_vec(), |items: Array| items.to_vec())
        }
        other => vec![other],
    }
}
