//! The columns and tables of containments and references.
//!
//! Invariants: a contained row has the key of its container, and is deleted with it; the two ends of a relation are
//! stored once. This module does not know values.

use super::plan::Plan;
use super::tables::Column;
use super::words::Name;
use crate::languages::names::{Case, spell};
use crate::languages::shapes::{Count, Member};
use modelwright_metamodel::ecore::FeatureId;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

impl Plan<'_> {
    /// Adds all references, each with the table of its class.
    pub(super) fn add_links(&mut self, links: &[(usize, Member)]) {
        let metamodel = self.metamodel;
        let mut containment_counts: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        let mut links_with_targets = Vec::new();
        for (table, member) in links {
            let target = metamodel.target(member.feature);
            let Some(target) = self.class_tables.get(&target).copied() else {
                let label = metamodel.feature_label(member.feature);
                self.report_left_out(&label, "the class of its objects is not part of the tables");
                continue;
            };
            if metamodel[member.feature].is_containment() {
                *containment_counts.entry((*table, target)).or_default() += 1;
            }
            links_with_targets.push((*table, target, member));
        }
        // References come first, because their columns have the names of features.
        for (table, target, member) in &links_with_targets {
            if !metamodel[member.feature].is_containment() {
                self.add_reference(*table, *target, member);
            }
        }
        for (table, target, member) in &links_with_targets {
            if metamodel[member.feature].is_containment() {
                let is_only = containment_counts.get(&(*table, *target)) == Some(&1);
                self.add_containment(*table, *target, member, is_only);
            }
        }
    }

    /// The opposite of a reference, if documents contain it and its class has a table.
    fn partner(&self, table: usize, feature: FeatureId) -> Option<FeatureId> {
        let metamodel = self.metamodel;
        let opposite = metamodel[feature].opposite()?;
        let is_in_table_of_owner = self.class_tables.get(&metamodel[feature].owner) == Some(&table);
        let is_stored = metamodel.is_stored(opposite) && !metamodel[opposite].is_containment();
        let has_table = self.class_tables.contains_key(&metamodel[opposite].owner);
        (is_in_table_of_owner && is_stored && has_table && metamodel[opposite].opposite() == Some(feature))
            .then_some(opposite)
    }

    /// Adds the column or the table of a reference, unless it is stored by its opposite.
    fn add_reference(&mut self, table: usize, target: usize, member: &Member) {
        let metamodel = self.metamodel;
        let feature = member.feature;
        let partner = self.partner(table, feature);
        if let Some(other) = partner
            && self.is_stored_by(other, feature)
        {
            let (min, max) = bounds(member);
            let is_many = metamodel[feature].many();
            // Bounds that the tables cannot check are reported. The positions of ordered values are limited, which
            // checks their maximum, and a single value needs no maximum.
            let max = max.filter(|_| is_many && !metamodel[feature].typed.ordered);
            self.report_bounds(feature, if member.is_required { min.max(1) } else { min }, max);
            return;
        }
        match member.count {
            Count::One => self.add_reference_column(table, target, member, partner),
            _ => self.add_join(table, target, member, partner),
        }
    }

    /// Whether the other end of a reference has the column or the table.
    fn is_stored_by(&self, other: FeatureId, feature: FeatureId) -> bool {
        let metamodel = self.metamodel;
        // The end with a single value has the column; of two such ends, a required one; otherwise, the first one.
        let is_needed = |id: FeatureId| metamodel[id].typed.required();
        match (metamodel[other].many(), metamodel[feature].many()) {
            (false, true) => true,
            (true, false) => false,
            (false, false) if is_needed(other) != is_needed(feature) => is_needed(other),
            _ => other < feature,
        }
    }

    /// Adds the column of a reference; `partner` is the opposite that it also stores.
    fn add_reference_column(
        &mut self,
        table_index: usize,
        target: usize,
        member: &Member,
        partner: Option<FeatureId>,
    ) {
        let metamodel = self.metamodel;
        let feature = member.feature;
        let stem = spell(metamodel[feature].name(), Case::Snake);
        let name = self.column_name(table_index, &[&stem, "_id"].concat(), feature);
        let mut column = Column::new(name.clone(), self.key_type(), member.is_required);
        column.docs = Cow::Borrowed(self.feature_docs(feature));
        let table = &mut self.tables[table_index];
        table.columns.push(column);
        let (cascades, is_deferred) = (false, true);
        table.refer(&name, target, cascades, is_deferred);
        match partner.map(|id| &metamodel[id].typed) {
            Some(other) if !other.many() => table.unique_at_end(&[&name]),
            Some(other) if other.ordered => {
                let max = u32::try_from(other.upper).ok();
                self.add_position(table_index, &name, &stem, max);
            }
            _ => {}
        }
    }

    /// Adds the column with the position of a row among the rows with the same key in the column `key`.
    fn add_position(&mut self, table_index: usize, key: &Name, stem: &str, max: Option<u32>) {
        let position = self.position_column(table_index, &[stem, "_position"].concat(), max);
        let condition = ["(", key.as_str(), " IS NULL) = (", position.as_str(), " IS NULL)"].concat();
        let table = &mut self.tables[table_index];
        table.check(&position, condition);
        table.unique_at_end(&[key, &position]);
    }

    /// Adds the column with the container to the table of the contained objects. If `is_only` is set, no other
    /// containment links these two tables, so the name of the owner's table suffices as its name.
    fn add_containment(&mut self, owner: usize, target: usize, member: &Member, is_only: bool) {
        let metamodel = self.metamodel;
        let feature = member.feature;
        let opposite = metamodel[feature].opposite();
        let owner_name = self.tables[owner].name.clone();
        let long_name =
            || [owner_name.plain(), "_", &spell(metamodel[feature].name(), Case::Snake), "_id"].concat();
        let full_name = match opposite {
            Some(opposite) => spell(metamodel[opposite].name(), Case::Snake) + "_id",
            None if is_only => [owner_name.plain(), "_id"].concat(),
            None => long_name(),
        };
        let name = self.additional_column(target, &full_name, || Some(long_name()));
        let is_required = opposite.is_some_and(|id| {
            metamodel[id].typed.required() && self.class_tables.get(&metamodel[id].owner) == Some(&target)
        });
        let docs = ["The object that contains it in ", &metamodel.feature_label(feature), "."].concat();
        let mut column = Column::new(name.clone(), self.key_type(), is_required);
        column.docs = Cow::Owned(docs);
        let table = &mut self.tables[target];
        table.head.push(column);
        let (cascades, is_deferred) = (true, true);
        table.refer(&name, owner, cascades, is_deferred);
        self.containers[target].push(name.clone());
        let (min, max) = bounds(member);
        let is_ordered = metamodel[feature].typed.ordered;
        match member.count {
            Count::One => {
                self.tables[target].unique_at_end(&[&name]);
                self.report_bounds(feature, u32::from(member.is_required), None);
            }
            _ if is_ordered => {
                let stem = name.plain().strip_suffix("_id").unwrap_or(name.plain());
                self.add_position(target, &name, stem, max);
                self.report_bounds(feature, min, None);
            }
            _ => self.report_bounds(feature, min, max),
        }
        self.add_keys(target, &name, feature);
    }

    /// Adds the constraint that the objects in a containment have different keys.
    fn add_keys(&mut self, target: usize, container: &Name, feature: FeatureId) {
        let metamodel = self.metamodel;
        let mut keys = metamodel[feature].keys().to_vec();
        if metamodel.holds_entries(feature) {
            keys.extend(metamodel.feature(metamodel.target(feature), "key"));
        }
        if keys.is_empty() {
            return;
        }
        let columns = keys.iter().map(|key| self.columns_of.get(&(target, *key)));
        let columns: Option<Vec<&Name>> = std::iter::once(Some(container)).chain(columns).collect();
        match columns {
            Some(columns) => self.tables[target].unique_at_end(&columns),
            None => self.report_unchecked(feature, "contains objects with different keys"),
        }
    }

    /// Adds the table of a reference with several targets, which also stores its opposite.
    fn add_join(&mut self, owner: usize, target: usize, member: &Member, partner: Option<FeatureId>) {
        let metamodel = self.metamodel;
        let feature = member.feature;
        let join = self.part_table(owner, feature);
        self.joins.push(join);
        let owner_column = self.owner_column(join, owner);
        let full_name = [self.tables[target].name.plain(), "_id"].concat();
        let target_column = self.additional_column(join, &full_name, || {
            Some(spell(metamodel[feature].name(), Case::Snake) + "_id")
        });
        let column = Column::new(target_column.clone(), self.key_type(), true);
        let table = &mut self.tables[join];
        table.head.push(column);
        // If both ends are stored, a row at one end must not prevent the deletion of the row at the other end.
        let (cascades, is_deferred) = (partner.is_some(), true);
        table.refer(&target_column, target, cascades, is_deferred);
        let is_unique = self.scope.holds_distinct(feature) || partner.is_some();
        let (min, max) = bounds(member);
        let is_ordered = metamodel[feature].typed.ordered || !is_unique;
        if is_unique {
            self.tables[join].primary(&[&owner_column, &target_column]);
        }
        let ordered_partner = partner.filter(|other| metamodel[*other].typed.ordered);
        if is_ordered {
            let full_name = match ordered_partner {
                Some(_) => Cow::Owned(spell(metamodel[feature].name(), Case::Snake) + "_position"),
                None => Cow::Borrowed("position"),
            };
            let position = self.position_column(join, &full_name, max);
            match is_unique {
                true => self.tables[join].unique_at_end(&[&owner_column, &position]),
                false => self.tables[join].primary(&[&owner_column, &position]),
            }
        }
        self.report_bounds(feature, min, if is_ordered { None } else { max });
        if let Some(other) = ordered_partner {
            let full_name = spell(metamodel[other].name(), Case::Snake) + "_position";
            let max = u32::try_from(metamodel[other].typed.upper).ok();
            let position = self.position_column(join, &full_name, max);
            self.tables[join].unique_at_end(&[&target_column, &position]);
        }
    }
}

/// The bounds of the number of values.
fn bounds(member: &Member) -> (u32, Option<u32>) {
    match member.count {
        Count::List { min, max, .. } | Count::Map { min, max, .. } => (min, max),
        Count::One => (0, None),
    }
}
