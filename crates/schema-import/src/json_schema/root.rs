//! The root of a schema: the package, and the class of documents.

use super::meaning::{ItemMeaning, Meaning};
use super::problems::Location;
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::declarations::{Package, class_name};
use modelwright_metamodel::model::uri;

/// The keywords without which a root only holds definitions.
const SHAPE_KEYWORDS: [&str; 12] = [
    "$dynamicRef",
    "$recursiveRef",
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "enum",
    "items",
    "oneOf",
    "patternProperties",
    "properties",
    "type",
];

impl SchemaReader<'_> {
    /// The package: named after the file, with the address that the schema declares for itself. Also determines whether
    /// modelwright generated the schema.
    pub(super) fn package(&mut self, root: SchemaNode) -> Package {
        let model = self
            .files
            .get(root, "properties")
            .and_then(|properties| self.files.get(properties, "$model"))
            .and_then(|model| self.files.text(model, "const"))
            .map(str::to_owned);
        self.is_generated = model.is_some();
        let file = self.files.file(root);
        let path = file.map(|file| file.source.name()).unwrap_or_default();
        // The title of a generated schema is the name of the package that it was generated from.
        let name = match self.files.text(root, "title") {
            Some(title) if self.is_generated => package_name(title),
            _ => package_name(path),
        };
        let declared_id = ["$id", "id"].iter().find_map(|key| self.files.text(root, key));
        let declared_uri =
            declared_id.map(|id| uri::split_fragment(id).0).filter(|id| uri::scheme(id).is_some());
        let mut package = Package::new(name);
        package.uri = model.or_else(|| declared_uri.map(str::to_owned));
        package
    }

    /// Reads the schema of documents, if there is one besides the definitions.
    pub(super) fn read_root(&mut self, root: SchemaNode) {
        if !matches!(self.files.content(root), Content::Map(_)) {
            let label = self.files.label(root, None);
            let message = format!("a schema must be a map here, found {}", self.files.content(root).kind());
            self.problems.report_invalid(label, &message, "write a map with keywords such as `properties`");
            return;
        }
        if !self.is_generated && self.files.get(root, "openapi").is_none() {
            self.check_keywords(root);
        }
        let has_shape = SHAPE_KEYWORDS.iter().any(|key| self.files.get(root, key).is_some());
        if self.is_generated || !has_shape {
            return;
        }
        let title = self.files.text(root, "title").filter(|title| !title.is_empty());
        let path = self.files.file(root).map(|file| file.source.name()).unwrap_or_default();
        let name = title.map_or_else(|| class_name(&package_name(path)), class_name);
        let meaning = self.meaning(&[root], &name);
        self.meanings.insert(root, meaning.clone());
        self.report_root(root, meaning);
    }

    /// Reports documents that are not objects of a class.
    fn report_root(&mut self, root: SchemaNode, meaning: Meaning) {
        let key = SHAPE_KEYWORDS.iter().find(|key| self.files.get(root, key).is_some()).copied();
        let label: Location<'_> = self.files.label(root, key);
        match (meaning.item, meaning.list) {
            (ItemMeaning::Class(_), None) => {}
            (ItemMeaning::Class(class), Some(_)) => {
                let name = self.classes.get(class).map(|draft| draft.name.as_str()).unwrap_or_default();
                let message = format!("documents are lists of {name}: the number of items is not checked");
                let help = format!("read them with `--root {name}`, which is the class of each item");
                self.problems.report_not_expressed(label, message, &help);
            }
            _ => {
                let message = "documents of this schema are not objects with named properties, so there is no class \
                               for them";
                let help = "describe an object by `properties`, or put the value into a property of one";
                self.problems.report_not_expressed(label, message.to_owned(), help);
            }
        }
    }
}

/// A name of a package for a path or a title: `schemas/Web-shop.json` → `web_shop`.
fn package_name(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = file.split('.').find(|part| !part.is_empty()).unwrap_or_default();
    let name: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    let name = name.trim_matches('_').to_lowercase();
    match name.chars().next() {
        None => "schema".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("schema_{name}"),
        Some(_) => name,
    }
}
