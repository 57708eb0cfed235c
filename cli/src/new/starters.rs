//! The registry of starters: the files of each.

use crate::settings::escape;
use clap::ValueEnum;

/// What a new folder is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Starter {
    /// A crate whose types are generated from a declaration
    Rust,
    /// A metamodel of EMF and a document to check and convert
    Ecore,
    /// A tree of Hiera data to look up, check and upgrade
    Hiera,
}

/// Files by their path in the new folder.
type Files = &'static [(&'static str, &'static str)];

const RUST: Files = &[
    ("Cargo.toml", include_str!("starters/rust/Cargo.toml.txt")),
    ("README.md", include_str!("starters/rust/README.md")),
    ("build.rs", include_str!("../../../examples/bookshop/build.rs")),
    ("models/shop.pp", include_str!("../../../examples/bookshop/models/shop.pp")),
    ("modelwright.toml", include_str!("starters/rust/modelwright.toml")),
    ("src/main.rs", include_str!("../../../examples/bookshop/src/main.rs")),
    ("stock.yaml", include_str!("../../../examples/bookshop/stock.yaml")),
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
    /// The files with their texts; the crate depends on the copy of this project in a folder.
    pub(super) fn files(self, library: &str) -> Vec<(&'static str, String)> {
        let files = match self {
            Self::Rust => RUST,
            Self::Ecore => ECORE,
            Self::Hiera => HIERA,
        };
        let text = |path: &str, text: &str| match path {
            "Cargo.toml" => text.replace("{library}", &escape(&library.replace('\\', "/"))),
            "src/main.rs" => program(text),
            _ => text.to_owned(),
        };
        files.iter().map(|(path, content)| (*path, text(path, content))).collect()
    }
}

/// A program of the examples without its tests, and without what only the lints of this project require.
fn program(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("#![allow")).collect();
    lines.dedup_by(|next, line| next.is_empty() && line.is_empty());
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_neither_tests_nor_lints() {
        let text = "//! A.\n\n#![allow(x, reason = \"y\")]\n\nfn main() {}\n\n#[cfg(test)]\nmod tests {}\n";
        assert_eq!(program(text), "//! A.\n\nfn main() {}\n");
    }

    #[test]
    fn the_folder_of_the_library_is_a_valid_string() {
        let files = Starter::Rust.files(r#"C:\a "b""#);
        assert!(files[0].1.contains(r#"{ path = "C:/a \"b\"/metamodel" }"#), "{}", files[0].1);
    }
}
