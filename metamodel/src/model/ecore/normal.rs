//! Normalises content that Ecore can express in two ways.
//!
//! EMF stores a type once, regardless of whether it was `eType` or `eGenericType` in the document, and writes
//! the shorter form if it is sufficient. Invariant: afterwards a typed element has a plain type or a generic
//! one, never both; supertypes and exceptions likewise; a Java type without arguments is a Java class.

use crate::ecore::builtin as b;
use crate::ecore::java_class::class_of_type;
use crate::ecore::{FeatureId, Metamodel};
use crate::model::{Model, ObjectId, Value};

/// Converts all of Ecore's objects from position `first` on to EMF's form.
pub fn normalise(model: &mut Model, first: usize) {
    // Created for the first such object, because other documents have none.
    let mut forms = None;
    // The generic types that are created below are outside this range; they are in EMF's form already.
    for object in model.objects_at(first..model.object_count()) {
        let class = model.class(object);
        if class.index() > b::ETYPE_PARAMETER.index() || model.is_proxy(object) {
            continue;
        }
        // Ecore's classes have the same ids in every metamodel, so its own tables suffice.
        let metamodel = Metamodel::ecore();
        let forms = forms.get_or_insert_with(TypeForms::new);
        if metamodel.conforms(class, b::ETYPED_ELEMENT) {
            forms.typed(model, object);
        }
        if metamodel.conforms(class, b::ECLASSIFIER) {
            forms.instance(model, object);
        }
        if class == b::ECLASS {
            forms.set_types(model, object, forms.supertypes, forms.generic_supertypes);
        } else if class == b::EOPERATION {
            forms.set_types(model, object, forms.exceptions, forms.generic_exceptions);
        }
    }
}

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
            ty: b::feature(b::ETYPED_ELEMENT, "eType"),
            generic_type: b::feature(b::ETYPED_ELEMENT, "eGenericType"),
            supertypes: b::feature(b::ECLASS, "eSuperTypes"),
            generic_supertypes: b::feature(b::ECLASS, "eGenericSuperTypes"),
            exceptions: b::feature(b::EOPERATION, "eExceptions"),
            generic_exceptions: b::feature(b::EOPERATION, "eGenericExceptions"),
            class_name: b::feature(b::ECLASSIFIER, "instanceClassName"),
            type_name: b::feature(b::ECLASSIFIER, "instanceTypeName"),
            classifier: b::feature(b::EGENERIC_TYPE, "eClassifier"),
            arguments: b::feature(b::EGENERIC_TYPE, "eTypeArguments"),
            parameter: b::feature(b::EGENERIC_TYPE, "eTypeParameter"),
        }
    }

    /// The classifier of a generic type, if it consists of nothing else.
    fn plain(&self, model: &Model, generic: ObjectId) -> Option<ObjectId> {
        if !self.has_nothing_more(model, generic) {
            return None;
        }
        model.get(generic, self.classifier).object()
    }

    /// If a document has both forms, EMF uses the form that it sets last: the generic type, because elements come after
    /// attributes, or the plain type if it is a forward reference, which is set at the end.
    fn typed(&self, model: &mut Model, object: ObjectId) {
        let Some(generic) = model.get(object, self.generic_type).object() else { return };
        if model
            .get(object, self.ty)
            .object()
            .is_some_and(|target| target > object && !model.is_proxy(target))
        {
            model.put_unchecked(object, self.generic_type, None);
            return;
        }
        let plain = self.plain(model, generic);
        if plain.is_some() {
            model.put_unchecked(object, self.generic_type, None);
        }
        // The generic type consists of more than a classifier, so it replaces the plain type.
        let has_more = plain.is_none() && model.get(object, self.ty) != Value::Null;
        if plain.is_some() || has_more {
            model.put_unchecked(object, self.ty, plain);
        }
    }

    /// Whether a generic type has neither arguments nor a parameter.
    fn has_nothing_more(&self, model: &Model, generic: ObjectId) -> bool {
        !model.is_proxy(generic)
            && model.list(generic, self.arguments).is_empty()
            && model.get(generic, self.parameter) == Value::Null
    }

    /// EMF replaces a supertype that is missing or is not a class with `EObject`.
    fn class_or_object(model: &mut Model, target: Option<ObjectId>) -> ObjectId {
        match target.filter(|target| model.class(*target) == b::ECLASS) {
            Some(class) => class,
            None => model.create_proxy(b::ECLASS, "http://www.eclipse.org/emf/2002/Ecore#//EObject"),
        }
    }

    /// If one of the types is generic, EMF writes all of them in generic form.
    fn set_types(&self, model: &mut Model, object: ObjectId, plain: FeatureId, generic: FeatureId) {
        let generics: Vec<ObjectId> = model.list(object, generic).objects().collect();
        if generics.is_empty() {
            // In EMF, the plain form is a view of the generic form; if it is empty, the generic form is not
            // set.
            if model.list(object, plain).is_empty() && model.is_set(object, plain) {
                // Cannot fail, because the object has the feature.
                let _ = model.unset(object, plain);
            }
            return;
        }
        let first: Vec<ObjectId> = model.list(object, plain).objects().collect();
        let mut simple: Vec<Option<ObjectId>> = generics.iter().map(|g| self.plain(model, *g)).collect();
        if generic == self.generic_supertypes && generics.iter().all(|g| self.has_nothing_more(model, *g)) {
            simple = simple.into_iter().map(|target| Some(Self::class_or_object(model, target))).collect();
        }
        if simple.iter().all(Option::is_some) {
            model.replace_list(object, generic, &[]);
            let all: Vec<ObjectId> = first.into_iter().chain(simple.into_iter().flatten()).collect();
            model.replace_list(object, plain, &all);
        } else if !first.is_empty() {
            model.replace_list(object, plain, &[]);
            let mut all = Vec::new();
            for target in first {
                let made = model.allocate(b::EGENERIC_TYPE);
                model.put_unchecked(made, self.classifier, Some(target));
                all.push(made);
            }
            all.extend(generics);
            model.replace_list(object, generic, &all);
        }
    }

    /// Stores the Java type of a classifier in the one feature in which EMF writes it.
    fn instance(&self, model: &mut Model, object: ObjectId) {
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
