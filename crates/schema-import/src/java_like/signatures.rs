//! The signatures of operations, which are the same in both languages.
//!
//! This module does not know annotations, modifiers or bodies.

use super::parser::{Parsed, Parser};
use crate::declarations::{FeatureSettings, Operation, Parameter};

/// A reader of operations.
pub(crate) trait Signatures<'s> {
    fn parser(&mut self) -> &mut Parser<'s>;

    /// Reads a parameter with its modifiers.
    fn parameter(&mut self) -> Parsed<Parameter>;

    /// Reads an operation with the settings of its modifiers, from its type parameters to its exceptions.
    fn signature(&mut self, mut settings: FeatureSettings) -> Parsed<Operation> {
        let parser = self.parser();
        let type_parameters = parser.type_parameters()?;
        settings.max = Some(1);
        let result = if parser.take("void") {
            None
        } else {
            let result = parser.written_type(0)?;
            parser.multiplicity(&mut settings)?;
            Some(result)
        };
        let (name, span) = parser.name()?;
        parser.expect("(")?;
        let mut parameters = Vec::new();
        while !self.parser().is(")") && !self.parser().is_end() {
            parameters.push(self.parameter()?);
            if !self.parser().take(",") {
                break;
            }
        }
        let parser = self.parser();
        parser.expect(")")?;
        let exceptions = if parser.take("throws") { parser.types()? } else { Vec::new() };
        Ok(Operation { name, type_parameters, parameters, result, exceptions, settings, span })
    }
}
