//! The importers of modelwright. Each importer has one file and one line in the registry below.
//!
//! A format reads documents of any metamodel, which the workspace resolves. An [`Importer`](crate::workspace::Importer)
//! reads a notation that determines its own metamodel: sources of the type language, manifests, a Hiera configuration
//! with all its data. An importer may load other files with the workspace. Callers add their own importers to a
//! [`Registry`].

use crate::formats::FORMATS;
use crate::workspace::{Importer, Registry};
use modelwright_codegen::TARGETS;
use modelwright_validation::ObjectRule;
use std::sync::{Arc, LazyLock};

#[cfg(feature = "bindings")]
mod bindings;
#[cfg(feature = "schemas")]
mod schemas;

/// Declares the module of each importer, which contains an `IMPORTER`, and lists the importers.
macro_rules! registry {
    ($($(#[$attribute:meta])* $file:ident,)+) => {
        $($(#[$attribute])* mod $file;)+

        /// The importers of modelwright, in the order in which content is recognised.
        const IMPORTERS: &[&dyn Importer] = &[$($(#[$attribute])* $file::IMPORTER),+];
    };
}

// The registry of importers.
registry! {
    #[cfg(feature = "hiera")]
    hiera,
    #[cfg(feature = "schemas")]
    json_schema,
    #[cfg(feature = "bindings")]
    bindings_yaml,
    #[cfg(feature = "bindings")]
    bindings_json,
    #[cfg(feature = "bindings")]
    pdl,
    #[cfg(feature = "catalogs")]
    catalog_json,
    #[cfg(feature = "schemas")]
    rgen_ruby,
    #[cfg(feature = "schemas")]
    puppet_type,
    #[cfg(feature = "schemas")]
    rgen_ecore,
    #[cfg(feature = "schemas")]
    rgen_xmi,
    #[cfg(feature = "schemas")]
    linkml,
    #[cfg(feature = "schemas")]
    emfatic,
    #[cfg(feature = "schemas")]
    xcore,
    #[cfg(feature = "schemas")]
    xsd,
    pp,
    manifest,
}

impl Registry {
    /// The registry of modelwright itself: all formats, importers, rules and targets of the enabled Cargo features.
    #[must_use]
    pub fn standard() -> &'static Arc<Registry> {
        static STANDARD: LazyLock<Arc<Registry>> =
            LazyLock::new(|| Arc::new(Registry::from_entries(FORMATS, IMPORTERS, rules(), TARGETS)));
        &STANDARD
    }
}

/// The rules for documents of importers, in addition to those that documents of all metamodels have.
fn rules() -> Vec<Arc<dyn ObjectRule>> {
    vec![
        #[cfg(feature = "catalogs")]
        Arc::new(crate::catalog::order::OrderRule),
    ]
}
