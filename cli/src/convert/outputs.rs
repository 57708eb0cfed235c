//! Where the results of conversions are written.
//!
//! Invariant: no two inputs have the same output. This file writes nothing.

use super::super::logic::{self, Logic};
use super::super::output::check_output_directory;
use super::super::sources::{self, is_standard};
use super::Convert;
use modelwright::files::{Disk, Files, display_path};
use modelwright::formats::Format;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

impl Convert {
    /// Whether there are several inputs, and the output directory contains one of them.
    pub(super) fn writes_beside_inputs(&self, inputs: &[PathBuf]) -> bool {
        let disk = Disk::new();
        // The directory may not exist yet.
        let directory = disk.canonicalize(&self.output).unwrap_or_else(|_| self.output.clone());
        let mut inputs_on_disk = inputs.iter().filter_map(|input| disk.canonicalize(input).ok());
        inputs.len() > 1 && inputs_on_disk.any(|input| input.starts_with(&directory))
    }

    /// The output path of each input; `None` is standard output. Two inputs must not have the same output.
    pub(super) fn output_paths(
        &self,
        inputs: &[PathBuf],
        target: &Format,
    ) -> Result<Vec<Option<PathBuf>>, Box<Diagnostic>> {
        sources::check_inputs(inputs)?;
        if self.parts.logic == Some(Logic::Separate) {
            logic::check(target, is_standard(&self.output))?;
        }
        if !self.writes_into_directory() {
            if inputs.len() > 1 {
                return Err(Box::new(self.several_inputs(target)));
            }
            let output = if is_standard(&self.output) { None } else { Some(self.output.clone()) };
            return Ok(vec![output]);
        }
        check_output_directory(&self.output)?;
        self.check_distinct_outputs(inputs, target)?;
        Ok(inputs.iter().map(|input| Some(self.output.join(with_extension(input, target)))).collect())
    }

    /// The problem of several inputs that have only one output.
    fn several_inputs(&self, target: &Format) -> Diagnostic {
        let output =
            if is_standard(&self.output) { "standard output".into() } else { display_path(&self.output) };
        let message = format!("several inputs cannot all be written to {output}");
        let help =
            format!("specify a directory with -o, ending with a slash: -o out/ --to {}", target.name());
        Diagnostic::error(codes::WRONG_USE, message).help(help)
    }

    /// Checks that no file in the output directory is written for two inputs.
    fn check_distinct_outputs(&self, inputs: &[PathBuf], target: &Format) -> Result<(), Box<Diagnostic>> {
        let writes_logic = self.parts.logic == Some(Logic::Separate);
        let mut inputs_by_output: BTreeMap<PathBuf, &Path> = BTreeMap::new();
        for input in inputs {
            let path = self.output.join(with_extension(input, target));
            let logic_path = writes_logic.then(|| logic::path_beside(&path, target));
            for path in std::iter::once(path).chain(logic_path) {
                let shown_path = display_path(&path);
                if let Some(first) = inputs_by_output.insert(path, input) {
                    let message = format!(
                        "{} and {} would both be written to {shown_path}",
                        display_path(first),
                        display_path(input)
                    );
                    let help = "convert them one by one, each with a different -o";
                    return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
                }
            }
        }
        Ok(())
    }
}

/// The name of an output in a directory: the input's, with the target's extension.
fn with_extension(input: &Path, target: &Format) -> PathBuf {
    let name = if is_standard(input) { Path::new("stdin") } else { input };
    // A path such as `..` has no file name.
    let mut file = name.file_stem().map_or_else(|| "model".into(), std::ffi::OsStr::to_os_string);
    file.push(".");
    file.push(target.notation.extensions.first().copied().unwrap_or(target.name()));
    PathBuf::from(file)
}
