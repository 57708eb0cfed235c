//! What `hiera.yaml` says, with every key either understood or told of.

use super::data::{Converter, Kind, Tree};
use super::yaml_data;
use crate::generated::bindings::{HashValue, MergeBehavior, RubyKind, Value};
use crate::generated::hiera::{Backend, Configuration};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use std::sync::Arc;

/// Where data lies when the configuration does not say.
pub(super) const DEFAULT_DATADIR: &str = "/etc/puppetlabs/code/environments/%{environment}/hieradata";

/// A notation of data files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    Yaml,
    Json,
}

impl Notation {
    /// The notation of a backend, if it is one that is known.
    pub(super) fn of(backend: &str) -> Option<Self> {
        match backend {
            "yaml" | "eyaml" => Some(Notation::Yaml),
            "json" => Some(Notation::Json),
            _ => None,
        }
    }

    /// The file name extension of its data. The eyaml backend has its own, which it gives itself.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Notation::Yaml => "yaml",
            Notation::Json => "json",
        }
    }
}

/// A configuration, in the form that the rest of the room needs it.
#[derive(Debug, Default)]
pub(super) struct Configured {
    pub(super) configuration: Configuration,
    pub(super) merge_behavior: MergeBehavior,
    pub(super) deep_merge_options: Option<HashValue>,
}

/// Reads a configuration. What is missing has Hiera's defaults.
pub(super) fn read(source: &Arc<Source>, problems: &mut Diagnostics) -> Configured {
    let mut reader = Reader { source, problems, configured: Configured::default(), sections: Vec::new() };
    if let Some(tree) = yaml_data::read(source, reader.problems) {
        reader.top(tree);
    }
    reader.finish()
}

struct Reader<'s, 'd> {
    source: &'s Arc<Source>,
    problems: &'d mut Diagnostics,
    configured: Configured,
    /// The sections of backends: name, data folder, extension, and where the section stands.
    sections: Vec<Section>,
}

struct Section {
    name: String,
    datadir: Option<String>,
    extension: Option<String>,
    range: std::ops::Range<usize>,
}

impl Reader<'_, '_> {
    fn warn(&mut self, range: std::ops::Range<usize>, message: String, help: &str) {
        self.problems
            .push(Diagnostic::warning(codes::HIERA_SETTING, message).at(self.source, range).help(help));
    }

    fn top(&mut self, tree: Tree) {
        let entries = match tree.kind {
            Kind::Hash(entries) => entries,
            Kind::Undef | Kind::Bool(false) => return,
            _ => {
                let message = "expected a hash of settings such as :hierarchy:, found another value";
                self.problems
                    .push(Diagnostic::error(codes::HIERA_SETTING, message).at(self.source, tree.range));
                return;
            }
        };
        for (key, value) in entries {
            match name_of(&key) {
                Some(name) => self.setting(&name, key, value),
                None => self.warn(
                    key.range,
                    "the key is neither a symbol nor a string".to_owned(),
                    "write :name:",
                ),
            }
        }
    }

    fn setting(&mut self, name: &str, key: Tree, value: Tree) {
        let range = key.range;
        let configuration = &mut self.configured.configuration;
        match name {
            "backends" => {
                configuration.backends =
                    texts(value).into_iter().map(|name| Backend { name, ..Backend::default() }).collect();
            }
            "hierarchy" => configuration.hierarchy = texts(value),
            "merge_behavior" => {
                let name = texts(value).into_iter().next().unwrap_or_default();
                match MergeBehavior::from_literal(&name) {
                    Some(behavior) => self.configured.merge_behavior = behavior,
                    None => {
                        let message = format!("`{name}` is no merge behavior");
                        self.warn(range, message, "use native, deep or deeper");
                    }
                }
                self.configured.configuration.merge_behavior = Some(name);
            }
            "deep_merge_options" => {
                if let Value::HashValue(options) = Converter::new(self.source, self.problems).value(value) {
                    self.configured.deep_merge_options = Some(options);
                }
            }
            "logger" => {
                configuration.logger = texts(value).into_iter().next();
                let message = "where Hiera logs to is not part of the bindings";
                self.problems.push(
                    Diagnostic::new(codes::HIERA_SETTING, Severity::Note, message).at(self.source, range),
                );
            }
            "version" => {
                self.problems.push(
                    Diagnostic::error(
                        codes::HIERA_SETTING,
                        "this configuration is of a version newer than 3",
                    )
                    .at(self.source, range)
                    .help("only versions up to 3, whose settings are symbols such as :hierarchy:, are read"),
                );
            }
            _ => self.section(name, range, value),
        }
    }

    /// The section of a backend, or a setting that nobody knows.
    fn section(&mut self, name: &str, range: std::ops::Range<usize>, value: Tree) {
        let mut section = Section { name: name.to_owned(), datadir: None, extension: None, range };
        if let Kind::Hash(entries) = value.kind {
            for (key, value) in entries {
                let inner = name_of(&key).unwrap_or_default();
                match inner.as_str() {
                    "datadir" => section.datadir = texts(value).into_iter().next(),
                    "extension" => section.extension = texts(value).into_iter().next(),
                    _ => self.warn(
                        key.range,
                        format!("the setting `{inner}` of {name} is not kept"),
                        "it does not change what the data says",
                    ),
                }
            }
        }
        self.sections.push(section);
    }

    /// Gives backends their sections, and missing settings their defaults.
    fn finish(mut self) -> Configured {
        let configuration = &mut self.configured.configuration;
        if configuration.backends.is_empty() {
            configuration.backends.push(Backend { name: "yaml".to_owned(), ..Backend::default() });
        }
        if configuration.hierarchy.is_empty() {
            configuration.hierarchy.push("common".to_owned());
        }
        for backend in &mut configuration.backends {
            if backend.name == "eyaml" {
                backend.extension = Some("eyaml".to_owned());
            }
        }
        for section in std::mem::take(&mut self.sections) {
            let found = self.configured.configuration.backends.iter_mut().find(|b| b.name == section.name);
            if let Some(backend) = found {
                backend.datadir = section.datadir;
                backend.extension = section.extension.or(backend.extension.take());
            } else if Notation::of(&section.name).is_none() {
                let message = format!("the section `{}` belongs to no backend in use", section.name);
                self.warn(section.range, message, "add it to :backends:, or remove it");
            }
        }
        for backend in self.configured.configuration.backends.clone() {
            if Notation::of(&backend.name).is_none() {
                let message =
                    format!("the backend `{}` is not known, so its data is not converted", backend.name);
                let help = "backends that are read: yaml, json, eyaml";
                self.problems.push(
                    Diagnostic::warning(codes::HIERA_BACKEND, message).at(self.source, 0..0).help(help),
                );
            }
        }
        self.configured
    }
}

/// The name that a key is: Hiera's settings are symbols, and people write strings too.
fn name_of(key: &Tree) -> Option<String> {
    match &key.kind {
        Kind::Ruby(RubyKind::Symbol, name) => Some(name.clone()),
        Kind::String(name) => Some(name.trim_start_matches(':').to_owned()),
        _ => None,
    }
}

/// The strings in a value: one, or those of a list and of lists in it.
fn texts(value: Tree) -> Vec<String> {
    match value.kind {
        Kind::String(text) | Kind::Ruby(_, text) | Kind::BigInteger(text) => vec![text],
        Kind::Integer(number) => vec![number.to_string()],
        Kind::Array(items) => items.into_iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}
