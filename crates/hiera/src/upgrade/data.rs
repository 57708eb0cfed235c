//! Rewrites data files where Puppet reads them differently than Ruby's Hiera.
//!
//! Invariants: all other bytes stay the same; a rewritten text is read again, and must have the expected values in the
//! same order. A value that cannot be kept is a warning at its line.

use super::texts;
use crate::configuration::Notation;
use crate::data::{Data, DataTree};
use crate::lookup::OPTIONS_KEY;
use crate::store::{self, RubyKind, Value};
use crate::{json_data, puppet_yaml, yaml_data};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::Arc;

/// The text of a data file for version 5; `None` if the file needs no changes.
pub(super) fn upgraded_text(
    source: &Arc<Source>,
    notation: Notation,
    problems: &mut Diagnostics,
) -> Option<String> {
    let mut found = Diagnostics::new();
    let tree = match notation {
        Notation::Yaml => yaml_data::read(source, &mut found),
        Notation::Json => json_data::parse(source, &mut found).map_err(|problem| found.push(*problem)).ok(),
    };
    let Some(tree) = tree.filter(|_| !found.has_errors()) else {
        problems.extend(found.into_iter().map(as_warning));
        return None;
    };
    let mut rewriter = Rewriter { source, edits: Vec::new(), warned_ranges: FxHashSet::default(), problems };
    let expected = rewriter.rewrite_file(&tree)?;
    let Rewriter { mut edits, .. } = rewriter;
    if edits.is_empty() {
        return None;
    }
    edits.sort();
    // An alias may have the range of its anchor, so an edit may occur twice.
    edits.dedup();
    let text = apply(&edits, source.text());
    let rewritten = Source::new(source.name(), text.as_str());
    let mut ignored = Diagnostics::new();
    // The result is read as Puppet will read it, because an edit may affect the text around it.
    let values = match notation {
        Notation::Yaml => puppet_yaml::read(&rewritten, &mut ignored),
        Notation::Json => json_data::parse(&rewritten, &mut ignored).ok(),
    };
    if values.is_some_and(|values| is_same(&values.to_value(), &expected)) {
        return Some(text);
    }
    let count = edits.len();
    let Edit { start, end, replacement } = edits.into_iter().next().unwrap_or_default();
    let message = format!(
        "{count} values of this file cannot be rewritten for version 5 without a change of other values, so the file \
         stays as it is"
    );
    let help = format!("rewrite them by hand; the first one must become {replacement}");
    problems.push(warning(message, source, start..end).help(help));
    None
}

/// The replacement of a range of a text. Edits are ordered by position.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Edit {
    start: usize,
    end: usize,
    replacement: String,
}

/// Applies edits, which are sorted, to a text. An edit that overlaps an earlier one is left out.
fn apply(edits: &[Edit], text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied_end = 0;
    for Edit { start, end, replacement } in edits {
        if let Some(unchanged) = text.get(copied_end..*start) {
            out.push_str(unchanged);
            out.push_str(replacement);
            copied_end = *end;
        }
    }
    out.push_str(text.get(copied_end..).unwrap_or_default());
    out
}

/// A warning about something that version 5 does not keep.
fn warning(message: String, source: &Arc<Source>, range: Range<usize>) -> Diagnostic {
    Diagnostic::warning(codes::HIERA_NOT_KEPT, message).at(source, range)
}

/// Turns the error that a file cannot be read into a warning, whose help describes the consequence for lookups. Any
/// other problem stays as it is.
pub(super) fn as_warning(mut problem: Diagnostic) -> Diagnostic {
    if problem.severity != Severity::Error {
        return problem;
    }
    problem.severity = Severity::Warning;
    let consequence = "in version 5, every lookup of a node that uses this file fails; correct it first";
    let help = problem.help.take();
    problem.help(help.map_or_else(|| consequence.to_owned(), |help| format!("{help}; {consequence}")))
}

struct Rewriter<'s> {
    source: &'s Arc<Source>,
    /// The ranges to replace, with their new texts.
    edits: Vec<Edit>,
    /// The ranges that have a warning already.
    warned_ranges: FxHashSet<(usize, usize)>,
    problems: &'s mut Diagnostics,
}

impl Rewriter<'_> {
    /// Warns about a range, unless it has a warning already.
    fn warn(&mut self, range: &Range<usize>, message: String, help: &str) {
        // An alias has the range of its anchor, and needs no second warning.
        if self.warned_ranges.insert((range.start, range.end)) {
            self.problems.push(warning(message, self.source, range.clone()).help(help));
        }
    }

    /// Adds the edits of a file, and returns the value that Puppet must read after them; `None` if the file contains no
    /// values.
    fn rewrite_file(&mut self, tree: &DataTree) -> Option<Value> {
        let entries = match &tree.kind {
            Data::Hash(entries) => entries,
            Data::Undef | Data::Bool(false) => return None,
            kind => {
                let message = format!(
                    "expected a hash of keys and values, found {}: lookups failed, and version 5 treats the file as empty",
                    kind.description()
                );
                self.warn(&tree.range, message, "write `key: value`, or remove the file");
                return None;
            }
        };
        let mut expected = store::Hash::default();
        for (key, value) in entries {
            match &key.kind {
                Data::String(name) if name == OPTIONS_KEY => {
                    let message = "version 5 reads options for all lookups from the key `lookup_options`";
                    let problem = Diagnostic::error(codes::HIERA_NOT_KEPT, message);
                    let help = "rename the key, here and where it is looked up";
                    self.problems.push(problem.at(self.source, key.range.clone()).help(help));
                }
                Data::Ruby(RubyKind::Symbol, name) => {
                    let message =
                        format!("no lookup found the symbol :{name}, but version 5 finds it as `{name}`");
                    self.warn(&key.range, message, "remove the key, or make it a string on purpose");
                }
                _ => {}
            }
            let key = match &key.kind {
                // Keys of the outermost hash are not interpolated.
                Data::String(name) | Data::Ruby(RubyKind::Symbol, name) => Value::text(name.as_str()),
                _ => self.rewrite_key(key),
            };
            let value = self.rewrite_value(value);
            expected.insert(key, value);
        }
        Some(Value::Hash(expected))
    }

    /// The value that Puppet must read for a key of a hash, after the edits that this adds.
    fn rewrite_key(&mut self, tree: &DataTree) -> Value {
        match &tree.kind {
            Data::Ruby(RubyKind::Symbol, name) => {
                let message = format!("version 5 reads the key :{name} as the string `{name}`");
                self.warn(&tree.range, message, "check the manifests that use this hash");
                Value::text(name.as_str())
            }
            Data::Ruby(RubyKind::Bytes, _) | Data::String(_) => self.rewrite_value(tree),
            Data::Ruby(kind, _) => {
                let class = Value::Ruby(*kind, "".into()).class();
                let written = self.source_text(&tree.range);
                let (anchor, written) = split_properties(written);
                let (anchor, written) = (anchor.to_owned(), written.to_owned());
                let message = format!(
                    "version 5 does not read the key `{written}` of the class {class}; it becomes a string"
                );
                self.warn(&tree.range, message, "check the manifests that use this hash");
                // The anchor is kept, because aliases may refer to it.
                self.edit(tree.range.clone(), format!("{anchor}'{}'", written.replace('\'', "''")));
                Value::text(written)
            }
            Data::Undef | Data::Bool(_) | Data::Array(_) | Data::Hash(_) => {
                let message =
                    format!("version 5 rejects a value with a key that is {}", tree.kind.description());
                self.warn(&tree.range, message, "put the key in quotes");
                tree.to_value()
            }
            _ => tree.to_value(),
        }
    }

    /// The value that Puppet must read for a value, after the edits that this adds; the depth was limited when the file
    /// was read.
    fn rewrite_value(&mut self, tree: &DataTree) -> Value {
        match &tree.kind {
            Data::String(text) => self.rewrite_text(text, &tree.range),
            // Both versions read bytes as a string.
            Data::Ruby(RubyKind::Bytes, _) => tree.to_value(),
            Data::Ruby(..) | Data::Object(..) => {
                let class = tree.to_value().class();
                let message = format!(
                    "Hiera 3 returns nil for this {class}, and version 5 rejects it; it becomes null"
                );
                self.warn(&tree.range, message, "quote it before the upgrade to get a string");
                let (anchor, _) = split_properties(self.source_text(&tree.range));
                let replacement = format!("{anchor}~");
                self.edit(tree.range.clone(), replacement);
                Value::Nil
            }
            Data::Array(items) => Value::Array(items.iter().map(|item| self.rewrite_value(item)).collect()),
            Data::Hash(entries) => {
                let entries =
                    entries.iter().map(|(key, value)| (self.rewrite_key(key), self.rewrite_value(value)));
                Value::Hash(entries.collect())
            }
            _ => tree.to_value(),
        }
    }

    /// The text that Puppet must read for a text. If Puppet would read another one, the file is edited.
    fn rewrite_text(&mut self, text: &str, range: &Range<usize>) -> Value {
        if !text.contains("%{") {
            return Value::text(text);
        }
        if let Some(loss) = texts::loss_of_meaning(text) {
            self.warn(range, loss, "check the name of the variable");
        }
        let upgraded = texts::upgraded(text);
        if upgraded != text {
            // In the file, the text may have quotes and escapes.
            match texts::upgraded_raw(text, self.source_text(range)) {
                Some(raw) => self.edit(range.clone(), raw),
                // The text cannot be edited. If its only change is `hiera()`, it can stay, because Puppet accepts this
                // function.
                None if !texts::must_change(text) => return Value::text(text),
                None => {
                    let message = "version 5 reads these interpolations differently, and they are not written literally";
                    self.warn(range, message.to_owned(), &format!("write {upgraded}"));
                    return Value::text(text);
                }
            }
        }
        Value::text(upgraded)
    }

    /// The text of the file at a range.
    fn source_text(&self, range: &Range<usize>) -> &str {
        self.source.text().get(range.clone()).unwrap_or_default()
    }

    /// Adds an edit, which replaces a range of the file.
    fn edit(&mut self, range: Range<usize>, replacement: String) {
        self.edits.push(Edit { start: range.start, end: range.end, replacement });
    }
}

/// Splits a YAML value into its anchor, with the space after it, and the value without anchor and tag.
fn split_properties(written: &str) -> (&str, &str) {
    let (mut anchor, mut value) = ("", written);
    // In YAML, the anchor may come before or after the tag.
    while value.starts_with(['&', '!']) {
        let Some(end) = value.find([' ', '\n']) else { break };
        if value.starts_with('&') {
            anchor = &value[..=end];
        }
        value = value[end..].trim_start();
    }
    (anchor, value)
}

/// Whether two values are the same, with equal types and order.
fn is_same(first: &Value, second: &Value) -> bool {
    match (first, second) {
        // NaN must be equal to itself.
        (Value::Float(first), Value::Float(second)) => first.to_bits() == second.to_bits(),
        (Value::Array(first), Value::Array(second)) => {
            first.len() == second.len()
                && first.iter().zip(second).all(|(first, second)| is_same(first, second))
        }
        (Value::Hash(first), Value::Hash(second)) => {
            first.len() == second.len()
                && first.iter().zip(second).all(|((first_key, first), (second_key, second))| {
                    first_key == second_key && is_same(first, second)
                })
        }
        (first, second) => first == second,
    }
}
