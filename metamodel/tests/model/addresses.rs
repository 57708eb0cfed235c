//! Every address resolves to the object that it was created from.

use super::random;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{Addresses, DocumentId, IdIndex, Model, Resolver, ecore};
use proptest::prelude::*;

/// Checks every object that is in a document, by its address and by its path.
fn check_addresses(model: &Model) -> Result<(), TestCaseError> {
    let mut addresses = Addresses::new(model);
    let mut fragments = Vec::new();
    for object in model.objects().filter(|object| !model.is_proxy(*object)) {
        let Some(document) = model.document_of(object) else { continue };
        let (mut short, mut path) = (String::new(), String::new());
        addresses.write(object, &mut short);
        addresses.write_path(object, &mut path);
        prop_assert_eq!(&short, &model.address(object));
        // Other tools encode fewer characters, or more.
        let plain = path.replace("%20", " ").replace('é', "%C3%A9");
        fragments.extend([short, path, plain].map(|fragment| (document, fragment, object)));
    }
    let index = |id: DocumentId| {
        IdIndex::new(model, model.objects().filter(move |o| model.document_of(*o) == Some(id)))
    };
    for (document, _) in model.documents() {
        let (index, mut resolver) = (index(document), Resolver::default());
        for (_, fragment, object) in fragments.iter().filter(|(home, ..)| *home == document) {
            let found = resolver.resolve(model, document, fragment, &|id| index.find(model, id));
            prop_assert_eq!(found, Some(*object), "{}", fragment);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn addresses_resolve_to_their_objects(plans in random::class_plans(), steps in random::steps(80)) {
        let metamodel = random::metamodel(&plans);
        check_addresses(&random::model(&metamodel, &steps).0)?;
        let roots: Vec<_> = metamodel.roots().collect();
        check_addresses(&ecore::to_model(&metamodel, &roots, "file:/models/random.ecore").0)?;
    }
}

#[test]
fn addresses_of_ecore_resolve() {
    let (model, _) = ecore::ecore_model();
    check_addresses(&model).expect("every address");
    assert_eq!(Metamodel::ecore().roots().count(), 0);
}
