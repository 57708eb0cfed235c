//! Values in spellings that documents do not allow but people use, such as `yes`, for advice in messages.
//!
//! This module does not know notations.

use crate::ecore::{DataKind, DataType};

/// The maximum length of a text that advice corrects.
const MAX_LENGTH: usize = 40;

/// The value of a data type that a text probably means: a decimal comma, or a word for a boolean.
pub(crate) fn meant_value(data_type: &DataType, text: &str) -> Option<String> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let corrected = match data_type.kind {
        DataKind::Boolean { .. } => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "y" | "on" | "1" => "true".to_owned(),
            "false" | "no" | "n" | "off" | "0" => "false".to_owned(),
            _ => return None,
        },
        DataKind::Float { .. } | DataKind::Double { .. } | DataKind::BigDecimal
            if text.matches(',').count() == 1
                && text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.,eE".contains(&byte)) =>
        {
            text.replace(',', ".")
        }
        _ => return None,
    };
    (corrected != text && data_type.parse(&corrected).is_some()).then_some(corrected)
}
