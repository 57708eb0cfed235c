//! The width of texts in the sans-serif fonts that drawings ask viewers to use.
//!
//! The numbers are the advance widths of Helvetica, which Arial, Liberation Sans and Nimbus Sans share. The widths of
//! other characters are estimates, which are too wide rather than too narrow. This module draws nothing.

/// The widths of the characters from space to tilde, in thousandths of the size of the font.
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, // space to /
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, // 0 to ?
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, // @ to O
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, // P to _
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, // ` to o
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584, // p to ~
];

/// The widths of the same characters in the bold font.
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, //
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, //
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, //
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, //
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, //
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584, //
];

/// The width of a text in a regular font of a size.
pub(super) fn regular(text: &str, size: f64) -> f64 {
    width(text, size, &REGULAR)
}

/// The width of a text in a bold font of a size.
pub(super) fn bold(text: &str, size: f64) -> f64 {
    width(text, size, &BOLD)
}

/// The width of a text in a font of a size.
fn width(text: &str, size: f64, table: &[u16; 95]) -> f64 {
    let thousandths: u32 = text.chars().map(|c| u32::from(character_width(c, table))).sum();
    f64::from(thousandths) * size / 1000.0
}

/// The width of a character, in thousandths of the size of the font.
fn character_width(c: char, table: &[u16; 95]) -> u16 {
    match u32::from(c) {
        code @ 0x20..=0x7e => table[code as usize - 0x20],
        // Letters with accents, Greek, Cyrillic and others of about the width of capitals.
        0xa0..=0x24f => 611,
        0x250..=0x10ff => 722,
        0x2026 => 1000,
        0x2010..=0x2027 | 0x2030..=0x205e => 722,
        // East Asian characters and symbols such as emoji are squares.
        _ => 1000,
    }
}

#[cfg(test)]
mod tests {
    use super::{bold, regular};

    #[test]
    fn widths_are_those_of_helvetica() {
        assert!((regular("Library", 10.0) - 30.56).abs() < 0.01, "{}", regular("Library", 10.0));
        assert!(bold("Library", 10.0) > regular("Library", 10.0));
        assert!((regular("日本", 10.0) - 20.0).abs() < 0.01);
    }
}
