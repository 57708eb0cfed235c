//! Values of every data type: an attribute of a metamodel gets another type, and a document gets texts of
//! that type's values.

use super::markup::Tree;
use super::metamodels::BUILTIN;
use super::values;
use crate::random::Random;
use std::collections::BTreeSet;

/// A metamodel and one of its documents, both changed; `None` if the document uses no attribute.
pub(super) fn change(model: &[u8], document: &[u8], random: &mut Random) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut model = Tree::parse(std::str::from_utf8(model).ok()?)?;
    let mut document = Tree::parse(std::str::from_utf8(document).ok()?)?;
    let mut used = BTreeSet::new();
    for path in document.paths() {
        used.extend(document.at(&path).attributes.iter().map(|(name, _)| name.clone()));
    }
    let mut paths = model.paths();
    paths.retain(|path| {
        let element = model.at(path);
        element.get("xsi:type") == Some("ecore:EAttribute")
            && element.get("name").is_some_and(|name| used.contains(name))
    });
    if paths.is_empty() {
        return None;
    }
    let path = random.choose(&paths).clone();
    let attribute = model.at(&path);
    let name = attribute.get("name")?.to_owned();
    let ty = random.pick(BUILTIN);
    attribute.set("eType", &format!("ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//{ty}"));
    for (feature, value) in [
        ("upperBound", "-1"),
        ("unsettable", "true"),
        ("defaultValueLiteral", values::choose_value(ty, random)),
    ] {
        if random.one_in(6) {
            attribute.set(feature, value);
        }
    }
    for path in document.paths() {
        for (_, value) in document.at(&path).attributes.iter_mut().filter(|(n, _)| *n == name) {
            if !random.one_in(4) {
                values::choose_value(ty, random).clone_into(value);
            }
        }
    }
    Some((model.print().into_bytes(), document.print().into_bytes()))
}
