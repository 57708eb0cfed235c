//! Splits Ruby code into tokens: the part of Ruby that templates use.

use super::scanner::Fault;
use crate::functions::stdlib::words;

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Integer(i64),
    Float(f64),
    /// A string: texts and the code of expressions in it, with its position.
    String(Vec<StringPart>),
    /// A regular expression and its flags.
    Regex(String, String),
    Symbol(String),
    /// `@name`
    Variable(String),
    /// `$1`
    Group(usize),
    /// A name, a keyword or the name of a constant.
    Name(String),
    /// `%w(a b)`
    Words(Vec<String>),
    /// `name:` in a hash.
    Label(String),
    Sign(&'static str),
    /// The end of a line or of a tag.
    End,
    /// A text of the template.
    Text(String),
    /// The start of an expression whose value is written.
    OutputStart,
    /// The end of such an expression.
    OutputEnd,
}

/// A part of a string.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum StringPart {
    Text(String),
    /// The code of an expression, and its offset.
    Code(String, usize),
}

/// The operators and other signs.
const SIGNS: [&str; 40] = [
    "<=>", "===", "||=", "&&=", "...", "**", "==", "!=", ">=", "<=", "&&", "||", "=~", "!~", "<<", ">>",
    "+=", "-=", "*=", "=>", "..", "::", "&.", "->", "+", "-", "*", "/", "%", "<", ">", "!", "=", "?", ":",
    ".", ",", "&", "|", ";",
];

const BRACKETS: [&str; 6] = ["(", ")", "[", "]", "{", "}"];

/// Adds the tokens of code that starts at an offset of the template.
pub(super) fn tokenize(code: &str, start: usize, tokens: &mut Vec<(Token, usize)>) -> Result<(), Fault> {
    let mut offset = 0;
    while let Some(c) = code[offset..].chars().next() {
        let remaining = &code[offset..];
        let (token, length) = match c {
            ' ' | '\t' | '\r' => {
                offset += 1;
                continue;
            }
            '\n' | ';' => (Token::End, 1),
            '\\' if remaining[1..].starts_with('\n') => {
                // A backslash at the end of a line continues the statement on the next one.
                offset += 2;
                continue;
            }
            '#' => {
                offset += remaining.find('\n').unwrap_or(remaining.len());
                continue;
            }
            '0'..='9' => number(remaining)
                .ok_or_else(|| ("this number is not supported".to_owned(), start + offset))?,
            '\'' | '"' => string(&Quotes::plain(c == '"'), remaining, start + offset)?,
            '/' if starts_operand(tokens) => regex(remaining).ok_or_else(|| unclosed(start + offset))?,
            '%' if starts_operand(tokens) => percent(remaining, start + offset)?,
            ':' if remaining[1..].starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '"') => {
                symbol(remaining, start + offset)?
            }
            '@' => {
                let name = word(&remaining[1..]);
                (Token::Variable(name.to_owned()), 1 + name.len())
            }
            '$' if remaining[1..].starts_with(|c: char| c.is_ascii_digit() && c != '0') => {
                let digits = remaining[1..].bytes().take_while(u8::is_ascii_digit).count();
                // There is no group with a number too large for the type.
                (Token::Group(remaining[1..=digits].parse().unwrap_or(usize::MAX)), 1 + digits)
            }
            c if c.is_alphabetic() || c == '_' => name(remaining),
            _ => {
                let signs = SIGNS.iter().chain(&BRACKETS);
                // The longest sign, because `<=` is not `<` and `=`.
                let sign = signs.filter(|sign| remaining.starts_with(**sign)).max_by_key(|sign| sign.len());
                let sign = sign.ok_or_else(|| (unsupported(c), start + offset))?;
                (Token::Sign(sign), sign.len())
            }
        };
        tokens.push((token, start + offset));
        offset += length;
    }
    Ok(())
}

/// The message about a character that starts no token.
fn unsupported(c: char) -> String {
    match c {
        '`' => "a command in backticks is not supported".to_owned(),
        c => format!("`{c}` is not supported"),
    }
}

/// The fault of a text without a closing delimiter.
fn unclosed(offset: usize) -> Fault {
    ("this text is not closed".to_owned(), offset)
}

/// Whether an operand must follow the tokens, so that a slash starts a regular expression.
fn starts_operand(tokens: &[(Token, usize)]) -> bool {
    match tokens.last() {
        Some((Token::Sign(sign), _)) => !matches!(*sign, ")" | "]" | "}"),
        Some((Token::Name(name), _)) => {
            matches!(&**name, "if" | "unless" | "elsif" | "and" | "or" | "not" | "when" | "then" | "return")
        }
        Some((Token::End | Token::OutputStart | Token::Text(_) | Token::OutputEnd | Token::Label(_), _))
        | None => true,
        _ => false,
    }
}

/// The letters, digits and underscores at the start of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Reads a name or a label; also returns its length.
fn name(text: &str) -> (Token, usize) {
    let mut length = word(text).len();
    let after_name = &text[length..];
    let is_label = after_name.starts_with(':') && !after_name.starts_with("::");
    if is_label {
        return (Token::Label(text[..length].to_owned()), length + 1);
    }
    // `?` and `!` at the end belong to the name of a method, but not in `a!=b`, nor in `a?:b : c`, in which a symbol
    // follows the operator.
    if after_name.starts_with(['?', '!']) && !after_name.starts_with("!=") && !after_name.starts_with("?:") {
        length += 1;
    }
    (Token::Name(text[..length].to_owned()), length)
}

/// Reads a decimal number; also returns its length. `None` for other notations, such as a leading zero or an exponent.
fn number(text: &str) -> Option<(Token, usize)> {
    let integer_length = digit_count(text);
    let after_integer = &text[integer_length..];
    let has_leading_zero = integer_length > 1 && text.starts_with('0');
    // After a point without a digit, as in `1.to_s`, the name of a method follows.
    let has_fraction =
        after_integer.starts_with('.') && after_integer[1..].starts_with(|c: char| c.is_ascii_digit());
    let length = match has_fraction {
        true => integer_length + 1 + digit_count(&after_integer[1..]),
        false => integer_length,
    };
    // A letter after the number is an exponent, a radix or a suffix.
    if has_leading_zero || text[length..].starts_with(|c: char| c.is_alphanumeric()) {
        return None;
    }
    let digits = text[..length].replace('_', "");
    let token = match has_fraction {
        true => Token::Float(digits.parse().ok()?),
        false => Token::Integer(digits.parse().ok()?),
    };
    Some((token, length))
}

/// The number of digits, with underscores, at the start of a text.
fn digit_count(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len())
}

/// Reads a symbol such as `:a` or `:"a b"`; also returns its length.
fn symbol(text: &str, offset: usize) -> Result<(Token, usize), Fault> {
    if text[1..].starts_with('"') {
        let is_template = true;
        let (token, length) = string(&Quotes::plain(is_template), &text[1..], offset + 1)?;
        if let Token::String(parts) = &token
            && let [StringPart::Text(name)] = &parts[..]
        {
            return Ok((Token::Symbol(name.clone()), length + 1));
        }
        // The string contains an expression.
        return Err(("this symbol is not supported".to_owned(), offset));
    }
    let mut length = 1 + word(&text[1..]).len();
    if text[length..].starts_with(['?', '!']) {
        length += 1;
    }
    Ok((Token::Symbol(text[1..length].to_owned()), length))
}

/// Reads a regular expression between slashes, with its flags; also returns its length. `None` if it is not closed.
fn regex(text: &str) -> Option<(Token, usize)> {
    let (mut is_escaped, mut is_in_class) = (false, false);
    for (offset, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_in_class = true,
            ']' => is_in_class = false,
            '/' if !is_in_class => {
                let source = text[1..offset].replace("\\/", "/");
                let flags = word(&text[offset + 1..]);
                let length = offset + 1 + flags.len();
                return Some((Token::Regex(source, flags.to_owned()), length));
            }
            _ => {}
        }
    }
    None
}

/// The signs around a string.
struct Quotes {
    /// The number of characters of the opening quotes, such as 3 for `%q{`.
    opening_length: usize,
    /// The opening sign, if it may be nested.
    open: Option<char>,
    close: char,
    /// Whether the string contains escapes and expressions.
    is_template: bool,
}

impl Quotes {
    /// Quotes of one character: double quotes if the string is a template, otherwise single quotes.
    fn plain(is_template: bool) -> Self {
        Self { opening_length: 1, open: None, close: if is_template { '"' } else { '\'' }, is_template }
    }
}

/// Reads a literal such as `%w(a b)`, `%q{a}` or `%(a)`; also returns its length.
fn percent(text: &str, offset: usize) -> Result<(Token, usize), Fault> {
    let unsupported = || ("this literal is not supported".to_owned(), offset);
    let mut signs = text.chars().skip(1);
    // The opening quotes are three characters in `%q{a}`, and two in `%{a}`, which means the same as `%Q{a}`.
    let first = signs.next().ok_or_else(unsupported)?;
    let (kind, open, opening_length) = if first.is_alphabetic() {
        (first, signs.next().ok_or_else(unsupported)?, 3)
    } else {
        ('Q', first, 2)
    };
    let close = match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        '|' | '!' | '/' => open,
        _ => return Err(unsupported()),
    };
    let open = (open != close).then_some(open);
    let quotes = Quotes { opening_length, open, close, is_template: kind == 'Q' };
    let (token, length) = string(&quotes, text, offset)?;
    match (kind, token) {
        ('Q' | 'q', token) => Ok((token, length)),
        ('w', Token::String(parts)) => match &parts[..] {
            [StringPart::Text(text)] => Ok((Token::Words(words(text).map(str::to_owned).collect()), length)),
            _ => Err(unsupported()),
        },
        _ => Err(unsupported()),
    }
}

/// Reads a string from its opening quote; also returns its length.
fn string(quotes: &Quotes, text: &str, offset: usize) -> Result<(Token, usize), Fault> {
    let mut parts = Vec::new();
    let mut current = String::new();
    let mut depth = 0;
    let mut characters = text.char_indices().skip(quotes.opening_length);
    while let Some((index, c)) = characters.next() {
        match c {
            c if Some(c) == quotes.open => {
                depth += 1;
                current.push(c);
            }
            c if c == quotes.close && depth > 0 => {
                depth -= 1;
                current.push(c);
            }
            c if c == quotes.close => {
                if !current.is_empty() || parts.is_empty() {
                    parts.push(StringPart::Text(current));
                }
                return Ok((Token::String(parts), index + c.len_utf8()));
            }
            '\\' => {
                let Some((_, next)) = characters.next() else { break };
                escape(next, quotes, &mut current)
                    .ok_or_else(|| (format!("the escape `\\{next}` is not supported"), offset + index))?;
            }
            '#' if quotes.is_template && text[index + 1..].starts_with('{') => {
                let code = &text[index + 2..];
                let end = end_of_code(code).ok_or_else(|| unclosed(offset))?;
                if !current.is_empty() {
                    parts.push(StringPart::Text(std::mem::take(&mut current)));
                }
                parts.push(StringPart::Code(code[..end].to_owned(), offset + index + 2));
                // Skips the code, and the `}` after it.
                let next_index = index + 2 + end + 1;
                while characters.clone().next().is_some_and(|(index, _)| index < next_index) {
                    characters.next();
                }
            }
            c => current.push(c),
        }
    }
    Err(unclosed(offset))
}

/// The offset of the brace that ends the code of an interpolation: 4 for `a[1]} and b`. `None` if there is none.
fn end_of_code(code: &str) -> Option<usize> {
    let mut depth = 0;
    for (offset, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(offset),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Appends the character that an escape represents; `None` if the escape is not supported.
fn escape(c: char, quotes: &Quotes, out: &mut String) -> Option<()> {
    if !quotes.is_template {
        // As in single quotes, only a backslash and the quotes themselves are escaped.
        if c != '\\' && c != quotes.close && Some(c) != quotes.open {
            out.push('\\');
        }
        out.push(c);
        return Some(());
    }
    out.push(match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        's' => ' ',
        'e' => '\x1B',
        '0' => '\0',
        'x' | 'u' | 'M' | 'C' | 'c' | '1'..='9' | '\n' | 'a' | 'b' | 'v' | 'f' => return None,
        other => other,
    });
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{Token, number};

    #[test]
    fn numbers_of_other_notations_are_not_read_in_part() {
        for text in ["01.5", "1.5e3", "1.5r", "0x1f", "017", "1e3"] {
            assert!(number(text).is_none(), "{text}");
        }
        assert!(matches!(number("0.5.floor"), Some((Token::Float(_), 3))));
        assert!(matches!(number("1_000.5 "), Some((Token::Float(_), 7))));
    }
}
