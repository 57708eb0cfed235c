//! Undo and redo: the changes made to a model, one after the other.

use super::super::Model;
use super::{ChangeDescription, StaleChange};

/// What was done to a model and can be undone, and what was undone and can be redone.
#[derive(Debug, Clone, Default)]
pub struct History {
    done: Vec<ChangeDescription>,
    undone: Vec<ChangeDescription>,
}

impl History {
    /// Makes a group of edits that is undone as one. Where it fails, all of it is taken back.
    ///
    /// # Errors
    /// Those of the edits.
    pub fn run<T, E>(
        &mut self,
        model: &mut Model,
        edits: impl FnOnce(&mut Model) -> Result<T, E>,
    ) -> Result<T, E> {
        model.begin_recording();
        match edits(model) {
            Ok(done) => {
                self.push(model.end_recording());
                Ok(done)
            }
            Err(error) => {
                model.roll_back();
                Err(error)
            }
        }
    }

    /// Takes in a change that was recorded; one that is empty is left out.
    pub fn push(&mut self, change: ChangeDescription) {
        if !change.is_empty() {
            self.done.push(change);
            self.undone.clear();
        }
    }

    /// Takes back the last change; false where there is none.
    ///
    /// # Errors
    /// Where the model was edited apart from this history.
    pub fn undo(&mut self, model: &mut Model) -> Result<bool, StaleChange> {
        step(model, &mut self.done, &mut self.undone)
    }

    /// Makes the change again that was taken back last; false where there is none.
    ///
    /// # Errors
    /// Where the model was edited apart from this history.
    pub fn redo(&mut self, model: &mut Model) -> Result<bool, StaleChange> {
        step(model, &mut self.undone, &mut self.done)
    }

    /// How many changes can be taken back, and how many made again.
    #[must_use]
    pub fn depth(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }
}

fn step(
    model: &mut Model,
    from: &mut Vec<ChangeDescription>,
    to: &mut Vec<ChangeDescription>,
) -> Result<bool, StaleChange> {
    let Some(change) = from.last_mut() else { return Ok(false) };
    change.apply_and_reverse(model)?;
    to.extend(from.pop());
    Ok(true)
}
