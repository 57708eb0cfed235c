//! Builds clap arguments from the options that formats and targets declare, and extracts their values.
//!
//! Invariant: help, completions and manual pages show each declaration's name, values, default, help and heading
//! unchanged. This module does not know any option.

use clap::builder::PossibleValue;
use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, ValueHint};
use modelwright_metamodel::options::{OptionKind, OptionSpec, OptionValues};
use std::marker::PhantomData;

/// Converts declared options to flags of a command.
pub(super) fn args<'s>(specs: impl IntoIterator<Item = &'s OptionSpec>) -> Vec<Arg> {
    specs.into_iter().flat_map(flags).collect()
}

/// The flag of an option. A switch has two flags; if both are passed, the last one takes effect.
fn flags(spec: &OptionSpec) -> Vec<Arg> {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).help(help).help_heading(spec.heading).action(ArgAction::SetTrue)
    };
    if let OptionKind::Switch { off, off_help } = spec.kind {
        return vec![
            // If both flags are passed, clap ignores the earlier one.
            flag(spec.name, spec.help).overrides_with(off),
            flag(off, off_help).overrides_with(spec.name),
        ];
    }
    if matches!(spec.kind, OptionKind::Flag) {
        return vec![flag(spec.name, spec.help)];
    }
    let arg = Arg::new(spec.name).long(spec.name).help(spec.help).help_heading(spec.heading);
    let arg = arg.value_name(spec.value_name);
    let arg = arg.action(if spec.repeated { ArgAction::Append } else { ArgAction::Set });
    let arg = match spec.default {
        Some(value) => arg.default_value(value),
        None => arg,
    };
    if let OptionKind::Choice(choices) = spec.kind {
        let values = choices.iter().map(|choice| PossibleValue::new(choice.name).help(choice.help));
        return vec![arg.value_parser(PossibleValuesParser::new(values))];
    }
    let arg = match spec.kind {
        OptionKind::Metamodel => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    };
    // The parser lives as long as the command, so it needs a copy.
    let spec = *spec;
    vec![arg.value_parser(move |text: &str| spec.parse(text).map(|_| text.to_owned()))]
}

/// Returns the values of declared options from a command line, defaults included.
pub(super) fn values<'s>(
    specs: impl IntoIterator<Item = &'s OptionSpec>,
    matches: &ArgMatches,
) -> OptionValues {
    let mut values = OptionValues::new();
    for spec in specs {
        match spec.kind {
            OptionKind::Flag if matches.get_flag(spec.name) => values.push(spec.name, true),
            OptionKind::Flag => {}
            OptionKind::Switch { off, .. } => {
                let is_on_command_line =
                    |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
                if matches.get_flag(spec.name) || matches.get_flag(off) {
                    // A flag on the command line takes precedence over a default of either flag.
                    let is_on = match (is_on_command_line(spec.name), is_on_command_line(off)) {
                        (true, _) => true,
                        (_, true) => false,
                        _ => matches.get_flag(spec.name),
                    };
                    values.push(spec.name, is_on);
                }
            }
            _ => {
                let texts = matches.get_many::<String>(spec.name).into_iter().flatten();
                // The argument's parser has already accepted each value.
                texts
                    .filter_map(|text| spec.parse(text).ok())
                    .for_each(|value| values.push(spec.name, value));
            }
        }
    }
    values
}

/// A list of declarations whose flags a command has.
pub(super) trait Declarations {
    /// All declarations without duplicates, in the order in which help lists them.
    fn specs() -> Vec<OptionSpec>;
}

/// Flags to flatten into the arguments of a command.
#[derive(Debug, Clone, Default)]
pub(super) struct Flags<D> {
    /// The selected values.
    pub(super) values: OptionValues,
    declarations: PhantomData<D>,
}

impl<D: Declarations> clap::Args for Flags<D> {
    fn augment_args(command: Command) -> Command {
        let specs = D::specs();
        // A command may declare an option with the name of an alias, which takes precedence.
        let aliases: Vec<(&str, &str)> = specs
            .iter()
            .filter_map(|spec| Some((spec.name, spec.alias.filter(|alias| !has_option(&command, alias))?)))
            .collect();
        let command = command.args(args(&specs));
        aliases
            .into_iter()
            .fold(command, |command, (name, alias)| command.mut_arg(name, |arg| arg.visible_alias(alias)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn has_option(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|arg| arg.get_long() == Some(name))
}

impl<D: Declarations> clap::FromArgMatches for Flags<D> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(Self { values: values(&D::specs(), matches), declarations: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{args, values};
    use clap::Command;
    use modelwright_metamodel::options::{Choice, OptionSpec, OptionValues};

    const SPECS: &[OptionSpec] = &[
        OptionSpec::flag("flag", "A flag"),
        OptionSpec::switch("on", "Turn it on", "off", "Turn it off"),
        OptionSpec::number("number", "N", "A number").default("7"),
        OptionSpec::text("text", "TEXT", "A text").repeated(),
        OptionSpec::pair("pair", "K=V", "A pair", "a key, `=` and a text").repeated(),
        OptionSpec::choice("choice", "NAME", "A choice", &[Choice::new("a", "The first one")])
            .heading("Choices"),
    ];

    fn parse(line: &str) -> Result<OptionValues, clap::Error> {
        let command = Command::new("it").args(args(SPECS));
        let matches = command.try_get_matches_from(["it"].into_iter().chain(line.split_whitespace()))?;
        Ok(values(SPECS, &matches))
    }

    #[test]
    fn values_are_those_of_the_command_line_and_defaults() {
        assert_eq!(parse("").unwrap(), OptionValues::new().with("number", 7));
        let expected = OptionValues::new()
            .with("flag", true)
            .with("on", true)
            .with("number", 3)
            .with("text", "b")
            .with("text", "a")
            .with("pair", ("k", "v"))
            .with("choice", "a");
        let line = "--flag --off --on --number 3 --text b --pair k=v --text a --choice a";
        assert_eq!(parse(line).unwrap(), expected);
        assert_eq!(parse("--on --off").unwrap().switch("on"), Some(false));
    }

    #[test]
    fn invalid_values_and_unknown_flags_are_rejected() {
        for (line, message) in [
            ("--number many", "expected a whole number, 0 or more"),
            ("--pair text", "expected a key, `=` and a text"),
            ("--choice b", "[possible values: a]"),
            ("--flagg", "unexpected argument '--flagg'"),
            ("--number 1 --number 2", "cannot be used multiple times"),
        ] {
            let error = parse(line).unwrap_err().to_string();
            assert!(error.contains(message), "{line}: {error}");
        }
    }

    #[test]
    fn help_shows_the_declaration() {
        let help = Command::new("it").args(args(SPECS)).render_long_help().to_string();
        for text in ["--number <N>", "[default: 7]", "Choices:", "- a: The first one", "--off", "Turn it off"]
        {
            assert!(help.contains(text), "{text}: {help}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        crate::definition().debug_assert();
    }
}
