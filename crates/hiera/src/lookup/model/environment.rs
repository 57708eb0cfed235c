//! The hierarchy of an environment of Hiera 4 or 5 in a bindings model.
//!
//! Configurations and data files are written to memory, and read from there like those of any environment; the values
//! of data files come from the model. Invariant: nothing is read from the disk.

use super::values::setting;
use crate::files::FileAccess;
use crate::files::{Memory, normalized_path};
use crate::generated::bindings::{HieraConfiguration, HieraEnvironment};
use crate::lookup::encryption::Keyring;
use crate::lookup::error::LookupError;
use crate::lookup::files::Contents;
use crate::lookup::hierarchy::{Engine, Hierarchy};
use crate::lookup::json;
use crate::lookup::v5::layers::CONFIGURATION;
use crate::lookup::v5::layers::Layers;
use crate::lookup::v5::modules::CONFIGURATION as MODULES_CONFIGURATION;
use crate::store::Data;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The files of an environment in a model.
pub(super) struct EnvironmentFiles {
    memory: Memory,
    directory: PathBuf,
    contents: Contents,
}

impl EnvironmentFiles {
    /// The configurations of an environment.
    ///
    /// # Errors
    /// If a path leaves the directory of the environment, or if a setting has a value that a configuration cannot
    /// contain.
    pub(super) fn new(environment: &HieraEnvironment) -> Result<Self, String> {
        let directory = path_inside(Path::new("/"), &environment.name)?;
        let mut files = Self { memory: Memory::new(), directory, contents: Contents::default() };
        if let Some(path) = &environment.module_path {
            files.write(
                MODULES_CONFIGURATION,
                // A line end in the path would begin another setting.
                &format!("modulepath = {}\n", path.replace(['\n', '\r'], " ")),
            )?;
        }
        for HieraConfiguration { path, settings, .. } in &environment.configurations {
            // JSON is valid YAML, and can represent all values of configurations.
            let settings = setting(&settings.clone().into())?;
            files.write(path, &json::to_json(&settings))?;
        }
        Ok(files)
    }

    /// Writes a file in memory, at a path relative to the directory of the environment.
    fn write(&mut self, path: &str, text: &str) -> Result<PathBuf, String> {
        let path = path_inside(&self.directory, path)?;
        self.memory.write(&path, text).map_err(|error| format!("the path {}: {error}", path.display()))?;
        Ok(path)
    }

    /// Adds a data file.
    ///
    /// # Errors
    /// If the path of the file leaves the directory of the environment.
    pub(super) fn add(&mut self, path: &str, data: Result<Data, LookupError>) -> Result<(), String> {
        // An empty file is written, so that paths and patterns find it. Its values come from the model.
        let path = self.write(path, "")?;
        self.contents.entry(path).or_default().push_back(data);
        Ok(())
    }

    /// The hierarchy, or the problems of an invalid configuration.
    pub(super) fn into_hierarchy(self) -> Result<Hierarchy, Diagnostics> {
        let access = FileAccess { files: Arc::new(self.memory), ..FileAccess::default() };
        let mut problems = Diagnostics::new();
        // The model contains the module path in `environment.conf`, and no global layer.
        let (module_directories, global) = (None, None);
        let loaded = Layers::load_with(
            &self.directory.join(CONFIGURATION),
            module_directories,
            global,
            &access,
            self.contents,
            &mut problems,
        );
        let (layers, files) = loaded.ok_or(problems)?;
        Ok(Hierarchy::new(Engine::Puppet(Box::new(layers)), files, Keyring::new(&access)))
    }
}

/// The absolute path of a file below a directory.
///
/// # Errors
/// If the path is empty, absolute, or contains `.` or `..`.
fn path_inside(directory: &Path, path: &str) -> Result<PathBuf, String> {
    let parts = Path::new(path).components();
    if path.is_empty() || !parts.clone().all(|part| matches!(part, Component::Normal(_))) {
        return Err(format!("the path `{path}` is not below the directory of the environment"));
    }
    Ok(normalized_path(&directory.join(path)))
}
