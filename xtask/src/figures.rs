//! Figures of the code: its size by crate, the share of comments, and what shaped code without a reason.
//!
//! The product is the library and the command; tests, generated code, examples and tools do not count. A line of code has
//! something other than a comment; the comments that count are those at lines (`//`), not descriptions of items. Invariant:
//! the figures depend on the files alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Crates that are not part of the product.
const TOOLS: [&str; 2] = ["xtask", "interop"];

/// From this number of lines of code on, a file must have a comment.
const LARGE_FILE: usize = 150;

/// Counts of lines.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Lines {
    code: usize,
    comments: usize,
    descriptions: usize,
    /// Closures that `let` binds.
    closures: usize,
}

impl Lines {
    fn add(&mut self, other: &Self) {
        self.code += other.code;
        self.comments += other.comments;
        self.descriptions += other.descriptions;
        self.closures += other.closures;
    }

    /// Counts the lines of a file without its tests.
    fn of(text: &str) -> Self {
        let mut lines = Self::default();
        let mut source_lines = text.lines().peekable();
        while let Some(line) = source_lines.next() {
            let line = line.trim();
            // The tests of a file are at its end.
            let is_module = |next: &&str| next.trim_start().starts_with("mod ") && next.ends_with('{');
            if line.starts_with("#[cfg(test)]") && source_lines.peek().is_some_and(is_module) {
                break;
            }
            match line {
                "" => {}
                _ if line.starts_with("///") || line.starts_with("//!") => lines.descriptions += 1,
                _ if line.starts_with("//") => lines.comments += 1,
                _ => {
                    lines.code += 1;
                    lines.comments += usize::from(line.contains(" // "));
                    lines.closures += usize::from(binds_closure(line));
                }
            }
        }
        lines
    }
}

/// Whether a line binds a closure with `let`.
fn binds_closure(line: &str) -> bool {
    let value = line.strip_prefix("let ").and_then(|binding| binding.split_once(" = "));
    value.is_some_and(|(_, value)| value.starts_with('|') || value.starts_with("move |"))
}

/// The figures as a table.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let mut crates: BTreeMap<String, Lines> = BTreeMap::new();
    let mut files_without_comments = Vec::new();
    for path in crate::arrows::source_files(root)? {
        let name = path.to_string_lossy().replace('\\', "/");
        let directory =
            name.split_once("/src/").map_or("src", |(directory, _)| directory).trim_start_matches("./");
        let is_test = name.ends_with("/tests.rs") || name.contains("/tests/");
        if TOOLS.contains(&directory) || is_test || name.contains("/generated/") {
            continue;
        }
        let text = fs::read_to_string(root.join(&path)).map_err(|e| format!("{name}: {e}"))?;
        let lines = Lines::of(&text);
        if lines.code > LARGE_FILE && lines.comments == 0 {
            files_without_comments.push(name.clone());
        }
        crates.entry(directory.to_owned()).or_default().add(&lines);
    }
    Ok(table(&crates, &files_without_comments, directories(root)?))
}

/// The directories at the top of the repository.
fn directories(root: &Path) -> Result<usize, String> {
    let entries = fs::read_dir(root).map_err(|e| format!("{}: {e}", root.display()))?;
    let is_counted = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        entry.path().is_dir() && name != "target" && !name.to_string_lossy().starts_with('.')
    };
    Ok(entries.flatten().filter(is_counted).count())
}

/// The figures in lines.
fn table(crates: &BTreeMap<String, Lines>, files_without_comments: &[String], directories: usize) -> String {
    let mut total = Lines::default();
    crates.values().for_each(|lines| total.add(lines));
    let mut text = format!("{:28}{:>8}{:>8}{:>14}\n", "crate", "code", "share", "per 100 lines");
    let mut rows: Vec<_> = crates.iter().collect();
    rows.sort_by_key(|(name, lines)| (std::cmp::Reverse(lines.code), *name));
    for (name, lines) in rows {
        let share = percent(lines.code, total.code);
        text.push_str(&format!(
            "{name:28}{:>8}{share:>7.1}%{:>14.2}\n",
            lines.code,
            percent(lines.comments, lines.code)
        ));
    }
    text.push_str(&format!(
        "{:28}{:>8}{:>8}{:>14.2}\n\n",
        "all",
        total.code,
        "",
        percent(total.comments, total.code)
    ));
    text.push_str(&format!("{} lines describe items\n", total.descriptions));
    let closures_per_1000 = percent(total.closures, total.code) * 10.0;
    text.push_str(&format!("`let` binds {closures_per_1000:.1} closures in 1,000 lines\n"));
    text.push_str(&format!("{directories} directories at the top\n"));
    text.push_str(&format!(
        "{} files with more than {LARGE_FILE} lines have no comment",
        files_without_comments.len()
    ));
    files_without_comments.iter().for_each(|name| text.push_str(&format!("\n  {name}")));
    text
}

#[expect(clippy::cast_precision_loss, reason = "counts of lines are small")]
fn percent(part: usize, total: usize) -> f64 {
    100.0 * part as f64 / total.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn lines_are_counted_by_their_kind() {
        let text = "//! About.\n\n// Why.\nlet add = |a| a + 1; // Because.\nlet b = add(1);\n#[cfg(test)]\nmod tests {\n    // no\n}\n";
        let expected = Lines { code: 2, comments: 2, descriptions: 1, closures: 1 };
        assert_eq!(Lines::of(text), expected);
    }
}
