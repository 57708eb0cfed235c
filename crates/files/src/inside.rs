//! Whether a path is inside the directories that may be read. Links are followed.

use super::Files;
use std::path::Path;

/// Whether a path exists, and is equal to one of some directories or inside one of them. A directory that does not
/// exist contains nothing.
pub fn is_inside<'r>(
    files: &dyn Files,
    path: &Path,
    directories: impl IntoIterator<Item = &'r Path>,
) -> bool {
    let Ok(path) = files.canonicalize(path) else { return false };
    let mut directories = directories.into_iter().filter_map(|directory| files.canonicalize(directory).ok());
    directories.any(|directory| path.starts_with(directory))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;

    #[test]
    fn only_what_is_below_a_directory_is_inside() {
        let files = Memory::new();
        for path in ["/site/a.yaml", "/site/data/b.yaml", "/sites/c.yaml"] {
            files.write(path, "").expect("a path that is free");
        }
        let site = Path::new("/site");
        let is_in_site = |path: &str| is_inside(&files, Path::new(path), [Path::new("/none"), site]);
        for path in ["/site", "/site/a.yaml", "/site/data/b.yaml", "/sites/../site/a.yaml"] {
            assert!(is_in_site(path), "{path}");
        }
        for path in ["/sites/c.yaml", "/site/../sites/c.yaml", "/site/missing.yaml", "/"] {
            assert!(!is_in_site(path), "{path}");
        }
    }
}
