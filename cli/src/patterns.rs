//! Names of several files: `*` is any text within a name, `?` any character, and `**` any directories.
//!
//! Shells expand such patterns; this is for arguments that no shell has expanded, as on Windows, in files of settings
//! and between quotes. Invariants: links to directories are not followed, so the search ends; the files are sorted;
//! hidden files match only a pattern that begins with a dot.

use modelwright::files::{Disk, FileKind, Files as _, name_matches};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// The maximum number of directories to search: `**` for a complete disk is a mistake.
const MAX_DIRECTORIES: usize = 100_000;

/// Whether a path is a pattern: it contains a wildcard, and no file has this name.
pub(crate) fn is_pattern(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.contains(['*', '?'])) && Disk::new().metadata(path).is_err()
}

/// The files and directories that match a pattern; if too many directories must be searched, those found so far.
pub(crate) fn matches(pattern: &Path) -> Vec<PathBuf> {
    let parts: Vec<Component<'_>> = pattern.components().collect();
    let mut matching_paths = Vec::new();
    // Paths that match a part of the pattern, each with the number of components that it matches.
    let mut pending = vec![(PathBuf::new(), 0)];
    let mut directories = 0;
    while let Some((path, matched_count)) = pending.pop() {
        let Some(part) = parts.get(matched_count) else {
            matching_paths.push(path);
            continue;
        };
        let name = match part {
            Component::Normal(name) if has_wildcard(name) => name,
            // A name without wildcards needs no listing, so its directory may be one that cannot be listed.
            other => {
                let path = path.join(other);
                if Disk::new().metadata(&path).is_ok() {
                    pending.push((path, matched_count + 1));
                }
                continue;
            }
        };
        directories += 1;
        if directories > MAX_DIRECTORIES {
            break;
        }
        // `**` also matches no directory at all.
        if *name == "**" {
            pending.push((path.clone(), matched_count + 1));
        }
        pending.extend(matching_entries(&path, name, matched_count, parts.len()));
    }
    matching_paths.sort();
    // Two `**` in a row find each file several times.
    matching_paths.dedup();
    matching_paths
}

/// The entries of a directory that match the component `name` of a pattern with `part_count` components, each with the
/// number of components that its path matches. The path of the directory matches `matched_count` components.
fn matching_entries(
    directory: &Path,
    name: &OsStr,
    matched_count: usize,
    part_count: usize,
) -> Vec<(PathBuf, usize)> {
    let listed_directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let Ok(entries) = Disk::new().list(listed_directory) else { return Vec::new() };
    let matches_any_depth = name == "**";
    let is_last_component = matched_count + 1 == part_count;
    let mut matching_paths = Vec::new();
    for entry in entries {
        let Some(text) = entry.name.to_str() else { continue };
        let is_directory = entry.kind == FileKind::Directory;
        if matches_any_depth {
            // The next component of a path may match `**` as well, so `**` remains to be matched.
            if is_directory && !text.starts_with('.') {
                matching_paths.push((directory.join(text), matched_count));
            }
            continue;
        }
        // Only a directory can contain what the next component matches. A link may refer to a directory, which its
        // entry does not show.
        let may_match = is_last_component || is_directory || entry.kind == FileKind::Link;
        if may_match && name.to_str().is_some_and(|pattern| matches_name(pattern, text)) {
            matching_paths.push((directory.join(text), matched_count + 1));
        }
    }
    matching_paths
}

fn has_wildcard(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.contains(['*', '?']))
}

/// Whether a file has a name that matches a pattern without directories. Hidden files match only a pattern that begins
/// with a dot.
fn matches_name(pattern: &str, name: &str) -> bool {
    let is_hidden = name.starts_with('.') && !pattern.starts_with('.');
    !is_hidden && name_matches(name, pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_match_within_names() {
        for (pattern, name, expected) in [
            ("*.xmi", "a.xmi", true),
            ("*.xmi", ".xmi", false),
            (".*", ".xmi", true),
            ("a*b*c", "aXbXbYc", true),
            ("a*b*c", "aXbXb", false),
            ("?.pp", "ä.pp", true),
            ("?.pp", ".pp", false),
            ("*", "", true),
            ("a", "b", false),
            ("a?", "a", false),
        ] {
            assert_eq!(matches_name(pattern, name), expected, "{pattern} {name}");
        }
        assert!(!matches_name(&"*a".repeat(200), &"a".repeat(199)));
    }
}
