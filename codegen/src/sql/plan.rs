//! The plan of the tables: every name, column and constraint, decided before the first statement is printed.
//!
//! Invariants: the names of features are chosen before those of keys; a table has only the features that its class
//! declares, so that the size is linear. This module does not print.

use super::names::{NameChoice, choose};
use super::options::SqlDialect;
use super::tables::{Column, Table};
use super::values::{Values, spellings};
use super::words::{MAX_BYTES, Name, is_word_of_schema, is_word_of_table, is_word_of_types};
use crate::json::Json;
use crate::json_schema::Checker;
use crate::languages::classes::{Layout, free_layouts};
use crate::languages::facets::Facets;
use crate::languages::losses::report_hidden;
use crate::languages::names::{Case, Names, spell};
use crate::languages::shapes::{Shapes, Value};
use crate::scope::Scope;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, FeatureId, Metamodel, builtin, composite_form, documentation,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The greatest number of columns of a table in PostgreSQL.
const MAX_COLUMNS: usize = 1_600;

pub(super) struct Plan<'m> {
    pub(super) scope: &'m Scope<'m>,
    pub(super) metamodel: &'m Metamodel,
    pub(super) dialect: SqlDialect,
    /// The tables: first those of the classes, with superclasses before their subclasses.
    pub(super) tables: Vec<Table<'m>>,
    /// For the table of each class, the tables of the values of its attributes.
    pub(super) parts: Vec<Vec<usize>>,
    /// The tables of references with several targets.
    pub(super) joins: Vec<usize>,
    /// The names of the types of enumerations.
    pub(super) types: FxHashMap<DataTypeId, Name>,
    /// The name of the key of all tables of objects.
    pub(super) key: Name,
    /// The names of tables and types.
    pub(super) names: Names,
    pub(super) problems: Diagnostics,
    /// The table of each class.
    pub(super) class_tables: FxHashMap<ClassId, usize>,
    /// The names of columns of each table.
    pub(super) column_names: Vec<Names>,
    /// The columns of single values, by the table and the feature.
    pub(super) columns_of: FxHashMap<(usize, FeatureId), Name>,
    /// For the table of each class, the columns of containers.
    pub(super) containers: Vec<Vec<Name>>,
}

/// Whether the objects of a class are values of a composite type, which are JSON.
pub(super) fn is_value(metamodel: &Metamodel, class: ClassId) -> bool {
    composite_form(&metamodel[class]).is_some()
}

impl<'m> Plan<'m> {
    /// Plans the tables of a scope; the steps depend on each other, so their order matters.
    pub(super) fn new(scope: &'m Scope<'m>, dialect: SqlDialect) -> Self {
        let metamodel = scope.metamodel;
        let layouts = free_layouts(scope, |class| !is_value(metamodel, class));
        let mut plan = Self {
            scope,
            metamodel,
            dialect,
            tables: Vec::new(),
            parts: Vec::new(),
            joins: Vec::new(),
            types: FxHashMap::default(),
            key: Name::new(&key_name(metamodel, &layouts), dialect),
            names: Names::default(),
            problems: Diagnostics::new(),
            class_tables: FxHashMap::default(),
            column_names: Vec::new(),
            columns_of: FxHashMap::default(),
            containers: Vec::new(),
        };
        plan.name_types();
        plan.make_tables(&layouts);
        plan.add_features(&layouts);
        plan.add_supertypes(&layouts);
        plan.add_types(&layouts);
        plan.add_container_checks();
        plan.report_large_tables();
        plan
    }

    /// The name of the database in messages.
    pub(super) fn database(&self) -> &'static str {
        match self.dialect {
            SqlDialect::PostgreSql => "PostgreSQL",
            SqlDialect::Sqlite => "SQLite",
        }
    }

    /// What determines the types of columns.
    pub(super) fn values(&self) -> Values<'_> {
        Values { metamodel: self.metamodel, dialect: self.dialect, types: &self.types }
    }

    /// Reports that the database accepts more than the metamodel.
    pub(super) fn report_unchecked(&mut self, feature: FeatureId, what: &str) {
        let label = self.metamodel.feature_label(feature);
        let message = format!("{} does not check that {label} {what}", self.database());
        self.problems.push(Diagnostic::new(codes::WEAKER_SCHEMA, Severity::Note, message));
    }

    /// Reports content that the tables lack.
    pub(super) fn report_left_out(&mut self, element: &str, reason: &str) {
        let message = format!("the tables have no {element}: {reason}");
        self.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message));
    }

    /// Reports a name that differs from the full one.
    fn report_name(&mut self, label: impl FnOnce() -> String, choice: &NameChoice<'_>) {
        self.problems.extend(choice.note(label, self.database()));
    }

    /// Chooses the name of a table or a type for an element.
    fn name(
        &mut self,
        full: &str,
        other_candidate: impl FnOnce() -> Option<String>,
        element: impl FnOnce() -> String,
        is_word: impl Fn(&str) -> bool,
    ) -> Name {
        let choice = choose(&mut self.names, full, other_candidate, is_word);
        self.report_name(element, &choice);
        Name::new(&choice.name, self.dialect)
    }

    /// Chooses the name of the table of a feature's values.
    pub(super) fn part_name(&mut self, full: &str, label: impl FnOnce() -> String) -> Name {
        self.name(full, || None, label, is_word_of_schema)
    }

    /// Chooses the name of a column for a feature.
    pub(super) fn column_name(&mut self, table: usize, full: &str, feature: FeatureId) -> Name {
        let choice = choose(&mut self.column_names[table], full, || None, is_word_of_table);
        let metamodel = self.metamodel;
        self.report_name(|| metamodel.feature_label(feature), &choice);
        let name = Name::new(&choice.name, self.dialect);
        self.columns_of.insert((table, feature), name.clone());
        name
    }

    /// Chooses the name of a column that no element of the metamodel corresponds to.
    pub(super) fn additional_column(
        &mut self,
        table: usize,
        full: &str,
        other_candidate: impl FnOnce() -> Option<String>,
    ) -> Name {
        let choice = choose(&mut self.column_names[table], full, other_candidate, is_word_of_table);
        Name::new(&choice.name, self.dialect)
    }

    /// Names the enumerations of PostgreSQL, before the tables of classes.
    fn name_types(&mut self) {
        if self.dialect == SqlDialect::Sqlite {
            return;
        }
        // The plain names are for classes, because they occur in most statements.
        let tables: FxHashSet<String> =
            self.scope.classes.iter().map(|class| spell(&self.metamodel[*class].name, Case::Snake)).collect();
        for id in self.scope.enums.clone() {
            let is_short = spellings(self.metamodel, id).iter().all(|spelling| spelling.len() <= MAX_BYTES);
            if !is_short {
                continue;
            }
            let full_name = spell(&self.metamodel[id].name, Case::Snake);
            let metamodel = self.metamodel;
            let name = self.name(
                &full_name,
                || Some(format!("{full_name}_type")),
                || metamodel.qualified_name(Classifier::DataType(id)),
                |name| is_word_of_types(name) || tables.contains(name),
            );
            self.types.insert(id, name.of_type());
        }
    }

    /// Adds a table, and returns its index.
    pub(super) fn add_table(&mut self, name: Name, docs: &'m str) -> usize {
        self.tables.push(Table::new(name, docs));
        self.column_names.push(Names::default());
        self.tables.len() - 1
    }

    /// Adds the tables of the classes, which have a primary key.
    fn make_tables(&mut self, layouts: &[Layout]) {
        let metamodel = self.metamodel;
        if needs_objects(self.scope, layouts) {
            let chosen = self.names.take("object", &["any_object".to_owned()], |_| false, |_| false);
            let name = Name::new(&chosen.name, self.dialect);
            let table_index = self.add_table(name, "The objects of all classes.");
            self.class_tables.insert(builtin::EOBJECT, table_index);
        }
        for layout in layouts {
            let class = Classifier::Class(layout.class);
            let full_name = spell(metamodel.name(class), Case::Snake);
            let package = &metamodel[metamodel.package_of(class)].name;
            let other_candidate =
                || Some(spell(&format!("{package}_{}", metamodel.name(class)), Case::Snake));
            let name =
                self.name(&full_name, other_candidate, || metamodel.qualified_name(class), is_word_of_schema);
            let docs = documentation(&metamodel[layout.class].annotations).unwrap_or_default();
            let table_index = self.add_table(name, docs);
            self.class_tables.insert(layout.class, table_index);
        }
        self.parts = vec![Vec::new(); self.tables.len()];
        self.containers = vec![Vec::new(); self.tables.len()];
        for (table, names) in self.tables.iter_mut().zip(&mut self.column_names) {
            names.reserve(self.key.plain());
            table.primary(&[&self.key]);
        }
    }

    /// Adds the columns and tables of the features of all classes.
    fn add_features(&mut self, layouts: &[Layout]) {
        let scope = self.scope;
        let mut shapes = Shapes::new(scope, Checker::database(self.database()));
        let mut links = Vec::new();
        for layout in layouts {
            let table = self.class_tables[&layout.class];
            for feature in layout.features.iter().copied() {
                let member = shapes.member(feature);
                if self.is_link(feature) {
                    links.push((table, member));
                } else {
                    self.add_values(table, &member);
                }
            }
            report_hidden(scope, layout.class, "the tables have", &mut self.problems);
        }
        // After all attributes, so that an attribute keeps its name if a link would have the same one.
        self.add_links(&links);
        self.problems.append(shapes.into_problems());
    }

    /// Adds the keys of the tables: those of the superclasses, or new ones.
    fn add_supertypes(&mut self, layouts: &[Layout]) {
        let object_table = self.class_tables.get(&builtin::EOBJECT).copied();
        let bases = |layout: &Layout| -> Vec<usize> {
            let bases: Vec<usize> = layout.bases.iter().map(|base| self.class_tables[base]).collect();
            if bases.is_empty() { object_table.into_iter().collect() } else { bases }
        };
        let tables_with_bases: Vec<(usize, Vec<usize>)> = object_table
            .into_iter()
            .map(|table_index| (table_index, Vec::new()))
            .chain(layouts.iter().map(|layout| (self.class_tables[&layout.class], bases(layout))))
            .collect();
        for (table_index, bases) in tables_with_bases {
            let key = self.key.clone();
            let mut column = Column::new(key.clone(), self.key_type(), true);
            if self.dialect == SqlDialect::PostgreSql && bases.is_empty() {
                column.default = Some("GENERATED BY DEFAULT AS IDENTITY".to_owned());
                // An identity column always has a value, without `NOT NULL`.
                column.is_required = false;
            }
            let table = &mut self.tables[table_index];
            table.head.insert(0, column);
            let (cascades, is_deferred) = (true, false);
            bases.into_iter().for_each(|base| table.refer(&key, base, cascades, is_deferred));
        }
    }

    /// Adds the column with the name of the class to the tables with objects of several classes.
    fn add_types(&mut self, layouts: &[Layout]) {
        let metamodel = self.metamodel;
        let tables_with_classes: Vec<(usize, Vec<ClassId>)> = match self.class_tables.get(&builtin::EOBJECT) {
            Some(table_index) => {
                let concrete_classes =
                    layouts.iter().map(|layout| layout.class).filter(|class| !self.scope.is_abstract(*class));
                vec![(*table_index, concrete_classes.collect())]
            }
            None => {
                let roots = layouts
                    .iter()
                    .filter(|layout| layout.bases.is_empty() && self.scope.is_open(layout.class));
                roots
                    .map(|layout| {
                        (self.class_tables[&layout.class], self.scope.concrete(layout.class).to_vec())
                    })
                    .collect()
            }
        };
        for (table_index, classes) in tables_with_classes {
            let name = self.additional_column(table_index, "type", || Some("object_type".to_owned()));
            let values = classes.iter().filter(|class| !is_value(metamodel, **class));
            let values = values.map(|class| Json::string(self.scope.type_name(*class)));
            let value = Value::Text(Facets { values: Some(values.collect()), ..Facets::default() });
            let ty = self.values().column_type(&value, name.as_str());
            let mut column = Column::new(name.clone(), ty.name, true);
            column.docs = Cow::Borrowed("The class of the object.");
            let table = &mut self.tables[table_index];
            table.head.insert(1, column);
            ty.checks.into_iter().for_each(|condition| table.check(&name, condition));
        }
    }

    /// Reports tables with more columns than PostgreSQL allows.
    fn report_large_tables(&mut self) {
        for table in &self.tables {
            let count = table.head.len() + table.columns.len();
            if count > MAX_COLUMNS {
                let message = format!("the table `{}` would have {count} columns", table.name.plain());
                let help = format!("databases allow {MAX_COLUMNS}; move features to superclasses");
                self.problems.push(Diagnostic::error(codes::LIMIT, message).help(help));
            }
        }
    }

    /// Adds the checks that an object has at most one container.
    fn add_container_checks(&mut self) {
        let column = Name::new("container", self.dialect);
        let tables = self.tables.iter_mut().zip(&self.containers);
        for (table, columns) in tables.filter(|(_, columns)| columns.len() > 1) {
            let columns: Vec<&str> = columns.iter().map(Name::as_str).collect();
            // Functions of PostgreSQL have at most 100 arguments.
            let counts: Vec<String> = match self.dialect {
                SqlDialect::PostgreSql => {
                    columns.chunks(100).map(|chunk| format!("num_nonnulls({})", chunk.join(", "))).collect()
                }
                SqlDialect::Sqlite => {
                    columns.iter().map(|column| format!("({column} IS NOT NULL)")).collect()
                }
            };
            table.check(&column, format!("{} <= 1", counts.join(" + ")));
        }
    }
}

/// The name of the key of all tables, which no attribute has.
fn key_name(metamodel: &Metamodel, layouts: &[Layout]) -> String {
    let features = layouts.iter().flat_map(|layout| &layout.features);
    // Only these can be equal to a candidate for the name of the key: spelling makes `id` of no other letters.
    let names = features.map(|id| metamodel[*id].name()).filter(|name| contains_id(name));
    let used_names: FxHashSet<String> = names.map(|name| spell(name, Case::Snake)).collect();
    let mut names = ["id", "object_id", "row_id"].into_iter().map(str::to_owned);
    let free_name = names.find(|name| !used_names.contains(name));
    free_name.unwrap_or_else(|| {
        let mut numbered_names = (2u64..).map(|number| format!("row_id_{number}"));
        numbered_names.find(|name| !used_names.contains(name)).unwrap_or_default()
    })
}

/// Whether a name contains `id` in any case.
fn contains_id(name: &str) -> bool {
    name.as_bytes().windows(2).any(|pair| pair.eq_ignore_ascii_case(b"id"))
}

/// Whether all objects need a common table: because a reference may refer to any object, or because a class has several
/// root superclasses, whose keys must be the same.
fn needs_objects(scope: &Scope<'_>, layouts: &[Layout]) -> bool {
    let metamodel = scope.metamodel;
    let mut features = layouts.iter().flat_map(|layout| &layout.features);
    if features.any(|id| metamodel[*id].is_reference() && metamodel.target(*id) == builtin::EOBJECT) {
        return true;
    }
    let mut roots: FxHashMap<ClassId, ClassId> = FxHashMap::default();
    for layout in layouts {
        let of_bases: FxHashSet<ClassId> =
            layout.bases.iter().map(|base| roots.get(base).copied().unwrap_or(*base)).collect();
        if of_bases.len() > 1 {
            return true;
        }
        roots.insert(layout.class, of_bases.into_iter().next().unwrap_or(layout.class));
    }
    false
}
