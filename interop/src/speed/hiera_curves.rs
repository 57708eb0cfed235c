//! Measures how the cost of checking a tree of Hiera data grows with each of its parts.
//!
//! Like [`curves`](super::curves). The tree is read and checked as by `modelwright hiera check`.

use super::super::Summary;
use super::curves::{number, report, sizes};
use super::seconds;
use modelwright::hiera::check::{CheckOptions, check};
use modelwright::hiera::lookup::Hierarchy;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Severity;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// What grows, the smallest number of it, and the function that writes a tree with this number of it: the levels between
/// `nodes/%{fqdn}` and `common`, and the files.
type HieraCurve = (&'static str, usize, fn(&Path, usize) -> io::Result<()>);

const CURVES: [HieraCurve; 5] = [
    ("nodes with the same keys", 200, |folder, count| {
        let keys = |of: usize| lines(10, |at| format!("key{at}: 'value {at} of {of}'"));
        (0..count).try_for_each(|node| write(folder, &format!("nodes/n{node}"), &keys(node)))?;
        tree(folder, &[], &keys(count))
    }),
    ("keys of two files", 2_000, |folder, count| {
        let keys = |of: &str| lines(count, |at| format!("key{at}: 'value {at} of {of}'"));
        write(folder, "nodes/n", &keys("node"))?;
        tree(folder, &[], &keys("common"))
    }),
    ("levels with the same key", 50, |folder, count| {
        let levels: Vec<String> = (0..count).map(|at| format!("level{at}")).collect();
        levels.iter().try_for_each(|level| write(folder, level, &format!("key: '{level}'\n")))?;
        tree(folder, &levels, "key: common\n")
    }),
    ("keys that refer to the next", 2_000, |folder, count| {
        let keys = lines(count, |at| format!("key{at}: \"%{{hiera('key{}')}}\"", at + 1));
        tree(folder, &[], &(keys + &format!("key{count}: end\n")))
    }),
    ("members of a value", 5_000, |folder, count| {
        let members = lines(count, |at| format!("  - member {at}"));
        tree(folder, &[], &format!("key:\n{members}"))
    }),
];

pub(super) fn run(folder: &Path, summary: &mut Summary) -> Result<(), String> {
    let folder = folder.join("hiera-curves");
    for (what, smallest, make) in CURVES {
        let mut each = Vec::new();
        for count in sizes(smallest) {
            clear(&folder).and_then(|()| make(&folder, count)).map_err(|e| e.to_string())?;
            let cost = seconds(|| check_tree(&folder).map_err(|problem| format!("{what}: {problem}")))?;
            each.push((count, cost / number(count)));
        }
        report(&format!("Hiera, {what}"), &each, summary);
    }
    clear(&folder).map_err(|e| e.to_string())
}

fn check_tree(folder: &Path) -> Result<(), String> {
    let (hierarchy, problems) = Hierarchy::load(&folder.join("hiera.yaml"), &Workspace::default().access());
    let hierarchy = hierarchy.ok_or_else(|| problems.to_string())?;
    let problems = check(&hierarchy, &CheckOptions::default());
    let error = problems.iter().find(|problem| problem.severity == Severity::Error);
    error.map_or(Ok(()), |problem| Err(problem.message.clone()))
}

fn clear(folder: &Path) -> io::Result<()> {
    if folder.exists() { fs::remove_dir_all(folder) } else { Ok(()) }
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line(at));
        text
    })
}

/// Writes the configuration and `common`.
fn tree(folder: &Path, levels: &[String], common: &str) -> io::Result<()> {
    write(folder, "common", common)?;
    let levels = lines(levels.len(), |at| format!("  - {}", levels[at]));
    let text = format!(
        ":backends: [yaml]\n:yaml:\n  :datadir: data\n:hierarchy:\n  - 'nodes/%{{fqdn}}'\n{levels}  - common\n"
    );
    fs::write(folder.join("hiera.yaml"), text)
}

/// Writes a file of data.
fn write(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    let path = folder.join("data").join(name).with_extension("yaml");
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, text)
}
