//! Is every id there only once?

use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, Metamodel};
use crate::model::{IdIndex, Value};

pub(super) const RULE: Rule = Rule { concerns, check };

/// The ids of the document, made when the first is asked for. The last one of several objects has an id, even if it
/// stands for one that was not found.
pub(super) type Ids = Option<IdIndex>;

fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    let table = metamodel.table(class);
    Some(vec![table.slot(table.id_attribute()?)?])
}

fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let model = context.model;
    let document = context.document;
    let index = context.ids.get_or_insert_with(|| {
        let roots = model.document(document).roots().iter();
        IdIndex::latest(model, roots.flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root))))
    });
    // What is contained from other documents is not in the index.
    if index.is_unambiguous() && !model.has_found() {
        return;
    }
    for slot in slots {
        let attribute = context.metamodel.table(model.class(object)).all_features()[*slot];
        // A default is not taken for an id.
        if !model.is_set(object, attribute) {
            continue;
        }
        let value = model.get(object, attribute);
        let mut spelled = String::new();
        let id = match value {
            Value::Null => continue,
            Value::String(text) => text,
            _ => {
                model.spell(attribute, value, &mut spelled);
                &spelled
            }
        };
        let Some(index) = &context.ids else { return };
        let Some(other) = index.find(model, id).filter(|other| *other != object) else { continue };
        let mut path = String::new();
        context.addresses.write_path(other, &mut path);
        let message = format!("the id `{id}` is also that of {path}");
        let help = "ids must be unique within a document; change one";
        context.report(codes::DUPLICATE_ID, object, message, help);
    }
}
