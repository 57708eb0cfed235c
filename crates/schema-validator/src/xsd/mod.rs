//! XML Schema 1.0, for documents in XML.
//!
//! Documents are validated as decoded text, regardless of their encoding. `documents` loads the files of a schema,
//! `tree` parses them, `build` creates the components (`schema`), and `check` validates documents, by means of
//! `content` for the order of elements and `values` for simple types.

mod build;
mod check;
mod content;
mod documents;
mod ids;
mod messages;
mod moment;
mod schema;
mod simple;
mod tree;
mod value;
mod values;

use super::{Language, VIOLATED_RULE, limit_problems, violation};
use check::Identities;
use documents::Document;
use modelwright::files::{Files, display_path};
use modelwright::formats::Format;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_schema_import::xsd::SCHEMA_NAMESPACE;
use schema::Schema;
use std::path::Path;
use std::sync::Arc;
use tree::Tree;

/// The declarations of the built-in types that are derived from others.
const BUILT_IN: &str = include_str!("builtin.xsd");

/// The help for a violation whose rule is shown.
const CORRECT_DOCUMENT: &str = "correct the document, or the schema";

/// A problem of a schema.
type Fault = Box<Diagnostic>;

/// The language.
pub(super) const LANGUAGE: &dyn Language = &XmlSchema;

#[derive(Debug)]
struct XmlSchema;

impl Language for XmlSchema {
    fn name(&self) -> &'static str {
        "XML Schema"
    }

    fn extension(&self) -> &'static str {
        "xsd"
    }

    fn beginnings(&self) -> &'static [char] {
        &['<']
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
        // The encoding of a schema does not matter: positions refer to the decoded text.
        let source = decode_xml(&name, bytes, limits)?.source;
        let (mut documents, mut notes) =
            documents::read(&**files, &source, path, limits).map_err(|fault| {
                // Problems of the XML reader are reported as problems of the schema, because the document is not the
                // cause.
                let is_reported = fault.code == codes::BAD_SCHEMA;
                if is_reported { fault } else { malformed_xml(&name, *fault) }
            })?;
        note_unchecked_rules(&documents, &mut notes);
        let built_in = Tree::read(&Source::new("XMLSchema.xsd", BUILT_IN), limits)?;
        let (number, target) = (documents.len(), SCHEMA_NAMESPACE.to_owned());
        documents.push(Document { number, tree: built_in, target, is_chameleon: false });
        let schema = build::build(&documents)?;
        let built_in_type = |name: &str| {
            let symbol = schema.names.find(SCHEMA_NAMESPACE, name);
            symbol.and_then(|symbol| schema.global_types.get(&symbol)).copied()
        };
        let (id, reference) = (built_in_type("ID"), built_in_type("IDREF"));
        // This type is never used, because `builtin.xsd` declares both types.
        let unused_type = schema::ANY_TYPE;
        let identities =
            Identities { id: id.unwrap_or(unused_type), reference: reference.unwrap_or(unused_type) };
        Ok(Box::new(LoadedSchema { name, schema, identities, limits: *limits, notes }))
    }
}

fn bad_schema(message: String) -> Diagnostic {
    Diagnostic::error(codes::BAD_SCHEMA, message).help("correct the schema, or generate it again")
}

/// The problem that a schema document is not well-formed XML.
fn malformed_xml(name: &str, fault: Diagnostic) -> Fault {
    let mut problem = bad_schema(format!("{name} is not a valid schema: {}", fault.message));
    problem.labels = fault.labels;
    Box::new(problem)
}

/// Adds notes about rules of a schema that are not checked.
fn note_unchecked_rules(documents: &[Document], notes: &mut Diagnostics) {
    for document in documents {
        let tree = &document.tree;
        // One note for each document, because a schema may contain thousands of keys.
        if let Some(node) = tree.first_named(&["unique", "key", "keyref"]) {
            let message = "keys of XML Schema (`unique`, `key`, `keyref`) are not checked";
            let note = Diagnostic::new(codes::SCHEMA_UNCHECKED, Severity::Note, message);
            notes.push(note.at(&tree.source, tree.node_at(node).range.clone()));
        }
    }
}

#[derive(Debug)]
struct LoadedSchema {
    name: String,
    schema: Schema,
    identities: Identities,
    limits: Limits,
    notes: Diagnostics,
}

impl super::Schema for LoadedSchema {
    fn check(&self, format: &Format, source: &Arc<Source>) -> Option<Diagnostics> {
        // The schema applies to the text of every XML format, whatever the metamodel is.
        format.is_xml.then(|| {
            let findings = check::check(&self.schema, self.identities, source, &self.limits);
            limit_problems(findings.into_iter().map(|finding| {
                let problem = violation(source, finding.range, &finding.message);
                match finding.rule.and_then(|span| Some((span, self.schema.source_of(span)?))) {
                    Some((span, schema)) => {
                        problem.label(schema, span.start..span.end, VIOLATED_RULE).help(CORRECT_DOCUMENT)
                    }
                    None => problem.help(format!("the violated rule is in {}", self.name)),
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
