//! Pages that show problems: those of codes, which `modelwright explain` prints, and those of deliberate mistakes.
//!
//! Each shows a wrong input with the problems that the program reports, and the repaired input, of which it reports
//! none. The blocks of all pages are run elsewhere; this module reads what they show.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::page::Page;
use super::root;
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Fix, Source, codes};
use std::path::{Path, PathBuf};

/// The directory of the pages of codes.
const CODES: &str = "cli/src/explain/pages";

/// The directories of deliberate mistakes, with the number of them that must be there.
const MISTAKES: [(&str, usize); 4] = [
    ("cli/tests/mistakes/types", 20),
    ("cli/tests/mistakes/instances", 20),
    ("cli/tests/mistakes/ecore", 10),
    ("cli/tests/mistakes/hiera", 10),
];

/// The directories of all these pages.
pub(crate) fn directories() -> impl Iterator<Item = PathBuf> {
    std::iter::once(CODES)
        .chain(MISTAKES.map(|(directory, _)| directory))
        .map(|directory| root().join(directory))
}

/// The problems that a page shows under its two headings.
struct ShownProblems {
    wrong: Vec<String>,
    repaired: Vec<String>,
}

/// The first lines of errors and warnings in what a page shows under a heading, in outputs and in texts that a program
/// expects; and those of notes with a code.
fn problems(page: &Page, heading: &str, note: &str) -> Vec<String> {
    let note = format!("note[{note}]");
    let is_problem = |line: &&str| ["error[", "warning[", &note].iter().any(|start| line.starts_with(start));
    let blocks =
        page.blocks_by_heading().filter(|(above, block)| *above == heading && shows_problems(&block.words));
    let lines = blocks
        .flat_map(|(_, block)| block.body.lines().map(|line| line.trim_start().trim_start_matches('"')));
    lines.filter(is_problem).map(str::to_owned).collect()
}

fn shows_problems(words: &[String]) -> bool {
    words == ["console"] || words == ["problem"] || words == ["rust"]
}

/// What a page shows; with a code, also notes of a wrong input that have it.
fn read(path: &Path, code: &str) -> ShownProblems {
    let page = Page::read(path).expect("a page");
    ShownProblems { wrong: problems(&page, "Wrong", code), repaired: problems(&page, "Repaired", "none") }
}

fn files(directory: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(directory)).expect(directory).flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// The code of a problem's first line.
fn code(line: &str) -> &str {
    line.split(['[', ']']).nth(1).unwrap_or_default()
}

/// Whether this run writes the pages: another test may not have written yet what a page shows.
fn is_update() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

#[test]
fn pages_of_codes_show_only_their_problem_and_its_correction() {
    if is_update() {
        return;
    }
    for path in files(CODES) {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(codes::find(&id).is_some(), "{id} is not a code");
        let ShownProblems { wrong, repaired } = read(&path, &id);
        assert!(
            !wrong.is_empty() && wrong.iter().all(|line| code(line) == id),
            "{id}: the blocks under `Wrong` must show problems with this code only, found {wrong:?}; \
             UPDATE_EXPECT=1 writes what they show; then run the test again without it"
        );
        assert!(repaired.is_empty(), "{id} is not repaired: {repaired:?}");
    }
}

/// The documentation tests of the library run these programs.
#[test]
fn programs_in_pages_of_codes_are_tested() {
    let list = std::fs::read_to_string(root().join("src/lib.rs")).expect("the library");
    for path in files(CODES) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let has_program = Page::read(&path).expect("a page").blocks().any(|block| block.words == ["rust"]);
        assert_eq!(list.contains(&format!("pages/{name}\")")), has_program, "{name}");
    }
}

#[test]
fn each_deliberate_mistake_causes_one_problem_at_a_position() {
    if is_update() {
        return;
    }
    for (directory, min) in MISTAKES {
        let files = files(directory);
        assert!(files.len() >= min, "only {} pages in {directory}", files.len());
        for path in files {
            let (name, ShownProblems { wrong, repaired }) = (path.display(), read(&path, "none"));
            assert_eq!(wrong.len(), 1, "{name}: {wrong:?}");
            assert!(repaired.is_empty(), "{name} is not repaired: {repaired:?}");
            let text = std::fs::read_to_string(&path).expect("a page");
            assert!(text.contains("\n --> ") || text.contains("\n  --> "), "{name} has no position");
            assert!(!text.contains("modelwright explain"), "{name} only refers to an explanation");
        }
    }
}

#[test]
fn a_corrected_mistake_has_no_problem() {
    let mut corrected = 0;
    for path in files("cli/tests/mistakes/types") {
        let page = Page::read(&path).expect("a page");
        let wrong =
            page.blocks_by_heading().find(|(above, block)| *above == "Wrong" && block.words[0] == "pp");
        let mut text = wrong.expect("a wrong text").1.body.clone();
        let mut is_corrected = false;
        loop {
            let source = Source::new("wrong.pp", text);
            let (_, found) = language::load(std::slice::from_ref(&source));
            let fixes: Vec<&Fix> = found.iter().filter_map(|problem| problem.fix.as_ref()).collect();
            if fixes.is_empty() {
                assert!(
                    !is_corrected || found.is_empty(),
                    "{}: {found:?}\n{}",
                    path.display(),
                    source.text()
                );
                break;
            }
            is_corrected = true;
            text = Fix::apply(fixes.into_iter(), &source).0;
        }
        corrected += usize::from(is_corrected);
    }
    assert!(corrected >= 15, "only {corrected} mistakes have a correction");
}

/// The page of the site lists all codes by area; the areas are those of another page.
#[test]
fn the_page_of_problems_lists_every_code() {
    let areas = std::fs::read_to_string(root().join("docs/exit-codes-and-problems.md")).expect("the page");
    let areas = areas.lines().filter_map(|line| line.strip_prefix("| `MW")?.split_once("..` | "));
    let path = root().join("docs/problems.md");
    let mut text = "# Problems and their corrections\n\nThe page of a code shows what it means, a small wrong file, the \
                    message, and the repaired file. `modelwright explain MW0107` shows\nthe same page, and `modelwright man` \
                    writes all pages into the manual page `modelwright-problems`.\n"
        .to_owned();
    for (number, area) in areas {
        let area = area.trim_end_matches(" |");
        text.push_str(&format!("\n## MW{number}: {area}\n\n| Code | Problem |\n| --- | --- |\n"));
        for code in codes::ALL.iter().filter(|code| code.id()[2..].starts_with(number)) {
            let (id, title) = (code.id(), code.title());
            text.push_str(&format!("| [{id}](../{CODES}/{id}.md) | {title} |\n"));
        }
    }
    if is_update() {
        std::fs::write(&path, &text).expect("a page that can be written");
    }
    let page = std::fs::read_to_string(&path).expect("the page");
    assert!(page == text, "UPDATE_EXPECT=1 writes docs/problems.md again");
    assert!(codes::ALL.iter().all(|code| page.contains(code.id())), "a code belongs to no area");
}
