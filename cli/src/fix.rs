//! `--fix`: writes files whose problems have corrections. This module does not know what is checked.

use super::output;
use super::report::Report;
use clap::ValueEnum;
use modelwright::corrections::{CorrectedFiles, Corrections};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use std::path::Path;

/// Which problems are corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FixSelection {
    /// Problems whose correction keeps the meaning of everything valid, such as the answer of every lookup
    Safe,
    /// All problems with a correction, also if it changes answers
    All,
}

impl FixSelection {
    /// The corrections of the selected problems.
    pub(super) fn corrections(self) -> Corrections {
        match self {
            Self::Safe => Corrections::KeepingMeaning,
            Self::All => Corrections::All,
        }
    }
}

/// Writes corrected files, all of them or none; returns the problems that remain.
pub(super) fn write(corrected: CorrectedFiles, report: &mut Report) -> Result<Diagnostics, Diagnostics> {
    let CorrectedFiles { files, problems } = corrected;
    let new_contents = files.iter().map(|(path, file)| (path.as_path(), file.bytes.as_slice()));
    output::write_all(Path::new(""), new_contents).map_err(|problem| Diagnostics::from(*problem))?;
    for file in files.values() {
        let noun = if file.corrections == 1 { "problem" } else { "problems" };
        let message = format!("{} {noun} of {} corrected", file.corrections, file.name);
        report.show_one(Diagnostic::new(codes::CORRECTED, Severity::Note, message));
    }
    Ok(problems)
}
