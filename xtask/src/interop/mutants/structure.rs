//! Changes to the markup of any document: elements and attributes moved, renamed, dropped, doubled.

use super::markup::{Element, Node, Tree};
use super::values;
use crate::interop::random::Random;

/// A change; nothing if the document has no place for it.
pub(super) type Change = fn(&mut Tree, &mut Random) -> Option<()>;

/// The changes, with their names and how often each is chosen.
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
    ("insert content", 4, insert_content),
    ("insert element", 3, insert_element),
    ("head", 3, head),
    ("document type", 2, document_type),
];

/// An element that the predicate holds for.
fn find<'t>(
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

/// Everything of one sort that is said anywhere in the document.
fn all(tree: &mut Tree, say: fn(&Element) -> Vec<String>) -> Vec<String> {
    let paths = tree.paths();
    paths.iter().flat_map(|path| say(tree.at(path))).collect()
}

fn names(element: &Element) -> Vec<String> {
    vec![element.name.clone()]
}

fn attribute_names(element: &Element) -> Vec<String> {
    element.attributes.iter().map(|(name, _)| name.clone()).collect()
}

pub(super) fn attribute_values(element: &Element) -> Vec<String> {
    element.attributes.iter().map(|(_, value)| value.clone()).collect()
}

fn has_plain(element: &Element) -> bool {
    element.attributes.iter().any(|(name, _)| !name.contains(':') && name != "xmlns")
}

/// Where the attributes stand that are no namespace declarations and not XMI's.
fn plain(element: &Element, random: &mut Random) -> usize {
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

fn take(tree: &mut Tree, random: &mut Random) -> Option<Node> {
    let path = inner(tree, random)?;
    let (last, parent) = path.split_last()?;
    Some(tree.at(parent).children.remove(*last))
}

fn drop_element(tree: &mut Tree, random: &mut Random) -> Option<()> {
    take(tree, random).map(drop)
}

fn drop_attribute(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, |e| !e.attributes.is_empty())?;
    let at = random.below(element.attributes.len());
    element.attributes.remove(at);
    Some(())
}

fn insert(tree: &mut Tree, random: &mut Random, node: Node) {
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
    let node = take(tree, random)?;
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

/// Declares a prefix at some inner element, the same as at the root or another.
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

/// Gives elements ids, and lets some reference go by one.
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

/// Puts the root into `xmi:XMI`, alone or twice.
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

fn insert_content(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let raw = random.pick(&[
        " ",
        "\n",
        "\t\r\n",
        "<!-- c -->",
        "<!---->",
        "<!-- a -- b -->",
        "<?pi x?>",
        "<?xml version=\"1.0\"?>",
        "<![CDATA[]]>",
        "<![CDATA[a<b]]>",
        "text",
        "&amp;",
        "&#65;",
        "&nope;",
        "]]>",
        "a<!-- c -->b",
        "<![CDATA[a]]><![CDATA[b]]>",
        "\u{1}",
        "&#xA0;",
    ]);
    let leaf = random.one_in(2);
    let element =
        if leaf { find(tree, random, |e| e.elements().is_empty())? } else { find(tree, random, |_| true)? };
    let at = random.below(element.children.len() + 1);
    element.children.insert(at, Node::Raw(raw.to_owned()));
    Some(())
}

fn insert_element(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let mut known = all(tree, names);
    known.extend(
        ["nope", "xmi:Extension", "xmi:Documentation", "xmi:XMI", "xmi:nope", "nope:nope", "xsi:x"]
            .map(str::to_owned),
    );
    let mut element = Element::named(&random.choose(&known).clone(), &[]);
    if random.one_in(3) {
        element
            .children
            .push(Node::Element(Element::named(&random.choose(&known).clone(), &[("name", "x")])));
    }
    if random.one_in(3) {
        element.children.push(Node::Raw("text".to_owned()));
    }
    insert(tree, random, Node::Element(element));
    Some(())
}

fn head(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let new = random.pick(&[
        "",
        "<?xml version=\"1.0\"?>",
        "<?xml version=\"1.1\" encoding=\"UTF-8\"?>\n",
        "<?xml version='1.0' encoding='utf-8'?>\n",
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>",
        "<?xml version=\"1.0\" encoding=\"ASCII\"?>\n",
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n",
        "<?xml version=\"1.0\" encoding=\"US-ASCII\"?>",
        "\n",
        "<?xml version=\"1.0\" encoding=\"windows-1252\"?>\n",
        "<?xml version=\"2.0\"?>",
        "<?xml encoding=\"UTF-8\"?>",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
        "<?xml version=\"1.0\" encoding=\"nope\"?>",
        "<?xml version=\"1.0\" encoding=\"\"?>",
        " <?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<!-- c -->\n",
        "<?pi?>",
        "text",
        "<?xml version=\"1.0\" encoding=\"utf8\"?>",
        "<?xml version=\"1.0\" standalone=\"no\"?>",
        "<?xml version=\"1.0\" standalone=\"maybe\"?>",
        "<?xml version=\"1.0\" encoding=\"latin1\"?>",
        "<?xml  version = \"1.0\"  encoding = \"UTF-8\" ?>",
        "<?XML version=\"1.0\"?>",
        "<?xml version=\"1.0\" nope=\"x\"?>",
    ]);
    new.clone_into(&mut tree.head);
    Some(())
}

fn document_type(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let (declaration, reference) = random.pick(&[
        ("<!DOCTYPE x>", "x"),
        ("<!DOCTYPE x [<!ENTITY e \"v\">]>", "&e;"),
        ("<!DOCTYPE x [<!ENTITY e \"v\"><!ENTITY f \"&e;&e;\">]>", "&f;"),
        ("<!DOCTYPE x [<!ENTITY e \"&e;\">]>", "&e;"),
        ("<!DOCTYPE x [<!ENTITY e \"a&#38;b\">]>", "&e;"),
        ("<!DOCTYPE x [<!ENTITY e \"&#60;b/>\">]>", "&e;"),
        ("<!DOCTYPE x [<!-- <!ENTITY e 'v'> -->]>", "&e;"),
        ("<!DOCTYPE x [<!ELEMENT x ANY><!ATTLIST x name CDATA 'd'>]>", "x"),
        ("<!DOCTYPE x [<!ENTITY e 'v'><!ENTITY e 'w'>]>", "&e;"),
        ("<!DOCTYPE x [<!ENTITY e SYSTEM 'nope.txt'>]>", "&e;"),
        ("<!DOCTYPE x SYSTEM 'nope.dtd'>", "x"),
        ("<!DOCTYPE x [<!ENTITY % p 'v'>]>", "%p;"),
        ("<!DOCTYPE x [<!ENTITY e 'v'>", "&e;"),
        ("<!doctype x>", "x"),
    ]);
    tree.head.push_str(declaration);
    let element = find(tree, random, has_plain)?;
    let at = plain(element, random);
    reference.clone_into(&mut element.attributes[at].1);
    Some(())
}
