//! Changes to metamodels: bounds, kinds, types, opposites, generics, annotations.

use super::markup::{Element, Node, Tree};
use super::structure::{Change, attribute_values};
use super::values;
use crate::random::Random;

/// The changes, with their names and weights.
pub(super) const CHANGES: &[(&str, usize, Change)] = &[
    ("set feature", 12, set_feature),
    ("set classifier", 6, set_classifier),
    ("set package", 3, set_package),
    ("set literal", 3, set_literal),
    ("change eType", 5, change_type),
    ("change eOpposite", 4, change_opposite),
    ("change eSuperTypes", 4, change_supertypes),
    ("change eKeys", 2, change_keys),
    ("add generic", 4, add_generic),
    ("add annotation", 4, add_annotation),
    ("add operation", 2, add_operation),
    ("add classifier", 3, add_classifier),
    ("add feature", 4, add_feature),
    ("add subpackage", 2, add_subpackage),
    ("add feature map", 2, add_feature_map),
];

pub(super) const BUILTIN: &[&str] = &[
    "EString",
    "EInt",
    "EBoolean",
    "EDouble",
    "EFloat",
    "ELong",
    "EShort",
    "EByte",
    "EChar",
    "EDate",
    "EByteArray",
    "EBigInteger",
    "EBigDecimal",
    "EJavaObject",
    "EJavaClass",
    "EIntegerObject",
    "EBooleanObject",
    "ECharacterObject",
    "EFeatureMapEntry",
    "EEList",
    "EMap",
    "EResource",
    "EEnumerator",
    "ETreeIterator",
    "EDiagnosticChain",
];
const CLASSES: &[&str] = &["EObject", "EClass", "EStringToStringMapEntry", "ENamedElement", "EAnnotation"];

pub(super) fn find<'t>(tree: &'t mut Tree, random: &mut Random, names: &[&str]) -> Option<&'t mut Element> {
    let mut paths = tree.paths();
    paths.retain(|path| names.contains(&tree.at(path).name.as_str()));
    if paths.is_empty() {
        return None;
    }
    let path = random.choose(&paths).clone();
    Some(tree.at(&path))
}

fn feature<'t>(tree: &'t mut Tree, random: &mut Random) -> Option<&'t mut Element> {
    find(tree, random, &["eStructuralFeatures"])
}

/// The addresses of classifiers, or with `features` of features.
pub(super) fn addresses(tree: &mut Tree, features: bool) -> Vec<String> {
    let mut found = Vec::new();
    for path in tree.paths() {
        let element = tree.at(&path);
        let Some(name) = element.get("name").map(str::to_owned) else { continue };
        match element.name.as_str() {
            "eClassifiers" if !features => found.push(format!("#//{name}")),
            "eStructuralFeatures" if features => {
                let owner = path.split_last().map(|(_, owner)| tree.at(owner));
                let owner = owner.and_then(|o| o.get("name")).unwrap_or_default().to_owned();
                found.push(format!("#//{owner}/{name}"));
            }
            _ => {}
        }
    }
    if found.is_empty() {
        found.push("#//".to_owned());
    }
    found
}

pub(super) fn some_type(random: &mut Random, own: &[String]) -> String {
    match random.below(6) {
        0 | 1 => format!("ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//{}", random.pick(BUILTIN)),
        2 => format!("ecore:EClass http://www.eclipse.org/emf/2002/Ecore#//{}", random.pick(CLASSES)),
        _ => random.choose(own).clone(),
    }
}

fn set_feature(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let known: Vec<String> = tree.paths().iter().flat_map(|p| attribute_values(tree.at(p))).collect();
    let element =
        find(tree, random, &["eStructuralFeatures", "eStructuralFeatures", "eParameters", "eOperations"])?;
    let name = random.pick(&[
        "containment",
        "containment",
        "unsettable",
        "transient",
        "volatile",
        "derived",
        "changeable",
        "resolveProxies",
        "iD",
        "ordered",
        "unique",
        "upperBound",
        "upperBound",
        "lowerBound",
        "defaultValueLiteral",
        "defaultValueLiteral",
        "name",
    ]);
    let value = match name {
        "upperBound" | "lowerBound" => {
            (random.pick(&["0", "1", "2", "-1", "-2", "-3", "5", "2147483647"])).to_owned()
        }
        "defaultValueLiteral" => values::any(random, &[]),
        "name" => random.choose(&known).clone(),
        _ => (random.pick(&["true", "true", "false"])).to_owned(),
    };
    element.set(name, &value);
    Some(())
}

fn set_classifier(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, &["eClassifiers"])?;
    let name = random.pick(&[
        "abstract",
        "interface",
        "instanceClassName",
        "instanceTypeName",
        "serializable",
        "name",
        "name",
    ]);
    let value = match name {
        "instanceClassName" | "instanceTypeName" => random.pick(&[
            "int",
            "java.lang.Integer",
            "java.lang.String",
            "boolean",
            "byte[]",
            "java.util.List",
            "nope.Nope",
            "java.util.Map$Entry",
            "java.util.List&lt;java.lang.String>",
            "",
            "char",
            "java.util.Date",
            "double",
            "java.lang.Double",
            "long",
            "a b",
            "java.util.Map.Entry",
            "java.math.BigDecimal",
            "java.util.List&lt;",
            "T",
            "java.lang.Object",
            "[B",
            "int[]",
            "java.io.File",
        ]),
        "name" => random.pick(&["", "A", "a b", "é", "1a", "a/b", "a.b", "%", "EObject", "EString", "X"]),
        _ => random.pick(&["true", "false"]),
    };
    element.set(name, value);
    Some(())
}

fn set_package(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, &["ecore:EPackage", "eSubpackages"])?;
    let name = random.pick(&["name", "nsURI", "nsPrefix"]);
    let value = random.pick(&[
        "",
        "a",
        "a b",
        "xmi",
        "xsi",
        "xml",
        "ecore",
        "é",
        "http://x",
        "http://www.eclipse.org/emf/2002/Ecore",
        "1",
        "a:b",
        "urn:x:y",
        "http://www.omg.org/XMI",
        "a.b",
        "xmlns",
        "http://www.eclipse.org/emf/2003/XMLType",
        "_",
        "http://é/x y",
    ]);
    if random.one_in(5) {
        element.attributes.retain(|(n, _)| n != name);
    } else {
        element.set(name, value);
    }
    Some(())
}

fn set_literal(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let element = find(tree, random, &["eLiterals"])?;
    let name = random.pick(&["name", "value", "literal"]);
    let value = match name {
        "value" => random.pick(&["0", "1", "-1", "7", "x", ""]),
        _ => random.pick(&["", "a", "a b", "é", "A", "1"]),
    };
    element.set(name, value);
    Some(())
}

fn change_type(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let own = addresses(tree, false);
    let value = some_type(random, &own);
    find(tree, random, &["eStructuralFeatures", "eParameters", "eOperations"])?.set("eType", &value);
    Some(())
}

fn change_opposite(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let own = addresses(tree, true);
    let value = random.choose(&own).clone();
    let element = feature(tree, random)?;
    if random.one_in(4) {
        element.attributes.retain(|(name, _)| name != "eOpposite");
    } else {
        element.set("eOpposite", &value);
    }
    Some(())
}

fn change_supertypes(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let own = addresses(tree, false);
    let mut value = random.choose(&own).clone();
    if random.one_in(3) {
        value = format!("{value} {}", some_type(random, &own));
    }
    find(tree, random, &["eClassifiers"])?.set("eSuperTypes", &value);
    Some(())
}

fn change_keys(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let own = addresses(tree, true);
    let value = random.choose(&own).clone();
    feature(tree, random)?.set("eKeys", &value);
    Some(())
}

fn add_generic(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let own = addresses(tree, false);
    let target = some_type(random, &own);
    let mut generic = Element::named("eGenericType", &[("eClassifier", &target)]);
    if random.one_in(2) {
        let argument = some_type(random, &own);
        let argument = match random.below(4) {
            0 => Element::named("eTypeArguments", &[]),
            1 => {
                let mut wildcard = Element::named("eTypeArguments", &[]);
                let bound = random.pick(&["eUpperBound", "eLowerBound"]);
                wildcard.children.push(Node::Element(Element::named(bound, &[("eClassifier", &argument)])));
                wildcard
            }
            _ => Element::named("eTypeArguments", &[("eClassifier", &argument)]),
        };
        generic.children.push(Node::Element(argument));
    }
    match random.below(4) {
        0 => {
            let class = find(tree, random, &["eClassifiers"])?;
            generic.name = "eGenericSuperTypes".to_owned();
            if random.one_in(2) {
                class.attributes.retain(|(name, _)| name != "eSuperTypes");
            }
            class.children.insert(0, Node::Element(generic));
        }
        1 => {
            let mut parameter = Element::named("eTypeParameters", &[("name", "T")]);
            if random.one_in(2) {
                generic.name = "eBounds".to_owned();
                parameter.children.push(Node::Element(generic));
            }
            let class = find(tree, random, &["eClassifiers"])?;
            let name = class.get("name").unwrap_or_default().to_owned();
            class.children.insert(0, Node::Element(parameter));
            if let Some(feature) = feature(tree, random) {
                feature.attributes.retain(|(name, _)| name != "eType");
                let address = format!("#//{name}/T");
                let generic = Element::named("eGenericType", &[("eTypeParameter", &address)]);
                feature.children.insert(0, Node::Element(generic));
            }
        }
        _ => {
            let feature = find(tree, random, &["eStructuralFeatures", "eParameters", "eOperations"])?;
            if !random.one_in(4) {
                feature.attributes.retain(|(name, _)| name != "eType");
            }
            feature.children.insert(0, Node::Element(generic));
        }
    }
    Some(())
}

fn add_annotation(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let source = random.pick(&[
        "http:///org/eclipse/emf/ecore/util/ExtendedMetaData",
        "http:///org/eclipse/emf/ecore/util/ExtendedMetaData",
        "http://www.eclipse.org/emf/2002/Ecore",
        "http://www.eclipse.org/emf/2002/GenModel",
        "",
        "x y",
        "é",
    ]);
    let key = random.pick(&[
        "kind",
        "name",
        "group",
        "wildcards",
        "constraints",
        "documentation",
        "",
        "namespace",
        "qualified",
        "a b",
    ]);
    let value = random.pick(&[
        "element",
        "attribute",
        "group",
        "mixed",
        "simple",
        "elementWildcard",
        "attributeWildcard",
        "##targetNamespace",
        "#group:0",
        "elementOnly",
        "empty",
        "",
        "x",
        "##any",
        "a&#10;b",
        "é",
    ]);
    let mut annotation = Element::named("eAnnotations", &[("source", source)]);
    let mut details = Element::named("details", &[("key", key), ("value", value)]);
    if random.one_in(5) {
        details.attributes.remove(random.below(2));
    }
    annotation.children.push(Node::Element(details.clone()));
    if random.one_in(4) {
        annotation.children.push(Node::Element(details));
    }
    if random.one_in(6) {
        annotation
            .children
            .push(Node::Element(Element::named("contents", &[("xsi:type", "ecore:EClass"), ("name", "In")])));
    }
    if random.one_in(6) {
        annotation.set("references", values::address(random));
    }
    let paths = tree.paths();
    tree.at(&random.choose(&paths).clone()).children.insert(0, Node::Element(annotation));
    Some(())
}

fn add_operation(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let own = addresses(tree, false);
    let mut operation = Element::named("eOperations", &[("name", "op"), ("eType", &some_type(random, &own))]);
    if random.one_in(2) {
        let ty = some_type(random, &own);
        operation
            .children
            .push(Node::Element(Element::named("eParameters", &[("name", "p"), ("eType", &ty)])));
    }
    if random.one_in(3) {
        operation.set("eExceptions", &some_type(random, &own));
    }
    if random.one_in(3) {
        operation.children.push(Node::Element(Element::named("eTypeParameters", &[("name", "T")])));
    }
    find(tree, random, &["eClassifiers"])?.children.push(Node::Element(operation));
    Some(())
}

fn add_classifier(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let package = find(tree, random, &["ecore:EPackage", "eSubpackages"])?;
    let ty = random.pick(&[
        "ecore:EClass",
        "ecore:EDataType",
        "ecore:EEnum",
        "ecore:EClassifier",
        "ecore:EPackage",
    ]);
    let name =
        package.elements().first().copied().and_then(|at| package.child(at)?.get("name").map(str::to_owned));
    let name = if random.one_in(2) { "Added".to_owned() } else { name.unwrap_or_default() };
    let at = random.below(package.children.len() + 1);
    let added = Element::named("eClassifiers", &[("xsi:type", ty), ("name", &name)]);
    package.children.insert(at, Node::Element(added));
    Some(())
}

fn add_feature(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let own = addresses(tree, false);
    let value = some_type(random, &own);
    let class = find(tree, random, &["eClassifiers"])?;
    let kind = if value.contains("EDataType") { "ecore:EAttribute" } else { "ecore:EReference" };
    let mut added =
        Element::named("eStructuralFeatures", &[("xsi:type", kind), ("name", "added"), ("eType", &value)]);
    if random.one_in(3) {
        added.set("upperBound", "-1");
    }
    if random.one_in(3) {
        added.set("containment", "true");
    }
    let at = random.below(class.children.len() + 1);
    class.children.insert(at, Node::Element(added));
    Some(())
}

fn add_subpackage(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let prefix = random.pick(&["s", "ecore", "xmi", "é", ""]);
    let mut package =
        Element::named("eSubpackages", &[("name", "sub"), ("nsURI", "http://sub"), ("nsPrefix", prefix)]);
    let classifier = find(tree, random, &["eClassifiers"])?.clone();
    package.children.push(Node::Element(classifier));
    let parent = find(tree, random, &["ecore:EPackage", "eSubpackages"])?;
    let at = random.below(parent.children.len() + 1);
    parent.children.insert(at, Node::Element(package));
    Some(())
}

/// Makes features of a class members of a feature map.
fn add_feature_map(tree: &mut Tree, random: &mut Random) -> Option<()> {
    let class = find(tree, random, &["eClassifiers"])?;
    let annotated = |details: &[(&str, &str)]| {
        let mut annotation = Element::named(
            "eAnnotations",
            &[("source", "http:///org/eclipse/emf/ecore/util/ExtendedMetaData")],
        );
        for (key, value) in details {
            let entry = Element::named("details", &[("key", key), ("value", value)]);
            annotation.children.push(Node::Element(entry));
        }
        Node::Element(annotation)
    };
    for at in class.elements() {
        let all = random.one_in(2);
        let Some(member) = class.child(at).filter(|child| child.name == "eStructuralFeatures") else {
            continue;
        };
        if all || random.one_in(2) {
            for flag in ["volatile", "transient", "derived"] {
                member.set(flag, "true");
            }
            member.children.insert(0, annotated(&[("kind", "element"), ("group", "#group:0")]));
        }
    }
    let mut map = Element::named(
        "eStructuralFeatures",
        &[
            ("xsi:type", "ecore:EAttribute"),
            ("name", "group"),
            ("upperBound", "-1"),
            ("eType", "ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EFeatureMapEntry"),
        ],
    );
    map.children.push(annotated(&[("kind", "group"), ("name", "group:0")]));
    class.children.insert(0, Node::Element(map));
    Some(())
}
