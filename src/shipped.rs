//! The metamodels that are part of modelwright, made from their declarations on first use.

use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use std::sync::{Arc, OnceLock};

macro_rules! shipped {
    ($($(#[$doc:meta])+ $name:ident = $file:literal;)+) => {
        $($(#[$doc])+
        #[must_use]
        pub fn $name() -> Arc<Metamodel> {
            static METAMODEL: OnceLock<Arc<Metamodel>> = OnceLock::new();
            Arc::clone(METAMODEL.get_or_init(|| load($file, include_str!(concat!("../language/models/", $file)))))
        })+
    };
}

shipped! {
    /// Bindings (ARM-8): `language/models/bindings.pp`.
    bindings = "bindings.pp";
    /// Hiera's configuration: `language/models/hiera.pp`.
    hiera = "hiera.pp";
}

/// # Panics
/// Where a shipped declaration is wrong, which the tests rule out.
fn load(name: &str, text: &str) -> Arc<Metamodel> {
    let (metamodel, problems) = language::load(&[Source::new(name, text)]);
    let Some(metamodel) = metamodel else {
        panic!("the shipped metamodel {name} is wrong: {:?}", problems.iter().next())
    };
    Arc::new(metamodel)
}

#[cfg(test)]
mod tests {
    #[test]
    fn shipped_metamodels_are_sound() {
        assert!(super::bindings().package_by_uri("urn:modelwright:bindings:1").is_some());
        assert!(super::hiera().package_by_uri("urn:modelwright:hiera:3").is_some());
    }
}
