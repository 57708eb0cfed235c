//! Reads the keys that name classes in documents of programs that know no metamodel: discriminators of the metamodel,
//! which [`Metamodel::discriminator`](crate::ecore::Metamodel::discriminator) describes, and the specified one.
//!
//! Invariant: a discriminator of the metamodel names classes exactly as it declares, the specified one in any case.

use super::Reader;
use crate::diagnostic::{codes, nearest};
use crate::ecore::{Choice, ClassId, FeatureId};
use crate::tree::plan::Role;
use crate::tree::problems::{describe, quoted};
use crate::tree::source::{Token, TreeSource};

/// The text that names a class under a discriminator.
#[derive(Debug, Clone, Copy)]
pub(super) enum ClassText {
    /// The text that the metamodel declares.
    Declared,
    /// The name of the class, in any case.
    Name,
}

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// The class that the value of a discriminator of the metamodel names. `None` if the map has no such key;
    /// `Some(None)` after a problem was reported.
    pub(super) fn class_from_declared_name(&mut self, expected: ClassId) -> Option<Option<ClassId>> {
        let Self { inference, metamodel, tokens, .. } = self;
        let mut mismatch = None;
        for names in inference.classes.declared_names(metamodel, expected) {
            let Some(item) = tokens.value_of_key(&names.key) else { continue };
            match &item.token {
                Token::String(name) => match names.classes.get(&**name) {
                    Some(class) => return Some(Some(*class)),
                    None => mismatch = mismatch.or(Some((names, item))),
                },
                // The source has already reported this token.
                Token::Unreadable => return Some(None),
                _ => mismatch = mismatch.or(Some((names, item))),
            }
        }
        let (names, item) = mismatch?;
        let suggestion = match &item.token {
            Token::String(name) => nearest(name, names.classes.keys().map(String::as_str)),
            _ => None,
        };
        let (key, expected) = (quoted(&names.key), &metamodel[expected].name);
        let message = format!("{key} must name a subclass of {expected}, found {}", describe(&item.token));
        let help = match suggestion {
            Some(suggestion) => format!("did you mean {}?", quoted(suggestion)),
            None => format!("write {}", names.choices()),
        };
        let object = None;
        self.report_class(codes::UNKNOWN_CLASS, message, item.range.clone(), help, object);
        Some(None)
    }

    /// The only alternative for objects with a class that the value of a discriminator in the open map names.
    pub(super) fn alternative_with_name(&mut self, choice: &Choice) -> Option<FeatureId> {
        let Self { inference, metamodel, tokens, plans, .. } = self;
        let mut named_feature = None;
        for alternative in &choice.alternatives {
            let plan = plans.of_feature(choice.class, alternative.feature)?;
            let Role::Contained(class) = plan.role else { continue };
            let has_name = inference.classes.declared_names(metamodel, class).iter().any(|names| {
                let item = tokens.value_of_key(&names.key);
                matches!(item.map(|item| item.token), Some(Token::String(name)) if names.classes.contains_key(&*name))
            });
            if has_name && named_feature.replace(alternative.feature).is_some() {
                return None;
            }
        }
        named_feature
    }

    /// The class that the discriminator names; `None` without a discriminator, `Some(None)` after a problem was
    /// reported. If a feature has the same name as the discriminator, a value that is not a class belongs to the
    /// feature.
    pub(super) fn class_from_discriminator(
        &mut self,
        expected: ClassId,
        feature: Option<FeatureId>,
    ) -> Option<Option<ClassId>> {
        let key = self.inference.discriminator.clone()?;
        let item = self.tokens.value_of_key(&key)?;
        let name = match &item.token {
            Token::String(name) => name.clone(),
            _ => return None,
        };
        let metamodel = self.metamodel.clone();
        let classes = || metamodel.concrete_subclasses(expected);
        let mut named_classes = classes().filter(|class| metamodel[*class].name.eq_ignore_ascii_case(&name));
        match (named_classes.next(), named_classes.next()) {
            (Some(class), None) => Some(Some(class)),
            _ if classes().any(|class| metamodel.table(class).slot_named(&key).is_some()) => None,
            _ => Some(self.resolve_class(&item, expected, feature, None)),
        }
    }

    /// Which text under a key names a class, if the key is a discriminator of the class.
    pub(super) fn class_text(&self, class: ClassId, key: &str) -> Option<ClassText> {
        self.inference.root?;
        if self.metamodel.discriminator(class) == Some(key) {
            return Some(ClassText::Declared);
        }
        (self.inference.discriminator.as_deref() == Some(key)).then_some(ClassText::Name)
    }

    /// Checks that a discriminator names the class of an object.
    pub(super) fn read_discriminator(&mut self, class: ClassId, key: &str, text: ClassText) {
        let item = self.tokens.next();
        let value = match text {
            ClassText::Declared => self.metamodel.discriminator_value(class),
            ClassText::Name => &self.metamodel[class].name,
        };
        let is_named = match (&item.token, text) {
            (Token::String(name), ClassText::Declared) => name == value,
            (Token::String(name), ClassText::Name) => name.eq_ignore_ascii_case(value),
            (token, _) => matches!(token, Token::Unreadable),
        };
        if !is_named {
            let [key, value] = [key, value].map(quoted);
            let (class, found) = (&self.metamodel[class].name, describe(&item.token));
            let message = format!("{key} must be {value} for an object of class {class}, found {found}");
            let help = format!("write {value}, or correct the class");
            self.report_here_with_help(codes::WRONG_VALUE_TYPE, message, item.range.clone(), help);
        }
        self.tokens.skip(&item.token);
    }
}
