//! Checks that every reference is resolved, and that its target belongs to a document.
//!
//! EMF reports an unresolved proxy at every feature that contains it: the features that the document sets, and those
//! that Ecore computes from them, such as all supertypes of a class.

use super::ecore::view::{GenericType, ModelElement};
use super::rule::slots_where;
use super::{Context, Rule, Subject};
use crate::diagnostic::{codes, containment_help, nearest};
use crate::model::{ObjectId, uri};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel, builtin, features};
use std::borrow::Cow;

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(check) };

/// The slots of references except containments; `None` if the class has none.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |f| metamodel[f].is_reference() && !metamodel[f].is_containment())
}

/// Reports references in `slots` to objects that were not found, or that no document contains.
fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return check_implied(context, subject) };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        if metamodel.is_container(feature) {
            check_container(context, object, feature);
            continue;
        }
        for target in model.list(object, feature).objects() {
            if model.is_proxy(target) {
                // If a reference does not resolve proxies, EMF keeps the proxy, and reports it as unresolved.
                if is_missing(context, target) || !metamodel[feature].resolves_proxies() {
                    report(context, object.into(), metamodel[feature].name(), target);
                }
            } else if !metamodel[feature].transient && context.is_dangling(target) {
                let containment = metamodel.containment_for(context.model.class(target));
                report_dangling(context, object.into(), metamodel[feature].name(), containment.as_deref());
            }
        }
    }
    // Only elements of Ecore have computed features. Their classes have the lowest numbers, and the last of these
    // classes is `ETypeParameter`.
    let is_element_of_ecore = model.class(object).index() <= builtin::ETYPE_PARAMETER.index();
    // Most documents contain no unresolved proxies.
    if is_element_of_ecore && context.view.has_unresolved() {
        report_computed(context, object);
    }
}

/// Warns of a reference to a container that is in no document. EMF's validator does not report it, but EMF cannot save
/// the document.
fn check_container(context: &mut Context<'_>, object: ObjectId, feature: FeatureId) {
    let metamodel = context.metamodel;
    if metamodel[feature].transient {
        return;
    }
    let container = context.model.get(object, feature).object();
    if !container.is_some_and(|container| context.is_dangling(container)) {
        return;
    }
    let name = metamodel[feature].name();
    let message = format!("the feature `{name}` refers to a container that is in no document");
    let help =
        "make the container a root of a document, or remove the reference; the document cannot be saved";
    context.warn_feature(codes::LOOSE_CONTAINER, (object, name), message, help);
}

/// Whether a proxy is unresolved.
pub(super) fn is_missing(context: &Context<'_>, proxy: ObjectId) -> bool {
    context.model.resolved_target(proxy).is_none() && !context.model.is_known(proxy, context.metamodel)
}

/// The words before the URI in messages about unresolved proxies.
pub(super) const REFERS: &str = " refers to ";

/// Reports an unresolved proxy.
pub(super) fn report(context: &mut Context<'_>, subject: Subject, feature: &str, proxy: ObjectId) {
    let object = subject.owner();
    let base = context.model.document_of(object).map_or("", |id| &context.model.document(id).uri);
    // Relative to the document, because the document probably contains the address in this form.
    let uri = uri::relative(base, context.model.proxy_uri(proxy).unwrap_or_default());
    let message = format!("the feature `{feature}`{REFERS}`{uri}`, which was not found");
    context.report_feature(codes::UNRESOLVED_PROXY, (subject, feature), message, &unresolved_help(&uri));
}

/// Advice on how the document at an address can be found.
fn unresolved_help(uri: &str) -> Cow<'static, str> {
    if let Some(name) = uri.strip_prefix(IN_ECORE) {
        let ecore = Metamodel::ecore();
        let names = ecore[builtin::PACKAGE].classifiers.iter().map(|classifier| ecore.name(*classifier));
        return match builtin::ecore_type_name(name).or_else(|| nearest(name, names)) {
            Some(suggestion) => format!("did you mean `{suggestion}`?").into(),
            None => "Ecore has no such type; its data types are EString, EBoolean, EInt, ELong, EDouble, EDate and others".into(),
        };
    }
    let help = match uri.split_once(':') {
        // Addresses of plug-ins and projects in Eclipse.
        Some(("platform", _)) => {
            "specify a directory that contains the plug-in or project with --path, or the directory that replaces the start of \
             the address with --map PREFIX=DIR"
        }
        Some(("http" | "https" | "urn", _)) => {
            "specify a directory that contains the document of the package with --path, or map the address with \
             --map PREFIX=DIR"
        }
        _ if uri.starts_with("//@") => {
            return format!("write `#{uri}` for an object of this document, or `{uri}` as a string").into();
        }
        _ if !uri.contains(['#', '/', '.']) => {
            return format!(
                "write `#{uri}` for an object of this document, or add the document at that location"
            )
            .into();
        }
        _ => "check the address, or add the document at that location",
    };
    help.into()
}

/// The start of the addresses of Ecore's own types.
const IN_ECORE: &str = "http://www.eclipse.org/emf/2002/Ecore#//";

/// Reports a reference to an object that is in no document. `containment` is a feature that could contain the object.
fn report_dangling(context: &mut Context<'_>, subject: Subject, feature: &str, containment: Option<&str>) {
    let message = format!("the feature `{feature}` refers to an object that is in no document");
    let help = containment_help(containment);
    context.report_feature(codes::DANGLING, (subject, feature), message, &help);
}

/// Reports unresolved proxies at the features that Ecore computes.
fn report_computed(context: &mut Context<'_>, object: ObjectId) {
    let (view, class) = (context.view, context.model.class(object));
    report_computed_types(context, object);
    if class == builtin::ECLASS {
        report_computed_supertypes(context, object);
    }
    if class == builtin::EOPERATION {
        let exceptions = view.list(ModelElement::new(object), features::EOPERATION_GENERIC_EXCEPTIONS);
        for generic in exceptions.map(GenericType::InDocument) {
            if let Some(raw_type) = view.raw_type(generic).filter(|raw_type| view.is_unresolved(*raw_type)) {
                report(context, object.into(), "eExceptions", raw_type.id);
            }
        }
    }
}

/// Reports an unresolved type of a typed element, or of a generic type, at the features that Ecore computes from it.
fn report_computed_types(context: &mut Context<'_>, object: ObjectId) {
    let (view, class) = (context.view, context.model.class(object));
    let item = ModelElement::new(object);
    let type_feature = match class {
        builtin::EATTRIBUTE => Some(("eAttributeType", builtin::EDATA_TYPE)),
        builtin::EREFERENCE => Some(("eReferenceType", builtin::ECLASS)),
        builtin::EGENERIC_TYPE => Some(("eRawType", builtin::EOBJECT)),
        _ => None,
    };
    if let Some((name, expected_class)) = type_feature {
        let raw_type = if class == builtin::EGENERIC_TYPE {
            view.raw_type(Subject::Object(object).generic())
        } else {
            view.ty(item)
        };
        if let Some(raw_type) = raw_type
            .filter(|raw_type| view.is_unresolved(*raw_type) && view.is_of_class(*raw_type, expected_class))
        {
            report(context, object.into(), name, raw_type.id);
        }
    }
    if context.metamodel.conforms(class, builtin::ETYPED_ELEMENT)
        && !context.model.list(object, features::ETYPED_ELEMENT_GENERIC_TYPE).is_empty()
    {
        // The plain type is the raw type of the generic type.
        if let Some(raw_type) = view.ty(item).filter(|raw_type| view.is_unresolved(*raw_type)) {
            report(context, object.into(), "eType", raw_type.id);
        }
    }
}

/// Reports unresolved supertypes of a class at the features that Ecore computes from them.
fn report_computed_supertypes(context: &mut Context<'_>, object: ObjectId) {
    let (view, class) = (context.view, ModelElement::new(object));
    if !context.model.list(object, features::ECLASS_GENERIC_SUPER_TYPES).is_empty() {
        for parent in view.supertypes(class).iter().filter(|p| view.is_unresolved(**p)) {
            report(context, object.into(), "eSuperTypes", parent.id);
        }
    }
    // All superclasses are collected only if one may be unresolved: to collect them for every class would take
    // quadratic time.
    let superclasses = if view.inheritance().has_special_superclass(class) {
        view.all_supertypes(class)
    } else {
        Vec::new()
    };
    for parent in superclasses.into_iter().filter(|p| view.is_unresolved(*p)) {
        report(context, object.into(), "eAllSuperTypes", parent.id);
    }
}

/// Reports an implied generic type whose classifier is unresolved or in no document. `eRawType` is computed from
/// `eClassifier`, so an unresolved proxy shows at both, but a dangling reference is reported once.
fn check_implied(context: &mut Context<'_>, subject: Subject) {
    let Some(classifier) = context.view.classifier(subject.generic()) else { return };
    if context.view.is_unresolved(classifier) {
        report(context, subject, "eRawType", classifier.id);
        report(context, subject, "eClassifier", classifier.id);
    } else if !classifier.is_in_known_metamodel && context.is_dangling(classifier.id) {
        report_dangling(context, subject, "eClassifier", None);
    }
}
