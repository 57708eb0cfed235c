//! Providers that a site declares: contributions to the multibinding `bindings_providers`, whose names are schemes.
//!
//! A provider returns a hash of names and values, or it is a type of a module, whose feature `bindings` contains the
//! hash. Invariants: providers must be bound outside of conditions, at locations with built-in schemes; a provider
//! cannot use data of a node; it is run once for each location, within the limits of evaluation.

use super::{Location, SiteInput, declared_types, included_bindings, located, location, provider};
use crate::compose::{Composer, PROVIDERS};
use crate::generated::bindings::{AbstractBinding, NamedBindings, NamedLayer};
use crate::inject::{Facts, Injector};
use crate::names;
use crate::store::Hash;
use crate::values::excerpt;
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::Diagnostics;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The providers of a site; empty if no location uses them.
#[derive(Default)]
pub(crate) struct SiteProviders {
    injector: Option<Injector>,
    /// The file, line and column of each provider, by its scheme.
    places: FxHashMap<String, (String, i64, i64)>,
}

impl SiteProviders {
    /// The providers that layers bind. Problems are not reported here, because the composition of the site reports
    /// them.
    pub(crate) fn new<'l>(
        layers: impl Iterator<Item = (&'l NamedLayer, &'l str)> + Clone,
        input: SiteInput<'_>,
    ) -> Self {
        let mut locations = layers.clone().flat_map(|(layer, _)| &layer.include);
        // Most sites use only built-in schemes, and need no second reading of their layers.
        if !locations.any(|text| location(text).is_ok_and(|location| provider(location.scheme).is_none())) {
            return Self::default();
        }
        let mut composer = Composer::new();
        composer.declare_types(declared_types(input.directories, input.access).0, Diagnostics::new());
        let mut places = FxHashMap::default();
        for (layer, file) in layers.filter(|(layer, _)| !layer.is_of_hiera()) {
            // Providers are outside of conditions, so no categories are needed.
            composer.layer(&layer.name, None);
            let mut layer_of_providers = layer.clone();
            // If providers could be at locations whose schemes need providers of the site, there could be cycles.
            layer_of_providers.include.retain(|text| located(text).is_ok());
            // The composition of the site reports the problems that are dropped here.
            let included = included_bindings(&layer_of_providers, input, &mut Diagnostics::new());
            for mut bindings in included.into_iter().chain(layer_of_providers.bindings) {
                let file = bindings.file.clone().unwrap_or_else(|| file.to_owned());
                retain_providers(&mut bindings, &file, &mut places);
                composer.bindings(&bindings, &file);
            }
        }
        let composition = composer.finish();
        let (injector, _) =
            Injector::with_problems(&composition, &Arc::new(Facts::new(&Hash::default(), None)));
        Self { injector: Some(injector), places }
    }

    /// Runs the provider of a location, and adds its bindings to the current layer of a composer; `None` if the site
    /// declares no provider for the scheme.
    ///
    /// # Errors
    /// A message and help, if the provider does not return a hash.
    pub(crate) fn bind(&self, text: &str, composer: &mut Composer) -> Option<Result<(), (String, String)>> {
        let Location { scheme, name, is_optional } = location(text).ok()?;
        let (injector, (file, line, column)) = (self.injector.as_ref()?, self.places.get(scheme)?);
        let argument = (Value::string("location"), Value::string(name));
        let help = "a provider yields a hash of names and values".to_owned();
        Some(match injector.lookup_with(&names::provider(scheme), [argument]) {
            Ok(Some(Value::Hash(values))) => {
                composer.bind_constants(&values, file, (*line, *column));
                Ok(())
            }
            Ok(Some(other)) => {
                let value_text = excerpt(&other);
                Err((format!("the provider `{scheme}` must yield a hash, but it yields {value_text}"), help))
            }
            Ok(None) if is_optional => Ok(()),
            Ok(None) => Err((format!("the provider `{scheme}` yields nothing"), help)),
            Err(problem) => {
                let message = format!("the provider `{scheme}` fails: {}", problem.message);
                Err((message, problem.help.unwrap_or(help)))
            }
        })
    }
}

/// Removes all bindings except providers, and records the positions of the providers.
fn retain_providers(
    bindings: &mut NamedBindings,
    file: &str,
    places: &mut FxHashMap<String, (String, i64, i64)>,
) {
    bindings.bindings.retain(|binding| {
        let AbstractBinding::Binding(binding) = binding else { return false };
        let Some(name) = binding.name.as_ref().filter(|_| binding.multibind_id.as_deref() == Some(PROVIDERS))
        else {
            return false;
        };
        places.entry(name.clone()).or_insert_with(|| (file.to_owned(), binding.line, binding.column));
        true
    });
}
