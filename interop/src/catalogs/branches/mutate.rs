//! What a branch changes: values of data, bodies of classes and other manifests, and versions of modules.
//!
//! Most changes leave a site that Puppet compiles; a few do not, as in branches of people. Invariant: the same choices
//! give the same branch.

use super::super::generate::Generator;
use super::site::Content;
use crate::random::Random;
use std::path::{Path, PathBuf};

/// Changes files, and returns what was changed in words.
pub(super) fn change(content: &mut Content, generator: &Generator, random: &mut Random) -> String {
    match random.below(20) {
        0..8 => value(content, random, Path::new("")),
        8..15 => body(content, generator, random, Path::new("")),
        _ => version(content, generator, random),
    }
}

/// The paths of files with an extension in a directory.
fn paths(content: &Content, directory: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let has_extension = |path: &Path| {
        path.extension().is_some_and(|found| extensions.iter().any(|extension| *extension == found))
    };
    let inside = content.keys().filter(|path| path.starts_with(directory) && has_extension(path));
    inside.filter(|path| !path.ends_with("hiera.yaml")).cloned().collect()
}

/// Another value of data.
fn value(content: &mut Content, random: &mut Random, directory: &Path) -> String {
    let files = paths(content, directory, &["yaml"]);
    let Some(path) = files.get(random.below(files.len())).cloned() else { return "no data".to_owned() };
    let text = content[&path].clone();
    let lines: Vec<&str> = text.lines().collect();
    let values: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].contains(": ")).collect();
    let Some(at) = values.get(random.below(values.len())).copied() else { return "no value".to_owned() };
    let line = lines[at];
    match random.below(8) {
        0 => {
            let changed = without(&lines, at);
            content.insert(path.clone(), changed);
        }
        // The value of one level, in another one.
        1 if !line.starts_with(' ') => {
            let target = random.choose(&files).clone();
            let key = line.split_once(": ").map_or(line, |(key, _)| key).to_owned();
            let added = format!("{}\n", other_value(line, random));
            let text = content.entry(target).or_default();
            if !text.lines().any(|line| line.starts_with(&key)) {
                text.push_str(&added);
            }
        }
        _ => {
            let changed = other_value(line, random);
            let changed = with(&lines, at, &changed);
            content.insert(path.clone(), changed);
        }
    }
    format!("a value of {}: {line}", path.display())
}

/// A line with another value.
fn other_value(line: &str, random: &mut Random) -> String {
    let Some((key, value)) = line.split_once(": ") else { return line.to_owned() };
    let value = value.trim();
    let digits: Vec<usize> =
        value.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let other = match value {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        _ if value.starts_with('[') && random.one_in(2) => value.replacen('[', "[added, ", 1),
        _ if !digits.is_empty() => {
            let at = random.pick(&digits);
            let digit = random.below(10);
            format!("{}{digit}{}", &value[..at], &value[at + 1..])
        }
        _ if value.starts_with('{') => value.replacen('}', ", added: 1 }", 1).replace("{ ,", "{"),
        _ if value.ends_with(']') => value.replacen(']', ", added]", 1),
        _ => format!("{value} changed"),
    };
    format!("{key}: {other}")
}

/// A change of a manifest.
fn body(content: &mut Content, generator: &Generator, random: &mut Random, directory: &Path) -> String {
    let files: Vec<PathBuf> = paths(content, directory, &["pp"]);
    let Some(path) = files.get(random.below(files.len())).cloned() else {
        return "no manifest".to_owned();
    };
    let text = content[&path].clone();
    let (what, changed) = edit(&text, generator, random);
    if let Some(changed) = changed {
        content.insert(path.clone(), changed);
    }
    format!("{what} in {}", path.display())
}

/// Attributes that are added.
const ATTRIBUTES: [&str; 5] =
    ["noop => true,", "loglevel => debug,", "tag => 'branch',", "require => undef,", "audit => all,"];
/// Statements that are added, beside generated ones.
const STATEMENTS: [&str; 5] = [
    "File { mode => '0600' }",
    "Notify { message => 'default' }",
    "File { noop => true }",
    "Package { ensure => latest, tag => 'all' }",
    "File <| |> { owner => 'collected' }",
];

/// What is changed, and the changed text, unless there is nothing to change.
fn edit(text: &str, generator: &Generator, random: &mut Random) -> (&'static str, Option<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let find = |is_meant: &dyn Fn(&str) -> bool, random: &mut Random| {
        let found: Vec<usize> = (0..lines.len()).filter(|at| is_meant(lines[*at])).collect();
        found.get(random.below(found.len())).copied()
    };
    let change = |at: Option<usize>, change: &dyn Fn(&str) -> String| {
        at.map(|at| with(&lines, at, &change(lines[at])))
    };
    match random.below(16) {
        0 | 1 => ("another text", literal(&lines, random)),
        2 | 3 => ("another number", number(&lines, random)),
        4 => ("an attribute less", find(&is_attribute, random).map(|at| without(&lines, at))),
        5 | 6 => {
            let (title, added) = (find(&is_title, random), random.pick(&ATTRIBUTES));
            ("an attribute more", change(title, &|line| format!("{line}\n{added}")))
        }
        7 => {
            let at = find(&|line| is_attribute(line) && line.matches('\'').count() == 2, random);
            ("a secret", change(at, &|line| line.replacen('\'', "Sensitive('", 1).replacen("',", "'),", 1)))
        }
        8 => {
            // Puppet accepts several signs, of which the first one counts; here they are an error.
            let is_plain = |line: &str| is_title(line) && !line.trim_start().starts_with('@');
            let (title, sign) = (find(&is_plain, random), random.pick(&["@", "@@"]));
            ("a virtual resource", change(title, &|line| with_sign(line, sign)))
        }
        9 => {
            let title = find(&|line| is_title(line) && line.contains('\''), random);
            ("another title", change(title, &|line| line.replacen("':", " changed':", 1)))
        }
        10 => ("a line less", find(&|line| !line.trim().is_empty(), random).map(|at| without(&lines, at))),
        11 => ("another order", swapped(&lines, random)),
        12 => ("defaults", insertion(text, random.pick(&STATEMENTS))),
        _ => {
            let prefix = format!("b{}-", random.below(1_000));
            ("a statement more", insertion(text, &generator.statements(random.clone(), &prefix)))
        }
    }
}

fn is_attribute(line: &str) -> bool {
    line.contains(" => ") && line.trim_end().ends_with(',')
}

/// Whether a line is the first one of a resource.
fn is_title(line: &str) -> bool {
    line.contains("{ ") && line.trim_end().ends_with(':')
}

/// A line with a sign before its first word.
fn with_sign(line: &str, sign: &str) -> String {
    let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
    format!("{indent}{sign}{rest}")
}

/// The lines in another order.
fn swapped(lines: &[&str], random: &mut Random) -> Option<String> {
    let at = random.below(lines.len().checked_sub(2)? + 1);
    let mut lines = lines.to_vec();
    lines.swap(at, at + 1);
    Some(lines.join("\n") + "\n")
}

/// Another text in one of the places with a text in quotes.
fn literal(lines: &[&str], random: &mut Random) -> Option<String> {
    let found: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].contains("=> '") || lines[*at].contains("= '"))
        .filter(|at| lines[*at].matches('\'').count() == 2)
        .collect();
    let at = *found.get(random.below(found.len()))?;
    let (before, after) = lines[at].split_at(lines[at].rfind('\'')?);
    Some(with(lines, at, &format!("{before}{}{after}", random.pick(&["x", " changed", "0"]))))
}

/// Another digit in one of the lines.
fn number(lines: &[&str], random: &mut Random) -> Option<String> {
    let digits = lines.iter().enumerate().flat_map(|(line, text)| {
        text.match_indices(|c: char| c.is_ascii_digit()).map(move |(at, _)| (line, at))
    });
    let digits: Vec<(usize, usize)> = digits.collect();
    let (line, at) = *digits.get(random.below(digits.len()))?;
    let text = lines[line];
    Some(with(lines, line, &format!("{}{}{}", &text[..at], random.below(10), &text[at + 1..])))
}

/// A text with a statement before its last brace, which ends the body of its definition.
fn insertion(text: &str, statement: &str) -> Option<String> {
    let end = text.rfind('}')?;
    Some(format!("{}{statement}\n{}", &text[..end], &text[end..]))
}

/// Another version of a module: several of its files, and its metadata.
fn version(content: &mut Content, generator: &Generator, random: &mut Random) -> String {
    let modules: Vec<PathBuf> = content
        .keys()
        .filter_map(|path| path.ancestors().find(|directory| directory.parent().is_some_and(is_modules)))
        .map(Path::to_owned)
        .collect();
    let Some(module) = modules.get(random.below(modules.len())).cloned() else {
        return "no module".to_owned();
    };
    if let Some(metadata) = content.get_mut(&module.join("metadata.json")) {
        *metadata = metadata.replace("1.2.0", "1.3.0");
    }
    let mut changes = Vec::new();
    for _ in 0..2 + random.below(3) {
        changes.push(match random.below(4) {
            0 => value(content, random, &module),
            1 => template(content, random, &module),
            _ => body(content, generator, random, &module),
        });
    }
    format!("the module {}: {}", module.display(), changes.join("; "))
}

fn is_modules(directory: &Path) -> bool {
    directory.ends_with("modules") || directory.ends_with("site-modules")
}

/// Another line of a template.
fn template(content: &mut Content, random: &mut Random, module: &Path) -> String {
    let files = paths(content, module, &["epp", "erb"]);
    let Some(path) = files.get(random.below(files.len())).cloned() else {
        return "no template".to_owned();
    };
    let text = content.entry(path.clone()).or_default();
    let lines: Vec<&str> = text.lines().collect();
    let at = random.below(lines.len());
    *text = match random.below(3) {
        0 => format!("{text}# changed\n"),
        1 => without(&lines, at),
        _ => with(&lines, at, &format!("{} changed", lines.get(at).copied().unwrap_or_default())),
    };
    format!("the template {}", path.display())
}

/// The lines without one of them.
fn without(lines: &[&str], gone: usize) -> String {
    let lines = lines.iter().enumerate().filter(|(at, _)| *at != gone);
    lines.map(|(_, line)| format!("{line}\n")).collect()
}

/// The lines with another one.
fn with(lines: &[&str], at: usize, other: &str) -> String {
    let lines = lines.iter().enumerate().map(|(number, line)| if number == at { other } else { line });
    lines.map(|line| format!("{line}\n")).collect()
}
