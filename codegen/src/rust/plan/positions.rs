//! Reports references to classes without an id: their values are paths, which an insertion before the target changes.

use super::{Base, Plan};
use modelwright_metamodel::diagnostic::{codes, join_names};
use modelwright_metamodel::ecore::{ClassId, builtin};

impl Plan<'_> {
    /// Reports the classes that references name by position.
    pub(in crate::rust) fn report_positions(&mut self) {
        let metamodel = self.scope.metamodel;
        let mut targets: Vec<ClassId> = Vec::new();
        for class in &self.scope.classes {
            for field in self.fields(*class) {
                let Base::Reference(target) = field.base else { continue };
                if target != builtin::EOBJECT && !targets.contains(&target) && !self.has_id(target) {
                    targets.push(target);
                }
            }
        }
        if targets.is_empty() {
            return;
        }
        let names = targets.iter().map(|id| format!("`{}`", metamodel[*id].name));
        let message = format!(
            "in Rust, references to {} are paths such as `//@items.0`, which mean another object after an insertion \
             before their target",
            join_names(names)
        );
        let help = "give each of these classes an attribute with `id => true`, or edit models by --handles";
        self.note_with_help(codes::BY_POSITION, message, help);
    }

    /// Whether every object of a class has an attribute that identifies it.
    fn has_id(&self, class: ClassId) -> bool {
        let concrete = self.scope.concrete(class);
        concrete.iter().all(|id| self.scope.metamodel.table(*id).id_attribute().is_some())
    }
}
