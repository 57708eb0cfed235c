//! Sites whose branches are compared: copies of the guide's control repository with further modules, and environments
//! with a generated manifest.
//!
//! Invariants: the same seed and number give the same site. This module compiles nothing.

use super::super::generate::Generator;
use super::super::{FACTS, facts, files};
use crate::random::Random;
use crate::root;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The texts of files, by their paths in a directory.
pub(super) type Content = BTreeMap<PathBuf, String>;

/// A site with its nodes.
pub(super) struct Site {
    pub(super) content: Content,
    /// The names of nodes, and their facts.
    pub(super) nodes: Vec<(String, Json)>,
    /// The directories of its modules.
    pub(super) modules: &'static [&'static str],
}

/// The most modules that are added to the control repository.
const MODULES: usize = 4;
/// Parameters of these modules, with values for the files of data.
const VALUES: [(&str, &str); 7] = [
    ("size", "5"),
    ("text", "from data"),
    ("is_enabled", "false"),
    ("names", "[alpha, beta]"),
    ("limits", "{ open: 7 }"),
    ("password", "secret of data"),
    ("version", "2.0-1"),
];
const DATA: [&str; 3] = ["data/common.yaml", "data/role/web.yaml", "data/nodes/web2.example.org.yaml"];

impl Site {
    /// The site with a number.
    pub(super) fn generate(
        generator: &Generator,
        seed: u64,
        number: usize,
        random: &mut Random,
    ) -> Result<Self, String> {
        if random.one_in(3) {
            return Self::of_manifest(generator.manifest(seed, number));
        }
        Self::of_control_repository(random)
    }

    /// The environment of the generated manifests.
    fn of_manifest(manifest: String) -> Result<Self, String> {
        let mut content = read(&files().join("environment"))?;
        content.insert("manifests/site.pp".into(), manifest);
        let nodes = facts()?.into_iter().zip(FACTS).map(|(facts, name)| {
            let name = facts["networking"]["fqdn"].as_str().unwrap_or(name).to_owned();
            (name, facts)
        });
        Ok(Self { content, nodes: nodes.collect(), modules: &["modules"] })
    }

    /// The guide's control repository, with modules that its machines have in addition.
    fn of_control_repository(random: &mut Random) -> Result<Self, String> {
        let mut content = read(&root().join("examples/control-repo"))?;
        let mut nodes = Vec::new();
        content.retain(|path, text| {
            let is_facts = path.starts_with("facts");
            if is_facts && let Ok(facts) = serde_json::from_str::<Json>(text) {
                let name = facts["name"].as_str().unwrap_or_default().to_owned();
                nodes.push((name, facts["values"].clone()));
            }
            !is_facts
        });
        let mut classes = Vec::new();
        for number in 0..1 + random.below(MODULES) {
            let name = format!("service{number}");
            for (path, text) in read(&files().join("branches/module"))? {
                let path = Path::new("modules").join(&name).join(path);
                content.insert(path, text.replace("thing", &name).replace("Thing", &capitalized(&name)));
            }
            for file in DATA {
                let text = content.entry(file.into()).or_default();
                for (parameter, value) in VALUES.iter().filter(|_| random.one_in(3)) {
                    text.push_str(&format!("{name}::{parameter}: {value}\n"));
                }
            }
            classes.push(if random.one_in(3) { format!("{name}::strict") } else { name });
        }
        // Some machines have each of them, because of their role.
        for (role, class) in classes.iter().map(|class| (random.below(3), class)) {
            let condition = ["true", "$facts['role'] == 'web'", "$facts['stage'] != 'production'"][role];
            let text = content.entry("site-modules/profile/manifests/base.pp".into()).or_default();
            let end = text.rfind('}').unwrap_or_default();
            text.insert_str(end, &format!("\n  if {condition} {{\n    include {class}\n  }}\n"));
        }
        Ok(Self { content, nodes, modules: &["site-modules", "modules"] })
    }
}

fn capitalized(name: &str) -> String {
    let (first, rest) = name.split_at(name.len().min(1));
    first.to_uppercase() + rest
}

/// The files of a directory.
fn read(directory: &Path) -> Result<Content, String> {
    let mut content = Content::new();
    let mut open = vec![directory.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).map_err(|e| format!("{}: {e}", next.display()))?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let relative = path.strip_prefix(directory).map_err(|e| e.to_string())?;
            content.insert(relative.to_owned(), text);
        }
    }
    Ok(content)
}

/// Writes files to a directory.
pub(super) fn write(content: &Content, directory: &Path) -> Result<(), String> {
    for (path, text) in content {
        let path = directory.join(path);
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}
