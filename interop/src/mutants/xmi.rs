//! Changes to markup with a meaning in XMI: prefixes, namespaces, types, ids, addresses, roots.

use super::markup::{Element, Node, Tree};
use super::structure::{Change, all, attribute_names, find, has_plain, plain};
use super::values;
use crate::random::Random;

/// The changes, with their names and weights.
pub(super) const CHANGES: &[(&str, usize, Change)] = &[
    ("change prefix", 2, change_prefix),
    ("change namespace", 3, change_namespace),
    ("redeclare namespace", 2, redeclare_namespace),
    ("change type", 5, change_type),
    ("nil", 3, nil),
    ("xmi:id", 3, xmi_id),
    ("xmi attribute", 3, xmi_attribute),
    ("href", 3, href),
    ("wrap root", 2, wrap_root),
    ("unwrap root", 1, unwrap_root),
    ("schema location", 1, schema_location),
    ("location that is a namespace", 1, locate_in_namespace),
    ("swap namespaces", 2, swap_namespaces),
    ("rename prefix", 2, rename_prefix),
];

fn change_prefix(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let new = random.pick(&["q", "", "xmi", "ecore", "xsi", "xml", "é"]);
    if random.one_in(2) {
        let element = find(tree, random, |_| true)?;
        let local = element.name.split_once(':').map_or(element.name.as_str(), |(_, local)| local);
        element.name = if new.is_empty() { local.to_owned() } else { format!("{new}:{local}") };
    } else {
        let element = find(tree, random, |e| !e.attributes.is_empty())?;
        let at = random.below(element.attributes.len());
        let name = &element.attributes[at].0;
        let local = name.split_once(':').map_or(name.as_str(), |(_, local)| local);
        element.attributes[at].0 = if new.is_empty() { local.to_owned() } else { format!("{new}:{local}") };
    }
    Some(())
}

const NAMESPACES: &[&str] = &[
    "http://www.omg.org/XMI",
    "http://schema.omg.org/spec/XMI/2.1",
    "http://www.omg.org/spec/XMI/20110701",
    "",
    "http://www.w3.org/2001/XMLSchema-instance",
    "http://www.eclipse.org/emf/2002/Ecore",
    "http://nope.example/",
    "http://www.w3.org/2001/XMLSchema",
    "http://www.eclipse.org/emf/2003/XMLType",
    "http://schema.omg.org/spec/XMI/2.0",
    "http://www.w3.org/XML/1998/namespace",
    "http://www.eclipse.org/emf/2002/ecore",
];

fn change_namespace(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let declared: Vec<usize> = (0..tree.root.attributes.len())
        .filter(|at| tree.root.attributes[*at].0.starts_with("xmlns"))
        .collect();
    if declared.is_empty() {
        return None;
    }
    let at = random.pick(&declared);
    match random.below(4) {
        0 => drop(tree.root.attributes.remove(at)),
        1 => "xmlns".clone_into(&mut tree.root.attributes[at].0),
        2 => tree.root.attributes[at].1 = values::edited(&tree.root.attributes[at].1.clone(), random),
        _ => (random.pick(NAMESPACES)).clone_into(&mut tree.root.attributes[at].1),
    }
    Some(())
}

/// Declares a prefix at an inner element, with the same namespace as at the root or with another one.
fn redeclare_namespace(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let known: Vec<(String, String)> =
        tree.root.attributes.iter().filter(|(n, _)| n.starts_with("xmlns")).cloned().collect();
    let element = find(tree, random, |_| true)?;
    let (name, value) = match known.as_slice() {
        [] => ("xmlns:q".to_owned(), (random.pick(NAMESPACES)).to_owned()),
        known => random.choose(known).clone(),
    };
    let name = if random.one_in(3) { "xmlns".to_owned() } else { name };
    let value = if random.one_in(3) { (random.pick(NAMESPACES)).to_owned() } else { value };
    element.attributes.insert(0, (name, value));
    Some(())
}

fn change_type(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let types = |e: &Element| e.get("xsi:type").map(str::to_owned).into_iter().collect();
    let mut known: Vec<String> = all(tree, types);
    known.push(tree.root.name.clone());
    let element = find(tree, random, |_| true)?;
    let old = element.get("xsi:type").map(str::to_owned);
    let new = match (random.below(8), old) {
        (0, Some(old)) => values::edited(&old, random),
        (1, Some(old)) => old.split_once(':').map_or(old.clone(), |(_, local)| local.to_owned()),
        (2, Some(old)) => {
            element.attributes.retain(|(name, _)| name != "xsi:type");
            element.set("xmi:type", &old);
            return Some(());
        }
        (3, Some(_)) => {
            element.attributes.retain(|(name, _)| name != "xsi:type");
            return Some(());
        }
        (4, _) => (random.pick(&[
            "ecore:EObject",
            "ecore:EClass",
            "ecore:EPackage",
            "",
            " ",
            "xmi:XMI",
            ":",
            "a:b:c",
        ]))
        .to_owned(),
        (5, Some(old)) => format!(" {old} "),
        _ => random.choose(&known).clone(),
    };
    element.set("xsi:type", &new);
    Some(())
}

fn nil(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let spelling = random.pick(&["true", "1", "false", "0", " true ", "TRUE", "nope"]);
    if random.one_in(2) {
        find(tree, random, |_| true)?.set("xsi:nil", spelling);
    } else {
        let element = find(tree, random, has_plain)?;
        let at = plain(element, random);
        let name = element.attributes[at].0.clone();
        if !random.one_in(3) {
            element.attributes.remove(at);
        }
        let child = Element::named(&name, &[("xsi:nil", spelling)]);
        let at = random.below(element.children.len() + 1);
        element.children.insert(at, Node::Element(child));
    }
    Some(())
}

/// Adds ids to elements, and uses one of them in a reference.
fn xmi_id(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let id = random.pick(&["a", "b", "/", "//", "a b", "é", "#x", "", "_1", "//@x.0", "a/b", "?a"]);
    find(tree, random, |_| true)?.set("xmi:id", id);
    if random.one_in(2) {
        find(tree, random, |_| true)?.set("xmi:id", id);
    }
    if random.one_in(2) {
        let refers = |e: &Element| e.attributes.iter().any(|(n, v)| !n.contains(':') && v.contains('/'));
        let element = find(tree, random, refers)?;
        let found = element.attributes.iter_mut().find(|(n, v)| !n.contains(':') && v.contains('/'))?;
        id.clone_into(&mut found.1);
    }
    Some(())
}

fn xmi_attribute(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let name = random.pick(&[
        "xmi:uuid",
        "xmi:label",
        "xmi:idref",
        "xmi:version",
        "xmi:type",
        "xmi:nope",
        "xsi:nope",
        "xml:lang",
        "xml:space",
        "xsi:nil",
        "href",
        "xmi:href",
        "xsi:type",
        "id",
        "type",
        "idref",
        "xsi:noNamespaceSchemaLocation",
        "xmi.id",
        "xmlns:xmi",
        "nope:x",
    ]);
    let value =
        (random.pick(&["a", "", "2.0", "2.1", "true", "//", "http://www.omg.org/XMI", "ecore:EClass"]))
            .to_owned();
    find(tree, random, |_| true)?.set(name, &value);
    Some(())
}

fn href(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let address = values::address(random);
    if random.one_in(2) {
        find(tree, random, |e| e.get("href").is_some())?.set("href", address);
    } else {
        find(tree, random, |_| true)?.set("href", address);
    }
    Some(())
}

/// Puts the root into `xmi:XMI`, once or twice.
fn wrap_root(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let mut root = tree.root.clone();
    let (outer, inner) = root.attributes.into_iter().partition(|(name, _)| name.contains(':'));
    root.attributes = inner;
    let mut wrapper = Element { name: "xmi:XMI".to_owned(), attributes: outer, children: Vec::new() };
    for _ in 0..random.below(3) {
        wrapper.children.push(Node::Element(root.clone()));
    }
    wrapper.children.push(Node::Element(root));
    if random.one_in(4) {
        wrapper.children.push(Node::Element(Element::named("xmi:Documentation", &[("exporter", "x")])));
    }
    tree.root = wrapper;
    Some(())
}

fn unwrap_root(tree: &mut Tree, _random: &mut Random) -> Option<()> {
    let at = *tree.root.elements().first()?;
    let attributes = tree.root.attributes.clone();
    let mut root = std::mem::take(tree.root.child(at)?);
    for (name, value) in attributes.iter().filter(|(name, _)| name.contains(':')) {
        root.set(name, value);
    }
    tree.root = root;
    Some(())
}

fn schema_location(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let value = random.pick(&[
        "http://x y.ecore",
        "http://x",
        "",
        "a b c d",
        "http://www.eclipse.org/emf/2002/Ecore nope.ecore",
    ]);
    tree.root.set("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    tree.root.set("xsi:schemaLocation", value);
    Some(())
}

/// The location of a namespace is the same or another namespace, whose package is known.
fn locate_in_namespace(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let namespaces: Vec<String> = (tree.root.attributes.iter())
        .filter(|(name, _)| {
            name.starts_with("xmlns:") && !["xmlns:xmi", "xmlns:xsi"].contains(&name.as_str())
        })
        .map(|(_, value)| value.clone())
        .collect();
    if namespaces.is_empty() {
        return None;
    }
    let (namespace, location) = (random.choose(&namespaces).clone(), random.choose(&namespaces).clone());
    let location =
        if random.one_in(2) { "http://www.eclipse.org/emf/2002/Ecore".to_owned() } else { location };
    tree.root.set("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    tree.root.set("xsi:schemaLocation", &format!("{namespace} {location}"));
    Some(())
}

/// Swaps the namespaces of two prefixes.
fn swap_namespaces(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let declared: Vec<usize> = (0..tree.root.attributes.len())
        .filter(|at| tree.root.attributes[*at].0.starts_with("xmlns:"))
        .collect();
    if declared.len() < 2 {
        return None;
    }
    let (a, b) = (random.pick(&declared), random.pick(&declared));
    let other = tree.root.attributes[b].1.clone();
    tree.root.attributes[b].1 = std::mem::replace(&mut tree.root.attributes[a].1, other);
    (a != b).then_some(())
}

/// Renames a prefix everywhere.
fn rename_prefix(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let declared: Vec<String> = attribute_names(&tree.root)
        .iter()
        .filter_map(|name| name.strip_prefix("xmlns:").map(str::to_owned))
        .collect();
    if declared.is_empty() {
        return None;
    }
    let (old, new) = (random.choose(&declared).clone(), random.pick(&["q", "xmi2", "ecore", "é", "_"]));
    let (from, to) = (format!("{old}:"), format!("{new}:"));
    let rename = |name: &mut String| {
        if let Some(local) = name.strip_prefix(&from) {
            *name = format!("{to}{local}");
        }
    };
    for path in tree.paths() {
        let element = tree.at(&path);
        rename(&mut element.name);
        for (name, value) in &mut element.attributes {
            rename(name);
            rename(value);
        }
    }
    let declaration = format!("xmlns:{old}");
    let found = tree.root.attributes.iter_mut().find(|(name, _)| *name == declaration)?;
    found.0 = format!("xmlns:{new}");
    Some(())
}
