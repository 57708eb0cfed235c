//! The files that `generate` writes, for users who request them from other commands.
//!
//! This module does not know how targets are run.

use std::path::Path;

/// The extensions of files that `generate` writes, with the names of its targets.
const GENERATED: &[(&str, &str)] = &[
    ("xsd", "xsd"),
    ("rs", "rust"),
    ("py", "python"),
    ("ts", "typescript"),
    ("rb", "ruby"),
    ("java", "java"),
    ("sql", "sql"),
    ("svg", "svg"),
    ("dot", "dot"),
    ("puml", "plantuml"),
    ("mmd", "mermaid"),
];

/// The target of `generate` that writes files with the extension of a path.
pub(super) fn target_for(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    GENERATED.iter().find(|(known, _)| *known == extension).map(|(_, target)| *target)
}

/// Advice to write the files of a target.
pub(super) fn generate_command(target: &str, model: &str) -> String {
    format!("`modelwright generate {target} {model} -o DIR` writes such files")
}
