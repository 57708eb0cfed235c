//! Xcore sources, as metamodels.

use super::schemas::SchemaImporter;
use crate::formats::Notation;
use crate::workspace::Importer;
use modelwright_metamodel::ecore::ValueRules;
use modelwright_schema_import::xcore;

/// The importer `xcore`.
pub(super) const IMPORTER: &dyn Importer = &SchemaImporter {
    notation: &NOTATION,
    // Xcore describes a metamodel of EMF, so EMF's rules for values apply.
    value_rules: ValueRules::Java,
    read: |source, _, _| xcore::read(source),
};

const NOTATION: Notation = Notation {
    extensions: &["xcore"],
    ..Notation::new("xcore", "an Xcore source, as a metamodel (read only)")
};
