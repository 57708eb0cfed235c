//! JSON Schemas of generated types, as schemars asks for them.
//!
//! The text of the schemas is generated beside the types: they are those of the plain dialect, and agree with what
//! serde's traits read and write. Invariant: what refers to a type is asked of schemars, which names it as it likes.

use super::{Char, Number, Ref};
use rustc_hash::FxHashMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::OnceLock;

/// What a schema refers to a type by.
type Refer = fn(&mut SchemaGenerator) -> Schema;

/// The schemas of some types. Made by [`json_schemas!`](super::json_schemas).
#[doc(hidden)]
#[derive(Debug)]
pub struct Schemas {
    text: &'static str,
    types: &'static [(&'static str, Refer)],
    parsed: OnceLock<Parsed>,
}

#[derive(Debug)]
struct Parsed {
    schemas: Map<String, Value>,
    types: FxHashMap<&'static str, Refer>,
}

/// What stands for references in the text: no type has such a name.
const REFERENCE: &str = "$reference";

impl Schemas {
    /// The schemas of these types, by their names.
    #[must_use]
    pub const fn new(text: &'static str, types: &'static [(&'static str, Refer)]) -> Self {
        Self { text, types, parsed: OnceLock::new() }
    }

    /// The schema of a type.
    ///
    /// # Panics
    /// Where the text was changed and is no JSON, or has no schema of this type.
    #[must_use]
    pub fn of(&self, name: &str, generator: &mut SchemaGenerator) -> Schema {
        let parsed = self.parsed.get_or_init(|| Parsed {
            schemas: serde_json::from_str(self.text).expect("generated JSON"),
            types: self.types.iter().copied().collect(),
        });
        let schema = parsed.schemas.get(name).expect("a generated schema of each type");
        Schema::try_from(parsed.with_types(schema, generator)).expect("a schema is a map")
    }
}

impl Parsed {
    fn with_types(&self, schema: &Value, generator: &mut SchemaGenerator) -> Value {
        match schema {
            Value::Array(items) => items.iter().map(|item| self.with_types(item, generator)).collect(),
            Value::Object(entries) => {
                let mut map = Map::new();
                for (key, value) in entries {
                    match value {
                        Value::String(name) if key == "$ref" => map.extend(self.refer(name, generator)),
                        _ => map.extend([(key.clone(), self.with_types(value, generator))]),
                    }
                }
                Value::Object(map)
            }
            other => other.clone(),
        }
    }

    /// What stands in place of a type.
    fn refer(&self, name: &str, generator: &mut SchemaGenerator) -> Map<String, Value> {
        let schema = match self.types.get(name) {
            Some(refer) => refer(generator),
            None if name == REFERENCE => generator.subschema_for::<Ref<()>>(),
            // The text is another one's.
            None => Schema::default(),
        };
        match schema.to_value() {
            Value::Object(map) => map,
            // Anything, or nothing.
            other => Map::from_iter([("allOf".to_owned(), Value::Array(vec![other]))]),
        }
    }
}

/// The address, or where the object is in another document.
impl<T: ?Sized> JsonSchema for Ref<T> {
    fn schema_name() -> Cow<'static, str> {
        "Ref".into()
    }

    fn schema_id() -> Cow<'static, str> {
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

/// A string of one UTF-16 unit, or its number where it is half of a character.
impl JsonSchema for Char {
    fn inline_schema() -> bool {
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

/// A number, or its digits where it has more than serde's numbers.
impl JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "string"] })
    }
}

/// Gives types their [`JsonSchema`](schemars::JsonSchema), from a text that has them all by name.
///
/// ```text
/// typed::json_schemas! { include_str!("library.types.json") => { Library, Item, Book } }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! typed_json_schemas {
    ($text:expr => { $($name:ident),* $(,)? }) => {
        const _: () = {
            static __SCHEMAS: $crate::typed::schemars::Schemas = $crate::typed::schemars::Schemas::new(
                $text,
                &[$((::core::stringify!($name), |generator| generator.subschema_for::<$name>())),*],
            );

            $(impl $crate::typed::schemars::JsonSchema for $name {
                fn schema_name() -> $crate::typed::schemars::Cow<'static, str> {
                    $crate::typed::schemars::Cow::Borrowed(::core::stringify!($name))
                }

                fn schema_id() -> $crate::typed::schemars::Cow<'static, str> {
                    $crate::typed::schemars::Cow::Borrowed(::core::concat!(
                        ::core::module_path!(),
                        "::",
                        ::core::stringify!($name)
                    ))
                }

                fn json_schema(
                    generator: &mut $crate::typed::schemars::SchemaGenerator,
                ) -> $crate::typed::schemars::Schema {
                    __SCHEMAS.of(::core::stringify!($name), generator)
                }
            })*
        };
    };
}
