//! Writes a `hiera.yaml` of version 5.
//!
//! Each backend becomes one level with all of its paths. The reason is that Ruby's Hiera searches all levels of a
//! backend before the next backend, and merges the values of a backend before those of several. This module does not
//! access files.

use crate::lookup::value_json;
use crate::store::Value;
use std::fmt::Write as _;

/// The data directory that Puppet uses for a level without `datadir`.
const DEFAULT_DATADIR: &str = "data";

/// A level of version 5, which represents a backend.
#[derive(Debug)]
pub(super) struct Level {
    /// The name of the level, which no other level has.
    pub(super) name: String,
    pub(super) function: Function,
    pub(super) datadir: String,
    /// The paths below the data directory, from the highest.
    pub(super) paths: Vec<String>,
    pub(super) options: Vec<(String, Value)>,
}

/// The function of Puppet that reads the data of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Yaml,
    Json,
    Eyaml,
}

impl Function {
    /// The line of a `hiera.yaml` of version 5 that selects this function.
    fn setting(self) -> &'static str {
        match self {
            Function::Yaml => "data_hash: yaml_data",
            Function::Json => "data_hash: json_data",
            Function::Eyaml => "lookup_key: eyaml_lookup_key",
        }
    }
}

/// The text of a configuration with the given levels.
pub(super) fn text(levels: &[Level]) -> String {
    let mut out = String::from("---\nversion: 5\n");
    if levels.is_empty() {
        out.push_str("hierarchy: []\n");
        return out;
    }
    out.push_str("hierarchy:\n");
    for level in levels {
        let _ = writeln!(out, "  - name: {}\n    {}", scalar(&level.name), level.function.setting());
        if level.datadir != DEFAULT_DATADIR {
            let _ = writeln!(out, "    datadir: {}", scalar(&level.datadir));
        }
        out.push_str("    paths:\n");
        for path in &level.paths {
            let _ = writeln!(out, "      - {}", scalar(path));
        }
        if !level.options.is_empty() {
            out.push_str("    options:\n");
        }
        for (name, value) in &level.options {
            let _ = write!(out, "      {name}: ");
            match value {
                Value::Text(text) => out.push_str(&scalar(text)),
                value => value_json(value, &mut out),
            }
            out.push('\n');
        }
    }
    out
}

/// A text as a YAML scalar. It is written as a JSON string, which is valid YAML, unless it is a plain name or path.
fn scalar(text: &str) -> String {
    let is_known_word = matches!(text, "yaml" | "json" | "eyaml" | DEFAULT_DATADIR);
    let is_name_or_path = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/'))
        // A word that has none of these characters may mean another value, such as `yes` or `null`.
        && text.contains(['.', '/', '_']);
    let mut out = String::new();
    if is_known_word || is_name_or_path {
        out.push_str(text);
    } else {
        value_json(&Value::text(text), &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_in_quotes_unless_they_are_plain() {
        for (text, expected) in [
            ("common.yaml", "common.yaml"),
            ("nodes/%{::fqdn}.yaml", r#""nodes/%{::fqdn}.yaml""#),
            ("yes", r#""yes""#),
            ("1.5", r#""1.5""#),
            ("a: \"b\"", r#""a: \"b\"""#),
            ("/etc/key.pem", "/etc/key.pem"),
        ] {
            assert_eq!(scalar(text), expected);
        }
    }
}
