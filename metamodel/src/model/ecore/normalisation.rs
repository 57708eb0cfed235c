//! Normalises content that Ecore can express in two ways.
//!
//! EMF stores a type once, regardless of whether it was `eType` or `eGenericType` in the document, and writes the
//! shorter form if it is sufficient. Invariant: afterwards, a typed element has a plain type or a generic one, never
//! both, and this is also true of supertypes and exceptions; a Java type without arguments is a Java class.

use crate::ecore::builtin;
use crate::ecore::features;
use crate::ecore::java_class::class_of_type;
use crate::ecore::{FeatureId, Metamodel};
use crate::model::{Model, ObjectId, Value};

/// Converts all of Ecore's objects from position `first` on to EMF's form.
pub fn normalise(model: &mut Model, first: usize) {
    // This range excludes the generic types that are created below, which already have EMF's form.
    for object in model.objects_at(first..model.object_count()) {
        let class = model.class(object);
        // `ETypeParameter` is the last of Ecore's classes, which precede all other classes.
        if class.index() > builtin::ETYPE_PARAMETER.index() || model.is_proxy(object) {
            continue;
        }
        // The classes of Ecore have the same ids in every metamodel, so the tables of Ecore itself are sufficient.
        let metamodel = Metamodel::ecore();
        if metamodel.conforms(class, builtin::ETYPED_ELEMENT) {
            normalise_type(model, object);
        }
        if metamodel.conforms(class, builtin::ECLASSIFIER) {
            normalise_java_name(model, object);
        }
        if class == builtin::ECLASS {
            normalise_types(
                model,
                object,
                features::ECLASS_SUPER_TYPES,
                features::ECLASS_GENERIC_SUPER_TYPES,
            );
        } else if class == builtin::EOPERATION {
            normalise_types(
                model,
                object,
                features::EOPERATION_EXCEPTIONS,
                features::EOPERATION_GENERIC_EXCEPTIONS,
            );
        }
    }
}

/// The classifier of a generic type, if it consists of nothing else.
fn plain_form(model: &Model, generic: ObjectId) -> Option<ObjectId> {
    if !is_simple(model, generic) {
        return None;
    }
    model.get(generic, features::EGENERIC_TYPE_CLASSIFIER).object()
}

/// Normalises the type of a typed element. If a document has both forms, EMF uses the one that it sets last: the
/// generic type, because elements come after attributes, or the plain type if it is a forward reference, which is
/// set at the end.
fn normalise_type(model: &mut Model, object: ObjectId) {
    let Some(generic) = model.get(object, features::ETYPED_ELEMENT_GENERIC_TYPE).object() else { return };
    let plain_type = model.get(object, features::ETYPED_ELEMENT_TYPE).object();
    // Objects are numbered in the order of the document.
    let is_forward_reference = plain_type.is_some_and(|target| target > object && !model.is_proxy(target));
    if is_forward_reference {
        model.put_unchecked(object, features::ETYPED_ELEMENT_GENERIC_TYPE, None);
        return;
    }
    if let Some(classifier) = plain_form(model, generic) {
        model.put_unchecked(object, features::ETYPED_ELEMENT_GENERIC_TYPE, None);
        model.put_unchecked(object, features::ETYPED_ELEMENT_TYPE, Some(classifier));
    } else if model.get(object, features::ETYPED_ELEMENT_TYPE) != Value::Null {
        // The generic type consists of more than a classifier, so it replaces the plain type.
        model.put_unchecked(object, features::ETYPED_ELEMENT_TYPE, None);
    }
}

/// Whether a generic type has neither arguments nor a parameter.
fn is_simple(model: &Model, generic: ObjectId) -> bool {
    !model.is_proxy(generic)
        && model.list(generic, features::EGENERIC_TYPE_TYPE_ARGUMENTS).is_empty()
        && model.get(generic, features::EGENERIC_TYPE_TYPE_PARAMETER) == Value::Null
}

/// The class of a supertype. As in EMF, `EObject` replaces a supertype that is missing or is not a class.
fn class_or_object(model: &mut Model, target: Option<ObjectId>) -> ObjectId {
    match target.filter(|target| model.class(*target) == builtin::ECLASS) {
        Some(class) => class,
        None => model.create_proxy(builtin::ECLASS, "http://www.eclipse.org/emf/2002/Ecore#//EObject"),
    }
}

/// Normalises a list of types, given the features for the plain and for the generic form. If one of the types is
/// generic, EMF writes all of them in the generic form.
fn normalise_types(model: &mut Model, object: ObjectId, plain: FeatureId, generic: FeatureId) {
    let generic_types: Vec<ObjectId> = model.list(object, generic).objects().collect();
    if generic_types.is_empty() {
        // In EMF, the plain form is a view of the generic form, which is not set if there are no types.
        if model.list(object, plain).is_empty() && model.is_set(object, plain) {
            // Cannot fail, because the object has the feature.
            let _ = model.unset(object, plain);
        }
        return;
    }
    let plain_types: Vec<ObjectId> = model.list(object, plain).objects().collect();
    let mut plain_forms: Vec<Option<ObjectId>> =
        generic_types.iter().map(|generic_type| plain_form(model, *generic_type)).collect();
    let are_all_simple = generic_types.iter().all(|generic_type| is_simple(model, *generic_type));
    // In place of supertypes that are not classes, EMF uses `EObject`, but only if no type needs the generic form.
    if generic == features::ECLASS_GENERIC_SUPER_TYPES && are_all_simple {
        plain_forms = plain_forms.into_iter().map(|target| Some(class_or_object(model, target))).collect();
    }
    if plain_forms.iter().all(Option::is_some) {
        // No type needs the generic form, so all of them are stored in the plain form.
        model.replace_list(object, generic, &[]);
        let all_types: Vec<ObjectId> =
            plain_types.into_iter().chain(plain_forms.into_iter().flatten()).collect();
        model.replace_list(object, plain, &all_types);
    } else if !plain_types.is_empty() {
        // A type needs the generic form, so the plain types are converted to it.
        model.replace_list(object, plain, &[]);
        let mut all_types = Vec::new();
        for target in plain_types {
            let generic_type = model.allocate(builtin::EGENERIC_TYPE);
            model.put_unchecked(generic_type, features::EGENERIC_TYPE_CLASSIFIER, Some(target));
            all_types.push(generic_type);
        }
        all_types.extend(generic_types);
        model.replace_list(object, generic, &all_types);
    }
}

/// Stores the Java type of a classifier in the one feature in which EMF writes it.
fn normalise_java_name(model: &mut Model, object: ObjectId) {
    let Some(name) = model.get(object, features::ECLASSIFIER_INSTANCE_TYPE_NAME).text().map(str::to_owned)
    else {
        return;
    };
    if is_java_class(&name) {
        // Both features accept any string.
        let _ = model.set(object, features::ECLASSIFIER_INSTANCE_CLASS_NAME, Value::String(&name));
        let _ = model.unset(object, features::ECLASSIFIER_INSTANCE_TYPE_NAME);
    } else if model.get(object, features::ECLASSIFIER_INSTANCE_CLASS_NAME) != Value::Null {
        let _ = model.unset(object, features::ECLASSIFIER_INSTANCE_CLASS_NAME);
    }
}

/// Whether EMF treats a type name as the name of a class.
fn is_java_class(name: &str) -> bool {
    !name.contains('<') && class_of_type(name).is_some()
}
