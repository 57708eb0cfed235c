//! Reads the natural form of `Tuple[A, B]`: the list of the values of an object, in the order of its features.
//!
//! This module does not know which classes have this form.

use super::{Frame, Reader};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, Tuple};
use crate::model::ObjectId;
use crate::tree::dialect::Dialect;
use crate::tree::plan::Plan;
use crate::tree::source::{Token, TreeSource};
use crate::tree::tokens::SpannedToken;

/// The open list of an object's values.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenTuple {
    pub(super) object: ObjectId,
    class: ClassId,
    /// The position of the next value.
    next_position: usize,
}

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Whether a feature accepts tuples.
    pub(super) fn is_tuple(&self, plan: &Plan) -> bool {
        plan.is_tuple && self.dialect == Dialect::Plain
    }

    /// Opens the list of the values of a new object.
    pub(super) fn open_tuple(
        &mut self,
        container: ObjectId,
        plan: &Plan,
        class: ClassId,
        item: &SpannedToken<'t>,
    ) {
        if !self.can_open(item, Some(container)) {
            return;
        }
        match self.create(class, item.range.clone()) {
            Some(object) => {
                self.loader.contain(container, plan.slot, plan.feature, object);
                self.frames.push(Frame::Tuple(OpenTuple { object, class, next_position: 0 }));
            }
            None => {
                self.has_dropped_objects = true;
                self.tokens.skip(&item.token);
            }
        }
    }

    /// Reads values until the list ends, or a map or a list opens inside it.
    pub(super) fn read_tuple(&mut self, mut tuple: OpenTuple) {
        let depth = self.frames.len();
        let Some(form) = self.plans.tuple(tuple.class) else { return self.frames.clear() };
        while self.frames.len() == depth {
            let item = self.tokens.next();
            match item.token {
                Token::EndList => drop(self.frames.pop()),
                Token::End => self.frames.clear(),
                _ => {
                    let position = tuple.next_position;
                    tuple.next_position += 1;
                    // The state of the tuple is stored before the item is read, because the item may open another
                    // frame.
                    self.frames[depth - 1] = Frame::Tuple(tuple);
                    self.read_tuple_item(tuple.object, &form, position, item);
                }
            }
        }
    }

    /// Reads an item of a tuple. The last feature may repeat, so it is the feature of all items after it.
    fn read_tuple_item(&mut self, object: ObjectId, form: &Tuple, position: usize, item: SpannedToken<'t>) {
        let last_position = form.features.len() - 1;
        if position > last_position && !form.repeats {
            return self.report_too_many(object, last_position + 1, &item);
        }
        let plan = self.plans.of_class(form.class)[position.min(last_position)];
        if form.repeats && position >= last_position {
            self.store_value(object, &plan, item);
        } else {
            let range = item.range.clone();
            self.read_feature_value(object, &plan, item, range);
        }
    }

    /// Reports and skips a value beyond the `max` values of a tuple whose last feature cannot repeat.
    fn report_too_many(&mut self, object: ObjectId, max: usize, item: &SpannedToken<'t>) {
        let message = format!("the list has more than {max} values");
        let help = "remove the further values, or add their types to the `Tuple`";
        self.report(codes::TREE_SHAPE, message, item.range.clone(), Some(object), |d| d.help(help));
        self.tokens.skip(&item.token);
    }
}
