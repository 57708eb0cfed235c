//! Emfatic sources, as metamodels.

use super::schemas::SchemaImporter;
use crate::formats::Notation;
use crate::workspace::Importer;
use modelwright_metamodel::ecore::ValueRules;
use modelwright_schema_import::emfatic;

/// The importer `emfatic`.
pub(super) const IMPORTER: &dyn Importer = &SchemaImporter {
    notation: &NOTATION,
    // Emfatic describes a metamodel of EMF, so EMF's rules for values apply.
    value_rules: ValueRules::Java,
    read: |source, _, _| emfatic::read(source),
};

const NOTATION: Notation = Notation {
    extensions: &["emf"],
    ..Notation::new("emfatic", "an Emfatic source, as a metamodel (read only)")
};
