//! Selects the base of the XML Schema type of a data type with facets.
//!
//! In metamodels, a facet of a data type replaces the facet of its base type, even if it allows more. XML Schema has
//! only restrictions that narrow a type. A type whose facets allow more than its base therefore restricts the built-in
//! type instead, with its own and the inherited facets. Invariant: as far as facets decide, the schema and the
//! metamodel accept the same values. This module does not know elements.

use crate::facets::{allows_more, constrained_properties, facets};
use crate::scope::Scope;
use modelwright_metamodel::ecore::{Annotation, DataTypeId, EXTENDED_META_DATA, annotation};
use rustc_hash::FxHashSet;

/// Facets and their values.
pub(super) type Facets<'m> = Vec<(&'m str, &'m str)>;

/// All facets of a data type, nearer ones first; `None` unless its own facets allow more than the facets of its base.
/// Only the nearest patterns are included; the flag is set if there are other patterns.
pub(super) fn widened_facets<'m>(scope: &Scope<'m>, id: DataTypeId) -> Option<(Facets<'m>, bool)> {
    let annotations = annotations_of_chain(scope, id);
    let (own_annotation, base_annotations) = annotations.split_first()?;
    let allows_more_than_base = |(facet, value): (&str, &str)| {
        constrained_properties(facet).iter().any(|property| {
            let constrains = |(name, _): &(&str, &str)| constrained_properties(name).contains(property);
            let inherited = base_annotations.iter().find_map(|base| facets(base).find(constrains));
            inherited.is_some_and(|inherited| allows_more(property, (facet, value), inherited))
        })
    };
    facets(own_annotation).any(allows_more_than_base).then(|| merge(&annotations))
}

/// The annotations of a data type and of its base types, nearest first.
fn annotations_of_chain<'m>(scope: &Scope<'m>, id: DataTypeId) -> Vec<&'m Annotation> {
    // Base types may form a cycle.
    let mut known_types = FxHashSet::default();
    let chain =
        std::iter::successors(Some(id), |at| scope.base_type(*at)).take_while(|at| known_types.insert(*at));
    chain.map_while(|at| annotation(&scope.metamodel[at].annotations, EXTENDED_META_DATA)).collect()
}

/// The facets of all levels without those that a nearer one replaces, and whether patterns of further levels were left
/// out.
fn merge<'m>(levels: &[&'m Annotation]) -> (Facets<'m>, bool) {
    let (mut merged, mut known_properties): (Facets<'m>, FxHashSet<&str>) =
        (Vec::new(), FxHashSet::default());
    // The index of the nearest level with patterns.
    let mut pattern_level: Option<usize> = None;
    let mut has_further_patterns = false;
    for (index, level) in levels.iter().enumerate() {
        let properties_of_nearer = known_properties.clone();
        for (facet, value) in facets(level) {
            if facet == "pattern" {
                // XML Schema would join patterns of one restriction by "or", but those of several levels by
                // "and".
                if *pattern_level.get_or_insert(index) == index {
                    merged.push((facet, value));
                } else {
                    has_further_patterns = true;
                }
            } else if !constrained_properties(facet).is_empty()
                && constrained_properties(facet)
                    .iter()
                    .all(|property| !properties_of_nearer.contains(property))
            {
                known_properties.extend(constrained_properties(facet));
                merged.push((facet, value));
            }
        }
    }
    (merged, has_further_patterns)
}
