//! Ruby files with classes of RGen's `MetamodelBuilder`, as metamodels.

use super::schemas::{SchemaImporter, file_stem};
use crate::formats::Notation;
use crate::workspace::Importer;
use modelwright_metamodel::ecore::ValueRules;
use modelwright_schema_import::{rgen_ruby, ruby};

/// The importer `rgen-ruby`.
pub(super) const IMPORTER: &dyn Importer = &SchemaImporter {
    notation: &NOTATION,
    value_rules: ValueRules::Declared,
    read: |source, _, _| rgen_ruby::read(source, &file_stem(source)),
};

const NOTATION: Notation = Notation {
    extensions: &["rb"],
    requires_content: true,
    shares_extension: true,
    looks_like: is_rgen,
    is_model: is_rgen,
    ..Notation::new("rgen-ruby", "a metamodel in Ruby for RGen (read only)")
};

/// Whether a Ruby file that starts like this declares classes of RGen.
fn is_rgen(head: &str) -> bool {
    ruby::mentions(head, &["rgen/metamodel_builder", "RGen::MetamodelBuilder", "MetamodelBuilder::MMBase"])
}
