//! Counts the instructions of loading, and checks that loading does not execute the code for editing and observing
//! models.
//!
//! Instructions are counted instead of time, so that the result does not depend on the machine and its load.
//! They are assigned to the source file of their code, even if it was inlined into another function. This
//! requires a build with line tables, which the released program does not have, and valgrind.

use super::Summary;
use super::speed::generate;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const OBJECTS: [usize; 2] = [7_270, 14_540];
/// The code that loading must not run.
const EDITING: [&str; 4] = ["model/change/", "model/change.rs", "model/edit/", "model/edit.rs"];

pub(crate) fn run(shared: &Path, work: &Path) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let directory = work.join("instructions");
    fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
    let ecore = shared.join("bench/perf.ecore");
    let program = build()?;
    let mut before: Option<(usize, u64)> = None;
    for objects in OBJECTS {
        let model = generate(shared, &directory, objects)?;
        let files = count(&program, &ecore, &model, &directory.join(format!("{objects}.callgrind")))?;
        let total: u64 = files.values().sum();
        let is_editing =
            |file: &str| EDITING.iter().any(|part| file.contains(&format!("metamodel/src/{part}")));
        let editing: u64 = files.iter().filter(|(file, _)| is_editing(file)).map(|(_, cost)| *cost).sum();
        let loader: u64 =
            files.iter().filter(|(file, _)| file.contains("model/load")).map(|(_, cost)| *cost).sum();
        summary.note(editing == 0, || {
            format!("loading {objects} objects runs {editing} instructions of {}", EDITING.join(", "))
        });
        // Without instructions of the loader, the profile would be meaningless.
        summary.note(loader > objects as u64, || {
            format!("only {loader} instructions of the loader were counted")
        });
        let mut note = format!(
            "{objects:>6} objects: {total} instructions, {editing} of them for editing and observing"
        );
        if let Some((fewer, min)) = before {
            let each = total.saturating_sub(min) / (objects - fewer) as u64;
            note.push_str(&format!("; {each} for each additional object"));
        }
        summary.figure(note);
        before = Some((objects, total));
    }
    Ok(summary)
}

/// Builds the program with line tables; returns its path.
fn build() -> Result<PathBuf, String> {
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--profile", "profiling", "--package", "modelwright-cli"])
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    if !status.success() {
        return Err("the program cannot be built with line tables".to_owned());
    }
    let release = std::env::current_exe().map_err(|e| e.to_string())?;
    let target = release.parent().and_then(Path::parent).ok_or("the program is in no target directory")?;
    Ok(target.join("profiling/modelwright"))
}

/// The instructions for reading a model, by source file.
fn count(program: &Path, ecore: &Path, model: &Path, out: &Path) -> Result<BTreeMap<String, u64>, String> {
    let status = Command::new("valgrind")
        .args(["--tool=callgrind", "--compress-strings=no", "--compress-pos=no"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .arg("inspect")
        .arg(model)
        .arg("--model")
        .arg(ecore)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|e| format!("valgrind: {e}"))?;
    if !status.success() {
        return Err(format!("{} cannot be inspected under valgrind", model.display()));
    }
    Ok(costs(&fs::read_to_string(out).map_err(|e| e.to_string())?))
}

/// Sums callgrind's costs by file. It lists the costs of calls on separate lines.
fn costs(table: &str) -> BTreeMap<String, u64> {
    let mut costs = BTreeMap::new();
    let (mut file, mut is_call) = (String::new(), false);
    for line in table.lines() {
        let named = ["fl=", "fi=", "fe="].iter().find_map(|key| line.strip_prefix(key));
        if let Some(name) = named {
            name.clone_into(&mut file);
        } else if line.starts_with("calls=") {
            is_call = true;
        } else if line.starts_with(|c: char| c.is_ascii_digit()) && !std::mem::take(&mut is_call) {
            let cost = line.split(' ').nth(1).and_then(|cost| cost.parse::<u64>().ok());
            *costs.entry(file.clone()).or_insert(0) += cost.unwrap_or(0);
        }
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_belong_to_the_file_of_their_code() {
        let table = "events: Ir\n\nfl=a.rs\nfn=one\n1 10\nfi=b.rs\n7 5\nfe=a.rs\n2 1\ncfn=two\ncalls=3 9\n2 1000\n3 4\n\nfl=b.rs\nfn=two\n9 20\n";
        let found = costs(table);
        assert_eq!((found["a.rs"], found["b.rs"]), (15, 25));
    }
}
