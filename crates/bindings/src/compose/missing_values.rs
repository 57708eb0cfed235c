//! The problems of bindings without a value. Lookups and the check share them, so that both report the same message.

use super::{Composition, Entry, KeyIndex, Producer, Role};
use crate::sources::Place;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Severity, Suggestions, codes};

impl Composition {
    /// The problem of a reference to a type that is neither bound nor can be instantiated.
    pub(crate) fn no_instance(&self, text: &str, place: Place) -> Diagnostic {
        let message = format!("there is no instance of {text}: it is not bound, and cannot be created");
        let help = "bind its parameters, bind the type to a value, or write `to optional`";
        self.missing_value(codes::BINDINGS_PRODUCER, &message, place, help)
    }

    /// The problem of a producer whose name is not bound. If the place is empty, the position of the binding that is
    /// looked up is added later.
    pub(crate) fn no_producer(&self, key: KeyIndex, place: Place) -> Diagnostic {
        let name = self.show_key(key);
        let message = format!("the producer `{name}` is not bound");
        let nearest = self.nearest_key(&name, &Suggestions::default());
        let help = nearest.map_or("bind it".to_owned(), |known| format!("did you mean `{known}`?"));
        self.missing_value(codes::BINDINGS_PRODUCER, &message, place, &help)
    }

    /// The problem of a producer whose value is not the name of a binding.
    pub(crate) fn not_a_producer(&self, shown: &str, place: Place) -> Diagnostic {
        let message = format!("a producer must yield the name of a bound producer, but yields {shown}");
        self.missing_value(codes::BINDINGS_PRODUCER, &message, place, "yield the name of a bound producer")
    }

    /// The problem of a binding whose producer returns no value.
    pub(crate) fn no_value(&self, entry: &Entry) -> Diagnostic {
        let name = self.show_key(entry.key);
        let binding = self.binding(entry);
        let (message, code) = match (&binding.producer, binding.role) {
            (&Some(Producer::Lookup(other)), _) | (None, Role::Alias(other) | Role::NewName(other)) => {
                let other = self.show_key(other);
                let message = format!("`{name}` has the value of `{other}`, which is not bound");
                (message, codes::BINDINGS_NOT_FOUND)
            }
            (Some(Producer::Reference(reference)), _) => {
                return self.no_instance(&reference.0, binding.place);
            }
            _ => (format!("the producer of `{name}` yields no value"), codes::BINDINGS_PRODUCER),
        };
        let help = "write `to optional` if the next lower binding may take effect instead";
        self.missing_value(code, &message, binding.place, help)
    }

    /// The problem of a contribution without a value.
    pub(crate) fn no_contribution(&self, place: Place) -> Diagnostic {
        let message = "the producer of a contribution yields no value";
        let help = "write `to optional` if it may have none";
        self.missing_value(codes::BINDINGS_PRODUCER, message, place, help)
    }

    /// The problem of a missing value at a place. If `place` is empty, the problem has no position.
    fn missing_value(&self, code: Code, message: &str, place: Place, help: &str) -> Diagnostic {
        let problem = if place == Place::default() {
            Diagnostic::error(code, message)
        } else {
            self.sources.problem(code, Severity::Error, message, &[(place, "")])
        };
        problem.help(help)
    }
}
