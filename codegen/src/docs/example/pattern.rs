//! A text that matches a regular expression.
//!
//! Invariant: the length of the text is bounded. Assertions are assumed to hold, so the text may not match: callers
//! check it.

use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind};

/// The greatest number of characters.
const MAX_LENGTH: usize = 200;

/// A short text that a regular expression probably matches; `None` if it cannot be parsed, or if the text would be too
/// long.
pub(super) fn sample(pattern: &str) -> Option<String> {
    let hir = regex_syntax::parse(pattern).ok()?;
    let mut text = String::new();
    push_match(&hir, &mut text)?;
    Some(text)
}

/// Appends a text that an expression matches; `None` if there is none, or if it is too long. The parser limits how deep
/// expressions are nested.
fn push_match(hir: &Hir, text: &mut String) -> Option<()> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(character(class)?),
        HirKind::Repetition(repetition) => {
            // One repetition is more instructive than none where both are possible.
            let count = repetition.min.max(1).min(repetition.max.unwrap_or(u32::MAX));
            for _ in 0..count {
                push_match(&repetition.sub, text)?;
                if text.chars().count() > MAX_LENGTH {
                    return None;
                }
            }
        }
        HirKind::Capture(capture) => push_match(&capture.sub, text)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| push_match(part, text))?,
        HirKind::Alternation(parts) => push_match(parts.first()?, text)?,
    }
    Some(())
}

/// A character of a class: a letter or a digit if there is one.
fn character(class: &Class) -> Option<char> {
    let Class::Unicode(class) = class else { return None };
    let frequent = ['a', 'A', '1', '0'].into_iter().find(|c| contains(class, *c));
    if frequent.is_some() {
        return frequent;
    }
    let mut range_starts = class.ranges().iter().map(|range| range.start());
    let printable = range_starts.clone().find(|c| (' '..='~').contains(c));
    printable.or_else(|| range_starts.next())
}

/// Whether a class has a character.
fn contains(class: &ClassUnicode, c: char) -> bool {
    class.ranges().iter().any(|range| range.start() <= c && c <= range.end())
}

#[cfg(test)]
mod tests {
    use super::sample;

    #[test]
    fn a_text_matches() {
        let patterns = ["^[a-z]{3}-\\d+$", "(red|green)", "^(?:[A-Z]\\.?){2}", "[^\\x00-\\x7f]", ""];
        let texts = patterns.map(|pattern| sample(pattern).unwrap_or_default());
        assert_eq!(texts, ["aaa-1", "red", "A.A.", "\u{80}", ""]);
        assert_eq!((sample("["), sample("(a{100}){100}")), (None, None));
    }
}
