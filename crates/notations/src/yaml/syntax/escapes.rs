//! Decodes the escapes of double-quoted scalars.
//!
//! This module does not know where the quotes are.

use super::cursor::Cursor;
use super::{Fault, ParseResult};

/// Reads the escape at the cursor, which is on the backslash, into `out`.
pub(super) fn read_escape(cursor: &mut Cursor<'_>, out: &mut String) -> ParseResult<()> {
    let start = cursor.offset();
    cursor.skip();
    let letter = cursor.byte(0);
    let c = match letter {
        b'0' => '\0',
        b'a' => '\u{7}',
        b'b' => '\u{8}',
        // A backslash before a real tab is the tab.
        b't' | b'\t' => '\t',
        b'n' => '\n',
        b'v' => '\u{B}',
        b'f' => '\u{C}',
        b'r' => '\r',
        b'e' => '\u{1B}',
        // `\/` was added by YAML 1.2, so that JSON is YAML.
        b' ' | b'"' | b'/' | b'\\' => char::from(letter),
        b'N' => '\u{85}',
        b'_' => '\u{A0}',
        b'L' => '\u{2028}',
        b'P' => '\u{2029}',
        b'x' | b'u' | b'U' => return read_code_point(cursor, start, out),
        _ => {
            let found = cursor.char().map_or_else(|| "the end".to_owned(), |c| format!("`\\{c}`"));
            let help = r"write `\\` for a backslash, or use single quotes";
            return Err(Fault::syntax(start, format!("expected an escape of YAML, found {found}"), help));
        }
    };
    cursor.skip();
    out.push(c);
    Ok(())
}

/// Reads the escape of a character by its number; the cursor is on the letter, and `start` is the position of the
/// backslash.
fn read_code_point(cursor: &mut Cursor<'_>, start: usize, out: &mut String) -> ParseResult<()> {
    let length = match cursor.byte(0) {
        b'x' => 2,
        b'u' => 4,
        _ => 8,
    };
    cursor.skip();
    let mut value = 0_u32;
    for _ in 0..length {
        let Some(digit) = char::from(cursor.byte(0)).to_digit(16) else {
            let help = r"write \x41, \u0041 or \U00000041";
            let message =
                format!("expected {length} hexadecimal digits after the escape, found another character");
            return Err(Fault::syntax(cursor.offset(), message, help));
        };
        value = (value << 4) | digit;
        cursor.skip();
    }
    // Unlike JSON, YAML has no pairs of surrogates.
    let Some(c) = char::from_u32(value) else {
        let help = "write a character beyond U+FFFF as one \\U escape, not as a pair of surrogates";
        return Err(Fault::syntax(
            start,
            format!("expected a Unicode character, found the code {value:X}"),
            help,
        ));
    };
    out.push(c);
    Ok(())
}
