//! JSON Schema, drafts 4 to 2020-12, in JSON and YAML.
//!
//! `files` reads the texts and resolves references, `parts` finds what belongs to one schema, `meaning` determines the
//! type of a schema, and `classes` declares the classes. Invariants: nothing recurses without a limit; what the types
//! do not express is reported once for each keyword and place. This module does not know how types are written, nor
//! what they mean.

mod alternatives;
mod class_union;
mod classes;
mod discriminators;
mod documentation;
mod enumerations;
mod features;
mod files;
mod hierarchy;
mod keywords;
mod lists;
mod meaning;
mod numbers;
mod parts;
mod problems;
mod reader;
mod root;
mod schema_node;
mod texts;
mod tree;
mod unions;

use crate::declarations::Package;
use modelwright_files::FileAccess;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use std::sync::Arc;

/// Reads a schema at an address, and the files beside it to which it refers.
#[must_use]
pub fn read(source: &Arc<Source>, address: &str, access: &FileAccess) -> (Vec<Package>, Diagnostics) {
    reader::SchemaReader::new(source, address, access).read()
}

/// Whether a text that begins like this is a JSON Schema: `$schema` at its root names a draft.
#[must_use]
pub fn is_schema(head: &str) -> bool {
    let draft_addresses = ["http://json-schema.org/", "https://json-schema.org/"];
    let head = head.trim_start();
    if head.starts_with('{') {
        let after_key = head.split("\"$schema\"").nth(1).map(str::trim_start);
        let value = after_key.and_then(|rest| rest.strip_prefix(':')).map(str::trim_start);
        let text = value.and_then(|rest| rest.strip_prefix('"'));
        return text.is_some_and(|text| draft_addresses.iter().any(|start| text.starts_with(start)));
    }
    // Otherwise, the text may be YAML, in which the key and the value need no quotes.
    head.lines().any(|line| {
        let line = line.trim_start_matches(['"', '\'']);
        let value = line.strip_prefix("$schema").map(|rest| rest.trim_start_matches(['"', '\'']));
        let value = value.and_then(|rest| rest.strip_prefix(':')).map(str::trim_start);
        let text = value.map(|rest| rest.trim_start_matches(['"', '\'']));
        text.is_some_and(|text| draft_addresses.iter().any(|start| text.starts_with(start)))
    })
}

/// Whether a text that begins like this may be a JSON Schema without `$schema`.
#[must_use]
pub fn resembles(head: &str) -> bool {
    let has_key = |key: &str| {
        head.contains(&format!("\"{key}\""))
            || head.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
    };
    // These are keys of models in JSON and YAML.
    let is_model = has_key("$model") || has_key("$type");
    let has_type = has_key("type") || has_key("$ref") || has_key("allOf");
    !is_model && has_type && ["properties", "$defs", "definitions"].into_iter().any(has_key)
}

#[cfg(test)]
mod tests {
    use super::is_schema;

    #[test]
    fn schemas_are_recognised_by_their_draft() {
        let schemas = [
            "{ \"$schema\" : \"http://json-schema.org/draft-07/schema#\"}",
            "\n{\"title\": \"a\", \"$schema\":\"https://json-schema.org/draft/2020-12/schema\"",
            "$schema: https://json-schema.org/draft/2020-12/schema\n",
            "title: a\n\"$schema\": 'http://json-schema.org/schema#'\n",
        ];
        assert!(schemas.iter().all(|text| is_schema(text)));
        let others = [
            "{ \"$schema\": \"./own.schema.json\", \"$type\": \"A\" }",
            "[\"$schema\", \"http://json-schema.org/\"]",
            "a:\n  $schema: http://json-schema.org/schema#\n",
            "",
        ];
        assert!(others.iter().all(|text| !is_schema(text)));
    }
}
