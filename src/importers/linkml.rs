//! LinkML schemas, as metamodels.

use super::schemas::SchemaImporter;
use crate::formats::Notation;
use crate::workspace::Importer;
use modelwright_metamodel::ecore::ValueRules;
use modelwright_schema_import::linkml;

/// The importer `linkml`.
pub(super) const IMPORTER: &dyn Importer =
    &SchemaImporter { notation: &NOTATION, value_rules: ValueRules::Declared, read: linkml::read };

const NOTATION: Notation = Notation {
    extensions: &["yaml", "yml"],
    shares_extension: true,
    requires_content: true,
    looks_like: linkml::may_contain,
    resembles: linkml::resembles,
    is_model: linkml::may_contain,
    ..Notation::new("linkml", "a LinkML schema with its imports, as a metamodel (read only)")
};
