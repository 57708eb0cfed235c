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

/// The result of the search for a discriminator in the open map.
pub(super) enum NamedClass {
    /// The map has no discriminator.
    Absent,
    /// The map has a discriminator that names no class, which was reported.
    Invalid,
    /// The discriminator names this class.
    Class(ClassId),
}

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// The class that the value of a discriminator of the metamodel names.
    pub(super) fn class_from_declared_name(&mut self, expected: ClassId) -> NamedClass {
        let Self { inference, metamodel, tokens, .. } = self;
        // The first discriminator that names no class. It is reported only if no other one names a class.
        let mut mismatch = None;
        for names in inference.classes.declared_names(metamodel, expected) {
            let Some(item) = tokens.value_of_key(&names.key) else { continue };
            match &item.token {
                Token::String(name) => match names.classes.get(&**name) {
                    Some(class) => return NamedClass::Class(*class),
                    None => mismatch = mismatch.or(Some((names, item))),
                },
                // The source has already reported this token.
                Token::Unreadable => return NamedClass::Invalid,
                _ => mismatch = mismatch.or(Some((names, item))),
            }
        }
        let Some((names, item)) = mismatch else { return NamedClass::Absent };
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
        NamedClass::Invalid
    }

    /// The only alternative for objects with a class that the value of a discriminator in the open map names; `None` if
    /// there is none, or more than one.
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
            if !has_name {
                continue;
            }
            if named_feature.is_some() {
                return None;
            }
            named_feature = Some(alternative.feature);
        }
        named_feature
    }

    /// The class that the specified discriminator names. If a feature has the same name as the discriminator, a value
    /// that is not a class belongs to the feature, and the discriminator is absent.
    pub(super) fn class_from_discriminator(
        &mut self,
        expected: ClassId,
        feature: Option<FeatureId>,
    ) -> NamedClass {
        let Some(key) = self.inference.discriminator.clone() else { return NamedClass::Absent };
        let Some(item) = self.tokens.value_of_key(&key) else { return NamedClass::Absent };
        let name = match &item.token {
            Token::String(name) => name.clone(),
            _ => return NamedClass::Absent,
        };
        let metamodel = self.metamodel.clone();
        let classes = || metamodel.concrete_subclasses(expected);
        let mut named_classes = classes().filter(|class| metamodel[*class].name.eq_ignore_ascii_case(&name));
        if let (Some(only_class), None) = (named_classes.next(), named_classes.next()) {
            return NamedClass::Class(only_class);
        }
        if classes().any(|class| metamodel.table(class).slot_named(&key).is_some()) {
            return NamedClass::Absent;
        }
        // The value may also be the name of a class with its package.
        let object = None;
        match self.resolve_class(&item, expected, feature, object) {
            Some(class) => NamedClass::Class(class),
            None => NamedClass::Invalid,
        }
    }

    /// The text by which the value of a key names a class; `None` if the key is no discriminator of the class.
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
