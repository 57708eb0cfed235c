//! `confdir:`: bindings in the subdirectory `bindings` of the configuration directory.

use super::{Deliver, Provider, Request, reading};

pub(super) const PROVIDER: &dyn Provider = &BindingsDirectory;

struct BindingsDirectory;

impl Provider for BindingsDirectory {
    fn scheme(&self) -> &'static str {
        "confdir"
    }

    fn has_names(&self) -> bool {
        true
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        let no_prefix = "";
        reading::deliver_named(&request.directories.confdir.join("bindings"), no_prefix, request, deliver);
    }
}
