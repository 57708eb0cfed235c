//! A generated tree: its configuration, its data files and queries about it.

use super::values::{VOCABULARY, quoted};
use crate::random::Random;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// The number of levels, at the start of the table, that are usual in sites.
const USUAL_LEVELS: usize = 5;

/// Levels, each with the paths that it has for some scope.
const LEVELS: &[(&str, &[&str])] = &[
    ("nodes/%{::fqdn}", &["nodes/web1", "nodes/db1"]),
    ("os/%{osfamily}", &["os/Debian", "os/RedHat"]),
    ("%{env}/%{role}", &["prod/web", "test/db", "prod/"]),
    ("common", &["common"]),
    ("common", &["common"]),
    ("%{missing}", &[]),
    ("a//b", &[]),
    ("/abs", &[]),
    ("%{hiera('lvl')}", &["l1", "l2"]),
    ("%{alias('lvl')}", &["l1"]),
    ("%{scope('role')}", &["web", "db"]),
    ("%{literal('x')}/y", &["x/y"]),
    ("%{facts.os.family}", &["Debian"]),
    ("%{g}", &["web", "db"]),
    ("%{facts.list.0}-%{num}", &["one-42"]),
    ("./dot/../common", &[]),
    ("%{a..b}", &[]),
    ("%{loop}", &[]),
    ("5", &["5"]),
];

const TOP_KEYS: &[&str] =
    &["k1", "k2", "k3", "k4", "k5", "k6", "k7", "a.b", "lvl", "%{role}", "g", "", "k8", "k9"];

const DOTTED: &[&str] = &[
    "k1.a",
    "k2.b",
    "k3.0",
    "k6.a.b",
    "k6.0",
    "k4.x",
    "k5.1.a",
    "'a.b'",
    "\"a.b\".a",
    "k1..a",
    ".k1",
    "k1.'a.b'",
    "k2.'0'",
    "k7.a b",
    "k1.00",
    "a.b",
    "k1.a.0",
    "k3.99999999999999999999",
];

/// Writes a tree with queries.
pub(crate) fn write(directory: &Path, random: &mut Random, queries: usize) -> io::Result<()> {
    fs::create_dir_all(directory.join("data"))?;
    let level = |random: &mut Random| {
        let end = if random.one_in(6) { LEVELS.len() } else { USUAL_LEVELS };
        random.below(end)
    };
    let levels: Vec<usize> = (0..1 + random.below(5)).map(|_| level(random)).collect();
    let backends: &[&str] = match random.below(8) {
        0..3 => &["yaml"],
        3 => &["json"],
        4 => &["yaml", "json"],
        5 => &["json", "yaml"],
        6 => &["eyaml", "yaml"],
        _ => &["yaml", "eyaml", "json"],
    };
    fs::write(directory.join("hiera.yaml"), configuration(random, &levels, backends))?;
    let defaults: &[&str] = &["common", "nodes/web1"];
    let paths = levels.iter().flat_map(|level| LEVELS[*level].1.iter()).chain(defaults);
    for path in paths {
        for backend in backends {
            if random.one_in(4) {
                continue;
            }
            let file = directory.join("data").join(format!("{path}.{backend}"));
            if let Some(parent) = file.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(file, data(random, *backend != "json"))?;
        }
    }
    fs::write(directory.join("queries.jsonl"), (0..queries).map(|_| query(random)).collect::<String>())
}

fn configuration(random: &mut Random, levels: &[usize], backends: &[&str]) -> String {
    let mut out = String::from("---\n");
    let name = |backend: &&str, random: &mut Random| {
        if random.one_in(10) { backend.to_uppercase() } else { (*backend).to_owned() }
    };
    let names: Vec<String> = backends.iter().map(|backend| name(backend, random)).collect();
    if names != ["yaml"] || random.one_in(2) {
        let list = if names.len() == 1 && random.one_in(2) {
            names[0].clone()
        } else {
            format!("[{}]", names.join(", "))
        };
        let _ = writeln!(out, ":backends: {list}");
    }
    if !random.one_in(10) {
        let colon = if random.one_in(15) { "" } else { ":" };
        let _ = writeln!(out, "{colon}hierarchy:");
        for level in levels {
            let text = quoted(LEVELS[*level].0);
            let _ = writeln!(out, "  - {}", if random.one_in(8) { format!("[{text}]") } else { text });
        }
    }
    let directory = if random.one_in(8) { "\"%{data}\"" } else { "data" };
    for backend in ["yaml", "json", "eyaml"] {
        let _ = writeln!(out, ":{backend}:\n  :datadir: {directory}");
        if random.one_in(15) && backend != "eyaml" {
            let _ = writeln!(out, "  :extension: yml");
        }
    }
    if random.one_in(3) {
        return out;
    }
    let _ = writeln!(
        out,
        ":merge_behavior: {}",
        random.pick(&["deep", "deeper", ":deeper", ":deep", "native", "other"])
    );
    if random.one_in(2) {
        let _ = writeln!(out, ":deep_merge_options:");
        for (name, value) in options(random) {
            let colon = if random.one_in(12) { "" } else { ":" };
            let _ = writeln!(out, "  {colon}{name}: {value}");
        }
    }
    out
}

/// Options of `deep_merge`, in JSON.
fn options(random: &mut Random) -> Vec<(&'static str, String)> {
    let all: &[(&str, &[&str])] = &[
        ("knockout_prefix", &["\"--\"", "\"--\"", "\"\"", "\"x\"", "null"]),
        ("overwrite_arrays", &["true", "false"]),
        ("sort_merged_arrays", &["true"]),
        ("unpack_arrays", &["\",\"", "\" \"", "true"]),
        ("merge_hash_arrays", &["true"]),
        ("extend_existing_arrays", &["true"]),
        ("preserve_unmergeables", &["true", "false"]),
    ];
    let chosen: Vec<_> = all.iter().filter(|_| random.one_in(3)).collect();
    chosen.into_iter().map(|(name, values)| (*name, random.pick(values).to_owned())).collect()
}

pub(crate) fn data(random: &mut Random, is_yaml: bool) -> String {
    match random.below(200) {
        0 => return String::new(),
        1 => return "[1, 2]\n".to_owned(),
        2 => return "{a: \n".to_owned(),
        3 if is_yaml => return "--- ~\n".to_owned(),
        4 if is_yaml => return "false\n".to_owned(),
        _ => {}
    }
    let mut entries = Vec::new();
    for key in TOP_KEYS.iter().filter(|key| !matches!(**key, "k8" | "k9")) {
        if random.one_in(3) {
            continue;
        }
        let value = match *key {
            "lvl" if random.one_in(2) => quoted(random.pick(&["l1", "l2", "%{role}", "%{hiera('k1')}"])),
            // These keys have hashes, so that most resolutions can merge something.
            "k3" | "k4" => VOCABULARY.hash(random, 3, is_yaml),
            "k5" => VOCABULARY.array(random, 3, is_yaml),
            "k1" => VOCABULARY.text(random),
            _ => VOCABULARY.value(random, 3, is_yaml),
        };
        entries.push(format!("{}: {value}", quoted(key)));
    }
    if is_yaml && random.one_in(4) {
        entries.push(format!("~: {}", VOCABULARY.value(random, 1, true)));
    }
    if is_yaml {
        entries.extend(["5: five", "k8: :sym", "k9: !binary aGk="].map(str::to_owned));
        entries.iter().map(|entry| format!("{entry}\n")).collect()
    } else {
        format!("{{{}}}\n", entries.join(", "))
    }
}

fn query(random: &mut Random) -> String {
    let is_dotted = random.one_in(5);
    let key = if is_dotted { random.pick(DOTTED) } else { random.pick(TOP_KEYS) };
    let resolution = match random.below(if is_dotted { 12 } else { 8 }) {
        0 | 1 => "\"array\"".to_owned(),
        2 | 3 => "\"hash\"".to_owned(),
        4 => {
            let mut entries =
                vec![format!("\"behavior\": \"{}\"", random.pick(&["deep", "deeper", "native"]))];
            entries.extend(options(random).iter().map(|(name, value)| format!("\"{name}\": {value}")));
            format!("{{{}}}", entries.join(", "))
        }
        _ => "\"priority\"".to_owned(),
    };
    let mut extra = String::new();
    if random.one_in(10) {
        let _ = write!(
            extra,
            ", \"override\": {}",
            quoted(random.pick(&["l1", "common", "%{role}", "none", "", "a//b"]))
        );
    }
    if random.one_in(10) {
        let _ = write!(extra, ", \"default\": {}", VOCABULARY.text(random));
    }
    format!(
        "{{\"key\": {}, \"resolution\": {resolution}, \"scope\": {}{extra}}}\n",
        quoted(key),
        scope(random)
    )
}

fn scope(random: &mut Random) -> String {
    let fixed = r#""facts": {"os": {"family": "Debian"}, "list": ["one", "two"]}, "num": 42, "yes": true, "nothing": null,
        "float": 1.5e16, "data": "data", "loop": "%{loop}", "deep": "%{deeper}", "deeper": "<%{g}>""#;
    let fixed = fixed.replace('\n', "");
    let mut entries = vec![fixed];
    for (name, values) in [
        ("::fqdn", &["web1", "db1"][..]),
        ("fqdn", &["web1", "other"]),
        ("osfamily", &["Debian", "RedHat"]),
        ("env", &["prod", "test"]),
        ("role", &["web", "db", ""]),
        ("g", &["%{role}", "A%{role}B%{num}", "plain", "%{hiera('k1')}", "%{literal('%{role}')}"]),
        ("a.b", &["dotted"]),
        ("enc", &["ENC[x]"]),
    ] {
        if !random.one_in(6) {
            entries.push(format!("{}: {}", quoted(name), quoted(random.pick(values))));
        }
    }
    format!("{{{}}}", entries.join(", "))
}
