//! Levels of the hierarchy: the files of each level, and the name of its category.

use super::interpolation::{Segment, split};

/// A level of one backend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) backend: String,
    /// The path as written, below the fixed part of the data folder.
    pub(super) path: String,
    /// The name of its category.
    pub(super) name: String,
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
/// A level whose only variable part is one variable has the name of this variable, except that the node's own name is
/// called `node`; a level without variables has the name of its path. Only the last level may be called `common`,
/// because it applies to every node. Equal names are distinguished by backend and number.
pub(super) fn name(mut levels: Vec<&mut Level>) {
    let count = levels.len();
    let mut taken: Vec<String> = vec!["common".to_owned()];
    for (at, level) in levels.iter_mut().enumerate() {
        let preferred = preferred_name(&level.path);
        if preferred == "common" && at + 1 == count {
            level.name = preferred;
            continue;
        }
        let mut name = preferred.clone();
        if taken.contains(&name) {
            name = format!("{preferred} ({})", level.backend);
        }
        let mut number = 2;
        while taken.contains(&name) {
            name = format!("{preferred} ({} {number})", level.backend);
            number += 1;
        }
        taken.push(name.clone());
        level.name = name;
    }
}

fn preferred_name(path: &str) -> String {
    let segments = split(path);
    let variables: Vec<&str> = segments
        .iter()
        .filter_map(|segment| match segment {
            Segment::Interpolated { inner, .. } => Some(inner.trim_start_matches("::")),
            Segment::Text(_) => None,
        })
        .collect();
    match variables.as_slice() {
        ["fqdn" | "clientcert" | "certname" | "trusted.certname"] => "node".to_owned(),
        // The category of environments is compared with the environment itself, so no other level may have this name.
        ["environment"] if segments.len() == 1 => "environment".to_owned(),
        ["environment"] => path.to_owned(),
        [variable] if is_name(variable) => (*variable).to_owned(),
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
        name(levels.iter_mut().collect());
        let names: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
        let expected = [
            "node",
            "environment",
            "role",
            "%{a}/%{b}",
            "common (yaml)",
            "node (json)",
            "environment (json)",
            "role (json)",
            "%{a}/%{b} (json)",
            "common",
        ];
        assert_eq!(names, expected);
    }
}
