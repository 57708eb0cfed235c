//! Strings that operators convert to the numbers that they contain: hosts that evaluate manifests warn of them.

use super::Value;
use super::failure::Stop;
use super::number::{self, Number};
use super::operators::is_time;
use super::run::Run;
use crate::language::expression::{Binary, ExprId};

/// The bytes that a message about a conversion costs besides the text that is converted.
const MESSAGE_BYTES: usize = 256;

impl Run<'_> {
    /// Lets the host warn of operands that are strings with numbers, in the order in which they are converted.
    pub(super) fn warn_of_conversions(
        &mut self,
        operator: Binary,
        operands: [(ExprId, &Value); 2],
    ) -> Result<(), Stop> {
        let is_arithmetic = matches!(
            operator,
            Binary::LeftShift
                | Binary::RightShift
                | Binary::Plus
                | Binary::Minus
                | Binary::Times
                | Binary::Divide
                | Binary::Modulo
        );
        if !is_arithmetic {
            return Ok(());
        }
        for (id, operand) in operands {
            let is_converted = self.warn_of_conversion(id, operand)?;
            // Another left operand, such as an array, decides what the operator means, or fails.
            if !is_converted && Number::from_value(operand).is_none() && !is_time(operand) {
                break;
            }
        }
        Ok(())
    }

    /// Lets the host warn of a value that is converted to a number. Returns whether it is a string with a number.
    pub(super) fn warn_of_conversion(&mut self, id: ExprId, value: &Value) -> Result<bool, Stop> {
        let Value::String(text) = value else { return Ok(false) };
        if !self.host.has_statements() {
            return Ok(false);
        }
        self.charge_walk(value)?;
        let Some(number) = number::from_text(text) else { return Ok(false) };
        self.budget.allocate(text.len() + MESSAGE_BYTES)?;
        self.host.warn_of_conversion(text, &number.value(), (self.expressions, id));
        Ok(true)
    }
}
