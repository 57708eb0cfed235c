//! A backend of Hiera 1 to 3, or of a layer of a model: its levels and the files that they may use.

use super::level::Level;
use crate::configuration::Notation;
use crate::lookup::error::LookupError;
use crate::lookup::files::DirectoryIndex;
use crate::store::{RubyKind, Value};

/// How a backend reads data files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lookup) enum BackendKind {
    Yaml,
    Json,
    Eyaml,
}

/// A backend with its levels and settings.
#[derive(Debug)]
pub(in crate::lookup) struct Backend {
    pub(in crate::lookup) name: String,
    pub(in crate::lookup) kind: BackendKind,
    /// The directory with the files of the backend; `None` if the files may not be read.
    pub(in crate::lookup) directory: Option<DirectoryIndex>,
    /// The part of the path of the data directory from the first variable on.
    pub(in crate::lookup) variable_directory: Level,
    /// The levels of the backend from the highest, each with the directory of files that the level may use.
    pub(in crate::lookup) levels: Vec<(Level, Option<DirectoryIndex>)>,
    /// The settings that are texts, with their names; `None` if the backend has no settings.
    pub(in crate::lookup) settings: Option<Vec<(String, String)>>,
    /// The reason for which lookups that reach the backend fail.
    pub(in crate::lookup) failure: Option<LookupError>,
}

impl BackendKind {
    /// The kind of the backend with a name; `None` if the name is unknown.
    pub(in crate::lookup) fn from_name(name: &str) -> Option<Self> {
        Notation::from_backend(name).map(|notation| match notation {
            Notation::Json => BackendKind::Json,
            Notation::Yaml if name.eq_ignore_ascii_case("eyaml") => BackendKind::Eyaml,
            Notation::Yaml => BackendKind::Yaml,
        })
    }
}

impl Backend {
    /// A backend of a kind that is not supported here: lookups that reach it fail.
    pub(super) fn unknown(name: &str) -> Self {
        let failure = LookupError::unsupported(format!("the backend `{name}` is not supported"))
            .help(format!("skip it with --skip-level {name}, or look the key up with Ruby's Hiera"));
        Self {
            name: name.to_owned(),
            // The kind has no effect, because every lookup that reaches the backend fails before it is used.
            kind: BackendKind::Yaml,
            directory: None,
            variable_directory: Level::new(""),
            levels: Vec::new(),
            settings: None,
            failure: Some(failure),
        }
    }

    /// Whether a file may be in the data directory of some node, and is not hidden. `path` is relative to the part of
    /// the data directory that is the same for all nodes.
    pub(super) fn may_have_data(&self, path: &str) -> bool {
        let directory = self.variable_directory.text();
        let depth = directory.split('/').filter(|part| !part.is_empty()).count();
        let parts: Vec<&str> = path.split('/').collect();
        let is_in_directory = depth == 0
            || (parts.len() > depth && self.variable_directory.solve(&parts[..depth].join("/")).is_some());
        is_in_directory && !parts.iter().any(|part| part.starts_with('.'))
    }

    /// Whether the files of some level depend on anything but the variables of the node, such as the key.
    pub(super) fn is_computed(&self) -> bool {
        let settings = self.settings.iter().flatten();
        // A level that looks up keys may depend on everything that the values of these keys interpolate (Decision 24).
        self.variable_directory.is_computed()
            || self.levels.iter().any(|(level, _)| level.is_computed())
            // The settings of eyaml are interpolated for each lookup, and may look up keys.
            || self.is_eyaml() && settings.into_iter().any(|(_, text)| text.contains("%{"))
    }

    pub(super) fn is_eyaml(&self) -> bool {
        self.kind == BackendKind::Eyaml
    }

    /// The path of a level below the fixed part of the data directory: the part with variables, and then the level.
    pub(super) fn full_level(&self, level: &Level) -> Level {
        match self.variable_directory.text() {
            "" => Level::new(level.text()),
            directory => Level::new(&format!("{directory}/{}", level.text())),
        }
    }
}

/// The settings of a backend that are texts, with their names.
pub(in crate::lookup) fn text_settings(section: &Value) -> Vec<(String, String)> {
    let Value::Hash(settings) = section else { return Vec::new() };
    settings
        .iter()
        .filter_map(|(key, value)| Some((setting_name(key), value.as_text()?.to_owned())))
        .collect()
}

/// The name of a setting; empty if its key has no effect.
fn setting_name(key: &Value) -> String {
    match key {
        // For eyaml, keys of settings may be strings; for other backends, only symbols have an effect.
        Value::Text(name) | Value::Ruby(RubyKind::Symbol, name) => name.to_string(),
        // The text is kept without a name, because lookups interpolate all texts of the section.
        _ => String::new(),
    }
}
