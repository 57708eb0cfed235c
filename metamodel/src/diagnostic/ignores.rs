//! Comments that silence problems: `# modelwright: ignore MW0815 because …`, on the line of a problem or above it.
//!
//! Invariants: a comment without a reason silences nothing; a comment that silences nothing is itself a problem; each
//! text is read once, and a problem is compared only with the comments for its own line.

use super::{Code, Diagnostic, Diagnostics, Source, codes};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The start of a comment that silences problems.
const PREFIX: &str = "# modelwright: ignore";

/// A comment that silences problems.
struct Ignore<'s> {
    source: &'s Arc<Source>,
    /// The position of the comment.
    range: Range<usize>,
    /// The codes in the comment, each with whether it has silenced a problem.
    codes: Vec<(Code, bool)>,
}

/// Comments, by the name of their text and the line whose problems they silence.
type IgnoresByLine<'s> = BTreeMap<(String, usize), Vec<Ignore<'s>>>;

/// Removes the problems that comments of the texts silence, and adds those of the comments themselves.
#[must_use]
pub fn silence<'s>(
    mut problems: Diagnostics,
    sources: impl IntoIterator<Item = &'s Arc<Source>>,
) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let mut comments = IgnoresByLine::new();
    for source in sources {
        read(source, &mut comments, &mut faults);
    }
    if comments.is_empty() && faults.is_empty() {
        return problems;
    }
    // The problems of comments come last, so that no comment silences them.
    problems.retain(|problem| !apply_ignores(problem, &mut comments));
    problems.append(faults);
    for ignore in comments.into_values().flatten() {
        for (code, _) in ignore.codes.iter().filter(|(_, is_used)| !is_used) {
            let message = format!("there is no problem {code} here, so the comment ignores nothing");
            let problem = Diagnostic::warning(codes::IGNORE, message).at(ignore.source, ignore.range.clone());
            problems.push(problem.help("remove the comment, or put it above the line with the problem"));
        }
    }
    problems
}

/// Marks the comments that silence a problem as used; returns whether there are any.
fn apply_ignores(problem: &Diagnostic, comments: &mut IgnoresByLine<'_>) -> bool {
    let Some(label) = problem.primary_label() else { return false };
    let line = (label.source.name().to_owned(), label.position().line);
    let mut is_silenced = false;
    for ignore in comments.get_mut(&line).into_iter().flatten() {
        for (_, is_used) in ignore.codes.iter_mut().filter(|(code, _)| *code == problem.code) {
            // Several comments may be for the same line; each of them counts as used.
            *is_used = true;
            is_silenced = true;
        }
    }
    is_silenced
}

/// Reads the comments of a text. Those that silence problems are added to `comments`, by the line whose problems they
/// silence; invalid ones are reported in `faults`.
fn read<'s>(source: &'s Arc<Source>, comments: &mut IgnoresByLine<'s>, faults: &mut Diagnostics) {
    // Most texts have no such comment, so their lines need not be visited.
    if !source.text().contains(PREFIX) {
        return;
    }
    let mut add = |line: usize, ignore: Ignore<'s>| {
        comments.entry((source.name().to_owned(), line)).or_default().push(ignore);
    };
    // Comments on lines of their own, which are for the next line with content.
    let mut pending = Vec::new();
    let mut line_start = 0;
    for line in source.text().split_inclusive('\n') {
        let content = line.trim_start();
        // The source counts the lines, because an excerpt does not begin with line 1.
        let number = source.position(line_start).line;
        if !content.is_empty() && !content.starts_with('#') {
            pending.drain(..).for_each(|ignore| add(number, ignore));
        }
        if let Some(offset) = comment_start(line) {
            let comment = line[offset..].split(['\r', '\n']).next().unwrap_or_default();
            let range = line_start + offset..line_start + offset + comment.len();
            match parse(&comment[PREFIX.len()..]) {
                Ok(codes) => {
                    let codes = codes.into_iter().map(|code| (code, false)).collect();
                    let ignore = Ignore { source, range, codes };
                    let is_separate_line = line[..offset].trim().is_empty();
                    if is_separate_line { pending.push(ignore) } else { add(number, ignore) }
                }
                Err(fault) => {
                    let problem = Diagnostic::warning(codes::IGNORE, fault).at(source, range);
                    let help = "write `# modelwright: ignore MW0815 because …`, with the code and the reason";
                    faults.push(problem.help(help));
                }
            }
        }
        line_start += line.len();
    }
    // No problem can be after the last line, so such comments are reported as unused.
    let after_the_last = source.position(line_start).line + 1;
    pending.drain(..).for_each(|ignore| add(after_the_last, ignore));
}

/// The offset at which the comment in a line begins. As in YAML, a comment is at the start of the line or after a space,
/// and continues to the end of the line.
fn comment_start(line: &str) -> Option<usize> {
    let mut offsets = line.match_indices(PREFIX).map(|(offset, _)| offset);
    offsets.find(|offset| *offset == 0 || line[..*offset].ends_with([' ', '\t']))
}

/// The codes in the text of a comment after [`PREFIX`]: `MW0815, MW0816 because …` has two. `Err` is the message of the
/// problem if there is no code or no reason, or a code is unknown.
fn parse(content: &str) -> Result<Vec<Code>, String> {
    // The reason is separated first, because it may contain any words, even codes.
    let (names, reason) = content.split_once(" because ").unwrap_or((content, ""));
    let names: Vec<&str> = names.split([',', ' ']).filter(|name| !name.is_empty()).collect();
    if names.is_empty() || reason.trim().is_empty() {
        let missing = if names.is_empty() { "code" } else { "reason" };
        return Err(format!("the comment has no {missing}, so it ignores nothing"));
    }
    let codes = names.iter().map(|name| {
        let unknown =
            || format!("there is no code `{}`, so the comment ignores nothing", super::shorten(name));
        codes::find(name).ok_or_else(unknown)
    });
    codes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes of the problems that are left of one `MW0005` at each `!`.
    fn left(text: &str) -> Vec<&'static str> {
        let source = Source::new("a.yaml", text);
        let mut problems = Diagnostics::new();
        for (at, _) in text.match_indices('!') {
            problems.push(Diagnostic::warning(codes::LIMIT, "too large").at(&source, at..at + 1));
        }
        silence(problems, [&source]).iter().map(|problem| problem.code.id()).collect()
    }

    #[test]
    fn a_comment_silences_its_line_or_the_next_one() {
        assert_eq!(left("a: ! # modelwright: ignore MW0005 because x\nb: !"), ["MW0005"]);
        assert_eq!(left("# modelwright: ignore MW0005 because x\n\n# more\na: !\nb: !"), ["MW0005"]);
        let two = "# modelwright: ignore MW0005 because x\n# modelwright: ignore MW0001 because y\na: !";
        assert_eq!(left(two), ["MW0012"]);
        assert_eq!(left("# modelwright: ignore mw0005,MW0001 because x\r\na: !!"), ["MW0012"]);
    }

    #[test]
    fn a_comment_that_silences_nothing_is_a_problem() {
        for text in [
            "# modelwright: ignore MW0005",
            "# modelwright: ignore MW0005 because ",
            "# modelwright: ignore because x",
            "# modelwright: ignore MW9999 because x",
            "# modelwright: ignore MW0005 because x",
        ] {
            assert_eq!(left(text), ["MW0012"], "{text}");
        }
        assert_eq!(left("a: x# modelwright: ignore"), [""; 0]);
    }
}
