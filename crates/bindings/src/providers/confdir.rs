//! `confdir:`: bindings in the folder `bindings` of the configuration.

use super::{Deliver, Provider, Request, reading};

pub(super) const PROVIDER: &dyn Provider = &BindingsFolder;

struct BindingsFolder;

impl Provider for BindingsFolder {
    fn scheme(&self) -> &'static str {
        "confdir"
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        reading::named(&request.folders.confdir.join("bindings"), "", request, deliver);
    }
}
