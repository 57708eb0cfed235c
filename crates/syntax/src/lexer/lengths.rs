//! The lengths of names, numbers and variables.

use super::TokenKind;

/// The length of the name at the start of a text; 0 if there is none.
pub(super) fn name_length(rest: &str) -> usize {
    rest.bytes().position(|b| !NAME_BYTES[b as usize]).unwrap_or(rest.len())
}

/// Which bytes may occur in names.
const NAME_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    table
};

/// The kind and length of a name that starts in lower case; it may contain hyphens, but not end with one.
pub(super) fn bare_word(rest: &str) -> (TokenKind, usize) {
    let bytes = rest.as_bytes();
    let name_end = name_length(rest);
    // Most names contain no hyphen, so this scan suffices.
    if bytes.get(name_end) != Some(&b'-') {
        return (TokenKind::Name, name_end);
    }
    let hyphenated =
        bytes[name_end..].iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    let run_end = name_end + hyphenated.count();
    // In Puppet, hyphens at the end are not part of a word, so `a->b` is an arrow between two names.
    let length = bytes[..run_end].iter().rposition(|b| *b != b'-').map_or(name_end, |last| last + 1);
    if length > name_end { (TokenKind::Word, length) } else { (TokenKind::Name, name_end) }
}

/// The length of the number at the start of a text, in the syntax of JSON and Puppet; 0 if there is none.
pub fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run = |from: usize, test: fn(&u8) -> bool| bytes[from..].iter().take_while(|b| test(b)).count();
    // For the lexer, `0x` without a digit is the number 0 and a name. The parser reports both as one mistake.
    if matches!(bytes, [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit()) {
        return 2 + run(2, u8::is_ascii_hexdigit);
    }
    let mut length = run(0, u8::is_ascii_digit);
    if length == 0 {
        return 0;
    }
    // A point that no digit follows starts a call: `1.abs`.
    if matches!(&bytes[length..], [b'.', digit, ..] if digit.is_ascii_digit()) {
        length += 1 + run(length + 1, u8::is_ascii_digit);
    }
    let mark_length = match &bytes[length..] {
        [b'e' | b'E', digit, ..] if digit.is_ascii_digit() => 1,
        [b'e' | b'E', b'+' | b'-', digit, ..] if digit.is_ascii_digit() => 2,
        _ => return length,
    };
    length + mark_length + run(length + mark_length, u8::is_ascii_digit)
}

/// The length of `$name`, with the namespaces before the name; 1 if no name follows the dollar sign.
pub(super) fn variable_length(rest: &str) -> usize {
    let mut length = 1;
    loop {
        let after_variable = &rest[length..];
        let separator_length = if after_variable.starts_with("::") { 2 } else { 0 };
        let next_name_length = name_length(&after_variable[separator_length..]);
        // A trailing `::` is not part of the variable.
        if next_name_length == 0 {
            return length;
        }
        length += separator_length + next_name_length;
    }
}

/// The length of a sequence of characters that start no token. It becomes one token, so that there is only one message.
pub(super) fn unknown_length(rest: &str) -> usize {
    let first = rest.chars().next().map_or(1, char::len_utf8);
    rest[first..]
        .find(|c: char| c.is_whitespace() || c.is_ascii_graphic())
        .map_or(rest.len(), |length| length + first)
}
