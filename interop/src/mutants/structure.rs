//! Changes to the markup of any document: elements and attributes are moved, renamed, dropped or duplicated.

use super::markup::{Element, Node, Tree};
use super::values;
use crate::random::Random;

/// A change; `None` if it does not apply to the document.
pub(super) type Change = fn(&mut Tree, &mut Random) -> Option<()>;

/// The changes, with their names and weights.
pub(super) const CHANGES: &[(&str, usize, Change)] = &[
    ("reorder elements", 3, reorder_elements),
    ("reorder attributes", 1, reorder_attributes),
    ("drop element", 4, drop_element),
    ("drop attribute", 4, drop_attribute),
    ("duplicate element", 3, duplicate_element),
    ("move element", 3, move_element),
    ("rename element", 3, rename_element),
    ("rename attribute", 3, rename_attribute),
    ("copy attribute", 3, copy_attribute),
    ("swap values", 2, swap_values),
    ("corrupt value", 10, corrupt_value),
    ("attribute to element", 4, attribute_to_element),
    ("element to attribute", 2, element_to_attribute),
    ("reference to element", 4, reference_to_element),
];

/// An element that satisfies the predicate.
pub(super) fn find<'t>(
    tree: &'t mut Tree,
    random: &mut Random,
    wanted: fn(&Element) -> bool,
) -> Option<&'t mut Element> {
    let mut paths = tree.paths();
    paths.retain(|path| wanted(tree.at(path)));
    if paths.is_empty() {
        return None;
    }
    let path = random.choose(&paths).clone();
    Some(tree.at(&path))
}

fn inner(tree: &Tree, random: &mut Random) -> Option<Vec<usize>> {
    let paths = tree.paths();
    let at = random.below(paths.len() - 1) + 1;
    paths.get(at).cloned()
}

/// All texts of one kind in the document.
pub(super) fn all(tree: &mut Tree, texts_of: fn(&Element) -> Vec<String>) -> Vec<String> {
    let paths = tree.paths();
    paths.iter().flat_map(|path| texts_of(tree.at(path))).collect()
}

pub(super) fn names(element: &Element) -> Vec<String> {
    vec![element.name.clone()]
}

pub(super) fn attribute_names(element: &Element) -> Vec<String> {
    element.attributes.iter().map(|(name, _)| name.clone()).collect()
}

pub(super) fn attribute_values(element: &Element) -> Vec<String> {
    element.attributes.iter().map(|(_, value)| value.clone()).collect()
}

pub(super) fn has_plain(element: &Element) -> bool {
    element.attributes.iter().any(|(name, _)| !name.contains(':') && name != "xmlns")
}

/// The position of an attribute that is neither a namespace declaration nor defined by XMI.
pub(super) fn plain(element: &Element, random: &mut Random) -> usize {
    let found: Vec<usize> = (0..element.attributes.len())
        .filter(|at| !element.attributes[*at].0.contains(':') && element.attributes[*at].0 != "xmlns")
        .collect();
    random.pick(&found)
}

fn reorder_elements(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, |e| e.elements().len() > 1)?;
    let places = element.elements();
    let (a, b) = (random.pick(&places), random.pick(&places));
    element.children.swap(a, b);
    (a != b).then_some(())
}

fn reorder_attributes(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, |e| e.attributes.len() > 1)?;
    element.attributes.reverse();
    Some(())
}

fn remove_node(tree: &mut Tree, random: &mut Random) -> Option<Node> {
    let path = inner(tree, random)?;
    let (last, parent) = path.split_last()?;
    Some(tree.at(parent).children.remove(*last))
}

fn drop_element(tree: &mut Tree, random: &mut Random) -> Option<()> {
    remove_node(tree, random).map(drop)
}

fn drop_attribute(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, |e| !e.attributes.is_empty())?;
    let at = random.below(element.attributes.len());
    element.attributes.remove(at);
    Some(())
}

pub(super) fn insert(tree: &mut Tree, random: &mut Random, node: Node) {
    let paths = tree.paths();
    let parent = tree.at(&random.choose(&paths).clone());
    let at = random.below(parent.children.len() + 1);
    parent.children.insert(at, node);
}

fn duplicate_element(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let path = inner(tree, random)?;
    let copy = tree.at(&path).clone();
    if random.one_in(3) {
        insert(tree, random, Node::Element(copy));
    } else {
        let (last, parent) = path.split_last()?;
        tree.at(parent).children.insert(*last, Node::Element(copy));
    }
    Some(())
}

fn move_element(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let node = remove_node(tree, random)?;
    insert(tree, random, node);
    Some(())
}

fn rename_element(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let known = all(tree, names);
    let element = find(tree, random, |_| true)?;
    element.name =
        if random.one_in(3) { values::edited(&element.name, random) } else { random.choose(&known).clone() };
    Some(())
}

fn rename_attribute(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let known = all(tree, attribute_names);
    let element = find(tree, random, |e| !e.attributes.is_empty())?;
    let at = random.below(element.attributes.len());
    let name = &mut element.attributes[at].0;
    *name = if random.one_in(3) { values::edited(name, random) } else { random.choose(&known).clone() };
    Some(())
}

fn copy_attribute(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let from = find(tree, random, has_plain)?;
    let (name, value) = from.attributes[plain(from, random)].clone();
    find(tree, random, |_| true)?.set(&name, &value);
    Some(())
}

fn swap_values(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let known = all(tree, attribute_values);
    let element = find(tree, random, has_plain)?;
    let at = plain(element, random);
    element.attributes[at].1.clone_from(random.choose(&known));
    Some(())
}

fn corrupt_value(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let known = all(tree, attribute_values);
    let element = find(tree, random, has_plain)?;
    let at = plain(element, random);
    let value = &mut element.attributes[at].1;
    *value = values::instead_of(value, random, &known);
    Some(())
}

fn attribute_to_element(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, has_plain)?;
    let at = plain(element, random);
    let (name, value) = element.attributes.remove(at);
    let mut child = Element::named(&name, &[]);
    let cdata = random.one_in(5);
    child.children.push(Node::Raw(if cdata { format!("<![CDATA[{value}]]>") } else { value }));
    let at = random.below(element.children.len() + 1);
    element.children.insert(at, Node::Element(child));
    Some(())
}

fn element_to_attribute(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, |e| !e.elements().is_empty())?;
    let at = random.pick(&element.elements());
    let Node::Element(child) = element.children.remove(at) else { return None };
    let text = match child.children.first() {
        Some(Node::Raw(text)) => text.clone(),
        _ => child.get("href").unwrap_or("//@x.0").to_owned(),
    };
    element.set(&child.name, &text.replace(['<', '"'], ""));
    Some(())
}

fn reference_to_element(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let refers = |e: &Element| e.attributes.iter().any(|(n, v)| !n.contains(':') && v.contains('/'));
    let element = find(tree, random, refers)?;
    let at = element.attributes.iter().position(|(n, v)| !n.contains(':') && v.contains('/'))?;
    let (name, value) = element.attributes.remove(at);
    let mut class = None;
    for word in value.split(' ').filter(|word| !word.is_empty()) {
        if word.contains(':') && !word.contains(['/', '#']) {
            class = Some(word);
            continue;
        }
        let href = if word.contains('#') { word.to_owned() } else { format!("#{word}") };
        let mut child = match random.below(4) {
            0 => Element::named(&name, &[("xmi:idref", word)]),
            _ => Element::named(&name, &[("href", &href)]),
        };
        match class.take() {
            Some(class) if !random.one_in(4) => child.set("xsi:type", class),
            _ => {}
        }
        element.children.push(Node::Element(child));
    }
    Some(())
}
