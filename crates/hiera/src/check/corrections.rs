//! The corrections of problems: the removal of equal entries, and the proof that a corrected text has the values that
//! it must have.
//!
//! Invariant: every offered correction was tried: the corrected text was read again, and has the same values in the
//! same order. Only a correction that is marked as changing answers may replace a value by a string: a value that Hiera
//! answers with nil, or a key that no lookup can find.

use super::site::{Site, SiteFile};
use crate::store::{RubyKind, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Fix, Source, codes};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The maximum number of corrections of one file that are tried one by one. This is needed only if they are invalid
/// together.
const MAX_TRIED_CORRECTIONS: usize = 50;

/// A text as a string in single quotes; `None` if it is not written as a plain scalar.
pub(super) fn quoted(text: &str) -> Option<String> {
    let is_plain = !text.is_empty() && !text.starts_with(['!', '&', '*', '"', '\'', '|', '>', '[', '{', '?']);
    is_plain.then(|| format!("'{}'", text.replace('\'', "''")))
}

/// If a problem is that a key occurs twice in a map, and both entries are the same, offers to remove the second one.
pub(super) fn offer_removal(problem: &mut Diagnostic) {
    // The problem is at the second key, and its other label is at the first one.
    let [second, first, ..] = problem.labels.as_slice() else { return };
    if problem.code != codes::DUPLICATE_KEY {
        return;
    }
    let (source, text) = (&second.source, second.source.text());
    let (first_entry, second_entry) =
        (entry_range(source, first.range.start), entry_range(source, second.range.start));
    let value_text =
        |key: &Range<usize>, entry_end| text.get(key.end..entry_end).unwrap_or_default().trim_end();
    let first_value = value_text(&first.range, first_entry.end);
    let second_value = value_text(&second.range, second_entry.end);
    let line_start = text[..second.range.start].rfind('\n').map_or(0, |line_break| line_break + 1);
    let is_first_on_line = text[line_start..second.range.start].trim().is_empty();
    // An entry with an anchor or an alias is not removed, because this could change what other aliases mean. An entry
    // with a comment is not removed either.
    if first_value == second_value && is_first_on_line && !second_value.contains(['&', '*', '#']) {
        problem.fix = Some(Fix::new(source, line_start..second_entry.end, ""));
    }
}

/// The lines of an entry, from its key up to the next line that is not indented further.
fn entry_range(source: &Source, key: usize) -> Range<usize> {
    let text = source.text();
    let indent = key - text[..key].rfind('\n').map_or(0, |line_break| line_break + 1);
    let mut end = key;
    for (number, line) in text[key..].split_inclusive('\n').enumerate() {
        let content = line.trim_start_matches(' ');
        let line_indent = line.len() - content.len();
        // YAML allows a list to have the same indentation as its key.
        let is_inside = line_indent > indent || (line_indent == indent && content.starts_with("- "));
        if number > 0 && (!is_inside || content.trim().is_empty() || content.starts_with('#')) {
            break;
        }
        end += line.len();
    }
    key..end
}

/// Removes the corrections with which a file would not have the values that it must have.
pub(super) fn keep_valid(site: &Site<'_>, problems: &mut Diagnostics) {
    let mut indices_by_file: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    let mut list: Vec<&mut Diagnostic> = problems.iter_mut().collect();
    for (index, problem) in list.iter().enumerate() {
        if let Some(edit) = problem.fix.as_ref().and_then(|fix| fix.edits.first()) {
            indices_by_file.entry(edit.source.name().to_owned()).or_default().push(index);
        }
    }
    for file in &site.files {
        let Some(indices) = indices_by_file.get(file.source.name()) else { continue };
        let are_valid = |indices: &[usize], list: &[&mut Diagnostic]| {
            let fixes: Vec<&Fix> = indices.iter().filter_map(|index| list[*index].fix.as_ref()).collect();
            is_valid(site, file, &fixes)
        };
        // Usually all corrections are valid together, so that the file is read only once.
        if are_valid(indices, &list) {
            continue;
        }
        // Each test reads the file again, so only some corrections are tried one by one. The others are removed.
        let tried = &indices[..indices.len().min(MAX_TRIED_CORRECTIONS)];
        let valid: Vec<usize> = tried.iter().copied().filter(|index| are_valid(&[*index], &list)).collect();
        let are_valid_together = are_valid(&valid, &list);
        for index in indices {
            if !are_valid_together || !valid.contains(index) {
                list[*index].fix = None;
            }
        }
    }
}

/// Whether a file has the expected values after all corrections, and also after only those that do not change answers.
fn is_valid(site: &Site<'_>, file: &SiteFile<'_>, fixes: &[&Fix]) -> bool {
    let before = file.data.to_value(file.data.root());
    // The corrections that change answers are left out at first.
    [false, true].into_iter().all(|may_change| {
        let fixes = fixes.iter().copied().filter(|fix| may_change || !fix.changes_meaning);
        let (text, _) = Fix::apply(fixes, &file.source);
        let source = Source::new(file.source.name(), text);
        let after = site.hierarchy.read_again(file.index, &source);
        after.is_some_and(|after| is_expected(&before, &after.to_value(after.root()), may_change))
    })
}

/// Whether `after`, a value of a corrected file, is the same as `before`. If answers may change, a string may also
/// replace a value of a Ruby type.
fn is_expected(before: &Value, after: &Value, may_change: bool) -> bool {
    let is_part_expected = |before: &Value, after: &Value| is_expected(before, after, may_change);
    match (before, after) {
        (Value::Ruby(kind, _), Value::Text(_)) if may_change && *kind != RubyKind::Bytes => true,
        (Value::Array(before), Value::Array(after)) => {
            before.len() == after.len()
                && before.iter().zip(after).all(|(before, after)| is_part_expected(before, after))
        }
        (Value::Hash(before), Value::Hash(after)) => {
            before.len() == after.len()
                && before.iter().zip(after).all(|((old_key, before), (new_key, after))| {
                    let became_text =
                        may_change && old_key.as_text().is_none() && new_key.as_text().is_some();
                    (old_key == new_key || became_text) && is_part_expected(before, after)
                })
        }
        // Bits are compared, so that NaN equals itself and 0.0 does not equal -0.0.
        (Value::Float(before), Value::Float(after)) => before.to_bits() == after.to_bits(),
        (before, after) => before == after,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_ends_before_other_content() {
        for (text, key, expected) in [
            ("a: 1\nb: 2\n", 0, "a: 1\n"),
            ("a:\n- 1\n- 2\nb: 2\n", 0, "a:\n- 1\n- 2\n"),
            ("a:\n  b: 1\n\n  c: 2\n", 0, "a:\n  b: 1\n"),
            ("x:\n  a: |\n    t\n  b: 2", 5, "a: |\n    t\n"),
            ("- a: 1\n  b: 2\n- c", 2, "a: 1\n"),
        ] {
            assert_eq!(&text[entry_range(&Source::new("a.yaml", text), key)], expected, "{text:?}");
        }
    }

    #[test]
    fn only_plain_scalars_are_quoted() {
        assert_eq!(quoted("2026-01-01").as_deref(), Some("'2026-01-01'"));
        assert_eq!(quoted(":it's").as_deref(), Some("':it''s'"));
        for text in ["", "!ruby/regexp /x/", "&a :b", "*a"] {
            assert_eq!(quoted(text), None, "{text}");
        }
    }
}
