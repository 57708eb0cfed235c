//! Providers that a site declares itself: contributions to `bindings_providers`, by the scheme of their locations.
//!
//! A provider yields a hash of names and values, or is a type of a module whose feature `bindings` has it. Invariants: one is
//! found in the bindings of any layer whose locations have the schemes of this program, outside of conditions; it knows no
//! node; it runs once for each location, within the limits of all evaluations.

use super::{PROVIDERS as SCHEMES, SiteInput, declared_types, included_bindings};
use crate::bindings::compose::{Composer, PROVIDERS};
use crate::bindings::inject::{Facts, Injector};
use crate::bindings::names;
use crate::bindings::values::excerpt;
use crate::generated::bindings::{AbstractBinding, NamedBindings, NamedLayer};
use crate::store::Hash;
use modelwright_language::evaluate::Value;
use modelwright_metamodel::diagnostic::Diagnostics;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The providers of a site; none unless a location has their scheme.
#[derive(Default)]
pub(crate) struct SiteProviders {
    injector: Option<Injector>,
    /// Where each is bound, by its scheme: the file, the line and the column.
    places: FxHashMap<String, (String, i64, i64)>,
}

impl SiteProviders {
    /// The providers that layers bind. Their problems are those of the composition of the site, which has them too.
    pub(crate) fn new<'l>(
        layers: impl Iterator<Item = (&'l NamedLayer, &'l str)> + Clone,
        input: SiteInput<'_>,
    ) -> Self {
        let locations = layers.clone().flat_map(|(layer, _)| &layer.include);
        let mut schemes = locations.filter_map(|location| scheme(location));
        if !schemes.any(|(scheme, _)| !is_known(scheme)) {
            return Self::default();
        }
        let mut composer = Composer::new();
        composer.declare_types(declared_types(input.folders, input.workspace).0, Diagnostics::new());
        let mut places = FxHashMap::default();
        for (layer, file) in layers.filter(|(layer, _)| !layer.is_of_hiera()) {
            composer.layer(&layer.name, None);
            let mut known = layer.clone();
            known.include.retain(|location| scheme(location).is_some_and(|(scheme, _)| is_known(scheme)));
            let included = included_bindings(&known, input, &mut Diagnostics::new());
            for mut bindings in included.into_iter().chain(known.bindings) {
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

    /// Whether the scheme of a location is that of a provider of the site.
    pub(crate) fn provides(&self, location: &str) -> bool {
        scheme(location).is_some_and(|(scheme, _)| self.places.contains_key(scheme))
    }

    /// Adds what the provider of a location yields to the current layer of a composer.
    ///
    /// # Errors
    /// A message and what helps, if it does not yield a hash.
    pub(crate) fn bind(&self, location: &str, composer: &mut Composer) -> Result<(), (String, String)> {
        let (Some(injector), Some((scheme, path))) = (&self.injector, scheme(location)) else {
            return Ok(());
        };
        let Some((file, line, column)) = self.places.get(scheme) else { return Ok(()) };
        let argument = (Value::string("location"), Value::string(path));
        let help = "a provider yields a hash of names and values".to_owned();
        match injector.lookup_with(&names::provider(scheme), [argument]) {
            Ok(Some(Value::Hash(values))) => composer.constants(&values, file, (*line, *column)),
            Ok(Some(other)) => {
                let shown = excerpt(&other);
                return Err((
                    format!("the provider `{scheme}` must yield a hash, but it yields {shown}"),
                    help,
                ));
            }
            Ok(None) => return Err((format!("the provider `{scheme}` yields nothing"), help)),
            Err(problem) => {
                let message = format!("the provider `{scheme}` fails: {}", problem.message);
                return Err((message, problem.help.unwrap_or(help)));
            }
        }
        Ok(())
    }
}

/// Removes all but the providers of some bindings, and records where these are.
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

/// The scheme of a location, and what it names there.
fn scheme(location: &str) -> Option<(&str, &str)> {
    let (scheme, path) = location.split_once(':')?;
    Some((scheme, path.strip_prefix('/').unwrap_or(path)))
}

fn is_known(scheme: &str) -> bool {
    SCHEMES.iter().any(|provider| provider.scheme() == scheme)
}
