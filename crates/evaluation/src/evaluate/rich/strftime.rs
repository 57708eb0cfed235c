//! Writes times in the formats of Ruby's `strftime`.
//!
//! The module does not know values of logic.

use super::clock::{self, SECOND};
use modelwright_metamodel::calendar::{civil_from_days, days_from_civil, is_leap_year};
use std::fmt::Write as _;

/// The names of the months.
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// The names of the days of the week.
pub(super) const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// The seconds of a day.
const DAY: i128 = 86_400;
/// The maximum width of a field.
const MAX_WIDTH: usize = 1024;

/// A point in time in a zone.
struct Moment {
    year: i64,
    month: i64,
    day: i64,
    /// 0 is January 1.
    day_of_year: i64,
    /// 0 is Sunday.
    weekday: i64,
    hour: i64,
    minute: i64,
    second: i64,
    nanosecond: i64,
    /// The seconds since 1970.
    epoch: i128,
    /// The offset of the zone in seconds; `None` for UTC.
    offset: Option<i64>,
}

/// The days with which weeks may start, as numbers of [`Moment::weekday`].
const SUNDAY: i64 = 0;
const MONDAY: i64 = 1;

impl Moment {
    /// The moment at some nanoseconds since 1970, in the zone with this offset in seconds, or in UTC. `None` if it is
    /// too far from 1970.
    fn new(nanoseconds: i128, offset: Option<i64>) -> Option<Self> {
        let epoch = nanoseconds.div_euclid(SECOND);
        let local_seconds = epoch + i128::from(offset.unwrap_or(0));
        // The limit ensures that the arithmetic of the calendar needs at most 64 bits.
        let days = i64::try_from(local_seconds.div_euclid(DAY)).ok().filter(|days| days.abs() < 1 << 50)?;
        let second_of_day = i64::try_from(local_seconds.rem_euclid(DAY)).ok()?;
        let (year, month, day) = civil_from_days(days);
        Some(Self {
            year,
            month,
            day,
            day_of_year: days - days_from_civil(year, 1, 1),
            // 1970-01-01 was a Thursday.
            weekday: (days + 4).rem_euclid(7),
            hour: second_of_day / 3600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
            nanosecond: i64::try_from(nanoseconds.rem_euclid(SECOND)).ok()?,
            epoch,
            offset,
        })
    }

    /// The week of the year, if weeks start on this day; the first week is the one with the first such day.
    fn week(&self, first_day: i64) -> i64 {
        // The day of the year with which the present week starts; negative if that was in the previous year.
        let start_of_week = self.day_of_year - (self.weekday - first_day).rem_euclid(7);
        // The days 0 to 6 are starts of week 1; a week that started before day 0 is week 0.
        (start_of_week + 7) / 7
    }

    /// The year and the week, as defined by ISO 8601.
    fn iso_week(&self) -> (i64, i64) {
        // The week belongs to the year of its Thursday, which is three days after its Monday. Weeks are counted from 1.
        let days_after_monday = (self.weekday + 6) % 7;
        let week = (self.day_of_year - days_after_monday + 10) / 7;
        if week < 1 {
            (self.year - 1, weeks_in(self.year - 1))
        } else if week > weeks_in(self.year) {
            (self.year + 1, 1)
        } else {
            (self.year, week)
        }
    }
}

/// The number of weeks of a year, as defined by ISO 8601.
fn weeks_in(year: i64) -> i64 {
    // Days of the week are counted from Monday, which is 0.
    const WEDNESDAY: i64 = 2;
    const THURSDAY: i64 = 3;
    // The day from which `days_from_civil` counts was a Thursday.
    let first_weekday = (days_from_civil(year, 1, 1) + 3).rem_euclid(7);
    let has_53_weeks = first_weekday == THURSDAY || (first_weekday == WEDNESDAY && is_leap_year(year));
    if has_53_weeks { 53 } else { 52 }
}

/// The flags and the width of a field.
#[derive(Default, Clone, Copy)]
struct Flags {
    /// The character for padding numbers and texts; `Some('-')` for no padding.
    padding: Option<char>,
    is_upper: bool,
    swaps_case: bool,
    /// The number of colons, which determine the form of an offset.
    colons: usize,
    width: Option<usize>,
}

/// A point in time in a format, for a zone with this offset; `None` for UTC.
pub(super) fn format(nanoseconds: i128, format: &str, offset: Option<i64>) -> Result<String, String> {
    let moment = Moment::new(nanoseconds, offset).ok_or_else(clock::too_large)?;
    let mut out = String::new();
    let mut remaining = format;
    while let Some(start) = remaining.find('%') {
        out.push_str(&remaining[..start]);
        remaining = &remaining[start..];
        let field = parse_field(remaining)?;
        let (field_text, after_field) = remaining.split_at(field.length);
        let is_known = field.letter.is_some_and(|letter| moment.field(letter, field.flags, &mut out));
        // As in Ruby, an unknown field is written unchanged.
        if !is_known {
            out.push_str(field_text);
        }
        remaining = after_field;
    }
    out.push_str(remaining);
    Ok(out)
}

/// A field of a format, such as `%-5d`.
struct FormatField {
    flags: Flags,
    /// `None` if the format ends in a colon, before the letter.
    letter: Option<char>,
    /// The number of bytes of the field.
    length: usize,
}

/// The field at the start of a text.
fn parse_field(text: &str) -> Result<FormatField, String> {
    let mut flags = Flags::default();
    // The first character is the percent sign.
    for (index, c) in text.char_indices().skip(1) {
        match c {
            '-' | '_' if flags.width.is_none() => flags.padding = Some(if c == '_' { ' ' } else { '-' }),
            '0' if flags.width.is_none() => flags.padding = Some('0'),
            '^' => flags.is_upper = true,
            '#' => flags.swaps_case = true,
            ':' => flags.colons += 1,
            // Ruby accepts these flags, but they have no effect.
            'E' | 'O' => {}
            '0'..='9' => {
                let width = flags.width.unwrap_or(0) * 10 + c.to_digit(10).unwrap_or(0) as usize;
                if width > MAX_WIDTH {
                    return Err(format!("a field of a time may have at most {MAX_WIDTH} characters"));
                }
                flags.width = Some(width);
            }
            letter => {
                let length = index + letter.len_utf8();
                return Ok(FormatField { flags, letter: Some(letter), length });
            }
        }
    }
    if text.ends_with(':') {
        return Ok(FormatField { flags, letter: None, length: text.len() });
    }
    Err(format!("the format of a time must not end with '{text}'"))
}

impl Moment {
    /// Writes a field; returns whether its letter is known.
    fn field(&self, letter: char, flags: Flags, out: &mut String) -> bool {
        let number = |n: i64, width: usize, padding: char, out: &mut String| {
            flags.write_number(i128::from(n), width, padding, out);
        };
        let hour12 = if self.hour % 12 == 0 { 12 } else { self.hour % 12 };
        match letter {
            // A minus sign counts as a character of the width.
            'Y' => number(self.year, if self.year < 0 { 5 } else { 4 }, '0', out),
            'C' => number(self.year.div_euclid(100), 2, '0', out),
            'y' => number(self.year.rem_euclid(100), 2, '0', out),
            'm' => number(self.month, 2, '0', out),
            'd' => number(self.day, 2, '0', out),
            'e' => number(self.day, 2, ' ', out),
            'j' => number(self.day_of_year + 1, 3, '0', out),
            'H' => number(self.hour, 2, '0', out),
            'k' => number(self.hour, 2, ' ', out),
            'I' => number(hour12, 2, '0', out),
            'l' => number(hour12, 2, ' ', out),
            'M' => number(self.minute, 2, '0', out),
            'S' => number(self.second, 2, '0', out),
            'u' => number((self.weekday + 6) % 7 + 1, 1, '0', out),
            'w' => number(self.weekday, 1, '0', out),
            'U' => number(self.week(SUNDAY), 2, '0', out),
            'W' => number(self.week(MONDAY), 2, '0', out),
            'V' | 'G' | 'g' => {
                let (year, week) = self.iso_week();
                match letter {
                    'V' => number(week, 2, '0', out),
                    'G' => number(year, 4, '0', out),
                    _ => number(year.rem_euclid(100), 2, '0', out),
                }
            }
            's' => flags.write_number(self.epoch, 1, '0', out),
            'L' => self.fraction(flags.width.unwrap_or(3), out),
            'N' => self.fraction(flags.width.unwrap_or(9), out),
            'z' => self.zone(flags, out),
            _ => return self.text(letter, flags, out),
        }
        true
    }

    /// Writes a field of letters; returns whether its letter is known.
    fn text(&self, letter: char, flags: Flags, out: &mut String) -> bool {
        let month = || MONTHS[usize::try_from(self.month - 1).unwrap_or(0)];
        let weekday = || WEEKDAYS[usize::try_from(self.weekday).unwrap_or(0)];
        let text = match letter {
            'B' => month().to_owned(),
            'b' | 'h' => month()[..3].to_owned(),
            'A' => weekday().to_owned(),
            'a' => weekday()[..3].to_owned(),
            // The flag `#` swaps the case.
            'p' if flags.swaps_case => self.half_of_day().to_owned(),
            'p' => self.half_of_day().to_uppercase(),
            'P' => self.half_of_day().to_owned(),
            'Z' if self.offset.is_none() && flags.swaps_case => "utc".to_owned(),
            'Z' if self.offset.is_none() => "UTC".to_owned(),
            // As in Ruby, a zone that is only an offset has no name.
            'Z' => String::new(),
            'n' => "\n".to_owned(),
            't' => "\t".to_owned(),
            '%' => "%".to_owned(),
            _ => match composed_format(letter) {
                Some(fields) => format(self.nanoseconds(), fields, self.offset).unwrap_or_default(),
                None => return false,
            },
        };
        let is_swapped = flags.swaps_case && matches!(letter, 'A' | 'a' | 'B' | 'b' | 'h');
        flags.write_padded(&if flags.is_upper || is_swapped { text.to_uppercase() } else { text }, out);
        true
    }

    /// The nanoseconds since 1970.
    fn nanoseconds(&self) -> i128 {
        self.epoch * SECOND + i128::from(self.nanosecond)
    }

    /// `am` or `pm`.
    fn half_of_day(&self) -> &'static str {
        if self.hour < 12 { "am" } else { "pm" }
    }

    /// Writes the first digits of the fraction of the second.
    fn fraction(&self, width: usize, out: &mut String) {
        let digits = format!("{:09}", self.nanosecond);
        // Adds zeros on the right, or cuts off digits.
        let _ = write!(out, "{digits:0<width$.width$}");
    }

    /// Writes the offset of the zone: `+0200`, with colons `+02:00` and `+02:00:00`.
    fn zone(&self, flags: Flags, out: &mut String) {
        let offset = self.offset.unwrap_or(0);
        let sign = if offset < 0 { '-' } else { '+' };
        let distance = offset.abs();
        let (hours, minutes, seconds) = (distance / 3600, distance / 60 % 60, distance % 60);
        let after_hours = match flags.colons {
            0 => format!("{minutes:02}"),
            1 => format!(":{minutes:02}"),
            _ => format!(":{minutes:02}:{seconds:02}"),
        };
        // What remains of the width for the hours without their sign.
        let width = flags.width.unwrap_or(0).saturating_sub(after_hours.len() + 1);
        match flags.padding {
            // Blanks precede the sign, zeros follow it. The hours have at least two characters, with the sign three.
            Some(' ') => {
                let signed_hours = format!("{sign}{hours}");
                let _ = write!(out, "{signed_hours:>width$}{after_hours}", width = (width + 1).max(3));
            }
            Some('-') => {
                let _ = write!(out, "{sign}{hours}{after_hours}");
            }
            _ => {
                let _ = write!(out, "{sign}{hours:0width$}{after_hours}", width = width.max(2));
            }
        }
    }
}

/// The fields of which a field consists; `None` if it is not composed of others.
fn composed_format(letter: char) -> Option<&'static str> {
    match letter {
        'F' => Some("%Y-%m-%d"),
        'T' | 'X' => Some("%H:%M:%S"),
        'R' => Some("%H:%M"),
        'r' => Some("%I:%M:%S %p"),
        'D' | 'x' => Some("%m/%d/%y"),
        'c' => Some("%a %b %e %H:%M:%S %Y"),
        'v' => Some("%e-%^b-%Y"),
        _ => None,
    }
}

impl Flags {
    /// Writes a number; the width and the padding of the field take precedence over these default ones.
    fn write_number(self, n: i128, default_width: usize, default_padding: char, out: &mut String) {
        let width = self.width.unwrap_or(default_width);
        match self.padding.unwrap_or(default_padding) {
            // This flag means no padding.
            '-' => {
                let _ = write!(out, "{n}");
            }
            ' ' => {
                let _ = write!(out, "{n:>width$}");
            }
            _ => {
                let _ = write!(out, "{n:0width$}");
            }
        }
    }

    /// Writes a text, padded on the left to the width of the field.
    fn write_padded(self, text: &str, out: &mut String) {
        let missing = self.width.unwrap_or(0).saturating_sub(text.chars().count());
        out.extend(std::iter::repeat_n(if self.padding == Some('0') { '0' } else { ' ' }, missing));
        out.push_str(text);
    }
}
