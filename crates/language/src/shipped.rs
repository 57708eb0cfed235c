//! The shipped metamodels, loaded from their declarations on first use.
//!
//! Invariants: each is loaded once in a process; a test finds declarations with problems. This module does not know
//! files.

use crate::diagnostic::Source;
use crate::ecore::Metamodel;
use crate::language;
use crate::models::{SHIPPED, ShippedMetamodel};
use std::sync::{Arc, OnceLock};

/// The metamodels that have been loaded, in the order of [`SHIPPED`].
static LOADED: [OnceLock<Arc<Metamodel>>; SHIPPED.len()] = [const { OnceLock::new() }; SHIPPED.len()];

/// The shipped metamodel with a name, such as `bindings`; `None` if there is none.
#[must_use]
pub fn by_name(name: &str) -> Option<Arc<Metamodel>> {
    find(|model| model.name == name)
}

/// The shipped metamodel with a namespace URI, such as `urn:modelwright:bindings:1`; `None` if there is none.
#[must_use]
pub fn by_uri(uri: &str) -> Option<Arc<Metamodel>> {
    find(|model| model.uri == uri)
}

/// The first shipped metamodel for which `matches` is true; `None` if there is none.
///
/// # Panics
/// If a shipped declaration has an error, which a test prevents.
fn find(matches: impl Fn(&ShippedMetamodel) -> bool) -> Option<Arc<Metamodel>> {
    let index = SHIPPED.iter().position(matches)?;
    // Each metamodel has a lock of its own, so that loading one does not wait for another.
    Some(Arc::clone(LOADED[index].get_or_init(|| {
        let ShippedMetamodel { name, text, .. } = SHIPPED[index];
        let (metamodel, problems) = language::load(&[Source::new(format!("{name}.pp"), text)]);
        Arc::new(metamodel.unwrap_or_else(|| panic!("{name}.pp has an error: {:?}", problems.iter().next())))
    })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test compares the table with its directory")]
    fn every_declaration_is_in_the_table_and_has_its_namespace() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/models");
        let files =
            std::fs::read_dir(directory).expect("the directory").map(|entry| entry.expect("an entry").path());
        let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "pp"));
        let files: BTreeSet<_> = files.map(|path| path.file_stem().expect("a name").to_owned()).collect();
        assert_eq!(files, SHIPPED.iter().map(|model| model.name.into()).collect());
        for model in SHIPPED {
            let metamodel = by_uri(model.uri).expect(model.uri);
            let package = metamodel.package_by_uri(model.uri).expect(model.name);
            assert_eq!(metamodel[package].name, model.name);
            assert!(Arc::ptr_eq(&metamodel, &by_name(model.name).expect(model.name)));
        }
    }
}
