//! Runs every block of the pages; docs/contributing-reference.md lists the words that may follow a fence.
//!
//! Each page has its own directory, in which its commands run on the files that its blocks contain. A block with unknown
//! words is a failure, so none is left out. With `UPDATE_EXPECT=1` the blocks that show results are rewritten.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::page::{Block, Page};
use modelwright_evaluation::evaluate::{EmptyHost, EvaluationLimits, Program};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A line that matches any number of lines.
const ANY_LINES: &str = "…";

/// The end of a line that shows only the beginning of a list, so that pages need not list everything that is registered.
const REST_OF_LIST: &str = ", …";

/// The new text of a block, if it shows a result; or why the block is wrong.
type SnippetResult = Result<Option<String>, String>;

/// Runs the blocks of a page, and returns the failures.
pub(crate) fn run(path: &Path) -> Vec<String> {
    run_in(Session::new(), path)
}

/// Runs the blocks of a page in an empty directory, after a command.
pub(crate) fn run_after(command: &str, path: &Path) -> Vec<String> {
    let session = Session { directory: tempfile::tempdir().expect("a directory"), expected_problems: None };
    match session.run_shell(command).expect("a command that runs") {
        output if output.is_empty() => run_in(session, path),
        output => vec![format!("{command}: {output}")],
    }
}

fn run_in(mut session: Session, path: &Path) -> Vec<String> {
    let failure = |line: usize, what: &str| format!("{}:{line}: {what}", path.display());
    let mut page = match Page::read(path) {
        Ok(page) => page,
        Err(problem) => return vec![failure(1, &problem)],
    };
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut failures = Vec::new();
    for block in page.blocks_mut() {
        let result = session.block(block).map(|shown| shown.map(|text| with_short_lists(&block.body, &text)));
        match result {
            Err(problem) => failures.push(failure(block.line, &problem)),
            Ok(Some(shown)) if update && !block.body.lines().any(|line| line == ANY_LINES) => {
                block.body = shown;
                session.write_file(block).expect("a file of the page");
            }
            Ok(Some(shown)) if !agrees(&block.body, &shown) => {
                failures.push(failure(block.line, &format!("shown\n{}--- actual\n{shown}", block.body)));
            }
            Ok(_) => {}
        }
    }
    failures.extend(
        session.expected_problems.iter().map(|_| failure(1, "a `pp wrong` block without a `problem` block")),
    );
    // Other tests read the pages at the same time.
    if update && fs::read_to_string(path).is_ok_and(|text| text != page.text()) {
        fs::write(path, page.text()).expect("a page that can be written");
    }
    failures
}

/// A text with the lists of a block that shows only their beginnings.
fn with_short_lists(shown: &str, actual: &str) -> String {
    let short: Vec<&str> = shown.lines().filter(|line| line.ends_with(REST_OF_LIST)).collect();
    let replace = |line: &str| {
        let is_shown = |short: &&&str| line.starts_with(short.trim_end_matches('…'));
        short.iter().find(is_shown).map_or_else(|| line.to_owned(), |short| format!("{short}\n"))
    };
    actual.split_inclusive('\n').map(replace).collect()
}

/// Whether a text matches the block that shows it, in which lines may be left out.
fn agrees(shown: &str, actual: &str) -> bool {
    let mut rest = actual;
    let left_out = format!("{ANY_LINES}\n");
    let mut parts = format!("\n{shown}");
    parts = parts.replace(&format!("\n{left_out}"), "\n\0");
    let parts: Vec<&str> = parts[1..].split('\0').collect();
    for (at, part) in parts.iter().enumerate() {
        let (first, last) = (at == 0, at + 1 == parts.len());
        let found = match (first, last) {
            (true, true) => return rest == *part,
            (true, false) => rest.strip_prefix(part),
            (false, true) => return rest.ends_with(part),
            (false, false) => rest.find(part).map(|start| &rest[start + part.len()..]),
        };
        let Some(found) = found else { return false };
        rest = found;
    }
    true
}

/// The directory of a page, and the output that its next block must show.
struct Session {
    directory: tempfile::TempDir,
    /// The problems of the preceding `pp wrong` block.
    expected_problems: Option<String>,
}

impl Session {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        #[cfg(unix)]
        std::os::unix::fs::symlink(super::root().join("examples"), directory.path().join("examples"))
            .expect("a link to the examples");
        Self { directory, expected_problems: None }
    }

    /// Writes the file that a block contains.
    fn write_file(&self, block: &Block) -> Result<(), String> {
        let Some(name) = block.setting("file") else { return Ok(()) };
        let path = self.directory.path().join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|e| format!("{name}: {e}"))?;
        fs::write(path, &block.body).map_err(|e| format!("{name}: {e}"))
    }

    fn block(&mut self, block: &Block) -> SnippetResult {
        let words = block.plain();
        if let Some(problems) = self.expected_problems.take() {
            return if words == ["problem"] {
                Ok(Some(problems))
            } else {
                Err("a `problem` block is missing".into())
            };
        }
        if let Some(name) = block.setting("shows") {
            return fs::read_to_string(self.directory.path().join(name))
                .map(Some)
                .map_err(|e| format!("{name}: {e}"));
        }
        if let Some(name) = block.setting("part-of") {
            let text =
                fs::read_to_string(self.directory.path().join(name)).map_err(|e| format!("{name}: {e}"))?;
            let is_part = text.contains(&block.body);
            return if is_part { Ok(None) } else { Err(format!("this is not a part of {name}")) };
        }
        self.write_file(block)?;
        match *words {
            ["pp"] => check_loads(&block.body).and_then(|()| check_layout(&block.body, true)),
            ["pp", "loose"] => check_loads(&block.body).and_then(|()| check_layout(&block.body, false)),
            ["pp", "wrong", ref codes @ ..] => self.check_problems(block, codes),
            ["eval"] => run_expressions(&block.body).map(Some),
            ["console"] => self.run_commands(&block.body).map(Some),
            ["ebnf"] => super::grammar::check(&block.body).map(|()| None),
            ["puppet" | "java" | "json" | "yaml" | "xml" | "jinja" | "toml" | "ruby"]
                if block.setting("file").is_some() =>
            {
                Ok(None)
            }
            // Commands for developers, which a test cannot run.
            ["sh"] if block.body.lines().all(|line| line.starts_with("cargo ")) => Ok(None),
            ["sh"] if block.body.lines().all(|line| line.starts_with("pip install ")) => Ok(None),
            // A test of another crate runs this.
            ["rust"] if block.body.contains("assert") => Ok(None),
            // The tests of the Python package run this.
            ["python"] if block.body.contains(">>> ") || block.body.contains("assert") => Ok(None),
            // Diagrams.
            ["mermaid"] | ["text"] => Ok(None),
            _ => Err(format!("a block of `{}` cannot be run", block.words.join(" "))),
        }
    }

    /// The problems of types, which must have exactly these codes.
    fn check_problems(&mut self, block: &Block, codes: &[&str]) -> SnippetResult {
        let name = block.setting("file").unwrap_or("example.pp");
        fs::write(self.directory.path().join(name), &block.body).map_err(|e| e.to_string())?;
        let problems = self.run_shell(&format!("modelwright validate {name}"))?;
        let mut found: Vec<&str> = problems
            .lines()
            .filter(|line| ["error[", "warning["].iter().any(|start| line.starts_with(start)))
            .filter_map(|line| line.split(['[', ']']).nth(1))
            .collect();
        found.dedup();
        if found != codes {
            return Err(format!("the problems are {found:?}, not {codes:?}\n{problems}"));
        }
        // The last line counts files.
        let end = problems.trim_end().rfind('\n').map_or(0, |at| at + 1);
        self.expected_problems = Some(problems[..end].to_owned());
        Ok(None)
    }

    /// Runs commands, and returns each with its output.
    fn run_commands(&self, body: &str) -> Result<String, String> {
        let mut shown = String::new();
        let mut lines = body.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            shown.push_str(line);
            let mut command = command.replace("cargo run --release -- ", "modelwright ");
            while let Some(more) = command.strip_suffix('\\').and_then(|_| lines.next()) {
                command = format!("{command}\n{more}");
                shown.push('\n');
                shown.push_str(more);
            }
            shown.push('\n');
            shown.push_str(&self.run_shell(&command)?);
        }
        if shown.is_empty() { Err("there is no command".into()) } else { Ok(shown) }
    }

    /// Runs a command in a shell, and returns its output.
    fn run_shell(&self, command: &str) -> Result<String, String> {
        let known = ["modelwright", "cat", "cd", "cp", "echo", "mkdir", "mv", "ls", "cmp", "sed", "diff"];
        if !known.iter().any(|name| command.starts_with(&format!("{name} "))) {
            return Err(format!("`{command}` runs something else than {known:?}"));
        }
        let program = Path::new(env!("CARGO_BIN_EXE_modelwright")).parent().expect("a directory");
        let path = std::env::join_paths(
            std::iter::once(program.to_owned())
                .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
        );
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(self.directory.path())
            .env("PATH", path.map_err(|e| e.to_string())?)
            .env("NO_COLOR", "1")
            .env_remove("CLICOLOR_FORCE")
            .output()
            .map_err(|e| e.to_string())?;
        String::from_utf8(output.stdout).map_err(|e| e.to_string())
    }
}

fn expect_none(problems: &Diagnostics) -> Result<(), String> {
    if problems.is_empty() { Ok(()) } else { Err(super::shown(problems)) }
}

/// Checks that types load without any problem.
fn check_loads(text: &str) -> Result<(), String> {
    expect_none(&language::load(&[Source::new("example.pp", text)]).1)
}

/// Checks that types are in the canonical layout, or that they are not.
fn check_layout(text: &str, expected: bool) -> SnippetResult {
    match language::format(&Source::new("example.pp", text)) {
        (Some(laid_out), _) if expected => Ok(Some(laid_out)),
        (Some(laid_out), _) if laid_out == text => {
            Err("this is in the canonical layout, so it must not be marked `loose`".into())
        }
        (Some(_), _) => Ok(None),
        (None, problems) => Err(super::shown(&problems)),
    }
}

/// Expressions, each with its value after `#=>` or its problem after `#!!`.
fn run_expressions(body: &str) -> Result<String, String> {
    let mut shown = String::new();
    let mut expression = String::new();
    for line in body.lines() {
        let Some(at) = line.find("#=>").or_else(|| line.find("#!!")) else {
            expression.push_str(line);
            expression.push('\n');
            shown.push_str(line);
            shown.push('\n');
            continue;
        };
        expression.push_str(&line[..at]);
        shown.push_str(&line[..at]);
        shown.push_str(&value(&std::mem::take(&mut expression)));
        shown.push('\n');
    }
    if expression.trim().is_empty() { Ok(shown) } else { Err(format!("no value is shown for\n{expression}")) }
}

fn value(expression: &str) -> String {
    let (manifest, problems) = language::manifest(&Source::new("expression", expression));
    if let Some(problem) = problems.iter().next() {
        return format!("#!! {}", problem.message);
    }
    let program = Program::new(&manifest.expressions, &manifest.statements, &EmptyHost);
    match program.evaluate(&EmptyHost, EvaluationLimits::default()) {
        Ok(value) => format!("#=> {}", value.to_literal()),
        Err(problem) => format!("#!! {}", problem.message),
    }
}
