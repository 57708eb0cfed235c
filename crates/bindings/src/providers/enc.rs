//! `enc:`: classes, their parameters, and variables from the output of an external node classifier (ENC).
//!
//! `enc:` and `enc:/*` are the complete output for the node, or `enc.yaml` if the request has no output;
//! `enc:/classes`, `enc:/parameters` and `enc:/variables` are parts of it. A name with an extension is another file.
//! This module does not run the ENC.

use super::{Answer, Content, Deliver, ProvidedBindings, Provider, Request, matches, reading};
use crate::enc::EncOutput;
use crate::files::read_source;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::Path;
use std::sync::Arc;

pub(super) const PROVIDER: &dyn Provider = &NodeClassifier;

struct NodeClassifier;

/// The file that is read if the location specifies none.
const DEFAULT_FILE: &str = "enc.yaml";

impl Provider for NodeClassifier {
    fn scheme(&self) -> &'static str {
        "enc"
    }

    fn depends_on_node(&self, name: &str) -> bool {
        // Nodes differ only in the output that a request contains, and not in a file.
        !is_file(name)
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        deliver(answer(request));
    }
}

/// Answers a location. All bindings of a file are used. Otherwise the name is a pattern for the bindings in the output
/// for the node, or if there is no output, in `DEFAULT_FILE`.
fn answer(request: &Request<'_>) -> Answer {
    let mut answer = Answer::default();
    let (file, pattern) = match request.name {
        name if is_file(name) => (name, "*"),
        "" => (DEFAULT_FILE, "*"),
        pattern => (DEFAULT_FILE, pattern),
    };
    // `output_of_file` is declared outside of the match, because `output` borrows it.
    let output_of_file;
    // A file in the location is read even if the request contains an output.
    let output = match request.enc.filter(|_| !is_file(request.name)) {
        Some(output) => output,
        None => match read_file(file, request, &mut answer.problems) {
            Some(output) => {
                output_of_file = output;
                &output_of_file
            }
            None => return answer,
        },
    };
    for bindings in &output.bindings {
        let name = bindings.name.clone();
        if matches(pattern, &name) {
            let content = Content::Bindings(Box::new(bindings.clone()), Arc::clone(&output.source));
            answer.bindings.push(ProvidedBindings { name, content });
        } else {
            answer.known.push(name);
        }
    }
    answer
}

/// Whether the name in a location is a file.
fn is_file(name: &str) -> bool {
    Path::new(name).extension().is_some()
}

/// Reads the output in a file; `None` if there is an error, which is reported.
fn read_file(file: &str, request: &Request<'_>, problems: &mut Diagnostics) -> Option<EncOutput> {
    let path = reading::allowed_file(request, file, problems)?;
    let source = read_source(&*request.access.base.files, &path, &request.access.base.limits);
    let output =
        source.map_err(|problem| Diagnostics::from(*problem)).and_then(|source| EncOutput::read(&source));
    match output {
        Ok((output, problems_of_output)) => {
            problems.append(problems_of_output);
            Some(output)
        }
        Err(problems_of_output) => {
            problems.append(problems_of_output);
            None
        }
    }
}
