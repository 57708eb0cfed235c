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
    afternoon: Option<bool>,
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
    let mut reader = Reader { rest: text, parsed: TimeFields::default() };
    reader.format(format, 0)?;
    if !reader.rest.is_empty() {
        return None;
    }
    let parsed = &mut reader.parsed;
    if let Some(afternoon) = parsed.afternoon {
        // 12 am is midnight, and 12 pm is noon.
        let hour = parsed.hour.unwrap_or(0) % 12;
        parsed.hour = Some(if afternoon { hour + 12 } else { hour });
    }
    if let (Some(century), Some(year)) = (parsed.century, parsed.year) {
        parsed.year = Some(if year < 100 { century * 100 + year } else { year });
    }
    Some(reader.parsed)
}

struct Reader<'t> {
    rest: &'t str,
    parsed: TimeFields,
}

impl Reader<'_> {
    fn format(&mut self, format: &str, depth: u8) -> Option<()> {
        let mut letters = format.chars();
        while let Some(c) = letters.next() {
            if c.is_ascii_whitespace() {
                self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\x0B');
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
            let digits_follow = followed_by_digits(letters.as_str());
            self.field(letter, digits_follow, depth)?;
        }
        Some(())
    }

    fn literal(&mut self, c: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(c)?;
        Some(())
    }

    /// Reads the text of a field of the format; `None` if the text does not match.
    fn field(&mut self, letter: char, digits_follow: bool, depth: u8) -> Option<()> {
        match letter {
            // As in Ruby, a year may have more than four digits, unless the next field also starts with digits.
            'Y' | 'G' => self.parsed.year = Some(self.signed(if digits_follow { 4 } else { 9 })?),
            'C' => self.parsed.century = Some(self.signed(if digits_follow { 2 } else { 9 })?),
            'y' => {
                let year = self.number(2, 0, 99)?;
                self.parsed.year = Some(if self.parsed.century.is_some() {
                    year
                } else {
                    // As in POSIX, 69 to 99 are years of the 20th century.
                    year + if year >= 69 { 1900 } else { 2000 }
                });
            }
            'm' => self.parsed.month = Some(self.number(2, 1, 12)?),
            'd' | 'e' => {
                self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
                self.parsed.day = Some(self.number(2, 1, 31)?);
            }
            'H' | 'k' => {
                self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
                self.parsed.hour = Some(self.number(2, 0, 24)?);
            }
            'I' | 'l' => {
                self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
                self.parsed.hour = Some(self.number(2, 1, 12)?);
            }
            'M' => self.parsed.minute = Some(self.number(2, 0, 59)?),
            // 60, for a leap second.
            'S' => self.parsed.second = Some(self.number(2, 0, 60)?),
            'L' => self.fraction(digits_follow.then_some(3))?,
            'N' => self.fraction(digits_follow.then_some(9))?,
            'b' | 'B' | 'h' => self.parsed.month = Some(self.name(&MONTHS)? + 1),
            // The weekday follows from the date, so it is only checked for its form.
            'a' | 'A' => drop(self.name(&WEEKDAYS)?),
            'p' | 'P' => self.half_of_day()?,
            'z' | 'Z' => self.zone()?,
            '%' => self.literal('%')?,
            'n' | 't' => {
                self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\x0B');
            }
            'j' => drop(self.number(3, 1, 366)?),
            'u' => drop(self.number(1, 1, 7)?),
            'w' => drop(self.number(1, 0, 6)?),
            // The fields inside a composed field are simple, so one level suffices.
            composed if depth == 0 => self.format(expanded(composed)?, 1)?,
            _ => return None,
        }
        Some(())
    }

    fn digits(&self, max: usize) -> usize {
        self.rest.bytes().take(max).take_while(u8::is_ascii_digit).count()
    }

    fn number(&mut self, max: usize, min: i64, greatest: i64) -> Option<i64> {
        let (digits, rest) = self.rest.split_at(self.digits(max));
        let number: i64 = digits.parse().ok()?;
        self.rest = rest;
        // Ruby rejects a number that is out of range, instead of reading fewer digits.
        (min..=greatest).contains(&number).then_some(number)
    }

    fn signed(&mut self, max: usize) -> Option<i64> {
        let is_negative = self.rest.starts_with('-');
        self.rest = self.rest.strip_prefix(['-', '+']).unwrap_or(self.rest);
        let number = self.number(max, 0, i64::MAX)?;
        Some(if is_negative { -number } else { number })
    }

    /// Digits after the point; only the first nine are used.
    fn fraction(&mut self, max: Option<usize>) -> Option<()> {
        let count = self.digits(max.unwrap_or(usize::MAX));
        let (digits, rest) = self.rest.split_at(count);
        if count == 0 {
            return None;
        }
        self.rest = rest;
        self.parsed.nanoseconds = format!("{digits:0<9.9}").parse().ok()?;
        Some(())
    }

    /// The number of a name, which may be abbreviated to three letters.
    fn name(&mut self, names: &[&str]) -> Option<i64> {
        let starts = |name: &str| self.rest.get(..name.len()).is_some_and(|s| s.eq_ignore_ascii_case(name));
        let (at, length) = names.iter().enumerate().find_map(|(at, name)| {
            // The full name is tried first, because it starts with the abbreviation.
            let whole = starts(name).then_some(name.len());
            whole.or_else(|| starts(&name[..3]).then_some(3)).map(|length| (at, length))
        })?;
        self.rest = &self.rest[length..];
        i64::try_from(at).ok()
    }

    fn half_of_day(&mut self) -> Option<()> {
        let afternoon = match self.rest.as_bytes().first()?.to_ascii_lowercase() {
            b'a' => false,
            b'p' => true,
            _ => return None,
        };
        let length = ["m", ".m."]
            .iter()
            .find(|end| self.rest.get(1..=end.len()).is_some_and(|text| text.eq_ignore_ascii_case(end)))?;
        self.rest = &self.rest[length.len() + 1..];
        self.parsed.afternoon = Some(afternoon);
        Some(())
    }

    fn zone(&mut self) -> Option<()> {
        let length = zone_length(self.rest)?;
        let (zone, rest) = self.rest.split_at(length);
        self.parsed.zone = Some(zone.to_owned());
        self.rest = rest;
        Some(())
    }
}

/// The length of the time zone at the start of a text: an offset, or a name.
fn zone_length(text: &str) -> Option<usize> {
    // `UTC+2` is a name followed by an offset.
    let prefix = ["gmt", "utc", "ut"].iter().find(|name| {
        text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
            && text[name.len()..].starts_with(['+', '-'])
    });
    let start = prefix.map_or(0, |name| name.len());
    if text[start..].starts_with(['+', '-']) {
        let digits = |at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let mut end = start + 1 + digits(start + 1);
        if end == start + 1 {
            return None;
        }
        // This is Ruby's pattern `[-+]\d+(?:[,.:]\d+(?::\d+)?)?`.
        for marks in [[',', '.', ':'].as_slice(), &[':']] {
            let more = if text[end..].starts_with(marks) { digits(end + 1) } else { 0 };
            if more == 0 {
                break;
            }
            end += 1 + more;
        }
        return Some(end);
    }
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let suffix = [" standard time", " daylight time", " dst"].iter().find(|suffix| {
        text.get(letters..letters + suffix.len()).is_some_and(|text| text.eq_ignore_ascii_case(suffix))
    });
    (letters > 0).then(|| letters + suffix.map_or(0, |suffix| suffix.len()))
}

/// Whether the format continues with digits, so that a number before them has its usual width.
fn followed_by_digits(format: &str) -> bool {
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

/// The fields that a composed field consists of.
fn expanded(letter: char) -> Option<&'static str> {
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
