//! Hiera 4 and 5: the configurations of an environment and of its modules with all data, as a bindings model.
//!
//! The hierarchy is stored as it is written, because categories cannot express globs, mapped paths and options of
//! lookups. Each data file becomes named bindings; the name is the path of the file. Invariants: every file that is
//! left out is reported; values are converted as for older versions. `lookup::model::environment` answers lookups in
//! such a model.

use super::answers::failure_message;
use super::data::Converter;
use super::data_text::decode_for_puppet;
use super::lookup::{CONFIGURATION, FileIndex, Hierarchy, MODULES_CONFIGURATION, module_path};
use super::{data::Data, puppet_yaml};
use crate::files::FileAccess;
use crate::files::{display_path, read_file, uri_path};
use crate::generated::bindings::{
    AbstractBinding, HieraConfiguration, HieraEnvironment, LayeredBindings, NamedBindings, NamedLayer, Site,
    UnreadableData, Value,
};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::decode_text;
use modelwright_typed::PartWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes the site of an environment; `uri` is that of its configuration. The bindings of a file are dropped before the
/// next file is read, so that memory does not grow with the number of files.
pub(super) fn write_site(
    source: &Arc<Source>,
    uri: &str,
    access: &FileAccess,
    writer: &mut PartWriter<'_>,
    problems: &mut Diagnostics,
) {
    // If the text comes from a file, the name of the source is the path as the user wrote it.
    let source_path = Path::new(source.name());
    let config = if access.files.is_file(source_path) { Some(source_path.to_owned()) } else { uri_path(uri) };
    let config = config.unwrap_or_default();
    let global = None;
    let (hierarchy, found) = Hierarchy::load_environment(&config, global, access);
    problems.append(found);
    let Some(hierarchy) = hierarchy else { return };
    let config = access.files.absolute(&config);
    let directory = config.parent().map(Path::to_path_buf).unwrap_or_default();
    let environment = Environment { config, directory, hierarchy: &hierarchy, access };
    let file_name = source.name().rsplit('/').next().unwrap_or_default();
    let layer = NamedLayer {
        name: "hiera".to_owned(),
        include: vec![format!("hiera:{file_name}")],
        hiera_environment: Some(environment.description(problems)),
        ..NamedLayer::default()
    };
    let site = Site { file: Some(file_name.to_owned()), ..Site::default() };
    // The object that the bindings of the files become parts of; none if a part could not be written.
    let container = (writer.root(&site))
        .and_then(|site| writer.part(site, "layers", &LayeredBindings::default()))
        .and_then(|layers| writer.part(layers, "layers", &layer));
    for file in hierarchy.files() {
        if let Some(bindings) = environment.bindings_of_file(file, problems) {
            container.and_then(|container| writer.part(container, "bindings", &bindings));
        }
    }
}

struct Environment<'e> {
    /// The absolute path of the environment's own configuration.
    config: PathBuf,
    /// The absolute path of the environment's directory.
    directory: PathBuf,
    hierarchy: &'e Hierarchy,
    access: &'e FileAccess,
}

impl Environment<'_> {
    /// The environment with its configurations, as the model stores them.
    fn description(&self, problems: &mut Diagnostics) -> HieraEnvironment {
        let name = self
            .directory
            .file_name()
            .map_or("production".into(), |name| name.to_string_lossy().into_owned());
        let paths = self.hierarchy.configurations().iter();
        let configurations = paths.filter_map(|path| self.configuration(path, problems)).collect();
        HieraEnvironment { module_path: self.module_path(), ..HieraEnvironment::new(name, configurations) }
    }

    /// The directories of modules, if `environment.conf` lists them.
    fn module_path(&self) -> Option<String> {
        let path = self.directory.join(MODULES_CONFIGURATION);
        let limits = &self.access.limits;
        let bytes = read_file(&*self.access.files, &path, limits).ok()?;
        let source = decode_text(MODULES_CONFIGURATION, bytes, limits).ok()?;
        module_path(source.text()).map(str::to_owned)
    }

    /// The settings of a configuration; `None` for other files that configure an environment, such as
    /// `environment.conf`.
    fn configuration(&self, path: &Path, problems: &mut Diagnostics) -> Option<HieraConfiguration> {
        if path.ends_with(MODULES_CONFIGURATION) || !self.access.files.is_file(path) {
            return None;
        }
        let absolute_path = self.access.files.absolute(path);
        // In the model, the configuration of the environment has its usual name, by which lookups find it.
        let relative_path = match absolute_path == self.config {
            true => CONFIGURATION.to_owned(),
            false => self.path_in_environment(&absolute_path, problems)?,
        };
        let limits = &self.access.limits;
        let bytes = read_file(&*self.access.files, path, limits);
        let source = bytes.and_then(|bytes| decode_for_puppet(&display_path(path), bytes, limits)).ok()?;
        // The problems of the configuration were reported when the environment was loaded.
        let tree = puppet_yaml::read(&source, &mut Diagnostics::new())?;
        match Converter::new(&source, &mut Diagnostics::new()).value(tree) {
            Value::HashValue(settings) => Some(HieraConfiguration::new(relative_path, settings)),
            _ => None,
        }
    }

    /// The bindings of a data file; `None` if the file is left out of the model. A file that cannot be read fails only
    /// the lookups that reach it.
    fn bindings_of_file(&self, file: FileIndex, problems: &mut Diagnostics) -> Option<NamedBindings> {
        let relative_path = self.path_in_environment(self.hierarchy.path(file)?, problems)?;
        let mut found = Diagnostics::new();
        let bindings = match self.hierarchy.data_tree(file, &mut found) {
            Ok((tree, source)) if matches!(tree.kind, Data::Hash(_)) => {
                Converter::new(&source, &mut Diagnostics::new()).bindings(tree).bindings
            }
            // Puppet treats a file without a hash as empty.
            Ok(_) => Vec::new(),
            Err(error) => vec![unreadable(failure_message(&error))],
        };
        problems.extend(found.into_iter().map(|mut problem| {
            // A broken file fails only the lookups that reach it (Decision 5).
            problem.severity = problem.severity.min(Severity::Warning);
            problem
        }));
        Some(NamedBindings {
            name: relative_path.clone(),
            file: Some(relative_path),
            bindings,
            ..NamedBindings::default()
        })
    }

    /// The path of a file below the directory of the environment. Other files are reported, and left out of the model.
    fn path_in_environment(&self, path: &Path, problems: &mut Diagnostics) -> Option<String> {
        if let Ok(relative_path) = path.strip_prefix(&self.directory) {
            return Some(relative_path.to_string_lossy().replace('\\', "/"));
        }
        let message = format!("{} is outside of the environment, so it is not converted", display_path(path));
        problems.push(
            Diagnostic::warning(codes::HIERA_DATA, message)
                .help("move it into the directory of the environment"),
        );
        None
    }
}

fn unreadable(message: &str) -> AbstractBinding {
    UnreadableData { message: message.to_owned(), ..UnreadableData::default() }.into()
}
