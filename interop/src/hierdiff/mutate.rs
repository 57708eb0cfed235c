//! Changes of a tree: of values, files, levels, merge settings and facts.

use super::Content;
use crate::random::Random;
use crate::{hiera5, lookups};
use modelwright::store::{Hash, Value};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Changes something in a tree.
pub(super) fn change(tree: &mut Content, is_newer: bool, random: &mut Random) {
    let data: Vec<PathBuf> = tree.keys().filter(|path| is_data(path)).cloned().collect();
    if data.is_empty() {
        return;
    }
    let file = random.choose(&data).clone();
    match random.below(12) {
        0 => drop(tree.remove(&file)),
        1 => drop(tree.insert(file.clone(), new_data(&file, is_newer, random).into_bytes())),
        2 => {
            // Another file gets this content.
            let other = random.choose(&data).clone();
            let bytes = tree.get(&file).cloned().unwrap_or_default();
            tree.insert(other, bytes);
        }
        3 => drop(tree.insert(new_name(&file, random), b"{\"k1\": \"new\", \"k3\": {\"a\": 1}}\n".to_vec())),
        4 | 5 => edit(tree, &file, |text| without_line(&text, random)),
        6 | 7 => edit(tree, &file, |text| with_other_value(&text, random)),
        8 | 9 => edit(tree, Path::new("hiera.yaml"), |text| with_other_levels(&text, random)),
        _ if is_newer => edit(tree, &file, |text| with_other_options(&text, &file, random)),
        _ => edit(tree, Path::new("hiera.yaml"), |text| with_other_merge(&text, random)),
    }
}

/// Facts with one of them changed or removed.
pub(super) fn facts(before: &Value, random: &mut Random) -> Value {
    let Value::Hash(facts) = before else { return before.clone() };
    let mut facts: Hash = facts.clone();
    for _ in 0..1 + random.below(2) {
        let names = ["role", "::fqdn", "osfamily", "env", "g", "num", "os", "facts", "list", "uptime"];
        let name = Value::text(random.pick(&names));
        let value = match random.below(5) {
            0 => {
                facts.shift_remove(&name);
                continue;
            }
            1 => Value::text("%{num}"),
            2 => Value::Integer(7),
            _ => Value::text(random.pick(&["web", "db", "web1", "db1", "Debian", "prod", "test"])),
        };
        facts.insert(name, value);
    }
    Value::Hash(facts)
}

fn is_data(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "data") && path.extension().is_some()
}

/// The name of the module that a file belongs to, as keys begin with it.
fn prefix(path: &Path) -> String {
    let mut parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    match (parts.next().as_deref(), parts.next()) {
        (Some("modules"), Some(module)) => format!("{module}::"),
        _ => String::new(),
    }
}

fn new_data(path: &Path, is_newer: bool, random: &mut Random) -> String {
    let is_yaml = path.extension().is_some_and(|extension| extension != "json");
    if is_newer {
        hiera5::tree::data(random, &prefix(path), is_yaml)
    } else {
        lookups::tree::data(random, is_yaml)
    }
}

/// The path of a file that may be new.
fn new_name(path: &Path, random: &mut Random) -> PathBuf {
    let names = ["nodes/web1", "nodes/db1", "os/Debian", "common", "prod/web", "web", "l1", "other"];
    let data = path.ancestors().find(|directory| directory.ends_with("data")).unwrap_or(Path::new("data"));
    let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    data.join(format!("{}.{extension}", random.pick(&names)))
}

fn edit(tree: &mut Content, path: &Path, edit: impl FnOnce(String) -> String) {
    if let Some(bytes) = tree.get_mut(path) {
        *bytes = edit(String::from_utf8_lossy(bytes).into_owned()).into_bytes();
    }
}

/// The text without one of its lines.
fn without_line(text: &str, random: &mut Random) -> String {
    let gone = random.below(text.lines().count());
    // The braces around all entries are in the first and the last line.
    let lines =
        text.lines().enumerate().filter(|(at, line)| *at != gone || line.contains(['{', '}']) && *at == 0);
    lines.fold(String::new(), |text, (_, line)| text + line + "\n")
}

/// The text with another word in one place.
fn with_other_value(text: &str, random: &mut Random) -> String {
    let words =
        [("x", "y"), ("42", "43"), ("true", "false"), ("%{role}", "%{env}"), ("k1", "k2"), ("web", "db")];
    let (from, to) = random.pick(&words);
    let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
    if places.is_empty() {
        return format!("{text}\n# nothing changed\n");
    }
    let at = random.pick(&places);
    format!("{}{to}{}", &text[..at], &text[at + from.len()..])
}

/// The configuration with levels that are moved, removed or repeated.
fn with_other_levels(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let levels: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("  - ")).collect();
    if levels.is_empty() {
        return format!("{text}:hierarchy:\n  - common\n");
    }
    let (one, other) = (random.pick(&levels), random.pick(&levels));
    match random.below(4) {
        0 if levels.len() > 1 => drop(lines.remove(one)),
        1 if !text.contains("version: 5") => lines.insert(one, lines[other]),
        _ => lines.swap(one, other),
    }
    lines.join("\n") + "\n"
}

/// The configuration of an older version with other settings for merging.
fn with_other_merge(text: &str, random: &mut Random) -> String {
    let mut out: String = text
        .lines()
        .take_while(|line| !line.starts_with(":merge_behavior:") && !line.starts_with(":deep_merge_options:"))
        .fold(String::new(), |text, line| text + line + "\n");
    let _ = writeln!(out, ":merge_behavior: {}", random.pick(&["deep", "deeper", "native"]));
    if random.one_in(3) {
        out.push_str(":deep_merge_options:\n  :knockout_prefix: \"--\"\n");
    }
    out
}

/// A data file of version 5 with other options for lookups.
fn with_other_options(text: &str, path: &Path, random: &mut Random) -> String {
    let options = hiera5::tree::options(random, &prefix(path));
    let Some(end) =
        text.rfind('}').filter(|_| text.starts_with('{') && path.extension().is_some_and(|e| e == "yaml"))
    else {
        return text.to_owned();
    };
    let start = text.find("\n lookup_options:").map_or(end, |at| at - 1);
    let separator = if start > 1 { ",\n " } else { "" };
    format!("{}{separator}lookup_options: {options}}}\n", &text[..start])
}
