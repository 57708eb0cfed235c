//! Explains an answer: which binding determines it, which bindings are hidden and why, and which bindings do not apply.
//!
//! An [`Account`] lists every binding of a key with its [`Verdict`]. `text` writes it for people, `json` for programs.
//! This module contains no rules of precedence: it follows the steps of the lookup.

mod changes;
mod declared;
mod json;
mod text;

pub(crate) use changes::layers;
pub(crate) use declared::{DeclaredBinding, declared_bindings, is_shared, named_predicates};

use super::compose::{
    BindingFlags, Chain, ClassEntry, Composition, Entry, KeyIndex, PredicateIndex, Producer, Role,
    SITE_CATEGORIES, Step, combination,
};
use super::inject::Injector;
use super::names;
use super::values::excerpt;
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Suggestions};
use std::ops::Range;

/// The explanation of a lookup.
#[derive(Debug)]
pub struct Account {
    /// The name that was looked up, in the form in which it is bound.
    pub key: String,
    /// The answer.
    pub answer: Result<Option<Value>, Box<Diagnostic>>,
    /// All bindings of the key, from the highest precedence.
    pub bindings: Vec<BindingAccount>,
    /// The contributions, if the key is a multibinding.
    pub contributions: Vec<BindingAccount>,
    /// The categories of the site with their values for the node, in descending precedence.
    pub categories: Vec<(String, Option<String>)>,
    /// If the key is not bound, the bound name that is most similar.
    pub nearest: Option<String>,
    /// The layers, the highest first.
    pub layers: Vec<LayerAccount>,
    /// The text that changes the answer for this node only.
    pub change: Option<Change>,
}

/// A layer, and its effect on the key.
#[derive(Debug)]
pub struct LayerAccount {
    /// The name of the layer.
    pub name: String,
    /// The locations of its bindings.
    pub locations: Vec<String>,
    /// Some of the files of its bindings.
    pub files: Vec<String>,
    /// The position of the declaration of the layer; empty for the default layers.
    pub place: String,
    /// The effect of the layer on the key.
    pub effect: LayerEffect,
}

/// The effect of a layer on a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerEffect {
    /// One of its bindings is the answer, or the reason why there is no answer.
    Decides,
    /// Contributions of the layer are part of the answer.
    Contributes,
    /// The layer's bindings of the key do not apply, or have no value.
    Passes,
    /// The layer's bindings of the key are hidden.
    Hidden,
    /// The layer has no bindings of the key.
    None,
}

/// The text that changes an answer.
#[derive(Debug)]
pub struct Change {
    /// The text, with the placeholder `VALUE`, in the notation of the file.
    pub text: String,
    /// The range of the quoted name of the node in the text.
    pub node: Range<usize>,
    /// The name of the layer that the text belongs to.
    pub layer: String,
    /// A file of this layer that can contain the text, if there is one.
    pub file: Option<String>,
}

/// A binding, and its part in the answer.
#[derive(Debug)]
pub struct BindingAccount {
    /// The position of its layer, from 0 for the highest.
    pub position: usize,
    /// The name of its layer.
    pub layer: String,
    /// The text of the categories that the node must be in; empty for all nodes.
    pub condition: String,
    /// The file, the line and the column of the binding.
    pub place: String,
    /// The text of the value or producer that the key is bound to.
    pub producer: String,
    /// The part of the binding in the answer.
    pub verdict: Verdict,
}

/// The part of a binding in an answer, or the reason why it has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The value of the binding is the answer, or part of it.
    Used,
    /// Another binding has the same precedence.
    Conflict,
    /// The binding is abstract, and no binding provides the value that it requires.
    Abstract,
    /// The binding is abstract, and another one of the same precedence is used.
    Satisfied,
    /// The binding is optional and has no value, so the next lower binding is used.
    NoValue,
    /// A binding in a higher layer hides it.
    HigherLayer,
    /// A binding in a higher category of the same layer hides it.
    HigherCategory,
    /// A binding above it renames the key.
    Renamed,
    /// The binding removes the key, because the key is renamed.
    Removes,
    /// The condition does not hold. The list contains each category whose value differs: its name, the required value,
    /// and the value of the node.
    Elsewhere(Vec<(String, String, Option<String>)>),
    /// The binding includes a class that is excluded with the same or a higher precedence.
    Excluded,
    /// The condition refers to a category that does not exist.
    UnknownCategory,
}

impl Verdict {
    /// Whether the lookup ends at the binding.
    fn is_final(&self) -> bool {
        matches!(self, Self::Used | Self::Conflict | Self::Abstract | Self::Removes)
    }

    /// Whether the condition of the binding does not hold.
    fn is_elsewhere(&self) -> bool {
        matches!(self, Self::Elsewhere(_) | Self::UnknownCategory)
    }
}

impl Injector {
    /// Explains the lookup of a name.
    #[must_use]
    pub fn explain(&self, name: &str) -> Account {
        let composition = self.composition();
        let name = &*composition.shown_name(name);
        let key = composition.key_of_text(name);
        let answer = self.lookup(None, name);
        let bindings = match key {
            _ if name == names::CLASSES => self.class_accounts(&answer),
            Some(key) => self.binding_accounts(key),
            None => Vec::new(),
        };
        let contributions = key.map_or(Vec::new(), |key| self.contribution_accounts(key));
        // The lookup of a key that is not bound cannot fail. So if there is a problem, no other name is suggested.
        let is_bound = matches!(answer, Ok(Some(_)) | Err(_));
        let bindings = self.with_trees(name, bindings);
        let layers = self.layer_accounts(&bindings, &contributions);
        Account {
            key: name.to_owned(),
            nearest: if is_bound { None } else { composition.nearest_key(name, &Suggestions::default()) },
            answer,
            bindings,
            contributions,
            categories: self.site_categories(),
            change: self.change(name, &layers),
            layers,
        }
    }

    /// The categories of the site, each with its value for this node.
    fn site_categories(&self) -> Vec<(String, Option<String>)> {
        let list = &self.composition().lists[SITE_CATEGORIES as usize].categories;
        list.iter()
            .map(|category| (category.name.to_string(), self.category(&category.name).map(str::to_owned)))
            .collect()
    }

    /// Accounts of all bindings of a key, with the reason why each is used or not.
    fn binding_accounts(&self, key: KeyIndex) -> Vec<BindingAccount> {
        let entries = self.composition().entries_of(key);
        let verdicts = self.verdicts_of_search(key);
        let deciding_position =
            verdicts.iter().position(|verdict| verdict.as_ref().is_some_and(Verdict::is_final));
        let is_removed =
            deciding_position.is_some_and(|position| verdicts[position] == Some(Verdict::Removes));
        let top_layer = deciding_position.map_or(0, |position| entries[position].layer);
        let accounts = entries.iter().zip(verdicts).map(|(entry, verdict)| {
            let verdict = verdict.unwrap_or_else(|| match self.verdict_elsewhere(entry.condition) {
                Some(elsewhere) => elsewhere,
                None if is_removed => Verdict::Renamed,
                None if entry.layer > top_layer => Verdict::HigherLayer,
                None => Verdict::HigherCategory,
            });
            self.binding_account(entry, verdict)
        });
        accounts.collect()
    }

    /// The verdict about each binding of a key that a lookup of the key reaches; `None` for the other bindings.
    fn verdicts_of_search(&self, key: KeyIndex) -> Vec<Option<Verdict>> {
        let composition = self.composition();
        let entries = composition.entries_of(key);
        let mut verdicts: Vec<Option<Verdict>> = vec![None; entries.len()];
        let index_of = |entry: &Entry| entries.iter().position(|other| other == entry).unwrap_or(0);
        for step in Chain::new(composition, key, self.active()) {
            match step {
                Step::Binding(entry) => {
                    // The entries with the same precedence: if one of them is concrete, the abstract ones are
                    // satisfied.
                    let level = entries
                        .iter()
                        .filter(|other| self.active().holds(other.condition) && other.is_level_with(entry));
                    level.for_each(|other| {
                        verdicts[index_of(other)].get_or_insert(Verdict::Satisfied);
                    });
                    // If this binding is optional and has no value, the lookup continues below it.
                    let has_value = !composition.is_optional(entry)
                        || matches!(self.value_of(entry), Ok(Some(_)) | Err(_));
                    let verdict = if has_value { Verdict::Used } else { Verdict::NoValue };
                    verdicts[index_of(entry)] = Some(verdict);
                    if has_value {
                        break;
                    }
                }
                Step::Abstract(entry) => {
                    verdicts[index_of(entry)] = Some(Verdict::Abstract);
                    break;
                }
                Step::Removed(entry) => {
                    verdicts[index_of(entry)] = Some(Verdict::Removes);
                    break;
                }
                Step::Conflict(level) => {
                    level.iter().for_each(|entry| verdicts[index_of(entry)] = Some(Verdict::Conflict));
                    break;
                }
            }
        }
        verdicts
    }

    /// The verdict about a binding whose condition does not hold; `None` if the condition holds.
    fn verdict_elsewhere(&self, condition: u32) -> Option<Verdict> {
        if self.active().holds(condition) {
            return None;
        }
        let composition = self.composition();
        let condition = &composition.conditions.list[condition as usize];
        if condition.unknown.is_some() {
            return Some(Verdict::UnknownCategory);
        }
        let unsatisfied = condition.predicates.iter().filter_map(|number: &PredicateIndex| {
            let predicate = &composition.conditions.predicates[*number as usize];
            let category = &composition.lists[predicate.list as usize].categories[predicate.rank as usize];
            let value_of_node = self.value_of_category(predicate.list, predicate.rank);
            // The values in conditions are in lower case unless the category is exact; the value of the node is not
            // changed.
            let is_equal = value_of_node.is_some_and(|value_of_node| {
                super::compose::comparable_value(value_of_node, category.exact) == predicate.value
            });
            let needed = composition.conditions.spellings[*number as usize].to_string();
            (!is_equal).then(|| (category.name.to_string(), needed, value_of_node.map(str::to_owned)))
        });
        Some(Verdict::Elsewhere(unsatisfied.collect()))
    }

    /// The account of a binding with a verdict.
    fn binding_account(&self, entry: &Entry, verdict: Verdict) -> BindingAccount {
        let composition = self.composition();
        let binding = composition.binding(entry);
        BindingAccount {
            position: entry.layer.into(),
            layer: composition.layers[entry.layer as usize].name.to_string(),
            condition: composition.show_condition(entry.condition),
            place: composition.sources.show(binding.place),
            producer: self.show_producer(entry),
            verdict,
        }
    }

    /// The inclusions and exclusions of classes, with their verdicts.
    fn class_accounts(&self, answer: &super::inject::LookupResult) -> Vec<BindingAccount> {
        let composition = self.composition();
        let classes: Vec<&str> = match answer {
            Ok(Some(Value::Array(classes))) => classes.iter().filter_map(Value::text).collect(),
            _ => Vec::new(),
        };
        // If the class is replaced, its replacement is in the answer.
        let answer_contains = |entry: &ClassEntry| {
            let steps = self.replacement_steps(&entry.class);
            classes.contains(&steps.last().map_or(&*entry.class, |(_, replacement)| replacement))
        };
        let entries = &composition.multibinds.classes;
        let accounts = entries.iter().map(|entry| {
            let is_in_answer = answer_contains(entry);
            let verdict = match self.verdict_elsewhere(entry.condition) {
                Some(elsewhere) => elsewhere,
                None if entry.is_included && !is_in_answer => Verdict::Excluded,
                // The exclusion has no effect, because an inclusion has a higher precedence.
                None if !entry.is_included && is_in_answer => Verdict::HigherCategory,
                None => Verdict::Used,
            };
            BindingAccount {
                position: entry.layer.into(),
                layer: composition.layers[entry.layer as usize].name.to_string(),
                condition: composition.show_condition(entry.condition),
                place: composition.sources.show(entry.place),
                producer: format!(
                    "{} {}",
                    if entry.is_included { "include" } else { "exclude" },
                    entry.class
                ),
                verdict,
            }
        });
        let used_classes = entries.iter().filter(|entry| entry.is_included && answer_contains(entry));
        accounts.chain(self.replacement_accounts(used_classes)).collect()
    }

    /// The bindings that replace the given classes, each once.
    fn replacement_accounts<'e>(&self, classes: impl Iterator<Item = &'e ClassEntry>) -> Vec<BindingAccount> {
        let mut accounts: Vec<BindingAccount> = Vec::new();
        for entry in classes {
            let mut class = entry.class.to_string();
            for (step, replacement) in self.replacement_steps(&class) {
                let producer = format!("bind class {class} to class {replacement}");
                let account = BindingAccount { producer, ..self.binding_account(&step, Verdict::Used) };
                // Several classes may have a replacement in common.
                if !accounts
                    .iter()
                    .any(|other| other.place == account.place && other.producer == account.producer)
                {
                    accounts.push(account);
                }
                class = replacement;
            }
        }
        accounts
    }

    /// The text of the producer of a binding; if the producer has no text that is the same for all nodes, the value.
    fn show_producer(&self, entry: &Entry) -> String {
        declared_producer(self.composition(), entry).unwrap_or_else(|| match self.value_of(entry) {
            Ok(Some(value)) => excerpt(&value),
            Ok(None) => "no value".to_owned(),
            Err(_) => "a value that cannot be produced".to_owned(),
        })
    }

    /// The accounts of the contributions to a key; empty if the key is not a multibinding.
    fn contribution_accounts(&self, key: KeyIndex) -> Vec<BindingAccount> {
        let composition = self.composition();
        let steps = Chain::new(composition, key, self.active()).filter_map(|step| match step {
            Step::Binding(entry) => combination(composition.binding(entry).producer.as_ref()),
            _ => None,
        });
        let Some(id) = steps.filter_map(|combination| combination.id).next() else { return Vec::new() };
        let contributions = composition.multibinds.ids[id as usize].contributions.iter();
        let accounts = contributions.map(|contribution| {
            let entry = contribution.entry(id);
            let account = self.binding_account(
                &entry,
                self.verdict_elsewhere(contribution.condition).unwrap_or(Verdict::Used),
            );
            match &contribution.name {
                Some(name) => {
                    BindingAccount { producer: format!("{name} => {}", account.producer), ..account }
                }
                None => account,
            }
        });
        accounts.collect()
    }

    /// Adds the answers of Hiera trees to the bindings of a key.
    fn with_trees(&self, name: &str, mut bindings: Vec<BindingAccount>) -> Vec<BindingAccount> {
        let composition = self.composition();
        let canonical = names::canonical(name);
        for (position, layer) in composition.layers.iter().enumerate() {
            let Some(tree) = &layer.tree else { continue };
            let Ok(Some(value)) = self.tree_value(name, position..position + 1) else {
                continue;
            };
            let query = crate::hiera::lookup::Query::new(&canonical, self.scope());
            let origins = tree.origins(&query).into_iter().map(|origin| {
                format!("{}:{}:{}", tree.file_name(origin.file), origin.place.line, origin.place.column)
            });
            let place = origins.collect::<Vec<_>>().join(", ");
            // The bindings of a layer take precedence over its tree.
            let used_bindings = bindings.iter().filter(|binding| binding.verdict == Verdict::Used);
            let deciding_layer = used_bindings.map(|binding| binding.position).min();
            let is_hidden = deciding_layer.is_some_and(|deciding| deciding <= position);
            let verdict = if is_hidden { Verdict::HigherLayer } else { Verdict::Used };
            if !is_hidden {
                // The binding that was used without the tree is in a lower layer, so the tree hides it.
                let hidden = bindings.iter_mut().filter(|binding| binding.verdict == Verdict::Used);
                hidden.for_each(|binding| binding.verdict = Verdict::HigherLayer);
            }
            let producer = excerpt(&value);
            bindings.push(BindingAccount {
                position,
                layer: layer.name.to_string(),
                condition: String::new(),
                place,
                producer,
                verdict,
            });
        }
        // The sort is stable, so that the bindings of a layer stay above its tree.
        bindings.sort_by_key(|binding| binding.position);
        bindings
    }
}

/// The text of the value or producer of a binding; `None` if the value depends on the node.
fn declared_producer(composition: &Composition, entry: &Entry) -> Option<String> {
    let binding = composition.binding(entry);
    let key_text = |key: KeyIndex| composition.show_key(key);
    Some(match (binding.role, &binding.producer) {
        _ if binding.flags.has(BindingFlags::ABSTRACT) => "abstract".to_owned(),
        (Role::Lift, _) => "the next lower binding".to_owned(),
        (Role::Alias(other), _) => format!("the value of `{}`", key_text(other)),
        (Role::NewName(other), _) => format!("the value of `{}`, renamed", key_text(other)),
        (Role::Removal(other), _) => format!("renamed to `{}`", key_text(other)),
        (Role::Value, None) => "no producer".to_owned(),
        (Role::Value, Some(Producer::Constant(value))) => excerpt(value),
        (Role::Value, Some(Producer::Failed(failed))) => {
            let (value, _) = &**failed;
            excerpt(value)
        }
        (Role::Value, Some(Producer::Lookup(other))) => format!("the value of `{}`", key_text(*other)),
        (Role::Value, Some(Producer::Combined(_))) => "contributions".to_owned(),
        (Role::Value, Some(_)) => return None,
    })
}
