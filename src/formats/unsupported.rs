//! Recognises notations of other tools that cannot be read, so that the problem can state the notation.
//!
//! Invariant: no file that a format or an importer can read is recognised here. A file is recognised by the extension of the
//! other tool; its content is not examined.

use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::path::Path;

/// A notation that cannot be read.
struct UnsupportedNotation {
    /// The name of the notation, with an article.
    name: &'static str,
    /// The extension that only this notation uses.
    extension: &'static str,
}

// The registry of notations, one line each.
static UNSUPPORTED: [UnsupportedNotation; 3] = [
    UnsupportedNotation { name: "a PlantUML diagram", extension: "puml" },
    UnsupportedNotation { name: "a GraphQL schema", extension: "graphql" },
    UnsupportedNotation { name: "a Protocol Buffers source", extension: "proto" },
];

/// The problem of a file in a notation that cannot be read; `None` if its name does not show such a notation.
pub(crate) fn unsupported(path: &Path, name: &str) -> Option<Diagnostic> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let notation = UNSUPPORTED.iter().find(|notation| notation.extension.eq_ignore_ascii_case(extension))?;
    let message = format!("{name} is {}, which cannot be read as a model or a metamodel", notation.name);
    Some(
        Diagnostic::error(codes::UNKNOWN_FORMAT, message)
            .help("declare the classes in an .ecore or .pp file"),
    )
}

#[cfg(test)]
mod tests {
    use super::unsupported;
    use std::path::Path;

    #[test]
    fn notations_of_other_tools_are_named() {
        let message = |path: &str| unsupported(Path::new(path), path).map(|problem| problem.message);
        let expected = "a.PROTO is a Protocol Buffers source, which cannot be read as a model or a metamodel";
        assert_eq!(message("a.PROTO").as_deref(), Some(expected));
        assert_eq!(message("a.ecore"), None);
    }
}
