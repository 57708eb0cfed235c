//! What the continuous build checks quickly, in one command: the checks that need no reference implementation and no
//! release build.
//!
//! Invariant: every check runs, also after one that failed, so that one run shows all failures.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The checks, in the order of their duration.
const CHECKS: [(&str, &[&str]); 6] = [
    ("format", &["xtask", "fmt", "--check"]),
    ("generated files", &["xtask", "generate", "--check"]),
    ("order of modules", &["xtask", "arrows"]),
    ("packages", &["publish", "--workspace", "--dry-run", "--no-verify", "--allow-dirty", "--quiet"]),
    (
        "lints",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--features",
            "modelwright-cli/parquet,modelwright-cli/puppetdb",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
    ),
    ("tests of the code", &["test", "--workspace", "--lib", "--bins", "--quiet"]),
];

/// Runs the checks.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let mut failed_commands = Vec::new();
    let mut report = String::new();
    for (name, arguments) in CHECKS {
        let start = Instant::now();
        let status = Command::new("cargo").args(arguments).current_dir(root).status();
        let has_passed = status.map_err(|e| format!("cargo: {e}"))?.success();
        let result = if has_passed { "passed" } else { "failed" };
        report.push_str(&format!("{name}: {result} in {} s\n", start.elapsed().as_secs()));
        if !has_passed {
            failed_commands.push(format!("cargo {}", arguments.join(" ")));
        }
    }
    if failed_commands.is_empty() {
        return Ok(format!(
            "{report}ready: next is `cargo test --workspace --no-fail-fast`, which runs all tests; `.ci/run` also runs the comparisons"
        ));
    }
    Err(format!("{report}failed: {}", failed_commands.join("; ")))
}
