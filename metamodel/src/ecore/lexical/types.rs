//! Determines which data type is based on which, by the annotations of extended metadata. EMF uses these
//! annotations first when it creates a value from text.

use super::{Form, Lexical, WhiteSpace};
use crate::ecore::annotations::{EXTENDED_META_DATA, annotation};
use crate::ecore::data::DataKind;
use crate::ecore::elements::{DataType, InstanceName, Package, ValueRules};
use crate::ecore::java_class::class_of_type;
use crate::ecore::namespaces::{NS_URI, XML_TYPE_URI};
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::mem::discriminant;
use std::sync::Arc;

/// The maximum depth of base types. Deeper types are ignored.
const MAX_DEPTH: u32 = 20;

/// Determines the lexical rules of the data types of a metamodel.
pub(in crate::ecore) struct LexicalRules<'m> {
    data_types: &'m [DataType],
    packages: &'m [Package],
    /// The positions of packages, by namespace URI.
    packages_by_uri: FxHashMap<&'m str, usize>,
    /// The positions of data types, by package and name. Only collected if a data type refers to another one.
    data_types_by_name: OnceCell<FxHashMap<(usize, &'m str), usize>>,
    /// The literals of enumerations, by their positions.
    literals: RefCell<FxHashMap<usize, Arc<[String]>>>,
    /// How many types all types may still be composed of.
    remaining: Cell<usize>,
}

impl<'m> LexicalRules<'m> {
    pub(in crate::ecore) fn new(data_types: &'m [DataType], packages: &'m [Package]) -> Self {
        let uris = packages.iter().enumerate();
        let packages_by_uri =
            uris.filter_map(|(index, package)| Some((package.ns_uri.as_deref()?, index))).collect();
        Self {
            data_types,
            packages,
            packages_by_uri,
            data_types_by_name: OnceCell::new(),
            literals: RefCell::default(),
            remaining: Cell::new(MAX_MEMBERS_OF_ALL),
        }
    }

    /// Collects the positions of data types, by package and name.
    fn collect_data_types_by_name(&self) -> FxHashMap<(usize, &'m str), usize> {
        let mut data_types_by_name = FxHashMap::default();
        for (index, data_type) in self.data_types.iter().enumerate() {
            let name = detail(data_type, "name").unwrap_or(&data_type.name);
            // Annotations refer to names in documents, which may differ from those in Ecore.
            data_types_by_name.entry((data_type.package.index(), name)).or_insert(index);
        }
        data_types_by_name
    }

    /// Returns the kind of a data type's values, and its lexical rules if the kind does not determine them.
    pub(in crate::ecore) fn kind(&self, index: usize) -> (DataKind, Option<Lexical>) {
        let data_type = &self.data_types[index];
        if data_type.literals.is_some() {
            return (DataKind::Enum, None);
        }
        let remaining = self.remaining.get();
        let (depth, available) = (0, MAX_MEMBERS.min(remaining));
        let mut budget = available;
        let lexical = self.lexical(index, depth, &mut budget);
        let used = available - budget;
        self.remaining.set(remaining - used);
        let (own_kind, lexical_kind) = (java_kind(data_type), lexical.kind());
        // If the kinds differ only in their fields, that of the type's own Java class is used, because it determines
        // whether null is a value.
        let is_same_variant = discriminant(&own_kind) == discriminant(&lexical_kind);
        let kind = if is_same_variant { own_kind } else { lexical_kind };
        let rules_of_kind = Lexical { white_space: WhiteSpace::Preserve, form: Form::Java(kind) };
        let needs_rules = lexical != rules_of_kind && kind != DataKind::Unknown;
        (kind, needs_rules.then_some(lexical))
    }

    /// The lexical rules of a data type. `depth` is the number of types that are based on it, directly or indirectly,
    /// and `budget` the number of types that may still be visited.
    fn lexical(&self, index: usize, depth: u32, budget: &mut usize) -> Lexical {
        let data_type = &self.data_types[index];
        let package = self.packages.get(data_type.package.index());
        let java = java_kind(data_type);
        match package.and_then(|package| package.ns_uri.as_deref()) {
            Some(NS_URI) => return Lexical { white_space: WhiteSpace::Preserve, form: Form::Java(java) },
            Some(XML_TYPE_URI) => {
                return Lexical::of_schema(&data_type.name, data_type.instance.raw().unwrap_or_default());
            }
            _ => {}
        }
        let white_space = detail(data_type, "whiteSpace").map_or(WhiteSpace::Preserve, WhiteSpace::named);
        let of_form = |form| Lexical { white_space, form };
        if let Some(literals) = &data_type.literals {
            let mut known_literals = self.literals.borrow_mut();
            let spellings = || literals.iter().map(|literal| literal.spelling().to_owned()).collect();
            return of_form(Form::Literals(Arc::clone(
                known_literals.entry(index).or_insert_with(spellings),
            )));
        }
        // The number of types is limited as well as the depth, because the members of unions multiply at each level.
        *budget = budget.saturating_sub(1);
        if depth == MAX_DEPTH || *budget == 0 {
            return of_form(Form::Java(java));
        }
        // As in EMF's `EFactoryImpl.createFromString`, the base type precedes the item type and the member types.
        if let Some(base) = detail(data_type, "baseType").and_then(|name| self.data_type_named(index, name)) {
            let base_rules = self.lexical(base, depth + 1, budget);
            let white_space =
                // A restriction inherits the rule for white space unless it declares one.
                if white_space == WhiteSpace::Preserve { base_rules.white_space } else { white_space };
            return Lexical { white_space, form: base_rules.form };
        }
        if let Some(item) = detail(data_type, "itemType").and_then(|name| self.data_type_named(index, name)) {
            return of_form(Form::Words(Box::new(self.lexical(item, depth + 1, budget))));
        }
        if let Some(names) = detail(data_type, "memberTypes") {
            let members = names.split(' ').filter_map(|name| self.data_type_named(index, name));
            let rules: Vec<Lexical> = members.map(|member| self.lexical(member, depth + 1, budget)).collect();
            if !rules.is_empty() {
                return of_form(Form::Either(rules));
            }
        }
        let is_of_java = package.is_none_or(|package| package.value_rules == ValueRules::Java);
        of_form(match java {
            // Only Ecore's own booleans are strict; others are created by Java's `Boolean.valueOf`.
            DataKind::Boolean { .. } if is_of_java => Form::AnyBoolean(java),
            _ => Form::Java(java),
        })
    }

    /// Returns the data type that an annotation of another one names: in the same package, or as `URI#name`.
    fn data_type_named(&self, referring: usize, name: &str) -> Option<usize> {
        let (package, name) = match name.rsplit_once('#') {
            Some((uri, name)) => (*self.packages_by_uri.get(uri)?, name),
            None => (self.data_types[referring].package.index(), name),
        };
        self.data_types_by_name
            .get_or_init(|| self.collect_data_types_by_name())
            .get(&(package, name))
            .copied()
    }
}

/// The kind that the Java type of a data type determines.
pub(in crate::ecore) fn java_kind(data_type: &DataType) -> DataKind {
    match &data_type.instance {
        InstanceName::None => DataKind::Unknown,
        InstanceName::Class(class) => DataKind::of_java(class),
        InstanceName::Type(name) => {
            class_of_type(name).map_or(DataKind::Opaque, |class| DataKind::of_java(&class))
        }
    }
}

/// The maximum number of types that one type may be composed of.
const MAX_MEMBERS: usize = 1_000;

/// The maximum number of types that all types may be composed of, because each of many types may have many members.
const MAX_MEMBERS_OF_ALL: usize = 1_000_000;

/// A detail of the annotation with extended metadata.
fn detail<'m>(data_type: &'m DataType, key: &str) -> Option<&'m str> {
    annotation(&data_type.annotations, EXTENDED_META_DATA)?.detail(key)
}
