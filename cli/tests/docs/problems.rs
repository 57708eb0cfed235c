//! Pages of deliberate mistakes.
//!
//! Each shows a wrong input with the problems that the program reports, and the repaired input, of which it reports
//! none. The blocks of all pages are run elsewhere; this module reads what they show.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::page::Page;
use super::root;
use std::path::{Path, PathBuf};

/// The folders of deliberate mistakes, with the number of them that must be there.
const MISTAKES: [(&str, usize); 4] = [
    ("cli/tests/mistakes/types", 20),
    ("cli/tests/mistakes/instances", 20),
    ("cli/tests/mistakes/ecore", 10),
    ("cli/tests/mistakes/hiera", 10),
];

/// The folders of all these pages.
pub(crate) fn folders() -> impl Iterator<Item = PathBuf> {
    MISTAKES.into_iter().map(|(folder, _)| root().join(folder))
}

/// The problems that a page shows under its two headings.
struct Shown {
    wrong: Vec<String>,
    repaired: Vec<String>,
}

/// The first lines of problems in what a page shows under a heading.
fn problems(page: &Page, heading: &str) -> Vec<String> {
    let is_problem = |line: &&str| ["error[", "warning["].iter().any(|start| line.starts_with(start));
    let blocks =
        page.blocks_by_heading().filter(|(above, block)| *above == heading && is_output(&block.words));
    blocks.flat_map(|(_, block)| block.body.lines().filter(is_problem)).map(str::to_owned).collect()
}

fn is_output(words: &[String]) -> bool {
    words == ["console"] || words == ["problem"]
}

fn read(path: &Path) -> Shown {
    let page = Page::read(path).expect("a page");
    Shown { wrong: problems(&page, "Wrong"), repaired: problems(&page, "Repaired") }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect(folder).flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

#[test]
fn each_deliberate_mistake_causes_one_problem_at_a_position() {
    for (folder, least) in MISTAKES {
        let files = files(folder);
        assert!(files.len() >= least, "only {} pages in {folder}", files.len());
        for path in files {
            let (name, Shown { wrong, repaired }) = (path.display(), read(&path));
            assert_eq!(wrong.len(), 1, "{name}: {wrong:?}");
            assert!(repaired.is_empty(), "{name} is not repaired: {repaired:?}");
            let text = std::fs::read_to_string(&path).expect("a page");
            assert!(text.contains("\n --> ") || text.contains("\n  --> "), "{name} has no position");
            assert!(!text.contains("modelwright explain"), "{name} only refers to an explanation");
        }
    }
}
