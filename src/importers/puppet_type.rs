//! Puppet's resource types in Ruby, as metamodels.

use super::schemas;
use crate::formats::Notation;
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;
use modelwright_schema_import::puppet_type;
use std::path::Path;

/// The importer `puppet-type`.
pub(super) const IMPORTER: &dyn Importer = &PuppetType;

#[derive(Debug)]
struct PuppetType;

const NOTATION: Notation = Notation {
    extensions: &["rb"],
    requires_content: true,
    shares_extension: true,
    looks_like: is_type,
    is_model: is_type,
    ..Notation::new("puppet-type", "Puppet's resource types in Ruby (read only)")
};

fn is_type(head: &str) -> bool {
    !head.trim_start().starts_with(['<', '{', '['])
        && ["Type.newtype", "Type::newtype", "ResourceApi.register_type"]
            .iter()
            .any(|name| head.contains(name))
}

impl Importer for PuppetType {
    fn notation(&self) -> &'static Notation {
        &NOTATION
    }

    fn is_for_metamodels(&self) -> bool {
        true
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let stem = Path::new(text.source.name()).file_stem().unwrap_or_default().to_string_lossy();
        let read = puppet_type::read(&text.source, &stem);
        schemas::document(self.notation(), read, &text.source, workspace, document)
    }
}
