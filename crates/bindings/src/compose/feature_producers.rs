//! Producers and providers of bindings that a site declares as types: their result is the value of a feature of a new
//! object of the type.
//!
//! The feature is `produce` for a producer and `bindings` for a provider, usually a derived feature. Contributions to
//! [`PRODUCERS`] are found by their names, contributions to [`PROVIDERS`] by the scheme of a location (ARM-8,
//! "Producer" and "Custom Bindings Provider"). This module does not create objects.

use super::keys::KeyType;
use super::producers::{FeatureProducer, PRODUCE};
use super::{ComposedBinding, Composer, Producer};
use crate::generated::bindings as b;
use crate::names;
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::{codes, nearest};

/// The multibinding to which producers contribute.
const PRODUCERS: &str = "producers";
/// The multibinding to which providers of bindings contribute.
pub(crate) const PROVIDERS: &str = "bindings_providers";

/// A multibinding whose contributions are found by their names.
struct Registry {
    /// The feature that contributed classes must have.
    feature: &'static str,
    /// Maps the name of a contribution to the name of its key.
    key: fn(&str) -> String,
}

/// Whether contributions to a multibinding are found by their names.
pub(super) fn is_registry(id: &str) -> bool {
    registry(id).is_some()
}

/// The registry of producers or of providers, by its id; `None` for any other id.
fn registry(id: &str) -> Option<Registry> {
    match id {
        PRODUCERS => Some(Registry { feature: PRODUCE, key: str::to_owned }),
        PROVIDERS => Some(Registry { feature: "bindings", key: names::provider }),
        _ => None,
    }
}

impl Composer {
    /// The producer of a contribution to a registry; `None` if the contribution is not a type.
    pub(super) fn registered_producer(
        &mut self,
        id: &str,
        producer: &b::ProducerDescriptor,
    ) -> Option<Producer> {
        self.feature_producer(producer, registry(id)?.feature)
    }

    /// The producer for a descriptor that refers to a type of the site; `None` for any other descriptor. Reports a type
    /// that is not declared, or does not have the feature; lookups of the produced value then fail.
    pub(super) fn feature_producer(
        &mut self,
        descriptor: &b::ProducerDescriptor,
        feature: &'static str,
    ) -> Option<Producer> {
        let b::ProducerDescriptor::InstanceProducer(instance) = descriptor else { return None };
        let class = instance.class_name.as_str();
        let types = &self.composition.types;
        let (message, help) = if types.is_class(class) {
            let features = types.features(class);
            if features.contains(&feature) {
                let producer = FeatureProducer { class: class.into(), feature };
                return Some(Producer::Feature(Box::new(producer)));
            }
            let help = match nearest(feature, features) {
                Some(known) => format!("rename `{known}` to `{feature}`"),
                None => {
                    format!("declare what the type yields: attr {feature}, … {{ derived => || {{ … }} }}")
                }
            };
            (format!("the type `{class}` has no feature `{feature}`"), help)
        } else {
            let help = match self.suggestions.nearest(class, types.known_names()) {
                Some(known) => format!("did you mean `Type[{known}]`?"),
                None => {
                    format!("declare the type in a file in `types/` of a module, with a feature `{feature}`")
                }
            };
            (format!("no module declares the type `{class}`, so it cannot produce values"), help)
        };
        let place = self.place(None, descriptor.line(), descriptor.column());
        let problem = self.error_of_key(codes::BINDINGS_PRODUCER, &message, place, &help);
        Some(Producer::Failed(Box::new((Value::Undef, problem))))
    }

    /// Binds the key of a contribution to a registry.
    pub(super) fn bind_registered(&mut self, id: &str, name: Option<&str>, mut composed: ComposedBinding) {
        let Some(registry) = registry(id) else { return };
        let Some(name) = name else {
            let message = format!("a contribution to `{id}` must have a name, by which it is found");
            self.error_with_help(
                codes::BINDINGS_MULTIBIND,
                &message,
                &[(composed.place, "")],
                "write the name before `to`",
            );
            return;
        };
        // The declared type is `Type[Producer[T]]`, whereas the key has the type of the produced values, `T`.
        composed.ty = composed.ty.and_then(|ty| self.produced_type(ty));
        let key = self.composition.keys.bind_name(KeyType::Data, &(registry.key)(name));
        self.bind_checked(key, |composition| format!("`{}`", composition.show_key(key)), composed);
    }

    /// The type `T` of a producer's type `Type[Producer[T]]`.
    fn produced_type(&mut self, ty: u32) -> Option<u32> {
        let text = &self.composition.types.get(ty).text;
        // The text is canonical, so there is no other spelling.
        let produced = text.strip_prefix("Type[Producer[")?.strip_suffix("]]")?.to_owned();
        self.composition.types.number(&produced).ok()
    }
}
