//! Classes of characters as defined by Java and XML Schema, from the table in `unicode.txt`.
//!
//! The table has general categories (`Lu`), XML's name characters (`Letter`, `Digit`, `NameChar`) and blocks
//! (`IsGreek`), each as ranges. Invariant: the ranges of a class are in ascending order.

use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Ranges of characters, first and last, in ascending order.
pub type Ranges = Vec<(u32, u32)>;

/// The ranges of each class, by its name; parsed when they are first needed.
fn table() -> &'static FxHashMap<&'static str, Ranges> {
    static TABLE: OnceLock<FxHashMap<&'static str, Ranges>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: FxHashMap<&'static str, Ranges> = FxHashMap::default();
        for line in include_str!("unicode.txt").lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split(' ');
            let ranges = table.entry(words.next().unwrap_or_default()).or_default();
            ranges.extend(words.map(|word| {
                let (first, last) = word.split_once('-').unwrap_or((word, word));
                (code_point(first), code_point(last))
            }));
        }
        table
    })
}

/// The number of a character in hexadecimal notation.
fn code_point(text: &str) -> u32 {
    u32::from_str_radix(text, 16).unwrap_or(0)
}

/// The ranges of a class, or of all general categories if only their first letter is given, such as `L`.
pub fn ranges(class: &str) -> Option<Ranges> {
    if let Some(found) = table().get(class) {
        return Some(found.clone());
    }
    if !matches!(class, "L" | "M" | "N" | "Z" | "C" | "P" | "S") {
        return None;
    }
    let categories = table().iter().filter(|(name, _)| name.len() == 2 && name.starts_with(class));
    let mut ranges: Ranges = categories.flat_map(|(_, ranges)| ranges.iter().copied()).collect();
    // The ranges come from a hash map, so they are not in order.
    ranges.sort_unstable();
    Some(ranges)
}

/// Whether a character is in some ranges.
pub fn contains(ranges: &[(u32, u32)], code: u32) -> bool {
    let index = ranges.partition_point(|(_, last)| *last < code);
    ranges.get(index).is_some_and(|(first, _)| *first <= code)
}

/// Whether a character is in one of some classes.
fn is_in(code: u32, classes: &[&str]) -> bool {
    classes.iter().any(|class| table().get(class).is_some_and(|ranges| contains(ranges, code)))
}

/// Whether an identifier of Java may start with a character.
pub fn is_java_start(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '_' | '$' => true,
        _ if c.is_ascii() => false,
        _ => is_in(u32::from(c), &["Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Sc", "Pc"]),
    }
}

/// Whether an identifier of Java may contain a character after its start.
pub fn is_java_part(c: char) -> bool {
    match c {
        // Java allows the control characters that it ignores in identifiers (`isIdentifierIgnorable`).
        '0'..='9' | '\0'..='\u{8}' | '\u{e}'..='\u{1b}' | '\u{7f}'..='\u{9f}' => true,
        _ => is_java_start(c) || (!c.is_ascii() && is_in(u32::from(c), &["Nd", "Mc", "Mn", "Cf"])),
    }
}

/// Whether a character is white space in Java.
pub fn is_java_space(c: char) -> bool {
    match c {
        '\t'..='\r' | '\u{1c}'..='\u{1f}' | ' ' => true,
        // `Character.isWhitespace` excludes non-breaking spaces.
        '\u{a0}' | '\u{2007}' | '\u{202f}' => false,
        _ => !c.is_ascii() && is_in(u32::from(c), &["Zs", "Zl", "Zp"]),
    }
}

/// Whether a character can be shown unchanged, because it has a glyph or is a space. Controls, line separators and
/// characters that Unicode has not assigned cannot.
#[must_use]
pub fn is_printable(c: char) -> bool {
    match c {
        ' '..='~' => true,
        _ if c.is_ascii() => false,
        _ => {
            const CATEGORIES: [&str; 25] = [
                "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
                "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Cf", "Co",
            ];
            is_in(u32::from(c), &CATEGORIES)
        }
    }
}

/// A text with ASCII digits instead of the digits of other scripts; `None` if there are none, or if the text contains
/// any other character that is not ASCII. Java reads one UTF-16 unit at a time, so it does not recognise digits of two
/// units.
pub fn with_ascii_digits(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let digits = table().get("Nd")?;
    text.chars().map(|c| if c.is_ascii() { Some(c) } else { ascii_digit(digits, c) }).collect()
}

/// The ASCII digit for a digit of one UTF-16 unit; `None` for other characters.
fn ascii_digit(digits: &[(u32, u32)], c: char) -> Option<char> {
    let code = u32::from(c);
    let index = digits.partition_point(|(_, last)| *last < code);
    let (first, _) = digits.get(index).filter(|(first, last)| *first <= code && *last < 0x1_0000)?;
    // Unicode has the digits of each script in a run from zero to nine. A range may contain several runs.
    char::from_digit((code - first) % 10, 10)
}

/// Whether a text is a name in XML without a colon.
#[must_use]
pub fn is_nc_name(text: &str) -> bool {
    // Most names are ASCII, for which no table is needed.
    let mut chars = text.chars();
    chars.next().is_some_and(is_name_start) && chars.all(is_name_part)
}

/// Whether a name of XML can begin with a character.
fn is_name_start(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '_' => true,
        _ => !c.is_ascii() && is_in(u32::from(c), &["Letter"]),
    }
}

/// Whether a name of XML without a colon can continue with a character.
fn is_name_part(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' => true,
        _ => !c.is_ascii() && is_in(u32::from(c), &["NameChar"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_in_order() {
        for (class, ranges) in table() {
            assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0), "{class}");
        }
    }

    #[test]
    fn digits_of_all_scripts_are_read() {
        assert_eq!(with_ascii_digits("-٣٤.१").as_deref(), Some("-34.1"));
        assert_eq!(with_ascii_digits("１2x").as_deref(), Some("12x"));
        for other in ["12", "²", "Ⅷ", "1é", "\u{1d7d1}"] {
            assert_eq!(with_ascii_digits(other), None, "{other}");
        }
        let whole_rows = |(first, last): &(u32, u32)| (last + 1 - first) % 10 == 0;
        assert!(ranges("Nd").unwrap().iter().all(whole_rows));
    }

    #[test]
    fn character_classes_are_those_of_java() {
        assert!(is_java_start('é') && is_java_start('€') && is_java_start('Ⅷ') && !is_java_start('1'));
        assert!(is_java_part('1') && is_java_part('\u{301}') && !is_java_part('-') && !is_java_part(' '));
        assert!(is_java_space('\u{2003}') && !is_java_space('\u{a0}'));
        assert!(is_nc_name("a-b.c") && !is_nc_name("1a") && !is_nc_name("a:b") && !is_nc_name(""));
        assert_eq!(ranges("Nope"), None);
        assert!(contains(&ranges("N").unwrap(), u32::from('٣')));
    }
}
