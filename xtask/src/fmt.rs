//! Formats all Rust files of the repository.
//!
//! `cargo fmt` follows `mod` declarations, but not the declarations in registries, where a macro declares the
//! modules. So `rustfmt` also receives the files by name.

use crate::arrows;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Formats the files; with `only_checks`, shows the differences instead.
pub(crate) fn run(root: &Path, only_checks: bool) -> Result<String, String> {
    let mut packages = Command::new("cargo");
    packages.args(["fmt", "--all"]);
    let mut files = Command::new("rustfmt");
    if only_checks {
        packages.args(["--", "--check"]);
        files.arg("--check");
    }
    let paths: Vec<PathBuf> = arrows::source_files(root)?;
    files.args(&paths);
    for mut command in [packages, files] {
        let program = command.get_program().to_string_lossy().into_owned();
        let status = command.current_dir(root).status().map_err(|e| format!("{program}: {e}"))?;
        if !status.success() {
            return Err("not all files are formatted, run `cargo xtask fmt`".to_owned());
        }
    }
    Ok(format!("{} files are formatted\n", paths.len()))
}
