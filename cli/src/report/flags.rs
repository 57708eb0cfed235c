//! The options of all commands that report problems; they are declared here only.
//!
//! This module does not know how a problem is shown.

use super::ProblemFormat;
use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;

/// The number of problems that are shown on a terminal by default: what follows is rarely read.
const MAX_PROBLEMS_ON_TERMINAL: usize = 100;

/// Which problems are shown, and how.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReportFlags {
    /// How problems are shown
    #[arg(long, global = true, value_enum, default_value_t = ProblemFormat::Human)]
    pub(super) format: ProblemFormat,

    /// The number of problems to show, or `all`; the others are counted [default: 100 on a terminal, otherwise all]
    #[arg(long, global = true, value_name = "N", value_parser = parse_problem_limit)]
    max_problems: Option<ProblemLimit>,

    /// Treat warnings as errors
    #[arg(long, global = true)]
    pub(super) warnings_as_errors: bool,

    /// When problems are shown in colour
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    color: Colour,

    /// Only show errors: no warnings, notes, summary or progress
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,

    /// Also show, on standard error, which files are read; they are then read one after another
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(super) verbose: bool,
}

impl Default for ReportFlags {
    fn default() -> Self {
        Self {
            format: ProblemFormat::Human,
            max_problems: None,
            warnings_as_errors: false,
            color: Colour::Auto,
            quiet: false,
            verbose: false,
        }
    }
}

/// When problems are shown in colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// On a terminal, unless `NO_COLOR` is set; and everywhere if `CLICOLOR_FORCE` is
    Auto,
    /// Everywhere
    Always,
    /// Without colour
    Never,
}

/// The number of problems that are shown at most; without a number, all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ProblemLimit(Option<usize>);

fn parse_problem_limit(text: &str) -> Result<ProblemLimit, &'static str> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(ProblemLimit(Some(number))),
        _ if text == "all" => Ok(ProblemLimit(None)),
        _ => Err("expected a whole number, 1 or more, or `all`"),
    }
}

impl ReportFlags {
    /// Sets when streams have colours.
    pub(super) fn set_colour(&self) {
        let choice = match self.color {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::AlwaysAnsi,
            Colour::Never => ColorChoice::Never,
        };
        choice.write_global();
    }

    /// Whether problems on a stream have colours.
    pub(super) fn has_colour(&self, stream: &(impl RawStream + IsTerminal)) -> bool {
        // The library would also force colours if the value of the variable is 0, which means the opposite.
        let is_zero = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value == "0");
        let is_misread = is_zero && self.color == Colour::Auto && !IsTerminal::is_terminal(stream);
        !is_misread && AutoStream::choice(stream) != ColorChoice::Never
    }

    /// The number of problems that are shown at most on a stream.
    pub(super) fn most_problems(&self, is_terminal: bool) -> usize {
        let default = match self.format {
            ProblemFormat::Human if is_terminal => Some(MAX_PROBLEMS_ON_TERMINAL),
            _ => None,
        };
        self.max_problems.map_or(default, |ProblemLimit(max)| max).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_people_at_a_terminal_see_fewer_problems_by_default() {
        let flags = |format, max: Option<&str>| ReportFlags {
            format,
            max_problems: max.and_then(|max| parse_problem_limit(max).ok()),
            ..ReportFlags::default()
        };
        let numbers = |flags: ReportFlags| [true, false].map(|is_terminal| flags.most_problems(is_terminal));
        assert_eq!(numbers(flags(ProblemFormat::Human, None)), [100, usize::MAX]);
        assert_eq!(numbers(flags(ProblemFormat::Json, None)), [usize::MAX; 2]);
        assert_eq!(numbers(flags(ProblemFormat::Json, Some("7"))), [7, 7]);
        assert_eq!(numbers(flags(ProblemFormat::Human, Some("all"))), [usize::MAX; 2]);
        assert!(parse_problem_limit("0").is_err() && parse_problem_limit("-1").is_err());
    }
}
