//! Classes: their supertypes, and their features from properties.
//!
//! Invariant: a feature has one declaration along the inheritance chain; a schema that describes an inherited property
//! again repeats all features instead of inheriting. This module does not know how alternatives become subclasses.

use super::keywords::RULE_HELP;
use super::meaning::ItemMeaning;
use super::parts::{Parts, properties_of, required_names};
use super::problems::CountedProblem;
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::declarations::{Annotation, Class, Feature, Span};
use crate::own_keys::plausible_limit;
use modelwright_metamodel::diagnostic::{Severity, codes, shorten};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many features may be compared for inheritance in one schema.
const MAX_COMPARED: usize = 5_000_000;

/// A class that is being completed.
#[derive(Debug)]
pub(super) struct ClassDraft {
    pub(super) name: String,
    pub(super) span: Span,
    /// The schema, if it is a single one.
    pub(super) place: Option<SchemaNode>,
    parts: Parts,
    doc: Option<String>,
    pub(super) is_abstract: bool,
    /// The indices of the class's supertypes.
    pub(super) supertypes: Vec<usize>,
    pub(super) features: Vec<FeatureDraft>,
    pub(super) names: ClassNames,
}

/// How documents name the class of an object, such as by `"kind": "cat"`.
#[derive(Debug, Default)]
pub(super) struct ClassNames {
    /// The key that objects of the class and its subclasses have for this: `kind`.
    pub(super) key: Option<String>,
    /// The value of the key for this class: `cat`. `None` if it is the name of the class.
    pub(super) text: Option<String>,
}

/// A feature, and the class of its targets, if it is a containment.
#[derive(Debug)]
pub(super) struct FeatureDraft {
    pub(super) feature: Feature,
    pub(super) target: Option<usize>,
}

/// A property with all schemas that apply to it.
#[derive(Debug, Clone)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) places: Vec<SchemaNode>,
    pub(super) is_required: bool,
}

impl ClassDraft {
    pub(super) fn new(name: String, span: Span, place: Option<SchemaNode>, parts: Parts) -> Self {
        Self {
            name,
            span,
            place,
            parts,
            doc: None,
            is_abstract: false,
            supertypes: Vec::new(),
            features: Vec::new(),
            names: ClassNames::default(),
        }
    }

    /// The declaration of the class. `names` has the name of each class, by its index.
    pub(super) fn into_class(self, names: &[String]) -> Class {
        let name_of = |class: &usize| names.get(*class).cloned();
        let mut features = Vec::with_capacity(self.features.len());
        for FeatureDraft { mut feature, target } in self.features {
            if let Feature::Reference(reference) = &mut feature
                && let Some(target) = target
            {
                reference.target = name_of(&target).unwrap_or_default();
            }
            features.push(feature);
        }
        Class {
            name: self.name,
            doc: self.doc,
            is_abstract: self.is_abstract,
            supertypes: self.supertypes.iter().filter_map(name_of).collect(),
            features,
            annotations: Annotation::of_documents(self.names.key, self.names.text),
            span: self.span,
            ..Class::default()
        }
    }
}

/// The keywords that exclude further properties.
const CLOSING_KEYWORDS: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];

impl SchemaReader<'_> {
    /// Determines the supertypes and features of a class.
    pub(super) fn complete_class(&mut self, class: usize) {
        let Some(draft) = self.classes.get_mut(class) else { return };
        let (parts, name) = (std::mem::take(&mut draft.parts), draft.name.clone());
        let notes = [parts.own_schemas.as_slice(), parts.notes.as_slice()].concat();
        let (own_schemas, bases) = self.own_and_inherited(class, parts);
        let properties = self.properties(&own_schemas, &bases);
        let completed_alternatives = self.complete_alternatives(class, &own_schemas, &notes, &properties);
        let mut features = Vec::with_capacity(properties.len());
        for property in &properties {
            if !completed_alternatives.contains(&property.name) {
                features.extend(self.feature(&name, property));
            }
        }
        self.check_openness(&own_schemas);
        let doc = self.documentation(&notes, &[]).filter(|doc| *doc != name);
        if let Some(draft) = self.classes.get_mut(class) {
            draft.doc = doc;
            draft.features = features;
            for (base, _) in bases {
                if base != class && !draft.supertypes.contains(&base) {
                    draft.supertypes.push(base);
                }
            }
        }
    }

    /// The schemas whose properties the class has itself, and the classes that it inherits, each with its schema.
    fn own_and_inherited(
        &mut self,
        class: usize,
        parts: Parts,
    ) -> (Vec<SchemaNode>, Vec<(usize, SchemaNode)>) {
        let mut own_schemas = parts.own_schemas;
        let mut bases: Vec<(usize, SchemaNode)> = Vec::new();
        // Most classes inherit nothing, so that their properties need not be compared.
        if parts.targets.is_empty() {
            return (own_schemas, bases);
        }
        let mut declared_names: FxHashSet<String> = FxHashSet::default();
        let mut required: FxHashSet<String> = FxHashSet::default();
        for place in &own_schemas {
            declared_names.extend(self.property_places(*place).into_iter().map(|(name, _)| name));
            required.extend(required_names(&self.files, *place).map(str::to_owned));
        }
        let class_schema = self.classes.get(class).and_then(|draft| draft.place);
        let mut targets = parts.targets.into_iter().peekable();
        while let Some((target, name)) = targets.next() {
            let meaning = self.meaning_of_target(target, &name);
            let ItemMeaning::Class(base) = meaning.item else { continue };
            let is_known = bases.iter().any(|(known, _)| *known == base);
            if is_known || base == class {
                continue;
            }
            let schemas = self.schemas_behind(vec![target], class_schema);
            let properties = properties_of(&self.files, &schemas);
            self.compared_features += properties.len();
            let is_over_limit = self.compared_features > MAX_COMPARED;
            // A class cannot inherit a property that it describes again, or that it requires although the base does
            // not.
            let is_changed = |(name, is_required): (&&str, &bool)| {
                declared_names.contains(*name) || (!is_required && required.contains(*name))
            };
            // Beyond the limit, the class inherits without a comparison.
            let is_repeated = !is_over_limit && properties.iter().any(is_changed);
            // The properties of further targets are compared with these as well.
            if targets.peek().is_some() {
                declared_names.extend(properties.into_keys().map(str::to_owned));
            }
            if is_repeated {
                self.add_all_parts(target, &mut own_schemas);
                self.repeated_classes.insert(base);
            } else {
                bases.push((base, target));
            }
        }
        (own_schemas, bases)
    }

    /// Adds the parts of a schema and of those that it refers to.
    fn add_all_parts(&mut self, target: SchemaNode, own_schemas: &mut Vec<SchemaNode>) {
        for part in self.schemas_behind(vec![target], None) {
            if !own_schemas.contains(&part) {
                own_schemas.push(part);
            }
        }
    }

    /// The properties that a schema describes itself.
    pub(super) fn property_places(&self, place: SchemaNode) -> Vec<(String, SchemaNode)> {
        self.files.get(place, "properties").map(|map| self.files.entries(map)).unwrap_or_default()
    }

    /// The properties that the own schemas describe, and those that they require although the bases do not describe
    /// them.
    fn properties(&mut self, own_schemas: &[SchemaNode], bases: &[(usize, SchemaNode)]) -> Vec<Property> {
        let (mut properties, has_undescribed) = self.described_properties(own_schemas);
        let mut inherited: FxHashSet<String> = FxHashSet::default();
        for (_, target) in bases {
            // Even if the names are not needed, since this reports parts of the base that are not schemas.
            let schemas = self.schemas_behind(vec![*target], None);
            // Most classes describe what they require.
            if has_undescribed {
                let names = properties_of(&self.files, &schemas).into_keys();
                inherited.extend(names.map(str::to_owned));
            }
        }
        if has_undescribed {
            self.add_undescribed(own_schemas, &inherited, &mut properties);
        }
        properties
    }

    /// The properties that the own schemas describe, and whether they require other ones.
    fn described_properties(&self, own_schemas: &[SchemaNode]) -> (Vec<Property>, bool) {
        let mut properties: Vec<Property> = Vec::new();
        let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
        for place in own_schemas {
            let Some(described) = self.files.get(*place, "properties") else { continue };
            for (name, schema) in self.files.keys(described) {
                let index = *by_name.entry(name).or_insert(properties.len());
                match properties.get_mut(index) {
                    Some(property) => property.places.push(schema),
                    None => {
                        let name = name.to_owned();
                        properties.push(Property { name, places: vec![schema], is_required: false });
                    }
                }
            }
        }
        let mut has_undescribed = false;
        for name in own_schemas.iter().flat_map(|place| required_names(&self.files, *place)) {
            match by_name.get(name).and_then(|index| properties.get_mut(*index)) {
                Some(property) => property.is_required = true,
                None => has_undescribed = true,
            }
        }
        (properties, has_undescribed)
    }

    /// Adds the properties that the own schemas require, but that neither these nor the bases describe. `inherited` are
    /// the names of those that the bases describe.
    fn add_undescribed(
        &mut self,
        own_schemas: &[SchemaNode],
        inherited: &FxHashSet<String>,
        properties: &mut Vec<Property>,
    ) {
        let mut names: FxHashSet<String> = properties.iter().map(|property| property.name.clone()).collect();
        let conditional_names = self.conditional_properties(own_schemas);
        let is_closed = self.is_closed(own_schemas) && inherited.is_empty() && conditional_names.is_none();
        let conditional_names = conditional_names.unwrap_or_default();
        for place in own_schemas {
            let is_described = |name: &str| {
                names.contains(name) || inherited.contains(name) || conditional_names.contains(name)
            };
            for name_node in self.undescribed(*place, is_described) {
                let property_names = names.iter().chain(inherited).map(String::as_str);
                self.report_undescribed(name_node, is_closed, property_names);
            }
            for name in required_names(&self.files, *place) {
                if !inherited.contains(name) && names.insert(name.to_owned()) {
                    // Without a schema of its own, its values are of any kind.
                    properties.push(Property {
                        name: name.to_owned(),
                        places: Vec::new(),
                        is_required: true,
                    });
                }
            }
        }
    }

    /// The names of required properties of a schema that are not described.
    fn undescribed(&self, place: SchemaNode, is_described: impl Fn(&str) -> bool) -> Vec<SchemaNode> {
        let mut names =
            self.files.get(place, "required").and_then(|all| self.files.items(all)).unwrap_or_default();
        names.retain(|name| match self.files.content(*name) {
            Content::Text(name) => !is_described(name),
            _ => false,
        });
        names
    }

    /// The properties that other keywords describe, under conditions or in alternatives; `None` if there is no such
    /// keyword. If there is one, the schema may allow properties that it does not describe.
    fn conditional_properties(&self, own_schemas: &[SchemaNode]) -> Option<FxHashSet<String>> {
        let mut conditional_names: Option<FxHashSet<String>> = None;
        for place in own_schemas {
            for (key, value) in self.files.keys(*place) {
                let schemas: Vec<SchemaNode> = match key {
                    "if" | "then" | "else" => vec![value],
                    "dependencies" | "dependentSchemas" => {
                        self.files.entries(value).into_iter().map(|(_, schema)| schema).collect()
                    }
                    "anyOf" | "oneOf" if self.only_alternative(*place).is_none() => {
                        self.files.items(value).unwrap_or_default()
                    }
                    "patternProperties" => Vec::new(),
                    _ => continue,
                };
                let names = conditional_names.get_or_insert_with(FxHashSet::default);
                for schema in schemas {
                    names.extend(self.property_places(schema).into_iter().map(|(name, _)| name));
                }
            }
        }
        conditional_names
    }

    /// Reports a required property that no schema describes, if objects have no others, or if its name is probably a
    /// typing error.
    fn report_undescribed<'k>(
        &mut self,
        name_node: SchemaNode,
        is_closed: bool,
        known: impl Iterator<Item = &'k str>,
    ) {
        let Content::Text(name) = self.files.content(name_node) else { return };
        let suggestion = if is_closed {
            self.suggestions.nearest(name, known)
        } else {
            self.suggestions.nearest_within(name, plausible_limit(name), known)
        };
        let message = format!("`{}` is required, but no property has this name", shorten(name));
        let label = self.files.label(name_node, None);
        let (severity, help) = match suggestion {
            Some(suggestion) if is_closed => (Severity::Error, format!("did you mean `{suggestion}`?")),
            Some(suggestion) => (Severity::Warning, format!("did you mean `{suggestion}`?")),
            None if is_closed => {
                (Severity::Warning, "add it to `properties`, because no other ones are allowed".to_owned())
            }
            None => return,
        };
        self.problems.push_at(severity, codes::IMPORT_INVALID, label, message, Some(&help));
    }

    /// Whether objects have described properties only.
    fn is_closed(&self, own_schemas: &[SchemaNode]) -> bool {
        let value = |place: &SchemaNode, key: &str| {
            self.files.get(*place, key).map(|value| self.files.content(value))
        };
        let is_false = |place: &SchemaNode, key| matches!(value(place, key), Some(Content::Boolean(false)));
        let is_open = |place: &SchemaNode| match CLOSING_KEYWORDS.iter().find_map(|key| value(place, key)) {
            Some(Content::Boolean(is_open)) => is_open,
            Some(Content::Map(map)) => map.is_empty(),
            _ => false,
        };
        if own_schemas.iter().any(|place| is_false(place, "additionalProperties")) {
            return true;
        }
        // `unevaluatedProperties` concerns what no other schema describes or allows.
        let forbids_unevaluated =
            own_schemas.first().is_some_and(|place| is_false(place, "unevaluatedProperties"));
        forbids_unevaluated && !own_schemas.iter().any(is_open)
    }

    /// Reports keywords about properties beyond the described ones, and counts objects that may have any such property.
    fn check_openness(&mut self, own_schemas: &[SchemaNode]) {
        let is_closed = self.is_closed(own_schemas);
        let value = |place: &SchemaNode, key: &str| {
            self.files.get(*place, key).map(|value| self.files.content(value))
        };
        let is_false = |place: &SchemaNode, key| matches!(value(place, key), Some(Content::Boolean(false)));
        let mut losses = Vec::new();
        // In the first schema, the keyword concerns all the others, so it closes the class; in another one, it does not
        // know the properties that the schemas around it describe.
        for place in own_schemas.iter().skip(1).filter(|place| is_false(place, "unevaluatedProperties")) {
            let effect = "the properties of the schemas around it are accepted";
            losses.push((*place, "unevaluatedProperties", effect));
        }
        for place in own_schemas {
            for key in CLOSING_KEYWORDS {
                let is_schema = matches!(value(place, key), Some(Content::Map(map)) if !map.is_empty());
                if is_schema {
                    losses.push((
                        *place,
                        key,
                        "a class has its features only, so further properties are not accepted",
                    ));
                }
            }
            if matches!(value(place, "patternProperties"), Some(Content::Map(map)) if !map.is_empty()) {
                let effect = "a class has its features only, so properties with such names are not accepted";
                losses.push((*place, "patternProperties", effect));
            }
            if value(place, "propertyNames").is_some() {
                losses.push((*place, "propertyNames", "the names of features are not checked"));
            }
        }
        for (place, key, effect) in &losses {
            self.report_not_expressed(*place, key, effect, RULE_HELP);
        }
        if is_closed || !losses.is_empty() {
            return;
        }
        let has_properties = own_schemas.iter().any(|place| self.files.get(*place, "properties").is_some());
        // Otherwise the properties are those of the alternatives, whose own schemas are counted.
        if (has_properties || self.alternatives(own_schemas).is_none())
            && let Some(place) = own_schemas.first()
        {
            let label = self.files.label(*place, Some("properties"));
            self.problems.count(CountedProblem::OpenObject, label);
        }
    }
}
