//! Flags from declarations: the options of formats and targets as arguments of clap, and the values that were chosen.
//!
//! Invariant: what a declaration says (name, values, default, help, heading) is what help, completions and manual pages
//! show. This module does not know any option.

use clap::builder::PossibleValue;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, Error};
use modelwright_metamodel::options::{OptionKind, OptionSpec, OptionValues};
use std::marker::PhantomData;

/// Declared options as flags of a command.
pub(super) fn args<'s>(specs: impl IntoIterator<Item = &'s OptionSpec>) -> Vec<Arg> {
    specs.into_iter().flat_map(flags).collect()
}

/// The flag of an option; two for a switch, of which the last one given counts.
fn flags(spec: &OptionSpec) -> Vec<Arg> {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).help(help).help_heading(spec.heading).action(ArgAction::SetTrue)
    };
    if let OptionKind::Switch { off, off_help } = spec.kind {
        return vec![
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
    let spec = *spec;
    vec![arg.value_parser(move |text: &str| spec.parse(text).map(|_| text.to_owned()))]
}

/// The values of declared options that a command line has, defaults included.
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
                if matches.get_flag(spec.name) || matches.get_flag(off) {
                    values.push(spec.name, matches.get_flag(spec.name));
                }
            }
            _ => {
                let texts = matches.get_many::<String>(spec.name).into_iter().flatten();
                // The parser of the argument accepted each already.
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
    /// All of them, in the order in which help lists them; none twice.
    fn specs() -> Vec<OptionSpec>;
}

/// Flags to flatten into the arguments of a command.
#[derive(Debug, Clone, Default)]
pub(super) struct Flags<D> {
    /// What was chosen.
    pub(super) values: OptionValues,
    declarations: PhantomData<D>,
}

impl<D: Declarations> clap::Args for Flags<D> {
    fn augment_args(command: Command) -> Command {
        command.args(args(&D::specs()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
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
