//! `env:`: bindings in the directory `bindings` of the environment.

use super::{Deliver, Provider, Request, reading};

pub(super) const PROVIDER: &dyn Provider = &BindingsDirectory;

struct BindingsDirectory;

impl Provider for BindingsDirectory {
    fn scheme(&self) -> &'static str {
        "env"
    }

    fn has_names(&self) -> bool {
        true
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        let no_prefix = "";
        reading::deliver_named(&request.directories.bindingsdir, no_prefix, request, deliver);
    }
}
