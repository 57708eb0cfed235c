//! Members of classes: attributes, references and operations.
//!
//! Invariant: modifiers that have no meaning for a member are reported. This module does not know which types exist.

use super::{Head, Reader};
use crate::declarations::{
    Attribute, Class, Feature, FeatureSettings, Operation, Parameter, Reference, Span, Type, Value,
};
use crate::java_like::lexer::Kind;
use crate::java_like::parser::{Parsed, Parser};
use crate::java_like::signatures::Signatures;
use modelwright_metamodel::ecore::{Classifier, Metamodel, builtin};

/// The modifiers of a member, in addition to its settings.
#[derive(Debug, Default)]
struct Modifiers {
    settings: FeatureSettings,
    is_id: bool,
    is_local: bool,
}

/// The words that are modifiers.
const MODIFIERS: &[&str] =
    &["unique", "ordered", "readonly", "volatile", "transient", "unsettable", "derived", "id", "resolve"];

impl Reader<'_> {
    /// Adds a member to a class.
    pub(super) fn member(&mut self, class: &mut Class) -> Parsed<()> {
        let head = self.head()?;
        let mut modifiers = modifiers(&mut self.parser)?;
        (modifiers.settings.doc, modifiers.settings.annotations) = (head.doc, head.annotations);
        if self.parser.take("attr") {
            class.features.push(Feature::Attribute(self.attribute(modifiers)?));
        } else if self.parser.is("ref") || self.parser.is("val") {
            class.features.push(Feature::Reference(self.reference(modifiers)?));
        } else if self.parser.take("op") {
            class.operations.push(self.operation(modifiers)?);
        } else {
            return Err(self.parser.fail("`attr`, `ref`, `val` or `op`"));
        }
        Ok(())
    }

    /// Reads the name of a feature. A multiplicity after the name, where other languages write it, is reported.
    fn member_name(&mut self) -> Parsed<(String, Span)> {
        let name_and_span = self.parser.name()?;
        if self.parser.is("[") {
            let help = "write the multiplicity after the type: `val Engine[*] engines;`";
            return Err(self.parser.fail_with("`;`", Some(help.to_owned())));
        }
        Ok(name_and_span)
    }

    /// Reads an attribute after its modifiers.
    fn attribute(&mut self, modifiers: Modifiers) -> Parsed<Attribute> {
        let value_type = self.parser.written_type(0)?;
        let mut settings = modifiers.settings;
        self.parser.multiplicity(&mut settings)?;
        let (name, span) = self.member_name()?;
        let default = if self.parser.take("=") { Some(default(&mut self.parser)?) } else { None };
        self.parser.expect(";")?;
        Ok(Attribute { name, value_type, default, is_id: modifiers.is_id, check: None, settings, span })
    }

    /// Reads a reference after its modifiers: `ref` or `val`, the target, `#` and the opposite, and the name.
    fn reference(&mut self, modifiers: Modifiers) -> Parsed<Reference> {
        let is_containment = self.parser.is("val");
        self.parser.next();
        let (target, arguments) = self.parser.class_name()?;
        let mut settings = modifiers.settings;
        self.parser.multiplicity(&mut settings)?;
        let opposite = if self.parser.take("#") { Some(self.parser.name()?.0) } else { None };
        let (name, span) = self.member_name()?;
        self.parser.expect(";")?;
        let mut reference = Reference::new(name, target, span);
        (reference.arguments, reference.opposite) = (arguments, opposite);
        (reference.is_containment, reference.is_local) = (is_containment, modifiers.is_local);
        reference.settings = settings;
        Ok(reference)
    }

    fn operation(&mut self, modifiers: Modifiers) -> Parsed<Operation> {
        let operation = self.signature(modifiers.settings)?;
        self.parser.expect(";")?;
        Ok(operation)
    }
}

impl<'s> Signatures<'s> for Reader<'s> {
    fn parser(&mut self) -> &mut Parser<'s> {
        &mut self.parser
    }

    /// Reads a parameter of an operation.
    fn parameter(&mut self) -> Parsed<Parameter> {
        let Head { annotations, .. } = self.head()?;
        let mut settings = modifiers(&mut self.parser)?.settings;
        settings.annotations = annotations;
        let value_type = self.parser.written_type(0)?;
        self.parser.multiplicity(&mut settings)?;
        let (name, _) = self.parser.name()?;
        Ok(Parameter { name, value_type, settings })
    }
}

/// Reads modifiers, each perhaps negated with `!`.
fn modifiers(parser: &mut Parser<'_>) -> Parsed<Modifiers> {
    let mut modifiers = Modifiers::default();
    // Each setting has a modifier of its own, so `derived` implies none of the others.
    modifiers.settings.implies_nothing = true;
    loop {
        let is_negated = parser.take("!");
        let Some(word) = MODIFIERS.iter().find(|word| parser.is(word)) else {
            return if is_negated { Err(parser.fail("a modifier")) } else { Ok(modifiers) };
        };
        let is_set = !is_negated;
        parser.next();
        let settings = &mut modifiers.settings;
        match *word {
            "unique" => settings.has_duplicates = !is_set,
            "ordered" => settings.is_unordered = !is_set,
            "readonly" => settings.is_read_only = is_set,
            "volatile" => settings.is_volatile = is_set,
            "transient" => settings.is_transient = is_set,
            "unsettable" => settings.is_unsettable = is_set,
            "derived" => settings.is_derived = is_set,
            "id" => modifiers.is_id = is_set,
            // The only other modifier is `resolve`.
            _ => modifiers.is_local = !is_set,
        }
    }
}

/// Reads the default of an attribute.
fn default(parser: &mut Parser<'_>) -> Parsed<Value> {
    Ok(match parser.peek().kind {
        Kind::Text => Value::Text(parser.next_text()),
        Kind::Number => Value::Number(parser.signed_number()?),
        _ if parser.is("-") => Value::Number(parser.signed_number()?),
        _ if parser.is("true") || parser.is("false") => Value::Boolean(parser.next().text == "true"),
        _ => Value::Text(parser.qualified_name()?),
    })
}

/// The feature that `reference` becomes with its type: an attribute if this is a data type of Ecore, else a reference.
pub(super) fn feature_of_type(mut reference: Reference, written_type: Type) -> Feature {
    let type_name = match &written_type {
        Type::Named(name) | Type::Generic(name, _) => name.as_str(),
        _ => "",
    };
    let is_value = super::ecore_type(type_name).is_some_and(|path| {
        let classifier = Metamodel::ecore().classifier(builtin::PACKAGE, path.trim_start_matches(':'));
        matches!(classifier, Some(Classifier::DataType(_)))
    });
    if is_value {
        let Reference { name, settings, span, .. } = reference;
        return Feature::Attribute(Attribute {
            name,
            value_type: written_type,
            default: None,
            is_id: false,
            check: None,
            settings,
            span,
        });
    }
    if let Type::Generic(name, arguments) = written_type {
        (reference.target, reference.arguments) = (name, arguments);
    } else if let Type::Named(name) = written_type {
        reference.target = name;
    }
    Feature::Reference(reference)
}
