//! Encrypted texts in generated trees, and the keys of most of them.
//!
//! `eyaml` wrote the texts, once: they must be the same in each run. A tree gets them after it was generated, so other
//! comparisons of generated trees have the same trees as without them.

use crate::lookups::values::quoted;
use crate::random::Random;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// One text on each line: a whole one, parts of texts, several in one, empty ones, ones that are damaged, of another key or of
/// another scheme.
const TEXTS: &str = include_str!("texts");

const FILES: [(&str, &str); 4] = [
    ("keys/private_key.pkcs7.pem", include_str!("keys-private_key.pkcs7.pem")),
    ("keys/public_key.pkcs7.pem", include_str!("keys-public_key.pkcs7.pem")),
    ("other/private_key.pkcs7.pem", include_str!("other-private_key.pkcs7.pem")),
    ("other/public_key.pkcs7.pem", include_str!("other-public_key.pkcs7.pem")),
];

/// Texts of generated data that become encrypted ones, as they are written.
const REPLACED: [&str; 4] = ["\"x\"", "\"y\"", "\"a b\"", "\"42\""];

/// Adds encrypted texts and keys to a tree of version 3.
pub(crate) fn add_to_version_3(directory: &Path, random: &mut Random) -> io::Result<()> {
    write_keys(directory)?;
    let config = directory.join("hiera.yaml");
    let mut out = String::new();
    for line in fs::read_to_string(&config)?.lines() {
        out.push_str(line);
        out.push('\n');
        if line == ":eyaml:" {
            for (name, path) in keys("", random) {
                let colon = if random.one_in(10) { "" } else { ":" };
                let _ = writeln!(out, "  {colon}{name}: \"{path}\"");
            }
        }
    }
    fs::write(config, out)?;
    files(directory)?.iter().try_for_each(|path| encrypt(path, "eyaml", random))
}

/// Adds encrypted texts and keys to an environment with its global layer.
pub(crate) fn add_to_version_5(directory: &Path, random: &mut Random) -> io::Result<()> {
    // Relative paths begin at this directory for Puppet, and at that of the configuration for us.
    fs::create_dir_all(directory.join("global"))?;
    write_keys(&directory.join("eyaml"))?;
    write_keys(&directory.join("environment/modules/eyaml"))?;
    for path in files(directory)? {
        if path.ends_with("hiera.yaml") {
            let text = fs::read_to_string(&path)?;
            let lines = text.lines().map(|line| with_function(line, random) + "\n");
            fs::write(&path, lines.collect::<String>())?;
        } else {
            encrypt(&path, "yaml", random)?;
        }
    }
    Ok(())
}

/// A line of a configuration; that of a level of YAML perhaps with encrypted data.
fn with_function(line: &str, random: &mut Random) -> String {
    let is_level = line.starts_with("  - {name: ") && !line.contains("data_hash");
    let Some(level) = line.strip_suffix('}').filter(|_| is_level && random.one_in(2)) else {
        return line.to_owned();
    };
    let options: Vec<String> =
        keys("../eyaml/", random).iter().map(|(name, path)| format!("{name}: \"{path}\"")).collect();
    let function = if level.contains("lookup_key") { "" } else { ", lookup_key: eyaml_lookup_key" };
    format!("{level}{function}, options: {{{}}}}}", options.join(", "))
}

/// The settings of keys with their values, usually the right ones.
fn keys(directory: &str, random: &mut Random) -> Vec<(&'static str, String)> {
    let keys = match random.below(10) {
        0 => random.pick(&["other", "none", "%{missing}", "%{role}"]),
        _ => "keys",
    };
    let names = ["private_key", "public_key"].into_iter().zip(["pkcs7_private_key", "pkcs7_public_key"]);
    let names = names.filter(|_| !random.one_in(30));
    names.map(|(file, name)| (name, format!("{directory}{keys}/{file}.pkcs7.pem"))).collect()
}

fn write_keys(directory: &Path) -> io::Result<()> {
    for (path, text) in FILES {
        let path = directory.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}

/// Encrypts some texts of a data file.
fn encrypt(path: &Path, extension: &str, random: &mut Random) -> io::Result<()> {
    let is_data = path.components().any(|part| part.as_os_str() == "data");
    if !is_data || path.extension().is_none_or(|found| found != extension) {
        return Ok(());
    }
    let Ok(mut text) = fs::read_to_string(path) else { return Ok(()) };
    let texts: Vec<&str> = TEXTS.lines().collect();
    for replaced in REPLACED {
        let mut parts = text.split(replaced);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match random.below(6) {
                0 | 1 => out.push_str(replaced),
                2 => out.push_str(&quoted(&format!("%{{role}}{}\n", random.pick(&texts)))),
                _ => out.push_str(&quoted(random.pick(&texts))),
            }
            out.push_str(part);
        }
        text = out;
    }
    fs::write(path, text)
}

/// The files below a directory, in order.
fn files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory)? {
            let path = entry?.path();
            if path.is_dir() { directories.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}
