//! Parses and checks values of simple types.
//!
//! Invariant: the time for reading a value is proportional to its text and the number of types that are tried, which is
//! limited. This module does not know the positions of texts.

use super::ids::TypeId;
use super::schema::{Kind, Schema};
use super::simple::{MAX_SHOWN, Variety, WhiteSpace};
use super::value::{Prefixes, Primitive, Value};
use modelwright_validation::{Pattern, Work};
use rustc_hash::FxHashMap;

/// The maximum number of item and member types that are tried for a value, in addition to one for each of its bytes.
// The attempts are limited, because a union may contain another union twice, which doubles them at each level.
const MAX_TYPES: usize = 1_000;

/// The maximum nesting of lists and unions.
const MAX_DEPTH: usize = 50;

/// Reads values of one document, or of a schema.
#[derive(Debug, Default)]
pub(super) struct ValueReader {
    /// The remaining budget of each pattern, by type and position.
    pub(super) work_by_pattern: FxHashMap<(TypeId, usize), Work>,
    /// Whether only the lexical form of values is checked, but not their facets.
    // Values of facets are read before the facets of all types are known.
    pub(super) checks_only_forms: bool,
    /// The types whose atomic values are recorded.
    pub(super) recorded_types: Vec<TypeId>,
    pub(super) recorded_values: Vec<(TypeId, String)>,
    pub(super) budget: usize,
}

impl ValueReader {
    /// Parses a text as a value of a type.
    ///
    /// # Errors
    /// A description of the expected value.
    pub(super) fn read(
        &mut self,
        schema: &Schema,
        id: TypeId,
        text: &str,
        prefixes: Prefixes<'_>,
    ) -> Result<Value, String> {
        self.recorded_values.clear();
        // The item type of a list is tried for each item, so the length of the text in bytes is added.
        self.budget = MAX_TYPES + text.len();
        self.value(schema, id, text, prefixes, 0)
    }

    /// The value of a text; the error describes the expected value.
    fn value(
        &mut self,
        schema: &Schema,
        id: TypeId,
        text: &str,
        prefixes: Prefixes<'_>,
        depth: usize,
    ) -> Result<Value, String> {
        if self.budget == 0 || depth == MAX_DEPTH {
            return Err("checked against its type, but the type is based on too many types".to_owned());
        }
        self.budget -= 1;
        let Some(variety) = variety(schema, id) else { return Err("of a simple type".to_owned()) };
        // White space is normalised first, because patterns and facets apply to the normalised text (XML Schema Part 2,
        // 4.3.6).
        let text = white_space(schema, id, variety).apply(text);
        let value = match variety {
            Variety::Atomic(primitive) => Value::parse(*primitive, &text, prefixes)
                .ok_or_else(|| format!("a value of {}", schema.type_name(id)))?,
            Variety::List(item) => {
                let items = text.split(' ').filter(|item| !item.is_empty());
                let items = items.map(|text| self.value(schema, *item, text, prefixes, depth + 1));
                let items: Result<_, _> = items.collect();
                Value::List(items.map_err(|expected| format!("a list whose items are {expected}"))?)
            }
            Variety::Union(members) => self.member_value(schema, members, &text, prefixes, depth)?,
        };
        if !self.checks_only_forms {
            self.check_facets(schema, id, &text, &value)?;
        }
        if matches!(variety, Variety::Atomic(_)) && !self.recorded_types.is_empty() {
            // Types that restrict `ID` are recorded, too.
            let recorded = self
                .recorded_types
                .iter()
                .find(|recorded| schema.type_and_bases(id).any(|base| base == **recorded));
            let recorded = recorded.copied();
            self.recorded_values.extend(recorded.map(|recorded| (recorded, text.into_owned())));
        }
        Ok(value)
    }

    /// The value of a text by the first member of a union that accepts it.
    fn member_value(
        &mut self,
        schema: &Schema,
        members: &[TypeId],
        text: &str,
        prefixes: Prefixes<'_>,
        depth: usize,
    ) -> Result<Value, String> {
        let mut expected: Vec<String> = Vec::new();
        for member in members {
            // Recorded values are removed if a member fails, because it may have recorded the first items of a list.
            let recorded_count = self.recorded_values.len();
            match self.value(schema, *member, text, prefixes, depth + 1) {
                Ok(value) => return Ok(value),
                Err(expectation) => {
                    self.recorded_values.truncate(recorded_count);
                    if expected.len() < MAX_SHOWN && !expected.contains(&expectation) {
                        expected.push(expectation);
                    }
                }
            }
        }
        Err(if expected.is_empty() { "nothing".to_owned() } else { expected.join(", or ") })
    }

    /// Checks the facets and patterns of a type, and those that it inherits.
    fn check_facets(&mut self, schema: &Schema, id: TypeId, text: &str, value: &Value) -> Result<(), String> {
        for id in schema.type_and_bases(id) {
            let Kind::Simple(simple) = &schema.type_at(id).kind else { continue };
            simple.facets.check(value)?;
            let matched = self.check_patterns(id, &simple.facets.patterns, text);
            // The name of a built-in type is clearer than its pattern.
            let is_built_in = simple.facets.is_built_in;
            matched.map_err(|expected| {
                if is_built_in { format!("a value of {}", schema.type_name(id)) } else { expected }
            })?;
            // A type with its own variety is a primitive type, a list or a union, which inherits no facets.
            if simple.variety.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Fails if a text matches none of the patterns of one type.
    fn check_patterns(
        &mut self,
        id: TypeId,
        patterns: &[(String, Pattern)],
        text: &str,
    ) -> Result<(), String> {
        for (index, (shown, pattern)) in patterns.iter().enumerate() {
            // The budget belongs to the pattern instead of the value, so it also limits documents with many values.
            let work = self.work_by_pattern.entry((id, index)).or_default();
            match pattern.matches(text, work) {
                Some(true) => return Ok(()),
                Some(false) => {}
                None => {
                    return Err(format!(
                        "checked against the pattern `{shown}`, but the check exceeds the budget"
                    ));
                }
            }
        }
        let mut shown_patterns: Vec<String> =
            patterns.iter().take(MAX_SHOWN).map(|(text, _)| format!("`{text}`")).collect();
        if patterns.len() > MAX_SHOWN {
            shown_patterns.push("others".to_owned());
        }
        // A type without patterns allows every text.
        if shown_patterns.is_empty() {
            Ok(())
        } else {
            Err(format!("matched by the pattern {}", shown_patterns.join(" or ")))
        }
    }
}

/// The variety of a type.
pub(super) fn variety(schema: &Schema, id: TypeId) -> Option<&Variety> {
    let start = schema.value_type(id)?;
    schema.type_and_bases(start).find_map(|id| match &schema.type_at(id).kind {
        Kind::Simple(simple) => simple.variety.as_ref(),
        Kind::Complex(_) => None,
    })
}

/// How white space in the values of a type is normalised: as the nearest base type declares it, or by the variety.
fn white_space(schema: &Schema, id: TypeId, variety: &Variety) -> WhiteSpace {
    let declared_white_space = schema.type_and_bases(id).find_map(|id| match &schema.type_at(id).kind {
        Kind::Simple(simple) => simple.white_space,
        Kind::Complex(_) => None,
    });
    declared_white_space.unwrap_or(match variety {
        // A union leaves white space to its member types.
        Variety::Atomic(Primitive::Text) | Variety::Union(_) => WhiteSpace::Preserve,
        _ => WhiteSpace::Collapse,
    })
}
