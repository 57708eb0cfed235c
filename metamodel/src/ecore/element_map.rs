//! A map from the elements of one metamodel.
//!
//! Invariant: iteration is in the order of [`Element`]. Most values are in lists by id, because ids are dense for each
//! kind of element. Only literals and parameters, which have a position besides an id, are in trees. The map does not
//! know the metamodel.

use super::ids::{DataTypeId, Element, OperationId};
use std::collections::BTreeMap;

/// A map from the elements of one metamodel to values.
#[derive(Debug, Clone)]
pub struct ElementMap<T> {
    packages: Vec<Option<T>>,
    classes: Vec<Option<T>>,
    data_types: Vec<Option<T>>,
    literals: BTreeMap<(DataTypeId, usize), T>,
    features: Vec<Option<T>>,
    operations: Vec<Option<T>>,
    parameters: BTreeMap<(OperationId, usize), T>,
    type_parameters: Vec<Option<T>>,
}

impl<T> Default for ElementMap<T> {
    fn default() -> Self {
        Self {
            packages: Vec::new(),
            classes: Vec::new(),
            data_types: Vec::new(),
            literals: BTreeMap::new(),
            features: Vec::new(),
            operations: Vec::new(),
            parameters: BTreeMap::new(),
            type_parameters: Vec::new(),
        }
    }
}

impl<T> ElementMap<T> {
    /// The value of an element.
    #[must_use]
    pub fn get(&self, element: Element) -> Option<&T> {
        let (list, index) = match element {
            Element::Package(id) => (&self.packages, id.index()),
            Element::Class(id) => (&self.classes, id.index()),
            Element::DataType(id) => (&self.data_types, id.index()),
            Element::EnumLiteral(id, position) => return self.literals.get(&(id, position)),
            Element::Feature(id) => (&self.features, id.index()),
            Element::Operation(id) => (&self.operations, id.index()),
            Element::Parameter(id, position) => return self.parameters.get(&(id, position)),
            Element::TypeParameter(id) => (&self.type_parameters, id.index()),
        };
        list.get(index)?.as_ref()
    }

    /// Sets the value of an element.
    pub fn insert(&mut self, element: Element, value: T) {
        let (list, index) = match element {
            Element::Package(id) => (&mut self.packages, id.index()),
            Element::Class(id) => (&mut self.classes, id.index()),
            Element::DataType(id) => (&mut self.data_types, id.index()),
            Element::EnumLiteral(id, position) => {
                self.literals.insert((id, position), value);
                return;
            }
            Element::Feature(id) => (&mut self.features, id.index()),
            Element::Operation(id) => (&mut self.operations, id.index()),
            Element::Parameter(id, position) => {
                self.parameters.insert((id, position), value);
                return;
            }
            Element::TypeParameter(id) => (&mut self.type_parameters, id.index()),
        };
        if index >= list.len() {
            list.resize_with(index + 1, || None);
        }
        if let Some(slot) = list.get_mut(index) {
            *slot = Some(value);
        }
    }

    /// All elements with their values, in the order of the elements.
    pub fn iter(&self) -> impl Iterator<Item = (Element, &T)> {
        let literals =
            self.literals.iter().map(|((id, position), value)| (Element::EnumLiteral(*id, *position), value));
        let parameters =
            self.parameters.iter().map(|((id, position), value)| (Element::Parameter(*id, *position), value));
        elements_with_values(&self.packages, |index| Element::Package(super::PackageId::new(index)))
            .chain(elements_with_values(&self.classes, |index| Element::Class(super::ClassId::new(index))))
            .chain(elements_with_values(&self.data_types, |index| Element::DataType(DataTypeId::new(index))))
            .chain(literals)
            .chain(elements_with_values(&self.features, |index| {
                Element::Feature(super::FeatureId::new(index))
            }))
            .chain(elements_with_values(&self.operations, |index| {
                Element::Operation(OperationId::new(index))
            }))
            .chain(parameters)
            .chain(elements_with_values(&self.type_parameters, |index| {
                Element::TypeParameter(super::TypeParameterId::new(index))
            }))
    }
}

/// The values of a list with their elements.
fn elements_with_values<T>(
    list: &[Option<T>],
    element: impl Fn(usize) -> Element,
) -> impl Iterator<Item = (Element, &T)> {
    list.iter().enumerate().filter_map(move |(index, value)| Some((element(index), value.as_ref()?)))
}

#[cfg(test)]
mod tests {
    use super::super::{ClassId, FeatureId};
    use super::*;

    #[test]
    fn iteration_is_in_the_order_of_elements() {
        let given = [
            Element::Parameter(OperationId::new(0), 1),
            Element::Feature(FeatureId::new(3)),
            Element::EnumLiteral(DataTypeId::new(2), 0),
            Element::Class(ClassId::new(4)),
            Element::Feature(FeatureId::new(1)),
        ];
        let mut map = ElementMap::default();
        given.iter().enumerate().for_each(|(position, element)| map.insert(*element, position));
        let mut sorted = given.to_vec();
        sorted.sort();
        assert_eq!(map.iter().map(|(element, _)| element).collect::<Vec<_>>(), sorted);
        assert_eq!(map.get(given[1]), Some(&1));
        assert_eq!(map.get(Element::Feature(FeatureId::new(2))), None);
    }
}
