//! Members of classes: attributes, references and operations.
//!
//! Invariant: a body is kept as text. This module does not know which types exist.

use super::Reader;
use super::annotations::{GENMODEL, add_detail, text};
use crate::declarations::{
    Attribute, Class, Feature, FeatureSettings, Operation, Parameter, Reference, Type, Value,
};
use crate::java_like::lexer::Kind;
use crate::java_like::parser::{Parsed, Parser};
use crate::java_like::resolve::java_type;
use crate::java_like::signatures::Signatures;
use modelwright_metamodel::diagnostic::nearest;

/// The words that are modifiers.
const MODIFIERS: &[&str] =
    &["unordered", "unique", "readonly", "transient", "volatile", "unsettable", "derived", "id"];

/// The words before references.
const REFERENCE_WORDS: [&str; 3] = ["contains", "container", "refers"];

/// The words before the bodies of a feature.
const BODY_WORDS: &[&str] = &["get", "set", "isSet", "unset"];

/// The modifiers of a member.
#[derive(Debug, Default)]
struct Modifiers {
    settings: FeatureSettings,
    is_unique: bool,
    is_id: bool,
}

impl Reader<'_> {
    /// Adds a member to a class.
    pub(super) fn member(&mut self, class: &mut Class) -> Parsed<()> {
        let mut head = self.head()?;
        self.reject_settings(&mut head);
        let mut modifiers = modifiers(&mut self.parser);
        modifiers.settings.annotations = head.annotations;
        if self.parser.is("op") {
            class.operations.push(self.operation(modifiers)?);
            return Ok(());
        }
        // A type may be named like one of these words: `contains[] parts` is an attribute.
        let is_name_of_type = matches!(&*self.parser.peek_at(1).text, "=" | "[" | "<" | ".");
        let reference_word = if is_name_of_type {
            None
        } else {
            REFERENCE_WORDS.into_iter().find(|word| self.parser.is(word))
        };
        let mut feature = match reference_word.or_else(|| self.misspelt_reference_word()) {
            Some(word) => self.reference(word, modifiers)?,
            None => self.attribute(modifiers)?,
        };
        self.bodies(feature.settings_mut())?;
        class.features.push(feature);
        if self.parser.is(";") {
            self.parser
                .fail_with("the next member or `}`", Some("remove it: a member ends without `;`".to_owned()));
            self.parser.next();
        }
        Ok(())
    }

    /// Reports a word before a member that is spelled wrongly, or is a keyword of Emfatic: `contain`, `ref`. Returns
    /// the word of a reference that is meant, without consuming anything. `None` if the member is an attribute:
    /// Emfatic's `attr` is reported and consumed then.
    fn misspelt_reference_word(&mut self) -> Option<&'static str> {
        let word = self.parser.peek().text.clone();
        let is_before_type = matches!(self.parser.peek_at(1).kind, Kind::Word { .. })
            && (matches!(self.parser.peek_at(2).kind, Kind::Word { .. })
                || Parser::is_token(self.parser.peek_at(2), "["));
        let is_word = matches!(self.parser.peek().kind, Kind::Word { is_escaped: false });
        // A type may be named like one of these words.
        if !is_before_type || !is_word || java_type(&word).is_some() || self.is_type(&word) {
            return None;
        }
        let (reference_word, help) = match &*word {
            "attr" => (None, "remove `attr`: no word is before the type of an attribute".to_owned()),
            "ref" => (Some("refers"), "did you mean `refers`?".to_owned()),
            "val" => (Some("contains"), "did you mean `contains`?".to_owned()),
            // Declared types begin with a capital, and a shorter word is similar to too many others.
            _ if word.len() > 4 && word.starts_with(|c: char| c.is_ascii_lowercase()) => {
                let suggestion = nearest(&word, REFERENCE_WORDS)?;
                (Some(suggestion), format!("did you mean `{suggestion}`?"))
            }
            _ => return None,
        };
        self.parser.fail_with("a member", Some(help));
        if reference_word.is_none() {
            self.parser.next();
        }
        reference_word
    }

    /// Skips the rest of a member after a mistake, up to a word or symbol that begins the next member.
    pub(super) fn skip_member(&mut self) {
        while !self.parser.is_end() && !self.parser.is("}") {
            let mut first_words = ["@", "op"].iter().chain(&REFERENCE_WORDS).chain(MODIFIERS);
            if first_words.any(|word| self.parser.is(word)) {
                return;
            }
            if self.parser.is("{") {
                let _ = self.parser.block();
            } else {
                self.parser.next();
            }
        }
    }

    /// Reads an attribute after its modifiers.
    fn attribute(&mut self, modifiers: Modifiers) -> Parsed<Feature> {
        let value_type = self.parser.written_type(0)?;
        let Modifiers { mut settings, is_unique, is_id } = modifiers;
        self.parser.multiplicity(&mut settings)?;
        settings.has_duplicates = !is_unique;
        let (name, span) = self.parser.name()?;
        let default =
            if self.parser.take("=") { Some(default(&mut self.parser, &value_type)?) } else { None };
        Ok(Feature::Attribute(Attribute { name, value_type, default, is_id, check: None, settings, span }))
    }

    /// Reads a reference after its modifiers. `reference_word` is the keyword that the next token is, or should be.
    fn reference(&mut self, reference_word: &str, modifiers: Modifiers) -> Parsed<Feature> {
        self.parser.next();
        let is_resolving = self.parser.take("resolving");
        let is_local = self.parser.take("local");
        let (target, arguments) = self.parser.class_name()?;
        let mut settings = modifiers.settings;
        self.parser.multiplicity(&mut settings)?;
        let (name, span) = self.parser.name()?;
        let mut reference = Reference::new(name, target, span);
        (reference.arguments, reference.settings) = (arguments, settings);
        reference.is_containment = reference_word == "contains";
        // Only with `resolving` may the objects of a containment be in another document.
        reference.is_local = is_local || reference.is_containment && !is_resolving;
        if self.parser.take("opposite") {
            reference.opposite = Some(self.parser.name()?.0);
        }
        if self.parser.take("keys") {
            loop {
                reference.keys.push(self.parser.name()?.0);
                if !self.parser.take(",") {
                    break;
                }
            }
        }
        Ok(Feature::Reference(reference))
    }

    /// Reads the bodies of a feature. A feature with `get` is derived.
    fn bodies(&mut self, settings: &mut FeatureSettings) -> Parsed<()> {
        let mut has_get = false;
        let mut has_set = false;
        while let Some(word) = BODY_WORDS.iter().find(|word| self.parser.is(word)) {
            if !Parser::is_token(self.parser.peek_at(1), "{") {
                break;
            }
            self.parser.next();
            let body = self.parser.block()?;
            add_detail(&mut settings.annotations, GENMODEL, word, body);
            has_get |= *word == "get";
            has_set |= *word == "set";
        }
        if has_get {
            (settings.is_transient, settings.is_volatile, settings.is_derived) = (true, true, true);
            settings.is_read_only |= !has_set;
        }
        Ok(())
    }

    /// Reads an operation with its parameters; its body is kept as an annotation.
    fn operation(&mut self, modifiers: Modifiers) -> Parsed<Operation> {
        self.parser.expect("op")?;
        let Modifiers { mut settings, is_unique, .. } = modifiers;
        settings.has_duplicates = !is_unique;
        let mut operation = self.signature(settings)?;
        if self.parser.is("{") {
            let body = self.parser.block()?;
            add_detail(&mut operation.settings.annotations, GENMODEL, "body", body);
        }
        Ok(operation)
    }
}

impl<'s> Signatures<'s> for Reader<'s> {
    fn parser(&mut self) -> &mut Parser<'s> {
        &mut self.parser
    }

    /// Reads a parameter of an operation.
    fn parameter(&mut self) -> Parsed<Parameter> {
        let mut head = self.head()?;
        self.reject_settings(&mut head);
        let Modifiers { mut settings, is_unique, .. } = modifiers(&mut self.parser);
        let value_type = self.parser.written_type(0)?;
        self.parser.multiplicity(&mut settings)?;
        settings.has_duplicates = !is_unique;
        settings.annotations = head.annotations;
        let (name, _) = self.parser.name()?;
        Ok(Parameter { name, value_type, settings })
    }
}

/// Reads the modifiers of a member or a parameter.
fn modifiers(parser: &mut Parser<'_>) -> Modifiers {
    let mut modifiers = Modifiers::default();
    // Each setting has a modifier of its own, so `derived` implies none of the others.
    modifiers.settings.implies_nothing = true;
    while let Some(word) = MODIFIERS.iter().find(|word| parser.is(word)) {
        parser.next();
        let settings = &mut modifiers.settings;
        match *word {
            "unordered" => settings.is_unordered = true,
            "unique" => modifiers.is_unique = true,
            "readonly" => settings.is_read_only = true,
            "transient" => settings.is_transient = true,
            "volatile" => settings.is_volatile = true,
            "unsettable" => settings.is_unsettable = true,
            "derived" => settings.is_derived = true,
            // The only other modifier is `id`.
            _ => modifiers.is_id = true,
        }
    }
    modifiers
}

/// Reads the default of an attribute. Xcore writes defaults in quotes, also those of booleans and numbers, so the type
/// of the attribute determines what the text means.
fn default(parser: &mut Parser<'_>, value_type: &Type) -> Parsed<Value> {
    if parser.peek().kind != Kind::Text && !matches!(parser.peek().kind, Kind::Word { .. }) {
        return Ok(Value::Number(parser.signed_number()?));
    }
    let written = text(parser)?;
    let Type::Named(type_name) = value_type else { return Ok(Value::Text(written)) };
    Ok(match type_name.as_str() {
        "boolean" | "Boolean" | "EBoolean" | "EBooleanObject" if written == "true" || written == "false" => {
            Value::Boolean(written == "true")
        }
        "int" | "long" | "short" | "byte" | "double" | "float" | "Integer" | "Long" | "Double" | "EInt"
        | "ELong" | "EDouble" | "EFloat"
            if written.parse::<f64>().is_ok_and(f64::is_finite) =>
        {
            Value::Number(written)
        }
        _ => Value::Text(written),
    })
}
