//! XML Schema's dates, times and durations, as amounts that can be compared.
//!
//! Invariant: amounts are in units of 10⁻¹⁸ seconds. Numbers of more than 12 digits are invalid, and digits of a
//! fraction after the 18th are ignored. A type accepts only its own lexical form, unlike Java's classes, which decide
//! how the metamodel reads such values.

use std::cmp::Ordering;

const SECOND: i128 = 1_000_000_000_000_000_000;
const DAY: i128 = 86_400 * SECOND;

/// The maximum offset of a zone: up to this difference, the order of a time with a zone and one without is unknown.
const MAX_ZONE_OFFSET: i128 = 14 * 3_600 * SECOND;

/// The maximum number of digits of a year, or of a part of a duration or a time, before the point. All sums of such
/// numbers fit into 128 bits.
const MAX_DIGITS: usize = 12;

/// A point in time, or a recurring point in time.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Moment {
    attoseconds: i128,
    is_zoned: bool,
}

/// A duration.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Duration {
    months: i128,
    attoseconds: i128,
}

impl Moment {
    /// Reads a text by its pattern: `Y`, `M`, `D` and `t` are numbers, everything else is literal.
    pub(super) fn parse(pattern: &str, text: &str) -> Option<Self> {
        let mut rest = text;
        // 1972 is a leap year, so that `--02-29`, which has no year, is valid.
        let (mut year, mut month, mut day, mut time) = (1972, 1, 1, 0);
        for part in pattern.chars() {
            match part {
                'Y' => year = read_year(&mut rest)?,
                'M' => month = two_digits(&mut rest, 1..=12)?,
                'D' => day = two_digits(&mut rest, 1..=31)?,
                't' => time = read_time(&mut rest)?,
                literal => rest = rest.strip_prefix(literal)?,
            }
        }
        let zone = read_zone(rest)?;
        // The day is checked after all parts are read, because the number of days depends on the month and the year.
        if day > days_in(year, month) {
            return None;
        }
        let attoseconds = days(year, month, day) * DAY + time - zone.unwrap_or(0);
        Some(Self { attoseconds, is_zoned: zone.is_some() })
    }

    /// The order of two times; `None` if it depends on the unknown zone of one of them.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        if self.is_zoned == other.is_zoned {
            return Some(self.attoseconds.cmp(&other.attoseconds));
        }
        let difference = self.attoseconds - other.attoseconds;
        // A time without a zone may be up to 14 hours off, so if the difference is smaller, the order is unknown
        // (3.2.7.4).
        (difference.abs() > MAX_ZONE_OFFSET).then(|| difference.cmp(&0))
    }

    /// A text that is equal for equal times.
    pub(super) fn key(&self) -> String {
        // A time without a zone never equals a time with a zone.
        format!("{} {}", self.attoseconds, self.is_zoned)
    }
}

impl Duration {
    /// Reads a duration such as `P1Y2M3DT4H5M6.7S`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let rest = rest.strip_prefix('P')?;
        let (date, time) = match rest.split_once('T') {
            // XML Schema Part 2, 3.2.6.1: `T` must be followed by a part of the time.
            Some((_, "")) => return None,
            Some((date, time)) => (date, time),
            None if rest.is_empty() => return None,
            None => (rest, ""),
        };
        let [years, months, days] = parts(date, ['Y', 'M', 'D'])?;
        let [hours, minutes, seconds] = parts(time, ['H', 'M', 'S'])?;
        // Only the seconds may have a fraction.
        if ![years, months, days, hours, minutes].into_iter().all(|part| part % SECOND == 0) {
            return None;
        }
        let attoseconds = days * 86_400 + hours * 3_600 + minutes * 60 + seconds;
        // All parts were read in units of seconds, but months are counted, so they are converted.
        Some(Self { months: sign * (years * 12 + months) / SECOND, attoseconds: sign * attoseconds })
    }

    /// The order of two durations; `None` if it depends on the start.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        // Comparing the durations from these four starts decides for all others (XML Schema Part 2, 3.2.6.2).
        let reference_months = [(1696, 9), (1697, 2), (1903, 3), (1903, 7)];
        let mut orders =
            reference_months.map(|month| after(self, month).cmp(&after(other, month))).into_iter();
        let first = orders.next()?;
        orders.all(|order| order == first).then_some(first)
    }

    pub(super) fn key(&self) -> String {
        format!("{} {}", self.months, self.attoseconds)
    }
}

/// The moment a duration after the start of a month.
fn after(duration: &Duration, (year, month): (i128, i128)) -> i128 {
    let months = year * 12 + month - 1 + duration.months;
    days(months.div_euclid(12), months.rem_euclid(12) + 1, 1) * DAY + duration.attoseconds
}

/// The numbers before these letters; each is optional, but the order is fixed.
fn parts(text: &str, letters: [char; 3]) -> Option<[i128; 3]> {
    let (mut numbers, mut rest, mut next) = ([0; 3], text, 0);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let letter = rest[end..].chars().next()?;
        let index = next + letters[next..].iter().position(|known| *known == letter)?;
        if letter != 'S' && rest[..end].contains('.') {
            return None;
        }
        numbers[index] = seconds(&rest[..end])?;
        next = index + 1;
        rest = &rest[end + 1..];
    }
    Some(numbers)
}

/// A number with an optional fraction, in units of 10⁻¹⁸.
fn seconds(text: &str) -> Option<i128> {
    let (whole, fraction) = match text.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (text, ""),
    };
    if whole.is_empty() || whole.len() > MAX_DIGITS || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let digits = &fraction[..fraction.len().min(18)];
    let fraction: i128 = format!("{digits:0<18}").parse().ok()?;
    Some(whole.parse::<i128>().ok()? * SECOND + fraction)
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// Reads a year, and removes it from the text.
fn read_year(rest: &mut &str) -> Option<i128> {
    let (sign, text) = rest.strip_prefix('-').map_or((1, *rest), |text| (-1, text));
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let digits = &text[..end];
    // Leading zeros are only allowed up to four digits, and XML Schema 1.0 has no year 0.
    let is_padded = digits.len() > 4 && digits.starts_with('0');
    if digits.len() < 4 || digits.len() > MAX_DIGITS || is_padded || digits == "0000" {
        return None;
    }
    *rest = &text[end..];
    Some(sign * digits.parse::<i128>().ok()?)
}

/// Reads a number of two digits in a range, and removes it from the text.
fn two_digits(rest: &mut &str, range: std::ops::RangeInclusive<i128>) -> Option<i128> {
    let digits = rest.get(..2).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    *rest = &rest[2..];
    digits.parse().ok().filter(|number| range.contains(number))
}

/// Reads a time of day, and removes it from the text.
fn read_time(rest: &mut &str) -> Option<i128> {
    let hour = two_digits(rest, 0..=24)?;
    *rest = rest.strip_prefix(':')?;
    let minute = two_digits(rest, 0..=59)?;
    *rest = rest.strip_prefix(':')?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let text = &rest[..end];
    let second = seconds(text).filter(|second| *second < 60 * SECOND)?;
    let has_two_digits = text.split('.').next().is_some_and(|whole| whole.len() == 2);
    *rest = &rest[end..];
    let attoseconds = (hour * 3_600 + minute * 60) * SECOND + second;
    // 24:00:00 is the end of a day; no other time can have the hour 24.
    (has_two_digits && attoseconds <= DAY).then_some(attoseconds)
}

/// The offset of a zone; `Some(None)` without a zone, `None` if it is invalid.
fn read_zone(text: &str) -> Option<Option<i128>> {
    let (sign, mut rest) = match text.chars().next() {
        None => return Some(None),
        Some('Z') => return (text.len() == 1).then_some(Some(0)),
        Some('+') => (1, &text[1..]),
        Some('-') => (-1, &text[1..]),
        Some(_) => return None,
    };
    let hours = two_digits(&mut rest, 0..=14)?;
    rest = rest.strip_prefix(':')?;
    let minutes = two_digits(&mut rest, 0..=59)?;
    let attoseconds = (hours * 3_600 + minutes * 60) * SECOND;
    (rest.is_empty() && attoseconds <= MAX_ZONE_OFFSET).then_some(Some(sign * attoseconds))
}

fn is_leap(year: i128) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

/// The number of days of a month.
fn days_in(year: i128, month: i128) -> i128 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The number of days since a fixed day.
fn days(year: i128, month: i128, day: i128) -> i128 {
    let full_years = year - 1;
    let leap_days = full_years.div_euclid(4) - full_years.div_euclid(100) + full_years.div_euclid(400);
    let days_of_months: i128 = (1..month).map(|month| days_in(year, month)).sum();
    full_years * 365 + leap_days + days_of_months + day
}
