//! `enc:`: the output of an external node classifier, in a file of the site: its classes, their parameters, and variables.
//!
//! `enc:` and `enc:/*` are everything in `enc.yaml`; `enc:/classes`, `enc:/parameters` and `enc:/variables` are parts of it. A name with
//! an extension is another file. Running a classifier is not part of this module.

use super::{Answer, Content, ProvidedBindings, Provider, Request, matches, reading};
use crate::bindings::structured::{self, Notation};
use crate::files::{display_path, read_ordinary_file};
use modelwright_metamodel::input::decode_text;
use std::path::Path;
use std::sync::Arc;

pub(super) const PROVIDER: &dyn Provider = &NodeClassifier;

struct NodeClassifier;

/// The file that is read if a location names none.
const FILE: &str = "enc.yaml";

impl Provider for NodeClassifier {
    fn scheme(&self) -> &'static str {
        "enc"
    }

    fn provide(&self, request: &Request<'_>) -> Answer {
        let mut answer = Answer::default();
        let is_file = Path::new(request.name).extension().is_some();
        let (file, pattern) = match request.name {
            name if is_file => (name, "*"),
            "" => (FILE, "*"),
            pattern => (FILE, pattern),
        };
        let Some(path) = reading::allowed_file(request, file, &mut answer.problems) else { return answer };
        let (files, limits) = (&*request.workspace.files, &request.workspace.reading.limits);
        let name = display_path(&path);
        let source =
            read_ordinary_file(files, &path, limits).and_then(|bytes| decode_text(&name, bytes, limits));
        let source = match source {
            Ok(source) => source,
            Err(problem) => {
                answer.problems.push(*problem);
                return answer;
            }
        };
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        let notation = if is_json { Notation::Json } else { Notation::Yaml };
        let (parts, problems) = structured::read_classification(&source, notation, limits);
        answer.problems.append(problems);
        for bindings in parts {
            if matches(pattern, &bindings.name) {
                let name = bindings.name.clone();
                let content = Content::Bindings(Box::new(bindings), Arc::clone(&source));
                answer.bindings.push(ProvidedBindings { name, content });
            } else {
                answer.known.push(bindings.name);
            }
        }
        answer
    }
}
