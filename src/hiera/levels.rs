//! Levels of the hierarchy: the files of each level, and the name of its category.

use super::interpolation::{Segment, split};
use rustc_hash::{FxHashMap, FxHashSet};

/// A level of one backend, which is a category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Level {
    /// The name of the backend.
    pub(super) backend: String,
    /// The path as written, below the fixed part of the data folder.
    pub(super) path: String,
    /// The name of its category.
    pub(super) name: String,
}

/// A path without `.` and `..`; `None` if it leaves its folder.
pub(super) fn without_dots(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The paths that a level may produce: its text, with any text instead of an interpolation.
#[derive(Debug)]
pub(super) struct Pattern {
    texts: Vec<String>,
}

impl Pattern {
    pub(super) fn new(level: &str) -> Self {
        let mut texts = vec![String::new()];
        for segment in split(level) {
            match segment {
                Segment::Text(text) => {
                    if let Some(last) = texts.last_mut() {
                        last.push_str(text);
                    }
                }
                Segment::Interpolated { .. } => texts.push(String::new()),
            }
        }
        Self { texts }
    }

    /// Whether a path contains all the texts in their order, the first at its start and the last at its end.
    pub(super) fn matches(&self, path: &str) -> bool {
        let [first, middle @ ..] = self.texts.as_slice() else { return false };
        let Some((last, middle)) = middle.split_last() else { return path == first };
        let Some(mut rest) =
            path.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str()))
        else {
            return false;
        };
        for text in middle {
            let Some(at) = rest.find(text.as_str()) else { return false };
            rest = &rest[at + text.len()..];
        }
        true
    }
}

/// A level's path with a letter instead of each interpolation.
pub(super) fn with_placeholders(level: &str) -> String {
    let text = |segment: Segment<'_>| match segment {
        Segment::Text(text) => text.to_owned(),
        Segment::Interpolated { .. } => "x".to_owned(),
    };
    split(level).into_iter().map(text).collect()
}

/// Names the categories of all levels, in the order in which Hiera searches.
///
/// A level with one variable has the name of this variable, except that the node's own name is called `node`; any other
/// level has the name of its path. Equal names are distinguished by backend and number.
pub(super) fn name<'l>(levels: impl Iterator<Item = &'l mut Level>) {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut numbers: FxHashMap<(String, String), usize> = FxHashMap::default();
    for level in levels {
        let preferred = preferred_name(&level.path);
        let mut name = preferred.clone();
        if taken.contains(&name) {
            name = format!("{preferred} ({})", level.backend);
        }
        let number = numbers.entry((preferred.clone(), level.backend.clone())).or_insert(1);
        while taken.contains(&name) {
            *number += 1;
            name = format!("{preferred} ({} {number})", level.backend);
        }
        taken.insert(name.clone());
        level.name = name;
    }
}

fn preferred_name(path: &str) -> String {
    let segments = split(path);
    let mut variables = segments.iter().filter_map(|segment| match segment {
        Segment::Interpolated { inner, .. } => Some(inner.trim_start_matches("::")),
        Segment::Text(_) => None,
    });
    match (variables.next(), variables.next()) {
        (Some("fqdn" | "clientcert" | "certname" | "trusted.certname"), None) => "node".to_owned(),
        (Some(variable), None) if is_name(variable) => variable.to_owned(),
        _ if path.is_empty() => "(empty)".to_owned(),
        _ => path.to_owned(),
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_paths_with_any_values_of_variables() {
        let nodes = Pattern::new("nodes/%{::fqdn}");
        assert!(nodes.matches("nodes/web1") && nodes.matches("nodes/a/b") && !nodes.matches("os/web1"));
        let os = Pattern::new("%{os}/%{os}_%{release}");
        assert!(os.matches("ubuntu/ubuntu_14") && !os.matches("ubuntu/14") && !os.matches("ubuntu"));
        assert!(Pattern::new("%{empty}").matches("anything/at/all"));
        assert!(Pattern::new("common").matches("common") && !Pattern::new("common").matches("common2"));
        assert!(!Pattern::new("ab%{x}ba").matches("aba"));
    }

    #[test]
    fn categories_are_named_after_their_variables() {
        let hierarchy = ["nodes/%{::fqdn}", "%{::environment}", "roles/%{role}", "%{a}/%{b}", "common"];
        let mut levels: Vec<Level> = ["yaml", "json"]
            .iter()
            .flat_map(|backend| {
                hierarchy.iter().map(|path| Level {
                    backend: (*backend).to_owned(),
                    path: (*path).to_owned(),
                    name: String::new(),
                })
            })
            .collect();
        name(levels.iter_mut());
        let names: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
        let expected = [
            "node",
            "environment",
            "role",
            "%{a}/%{b}",
            "common",
            "node (json)",
            "environment (json)",
            "role (json)",
            "%{a}/%{b} (json)",
            "common (json)",
        ];
        assert_eq!(names, expected);
    }
}
