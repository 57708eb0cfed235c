//! Values for the variables of a template, mostly of the kind that the template uses.

use crate::random::Random;

const TEXTS: [&str; 7] = ["'a'", "'10.0.0.1'", "'1.5'", "''", "'foo bar'", "'present'", "'ä\"<'"];
const ARRAYS: [&str; 4] = ["['x', 'y']", "[]", "['z', 'b', 'a']", "[1, undef]"];
const HASHES: [&str; 4] = [
    "{'k1' => 'v1', 'k2' => 'v2'}",
    "{'b' => ['p', 'q'], 'a' => true}",
    "{}",
    "{'enable' => true, 'path' => '/x', 'host' => 'h'}",
];
const NUMBERS: [&str; 4] = ["1", "8080", "0", "2.5"];
const TRUTHS: [&str; 2] = ["true", "false"];

/// A literal of a hash with a value for each variable of a template. The first set has no unusual values.
pub(super) fn variables(template: &str, set: usize, random: &mut Random) -> String {
    let mut pairs = Vec::new();
    for name in names(template) {
        let value = value(template, &name, set, random);
        pairs.push(format!("'{name}' => {value}"));
    }
    format!("{{{}}}", pairs.join(", "))
}

/// The names after `@`, and those that are read from the scope.
fn names(template: &str) -> Vec<String> {
    let mut found = Vec::new();
    for mark in ["@", "lookupvar(\"::", "lookupvar('::", "lookupvar(\"", "lookupvar('", "scope[\"", "scope['"]
    {
        for (at, _) in template.match_indices(mark) {
            let rest = &template[at + mark.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let name = &rest[..end];
            // What is not a name of a variable is text, such as an address of mail.
            if name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') && !rest[end..].starts_with(':')
            {
                found.push(name.to_owned());
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

fn value(template: &str, name: &str, set: usize, random: &mut Random) -> &'static str {
    let has = |forms: &[&str]| forms.iter().any(|form| template.contains(&form.replace("NAME", name)));
    let is_hash = has(&[
        "@NAME['",
        "@NAME[\"",
        "@NAME.keys",
        "@NAME.each_pair",
        "@NAME.sort.each do |k",
        "@NAME.sort.map { |k",
    ]);
    let is_array =
        has(&["@NAME.each", "@NAME.join", "@NAME.map", "@NAME.sort", "@NAME.flatten", "Array(@NAME)"]);
    let usual: &[&'static str] = match () {
        () if is_hash => &HASHES,
        () if is_array => &ARRAYS,
        () => &TEXTS,
    };
    let is_unusual = set > 0 && random.one_in(3);
    if !is_unusual {
        return random.pick(usual);
    }
    match random.below(6) {
        0 | 1 => "undef",
        2 => random.pick(&TRUTHS),
        3 => random.pick(&NUMBERS),
        4 => random.pick(&ARRAYS),
        _ => random.pick(&HASHES),
    }
}
