//! The destination of a file that is written: links are followed, and devices and pipes are not replaced.
//!
//! This module writes nothing.

#![expect(clippy::disallowed_methods, reason = "output always goes to the disk, so paths are checked there")]

use std::path::{Path, PathBuf};

/// Whether a path is a device, a pipe, or a name for a file that is already open, such as `/dev/stdout`. Other files
/// are replaced by renaming a new file. A special path is written directly, because it cannot be replaced.
#[must_use]
pub fn is_special(path: &Path) -> bool {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => is_open_file(path),
        Ok(metadata) => !metadata.is_dir(),
        Err(_) => false,
    }
}

/// Whether a path is a name for a file that is already open, such as `/dev/stdout`, which is a link into `/proc`.
fn is_open_file(path: &Path) -> bool {
    // Either the path is in one of these directories, such as `/dev/fd/1`, or it is a link into one of them.
    let directory = path.parent().and_then(|directory| directory.canonicalize().ok());
    let link = path.read_link().unwrap_or_default();
    [directory.as_deref(), link.parent()]
        .into_iter()
        .flatten()
        .any(|directory| directory.starts_with("/proc") || directory.starts_with("/dev/fd"))
}

/// The maximum number of links that Linux follows from one path.
const MAX_LINKS: usize = 40;

/// The path to which a link refers, even if no file exists there. To rename a file to the path of the link would
/// replace the link itself. `None` if there are more links than Linux follows, such as in a cycle.
#[must_use]
pub fn written_path(path: &Path) -> Option<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(canonical) = target.canonicalize() {
            return Some(canonical);
        }
        match target.read_link() {
            Ok(link_target) => target = target.parent().unwrap_or(Path::new("")).join(link_target),
            Err(_) => return Some(target),
        }
    }
    None
}
