//! The paths that levels of the hierarchy may produce, whatever the values of variables and keys are.

use super::interpolation::{Segment, split};

/// A path without `.` and `..`; `None` if it leaves its directory.
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
    /// The texts before, between and after the interpolations; there is always one more than there are interpolations.
    texts: Vec<String>,
}

impl Pattern {
    /// The pattern of a level, which consists of the texts around its interpolations. A text may be empty.
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
        // The start and the end are removed first, because they must not overlap.
        let Some(mut remaining) =
            path.strip_prefix(first.as_str()).and_then(|path| path.strip_suffix(last.as_str()))
        else {
            return false;
        };
        for text in middle {
            // The first occurrence of a text leaves the most of the path for the texts that follow.
            let Some((_, following)) = remaining.split_once(text.as_str()) else { return false };
            remaining = following;
        }
        true
    }
}

/// The path of a level with a letter in the place of each interpolation.
pub(super) fn with_placeholders(level: &str) -> String {
    let texts = split(level).into_iter().map(|segment| match segment {
        Segment::Text(text) => text.to_owned(),
        Segment::Interpolated { .. } => "x".to_owned(),
    });
    texts.collect()
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
}
