//! JSON Schema, drafts 4 to 2020-12, for documents in JSON and YAML.
//!
//! The library judges; `files` finds what it asks for, and `faults` says where a schema is wrong. This module does
//! not know what keywords mean.

mod faults;
mod files;

use super::{BY_THIS, Language, Schema, data, folder_of, limited, refused};
use files::{Beside, File, Files};
use jsonschema::{ValidationError, Validator};
use modelwright::formats::Format;
use modelwright::workspace::{path_uri, shown};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::uri;
use modelwright_metamodel::tree::TreeSource;
use std::path::Path;
use std::sync::Arc;

/// Longer messages leave the value out that they are about.
const LONGEST_MESSAGE: usize = 200;

/// The language.
#[derive(Debug)]
pub(super) struct JsonSchema;

impl Language for JsonSchema {
    fn name(&self) -> &'static str {
        "JSON Schema"
    }

    fn extension(&self) -> &'static str {
        "json"
    }

    fn notations(&self) -> &'static str {
        "JSON and YAML"
    }

    fn load(&self, path: &Path, bytes: Vec<u8>, limits: &Limits) -> Result<Box<dyn Schema>, Box<Diagnostic>> {
        let name = shown(path);
        let files = Arc::new(Files::new(folder_of(path).to_owned(), *limits));
        let uri = path_uri(path);
        let schema = files.add(&name, uri.clone(), bytes)?;
        let options = jsonschema::options().with_base_uri(uri).with_retriever(Beside(Arc::clone(&files)));
        let validator = options.build(&schema).map_err(|error| faults::told(&error, &files, &name))?;
        Ok(Box::new(Loaded { name, validator, files: files.all() }))
    }
}

fn bad(message: String) -> Diagnostic {
    Diagnostic::error(codes::BAD_SCHEMA, message).help("correct the schema, or generate it again")
}

#[derive(Debug)]
struct Loaded {
    name: String,
    validator: Validator,
    files: Vec<Arc<File>>,
}

impl Schema for Loaded {
    fn check(&self, format: &Format, source: &Arc<Source>) -> Option<Diagnostics> {
        let mut found = Diagnostics::new();
        let is_tree = format.visit_tree(source, &mut |tokens| found = self.judge(tokens, source));
        is_tree.then_some(found)
    }
}

impl Loaded {
    fn judge(&self, tokens: &mut dyn TreeSource<'_>, source: &Arc<Source>) -> Diagnostics {
        let (value, places) = match data::read(tokens, source) {
            Ok(Some(read)) => read,
            Ok(None) => return Diagnostics::new(),
            Err(problems) => return problems,
        };
        limited(self.validator.iter_errors(&value).map(|error| {
            let found = refused(source, places.at(error.instance_path().as_str()), &worded(&error));
            self.with_rule(found, &error)
        }))
    }

    /// Names the rule that an error is of, and shows it.
    fn with_rule(&self, found: Diagnostic, error: &ValidationError<'_>) -> Diagnostic {
        let pointer = error.schema_path();
        let address = error.absolute_keyword_location().map(|uri| uri.as_str());
        let uri = address.map(|address| uri::split_fragment(address).0);
        let file = self.files.iter().find(|file| uri.is_some_and(|uri| files::same(&file.uri, uri)));
        let Some(file) = file else { return found.help(format!("the rule is `{pointer}` of {}", self.name)) };
        let help = format!("the rule is `{pointer}` of {}", file.source.name());
        found.label(&file.source, file.places.at(pointer.as_str()), BY_THIS).help(help)
    }
}

/// A problem in words.
fn worded(error: &ValidationError<'_>) -> String {
    let whole = error.to_string();
    if whole.len() > LONGEST_MESSAGE { error.masked_with("the value").to_string() } else { whole }
}
