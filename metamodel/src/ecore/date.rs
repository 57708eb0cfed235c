//! Dates: converts the forms that EMF reads to the form that it writes, always in UTC.
//!
//! EMF ignores an offset with a colon, and reads microseconds as milliseconds. Here both have their usual meaning, and
//! the time zone of the machine is never used.

use crate::calendar::{civil_from_days, days_from_civil, is_leap_year};
use crate::diagnostic::{Diagnostic, codes, shorten};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Returns the canonical form `yyyy-MM-ddTHH:mm:ss.SSS+0000` of a date, or `None` if the text is not a date.
#[must_use]
pub(super) fn canonical(text: &str) -> Option<Cow<'_, str>> {
    if is_canonical(text.as_bytes()) {
        return Some(Cow::Borrowed(text));
    }
    let mut remaining = without_leading_blanks(text);
    let (year_sign, unsigned) = match remaining.strip_prefix('-') {
        Some(unsigned) => (-1, unsigned),
        None => (1, remaining),
    };
    remaining = unsigned;
    // Every number has at most nine digits, so that no sum of days and seconds overflows.
    let year = year_sign * digits(&mut remaining, 1, 9)?;
    let month = number_after(&mut remaining, '-')?;
    let day = number_after(&mut remaining, '-')?;
    // As in EMF, text after a date is ignored if it is not a time.
    let (seconds, millis) = time(remaining).unwrap_or((0, 0));
    // As in Java, numbers that are too large carry over: the 45th of a month is in the next month.
    let (year, month) = (year + (month - 1).div_euclid(12), (month - 1).rem_euclid(12) + 1);
    let days = days_from_civil(year, month, 1) + day - 1;
    let seconds_from_epoch = days.checked_mul(86_400)?.checked_add(seconds)?;
    Some(Cow::Owned(format(seconds_from_epoch, millis)))
}

/// Whether the complete text is a date or a date-time as in RFC 3339 (section 5.6). Seconds, the offset and
/// the colon in the offset are optional, as in the texts that EMF writes; a time without an offset is UTC.
/// Years may have more than four digits or be negative.
#[must_use]
pub fn is_exact(text: &str) -> bool {
    is_canonical(text.as_bytes()) || parse_exact(text).is_some()
}

/// `Some(())` if a text is exact, as [`is_exact`] describes.
fn parse_exact(text: &str) -> Option<()> {
    let mut remaining = text.strip_prefix('-').unwrap_or(text);
    let year = digits(&mut remaining, 4, 9)?;
    let month = two_digits_after(&mut remaining, '-', 1..=12)?;
    let days = match month {
        // The sign of the year is not needed, because a year is a leap year if and only if its negative is.
        2 => 28 + i64::from(is_leap_year(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    two_digits_after(&mut remaining, '-', 1..=days)?;
    if remaining.is_empty() {
        return Some(());
    }
    two_digits_after(&mut remaining, 'T', 0..=23)?;
    two_digits_after(&mut remaining, ':', 0..=59)?;
    if remaining.starts_with(':') {
        two_digits_after(&mut remaining, ':', 0..=59)?;
        fraction(&mut remaining)?;
    }
    match remaining {
        "" | "Z" => Some(()),
        // An offset begins with one of the signs; any other text is rejected as an offset without a sign.
        _ => {
            let sign = if remaining.starts_with('+') { '+' } else { '-' };
            two_digits_after(&mut remaining, sign, 0..=23)?;
            remaining = remaining.strip_prefix(':').unwrap_or(remaining);
            let minutes = two_digits(&mut remaining)?;
            (minutes <= 59 && remaining.is_empty()).then_some(())
        }
    }
}

/// Reads a separator and a number of two digits, which must be in a range.
fn two_digits_after(remaining: &mut &str, separator: char, range: RangeInclusive<i64>) -> Option<i64> {
    *remaining = remaining.strip_prefix(separator)?;
    let number = two_digits(remaining)?;
    range.contains(&number).then_some(number)
}

/// Converts a date in the form of [`canonical`] to RFC 3339: `2026-11-23T10:00:00Z`, with milliseconds unless
/// they are 0. RFC 3339 cannot express years outside 0000 to 9999; these dates are returned unchanged.
#[must_use]
pub fn rfc_3339(canonical: &str) -> Cow<'_, str> {
    // Only a year of four digits without a sign results in this length: `2026-11-23T10:00:00.000`.
    let Some(time) = canonical.strip_suffix("+0000").filter(|time| time.len() == 23) else {
        return Cow::Borrowed(canonical);
    };
    Cow::Owned(format!("{}Z", time.strip_suffix(".000").unwrap_or(time)))
}

/// Whether a date has digits other than 0 after its milliseconds, which are lost when it is read.
pub fn has_lost_digits(text: &str) -> bool {
    let Some((_, fraction)) = text.split_once('.') else { return false };
    let mut digits_after_millis = fraction.bytes().take_while(u8::is_ascii_digit).skip(3);
    digits_after_millis.any(|digit| digit != b'0')
}

/// Creates the warning about a text that is not an exact date, but that EMF reads as one.
pub fn inexact(feature: &str, text: &str, date: &str) -> Diagnostic {
    let quoted_text = shorten(text);
    let message =
        format!("expected a date for {feature}, found `{quoted_text}`, which is read as {}", rfc_3339(date));
    Diagnostic::warning(codes::INEXACT_DATE, message).help(
        "write a date such as 2026-11-23 or 2026-11-23T10:00:00Z, with at most three digits after the second",
    )
}

/// Reads the seconds of the day, in UTC, and the milliseconds; `None` if the text is not a time. Parts after the first
/// invalid one are ignored, as in EMF, which tries shorter and shorter formats.
fn time(text: &str) -> Option<(i64, i64)> {
    let mut remaining = without_leading_blanks(text.strip_prefix('T')?);
    let hour = digits(&mut remaining, 1, 9)?;
    let minute = number_after(&mut remaining, ':')?;
    let Some(second) = number_after(&mut remaining, ':') else { return Some((hour * 3600 + minute * 60, 0)) };
    let seconds = hour * 3600 + minute * 60 + second;
    let Some(millis) = fraction(&mut remaining) else { return Some((seconds, 0)) };
    Some((seconds - offset(&mut remaining).unwrap_or(0), millis))
}

/// Whether a date already has EMF's form, so that no conversion is needed. Only days up to 28 are accepted,
/// because they exist in every month.
fn is_canonical(text: &[u8]) -> bool {
    const SHAPE: &[u8; 28] = b"0000-00-00T00:00:00.000+0000";
    if text.len() != SHAPE.len() {
        return false;
    }
    let mut bytes = text.iter().zip(SHAPE);
    let has_shape =
        bytes.all(|(byte, shape)| if *shape == b'0' { byte.is_ascii_digit() } else { byte == shape });
    // The zeros of the shape match any digits, but the zone must be UTC.
    if !has_shape || !text.ends_with(b"+0000") {
        return false;
    }
    let two_digits_at = |index: usize| (text[index] - b'0') * 10 + (text[index + 1] - b'0');
    let (month, day) = (two_digits_at(5), two_digits_at(8));
    let (hour, minute, second) = (two_digits_at(11), two_digits_at(14), two_digits_at(17));
    (1..=12).contains(&month) && (1..=28).contains(&day) && hour < 24 && minute < 60 && second < 60
}

/// Reads from `min` to `max` decimal digits.
fn digits(remaining: &mut &str, min: usize, max: usize) -> Option<i64> {
    let count = remaining.bytes().take_while(u8::is_ascii_digit).count();
    if count < min || count > max {
        return None;
    }
    let (number, tail) = remaining.split_at(count);
    *remaining = tail;
    number.parse().ok()
}

/// The text without the blanks at its start, which Java ignores before each number.
fn without_leading_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

/// Reads a separator and a number.
fn number_after(remaining: &mut &str, separator: char) -> Option<i64> {
    *remaining = without_leading_blanks(remaining.strip_prefix(separator)?);
    digits(remaining, 1, 9)
}

/// Reads an optional fraction of a second, in milliseconds. Further digits are ignored.
fn fraction(remaining: &mut &str) -> Option<i64> {
    let Some(tail) = remaining.strip_prefix('.') else { return Some(0) };
    let count = tail.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return None;
    }
    *remaining = &tail[count..];
    // Unlike in EMF, which reads all digits as a number of milliseconds, `.006000` is six milliseconds and not six
    // seconds.
    format!("{:0<3}", &tail[..count.min(3)]).parse().ok()
}

/// Reads an optional offset in seconds east of UTC: `Z`, `+hhmm` or `+hh:mm`. Following text is ignored.
fn offset(remaining: &mut &str) -> Option<i64> {
    if remaining.is_empty() {
        return Some(0);
    }
    if *remaining == "Z" {
        *remaining = "";
        return Some(0);
    }
    let sign = match remaining.as_bytes()[0] {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let mut tail = &remaining[1..];
    let hours = two_digits(&mut tail)?;
    // EMF ignores an offset with a colon. It is not ignored here, because RFC 3339 requires the colon.
    tail = tail.strip_prefix(':').unwrap_or(tail);
    let minutes = two_digits(&mut tail)?;
    *remaining = tail;
    Some(sign * (hours * 3600 + minutes * 60))
}

/// Reads two digits. Following text is ignored.
fn two_digits(remaining: &mut &str) -> Option<i64> {
    let (digits, tail) = remaining.split_at_checked(2)?;
    *remaining = tail;
    // `parse` alone would also accept a sign, as in `+5`.
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

/// The canonical form of a point in time, given its seconds from 1970-01-01 on, and its milliseconds.
fn format(seconds_from_epoch: i64, millis: i64) -> String {
    let days = seconds_from_epoch.div_euclid(86_400);
    let second_of_day = seconds_from_epoch.rem_euclid(86_400);
    let (year, month, day) = civil_from_days(days);
    let (hour, minute, second) = (second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
    let mut out = String::with_capacity(28);
    match year {
        0..=9999 => push_padded(&mut out, year, 4),
        // `push_padded` would omit the sign, and the first digits of a longer year.
        _ => out.push_str(&format!("{year:04}")),
    }
    let parts = [
        ('-', month, 2),
        ('-', day, 2),
        ('T', hour, 2),
        (':', minute, 2),
        (':', second, 2),
        ('.', millis, 3),
    ];
    for (separator, number, digits) in parts {
        out.push(separator);
        push_padded(&mut out, number, digits);
    }
    out.push_str("+0000");
    out
}

/// Appends the last digits of a non-negative number. This needs less than half the instructions of the standard
/// library's formatting, which matters because every object may contain a date.
fn push_padded(out: &mut String, number: i64, digits: u32) {
    for place in (0..digits).rev() {
        let digit = u8::try_from(number / 10_i64.pow(place) % 10).unwrap_or(0);
        out.push(char::from(b'0' + digit));
    }
}

#[cfg(test)]
mod tests {
    use super::{canonical, is_exact, rfc_3339};

    #[test]
    fn only_dates_of_the_calendar_are_exact() {
        for exact in [
            "2026-11-23",
            "2024-02-29",
            "2000-02-29",
            "2026-11-23T10:00",
            "2026-11-23T10:00:00Z",
            "2026-11-23T10:00:00.5-08:00",
            "2026-11-23T10:00:00.123+0000",
            "2026-11-23T23:59:59.999999999+14:00",
            "12026-11-23",
            "-2026-11-23",
        ] {
            assert!(is_exact(exact), "{exact}");
        }
        for other in [
            "2026-13-45",
            "2026-02-30",
            "2023-02-29",
            "1900-02-29",
            "2026-00-10",
            "2026-1-1",
            "T25:61",
            "2026-11-23T25:61",
            "2026-11-23 10:00",
            "2026-11-23T10",
            "2026-11-23T10:00:",
            "2026-11-23T10:00:00.",
            "2026-11-23T10:00:00+1",
            "2026-11-23T10:00:00+01:60",
            "2026-11-23T10:00:00Zulu",
            "2026-11-23X",
            "226-11-23",
            "",
        ] {
            assert!(!is_exact(other), "{other}");
        }
    }

    #[test]
    fn dates_are_spelled_as_rfc_3339_has_it() {
        for (canonical, expected) in [
            ("2026-11-23T10:00:00.000+0000", "2026-11-23T10:00:00Z"),
            ("2026-11-23T10:00:00.120+0000", "2026-11-23T10:00:00.120Z"),
            ("12026-11-23T10:00:00.000+0000", "12026-11-23T10:00:00.000+0000"),
        ] {
            assert_eq!(rfc_3339(canonical), expected);
        }
    }

    #[test]
    fn dates_become_utc() {
        for (text, expected) in [
            ("2023-11-14T22:13:20.123+0000", "2023-11-14T22:13:20.123+0000"),
            ("2024-01-02T03:04:05.006+0100", "2024-01-02T02:04:05.006+0000"),
            ("2024-01-02T03:04:05.006+01:00", "2024-01-02T02:04:05.006+0000"),
            ("2024-01-02T03:04:05.006+0100.0", "2024-01-02T02:04:05.006+0000"),
            ("2024-01-02T03:04:05.006+01", "2024-01-02T03:04:05.006+0000"),
            ("2024-01-02T03:04:05.006000+0000", "2024-01-02T03:04:05.006+0000"),
            ("2024-01-02", "2024-01-02T00:00:00.000+0000"),
            ("2024-02-29T00:00", "2024-02-29T00:00:00.000+0000"),
            ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000+0000"),
            ("2024-01-01T00:30:00.000+0100", "2023-12-31T23:30:00.000+0000"),
            ("2024-13-45", "2025-02-14T00:00:00.000+0000"),
            ("2024-00-00T25:61:61", "2023-12-01T02:02:01.000+0000"),
            ("2024-01-02T", "2024-01-02T00:00:00.000+0000"),
            ("2024-01-02T03:04:05.", "2024-01-02T03:04:05.000+0000"),
            ("2024-01-02X", "2024-01-02T00:00:00.000+0000"),
            (" 2024-01-02T03:04:05 ", "2024-01-02T03:04:05.000+0000"),
            ("\t 2024- 1-\t2T 3: 4: 5", "2024-01-02T03:04:05.000+0000"),
            ("0007-01-02T03:04:05.6", "0007-01-02T03:04:05.600+0000"),
            ("12345-01-02", "12345-01-02T00:00:00.000+0000"),
        ] {
            assert_eq!(canonical(text).as_deref(), Some(expected), "{text}");
        }
        for bad in ["garbage", "", "2024", "2024-01", "2024-01-", "T03:04"] {
            assert_eq!(canonical(bad), None, "{bad:?}");
        }
    }
}
