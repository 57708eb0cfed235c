//! What a generated type says of its class, and how that is matched with a metamodel.
//!
//! Invariant: a [`Fields`] entry has the slot, type and multiplicity that the description claims;
//! a description that does not match gives a diagnostic and no entry.

use super::{Element, Field as FieldType, Package, Source};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::ecore::{ClassId, DataKind, FeatureId, Metamodel};

/// A class as a generated type knows it.
#[derive(Debug, Clone, Copy)]
pub struct ClassDescription {
    /// Its package.
    pub package: &'static Package,
    /// Its name.
    pub name: &'static str,
    /// The names of the features that the type has fields for, in the order of the fields.
    pub features: &'static [&'static str],
}

/// What a field says of its feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Whether the field is a list.
    pub many: bool,
    /// What its values are.
    pub kind: Kind,
}

/// The shapes of the fields of a class of a type: the type is asked for a value, and looked at what it wants for that.
pub(super) fn shapes<T: Element>(class: usize) -> Vec<Shape> {
    let features = T::CLASSES.get(class).map_or(0, |class| class.features.len());
    let mut shapes = Shapes { left: 0..features, found: Vec::with_capacity(features) };
    // There are no values to make one of.
    let _ = T::read(class, &mut None, &mut shapes);
    shapes.found
}

struct Shapes {
    left: std::ops::Range<usize>,
    found: Vec<Shape>,
}

impl Source for Shapes {
    type Error = ();

    fn next(&mut self) -> Result<Option<usize>, ()> {
        Ok(self.left.next())
    }

    fn field<F: FieldType>(&mut self, _: usize, _: &mut F) -> Result<(), ()> {
        self.found.push(Shape { many: F::MANY, kind: F::KIND });
        Ok(())
    }

    fn slot<F: FieldType>(&mut self, _: usize, _: &mut Option<F>) -> Result<(), ()> {
        self.found.push(Shape { many: F::MANY, kind: F::KIND });
        Ok(())
    }

    fn require(&mut self, _: usize) -> Result<(), ()> {
        Ok(())
    }

    fn missing(&mut self, _: usize) {}
}

/// What the values of a feature are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `bool`.
    Boolean,
    /// A whole number of 8, 16, 32 or 64 bits.
    Integer(u8),
    /// `f32`.
    Float,
    /// `f64`.
    Double,
    /// [`super::Char`].
    Char,
    /// `String`: a text, or the canonical spelling of a date, bytes or another data type.
    Text,
    /// [`super::Number`]: a number of any size.
    Number,
    /// An enum; the literals' spellings in their order.
    Enum(&'static [&'static str]),
    /// A type of the user's own, for any data type.
    Own,
    /// Contained objects.
    Contained,
    /// References to objects: [`super::Ref`].
    Reference,
    /// Objects, contained or referred to, as handles hold them.
    Object,
}

impl Kind {
    fn fits(self, metamodel: &Metamodel, feature: FeatureId) -> bool {
        let data = &metamodel[feature];
        if data.is_reference() {
            let fitting = if data.is_containment() { Kind::Contained } else { Kind::Reference };
            return self == fitting || self == Kind::Object;
        }
        if self == Kind::Own {
            return true;
        }
        let data_type = &metamodel[metamodel.data_type(feature)];
        match data_type.kind {
            DataKind::Boolean { .. } => self == Kind::Boolean,
            DataKind::Integer { bits, .. } => self == Kind::Integer(bits),
            DataKind::Float { .. } => self == Kind::Float,
            DataKind::Double { .. } => self == Kind::Double,
            DataKind::Char { .. } => self == Kind::Char,
            DataKind::BigInteger | DataKind::BigDecimal => self == Kind::Number,
            DataKind::String
            | DataKind::Date
            | DataKind::Bytes
            | DataKind::Other
            | DataKind::Opaque
            | DataKind::Unknown => self == Kind::Text,
            DataKind::Enum => {
                let spellings = data_type.enum_literals().iter().map(|l| l.spelling());
                matches!(self, Kind::Enum(known) if spellings.eq(known.iter().copied()))
            }
            DataKind::FeatureMapEntry => false,
        }
    }
}

/// A description matched with a metamodel.
#[derive(Debug)]
pub(super) struct Fields {
    pub(super) class: ClassId,
    pub(super) fields: Vec<Field>,
    /// Slots that documents would hold but the type has no field for.
    pub(super) rest: Vec<(usize, FeatureId)>,
}

/// One field of a type: where its values are in objects.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub(super) slot: usize,
    pub(super) feature: FeatureId,
    pub(super) kind: DataKind,
    /// Whether its texts are kept as they are.
    pub(super) is_plain_text: bool,
}

impl ClassDescription {
    /// The class meant; by its package's URI, or by its package's name where that has none.
    pub(super) fn find(&self, metamodel: &Metamodel) -> Option<ClassId> {
        class_named(metamodel, self.package.uri, self.name)
    }

    /// Where the features are in a metamodel, which has to have them in these shapes.
    pub(super) fn resolve(&self, metamodel: &Metamodel, shapes: &[Shape]) -> Result<Fields, Box<Diagnostic>> {
        let Some(class) = self.find(metamodel) else {
            let message =
                format!("the metamodel has no class `{}` in package `{}`", self.name, self.package.uri);
            return Err(differ(message));
        };
        let fields = (self.features.iter().zip(shapes))
            .map(|(name, shape)| self.field(metamodel, class, name, *shape))
            .collect::<Result<Vec<_>, _>>()?;
        let stored = |id: FeatureId| metamodel.is_stored(id) || metamodel.is_in_feature_map(id);
        let rest = (metamodel.table(class).all_features().iter().enumerate())
            .filter(|(slot, id)| stored(**id) && !fields.iter().any(|f| f.slot == *slot))
            .map(|(slot, id)| (slot, *id))
            .collect();
        Ok(Fields { class, fields, rest })
    }

    fn field(
        &self,
        metamodel: &Metamodel,
        class: ClassId,
        name: &str,
        shape: Shape,
    ) -> Result<Field, Box<Diagnostic>> {
        let table = metamodel.table(class);
        let Some(slot) = table.slot_named(name) else {
            let names = table.all_features().iter().map(|f| metamodel[*f].name());
            let near = nearest(name, names).map(|n| format!("; there is `{n}`"));
            return Err(differ(format!(
                "class `{}` of the metamodel has no feature `{}`{}",
                self.name,
                name,
                near.unwrap_or_default()
            )));
        };
        let feature = table.all_features()[slot];
        if metamodel[feature].many() != shape.many || !shape.kind.fits(metamodel, feature) {
            return Err(differ(format!(
                "{} has another type or multiplicity in the metamodel than in the generated type",
                metamodel.feature_label(feature)
            )));
        }
        let data_type = &metamodel[metamodel.data_type(feature)];
        let is_plain_text = data_type.kind == DataKind::String && data_type.lexical.is_none();
        Ok(Field { slot, feature, kind: data_type.kind, is_plain_text })
    }
}

/// A class of a package, which is known by its URI, or by its name where it has none.
pub(super) fn class_named(metamodel: &Metamodel, package: &str, name: &str) -> Option<ClassId> {
    let by_uri = metamodel.package_by_uri(package).and_then(|id| metamodel.class(id, name));
    by_uri.or_else(|| {
        let known_as = |p: &crate::ecore::Package| p.ns_uri.as_ref().unwrap_or(&p.name) == package;
        let mut packages = metamodel.packages().filter(|(_, p)| known_as(p));
        packages.find_map(|(id, _)| metamodel.class(id, name))
    })
}

fn differ(message: String) -> Box<Diagnostic> {
    let help = "generate the types again from this metamodel";
    Box::new(Diagnostic::error(codes::TYPES_DIFFER, message).help(help))
}
