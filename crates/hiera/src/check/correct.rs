//! Corrects the data files of a tree. Which corrections exist is not known here.

use super::{CheckOptions, check};
use crate::corrections::{self, CorrectedFiles, Corrections, Findings};
use crate::files::FileAccess;
use crate::lookup::Hierarchy;

/// Corrects the data files of a tree, which `load` reads; `None` if its configuration cannot be used.
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
