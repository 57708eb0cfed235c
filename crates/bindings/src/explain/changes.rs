//! Suggests the text that changes the value of a key, and describes the effect of each layer.

use super::{BindingAccount, Change, LayerAccount, LayerEffect, Verdict};
use crate::compose::{Composition, KeyType, Layer};
use crate::inject::Injector;
use crate::names;
use crate::sources::Place;
use crate::values::write_text;
use std::ops::Range;

impl Injector {
    /// The layers, each with its effect on a key; `bindings` and `contributions` are the accounts of this key.
    pub(super) fn layer_accounts(
        &self,
        bindings: &[BindingAccount],
        contributions: &[BindingAccount],
    ) -> Vec<LayerAccount> {
        let composition = self.composition();
        let accounts = composition.layers.iter().enumerate().map(|(position, layer)| {
            let effect = effect_of_layer(position, bindings, contributions);
            LayerAccount { effect, ..layer_account(composition, layer) }
        });
        accounts.collect()
    }

    /// The change for this node only: in the highest layer that has the category `node`, unless a layer above it
    /// determines the value. `None` if there is no such layer.
    pub(super) fn change(&self, key: &str, layers: &[LayerAccount]) -> Option<Change> {
        let composition = self.composition();
        let deciding_position = layers.iter().position(|layer| layer.effect == LayerEffect::Decides);
        // A binding in a layer below the one that determines the value would be hidden.
        let effective_count = deciding_position.map_or(composition.layers.len(), |position| position + 1);
        let layer = composition.layers[..effective_count].iter().position(|layer| {
            let has_node_category = composition.lists[layer.categories as usize].rank("node").is_some();
            let has_only_data =
                !layer.locations.is_empty() && layer.locations.iter().all(|location| is_data(location));
            has_node_category && layer.tree.is_none() && !has_only_data
        })?;
        let node = self.category("node")?;
        let account = layers.get(layer)?;
        // Data files (`.pdl`) cannot express conditions on nodes.
        let file = account.files.iter().find(|file| extension(file) != "pdl").cloned();
        let is_structured = file.as_deref().is_some_and(|file| matches!(extension(file), "yaml" | "json"));
        let meaning = meaning(composition, key);
        let (text, node) = if is_structured { structured_text(node, &meaning) } else { text(node, &meaning) };
        Some(Change { text, node, layer: account.name.clone(), file })
    }
}

/// The effect of the layer at a position on a key.
fn effect_of_layer(
    position: usize,
    bindings: &[BindingAccount],
    contributions: &[BindingAccount],
) -> LayerEffect {
    let accounts_of_layer = || bindings.iter().filter(move |account| account.position == position);
    if accounts_of_layer().any(|account| account.verdict.is_final()) {
        LayerEffect::Decides
    } else if contributions
        .iter()
        .any(|account| account.position == position && account.verdict == Verdict::Used)
    {
        LayerEffect::Contributes
    } else if accounts_of_layer().next().is_none() {
        LayerEffect::None
    } else if accounts_of_layer()
        .all(|account| account.verdict.is_elsewhere() || account.verdict == Verdict::NoValue)
    {
        LayerEffect::Passes
    } else {
        LayerEffect::Hidden
    }
}

/// Whether bindings at a location cannot depend on the node: those in the output of an ENC, in data files, and in the
/// defaults of classes.
fn is_data(location: &str) -> bool {
    ["class:", "enc:", "pdl:"].iter().any(|scheme| location.starts_with(scheme))
}

/// The layers of a composition, without effects.
pub(crate) fn layers(composition: &Composition) -> Vec<LayerAccount> {
    composition.layers.iter().map(|layer| layer_account(composition, layer)).collect()
}

/// A layer with its locations and files. The effect on a key is not known here.
fn layer_account(composition: &Composition, layer: &Layer) -> LayerAccount {
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
        effect: LayerEffect::None,
    }
}

/// The extension of the name of a file.
fn extension(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// The kind of a key, which determines how it is bound.
enum Meaning<'k> {
    Classes,
    Variable(&'k str),
    /// A parameter: the reference to its class, type or resource, and its name.
    Parameter(String, &'k str),
    Name(&'k str),
    /// A type that is no data, and its name if it has one.
    Type(&'k str, Option<&'k str>),
}

/// What a key means: a reserved name such as `/var/x` means a variable, a parameter or the classes; any other name
/// means itself, unless the key has a type that is no data.
fn meaning<'k>(composition: &'k Composition, key: &'k str) -> Meaning<'k> {
    if let Some(number) = composition.key_of_text(key) {
        let found = &composition.keys.list[number as usize];
        match found.ty {
            KeyType::Data => {}
            KeyType::Named(ty) => return Meaning::Type(&composition.types.get(ty).text, Some(&found.name)),
            KeyType::Anonymous(ty) => return Meaning::Type(&composition.types.get(ty).text, None),
        }
    }
    if key == names::CLASSES {
        return Meaning::Classes;
    }
    if let Some(name) = key.strip_prefix("/var/") {
        return Meaning::Variable(name);
    }
    // In titles, `/` is escaped, so the last `/` precedes the name of the parameter.
    let parameter = key.strip_prefix("/param/").and_then(|rest| rest.rsplit_once('/'));
    match parameter {
        Some((reference, name)) => {
            let class = reference.strip_prefix("Class[").and_then(|rest| rest.strip_suffix(']'));
            Meaning::Parameter(class.map_or_else(|| unescape(reference), str::to_owned), name)
        }
        None => Meaning::Name(key),
    }
}

/// A text of three parts, and the range of the node's name in it.
fn text_around_node(start: &str, node: &str, end: &str) -> (String, Range<usize>) {
    ([start, node, end].concat(), start.len()..start.len() + node.len())
}

/// The text that binds a key with a meaning to another value for one node, and the range of the node's name.
fn text(node: &str, meaning: &Meaning<'_>) -> (String, Range<usize>) {
    let statement = match meaning {
        Meaning::Classes => "include CLASS".to_owned(),
        Meaning::Variable(name) => format!("bind variables to {{ '{name}' => VALUE }}"),
        Meaning::Parameter(reference, name) => {
            format!("bind parameters {reference} to {{ {name} => VALUE }}")
        }
        Meaning::Name(name) => format!("bind {} to VALUE", quote(name)),
        Meaning::Type(ty, Some(name)) => format!("bind {ty}, {} to VALUE", quote(name)),
        Meaning::Type(ty, None) => format!("bind {ty} to VALUE"),
    };
    text_around_node("when node ", &quote(node), &format!(" {{ {statement} }}"))
}

/// A string in the syntax of the language.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// The suggested text for structured bindings. It is JSON for both notations, because JSON is valid YAML.
fn structured_text(node: &str, meaning: &Meaning<'_>) -> (String, Range<usize>) {
    let entry = match meaning {
        Meaning::Classes => "{\"include\": \"CLASS\"}".to_owned(),
        Meaning::Variable(name) => format!("{{\"variables\": {{{}: VALUE}}}}", quote_structured(name)),
        Meaning::Parameter(reference, name) => {
            let (reference, name) = (quote_structured(reference), quote_structured(name));
            format!("{{\"parameters\": {reference}, \"to\": {{{name}: VALUE}}}}")
        }
        Meaning::Name(name) => format!("[{}, VALUE]", quote_structured(name)),
        Meaning::Type(ty, name) => {
            let name =
                name.map_or_else(String::new, |name| format!("\"name\": {}, ", quote_structured(name)));
            format!("{{{name}\"type\": {}, \"to\": VALUE}}", quote_structured(ty))
        }
    };
    text_around_node("{\"when\": {\"node\": ", &quote_structured(node), &format!("}}, \"bind\": [{entry}]}}"))
}

/// A string in JSON.
fn quote_structured(text: &str) -> String {
    let mut out = String::new();
    write_text(text, &mut out);
    out
}

/// A reference to a resource without the escapes of its title.
fn unescape(reference: &str) -> String {
    let Some((head, title)) = reference.split_once('[') else { return reference.to_owned() };
    let title = title.strip_suffix(']').unwrap_or(title);
    // `%25` comes last, because the `%` that replaces it could be the start of another escape.
    let escapes = [("%2F", "/"), ("%5B", "["), ("%5D", "]"), ("%25", "%")];
    let title = escapes.iter().fold(title.to_owned(), |text, (from, to)| text.replace(from, to));
    format!("{head}['{title}']")
}
