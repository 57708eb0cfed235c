//! Patterns of paths: `*` is any text within a name, `?` any character, and `**` any directories.
//!
//! Invariant: the work is at most proportional to the product of the lengths of path and pattern. No file is read here.

/// Whether a path, or another address, ends with names that match a pattern: `/home/site/data/a.json` matches
/// `data/*.json`.
pub fn ends_with_pattern(path: &str, pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.trim_start_matches("./").split('/').collect();
    // `matched[n]` is set if the first `n` parts of the pattern match the last names so far. A match may begin at each
    // name.
    let mut matched = vec![false; parts.len() + 1];
    for name in path.split(['/', '\\']) {
        let mut next = vec![false; parts.len() + 1];
        matched[0] = true;
        for (at, part) in parts.iter().enumerate() {
            if *part == "**" {
                matched[at + 1] |= matched[at];
                next[at] |= matched[at];
                next[at + 1] |= matched[at + 1];
            }
            if matched[at] && *part != "**" {
                next[at + 1] |= name_matches(name, part);
            }
        }
        matched = next;
    }
    matched[parts.len()]
}

/// Whether a name matches a pattern without directories: `*` is any text, and `?` any character.
#[must_use]
pub fn name_matches(name: &str, pattern: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The position of the last `*` in the pattern, and the position in the name up to which it matches.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((at, end)) = star else { return false };
                star = Some((at, end + 1));
                p = at + 1;
                n = end + 1;
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::ends_with_pattern;

    #[track_caller]
    fn check(pattern: &str, matching: &[&str], others: &[&str]) {
        for path in matching {
            assert!(ends_with_pattern(path, pattern), "{pattern} does not match {path}");
        }
        for path in others {
            assert!(!ends_with_pattern(path, pattern), "{pattern} matches {path}");
        }
    }

    #[test]
    fn the_end_of_a_path_is_compared() {
        check(
            "data/*.json",
            &["data/a.json", "file:///x/data/.json"],
            &["a.json", "data/b/a.json", "xdata/a.json"],
        );
        check("*.y?ml", &["a.yaml", "b/c.yaml"], &["a.yml", "a.yaml/b"]);
        check("data/**/a.json", &["data/a.json", "data/b/c/a.json"], &["data/b.json", "a.json"]);
        check("**", &["a", "a/b"], &[]);
        check("*a*b*", &["ab", "xaxbx"], &["ba", ""]);
        check("a.json", &["a.json", "x/a.json"], &["xa.json", "a.json.txt"]);
    }
}
