//! Names in a metamodel, made from names in a schema as EMF makes them, and the order in which EMF sorts them.
//!
//! This module does not know schemas.

use std::cmp::Ordering;

/// How the words of a name in the metamodel begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    /// Every word begins in upper case.
    Upper,
    /// Every word but the first begins in upper case, and the first is in lower case.
    Lower,
    /// Every word but the first begins in upper case.
    Unchanged,
}

/// Splits a name into words: at characters that Java does not allow in names, at `separator`, and before upper case:
/// `"order_URLValue"` → `order`, `URL`, `Value`.
pub(super) fn words(name: &str, separator: char) -> Vec<&str> {
    let mut result = Vec::new();
    // The current word: where it and its last character start, and how many characters it has.
    let (mut start, mut last, mut length) = (0, 0, 0);
    let mut was_lower = false;
    for (index, given) in name.char_indices() {
        let is_separator = given == separator || !is_identifier_part(given);
        // A digit continues a word in lower case, and otherwise counts as a capital.
        if is_separator || given.is_uppercase() || (!was_lower && is_digit(given)) {
            if (was_lower && length > 1) || (is_separator && length > 0) {
                result.push(name.get(start..index).unwrap_or_default());
                (start, length) = (index, 0);
            }
            was_lower = false;
        } else {
            if !was_lower && length > 1 {
                // The last capital of several begins the next word: `URLValue` is `URL` and `Value`.
                result.push(name.get(start..last).unwrap_or_default());
                (start, length) = (last, 1);
            }
            was_lower = true;
        }
        if is_separator {
            // A word has no separators, so it is a part of the name.
            start = index + given.len_utf8();
        } else {
            last = index;
            length += 1;
        }
    }
    result.push(name.get(start..).unwrap_or_default());
    result
}

/// A name that Java allows, made of the words of a name.
pub(super) fn valid_name(name: &str, case: Case) -> String {
    let mut result = String::with_capacity(name.len() + 1);
    for word in words(name, '_').into_iter().filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if !result.is_empty() || case == Case::Upper => {
                result.push(to_upper(first));
                result.push_str(letters.as_str());
            }
            _ => result.push_str(word),
        }
    }
    match result.chars().next() {
        None => "_".to_owned(),
        Some(first) if is_digit(first) || !is_identifier_part(first) => format!("_{result}"),
        Some(_) if case == Case::Lower => uncapitalised(&result),
        Some(_) => result,
    }
}

/// The name of a feature: a name that begins in lower case.
pub(super) fn feature_name(name: &str) -> String {
    let mut letters = name.chars();
    match letters.next() {
        Some(first) => {
            let mut lower = String::with_capacity(name.len());
            lower.push(to_lower(first));
            lower + letters.as_str()
        }
        None => String::new(),
    }
}

/// A name whose leading capitals are in lower case, except the last of several, which begins a word: `URLValue` →
/// `urlValue`.
fn uncapitalised(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut capitals = letters.iter().take_while(|letter| to_lower(**letter) != **letter).count();
    if capitals > 1 && letters.get(capitals).is_some_and(|next| !is_digit(*next)) {
        capitals -= 1;
    }
    letters
        .iter()
        .enumerate()
        .map(|(index, letter)| if index < capitals { to_lower(*letter) } else { *letter })
        .collect()
}

/// The name of the package for a namespace: the host backwards, then the path, as in Java:
/// `http://www.example.org/shop` → `org.example.shop`.
pub(super) fn package_name(namespace: &str) -> String {
    let parts = match scheme(namespace) {
        Some((scheme, rest)) if !rest.starts_with('/') => opaque_parts(scheme, without_fragment(rest)),
        Some((_, rest)) => hierarchical_parts(without_fragment(rest)),
        None => hierarchical_parts(without_fragment(namespace)),
    };
    let parts = parts.iter().filter(|part| !part.is_empty()).map(|part| valid_name(part, Case::Lower));
    parts.collect::<Vec<_>>().join(".")
}

/// A URI without its fragment.
fn without_fragment(uri: &str) -> &str {
    uri.split('#').next().unwrap_or(uri)
}

/// The scheme of a URI, and the text after its colon; `None` without a scheme.
fn scheme(uri: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = uri.split_once(':')?;
    // A colon after one of these signs belongs to the path.
    if scheme.is_empty() || scheme.contains(['/', '?', '#']) {
        return None;
    }
    Some((scheme, rest))
}

/// As [`words`], for words that may be changed.
fn owned_words(name: &str, separator: char) -> Vec<String> {
    words(name, separator).into_iter().map(str::to_owned).collect()
}

/// The words of a URI without a path, such as `urn:acme-com:library`.
fn opaque_parts(scheme: &str, rest: &str) -> Vec<String> {
    if !scheme.eq_ignore_ascii_case("urn") {
        return owned_words(rest, '/');
    }
    let Some((first, last)) = rest.split_once(':') else { return owned_words(rest, '/') };
    let mut parts = owned_words(first, '-');
    // `urn:acme-com` is backwards like a host.
    if parts.last().is_some_and(|last| matches!(last.as_str(), "COM" | "com" | "ORG" | "org")) {
        parts.reverse();
        lower_first(&mut parts);
    }
    parts.extend(owned_words(last, '/'));
    parts
}

/// The words of a URI after its scheme: those of the host from the last to the first, and those of the path.
fn hierarchical_parts(rest: &str) -> Vec<String> {
    let rest = rest.split('?').next().unwrap_or(rest);
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let host = host.split(':').next().unwrap_or(host);
    let mut parts = Vec::new();
    if !authority.is_empty() {
        parts = owned_words(host.strip_prefix("www.").unwrap_or(host), '.');
        parts.reverse();
        lower_first(&mut parts);
    }
    parts.extend(owned_words(without_extension(path), '/'));
    parts
}

/// Puts the first part into lower case.
fn lower_first(parts: &mut [String]) {
    if let Some(first) = parts.first_mut() {
        *first = first.to_lowercase();
    }
}

/// A path without the extension of its last segment.
pub(super) fn without_extension(path: &str) -> &str {
    let start = path.rfind('/').map_or(0, |at| at + 1);
    match path.rfind('.') {
        Some(dot) if dot >= start => path.get(..dot).unwrap_or(path),
        _ => path,
    }
}

/// Compares names as Java's collation for English does: first without regard to hyphens, blanks and case, then by the
/// positions of hyphens and blanks, and then by case, with lower case first.
pub(super) fn collate(left: &str, right: &str) -> Ordering {
    /// Compares one property of all characters.
    fn compare_by<T: Ord>(left: &str, right: &str, property: fn(char) -> T) -> Ordering {
        left.chars().map(property).cmp(right.chars().map(property))
    }
    // Equal beginnings are equal in every property.
    let common = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    let common = (0..=common)
        .rev()
        .find(|at| left.is_char_boundary(*at) && right.is_char_boundary(*at))
        .unwrap_or_default();
    let [left, right] = [left, right].map(|name| name.get(common..).unwrap_or_default());
    // Hyphens and blanks have no weight.
    let letters = left.chars().filter_map(letter_weight).cmp(right.chars().filter_map(letter_weight));
    letters
        .then_with(|| compare_by(left, right, |c| letter_weight(c).is_none()))
        .then_with(|| compare_by(left, right, char::is_uppercase))
}

/// The rank of a character in the order of letters; `None` for hyphens and blanks, which matter only if all other
/// characters are equal.
fn letter_weight(letter: char) -> Option<(u8, u32)> {
    /// The signs in their order.
    const SIGNS: &str = "_,;:!?/.`^'\"()[]{}@$*\\&#%+<=>|~";
    // Signs precede digits, and digits precede letters.
    match letter {
        '-' | ' ' => None,
        'a'..='z' | 'A'..='Z' => Some((3, letter.to_ascii_lowercase().into())),
        '0'..='9' => Some((2, letter.into())),
        _ if letter.is_alphabetic() => Some((3, to_lower(letter).into())),
        _ if is_digit(letter) => Some((2, letter.into())),
        _ => {
            let position = SIGNS.find(letter).and_then(|index| u32::try_from(index).ok());
            Some((1, position.unwrap_or(letter.into())))
        }
    }
}

fn is_identifier_part(given: char) -> bool {
    // Java looks at each half of a character outside of the basic plane, and neither is allowed.
    let is_basic = u32::from(given) <= 0xFFFF;
    is_basic && (given.is_alphanumeric() || matches!(given, '_' | '$' | '¢'..='¥' | '€' | '‿' | '⁀'))
}

fn is_digit(given: char) -> bool {
    given.is_numeric() && !given.is_alphabetic()
}

fn to_lower(given: char) -> char {
    given.to_lowercase().next().unwrap_or(given)
}

fn to_upper(given: char) -> char {
    let mut upper = given.to_uppercase();
    // Java changes one character to one; `ß` stays.
    if upper.len() == 1 { upper.next().unwrap_or(given) } else { given }
}
