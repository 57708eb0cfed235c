//! Patterns of integers between two bounds, in decimal digits without leading zeros: keys of maps are strings, which
//! schemas cannot compare as numbers.
//!
//! Invariant: a pattern matches the digits of exactly the integers in its range. This module does not know schemas.

/// The pattern of the integers from `low` to `high`: from 8 to 12, it is `^(?:[8-9]|1[0-2])$`.
pub(super) fn pattern(low: i128, high: i128) -> String {
    let mut alternatives = Vec::new();
    if low < 0 {
        // The order is reversed: of two negative numbers, the larger one has the smaller digits.
        let of_negative = magnitudes(high.min(-1).unsigned_abs(), low.unsigned_abs());
        alternatives.extend(of_negative.into_iter().map(|digits| format!("-{digits}")));
    }
    if high >= 0 {
        alternatives.extend(magnitudes(low.max(0).unsigned_abs(), high.unsigned_abs()));
    }
    // Without the group, the anchors would only apply to the first and the last alternative.
    format!("^(?:{})$", alternatives.join("|"))
}

/// The patterns of the numbers from `low` to `high`: one for all lengths of which every number is in the range, and one
/// each for the shortest and the longest length if only some of their numbers are.
fn magnitudes(low: u128, high: u128) -> Vec<String> {
    if low > high {
        return Vec::new();
    }
    if low == 0 {
        // Zero is the only number that starts with the digit 0, so it does not match the scheme of lengths.
        return [vec!["0".to_owned()], magnitudes(1, high)].concat();
    }
    let (low_digits, high_digits) = (low.to_string().into_bytes(), high.to_string().into_bytes());
    if low_digits.len() == high_digits.len() {
        return vec![same_length(&low_digits, &high_digits)];
    }
    // If a bound is the smallest or largest number of its length, such as 10 or 99, this length needs no
    // pattern of its own.
    let is_from_smallest = low_digits == smallest(low_digits.len());
    let is_to_largest = high_digits == largest(high_digits.len());
    let first_length = if is_from_smallest { low_digits.len() } else { low_digits.len() + 1 };
    let last_length = if is_to_largest { high_digits.len() } else { high_digits.len() - 1 };
    let mut patterns = Vec::new();
    if !is_from_smallest {
        patterns.push(same_length(&low_digits, &largest(low_digits.len())));
    }
    if first_length <= last_length {
        patterns.push(format!("[1-9]{}", any_digits(first_length - 1, last_length - 1)));
    }
    if !is_to_largest {
        patterns.push(same_length(&smallest(high_digits.len()), &high_digits));
    }
    patterns
}

/// The digits of the smallest number with this number of digits: 100 for 3.
fn smallest(length: usize) -> Vec<u8> {
    [b"1".as_slice(), &vec![b'0'; length - 1]].concat()
}

/// The digits of the largest number with this number of digits: 999 for 3.
fn largest(length: usize) -> Vec<u8> {
    vec![b'9'; length]
}

/// The pattern of the numbers from one to another one with the same number of digits: from 10 to 12, it is `1[0-2]`.
fn same_length(low: &[u8], high: &[u8]) -> String {
    let ([first, low_tail @ ..], [last, high_tail @ ..]) = (low, high) else { return String::new() };
    // The recursion removes a digit each time, and the bounds have at most 39.
    let rest_length = low_tail.len();
    let is_smallest = low_tail.iter().all(|digit| *digit == b'0');
    let is_largest = high_tail.iter().all(|digit| *digit == b'9');
    if first == last && !(is_smallest && is_largest) {
        return format!("{}{}", char::from(*first), same_length(low_tail, high_tail));
    }
    // With a first digit between these two, every number is in the range.
    let from = if is_smallest { *first } else { first + 1 };
    let to = if is_largest { *last } else { last - 1 };
    let mut alternatives = Vec::new();
    if !is_smallest {
        alternatives.push(format!(
            "{}{}",
            char::from(*first),
            same_length(low_tail, &vec![b'9'; rest_length])
        ));
    }
    if from <= to {
        alternatives.push(format!("{}{}", digit_class(from, to), any_digits(rest_length, rest_length)));
    }
    if !is_largest {
        alternatives.push(format!(
            "{}{}",
            char::from(*last),
            same_length(&vec![b'0'; rest_length], high_tail)
        ));
    }
    match alternatives.as_slice() {
        [alternative] => alternative.clone(),
        several => format!("(?:{})", several.join("|")),
    }
}

/// The pattern of one digit in a range, such as `[2-5]`.
fn digit_class(from: u8, to: u8) -> String {
    let (from, to) = (char::from(from), char::from(to));
    if from == to { from.to_string() } else { format!("[{from}-{to}]") }
}

/// The pattern of at least `min` and at most `max` digits, such as `[0-9]{2,5}`.
fn any_digits(min: usize, max: usize) -> String {
    match (min, max) {
        (0, 0) => String::new(),
        (1, 1) => "[0-9]".to_owned(),
        (min, max) if min == max => format!("[0-9]{{{min}}}"),
        (min, max) => format!("[0-9]{{{min},{max}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::pattern;
    use jsonschema::Validator;
    use serde_json::json;

    fn matcher(low: i128, high: i128) -> Validator {
        jsonschema::validator_for(&json!({ "pattern": pattern(low, high) })).expect("a pattern")
    }

    #[test]
    fn patterns_match_exactly_the_integers_in_range() {
        let bounds = [-120, -101, -100, -99, -10, -9, -1, 0, 1, 5, 9, 10, 11, 99, 100, 101, 119];
        for low in bounds {
            for high in bounds {
                let matcher = matcher(low, high);
                for number in -122i128..=122 {
                    let is_inside = low <= number && number <= high;
                    let text = json!(number.to_string());
                    assert_eq!(matcher.is_valid(&text), is_inside, "{number} in {low}..={high}");
                }
            }
        }
    }

    #[test]
    fn each_integer_of_64_bits_has_one_spelling() {
        let matcher = matcher(i128::from(i64::MIN), i128::from(i64::MAX));
        for inside in ["9223372036854775807", "-9223372036854775808", "1000000000000000000", "0", "-1"] {
            assert!(matcher.is_valid(&json!(inside)), "{inside}");
        }
        for outside in ["9223372036854775808", "-9223372036854775809", "-0", "00", "+1", "1.0", "", "1e3"] {
            assert!(!matcher.is_valid(&json!(outside)), "{outside}");
        }
    }
}
