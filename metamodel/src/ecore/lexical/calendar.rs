//! Reads and writes dates, times and parts of them like Java's `XMLGregorianCalendar`. The shape of the text determines
//! its parts, regardless of the data type in XML Schema.

/// The parts of a date or time; a part that is not in the text is `None`.
#[derive(Default)]
struct Calendar {
    year: Option<Year>,
    month: Option<u32>,
    day: Option<u32>,
    time: Option<Time>,
    /// Offset in minutes east of UTC.
    zone: Option<i32>,
}

/// A year with any number of digits.
struct Year {
    is_negative: bool,
    digits: String,
}

/// A time of day.
struct Time {
    hour: u32,
    minute: u32,
    second: u32,
    /// The fraction of the second with its dot, or an empty text.
    fraction: String,
}

/// Returns the canonical form, or `None` if the text is not a date, a time or a part of one.
pub(super) fn canonical(text: &str) -> Option<String> {
    // The functions below use positions of bytes as positions of characters.
    if !text.is_ascii() {
        return None;
    }
    let mut remaining = text;
    let mut calendar = Calendar::default();
    for part in shape(text).chars() {
        match part {
            'Y' => calendar.year = Some(year(&mut remaining)?),
            'M' => {
                let month = two_digits(&mut remaining).filter(|month| (1..=12).contains(month))?;
                calendar.month = Some(month);
            }
            'D' => calendar.day = Some(two_digits(&mut remaining).filter(|day| (1..=31).contains(day))?),
            'h' => calendar.time = Some(time(&mut remaining)?),
            'z' => calendar.zone = zone(&mut remaining)?,
            literal => remaining = remaining.strip_prefix(literal)?,
        }
    }
    if !remaining.is_empty() || !calendar.has_day() {
        return None;
    }
    calendar.normalize_end_of_day()?;
    Some(calendar.canonical())
}

/// Returns the name of the XML Schema type that a canonical form belongs to.
pub(super) fn schema_type(canonical: &str) -> &'static str {
    match shape(canonical) {
        "Y-M-DThz" => "dateTime",
        "hz" => "time",
        "---Dz" => "gDay",
        "--Mz" => "gMonth",
        "--M-Dz" => "gMonthDay",
        "Yz" => "gYear",
        "Y-Mz" => "gYearMonth",
        _ => "date",
    }
}

/// Determines the parts of a text: `Y`, `M` and `D` are the year, month and day, `h` is the time, and `z` the optional
/// zone. All other characters are literal.
fn shape(text: &str) -> &'static str {
    let bytes = text.as_bytes();
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    // The tests of Java's `XMLGregorianCalendarImpl`, in its order, because some texts pass several of them.
    if text.contains('T') {
        return "Y-M-DThz";
    }
    if byte(2) == b':' {
        return "hz";
    }
    if text.starts_with("--") {
        // `--05`, `--05Z` and `--05+01:00` are months; `--05-17` is a month with a day.
        let has_zone = byte(4) == b'+' || (byte(4) == b'-' && (byte(5) == b'-' || text.len() == 10));
        return if byte(2) == b'-' {
            "---Dz"
        } else if matches!(text.len(), 4 | 5 | 10) || (text.len() >= 6 && has_zone) {
            "--Mz"
        } else {
            "--M-Dz"
        };
    }
    // The zone, which contains a colon, is excluded, because it may contain a dash as well.
    let zone_start = if text.contains(':') { text.len().saturating_sub(6) } else { text.len() };
    match bytes[..zone_start].iter().skip(1).filter(|byte| **byte == b'-').count() {
        0 => "Yz",
        1 => "Y-Mz",
        _ => "Y-M-Dz",
    }
}

/// Reads a year of at least four digits.
fn year(remaining: &mut &str) -> Option<Year> {
    let (is_negative, unsigned) = match remaining.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, *remaining),
    };
    let count = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let digits = unsigned[..count].trim_start_matches('0').to_owned();
    *remaining = &unsigned[count..];
    // XML Schema 1.0 has no year 0.
    (count >= 4 && !digits.is_empty()).then_some(Year { is_negative, digits })
}

/// Reads a number of two digits.
fn two_digits(remaining: &mut &str) -> Option<u32> {
    let digits = remaining.get(..2).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    *remaining = &remaining[2..];
    digits.parse().ok()
}

/// Reads a time such as `13:20:00.5`.
fn time(remaining: &mut &str) -> Option<Time> {
    let hour = two_digits(remaining).filter(|hour| *hour <= 24)?;
    *remaining = remaining.strip_prefix(':')?;
    let minute = two_digits(remaining).filter(|minute| *minute < 60)?;
    *remaining = remaining.strip_prefix(':')?;
    // Java accepts leap seconds.
    let second = two_digits(remaining).filter(|second| *second <= 60)?;
    let mut fraction = String::new();
    if let Some(tail) = remaining.strip_prefix('.') {
        let count = tail.bytes().take_while(u8::is_ascii_digit).count();
        if count == 0 {
            return None;
        }
        fraction.push_str(&remaining[..=count]);
        *remaining = &tail[count..];
    }
    // Hour 24 is only valid as midnight at the end of a day.
    (hour < 24 || (minute, second) == (0, 0)).then_some(Time { hour, minute, second, fraction })
}

/// Reads an optional zone. The outer `None` means that the zone is invalid.
#[expect(clippy::option_option, reason = "a zone is optional")]
fn zone(remaining: &mut &str) -> Option<Option<i32>> {
    if let Some(tail) = remaining.strip_prefix('Z') {
        *remaining = tail;
        return Some(Some(0));
    }
    let sign = match remaining.bytes().next() {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return Some(None),
    };
    *remaining = &remaining[1..];
    let hours = two_digits(remaining)?;
    *remaining = remaining.strip_prefix(':')?;
    let minutes = i32::try_from(hours * 60 + two_digits(remaining)?).ok()?;
    // XML Schema limits zones to 14 hours.
    (minutes <= 14 * 60).then_some(Some(sign * minutes))
}

impl Year {
    /// Returns the year within its 400-year cycle, which determines the lengths of months.
    fn year_of_cycle(&self) -> u32 {
        // The last four digits determine the year of the cycle, because 10,000 is a multiple of 400.
        let last_digits = &self.digits[self.digits.len().saturating_sub(4)..];
        let year = last_digits.parse::<u32>().unwrap_or(0) % 400;
        if self.is_negative { (400 - year) % 400 } else { year }
    }

    /// Advances to the next year; year -1 is followed by year 1.
    fn next(&mut self) {
        let number: u128 = self.digits.parse().unwrap_or(u128::MAX);
        match (self.is_negative, number) {
            (_, u128::MAX) => {}
            (true, 1) => self.is_negative = false,
            (true, number) => self.digits = (number - 1).to_string(),
            (false, number) => self.digits = (number + 1).to_string(),
        }
    }
}

impl Calendar {
    /// Whether the day exists in the month. Without a year, 29 February is valid.
    fn has_day(&self) -> bool {
        let (Some(month), Some(day)) = (self.month, self.day) else { return true };
        day <= self.days(month)
    }

    /// The number of days of a month.
    fn days(&self, month: u32) -> u32 {
        let year = self.year.as_ref().map_or(0, Year::year_of_cycle);
        // Year 0 of the cycle of 400 years represents the multiples of 400.
        let is_leap_year = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year == 0);
        match month {
            2 if is_leap_year => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    /// Converts hour 24 to midnight of the next day. `None` if the next day is in a year that is not known.
    fn normalize_end_of_day(&mut self) -> Option<()> {
        let Some(time) = self.time.as_mut().filter(|time| time.hour == 24) else { return Some(()) };
        time.hour = 0;
        // A time without a date has no next day.
        let (Some(month), Some(day)) = (self.month, self.day) else { return Some(()) };
        if day < self.days(month) {
            self.day = Some(day + 1);
        } else {
            (self.day, self.month) = (Some(1), Some(month % 12 + 1));
            if month == 12 {
                self.year.as_mut()?.next();
            }
        }
        Some(())
    }

    /// The canonical form.
    fn canonical(&self) -> String {
        use std::fmt::Write as _;
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = match (&self.year, self.month, self.day) {
            (Some(Year { is_negative, digits }), month, day) => {
                let _ = write!(out, "{}{digits:0>4}", if *is_negative { "-" } else { "" });
                [month, day].into_iter().flatten().try_for_each(|part| write!(out, "-{part:02}"))
            }
            (None, Some(month), Some(day)) => write!(out, "--{month:02}-{day:02}"),
            (None, Some(month), None) => write!(out, "--{month:02}"),
            (None, None, Some(day)) => write!(out, "---{day:02}"),
            (None, None, None) => Ok(()),
        };
        if let Some(Time { hour, minute, second, fraction }) = &self.time {
            let separator = if self.year.is_some() { "T" } else { "" };
            let _ = write!(out, "{separator}{hour:02}:{minute:02}:{second:02}{fraction}");
        }
        let _ = match self.zone {
            None => Ok(()),
            Some(0) => write!(out, "Z"),
            Some(zone) => {
                let sign = if zone < 0 { '-' } else { '+' };
                write!(out, "{sign}{:02}:{:02}", zone.abs() / 60, zone.abs() % 60)
            }
        };
        out
    }
}

#[cfg(test)]
mod tests {
    use super::{canonical, schema_type};

    /// Compares the results with Java 17's.
    #[test]
    fn texts_are_read_as_java_does() {
        for (text, expected) in [
            ("2007-01-26", Some("2007-01-26")),
            ("2007-01-26T24:00:00", Some("2007-01-27T00:00:00")),
            ("2007-12-31T24:00:00Z", Some("2008-01-01T00:00:00Z")),
            ("2007-01-26+00:00", Some("2007-01-26Z")),
            ("2007-01-26-05:30", Some("2007-01-26-05:30")),
            ("2007-01-26T10:11:12.50+01:00", Some("2007-01-26T10:11:12.50+01:00")),
            ("2008-02-29", Some("2008-02-29")),
            ("2007-02-29", None),
            ("-0005-01-01", Some("-0005-01-01")),
            ("99999999999-01-01", Some("99999999999-01-01")),
            ("0000-01-01", None),
            ("24:00:00", Some("00:00:00")),
            ("24:00:01", None),
            ("23:59:60", Some("23:59:60")),
            ("10:11", None),
            ("10:11:12.", None),
            ("--02", Some("--02")),
            ("--02-30", None),
            ("--02--", None),
            ("--02+01:00", Some("--02+01:00")),
            ("---31Z", Some("---31Z")),
            ("2007Z", Some("2007Z")),
            ("2007-05+01:00", Some("2007-05+01:00")),
            ("2007-01-26+15:00", None),
            ("2007-1-26", None),
            ("007", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(canonical(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn shapes_have_names() {
        for (text, expected) in [
            ("2007-01-26-05:30", "date"),
            ("-0005-01-01", "date"),
            ("2007-01-26T10:11:12", "dateTime"),
            ("10:11:12-05:30", "time"),
            ("---31-05:30", "gDay"),
            ("--02-05:30", "gMonth"),
            ("--02-03Z", "gMonthDay"),
            ("-2007-05:30", "gYear"),
            ("2007-05-05:30", "gYearMonth"),
        ] {
            assert_eq!(schema_type(text), expected, "{text}");
            assert_eq!(canonical(text).as_deref(), Some(text));
        }
    }
}
