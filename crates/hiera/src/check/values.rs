//! Values that Ruby reads differently than they look.

use super::corrections::quoted;
use super::secrets::Secrets;
use super::site::{Site, SiteFile};
use crate::interpolation::unclosed_interpolation;
use crate::store::{DataValue, Entry, NodeIndex, RubyKind};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Fix, codes};
use rustc_hash::FxHashSet;

/// Reports keys that lookups cannot find, and values whose meaning in Hiera is not the one that their text suggests.
pub(super) fn check(site: &Site<'_>, secrets: &Secrets, problems: &mut Diagnostics) {
    for file in &site.files {
        let mut seen = FxHashSet::default();
        for Entry { key, value } in file.data.entries() {
            if file.data.text(key).is_none() {
                let message = "the key is not a string, so no lookup can find it";
                let mut problem =
                    Diagnostic::warning(codes::HIERA_KEY, message).help("put the key in quotes");
                let span = file.key_span(Entry { key, value });
                let replacement = quoted(&file.source.text()[span.clone()]);
                problem.fix = replacement.map(|text| Fix::new(&file.source, span, text).changing_meaning());
                problems.push(file.at(problem, key));
            }
            check_module_key(file, Entry { key, value }, problems);
            check_value((site, secrets), file, value, &mut seen, problems);
        }
    }
}

/// Reports a key in the data of a module that does not begin with the module's name, so that no lookup finds it.
fn check_module_key(file: &SiteFile<'_>, entry: Entry, problems: &mut Diagnostics) {
    let (Some(module), Some(key)) = (&file.module, file.data.text(entry.key)) else { return };
    if file.may_answer(key) {
        return;
    }
    let message = format!("no lookup finds the key here, because it does not begin with `{module}::`");
    // In code, a name may begin with `::`, but no key that lookups find does.
    let name = key.trim_start_matches(':');
    let name_in_module =
        name.strip_prefix(&**module).and_then(|name| name.strip_prefix("::")).unwrap_or(name);
    let help = format!("write `{module}::{name_in_module}`, or move the key to the data of the environment");
    problems.push(file.at_key(Diagnostic::warning(codes::HIERA_KEY, message).help(help), entry));
}

/// Reports each value, including nested ones, whose meaning in Hiera is not the one that its text suggests.
fn check_value(
    (site, secrets): (&Site<'_>, &Secrets),
    file: &SiteFile<'_>,
    node: NodeIndex,
    seen: &mut FxHashSet<NodeIndex>,
    problems: &mut Diagnostics,
) {
    // A value with several aliases is checked once.
    if !seen.insert(node) {
        return;
    }
    match file.data.value(node) {
        DataValue::Array(items) => {
            items.iter().for_each(|item| check_value((site, secrets), file, *item, seen, problems));
        }
        DataValue::Hash(pairs) => {
            pairs.iter().for_each(|(_, value)| check_value((site, secrets), file, value, seen, problems));
        }
        DataValue::Ruby(kind, text) if kind != RubyKind::Bytes => {
            let value_kind = description(kind);
            let message = if !site.hierarchy.has_layers() {
                format!("Hiera returns nil for {value_kind}")
            } else if kind == RubyKind::Symbol && text == "default" {
                // Puppet allows this symbol in data.
                return;
            } else {
                format!("lookups of the value fail, because Puppet does not allow {value_kind}")
            };
            let is_secret = secrets.overlaps(file.index, &file.span(node));
            let message = if is_secret { message } else { format!("{message} {text}") };
            let help = "quote it to make it a string";
            let mut problem = Diagnostic::warning(codes::HIERA_CHANGED, message).help(help);
            if matches!(kind, RubyKind::Date | RubyKind::Time | RubyKind::Symbol) {
                let span = file.span(node);
                let replacement = quoted(&file.source.text()[span.clone()]);
                problem.fix = replacement.map(|text| Fix::new(&file.source, span, text).changing_meaning());
            }
            problems.push(file.at(problem, node));
        }
        DataValue::Text(text) => {
            problems.extend(unclosed_interpolation(text, &file.source, &file.span(node)));
        }
        DataValue::Integer(value) => check_integer(secrets, file, node, value, problems),
        _ => {}
    }
}

/// Reports an integer that is not written in decimal, if it can be mistaken for a decimal number or a time.
fn check_integer(
    secrets: &Secrets,
    file: &SiteFile<'_>,
    node: NodeIndex,
    value: i64,
    problems: &mut Diagnostics,
) {
    let span = file.span(node);
    let text = &file.source.text()[span.clone()];
    let digits = text.trim_start_matches(['-', '+']);
    let is_octal = digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    // Psych reads YAML 1.1, whose integers may have colons between digits in base 60.
    let reason = if digits.contains(':') {
        "numbers with colons have the base 60"
    } else if digits.replace('_', "").parse() == Ok(value.unsigned_abs()) {
        // The number is written in decimal.
        return;
    } else if is_octal {
        "a number that begins with 0 is octal"
    } else {
        // A number with a prefix, such as `0x1F`, is read as everybody expects.
        return;
    };
    // The number is a secret, and the help and the correction would show it.
    if secrets.overlaps(file.index, &span) {
        let message = format!("the value is not the number that it looks like, because {reason}");
        let problem = Diagnostic::warning(codes::HIERA_CHANGED, message).at(&file.source, span);
        return problems.push(problem.help("quote it to make it a string"));
    }
    let message = format!("{text} is the number {value}, because {reason}");
    let help = format!("quote it to make it a string, or write {value}");
    let fix = Fix::new(&file.source, span.clone(), value.to_string());
    let problem = Diagnostic::warning(codes::HIERA_CHANGED, message).at(&file.source, span);
    problems.push(problem.help(help).fix(fix));
}

/// The kind of a Ruby value for messages, before the text of the value.
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
