//! JSON Schema, drafts 4 to 2020-12, for documents in JSON and YAML.
//!
//! The crate `jsonschema` validates; `files` reads referenced schemas, and `faults` reports the positions of invalid
//! parts. This module does not know the meaning of keywords.

mod branches;
mod faults;
mod files;

use super::{Language, Schema, VIOLATED_RULE, data, directory_of, limit_problems, violation};
use files::{FileRetriever, SchemaFile, SchemaFiles};
use jsonschema::{ValidationError, Validator};
use modelwright::files::{Files, display_path};
use modelwright::formats::Format;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::uri;
use modelwright_notations::tree::TreeSource;
use std::path::Path;
use std::sync::Arc;

/// The length above which a message does not contain the value.
const MAX_MESSAGE_LENGTH: usize = 200;

/// JSON Schema as a language of schemas.
pub(super) const LANGUAGE: &dyn Language = &JsonSchema;

#[derive(Debug)]
struct JsonSchema;

impl Language for JsonSchema {
    fn name(&self) -> &'static str {
        "JSON Schema"
    }

    fn extension(&self) -> &'static str {
        "json"
    }

    fn beginnings(&self) -> &'static [char] {
        // `true` and `false` are valid schemas, too.
        &['{', 't', 'f']
    }

    fn notations(&self) -> &'static str {
        "JSON and YAML"
    }

    fn load(
        &self,
        files: &Arc<dyn Files>,
        path: &Path,
        bytes: Vec<u8>,
        limits: &Limits,
    ) -> Result<Box<dyn Schema>, Box<Diagnostic>> {
        let name = display_path(path);
        let uri = files.uri(path);
        let files = Arc::new(SchemaFiles::new(Arc::clone(files), directory_of(path).to_owned(), *limits));
        let schema = files.add(&name, uri.clone(), bytes)?;
        let retriever = FileRetriever(Arc::clone(&files));
        // A schema may refer to the metaschema of another draft.
        let options = jsonschema::options()
            .with_registry(&referencing::SPECIFICATIONS)
            .with_base_uri(uri)
            .with_retriever(retriever);
        let validator = options.build(&schema).map_err(|error| faults::report(&error, &files, &name))?;
        // The files are collected after the validator is built, because building it retrieves the other files.
        Ok(Box::new(LoadedSchema { name, validator, files: files.all() }))
    }
}

/// The problem of an invalid schema.
fn invalid_schema(message: String) -> Diagnostic {
    Diagnostic::error(codes::BAD_SCHEMA, message).help("correct the schema, or generate it again")
}

#[derive(Debug)]
struct LoadedSchema {
    name: String,
    validator: Validator,
    files: Vec<Arc<SchemaFile>>,
}

impl Schema for LoadedSchema {
    fn check(&self, format: &Format, source: &Arc<Source>) -> Option<Diagnostics> {
        let mut problems = Diagnostics::new();
        // Decision 10: YAML is checked as data, by means of the same tokens as JSON.
        let is_tree = format.visit_tree(source, &mut |tokens| problems = self.validate(tokens, source));
        is_tree.then_some(problems)
    }
}

impl LoadedSchema {
    /// The violations of the schema in a document. A syntax error is not among them, because the reader of models
    /// reports it.
    fn validate(&self, tokens: &mut dyn TreeSource<'_>, source: &Arc<Source>) -> Diagnostics {
        let (value, spans) = match data::read(tokens, source) {
            Ok(Some(read)) => read,
            // The reader of models reports the syntax error.
            Ok(None) => return Diagnostics::new(),
            Err(problems) => return problems,
        };
        limit_problems(self.validator.iter_errors(&value).flat_map(|error| {
            let error = error.to_owned();
            let problems = branches::nearest(&error, 0).into_iter().map(|error| {
                let range = spans.range_at(error.instance_path().as_str());
                let message = message(error, source.text().get(range.clone()).unwrap_or_default());
                self.with_rule(violation(source, range, &message), error)
            });
            problems.collect::<Vec<_>>()
        }))
    }

    /// Adds the violated rule, with its position in the schema if that is known.
    fn with_rule(&self, problem: Diagnostic, error: &ValidationError<'_>) -> Diagnostic {
        let pointer = error.schema_path();
        let address = error.absolute_keyword_location().map(|uri| uri.as_str());
        let uri = address.map(|address| uri::split_fragment(address).0);
        let file = self.files.iter().find(|file| uri.is_some_and(|uri| files::is_same_file(&file.uri, uri)));
        let Some(file) = file else {
            return problem.help(format!("the violated rule is `{pointer}` in {}", self.name));
        };
        let help = format!("the violated rule is `{pointer}` in {}", file.source.name());
        problem.label(&file.source, file.spans.range_at(pointer.as_str()), VIOLATED_RULE).help(help)
    }
}

/// The message of an error. Numbers are written as in the document; a value that is too long is not shown.
fn message(error: &ValidationError<'_>, written: &str) -> String {
    let complete = if error.instance().is_number() && !written.is_empty() {
        error.masked_with(written).to_string()
    } else {
        error.to_string()
    };
    if complete.len() > MAX_MESSAGE_LENGTH { error.masked_with("the value").to_string() } else { complete }
}
