//! The settings of a `hiera.yaml`, as Ruby's Hiera 3 reads them: only keys that are symbols have an effect.
//!
//! Invariant: every key is either understood or reported.

use super::data::{Data, DataTree};
use super::interpolation::unclosed_interpolation;
use super::yaml_data;
use crate::generated::bindings::{MergeBehavior, RubyKind};
use crate::generated::hiera::{Backend, Configuration};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes, nearest};
use std::ops::Range;
use std::sync::Arc;

/// The data directory if the configuration has none.
pub(super) const DEFAULT_DATADIR: &str = "/etc/puppetlabs/code/environments/%{environment}/hieradata";

/// A format of data files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Notation {
    Yaml,
    Json,
}

impl Notation {
    /// The format of a backend, if it is known; like Ruby, ignores the case of backend names.
    pub(super) fn from_backend(backend: &str) -> Option<Self> {
        match backend.to_lowercase().as_str() {
            "yaml" | "eyaml" => Some(Notation::Yaml),
            "json" => Some(Notation::Json),
            _ => None,
        }
    }

    /// The extension of the notation's data files; the backend `eyaml` has its own.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Notation::Yaml => "yaml",
            Notation::Json => "json",
        }
    }
}

/// The levels if the configuration has none.
const DEFAULT_HIERARCHY: [&str; 2] = ["nodes/%{::trusted.certname}", "common"];

/// A configuration, in the form that the importer needs.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) configuration: Configuration,
    pub(super) merge_behavior: MergeBehavior,
    /// The span of the setting `:merge_behavior:`; empty for the default.
    pub(super) merge_range: Range<usize>,
    pub(super) deep_merge_options: Option<DataTree>,
    /// The sections of backends, by name, in order.
    sections: Vec<(String, DataTree)>,
    /// The spans of each backend, empty for defaults.
    pub(super) backends: Vec<BackendSpans>,
    /// The span of each level of the hierarchy.
    pub(super) levels: Vec<Range<usize>>,
}

impl Settings {
    /// The section of a backend. Ruby ignores the case of the backend's name, but that of the section must be in lower
    /// case.
    pub(super) fn section(&self, backend: &str) -> Option<&DataTree> {
        let backend = backend.to_lowercase();
        self.sections.iter().rev().find(|(name, _)| *name == backend).map(|(_, section)| section)
    }
}

/// The spans of a backend's settings.
#[derive(Debug, Default)]
pub(super) struct BackendSpans {
    pub(super) name: Range<usize>,
    pub(super) datadir: Range<usize>,
}

/// Reads a configuration. Missing settings have Hiera's defaults; an invalid configuration has no backends and no
/// levels, so that no consequences of it are reported.
pub(super) fn read(source: &Arc<Source>, problems: &mut Diagnostics) -> Settings {
    let mut found = Diagnostics::new();
    let mut reader = Reader {
        source,
        problems: &mut found,
        configured: Settings::default(),
        sections: Vec::new(),
        has_hierarchy: false,
    };
    let is_understood = yaml_data::read(source, reader.problems).is_some_and(|tree| reader.read_root(tree));
    let configured = if is_understood { reader.finish() } else { Settings::default() };
    problems.append(found);
    configured
}

struct Reader<'s, 'd> {
    source: &'s Arc<Source>,
    problems: &'d mut Diagnostics,
    configured: Settings,
    /// The sections that configure backends, in the order of the file.
    sections: Vec<Section>,
    /// Whether levels are configured, even as an empty list.
    has_hierarchy: bool,
}

struct Section {
    name: String,
    datadir: Option<(String, Range<usize>)>,
    /// The key of a setting that is probably meant to be the data directory.
    misspelt_datadir: Option<Range<usize>>,
    extension: Option<(String, Range<usize>)>,
    range: Range<usize>,
}

/// The supported backends.
const BACKENDS: [&str; 3] = ["yaml", "json", "eyaml"];

/// The settings other than sections of backends.
const SETTINGS: [&str; 6] =
    ["backends", "hierarchy", "merge_behavior", "deep_merge_options", "logger", "version"];

impl Reader<'_, '_> {
    fn warn(&mut self, range: Range<usize>, message: String, help: &str) {
        self.problems
            .push(Diagnostic::warning(codes::HIERA_SETTING, message).at(self.source, range).help(help));
    }

    /// The names in a value, which is a name or a list of names, each with its range. Anything else is reported.
    fn texts(&mut self, value: &DataTree) -> Vec<(String, Range<usize>)> {
        let range = value.range.clone();
        match &value.kind {
            // Names are usually symbols, such as `:yaml`, but Ruby accepts even numbers.
            Data::String(text) | Data::Ruby(_, text) | Data::BigInteger(text) => vec![(text.clone(), range)],
            Data::Integer(number) => vec![(number.to_string(), range)],
            // Ruby flattens lists within lists.
            Data::Array(items) => items.iter().flat_map(|item| self.texts(item)).collect(),
            Data::Undef => Vec::new(),
            kind => {
                let message = format!("expected a name or a list of names, found {}", kind.description());
                self.warn(range, message, "write names; this value is ignored");
                Vec::new()
            }
        }
    }

    fn first_text(&mut self, value: &DataTree) -> Option<String> {
        self.texts(value).into_iter().next().map(|(text, _)| text)
    }

    /// Reads the outermost hash; returns whether it is valid and of a supported version.
    fn read_root(&mut self, tree: DataTree) -> bool {
        let entries = match tree.kind {
            Data::Hash(entries) => entries,
            // `YAML.load(data) || {}`: Ruby treats an empty file and `false` as an empty hash of settings.
            Data::Undef | Data::Bool(false) => return true,
            kind => {
                let message =
                    format!("expected a hash of settings such as :hierarchy:, found {}", kind.description());
                let problem = Diagnostic::error(codes::HIERA_SETTING, message).at(self.source, tree.range);
                self.problems.push(problem.help("write each setting on its own line as `:name: value`"));
                return false;
            }
        };
        // Configurations of version 4 and 5 write the key `version` as a string, and those of version 3 as a symbol.
        if let Some((key, version)) =
            entries.iter().find(|(key, _)| name_of(key).is_some_and(|(name, _)| name == "version"))
            && !matches!(version.kind, Data::Integer(..=3))
        {
            let message = "this configuration is of a version newer than 3";
            let help = "only versions up to 3, whose settings are symbols such as :hierarchy:, are read";
            let problem = Diagnostic::error(codes::HIERA_SETTING, message);
            self.problems.push(problem.at(self.source, key.range.start..version.range.end).help(help));
            return false;
        }
        for (key, value) in entries {
            let Some((name, is_symbol)) = name_of(&key) else {
                let message = "the key is neither a symbol nor a string";
                self.warn(key.range, message.to_owned(), "write :name:");
                continue;
            };
            if is_symbol {
                self.setting(&name, key, value);
            } else if name != "version" {
                let message = format!("the setting `{name}` is ignored, because its key is a string");
                self.warn(key.range, message, &format!("write :{name}: to make it a symbol"));
            }
        }
        true
    }

    /// Reads a setting. A setting with an unknown name is the section of a backend with that name.
    fn setting(&mut self, name: &str, key: DataTree, value: DataTree) {
        let range = key.range;
        match name {
            "backends" => {
                for (name, range) in self.texts(&value) {
                    self.configured.configuration.backends.push(Backend { name, ..Backend::default() });
                    self.configured.backends.push(BackendSpans { name: range, datadir: 0..0 });
                }
            }
            "hierarchy" => {
                let (hierarchy, levels) = self.texts(&value).into_iter().unzip();
                (self.configured.configuration.hierarchy, self.configured.levels) = (hierarchy, levels);
                self.check_levels();
                self.has_hierarchy = true;
            }
            "merge_behavior" => {
                self.configured.merge_range = range.start..value.range.end;
                let name = self.first_text(&value).unwrap_or_default();
                match MergeBehavior::from_literal(&name) {
                    Some(behavior) => self.configured.merge_behavior = behavior,
                    None => {
                        let message = format!("`{name}` is not a merge behavior");
                        self.warn(range, message, "use native, deep or deeper");
                    }
                }
                self.configured.configuration.merge_behavior = Some(name);
            }
            "deep_merge_options" => {
                self.configured.deep_merge_options = matches!(value.kind, Data::Hash(_)).then_some(value);
            }
            "logger" => self.configured.configuration.logger = self.first_text(&value),
            // The callers have tested the version before they read the settings.
            "version" => {}
            _ => {
                self.section(name, range, &value);
                self.configured.sections.push((name.to_owned(), value));
            }
        }
    }

    /// Warns about levels with a `%{` that is not closed. Ruby then searches for a file whose name contains `%{`, which
    /// is probably a mistake.
    fn check_levels(&mut self) {
        let levels = self.configured.configuration.hierarchy.iter().zip(&self.configured.levels);
        for (level, range) in levels {
            self.problems.extend(unclosed_interpolation(level, self.source, range));
        }
    }

    /// Reads a setting that is the section of a backend, or is unknown. Sections are attached to their backends later.
    fn section(&mut self, name: &str, range: Range<usize>, value: &DataTree) {
        let mut section =
            Section { name: name.to_owned(), datadir: None, misspelt_datadir: None, extension: None, range };
        // The backends `yaml` and `json` have no settings but `datadir`; the settings of other backends are not known
        // here.
        let is_simple = name != "eyaml" && Notation::from_backend(name).is_some();
        let entries = if let Data::Hash(entries) = &value.kind { entries.as_slice() } else { &[] };
        for (key, value) in entries {
            let (setting, is_symbol) = name_of(key).unwrap_or_default();
            match setting.as_str() {
                _ if !is_symbol => {
                    let message = format!(
                        "the setting `{setting}` of {name} is ignored, because its key is not a symbol"
                    );
                    self.warn(key.range.clone(), message, &format!("write :{setting}: to make it a symbol"));
                }
                "datadir" => section.datadir = self.texts(value).into_iter().next(),
                // The extension of the backends `yaml` and `json` cannot be configured.
                "extension" if name == "eyaml" => section.extension = self.texts(value).into_iter().next(),
                _ if !is_simple => {}
                _ => {
                    let message = format!(
                        "the setting `{setting}` is ignored, because the backend {name} does not have it"
                    );
                    let is_datadir = nearest(&setting, ["datadir"]).is_some();
                    let help = match setting.as_str() {
                        "extension" => format!("rename the files to .{name}, or use eyaml"),
                        _ if is_datadir => {
                            section.misspelt_datadir = Some(key.range.clone());
                            "did you mean :datadir:?".to_owned()
                        }
                        _ => "remove it".to_owned(),
                    };
                    self.warn(key.range.clone(), message, &help);
                }
            }
        }
        self.sections.push(section);
    }

    /// Adds sections to their backends, and defaults for missing settings.
    fn finish(mut self) -> Settings {
        let configuration = &mut self.configured.configuration;
        if configuration.backends.is_empty() {
            configuration.backends.push(Backend { name: "yaml".to_owned(), ..Backend::default() });
            self.configured.backends.push(BackendSpans::default());
        }
        // An empty list of levels is not a missing list, so it gets no defaults.
        if !self.has_hierarchy {
            configuration.hierarchy = DEFAULT_HIERARCHY.map(str::to_owned).into();
            self.configured.levels = vec![0..0; DEFAULT_HIERARCHY.len()];
        }
        for backend in &mut configuration.backends {
            if backend.name.eq_ignore_ascii_case("eyaml") {
                backend.extension = Some("eyaml".to_owned());
            }
        }
        // The sections are moved out of `self`, because `warn` borrows all of `self`.
        for section in std::mem::take(&mut self.sections) {
            self.add_section(section);
        }
        self.report_unknown_backends();
        self.configured
    }

    /// Adds the settings of a section to the backends of its name. Warns if the section has no effect.
    fn add_section(&mut self, section: Section) {
        let backends = self.configured.configuration.backends.iter_mut().zip(&mut self.configured.backends);
        let mut is_used = false;
        for (backend, places) in
            backends.filter(|(backend, _)| backend.name.eq_ignore_ascii_case(&section.name))
        {
            is_used = true;
            if let Some((datadir, range)) = &section.datadir {
                (backend.datadir, places.datadir) = (Some(datadir.clone()), range.clone());
            } else if let Some(range) = &section.misspelt_datadir {
                // A span that is not empty prevents a second warning, about the missing data directory.
                places.datadir = range.clone();
            }
            if let Some((extension, _)) = &section.extension {
                backend.extension = Some(extension.clone());
            }
        }
        // A section of a known backend that is not in use has no effect in Ruby either.
        if !is_used && Notation::from_backend(&section.name).is_none() {
            let message = format!("the section `{}` belongs to no backend in use", section.name);
            let help = match nearest(&section.name, SETTINGS) {
                Some(meant) => format!("did you mean :{meant}:?"),
                None => "add it to :backends:, or remove it".to_owned(),
            };
            self.warn(section.range, message, &help);
        }
    }

    /// Warns of each backend that does not exist.
    fn report_unknown_backends(&mut self) {
        for (backend, places) in self.configured.configuration.backends.iter().zip(&self.configured.backends)
        {
            if Notation::from_backend(&backend.name).is_none() {
                let message = format!("the backend `{}` is unknown, so its data is not read", backend.name);
                let help = match nearest(&backend.name, BACKENDS) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => {
                        let [others @ .., last] = &BACKENDS;
                        format!("the supported backends are {} and {last}", others.join(", "))
                    }
                };
                let problem = Diagnostic::warning(codes::HIERA_BACKEND, message);
                self.problems.push(problem.at(self.source, places.name.clone()).help(help));
            }
        }
    }
}

/// The name of a setting, and whether it is a symbol; Hiera ignores a setting that is not.
fn name_of(key: &DataTree) -> Option<(String, bool)> {
    match &key.kind {
        Data::Ruby(RubyKind::Symbol, name) => Some((name.clone(), true)),
        Data::String(name) => Some((name.trim_start_matches(':').to_owned(), false)),
        _ => None,
    }
}
