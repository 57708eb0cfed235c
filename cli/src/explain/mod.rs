//! `modelwright explain`: describes a diagnostic code.

mod pages;
mod render;

pub(super) use pages::PAGES;
pub(super) use render::roff;

use super::report::Report;
use super::{Outcome, output};
use clap::Args;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, codes, nearest};
use render::plain_text;

const EXAMPLES: &str = "\
Examples:
  modelwright explain MW0107
  modelwright explain            all codes with their titles";

/// Explain a problem's code: what it means, an example, and its correction
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Explain {
    /// The code, such as MW0107; without one, all codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

impl Explain {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        let text = match &self.code {
            None => codes::ALL.iter().map(|code| format!("{}  {}\n", code.id(), code.title())).collect(),
            Some(wanted) => match codes::find(wanted) {
                Some(code) => explanation(code),
                None => {
                    let message = format!("unknown code `{wanted}`");
                    let suggestion = suggestion(wanted);
                    let separator = if suggestion.ends_with('?') { "" } else { ";" };
                    let help = format!("{suggestion}{separator} `modelwright explain` lists all codes");
                    report.show_one(Diagnostic::error(codes::WRONG_USE, message).help(help));
                    return Outcome::Done;
                }
            },
        };
        if let Err(problem) = output::write_text(&text) {
            report.show_one(*problem);
        }
        Outcome::Done
    }
}

/// The page of a code, or its description if it has no page.
fn explanation(code: Code) -> String {
    match pages::page_of(code) {
        Some(page) => plain_text(page),
        None => format!("{}: {}\n\n{}\n", code.id(), code.title(), description(code)),
    }
}

/// The description of a code in the registry, in lines.
fn description(code: Code) -> String {
    let lines: Vec<&str> = code.explanation().lines().map(str::trim).collect();
    lines.join("\n").trim().to_owned()
}

/// The number of codes that a suggestion names.
const MAX_SUGGESTED: usize = 5;

/// A suggestion for an unknown code: another spelling of a code, an area, or words of a title.
fn suggestion(wanted: &str) -> String {
    let digits = wanted.trim_start_matches(|c: char| c.is_alphabetic());
    if let Some(number) = digits.parse::<u32>().ok().filter(|_| is_number_of_code(wanted, digits)) {
        let id = format!("MW{number:04}");
        return match codes::find(&id) {
            Some(code) => did_you_mean(code),
            None => area(&id),
        };
    }
    let related_codes: Vec<String> = codes::ALL
        .iter()
        .filter(|code| is_about(**code, wanted))
        .take(MAX_SUGGESTED)
        .map(|code| code_with_title(*code))
        .collect();
    let similar_code = nearest(wanted, codes::ALL.iter().map(|code| code.id())).and_then(codes::find);
    match (related_codes.is_empty(), similar_code) {
        (false, _) => format!("related codes: {}", related_codes.join(", ")),
        (true, Some(code)) => did_you_mean(code),
        (true, None) => "a code is `MW` with four digits, or search for words of its title".to_owned(),
    }
}

/// Whether a string is the number of a code, with or without the letters `MW`.
fn is_number_of_code(wanted: &str, digits: &str) -> bool {
    let letters = &wanted[..wanted.len() - digits.len()];
    letters.is_empty() || letters.eq_ignore_ascii_case("MW")
}

fn did_you_mean(code: Code) -> String {
    format!("did you mean {}?", code_with_title(code))
}

fn code_with_title(code: Code) -> String {
    format!("{} ({})", code.id(), code.title())
}

/// Whether a code's title contains a text.
fn is_about(code: Code, text: &str) -> bool {
    text.len() > 2 && code.title().to_lowercase().contains(&text.to_lowercase())
}

/// The first and last codes of the area of a code that does not exist.
fn area(id: &str) -> String {
    // `MW` and two digits are the area.
    match id.get(..4).and_then(range) {
        Some(codes) => format!("the codes of this area are {codes}"),
        None => format!("the codes are {}", range("").unwrap_or_default()),
    }
}

/// The first and last codes that begin with a text.
fn range(prefix: &str) -> Option<String> {
    let mut codes = codes::ALL.iter().map(|code| code.id()).filter(|id| id.starts_with(prefix));
    let first = codes.next()?;
    Some(format!("{first} to {}", codes.next_back().unwrap_or(first)))
}
