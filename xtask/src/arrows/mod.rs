//! Checks the imports of modules against the order of modules that ARCHITECTURE.md declares for each crate. The order of
//! the crates themselves is that of their manifests, which Cargo checks.
//!
//! * [`tokens`], [`syntax`]: the text of a file as declarations and paths.
//! * [`graph`]: the paths of all files as arrows between modules.
//! * [`order`]: the declared order; [`cycles`]: files that use each other.
//!
//! Invariants: every module of every member belongs to a declared module; the same tree gives the same report. Calls of
//! methods, which name no module, are not detected.

mod cycles;
mod graph;
mod order;
mod syntax;
#[cfg(test)]
mod tests;
mod tokens;

use graph::{Crate, Graph};
use order::Order;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of accepted cycles of files.
const MAX_CYCLES: usize = 8;

/// Checks the workspace; with `lists_cycles`, returns the cycles of files with their arrows instead.
pub(crate) fn run(root: &Path, lists_cycles: bool) -> Result<String, String> {
    let page = read(&root.join("ARCHITECTURE.md"))?;
    let order = Order::parse(&page)?;
    let graph = graph::build(&crates(root)?)?;
    if lists_cycles {
        return Ok(cycles_text(&graph));
    }
    let problems = problems(&graph, &order);
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    let (files, arrows) = (graph.modules.values().collect::<BTreeSet<_>>().len(), graph.arrows.len());
    let (modules, cycles) = (order.levels.len(), order.cycles.len());
    Ok(format!("{files} files, {arrows} arrows, {modules} modules in order, {cycles} cycles of files\n"))
}

/// The violations of the order.
fn problems(graph: &Graph, order: &Order) -> Vec<String> {
    let mut problems = Vec::new();
    let mut used_entries = BTreeSet::new();
    for (module, file) in &graph.modules {
        match order.declared_module(module) {
            Some(declared) => drop(used_entries.insert(declared.to_owned())),
            // A crate without an entry is one module.
            None if !order.divides(module) => {}
            // The root file of a crate may re-export names.
            None if !module.contains("::")
                && !graph.arrows.iter().any(|arrow| arrow.is_content && arrow.from == *module) => {}
            None => problems.push(format!("{file}: the order in ARCHITECTURE.md has no entry for {module}")),
        }
    }
    for declared in order.levels.keys().filter(|declared| !used_entries.contains(*declared)) {
        problems.push(format!("ARCHITECTURE.md: there is no module {declared}"));
    }
    problems.extend(upward_problems(graph, order));
    problems.extend(cycle_problems(graph, order));
    problems
}

/// The problems of arrows that do not point down.
fn upward_problems(graph: &Graph, order: &Order) -> Vec<String> {
    let mut problems = Vec::new();
    for arrow in &graph.arrows {
        let (Some(from), Some(to)) = (order.declared_module(&arrow.from), order.declared_module(&arrow.to))
        else {
            continue;
        };
        if from != to && is_same_crate(from, to) && order.levels[from] >= order.levels[to] {
            let direction =
                if order.levels[from] == order.levels[to] { "on the same level" } else { "above it" };
            let position = format!("{}:{}", arrow.from_file, arrow.line);
            let problem = format!("{position}: {from} uses {to}, which is {direction}");
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    problems
}

/// Whether two modules are in the same crate.
fn is_same_crate(first: &str, second: &str) -> bool {
    first.split("::").next() == second.split("::").next()
}

/// The problems of cycles that are not listed, and of listed ones that do not exist.
fn cycle_problems(graph: &Graph, order: &Order) -> Vec<String> {
    let mut problems = Vec::new();
    let cycles = cycles::find_cycles(graph);
    for cycle in cycles.iter().filter(|cycle| !order.cycles.iter().any(|(listed, _)| listed == *cycle)) {
        let files: Vec<_> = cycle.iter().map(String::as_str).collect();
        problems.push(format!(
            "these files use each other, see `cargo xtask arrows --list`: {}",
            files.join(", ")
        ));
    }
    for (listed, _) in order.cycles.iter().filter(|(listed, _)| !cycles.contains(listed)) {
        let files: Vec<_> = listed.iter().map(String::as_str).collect();
        problems.push(format!("ARCHITECTURE.md lists files that do not form a cycle: {}", files.join(", ")));
    }
    if order.cycles.len() > MAX_CYCLES {
        let count = order.cycles.len();
        problems
            .push(format!("ARCHITECTURE.md accepts {count} cycles of files; the maximum is {MAX_CYCLES}"));
    }
    problems
}

/// The cycles, with the lines that cause them.
fn cycles_text(graph: &Graph) -> String {
    let mut text = String::new();
    for cycle in cycles::find_cycles(graph) {
        text.push_str(&format!("{}\n", cycle.iter().map(String::as_str).collect::<Vec<_>>().join(" ")));
        let mut arrows: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
        for arrow in graph.arrows.iter().filter(|arrow| cycles::is_counted(arrow)) {
            if cycle.contains(&arrow.from_file) && cycle.contains(&arrow.to_file) {
                let lines = arrows.entry((&arrow.from_file, &arrow.to_file)).or_default();
                lines.push(arrow.line.to_string());
            }
        }
        for ((from, to), lines) in arrows {
            text.push_str(&format!("    {from}:{} -> {to}\n", lines.join(",")));
        }
    }
    text
}

/// All files below `src` of the members, relative to the directory of the workspace.
pub(crate) fn source_files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let files = |member: &Crate| -> Vec<PathBuf> {
        member.files.keys().map(|file| Path::new(&member.directory).join(file)).collect()
    };
    Ok(crates(root)?.iter().flat_map(files).collect())
}

/// The members of the workspace, without examples.
fn crates(root: &Path) -> Result<Vec<Crate>, String> {
    let manifest = read(&root.join("Cargo.toml"))?;
    let members = manifest.split_once("members = [").and_then(|(_, after)| after.split_once(']'));
    let (members, _) = members.ok_or("Cargo.toml has no members")?;
    let members = members.split('"').skip(1).step_by(2);
    let mut crates = Vec::new();
    for member in std::iter::once(".").chain(members.filter(|member| !member.starts_with("examples/"))) {
        let directory = root.join(member);
        let manifest = read(&directory.join("Cargo.toml"))?;
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""));
        let name = name.and_then(|name| name.split('"').next()).ok_or("a member without a name")?;
        let name = name.replace('-', "_");
        let mut files = BTreeMap::new();
        read_directory(&directory.join("src"), "", &mut files)?;
        crates.push(match member {
            "." => Crate { root_module: name.clone(), name, directory: "src".to_owned(), files },
            _ => {
                let root_module = member.rsplit('/').next().unwrap_or(member).replace('-', "_");
                Crate { root_module, name, directory: format!("{member}/src"), files }
            }
        });
    }
    Ok(crates)
}

/// Reads all Rust files below a directory.
fn read_directory(
    directory: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, String>,
) -> Result<(), String> {
    let entries = fs::read_dir(directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| format!("{}: {e}", directory.display()))?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            read_directory(&path, &format!("{name}/"), files)?;
        } else if name.ends_with(".rs") {
            files.insert(name, read(&path)?);
        }
    }
    Ok(())
}

/// The text of a file.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}
