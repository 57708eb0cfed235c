//! The command-line flags that formats and importers declare, and the check that each flag used has an effect.
//!
//! Invariant: a flag is rejected if neither an input nor the output is in a format that declares it, because it would
//! have no effect. This module does not know what any flag does.

use super::clap_flags::Declarations;
use modelwright::formats::Format;
use modelwright::workspace::{DocumentReader, Registry};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::options::{OptionKind, OptionSpec, OptionValues};
use std::path::Path;

/// The flags for reading.
#[derive(Debug, Clone, Default)]
pub(super) struct ReadFlags;

/// The flags for writing that are not flags for reading as well.
#[derive(Debug, Clone, Default)]
pub(super) struct WriteFlags;

impl Declarations for ReadFlags {
    fn specs() -> Vec<OptionSpec> {
        deduplicate(Registry::standard().readers().flat_map(DocumentReader::read_options))
    }
}

impl Declarations for WriteFlags {
    fn specs() -> Vec<OptionSpec> {
        let mut specs = deduplicate(Registry::standard().formats().flat_map(|format| format.write_options));
        let read_specs = ReadFlags::specs();
        // A command must not declare two flags of one name, so a flag that reading and writing share is only declared
        // for reading, and applies to both.
        specs.retain(|spec| read_specs.iter().all(|other| other.name != spec.name));
        specs
    }
}

/// Lists each option once: formats may share options.
fn deduplicate<'s>(specs: impl Iterator<Item = &'s OptionSpec>) -> Vec<OptionSpec> {
    let mut distinct_specs: Vec<OptionSpec> = Vec::new();
    for spec in specs {
        if distinct_specs.iter().all(|other| other.name != spec.name) {
            distinct_specs.push(*spec);
        }
    }
    distinct_specs
}

/// The write options of a format: the values of its flags, including those that it shares with reading.
pub(super) fn write_options_of(target: &Format, read: &OptionValues, write: &OptionValues) -> OptionValues {
    let mut values = write.clone();
    for (name, chosen_values) in read.iter().filter(|(name, _)| declares(target.write_options, name)) {
        chosen_values.iter().for_each(|value| values.push(name, value.clone()));
    }
    values
}

/// Reports flags for writing that the output's format does not declare.
pub(super) fn check_output(target: &Format, values: &OptionValues) -> Diagnostics {
    let mut problems = Diagnostics::new();
    for (name, _) in values.iter().filter(|(name, _)| !declares(target.write_options, name)) {
        let declaring_formats =
            Registry::standard().formats().filter(|format| declares(format.write_options, name));
        let declaring_formats: Vec<_> = declaring_formats.map(|format| format.name()).collect();
        let flag = flag_as_written(&WriteFlags::specs(), name, values);
        problems.push(unused_flag(&flag, &format!("output in {}", target.name()), &declaring_formats));
    }
    problems
}

/// Reports flags for reading that neither the inputs' formats nor the output's format declare. Inputs whose format
/// depends on their content are checked by [`check_content`] after they are read.
pub(super) fn check_inputs<'p>(
    values: &OptionValues,
    inputs: impl Iterator<Item = &'p Path>,
    from: Option<DocumentReader>,
    target: Option<&Format>,
) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let readers: Vec<_> =
        inputs.map(|path| from.or_else(|| Registry::standard().reader_by_path(path))).collect();
    for (name, _) in values.iter().filter(|(name, _)| !is_of_output(target, name)) {
        // The content of an input without a known reader determines the format, and `check_content` checks the flags.
        if readers.iter().any(|reader| reader.is_none_or(|reader| declares(reader.read_options(), name))) {
            continue;
        }
        let mut formats: Vec<_> = readers.iter().flatten().map(|reader| reader.name()).collect();
        formats.sort_unstable();
        formats.dedup();
        problems.push(unused_input_flag(name, values, &formats.join(", ")));
    }
    problems
}

/// Reports flags for reading that are declared neither by the format that an input's content determines, nor by the
/// format of the output.
pub(super) fn check_content(values: &OptionValues, format: &str, target: Option<&Format>) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let read_options = Registry::standard().reader(format).map_or(&[][..], DocumentReader::read_options);
    for (name, _) in
        values.iter().filter(|(name, _)| !is_of_output(target, name) && !declares(read_options, name))
    {
        problems.push(unused_input_flag(name, values, format));
    }
    problems
}

/// Whether a flag for reading has an effect on the output.
fn is_of_output(target: Option<&Format>, name: &str) -> bool {
    target.is_some_and(|target| declares(target.write_options, name))
}

fn declares(specs: &[OptionSpec], name: &str) -> bool {
    specs.iter().any(|spec| spec.name == name)
}

/// A flag as the user wrote it: a switch has two names.
fn flag_as_written(specs: &[OptionSpec], name: &str, values: &OptionValues) -> String {
    // A switch that is off was written with its other name.
    let off = specs.iter().find(|spec| spec.name == name).and_then(|spec| match spec.kind {
        OptionKind::Switch { off, .. } if !values.flag(name) => Some(off),
        _ => None,
    });
    format!("--{}", off.unwrap_or(name))
}

/// The problem of a flag for reading that no input has; `formats` are the names of the inputs' formats.
fn unused_input_flag(name: &str, values: &OptionValues, formats: &str) -> Diagnostic {
    let declaring_readers =
        Registry::standard().readers().filter(|reader| declares(reader.read_options(), name));
    let declaring_readers: Vec<_> = declaring_readers.map(DocumentReader::name).collect();
    let documents = match formats {
        "" => "a command without input".to_owned(),
        formats => format!("input in {formats}"),
    };
    unused_flag(&flag_as_written(&ReadFlags::specs(), name, values), &documents, &declaring_readers)
}

/// The problem of a flag that does not apply to some documents, but to the declaring formats.
fn unused_flag(flag: &str, documents: &str, declaring_formats: &[&str]) -> Diagnostic {
    let message = format!("{flag} does not apply to {documents}");
    let help = format!("leave it out; it applies to {}", declaring_formats.join(", "));
    Diagnostic::error(codes::WRONG_USE, message).help(help)
}

#[cfg(test)]
mod tests {
    use super::{ReadFlags, Registry, WriteFlags};
    use crate::clap_flags::Declarations as _;

    #[test]
    fn formats_that_share_an_option_declare_it_in_the_same_words() {
        let known = [ReadFlags::specs(), WriteFlags::specs()].concat();
        let read = Registry::standard().readers().flat_map(|reader| reader.read_options());
        for spec in read.chain(Registry::standard().formats().flat_map(|format| format.write_options)) {
            let first = known.iter().find(|other| other.name == spec.name).expect("every option is a flag");
            assert_eq!(format!("{first:?}"), format!("{spec:?}"));
        }
    }
}
