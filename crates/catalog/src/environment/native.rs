//! Resource types that are not written in the language: those of Puppet itself, and those of modules.

use super::Environment;
use crate::types::{ResourceType, ResourceTypes, read_generated, read_ruby};
use modelwright_files::{display_path, read_file};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::input::decode_text;
use std::path::PathBuf;

impl Environment {
    /// Reads the types of modules: generated descriptions of the environment first, then Ruby's texts.
    pub(super) fn read_native_types(&mut self, problems: &mut Diagnostics) {
        let generated = self.files_below(&self.directory.join(".resource_types"), "pp");
        let written: Vec<PathBuf> = (self.modules.values())
            .flat_map(|module| self.files_below(&module.join("lib/puppet/type"), "rb"))
            .collect();
        for path in written.into_iter().chain(generated) {
            let limits = &self.access.limits;
            let bytes = read_file(&*self.access.files, &path, limits);
            let source = match bytes.and_then(|bytes| decode_text(&display_path(&path), bytes, limits)) {
                Ok(source) => source,
                Err(problem) => {
                    problems.push(*problem);
                    continue;
                }
            };
            let is_ruby = path.extension().is_some_and(|extension| extension == "rb");
            let found = if is_ruby { read_ruby(&source) } else { read_generated(&source) };
            found.into_iter().for_each(|ty| self.types.insert(ty));
        }
    }

    /// The type with a name in lower case.
    pub(crate) fn native(&self, name: &str) -> Option<&ResourceType> {
        self.types.find(name).or_else(|| ResourceTypes::builtin().find(name))
    }
}
