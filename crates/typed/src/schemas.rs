//! JSON Schemas of generated types, for schemars.
//!
//! The text of the schemas is generated with the types. The schemas are those of the plain dialect, and match
//! what serde's traits read and write. Invariant: references to types come from schemars, which chooses their
//! names. This module does not generate schemas.

use super::{Char, Number, Ref};
use rustc_hash::FxHashMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::OnceLock;

/// Creates a reference to a type's schema.
type SchemaReference = fn(&mut SchemaGenerator) -> Schema;

/// The schemas of several types. Created by [`json_schemas!`](super::json_schemas).
#[doc(hidden)]
#[derive(Debug)]
pub struct Schemas {
    text: &'static str,
    types: &'static [(&'static str, SchemaReference)],
    parsed: OnceLock<ParsedSchema>,
}

/// The schemas of the types, parsed.
#[derive(Debug)]
struct ParsedSchema {
    schemas: Map<String, Value>,
    types: FxHashMap<&'static str, SchemaReference>,
}

/// The name of the schema of references in the text; no type has this name.
const REFERENCE: &str = "$reference";

impl Schemas {
    /// The schemas of these types, by their names.
    #[must_use]
    pub const fn new(text: &'static str, types: &'static [(&'static str, SchemaReference)]) -> Self {
        Self { text, types, parsed: OnceLock::new() }
    }

    /// The schema of a type.
    ///
    /// # Panics
    /// If the text was edited, and is not valid JSON or does not have a schema of this type.
    #[must_use]
    pub fn schema(&self, name: &str, generator: &mut SchemaGenerator) -> Schema {
        // The text is parsed once, because all types share it.
        let parsed = self.parsed.get_or_init(|| ParsedSchema {
            schemas: serde_json::from_str(self.text).expect("generated JSON"),
            types: self.types.iter().copied().collect(),
        });
        let schema = parsed.schemas.get(name).expect("a generated schema of each type");
        Schema::try_from(parsed.with_types(schema, generator)).expect("a schema is a map")
    }
}

impl ParsedSchema {
    /// A schema in which the references to types are replaced by those of schemars.
    fn with_types(&self, schema: &Value, generator: &mut SchemaGenerator) -> Value {
        match schema {
            Value::Array(items) => items.iter().map(|item| self.with_types(item, generator)).collect(),
            Value::Object(entries) => {
                let mut map = Map::new();
                for (key, value) in entries {
                    match value {
                        // Types refer to each other by name; schemars decides where their schemas are (Decision 13).
                        Value::String(name) if key == "$ref" => map.extend(self.refer(name, generator)),
                        _ => map.extend([(key.clone(), self.with_types(value, generator))]),
                    }
                }
                Value::Object(map)
            }
            other => other.clone(),
        }
    }

    /// The schema that replaces a reference to a type.
    fn refer(&self, name: &str, generator: &mut SchemaGenerator) -> Map<String, Value> {
        let schema = match self.types.get(name) {
            Some(refer) => refer(generator),
            None if name == REFERENCE => generator.subschema_for::<Ref<()>>(),
            // The name is not one of these types; the text may have been edited.
            None => Schema::default(),
        };
        match schema.to_value() {
            Value::Object(map) => map,
            // Only the schemas `true` and `false` are not maps.
            other => Map::from_iter([("allOf".to_owned(), Value::Array(vec![other]))]),
        }
    }
}

/// An address, or a map with the URI of an object of another document.
impl<T: ?Sized> JsonSchema for Ref<T> {
    fn schema_name() -> Cow<'static, str> {
        "Ref".into()
    }

    fn schema_id() -> Cow<'static, str> {
        // All targets have the same schema, because the text of a reference does not depend on its target.
        concat!(module_path!(), "::Ref").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "oneOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": { "$ref": { "type": "string" }, "$type": { "type": "string" } },
                "required": ["$ref"],
                "additionalProperties": false,
            },
        ] })
    }
}

/// A string of one UTF-16 code unit, or its number if it is a surrogate.
impl JsonSchema for Char {
    fn inline_schema() -> bool {
        // The schema is short enough to be repeated, so it needs no definition.
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Char".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "oneOf": [
            { "type": "string", "minLength": 1, "maxLength": 1 },
            { "type": "integer", "minimum": 0, "maximum": 0xffff },
        ] })
    }
}

/// A number, or a string of its digits if serde cannot represent it.
impl JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // A number that a double cannot represent is a string of digits (Decision 28).
        json_schema!({ "type": ["number", "string"] })
    }
}

/// Implements [`JsonSchema`](schemars::JsonSchema) for types, from a text that has their schemas by name.
///
/// ```text
/// typed::json_schemas! { include_str!("library.types.json") => { Library, Item, Book } }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! typed_json_schemas {
    ($text:expr => { $($name:ident),* $(,)? }) => {
        const _: () = {
            static __SCHEMAS: $crate::schemars::Schemas = $crate::schemars::Schemas::new(
                $text,
                &[$((::core::stringify!($name), |generator| generator.subschema_for::<$name>())),*],
            );

            $(impl $crate::schemars::JsonSchema for $name {
                fn schema_name() -> $crate::schemars::Cow<'static, str> {
                    $crate::schemars::Cow::Borrowed(::core::stringify!($name))
                }

                fn schema_id() -> $crate::schemars::Cow<'static, str> {
                    $crate::schemars::Cow::Borrowed(::core::concat!(
                        ::core::module_path!(),
                        "::",
                        ::core::stringify!($name)
                    ))
                }

                fn json_schema(
                    generator: &mut $crate::schemars::SchemaGenerator,
                ) -> $crate::schemars::Schema {
                    __SCHEMAS.schema(::core::stringify!($name), generator)
                }
            })*
        };
    };
}
