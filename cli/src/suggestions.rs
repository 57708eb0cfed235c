//! Adds suggestions to problems of the command line that use the names of other tools.
//!
//! Invariant: only words that exist in the command's definition are suggested. clap itself suggests similar spellings.

use super::generated_files::target_with_extension;
use super::sources;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg as Argument, Command, Error};
use modelwright_metamodel::diagnostic::nearest;
use std::ffi::OsString;
use std::path::Path;

/// Options as other tools call them, with their names in this program.
const OPTIONS: &[(&str, &str)] = &[
    ("--model", "model"),
    ("--metamodel", "model"),
    ("--meta", "model"),
    ("--ecore", "model"),
    ("-m", "model"),
    ("--input-format", "from"),
    ("-f", "from"),
    ("--format", "to"),
    ("-t", "to"),
    ("--out", "output"),
    ("--output-dir", "output"),
    ("--include", "path"),
    ("-I", "path"),
    ("--xsd", "schema"),
    ("--json-schema", "schema"),
    ("-c", "config"),
    ("--type", "root-class"),
    ("--class", "root-class"),
    ("--root-type", "root-class"),
    ("--dry-run", "check"),
    ("--diff", "check"),
    ("--werror", "warnings-as-errors"),
    ("--strict", "warnings-as-errors"),
];

/// Targets of `generate` as other tools call them, with their names in this program. The extensions of their files are
/// names, too.
const TARGETS: &[(&str, &str)] = &[
    ("jsonschema", "json-schema"),
    ("schema", "json-schema"),
    ("xml-schema", "xsd"),
    ("xmlschema", "xsd"),
    ("doc", "docs"),
];

/// Formats as other tools call them, with their names in this program.
const FORMATS: &[(&str, &str)] =
    &[("xml", "xmi"), ("yml", "yaml"), ("puppet", "pp"), ("text", "pp"), ("metamodel", "ecore")];

/// Commands as other tools call them, with their names in this program.
const COMMANDS: &[(&str, &str)] = &[
    ("check", "validate"),
    ("verify", "validate"),
    ("lint", "validate"),
    ("transform", "convert"),
    ("export", "convert"),
    ("import", "convert"),
    ("gen", "generate"),
    ("codegen", "generate"),
    ("format", "fmt"),
    ("query", "eval"),
    ("run", "eval"),
    ("show", "inspect"),
    ("info", "inspect"),
    ("create", "new"),
    ("completion", "completions"),
];

/// Adds a suggestion to a problem, if there is one.
pub(super) fn suggest(error: &mut Error, command: &Command, arguments: &[OsString]) {
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => suggest_option(error, command, arguments),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => suggest_value(error, command, arguments),
        ErrorKind::InvalidSubcommand => suggest_target(error, command, arguments),
        _ => None,
    };
    // clap suggests similar spellings, which are less certain than the name in another tool.
    if tip.is_some() {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
    }
    // clap also suggests values that are less similar than `nearest` accepts.
    if let (Some(invalid_value), Some(suggested_value)) =
        (context(error, ContextKind::InvalidValue), context(error, ContextKind::SuggestedValue))
        && nearest(invalid_value, [suggested_value]).is_none()
    {
        error.remove(ContextKind::SuggestedValue);
    }
    // clap also suggests how to pass the option as a value, which is not what the user meant.
    if error.kind() == ErrorKind::UnknownArgument
        && context(error, ContextKind::InvalidArg).is_some_and(|argument| argument.starts_with('-'))
    {
        error.remove(ContextKind::Suggested);
    }
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
}

/// The text that clap stores with an error for a kind of context.
fn context(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

/// The innermost command that the arguments select: `generate rust` selects `rust`. Words that name no subcommand are
/// skipped; without any such name, this is `command` itself.
fn innermost_command<'c>(command: &'c Command, arguments: &[OsString]) -> &'c Command {
    let mut selected_command = command;
    // The first word is the program.
    for word in arguments.iter().skip(1).filter_map(|word| word.to_str()) {
        if let Some(subcommand) = selected_command.find_subcommand(word) {
            selected_command = subcommand;
        }
    }
    selected_command
}

/// A suggestion for an unknown option or an additional word.
fn suggest_option(error: &Error, command: &Command, arguments: &[OsString]) -> Option<String> {
    let argument = context(error, ContextKind::InvalidArg)?;
    let selected_command = innermost_command(command, arguments);
    if !argument.starts_with('-') {
        return meaning_of_extra_word(argument, selected_command.get_name(), arguments);
    }
    let unknown_option = argument;
    if unknown_option == "--list" && selected_command.get_name() == "generate" {
        return Some(targets_text(selected_command));
    }
    if arguments.get(1).is_some_and(|word| word == "generate")
        && let Some(tip) = option_of_target(unknown_option, command.find_subcommand("generate")?, arguments)
    {
        return Some(tip);
    }
    if let Some(tip) = option_of_report(unknown_option, (command, selected_command), arguments) {
        return Some(tip);
    }
    let has_option =
        |name: &str| selected_command.get_arguments().any(|argument| argument.get_long() == Some(name));
    if matches!(unknown_option, "-i" | "--input" | "--in" | "--file") {
        if has_option("instance") {
            return Some("the option is called '--instance'".to_owned());
        }
        let names = selected_command.get_positionals().filter_map(Argument::get_value_names).flatten();
        if names.into_iter().any(|name| ["IN", "FILE", "MODEL"].contains(&name.as_str())) {
            return Some("specify the file without an option".to_owned());
        }
    }
    let (_, known_name) = OPTIONS.iter().find(|(other, _)| *other == unknown_option)?;
    // Options of commands are unknown before the command. They are also unknown if there is no command.
    let is_before_command = has_option(known_name) && unknown_option.strip_prefix("--") == Some(*known_name);
    if std::ptr::eq(selected_command, command) || is_before_command {
        return Some(format!("write '{unknown_option}' after the command"));
    }
    if has_option(known_name) {
        return Some(format!("the option is called '--{known_name}'"));
    }
    let reads_metamodels = *known_name == "model"
        && selected_command.get_positionals().any(|argument| argument.get_id() == "MODEL");
    reads_metamodels.then(|| "specify the file of the metamodel without an option".to_owned())
}

/// Advice for a target that is specified as the value of an option.
fn option_of_target(unknown_option: &str, generate: &Command, arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let position = words.iter().position(|word| word.split('=').next() == Some(unknown_option))?;
    // The value is in the same word, as in `--target=rust`, or it is the next word.
    let value = match words[position].split_once('=') {
        Some((_, value)) => value,
        None => words.get(position + 1).copied()?,
    };
    let name = target_named(value).unwrap_or(value);
    let target = generate.find_subcommand(name)?.get_name();
    let model = words.iter().find(|word| sources::is_metamodel(Path::new(word))).copied().unwrap_or("MODEL");
    Some(format!("specify the target without an option: 'modelwright generate {target} {model} -o DIR'"))
}

/// Advice for an option that is meant for the problems that a command shows.
fn option_of_report(
    unknown_option: &str,
    (command, selected_command): (&Command, &Command),
    arguments: &[OsString],
) -> Option<String> {
    let has_output = selected_command.get_arguments().any(|argument| argument.get_long() == Some("output"));
    let mut options = command.get_subcommands().flat_map(Command::get_arguments);
    let format = options.find(|option| option.get_long() == Some("format"))?;
    let is_problem_format =
        |word: &str| format.get_possible_values().iter().any(|value| value.get_name() == word);
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let value = words.iter().skip_while(|word| **word != unknown_option).nth(1).copied().unwrap_or_default();
    // The first word is the program.
    let is_before_command = words.get(1) == Some(&unknown_option);
    match unknown_option {
        "--json" | "--sarif" | "--github" | "--markdown" => {
            Some(format!("write '--format {}'", &unknown_option[2..]))
        }
        "-f" | "--to" | "-t" if !has_output && is_problem_format(value) => {
            Some(format!("write '--format {value}'"))
        }
        "-f" if is_before_command && is_problem_format(value) => {
            Some(format!("write '--format {value}' after the command"))
        }
        // The excluded commands write files, so there is no output to redirect.
        "-o" | "--output"
            if !has_output && !["fmt", "init", "new"].contains(&selected_command.get_name()) =>
        {
            Some("redirect what the command writes, as in '> report.txt'".to_owned())
        }
        _ => None,
    }
}

/// What an additional word after the arguments of a command probably means.
fn meaning_of_extra_word(word: &str, command: &str, arguments: &[OsString]) -> Option<String> {
    if command != "eval" {
        return None;
    }
    let words = arguments.iter().filter_map(|word| word.to_str());
    let first_argument =
        words.skip_while(|word| *word != command).skip(1).find(|word| !word.starts_with('-'));
    match first_argument.filter(|first_argument| looks_like_file(first_argument)) {
        Some(document) => Some(format!("specify the document with '--instance {document}'")),
        None if looks_like_file(word) => Some(format!("specify the document with '--instance {word}'")),
        None => Some("write the expression in quotes".to_owned()),
    }
}

/// Whether a word ends with an extension of files that commands read.
fn looks_like_file(word: &str) -> bool {
    let extension = word.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["json", "yaml", "yml", "xmi", "ecore", "xml", "pp"].contains(&extension)
}

/// A suggestion for a wrong value of `--format`, `--to` or `--from`.
fn suggest_value(error: &Error, command: &Command, arguments: &[OsString]) -> Option<String> {
    let invalid_value = context(error, ContextKind::InvalidValue)?;
    let argument = context(error, ContextKind::InvalidArg)?;
    if argument.starts_with("--format")
        && modelwright::workspace::Registry::standard().format(invalid_value).is_some()
    {
        let selected_command = innermost_command(command, arguments);
        let has_target = selected_command.get_arguments().any(|argument| argument.get_long() == Some("to"));
        let advice = if has_target { format!("; write '--to {invalid_value}'") } else { String::new() };
        return Some(format!("'--format' selects how problems are shown{advice}"));
    }
    if !argument.starts_with("--to") && !argument.starts_with("--from") {
        return None;
    }
    if let Some((_, known_name)) = FORMATS.iter().find(|(other, _)| *other == invalid_value) {
        return Some(format!("the format is called '{known_name}'"));
    }
    let lower = invalid_value.to_ascii_lowercase();
    if modelwright::workspace::Registry::standard().format(&lower).is_some() {
        return Some(format!("the format is called '{lower}'"));
    }
    let generate = command.find_subcommand("generate")?;
    let target = [Some(invalid_value), target_named(invalid_value)]
        .into_iter()
        .flatten()
        .find(|name| generate.find_subcommand(name).is_some())?;
    let mut files = arguments.iter().skip(1).filter_map(|word| word.to_str());
    let model = files.find(|word| sources::is_metamodel(Path::new(word))).unwrap_or("MODEL");
    Some(format!("to write this format, use 'modelwright generate {target} {model} -o DIR'"))
}

/// The target that a word of another tool, or an extension, means: `schema` means `json-schema`. `None` if it means
/// none.
fn target_named(name: &str) -> Option<&'static str> {
    let alias = TARGETS.iter().find(|(other, _)| *other == name).map(|(_, known_name)| *known_name);
    alias.or_else(|| target_with_extension(name))
}

/// The advice for a target that does not exist: what `generate` can write.
fn suggest_target(error: &Error, command: &Command, arguments: &[OsString]) -> Option<String> {
    let unknown_word = context(error, ContextKind::InvalidSubcommand)?;
    // A word after the wrong one may be the name of a target, too.
    let position = arguments.iter().position(|word| word == unknown_word).unwrap_or(arguments.len());
    let selected_command = innermost_command(command, &arguments[..position]);
    if std::ptr::eq(selected_command, command) {
        if looks_like_file(unknown_word) {
            return Some(format!("to check this file, write 'modelwright validate {unknown_word}'"));
        }
        let known_name =
            COMMANDS.iter().find(|(other, _)| *other == unknown_word).map(|(_, known_name)| *known_name);
        let known_name =
            known_name.or_else(|| nearest(unknown_word, command.get_subcommands().map(Command::get_name)))?;
        return Some(format!("the command is called '{known_name}'"));
    }
    if selected_command.get_name() != "generate" {
        return None;
    }
    if unknown_word.contains('.') {
        let words = arguments[position..].iter().filter_map(|word| word.to_str());
        if let Some(target) = words.clone().find(|word| selected_command.find_subcommand(word).is_some()) {
            return Some(format!(
                "specify the target first: 'modelwright generate {target} {unknown_word} -o DIR'"
            ));
        }
        return Some(format!("specify the target first; {}", targets_text(selected_command)));
    }
    if let Some(known_name) = target_named(unknown_word) {
        return Some(format!("the target is called '{known_name}'"));
    }
    if error.get(ContextKind::SuggestedSubcommand).is_some() {
        return None;
    }
    Some(targets_text(selected_command))
}

/// The names of all targets, as a suggestion.
fn targets_text(generate: &Command) -> String {
    let names: Vec<&str> = generate.get_subcommands().map(Command::get_name).collect();
    format!("the targets are {}", names.join(", "))
}
