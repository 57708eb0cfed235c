//! XML Schema 1.0, for documents in XML.
//!
//! Documents are judged as the text that was decoded, whatever their encoding was. `documents` finds the files of a
//! schema and `tree` reads them, `build` makes components of them (`schema`), and `check` walks over a document by
//! these, with `content` for the order of elements, and `values` for simple types.

mod build;
mod check;
mod checked;
mod content;
mod documents;
mod grammar;
mod ids;
mod moment;
mod schema;
mod simple;
mod told;
mod tree;
mod value;
mod values;

use super::{BY_THIS, Language, limited, refused};
use check::Identities;
use documents::Document;
use grammar::SCHEMA_NAMESPACE;
use modelwright::files::{Files, display_path};
use modelwright::formats::Format;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::{Limits, decode_xml};
use schema::Schema;
use std::path::Path;
use std::sync::Arc;
use tree::Tree;

/// The types that stand on others.
const BUILT_IN: &str = include_str!("builtin.xsd");

/// What to do where a rule is shown.
const CORRECT_DOCUMENT: &str = "correct the document, or the schema";

/// What is wrong with a schema.
type Fault = Box<Diagnostic>;

/// The language.
#[derive(Debug)]
pub(super) struct XmlSchema;

impl Language for XmlSchema {
    fn name(&self) -> &'static str {
        "XML Schema"
    }

    fn extension(&self) -> &'static str {
        "xsd"
    }

    fn notations(&self) -> &'static str {
        "XMI"
    }

    fn load(
        &self,
        files: &Arc<dyn Files>,
        path: &Path,
        bytes: Vec<u8>,
        limits: &Limits,
    ) -> Result<Box<dyn super::Schema>, Fault> {
        let name = display_path(path);
        let source = decode_xml(&name, bytes, limits)?.source;
        let (mut documents, mut notes) =
            documents::read(&**files, &source, path, limits).map_err(|fault| {
                let is_told = fault.code == codes::BAD_SCHEMA;
                if is_told { fault } else { no_xml(&name, *fault) }
            })?;
        unchecked(&documents, &mut notes);
        let built_in = Tree::read(&Source::new("XMLSchema.xsd", BUILT_IN), limits)?;
        let (number, target) = (documents.len(), SCHEMA_NAMESPACE.to_owned());
        documents.push(Document { number, tree: built_in, target, is_chameleon: false });
        let schema = build::build(&documents)?;
        let known = |name: &str| {
            let symbol = schema.names.find(SCHEMA_NAMESPACE, name);
            symbol.and_then(|symbol| schema.global_types.get(&symbol)).copied()
        };
        let (id, reference) = (known("ID"), known("IDREF"));
        let none = schema::ANY_TYPE;
        let identities = Identities { id: id.unwrap_or(none), reference: reference.unwrap_or(none) };
        Ok(Box::new(Loaded { name, schema, identities, limits: *limits, notes }))
    }
}

fn bad_schema(message: String) -> Diagnostic {
    Diagnostic::error(codes::BAD_SCHEMA, message).help("correct the schema, or generate it again")
}

/// A schema document that is no XML.
fn no_xml(name: &str, fault: Diagnostic) -> Fault {
    let mut told = bad_schema(format!("{name} is not a valid schema: {}", fault.message));
    told.labels = fault.labels;
    Box::new(told)
}

/// Tells what a schema says that is not checked.
fn unchecked(documents: &[Document], notes: &mut Diagnostics) {
    for document in documents {
        let tree = &document.tree;
        if let Some(node) = tree.first_named(&["unique", "key", "keyref"]) {
            let message = "keys of XML Schema (`unique`, `key`, `keyref`) are not checked";
            let note = Diagnostic::new(codes::SCHEMA_UNCHECKED, Severity::Note, message);
            notes.push(note.at(&tree.source, tree.node_at(node).at.clone()));
        }
    }
}

#[derive(Debug)]
struct Loaded {
    name: String,
    schema: Schema,
    identities: Identities,
    limits: Limits,
    notes: Diagnostics,
}

impl super::Schema for Loaded {
    fn check(&self, format: &Format, source: &Arc<Source>) -> Option<Diagnostics> {
        format.is_xml.then(|| {
            let findings = check::check(&self.schema, self.identities, source, &self.limits);
            limited(findings.into_iter().map(|finding| {
                let found = refused(source, finding.at, &finding.message);
                match finding.rule.and_then(|spot| Some((spot, self.schema.source_of(spot)?))) {
                    Some((spot, schema)) => {
                        found.label(schema, spot.start..spot.end, BY_THIS).help(CORRECT_DOCUMENT)
                    }
                    None => found.help(format!("the rule is one of {}", self.name)),
                }
            }))
        })
    }

    fn notes(&self) -> Diagnostics {
        let mut notes = Diagnostics::new();
        for note in self.notes.iter() {
            notes.push(note.clone());
        }
        notes
    }
}
