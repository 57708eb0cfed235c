//! Advice to use `generate`, for users who request the files of its targets from another command.
//!
//! This module does not know how targets are run.

use modelwright_codegen::TARGETS;
use std::path::Path;

/// The target of `generate` that writes files with the extension of a path.
pub(super) fn target_for(path: &Path) -> Option<&'static str> {
    target_with_extension(path.extension()?.to_str()?)
}

/// The target of `generate` that writes files with an extension.
pub(super) fn target_with_extension(extension: &str) -> Option<&'static str> {
    TARGETS.iter().find(|target| target.extension == Some(extension)).map(|target| target.name)
}

/// Advice to write the files of a target.
pub(super) fn generate_command(target: &str, model: &str) -> String {
    format!("`modelwright generate {target} {model} -o DIR` writes such files")
}
