//! The producers with the names of ARM-8 ("Producer"):
//! `producer Type[ConstantProducer] { producer_args => { value => 42 } }`.
//!
//! Invariant: each name has the same meaning as a shorter form of the language.

use super::Composer;
use super::keys::KeyType;
use super::producers::Producer;
use crate::generated::bindings as b;
use crate::sources::Place;
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::{codes, join_names, nearest};

/// A named producer, and the function that composes it from its arguments.
struct NamedProducer {
    name: &'static str,
    /// The names of its arguments; all are required.
    arguments: &'static [&'static str],
    /// Composes the producer from its arguments; `None` if they are wrong.
    compose: fn(&mut Composer, &[&b::ProducerDescriptor], Place) -> Option<Producer>,
}

// The registry of producers.
static PRODUCERS: &[NamedProducer] = &[
    NamedProducer { name: "ConstantProducer", arguments: &["value"], compose: value },
    NamedProducer { name: "EvaluatingProducer", arguments: &["expression"], compose: value },
    NamedProducer { name: "HashLookupProducer", arguments: &["name", "key"], compose: entry },
    NamedProducer { name: "InstanceProducer", arguments: &["class_name"], compose: instance },
    NamedProducer { name: "LookupProducer", arguments: &["name"], compose: lookup },
    NamedProducer { name: "NonCachingProducer", arguments: &["producer"], compose: fresh },
];

/// The producer of an argument itself.
fn value(composer: &mut Composer, arguments: &[&b::ProducerDescriptor], _: Place) -> Option<Producer> {
    // Constants and expressions need no distinction, because every argument is itself a producer.
    Some(composer.producer(arguments[0], None))
}

/// The producer of an argument, which runs again for each lookup.
fn fresh(composer: &mut Composer, arguments: &[&b::ProducerDescriptor], _: Place) -> Option<Producer> {
    Some(Producer::Fresh(Box::new(composer.producer(arguments[0], None))))
}

/// A lookup of the name in an argument.
fn lookup(composer: &mut Composer, arguments: &[&b::ProducerDescriptor], _: Place) -> Option<Producer> {
    let name = text(arguments[0])?;
    Some(Producer::Lookup(composer.composition.keys.number(KeyType::Data, name)))
}

/// A lookup of an entry of a hash, by the name of the hash and the key.
fn entry(composer: &mut Composer, arguments: &[&b::ProducerDescriptor], place: Place) -> Option<Producer> {
    let Producer::Lookup(key) = lookup(composer, arguments, place)? else { return None };
    Some(Producer::Entry(Box::new((key, composer.producer(arguments[1], None)))))
}

/// A new instance of the class that an argument names.
fn instance(_: &mut Composer, arguments: &[&b::ProducerDescriptor], _: Place) -> Option<Producer> {
    Some(Producer::Instance(Box::new((text(arguments[0])?.into(), Vec::new()))))
}

/// The string of a constant; `None` for any other producer.
fn text(producer: &b::ProducerDescriptor) -> Option<&str> {
    let b::ProducerDescriptor::ConstantProducer(constant) = producer else { return None };
    match &*constant.value {
        b::Value::StringValue(text) => Some(&text.value),
        _ => None,
    }
}

impl Composer {
    /// The producer for a descriptor that names one of [`PRODUCERS`]; `None` for any other descriptor. Reports wrong
    /// arguments; lookups of the produced value then fail.
    pub(super) fn named_producer(
        &mut self,
        producer: &b::ProducerDescriptor,
        arguments: &[b::NamedArgument],
    ) -> Option<Producer> {
        let descriptor = match producer {
            b::ProducerDescriptor::NonCachingProducer(fresh) => {
                // `singleton => false` is a producer around the named one.
                let inner_producer = self.named_producer(&fresh.producer, arguments)?;
                return Some(Producer::Fresh(Box::new(inner_producer)));
            }
            b::ProducerDescriptor::ProducerProducer(outer) => &*outer.producer,
            _ => return None,
        };
        let b::ProducerDescriptor::InstanceProducer(instance) = descriptor else { return None };
        let named_producer =
            PRODUCERS.iter().find(|named_producer| named_producer.name == instance.class_name)?;
        let place = self.place(None, producer.line(), producer.column());
        // The producers of the known arguments, in the order of their declaration.
        let known = named_producer
            .arguments
            .iter()
            .filter_map(|name| arguments.iter().find(|argument| argument.name == *name));
        let producers: Vec<_> = known.map(|argument| &argument.producer).collect();
        let unknown_argument =
            arguments.iter().find(|argument| !named_producer.arguments.contains(&argument.name.as_str()));
        let composed = match unknown_argument {
            None if producers.len() == named_producer.arguments.len() => {
                (named_producer.compose)(self, &producers, place)
            }
            _ => None,
        };
        Some(composed.unwrap_or_else(|| {
            self.wrong_arguments(
                named_producer,
                unknown_argument.map(|argument| argument.name.as_str()),
                place,
            )
        }))
    }

    /// A producer that fails, because it has an unknown argument or one is missing.
    fn wrong_arguments(
        &mut self,
        named_producer: &NamedProducer,
        unknown: Option<&str>,
        place: Place,
    ) -> Producer {
        let arguments = join_names(named_producer.arguments);
        let (message, help) = match unknown {
            Some(name) => (
                format!("`{}` has no argument `{name}`", named_producer.name),
                match nearest(name, named_producer.arguments.iter().copied()) {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("its arguments are {arguments}"),
                },
            ),
            None => (
                format!("`{}` requires arguments: {arguments}", named_producer.name),
                "write them in `producer_args`; an argument that names something must be a string".to_owned(),
            ),
        };
        let problem = self.error_of_key(codes::BINDINGS_FORM, &message, place, &help);
        Producer::Failed(Box::new((Value::Undef, problem)))
    }
}
