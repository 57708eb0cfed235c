//! JSON Schema, as a metamodel.

use super::schemas::SchemaImporter;
use crate::formats::Notation;
use crate::workspace::Importer;
use modelwright_metamodel::ecore::ValueRules;
use modelwright_schema_import::json_schema;

/// The importer `json-schema`.
pub(super) const IMPORTER: &dyn Importer =
    &SchemaImporter { notation: &NOTATION, value_rules: ValueRules::Declared, read: json_schema::read };

const NOTATION: Notation = Notation {
    extensions: &["json", "yaml", "yml"],
    // Most files with these extensions are data.
    requires_content: true,
    resembles: json_schema::resembles,
    is_model: json_schema::is_schema,
    looks_like: json_schema::is_schema,
    ..Notation::new("json-schema", "JSON Schema, as a metamodel (read only)")
};
