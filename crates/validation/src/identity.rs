//! Checks that ids are unique.

use super::{Checker, Context, Rule, Subject};
use crate::diagnostic::{codes, duplicate_id};
use crate::model::{IdIndex, Value};
use modelwright_metamodel::ecore::{ClassId, Metamodel};

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(UniqueIds::default()) };

/// The ids of the document, indexed when the first object with an id is checked. If several objects have the same id,
/// the index contains the last of them, even if that is a proxy.
#[derive(Default)]
struct UniqueIds {
    index: Option<IdIndex>,
}

/// The slot of the id attribute; `None` if the class has none.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    let table = metamodel.table(class);
    Some(vec![table.slot(table.id_attribute()?)?])
}

impl Checker for UniqueIds {
    /// Reports values of id attributes that identify another object of the document as well.
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
        let Some(object) = subject.object() else { return };
        let model = context.model;
        let document = context.document;
        // Most documents contain no ids, so the index is created when the first object that may have one is checked.
        let index = self.index.get_or_insert_with(|| {
            let roots = model.document(document).roots().iter();
            IdIndex::latest(
                model,
                roots.flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root))),
            )
        });
        // Targets in other documents are not in the index, but may have the same id as an object in it.
        if index.is_unambiguous() && !model.has_resolved_targets() {
            return;
        }
        for slot in slots {
            let attribute = context.metamodel.table(model.class(object)).all_features()[*slot];
            // A default value is not an id.
            if !model.is_set(object, attribute) {
                continue;
            }
            let value = model.get(object, attribute);
            let mut spelling = String::new();
            let id = match value {
                Value::Null => continue,
                Value::String(text) => text,
                _ => {
                    model.spell(attribute, value, &mut spelling);
                    &spelling
                }
            };
            let Some(other) = index.find(model, id).filter(|other| *other != object) else { continue };
            let mut path = String::new();
            context.addresses.write_path(other, &mut path);
            let message = duplicate_id(&path, id);
            let help = "ids must be unique within a document; change one of them";
            let feature = context.metamodel[attribute].name();
            context.report_feature(codes::DUPLICATE_ID, (object, feature), message, help);
            context.add_positions([other], "the other one");
        }
    }
}
