//! Whether a data type's facet keeps to those of the types that it is based on, as XML Schema asks of restrictions.
//!
//! Metamodels do not ask: to them, what is nearer counts. This module compares facets, and knows no values.

use modelwright_metamodel::ecore::{
    Classifier, DataTypeId, EXTENDED_META_DATA, Metamodel, annotation, facet_items,
};
use std::collections::HashSet;

/// What the nearest type that a data type is based on says of a facet.
pub(super) fn inherited<'m>(metamodel: &'m Metamodel, id: DataTypeId, facet: &str) -> Option<&'m str> {
    let mut at = id;
    let mut seen = HashSet::from([id]);
    loop {
        let base = annotation(&metamodel[at].annotations, EXTENDED_META_DATA)?.detail("baseType")?;
        let Classifier::DataType(base) = metamodel.classifier(metamodel[at].package, base)? else {
            return None;
        };
        if !seen.insert(base) {
            return None;
        }
        let said = annotation(&metamodel[base].annotations, EXTENDED_META_DATA)?.detail(facet);
        if said.is_some() {
            return said;
        }
        at = base;
    }
}

/// Whether a facet allows more than an inherited one.
pub(super) fn is_wider(facet: &str, own: &str, inherited: &str) -> bool {
    let numbers = || own.parse::<f64>().ok().zip(inherited.parse::<f64>().ok());
    match facet {
        "enumeration" => {
            let inherited: HashSet<String> = facet_items(inherited).collect();
            !facet_items(own).all(|item| inherited.contains(&item))
        }
        "length" => own != inherited,
        "pattern" | "whiteSpace" => false,
        _ if facet.starts_with("min") => numbers().is_some_and(|(own, inherited)| own < inherited),
        _ => numbers().is_some_and(|(own, inherited)| own > inherited),
    }
}
