//! Reports types that contain each other in chains longer than the compiler's default limit.
//!
//! To determine what is dropped with a type, the compiler follows its fields: it visits each type once, the most
//! recently found first, and counts every `Vec`, `Option` and `Box` between two types as a step. This module does the
//! same. Its report is advice, and does not change the generated code.

use super::{Base, Boxing, Count, Field, Plan};
use modelwright_metamodel::diagnostic::{Diagnostic, Severity, codes};
use modelwright_metamodel::ecore::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of steps that the compiler follows by default, minus the few before a chain starts, and at its end
/// inside texts and lists.
const FOLLOWED_STEPS: usize = 128 - 8;

/// The structs that a type contains, and whether a box is between an `Option` and the struct.
type ContainedTypes = FxHashMap<ClassId, Vec<(ClassId, Boxing)>>;

impl Plan<'_> {
    /// Reports the limit that the crate of the types must set, if the default is too low.
    pub(in crate::rust) fn report_long_chains(&mut self) {
        let contained_types = self.contained_types();
        if !contained_types.keys().any(|start| is_long(&contained_types, *start)) {
            return;
        }
        // No chain has more than two steps for each type, from any start.
        let limit = (2 * contained_types.len()).next_power_of_two();
        let message =
            "the Rust types contain each other in chains that may exceed the compiler's recursion limit";
        let help = format!(
            "put `#![recursion_limit = \"{limit}\"]` at the top of the crate that contains the types"
        );
        let note = Diagnostic::new(codes::LONG_CHAINS, Severity::Note, message.to_owned());
        self.diagnostics.push(note.help(help));
    }

    /// For each class, the classes that its struct or enum contains.
    fn contained_types(&self) -> ContainedTypes {
        // Fields may also contain objects of classes that are not in the scope, such as `EObject`.
        let parts = self.fields.values().flatten().filter_map(part);
        let types: FxHashSet<ClassId> =
            parts.map(|(class, _)| class).chain(self.scope.classes.iter().copied()).collect();
        types.into_iter().map(|class| (class, self.contained_in(class))).collect()
    }

    /// The classes that the struct of a class contains directly, or that any struct of its enum contains, each once.
    fn contained_in(&self, class: ClassId) -> Vec<(ClassId, Boxing)> {
        let mut known_parts = FxHashSet::default();
        let mut parts = Vec::new();
        for concrete in self.scope.concrete(class) {
            for part in self.fields(*concrete).iter().filter_map(part) {
                if known_parts.insert(part) {
                    parts.push(part);
                }
            }
        }
        parts
    }
}

/// The class of the objects that a field contains, and whether a box is between an `Option` and the struct; `None` if
/// it contains no objects.
fn part(field: &Field) -> Option<(ClassId, Boxing)> {
    match (field.base, field.count) {
        (Base::Part(target, boxed), Count::Option) => Some((target, boxed)),
        (Base::Part(target, _) | Base::Map(_, target), _) => Some((target, Boxing::No)),
        _ => None,
    }
}

/// Whether a chain from a type has more steps than the compiler follows by default.
fn is_long(contained: &ContainedTypes, start: ClassId) -> bool {
    let start = (start, Boxing::No);
    let (mut visited, mut stack) = (FxHashSet::from_iter([start]), vec![(start, 0)]);
    while let Some(((class, boxed), steps)) = stack.pop() {
        if steps > FOLLOWED_STEPS {
            return true;
        }
        // The compiler counts the `Box` inside an `Option` as one more step.
        let inside = [(class, Boxing::No)];
        let parts = match boxed {
            Boxing::Yes => &inside,
            Boxing::No => contained.get(&class).map_or(&[][..], Vec::as_slice),
        };
        for part in parts {
            if visited.insert(*part) {
                stack.push((*part, steps + 1));
            }
        }
    }
    false
}
