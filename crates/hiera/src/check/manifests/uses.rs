//! The keys that code looks up: by name, by a pattern around an interpolation, or by a name that is computed.

use super::{ruby, text};
use crate::key_segments::split_key;
use modelwright_language::language::Manifest;
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use rustc_hash::FxHashSet;

/// The functions whose first argument is a key.
const LOOKUP_FUNCTIONS: [&str; 5] = ["lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include"];

/// The keys that code looks up.
#[derive(Debug, Default)]
pub(in crate::check) struct Uses {
    /// The first segments of the keys.
    keys: FxHashSet<String>,
    /// For each name with an interpolation, the texts before and after it.
    patterns: FxHashSet<(String, String)>,
    /// The strings of the code, each of which may be a computed name.
    texts: FxHashSet<String>,
    /// The first segments of the keys for which some lookup specifies a merge strategy.
    merged_keys: FxHashSet<String>,
    /// The number of lookups whose keys are computed.
    pub(in crate::check) computed_count: usize,
}

/// What is known about the key of a lookup.
enum Name {
    Exact(String),
    /// A key with interpolations: the texts before and after them.
    Pattern(String, String),
    Computed,
}

impl Uses {
    /// Whether code may look up a key: it contains the key, or it computes a name that may be the key.
    pub(in crate::check) fn may_look_up(&self, key: &str) -> bool {
        self.keys.contains(key)
            || self.patterns.iter().any(|(before, after)| is_between(key, before, after))
            // A computed name may be any string of the code.
            || (self.computed_count > 0 && self.texts.contains(key))
    }

    /// Whether some lookup of a key may specify how its values are merged.
    pub(in crate::check) fn may_merge(&self, key: &str) -> bool {
        self.merged_keys.contains(key)
    }

    /// The names of keys that code looks up.
    pub(in crate::check) fn names(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str)
    }

    /// Adds the lookups of a manifest.
    pub(super) fn add(&mut self, manifest: &Manifest) {
        let expressions = &manifest.expressions;
        for (_, expr) in expressions.iter() {
            match expr {
                Expr::String(string) | Expr::Name(string) => {
                    self.texts.insert(expressions.text(string).to_owned());
                }
                Expr::Call { function, arguments, .. } => {
                    let function = text(expressions, function).filter(|name| LOOKUP_FUNCTIONS.contains(name));
                    let Some(function) = function else { continue };
                    let arguments = expressions.list(arguments);
                    let Some((key, further_arguments)) = arguments.split_first() else { continue };
                    // These three functions merge the values of all levels.
                    let is_merged = matches!(function, "hiera_array" | "hiera_hash" | "hiera_include")
                        || (function == "lookup" && merges(expressions, *key, further_arguments));
                    for name in names(expressions, *key) {
                        self.insert(name, is_merged);
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the strings of Ruby code, or of Puppet code that cannot be parsed; each string may be a key.
    pub(super) fn add_strings(&mut self, code: &str) {
        // How the code uses a key is not known; perhaps it merges the values.
        let is_merged = true;
        for text in ruby::strings(code) {
            // Ruby interpolates with `#{…}`, Puppet with `${…}`; the code may be of either language.
            let openings = ["#{", "${"].into_iter();
            let name = match openings.filter_map(|opening| text.find(opening)).min() {
                Some(start) => {
                    let end = text.rfind('}').map_or(text.len(), |brace| brace + 1).max(start);
                    Name::Pattern(text[..start].to_owned(), text[end..].to_owned())
                }
                None => Name::Exact(text.to_owned()),
            };
            self.insert(name, is_merged);
        }
    }

    /// Adds a name that is looked up, and the key with which it begins.
    fn insert(&mut self, name: Name, is_merged: bool) {
        match name {
            Name::Exact(name) => {
                let root = split_key(&name).ok().and_then(|parts| parts.first().map(ToString::to_string));
                if is_merged {
                    self.merged_keys.extend([name.clone(), root.clone().unwrap_or_default()]);
                }
                self.keys.extend([name, root.unwrap_or_default()]);
            }
            Name::Pattern(before, after) if before.is_empty() && after.is_empty() => self.computed_count += 1,
            Name::Pattern(before, after) => {
                // The key ends at the first dot; the rest selects a part of its value.
                match before.split_once('.') {
                    Some((root, _)) => self.insert(Name::Exact(root.to_owned()), is_merged),
                    None => {
                        let after = after.split_once('.').map_or(after.as_str(), |(root, _)| root);
                        self.patterns.insert((before, after.to_owned()));
                    }
                }
            }
            Name::Computed => self.computed_count += 1,
        }
    }
}

/// Whether a key starts with one text and ends with another.
fn is_between(key: &str, before: &str, after: &str) -> bool {
    // The two texts must not overlap.
    key.len() >= before.len() + after.len() && key.starts_with(before) && key.ends_with(after)
}

/// The names in the first argument of a lookup: a string, an array of strings, or a hash with the option `name`.
fn names(expressions: &Expressions, key: ExprId) -> Vec<Name> {
    match expressions[key] {
        Expr::String(_) | Expr::Name(_) => {
            text(expressions, key).map(|name| Name::Exact(name.to_owned())).into_iter().collect()
        }
        Expr::Parenthesized(inner) => names(expressions, inner),
        Expr::Array(items) => {
            expressions.list(items).iter().flat_map(|item| names(expressions, *item)).collect()
        }
        Expr::Hash(pairs) => {
            let name =
                expressions.pairs(pairs).find(|(option, _)| text(expressions, *option) == Some("name"));
            name.map_or_else(|| vec![Name::Computed], |(_, value)| names(expressions, value))
        }
        Expr::Template(parts) => {
            let parts = expressions.list(parts);
            let literal = |part: Option<&ExprId>| match part.map(|part| expressions[*part]) {
                Some(Expr::String(literal)) => expressions.text(literal).to_owned(),
                _ => String::new(),
            };
            // Only literal text at the start and at the end of the key is known.
            vec![Name::Pattern(literal(parts.first()), literal(parts.last()))]
        }
        _ => vec![Name::Computed],
    }
}

/// Whether `lookup` is called with a merge strategy, as its third argument or as an option. `further_arguments` are
/// those after the key.
fn merges(expressions: &Expressions, key: ExprId, further_arguments: &[ExprId]) -> bool {
    let has_option = |id: &ExprId| match expressions[*id] {
        Expr::Hash(pairs) => {
            expressions.pairs(pairs).any(|(option, _)| text(expressions, option) == Some("merge"))
        }
        _ => false,
    };
    // If the strategy is `undef`, the options in the data determine whether values are merged.
    let third_argument = further_arguments.get(1);
    let has_strategy = third_argument.is_some_and(|strategy| !matches!(expressions[*strategy], Expr::Undef));
    has_option(&key) || further_arguments.iter().any(has_option) || has_strategy
}
