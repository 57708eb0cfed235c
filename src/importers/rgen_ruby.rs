//! Ruby files with classes of RGen's `MetamodelBuilder`, as metamodels.

use super::schemas;
use crate::formats::Notation;
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;
use modelwright_schema_import::rgen_ruby;
use std::path::Path;

/// The importer `rgen-ruby`.
pub(super) const IMPORTER: &dyn Importer = &RgenRuby;

#[derive(Debug)]
struct RgenRuby;

const NOTATION: Notation = Notation {
    extensions: &["rb"],
    requires_content: true,
    shares_extension: true,
    looks_like: is_rgen,
    is_model: is_rgen,
    ..Notation::new("rgen-ruby", "a metamodel in Ruby for RGen (read only)")
};

fn is_rgen(head: &str) -> bool {
    !head.trim_start().starts_with(['<', '{', '['])
        && ["rgen/metamodel_builder", "RGen::MetamodelBuilder", "MetamodelBuilder::MMBase"]
            .iter()
            .any(|name| head.contains(name))
}

impl Importer for RgenRuby {
    fn notation(&self) -> &'static Notation {
        &NOTATION
    }

    fn is_for_metamodels(&self) -> bool {
        true
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let stem = Path::new(text.source.name()).file_stem().unwrap_or_default().to_string_lossy();
        let read = rgen_ruby::read(&text.source, &stem);
        schemas::document(self.notation(), read, &text.source, workspace, document)
    }
}
