//! Recognises notations of other tools that cannot be read, so that the problem can state the notation.
//!
//! Invariant: no file that a format can read is recognised here. A file is recognised by the extension of the other
//! tool, or by a declaration in its first kilobytes; later content is not examined.

use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::path::Path;

/// A notation that cannot be read.
struct Unsupported {
    /// Its name, with an article.
    name: &'static str,
    /// The extension that only this notation uses; empty if there is none.
    extension: &'static str,
    /// Whether the first bytes of a file declare the notation.
    is_declared: fn(&str) -> bool,
    /// The help of the problem.
    help: &'static str,
}

const NEVER: fn(&str) -> bool = |_| false;

const SCHEMA_HELP: &str = "declare the classes in an .ecore or .pp file; `validate DOCUMENT --schema FILE` checks \
                           documents against a schema";
const EXPORT_HELP: &str = "export the metamodel as an .ecore file with its tool, and specify that file";
const DECLARE_HELP: &str = "declare the classes in an .ecore or .pp file";

// The registry of notations, one line each.
static UNSUPPORTED: [Unsupported; 7] = [
    Unsupported { name: "a JSON Schema", extension: "", is_declared: is_json_schema, help: SCHEMA_HELP },
    Unsupported { name: "a LinkML schema", extension: "", is_declared: is_linkml, help: DECLARE_HELP },
    Unsupported { name: "an Xcore source", extension: "xcore", is_declared: NEVER, help: EXPORT_HELP },
    Unsupported { name: "an Emfatic source", extension: "emf", is_declared: NEVER, help: EXPORT_HELP },
    Unsupported { name: "a PlantUML diagram", extension: "puml", is_declared: NEVER, help: DECLARE_HELP },
    Unsupported { name: "a GraphQL schema", extension: "graphql", is_declared: NEVER, help: DECLARE_HELP },
    Unsupported {
        name: "a Protocol Buffers source",
        extension: "proto",
        is_declared: NEVER,
        help: DECLARE_HELP,
    },
];

/// The problem of a file in a notation that cannot be read; `None` if neither its name nor its first bytes show such a
/// notation.
pub(crate) fn unsupported(path: &Path, name: &str, bytes: &[u8]) -> Option<Diagnostic> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let notation = UNSUPPORTED.iter().find(|notation| {
        !notation.extension.is_empty() && notation.extension.eq_ignore_ascii_case(extension)
            || (notation.is_declared)(&head)
    })?;
    let message = format!("{name} is {}, which cannot be read as a model or a metamodel", notation.name);
    Some(Diagnostic::error(codes::UNKNOWN_FORMAT, message).help(notation.help))
}

/// The number of bytes that are examined.
const HEAD: usize = 4096;

fn is_json_schema(head: &str) -> bool {
    let declared = head.split("\"$schema\"").nth(1).map(str::trim_start);
    let value = declared.and_then(|rest| rest.strip_prefix(':')).map(str::trim_start);
    let starts = ["\"http://json-schema.org/", "\"https://json-schema.org/"];
    value.is_some_and(|text| starts.iter().any(|start| text.starts_with(start)))
        && head.trim_start().starts_with('{')
}

fn is_linkml(head: &str) -> bool {
    // A key of a schema is required as well, because any text may mention LinkML.
    let has_key = |key: &str| head.lines().any(|line| line.starts_with(key));
    (head.contains("linkml:types") || head.contains("w3id.org/linkml"))
        && (has_key("id:") || has_key("name:") || has_key("prefixes:"))
}

#[cfg(test)]
mod tests {
    use super::unsupported;
    use std::path::Path;

    #[track_caller]
    fn check(path: &str, text: &str, expected: Option<&str>) {
        let found = unsupported(Path::new(path), path, text.as_bytes()).map(|problem| problem.message);
        let expected =
            expected.map(|name| format!("{path} is {name}, which cannot be read as a model or a metamodel"));
        assert_eq!(found, expected);
    }

    #[test]
    fn notations_of_other_tools_are_named() {
        check(
            "a.json",
            "{ \"$schema\" : \"http://json-schema.org/draft-07/schema#\"}",
            Some("a JSON Schema"),
        );
        check("a.yaml", "id: https://x\nimports:\n  - linkml:types\n", Some("a LinkML schema"));
        check("a.XCORE", "package a", Some("an Xcore source"));
    }

    #[test]
    fn documents_are_not_taken_for_schemas() {
        check("a.json", "{ \"$schema\": \"./own.schema.json\", \"$type\": \"A\" }", None);
        check("a.json", "[\"$schema\", \"http://json-schema.org/\"]", None);
        check("a.xmi", "<x:schema xmlns:x='urn:x'/>", None);
        check("a.yaml", "title: about linkml:types\n", None);
    }
}
