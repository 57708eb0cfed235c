//! Formats integers without the cost of the standard library's formatting.

/// Appends a number as Java writes it.
pub(super) fn push_integer(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    push_number(number.unsigned_abs(), out);
}

/// Appends a number without a sign.
pub(super) fn push_number(mut number: u64, out: &mut String) {
    if let Some(digit) = u8::try_from(number).ok().filter(|digit| *digit < 10) {
        out.push(char::from(b'0' + digit));
        return;
    }
    // 2^64 - 1 has 20 digits.
    let mut digits = [b'0'; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + u8::try_from(number % 10).unwrap_or(0);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.push_str(str::from_utf8(&digits[start..]).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::push_integer;

    #[test]
    fn numbers_are_spelled_as_in_other_formats() {
        for number in [0, 7, 10, -1, 99, 100, 1_234_567_890, i64::MAX, i64::MIN] {
            let mut out = String::new();
            push_integer(number, &mut out);
            assert_eq!(out, number.to_string());
        }
    }
}
