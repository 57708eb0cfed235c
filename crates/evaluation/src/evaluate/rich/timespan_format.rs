//! Reads and writes the formats of time spans, such as `%D-%H:%M:%S`.
//!
//! The largest unit in a format contains the total number of days, hours and so on; smaller units contain the rest. The
//! module does not know values of logic.

use std::ops::RangeInclusive;

/// The formats that are tried by default; the first one is also the format in which a time span is interpolated.
pub(super) const DEFAULTS: &[&str] =
    &["%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"];

/// The number of digits of a fraction of a second in nanoseconds.
const FRACTION_DIGITS: u32 = 9;
/// The maximum width of a field.
const MAX_WIDTH: usize = 10_000;
/// The maximum number of fields and texts between them.
const MAX_SEGMENTS: usize = 100;
/// The maximum number of attempts to divide a text among the segments of a format.
const MAX_ATTEMPTS: u32 = 10_000;

/// The unit of a field, the smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Nanosecond,
    Millisecond,
    Second,
    Minute,
    Hour,
    Day,
}

/// How a field is filled up to its width.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Padding {
    Zero,
    Blank,
    None,
}

/// A part of a format.
#[derive(Debug)]
enum Segment {
    Literal(String),
    Field(Field),
}

/// A number in a format.
#[derive(Debug, Clone, Copy)]
struct Field {
    unit: Unit,
    padding: Padding,
    width: Option<usize>,
    /// Whether the field contains the complete time span, and not only the rest below the next larger unit.
    is_total: bool,
}

/// A format.
#[derive(Debug)]
pub(super) struct Format {
    segments: Vec<Segment>,
}

impl Unit {
    /// The unit with a letter; `None` if there is no such unit.
    fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'D' => Self::Day,
            'H' => Self::Hour,
            'M' => Self::Minute,
            'S' => Self::Second,
            'L' => Self::Millisecond,
            'N' => Self::Nanosecond,
            _ => return None,
        })
    }

    /// The length of the unit in nanoseconds.
    fn nanoseconds(self) -> i128 {
        match self {
            Self::Nanosecond => 1,
            Self::Millisecond => 1_000_000,
            Self::Second => 1_000_000_000,
            Self::Minute => 60_000_000_000,
            Self::Hour => 3_600_000_000_000,
            Self::Day => 86_400_000_000_000,
        }
    }

    /// The number of these units in one of the next larger unit.
    fn modulus(self) -> i128 {
        match self {
            Self::Nanosecond => 1_000_000_000,
            Self::Millisecond => 1000,
            Self::Second | Self::Minute => 60,
            Self::Hour => 24,
            Self::Day => i128::MAX,
        }
    }

    /// The number of digits without an explicit width.
    fn default_width(self) -> usize {
        match self {
            Self::Nanosecond => 9,
            Self::Millisecond => 3,
            Self::Day => 1,
            _ => 2,
        }
    }

    /// Whether the unit is a fraction of a second.
    fn is_fraction(self) -> bool {
        self <= Self::Millisecond
    }
}

impl Format {
    /// Parses a format.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let invalid =
            || format!("'{text}' is not a format of a span; it has fields such as `%D`, `%H`, `%M`, `%S`");
        let mut segments: Vec<Segment> = Vec::new();
        let mut characters = text.chars();
        while let Some(c) = characters.next() {
            if c != '%' {
                append(&mut segments, c);
                continue;
            }
            match directive(&mut characters).ok_or_else(invalid)? {
                Directive::Field(field) => segments.push(Segment::Field(field)),
                Directive::PercentSign => append(&mut segments, '%'),
            }
        }
        if segments.len() > MAX_SEGMENTS {
            return Err(format!("the format of a span may have at most {MAX_SEGMENTS} parts"));
        }
        let units = segments.iter().filter_map(|segment| match segment {
            Segment::Field(field) => Some(field.unit),
            Segment::Literal(_) => None,
        });
        // As in Puppet, days are the largest unit even if they are written after other units.
        let largest_unit = units.max();
        let total_field = segments.iter_mut().find_map(|segment| match segment {
            Segment::Field(field) if Some(field.unit) == largest_unit => Some(field),
            _ => None,
        });
        if let Some(field) = total_field {
            field.is_total = true;
        }
        Ok(Self { segments })
    }

    /// The time span in this format.
    pub(super) fn write(&self, nanoseconds: i128) -> String {
        let magnitude = i128::try_from(nanoseconds.unsigned_abs()).unwrap_or(i128::MAX);
        let mut out = String::from(if nanoseconds < 0 { "-" } else { "" });
        for segment in &self.segments {
            match segment {
                Segment::Literal(text) => out.push_str(text),
                Segment::Field(field) => field.write(magnitude, &mut out),
            }
        }
        out
    }

    /// The nanoseconds of a text in this format; `None` if the text does not match.
    pub(super) fn read(&self, text: &str) -> Result<Option<i128>, String> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let mut lengths = vec![0; self.segments.len()];
        let mut attempts_left = MAX_ATTEMPTS;
        let first_segment = 0;
        if !self.matches(unsigned, first_segment, &mut lengths, &mut attempts_left) {
            return Ok(None);
        }
        let (mut sum, mut remaining) = (0_i128, unsigned);
        for (segment, length) in self.segments.iter().zip(lengths) {
            let (part, after_part) = remaining.split_at(length);
            remaining = after_part;
            if let Segment::Field(field) = segment {
                // Leading blanks may be the padding of the field.
                let digits = part.trim_start();
                if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                    return Ok(None);
                }
                let Some(value) = field.read(digits)? else { return Ok(None) };
                sum = sum.checked_add(value).ok_or_else(super::clock::too_large)?;
            }
        }
        super::clock::checked(Some(if text.starts_with('-') { -sum } else { sum })).map(Some)
    }

    /// Finds the length of the text of each segment from an index on, trying the longest first; returns whether the
    /// text matches.
    fn matches(&self, text: &str, index: usize, lengths: &mut [usize], attempts_left: &mut u32) -> bool {
        // The attempts are limited, because adjacent fields of any width can share digits in exponentially many ways.
        if *attempts_left == 0 {
            return false;
        }
        *attempts_left -= 1;
        let Some(segment) = self.segments.get(index) else { return text.is_empty() };
        match segment {
            Segment::Literal(literal) => text.strip_prefix(literal.as_str()).is_some_and(|remaining| {
                lengths[index] = literal.len();
                self.matches(remaining, index + 1, lengths, attempts_left)
            }),
            Segment::Field(field) => field.lengths(text).rev().any(|length| {
                lengths[index] = length;
                self.matches(&text[length..], index + 1, lengths, attempts_left)
            }),
        }
    }
}

/// Adds a character to the text at the end of a format.
fn append(segments: &mut Vec<Segment>, c: char) {
    match segments.last_mut() {
        Some(Segment::Literal(text)) => text.push(c),
        _ => segments.push(Segment::Literal(String::from(c))),
    }
}

/// What a percent sign in a format denotes.
enum Directive {
    /// `%%`
    PercentSign,
    Field(Field),
}

/// Reads the directive after a percent sign; `None` if it is invalid.
fn directive(characters: &mut std::str::Chars<'_>) -> Option<Directive> {
    let (mut padding, mut width) = (Padding::Zero, None::<usize>);
    let mut is_first = true;
    loop {
        let c = characters.next()?;
        match c {
            // `%%` is a percent sign, even with flags and a width.
            '%' => return Some(Directive::PercentSign),
            '-' if is_first => padding = Padding::None,
            '_' if is_first => padding = Padding::Blank,
            // This flag is the default.
            '0' if is_first => {}
            '0'..='9' => {
                let digit = c.to_digit(10)? as usize;
                let longer_width = width.unwrap_or(0) * 10 + digit;
                if longer_width > MAX_WIDTH {
                    return None;
                }
                width = Some(longer_width);
            }
            _ => {
                let unit = Unit::from_letter(c)?;
                return Some(Directive::Field(Field { unit, padding, width, is_total: false }));
            }
        }
        is_first = false;
    }
}

impl Field {
    /// Writes the field of a span, whose nanoseconds are `magnitude`, without a sign. If the field is not the total of
    /// its unit, it is only the rest below the next larger unit.
    fn write(self, magnitude: i128, out: &mut String) {
        let width = self.width.unwrap_or(self.unit.default_width());
        let mut number = magnitude / self.unit.nanoseconds();
        let digit_count = u32::try_from(width).unwrap_or(u32::MAX);
        if self.unit == Unit::Nanosecond && digit_count < FRACTION_DIGITS {
            // The digits on the right are cut off: `%6N` shows microseconds. Unless the field is the total, only the
            // digits after the seconds remain.
            number = magnitude / 10_i128.pow(FRACTION_DIGITS - digit_count);
            if !self.is_total {
                number %= 10_i128.pow(digit_count);
            }
        } else if !self.is_total {
            number %= self.unit.modulus();
        }
        let mut text = number.to_string();
        let is_fraction_without_zeros =
            self.unit.is_fraction() && !self.is_total && self.padding != Padding::Zero;
        // Zeros at the end are omitted, except for the only digit of 0.
        if is_fraction_without_zeros && number != 0 {
            text.truncate(text.trim_end_matches('0').len());
        }
        let missing = width.saturating_sub(text.len());
        match (self.padding, self.unit.is_fraction()) {
            (Padding::None, _) => out.push_str(&text),
            // Fractions are padded on the right.
            (_, true) => {
                out.push_str(&text);
                out.extend(std::iter::repeat_n(' ', missing));
            }
            (padding, false) => {
                let filler = if padding == Padding::Zero { '0' } else { ' ' };
                out.extend(std::iter::repeat_n(filler, missing));
                out.push_str(&text);
            }
        }
    }

    /// The numbers of bytes that the field may consume from the start of a text; an empty range if it does not match.
    fn lengths(self, text: &str) -> RangeInclusive<usize> {
        let count_digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let digits = count_digits(text);
        let digits_and_blanks =
            || text.bytes().take_while(|b| b.is_ascii_digit() || b.is_ascii_whitespace()).count();
        match (self.width, self.padding) {
            (None, Padding::Blank) if self.is_total => {
                let after_blanks = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
                let blanks = text.len() - after_blanks.len();
                blanks + 1..=blanks + count_digits(after_blanks)
            }
            (None, Padding::Blank) => 1..=digits_and_blanks().min(self.unit.default_width()),
            (None, _) if self.is_total => 1..=digits,
            (None, _) => 1..=digits.min(self.unit.default_width()),
            (Some(width), Padding::None) => 1..=digits.min(width),
            (Some(width), padding) => {
                let available = if padding == Padding::Blank { digits_and_blanks() } else { digits };
                // A padded field consumes exactly its width. If the text is shorter, the range is empty.
                width..=width.min(available)
            }
        }
    }

    /// The nanoseconds that the digits of the field represent; `None` if there are too many digits. The error is a
    /// problem of the format.
    fn read(self, digits: &str) -> Result<Option<i128>, String> {
        let Ok(number) = digits.parse::<i128>() else { return Ok(None) };
        if !self.unit.is_fraction() {
            return Ok(number.checked_mul(self.unit.nanoseconds()));
        }
        if self.is_total {
            return Err(
                "`%L` and `%N` are fractions, which need `%S` or a larger unit before them".to_owned()
            );
        }
        // The first digit of a fraction is tenths, however many digits follow.
        let digit_count = u32::try_from(digits.len()).unwrap_or(u32::MAX);
        let missing_digits = FRACTION_DIGITS.saturating_sub(digit_count);
        Ok(number.checked_mul(10_i128.pow(missing_digits)))
    }
}
