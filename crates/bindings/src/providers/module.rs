//! `module:`: bindings in the directories `bindings` of modules. Of modules with one name, the first on the module path counts.

use super::{Answer, Deliver, Provider, Request, matches, reading};

pub(super) const PROVIDER: &dyn Provider = &ModuleDirectories;

struct ModuleDirectories;

impl Provider for ModuleDirectories {
    fn scheme(&self) -> &'static str {
        "module"
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        let mut answer = Answer::default();
        let wanted = request.name.split("::").next().unwrap_or_default();
        for (name, directory) in reading::modules(request) {
            // The first segment decides about a module, which spares reading the others.
            // Only `**` may be longer.
            if wanted == "**" || matches(wanted, &name) {
                reading::named(&directory.join("bindings"), &name, request, deliver);
            // These are only for a suggestion.
            } else if answer.known.len() < 1_000 {
                answer.known.push(format!("{name}::default"));
            }
        }
        deliver(answer);
    }
}
