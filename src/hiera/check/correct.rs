//! Corrects the data files of a tree. Which corrections exist is not known here.

use super::{CheckOptions, check};
use crate::corrections::{self, CorrectedFiles, Corrections, Findings};
use crate::hiera::lookup::Hierarchy;
use crate::workspace::Workspace;

/// Corrects the data files of a tree, which `load` reads; `None` if its configuration cannot be used.
pub fn correct(
    load: impl Fn(&Workspace) -> Option<Hierarchy>,
    workspace: &Workspace,
    options: &CheckOptions<'_>,
    corrections: Corrections,
) -> Option<CorrectedFiles> {
    corrections::correct(&workspace.files, &workspace.reading.limits, corrections, |files| {
        let hierarchy = load(&Workspace { files, ..workspace.clone() })?;
        let path = |file| Some((hierarchy.file_name(file).to_owned(), hierarchy.path(file)?.to_owned()));
        let paths = hierarchy.files().filter_map(path).collect();
        Some(Findings { problems: check(&hierarchy, options), paths })
    })
}
