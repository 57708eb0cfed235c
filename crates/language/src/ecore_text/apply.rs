//! Applies facts to the model that a metamodel was converted to.
//!
//! Invariants: contained objects are created first, then ids and values are set, and references are resolved when
//! everything is in place. A fact that cannot be applied is reported at its position and changes nothing.

use super::extension::{self, EXTENSION, text};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, Suggestions, codes};
use crate::ecore::data::ParsedValue;
use crate::ecore::facts::{Fact, Facts, ID, Tree};
use crate::ecore::{ClassId, DataKind, FeatureId, Metamodel, builtin};
use crate::model::ecore::ModelConversion;
use crate::model::{IdIndex, Model, ObjectId, Resolver, Value, XmiHeader, uri};
use crate::tree::names::find_class;
use crate::tree::plan::{Plan, Plans, Role, is_concrete};
use crate::tree::scalars;
use modelwright_metamodel::encoding::Encoding;
use std::sync::Arc;

/// Completes the model with the facts.
pub(super) fn apply(conversion: &mut ModelConversion, facts: &Facts, sources: &[Arc<Source>]) -> Diagnostics {
    let metamodel = Arc::clone(conversion.model.metamodel());
    let annotated = std::mem::take(&mut conversion.annotated);
    let mut applier = Applier {
        plans: Plans::new(&metamodel),
        metamodel,
        base: conversion.model.document(conversion.document).uri.clone(),
        sources,
        pending_links: Vec::new(),
        problems: Diagnostics::new(),
        suggestions: Suggestions::default(),
        conversion,
    };
    let mut facts_of_objects: Vec<(ObjectId, &Fact)> = Vec::new();
    for (element, facts_of_element) in &facts.elements {
        if let Some(object) = applier.conversion.objects.get(*element) {
            facts_of_objects.extend(facts_of_element.iter().map(|fact| (*object, fact)));
        }
    }
    for (object, facts_of_annotation) in &annotated {
        facts_of_objects.extend(facts_of_annotation.iter().map(|fact| (*object, fact)));
    }
    // The facts come from maps, so they are sorted: problems must be in the order of the text.
    facts_of_objects.sort_unstable_by_key(|(object, fact)| (fact.place.start, *object));
    for (object, fact) in facts_of_objects {
        applier.apply_fact(object, fact);
    }
    // The facts of the document come after those of elements: `$roots` may move elements, and refers to them by their
    // positions.
    for fact in &facts.document {
        applier.apply_document_fact(fact);
    }
    // References are set last, because they may refer to objects that any fact creates.
    applier.set_references();
    applier.problems
}

/// Applies facts to a model, and collects the problems.
struct Applier<'a> {
    conversion: &'a mut ModelConversion,
    metamodel: Arc<Metamodel>,
    plans: Plans,
    /// The base of relative addresses of other documents.
    base: String,
    sources: &'a [Arc<Source>],
    /// The references of facts, which are resolved after all objects were created.
    pending_links: Vec<Links<'a>>,
    problems: Diagnostics,
    suggestions: Suggestions,
}

/// References to set once all objects exist.
struct Links<'a> {
    object: ObjectId,
    plan: Plan,
    targets: &'a [Tree],
    fact: &'a Fact,
}

impl<'a> Applier<'a> {
    /// Reports a problem of a fact at its position.
    fn problem(&mut self, fact: &Fact, message: impl Into<String>, help: impl Into<String>) {
        let source = &self.sources[fact.source];
        let problem = Diagnostic::error(codes::BAD_SETTING, message).at(source, fact.place.clone());
        self.problems.push(problem.help(help));
    }

    /// Reports that the value of a fact is not as expected.
    fn report_invalid(&mut self, fact: &Fact, expected: &str) {
        let message = format!("the fact `${}` must be {expected}", fact.feature);
        self.problem(fact, message, "write the value as in a JSON document of Ecore");
    }

    /// Applies a fact to an object.
    fn apply_fact(&mut self, object: ObjectId, fact: &'a Fact) {
        if fact.feature == ID {
            return match &fact.value {
                Tree::String(id) => self.conversion.model.set_xmi_id(object, id),
                _ => self.report_invalid(fact, "a string"),
            };
        }
        if fact.feature == EXTENSION {
            return self.restore_extension(object, &fact.value, fact);
        }
        self.set_feature(object, &fact.feature, &fact.value, fact);
    }

    /// Restores the unknown content of an object, which comes from `xmi:Extension`.
    fn restore_extension(&mut self, object: ObjectId, tree: &Tree, fact: &Fact) {
        if !extension::put(&mut self.conversion.model, object, tree) {
            self.report_invalid(fact, "a map of attributes and content");
        }
    }

    /// Sets a feature by its name.
    fn set_feature(&mut self, object: ObjectId, name: &str, value: &'a Tree, fact: &'a Fact) {
        let class = self.conversion.model.class(object);
        let metamodel = Arc::clone(&self.metamodel);
        let plan = metamodel.table(class).slot_named(name).map(|slot| self.plans.of_class(class)[slot]);
        let Some(plan) = plan.filter(|plan| !matches!(plan.role, Role::Excluded(_))) else {
            let names = metamodel.table(class).all_features().iter().map(|id| metamodel[*id].name());
            let help = match self.suggestions.nearest(name, names) {
                Some(similar_name) => format!("did you mean `{similar_name}`?"),
                None => "specify a feature that is stored in documents".to_owned(),
            };
            let message =
                format!("an object of class {} has no settable feature `{name}`", metamodel[class].name);
            return self.problem(fact, message, help);
        };
        let values = match value {
            Tree::List(values) if plan.is_many => values.as_slice(),
            Tree::List(_) => return self.report_invalid(fact, "one value"),
            _ if plan.is_many => return self.report_invalid(fact, "a list"),
            value => std::slice::from_ref(value),
        };
        match plan.role {
            Role::Data(kind) => self.set_data(object, &plan, kind, values, fact),
            Role::Contained(expected) => self.set_parts(object, &plan, expected, values, fact),
            _ => self.pending_links.push(Links { object, plan, targets: values, fact }),
        }
    }

    /// Sets a feature whose values are data.
    fn set_data(&mut self, object: ObjectId, plan: &Plan, kind: DataKind, values: &'a [Tree], fact: &Fact) {
        let metamodel = Arc::clone(&self.metamodel);
        let mut parsed = Vec::with_capacity(values.len());
        for value in values {
            // Facts are written in the dialect of JSON documents, so values are converted as in these.
            let fact_value = match (value, kind) {
                (Tree::Null, _) => Some(FactValue::Null),
                (Tree::String(text), DataKind::Enum) => {
                    let literal = metamodel[metamodel.data_type(plan.feature)].literal_index(text);
                    let Some(index) = literal else {
                        return self.report_invalid(fact, "one of the literals");
                    };
                    Some(FactValue::Literal(index))
                }
                (Tree::String(text), _) => scalars::string(kind, text).map(FactValue::Data),
                (Tree::Number(text), _) => scalars::number(kind, text).map(FactValue::Data),
                (Tree::Boolean(value), DataKind::Boolean { .. }) => {
                    Some(FactValue::Data(ParsedValue::Bool(*value)))
                }
                _ => None,
            };
            match fact_value {
                Some(fact_value) => parsed.push(fact_value),
                None => return self.report_invalid(fact, scalars::expectation(kind)),
            }
        }
        let values: Vec<Value<'_>> = parsed.iter().map(FactValue::borrow).collect();
        let model = &mut self.conversion.model;
        let result = match values.first() {
            Some(value) if !plan.is_many => model.set(object, plan.feature, *value),
            _ => model.set_list(object, plan.feature, &values),
        };
        if result.is_err() {
            self.report_invalid(fact, scalars::expectation(kind));
        }
    }

    /// Sets a feature whose values are objects that it contains.
    fn set_parts(
        &mut self,
        object: ObjectId,
        plan: &Plan,
        expected: ClassId,
        values: &'a [Tree],
        fact: &'a Fact,
    ) {
        let existing: Vec<ObjectId> = self.conversion.model.list(object, plan.feature).objects().collect();
        let Some(parts) = self.arranged_objects(&existing, expected, values, fact) else { return };
        let model = &mut self.conversion.model;
        if plan.is_many {
            return model.replace_list(object, plan.feature, &parts);
        }
        let value = parts.first().map_or(Value::Null, |part| Value::Object(*part));
        // Setting the feature cannot fail: the class was checked, and a new object is in no other object yet.
        let _ = model.set(object, plan.feature, value);
    }

    /// Combines new objects with existing ones, which a fact lists by their positions. Existing objects that are not
    /// listed come last. `None` after a problem, which is reported.
    fn arranged_objects(
        &mut self,
        existing: &[ObjectId],
        expected: ClassId,
        values: &'a [Tree],
        fact: &'a Fact,
    ) -> Option<Vec<ObjectId>> {
        let mut is_listed = vec![false; existing.len()];
        let mut parts = Vec::with_capacity(values.len());
        for value in values {
            match value {
                Tree::Null => {}
                Tree::Map(entries) => parts.push(self.create_object(entries, expected, fact)?),
                // A number is the position of a declared element. This allows a fact to put objects between declared
                // elements.
                Tree::Number(text) => {
                    let position = text.parse::<usize>().ok();
                    // A position must exist, and must not be listed twice.
                    let unlisted = position.filter(|position| is_listed.get(*position) == Some(&false));
                    let Some(position) = unlisted else {
                        self.report_invalid(
                            fact,
                            "a list that contains the position of each declared element once",
                        );
                        return None;
                    };
                    is_listed[position] = true;
                    parts.push(existing[position]);
                }
                _ => {
                    self.report_invalid(fact, "objects");
                    return None;
                }
            }
        }
        for (object, is_listed) in existing.iter().zip(is_listed) {
            if !is_listed {
                parts.push(*object);
            }
        }
        Some(parts)
    }

    /// Creates the object that a map describes, or a proxy for an object in another document; `None` after a problem,
    /// which is reported. The parser limits the depth of maps.
    fn create_object(
        &mut self,
        entries: &'a [(String, Tree)],
        expected: ClassId,
        fact: &'a Fact,
    ) -> Option<ObjectId> {
        let class = self.class(entries, expected, fact)?;
        if let Some(uri) = text(entries, "$ref") {
            return Some(self.conversion.model.create_proxy(class, &uri::resolve(&self.base, uri)));
        }
        if !is_concrete(&self.metamodel, class) {
            let message = format!("`{}` is abstract, so it has no objects", self.metamodel[class].name);
            self.problem(fact, message, "specify a concrete class with `$type`");
            return None;
        }
        // The class is not checked here, because it is concrete, and the caller puts the object into its container.
        let object = self.conversion.model.allocate(class);
        for (key, value) in entries {
            match (key.as_str(), value) {
                ("$type", _) => {}
                ("$id", Tree::String(id)) => self.conversion.model.set_xmi_id(object, id),
                ("$extension", tree) => self.restore_extension(object, tree, fact),
                (key, value) => self.set_feature(object, key, value, fact),
            }
        }
        Some(object)
    }

    /// The class in `$type`, or else the expected class; `None` after a problem, which is reported.
    fn class(&mut self, entries: &[(String, Tree)], expected: ClassId, fact: &Fact) -> Option<ClassId> {
        let Some(name) = text(entries, "$type") else { return Some(expected) };
        let Some(class) = find_class(&self.metamodel, name, builtin::PACKAGE) else {
            self.problem(fact, format!("there is no class `{name}`"), "specify one of Ecore's classes");
            return None;
        };
        if !self.metamodel.conforms(class, expected) {
            let expected = &self.metamodel[expected].name;
            let message = format!("expected an object of class {expected}, found one of class {name}");
            self.problem(fact, message, "correct `$type`");
            return None;
        }
        Some(class)
    }

    /// Applies a fact about the document itself.
    fn apply_document_fact(&mut self, fact: &'a Fact) {
        match (fact.feature.as_str(), &fact.value) {
            ("roots", Tree::List(values)) => {
                let document = self.conversion.document;
                let existing = self.conversion.model.document(document).roots().to_vec();
                let Some(roots) = self.arranged_objects(&existing, builtin::EOBJECT, values, fact) else {
                    return;
                };
                let model = &mut self.conversion.model;
                // All roots are removed first, because the fact determines their order as well.
                for root in existing {
                    model.detach(root);
                }
                for root in roots {
                    model.add_root(document, root);
                }
            }
            ("xmi", Tree::Map(entries)) => {
                let (Some(version), Some(namespace)) = (text(entries, "version"), text(entries, "namespace"))
                else {
                    return self.report_invalid(fact, "a map with `version` and `namespace`");
                };
                let header = XmiHeader { version: version.to_owned(), namespace: namespace.to_owned() };
                self.conversion.model.document_mut(self.conversion.document).xmi = Some(header);
            }
            ("xml", Tree::String(version)) => {
                self.conversion.model.document_mut(self.conversion.document).xml_version =
                    Some(version.clone());
            }
            ("encoding", Tree::String(name)) if Encoding::from_name(name).is_some() => {
                self.conversion.model.document_mut(self.conversion.document).encoding = Some(name.clone());
            }
            ("encoding", _) => {
                self.report_invalid(fact, &format!("the name of an encoding: {}", Encoding::NAMES));
            }
            ("roots", _) => self.report_invalid(fact, "a list of roots"),
            ("xmi", _) => self.report_invalid(fact, "a map with `version` and `namespace`"),
            ("xml", _) => self.report_invalid(fact, "a version in quotes"),
            (name, _) => {
                let message = format!("a document has no fact `${name}`");
                self.problem(fact, message, "write $roots, $encoding, $xmi or $xml");
            }
        }
    }

    /// Resolves references and sets them.
    fn set_references(&mut self) {
        let pending = std::mem::take(&mut self.pending_links);
        let targets_in_document = self.targets(&pending);
        for (links, in_document) in pending.iter().zip(targets_in_document) {
            let feature = links.plan.feature;
            let targets: Vec<Option<ObjectId>> = (links.targets.iter().zip(in_document))
                .map(|(tree, in_document)| self.target(tree, in_document, links))
                .collect();
            let model = &mut self.conversion.model;
            if links.plan.is_many {
                let targets: Vec<ObjectId> = targets.into_iter().flatten().collect();
                model.replace_list(links.object, feature, &targets);
                if targets.is_empty() {
                    // An empty list is valid for every reference. It is set so that the feature counts as set.
                    let _ = model.set_list(links.object, feature, &[]);
                }
            } else if let Some(Some(target)) = targets.first() {
                // The reference is set without checks, as readers of documents do: the fact describes only this end, so
                // the opposite end must not change.
                model.put_unchecked(links.object, feature, Some(*target));
            } else {
                // Setting the reference cannot fail: null is valid for every reference.
                let _ = model.set(links.object, feature, Value::Null);
            }
        }
    }

    /// The targets of references, found by their addresses. The addresses are valid until something changes.
    fn targets(&self, references: &[Links<'a>]) -> Vec<Vec<Option<ObjectId>>> {
        let model: &Model = &self.conversion.model;
        // All references are resolved with one index, before the first of them is set.
        let index = IdIndex::new(model, model.objects());
        let mut resolver = Resolver::default();
        let mut find = |tree: &Tree| {
            let address = match tree {
                Tree::String(address) => address.strip_prefix('#').unwrap_or(address),
                Tree::Map(entries) => text(entries, "$ref")?.strip_prefix('#')?,
                _ => return None,
            };
            resolver.resolve(model, self.conversion.document, address, &|id: &str| index.find(model, id))
        };
        references.iter().map(|links| links.targets.iter().map(&mut find).collect()).collect()
    }

    /// The object to which a tree refers. This is `found`, which was found at the address in this document, or a proxy
    /// for an object in another document. `None` for null, and after a problem, which is reported.
    fn target(&mut self, tree: &Tree, found: Option<ObjectId>, links: &Links<'a>) -> Option<ObjectId> {
        let (feature, fact) = (links.plan.feature, links.fact);
        let expected = self.metamodel.target(feature);
        match (tree, found) {
            (Tree::Null, _) => None,
            (_, Some(found)) if self.can_be_target(found, feature) => Some(found),
            (Tree::Map(entries), None) => {
                let class = self.class(entries, expected, fact)?;
                let Some(address) = text(entries, "$ref") else {
                    self.report_invalid(fact, "an address, or a map with `$ref`");
                    return None;
                };
                let address = uri::resolve(&self.base, address);
                Some(self.conversion.model.create_proxy(class, &address))
            }
            (Tree::String(address), _) => {
                let expected = &self.metamodel[expected].name;
                let message = format!(
                    "`{address}` is not the address of an object of class {expected} in this document"
                );
                self.problem(
                    fact,
                    message,
                    "refer to an object in another document by `{ $ref => 'address' }`",
                );
                None
            }
            _ => {
                self.report_invalid(fact, "addresses");
                None
            }
        }
    }

    /// Whether an object has the class to which a reference must refer.
    fn can_be_target(&self, target: ObjectId, feature: FeatureId) -> bool {
        self.metamodel.conforms(self.conversion.model.class(target), self.metamodel.target(feature))
    }
}

/// A value of a data feature, read from a fact.
enum FactValue<'t> {
    Null,
    /// The position of a literal of the enumeration.
    Literal(u32),
    Data(ParsedValue<'t>),
}

impl FactValue<'_> {
    /// The value as models store it.
    fn borrow(&self) -> Value<'_> {
        match self {
            Self::Null => Value::Null,
            Self::Literal(index) => Value::Enum(*index),
            Self::Data(ParsedValue::String(text)) => Value::String(text),
            Self::Data(ParsedValue::Lexical(text)) => Value::Lexical(text),
            Self::Data(ParsedValue::Bool(value)) => Value::Bool(*value),
            Self::Data(ParsedValue::Char(value)) => Value::Char(*value),
            Self::Data(ParsedValue::Float(value)) => Value::Float(*value),
            Self::Data(ParsedValue::Int(value)) => Value::Int(*value),
            Self::Data(ParsedValue::Double(value)) => Value::Double(*value),
        }
    }
}
