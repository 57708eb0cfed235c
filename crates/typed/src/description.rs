//! The description of a class in generated types, and its resolution in a metamodel.
//!
//! Invariant: a [`Fields`] entry has the slot, type and multiplicity of the description;
//! a description that does not match is a diagnostic. This module does not know models.

use super::{Element, Field as FieldType, FieldSource, FieldValue, Package};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::ecore::{ClassId, Classifier, DataKind, DataTypeId, FeatureId, Metamodel, PackageId};

/// The description of a class in a generated type.
#[derive(Debug, Clone, Copy)]
pub struct ClassDescription {
    /// The package.
    pub package: &'static Package,
    /// The name.
    pub name: &'static str,
    /// The names of the features for which the type has fields, in the order of the fields.
    pub features: &'static [&'static str],
    /// The key and the text that name the class in documents of programs that know no metamodel, if the metamodel
    /// declares them.
    pub discriminator: Option<Discriminator>,
}

/// The key that names the class of an object, and the text that names it:
/// [`Metamodel::discriminator`](crate::ecore::Metamodel::discriminator).
#[derive(Debug, Clone, Copy)]
pub struct Discriminator {
    /// The key.
    pub key: &'static str,
    /// The text.
    pub value: &'static str,
}

/// The multiplicity and the kind of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Whether the field is a list.
    pub many: bool,
    /// The kind of the field's values.
    pub kind: FieldKind,
}

/// The shapes of the fields of a class of a type, recorded while the type tries to read a value.
pub(super) fn shapes<T: Element>(class: usize) -> Vec<Shape> {
    let features = T::CLASSES.get(class).map_or(0, |class| class.features.len());
    // The source returns every number once, so that the shape of each field is recorded.
    let mut shapes = Shapes { remaining: 0..features, recorded: Vec::with_capacity(features) };
    // The result is not needed, because the source has no values.
    let _ = T::read(class, &mut None, &mut shapes);
    shapes.recorded
}

/// The shapes of the key and the value of a map's entries.
pub(super) fn entry_shapes<K: FieldValue, V: FieldType>() -> [Shape; 2] {
    [Shape { many: false, kind: K::KIND }, Shape { many: V::MANY, kind: V::KIND }]
}

/// A source without values, which records the shapes of the fields that are read from it.
struct Shapes {
    remaining: std::ops::Range<usize>,
    recorded: Vec<Shape>,
}

impl FieldSource for Shapes {
    type Error = ();

    fn next(&mut self) -> Result<Option<usize>, ()> {
        Ok(self.remaining.next())
    }

    fn field<F: FieldType>(&mut self, _: usize, _: &mut F) -> Result<(), ()> {
        // The field's Rust type alone determines the shape, so that generated text need not repeat it.
        self.recorded.push(Shape { many: F::MANY, kind: F::KIND });
        Ok(())
    }

    fn slot<F: FieldType>(&mut self, _: usize, _: &mut Option<F>) -> Result<(), ()> {
        self.recorded.push(Shape { many: F::MANY, kind: F::KIND });
        Ok(())
    }

    fn require(&mut self, _: usize) -> Result<(), ()> {
        Ok(())
    }

    fn missing(&mut self, _: usize) {}

    fn not_one(&mut self, _: &[&str], _: usize) {}
}

/// The kind of values of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// `bool`.
    Boolean,
    /// An integer of 8, 16, 32 or 64 bits.
    Integer(u8),
    /// `f32`.
    Float,
    /// `f64`.
    Double,
    /// [`super::Char`].
    Char,
    /// `String`: a text, or the canonical form of a date, bytes or another data type.
    Text,
    /// [`super::AnyValue`]: a value of any kind.
    Any,
    /// [`super::Number`]: a number of any size.
    Number,
    /// An enum; the texts of its literals in order.
    Enum(&'static [&'static str]),
    /// A custom type, which can be the field of any data type.
    Own,
    /// Contained objects.
    Contained,
    /// References to objects: [`super::Ref`].
    Reference,
    /// Objects, contained or referenced, by handles.
    Object,
    /// Entries of a map.
    Entries,
}

impl FieldKind {
    /// Whether a field of this kind can have the values of a feature.
    fn matches(self, metamodel: &Metamodel, feature: FeatureId) -> bool {
        let data = &metamodel[feature];
        if data.is_reference() {
            // A map is a containment in the metamodel, so it must be recognised before containments.
            if self == FieldKind::Entries {
                return metamodel.natural_map(feature).is_some();
            }
            let expected = if data.is_containment() { FieldKind::Contained } else { FieldKind::Reference };
            return self == expected || self == FieldKind::Object;
        }
        // A custom type matches any feature; whether it can represent a value is determined when the value is
        // converted.
        if self == FieldKind::Own {
            return true;
        }
        let data_type = &metamodel[metamodel.data_type(feature)];
        if self == FieldKind::Any {
            return data_type.any.is_some();
        }
        match data_type.kind {
            DataKind::Boolean { .. } => self == FieldKind::Boolean,
            DataKind::Integer { bits, .. } => self == FieldKind::Integer(bits),
            DataKind::Float { .. } => self == FieldKind::Float,
            DataKind::Double { .. } => self == FieldKind::Double,
            DataKind::Char { .. } => self == FieldKind::Char,
            DataKind::BigInteger | DataKind::BigDecimal => self == FieldKind::Number,
            DataKind::String
            | DataKind::Date
            | DataKind::Bytes
            | DataKind::Other
            | DataKind::Opaque
            | DataKind::Unknown => self == FieldKind::Text,
            DataKind::Enum => {
                let spellings = data_type.enum_literals().iter().map(|literal| literal.spelling());
                // The literals must have the same order, because models store literals by position.
                matches!(self, FieldKind::Enum(known) if spellings.eq(known.iter().copied()))
            }
            // Feature maps cannot be fields.
            DataKind::FeatureMapEntry => false,
        }
    }
}

/// A description matched with a metamodel.
#[derive(Debug)]
pub(super) struct Fields {
    pub(super) class: ClassId,
    pub(super) fields: Vec<Field>,
    /// Stored features for which the type has no field, with their slots.
    pub(super) features_without_field: Vec<(usize, FeatureId)>,
}

/// The feature of one field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub(super) slot: usize,
    pub(super) feature: FeatureId,
    pub(super) kind: DataKind,
    /// Whether the values of the feature are arbitrary texts.
    pub(super) is_plain_text: bool,
}

impl ClassDescription {
    /// The key that names the class of an object in serde's formats.
    #[inline]
    pub(super) fn class_key(&self) -> &'static str {
        self.discriminator.as_ref().map_or(self.package.discriminator, |discriminator| discriminator.key)
    }

    /// Resolves the class, by the URI of its package, or by the name of a package without URI.
    pub(super) fn find(&self, metamodel: &Metamodel) -> Option<ClassId> {
        find_class(metamodel, self.package.uri, self.name)
    }

    /// Resolves the features in a metamodel, in which they must have these shapes.
    pub(super) fn resolve(&self, metamodel: &Metamodel, shapes: &[Shape]) -> Result<Fields, Box<Diagnostic>> {
        let Some(class) = self.find(metamodel) else {
            let message =
                format!("the metamodel has no class `{}` in package `{}`", self.name, self.package.uri);
            return Err(mismatch(message));
        };
        let fields = (self.features.iter().zip(shapes))
            .map(|(name, shape)| self.resolve_field(metamodel, class, name, *shape))
            .collect::<Result<Vec<_>, _>>()?;
        // Members of feature maps are stored although they are derived.
        let features_without_field = (metamodel.table(class).all_features().iter().enumerate())
            .filter(|(slot, id)| {
                (metamodel.is_stored(**id) || metamodel.is_in_feature_map(**id))
                    && !fields.iter().any(|field| field.slot == *slot)
            })
            .map(|(slot, id)| (slot, *id))
            .collect();
        Ok(Fields { class, fields, features_without_field })
    }

    /// Resolves the field with the name of a feature.
    fn resolve_field(
        &self,
        metamodel: &Metamodel,
        class: ClassId,
        name: &str,
        shape: Shape,
    ) -> Result<Field, Box<Diagnostic>> {
        let table = metamodel.table(class);
        // Features are matched by name, not by position, because features may have been added to the metamodel.
        let Some(slot) = table.slot_named(name) else {
            let names = table.all_features().iter().map(|feature| metamodel[*feature].name());
            let suggestion = nearest(name, names).map(|suggestion| format!("; there is `{suggestion}`"));
            return Err(mismatch(format!(
                "class `{}` of the metamodel has no feature `{}`{}",
                self.name,
                name,
                suggestion.unwrap_or_default()
            )));
        };
        field_of_feature(metamodel, slot, table.all_features()[slot], shape)
    }
}

/// Resolves a field to its feature, which must have the field's shape.
fn field_of_feature(
    metamodel: &Metamodel,
    slot: usize,
    feature: FeatureId,
    shape: Shape,
) -> Result<Field, Box<Diagnostic>> {
    // If the metamodel has changed since the types were generated, its documents must not be misread.
    if metamodel[feature].many() != shape.many || !shape.kind.matches(metamodel, feature) {
        return Err(mismatch(format!(
            "{} has another type or multiplicity in the metamodel than in the generated type",
            metamodel.feature_label(feature)
        )));
    }
    let data_type = &metamodel[metamodel.data_type(feature)];
    let is_plain_text = data_type.kind == DataKind::String && data_type.lexical.is_none();
    Ok(Field { slot, feature, kind: data_type.kind, is_plain_text })
}

/// Resolves the key and the value of the entries of a map, which must have these shapes.
pub(super) fn resolve_entries(
    metamodel: &Metamodel,
    map: FeatureId,
    [key, value]: [Shape; 2],
) -> Result<Fields, Box<Diagnostic>> {
    let Some(entries) = metamodel.natural_map(map) else {
        return Err(mismatch(format!("{} is not a map in the metamodel", metamodel.feature_label(map))));
    };
    let table = metamodel.table(entries.class);
    let resolve = |feature, shape| {
        let slot = table.slot(feature).unwrap_or_default();
        field_of_feature(metamodel, slot, feature, shape)
    };
    let fields = vec![resolve(entries.key, key)?, resolve(entries.value, value)?];
    Ok(Fields { class: entries.class, fields, features_without_field: Vec::new() })
}

/// The class of a root without `$type`: the only class of `T`, or, if `T` is an enum, the class whose concrete
/// subclasses are exactly those of its variants.
pub(super) fn root_class<T: Element>(metamodel: &Metamodel) -> Option<ClassId> {
    let classes: Vec<ClassId> = T::CLASSES.iter().filter_map(|class| class.find(metamodel)).collect();
    match classes.as_slice() {
        [only] => Some(*only),
        classes => {
            let first_class = *classes.first()?;
            let all_classes = metamodel.classes().map(|(class, _)| class);
            // Only supertypes of the first class can have all of them as subclasses.
            let mut superclasses = all_classes.filter(|class| metamodel.conforms(first_class, *class));
            superclasses.find(|class| {
                metamodel.concrete_subclasses(*class).all(|subclass| classes.contains(&subclass))
                    && metamodel.concrete_subclasses(*class).count() == classes.len()
            })
        }
    }
}

/// Finds a class by the URI of its package, or by the name of a package without URI.
pub(super) fn find_class(metamodel: &Metamodel, package: &str, name: &str) -> Option<ClassId> {
    find_in_package(metamodel, package, |id| metamodel.class(id, name))
}

/// Finds a data type by the URI of its package, or by the name of a package without URI.
pub(super) fn find_data_type(metamodel: &Metamodel, package: &str, name: &str) -> Option<DataTypeId> {
    find_in_package(metamodel, package, |id| match metamodel.classifier(id, name) {
        Some(Classifier::DataType(id)) => Some(id),
        _ => None,
    })
}

/// Finds a classifier by the URI of its package, or by the name of a package without URI.
fn find_in_package<T>(
    metamodel: &Metamodel,
    package: &str,
    find: impl Fn(PackageId) -> Option<T>,
) -> Option<T> {
    // A package without a URI is described by its name, which is not in the table of URIs.
    metamodel.package_by_uri(package).and_then(&find).or_else(|| {
        let mut packages =
            metamodel.packages().filter(|(_, data)| data.ns_uri.as_ref().unwrap_or(&data.name) == package);
        packages.find_map(|(id, _)| find(id))
    })
}

/// The problem of types that do not match the metamodel.
fn mismatch(message: String) -> Box<Diagnostic> {
    let help = "generate the types again from this metamodel";
    Box::new(Diagnostic::error(codes::TYPES_DIFFER, message).help(help))
}
