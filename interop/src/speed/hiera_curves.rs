//! Measures how the cost of checking a tree of Hiera data grows with each of its parts.
//!
//! Like [`curves`](super::curves). The tree is read and checked as by `modelwright hiera check`.

use super::super::Summary;
use super::curves::{number, report, sizes};
use super::seconds;
use modelwright::hiera::check::{CheckOptions, check};
use modelwright::hiera::lookup::Hierarchy;
use modelwright::workspace::Workspace;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// What grows, the smallest number of it, and the function that writes a tree with this number of it: the levels between
/// `nodes/%{fqdn}` and `common`, and the files.
type HieraCurve = (&'static str, usize, fn(&Path, usize) -> io::Result<()>);

const CURVES: [HieraCurve; 5] = [
    ("nodes with the same keys", 200, |directory, count| {
        let keys = |of: usize| lines(10, |at| format!("key{at}: 'value {at} of {of}'"));
        (0..count).try_for_each(|node| write(directory, &format!("nodes/n{node}"), &keys(node)))?;
        tree(directory, &[], &keys(count))
    }),
    ("keys of two files", 2_000, |directory, count| {
        let keys = |of: &str| lines(count, |at| format!("key{at}: 'value {at} of {of}'"));
        write(directory, "nodes/n", &keys("node"))?;
        tree(directory, &[], &keys("common"))
    }),
    ("levels with the same key", 50, |directory, count| {
        let levels: Vec<String> = (0..count).map(|at| format!("level{at}")).collect();
        levels.iter().try_for_each(|level| write(directory, level, &format!("key: '{level}'\n")))?;
        tree(directory, &levels, "key: common\n")
    }),
    ("keys that refer to the next", 2_000, |directory, count| {
        let keys = lines(count, |at| format!("key{at}: \"%{{hiera('key{}')}}\"", at + 1));
        tree(directory, &[], &(keys + &format!("key{count}: end\n")))
    }),
    ("members of a value", 5_000, |directory, count| {
        let members = lines(count, |at| format!("  - member {at}"));
        tree(directory, &[], &format!("key:\n{members}"))
    }),
];

pub(super) fn run(directory: &Path, summary: &mut Summary) -> Result<(), String> {
    let directory = directory.join("hiera-curves");
    for (what, smallest, make) in CURVES {
        let mut each = Vec::new();
        for count in sizes(smallest) {
            clear(&directory).and_then(|()| make(&directory, count)).map_err(|e| e.to_string())?;
            let cost = seconds(|| check_tree(&directory).map_err(|problem| format!("{what}: {problem}")))?;
            each.push((count, cost / number(count)));
        }
        report(&format!("Hiera, {what}"), &each, summary);
    }
    clear(&directory).map_err(|e| e.to_string())
}

fn check_tree(directory: &Path) -> Result<(), String> {
    let (hierarchy, problems) =
        Hierarchy::load(&directory.join("hiera.yaml"), &Workspace::default().access());
    let hierarchy = hierarchy.ok_or_else(|| problems.to_string())?;
    let problems = check(&hierarchy, &CheckOptions::default());
    let error = problems.first_error();
    error.map_or(Ok(()), |problem| Err(problem.message.clone()))
}

fn clear(directory: &Path) -> io::Result<()> {
    if directory.exists() { fs::remove_dir_all(directory) } else { Ok(()) }
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line(at));
        text
    })
}

/// Writes the configuration and `common`.
fn tree(directory: &Path, levels: &[String], common: &str) -> io::Result<()> {
    write(directory, "common", common)?;
    let levels = lines(levels.len(), |at| format!("  - {}", levels[at]));
    let text = format!(
        ":backends: [yaml]\n:yaml:\n  :datadir: data\n:hierarchy:\n  - 'nodes/%{{fqdn}}'\n{levels}  - common\n"
    );
    fs::write(directory.join("hiera.yaml"), text)
}

/// Writes a file of data.
fn write(directory: &Path, name: &str, text: &str) -> io::Result<()> {
    let path = directory.join("data").join(name).with_extension("yaml");
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, text)
}
