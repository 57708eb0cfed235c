//! Changes the interpolations of a text so that Puppet gives the answer that Ruby's Hiera gave.
//!
//! Invariant: only interpolations that Puppet reads differently change. The text may be in any kind of quotes, because
//! no edit inserts a character that needs an escape.

use crate::interpolation::{
    Expression, Function, Interpolation, Rules, find, parse, rejections, split, trimmed,
};

/// The variables of Puppet that only Hiera 1 to 3 sets.
const CALLER_VARIABLES: [&str; 3] = ["calling_class", "calling_class_path", "calling_module"];

/// A change of an interpolation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// The name of the function, which is replaced by `lookup`.
    Function(&'static str),
    /// The interpolation is replaced by `%{}`: Ruby gives an empty text, but Puppet would find a value.
    Empty,
}

/// The text that Puppet must read in the place of a text; it is the same if nothing changes.
pub(super) fn upgraded(text: &str) -> String {
    apply(text, &changes(text))
}

/// The changes of a text, applied to `raw`, which is the text as it is written in the file; `None` if some
/// interpolation is not visible there.
pub(super) fn upgraded_raw(text: &str, raw: &str) -> Option<String> {
    let changes = changes(text);
    // Escapes may hide interpolations. The changes would then be applied to the wrong ones.
    (interpolation_count(raw) == changes.len()).then(|| apply(raw, &changes))
}

/// Whether Puppet's answer would be different without changes. `hiera()` is not such a change, because Puppet accepts
/// it as another name of `lookup()`.
pub(super) fn must_change(text: &str) -> bool {
    changes(text).iter().flatten().any(|change| *change != Change::Function("hiera"))
}

/// A description of how the meaning of a text changes, if Ruby accepts the text and the change cannot be avoided.
pub(super) fn loss_of_meaning(text: &str) -> Option<String> {
    let mut position = 0;
    let mut index = 0;
    let changes = changes(text);
    while let Some(interpolation) = find(text, position) {
        if changes.get(index).is_some_and(|change| matches!(change, Some(Change::Empty))) {
            return Some(format!(
                "Hiera 3 finds no variable whose name has spaces, so `%{{{}}}` is empty; it stays empty",
                interpolation.inner
            ));
        }
        if let Expression::Variable(variable) = parse(interpolation.inner)
            && is_of_caller(variable)
        {
            return Some(format!("version 5 does not set the variable `{variable}`, so it is empty"));
        }
        (position, index) = (interpolation.end, index + 1);
    }
    None
}

/// Whether a variable is one that only Hiera 1 to 3 sets.
pub(super) fn is_of_caller(variable: &str) -> bool {
    CALLER_VARIABLES.contains(&variable.trim_start_matches("::"))
}

/// The number of interpolations in a text.
fn interpolation_count(text: &str) -> usize {
    let (mut position, mut count) = (0, 0);
    while let Some(Interpolation { end, .. }) = find(text, position) {
        (position, count) = (end, count + 1);
    }
    count
}

/// For each interpolation of a text, the change that Puppet needs; `None` if it needs none.
fn changes(text: &str) -> Vec<Option<Change>> {
    // A text with a single segment contains nothing beside its interpolation.
    let is_alone = split(text).len() == 1;
    let (mut position, mut changes) = (0, Vec::new());
    while let Some(Interpolation { end, inner, .. }) = find(text, position) {
        changes.push(change(inner, is_alone));
        position = end;
    }
    changes
}

/// The change that an interpolation needs for Puppet; `None` if it needs none. `inner` is the text between `%{` and
/// `}`. `is_alone` is set if the interpolation is the entire text.
fn change(inner: &str, is_alone: bool) -> Option<Change> {
    let (for_ruby, for_puppet) = (parse(inner), Rules::Puppet.parse(inner));
    match (for_ruby, for_puppet) {
        (Expression::Call(Function::Hiera, old), Expression::Call(Function::Hiera, new)) if old == new => {
            Some(Change::Function("hiera"))
        }
        // An `alias` that is the entire text has the same meaning in both versions.
        (Expression::Call(Function::Alias, old), Expression::Call(Function::Alias, new))
            if old == new && !is_alone =>
        {
            Some(Change::Function("alias"))
        }
        // Ruby does not trim the name, finds no such variable, and inserts nothing. Puppet would trim the name, so the
        // interpolation is replaced by `%{}`.
        (Expression::Variable(old), Expression::Variable(new)) => {
            let is_empty =
                trimmed(old) != old && trimmed(old) == new && rejections(&format!("%{{{inner}}}")).is_empty();
            is_empty.then_some(Change::Empty)
        }
        _ => None,
    }
}

/// The text with its interpolations changed.
fn apply(text: &str, changes: &[Option<Change>]) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut copied_end, mut index) = (0, 0);
    while let Some(Interpolation { start, end, inner }) = find(text, copied_end) {
        out.push_str(&text[copied_end..start]);
        match changes.get(index).copied().flatten() {
            None => out.push_str(&text[start..end]),
            Some(Change::Empty) => out.push_str("%{}"),
            Some(Change::Function(name)) => {
                out.push_str("%{");
                out.push_str(&inner.replacen(name, "lookup", 1));
                out.push('}');
            }
        }
        (copied_end, index) = (end, index + 1);
    }
    out.push_str(&text[copied_end..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_puppet_reads_differently_changes() {
        for (text, expected) in [
            ("a %{hiera('k')} %{hiera(\"l\")}", "a %{lookup('k')} %{lookup(\"l\")}"),
            ("%{alias('k')}", "%{alias('k')}"),
            ("a %{alias('k')}", "a %{lookup('k')}"),
            ("%{alias('k')}\n", "%{lookup('k')}\n"),
            ("%{::x} %{x.y.0} %{scope('x')} %{}", "%{::x} %{x.y.0} %{scope('x')} %{}"),
            ("%{ x }|%{x\n}", "%{}|%{}"),
            ("%{literal('%')}{x}", "%{literal('%')}{x}"),
            // Ruby rejects these interpolations, so they are not changed.
            ("%{ hiera('k') }%{hiera(k)}%{lookup('k')}", "%{ hiera('k') }%{hiera(k)}%{lookup('k')}"),
            ("%{hiera('hiera')}", "%{lookup('hiera')}"),
            ("%{hiera('k')", "%{hiera('k')"),
        ] {
            assert_eq!(upgraded(text), expected, "{text}");
        }
    }

    #[test]
    fn the_text_of_a_file_changes_within_its_quotes() {
        let raw = |text, raw: &str| upgraded_raw(text, raw);
        assert_eq!(raw("%{hiera('k')}", "'%{hiera(''k'')}'").as_deref(), Some("'%{lookup(''k'')}'"));
        assert_eq!(
            raw("%{hiera(\"k\")}\n", r#""%{hiera(\"k\")}\n""#).as_deref(),
            Some(r#""%{lookup(\"k\")}\n""#)
        );
        assert_eq!(raw("%{hiera('k')}", r#""\x25{hiera('k')}""#), None);
    }
}
