//! Recognises the classes that represent composite types, which are written in place.
//!
//! Invariant: a class is recognised only if reading its type in place creates an equal class with everything that it
//! needs.

use super::{Printer, is_inline};
use crate::ecore::{
    Class, ClassId, Classifier, DataTypeId, Element, Feature, FeatureId, FeatureKind, InstanceName,
    PackageId, TypeUse, TypedElement,
};
use crate::syntax::ast::{TypeExpr, TypeKind};
use crate::syntax::parse_type;
use crate::syntax::tree::SyntaxTree;
use crate::types::builtin_type::{self, BuiltinType, BuiltinWord};
use crate::types::canonical::canonical_text;
use crate::types::composite::{Composite, CompositeMember, ENTRY};
use crate::types::constrained_type::{ConstrainedType, type_text};
use crate::types::inline::inline_name;
use crate::types::inline::literal_values;
use crate::types::spelling;

/// The type of a feature, if reading creates the same type for a member of a composite type.
pub(super) struct MatchingType {
    /// The minimum and maximum number of values, if the type determines them.
    pub(super) bounds: Option<(i32, i32)>,
}

impl MatchingType {
    /// A type that does not determine the number of values.
    const WITHOUT_BOUNDS: Self = Self { bounds: None };
}

impl Printer<'_> {
    /// The classifiers that a reader creates for the type of a feature if the type is written in place, in the order of
    /// their creation; `None` if it cannot be written in place.
    pub(super) fn inline_composite_types(&self, id: FeatureId) -> Option<Vec<Classifier>> {
        let feature = &self.metamodel[id];
        let Some(Classifier::Class(class)) = feature.typed.classifier() else { return None };
        let (owner, type_class) = (&self.metamodel[feature.owner], &self.metamodel[class]);
        let has_inline_name = type_class.name == inline_name(&owner.name, feature.name())
            && type_class.package == owner.package;
        // An unspecified maximum (-2) cannot be written in a type.
        let is_expressible = feature.default_literal.is_none() && feature.typed.upper >= -1;
        if !has_inline_name || feature.kind != contained() || !is_expressible {
            return None;
        }
        let tree = SyntaxTree::new(parse_type(self.text_of(class)?)?);
        let expr = TypeExpr::of_tree(&tree)?;
        let is_entry = type_class.instance == InstanceName::Class(ENTRY.to_owned());
        let composite = builtin_type::composite_of(expr, is_entry)?;
        // The type of a map contains the bounds, so these must be the bounds of the feature.
        let entries = composite.entries.filter(|_| is_entry);
        if entries.is_some_and(|bounds| bounds != (feature.typed.lower, feature.typed.upper)) {
            return None;
        }
        let mut types = vec![Classifier::Class(class)];
        self.has_member_features(class, &composite, &mut types).then_some(types)
    }

    /// Whether a class has exactly the features that a reader creates for the members of a composite type. Adds the
    /// classifiers that a reader creates for these features to `created_types`.
    pub(super) fn has_member_features(
        &self,
        class: ClassId,
        composite: &Composite<'_>,
        created_types: &mut Vec<Classifier>,
    ) -> bool {
        let features = &self.metamodel[class].features;
        features.len() == composite.members.len()
            && features
                .iter()
                .zip(&composite.members)
                .all(|(id, member)| self.is_feature_of_member(class, *id, member, created_types))
    }

    /// The text of the type of a feature, as written in place, and whether it determines the multiplicity.
    pub(super) fn composite_text(&self, class: ClassId, typed: &TypedElement) -> (String, bool) {
        let text = self.text_of(class).unwrap_or_default();
        // Only the class of the entries of a map has a Java type. The text of the map contains the bounds.
        if self.metamodel[class].instance != InstanceName::None {
            return (text.to_owned(), true);
        }
        let inner = text.strip_prefix("Optional[").unwrap_or(text);
        // A reader creates a class for an `Array` only if the elements are lists or maps.
        if !inner.starts_with("Array[") && !inner.starts_with("Hash[") {
            return (text.to_owned(), false);
        }
        let counts = match (typed.lower, typed.upper) {
            (0, -1) => String::new(),
            (lower, -1) => format!(", {lower}"),
            (lower, upper) => format!(", {lower}, {upper}"),
        };
        (format!("Array[{text}{counts}]"), true)
    }

    /// The text of the type that a class represents; `None` if the class represents no type, or contains anything else.
    pub(super) fn text_of(&self, id: ClassId) -> Option<&str> {
        // A type that is written in place has neither documentation nor other annotations.
        let [annotation] = self.metamodel[id].annotations.as_slice() else { return None };
        let text = annotation.detail("type")?;
        if !self.has_only_features_and_annotations(id) || *annotation != type_text(text.to_owned()) {
            return None;
        }
        // Reading stores the canonical text of a type, so another text would not be restored.
        let tree = SyntaxTree::new(parse_type(text)?);
        let canonical = canonical_text(TypeExpr::of_tree(&tree)?)?;
        if canonical == text { Some(text) } else { None }
    }

    /// Whether a class contains only features, annotations, and what map entries require.
    pub(super) fn has_only_features_and_annotations(&self, id: ClassId) -> bool {
        let class: &Class = &self.metamodel[id];
        let is_entry = class.instance == InstanceName::Class(ENTRY.to_owned());
        let has_plain_instance = is_entry || class.instance == InstanceName::None;
        let is_concrete_class = !class.is_abstract && !class.is_interface;
        is_concrete_class
            && has_plain_instance
            && class.supertypes.is_empty()
            && class.operations.is_empty()
            && class.type_parameters.is_empty()
            && !self.facts.elements.contains_key(&Element::Class(id))
    }

    /// Whether a feature equals the one that reading creates for a member.
    fn is_feature_of_member(
        &self,
        owner: ClassId,
        id: FeatureId,
        member: &CompositeMember<'_>,
        created_types: &mut Vec<Classifier>,
    ) -> bool {
        let feature = &self.metamodel[id];
        let Some(classifier) = feature.typed.classifier() else { return false };
        let Some(matching) = self.matching_type(owner, id, member, member.ty, created_types) else {
            return false;
        };
        let (lower, upper) = member.bounds(matching.bounds);
        let kind = match classifier {
            Classifier::Class(_) => contained(),
            Classifier::DataType(_) => FeatureKind::Attribute { id: false },
        };
        let ty = Some(TypeUse::new(classifier));
        let typed = TypedElement { name: member.name.clone(), ty, lower, upper, ..TypedElement::default() };
        let mut expected = Feature::new(owner, kind, typed);
        // Of a member that may be absent, a missing list differs from an empty one.
        expected.unsettable = member.lower == 0 && upper != 1;
        // The default follows from values that were compared already, so it is copied.
        expected.default.clone_from(&feature.default);
        *feature == expected && !self.facts.elements.contains_key(&Element::Feature(id))
    }

    /// The type of the feature `id`, if reading creates it for a member with the type `expr`; otherwise `None`. Adds
    /// the classifiers that reading creates for the type to `created_types`.
    pub(super) fn matching_type(
        &self,
        owner: ClassId,
        id: FeatureId,
        member: &CompositeMember<'_>,
        expr: TypeExpr<'_>,
        created_types: &mut Vec<Classifier>,
    ) -> Option<MatchingType> {
        let actual_type = self.metamodel[id].typed.classifier()?;
        let is_actual = |classifier: Classifier| {
            let variant = if member.is_nullable { spelling::optional_type(classifier) } else { None };
            actual_type == variant.unwrap_or(classifier)
        };
        let package = self.metamodel[owner].package;
        if let TypeKind::Enum(literals) = expr.kind() {
            let Classifier::DataType(data_type) = actual_type else { return None };
            let is_same = self.is_inline_type_of(owner, member, data_type)
                && self.metamodel[data_type].enum_literals() == literal_values(&literals).as_slice();
            if !is_same {
                return None;
            }
            created_types.push(actual_type);
            return Some(MatchingType::WITHOUT_BOUNDS);
        }
        let TypeKind::Named { path, .. } = expr.kind() else { return None };
        let Some((word, arguments)) = self.builtin_word(package, expr) else {
            let declared_type = self.scope.classifier(Some(package), &path)?;
            return is_actual(declared_type).then_some(MatchingType::WITHOUT_BOUNDS);
        };
        match builtin_type::read(expr, &word, arguments.as_deref()).ok()? {
            BuiltinType::Plain(classifier) => is_actual(classifier).then_some(MatchingType::WITHOUT_BOUNDS),
            BuiltinType::Optional(inner) => self.matching_type(owner, id, member, inner, created_types),
            BuiltinType::Constrained(written) => {
                let Classifier::DataType(data_type) = actual_type else { return None };
                // For a member that may be absent, reading creates the same optional type.
                let expected =
                    ConstrainedType { is_optional: written.is_optional || member.is_nullable, ..written };
                let is_same = self.is_inline_type_of(owner, member, data_type)
                    && ConstrainedType::from_data_type(&self.metamodel[data_type])
                        .is_some_and(|(constraint, _)| constraint == expected);
                if !is_same {
                    return None;
                }
                created_types.push(actual_type);
                Some(MatchingType::WITHOUT_BOUNDS)
            }
            BuiltinType::Composite(composite) => {
                self.add_composite_types(id, expr, created_types)?;
                Some(MatchingType { bounds: composite.entries })
            }
            BuiltinType::Array(inner, low, high) => {
                let element = builtin_type::word(inner).and_then(|(word, arguments)| {
                    builtin_type::read(inner, &word, arguments.as_deref()).ok()
                });
                match element {
                    Some(BuiltinType::Array(..)) => self.add_composite_types(id, inner, created_types)?,
                    Some(BuiltinType::Composite(composite)) if composite.entries.is_some() => {
                        self.add_composite_types(id, inner, created_types)?;
                    }
                    // The array has its own bounds; only whether the type of its elements is the same matters here.
                    _ => {
                        self.matching_type(owner, id, member, inner, created_types)?;
                    }
                }
                Some(MatchingType { bounds: Some((low, high)) })
            }
        }
    }

    /// Whether a data type has the name and package of one that is created for a member, and contains nothing else.
    fn is_inline_type_of(&self, owner: ClassId, member: &CompositeMember<'_>, id: DataTypeId) -> bool {
        let (data_type, owner) = (&self.metamodel[id], &self.metamodel[owner]);
        data_type.name == inline_name(&owner.name, &member.name)
            && data_type.package == owner.package
            && !self.has_facts(id)
            && is_inline(data_type)
    }

    /// The name and the arguments of the built-in type at the start of a type in a package; `None` if there is none, or
    /// if a declared type hides it.
    pub(super) fn builtin_word<'t>(&self, package: PackageId, expr: TypeExpr<'t>) -> BuiltinWord<'t> {
        let TypeKind::Named { path, .. } = expr.kind() else { return None };
        let (word, arguments) = builtin_type::word(expr)?;
        // A reserved type cannot be declared again, and a declared type has no arguments in brackets.
        let can_be_hidden = arguments.is_none() && !spelling::RESERVED_TYPES.contains(&&*word);
        if can_be_hidden && self.scope.classifier(Some(package), &path).is_some() {
            return None;
        }
        Some((word, arguments))
    }

    /// Adds the classifiers that reading a feature with the composite type `expr` creates; `None` if the feature does
    /// not have this type.
    fn add_composite_types(
        &self,
        id: FeatureId,
        expr: TypeExpr<'_>,
        created_types: &mut Vec<Classifier>,
    ) -> Option<()> {
        let types = self.inline_composite_types(id)?;
        let Some(Classifier::Class(class)) = types.first() else { return None };
        let is_same = self.text_of(*class).map(str::to_owned) == canonical_text(expr);
        created_types.extend(types);
        is_same.then_some(())
    }
}

/// A containment reference.
pub(super) fn contained() -> FeatureKind {
    FeatureKind::Reference { containment: true, resolve_proxies: true, opposite: None, keys: Vec::new() }
}
