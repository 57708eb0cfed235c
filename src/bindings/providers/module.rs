//! `module:`: bindings in the folders `bindings` of modules. Of modules with one name, the first on the module path counts.

use super::{Answer, Provider, Request, matches, reading};
use std::collections::BTreeMap;
use std::path::PathBuf;

pub(super) const PROVIDER: &dyn Provider = &ModuleFolders;

struct ModuleFolders;

impl Provider for ModuleFolders {
    fn scheme(&self) -> &'static str {
        "module"
    }

    fn provide(&self, request: &Request<'_>) -> Answer {
        let mut modules: BTreeMap<String, PathBuf> = BTreeMap::new();
        let files = &*request.workspace.files;
        for folder in &request.folders.modulepath {
            let Ok(entries) = files.list(folder) else { continue };
            for entry in entries {
                if let Some(name) = entry.name.to_str() {
                    modules.entry(name.to_owned()).or_insert_with(|| folder.join(name));
                }
            }
        }
        let mut answer = Answer::default();
        let wanted = request.name.split("::").next().unwrap_or_default();
        for (name, folder) in modules {
            if wanted == "**" || matches(wanted, &name) {
                reading::named(&folder.join("bindings"), &name, request, &mut answer);
            } else if answer.known.len() < 1_000 {
                answer.known.push(format!("{name}::default"));
            }
        }
        answer
    }
}
