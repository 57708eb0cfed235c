//! The choice of names: of tables and types, of columns, and of constraints and indices.
//!
//! Invariant: a name has at most 63 bytes, and no database uses it itself. This module does not know what is named.

use super::words::{MAX_BASE, MAX_BYTES};
use crate::languages::names::{ChosenName, Names, Reason, rename_note, renamed, shortened};
use modelwright_metamodel::diagnostic::Diagnostic;
use std::borrow::Cow;

/// The name of something, and the name that it would have alone.
pub(super) struct NameChoice<'f> {
    pub(super) name: Cow<'f, str>,
    full: &'f str,
    /// Why the name is not the full one; `None` also if that is only too long.
    reason: Option<Reason>,
}

/// Chooses a name: in full, as nearly all are, unless it is too long, a word, or taken. `other_candidate` may be too
/// long, too.
pub(super) fn choose<'f>(
    names: &mut Names,
    full: &'f str,
    other_candidate: impl FnOnce() -> Option<String>,
    is_word: impl Fn(&str) -> bool,
) -> NameChoice<'f> {
    if full.len() <= MAX_BASE && !is_word(full) && names.reserve(full) {
        return NameChoice { name: Cow::Borrowed(full), full, reason: None };
    }
    let plain = shortened(full, MAX_BASE);
    let mut candidates: Vec<String> = other_candidate().into_iter().collect();
    let last_candidate = candidates.last().map_or(full, String::as_str);
    // Numbers and underscores follow a name, so they do not help if databases reserve all names that begin like it.
    if is_word(&format!("{last_candidate}_")) {
        let with_other_beginning = format!("n_{last_candidate}");
        candidates.push(with_other_beginning);
    }
    candidates.iter_mut().for_each(|name| *name = shortened(name, MAX_BASE).into_owned());
    let chosen = names.take(&plain, &candidates, &is_word, |_| false);
    NameChoice { name: Cow::Owned(chosen.name), full, reason: chosen.reason }
}

impl NameChoice<'_> {
    /// The note that an element, which `label` names, does not have its full name; `None` if it has.
    pub(super) fn note(&self, label: impl FnOnce() -> String, database: &str) -> Option<Diagnostic> {
        if self.reason.is_some() {
            let chosen = ChosenName { name: self.name.clone().into_owned(), reason: self.reason };
            return rename_note(label, &chosen, &shortened(self.full, MAX_BASE), database);
        }
        (self.name != self.full).then(|| {
            let reason = format!("names have at most {MAX_BYTES} bytes");
            renamed(&label(), &self.name, database, &reason)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::is_word_of_schema;
    use super::*;

    #[test]
    fn names_with_a_reserved_beginning_get_another_one() {
        let mut names = Names::default();
        let mut name = |full: &str, other: Option<&str>| {
            let other = other.map(str::to_owned);
            choose(&mut names, full, || other, is_word_of_schema).name.into_owned()
        };
        assert_eq!(name("pg_class", None), "n_pg_class");
        assert_eq!(name("pg_class", None), "n_pg_class_2");
        assert_eq!(name("sqlite_x", Some("pg_sqlite_x")), "n_pg_sqlite_x");
        assert_eq!(name("pg_type", Some("shop_pg_type")), "shop_pg_type");
        assert_eq!(name("a_id_seq", None), "a_id_seq_");
        let long = format!("pg_{}", "a".repeat(80));
        assert!(name(&long, None).starts_with("n_pg_aaa"));
    }
}
