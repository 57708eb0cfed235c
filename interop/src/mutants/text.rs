//! Changes to text, comments and the content before the first element.

use super::markup::{Element, Node, Tree};
use super::structure::{Change, all, find, has_plain, insert, names, plain};
use crate::random::Random;

/// The changes, with their names and weights.
pub(super) const CHANGES: &[(&str, usize, Change)] = &[
    ("insert content", 4, insert_content),
    ("insert element", 3, insert_element),
    ("head", 3, head),
    ("document type", 2, document_type),
];

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
