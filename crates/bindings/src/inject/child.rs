//! Child injectors, and handles that produce the value of one key.
//!
//! A child first uses its own bindings. It looks up names, types and variables that these do not bind in its parent,
//! also for expressions of the child. A composition is checked before its injector receives a parent, so aliases and
//! lookup producers can only refer to keys of their own composition. Invariant: a parent never uses the bindings of its
//! child.

use super::{Injector, LookupResult};
use crate::types::BindingType;
use modelwright_evaluation::evaluate::Budget;

/// Produces the value of one key. Every call returns the same value, unless the key's producer makes a new value for
/// each call.
#[derive(Debug, Clone, Copy)]
pub struct ValueProducer<'i> {
    injector: &'i Injector,
    value_type: Option<&'i str>,
    name: &'i str,
}

impl ValueProducer<'_> {
    /// The value; `None` if the key is not bound.
    ///
    /// # Errors
    /// If the value cannot be produced, or does not have the type.
    pub fn produce(&self) -> LookupResult {
        self.injector.lookup(self.value_type, self.name)
    }
}

impl Injector {
    /// Makes this injector a child of another one.
    #[must_use]
    pub fn with_parent(mut self, parent: Self) -> Self {
        self.parent = Some(Box::new(parent));
        self
    }

    /// The injector that answers the lookups of keys that this one does not bind.
    #[must_use]
    pub fn parent(&self) -> Option<&Self> {
        self.parent.as_deref()
    }

    /// A producer of the value of a name.
    #[must_use]
    pub fn producer<'i>(&'i self, value_type: Option<&'i str>, name: &'i str) -> ValueProducer<'i> {
        ValueProducer { injector: self, value_type, name }
    }

    /// Looks up a name in the parent.
    pub(super) fn name_in_parent(&self, name: &str, budget: &mut Budget) -> LookupResult {
        // `answer` replaces the parent's objects by hashes: only the injector that created an object knows its
        // features.
        self.parent().map_or(Ok(None), |parent| parent.answer(parent.by_name(name, budget)))
    }

    /// Looks up a type other than data, with or without a name, in the parent.
    pub(super) fn type_in_parent(
        &self,
        ty: &BindingType,
        name: Option<&str>,
        budget: &mut Budget,
    ) -> LookupResult {
        self.parent().map_or(Ok(None), |parent| parent.answer(parent.bound_type(ty, name, budget)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::Composer;
    use crate::generated::bindings::DocumentedElement;
    use crate::inject::Facts;
    use crate::store;
    use crate::text;
    use modelwright_metamodel::diagnostic::Source;
    use std::sync::Arc;

    fn injector(text: &str) -> Injector {
        let (roots, problems) = text::read(&Source::new("default.pp", text));
        assert!(!problems.has_errors(), "{problems}");
        let mut composer = Composer::new();
        composer.layer("site", None);
        for root in &roots {
            if let DocumentedElement::NamedBindings(bindings) = root {
                composer.bindings(bindings, "default.pp");
            }
        }
        let facts = Arc::new(Facts::new(&store::Hash::default(), None));
        Injector::new(&composer.finish(), &facts).expect("bindings without problems")
    }

    fn value(injector: &Injector, name: &str) -> String {
        let found = injector.lookup(None, name).expect("a value");
        found.map_or("not bound".to_owned(), |value| value.to_literal())
    }

    #[test]
    fn a_parent_answers_what_its_child_does_not_bind() {
        let parent = "bindings default {
            bind 'a' to 1
            bind 'b' to 'of the parent'
            bind 'own' to \"${lookup('b')}\"
            bind variables to { 'v' => 7 }
            bind parameters ntp to { servers => ['a'] }
            bind 'other::port' to 80
            bind Type[Logger], 'logger' to lookup 'own'
        }";
        let child = "bindings default {
            bind 'b' to 'of the child'
            bind 'c' to \"${lookup('a')} ${v}\"
            bind alias 'b' as 'e'
        }";
        let child = injector(child).with_parent(injector(parent));
        let expected = [
            ("a", "1"),
            ("b", "'of the child'"),
            ("c", "'1 7'"),
            ("e", "'of the child'"),
            // A parent does not see its child.
            ("own", "'of the parent'"),
            ("/param/Class[ntp]/servers", "['a']"),
            ("/param/Class[other]/port", "80"),
            ("none", "not bound"),
        ];
        for (name, shown) in expected {
            assert_eq!(value(&child, name), shown, "{name}");
        }
        assert_eq!(
            child.keys(),
            ["/param/Class[ntp]/servers", "/var/v", "a", "b", "c", "e", "other::port", "own"]
        );
        let all = child.lookup_all("b").expect("values");
        assert_eq!(
            all.iter().map(|value| value.to_literal()).collect::<Vec<_>>(),
            ["'of the child'", "'of the parent'"]
        );
        let logger = child.lookup(Some("Type[Logger]"), "logger").expect("an answer");
        assert_eq!(logger.expect("a value").to_literal(), "'of the parent'");
    }

    #[test]
    fn a_producer_yields_the_value_of_its_key() {
        let text = "bindings default {
            bind 'counted' to [1, 2]
            bind 'typed' to 'text'
        }";
        let injector = injector(text);
        let producer = injector.producer(None, "counted");
        let first = producer.produce().expect("a value").expect("a value");
        let second = producer.produce().expect("a value").expect("a value");
        assert_eq!(first.to_literal(), second.to_literal());
        assert!(injector.producer(Some("Integer"), "typed").produce().is_err());
        assert!(injector.producer(None, "missing").produce().expect("no problem").is_none());
    }
}
