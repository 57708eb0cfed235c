//! `module:`: bindings in the `bindings` directories of modules. If several modules have the same name, the first one
//! on the module path is used.

use super::{Answer, Deliver, Provider, Request, matches, reading};

/// The maximum number of names that are delivered for suggestions.
const MAX_KNOWN: usize = 1_000;

pub(super) const PROVIDER: &dyn Provider = &ModuleDirectories;

struct ModuleDirectories;

impl Provider for ModuleDirectories {
    fn scheme(&self) -> &'static str {
        "module"
    }

    fn has_names(&self) -> bool {
        true
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        let mut answer = Answer::default();
        let first_segment = request.name.split("::").next().unwrap_or_default();
        for (name, directory) in reading::modules(request) {
            // A module whose name does not match the first segment need not be read. `**` may match further segments.
            if first_segment == "**" || matches(first_segment, &name) {
                reading::deliver_named(&directory.join("bindings"), &name, request, deliver);
            // The names are only used for suggestions, so their number is limited.
            } else if answer.known.len() < MAX_KNOWN {
                answer.known.push(format!("{name}::default"));
            }
        }
        deliver(answer);
    }
}
