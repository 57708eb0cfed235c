//! Generates expressions from a grammar of forms, for all types and functions of the language.
//!
//! Invariant: the same seed and number give the same expression. This module does not know what expressions
//! mean, except that it sometimes inserts a value of another kind, so that problems are compared, too.

use crate::grammar::{self, Part, parts};
use crate::random::Random;

/// The forms of expressions.
pub(super) const GRAMMAR: &str = include_str!("grammar.txt");
/// How deeply forms may be nested.
const LEVELS: usize = 3;
/// One of so many positions has a value of any kind.
const ANY_KIND_ODDS: usize = 30;

/// The forms of each kind.
pub(crate) struct Grammar(grammar::Grammar);

impl Grammar {
    /// The grammar that a text describes.
    pub(crate) fn new(text: &'static str) -> Self {
        Self(grammar::Grammar::read(text))
    }

    /// The expression with a number.
    pub(crate) fn expression(&self, seed: u64, number: usize) -> String {
        self.form("any", seed, number)
    }

    /// The expression of a kind with a number.
    pub(crate) fn form(&self, kind: &str, seed: u64, number: usize) -> String {
        let mut out = String::new();
        self.write(kind, LEVELS, &mut Random::new(seed, number), &mut out);
        out
    }

    fn write(&self, kind: &str, levels: usize, random: &mut Random, out: &mut String) {
        let is_text = kind.ends_with("format");
        let kind = if !is_text && random.one_in(ANY_KIND_ODDS) { "any" } else { kind };
        let Some(forms) = self.0.forms(kind) else { return out.push_str(kind) };
        for part in parts(forms.pick(levels == 0, random)) {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Place(inner) => self.write(inner, levels.saturating_sub(1), random, out),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Grammar;
    use modelwright_evaluation::evaluate::function_names;

    #[test]
    fn every_kind_has_forms_that_end_a_branch_and_every_place_names_a_kind() {
        let grammar = Grammar::new(super::GRAMMAR);
        for (kind, forms) in grammar.0.kinds() {
            assert!(!forms.ends.is_empty() || kind == "scalar", "{kind}");
            for form in &forms.all {
                for place in form.split('«').skip(1) {
                    let inner = place.split('»').next().expect("a kind");
                    assert!(grammar.0.forms(inner).is_some(), "{form}");
                }
            }
        }
    }

    #[test]
    fn every_function_is_in_the_grammar() {
        /// Other names of functions that are part of the set, and functions that need a host.
        const ELSEWHERE: [&str; 10] =
            ["collect", "select", "inject", "reject", "fail", "lookup", "next", "type_of", "values", "size"];
        /// Functions of the module `stdlib`, which is not part of Puppet.
        const STDLIB: [&str; 6] = ["concat", "deep_merge", "difference", "is_a", "range", "values_at"];
        let is_missing = |name: &&str| {
            !super::GRAMMAR.contains(*name) && !ELSEWHERE.contains(name) && !STDLIB.contains(name)
        };
        assert_eq!(function_names().filter(is_missing).collect::<Vec<_>>(), Vec::<&str>::new());
    }
}
