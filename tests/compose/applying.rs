//! The bindings of a site that apply to a node, found by a walk over all of them.

use modelwright::generated::bindings as b;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// A layer as it is given to a composer.
#[derive(Debug)]
pub(crate) struct Layer {
    pub(crate) name: String,
    pub(crate) categories: Option<b::EffectiveCategories>,
    pub(crate) bindings: Vec<b::NamedBindings>,
}

/// A site: the categories by name with the variable of each, and the layers.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) categories: Option<b::EffectiveCategories>,
    pub(crate) layers: Vec<Layer>,
}

/// The facts of a node.
pub(crate) type Facts = BTreeMap<String, String>;

/// What a binding does.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Act<'s> {
    Produce(&'s b::ProducerDescriptor),
    Nothing,
    Lift,
    Alias(&'s str),
    NewName(&'s str),
    Removal(&'s str),
}

/// A binding that applies, under one of its alternatives.
#[derive(Debug, Clone)]
pub(crate) struct ApplyingBinding<'s> {
    pub(crate) key: String,
    pub(crate) layer: usize,
    /// The ranks of the categories, in ascending order: 0 is the highest.
    pub(crate) ranks: Vec<usize>,
    pub(crate) number: usize,
    pub(crate) line: i64,
    pub(crate) act: Act<'s>,
    pub(crate) id: Option<&'s str>,
    pub(crate) is_override: bool,
    pub(crate) is_abstract: bool,
    pub(crate) is_final: bool,
    pub(crate) is_optional: bool,
}

/// The bindings of a node.
#[derive(Debug, Default)]
pub(crate) struct Node<'s> {
    pub(crate) bindings: Vec<ApplyingBinding<'s>>,
    pub(crate) contributions: Vec<(String, Option<String>, ApplyingBinding<'s>)>,
    pub(crate) classes: Vec<(String, bool, ApplyingBinding<'s>)>,
}

/// Rules: ranks in ascending order are compared like numbered paragraphs; the higher precedence is `Less`.
pub(crate) fn by_precedence(a: &ApplyingBinding<'_>, b: &ApplyingBinding<'_>) -> Ordering {
    if a.layer != b.layer {
        return a.layer.cmp(&b.layer);
    }
    for at in 0.. {
        match (a.ranks.get(at), b.ranks.get(at)) {
            (None, None) => break,
            (Some(_), None) => return Ordering::Less,
            (None, Some(_)) => return Ordering::Greater,
            (Some(x), Some(y)) if x != y => return x.cmp(y),
            _ => {}
        }
    }
    Ordering::Equal
}

pub(crate) fn is_level(a: &ApplyingBinding<'_>, b: &ApplyingBinding<'_>) -> bool {
    by_precedence(a, b) == Ordering::Equal
}

struct Walk<'s, 'n> {
    node: &'n mut Node<'s>,
    /// The categories that the layer has, with the value of the node.
    categories: Vec<(String, bool, Option<String>)>,
    layer: usize,
    number: &'n mut usize,
}

fn categories(
    declared: Option<&b::EffectiveCategories>,
    is_site: bool,
    facts: &Facts,
) -> Vec<(String, bool, Option<String>)> {
    let mut list: Vec<(String, bool, Option<String>)> = Vec::new();
    for category in declared.iter().flat_map(|all| &all.categories) {
        let variable = match &category.expression {
            Some(b::Expression::VariableAccess(variable)) => variable.name.clone(),
            _ => category.name.clone(),
        };
        list.push((category.name.clone(), category.exact, facts.get(&variable).cloned()));
    }
    if is_site && !list.iter().any(|(name, ..)| name == "node") {
        list.insert(0, ("node".to_owned(), false, facts.get("fqdn").cloned()));
    }
    if is_site && !list.iter().any(|(name, ..)| name == "environment") {
        list.push(("environment".to_owned(), false, facts.get("environment").cloned()));
    }
    list
}

impl<'s> Walk<'s, '_> {
    /// The ranks of a conjunction, if it holds.
    fn holds(&self, predicates: &[b::Category]) -> Option<Vec<usize>> {
        let mut ranks = Vec::new();
        for predicate in predicates {
            let rank = self.categories.iter().position(|(name, ..)| *name == predicate.categorization);
            let Some(rank) = rank else {
                if predicate.categorization == "common" {
                    continue;
                }
                return None;
            };
            let (_, exact, value) = &self.categories[rank];
            let wanted = predicate.value.clone().unwrap_or_default();
            let has = value.clone().filter(|value| !value.is_empty())?;
            let same = if *exact { wanted == has } else { wanted.to_lowercase() == has.to_lowercase() };
            if !same {
                return None;
            }
            ranks.push(rank);
        }
        Some(ranks)
    }

    fn list(&mut self, bindings: &'s [b::AbstractBinding], around: &[Vec<usize>]) {
        for binding in bindings {
            *self.number += 1;
            match binding {
                b::AbstractBinding::Bindings(inner) => self.list(&inner.bindings, around),
                b::AbstractBinding::NamedBindings(inner) => self.list(&inner.bindings, around),
                b::AbstractBinding::CategorizedBindings(inner) => {
                    let alternatives = inner.alternatives.iter().map(|alternative| &alternative.predicates);
                    let holding: Vec<Vec<usize>> = std::iter::once(&inner.predicates)
                        .chain(alternatives)
                        .filter_map(|predicates| self.holds(predicates))
                        .collect();
                    let mut combined = BTreeSet::new();
                    for outer in around {
                        for own in &holding {
                            let both: BTreeSet<usize> = outer.iter().chain(own).copied().collect();
                            combined.insert(both.into_iter().collect::<Vec<usize>>());
                        }
                    }
                    let combined: Vec<Vec<usize>> = combined.into_iter().collect();
                    self.list(&inner.bindings, &combined);
                }
                other => around.iter().for_each(|ranks| self.one(other, ranks)),
            }
        }
    }

    fn applied(&self, key: String, ranks: &[usize], line: i64, act: Act<'s>) -> ApplyingBinding<'s> {
        ApplyingBinding {
            key,
            layer: self.layer,
            ranks: ranks.to_vec(),
            number: *self.number,
            line,
            act,
            id: None,
            is_override: false,
            is_abstract: false,
            is_final: false,
            is_optional: false,
        }
    }

    fn one(&mut self, binding: &'s b::AbstractBinding, ranks: &[usize]) {
        match binding {
            b::AbstractBinding::Binding(it) => {
                let act = it.producer.as_ref().map_or(Act::Nothing, Act::Produce);
                let name = it.name.clone();
                let applied = ApplyingBinding {
                    is_override: it.r#override,
                    is_abstract: it.r#abstract,
                    is_final: it.r#final,
                    is_optional: it.optional,
                    ..self.applied(name.clone().unwrap_or_default(), ranks, it.line, act)
                };
                match &it.multibind_id {
                    Some(id) => self.node.contributions.push((id.clone(), name, applied)),
                    None => self.node.bindings.push(applied),
                }
            }
            b::AbstractBinding::Multibinding(it) => {
                let act = it.producer.as_ref().map_or(Act::Nothing, Act::Produce);
                let applied = ApplyingBinding {
                    id: it.id.as_deref(),
                    is_override: it.r#override,
                    is_abstract: it.r#abstract,
                    is_final: it.r#final,
                    is_optional: it.optional,
                    ..self.applied(it.name.clone().unwrap_or_default(), ranks, it.line, act)
                };
                self.node.bindings.push(applied);
            }
            b::AbstractBinding::VariableBindings(it) => {
                for variable in &it.variables {
                    let act = variable.producer.as_ref().map_or(Act::Nothing, Act::Produce);
                    let applied = ApplyingBinding {
                        is_override: it.r#override,
                        is_abstract: it.r#abstract,
                        is_final: it.r#final,
                        ..self.applied(format!("/var/{}", variable.name), ranks, it.line, act)
                    };
                    self.node.bindings.push(applied);
                }
            }
            b::AbstractBinding::Rebinding(it) => {
                let old = it.name.as_deref().unwrap_or_default();
                let new = it.new_name.as_deref().unwrap_or_default();
                let (key, act) = match it.kind {
                    b::RebindingKind::Plain => (old, Act::Lift),
                    b::RebindingKind::Alias => (new, Act::Alias(old)),
                    b::RebindingKind::Renamed => (new, Act::NewName(old)),
                };
                let applied = ApplyingBinding {
                    is_abstract: it.r#abstract,
                    is_final: it.r#final,
                    is_optional: it.optional,
                    ..self.applied(key.to_owned(), ranks, it.line, act)
                };
                self.node.bindings.push(applied);
                if it.kind == b::RebindingKind::Renamed {
                    let removal = self.applied(old.to_owned(), ranks, it.line, Act::Removal(new));
                    self.node.bindings.push(removal);
                }
            }
            b::AbstractBinding::ClassInclusion(it) => self.classes(&it.classes, true, ranks),
            b::AbstractBinding::ClassExclusion(it) => self.classes(&it.classes, false, ranks),
            other => panic!("the generator does not make {other:?}"),
        }
    }

    fn classes(&mut self, classes: &'s [String], included: bool, ranks: &[usize]) {
        for class in classes {
            let applied = self.applied(class.clone(), ranks, 0, Act::Nothing);
            self.node.classes.push((class.clone(), included, applied));
        }
    }
}

impl<'s> Node<'s> {
    pub(crate) fn new(site: &'s Site, facts: &Facts) -> Self {
        let mut node = Node::default();
        let mut number = 0;
        for (layer, given) in site.layers.iter().enumerate() {
            let categories = match &given.categories {
                Some(own) => categories(Some(own), false, facts),
                None => categories(site.categories.as_ref(), true, facts),
            };
            for bindings in &given.bindings {
                let mut walk =
                    Walk { node: &mut node, categories: categories.clone(), layer, number: &mut number };
                walk.list(&bindings.bindings, &[Vec::new()]);
            }
        }
        node
    }
}
