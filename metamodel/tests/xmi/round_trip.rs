//! Random metamodels and random models of them are the same after writing and reading XMI.

use super::{ReadDocument, Source, WriteOptions, metamodel_of, random, read_source, show};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::ecore;
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi;
use proptest::prelude::*;
use std::sync::Arc;

fn ecore_bytes(metamodel: &Metamodel) -> Vec<u8> {
    let roots: Vec<_> = metamodel.roots().collect();
    let (model, document) = ecore::to_model(metamodel, &roots, "file:/models/random.ecore");
    in_memory(|sink| xmi::write(&model, document, &WriteOptions::ecore(), sink))
        .map(|(bytes, _)| bytes)
        .unwrap_or_else(|problems| panic!("{}", show(&problems)))
}

fn again(
    metamodel: &Arc<Metamodel>,
    written: &[u8],
    options: &WriteOptions,
) -> Result<Vec<u8>, TestCaseError> {
    let text = std::str::from_utf8(written).expect("UTF-8");
    let ReadDocument { model, document, diagnostics } =
        read_source(metamodel, &Source::new("random.xmi", text), options.encoding.clone());
    prop_assert!(diagnostics.is_empty(), "{}\n{}", text, show(&diagnostics));
    in_memory(|sink| xmi::write(&model, document, options, sink))
        .map(|(bytes, _)| bytes)
        .map_err(|p| TestCaseError::fail(format!("{text}\n{}", show(&p))))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn models_are_preserved(plans in random::class_plans(), steps in random::steps(80), utf8 in any::<bool>()) {
        let metamodel = random::metamodel(&plans);
        let (model, document) = random::model(&metamodel, &steps);
        let encoding = if utf8 { "UTF-8" } else { "ASCII" };
        let styles = [WriteOptions::default(), WriteOptions::ecore()];
        for options in styles.map(|style| WriteOptions { encoding: Some(encoding.to_owned()), ..style }) {
            let written = in_memory(|sink| xmi::write(&model, document, &options, sink)).map(|(bytes, _)| bytes);
            let written = match written {
                Ok(written) => written,
                // The names of the random metamodels have characters that ASCII lacks.
                Err(problems) if !utf8 => {
                    prop_assert!(show(&problems).contains("which ASCII lacks"), "{}", show(&problems));
                    continue;
                }
                Err(problems) => return Err(TestCaseError::fail(show(&problems))),
            };
            let twice = again(&metamodel, &written, &options)?;
            prop_assert_eq!(String::from_utf8(twice), String::from_utf8(written));
        }
    }

    #[test]
    fn metamodels_are_preserved(plans in random::class_plans()) {
        let metamodel = random::metamodel(&plans);
        let written = ecore_bytes(&metamodel);
        prop_assert_eq!(&again(&Metamodel::ecore(), &written, &WriteOptions::ecore())?, &written);
        let back = metamodel_of("random.ecore", &written);
        prop_assert_eq!(ecore_bytes(&back), written);
        prop_assert_eq!(layout(&back), layout(&metamodel));
    }
}

/// Every class with the features of its instances, in their order, and their defaults.
fn layout(metamodel: &Metamodel) -> Vec<(String, Vec<String>)> {
    let slots = |class| metamodel.table(class).all_features().iter();
    let shown = |feature| format!("{} {:?}", metamodel.feature_label(feature), metamodel[feature].default);
    let classes = metamodel.classes().skip(Metamodel::ecore().classes().count());
    let mut all: Vec<(String, Vec<String>)> =
        classes.map(|(id, class)| (class.name.clone(), slots(id).map(|f| shown(*f)).collect())).collect();
    all.sort();
    all
}
