//! Durations such as `-P1Y2M3DT4H5M6.7S`.

/// Returns the canonical form of a duration, or `None` if it is invalid.
pub(super) fn canonical(text: &str) -> Option<String> {
    let (sign, remaining) = text.strip_prefix('-').map_or(("", text), |remaining| ("-", remaining));
    let remaining = remaining.strip_prefix('P')?;
    let (date, time) = match remaining.split_once('T') {
        // XML Schema requires a part after the `T`.
        Some((_, "")) => return None,
        Some((date, time)) => (date, time),
        None => (remaining, ""),
    };
    if date.is_empty() && time.is_empty() {
        return None;
    }
    let mut out = format!("{sign}P");
    push_parts(date, "YMD", &mut out)?;
    if !time.is_empty() {
        out.push('T');
        push_parts(time, "HMS", &mut out)?;
    }
    Some(out)
}

/// Reads numbers, each followed by one of `letters`, in this order, and appends their canonical forms. `None` if the
/// text is invalid.
fn push_parts(mut text: &str, letters: &str, out: &mut String) -> Option<()> {
    let mut remaining_letters = letters;
    while !text.is_empty() {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, letter) = (&text[..end], text[end..].chars().next()?);
        let index = remaining_letters.find(letter)?;
        remaining_letters = &remaining_letters[index + 1..];
        text = &text[end + letter.len_utf8()..];
        out.push_str(&canonical_number(number, letter == 'S')?);
        out.push(letter);
    }
    Some(())
}

/// The canonical form of a number in a duration.
fn canonical_number(number: &str, may_have_fraction: bool) -> Option<String> {
    let (whole, fraction) = match number.split_once('.') {
        Some(parts) if may_have_fraction => parts,
        Some(_) => return None,
        None => (number, ""),
    };
    if whole.is_empty() && fraction.is_empty() || fraction.contains('.') {
        return None;
    }
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        significant => significant,
    };
    Some(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}
