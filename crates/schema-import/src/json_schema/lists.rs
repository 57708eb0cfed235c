//! The types of values that are not objects of a class: by `type`, or by the keywords that restrict one kind of values.

use super::keywords::{NULL_ALONE, RULE_HELP};
use super::meaning::{ItemMeaning, ListBounds, Meaning};
use super::parts::Parts;
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::texts::is_format_of_text;
use super::tree::Content;
use crate::declarations::{Type, class_name};
use std::fmt::Display;

/// The keywords that restrict one kind of values.
const KEYWORDS_BY_TYPE: [(&str, &[&str]); 4] = [
    ("string", &["minLength", "maxLength", "pattern"]),
    ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ("array", &["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]),
    ("object", &["properties", "additionalProperties", "patternProperties", "propertyNames", "required"]),
];

impl SchemaReader<'_> {
    /// The meaning of parts that do not describe objects of a class.
    pub(super) fn value_meaning(&mut self, parts: Parts, name: &dyn Display) -> Meaning {
        let own_schemas = self.with_targets(parts);
        if let Some(meaning) = self.enumerated(&own_schemas, name) {
            return meaning;
        }
        if let Some(meaning) = self.union(&own_schemas, name) {
            return meaning;
        }
        let types = self.types_of(&own_schemas);
        let mut meanings: Vec<Meaning> = Vec::new();
        for type_name in types.iter().filter(|type_name| *type_name != "null") {
            // Integers are among the numbers.
            if type_name != "integer" || !types.iter().any(|other| other == "number") {
                meanings.push(self.meaning_of_type(type_name, &own_schemas, name));
            }
        }
        let mut meaning = match meanings.len() {
            0 => {
                self.report_null_alone(&own_schemas);
                Meaning::any()
            }
            1 => meanings.pop().unwrap_or_else(Meaning::any),
            _ => self.variant(meanings, &own_schemas, "type"),
        };
        meaning.is_nullable |= types.iter().any(|type_name| type_name == "null");
        meaning
    }

    /// Reports a schema that only accepts null.
    fn report_null_alone(&mut self, own_schemas: &[SchemaNode]) {
        for place in own_schemas {
            if let Some(keyword) = self.keyword_of_null_alone(*place) {
                return self.report_not_expressed(*place, keyword, NULL_ALONE, RULE_HELP);
            }
        }
    }

    /// The keyword by which a schema only accepts null; `None` if it accepts other values.
    fn keyword_of_null_alone(&self, place: SchemaNode) -> Option<&'static str> {
        let types: Vec<&str> = self.declared_types(place).into_iter().flatten().collect();
        if !types.is_empty() && types.iter().all(|name| *name == "null") {
            return Some("type");
        }
        ["oneOf", "anyOf"].into_iter().find(|keyword| {
            let schemas = self.files.get(place, keyword).and_then(|list| self.files.items(list));
            let schemas = schemas.unwrap_or_default();
            !schemas.is_empty() && schemas.iter().all(|schema| self.is_null(*schema))
        })
    }

    /// The own schemas of parts, with those of the schemas to which they refer, directly or through others.
    fn with_targets(&mut self, parts: Parts) -> Vec<SchemaNode> {
        let mut own_schemas = parts.own_schemas;
        let targets = parts.targets.into_iter().map(|(target, _)| target).collect();
        own_schemas.extend(self.schemas_behind(targets, None));
        own_schemas
    }

    /// The types that all parts allow; nothing if none restricts them.
    fn types_of(&mut self, own_schemas: &[SchemaNode]) -> Vec<String> {
        let mut types: Option<Vec<String>> = None;
        for place in own_schemas {
            let Some(declared) = self.declared_types(*place) else { continue };
            match &mut types {
                None => types = Some(declared.map(str::to_owned).collect()),
                Some(known) => known.retain(|name| {
                    // Integers are among the numbers.
                    let is_number = name == "integer" && declared.clone().any(|other| other == "number");
                    is_number || declared.clone().any(|other| other == name)
                }),
            }
        }
        match types {
            Some(types) if types.iter().any(|name| name == "any") => Vec::new(),
            Some(types) => types,
            None => self.types_by_keywords(own_schemas),
        }
    }

    /// The type of values of schemas without `type`: the keywords for one type show that the values are of this type.
    /// Nothing if there are no such keywords, or keywords for several types, which is reported.
    fn types_by_keywords(&mut self, own_schemas: &[SchemaNode]) -> Vec<String> {
        let has_keyword =
            |keyword: &&str| own_schemas.iter().any(|place| self.files.get(*place, keyword).is_some());
        let has_format_of_text =
            own_schemas.iter().any(|place| self.files.text(*place, "format").is_some_and(is_format_of_text));
        let mut groups: Vec<&str> = Vec::new();
        for (name, keywords) in KEYWORDS_BY_TYPE {
            let is_text = name == "string" && has_format_of_text;
            if is_text || keywords.iter().any(has_keyword) {
                groups.push(name);
            }
        }
        match groups.as_slice() {
            [] => Vec::new(),
            [only] => vec![(*only).to_owned()],
            _ => {
                if let Some(place) = own_schemas.first() {
                    let label = self.files.label(*place, None);
                    let message = format!(
                        "keywords for {} restrict values without a `type`, so values are of any kind",
                        groups.join(" and ")
                    );
                    self.problems.report_not_expressed(label, message, "add a `type`");
                }
                Vec::new()
            }
        }
    }

    /// The meaning of values of one type of JSON, such as `string`.
    pub(super) fn meaning_of_type(
        &mut self,
        json_type: &str,
        own_schemas: &[SchemaNode],
        preferred_name: &dyn Display,
    ) -> Meaning {
        match json_type {
            "string" => self.text(own_schemas, preferred_name),
            "integer" => self.integer(own_schemas),
            "number" => self.number(own_schemas, preferred_name),
            "boolean" => Meaning::of(Type::Word("Boolean")),
            "array" => self.list(own_schemas, preferred_name),
            "object" => self.map_of(own_schemas, preferred_name),
            _ => Meaning::any(),
        }
    }

    /// The first schema that has a keyword, and the value of the keyword.
    pub(super) fn first(
        &self,
        own_schemas: &[SchemaNode],
        keyword: &str,
    ) -> Option<(SchemaNode, SchemaNode)> {
        own_schemas.iter().find_map(|place| Some((*place, self.files.get(*place, keyword)?)))
    }

    /// The meaning of a list: a tuple, or that of its items with the bounds of the list.
    fn list(&mut self, own_schemas: &[SchemaNode], name: &dyn Display) -> Meaning {
        let min_items = own_schemas.iter().filter_map(|place| self.count(*place, "minItems")).max();
        let max_items = own_schemas.iter().filter_map(|place| self.count(*place, "maxItems")).min();
        let unique = self.first(own_schemas, "uniqueItems").map(|(_, value)| self.files.content(value));
        let is_unique = matches!(unique, Some(Content::Boolean(true)));
        let bounds = ListBounds { min: min_items.unwrap_or_default(), max: max_items, is_unique };
        if let Some(tuple) = self.tuple(own_schemas, name, bounds) {
            if is_unique && let Some((place, _)) = self.first(own_schemas, "uniqueItems") {
                self.report_not_expressed(
                    place,
                    "uniqueItems",
                    "items with different schemas are not compared",
                    RULE_HELP,
                );
            }
            return Meaning::of(tuple);
        }
        let Some((place, items)) = self.first(own_schemas, "items") else {
            return Meaning { list: Some(bounds), ..Meaning::any() };
        };
        let item = self.meaning(&[items], &format_args!("{name}Item"));
        if item.is_nullable {
            let effect = "lists cannot contain null, unless their items may be of any type";
            self.report_not_expressed(place, "items", effect, "leave the items out instead of writing null");
        }
        let is_map = matches!(item.item, ItemMeaning::Type(Type::Hash { .. })) && item.list.is_none();
        if is_map {
            let effect = "a list cannot contain maps, so the items are of any kind";
            self.report_not_expressed(place, "items", effect, "describe the maps by `properties`");
            return Meaning { list: Some(bounds), ..Meaning::any() };
        }
        if item.item == ItemMeaning::Never {
            return Meaning { list: Some(ListBounds { min: 0, max: Some(0), is_unique }), ..Meaning::any() };
        }
        if is_unique && (matches!(item.item, ItemMeaning::Class(_)) || item.list.is_some()) {
            self.report_not_expressed(place, "uniqueItems", "objects and lists are not compared", RULE_HELP);
        }
        let remarks = item.remarks.clone();
        // The items of a list of lists are values of an array type.
        let item_meaning =
            if item.list.is_some() { ItemMeaning::Type(item.into_type(&self.classes)) } else { item.item };
        Meaning { item: item_meaning, list: Some(bounds), is_nullable: false, notes: Vec::new(), remarks }
    }

    /// The type of a list whose items have different schemas; `None` if there are no such schemas, or no item is
    /// allowed.
    fn tuple(&mut self, own_schemas: &[SchemaNode], name: &dyn Display, bounds: ListBounds) -> Option<Type> {
        let (place, schemas, rest_keyword) = match self.first(own_schemas, "prefixItems") {
            Some((place, items)) => (place, self.files.items(items)?, "items"),
            None => {
                let (place, items) = self.first(own_schemas, "items")?;
                (place, self.files.items(items)?, "additionalItems")
            }
        };
        let other =
            own_schemas.iter().find(|other| **other != place && self.files.get(**other, "items").is_some());
        if let Some(other) = other {
            let effect = "the list of item schemas in another part of this schema applies instead";
            self.report_not_expressed(*other, "items", effect, RULE_HELP);
        }
        let mut types = Vec::new();
        for (index, schema) in schemas.iter().enumerate() {
            let item = self.meaning(&[*schema], &format_args!("{name}Item{}", index + 1));
            let is_nullable = item.is_nullable;
            if item.item == ItemMeaning::Never {
                let items_keyword = if rest_keyword == "items" { "prefixItems" } else { "items" };
                self.report_not_expressed(
                    place,
                    items_keyword,
                    "an item whose schema allows no value may have any value",
                    RULE_HELP,
                );
            }
            let item = item.into_type(&self.classes);
            let is_any = item == Type::Word("Data");
            types.push(if is_nullable && !is_any { Type::Optional(Box::new(item)) } else { item });
        }
        let listed_count = types.len() as u64;
        let rest = self.files.get(place, rest_keyword);
        let mut max = bounds.max;
        match rest.map(|rest| (rest, self.files.content(rest))) {
            Some((_, Content::Boolean(false))) => max = Some(max.unwrap_or(listed_count).min(listed_count)),
            Some((rest, Content::Map(_))) => {
                let item = self.meaning(&[rest], &format_args!("{name}Rest")).into_type(&self.classes);
                types.push(item);
            }
            // No item may follow the listed ones.
            _ if max.is_some_and(|max| max <= listed_count) => {}
            _ => types.push(Type::Word("Data")),
        }
        if let Some(max) = max
            && max < types.len() as u64
        {
            types.truncate(usize::try_from(max).unwrap_or_default());
        }
        if types.is_empty() {
            return None;
        }
        // Without bounds, a tuple has exactly the listed items.
        let is_exact = bounds.min == listed_count && max == Some(listed_count);
        let (min, max) = if is_exact { (None, None) } else { (Some(bounds.min), Some(max)) };
        Some(Type::Tuple { items: types, min, max })
    }

    /// The type of objects that do not become a class: maps.
    fn map_of(&mut self, own_schemas: &[SchemaNode], name: &dyn Display) -> Meaning {
        let mut key = self.type_of_names(own_schemas, name).unwrap_or(Type::TEXT);
        let additional = self.first(own_schemas, "additionalProperties");
        let patterns = self.first(own_schemas, "patternProperties");
        let is_closed =
            additional.is_some_and(|(_, value)| matches!(self.files.content(value), Content::Boolean(false)));
        // The schema of the values.
        let mut value = if is_closed { None } else { additional.map(|(_, value)| value) };
        if let Some((place, map)) = patterns {
            match self.files.entries(map).as_slice() {
                [(pattern, schema)] if value.is_none() => {
                    let key_type = self.pattern(pattern, place, "patternProperties");
                    if is_closed {
                        key = key_type.unwrap_or(key);
                        value = Some(*schema);
                    } else {
                        let effect = "properties with other names are accepted, so values are of any kind";
                        self.report_not_expressed(
                            place,
                            "patternProperties",
                            effect,
                            "write `\"additionalProperties\": false`",
                        );
                    }
                }
                _ => {
                    let effect = "values are as `additionalProperties` describes them, or of any kind";
                    self.report_not_expressed(place, "patternProperties", effect, RULE_HELP);
                }
            }
        }
        self.report_other_rules_of_maps(own_schemas);
        let value = match value {
            Some(value) => self.map_value(value, name),
            None => Type::Word("Data"),
        };
        Meaning::of(Type::Hash { key: Box::new(key), value: Box::new(value) })
    }

    /// The type of the names of properties, which `propertyNames` describes. A type that keys of a map cannot have is
    /// reported.
    fn type_of_names(&mut self, own_schemas: &[SchemaNode], name: &dyn Display) -> Option<Type> {
        let (place, names) = self.first(own_schemas, "propertyNames")?;
        let meaning = self.meaning(&[names], &format_args!("{name}Key"));
        match meaning.item {
            ItemMeaning::Type(
                key_type @ (Type::String { .. } | Type::Pattern(_) | Type::Enum(_) | Type::Named(_)),
            ) => Some(key_type),
            _ => {
                self.report_not_expressed(place, "propertyNames", "any name is accepted", RULE_HELP);
                None
            }
        }
    }

    /// Reports the rules for the keys of maps that types do not express.
    fn report_other_rules_of_maps(&mut self, own_schemas: &[SchemaNode]) {
        if let Some((place, value)) = self.first(own_schemas, "unevaluatedProperties")
            && !matches!(self.files.content(value), Content::Boolean(true))
        {
            let effect = "any further key is accepted";
            self.report_not_expressed(
                place,
                "unevaluatedProperties",
                effect,
                "write `additionalProperties` instead",
            );
        }
        if let Some((place, _)) = self.first(own_schemas, "required") {
            self.report_not_expressed(
                place,
                "required",
                "any key of a map may be missing",
                "describe the keys by `properties`",
            );
        }
    }

    /// The type of the values of a map, which a schema describes.
    fn map_value(&mut self, value: SchemaNode, name: &dyn Display) -> Type {
        let meaning = self.meaning(&[value], &format_args!("{}Value", class_name(&name.to_string())));
        let is_nullable = meaning.is_nullable;
        let value_type = meaning.into_type(&self.classes);
        let is_any = value_type == Type::Word("Data");
        if is_nullable && !is_any { Type::Optional(Box::new(value_type)) } else { value_type }
    }
}
