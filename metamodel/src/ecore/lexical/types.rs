//! Determines which data type is based on which, by the annotations of extended metadata. EMF uses these
//! annotations first when it creates a value from text.

use super::{Form, Lexical, WhiteSpace};
use crate::ecore::annotations::{EXTENDED_META_DATA, annotation};
use crate::ecore::data::DataKind;
use crate::ecore::elements::{DataType, InstanceName, Package};
use crate::ecore::java_class::class_of_type;
use crate::ecore::namespaces::{NS_URI, XML_TYPE_URI};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::mem::discriminant;

/// The maximum depth of base types, because the members of unions multiply; deeper types are ignored.
const DEEPEST: u32 = 20;

/// The data types of a metamodel, by their names in annotations.
pub(in crate::ecore) struct Lexicals<'m> {
    data_types: &'m [DataType],
    packages: &'m [Package],
    by_uri: FxHashMap<&'m str, usize>,
    /// Only collected if a data type refers to another one.
    by_name: OnceCell<FxHashMap<(usize, &'m str), usize>>,
}

impl<'m> Lexicals<'m> {
    pub(in crate::ecore) fn new(data_types: &'m [DataType], packages: &'m [Package]) -> Self {
        let uris = packages.iter().enumerate();
        let by_uri = uris.filter_map(|(at, package)| Some((package.ns_uri.as_deref()?, at))).collect();
        Self { data_types, packages, by_uri, by_name: OnceCell::new() }
    }

    fn by_name(&self) -> FxHashMap<(usize, &'m str), usize> {
        let mut by_name = FxHashMap::default();
        for (at, data_type) in self.data_types.iter().enumerate() {
            let name = detail(data_type, "name").unwrap_or(&data_type.name);
            // Annotations refer to names in documents, which may differ from those in Ecore.
            by_name.entry((data_type.package.index(), name)).or_insert(at);
        }
        by_name
    }

    /// Returns the kind of a data type's values, and its lexical rules if the kind does not determine them.
    pub(in crate::ecore) fn kind(&self, at: usize) -> (DataKind, Option<Lexical>) {
        let data_type = &self.data_types[at];
        if data_type.literals.is_some() {
            return (DataKind::Enum, None);
        }
        let mut budget = MAX_MEMBERS;
        let lexical = self.lexical(at, 0, &mut budget);
        let (java, kind) = (java_kind(data_type), lexical.kind());
        // Whether null is a value depends on the type's own class.
        let kind = if discriminant(&java) == discriminant(&kind) { java } else { kind };
        let plain = lexical == Lexical { white_space: WhiteSpace::Preserve, form: Form::Java(kind) };
        (kind, (!plain && kind != DataKind::Unknown).then_some(lexical))
    }

    fn lexical(&self, at: usize, depth: u32, budget: &mut usize) -> Lexical {
        let data_type = &self.data_types[at];
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
        let with = |form| Lexical { white_space, form };
        if let Some(literals) = &data_type.literals {
            return with(Form::Literals(literals.iter().map(|l| l.spelling().to_owned()).collect()));
        }
        // The depth alone does not bound unions: their members multiply at each level.
        *budget = budget.saturating_sub(1);
        if depth == DEEPEST || *budget == 0 {
            return with(Form::Java(java));
        }
        // The order of `EFactoryImpl.createFromString`: base type, item type, member types.
        if let Some(base) = detail(data_type, "baseType").and_then(|name| self.named(at, name)) {
            let base = self.lexical(base, depth + 1, budget);
            let white_space =
                // A restriction inherits the rule for white space unless it declares one.
                if white_space == WhiteSpace::Preserve { base.white_space } else { white_space };
            return Lexical { white_space, form: base.form };
        }
        if let Some(item) = detail(data_type, "itemType").and_then(|name| self.named(at, name)) {
            return with(Form::Words(Box::new(self.lexical(item, depth + 1, budget))));
        }
        let members = detail(data_type, "memberTypes").map(|names| names.split(' '));
        let members: Vec<Lexical> = members
            .into_iter()
            .flatten()
            .filter_map(|name| self.named(at, name))
            .map(|member| self.lexical(member, depth + 1, budget))
            .collect();
        if members.is_empty() { with(Form::Java(java)) } else { with(Form::Either(members)) }
    }

    /// Returns the data type that an annotation of another one names: in the same package, or as `URI#name`.
    fn named(&self, from: usize, name: &str) -> Option<usize> {
        let (package, name) = match name.rsplit_once('#') {
            Some((uri, name)) => (*self.by_uri.get(uri)?, name),
            None => (self.data_types[from].package.index(), name),
        };
        self.by_name.get_or_init(|| self.by_name()).get(&(package, name)).copied()
    }
}

fn java_kind(data_type: &DataType) -> DataKind {
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

fn detail<'m>(data_type: &'m DataType, key: &str) -> Option<&'m str> {
    annotation(&data_type.annotations, EXTENDED_META_DATA)?.detail(key)
}
