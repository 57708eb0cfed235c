//! Resource types that are not written in the language: those of Puppet itself, and those of modules.

use super::Environment;
use crate::types::{ResourceType, ResourceTypes, read_generated, read_ruby};
use modelwright_metamodel::diagnostic::{Diagnostics, Severity};
use std::path::PathBuf;

impl Environment {
    /// Reads the types of modules: first Ruby's texts, then the generated descriptions of the environment, which
    /// replace types of the same names.
    pub(super) fn read_native_types(&mut self, problems: &mut Diagnostics) {
        let generated = self.files_below(&self.directory.join(".resource_types"), "pp");
        let ruby_files: Vec<PathBuf> = (self.modules.values())
            .flat_map(|module| self.files_below(&module.join("lib/puppet/type"), "rb"))
            .collect();
        for path in ruby_files.into_iter().chain(generated) {
            let source = match self.read_text(&path) {
                Ok(source) => source,
                Err(problem) => {
                    problems.push(*problem);
                    continue;
                }
            };
            let is_ruby = path.extension().is_some_and(|extension| extension == "rb");
            if !is_ruby {
                read_generated(&source).into_iter().for_each(|ty| self.types.insert(ty));
                continue;
            }
            match read_ruby(&source, |name| self.has_providers(name)) {
                Ok(found) => found.into_iter().for_each(|ty| self.types.insert(ty)),
                // A warning, because only resources of the type fail.
                Err(mut problem) => {
                    problem.severity = Severity::Warning;
                    problems.push(*problem);
                }
            }
        }
    }

    /// Whether a module has a provider of a type.
    fn has_providers(&self, name: &str) -> bool {
        let mut modules = self.modules.values();
        modules.any(|module| self.access.files.is_directory(&module.join("lib/puppet/provider").join(name)))
    }

    /// The type with a name in lower case; `None` if neither a module nor Puppet itself defines it.
    pub(crate) fn native(&self, name: &str) -> Option<&ResourceType> {
        self.types.find(name).or_else(|| ResourceTypes::builtin().find(name))
    }
}
