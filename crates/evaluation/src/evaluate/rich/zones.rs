//! Time zones: names and offsets from UTC, in seconds.
//!
//! Only names whose offset does not depend on history are known.

/// Names in lower case, with their offsets in quarters of an hour.
const NAMES: &[(&str, i64)] = &[
    ("utc", 0),
    ("ut", 0),
    ("gmt", 0),
    ("wet", 0),
    ("est", -20),
    ("edt", -16),
    ("cst", -24),
    ("cdt", -20),
    ("mst", -28),
    ("mdt", -24),
    ("pst", -32),
    ("pdt", -28),
    ("akst", -36),
    ("akdt", -32),
    ("hst", -40),
    ("ast", -16),
    ("adt", -12),
    ("bst", 4),
    ("west", 4),
    ("cet", 4),
    ("met", 4),
    ("mez", 4),
    ("cest", 8),
    ("mest", 8),
    ("mesz", 8),
    ("eet", 8),
    ("sast", 8),
    ("eest", 12),
    ("msk", 12),
    ("msd", 16),
    ("ist", 22),
    ("jst", 36),
];

/// The offset of a zone in seconds: a name, a letter, or an offset such as `+02:00`, optionally after `UTC`. `None` if
/// the zone is not known.
pub(super) fn offset(zone: &str) -> Option<i64> {
    let lower = zone.trim().to_ascii_lowercase();
    let daylight_name = lower.strip_suffix(" daylight time").or_else(|| lower.strip_suffix(" dst"));
    let (name, extra) = match daylight_name {
        Some(name) => (name, 3600),
        None => (lower.strip_suffix(" standard time").unwrap_or(&lower), 0),
    };
    if let Some((_, quarter_hours)) = NAMES.iter().find(|(zone_name, _)| *zone_name == name) {
        return Some(quarter_hours * 15 * 60 + extra);
    }
    if let [letter @ b'a'..=b'z'] = name.as_bytes() {
        return military_offset(*letter).map(|hours| hours * 3600 + extra);
    }
    let numeric_offset =
        ["gmt", "utc"].iter().find_map(|prefix| lower.strip_prefix(prefix)).unwrap_or(&lower);
    parse_numeric_offset(numeric_offset)
}

/// The offset in hours of a zone with a single letter in lower case; `None` for other characters.
fn military_offset(letter: u8) -> Option<i64> {
    Some(match letter {
        b'z' => 0,
        // `a` to `i` and `k` to `m` are east of UTC, `n` to `y` are west of it; `j` is not used.
        b'a'..=b'i' => i64::from(letter - b'a') + 1,
        b'k'..=b'm' => i64::from(letter - b'k') + 10,
        b'n'..=b'y' => -i64::from(letter - b'n') - 1,
        _ => return None,
    })
}

/// The offset in seconds that digits after a sign represent: `+2`, `+0230`, `+02:30`, `+02:30:15`. `None` for other
/// texts.
fn parse_numeric_offset(text: &str) -> Option<i64> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits = &text[1..];
    if digits.contains(':') {
        let mut parts = digits.splitn(3, ':');
        let (hours, minutes) = (small_number(parts.next()?)?, small_number(parts.next()?)?);
        let seconds = parts.next().map_or(Some(0), small_number)?;
        return Some(sign * (hours * 3600 + minutes * 60 + seconds));
    }
    if digits.is_empty() || digits.len() > 6 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // If the number of digits is odd, the hours have a single digit.
    let (hours, minutes_and_seconds) = digits.split_at(2 - digits.len() % 2);
    let two_digits = |start: usize| minutes_and_seconds.get(start..start + 2).map_or(Some(0), small_number);
    Some(sign * (small_number(hours)? * 3600 + two_digits(0)? * 60 + two_digits(2)?))
}

/// A number of one or two digits; `None` for other texts.
fn small_number(text: &str) -> Option<i64> {
    let is_valid = !text.is_empty() && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
    if is_valid { text.parse::<i64>().ok() } else { None }
}
