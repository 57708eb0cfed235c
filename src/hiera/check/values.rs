//! Values that Ruby reads differently than they look.

use super::site::{Site, SiteFile};
use crate::store::{Entry, Held, NodeIndex, RubyKind};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;

pub(super) fn check(site: &Site<'_>, problems: &mut Diagnostics) {
    for file in &site.files {
        let mut seen = FxHashSet::default();
        for Entry { key, value } in file.data.entries() {
            if file.data.text(key).is_none() {
                let message = "the key is not a string, so no lookup can find it";
                let problem = Diagnostic::warning(codes::HIERA_KEY, message).help("put the key in quotes");
                problems.push(file.at(problem, key));
            }
            check_value(file, value, &mut seen, problems);
        }
    }
}

fn check_value(
    file: &SiteFile<'_>,
    node: NodeIndex,
    seen: &mut FxHashSet<NodeIndex>,
    problems: &mut Diagnostics,
) {
    // Aliases may lead to one value several times.
    if !seen.insert(node) {
        return;
    }
    match file.data.value(node) {
        Held::Array(items) => items.iter().for_each(|item| check_value(file, *item, seen, problems)),
        Held::Hash(pairs) => pairs.iter().for_each(|(_, value)| check_value(file, value, seen, problems)),
        Held::Ruby(kind, text) if kind != RubyKind::Bytes => {
            let message = format!("Hiera returns nil for {} {text}", description(kind));
            let help = "put it in quotes to make it a text";
            problems.push(file.at(Diagnostic::warning(codes::HIERA_CHANGED, message).help(help), node));
        }
        Held::Integer(value) => check_integer(file, node, value, problems),
        _ => {}
    }
}

fn check_integer(file: &SiteFile<'_>, node: NodeIndex, value: i64, problems: &mut Diagnostics) {
    let span = file.span(node);
    let text = &file.source.text()[span.clone()];
    let digits = text.trim_start_matches(['-', '+']);
    let why = if digits.contains(':') {
        "numbers with colons have the base 60"
    } else if digits.replace('_', "").parse() == Ok(value.unsigned_abs()) {
        return;
    } else if digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().all(|c| c.is_ascii_digit() || c == b'_')
    {
        "a number that begins with 0 is octal"
    } else {
        return;
    };
    let message = format!("{text} is the number {value}, because {why}");
    let help = format!("put it in quotes to make it a text, or write {value}");
    let problem = Diagnostic::warning(codes::HIERA_CHANGED, message).at(&file.source, span);
    problems.push(problem.help(help));
}

fn description(kind: RubyKind) -> &'static str {
    match kind {
        RubyKind::Date => "the date",
        RubyKind::Time => "the time",
        RubyKind::Symbol => "the symbol",
        RubyKind::Regexp => "the regular expression",
        RubyKind::Range => "the range",
        RubyKind::Class => "the class",
        RubyKind::Bytes => "the bytes",
        RubyKind::Object => "the object of the class",
    }
}
