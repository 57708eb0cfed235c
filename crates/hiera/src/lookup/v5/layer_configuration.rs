//! Reads the settings of a `hiera.yaml` of version 3 to 5, and validates them as Puppet does.
//!
//! Invariant: a configuration that Puppet rejects is reported. A level whose data cannot be read here is part of the
//! result, with the name of what it requires, because only lookups that reach the level fail. This module does not
//! access files.

use super::super::files::DataFormat;
use super::settings::{Problem, Settings, SettingsResult};
use crate::configuration::DEFAULT_DATADIR;
use crate::data::{Data, DataTree};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The layer that a configuration belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LayerKind {
    Global,
    Environment,
    Module(Box<str>),
}

/// The settings of a configuration, whatever its version is.
#[derive(Debug, Default)]
pub(super) struct Configuration {
    pub(super) version: i64,
    pub(super) hierarchy: Vec<EntrySettings>,
    /// The levels of a module's `default_hierarchy`, which are searched after all layers.
    pub(super) default_hierarchy: Option<Vec<EntrySettings>>,
}

/// A level, which Puppet calls an entry of the hierarchy.
#[derive(Debug)]
pub(super) struct EntrySettings {
    pub(super) name: String,
    pub(super) provider: Provider,
    pub(super) datadir: String,
    pub(super) locations: Locations,
    /// The extension that is added to paths that do not have it.
    pub(super) extension: Option<String>,
    /// The options of the level's function.
    pub(super) options: Options,
    /// Whether the function is called even if none of the files exists, as the function of a Hiera 3 backend is.
    pub(super) ignores_paths: bool,
    pub(super) range: Range<usize>,
}

/// The options that are passed to a function.
#[derive(Debug, Clone)]
pub(super) struct Options {
    pub(super) is_empty: bool,
    /// The options that are texts, with their names.
    pub(super) texts: Vec<(String, String)>,
}

impl Options {
    const NONE: Self = Self { is_empty: true, texts: Vec::new() };
}

/// The kind of function that reads the data of a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Provider {
    /// A function that returns the hash of a file, such as `yaml_data`.
    Data(DataFormat),
    /// A function for files with encrypted texts.
    Eyaml,
    /// A function or a backend that only Puppet can run; the text names it in messages.
    Unsupported(String),
}

/// Where the data of a level is.
#[derive(Debug)]
pub(super) enum Locations {
    /// No place is configured; functions that read files reject this.
    None,
    Paths(Vec<String>),
    Globs(Vec<String>),
    Mapped {
        variable: String,
        name: String,
        template: String,
    },
    Uris(Vec<String>),
}

/// The settings that name a function, in the order in which Puppet looks for them.
const FUNCTIONS: [&str; 5] = ["data_hash", "lookup_key", "data_dig", "hiera3_backend", "v4_data_hash"];
/// The settings that specify where the data of a level is.
const LOCATIONS: [&str; 7] = ["path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"];
/// The data directory if none is configured.
const DEFAULT_DIRECTORY: &str = "data";

/// Reads a configuration. A file that does not contain a hash has the defaults of version 3.
///
/// # Errors
/// If Puppet rejects the configuration.
pub(super) fn read(tree: &DataTree, layer: &LayerKind) -> SettingsResult<Configuration> {
    let Data::Hash(_) = &tree.kind else { return version_3(&Settings::empty(tree.range.clone())) };
    let settings = Settings::new(tree)?;
    match settings.get("version").map(|version| &version.kind) {
        // Puppet reads a file without a version as one of version 3.
        None | Some(Data::Undef | Data::Integer(3)) => version_3(&settings),
        Some(Data::Integer(4)) if *layer == LayerKind::Global => Err(settings.problem(
            "version",
            "Puppet does not allow version 4 in the global layer",
            "use version 5",
        )),
        Some(Data::Integer(4)) => version_4(&settings),
        Some(Data::Integer(5)) => version_5(&settings, layer),
        Some(_) => Err(settings.problem("version", "the version must be 3, 4 or 5", "write `version: 5`")),
    }
}

/// The default configuration of Puppet, which applies if there is no file.
pub(super) fn default_settings() -> Configuration {
    let entry = EntrySettings {
        name: "Common".to_owned(),
        provider: Provider::Data(DataFormat::PuppetYaml),
        datadir: DEFAULT_DIRECTORY.to_owned(),
        locations: Locations::Paths(vec!["common.yaml".to_owned()]),
        extension: None,
        options: Options::NONE,
        ignores_paths: false,
        range: 0..0,
    };
    Configuration { version: 5, hierarchy: vec![entry], default_hierarchy: None }
}

/// Reads a configuration of version 5.
fn version_5(settings: &Settings<'_>, layer: &LayerKind) -> SettingsResult<Configuration> {
    settings.check_names(&["version", "defaults", "hierarchy", "plan_hierarchy", "default_hierarchy"])?;
    let defaults = match settings.unless_null("defaults", Settings::hash)? {
        Some(defaults) => Defaults::read(&defaults)?,
        None => Defaults {
            function: Some(("data_hash", "yaml_data".to_owned())),
            datadir: DEFAULT_DIRECTORY.to_owned(),
            options: Options::NONE,
        },
    };
    let hierarchy = match settings.unless_null("hierarchy", Settings::list)? {
        Some(entries) => levels_of_version_5(&entries, &defaults, layer)?,
        None => {
            // The file has no hierarchy, so the level of Puppet's default configuration is used, with the defaults of
            // the file.
            let mut hierarchy = default_settings().hierarchy;
            for entry in &mut hierarchy {
                entry.datadir.clone_from(&defaults.datadir);
                entry.options.clone_from(&defaults.options);
                entry.provider = defaults.provider(settings, "hierarchy")?;
            }
            hierarchy
        }
    };
    // Only plans use the levels of `plan_hierarchy`. They are validated, because Puppet rejects the file if they are
    // invalid.
    if let Some(entries) = settings.list("plan_hierarchy")? {
        levels_of_version_5(&entries, &defaults, layer)?;
    }
    let default_hierarchy = match settings.list("default_hierarchy")? {
        Some(_) if !matches!(layer, LayerKind::Module(_)) => {
            let message = "only the hiera.yaml of a module may have a default_hierarchy";
            return Err(settings.problem("default_hierarchy", message, "move these levels to the hierarchy"));
        }
        Some(entries) => Some(levels_of_version_5(&entries, &defaults, layer)?),
        None => None,
    };
    Ok(Configuration { version: 5, hierarchy, default_hierarchy })
}

/// The settings of levels that do not have their own.
struct Defaults {
    function: Option<(&'static str, String)>,
    datadir: String,
    options: Options,
}

impl Defaults {
    /// Reads the setting `defaults` of a configuration of version 5.
    fn read(settings: &Settings<'_>) -> SettingsResult<Self> {
        settings.check_names(&["data_hash", "lookup_key", "data_dig", "datadir", "options"])?;
        let options = options(settings)?.unwrap_or(Options::NONE);
        Ok(Self {
            options,
            // Only the first three functions can be defaults: a backend of Hiera 3 or 4 cannot.
            function: function(settings, &FUNCTIONS[..3])?,
            datadir: settings.text("datadir")?.unwrap_or(DEFAULT_DIRECTORY).to_owned(),
        })
    }

    /// The provider of a level without a function of its own. `name` is that of the setting at which a
    /// problem is shown.
    fn provider(&self, settings: &Settings<'_>, name: &str) -> SettingsResult<Provider> {
        match &self.function {
            Some((kind, function)) => Ok(provider(kind, function)),
            None => Err(settings.problem(
                name,
                "neither the level nor the defaults have a function such as data_hash",
                "write `data_hash: yaml_data`",
            )),
        }
    }
}

/// The function that a level or the defaults specify; more than one is an error.
fn function(
    settings: &Settings<'_>,
    allowed: &[&'static str],
) -> SettingsResult<Option<(&'static str, String)>> {
    let mut found = None;
    for kind in allowed {
        let Some(name) = settings.text(kind)? else { continue };
        if found.is_some() {
            return Err(settings.problem(
                kind,
                "there are two functions, but only one is allowed",
                "remove one of them",
            ));
        }
        found = Some((*kind, name.to_owned()));
    }
    Ok(found)
}

/// The provider for a function, which the setting `kind` names.
fn provider(kind: &str, name: &str) -> Provider {
    match (kind, name) {
        ("data_hash", "yaml_data") => Provider::Data(DataFormat::PuppetYaml),
        ("data_hash", "json_data") => Provider::Data(DataFormat::PuppetJson),
        ("lookup_key", "eyaml_lookup_key") => Provider::Eyaml,
        ("hiera3_backend", name) => Provider::Unsupported(format!("the Hiera 3 backend `{name}`")),
        (kind, name) => Provider::Unsupported(format!("the {kind} function `{name}`")),
    }
}

/// The options that a level or the defaults specify; `None` if there are none.
fn options(settings: &Settings<'_>) -> SettingsResult<Option<Options>> {
    let Some(options) = settings.hash("options")? else { return Ok(None) };
    for name in options.names() {
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.ends_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':'));
        // Puppet itself passes the place of the data as an option with one of these names.
        if !is_name || matches!(name, "path" | "uri") {
            return Err(options.problem(name, format!("`{name}` cannot be an option"), "use another name"));
        }
    }
    Ok(Some(Options { is_empty: options.names().next().is_none(), texts: options.all_texts() }))
}

/// Reads a list of levels of version 5.
fn levels_of_version_5(
    entries: &[&DataTree],
    defaults: &Defaults,
    layer: &LayerKind,
) -> SettingsResult<Vec<EntrySettings>> {
    let mut names: Vec<&str> = FUNCTIONS.to_vec();
    names.extend(LOCATIONS);
    names.extend(["name", "options", "datadir"]);
    let mut levels = Vec::new();
    for entry in entries {
        let settings = Settings::new(entry)?;
        settings.check_names(&names)?;
        let options = options(&settings)?;
        let provider = match function(&settings, &FUNCTIONS)? {
            Some((kind, name)) => {
                check_backend(&settings, kind, &name, layer)?;
                provider(kind, &name)
            }
            None => defaults.provider(&settings, "name")?,
        };
        levels.push(EntrySettings {
            name: settings.required_text("name")?.to_owned(),
            provider,
            datadir: settings.text("datadir")?.unwrap_or(&defaults.datadir).to_owned(),
            locations: locations(&settings)?,
            // If a level has options, they replace those of the defaults, and are not merged with them.
            options: options.unwrap_or_else(|| defaults.options.clone()),
            extension: None,
            // A backend of Hiera 3 finds its files itself.
            ignores_paths: settings.get("hiera3_backend").is_some(),
            range: entry.range.clone(),
        });
    }
    check_unique(&levels)?;
    Ok(levels)
}

/// Fails if a level may not use a backend of Hiera 3: it is not in the global layer, or Puppet has a function for the
/// format.
fn check_backend(settings: &Settings<'_>, kind: &str, name: &str, layer: &LayerKind) -> SettingsResult<()> {
    if kind != "hiera3_backend" {
        return Ok(());
    }
    if *layer != LayerKind::Global {
        let message = "hiera3_backend is only allowed in the global layer";
        return Err(settings.problem(kind, message, "use a function such as data_hash"));
    }
    if matches!(name, "yaml" | "json" | "hocon") {
        let message = format!("Puppet does not allow hiera3_backend with {name}");
        // For these formats, Puppet has functions of its own.
        return Err(settings.problem(kind, message, format!("write `data_hash: {name}_data`")));
    }
    Ok(())
}

/// The places of a level. Only one setting may specify them.
fn locations(settings: &Settings<'_>) -> SettingsResult<Locations> {
    let mut present = LOCATIONS.iter().filter(|name| settings.get(name).is_some());
    let first = present.next();
    if let Some(second) = present.next() {
        let message = "a level must have only one of path, paths, glob, globs, uri, uris and mapped_paths";
        return Err(settings.problem(second, message, "remove one, or write two levels"));
    }
    let single_text = |name| Ok(settings.text(name)?.map(|text| vec![text.to_owned()]).unwrap_or_default());
    Ok(match first {
        None => Locations::None,
        Some(&"path") => Locations::Paths(single_text("path")?),
        Some(&"glob") => Locations::Globs(single_text("glob")?),
        Some(&"uri") => Locations::Uris(single_text("uri")?),
        Some(&"paths") => Locations::Paths(settings.texts("paths")?),
        Some(&"globs") => Locations::Globs(settings.texts("globs")?),
        Some(&"uris") => Locations::Uris(settings.texts("uris")?),
        Some(name) => match <[String; 3]>::try_from(settings.texts(name)?) {
            Ok([variable, name, template]) => Locations::Mapped { variable, name, template },
            Err(_) => {
                let message = "mapped_paths must have three elements";
                let help = "write [variable, name of an element, path that uses this name]";
                return Err(settings.problem(name, message, help));
            }
        },
    })
}

/// Fails if two levels have the same name, because Puppet rejects this.
fn check_unique(entries: &[EntrySettings]) -> SettingsResult<()> {
    let mut first_ranges: FxHashMap<&str, &Range<usize>> = FxHashMap::default();
    for entry in entries {
        if let Some(first) = first_ranges.insert(&entry.name, &entry.range) {
            return Err(Problem {
                range: entry.range.clone(),
                message: format!("two levels have the name `{}`", entry.name),
                help: "give each level its own name".to_owned(),
                first: Some(first.clone()),
            });
        }
    }
    Ok(())
}

/// Reads a configuration of version 4, in which each level has a backend.
fn version_4(settings: &Settings<'_>) -> SettingsResult<Configuration> {
    settings.check_names(&["version", "datadir", "hierarchy"])?;
    let datadir = settings.unless_null("datadir", Settings::text)?.unwrap_or(DEFAULT_DIRECTORY);
    let Some(entries) = settings.unless_null("hierarchy", Settings::list)? else {
        let entry = EntrySettings {
            name: "common".to_owned(),
            datadir: datadir.to_owned(),
            locations: Locations::Paths(vec!["common".to_owned()]),
            extension: Some(".yaml".to_owned()),
            ..default_settings().hierarchy.remove(0)
        };
        return Ok(Configuration { version: 4, hierarchy: vec![entry], default_hierarchy: None });
    };
    let mut hierarchy = Vec::new();
    for entry in entries {
        let level_settings = Settings::new(entry)?;
        level_settings.check_names(&["name", "backend", "datadir", "path", "paths"])?;
        let name = level_settings.required_text("name")?;
        let (provider, extension) = match level_settings.required_text("backend")? {
            "yaml" => (Provider::Data(DataFormat::PuppetYaml), ".yaml"),
            "json" => (Provider::Data(DataFormat::PuppetJson), ".json"),
            // HOCON cannot be read here, so lookups that reach the level fail (Decision 22).
            "hocon" => (Provider::Unsupported("the backend `hocon`".to_owned()), ".conf"),
            backend => {
                let message = format!("version 4 has no backend `{backend}`");
                return Err(level_settings.problem("backend", message, "use yaml, json or hocon"));
            }
        };
        let paths = match level_settings.get("paths") {
            Some(_) => level_settings.texts("paths")?,
            // If a level has no path, its name is its path.
            None => vec![level_settings.text("path")?.unwrap_or(name).to_owned()],
        };
        hierarchy.push(EntrySettings {
            name: name.to_owned(),
            provider,
            datadir: level_settings.text("datadir")?.unwrap_or(datadir).to_owned(),
            locations: Locations::Paths(paths),
            extension: Some(extension.to_owned()),
            options: Options::NONE,
            ignores_paths: false,
            range: entry.range.clone(),
        });
    }
    check_unique(&hierarchy)?;
    Ok(Configuration { version: 4, hierarchy, default_hierarchy: None })
}

/// Reads a configuration of version 3. In Puppet, its keys may be strings as well as symbols.
fn version_3(settings: &Settings<'_>) -> SettingsResult<Configuration> {
    let backends = settings.text_or_texts("backends")?.unwrap_or_else(|| vec!["yaml".to_owned()]);
    let levels = settings
        .text_or_texts("hierarchy")?
        .unwrap_or_else(|| vec!["nodes/%{::trusted.certname}".to_owned(), "common".to_owned()]);
    let mut names =
        vec!["version", "backends", "hierarchy", "logger", "merge_behavior", "deep_merge_options"];
    names.extend(backends.iter().map(String::as_str));
    settings.check_names(&names)?;
    let mut hierarchy = Vec::new();
    // Each backend becomes one level whose paths are all levels, so that all levels of a backend are searched before
    // the next backend.
    for backend in &backends {
        let section = settings.hash(backend)?;
        let text = |name| section.as_ref().map_or(Ok(None), |section| section.text(name));
        let extension = text("extension")?.unwrap_or(if backend == "hocon" { "conf" } else { backend });
        hierarchy.push(EntrySettings {
            name: backend.clone(),
            provider: match backend.as_str() {
                "yaml" => Provider::Data(DataFormat::PuppetYaml),
                "json" => Provider::Data(DataFormat::PuppetJson),
                "eyaml" => Provider::Eyaml,
                name => Provider::Unsupported(format!("the backend `{name}`")),
            },
            datadir: text("datadir")?.unwrap_or(DEFAULT_DATADIR).to_owned(),
            locations: Locations::Paths(levels.clone()),
            extension: Some(format!(".{extension}")),
            // Puppet passes the settings of its section only to eyaml.
            options: match &section {
                Some(section) if backend == "eyaml" => {
                    Options { is_empty: false, texts: section.all_texts() }
                }
                _ => Options::NONE,
            },
            // Puppet calls the function of a backend of Hiera 3 even if no file exists.
            ignores_paths: true,
            range: section.map_or(0..0, |section| section.range()),
        });
    }
    check_unique(&hierarchy)?;
    Ok(Configuration { version: 3, hierarchy, default_hierarchy: None })
}
