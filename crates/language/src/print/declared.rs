//! Writes the keywords that an annotation stores, instead of those that follow from Ecore's types.
//!
//! Invariant: stored keywords are written only if reading them creates the same type and the same annotation.

use super::Printer;
use super::types::View;
use crate::ecore::{
    Annotation, Classifier, DataType, DataTypeId, EXTENDED_META_DATA, FeatureId, InstanceName, PackageId,
    TypeParameterId, TypeUse, TypedElement, annotation, builtin,
};
use crate::syntax::ast::{Path, TypeExpr, TypeKind};
use crate::syntax::parse_type;
use crate::syntax::tree::SyntaxTree;
use crate::types::builtin_type::{self, BuiltinType, BuiltinWord};
use crate::types::composite::CompositeMember;
use crate::types::declared::{self, DeclaredWords, TypePosition};
use crate::types::scope::canonical_name;

impl Printer<'_> {
    /// The keywords with which a feature was declared, and its other annotations. `settings` are the settings with
    /// logic, each with its text.
    pub(super) fn words_of_feature(
        &self,
        view: &View,
        id: FeatureId,
        settings: &[(&str, &str)],
    ) -> (DeclaredWords<'_>, &[Annotation]) {
        let feature = &self.metamodel[id];
        let annotations = feature.typed.annotations.as_slice();
        let is_written = |name: &str| match name {
            // By default, a feature is changeable unless it is derived. The setting is written only if this differs.
            "settable" => feature.changeable == feature.derived,
            name => settings.iter().any(|(setting, _)| *setting == name),
        };
        if let Some((words, other_annotations)) = DeclaredWords::read(annotations)
            && words.has_synonyms_only_of(is_written)
            && words.ty.is_none_or(|text| self.is_type_of(view, id, text))
        {
            return (words, other_annotations);
        }
        (DeclaredWords::default(), annotations)
    }

    /// The type with which a parameter or a result was declared, and the other annotations.
    pub(super) fn words_of_typed<'t>(
        &self,
        view: &View,
        typed: &'t TypedElement,
    ) -> (Option<&'t str>, &'t [Annotation]) {
        let annotations = typed.annotations.as_slice();
        if let Some((words, other_annotations)) = DeclaredWords::read(annotations)
            // Parameters and results have no settings with two names.
            && words.has_synonyms_only_of(|_| false)
            && let Some(text) = words.ty
            && self.is_use_of(view, typed, text, TypePosition::Use)
        {
            return (Some(text), other_annotations);
        }
        (None, annotations)
    }

    /// Whether reading a feature that is declared with the type `text` creates the type of the feature `id`.
    fn is_type_of(&self, view: &View, id: FeatureId, text: &str) -> bool {
        let feature = &self.metamodel[id];
        let Some(classifier) =
            feature.typed.classifier().filter(|classifier| self.inline_classifiers.contains(classifier))
        else {
            return self.is_use_of(view, &feature.typed, text, TypePosition::Attribute);
        };
        let Some(tree) = parse_type(text).map(SyntaxTree::new) else { return false };
        let Some(ty) = TypeExpr::of_tree(&tree)
            .filter(|expr| self.is_stored_text(view, *expr, text, TypePosition::Attribute))
        else {
            return false;
        };
        // The comparison is that for a member of a composite type, in which only the name and the type matter.
        let member =
            CompositeMember { name: feature.name().to_owned(), ty, lower: 1, upper: 1, is_nullable: false };
        let mut types = Vec::new();
        let matching = self.matching_type(feature.owner, id, &member, ty, &mut types);
        matching.is_some_and(|matching| matching.bounds.is_none()) && types == [classifier]
    }

    /// Whether a type, apart from the number of values, denotes the same as the type of an element.
    fn is_use_of(&self, view: &View, typed: &TypedElement, text: &str, position: TypePosition) -> bool {
        let Some(tree) = parse_type(text).map(SyntaxTree::new) else { return false };
        let expr = TypeExpr::of_tree(&tree).filter(|expr| self.is_stored_text(view, *expr, text, position));
        expr.is_some_and(|expr| self.use_of(view, expr, position) == typed.ty)
    }

    /// Whether reading a type stores this text for it.
    fn is_stored_text<'t>(
        &self,
        view: &View,
        expr: TypeExpr<'t>,
        text: &str,
        position: TypePosition,
    ) -> bool {
        declared::declared_text_if_lossy(expr, position, &|expr| self.visible_builtin_word(view, expr))
            .as_deref()
            == Some(text)
    }

    /// The name and the arguments of the built-in type at the start of a type; `None` if there is none, or if a
    /// declared type or a type parameter hides it.
    fn visible_builtin_word<'t>(&self, view: &View, expr: TypeExpr<'t>) -> BuiltinWord<'t> {
        let package = view.package?;
        let (word, arguments) = self.builtin_word(package, expr)?;
        // A type parameter has no arguments in brackets.
        let is_hidden = arguments.is_none() && self.parameter_named(view, &word).is_some();
        (!is_hidden).then_some((word, arguments))
    }

    /// The type parameter with a name, as seen from an element; `None` if there is none.
    fn parameter_named(&self, view: &View, name: &str) -> Option<TypeParameterId> {
        view.parameters.iter().rev().copied().find(|id| self.metamodel[*id].name == name)
    }

    /// The type use that a text denotes; `None` if it creates a type, or names an unknown one.
    fn use_of(&self, view: &View, expr: TypeExpr<'_>, position: TypePosition) -> Option<TypeUse> {
        if let Some((word, arguments)) = self.visible_builtin_word(view, expr) {
            return match builtin_type::read(expr, &word, arguments.as_deref()).ok()? {
                BuiltinType::Plain(classifier) => Some(TypeUse::new(classifier)),
                BuiltinType::Optional(inner) => self.use_of(view, inner, position),
                BuiltinType::Constrained(constraint)
                    if constraint.is_any() && position == TypePosition::Use =>
                {
                    Some(TypeUse::new(Classifier::DataType(builtin::EJAVA_OBJECT)))
                }
                _ => None,
            };
        }
        match expr.kind() {
            TypeKind::Named { path, arguments, parameters: None } => {
                let mut type_use = self.named(view, &path)?;
                type_use.arguments = arguments
                    .iter()
                    .map(|ty| self.use_of(view, *ty, TypePosition::Use))
                    .collect::<Option<_>>()?;
                Some(type_use)
            }
            TypeKind::Wildcard { upper, lower } => {
                let mut wildcard = TypeUse::default();
                if let Some(upper) = upper {
                    wildcard.upper = Some(Box::new(self.use_of(view, upper, TypePosition::Use)?));
                }
                if let Some(lower) = lower {
                    wildcard.lower = Some(Box::new(self.use_of(view, lower, TypePosition::Use)?));
                }
                Some(wildcard)
            }
            _ => None,
        }
    }

    /// The type parameter or type that a path denotes; `None` if there is none.
    fn named(&self, view: &View, path: &Path<'_>) -> Option<TypeUse> {
        let parameter = path.only_name().and_then(|name| self.parameter_named(view, &canonical_name(name)));
        match parameter {
            Some(parameter) => Some(TypeUse { parameter: Some(parameter), ..TypeUse::default() }),
            None => self.scope.classifier(view.package, path).map(TypeUse::new),
        }
    }

    /// The data type on which a data type is based (stored as a name in its first facet), and its own Java type if that
    /// differs from the Java type of the base. `None` if the base cannot be written.
    pub(super) fn named_base<'t>(
        &self,
        view: &View,
        data_type: &'t DataType,
    ) -> Option<(String, Option<&'t InstanceName>)> {
        let annotation = annotation(&data_type.annotations, EXTENDED_META_DATA)?;
        let (key, name) = annotation.details.first()?;
        let (Some("baseType"), Some(name)) = (key.as_deref(), name.as_deref()) else { return None };
        // `base` expresses only the first facet, so the others must be written by `facets`.
        super::facets(data_type)?;
        let id = self.data_type_of_facet(view.package?, name)?;
        let text = self.classifier_name(view, Classifier::DataType(id));
        // A name that is also that of a built-in type would be read as the latter.
        let tree = SyntaxTree::new(parse_type(&text)?);
        let is_name = builtin_type::word(TypeExpr::of_tree(&tree)?).is_none();
        let (own_instance, base_instance) = (&data_type.instance, &self.metamodel[id].instance);
        let different_instance = if own_instance == base_instance { None } else { Some(own_instance) };
        // If a data type without a Java type were written with a base, it would be read back with the Java type of the
        // base.
        if !is_name || different_instance == Some(&InstanceName::None) {
            return None;
        }
        Some((text, different_instance))
    }

    /// The data type to which ExtendedMetaData refers from a package; `None` if there is none.
    fn data_type_of_facet(&self, from: PackageId, name: &str) -> Option<DataTypeId> {
        let classifier = self.scope.own_type(from, name).or_else(|| {
            let (uri, name) = name.rsplit_once('#')?;
            let package = self
                .packages
                .iter()
                .filter(|id| **id != from)
                .find(|id| self.metamodel[**id].ns_uri.as_deref() == Some(uri))?;
            self.scope.own_type(*package, name)
        });
        match classifier? {
            Classifier::DataType(id) => Some(id),
            Classifier::Class(_) => None,
        }
    }
}

/// The built-in type on which a data type is based, as an annotation stores it.
pub(super) struct BuiltinBase<'t> {
    /// The text of the built-in type.
    pub(super) text: &'t str,
    /// The Java type of the data type itself, if it differs from that of the built-in type.
    pub(super) different_instance: Option<&'t InstanceName>,
    /// Whether an annotation with facets precedes the one with the text.
    pub(super) is_after_facets: bool,
}

/// The built-in type on which a data type is based; `None` if no annotation stores one.
pub(super) fn builtin_base(data_type: &DataType) -> Option<BuiltinBase<'_>> {
    let is_after_facets = super::facets(data_type).is_some();
    let position = usize::from(is_after_facets);
    let (words, _) = DeclaredWords::read(data_type.annotations.get(position..)?)?;
    let text = words.ty?;
    // A data type has no settings with two names.
    if !words.has_synonyms_only_of(|_| false) {
        return None;
    }
    let base_instance = declared::base_instance(text)?;
    let own_instance = &data_type.instance;
    let different_instance = if *own_instance == base_instance { None } else { Some(own_instance) };
    // A data type without a Java type would be read back with that of the base.
    if different_instance == Some(&InstanceName::None) {
        return None;
    }
    Some(BuiltinBase { text, different_instance, is_after_facets })
}
