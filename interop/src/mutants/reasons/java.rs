//! Reasons about values and objects that EMF stores in Java's own classes, and rejects if these classes
//! cannot store them.

use super::{Case, elements};
use crate::mutants::markup::{Element, Node};

/// The first words of the names of classes of Java and EMF.
const JAVA: [&str; 11] =
    ["[", "int", "boolean", "byte", "char", "short", "long", "float", "double", "java.", "org.eclipse.emf."];

/// A value or an object that Java's own classes reject, because the metamodel names a class that EMF has.
pub(super) fn java_classes(case: &Case<'_>) -> bool {
    let models = case.model_texts();
    let types = |name: &str| models.iter().any(|text| text.contains(name));
    let named = JAVA.iter().any(|class| {
        types(&format!("instanceClassName=\"{class}")) || types(&format!("instanceTypeName=\"{class}"))
    });
    let lost = case.emf_reports("ClassNotFoundException") && !case.emf_reports("Class '");
    let stream = case.emf_reports("EOFException") || case.emf_reports("StreamCorruptedException");
    let stored = ["ClassCastException", "ArrayStoreException", "is not a valid classifier"];
    let made = case.emf_reports("is not a valid classifier");
    (lost && types("#//EJavaClass"))
        || (made && models.iter().any(|text| of_any_object(text)))
        || (stream && (types("#//EJavaObject") || models.iter().any(|text| of_no_classifier(text))))
        || (case.emf_reports("ArrayStoreException")
            && types("ecore:EClass http://www.eclipse.org/emf/2002/Ecore#//"))
        || (named && stored.iter().any(|thrown| case.emf_reports(thrown)))
        || (case.emf_reports("IllegalArgumentException The value")
            && models.iter().any(|text| of_own_bytes(text)))
        || (case.emf_reports("cannot be cast to class java.util.Map$Entry")
            && types("#//EStringToStringMapEntry"))
        || (case.emf_reports("ClassCastException The value of type")
            && models.iter().any(|text| of_no_class(text)))
        || no_default(case, &models)
}

/// A custom data type whose values are bytes, or any object: EMF knows the spelling only of Ecore's own
/// types.
fn of_own_bytes(metamodel: &str) -> bool {
    elements(metamodel).iter().any(|element| {
        let instance = element.get("instanceClassName").or_else(|| element.get("instanceTypeName"));
        element.get("xsi:type") == Some("ecore:EDataType")
            && matches!(instance, Some("byte[]" | "java.lang.Object"))
    })
}

/// A data type without a class that is based on another one: EMF does not know a class of its values.
fn of_no_class(metamodel: &str) -> bool {
    let stands = |element: &Element| {
        let keys = ["baseType", "itemType", "memberTypes"];
        let mut details = element.children.iter().filter_map(|node| match node {
            Node::Element(annotation) if annotation.name == "eAnnotations" => Some(&annotation.children),
            _ => None,
        });
        details.any(|details| {
            details.iter().any(|node| {
                matches!(node, Node::Element(detail) if detail.get("key").is_some_and(|key| keys.contains(&key)))
            })
        })
    };
    elements(metamodel).iter().any(|element| {
        let class = element.get("instanceClassName").or_else(|| element.get("instanceTypeName"));
        element.get("xsi:type") == Some("ecore:EDataType")
            && class.is_none_or(|class| !JAVA.iter().any(|known| class.starts_with(known)))
            && stands(element)
    })
}

/// An invalid default for a data type of any Java object: EMF then reports a missing value, and modelwright
/// does not.
fn no_default(case: &Case<'_>, models: &[String]) -> bool {
    let [ours, theirs] = case.findings();
    let defaulted = |element: &Element| {
        element.get("defaultValueLiteral").is_some()
            && element.get("eType").is_some_and(|ty| ty.ends_with("#//EJavaObject"))
    };
    case.is_about_findings()
        && ours.is_empty()
        && !theirs.is_empty()
        && theirs.iter().all(|key| key.starts_with("error org.eclipse.emf.ecore 1 "))
        && models.iter().any(|text| elements(text).iter().any(defaulted))
}

/// An attribute whose type is a parameter or a wildcard: EMF treats its values as Java objects.
fn of_no_classifier(metamodel: &str) -> bool {
    elements(metamodel)
        .iter()
        .any(|element| element.name == "eGenericType" && element.get("eClassifier").is_none())
}

/// An abstract class with a type name that is one word: EMF reads the word as a type parameter, whose class
/// is Java's `Object`, and creates the objects of subclasses from the abstract class.
fn of_any_object(metamodel: &str) -> bool {
    elements(metamodel).iter().any(|element| {
        element.get("abstract") == Some("true")
            && element.get("instanceTypeName").is_some_and(|name| !name.contains('.'))
    })
}

/// A class whose objects must be of one of Java's own classes.
pub(super) fn has_java_class(metamodel: &str) -> bool {
    elements(metamodel).iter().any(|element| {
        let instance =
            element.get("instanceClassName").or_else(|| element.get("instanceTypeName")).unwrap_or_default();
        element.get("xsi:type") == Some("ecore:EClass")
            && JAVA.iter().any(|class| instance.starts_with(class))
    })
}
