//! Two revisions in a repository: the program with `--git`.

use super::named::{NamedOfNodes, of_output};
use super::site::{Content, Site, write};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the program names for the two states of a site, as revisions of a repository in a directory.
pub(super) fn named(
    program: &Path,
    directory: &Path,
    site: &Site,
    after: &Content,
) -> Result<NamedOfNodes, String> {
    let (repository, facts) = (directory.join("repository"), directory.join("facts"));
    for (name, values) in &site.nodes {
        let path = facts.join(format!("{name}.json"));
        fs::create_dir_all(&facts).map_err(|e| e.to_string())?;
        let text = json!({ "name": name, "values": values }).to_string();
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    write(&site.content, &repository)?;
    git(&repository, &["init", "--quiet"])?;
    commit(&repository, "before")?;
    write(after, &repository)?;
    commit(&repository, "after")?;
    // Absolute, because the system looks a relative path up in the command's directory.
    let program = std::path::absolute(program).map_err(|e| format!("{}: {e}", program.display()))?;
    let mut command = Command::new(&program);
    command.current_dir(&repository).args(["catalog", "diff", "--git", "before..after", "--as", "json"]);
    command.args(["--quiet", "--exit-zero", "--environment-name", "production", "--facts"]).arg(&facts);
    let output = command.output().map_err(|e| format!("{}: {e}", program.display()))?;
    of_output(&String::from_utf8_lossy(&output.stdout))
}

/// Commits everything, with a tag.
fn commit(repository: &Path, tag: &str) -> Result<(), String> {
    git(repository, &["add", "--all"])?;
    git(repository, &["commit", "--quiet", "--allow-empty", "--message", tag])?;
    git(repository, &["tag", tag])
}

fn git(repository: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("git");
    command.current_dir(repository).args(["-c", "user.name=x", "-c", "user.email=x@example.org"]);
    // What a user of this machine has configured does not matter.
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let output = command.args(arguments).output().map_err(|e| format!("git: {e}"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)))
    }
}
