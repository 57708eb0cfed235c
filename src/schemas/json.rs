//! JSON Schema, drafts 4 to 2020-12, for documents in JSON and YAML.

use super::{Language, Schema, data, folder_of, limited, refused};
use crate::formats::{Format, Input};
use crate::workspace::{path_uri, shown, uri_path};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ReferencingError, Retrieve, Uri, ValidationError, Validator};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::json::Tokenizer;
use modelwright_metamodel::tree::TreeSource;
use serde_json::Value;
use std::error::Error;
use std::path::{Path, PathBuf};
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
        let source = decode_text(&name, bytes, limits)?;
        let schema: Value = serde_json::from_str(source.text()).map_err(|error| {
            let at =
                source.line(error.line()).map_or(0, |(start, _)| start + error.column().saturating_sub(1));
            Box::new(bad(format!("{name} is no JSON: {error}")).at(&source, at..at + 1))
        })?;
        let options = jsonschema::options()
            .with_base_uri(path_uri(path))
            .with_retriever(Beside(folder_of(path).to_owned()));
        let validator = options.build(&schema).map_err(|error| {
            let places = data::read(&mut Tokenizer::new(source.text()), &source).ok().flatten();
            let at = places.map_or(0..0, |(_, places)| places.at(error.instance_path().as_str()));
            Box::new(bad(format!("{name} is no schema that can be used: {}", worded(&error))).at(&source, at))
        })?;
        Ok(Box::new(Loaded { name, validator }))
    }
}

fn bad(message: String) -> Diagnostic {
    Diagnostic::error(codes::BAD_SCHEMA, message).help("correct the schema, or generate it again")
}

/// Finds the schemas that a schema refers to beside it.
#[derive(Debug)]
struct Beside(PathBuf);

impl Retrieve for Beside {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let path = uri_path(uri.as_str()).ok_or("only schemas in files are read")?;
        let (path, folder) = (path.canonicalize()?, self.0.canonicalize()?);
        if !path.starts_with(&folder) {
            return Err("only schemas in the folder of the schema are read".into());
        }
        Ok(serde_json::from_slice(&std::fs::read(path)?)?)
    }
}

#[derive(Debug)]
struct Loaded {
    name: String,
    validator: Validator,
}

impl Schema for Loaded {
    fn check(&self, format: &dyn Format, input: &Input) -> Option<Diagnostics> {
        let mut found = Diagnostics::new();
        let is_tree = format.visit_tree(input, &mut |tokens| found = self.judge(tokens, &input.source));
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
            let rule = format!("the rule is `{}` of {}", error.schema_path(), self.name);
            refused(source, places.at(error.instance_path().as_str()), &worded(&error), rule)
        }))
    }
}

/// A problem in words.
fn worded(error: &ValidationError<'_>) -> String {
    if let ValidationErrorKind::Referencing(ReferencingError::Unretrievable { uri, source }) = error.kind() {
        let name = uri.rsplit('/').next().unwrap_or(uri);
        return format!("it refers to {name}, but {source}");
    }
    let whole = error.to_string();
    if whole.len() > LONGEST_MESSAGE { error.masked_with("the value").to_string() } else { whole }
}
