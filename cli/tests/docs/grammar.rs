//! Checks the grammars of pages: every rule that is used is defined, and every rule but the first is used.

use std::collections::BTreeSet;

/// Checks a grammar: lines `name = …`, where text in quotes or between `?` is not a name of a rule.
pub(crate) fn check(grammar: &str) -> Result<(), String> {
    let mut defined = Vec::new();
    let mut used = BTreeSet::new();
    for line in grammar.lines() {
        let rest = match line.split_once(" = ") {
            Some((name, rest)) if !line.starts_with(' ') => {
                defined.push(name.trim().to_owned());
                rest
            }
            _ => line,
        };
        used.extend(
            bare(rest)
                .split(|c: char| !c.is_alphanumeric() && c != '-')
                .filter(|word| !word.is_empty())
                .map(str::to_owned),
        );
    }
    let known: BTreeSet<String> = defined.iter().cloned().collect();
    let first = defined.first().ok_or("the grammar is empty")?;
    if known.len() < defined.len() {
        return Err("a rule is defined twice".into());
    }
    if let Some(name) = used.difference(&known).next() {
        return Err(format!("there is no rule `{name}`"));
    }
    match known.difference(&used).find(|name| *name != first) {
        Some(name) => Err(format!("nothing uses the rule `{name}`")),
        None => Ok(()),
    }
}

/// A line without the text in quotes or between `?`.
fn bare(line: &str) -> String {
    let mut around = None;
    let mut bare = String::new();
    for c in line.chars() {
        match around {
            Some(mark) if mark == c => around = None,
            Some(_) => {}
            None if c == '"' || c == '?' => around = Some(c),
            None => bare.push(c),
        }
    }
    bare
}
