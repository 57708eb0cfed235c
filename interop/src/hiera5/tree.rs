//! A generated site: an environment with modules, perhaps a global layer, their data, and the keys to look up.

use crate::lookups::values::{Vocabulary, quoted};
use crate::random::Random;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

const VOCABULARY: Vocabulary = Vocabulary {
    texts: TEXTS,
    scalars: &[
        "!ruby/symbol default",
        "!ruby/symbol other",
        "0x1f",
        "017",
        "1_000",
        "1:30",
        "~",
        ".inf",
        "1e3",
        "yes",
        "off",
        "123456789012345678901234567890",
        "-0.0",
        "!!str 5",
        "'%{role}'",
    ],
    keys: &["a", "b", "c", "a.b", "%{role}", "0", "x", "--x", "%{lookup('k1')}", ""],
    odd_keys: &["5", "!ruby/symbol s", "1.5"],
};

const TEXTS: &[&str] = &[
    "x",
    "y",
    "a b",
    "",
    "42",
    "--x",
    "--",
    "x,y",
    "%{role}",
    "%{ role }",
    "A%{g}B",
    "%{::role}",
    "%{facts.os.family}",
    "%{os.family}",
    "%{missing}",
    "%{missing.part}",
    "%{lookup('k1')}",
    "%{hiera('k2')} and %{lookup('k2')}",
    "%{alias('k2')}",
    "%{alias(\"k3\")}",
    "%{ alias('k3') }",
    "pre %{alias('k3')}",
    "line\n%{alias('k4')}\nend",
    "%{literal('%')}{role}",
    "%{literal('%')}{lookup('k1')}",
    "%{literal('k1')}",
    "%{list.0}",
    "%{list}",
    "%{list.9}",
    "%{list.-1}",
    "%{list.x}",
    "%{os.0}",
    "%{os}",
    "%{num}",
    "%{num.a}",
    "%{yes}",
    "%{nothing}",
    "%{nothing.a}",
    "%{lookup(k1)}",
    "%{frob('k1')}",
    "%{frob(k1)}",
    "%{scope('role')}",
    "%{scope('g')}",
    "%{scope('a..b')}",
    "%{'role'}",
    "%{os.'family'}",
    "%{ os . family }",
    "%{}",
    "%{ :: }",
    "%{''}",
    "%{g}",
    "%{loop}",
    "%{deep}",
    "%{role",
    "100% {role}",
    "%%{role}}",
    "%{0}",
    "%{role\n}",
    "%{\nlookup('k1')}",
    "%{lookup('k3.a')}",
    "%{lookup('k4.a.b')}",
    "%{lookup('k5.0')}",
    "%{lookup('m::k1')}",
    "%{alias('m::k2')}",
    "%{lookup('lookup_options')}",
    "%{lookup('no_such')}",
    "%{alias('no_such')}",
    "%{lookup('a.b')}",
    "%{lookup(\"'a.b'\")}",
    "\u{e9}%{role}\u{fc}",
    "\u{1f600}",
    "\t\"q\"\\ #{x} #@y",
];

/// The settings of levels, with the paths of files that some facts select.
const LEVELS: &[(&str, &[&str])] = &[
    ("path: \"nodes/%{trusted.certname}.yaml\"", &["nodes/web1.yaml", "nodes/db1.yaml"]),
    ("path: \"os/%{facts.os.family}.yaml\"", &["os/Debian.yaml", "os/RedHat.yaml"]),
    (
        "paths: [\"%{role}.yaml\", \"%{::role}-%{os.family}.yaml\"]",
        &["web.yaml", "web-Debian.yaml", "db.yaml"],
    ),
    ("path: common.yaml", &["common.yaml"]),
    ("path: common.yaml", &["common.yaml"]),
    ("glob: \"conf.d/*.yaml\"", &["conf.d/a.yaml", "conf.d/b.yaml", "conf.d/.c.yaml"]),
    ("globs: [\"{web,os/*}.yaml\", \"**/*.yaml\"]", &["web.yaml", "deep/er/x.yaml"]),
    (
        "glob: \"r%{role}/**/[a-m]*.yaml\"",
        &["rweb/b.yaml", "rweb/x/c.yaml", "rweb/z.yaml", "rdb/a.yaml", "r/d.yaml"],
    ),
    ("mapped_paths: [list, item, \"items/%{item}.yaml\"]", &["items/one.yaml", "items/two.yaml"]),
    ("mapped_paths: [os, pair, \"os/%{pair.1}.yaml\"]", &["os/Debian.yaml"]),
    ("mapped_paths: [role, role, \"%{role}-%{::role}.yaml\"]", &["web-web.yaml"]),
    ("{path: common.json, data_hash: json_data}", &["common.json"]),
    ("{path: \"%{role}.json\", data_hash: json_data}", &["web.json", "db.json"]),
    ("{path: secrets.yaml, lookup_key: eyaml_lookup_key}", &["secrets.yaml"]),
    ("{path: x.yaml, datadir: \"other/%{role}\"}", &["../other/web/x.yaml"]),
    ("path: ../above.yaml", &["../above.yaml"]),
    ("path: \"%{missing}/x.yaml\"", &["x.yaml"]),
    ("path: \"%{g}.yaml\"", &["web.yaml"]),
    ("path: \"%{list}.yaml\"", &[]),
    ("path: \"%{num}-%{yes}.yaml\"", &["42-true.yaml"]),
    ("path: \"%{lookup('k1')}.yaml\"", &[]),
    ("mapped_paths: [num, x, \"x.yaml\"]", &[]),
];

/// The number of levels, at the start of the table, that never fail.
const SAFE: usize = LEVELS.len() - 2;

const KEYS: &[&str] = &["k1", "k2", "k3", "k4", "k5", "k6", "a.b", "%{role}"];

const DOTTED: &[&str] = &[
    "k3.a",
    "k4.b",
    "k5.0",
    "k5.-1",
    "k4.a.b",
    "k1.x",
    "'a.b'",
    "\"a.b\".a",
    "k1..a",
    ".k1",
    "k4.'a.b'",
    "k4.'0'",
    "k4.0",
    "k4.5",
    "k3 . a",
    "k5.1.a",
    "m::k4.a",
    "",
    "lookup_options",
    "k6.b.0",
];

const MERGES: &[&str] = &[
    "null",
    "first",
    "unique",
    "hash",
    "deep",
    "{strategy: deep, knockout_prefix: '--'}",
    "{strategy: deep, sort_merged_arrays: true}",
    "{strategy: deep, merge_hash_arrays: true}",
    "{strategy: unconstrained_deep, overwrite_arrays: true}",
    "{strategy: hash}",
    "reverse_deep",
    "wrong",
];

const TYPES: &[&str] = &[
    "String",
    "Array",
    "[Array, true]",
    "Integer",
    "Sensitive",
    "[String, '%s']",
    "'Optional[String]'",
    "Hash",
    "Boolean",
    "Numeric",
];

/// Writes a site.
pub(crate) fn write(directory: &Path, random: &mut Random) -> io::Result<()> {
    let environment = directory.join("environment");
    let write_layer = |directory: &Path, prefix: &str, random: &mut Random| layer(directory, prefix, random);
    if !random.one_in(3) {
        write_layer(&directory.join("global"), "", random)?;
    }
    write_layer(&environment, "", random)?;
    for module in ["m", "n"] {
        if !random.one_in(3) {
            write_layer(&environment.join("modules").join(module), &format!("{module}::"), random)?;
        }
    }
    fs::create_dir_all(directory.join("facts"))?;
    for (name, facts) in FACTS {
        fs::write(directory.join(format!("facts/{name}.yaml")), facts)?;
    }
    let mut keys: Vec<String> = Vec::new();
    for _ in 0..10 {
        let key = random.pick(KEYS);
        keys.push(match random.below(6) {
            0 => random.pick(DOTTED).to_owned(),
            1 => format!("m::{key}"),
            2 => format!("n::{key}"),
            _ => key.to_owned(),
        });
    }
    keys.retain(|key| !key.is_empty());
    fs::write(directory.join("keys"), keys.join("\n"))?;
    let merges = [
        "{\"strategy\": \"deep\", \"knockout_prefix\": \"--\", \"sort_merged_arrays\": true}",
        "{\"strategy\": \"deep\", \"merge_hash_arrays\": true}",
        "{\"strategy\": \"unconstrained_deep\", \"unpack_arrays\": \",\"}",
    ];
    fs::write(directory.join("merges"), merges.join("\n"))
}

const FACTS: &[(&str, &str)] = &[
    (
        "web1",
        "environment: production\nrole: web\nos: {family: Debian, x: '%{role}'}\nlist: [one, two]\nnum: 42\nyes: true\n\
         g: '%{role}'\nloop: '%{lookup(''k1'')}'\ndeep: '%{scope(''g'')}'\ntrusted: {certname: web1}\n",
    ),
    (
        "db1",
        "environment: production\nrole: db\nos: {family: RedHat}\nlist: two\nnothing: ~\ntrusted: {certname: db1}\n",
    ),
    ("bare", "environment: production\ntrusted: {certname: bare}\n"),
];

/// Writes a configuration with its data; keys of modules begin with their names.
fn layer(directory: &Path, prefix: &str, random: &mut Random) -> io::Result<()> {
    fs::create_dir_all(directory.join("data"))?;
    let mut out = String::from("---\nversion: 5\n");
    let explicit = random.one_in(2);
    if explicit {
        out.push_str("defaults: {datadir: data, data_hash: yaml_data}\n");
    }
    out.push_str("hierarchy:\n");
    let pick = |random: &mut Random| {
        let end = match random.below(40) {
            0 => LEVELS.len(),
            1..12 => SAFE,
            _ => 6,
        };
        random.below(end)
    };
    let mut levels: Vec<usize> = (0..1 + random.below(4)).map(|_| pick(random)).collect();
    let write = |levels: &[usize], out: &mut String| {
        for (number, level) in levels.iter().enumerate() {
            let settings = LEVELS[*level].0.trim_start_matches('{').trim_end_matches('}');
            let _ = writeln!(out, "  - {{name: \"L{number}\", {settings}}}");
        }
    };
    write(&levels, &mut out);
    if !prefix.is_empty() && random.one_in(3) {
        out.push_str("default_hierarchy:\n");
        let defaults: Vec<usize> = (0..1 + random.below(2)).map(|_| random.below(6)).collect();
        write(&defaults, &mut out);
        levels.extend(defaults);
    }
    fs::write(directory.join("hiera.yaml"), out)?;
    for path in levels.iter().flat_map(|level| LEVELS[*level].1) {
        if random.one_in(5) {
            continue;
        }
        let file = directory.join("data").join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, data(random, prefix, !path.ends_with(".json")))?;
    }
    Ok(())
}

/// The text of a data file.
pub(crate) fn data(random: &mut Random, prefix: &str, is_yaml: bool) -> String {
    match random.below(60) {
        0 if is_yaml => {
            return random.pick(&["", "~", "false", "- a", "text", "a: [1", "d: 2024-01-02"]).to_owned();
        }
        1 => return random.pick(&["{", "[1]", "{}"]).to_owned(),
        _ => {}
    }
    let mut entries = Vec::new();
    for key in KEYS {
        if random.one_in(3) {
            continue;
        }
        let value = match *key {
            "k1" => VOCABULARY.text(random),
            "k3" | "k4" => VOCABULARY.hash(random, 3, is_yaml),
            "k5" => VOCABULARY.array(random, 3, is_yaml),
            _ => VOCABULARY.value(random, 3, is_yaml),
        };
        entries.push(format!("{}: {value}", quoted(&format!("{prefix}{key}"))));
    }
    if is_yaml && random.one_in(3) {
        entries.push(format!("lookup_options: {}", options(random, prefix)));
    }
    format!("{{{}}}\n", entries.join(",\n "))
}

/// The value of `lookup_options`, in YAML.
pub(crate) fn options(random: &mut Random, prefix: &str) -> String {
    let mut entries = Vec::new();
    for _ in 0..1 + random.below(3) {
        let key = match random.below(5) {
            0 => format!("^{prefix}k[12]$"),
            1 => format!("^{prefix}k"),
            _ => format!("{prefix}{}", random.pick(KEYS)),
        };
        let key = quoted(&key);
        if entries.iter().any(|entry: &String| entry.starts_with(&format!("{key}: "))) {
            continue;
        }
        let mut options = Vec::new();
        if !random.one_in(4) {
            options.push(format!("merge: {}", random.pick(MERGES)));
        }
        if random.one_in(4) {
            options.push(format!("convert_to: {}", random.pick(TYPES)));
        }
        entries.push(format!("{key}: {{{}}}", options.join(", ")));
    }
    format!("{{{}}}", entries.join(", "))
}
