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
        let mut matched_with_name = vec![false; parts.len() + 1];
        matched[0] = true;
        for (index, part) in parts.iter().enumerate() {
            if *part == "**" {
                // The part matches no name at all, so that the next part may match this name.
                matched[index + 1] |= matched[index];
                // The part matches this name and perhaps further ones.
                matched_with_name[index] |= matched[index];
                // This name is the last one that the part matches.
                matched_with_name[index + 1] |= matched[index + 1];
            } else if matched[index] {
                matched_with_name[index + 1] |= name_matches(name, part);
            }
        }
        matched = matched_with_name;
    }
    matched[parts.len()]
}

/// Whether a name matches a pattern without directories: `*` is any text, and `?` any character.
#[must_use]
pub fn name_matches(name: &str, pattern: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut pattern_position, mut name_position) = (0, 0);
    // The position of the last `*` in the pattern, and the position in the name up to which it matches.
    let mut last_star: Option<(usize, usize)> = None;
    while name_position < name.len() {
        match pattern.get(pattern_position) {
            Some('*') => {
                last_star = Some((pattern_position, name_position));
                pattern_position += 1;
            }
            Some(c) if *c == '?' || *c == name[name_position] => {
                pattern_position += 1;
                name_position += 1;
            }
            _ => {
                // The last `*` must match one more character.
                let Some((star_position, end)) = last_star else { return false };
                last_star = Some((star_position, end + 1));
                pattern_position = star_position + 1;
                name_position = end + 1;
            }
        }
    }
    pattern[pattern_position..].iter().all(|c| *c == '*')
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
