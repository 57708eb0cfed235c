//! Compares the resource types that are read from Ruby texts of modules with those that Puppet has loaded.

use crate::{Summary, ruby};
use modelwright_catalog::types::{AttributeKind, ResourceType, read_ruby};
use modelwright_metamodel::diagnostic::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const SCRIPT: &str = include_str!("types.rb");

/// The names of attributes, each with its kind and whether it is a key; and whether the type is isomorphic.
type Attributes = (BTreeSet<String>, bool);

/// Compares the types of modules.
pub(super) fn run(modules: &BTreeMap<String, PathBuf>) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let theirs = puppet(modules)?;
    for (name, own) in read(modules)? {
        let Some(known) = theirs.get(&name) else { continue };
        // What a type computes is reported, so it may be missing.
        let is_equal =
            attributes(&own) == *known || !own.is_complete() && attributes(&own).0.is_subset(&known.0);
        summary.note(is_equal, || {
            let own = attributes(&own);
            let missing: Vec<_> = known.0.difference(&own.0).collect();
            let more: Vec<_> = own.0.difference(&known.0).collect();
            format!(
                "type {name}: Puppet also has {missing:?}, we have {more:?}, isomorphic {} and {}",
                known.1, own.1
            )
        });
    }
    summary.figure(format!("types: {} in Ruby, {} of them equal", theirs.len(), summary.agreed));
    Ok(summary)
}

fn puppet(modules: &BTreeMap<String, PathBuf>) -> Result<BTreeMap<String, Attributes>, String> {
    let list: Vec<String> = modules.values().map(|path| format!("{path:?}")).collect();
    let script = format!("ARGV.replace([{}])\n{SCRIPT}", list.join(", "));
    let answer = ruby::answer(&script, Vec::new())?;
    let mut types: BTreeMap<String, Attributes> = BTreeMap::new();
    let mut open = String::new();
    for line in String::from_utf8_lossy(&answer).lines() {
        if let Some(head) = line.strip_prefix("type ") {
            head.split(' ').next().unwrap_or_default().clone_into(&mut open);
            types.insert(open.clone(), (BTreeSet::new(), !head.ends_with(" not_isomorphic")));
        } else if let (false, Some((names, _))) = (line.starts_with("  pattern "), types.get_mut(&open)) {
            names.insert(line.trim().to_owned());
        }
    }
    Ok(types)
}

fn read(modules: &BTreeMap<String, PathBuf>) -> Result<BTreeMap<String, ResourceType>, String> {
    let has_providers = |name: &str| {
        let is_ruby = |path: &Path| path.extension().is_some_and(|extension| extension == "rb");
        modules.values().any(|module| {
            let files = fs::read_dir(module.join("lib/puppet/provider").join(name));
            files.is_ok_and(|mut files| files.any(|file| file.is_ok_and(|file| is_ruby(&file.path()))))
        })
    };
    let mut types = BTreeMap::new();
    for module in modules.values() {
        let Ok(files) = fs::read_dir(module.join("lib/puppet/type")) else { continue };
        for path in files.flatten().map(|file| file.path()).filter(|path| path.is_file()) {
            let text = String::from_utf8_lossy(&fs::read(&path).map_err(|e| e.to_string())?).into_owned();
            let found = read_ruby(&Source::new(path.to_string_lossy(), text), has_providers);
            let found = found.map_err(|problem| problem.to_string())?;
            types.extend(found.into_iter().map(|found| (found.name().to_owned(), found)));
        }
    }
    Ok(types)
}

fn attributes(found: &ResourceType) -> Attributes {
    let keys: Vec<&str> = found.keys().collect();
    let lines = found.attributes().map(|(name, kind)| {
        let kind = if kind == AttributeKind::Property { "property" } else { "parameter" };
        format!("{kind} {name}{}", if keys.contains(&name) { " key" } else { "" })
    });
    (lines.collect(), found.is_isomorphic())
}
