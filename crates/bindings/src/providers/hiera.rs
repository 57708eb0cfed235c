//! `hiera:`: a Hiera tree of any version, or the directory of an environment. It answers lookups of keys that the layer
//! does not bind, with the same values as Hiera alone.

use super::{Answer, Content, Deliver, ProvidedBindings, Provider, Request, reading};
use crate::hiera::lookup::Hierarchy;
use std::sync::Arc;

pub(super) const PROVIDER: &dyn Provider = &HieraTree;

struct HieraTree;

impl Provider for HieraTree {
    fn scheme(&self) -> &'static str {
        "hiera"
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        deliver(answer(request));
    }
}

/// Answers a location: a configuration, or the directory of an environment.
fn answer(request: &Request<'_>) -> Answer {
    let mut answer = Answer::default();
    let name = if request.name.is_empty() { "hiera.yaml" } else { request.name };
    let Some(path) = reading::allowed_file(request, name, &mut answer.problems) else { return answer };
    let (tree, problems) = Hierarchy::load(&path, &request.access.base);
    answer.problems.append(problems);
    let provided = tree.map(|mut tree| {
        tree.set_encrypted(request.encrypted);
        ProvidedBindings { name: name.to_owned(), content: Content::Tree(Arc::new(tree)) }
    });
    answer.bindings.extend(provided);
    answer
}
