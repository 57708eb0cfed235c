//! Undo and redo: the changes of a model, one after the other.

use super::super::Model;
use super::{ChangeDescription, StaleChange};

/// The changes of a model that can be undone, and the undone changes that can be redone.
#[derive(Debug, Clone, Default)]
pub struct History {
    /// The changes that can be undone, the last one at the end.
    done: Vec<ChangeDescription>,
    /// The changes that can be redone, the next one at the end.
    undone: Vec<ChangeDescription>,
}

impl History {
    /// Runs a group of edits that are undone together. If one of them fails, the complete group is reversed.
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
            Ok(result) => {
                self.push(model.end_recording());
                Ok(result)
            }
            Err(error) => {
                model.roll_back();
                Err(error)
            }
        }
    }

    /// Adds a recorded change; an empty one is ignored.
    pub fn push(&mut self, change: ChangeDescription) {
        if !change.is_empty() {
            self.done.push(change);
            self.undone.clear();
        }
    }

    /// Undoes the last change; returns false if there is none.
    ///
    /// # Errors
    /// If the model was edited outside of this history.
    pub fn undo(&mut self, model: &mut Model) -> Result<bool, StaleChange> {
        reverse_last(model, &mut self.done, &mut self.undone)
    }

    /// Repeats the change that was undone last; returns false if there is none.
    ///
    /// # Errors
    /// If the model was edited outside of this history.
    pub fn redo(&mut self, model: &mut Model) -> Result<bool, StaleChange> {
        reverse_last(model, &mut self.undone, &mut self.done)
    }

    /// The number of changes that can be undone, and of those that can be redone.
    #[must_use]
    pub fn depth(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }
}

/// Reverses the last change in `from`, and moves it to `to`; returns false if there is none.
fn reverse_last(
    model: &mut Model,
    from: &mut Vec<ChangeDescription>,
    to: &mut Vec<ChangeDescription>,
) -> Result<bool, StaleChange> {
    let Some(change) = from.last_mut() else { return Ok(false) };
    // The change is applied before it is moved between the lists, so that a change that cannot be applied remains in
    // its list.
    change.apply_and_reverse(model)?;
    to.extend(from.pop());
    Ok(true)
}
