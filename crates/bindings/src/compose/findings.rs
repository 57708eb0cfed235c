//! Turns findings about the bindings of a node into diagnostics with positions and help.

use super::node_check::Finding;
use super::{Composition, Entry, KeyIndex, KeyType, Role};
use crate::names;
use crate::sources::Place;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Severity, Suggestions, codes};

/// The maximum number of other bindings of the key that a problem shows.
const MAX_SHOWN_OTHERS: usize = 3;

impl Composition {
    /// The position of a binding.
    pub(crate) fn place_of(&self, binding: u32) -> Place {
        self.bindings[binding as usize].place
    }

    /// The category and the layer of a binding, for messages.
    fn category_and_layer(&self, key: KeyIndex, binding: u32) -> String {
        let entry = self.entries_of(key).iter().find(|entry| entry.binding == binding);
        entry.map(|entry| self.show_entry(entry)).unwrap_or_default()
    }

    /// The bound key whose name is most similar to a name.
    pub(crate) fn nearest_key(&self, name: &str, suggestions: &Suggestions) -> Option<String> {
        let canonical = names::canonical(name);
        let bound_keys = self.keys.list.iter().filter(|key| {
            // Lookups also add keys that are not bound; these have no entries.
            key.count > 0 && !matches!(key.ty, KeyType::Anonymous(_)) && *key.name != *canonical
        });
        suggestions.nearest(&canonical, bound_keys.map(|key| &*key.name)).map(str::to_owned)
    }

    /// The problem of a finding.
    pub(crate) fn problem(&self, finding: &Finding, suggestions: &Suggestions) -> Diagnostic {
        match finding {
            Finding::Conflict { key, bindings } => self.conflict(*key, bindings),
            Finding::Abstract { key, binding } => self.without_concrete(*key, *binding),
            Finding::Override { key, binding } => self.without_overridden(*key, *binding, suggestions),
            Finding::Final { key, binding, hidden_by } => self.hidden_final(*key, *binding, *hidden_by),
            Finding::Unbound { key, binding, target } => self.unbound(*key, *binding, *target, suggestions),
            Finding::Loop { bindings } => self.cycle(bindings),
            Finding::EqualNames { id, first, second } => self.equal_names(*id, *first, *second),
        }
    }

    /// The problem of an abstract binding that no concrete binding satisfies.
    fn without_concrete(&self, key: KeyIndex, binding: u32) -> Diagnostic {
        let message = format!("`{}` is abstract, and nothing binds it to a value", self.show_key(key));
        // Above the highest layer, there is no other layer to suggest.
        let help = match self.layer_of(key, binding) {
            (0, _) => "bind it in the same or a higher category".to_owned(),
            (_, layer) => format!("bind it in the same or a higher category, or in a layer above {layer}"),
        };
        self.with_others(codes::BINDINGS_ABSTRACT, &message, help, key, binding, |abstract_entry, entry| {
            let category_and_layer = self.show_entry(entry);
            match (abstract_entry.is_below(entry), self.is_optional(entry)) {
                (false, _) if !abstract_entry.is_level_with(entry) => {
                    format!("this one has a lower precedence, {category_and_layer}")
                }
                (_, true) => format!("this one may have no value, {category_and_layer}"),
                _ => format!("this one has a value, but only {category_and_layer}"),
            }
        })
    }

    /// The problem of a binding with `override` that overrides nothing.
    fn without_overridden(&self, key: KeyIndex, binding: u32, suggestions: &Suggestions) -> Diagnostic {
        let name = self.show_key(key);
        let message = format!("`{name}` must override a binding of lower precedence, but there is none");
        let help = match self.nearest_key(&self.keys.list[key as usize].name, suggestions) {
            Some(known) => format!("did you mean `{known}`? Otherwise remove `override`"),
            None => "remove `override`, or correct the name".to_owned(),
        };
        self.with_others(codes::BINDINGS_OVERRIDE, &message, help, key, binding, |overriding, entry| {
            let category_and_layer = self.show_entry(entry);
            let has_same_precedence =
                overriding.layer == entry.layer && overriding.condition == entry.condition;
            match (has_same_precedence, overriding.is_below(entry)) {
                (true, _) => format!("this one has the same precedence, {category_and_layer}"),
                (_, true) => format!("this one has a higher precedence, {category_and_layer}"),
                _ => format!(
                    "this one does not apply to all nodes of the overriding binding, {category_and_layer}"
                ),
            }
        })
    }

    /// The problem of a binding, `hiding`, that hides the final binding `binding`.
    fn hidden_final(&self, key: KeyIndex, binding: u32, hiding: u32) -> Diagnostic {
        let name = self.show_key(key);
        let message = format!("`{name}` {} hides a final binding", self.category_and_layer(key, hiding));
        let note = format!("this one is final, {}", self.category_and_layer(key, binding));
        let places = [(self.place_of(hiding), ""), (self.place_of(binding), note.as_str())];
        let help = "remove this binding, or the word `final`".to_owned();
        self.error(codes::BINDINGS_FINAL, &message, &places, help)
    }

    /// The problem of bindings that refer to each other in a cycle.
    fn cycle(&self, bindings: &[(KeyIndex, u32)]) -> Diagnostic {
        let keys = bindings.iter().chain(bindings.first()).map(|(key, _)| self.show_key(*key));
        let chain: Vec<String> = keys.collect();
        let message = format!("bindings refer to each other in a cycle: {}", chain.join(" -> "));
        let notes = std::iter::once("").chain(std::iter::repeat("this one is part of the cycle"));
        // Of a long cycle, only the first bindings are shown.
        let shown_bindings = bindings.iter().zip(notes).take(1 + MAX_SHOWN_OTHERS);
        let places: Vec<(Place, &str)> =
            shown_bindings.map(|((_, binding), note)| (self.place_of(*binding), note)).collect();
        let help = "bind one of them to a value".to_owned();
        self.error(codes::BINDINGS_LOOP, &message, &places, help)
    }

    /// The problem of two contributions to a hash that have the same name.
    fn equal_names(&self, id: u32, first: u32, second: u32) -> Diagnostic {
        let id = &self.multibinds.ids[id as usize];
        let contribution = id.contributions.iter().find(|contribution| contribution.binding == second);
        let name = contribution.and_then(|contribution| contribution.name.as_deref()).unwrap_or_default();
        let message = format!("two contributions to the hash `{}` have the name `{name}`", id.name);
        let places = [(self.place_of(second), ""), (self.place_of(first), "the name is used here")];
        let help = "rename one, or set conflict_resolution or a combinator".to_owned();
        self.error(codes::BINDINGS_MULTIBIND, &message, &places, help)
    }

    /// A problem of a binding that also shows the other concrete bindings of its key, each with a note.
    fn with_others(
        &self,
        code: Code,
        message: &str,
        help: String,
        key: KeyIndex,
        binding: u32,
        note: impl Fn(&Entry, &Entry) -> String,
    ) -> Diagnostic {
        let entries = self.entries_of(key);
        let entry_of_binding = entries.iter().find(|entry| entry.binding == binding);
        let others = entries.iter().filter(|entry| entry.binding != binding && !self.is_abstract(entry));
        let others = others.take(MAX_SHOWN_OTHERS);
        let notes: Vec<(Place, String)> = entry_of_binding
            .into_iter()
            .flat_map(|entry_of_binding| {
                others.clone().map(|other| (self.binding(other).place, note(entry_of_binding, other)))
            })
            .collect();
        let mut places = vec![(self.place_of(binding), "")];
        places.extend(notes.iter().map(|(place, note)| (*place, note.as_str())));
        self.error(code, message, &places, help)
    }

    /// The number and the name of the layer of a binding.
    fn layer_of(&self, key: KeyIndex, binding: u32) -> (u16, &str) {
        let entry = self.entries_of(key).iter().find(|entry| entry.binding == binding);
        entry.map_or((0, ""), |entry| (entry.layer, &self.layers[entry.layer as usize].name))
    }

    /// An error at positions, with help.
    fn error(&self, code: Code, message: &str, places: &[(Place, &str)], help: String) -> Diagnostic {
        self.sources.problem(code, Severity::Error, message, places).help(help)
    }

    /// The problem of a key that has several bindings of the same precedence.
    fn conflict(&self, key: KeyIndex, bindings: &[u32]) -> Diagnostic {
        let name = self.show_key(key);
        let last_binding = bindings.last().copied().unwrap_or_default();
        let times = match bindings.len() {
            2 => "twice".to_owned(),
            count => format!("{count} times"),
        };
        let category_and_layer = self.category_and_layer(key, last_binding);
        let message = format!("`{name}` is bound {times} {category_and_layer}");
        let mut places = vec![(self.place_of(last_binding), "")];
        let others = bindings[..bindings.len().saturating_sub(1)].iter().take(MAX_SHOWN_OTHERS);
        places.extend(others.map(|other| (self.place_of(*other), "it is bound here")));
        let bound_key = &self.keys.list[key as usize];
        let help = if bound_key.is_parameter && bound_key.is_name && bound_key.ty == KeyType::Data {
            format!(
                "`{}` is the same parameter; remove one, or bind it in a higher category or layer",
                bound_key.name
            )
        } else {
            "remove one, or bind it in a higher category or layer".to_owned()
        };
        self.error(codes::BINDINGS_CONFLICT, &message, &places, help)
    }

    /// The problem of a binding that refers to a key without a binding.
    fn unbound(
        &self,
        key: KeyIndex,
        binding: u32,
        target: KeyIndex,
        suggestions: &Suggestions,
    ) -> Diagnostic {
        let (name, target_name) = (self.show_key(key), self.show_key(target));
        let place = self.place_of(binding);
        let similar_name = self
            .nearest_key(&self.keys.list[target as usize].name, suggestions)
            .filter(|similar_name| *similar_name != name);
        let help = match similar_name {
            Some(similar_name) => format!("did you mean `{similar_name}`?"),
            None => format!("bind `{target_name}`"),
        };
        // Only a lookup has a producer here; otherwise the binding is a rebinding.
        if self.bindings[binding as usize].producer.is_some() {
            let message = format!("`{name}` is bound to the value of `{target_name}`, which is not bound");
            return self.error(codes::BINDINGS_NOT_FOUND, &message, &[(place, "")], help);
        }
        // If another binding has renamed the key, this is the reason to report.
        let renamed = self.entries_of(target).iter().find_map(|entry| match self.binding(entry).role {
            Role::Removal(new_key) if new_key != key => Some((self.binding(entry).place, new_key)),
            _ => None,
        });
        if let Some((first, new)) = renamed {
            let message = format!("`{name}` is another name of `{target_name}`, which is renamed");
            let note = format!("it is renamed to `{}` here", self.show_key(new));
            let help = format!("write `bind alias` here, or refer to `{}`", self.show_key(new));
            let places = [(place, ""), (first, note.as_str())];
            return self.error(codes::BINDINGS_REBINDING, &message, &places, help);
        }
        let message = if key == target {
            format!("`{name}` is rebound, but no other binding of it applies")
        } else {
            format!("`{name}` is another name of `{target_name}`, which is not bound")
        };
        self.error(codes::BINDINGS_REBINDING, &message, &[(place, "")], help)
    }
}
