//! The places of the data of a level: `path`, `paths`, `glob`, `globs`, `mapped_paths`, or a URI.
//!
//! Invariant: paths are joined as Ruby's `Pathname` joins them. This module knows no scopes.

use super::super::origin::FileIndex;
use super::template::Template;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of patterns in the cache of a level, for different values of its variables.
const MAX_PATTERNS: usize = 10_000;

/// A place of data, as the configuration specifies it.
#[derive(Debug)]
pub(super) enum Location {
    /// The configuration specifies no place.
    Missing,
    Path(Template),
    Glob(GlobLocation),
    /// A path that is used once for each element of a variable's value.
    Mapped {
        variable: String,
        /// The name of the variable that contains the element while the path is interpolated.
        name: String,
        template: Template,
    },
    Uri(String),
}

/// A pattern of paths.
#[derive(Debug)]
pub(super) struct GlobLocation {
    pub(super) template: Template,
    /// All files that the pattern may match for some values of its variables, ordered by the parts of their paths.
    files: Vec<(Box<str>, FileIndex)>,
    /// For each interpolated pattern, the indexes in `files` of the files that it matches.
    expanded: Mutex<FxHashMap<Box<str>, Arc<[usize]>>>,
}

impl GlobLocation {
    /// The file at an index of `files`.
    pub(super) fn file(&self, index: usize) -> Option<&(Box<str>, FileIndex)> {
        self.files.get(index)
    }

    /// The indexes of the files that an interpolated pattern matches, in search order; `None` if the pattern has too
    /// many alternatives.
    pub(super) fn matches(&self, pattern: &str) -> Option<Arc<[usize]>> {
        let mut expanded = self.expanded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = expanded.get(pattern) {
            return Some(Arc::clone(known));
        }
        let mut indexes = Vec::new();
        // `Dir.glob` lists the files of one alternative after those of another, so a file that matches two alternatives
        // is listed twice.
        for glob in super::glob::Glob::parse(pattern)? {
            for (index, (path, _)) in self.files.iter().enumerate() {
                let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
                if glob.matches(&parts) {
                    indexes.push(index);
                }
            }
        }
        let indexes: Arc<[usize]> = indexes.into();
        // When the cache is full, further results are not kept, so that variables cannot fill the memory.
        if expanded.len() < MAX_PATTERNS {
            expanded.insert(pattern.into(), Arc::clone(&indexes));
        }
        Some(indexes)
    }
}

/// What all paths of a location have in common, whatever the values of variables are.
#[derive(Debug)]
pub(super) struct PathPattern {
    /// The absolute path of a directory that contains all paths.
    pub(super) directory: String,
    /// The end of all paths.
    pub(super) end: String,
}

impl PathPattern {
    /// Whether a path may be one of these paths.
    pub(super) fn may_match(&self, path: &str) -> bool {
        path.strip_prefix(self.directory.as_str()).is_some_and(|inner| inner.ends_with(&self.end))
    }
}

impl Location {
    pub(super) fn path(text: &str) -> Self {
        Location::Path(Template::new(text))
    }

    pub(super) fn glob(text: &str) -> Self {
        let template = Template::new(text);
        Location::Glob(GlobLocation { template, files: Vec::new(), expanded: Mutex::default() })
    }

    pub(super) fn mapped(variable: &str, name: &str, template: &str) -> Self {
        Location::Mapped {
            variable: variable.to_owned(),
            name: name.to_owned(),
            template: Template::new(template),
        }
    }

    /// The location as it is written.
    pub(super) fn text(&self) -> &str {
        match self {
            Location::Missing => "",
            Location::Uri(text) => text,
            Location::Glob(GlobLocation { template, .. })
            | Location::Path(template)
            | Location::Mapped { template, .. } => template.text(),
        }
    }

    /// Whether the location's files depend on more than plain variables.
    pub(super) fn is_computed(&self) -> bool {
        match self {
            Location::Path(template) => template.is_computed(),
            Location::Glob(_) | Location::Mapped { .. } => true,
            Location::Missing | Location::Uri(_) => false,
        }
    }

    /// What the paths of the location in a data directory have in common: the directory that none of them leaves, and
    /// their end. For `nodes/%{fqdn}.yaml` in `data`, these are `data/nodes` and `.yaml`. `None` if the location has no
    /// paths.
    pub(super) fn pattern(&self, datadir: &str, extension: Option<&str>) -> Option<PathPattern> {
        let is_glob = matches!(self, Location::Glob(_));
        if matches!(self, Location::Missing | Location::Uri(_)) {
            return None;
        }
        let mut text = normalized(join(datadir, self.text()));
        if let Some(extension) = extension.filter(|extension| !text.ends_with(extension)) {
            text.push_str(extension);
        }
        let first_special = text.find(|c: char| is_glob && matches!(c, '*' | '?' | '[' | '{' | '\\'));
        let variable_start = [text.find("%{"), first_special].into_iter().flatten().min();
        let fixed_start = &text[..variable_start.unwrap_or(text.len())];
        let directory = fixed_start.rsplit_once('/').map_or("", |(directory, _)| directory);
        let end = if variable_start.is_none() {
            // Nothing varies, so the end is the complete file name.
            &text[directory.len()..]
        } else {
            // The text after the last `}` or, in a pattern, after the last special character is the end of every path.
            // A `}` ends an interpolation or alternatives.
            let last_special =
                text.rfind(|c: char| c == '}' || is_glob && matches!(c, '*' | '?' | ']' | '\\'));
            &text[last_special.map_or(directory.len(), |position| position + 1)..]
        };
        Some(PathPattern { directory: directory.to_owned(), end: end.to_owned() })
    }

    /// Sets the files that may be used for some values of the variables.
    pub(super) fn set_files(&mut self, mut found: Vec<(Box<str>, FileIndex)>) {
        if let Location::Glob(GlobLocation { files, .. }) = self {
            // `Dir.glob` sorts the names within each directory. A comparison of whole texts would place `a-b` before
            // `a/b`.
            found.sort_by(|(a, _), (b, _)| a.split('/').cmp(b.split('/')));
            *files = found;
        }
    }
}

/// A path in a directory. An absolute path replaces the directory, and `..` at the beginning leaves the directory.
pub(super) fn join(directory: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let (mut directory, mut path) = (directory, path);
    loop {
        if let Some(inner) = path.strip_prefix("./") {
            path = inner.trim_start_matches('/');
        } else if path == ".." || path.starts_with("../") {
            directory = directory.rsplit_once('/').map_or("", |(directory, _)| directory);
            path = path[2..].trim_start_matches('/');
        } else {
            break;
        }
    }
    match path {
        "" | "." => directory.to_owned(),
        path => format!("{directory}/{path}"),
    }
}

/// An absolute path without empty parts, `.` and `..`.
pub(super) fn normalized(path: String) -> String {
    let is_plain = !path.contains("//") && !path.contains("/.");
    if is_plain && !path.ends_with('/') {
        return path;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            // The parent of the root is the root.
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_as_in_ruby() {
        for (directory, path, expected) in [
            ("/e/data", "a.yaml", "/e/data/a.yaml"),
            ("/e/data", "../a.yaml", "/e/a.yaml"),
            ("/e/data", "../../../a.yaml", "/a.yaml"),
            ("/e/data", "./a/../b", "/e/data/a/../b"),
            ("/e/data", "/x", "/x"),
            ("/e/data", ".", "/e/data"),
        ] {
            assert_eq!(join(directory, path), expected, "{path}");
        }
    }

    #[test]
    fn patterns_contain_all_paths() {
        let pattern = |location: Location, extension| {
            let pattern = location.pattern("/e/data", extension).expect("a pattern");
            (pattern.directory, pattern.end)
        };
        let expected = |directory: &str, end: &str| (directory.to_owned(), end.to_owned());
        assert_eq!(pattern(Location::path("common.yaml"), None), expected("/e/data", "/common.yaml"));
        assert_eq!(pattern(Location::path("n/%{fqdn}.yaml"), None), expected("/e/data/n", ".yaml"));
        assert_eq!(pattern(Location::path("n/%{fqdn}"), Some(".json")), expected("/e/data/n", ".json"));
        assert_eq!(pattern(Location::glob("n/**/*.yaml"), None), expected("/e/data/n", ".yaml"));
        assert_eq!(pattern(Location::glob("{a,b}"), None), expected("/e/data", ""));
    }
}
