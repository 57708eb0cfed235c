//! Classes whose subclasses are alternatives, and which of them have subclasses in common.
//!
//! Invariant: time is linear in the alternatives, up to a limit beyond which there is no result. This module does not
//! know schemas, nor how documents distinguish alternatives.

use super::schema_node::SchemaNode;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many alternatives all unions may have, with those of unions inside of others.
const MAX_ALTERNATIVES: usize = 1_000_000;

/// A class whose subclasses are alternatives.
#[derive(Debug)]
pub(super) struct ClassUnion {
    pub(super) class: usize,
    /// The schema with the alternatives.
    pub(super) place: SchemaNode,
    /// The keyword for the alternatives, or for the key that names them.
    pub(super) keyword: &'static str,
    /// The classes of the alternatives, and their schemas; none if all subclasses are alternatives.
    pub(super) alternatives: Vec<(usize, SchemaNode)>,
    /// The properties that all alternatives require, because the class does.
    pub(super) required: FxHashSet<String>,
    /// The first two alternatives, by index, that the keys of an object may not distinguish.
    pub(super) ambiguous_pair: Option<(usize, usize)>,
    /// The schemas of the class, one of which may name the key that distinguishes alternatives.
    pub(super) notes: Vec<SchemaNode>,
}

/// The classes of a union.
#[derive(Debug, Default)]
pub(super) struct Family {
    /// The alternatives, in order.
    pub(super) leaves: Vec<usize>,
    /// The class of the union, and those of unions that are alternatives.
    pub(super) unions: Vec<usize>,
}

/// The classes of each union. If an alternative is a union itself, its alternatives are among them. `children` has the
/// subclasses of each class. `None` if there are too many alternatives.
pub(super) fn families(unions: &[ClassUnion], children: &[Vec<usize>]) -> Option<Vec<Family>> {
    let unions_by_class: FxHashMap<usize, &ClassUnion> = unions
        .iter()
        .filter(|union| !union.alternatives.is_empty())
        .map(|union| (union.class, union))
        .collect();
    let mut remaining = MAX_ALTERNATIVES;
    let mut families = Vec::with_capacity(unions.len());
    for union in unions {
        let mut family = Family::default();
        let mut seen = FxHashSet::default();
        let mut pending = vec![union.class];
        while let Some(class) = pending.pop() {
            if !seen.insert(class) {
                continue;
            }
            remaining = remaining.checked_sub(1)?;
            // The last class in `pending` is the next one, so the order of the alternatives is reversed.
            match unions_by_class.get(&class) {
                Some(nested) => {
                    family.unions.push(class);
                    pending.extend(nested.alternatives.iter().rev().map(|(alternative, _)| *alternative));
                }
                None => family.leaves.push(class),
            }
            // Without listed alternatives, all subclasses are alternatives.
            if union.alternatives.is_empty() {
                pending.extend(children.get(class).into_iter().flatten().rev());
            }
        }
        families.push(family);
    }
    Some(families)
}

/// For each family, the number of its group. Families with an alternative in common are in one group, whose number is
/// the index of its first family.
pub(super) fn groups(families: &[Family]) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..families.len()).collect();
    let mut first_family_of_leaf: FxHashMap<usize, usize> = FxHashMap::default();
    for (index, family) in families.iter().enumerate() {
        for leaf in &family.leaves {
            let first_family = *first_family_of_leaf.entry(*leaf).or_insert(index);
            let (root_of_family, root_of_first) =
                (root(&mut parents, index), root(&mut parents, first_family));
            if let Some(parent) = parents.get_mut(root_of_family.max(root_of_first)) {
                *parent = root_of_family.min(root_of_first);
            }
        }
    }
    (0..families.len()).map(|index| root(&mut parents, index)).collect()
}

/// The first member of the group of a member. `parents` has another member of the group for each member, and for the
/// first one itself. The paths from parent to parent are made shorter for the next call, as in a union-find.
fn root(parents: &mut [usize], mut member: usize) -> usize {
    while let Some(parent) = parents.get(member).copied().filter(|parent| *parent != member) {
        let grandparent = parents.get(parent).copied().unwrap_or(parent);
        if let Some(slot) = parents.get_mut(member) {
            *slot = grandparent;
        }
        member = grandparent;
    }
    member
}
