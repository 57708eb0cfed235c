//! Lists the classes that have a feature, as advice for an object whose class does not have it.

use super::{ClassId, Metamodel};
use crate::diagnostic::{Suggestions, join_names, shorten};

impl Metamodel {
    /// Advice that lists the concrete classes with a feature of this name. If `class` is a class of Ecore, only classes
    /// of Ecore are listed, otherwise only classes of other packages. `None` if no class has such a feature, or if the
    /// budget for suggestions is exhausted.
    pub fn classes_with_feature(
        &self,
        class: ClassId,
        feature: &str,
        budget: &Suggestions,
    ) -> Option<String> {
        let is_ecore = |class: ClassId| self.is_ecore_package(self[class].package);
        let mut names = self
            .classes()
            .take_while(|_| budget.spend(1))
            .filter(|(other_id, other)| {
                !other.is_abstract
                    && is_ecore(*other_id) == is_ecore(class)
                    && self.table(*other_id).slot_named(feature).is_some()
            })
            .map(|(_, other)| other.name.as_str())
            .peekable();
        names.peek()?;
        Some(format!("`{}` is a feature of {}", shorten(feature), join_names(names)))
    }
}
