//! The keys that LinkML defines for each kind of element, and a check of those that a schema uses.
//!
//! Invariants: LinkML rejects a key that is not listed here, but a schema of which only such a key is wrong is read,
//! with the key as an annotation, unless it is probably a typing error. This module does not know what keys mean.

use super::logic::CONDITIONS;
use super::metadata::{OF_CLASSES, OF_SCHEMAS, OF_SLOTS, OF_TYPES};
use super::node::{File, Node};
use crate::own_keys::plausible_limit;
use modelwright_metamodel::diagnostic::codes::{IMPORT_INVALID, IMPORT_NOT_EXPRESSED};
use modelwright_metamodel::diagnostic::{Diagnostics, Severity, Suggestions};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A kind of element: its noun, and its keys in some lists, in addition to those of all elements.
struct ElementKind {
    noun: &'static str,
    keys: &'static [&'static [&'static str]],
}

const SCHEMA: ElementKind = ElementKind { noun: "a schema", keys: &[OF_SCHEMAS, OTHERS_OF_SCHEMAS] };
const CLASS: ElementKind = ElementKind { noun: "a class", keys: &[OF_CLASSES, OTHERS_OF_CLASSES] };
const SLOT: ElementKind = ElementKind { noun: "a slot", keys: &[OF_SLOTS, CONDITIONS, OTHERS_OF_SLOTS] };
const ENUMERATION: ElementKind = ElementKind { noun: "an enumeration", keys: &[OF_ENUMERATIONS] };
const VALUE: ElementKind =
    ElementKind { noun: "a permissible value", keys: &[&["is_a", "meaning", "mixins", "text", "unit"]] };
const TYPE: ElementKind = ElementKind { noun: "a type", keys: &[OF_TYPES, OTHERS_OF_TYPES] };
const RULE: ElementKind = ElementKind { noun: "a rule", keys: &[OF_RULES] };
const EXPRESSION: ElementKind = ElementKind { noun: "a class expression", keys: &[OF_EXPRESSIONS] };
const UNIQUE_KEY: ElementKind = ElementKind { noun: "a unique key", keys: &[OF_UNIQUE_KEYS] };

/// The keys of all elements.
const OF_ELEMENTS: &[&str] = &[
    "aliases",
    "alt_descriptions",
    "annotations",
    "broad_mappings",
    "categories",
    "close_mappings",
    "comments",
    "conforms_to",
    "contributors",
    "created_by",
    "created_on",
    "definition_uri",
    "deprecated",
    "deprecated_element_has_exact_replacement",
    "deprecated_element_has_possible_replacement",
    "description",
    "exact_mappings",
    "examples",
    "extensions",
    "from_schema",
    "id_prefixes",
    "id_prefixes_are_closed",
    "implements",
    "imported_from",
    "in_language",
    "in_subset",
    "instantiates",
    "keywords",
    "last_updated_on",
    "local_names",
    "mappings",
    "modified_by",
    "name",
    "narrow_mappings",
    "notes",
    "rank",
    "related_mappings",
    "see_also",
    "source",
    "status",
    "structured_aliases",
    "title",
    "todos",
];

const OTHERS_OF_SCHEMAS: &[&str] = &[
    "bindings",
    "default_curi_maps",
    "default_prefix",
    "emit_prefixes",
    "generation_date",
    "license",
    "metamodel_version",
    "prefixes",
    "settings",
    "slot_names_unique",
    "source_file",
    "source_file_date",
    "source_file_size",
    "subsets",
    "version",
];

const OTHERS_OF_CLASSES: &[&str] = &[
    "alias",
    "apply_to",
    "children_are_mutually_disjoint",
    "class_uri",
    "classification_rules",
    "defining_slots",
    "disjoint_with",
    "extra_slots",
    "represents_relationship",
    "slot_conditions",
    "slot_names_unique",
    "string_serialization",
    "subclass_of",
    "tree_root",
    "union_of",
    "values_from",
];

const OTHERS_OF_SLOTS: &[&str] = &[
    "apply_to",
    "array",
    "asymmetric",
    "bindings",
    "children_are_mutually_disjoint",
    "designates_type",
    "disjoint_with",
    "domain",
    "domain_of",
    "implicit_prefix",
    "inherited",
    "irreflexive",
    "is_class_field",
    "is_grouping_slot",
    "is_usage_slot",
    "list_elements_ordered",
    "locally_reflexive",
    "owner",
    "path_rule",
    "readonly",
    "recommended",
    "reflexive",
    "reflexive_transitive_form_of",
    "relational_role",
    "role",
    "shared",
    "singular_name",
    "slot_group",
    "slot_uri",
    "string_serialization",
    "subproperty_of",
    "symmetric",
    "transitive",
    "transitive_form_of",
    "type_mappings",
    "union_of",
    "unit",
    "usage_slot_name",
    "values_from",
];

const OF_ENUMERATIONS: &[&str] = &[
    "abstract",
    "apply_to",
    "code_set",
    "code_set_tag",
    "code_set_version",
    "concepts",
    "enum_uri",
    "include",
    "inherits",
    "is_a",
    "matches",
    "minus",
    "mixin",
    "mixins",
    "permissible_values",
    "pv_formula",
    "reachable_from",
    "string_serialization",
    "values_from",
];

const OTHERS_OF_TYPES: &[&str] = &[
    "all_of",
    "any_of",
    "base",
    "exactly_one_of",
    "implicit_prefix",
    "none_of",
    "repr",
    "structured_pattern",
    "union_of",
    "unit",
    "uri",
];

const OF_RULES: &[&str] =
    &["bidirectional", "deactivated", "elseconditions", "open_world", "postconditions", "preconditions"];

const OF_EXPRESSIONS: &[&str] = &["all_of", "any_of", "exactly_one_of", "is_a", "none_of", "slot_conditions"];

const OF_UNIQUE_KEYS: &[&str] = &["consider_nulls_inequal", "unique_key_name", "unique_key_slots"];

/// The keys of alternatives and other combinations.
const COMBINATIONS: [&str; 4] = ["any_of", "all_of", "none_of", "exactly_one_of"];

/// Reports the keys of some files that LinkML does not define.
pub(super) fn check(files: &[File], problems: &mut Diagnostics) {
    let mut check = KeyCheck { suggestions: Suggestions::default(), unknown_keys: BTreeMap::new(), problems };
    for root in files.iter().map(Node::root) {
        check.keys(root, &SCHEMA);
        for class in elements(root, "classes") {
            check.class(class);
        }
        for slot in elements(root, "slots") {
            check.slot(slot);
        }
        for enumeration in elements(root, "enums") {
            check.keys(enumeration, &ENUMERATION);
            for value in elements(enumeration, "permissible_values") {
                check.keys(value, &VALUE);
            }
        }
        for value_type in elements(root, "types") {
            check.keys(value_type, &TYPE);
        }
    }
    check.report_unknown_keys();
}

/// The elements under a key.
fn elements<'a>(node: Node<'a>, key: &str) -> Vec<Node<'a>> {
    let entries = node.get(key).map(Node::entries).unwrap_or_default();
    entries.into_iter().map(|entry| entry.value).collect()
}

/// Where an unknown key occurs.
struct Occurrences<'a> {
    first: Node<'a>,
    count: usize,
}

struct KeyCheck<'a, 'p> {
    suggestions: Suggestions,
    /// The unknown keys, each with the noun of the kind of element that has it.
    unknown_keys: BTreeMap<(&'static str, Cow<'a, str>), Occurrences<'a>>,
    problems: &'p mut Diagnostics,
}

impl<'a> KeyCheck<'a, '_> {
    /// Checks the keys of a class and of the elements in it.
    fn class(&mut self, class: Node<'a>) {
        self.keys(class, &CLASS);
        for slot in ["attributes", "slot_usage"].into_iter().flat_map(|key| elements(class, key)) {
            self.slot(slot);
        }
        for key in elements(class, "unique_keys") {
            self.keys(key, &UNIQUE_KEY);
        }
        for rule in class.get("rules").map(Node::items).unwrap_or_default() {
            self.keys(rule, &RULE);
            for key in ["preconditions", "postconditions", "elseconditions"] {
                if let Some(conditions) = rule.get(key) {
                    self.expression(conditions);
                }
            }
        }
        self.parts_of_expression(class);
    }

    /// Checks a class expression. Nesting is limited by the reader of YAML.
    fn expression(&mut self, expression: Node<'a>) {
        self.keys(expression, &EXPRESSION);
        self.parts_of_expression(expression);
    }

    /// Checks the slots and the expressions in a class or a class expression.
    fn parts_of_expression(&mut self, expression: Node<'a>) {
        for slot in elements(expression, "slot_conditions") {
            self.slot(slot);
        }
        for inner in COMBINATIONS.into_iter().filter_map(|key| expression.get(key)).flat_map(Node::items) {
            self.expression(inner);
        }
    }

    /// Checks a slot and the conditions in it. Nesting is limited by the reader of YAML.
    fn slot(&mut self, slot: Node<'a>) {
        self.keys(slot, &SLOT);
        for key in COMBINATIONS.into_iter().chain(["has_member", "all_members"]) {
            for inner in slot.get(key).map(Node::items).unwrap_or_default() {
                self.slot(inner);
            }
        }
    }

    /// Checks the keys of an element. An unknown key that resembles a known one is an error; others are counted.
    fn keys(&mut self, node: Node<'a>, kind: &ElementKind) {
        let known_keys = || kind.keys.iter().chain([&OF_ELEMENTS]).flat_map(|keys| keys.iter().copied());
        for entry in node.map_entries() {
            if known_keys().any(|key| key == entry.key) || entry.value.is_null() {
                continue;
            }
            // Some words are often written without `_`, or in the singular.
            let normalized_key = normalized(&entry.key);
            let is_class = normalized_key == "class";
            let suggestion =
                known_keys().find(|key| normalized(key) == normalized_key || (is_class && *key == "classes"));
            let limit = plausible_limit(&entry.key);
            match suggestion.or_else(|| self.suggestions.nearest_within(&entry.key, limit, known_keys())) {
                Some(suggestion) => {
                    let message = format!("{} has no key `{}`", kind.noun, entry.key);
                    let problem = entry.location.problem(Severity::Error, IMPORT_INVALID, message);
                    self.problems.push(problem.help(format!("did you mean `{suggestion}`?")));
                }
                None => {
                    let occurrences = self
                        .unknown_keys
                        .entry((kind.noun, entry.key))
                        .or_insert(Occurrences { first: entry.location, count: 0 });
                    occurrences.count += 1;
                }
            }
        }
    }

    /// Reports each unknown key once for each kind of element.
    fn report_unknown_keys(&mut self) {
        for ((noun, key), Occurrences { first, count }) in &self.unknown_keys {
            let places = if *count == 1 { "one place".to_owned() } else { format!("{count} places") };
            let message =
                format!("{noun} has no key `{key}` in LinkML; it is kept as an annotation ({places})");
            let problem = first.problem(Severity::Warning, IMPORT_NOT_EXPRESSED, message);
            self.problems.push(problem.help("put custom keys into `annotations`, which LinkML accepts"));
        }
    }
}

/// A key in small letters and without underscores.
fn normalized(key: &str) -> String {
    key.replace('_', "").to_lowercase()
}
