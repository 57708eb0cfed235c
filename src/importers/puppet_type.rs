//! Puppet's resource types in Ruby, as metamodels.

use super::schemas::{SchemaImporter, file_stem};
use crate::formats::Notation;
use crate::workspace::Importer;
use modelwright_metamodel::ecore::ValueRules;
use modelwright_schema_import::{puppet_type, ruby};

/// The importer `puppet-type`.
pub(super) const IMPORTER: &dyn Importer = &SchemaImporter {
    notation: &NOTATION,
    value_rules: ValueRules::Declared,
    read: |source, _, _| puppet_type::read(source, &file_stem(source)),
};

const NOTATION: Notation = Notation {
    extensions: &["rb"],
    requires_content: true,
    shares_extension: true,
    looks_like: is_type,
    is_model: is_type,
    ..Notation::new("puppet-type", "Puppet's resource types in Ruby (read only)")
};

/// Whether a Ruby file that starts like this declares resource types.
fn is_type(head: &str) -> bool {
    ruby::mentions(head, &["Type.newtype", "Type::newtype", "ResourceApi.register_type"])
}
