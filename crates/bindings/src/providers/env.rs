//! `env:`: bindings in the folder `bindings` of the environment.

use super::{Deliver, Provider, Request, reading};

pub(super) const PROVIDER: &dyn Provider = &BindingsFolder;

struct BindingsFolder;

impl Provider for BindingsFolder {
    fn scheme(&self) -> &'static str {
        "env"
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        reading::named(&request.folders.bindingsdir, "", request, deliver);
    }
}
