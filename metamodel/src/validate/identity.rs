//! Is every id there only once?

use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, Metamodel};
use crate::model::{DocumentId, IdIndex, Model, ObjectId, Value};
use rustc_hash::FxHashMap;

pub(super) const RULE: Rule = Rule { concerns, check };

/// The ids of the document, made when the first is asked for.
pub(super) type Ids = Option<Known>;

#[derive(Debug)]
pub(super) struct Known {
    index: IdIndex,
    /// What stands for objects that were not found: one that comes later counts, and is not checked itself.
    stand_ins: FxHashMap<String, ObjectId>,
}

impl Known {
    fn of(model: &Model, document: DocumentId) -> Self {
        let roots = model.document(document).roots().iter();
        let all = roots.flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root)));
        let (stand_ins, objects): (Vec<_>, Vec<_>) = all.partition(|object| model.is_proxy(*object));
        let id = |object| Some((model.id(object)?.into_owned(), object));
        let stand_ins = stand_ins.into_iter().filter(|object| model.has_values(*object)).filter_map(id);
        Self { stand_ins: stand_ins.collect(), index: IdIndex::new(model, objects.into_iter()) }
    }

    /// Another object that has the id of an object.
    fn other(&self, model: &Model, id: &str, object: ObjectId) -> Option<ObjectId> {
        let other = self.index.find(model, id).filter(|other| *other != object);
        other.or_else(|| self.stand_ins.get(id).copied().filter(|other| *other > object))
    }
}

fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    let table = metamodel.table(class);
    Some(vec![table.slot(table.id_attribute()?)?])
}

fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let model = context.model;
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
        let document = context.document;
        let known = context.ids.get_or_insert_with(|| Known::of(model, document));
        let Some(other) = known.other(model, id, object) else { continue };
        let mut path = String::new();
        context.addresses.write_path(other, &mut path);
        let message = format!("the id `{id}` is also that of {path}");
        let help = "ids must be unique within a document; change one";
        context.report(codes::DUPLICATE_ID, object, message, help);
    }
}
