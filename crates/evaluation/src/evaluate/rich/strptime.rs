//! Reads times in the formats of Ruby's `strptime`.
//!
//! Unlike in Ruby, a text does not match if a part of it belongs to no field. The module does not know values of logic.

use super::strftime::{MONTHS, WEEKDAYS};
use modelwright_metamodel::calendar::days_from_civil;

/// The fields of a time that were read from a text.
#[derive(Debug, Default, Clone)]
pub(super) struct TimeFields {
    year: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    hour: Option<i64>,
    minute: Option<i64>,
    second: Option<i64>,
    pub(super) nanoseconds: i64,
    pub(super) zone: Option<String>,
    /// Whether the hour is after noon, if the text contains am or pm.
    is_afternoon: Option<bool>,
    century: Option<i64>,
}

impl TimeFields {
    /// The seconds since the start of 1970 in UTC. A day after the end of the month is a day of the next month.
    pub(super) fn seconds(&self) -> Result<i128, String> {
        let year = self.year.ok_or("the text of a time must have a year")?;
        let (month, day) = (self.month.unwrap_or(1), self.day.unwrap_or(1));
        let (hour, minute) = (self.hour.unwrap_or(0), self.minute.unwrap_or(0));
        let second = self.second.unwrap_or(0);
        // 24:00 is the end of a day, which is the start of the next day.
        if hour == 24 && (minute > 0 || second > 0) {
            return Err("the time is after the end of its day".to_owned());
        }
        let days = i128::from(days_from_civil(year, month, 1)) + i128::from(day) - 1;
        Ok(days * 86_400 + i128::from(hour * 3600 + minute * 60 + second))
    }
}

/// The fields of a text in a format; `None` if the text does not match.
pub(super) fn parse(text: &str, format: &str) -> Option<TimeFields> {
    let mut reader = Reader { remaining: text, fields: TimeFields::default() };
    let depth = 0;
    reader.format(format, depth)?;
    if !reader.remaining.is_empty() {
        return None;
    }
    let fields = &mut reader.fields;
    if let Some(is_afternoon) = fields.is_afternoon {
        // 12 am is midnight, and 12 pm is noon.
        let hour = fields.hour.unwrap_or(0) % 12;
        fields.hour = Some(if is_afternoon { hour + 12 } else { hour });
    }
    if let (Some(century), Some(year)) = (fields.century, fields.year) {
        fields.year = Some(if year < 100 { century * 100 + year } else { year });
    }
    Some(reader.fields)
}

/// Reads the fields of a text.
struct Reader<'t> {
    /// The text that is not read yet.
    remaining: &'t str,
    fields: TimeFields,
}

impl Reader<'_> {
    /// Reads the text of a format; `None` if the text does not match. `depth` is 1 inside a composed field.
    fn format(&mut self, format: &str, depth: u8) -> Option<()> {
        let mut letters = format.chars();
        while let Some(c) = letters.next() {
            if c.is_ascii_whitespace() {
                self.remaining =
                    self.remaining.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\x0B');
                continue;
            }
            if c != '%' {
                self.literal(c)?;
                continue;
            }
            let mut letter = letters.next()?;
            // Flags only affect writing.
            while matches!(letter, '-' | '0' | '^' | '#' | '_' | ':' | 'E' | 'O') {
                letter = letters.next()?;
            }
            let digits_follow = is_followed_by_digits(letters.as_str());
            self.field(letter, digits_follow, depth)?;
        }
        Some(())
    }

    /// Reads a character of the format that is not part of a field; `None` if the text has another one.
    fn literal(&mut self, c: char) -> Option<()> {
        self.remaining = self.remaining.strip_prefix(c)?;
        Some(())
    }

    /// Reads the text of a field of the format; `None` if the text does not match.
    fn field(&mut self, letter: char, digits_follow: bool, depth: u8) -> Option<()> {
        match letter {
            // As in Ruby, a year may have more than four digits, unless the next field also starts with digits.
            'Y' | 'G' => self.fields.year = Some(self.signed(if digits_follow { 4 } else { 9 })?),
            'C' => self.fields.century = Some(self.signed(if digits_follow { 2 } else { 9 })?),
            'y' => {
                let year = self.number(2, 0, 99)?;
                self.fields.year = Some(if self.fields.century.is_some() {
                    year
                } else {
                    // As in POSIX, 69 to 99 are years of the 20th century.
                    year + if year >= 69 { 1900 } else { 2000 }
                });
            }
            'm' => self.fields.month = Some(self.number(2, 1, 12)?),
            'd' | 'e' => {
                self.remaining = self.remaining.strip_prefix(' ').unwrap_or(self.remaining);
                self.fields.day = Some(self.number(2, 1, 31)?);
            }
            'H' | 'k' => {
                self.remaining = self.remaining.strip_prefix(' ').unwrap_or(self.remaining);
                self.fields.hour = Some(self.number(2, 0, 24)?);
            }
            'I' | 'l' => {
                self.remaining = self.remaining.strip_prefix(' ').unwrap_or(self.remaining);
                self.fields.hour = Some(self.number(2, 1, 12)?);
            }
            'M' => self.fields.minute = Some(self.number(2, 0, 59)?),
            // 60, for a leap second.
            'S' => self.fields.second = Some(self.number(2, 0, 60)?),
            'L' => self.fraction(digits_follow.then_some(3))?,
            'N' => self.fraction(digits_follow.then_some(9))?,
            'b' | 'B' | 'h' => self.fields.month = Some(self.name(&MONTHS)? + 1),
            // The weekday follows from the date, so it is only checked for its form.
            'a' | 'A' => drop(self.name(&WEEKDAYS)?),
            'p' | 'P' => self.half_of_day()?,
            'z' | 'Z' => self.zone()?,
            '%' => self.literal('%')?,
            'n' | 't' => {
                self.remaining =
                    self.remaining.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\x0B');
            }
            'j' => drop(self.number(3, 1, 366)?),
            'u' => drop(self.number(1, 1, 7)?),
            'w' => drop(self.number(1, 0, 6)?),
            // The fields inside a composed field are simple, so one level suffices.
            composed_letter if depth == 0 => self.format(composed_format(composed_letter)?, depth + 1)?,
            _ => return None,
        }
        Some(())
    }

    /// The number of digits at the start of the remaining text, up to a maximum.
    fn count_digits(&self, max: usize) -> usize {
        self.remaining.bytes().take(max).take_while(u8::is_ascii_digit).count()
    }

    /// Reads a number with at most `max_digits` digits; `None` if it is not from `min` to `max`.
    fn number(&mut self, max_digits: usize, min: i64, max: i64) -> Option<i64> {
        let (digits, remaining) = self.remaining.split_at(self.count_digits(max_digits));
        let number: i64 = digits.parse().ok()?;
        self.remaining = remaining;
        // Ruby rejects a number that is out of range, instead of reading fewer digits.
        (min..=max).contains(&number).then_some(number)
    }

    /// Reads a number with an optional sign; `None` if there is none.
    fn signed(&mut self, max_digits: usize) -> Option<i64> {
        let is_negative = self.remaining.starts_with('-');
        self.remaining = self.remaining.strip_prefix(['-', '+']).unwrap_or(self.remaining);
        let number = self.number(max_digits, 0, i64::MAX)?;
        Some(if is_negative { -number } else { number })
    }

    /// Reads the digits after the point; only the first nine are used. `None` if there are none.
    fn fraction(&mut self, max_digits: Option<usize>) -> Option<()> {
        let count = self.count_digits(max_digits.unwrap_or(usize::MAX));
        let (digits, remaining) = self.remaining.split_at(count);
        if count == 0 {
            return None;
        }
        self.remaining = remaining;
        // The format results in exactly nine digits: it adds zeros, or cuts off digits.
        self.fields.nanoseconds = format!("{digits:0<9.9}").parse().ok()?;
        Some(())
    }

    /// Reads a name, which may be abbreviated to three letters, and returns its index; `None` if there is none.
    fn name(&mut self, names: &[&str]) -> Option<i64> {
        for (index, name) in names.iter().enumerate() {
            // The full name is tried first, because it starts with the abbreviation.
            for spelling in [*name, &name[..3]] {
                if starts_with_ignoring_case(self.remaining, spelling) {
                    self.remaining = &self.remaining[spelling.len()..];
                    return i64::try_from(index).ok();
                }
            }
        }
        None
    }

    /// Reads `am`, `pm`, `a.m.` or `p.m.`; `None` if the text is another one.
    fn half_of_day(&mut self) -> Option<()> {
        let is_afternoon = match self.remaining.as_bytes().first()?.to_ascii_lowercase() {
            b'a' => false,
            b'p' => true,
            _ => return None,
        };
        let after_letter = &self.remaining[1..];
        let ending = ["m", ".m."].iter().find(|ending| starts_with_ignoring_case(after_letter, ending))?;
        self.remaining = &after_letter[ending.len()..];
        self.fields.is_afternoon = Some(is_afternoon);
        Some(())
    }

    /// Reads a time zone; `None` if there is none.
    fn zone(&mut self) -> Option<()> {
        let length = zone_length(self.remaining)?;
        let (zone, remaining) = self.remaining.split_at(length);
        self.fields.zone = Some(zone.to_owned());
        self.remaining = remaining;
        Some(())
    }
}

/// Whether a text starts with another one, whatever the case of their letters is.
fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|text_start| text_start.eq_ignore_ascii_case(start))
}

/// The length of the time zone at the start of a text, an offset or a name; `None` if there is none.
fn zone_length(text: &str) -> Option<usize> {
    if text.starts_with(['+', '-']) {
        return offset_length(text);
    }
    // `UTC+2` is a name followed by an offset.
    for name in ["gmt", "utc", "ut"] {
        if starts_with_ignoring_case(text, name) && text[name.len()..].starts_with(['+', '-']) {
            return Some(name.len() + offset_length(&text[name.len()..])?);
        }
    }
    zone_name_length(text)
}

/// The length of the offset at the start of a text, such as `+02:00`. The text starts with a sign; `None` if no digit
/// follows it.
fn offset_length(text: &str) -> Option<usize> {
    let count_digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let hour_digits = count_digits(&text[1..]);
    if hour_digits == 0 {
        return None;
    }
    let mut length = 1 + hour_digits;
    // This is Ruby's pattern `[-+]\d+(?:[,.:]\d+(?::\d+)?)?`.
    for separators in [[',', '.', ':'].as_slice(), &[':']] {
        let Some(after_separator) = text[length..].strip_prefix(separators) else { break };
        let digit_count = count_digits(after_separator);
        if digit_count == 0 {
            break;
        }
        length += 1 + digit_count;
    }
    Some(length)
}

/// The length of the name of a time zone at the start of a text, such as `CET` or `Central Standard Time`; `None` if
/// the text does not start with a letter.
fn zone_name_length(text: &str) -> Option<usize> {
    let letter_count = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letter_count == 0 {
        return None;
    }
    for suffix in [" standard time", " daylight time", " dst"] {
        if starts_with_ignoring_case(&text[letter_count..], suffix) {
            return Some(letter_count + suffix.len());
        }
    }
    Some(letter_count)
}

/// Whether the format continues with digits, so that a number before them has its usual width.
fn is_followed_by_digits(format: &str) -> bool {
    let mut letters = format.chars();
    match letters.next() {
        Some(c) if c.is_ascii_digit() => true,
        Some('%') => {
            let letter = letters.find(|c| !matches!(c, 'E' | 'O' | '-' | '_' | '0' | '^' | '#'));
            letter.is_some_and(|c| "CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy0123456789".contains(c))
        }
        _ => false,
    }
}

/// The fields of which a composed field consists; `None` for other letters.
fn composed_format(letter: char) -> Option<&'static str> {
    Some(match letter {
        'F' => "%Y-%m-%d",
        'T' | 'X' => "%H:%M:%S",
        'R' => "%H:%M",
        'r' => "%I:%M:%S %p",
        'D' | 'x' => "%m/%d/%y",
        'c' => "%a %b %e %H:%M:%S %Y",
        'v' => "%e-%b-%Y",
        '+' => "%a %b %e %H:%M:%S %Z %Y",
        _ => return None,
    })
}
