//! Discriminators: in documents of programs that know no metamodel, the key whose value names the class of an object.
//! Annotations of classes declare the key, and the value for each class.
//!
//! Invariant: a class has the discriminator that it declares, otherwise that of its first superclass with one. This
//! module does not read or write documents, and does not know which discriminators are usable: see
//! `discriminator_check`.

use super::Metamodel;
use super::annotations::{DISCRIMINATOR, DISCRIMINATOR_VALUE, DOCUMENTS, annotation};
use super::elements::{Class, ClassId};

impl Metamodel {
    /// Whether any class has a discriminator.
    #[must_use]
    pub fn has_discriminators(&self) -> bool {
        self.has_discriminators
    }

    /// The key that names the class of an object of this class, in documents of programs that know no metamodel: the
    /// detail `discriminator` of the annotation [`DOCUMENTS`] of the class or of a superclass.
    ///
    /// ```text
    /// type Animal is abstract { annotation 'urn:modelwright:documents' { discriminator => 'kind' } }
    /// type Dog inherits Animal { annotation 'urn:modelwright:documents' { value => 'dog' } }
    /// ```
    #[must_use]
    pub fn discriminator(&self, class: ClassId) -> Option<&str> {
        declared_key(&self[self.table(class).discriminated_by?])
    }

    /// The text that names the class under its discriminator: the detail `value` of the annotation [`DOCUMENTS`],
    /// otherwise the name of the class.
    #[must_use]
    pub fn discriminator_value(&self, class: ClassId) -> &str {
        declared_value(&self[class]).unwrap_or(&self[class].name)
    }
}

/// The key that the annotation of a class declares.
fn declared_key(class: &Class) -> Option<&str> {
    annotation(&class.annotations, DOCUMENTS)?.detail(DISCRIMINATOR)
}

/// The text that the annotation of a class declares.
fn declared_value(class: &Class) -> Option<&str> {
    annotation(&class.annotations, DOCUMENTS)?.detail(DISCRIMINATOR_VALUE)
}

/// The class that declares the discriminator of a class, given the declaring classes of its superclasses.
pub(super) fn declaring_class(
    id: ClassId,
    class: &Class,
    mut inherited: impl Iterator<Item = Option<ClassId>>,
) -> Option<ClassId> {
    match declared_key(class) {
        Some(_) => Some(id),
        None => inherited.find_map(|declaring| declaring),
    }
}
