//! Makes the options of a file the defaults of a command line's definition.
//!
//! Invariants: every value was accepted by the parser of its option; an option that no command has is a problem at its
//! key. This module does not read files.

use super::Settings;
use clap::{Arg, ArgAction, Command};
use modelwright_metamodel::diagnostic::{Diagnostics, nearest};
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Options that only a command line may contain: they run programs, and the file may be part of an untrusted directory.
const COMMAND_LINE_OPTIONS: [&str; 1] = ["enc-command"];

/// The options that apply to a command, by their long names.
type Options<'t> = BTreeMap<&'t str, &'t Spanned<DeValue<'t>>>;

/// A command's definition with the options of a table as defaults. Mistakes in the table are added to `problems`.
pub(super) fn apply(
    command: Command,
    settings: &Settings,
    table: &DeTable<'_>,
    problems: &mut Diagnostics,
) -> Command {
    let mut command_problems = Diagnostics::new();
    let command = apply_to(command, settings, &Options::new(), table, &mut command_problems);
    // A value that is wrong for several commands is reported once.
    let mut seen_positions = BTreeSet::new();
    let command_problems = command_problems
        .iter()
        .filter(|problem| seen_positions.insert(problem.primary_label().map(|label| label.range.start)));
    problems.extend(command_problems.cloned());
    command
}

/// A command with the options of its table and of the tables around it as defaults.
fn apply_to(
    mut command: Command,
    settings: &Settings,
    outer_options: &Options<'_>,
    table: &DeTable<'_>,
    problems: &mut Diagnostics,
) -> Command {
    // A table with the name of a command is for that command, others are values of options.
    let (tables, keys): (Vec<_>, Vec<_>) = table
        .iter()
        .partition(|(key, value)| has_subcommand(&command, key.get_ref()) && value.get_ref().is_table());
    // Commands inherit the options of the tables around them.
    let mut options = outer_options.clone();
    for (key, value) in keys {
        match problem_of_key(&command, key.get_ref()) {
            None => {
                options.insert(key.get_ref(), value);
            }
            Some((message, help)) => problems.push(settings.problem(key.span(), message).help(help)),
        }
    }
    let argument_ids: Vec<clap::Id> = command.get_arguments().map(|arg| arg.get_id().clone()).collect();
    for name in argument_ids {
        command = command.mut_arg(name, |arg| with_default(arg, settings, &options, problems));
    }
    let empty = DeTable::new();
    let subcommands: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in subcommands {
        let table = tables.iter().find(|(key, _)| key.get_ref() == name.as_str());
        let table = table.and_then(|(_, value)| value.get_ref().as_table()).unwrap_or(&empty);
        command = command.mut_subcommand(name, |sub| apply_to(sub, settings, &options, table, problems));
    }
    command
}

fn has_subcommand(command: &Command, name: &str) -> bool {
    command.get_subcommands().any(|sub| sub.get_name() == name)
}

/// What is wrong with a key of a command, and what to write instead; `None` if it is the name of an option.
fn problem_of_key(command: &Command, name: &str) -> Option<(String, String)> {
    if COMMAND_LINE_OPTIONS.contains(&name) {
        let message = format!("`{name}` runs a program, so it cannot be set in a file");
        return Some((message, format!("specify --{name} on the command line")));
    }
    // A key of an outer table may be an option that only some of the subcommands have.
    let mut known_names = long_names(command);
    if known_names.iter().any(|known| known == name) {
        return None;
    }
    known_names.extend(command.get_subcommands().map(|sub| sub.get_name().to_owned()));
    let (message, help_command) = match command.get_name() {
        "modelwright" => (format!("no command has an option `{name}`"), "modelwright --help".to_owned()),
        command => {
            (format!("`{command}` does not have an option `{name}`"), format!("modelwright {command} --help"))
        }
    };
    let help = match nearest(name, known_names.iter().map(String::as_str)) {
        Some(suggestion) => format!("did you mean `{suggestion}`?"),
        None => format!("keys are the long names of options, which `{help_command}` shows"),
    };
    Some((message, help))
}

/// The long names of the options of a command and its subcommands.
fn long_names(command: &Command) -> Vec<String> {
    let own_names = command.get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned));
    own_names.chain(command.get_subcommands().flat_map(long_names)).collect()
}

/// An argument with the value of the options as its default.
fn with_default(
    argument: Arg,
    settings: &Settings,
    options: &Options<'_>,
    problems: &mut Diagnostics,
) -> Arg {
    let Some(value) = argument.get_long().and_then(|name| options.get(name)) else { return argument };
    match texts(&argument, value.get_ref()) {
        Some(values) => {
            let values: Vec<OsString> =
                values.into_iter().map(|value| resolve_path(&argument, settings, value)).collect();
            // clap checks defaults only when a command uses them, and without a position in the file.
            if let Some((message, choices)) = rejection(&argument, &values) {
                let problem = settings.problem(value.span(), message);
                problems.push(if choices.is_empty() { problem } else { problem.help(choices) });
                return argument;
            }
            // clap rejects definitions of required arguments with a default.
            argument.required(false).default_values(values)
        }
        None => {
            let expected = expected_values(&argument);
            let message = format!("`{}` must be {expected}", argument.get_long().unwrap_or_default());
            problems.push(settings.problem(value.span(), message));
            argument
        }
    }
}

fn is_flag(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::SetTrue)
}

fn is_list(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::Append)
}

/// Whether the values are pairs of a prefix and a directory.
fn is_map(argument: &Arg) -> bool {
    argument.get_value_parser().type_id() == TypeId::of::<(String, PathBuf)>()
}

/// The values that an option accepts in a file.
fn expected_values(argument: &Arg) -> &'static str {
    if is_flag(argument) {
        "true or false"
    } else if is_map(argument) {
        "a table of prefixes and directories"
    } else if is_list(argument) {
        "a string, or a list of strings"
    } else {
        "a string or a number"
    }
}

/// The values of an option as on a command line; `None` if they are of the wrong type.
fn texts(argument: &Arg, value: &DeValue<'_>) -> Option<Vec<String>> {
    match value {
        DeValue::Boolean(value) if is_flag(argument) => Some(vec![value.to_string()]),
        _ if is_flag(argument) => None,
        DeValue::Table(table) if is_map(argument) => table
            .iter()
            .map(|(key, value)| Some(format!("{}={}", key.get_ref(), value.get_ref().as_str()?)))
            .collect(),
        DeValue::Array(values) if is_list(argument) => {
            values.iter().map(|value| scalar(value.get_ref())).collect()
        }
        value => scalar(value).map(|text| vec![text]),
    }
}

/// The text of a string or an integer; `None` for other values.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The value of an argument in the file of settings. A path is relative to the directory of the file, so it is
/// converted to one that is relative to the current directory.
fn resolve_path(argument: &Arg, settings: &Settings, value: String) -> OsString {
    if is_map(argument)
        && let Some((prefix, directory)) = value.split_once('=')
    {
        let mut text = OsString::from(format!("{prefix}="));
        text.push(settings.path(directory));
        return text;
    }
    if argument.get_value_parser().type_id() == TypeId::of::<PathBuf>() {
        settings.path(&value).into()
    } else {
        value.into()
    }
}

/// Why clap rejects values of an option, and the possible values, in the words of clap; `None` if it accepts them.
fn rejection(argument: &Arg, values: &[OsString]) -> Option<(String, String)> {
    if is_flag(argument) {
        return None;
    }
    let name = argument.get_long()?.to_owned();
    // The option alone is parsed, so that conflicts with others do not count.
    let option_parser =
        Command::new("modelwright").no_binary_name(true).arg(argument.clone().required(false));
    let words = values.iter().map(|value| {
        let mut word = OsString::from(format!("--{name}="));
        word.push(value);
        word
    });
    let error = option_parser.try_get_matches_from(words).err()?;
    let text = error.render().to_string();
    let mut lines = text.lines().map(str::trim);
    let message = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    // clap lists possible values in brackets.
    let choices = lines.find_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    Some((message, choices.unwrap_or_default().to_owned()))
}
