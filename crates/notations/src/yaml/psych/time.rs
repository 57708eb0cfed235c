//! The patterns of dates and times.
//!
//! This module does not know which other patterns take precedence.

use super::scan::{Scan, is_space};
use super::{ReadResult, Rejection};
use crate::calendar::days_from_civil;
use crate::yaml::scalar::{Date, Scalar, Time, Zone};

/// The parts of a timestamp.
struct Timestamp<'a> {
    /// Year, month and day.
    date: (i64, i64, i64),
    /// Hour, minute and second.
    clock: (i64, i64, i64),
    /// The digits after the point.
    fraction: Option<&'a str>,
    zone: ZoneText<'a>,
    /// Whether neither a space nor `T` is between the date and the time of day, but other white space, such as a tab.
    lacks_space: bool,
}

/// The zone of a timestamp, as written.
#[derive(Debug, Clone, Copy)]
enum ZoneText<'a> {
    /// Without a zone.
    Missing,
    /// `Z`.
    Utc,
    /// An offset with its digits, and perhaps a colon.
    Offset { is_negative: bool, digits: &'a str },
}

/// The value of a text that matches the pattern of times; `None` if it does not match. A time that does not exist is a
/// string, because Psych rescues the error.
pub(super) fn match_time(text: &str) -> Option<ReadResult<Scalar>> {
    let timestamp = parse_timestamp(text)?;
    // Psych's pattern accepts a tab, but its parser splits at a space or `T` and then fails.
    if timestamp.lacks_space {
        let message =
            format!("expected a time, found `{text}`: Ruby cannot read a tab between date and time of day");
        return Some(Err(Rejection::Value(message)));
    }
    Some(Ok(match resolve_timestamp(&timestamp) {
        Some(time) => Scalar::Time(time),
        None => Scalar::string(text),
    }))
}

/// Reads a date with a time of day; `None` if Psych's pattern does not match.
fn parse_timestamp(text: &str) -> Option<Timestamp<'_>> {
    let mut scan = Scan::new(text);
    // Psych's pattern allows a negative year, but no `+`.
    let is_negative = scan.take_one_of(b"-").is_some();
    let year = scan.take_number(4, 4)?;
    scan.take_one_of(b"-")?;
    let month = scan.take_number(1, 2)?;
    scan.take_one_of(b"-")?;
    let day = scan.take_number(1, 2)?;
    let gap = match scan.take_one_of(b"tT") {
        Some(_) => "T",
        None => scan.take_run(1, usize::MAX, is_space)?,
    };
    let hour = scan.take_number(1, 2)?;
    scan.take_one_of(b":")?;
    let minute = scan.take_number(2, 2)?;
    scan.take_one_of(b":")?;
    let second = scan.take_number(2, 2)?;
    // A point without digits is allowed, as in Psych's pattern.
    let fraction = if scan.take_one_of(b".").is_some() { scan.take_digits(0, usize::MAX) } else { None };
    let zone = zone(scan)?;
    let date = (if is_negative { -year } else { year }, month, day);
    let lacks_space = !gap.contains([' ', 'T']);
    Some(Timestamp { date, clock: (hour, minute, second), fraction, zone, lacks_space })
}

/// The zone after the time of day; `None` if the text is no zone.
fn zone(mut scan: Scan<'_>) -> Option<ZoneText<'_>> {
    if scan.is_done() {
        return Some(ZoneText::Missing);
    }
    // White space alone does not match, because the pattern requires a zone after it.
    scan.take_run(0, usize::MAX, is_space)?;
    if scan.take_one_of(b"Z").is_some() {
        return scan.is_done().then_some(ZoneText::Utc);
    }
    let is_negative = scan.take_one_of(b"+-")? == b'-';
    let digits = scan.take_run(1, 5, |byte| byte.is_ascii_digit() || byte == b':')?;
    let is_valid = match digits.split_once(':') {
        Some((hours, minutes)) => {
            matches!(hours.len(), 1 | 2) && matches!(minutes.len(), 0 | 2) && !minutes.contains(':')
        }
        None => digits.len() <= 4,
    };
    (scan.is_done() && is_valid).then_some(ZoneText::Offset { is_negative, digits })
}

/// The time of a timestamp; `None` if there is no such time.
fn resolve_timestamp(timestamp: &Timestamp<'_>) -> Option<Time> {
    let (year, month, day) = timestamp.date;
    let (hour, minute, second) = timestamp.clock;
    // `Time.utc` accepts 24:00:00, and 60 as a leap second.
    let last_hour = if minute == 0 && second == 0 { 24 } else { 23 };
    let is_possible = (1..=12).contains(&month)
        // `Time.utc` accepts any day up to 31, and 31 February is 3 March, which `days_from_civil` yields as well.
        && (1..=31).contains(&day)
        && hour <= last_hour
        && minute <= 59
        && second <= 60;
    if !is_possible {
        return None;
    }
    let second_of_day = hour * 3600 + minute * 60 + second;
    let utc = days_from_civil(year, month, day) * 86_400 + second_of_day;
    let nanos = timestamp.fraction.map_or(0, nanoseconds);
    let (seconds, zone) = match timestamp.zone {
        ZoneText::Missing => (utc, Zone::Local),
        ZoneText::Utc => (utc, Zone::Utc),
        ZoneText::Offset { is_negative, digits } => {
            let offset = offset_seconds(is_negative, digits)?;
            (utc - i64::from(offset), Zone::Offset(offset))
        }
    };
    Some(Time { seconds, nanos, zone })
}

/// The nanoseconds of the digits after the point; further digits are dropped.
fn nanoseconds(fraction: &str) -> u32 {
    // A shorter fraction is filled with zeros.
    let nine_digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    let mut nanos = 0;
    for digit in nine_digits {
        nanos = nanos * 10 + u32::from(digit - b'0');
    }
    nanos
}

/// The offset in seconds, `None` if it is a day or more. If the hours are zero, the sign is lost, as in Ruby: `-00:30`
/// is half an hour east.
fn offset_seconds(is_negative: bool, offset: &str) -> Option<i32> {
    let (hours, minutes) = match offset.split_once(':') {
        Some(hours_and_minutes) => hours_and_minutes,
        None => offset.split_at_checked(offset.len().min(2))?,
    };
    let hours: i32 = hours.parse().ok()?;
    let minutes: i32 = if minutes.is_empty() { 0 } else { minutes.parse().ok()? };
    let is_west = is_negative && hours > 0;
    let seconds = hours * 3600 + minutes * 60;
    if seconds >= 86_400 {
        return None;
    }
    Some(if is_west { -seconds } else { seconds })
}

/// Whether a text matches the pattern of dates.
pub(super) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let has_digits =
        parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    has_digits
        && year.len() == 4
        && (month.len() == 1 || (month.len() == 2 && *month <= "12"))
        && (day.len() == 1 || (day.len() == 2 && *day <= "31"))
}

/// The date that a text of this pattern represents, if the calendar contains it.
pub(super) fn date(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let year: i32 = parts.next()?.parse().ok()?;
    let month: u8 = parts.next()?.parse().ok()?;
    let day: u8 = parts.next()?.parse().ok()?;
    let is_gregorian = (year, month, day) >= (1582, 10, 15);
    let is_leap_year = year % 4 == 0 && (!is_gregorian || year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap_year => 29,
        2 => 28,
        1..=12 => 31,
        _ => return None,
    };
    // The ten days of the change to the Gregorian calendar do not exist in Ruby's `Date`.
    let is_skipped = !is_gregorian && (year, month, day) > (1582, 10, 4);
    if day == 0 || day > days || is_skipped { None } else { Some(Date { year, month, day }) }
}
