//! `confdir:`: bindings in the subdirectory `bindings` of the configuration directory.

use super::{Deliver, Provider, Request, reading};

pub(super) const PROVIDER: &dyn Provider = &BindingsDirectory;

struct BindingsDirectory;

impl Provider for BindingsDirectory {
    fn scheme(&self) -> &'static str {
        "confdir"
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        reading::deliver_named(&request.directories.confdir.join("bindings"), "", request, deliver);
    }
}
