//! Models appended to others: every document stays the same.

use super::cases::metamodel;
use super::{WriteOptions, data, read};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi;
use std::sync::Arc;

/// Puts all cases that can be read into one model; returns their number.
fn all_in_one(metamodel: &Arc<Metamodel>, extension: &str) -> usize {
    let mut all = Model::new(Arc::clone(metamodel));
    let mut alone: Vec<(DocumentId, Vec<u8>)> = Vec::new();
    let options = WriteOptions::default();
    for path in data::cases("tests/data/xmi", &[extension]) {
        let Ok(read) = read(metamodel, data::name(&path), &data::bytes(&path)) else { continue };
        let written =
            in_memory(|sink| xmi::write(&read.model, read.document, &options, sink)).map(|(bytes, _)| bytes);
        let place = all.documents().count();
        if let Ok(written) = written
            && all.append(&read.model)
        {
            let id = all.documents().nth(place).map(|(id, _)| id).expect("one more document");
            alone.push((id, written));
        }
    }
    for (id, written) in &alone {
        let name = &all.document(*id).uri;
        let together = in_memory(|sink| xmi::write(&all, *id, &options, sink))
            .map(|(bytes, _)| bytes)
            .unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert_eq!(String::from_utf8_lossy(&together), String::from_utf8_lossy(written), "{name}");
    }
    alone.len()
}

#[test]
fn documents_stay_the_same() {
    assert!(all_in_one(&metamodel(), "xmi") > 50);
    assert!(all_in_one(&Metamodel::ecore(), "ecore") > 5);
}

#[test]
fn models_of_another_metamodel_are_left_alone() {
    let mut model = Model::new(metamodel());
    assert!(!model.append(&Model::new(Metamodel::ecore())));
    assert_eq!(model.object_count(), 0);
}
