//! `file:`: all bindings in one file, regardless of their names.

use super::reading::FileContent;
use super::{Answer, Content, Deliver, ProvidedBindings, Provider, Request, reading};
use std::sync::Arc;

pub(super) const PROVIDER: &dyn Provider = &OneFile;

struct OneFile;

impl Provider for OneFile {
    fn scheme(&self) -> &'static str {
        "file"
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        deliver(answer(request));
    }
}

/// Reads the bindings of the file that a location names.
fn answer(request: &Request<'_>) -> Answer {
    let mut answer = Answer::default();
    let Some(path) = reading::allowed_file(request, request.name, &mut answer.problems) else {
        return answer;
    };
    if let Some((contents, source)) = reading::read(&path, request, &mut answer.problems) {
        let provided = contents.into_iter().map(|content| match content {
            FileContent::Named(bindings) => ProvidedBindings {
                name: bindings.name.clone(),
                content: Content::Bindings(Box::new(bindings), Arc::clone(&source)),
            },
            FileContent::OfSite(content) => ProvidedBindings { name: request.name.to_owned(), content },
        });
        answer.bindings.extend(provided);
    }
    answer
}
