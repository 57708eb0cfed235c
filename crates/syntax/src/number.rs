//! The values of numbers, as Puppet reads them.

/// The value of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// A whole number.
    Integer(i64),
    /// A floating point number.
    Float(f64),
}

/// The value of a number, or a message that describes why it is invalid.
pub(crate) fn number_value(text: &str) -> Result<Number, String> {
    // For the lexer, `1e+3` is one token; Puppet does not allow a plus sign in exponents.
    if text.contains('+') {
        return Err(not_a_number(text));
    }
    let integer = |digits: &str, radix: u32| {
        let parsed = i64::from_str_radix(digits, radix).map(Number::Integer);
        parsed.map_err(|_| format!("the number {text} needs more than 64 bits"))
    };
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return integer(digits, 16);
    }
    // A leading zero means octal, as in Puppet, so `08` is an error instead of 8.
    if text.len() > 1 && text.starts_with('0') && !text.starts_with("0.") {
        if !text.bytes().all(|digit| (b'0'..=b'7').contains(&digit)) {
            return Err(format!("{text} starts with 0 but is not an octal number"));
        }
        return integer(text, 8);
    }
    if text.bytes().all(|digit| digit.is_ascii_digit()) {
        return integer(text, 10);
    }
    match text.parse::<f64>() {
        // Rust reads a number that is too large as infinity, which cannot be written in Puppet.
        Ok(value) if value.is_finite() => Ok(Number::Float(value)),
        _ => Err(format!("the number {text} is too large")),
    }
}

/// The message for a name that starts with a digit.
pub(crate) fn not_a_number(text: &str) -> String {
    format!("`{text}` is not a number; write strings in quotes")
}
