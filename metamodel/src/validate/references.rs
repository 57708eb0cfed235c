//! Does every reference lead to an object, and to one of the right class?

use super::Context;
use crate::diagnostic::{codes, nearest};
use crate::ecore::{ClassId, FeatureId};
use crate::model::{ObjectId, uri};

pub(super) fn check(context: &mut Context<'_>, object: ObjectId) {
    let model = context.model;
    let contained = context.metamodel.table(model.class(object)).containment_slots();
    let features = context.metamodel.table(model.class(object)).all_features();
    let contained: Vec<(FeatureId, ObjectId)> = contained
        .flat_map(|slot| {
            model.list(object, features[slot]).objects().map(move |child| (features[slot], child))
        })
        .collect();
    for (feature, target) in model.cross_references(object).chain(contained) {
        if let Some(uri) = model.proxy_uri(target) {
            if !model.is_found(target) && !model.is_known(target, context.known) {
                let name = context.metamodel[feature].name();
                let base = model.document_of(object).map_or("", |id| &model.document(id).uri);
                let uri = uri::relative(base, uri);
                let message = format!("the feature `{name}` refers to `{uri}`, which was not found");
                let help = "check the address, or put the document where it says";
                context.report(codes::UNRESOLVED_PROXY, object, message, help);
            }
            continue;
        }
        wrong_class(context, object, feature, model.class(target));
    }
}

fn wrong_class(context: &mut Context<'_>, object: ObjectId, feature: FeatureId, class: ClassId) {
    let metamodel = context.metamodel;
    let expected = metamodel.target(feature);
    if metamodel.conforms(class, expected) {
        return;
    }
    let (found, wanted) = (&metamodel[class].name, &metamodel[expected].name);
    let message = format!(
        "the feature `{}` takes objects of {wanted}, found one of {found}",
        metamodel[feature].name()
    );
    let fitting: Vec<ClassId> = metamodel.concrete_subclasses(expected);
    let near = nearest(found, fitting.iter().map(|c| metamodel[*c].name.as_str()));
    let help = near
        .map_or_else(|| format!("use {wanted} or one of its subclasses"), |n| format!("did you mean {n}?"));
    context.report(codes::WRONG_CLASS, object, message, &help);
}
