//! The registry of starters: the files of each.

use crate::settings::escape;
use clap::ValueEnum;

/// What a new directory is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Starter {
    /// A crate whose types are generated from a declaration
    Rust,
    /// A metamodel of EMF and a document to check and convert
    Ecore,
    /// A tree of Hiera data to look up, check and upgrade
    Hiera,
}

/// Files by their path in the new directory.
type Files = &'static [(&'static str, &'static str)];

const RUST: Files = &[
    ("Cargo.toml", include_str!("starters/rust/Cargo.toml.txt")),
    ("README.md", include_str!("starters/rust/README.md")),
    ("build.rs", include_str!("starters/rust/build.rs")),
    ("models/shop.pp", include_str!("starters/rust/models/shop.pp")),
    ("modelwright.toml", include_str!("starters/rust/modelwright.toml")),
    ("src/main.rs", include_str!("starters/rust/src/main.rs")),
    ("stock.yaml", include_str!("starters/rust/stock.yaml")),
];

const ECORE: Files = &[
    ("README.md", include_str!("starters/ecore/README.md")),
    ("city.xmi", include_str!("starters/ecore/city.xmi")),
    ("library.ecore", include_str!("starters/ecore/library.ecore")),
    ("modelwright.toml", include_str!("starters/ecore/modelwright.toml")),
];

const HIERA: Files = &[
    ("README.md", include_str!("starters/hiera/README.md")),
    ("data/common.yaml", include_str!("starters/hiera/data/common.yaml")),
    ("data/nodes/web1.example.org.yaml", include_str!("starters/hiera/data/nodes/web1.example.org.yaml")),
    ("hiera.yaml", include_str!("starters/hiera/hiera.yaml")),
    ("modelwright.toml", include_str!("starters/hiera/modelwright.toml")),
    ("nodes.yaml", include_str!("starters/hiera/nodes.yaml")),
];

impl Starter {
    /// The files with their texts. A crate takes the library of this version from its registry, or from a directory
    /// with a copy of this project.
    pub(super) fn files(self, library: Option<&str>) -> Vec<(&'static str, String)> {
        let files = match self {
            Self::Rust => RUST,
            Self::Ecore => ECORE,
            Self::Hiera => HIERA,
        };
        let mut texts = Vec::new();
        for (path, text) in files {
            let text = match *path {
                "Cargo.toml" => text.replace("{version}", VERSION) + &library.map_or_else(String::new, patch),
                "src/main.rs" => program_text(text),
                _ => (*text).to_owned(),
            };
            texts.push((*path, text));
        }
        texts
    }
}

/// The version of the crates, which is that of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The crates that a new crate depends on, and their directories in this project. The crates that these need are found
/// by their paths.
const CRATES: [(&str, &str); 2] =
    [("modelwright-build", "crates/build"), ("modelwright-typed", "crates/typed")];

/// The part of a manifest that takes the crates from a copy of this project.
fn patch(library: &str) -> String {
    let library = escape(&library.replace('\\', "/"));
    let crates = CRATES.map(|(name, directory)| format!("{name} = {{ path = \"{library}/{directory}\" }}\n"));
    let comment = "# The crates of a copy of modelwright, in the place of published ones. Without these lines, cargo takes version";
    format!("\n{comment}\n# {VERSION} from its registry.\n[patch.crates-io]\n{}", crates.concat())
}

/// A program of the examples without its tests, and without what only the lints of this project require.
fn program_text(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("#![allow")).collect();
    // The line that was removed had an empty one on both sides.
    lines.dedup_by(|next, line| next.is_empty() && line.is_empty());
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_neither_tests_nor_lints() {
        let text = "//! A.\n\n#![allow(x, reason = \"y\")]\n\nfn main() {}\n\n#[cfg(test)]\nmod tests {}\n";
        assert_eq!(program_text(text), "//! A.\n\nfn main() {}\n");
    }

    #[test]
    fn the_directory_of_the_library_is_a_valid_string() {
        let files = Starter::Rust.files(Some(r#"C:\a "b""#));
        assert!(files[0].1.contains(r#"{ path = "C:/a \"b\"/crates/typed" }"#), "{}", files[0].1);
    }
}
