//! Reads and writes the formats of time spans, such as `%D-%H:%M:%S`.
//!
//! The largest unit in a format contains the total number of days, hours and so on; smaller units contain the rest. The
//! module does not know values of logic.

/// The formats that are tried by default; the first one is also the format of its text.
pub(super) const DEFAULTS: &[&str] =
    &["%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"];

/// The maximum width of a field.
const WIDEST: usize = 10_000;
/// The maximum number of fields and texts between them.
const MAX_SEGMENTS: usize = 100;

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

#[derive(Debug)]
enum Segment {
    Literal(String),
    Field(Field),
}

#[derive(Debug, Clone, Copy)]
struct Field {
    unit: Unit,
    padding: Padding,
    width: Option<usize>,
    /// Whether it contains the complete time span.
    is_total: bool,
}

/// A format.
#[derive(Debug)]
pub(super) struct Format {
    segments: Vec<Segment>,
}

impl Unit {
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

    fn default_width(self) -> usize {
        match self {
            Self::Nanosecond => 9,
            Self::Millisecond => 3,
            Self::Day => 1,
            _ => 2,
        }
    }

    fn is_fraction(self) -> bool {
        self <= Self::Millisecond
    }
}

impl Format {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("'{text}' is not a format of a span; it has fields such as `%D`, `%H`, `%M`, `%S`");
        let mut segments: Vec<Segment> = Vec::new();
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            if c != '%' {
                append(&mut segments, c);
                continue;
            }
            match field(&mut rest).ok_or_else(wrong)? {
                Some(field) => segments.push(Segment::Field(field)),
                None => append(&mut segments, '%'),
            }
        }
        if segments.len() > MAX_SEGMENTS {
            return Err(format!("the format of a span may have at most {MAX_SEGMENTS} parts"));
        }
        let fields =
            segments.iter().filter_map(|s| if let Segment::Field(f) = s { Some(f.unit) } else { None });
        // As in Puppet, days are the largest unit even if they are written after other units.
        let largest = fields.max();
        let first = segments.iter_mut().find_map(|segment| match segment {
            Segment::Field(field) if Some(field.unit) == largest => Some(field),
            _ => None,
        });
        if let Some(field) = first {
            field.is_total = true;
        }
        Ok(Self { segments })
    }

    /// The time span in this format.
    pub(super) fn write(&self, nanoseconds: i128) -> String {
        let size = i128::try_from(nanoseconds.unsigned_abs()).unwrap_or(i128::MAX);
        let mut out = String::from(if nanoseconds < 0 { "-" } else { "" });
        for segment in &self.segments {
            match segment {
                Segment::Literal(text) => out.push_str(text),
                Segment::Field(field) => field.write(size, &mut out),
            }
        }
        out
    }

    /// The nanoseconds of a text in this format; `None` if the text does not match.
    pub(super) fn read(&self, text: &str) -> Result<Option<i128>, String> {
        let start = text.strip_prefix('-').unwrap_or(text);
        let mut lengths = vec![0; self.segments.len()];
        if !self.matches(start, 0, &mut lengths, &mut 10_000) {
            return Ok(None);
        }
        let (mut sum, mut rest) = (0_i128, start);
        for (segment, length) in self.segments.iter().zip(lengths) {
            let (part, after) = rest.split_at(length);
            rest = after;
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

    /// Finds the length of each segment's text, trying the longest first; returns whether the text matches. `fuel`
    /// limits the attempts.
    fn matches(&self, text: &str, at: usize, lengths: &mut [usize], fuel: &mut u32) -> bool {
        // The attempts are limited, because adjacent fields of any width can share digits in exponentially many ways.
        if *fuel == 0 {
            return false;
        }
        *fuel -= 1;
        let Some(segment) = self.segments.get(at) else { return text.is_empty() };
        match segment {
            Segment::Literal(literal) => text.strip_prefix(literal.as_str()).is_some_and(|rest| {
                lengths[at] = literal.len();
                self.matches(rest, at + 1, lengths, fuel)
            }),
            Segment::Field(field) => {
                let (min, max) = field.lengths(text);
                (min..=max).rev().any(|length| {
                    lengths[at] = length;
                    self.matches(&text[length..], at + 1, lengths, fuel)
                })
            }
        }
    }
}

fn append(segments: &mut Vec<Segment>, c: char) {
    match segments.last_mut() {
        Some(Segment::Literal(text)) => text.push(c),
        _ => segments.push(Segment::Literal(String::from(c))),
    }
}

/// The field after a percent sign; `Some(None)` for a second percent sign.
#[expect(clippy::option_option, reason = "invalid, a percent sign, or a field")]
fn field(rest: &mut std::str::Chars<'_>) -> Option<Option<Field>> {
    let (mut padding, mut width, mut is_first) = (Padding::Zero, None::<usize>, true);
    loop {
        let c = rest.next()?;
        match c {
            // `%%` is a percent sign, even with flags and a width.
            '%' => return Some(None),
            '-' if is_first => padding = Padding::None,
            '_' if is_first => padding = Padding::Blank,
            '0' if is_first => {}
            '0'..='9' => {
                let digit = c.to_digit(10)? as usize;
                width = Some(width.unwrap_or(0) * 10 + digit).filter(|width| *width <= WIDEST);
                width?;
            }
            _ => {
                let unit = Unit::from_letter(c)?;
                return Some(Some(Field { unit, padding, width, is_total: false }));
            }
        }
        is_first = false;
    }
}

impl Field {
    /// Appends the field of a span.
    fn write(self, size: i128, out: &mut String) {
        let width = self.width.unwrap_or(self.unit.default_width());
        let mut number = size / self.unit.nanoseconds();
        if self.unit == Unit::Nanosecond && width < 9 {
            // The digits on the right are cut off: `%6N` shows microseconds.
            number = size / 10_i128.pow(9 - u32::try_from(width).unwrap_or(0));
            if !self.is_total {
                number %= 10_i128.pow(u32::try_from(width).unwrap_or(0));
            }
        } else if !self.is_total {
            number %= self.unit.modulus();
        }
        let mut text = number.to_string();
        if self.unit.is_fraction() && !self.is_total && self.padding != Padding::Zero && number != 0 {
            text.truncate(text.trim_end_matches('0').len());
        }
        let fill = width.saturating_sub(text.len());
        match (self.padding, self.unit.is_fraction()) {
            (Padding::None, _) => out.push_str(&text),
            // Fractions are padded on the right.
            (_, true) => {
                out.push_str(&text);
                out.extend(std::iter::repeat_n(' ', fill));
            }
            (padding, false) => {
                let filler = if padding == Padding::Zero { '0' } else { ' ' };
                out.extend(std::iter::repeat_n(filler, fill));
                out.push_str(&text);
            }
        }
    }

    /// The minimum and maximum number of bytes that the field may consume from a text; an empty range if it does not
    /// match.
    fn lengths(self, text: &str) -> (usize, usize) {
        let count = |blanks: bool| {
            text.bytes().take_while(|b| b.is_ascii_digit() || blanks && b.is_ascii_whitespace()).count()
        };
        match (self.width, self.padding) {
            (None, Padding::Blank) if self.is_total => {
                let blanks = text.len() - text.trim_start_matches(|c: char| c.is_ascii_whitespace()).len();
                (blanks + 1, blanks + text[blanks..].bytes().take_while(u8::is_ascii_digit).count())
            }
            (None, Padding::Blank) => (1, count(true).min(self.unit.default_width())),
            (None, _) if self.is_total => (1, count(false)),
            (None, _) => (1, count(false).min(self.unit.default_width())),
            (Some(width), Padding::None) => (1, count(false).min(width)),
            (Some(width), padding) => {
                let run = count(padding == Padding::Blank);
                // A padded field consumes exactly its width.
                if run >= width { (width, width) } else { (1, 0) }
            }
        }
    }

    /// The nanoseconds of digits; `None` if there are too many digits.
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
        let missing = 9_u32.saturating_sub(u32::try_from(digits.len()).unwrap_or(9));
        Ok(number.checked_mul(10_i128.pow(missing)))
    }
}
