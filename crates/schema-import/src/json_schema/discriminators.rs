//! Discriminators: properties that only hold the text by which an object names its class.
//!
//! OpenAPI has a keyword for them; without it, each alternative requires the same property with a constant of its own.
//! The class of the alternatives declares the key, each alternative its text, and the property is no feature, because
//! its value follows from the class.
//!
//! Invariants: every object that a schema accepts has the property with the text of its class, so that documents are
//! read and written without a loss; where that is not certain, for any of several unions with alternatives in common,
//! all of them keep their properties. This module does not know how properties become features.

use super::class_union::{ClassUnion, Family, families, groups};
use super::classes::FeatureDraft;
use super::hierarchy::{Hierarchy, visit_names_in, visit_type_names, with_superclasses};
use super::meaning::{ItemMeaning, Meaning};
use super::problems::CountedProblem;
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::declarations::{Declaration, Feature, Type};
use modelwright_metamodel::diagnostic::Diagnostics;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many properties with constants are considered for one union.
const MAX_KEYS: usize = 8;

/// The keyword of OpenAPI.
pub(super) const DISCRIMINATOR_KEYWORD: &str = "discriminator";

/// The names of the alternatives of a union.
#[derive(Debug)]
struct Names {
    of_classes: Vec<Name>,
    /// The classes with the property.
    carriers: Vec<usize>,
    /// Whether all alternatives have the same key, which the class of the union declares.
    is_shared: bool,
}

/// The text that names a class, and its key.
#[derive(Debug)]
struct Name {
    class: usize,
    key: String,
    text: String,
}

impl SchemaReader<'_> {
    /// Declares the discriminators of all unions, and reports those whose alternatives documents cannot distinguish.
    pub(super) fn declare_discriminators(&mut self) {
        let unions = std::mem::take(&mut self.unions);
        if unions.is_empty() {
            return;
        }
        let hierarchy = Hierarchy::new(&self.classes);
        let mut names: Vec<Option<Names>> = Vec::new();
        if let Some(families) = families(&unions, &hierarchy.children) {
            let root = self.files.root();
            let definitions = root.into_iter().flat_map(|root| self.definitions_of(root)).collect();
            for (union, family) in unions.iter().zip(&families) {
                let found_names = self.names(union, family, &definitions);
                names.push(found_names.filter(|names| self.is_certain(names, family, &hierarchy)));
            }
            self.remove_conflicts(&families, &mut names);
        }
        names.resize_with(unions.len(), || None);
        for (union, names) in unions.iter().zip(&names) {
            match names {
                Some(names) => self.declare_names(union, names),
                None => self.report_ambiguous(union),
            }
        }
        self.remove_properties(names.iter().flatten());
    }

    /// The names of the alternatives of a union, which a property of all of them holds; `None` if there is no such
    /// property.
    fn names(
        &mut self,
        union: &ClassUnion,
        family: &Family,
        definitions: &FxHashMap<String, SchemaNode>,
    ) -> Option<Names> {
        if family.leaves.len() < 2 {
            return None;
        }
        let discriminator =
            union.notes.iter().find_map(|place| self.files.get(*place, DISCRIMINATOR_KEYWORD));
        if self.is_generated {
            return self.names_in_generated_schema(union, family);
        }
        if let Some(discriminator) = discriminator {
            return self.names_of_keyword(discriminator, union, family, definitions);
        }
        // Without the keyword, no text is implied by the name of a definition.
        let (no_mapping, is_implied) = (FxHashMap::default(), false);
        // All alternatives have the key, so it is enough to try the keys of the first one.
        for key in self.constants(*family.leaves.first()?) {
            let names = self.names_by_key(&key, &no_mapping, is_implied, union, family);
            if names.is_some() {
                return names;
            }
        }
        None
    }

    /// The properties of a class that allow only one text, at most [`MAX_KEYS`] of them.
    fn constants(&self, class: usize) -> Vec<String> {
        let classes = with_superclasses(&self.classes, class).into_iter();
        let features = classes.filter_map(|class| self.classes.get(class)).flat_map(|class| &class.features);
        let constant_features = features.filter(|draft| self.constant(draft).is_some());
        constant_features.map(|draft| draft.feature.name().to_owned()).take(MAX_KEYS).collect()
    }

    /// The text of a feature that allows only one text.
    fn constant<'s>(&'s self, draft: &'s FeatureDraft) -> Option<&'s str> {
        match self.type_of_text(draft)? {
            Type::Enum(texts) => match texts.as_slice() {
                [only] => Some(only),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of a feature with at most one value that may be a text.
    fn type_of_text<'s>(&'s self, draft: &'s FeatureDraft) -> Option<&'s Type> {
        let Feature::Attribute(attribute) = &draft.feature else { return None };
        let value_type = match &attribute.value_type {
            Type::Named(name) => self.aliases.get(name)?,
            other => other,
        };
        let is_text = matches!(value_type, Type::String { .. } | Type::Enum(_) | Type::Pattern(_));
        (is_text && attribute.settings.max == Some(1)).then_some(value_type)
    }

    /// The classes that declare the feature for a key: of a class and its superclasses, the nearest first.
    fn carriers(&self, class: usize, key: &str) -> Vec<usize> {
        let mut classes = with_superclasses(&self.classes, class);
        classes.retain(|class| self.feature_named(*class, key).is_some());
        classes
    }

    fn feature_named(&self, class: usize, key: &str) -> Option<&FeatureDraft> {
        self.classes.get(class)?.features.iter().find(|draft| draft.feature.name() == key)
    }

    /// The names of alternatives by the keyword of OpenAPI.
    fn names_of_keyword(
        &mut self,
        discriminator: SchemaNode,
        union: &ClassUnion,
        family: &Family,
        definitions: &FxHashMap<String, SchemaNode>,
    ) -> Option<Names> {
        let key = self.files.text(discriminator, "propertyName")?.to_owned();
        let mapped_texts = self.mapped_texts(discriminator, definitions)?;
        // Without listed alternatives, all subclasses of the union's class are alternatives.
        if union.alternatives.is_empty() {
            // A class that describes a property of the union's class again does not inherit here, so it is not among
            // the leaves.
            let leaves: FxHashSet<usize> = family.leaves.iter().copied().collect();
            let has_other_class = mapped_texts.keys().any(|class| !leaves.contains(class));
            if has_other_class || self.repeated_classes.contains(&union.class) {
                return None;
            }
        }
        // With the keyword, the name of a definition is the text of a class that the mapping does not contain.
        let is_implied = true;
        self.names_by_key(&key, &mapped_texts, is_implied, union, family)
    }

    /// The text of each class by the `mapping` of a discriminator; `None` if a target is not a class, or a class has
    /// two texts.
    fn mapped_texts(
        &mut self,
        discriminator: SchemaNode,
        definitions: &FxHashMap<String, SchemaNode>,
    ) -> Option<FxHashMap<usize, String>> {
        let mut texts = FxHashMap::default();
        let Some(mapping) = self.files.get(discriminator, "mapping") else { return Some(texts) };
        for (text, value) in self.files.entries(mapping) {
            let Content::Text(target) = self.files.content(value) else { return None };
            let target = match definitions.get(target) {
                Some(definition) => *definition,
                // A missing target is not reported, because the mapping does not determine the types of the
                // alternatives.
                None => self.files.resolve(mapping, &text, &mut Diagnostics::new())?,
            };
            let class = match self.meanings.get(&target) {
                Some(Meaning { item: ItemMeaning::Class(class), list: None, .. }) => *class,
                _ => *self.class_of.get(&target)?,
            };
            // Each class has one text.
            if texts.insert(class, text).is_some() {
                return None;
            }
        }
        Some(texts)
    }

    /// The names of alternatives by a required property of all of them. The text of an alternative is the mapped one,
    /// or else the constant of the property, or else, if `is_implied`, the name of the definition. `None` if an
    /// alternative has no text, or two have the same.
    fn names_by_key(
        &self,
        key: &str,
        mapped: &FxHashMap<usize, String>,
        is_implied: bool,
        union: &ClassUnion,
        family: &Family,
    ) -> Option<Names> {
        let mut names = Names { of_classes: Vec::new(), carriers: Vec::new(), is_shared: true };
        let mut seen = FxHashSet::default();
        for class in &family.leaves {
            let carriers = self.carriers(*class, key);
            let draft = self.feature_named(*carriers.first()?, key)?;
            let value_type = self.type_of_text(draft)?;
            let text = match (mapped.get(class), self.constant(draft)) {
                (Some(text), _) => text.clone(),
                (None, Some(constant)) => constant.to_owned(),
                (None, None) if is_implied => {
                    let place = self.classes.get(*class)?.place?;
                    self.definitions.get(&place)?.clone()
                }
                (None, None) => return None,
            };
            let is_required_by_union = union.required.contains(key) && self.is_only_alternative(*class);
            let is_required = draft.feature.settings().min == 1 || is_required_by_union;
            if !is_required || !self.is_default_text(&text, value_type) {
                return None;
            }
            let is_unique = seen.insert(text.clone());
            if !is_unique {
                return None;
            }
            names.of_classes.push(Name { class: *class, key: key.to_owned(), text });
            names.carriers.extend(carriers);
        }
        Some(names)
    }

    /// Whether all objects of a class are those of an alternative: its schema has no name, so no other schema refers to
    /// it.
    fn is_only_alternative(&self, class: usize) -> bool {
        let place = self.classes.get(class).and_then(|draft| draft.place);
        place.is_some_and(|place| !self.definitions.contains_key(&place))
    }

    /// The names of alternatives in a schema that modelwright generated. The keys are those that the conditions of the
    /// schema require.
    fn names_in_generated_schema(&self, union: &ClassUnion, family: &Family) -> Option<Names> {
        let keys: Vec<&str> = union.notes.iter().filter_map(|place| self.condition_key(*place)).collect();
        let mut names = Names { of_classes: Vec::new(), carriers: Vec::new(), is_shared: true };
        for class in &family.leaves {
            // The first key that is a property with a constant.
            for key in &keys {
                let draft = self.feature_named(*class, key);
                if let Some(text) = draft.and_then(|draft| self.constant(draft)) {
                    let (key, text) = ((*key).to_owned(), text.to_owned());
                    names.of_classes.push(Name { class: *class, key, text });
                    names.carriers.push(*class);
                    break;
                }
            }
        }
        let first = names.of_classes.first()?;
        names.is_shared = names.of_classes.len() == family.leaves.len()
            && names.of_classes.iter().all(|name| name.key == first.key);
        Some(names)
    }

    /// Whether the keys of the alternatives can become the discriminators of their classes: each key is known, and only
    /// objects of the union have the property with that key.
    fn is_certain(&self, names: &Names, family: &Family, hierarchy: &Hierarchy) -> bool {
        let members: FxHashSet<usize> = family.leaves.iter().chain(&family.unions).copied().collect();
        // Whether all subclasses of a class belong to the union.
        let has_only_members = |class: &usize| {
            hierarchy.children.get(*class).into_iter().flatten().all(|child| members.contains(child))
        };
        let is_reserved = |key: &str| key.is_empty() || key.starts_with('$');
        if names.of_classes.iter().any(|name| is_reserved(&name.key)) || !members.iter().all(has_only_members)
        {
            return false;
        }
        // A discriminator is no feature. A class outside of the union can only lose the feature if it has no objects of
        // its own.
        let has_objects = |class: &usize| hierarchy.used_classes.contains(class) || self.is_root(*class);
        names
            .carriers
            .iter()
            .all(|class| members.contains(class) || (!has_objects(class) && has_only_members(class)))
    }

    /// Whether the root of documents is an object of a class.
    fn is_root(&self, class: usize) -> bool {
        let meaning = self.files.root().and_then(|root| self.meanings.get(&root));
        meaning.is_some_and(|meaning| meaning.item == ItemMeaning::Class(class))
    }

    /// Removes the names of all unions of a group, which have common alternatives, if the unions disagree: an
    /// alternative has different names in two of them, or one of them has no names although some of its alternatives
    /// are named.
    fn remove_conflicts(&self, families: &[Family], names: &mut [Option<Names>]) {
        let groups = groups(families);
        let mut name_by_class: FxHashMap<usize, &Name> = FxHashMap::default();
        let mut conflicts: FxHashSet<usize> = FxHashSet::default();
        for (names, group) in names.iter().zip(&groups) {
            for name in names.iter().flat_map(|names| &names.of_classes) {
                let first = *name_by_class.entry(name.class).or_insert(name);
                if (&first.key, &first.text) != (&name.key, &name.text) {
                    conflicts.insert(*group);
                }
            }
        }
        for ((family, names), group) in families.iter().zip(names.iter()).zip(&groups) {
            if names.is_none() && self.has_unnamed_carrier(family, &name_by_class) {
                conflicts.insert(*group);
            }
        }
        for (names, group) in names.iter_mut().zip(&groups) {
            if conflicts.contains(group) {
                *names = None;
            }
        }
    }

    /// Whether an alternative of a union has a property that is the key of another alternative, but not its own key. If
    /// objects of one class are named by `kind`, this is an object of another class that has `kind` for another purpose.
    fn has_unnamed_carrier(&self, family: &Family, name_by_class: &FxHashMap<usize, &Name>) -> bool {
        let key_of = |leaf: &usize| name_by_class.get(leaf).map(|name| name.key.as_str());
        let keys: FxHashSet<&str> = family.leaves.iter().filter_map(key_of).collect();
        family.leaves.iter().any(|leaf| {
            let own_key = key_of(leaf);
            keys.iter().any(|key| own_key != Some(*key) && !self.carriers(*leaf, key).is_empty())
        })
    }

    /// Declares the names of the alternatives of a union.
    fn declare_names(&mut self, union: &ClassUnion, names: &Names) {
        let shared = if names.is_shared { names.of_classes.first() } else { None };
        if let Some(name) = shared
            && let Some(draft) = self.classes.get_mut(union.class)
        {
            draft.names.key = Some(name.key.clone());
        }
        for name in &names.of_classes {
            let Some(draft) = self.classes.get_mut(name.class) else { continue };
            if shared.is_none() {
                draft.names.key = Some(name.key.clone());
            }
            draft.names.text = if name.text == draft.name { None } else { Some(name.text.clone()) };
        }
        if !self.is_generated {
            let label = self.files.label(union.place, Some(union.keyword));
            self.problems.count(CountedProblem::ClassName, label);
        }
    }

    /// Removes the properties that hold names, and the types that were declared for them alone.
    fn remove_properties<'n>(&mut self, names: impl Iterator<Item = &'n Names>) {
        let mut removed_types: FxHashSet<String> = FxHashSet::default();
        for names in names {
            let Some(name) = names.of_classes.first() else { continue };
            // A superclass with the property has no name, but the same key as the named classes.
            let keys: FxHashMap<usize, &str> =
                names.of_classes.iter().map(|name| (name.class, name.key.as_str())).collect();
            for carrier in &names.carriers {
                let key = keys.get(carrier).copied().unwrap_or(&name.key);
                let Some(draft) = self.classes.get_mut(*carrier) else { continue };
                for removed in draft.features.extract_if(.., |draft| draft.feature.name() == key) {
                    if let Feature::Attribute(attribute) = &removed.feature {
                        visit_names_in(&attribute.value_type, &mut |name| {
                            removed_types.insert(name.to_owned());
                        });
                    }
                }
            }
        }
        if removed_types.is_empty() {
            return;
        }
        // Types that something else refers to as well are kept.
        let mut keep_type = |name: &str| {
            removed_types.remove(name);
        };
        visit_type_names(&self.classes, &mut keep_type);
        for meaning in self.meanings.values() {
            if let ItemMeaning::Type(value_type) = &meaning.item {
                visit_names_in(value_type, &mut keep_type);
            }
        }
        self.other_declarations.retain(|(_, declaration)| match declaration {
            Declaration::Enumeration(enumeration) => !removed_types.contains(&enumeration.name),
            Declaration::Alias(alias) => !removed_types.contains(&alias.name),
            _ => true,
        });
    }
}
