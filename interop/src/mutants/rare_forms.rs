//! Changes that give a metamodel a form that few tools write, each of which once showed a difference from EMF: lists of
//! older generators, derived features, implied generic types, Ecore's own annotations, and arguments that do not exist.

use super::markup::{Element, Node, Tree};
use super::metamodels::{addresses, find, some_type};
use super::structure::Change;
use crate::random::Random;

/// The changes, with their names and weights.
pub(super) const CHANGES: &[(&str, usize, Change)] = &[
    ("list of an older generator", 2, rename_list),
    ("derived elements", 1, add_derived_elements),
    ("derived references", 1, add_derived_references),
    ("address of a generic type", 2, address_generic_type),
    ("annotation of Ecore", 1, address_ecore_annotation),
    ("argument that does not exist", 2, add_unknown_argument),
];

/// The features of Ecore's `EClass` that follow from others.
const DERIVED: &[&str] = &[
    "eAllAttributes",
    "eAllContainments",
    "eAllOperations",
    "eAllReferences",
    "eAllStructuralFeatures",
    "eAllSuperTypes",
    "eAttributes",
    "eReferences",
];

/// The annotations of Ecore's own elements.
const ECORE_ANNOTATIONS: &[&str] = &[
    "#//ELong/%http:%2F%2F%2Forg%2Feclipse%2Femf%2Fecore%2Futil%2FExtendedMetaData%",
    "#//EClass/%http:%2F%2Fwww.eclipse.org%2Femf%2F2002%2FEcore%",
    "#//EClass/%nothing%",
];

/// A feature under the name of the derived list that its kind belongs to, as older generators wrote it.
fn rename_list(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, &["eStructuralFeatures"])?;
    let is_attribute = element.get("xsi:type") == Some("ecore:EAttribute");
    element.name = if is_attribute != random.one_in(6) { "eAttributes" } else { "eReferences" }.to_owned();
    if random.one_in(2) {
        element.attributes.retain(|(name, _)| name != "xsi:type");
    }
    Some(())
}

fn add_derived_elements(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let own = addresses(tree, false);
    let (kind, ty) = (random.pick(&["ecore:EAttribute", "ecore:EReference"]), some_type(random, &own));
    let derived =
        Element::named(random.pick(DERIVED), &[("xsi:type", kind), ("name", "all"), ("eType", &ty)]);
    find(tree, random, &["eClassifiers"])?.children.push(Node::Element(derived));
    Some(())
}

fn add_derived_references(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let (name, is_feature) = (random.pick(DERIVED), !random.one_in(4));
    let own = addresses(tree, is_feature);
    let value = random.choose(&own).clone();
    find(tree, random, &["eClassifiers"])?.set(name, &value);
    Some(())
}

/// A reference to the generic type that EMF creates for a type or a supertype.
fn address_generic_type(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let of_feature = random.one_in(2);
    let own = addresses(tree, of_feature);
    let owner = random.choose(&own).clone();
    let part = match (of_feature, random.one_in(4)) {
        (_, true) => "@eType",
        (true, false) => "@eGenericType",
        (false, false) => {
            random.pick(&["@eGenericSuperTypes.0", "@eGenericSuperTypes.1", "@eGenericSuperTypes"])
        }
    };
    reference(tree, random, &format!("{owner}/{part}"))
}

fn address_ecore_annotation(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let annotation = random.pick(ECORE_ANNOTATIONS);
    reference(tree, random, &format!("http://www.eclipse.org/emf/2002/Ecore{annotation}"))
}

/// Lets an annotation refer to an address.
fn reference(tree: &mut Tree, random: &mut Random, address: &str) -> Option<()> {
    let annotation = Element::named("eAnnotations", &[("source", "http://s"), ("references", address)]);
    let owner = find(tree, random, &["eClassifiers", "eStructuralFeatures", "ecore:EPackage"])?;
    owner.children.insert(0, Node::Element(annotation));
    Some(())
}

/// Generic supertypes whose argument is in a document that does not exist.
fn add_unknown_argument(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let own = addresses(tree, false);
    let unknown =
        random.pick(&["ecore:EClass missing.ecore#//X", "#//Missing", "ecore:EDataType missing.ecore#//Y"]);
    for _ in 0..=random.below(2) {
        let argument = Element::named("eTypeArguments", &[("eClassifier", unknown)]);
        let mut generic =
            Element::named("eGenericSuperTypes", &[("eClassifier", random.choose(&own).as_str())]);
        generic.children.push(Node::Element(argument));
        find(tree, random, &["eClassifiers"])?.children.insert(0, Node::Element(generic));
    }
    Some(())
}
