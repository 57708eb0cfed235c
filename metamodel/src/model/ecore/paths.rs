//! Resolves a path in an address to an element of a known metamodel: by names, by the sources of annotations, and by
//! positions.
//!
//! Only classifiers, which nearly all paths contain, are looked up in an index. The cost of any other step grows with
//! the number of siblings.

use crate::ecore::builtin;
use crate::ecore::{
    Annotation, ClassId, Element, Metamodel, PackageId, TypeParameterId, TypeUse, TypedElement,
};
use crate::model::address::{decode, parse_position};

/// The target of a path.
#[derive(Debug, Clone, Copy)]
pub(super) enum KnownElement<'m> {
    /// An element with an id.
    Element(Element),
    /// An annotation.
    Annotation(&'m Annotation),
    /// An entry of an annotation.
    Detail,
    /// A generic type; EMF also creates one for each plain type.
    Generic(&'m TypeUse),
}

/// The target of a path that begins at a package.
pub(super) fn find<'m>(
    metamodel: &'m Metamodel,
    root: PackageId,
    fragment: &str,
) -> Option<KnownElement<'m>> {
    let mut segments = fragment.strip_prefix('/')?.split('/');
    // The package is the only root, so only position 0 is valid.
    if !matches!(segments.next(), Some("" | "0")) {
        return None;
    }
    let mut element = KnownElement::Element(Element::Package(root));
    for segment in segments {
        element = element.step(metamodel, segment)?;
    }
    Some(element)
}

impl<'m> KnownElement<'m> {
    /// The class of the corresponding object in a model of Ecore.
    pub(super) fn class(self, metamodel: &Metamodel) -> ClassId {
        let element = match self {
            KnownElement::Element(element) => element,
            KnownElement::Annotation(_) => return builtin::EANNOTATION,
            KnownElement::Detail => return builtin::ESTRING_TO_STRING_MAP_ENTRY,
            KnownElement::Generic(_) => return builtin::EGENERIC_TYPE,
        };
        match element {
            Element::Package(_) => builtin::EPACKAGE,
            Element::Class(_) => builtin::ECLASS,
            Element::DataType(id) if metamodel[id].literals.is_some() => builtin::EENUM,
            Element::DataType(_) => builtin::EDATA_TYPE,
            Element::EnumLiteral(..) => builtin::EENUM_LITERAL,
            // A metamodel has one kind of features, whereas Ecore has two classes of them.
            Element::Feature(id) if metamodel[id].is_reference() => builtin::EREFERENCE,
            Element::Feature(_) => builtin::EATTRIBUTE,
            Element::Operation(_) => builtin::EOPERATION,
            Element::Parameter(..) => builtin::EPARAMETER,
            Element::TypeParameter(_) => builtin::ETYPE_PARAMETER,
        }
    }

    /// The element to which a segment of a path leads from this one; `None` if there is no such element.
    fn step(self, metamodel: &'m Metamodel, segment: &str) -> Option<Self> {
        if let Some(feature) = segment.strip_prefix('@') {
            if let Some((list, digits)) = feature.rsplit_once('.')
                && let Some(position) = parse_position(digits)
            {
                return self.find_in_list(metamodel, list, position);
            }
            return self.find_single(metamodel, feature);
        }
        // The index contains names without encoding. Names with encoded characters are found below.
        if let KnownElement::Element(Element::Package(package)) = self
            && let Some(classifier) = metamodel.classifier(package, segment)
        {
            return Some(KnownElement::Element(classifier.into()));
        }
        // A name may itself end in a dot and a number, so the complete segment is tried first. Without a number, a
        // segment refers to the first element of its name.
        let first_position = 0;
        self.find_named(metamodel, segment, first_position).or_else(|| {
            let (name, position) = segment.rsplit_once('.')?;
            self.find_named(metamodel, name, parse_position(position)?)
        })
    }

    /// The element at a position among the elements with this name in this element.
    fn find_named(self, metamodel: &'m Metamodel, segment: &str, position: usize) -> Option<Self> {
        // The source of an annotation is between two `%`.
        let source = segment.strip_prefix('%').and_then(|source| source.strip_suffix('%'));
        if let Some(source) = source {
            let source = decode(source);
            let annotations = self.annotations(metamodel).iter();
            let annotations_with_source =
                annotations.filter(|annotation| annotation.source.as_deref() == Some(&*source));
            return annotations_with_source.map(KnownElement::Annotation).nth(position);
        }
        let name = decode(segment);
        let children = self.children(metamodel).into_iter();
        let children_with_name = children.filter(|child| child_name(metamodel, *child) == name);
        children_with_name.map(KnownElement::Element).nth(position)
    }

    /// The named elements in this element, in EMF's order.
    fn children(self, metamodel: &Metamodel) -> Vec<Element> {
        let KnownElement::Element(element) = self else { return Vec::new() };
        match element {
            Element::Package(id) => {
                let classifiers = metamodel[id].classifiers.iter().map(|classifier| (*classifier).into());
                let packages = metamodel[id].subpackages.iter().copied().map(Element::Package);
                classifiers.chain(packages).collect()
            }
            Element::Class(id) => {
                let class = &metamodel[id];
                // The order is that of the containments in Ecore, because a position counts all named elements.
                let mut children: Vec<Element> = parameters_of(&class.type_parameters);
                children.extend(class.operations.iter().copied().map(Element::Operation));
                children.extend(class.features.iter().copied().map(Element::Feature));
                children
            }
            Element::DataType(id) => {
                let mut children: Vec<Element> = parameters_of(&metamodel[id].type_parameters);
                children.extend(
                    (0..metamodel[id].enum_literals().len())
                        .map(|position| Element::EnumLiteral(id, position)),
                );
                children
            }
            Element::Operation(id) => {
                let mut children: Vec<Element> = parameters_of(&metamodel[id].type_parameters);
                children.extend(
                    (0..metamodel[id].parameters.len()).map(|position| Element::Parameter(id, position)),
                );
                children
            }
            Element::EnumLiteral(..)
            | Element::Feature(_)
            | Element::Parameter(..)
            | Element::TypeParameter(_) => Vec::new(),
        }
    }

    /// The annotations of the element itself.
    fn annotations(self, metamodel: &'m Metamodel) -> &'m [Annotation] {
        let element = match self {
            KnownElement::Element(element) => element,
            KnownElement::Annotation(annotation) => return &annotation.annotations,
            KnownElement::Detail | KnownElement::Generic(_) => return &[],
        };
        match element {
            Element::Package(id) => &metamodel[id].annotations,
            Element::Class(id) => &metamodel[id].annotations,
            Element::DataType(id) => &metamodel[id].annotations,
            Element::EnumLiteral(id, position) => &metamodel[id].enum_literals()[position].annotations,
            Element::TypeParameter(id) => &metamodel[id].annotations,
            Element::Feature(_) | Element::Operation(_) | Element::Parameter(..) => {
                typed(metamodel, element).map_or(&[], |typed| &typed.annotations)
            }
        }
    }

    /// The target of a segment such as `@eClassifiers.3`.
    fn find_in_list(self, metamodel: &'m Metamodel, list: &str, position: usize) -> Option<Self> {
        let nth_type = |types: &'m [TypeUse]| types.get(position).map(KnownElement::Generic);
        let nth_child = |is_included: fn(Element) -> bool| {
            let mut elements = self.children(metamodel).into_iter().filter(|child| is_included(*child));
            elements.nth(position).map(KnownElement::Element)
        };
        match (list, self) {
            ("eAnnotations", _) => self.annotations(metamodel).get(position).map(KnownElement::Annotation),
            ("eClassifiers", _) => {
                nth_child(|child| matches!(child, Element::Class(_) | Element::DataType(_)))
            }
            ("eSubpackages", _) => nth_child(|child| matches!(child, Element::Package(_))),
            ("eStructuralFeatures", _) => nth_child(|child| matches!(child, Element::Feature(_))),
            ("eOperations", _) => nth_child(|child| matches!(child, Element::Operation(_))),
            ("eParameters", _) => nth_child(|child| matches!(child, Element::Parameter(..))),
            ("eLiterals", _) => nth_child(|child| matches!(child, Element::EnumLiteral(..))),
            ("eTypeParameters", _) => nth_child(|child| matches!(child, Element::TypeParameter(_))),
            // Every supertype has such an address, because EMF has a generic type for each of them.
            ("eGenericSuperTypes", KnownElement::Element(Element::Class(id))) => {
                nth_type(&metamodel[id].supertypes)
            }
            ("eGenericExceptions", KnownElement::Element(Element::Operation(id))) => {
                nth_type(&metamodel[id].exceptions)
            }
            ("eBounds", KnownElement::Element(Element::TypeParameter(id))) => nth_type(&metamodel[id].bounds),
            ("eTypeArguments", KnownElement::Generic(ty)) => nth_type(&ty.arguments),
            ("details", KnownElement::Annotation(annotation)) => {
                annotation.details.get(position).map(|_| KnownElement::Detail)
            }
            _ => None,
        }
    }

    /// The target of a segment such as `@eGenericType`.
    fn find_single(self, metamodel: &'m Metamodel, feature: &str) -> Option<Self> {
        match (feature, self) {
            ("eGenericType", KnownElement::Element(element)) => {
                typed(metamodel, element)?.ty.as_ref().map(KnownElement::Generic)
            }
            ("eUpperBound", KnownElement::Generic(ty)) => ty.upper.as_deref().map(KnownElement::Generic),
            ("eLowerBound", KnownElement::Generic(ty)) => ty.lower.as_deref().map(KnownElement::Generic),
            _ => None,
        }
    }
}

/// Type parameters as elements.
fn parameters_of(ids: &[TypeParameterId]) -> Vec<Element> {
    ids.iter().copied().map(Element::TypeParameter).collect()
}

/// The common part of elements with a type.
fn typed(metamodel: &Metamodel, element: Element) -> Option<&TypedElement> {
    match element {
        Element::Feature(id) => Some(&metamodel[id].typed),
        Element::Operation(id) => Some(&metamodel[id].typed),
        Element::Parameter(id, position) => metamodel[id].parameters.get(position),
        _ => None,
    }
}

/// The name of an element.
fn child_name(metamodel: &Metamodel, element: Element) -> &str {
    match element {
        Element::Package(id) => &metamodel[id].name,
        Element::Class(id) => &metamodel[id].name,
        Element::DataType(id) => &metamodel[id].name,
        Element::EnumLiteral(id, position) => &metamodel[id].enum_literals()[position].name,
        Element::TypeParameter(id) => &metamodel[id].name,
        Element::Feature(_) | Element::Operation(_) | Element::Parameter(..) => {
            typed(metamodel, element).map_or("", |typed| &typed.name)
        }
    }
}
