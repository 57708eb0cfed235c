//! The finished metamodel of a draft.

use super::Imported;
use super::builder::Builder;
use super::draft::{Feature as Draft, Type, TypeRef, TypedDraft};
use modelwright_metamodel::ecore::{
    Classifier, EnumLiteral, Feature, FeatureId, FeatureKind, InstanceName, MetamodelBuilder, Operation,
    PackageId, TypeUse, TypedElement,
};

/// Builds the metamodel of a draft.
pub(super) fn finish(builder: Builder<'_>) -> Imported {
    let Builder { base_metamodel, packages: drafts, mut types, features: mut draft_features, .. } = builder;
    let mut target = MetamodelBuilder::extending(&base_metamodel);
    let mut classifiers: Vec<Option<Classifier>> = vec![None; types.len()];
    let mut packages = Vec::new();
    for package in drafts {
        let id = target.package(None, package.name.as_str());
        let data = target.package_mut(id);
        data.ns_uri = Some(package.uri);
        data.ns_prefix = Some(package.prefix);
        data.annotations = package.annotations;
        packages.push(id);
        for index in &package.types {
            if let (Some(draft_type), Some(slot)) = (types.get_mut(*index), classifiers.get_mut(*index)) {
                *slot = Some(classifier(&mut target, id, draft_type));
            }
        }
    }
    let use_of = |type_ref: TypeRef| match type_ref {
        TypeRef::Known(classifier) => Some(TypeUse::new(classifier)),
        TypeRef::Own(index) => classifiers.get(index).copied().flatten().map(TypeUse::new),
    };
    let mut features: Vec<Option<FeatureId>> = vec![None; draft_features.len()];
    for (draft_type, classifier) in types.iter().zip(&classifiers) {
        let Some(Classifier::Class(class)) = *classifier else { continue };
        target.class_mut(class).supertypes =
            draft_type.supertypes.iter().filter_map(|supertype| use_of(*supertype)).collect();
        for index in &draft_type.features {
            if let (Some(draft), Some(slot)) = (draft_features.get_mut(*index), features.get_mut(*index)) {
                let mut typed_element = typed_feature(draft);
                typed_element.ty = use_of(draft.value_type);
                *slot = Some(target.feature(feature(class, draft, typed_element)));
            }
        }
        for operation in &draft_type.operations {
            let typed = |from: &TypedDraft| TypedElement {
                ty: from.value_type.and_then(use_of),
                ..typed_element(from)
            };
            let operation = Operation {
                typed: typed(&operation.typed),
                parameters: operation.parameters.iter().map(typed).collect(),
                type_parameters: Vec::new(),
                exceptions: operation.exceptions.iter().filter_map(|exception| use_of(*exception)).collect(),
            };
            target.operation(class, operation);
        }
    }
    set_opposites_and_keys(&mut target, &draft_features, &features);
    // Problems of a metamodel are reported where it is used, as for any other one.
    let (metamodel, _) = target.build();
    Imported { metamodel, packages }
}

/// Adds a type without its features.
fn classifier(target: &mut MetamodelBuilder, package: PackageId, draft_type: &mut Type) -> Classifier {
    let instance = match draft_type.instance.take() {
        // A class with type arguments, such as `List<String>`.
        Some(name) if name.contains('<') => InstanceName::Type(name),
        Some(name) => InstanceName::Class(name),
        None => InstanceName::None,
    };
    if draft_type.is_class {
        let id = target.class(package, draft_type.name.as_str());
        let class = target.class_mut(id);
        class.is_abstract = draft_type.is_abstract;
        class.is_interface = draft_type.is_interface;
        class.instance = instance;
        class.annotations = std::mem::take(&mut draft_type.annotations);
        return Classifier::Class(id);
    }
    let id = target.data_type(package, draft_type.name.as_str());
    let data = target.data_type_mut(id);
    data.instance = instance;
    data.serializable = draft_type.is_serializable;
    data.annotations = std::mem::take(&mut draft_type.annotations);
    data.literals = draft_type.literals.as_ref().map(|literals| {
        literals
            .iter()
            .map(|from| EnumLiteral {
                name: from.name.clone(),
                value: from.value,
                literal: (from.literal != from.name).then(|| from.literal.clone()),
                annotations: from.annotations.clone(),
            })
            .collect()
    });
    Classifier::DataType(id)
}

/// An operation or a parameter without its type.
fn typed_element(from: &TypedDraft) -> TypedElement {
    TypedElement {
        name: from.name.clone(),
        ty: None,
        lower: from.lower,
        upper: from.upper,
        ordered: !from.is_unordered,
        unique: !from.is_not_unique,
        annotations: from.annotations.clone(),
    }
}

/// The name, bounds and annotations of a feature, without its type.
fn typed_feature(draft: &mut Draft) -> TypedElement {
    let is_many = draft.upper > 1 || draft.upper == -1 || draft.upper == TypedElement::UNSPECIFIED;
    TypedElement {
        name: std::mem::take(&mut draft.name),
        ty: None,
        lower: draft.lower,
        upper: draft.upper,
        ordered: draft.flags.ordered,
        unique: draft.flags.unique || !is_many,
        annotations: std::mem::take(&mut draft.annotations),
    }
}

/// A feature with its flags and its default, without its opposite and keys.
fn feature(class: modelwright_metamodel::ecore::ClassId, draft: &mut Draft, typed: TypedElement) -> Feature {
    let flags = &draft.flags;
    let kind = if draft.is_reference {
        FeatureKind::Reference {
            containment: flags.containment,
            resolve_proxies: flags.resolves,
            opposite: None,
            keys: Vec::new(),
        }
    } else {
        FeatureKind::Attribute { id: flags.id }
    };
    let mut feature = Feature::new(class, kind, typed);
    feature.changeable = flags.changeable;
    feature.volatile = flags.volatile;
    feature.transient = flags.transient;
    feature.unsettable = flags.unsettable;
    feature.derived = flags.derived;
    feature.default_literal = draft.default.take();
    feature
}

/// Sets the opposites and the keys of all references.
fn set_opposites_and_keys(
    target: &mut MetamodelBuilder,
    drafts: &[Draft],
    feature_ids: &[Option<FeatureId>],
) {
    let feature_id = |index: usize| feature_ids.get(index).copied().flatten();
    for (draft, feature) in drafts.iter().zip(feature_ids) {
        let Some(feature) = *feature else { continue };
        if let FeatureKind::Reference { opposite, keys, .. } = &mut target.feature_mut(feature).kind {
            *opposite = draft.opposite.and_then(feature_id);
            keys.extend(draft.keys.iter().filter_map(|key| feature_id(*key)));
        }
    }
}
