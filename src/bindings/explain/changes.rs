//! What to write to change an answer, and what each layer does to it.

use super::{BindingAccount, Change, LayerAccount, LayerEffect, Verdict};
use crate::bindings::inject::Injector;
use crate::bindings::names;
use crate::bindings::sources::Place;

impl Injector {
    /// The layers, and what they do to a key.
    pub(super) fn layer_accounts(
        &self,
        all: &[BindingAccount],
        contributions: &[BindingAccount],
    ) -> Vec<LayerAccount> {
        let composition = self.composition();
        let is_final = |verdict: &Verdict| {
            matches!(verdict, Verdict::Used | Verdict::Conflict | Verdict::Abstract | Verdict::Removes)
        };
        let make = |(at, layer): (usize, &crate::bindings::compose::Layer)| {
            let own = || all.iter().filter(move |one| one.position == at);
            let gives = |one: &BindingAccount| one.position == at && one.verdict == Verdict::Used;
            let effect = if own().any(|one| is_final(&one.verdict)) {
                LayerEffect::Decides
            } else if contributions.iter().any(gives) {
                LayerEffect::Contributes
            } else if own().next().is_none() {
                LayerEffect::None
            } else if own().all(|one| {
                matches!(one.verdict, Verdict::Elsewhere(_) | Verdict::UnknownCategory | Verdict::NoValue)
            }) {
                LayerEffect::Passes
            } else {
                LayerEffect::Hidden
            };
            let place = match layer.place {
                place if place == Place::default() => String::new(),
                place => composition.sources.show(place),
            };
            let files = layer.files.iter().map(|number| composition.sources.name(*number).to_owned());
            LayerAccount {
                name: layer.name.to_string(),
                locations: layer.locations.iter().map(ToString::to_string).collect(),
                files: files.collect(),
                place,
                effect,
            }
        };
        composition.layers.iter().enumerate().map(make).collect()
    }

    /// What to write for this node only: in the highest layer that knows nodes.
    pub(super) fn change(&self, key: &str, layers: &[LayerAccount]) -> Option<Change> {
        let composition = self.composition();
        let knows = |layer: &&crate::bindings::compose::Layer| {
            composition.lists[layer.categories as usize].rank("node").is_some() && layer.tree.is_none()
        };
        let layer = composition.layers.iter().position(|layer| knows(&layer))?;
        let node = self.category("node")?;
        let condition = format!("node '{}'", node.replace('\\', "\\\\").replace('\'', "\\'"));
        let account = layers.get(layer)?;
        let file = account.files.first().cloned();
        Some(Change { condition, statement: statement(key), layer: account.name.clone(), file })
    }
}

/// The statement that binds a key to another value.
fn statement(key: &str) -> String {
    if key == names::CLASSES {
        return "include CLASS".to_owned();
    }
    if let Some(name) = key.strip_prefix("/var/") {
        return format!("bind variables to {{ '{name}' => VALUE }}");
    }
    let parameter = key.strip_prefix("/param/").and_then(|rest| rest.rsplit_once('/'));
    if let Some((reference, name)) = parameter {
        let class = reference.strip_prefix("Class[").and_then(|rest| rest.strip_suffix(']'));
        let reference = class.map_or_else(|| unescape(reference), str::to_owned);
        return format!("bind parameters {reference} to {{ {name} => VALUE }}");
    }
    format!("bind '{}' to VALUE", key.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// A reference to a resource as it is written.
fn unescape(reference: &str) -> String {
    let Some((head, title)) = reference.split_once('[') else { return reference.to_owned() };
    let title = title.strip_suffix(']').unwrap_or(title);
    let escapes = [("%2F", "/"), ("%5B", "["), ("%5D", "]"), ("%25", "%")];
    let title = escapes.iter().fold(title.to_owned(), |text, (from, to)| text.replace(from, to));
    format!("{head}['{title}']")
}
