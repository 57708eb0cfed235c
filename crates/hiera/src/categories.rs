//! The names of categories: each level of each backend is a category.

use super::interpolation::{Segment, split};
use rustc_hash::{FxHashMap, FxHashSet};

/// The names of the categories of all levels, in the order in which Hiera searches. A level is given as its backend and
/// its path.
///
/// A level with one variable has the name of this variable, except that the node's own name is called `node`; any other
/// level has the name of its path. To a name that is taken, the backend is added and, if that is not enough, a number.
pub(super) fn names<'l>(levels: impl Iterator<Item = (&'l str, &'l str)>) -> Vec<String> {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut numbers: FxHashMap<(String, &str), usize> = FxHashMap::default();
    let names = levels.map(|(backend, path)| {
        let preferred = preferred_name(path);
        let mut name = preferred.clone();
        // Only the later of two levels with the same name gets a longer one, so that names are short in a usual site.
        if taken.contains(&name) {
            name = format!("{preferred} ({backend})");
        }
        let number = numbers.entry((preferred.clone(), backend)).or_insert(1);
        // The path of another level may be the same text as the longer name.
        while taken.contains(&name) {
            *number += 1;
            name = format!("{preferred} ({backend} {number})");
        }
        taken.insert(name.clone());
        name
    });
    names.collect()
}

/// The name of a level as a category: its variable if it has only one, otherwise its path.
fn preferred_name(path: &str) -> String {
    let segments = split(path);
    let mut variables = segments.iter().filter_map(|segment| match segment {
        Segment::Interpolated { inner, .. } => Some(inner.trim_start_matches("::")),
        Segment::Text(_) => None,
    });
    match (variables.next(), variables.next()) {
        (Some("fqdn" | "clientcert" | "certname" | "trusted.certname"), None) => "node".to_owned(),
        (Some(variable), None) if is_name(variable) => variable.to_owned(),
        _ if path.is_empty() => "(empty)".to_owned(),
        _ => path.to_owned(),
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_are_named_after_their_variables() {
        let hierarchy = ["nodes/%{::fqdn}", "%{::environment}", "roles/%{role}", "%{a}/%{b}", "common"];
        let levels = ["yaml", "json"].into_iter().flat_map(|backend| hierarchy.map(|path| (backend, path)));
        let expected = [
            "node",
            "environment",
            "role",
            "%{a}/%{b}",
            "common",
            "node (json)",
            "environment (json)",
            "role (json)",
            "%{a}/%{b} (json)",
            "common (json)",
        ];
        assert_eq!(names(levels), expected);
    }
}
