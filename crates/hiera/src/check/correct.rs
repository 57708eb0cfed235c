//! Corrects the data files of a tree, with the corrections that the checks offer.

use super::{CheckOptions, check};
use crate::corrections::{self, CorrectedFiles, Corrections, Findings};
use crate::files::FileAccess;
use crate::lookup::Hierarchy;

/// Corrects the data files of a tree; `load` reads the tree. `None` if the configuration of the tree cannot be used.
pub fn correct(
    load: impl Fn(&FileAccess) -> Option<Hierarchy>,
    access: &FileAccess,
    options: &CheckOptions<'_>,
    corrections: Corrections,
) -> Option<CorrectedFiles> {
    corrections::correct(&access.files, &access.limits, corrections, |files| {
        let hierarchy = load(&FileAccess { files, ..access.clone() })?;
        let paths = hierarchy.files().filter_map(|file| {
            Some((hierarchy.file_name(file).to_owned(), hierarchy.path(file)?.to_owned()))
        });
        let paths = paths.collect();
        Some(Findings { problems: check(&hierarchy, options), paths })
    })
}
