//! The parts of a schema: its own keywords, those of `allOf`, and the schemas to which it refers.
//!
//! Invariants: the parts are found without following references to other schemas, except to find out whether these
//! describe objects, and which keywords they add; a keyword is reported once. This module does not know types.

use super::files::{SchemaFiles, pointer_step};
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::{Content, Map};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many references are followed one after the other to find out whether a schema describes objects, and how many
/// schemas are searched for the properties and keywords of one.
const MAX_HOPS: usize = 60;

/// How many alternatives and parts one schema may have in all.
const MAX_PARTS: usize = 10_000;

/// The maps that make up a schema, and the schemas to which it refers.
#[derive(Debug, Clone, Default)]
pub(super) struct Parts {
    /// The maps whose keywords apply.
    pub(super) own_schemas: Vec<SchemaNode>,
    /// The maps of which only annotations apply.
    pub(super) notes: Vec<SchemaNode>,
    /// The schemas that are referred to, and names for them.
    pub(super) targets: Vec<(SchemaNode, String)>,
    /// Whether null is one of several alternatives.
    pub(super) is_nullable: bool,
    /// Whether the schema allows no value.
    pub(super) is_never: bool,
}

/// Keywords that do not restrict values.
const ANNOTATION_KEYWORDS: [&str; 20] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "$schema",
    "$vocabulary",
    "allOf",
    "default",
    "definitions",
    "deprecated",
    "description",
    "examples",
    "id",
    "nullable",
    "readOnly",
    "title",
    "writeOnly",
];

impl SchemaReader<'_> {
    /// The parts of schemas that all apply.
    pub(super) fn parts(&mut self, seeds: &[SchemaNode]) -> Parts {
        let mut parts = Parts::default();
        let mut seeds = seeds.iter().copied();
        // The schemas inside of a seed come before the next seed.
        let mut pending: Vec<SchemaNode> = Vec::new();
        let mut count = 0;
        while let Some(place) = pending.pop().or_else(|| seeds.next()) {
            count += 1;
            if count > MAX_PARTS {
                break;
            }
            match self.files.content(place) {
                Content::Boolean(is_any) => parts.is_never |= !is_any,
                Content::Map(_) => self.add_part(place, &mut parts, &mut pending),
                // Several schemas may refer to what is no schema.
                other if self.checked_schemas.insert(place) => {
                    let message = format!("a schema must be a map, true or false, found {}", other.kind());
                    self.problems.report_invalid(self.files.label(place, None), &message, "write a schema");
                }
                _ => {}
            }
        }
        parts
    }

    /// The parts of one schema, which are determined once, because many schemas may refer to it.
    fn parts_of(&mut self, place: SchemaNode) -> Rc<Parts> {
        if let Some(known) = self.known_parts.get(&place) {
            return Rc::clone(known);
        }
        let parts = Rc::new(self.parts(&[place]));
        self.known_parts.insert(place, Rc::clone(&parts));
        parts
    }

    /// Adds one schema to the parts; schemas in it that apply to the same value become pending.
    fn add_part(&mut self, place: SchemaNode, parts: &mut Parts, pending: &mut Vec<SchemaNode>) {
        self.check_keywords(place);
        if let Some(object_schema) = self.generated_condition(place) {
            parts.notes.push(place);
            pending.push(object_schema);
            return;
        }
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(target) = self.files.resolve(place, keyword, &mut self.problems.list) {
                let name = self.target_name(place, keyword, target);
                parts.targets.push((target, name));
            }
        }
        let ref_replaces_siblings = self.files.file(place).is_some_and(|file| file.ref_replaces_siblings);
        if ref_replaces_siblings && self.files.get(place, "$ref").is_some() {
            parts.notes.push(place);
            return;
        }
        parts.own_schemas.push(place);
        if let Some((only_alternative, is_nullable)) = self.only_alternative(place) {
            parts.is_nullable |= is_nullable;
            pending.push(only_alternative);
        }
        // The last schema in `pending` is the next one.
        pending.extend(self.listed_schemas(place, "allOf").into_iter().rev());
    }

    /// The only alternative of a schema besides null, and whether there is null; `None` if there are several others.
    pub(super) fn only_alternative(&self, place: SchemaNode) -> Option<(SchemaNode, bool)> {
        for keyword in ["oneOf", "anyOf"] {
            let list = self.files.get(place, keyword).and_then(|list| self.files.items(list));
            let alternatives = list.unwrap_or_default();
            let mut others = alternatives.iter().filter(|alternative| !self.is_null(**alternative));
            if let (Some(only_alternative), None) = (others.next(), others.next()) {
                let has_null = alternatives.len() > 1;
                return Some((*only_alternative, has_null));
            }
        }
        None
    }

    /// Whether a schema accepts null only.
    pub(super) fn is_null(&self, place: SchemaNode) -> bool {
        if self.files.text(place, "type") == Some("null") {
            return true;
        }
        let is_null_value = |value: SchemaNode| matches!(self.files.content(value), Content::Null);
        if self.files.get(place, "const").is_some_and(is_null_value) {
            return true;
        }
        let listed = self.files.get(place, "enum").and_then(|list| self.files.items(list));
        matches!(listed.as_deref(), Some([only]) if is_null_value(*only))
    }

    /// The schema after `else` of a condition of a schema that modelwright generated: the condition tests whether an
    /// object has `$ref`, `$type` or a discriminator, and `else` describes the object.
    pub(super) fn generated_condition(&self, place: SchemaNode) -> Option<SchemaNode> {
        let key = self.condition_key(place)?;
        if !self.is_generated && !["$ref", "$type"].contains(&key) {
            return None;
        }
        self.files.get(place, "else")
    }

    /// The key that a condition of a schema requires, if it is only one.
    pub(super) fn condition_key(&self, place: SchemaNode) -> Option<&str> {
        let condition = self.files.get(place, "if")?;
        let required = self.files.items(self.files.get(condition, "required")?)?;
        let [only] = required.as_slice() else { return None };
        match self.files.content(*only) {
            Content::Text(key) => Some(key),
            _ => None,
        }
    }

    /// A name for the target of a reference: that of the definition, or else the title or the name of the file.
    fn target_name(&self, place: SchemaNode, keyword: &str, target: SchemaNode) -> String {
        if let Some(name) = self.definitions.get(&target) {
            return name.clone();
        }
        let text = self.files.text(place, keyword).unwrap_or_default();
        let (address, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut steps = fragment.rsplit('/');
        let last_step = steps.next().unwrap_or_default();
        // A step such as `0` or `items` names no schema.
        let keywords =
            ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
        let is_name =
            !last_step.is_empty() && last_step.parse::<u64>().is_err() && !keywords.contains(&last_step);
        if is_name {
            return pointer_step(last_step).into_owned();
        }
        let title = self.files.text(target, "title").map(str::to_owned);
        let file = address.rsplit('/').next().unwrap_or_default();
        title.unwrap_or_else(|| file.split('.').next().unwrap_or_default().to_owned())
    }

    /// Whether a schema has no keyword that restricts values, besides references.
    pub(super) fn is_only_annotated(&self, place: SchemaNode) -> bool {
        let Some(map) = self.files.map(place) else { return false };
        map.iter().all(|(key, _)| {
            ANNOTATION_KEYWORDS.contains(&key)
                || key.starts_with("x-")
                || (["oneOf", "anyOf"].contains(&key) && self.only_alternative(place).is_some())
        })
    }

    /// Whether the parts of a schema describe objects that become a class.
    pub(super) fn are_of_object(&mut self, parts: &Parts) -> bool {
        parts.own_schemas.iter().any(|place| self.is_object(*place, 0))
            || parts.targets.iter().any(|(target, _)| self.is_object(*target, 0))
    }

    /// Whether a schema describes objects that become a class. `hops` is the number of references that were followed.
    pub(super) fn is_object(&mut self, place: SchemaNode, hops: usize) -> bool {
        if let Some(known) = self.shapes.get(&place) {
            return *known;
        }
        if hops > MAX_HOPS || self.files.map(place).is_none() {
            return false;
        }
        // While it is determined, the schema counts as no object, so that references in a circle end.
        self.shapes.insert(place, false);
        let is_object = self.is_object_by_keywords(place, hops);
        if is_object {
            self.shapes.insert(place, true);
        }
        is_object
    }

    /// Whether the keywords of a schema make its values the objects of a class.
    fn is_object_by_keywords(&mut self, place: SchemaNode, hops: usize) -> bool {
        if let Some(object_schema) = self.generated_condition(place) {
            return self.is_object(object_schema, hops + 1);
        }
        // The list is moved out while references are resolved, because the schema is borrowed as well.
        let mut problems = std::mem::take(&mut self.problems.list);
        let targets: Vec<SchemaNode> = ["$ref", "$dynamicRef", "$recursiveRef"]
            .iter()
            .filter_map(|keyword| self.files.resolve(place, keyword, &mut problems))
            .collect();
        self.problems.list = problems;
        if targets.into_iter().any(|target| self.is_object(target, hops + 1)) {
            return true;
        }
        let has_type = self.declared_types(place).is_some();
        let (mut allows_objects, mut has_other_types) = (false, false);
        for name in self.declared_types(place).into_iter().flatten() {
            match name {
                "object" => allows_objects = true,
                "null" => {}
                _ => has_other_types = true,
            }
        }
        if has_type && !allows_objects {
            return false;
        }
        let properties = self.files.get(place, "properties").and_then(|value| self.files.map(value));
        if properties.is_some_and(|map| !map.is_empty()) {
            // With other types beside `object`, the values are alternatives.
            return !has_other_types;
        }
        let is_closed = ["additionalProperties", "unevaluatedProperties"].iter().any(|key| {
            let value = self.files.get(place, key).map(|value| self.files.content(value));
            matches!(value, Some(Content::Boolean(false)))
        });
        // Objects without any property are those of a class without features.
        if is_closed && has_type && self.files.get(place, "patternProperties").is_none() {
            return true;
        }
        if self.listed_schemas(place, "allOf").into_iter().any(|part| self.is_object(part, hops + 1)) {
            return true;
        }
        for key in ["oneOf", "anyOf"] {
            let mut alternatives = self.listed_schemas(place, key);
            alternatives.retain(|alternative| !self.is_null(*alternative));
            let has_alternatives = !alternatives.is_empty();
            if has_alternatives && alternatives.into_iter().all(|one| self.is_object(one, hops + 1)) {
                return true;
            }
        }
        false
    }

    /// The schemas in the list under a keyword; none without the keyword.
    pub(super) fn listed_schemas(&self, place: SchemaNode, keyword: &str) -> Vec<SchemaNode> {
        self.files.get(place, keyword).and_then(|list| self.files.items(list)).unwrap_or_default()
    }

    /// The types that `type` names; `None` without a valid `type`.
    pub(super) fn declared_types(&self, place: SchemaNode) -> Option<impl Iterator<Item = &str> + Clone> {
        self.files.texts(place, "type")
    }

    /// The maps whose keywords apply to a value to which the schemas `pending` apply: the maps of these schemas, and of
    /// all schemas that they refer to, directly or through others. References are not followed into the schema `except`.
    pub(super) fn schemas_behind(
        &mut self,
        mut pending: Vec<SchemaNode>,
        except: Option<SchemaNode>,
    ) -> Vec<SchemaNode> {
        let mut own_schemas = Vec::new();
        // `except` counts as seen, so it is not visited.
        let mut seen: Vec<SchemaNode> = except.into_iter().collect();
        while let Some(place) = pending.pop() {
            if seen.contains(&place) || seen.len() > MAX_HOPS {
                continue;
            }
            seen.push(place);
            let parts = self.parts_of(place);
            own_schemas.extend_from_slice(&parts.own_schemas);
            pending.extend(parts.targets.iter().map(|(target, _)| *target));
        }
        own_schemas
    }
}

/// The names of the properties that some schemas describe, each with whether one of them requires it.
pub(super) fn properties_of<'f>(
    files: &'f SchemaFiles<'_>,
    schemas: &[SchemaNode],
) -> FxHashMap<&'f str, bool> {
    let described = schemas.iter().filter_map(|place| files.map(files.get(*place, "properties")?));
    let mut is_required_by_name = FxHashMap::default();
    is_required_by_name.reserve(described.clone().map(Map::len).sum());
    for properties in described {
        is_required_by_name.extend(properties.iter().map(|(name, _)| (name, false)));
    }
    for name in schemas.iter().flat_map(|place| required_names(files, *place)) {
        if let Some(is_required) = is_required_by_name.get_mut(name) {
            *is_required = true;
        }
    }
    is_required_by_name
}

/// The names of the properties that a schema requires.
pub(super) fn required_names<'f>(
    files: &'f SchemaFiles<'_>,
    place: SchemaNode,
) -> impl Iterator<Item = &'f str> {
    let names = match files.get(place, "required").map(|names| files.content(names)) {
        Some(Content::List(names)) => names,
        _ => &[],
    };
    names.iter().filter_map(move |name| match files.content(SchemaNode { node: *name, ..place }) {
        Content::Text(text) => Some(text),
        _ => None,
    })
}
