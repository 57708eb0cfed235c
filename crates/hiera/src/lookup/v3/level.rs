//! Levels of a hierarchy, prepared so that most of them can be interpolated without an evaluator.

use crate::store::Value;
use std::fmt::Write as _;

/// A level, or another setting with interpolations.
#[derive(Debug)]
pub(in crate::lookup) struct Level {
    text: String,
    /// The parts of the text, if all its interpolations are names of variables.
    parts: Option<Vec<Part>>,
}

#[derive(Debug)]
enum Part {
    Text(String),
    Variable(String),
}

impl Level {
    pub(in crate::lookup) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), parts: parts(text) }
    }

    /// The level as it is written.
    pub(in crate::lookup) fn text(&self) -> &str {
        &self.text
    }

    /// Whether there is nothing to interpolate.
    pub(super) fn is_plain(&self) -> bool {
        !self.text.contains("%{")
    }

    /// Whether the level interpolates anything except plain variables.
    pub(super) fn is_computed(&self) -> bool {
        self.parts.is_none()
    }

    /// Writes the level for a scope. Returns whether this was possible without an evaluator; otherwise, `out` contains
    /// only a part of it.
    pub(super) fn write(&self, scope: &Value, out: &mut String) -> bool {
        let Some(parts) = &self.parts else { return false };
        for part in parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Variable(name) => match scope.get(name) {
                    None | Some(Value::Nil) => {}
                    // Values of variables are interpolated as well; this requires an evaluator.
                    Some(Value::Text(text)) if !text.contains("%{") => out.push_str(text),
                    Some(Value::Integer(value)) => {
                        let _ = write!(out, "{value}");
                    }
                    Some(Value::Bool(value)) => out.push_str(if *value { "true" } else { "false" }),
                    Some(_) => return false,
                },
            }
        }
        true
    }

    /// The values of variables for which the level gives a path; `None` if there are no such values, or if the level
    /// interpolates anything except variables. If there are several solutions, each variable gets the shortest text.
    pub(super) fn solve(&self, path: &str) -> Option<Vec<(String, String)>> {
        let mut values: Vec<(String, String)> = Vec::new();
        let mut remaining = path;
        let mut parts = self.parts.as_deref()?;
        while let [part, following @ ..] = parts {
            parts = following;
            let name = match part {
                Part::Text(text) => {
                    remaining = remaining.strip_prefix(text.as_str())?;
                    continue;
                }
                Part::Variable(name) => name,
            };
            let end = match following {
                // The last text must be at the end of the path.
                [Part::Text(text)] => remaining.strip_suffix(text.as_str())?.len(),
                [Part::Text(text), ..] => remaining.find(text.as_str())?,
                // This does not occur, because `parts` adds a text after each variable, which may be empty.
                _ => remaining.len(),
            };
            let value = &remaining[..end];
            // A variable has only one value, even if it occurs several times.
            if values.iter().any(|(earlier_name, earlier)| earlier_name == name && earlier != value) {
                return None;
            }
            values.push((name.clone(), value.to_owned()));
            remaining = &remaining[end..];
        }
        remaining.is_empty().then_some(values)
    }
}

/// The parts of a text, if all its interpolations are plain names. Such a text cannot cause a loop, so it needs no
/// guard.
fn parts(text: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut remaining = text;
    while let Some(start) = remaining.find("%{") {
        // Ruby's pattern does not match a `%{` without `}`, so this is literal text.
        let Some(length) = remaining[start..].find('}') else { break };
        let name = &remaining[start + 2..start + length];
        // `%{::}` is empty, and digits would be the index of an array; a plain name contains a letter.
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-'))
            && name.chars().any(|c| c.is_ascii_alphabetic());
        if !is_plain {
            return None;
        }
        parts.push(Part::Text(remaining[..start].to_owned()));
        parts.push(Part::Variable(name.to_owned()));
        remaining = &remaining[start + length + 1..];
    }
    parts.push(Part::Text(remaining.to_owned()));
    Some(parts)
}

/// Whether Hiera skips a level, because its path or a part of it is empty.
pub(crate) fn is_ignored(path: &str) -> bool {
    // A path that starts or ends with a slash has an empty part there. Hiera finds it with `^` and `$`, which match at
    // every line in Ruby.
    path.is_empty()
        || path.contains("//")
        || path.split('\n').any(|line| line.starts_with('/') || line.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of variables with their values.
    type Values<'t> = &'t [(&'t str, &'t str)];

    #[test]
    fn paths_give_the_values_of_variables() {
        let cases: [(&str, &str, Option<Values<'_>>); 8] = [
            ("common", "common", Some(&[])),
            ("common", "other", None),
            ("nodes/%{::fqdn}", "nodes/web1", Some(&[("::fqdn", "web1")])),
            ("%{env}/%{role}", "prod/db", Some(&[("env", "prod"), ("role", "db")])),
            ("%{os}/%{os}_%{v}", "a/a_1", Some(&[("os", "a"), ("os", "a"), ("v", "1")])),
            ("%{os}/%{os}_%{v}", "a/b_1", None),
            ("%{a}-x", "y-z", None),
            ("%{hiera('a')}", "x", None),
        ];
        for (level, path, expected) in cases {
            let solved = Level::new(level).solve(path);
            let solved: Option<Vec<(&str, &str)>> =
                solved.as_ref().map(|values| values.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect());
            assert_eq!(solved.as_deref(), expected, "{level} {path}");
        }
    }
}
