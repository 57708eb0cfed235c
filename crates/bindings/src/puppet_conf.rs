//! The locations of data in a `puppet.conf`, as proposed in Puppet's issue 6079: `datalocation`, the directory of the
//! data of classes, and `datalibrary`, the data file of the site, by default `$datalocation/site.pdl`.
//!
//! The section of the environment takes precedence, then `server`, `master`, `main` and `agent`. Other settings are
//! ignored.

use crate::files::{Files, display_path};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes, nearest};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The sections that apply to every environment, in descending precedence.
const SECTIONS: [&str; 4] = ["server", "master", "main", "agent"];
/// The name of the setting for the directory of the data of classes.
const DIRECTORY_SETTING: &str = "datalocation";
/// The name of the setting for the data file of the site.
const FILE_SETTING: &str = "datalibrary";

/// The locations of the data of a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DataLocation {
    /// The directory of the data of classes.
    pub directory: PathBuf,
    /// The file that belongs to no class.
    pub file: PathBuf,
}

/// The data settings of a `puppet.conf`.
#[derive(Debug)]
pub struct PuppetConf {
    source: Arc<Source>,
    /// The directory of the file, which paths are relative to.
    directory: PathBuf,
    settings: Vec<Setting>,
}

/// A line of the file that sets a location of data.
#[derive(Debug)]
struct Setting {
    section: String,
    name: &'static str,
    value: String,
    /// The range of the line without surrounding blanks.
    range: Range<usize>,
}

impl PuppetConf {
    /// Reads the settings. `directory` is the directory of the file.
    #[must_use]
    pub fn read(source: &Arc<Source>, directory: &Path) -> Self {
        let (mut section, mut settings, mut line_start) = ("main", Vec::new(), 0);
        for line in source.text().split_inclusive('\n') {
            let text = line.trim();
            if let Some((name, _)) = text.strip_prefix('[').and_then(|header| header.split_once(']')) {
                section = name.trim();
            } else if let Some((name, value)) = text.split_once('=')
                && let Some(name) =
                    [DIRECTORY_SETTING, FILE_SETTING].into_iter().find(|setting| *setting == name.trim())
            {
                // A comment may follow the value.
                let value = value.split(" #").next().unwrap_or_default().trim().to_owned();
                let text_start = line_start + line.find(text).unwrap_or(0);
                let range = text_start..text_start + text.len();
                settings.push(Setting { section: section.to_owned(), name, value, range });
            }
            line_start += line.len();
        }
        Self { source: Arc::clone(source), directory: directory.to_owned(), settings }
    }

    /// The locations for an environment; reports an error and returns `None` if there are none.
    pub fn location(
        &self,
        environment: &str,
        files: &dyn Files,
        problems: &mut Diagnostics,
    ) -> Option<DataLocation> {
        let directory = self.setting(DIRECTORY_SETTING, environment);
        let file = self.setting(FILE_SETTING, environment);
        if directory.is_none() && file.is_none() {
            let message = format!(
                "no section that applies to the environment `{environment}` sets `{DIRECTORY_SETTING}`"
            );
            let problem = Diagnostic::error(codes::BINDINGS_ENVIRONMENT, message).at(&self.source, 0..0);
            problems.push(
                problem.help(format!("add `{DIRECTORY_SETTING} = /path/of/the/data` to the section [main]")),
            );
            return None;
        }
        let path = |setting: &Setting, directory: &str, problems: &mut Diagnostics| {
            let path = PathBuf::from(self.interpolated(setting, environment, directory, problems));
            // The value of a variable is an absolute path, so a setting that starts with a variable is not relative to
            // the file.
            if setting.value.starts_with('$') { path } else { self.directory.join(path) }
        };
        let directory = match directory {
            Some(setting) => {
                let no_directory = "";
                let directory = path(setting, no_directory, problems);
                if !problems.has_errors() && !files.is_directory(&directory) {
                    let message = format!("there is no directory {}", display_path(&directory));
                    let problem = Diagnostic::error(codes::BINDINGS_ENVIRONMENT, message);
                    let problem = problem.at(&self.source, setting.range.clone());
                    problems.push(problem.help("create it, or correct the path"));
                }
                directory
            }
            None => self.directory.join("data"),
        };
        let file = match file {
            Some(setting) => path(setting, &directory.to_string_lossy(), problems),
            None => directory.join("site.pdl"),
        };
        Some(DataLocation { directory, file })
    }

    /// A setting for an environment: from the section of the environment, or from the general sections.
    fn setting(&self, name: &str, environment: &str) -> Option<&Setting> {
        let mut sections = std::iter::once(environment).chain(SECTIONS);
        // If a section contains a setting several times, the last line is used, as in Puppet.
        sections.find_map(|section| {
            self.settings.iter().rev().find(|setting| setting.name == name && setting.section == section)
        })
    }

    /// The value of a setting, with each variable replaced by its value. `environment` and `directory` are values of
    /// variables.
    fn interpolated(
        &self,
        setting: &Setting,
        environment: &str,
        directory: &str,
        problems: &mut Diagnostics,
    ) -> String {
        let confdir = self.directory.to_string_lossy();
        let variables =
            [("confdir", &*confdir), ("environment", environment), (DIRECTORY_SETTING, directory)];
        let (mut out, mut remaining) = (String::new(), setting.value.as_str());
        while let Some((before, after)) = remaining.split_once('$') {
            out.push_str(before);
            // `$name` or `${name}`.
            let unbraced = after.strip_prefix('{').unwrap_or(after);
            let has_brace = unbraced.len() < after.len();
            let name_end = unbraced.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let (name, after_name) = unbraced.split_at(name_end.unwrap_or(unbraced.len()));
            remaining =
                if has_brace { after_name.strip_prefix('}').unwrap_or(after_name) } else { after_name };
            match variables.iter().find(|(variable, _)| *variable == name) {
                Some((_, value)) => out.push_str(value),
                None => {
                    let message = format!("`${name}` has no value in the setting `{}`", setting.name);
                    let help = match nearest(name, variables.iter().map(|(variable, _)| *variable)) {
                        Some(similar) => format!("did you mean `${similar}`?"),
                        None => "write the path itself".to_owned(),
                    };
                    let problem = Diagnostic::error(codes::BINDINGS_ENVIRONMENT, message);
                    problems.push(problem.at(&self.source, setting.range.clone()).help(help));
                }
            }
        }
        out + remaining
    }
}
