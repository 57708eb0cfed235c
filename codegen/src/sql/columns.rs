//! The columns and tables of values that are not objects with tables of their own: of attributes, and of composite
//! types.
//!
//! Invariant: a column is never null if each object has a value or a default. This module does not know references.

use super::options::SqlDialect;
use super::plan::{Plan, is_value};
use super::tables::Column;
use super::values::ColumnType;
use super::words::Name;
use crate::languages::names::{Case, spell};
use crate::languages::shapes::{Count, Member};
use modelwright_metamodel::ecore::{EXTENDED_META_DATA, FeatureId, annotation, documentation};
use std::borrow::Cow;

impl<'m> Plan<'m> {
    /// Whether a feature relates objects that have tables.
    pub(super) fn is_link(&self, feature: FeatureId) -> bool {
        let metamodel = self.metamodel;
        metamodel[feature].is_reference() && !is_value(metamodel, metamodel.target(feature))
    }

    /// Adds the values of a feature: a column, or a table if there may be several.
    pub(super) fn add_values(&mut self, table: usize, member: &Member) {
        let feature = member.feature;
        if self.metamodel[feature].is_reference() && !self.metamodel[feature].is_containment() {
            let label = self.metamodel.feature_label(feature);
            self.report_left_out(&label, "values of composite types have no keys");
            return;
        }
        match member.count {
            Count::List { min, max, is_unique } => self.add_list(table, member, min, max, is_unique),
            Count::One | Count::Map { .. } => self.add_column(table, member),
        }
    }

    /// The documentation of a feature; empty if there is none.
    pub(super) fn feature_docs(&self, feature: FeatureId) -> &'m str {
        documentation(&self.metamodel[feature].typed.annotations).unwrap_or_default()
    }

    /// The type of the column of a feature. What the type does not check is reported.
    fn type_of(&mut self, member: &Member, column: &Name) -> ColumnType {
        let ty = match member.count {
            Count::Map { .. } => self.values().map(column.as_str()),
            _ => self.values().column_type(&member.value, column.as_str()),
        };
        for what in &ty.unchecked {
            self.report_unchecked(member.feature, what);
        }
        ty
    }

    /// Adds the column of a feature with one value.
    fn add_column(&mut self, table: usize, member: &Member) {
        let feature = member.feature;
        let full_name = spell(self.metamodel[feature].name(), Case::Snake);
        let name = self.column_name(table, &full_name, feature);
        let ty = self.type_of(member, &name);
        let default = self.default(member, &ty.name);
        let is_required = member.is_required || default.is_some() && !member.is_nullable;
        let docs = Cow::Borrowed(self.feature_docs(feature));
        let is_id = self.metamodel[feature].is_id();
        let table = &mut self.tables[table];
        table.columns.push(Column { name: name.clone(), ty: ty.name, is_required, default, docs });
        ty.checks.into_iter().for_each(|condition| table.check(&name, condition));
        if is_id {
            table.unique(&[&name]);
        }
    }

    /// The default of a column; `None` if it has none or is null. A default that the database cannot express is
    /// reported.
    fn default(&mut self, member: &Member, ty: &str) -> Option<String> {
        let feature = member.feature;
        let data = &self.metamodel[feature];
        if member.is_required || data.unsettable || data.is_reference() {
            return None;
        }
        let data_type = &self.metamodel[self.metamodel.data_type(feature)];
        let is_faceted = annotation(&data_type.annotations, EXTENDED_META_DATA).is_some()
            && !self.metamodel.is_ecore_package(data_type.package);
        if data.default_literal.is_none() && data_type.literals.is_none() && is_faceted {
            // Java's own default need not satisfy the type's facets.
            return None;
        }
        match self.values().default(feature, &member.value, ty) {
            Ok(default) => default,
            Err(()) => {
                let label = self.metamodel.feature_label(feature);
                let (database, element) = (self.database(), format!("default of {label}"));
                self.report_left_out(&element, &format!("{database} has no literal for it"));
                None
            }
        }
    }

    /// Adds the table of the values of a feature.
    fn add_list(&mut self, owner: usize, member: &Member, min: u32, max: Option<u32>, is_unique: bool) {
        let feature = member.feature;
        let part = self.part_table(owner, feature);
        self.parts[owner].push(part);
        let owner_column = self.owner_column(part, owner);
        let value = self.additional_column(part, "value", || None);
        let ty = self.type_of(member, &value);
        // Distinct values without an order need no position, because each is a part of the key itself.
        let has_position = self.metamodel[feature].typed.ordered || !is_unique || member.is_nullable;
        let position = has_position.then(|| self.position_column(part, "position", max));
        let table = &mut self.tables[part];
        table.columns.push(Column::new(value.clone(), ty.name, !member.is_nullable));
        ty.checks.into_iter().for_each(|condition| table.check(&value, condition));
        match &position {
            Some(position) => table.primary(&[&owner_column, position]),
            None => table.primary(&[&owner_column, &value]),
        }
        if is_unique && position.is_some() {
            table.unique_at_end(&[&owner_column, &value]);
        }
        self.report_bounds(feature, min, if has_position { None } else { max });
    }

    /// Adds a table for the values of a feature, named after the table of its class and the feature.
    pub(super) fn part_table(&mut self, owner: usize, feature: FeatureId) -> usize {
        let feature_name = spell(self.metamodel[feature].name(), Case::Snake);
        let full_name = [self.tables[owner].name.plain(), "_", &feature_name].concat();
        let metamodel = self.metamodel;
        let name = self.part_name(&full_name, || metamodel.feature_label(feature));
        self.add_table(name, self.feature_docs(feature))
    }

    /// Adds the column that refers to the object with the values, and returns its name.
    pub(super) fn owner_column(&mut self, part: usize, owner: usize) -> Name {
        let name = [self.tables[owner].name.plain(), "_id"].concat();
        let name = self.additional_column(part, &name, || None);
        let column = Column::new(name.clone(), self.key_type(), true);
        let table = &mut self.tables[part];
        table.head.push(column);
        let (cascades, is_deferred) = (true, false);
        table.refer(&name, owner, cascades, is_deferred);
        name
    }

    /// Adds a column of positions from zero, which are less than `max`, and returns its name.
    pub(super) fn position_column(&mut self, table: usize, full: &str, max: Option<u32>) -> Name {
        let name = self.additional_column(table, full, || None);
        let column = name.as_str();
        let ty = if self.dialect == SqlDialect::Sqlite { "INTEGER" } else { "integer" };
        let condition = match max.filter(|max| *max > 1) {
            Some(max) => format!("{column} BETWEEN 0 AND {}", max - 1),
            None => [column, " >= 0"].concat(),
        };
        let is_required = self.is_part(table);
        let table = &mut self.tables[table];
        table.head.push(Column::new(name.clone(), ty, is_required));
        table.check(&name, condition);
        name
    }

    /// Whether a table is not that of a class.
    fn is_part(&self, table: usize) -> bool {
        // The tables of classes come first, and each of them has a list of parts.
        table >= self.parts.len()
    }

    /// The type of columns with keys of objects.
    pub(super) fn key_type(&self) -> &'static str {
        if self.dialect == SqlDialect::Sqlite { "INTEGER" } else { "bigint" }
    }

    /// Reports bounds on the number of values, which no constraint of a single row can express.
    pub(super) fn report_bounds(&mut self, feature: FeatureId, min: u32, max: Option<u32>) {
        if min > 0 {
            self.report_unchecked(feature, &format!("has at least {min} {}", values(min)));
        }
        if let Some(max) = max {
            self.report_unchecked(feature, &format!("has at most {max} {}", values(max)));
        }
    }
}

/// The noun for a number of values.
fn values(count: u32) -> &'static str {
    if count == 1 { "value" } else { "values" }
}
