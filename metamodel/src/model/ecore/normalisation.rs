//! Normalises content that Ecore can express in two ways.
//!
//! EMF stores a type once, regardless of whether it was `eType` or `eGenericType` in the document, and writes the
//! shorter form if it is sufficient. Invariant: afterwards, a typed element has a plain type or a generic one, never
//! both, and this is also true of supertypes and exceptions; a Java type without arguments is a Java class.

use crate::ecore::builtin;
use crate::ecore::java_class::class_of_type;
use crate::ecore::{FeatureId, Metamodel};
use crate::model::{Model, ObjectId, Value};

/// Converts all of Ecore's objects from position `first` on to EMF's form.
pub fn normalise(model: &mut Model, first: usize) {
    // The forms are created for the first element of Ecore, because most documents contain none.
    let mut forms = None;
    // This range excludes the generic types that are created below, which already have EMF's form.
    for object in model.objects_at(first..model.object_count()) {
        let class = model.class(object);
        // `ETypeParameter` is the last of Ecore's classes, which precede all other classes.
        if class.index() > builtin::ETYPE_PARAMETER.index() || model.is_proxy(object) {
            continue;
        }
        // The classes of Ecore have the same ids in every metamodel, so the tables of Ecore itself are sufficient.
        let metamodel = Metamodel::ecore();
        let forms = forms.get_or_insert_with(TypeForms::new);
        if metamodel.conforms(class, builtin::ETYPED_ELEMENT) {
            forms.normalise_type(model, object);
        }
        if metamodel.conforms(class, builtin::ECLASSIFIER) {
            forms.normalise_java_name(model, object);
        }
        if class == builtin::ECLASS {
            forms.normalise_types(model, object, forms.supertypes, forms.generic_supertypes);
        } else if class == builtin::EOPERATION {
            forms.normalise_types(model, object, forms.exceptions, forms.generic_exceptions);
        }
    }
}

/// The features of Ecore that express types.
struct TypeForms {
    ty: FeatureId,
    generic_type: FeatureId,
    supertypes: FeatureId,
    generic_supertypes: FeatureId,
    exceptions: FeatureId,
    generic_exceptions: FeatureId,
    class_name: FeatureId,
    type_name: FeatureId,
    classifier: FeatureId,
    arguments: FeatureId,
    parameter: FeatureId,
}

impl TypeForms {
    fn new() -> Self {
        Self {
            ty: builtin::feature(builtin::ETYPED_ELEMENT, "eType"),
            generic_type: builtin::feature(builtin::ETYPED_ELEMENT, "eGenericType"),
            supertypes: builtin::feature(builtin::ECLASS, "eSuperTypes"),
            generic_supertypes: builtin::feature(builtin::ECLASS, "eGenericSuperTypes"),
            exceptions: builtin::feature(builtin::EOPERATION, "eExceptions"),
            generic_exceptions: builtin::feature(builtin::EOPERATION, "eGenericExceptions"),
            class_name: builtin::feature(builtin::ECLASSIFIER, "instanceClassName"),
            type_name: builtin::feature(builtin::ECLASSIFIER, "instanceTypeName"),
            classifier: builtin::feature(builtin::EGENERIC_TYPE, "eClassifier"),
            arguments: builtin::feature(builtin::EGENERIC_TYPE, "eTypeArguments"),
            parameter: builtin::feature(builtin::EGENERIC_TYPE, "eTypeParameter"),
        }
    }

    /// The classifier of a generic type, if it consists of nothing else.
    fn plain_form(&self, model: &Model, generic: ObjectId) -> Option<ObjectId> {
        if !self.is_simple(model, generic) {
            return None;
        }
        model.get(generic, self.classifier).object()
    }

    /// Normalises the type of a typed element. If a document has both forms, EMF uses the one that it sets last: the
    /// generic type, because elements come after attributes, or the plain type if it is a forward reference, which is
    /// set at the end.
    fn normalise_type(&self, model: &mut Model, object: ObjectId) {
        let Some(generic) = model.get(object, self.generic_type).object() else { return };
        let plain_type = model.get(object, self.ty).object();
        // Objects are numbered in the order of the document.
        let is_forward_reference =
            plain_type.is_some_and(|target| target > object && !model.is_proxy(target));
        if is_forward_reference {
            model.put_unchecked(object, self.generic_type, None);
            return;
        }
        let plain = self.plain_form(model, generic);
        if plain.is_some() {
            model.put_unchecked(object, self.generic_type, None);
        }
        // The generic type consists of more than a classifier, so it replaces the plain type.
        let replaces_plain = plain.is_none() && model.get(object, self.ty) != Value::Null;
        if plain.is_some() || replaces_plain {
            model.put_unchecked(object, self.ty, plain);
        }
    }

    /// Whether a generic type has neither arguments nor a parameter.
    fn is_simple(&self, model: &Model, generic: ObjectId) -> bool {
        !model.is_proxy(generic)
            && model.list(generic, self.arguments).is_empty()
            && model.get(generic, self.parameter) == Value::Null
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
    fn normalise_types(&self, model: &mut Model, object: ObjectId, plain: FeatureId, generic: FeatureId) {
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
            generic_types.iter().map(|generic_type| self.plain_form(model, *generic_type)).collect();
        let are_all_simple = generic_types.iter().all(|generic_type| self.is_simple(model, *generic_type));
        // In place of supertypes that are not classes, EMF uses `EObject`, but only if no type needs the generic form.
        if generic == self.generic_supertypes && are_all_simple {
            plain_forms =
                plain_forms.into_iter().map(|target| Some(Self::class_or_object(model, target))).collect();
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
                model.put_unchecked(generic_type, self.classifier, Some(target));
                all_types.push(generic_type);
            }
            all_types.extend(generic_types);
            model.replace_list(object, generic, &all_types);
        }
    }

    /// Stores the Java type of a classifier in the one feature in which EMF writes it.
    fn normalise_java_name(&self, model: &mut Model, object: ObjectId) {
        let Some(name) = model.get(object, self.type_name).text().map(str::to_owned) else { return };
        if is_java_class(&name) {
            // Both features accept any string.
            let _ = model.set(object, self.class_name, Value::String(&name));
            let _ = model.unset(object, self.type_name);
        } else if model.get(object, self.class_name) != Value::Null {
            let _ = model.unset(object, self.class_name);
        }
    }
}

/// Whether EMF treats a type name as the name of a class.
fn is_java_class(name: &str) -> bool {
    !name.contains('<') && class_of_type(name).is_some()
}
