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
const DECLARE_HELP: &str = "declare the classes in an .ecore or .pp file";

// The registry of notations, one line each.
static UNSUPPORTED: [Unsupported; 4] = [
    Unsupported { name: "an XML Schema", extension: "xsd", is_declared: is_xml_schema, help: SCHEMA_HELP },
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

fn is_xml_schema(head: &str) -> bool {
    // Comments are removed, then the root is the first tag that is not a declaration.
    let parts = head.split("<!--").enumerate().map(|(at, part)| match at {
        0 => part,
        _ => part.split_once("-->").map_or("", |(_, rest)| rest),
    });
    let outside: String = parts.collect();
    let mut tags = outside.split('<').skip(1);
    let root = tags.find(|tag| tag.starts_with(|c: char| c.is_alphabetic())).unwrap_or_default();
    let name = root.split(|c: char| c.is_whitespace() || c == '>' || c == '/').next().unwrap_or_default();
    // Without the prefix, because the namespace may have any prefix.
    name.rsplit(':').next() == Some("schema") && root.contains("http://www.w3.org/2001/XMLSchema")
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
        let xsd =
            "<?xml version='1.0'?>\n<!-- <a> -->\n<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>";
        check("a.xsd", "", Some("an XML Schema"));
        check("a.xml", xsd, Some("an XML Schema"));
    }

    #[test]
    fn documents_are_not_taken_for_schemas() {
        check("a.json", "{ \"$schema\": \"./own.schema.json\", \"$type\": \"A\" }", None);
        check("a.json", "[\"$schema\", \"http://json-schema.org/\"]", None);
        check("a.xmi", "<x:schema xmlns:x='urn:x'/>", None);
        check("a.yaml", "title: about linkml:types\n", None);
    }
}
