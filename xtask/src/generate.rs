//! Writes what is generated from the shipped declarations, or compares it with what is there.
//!
//! `src/generated/*.rs` and `schemas/*` come from `language/models/*.pp`; they are committed, and the
//! continuous build fails where they differ.

use modelwright_codegen::rust::RustOptions;
use modelwright_codegen::{Options, target};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use std::fs;
use std::path::{Path, PathBuf};

/// Target and folder, for each declaration.
const SHIPPED: &[(&str, &[(&str, &str)])] = &[
    ("ecore", &[("ecore", "schemas"), ("json-schema", "schemas")]),
    ("bindings", &[("ecore", "schemas"), ("json-schema", "schemas"), ("rust", "src/generated")]),
    ("syntax", &[("ecore", "schemas"), ("json-schema", "schemas")]),
    ("hiera", &[("ecore", "schemas"), ("json-schema", "schemas"), ("rust", "src/generated")]),
];

/// Brings the generated files up to date; with `check`, tells which ones are not instead.
pub(crate) fn run(check: bool) -> Result<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no workspace")?;
    let mut stale = Vec::new();
    for (name, targets) in SHIPPED {
        let metamodel = load(root, name)?;
        for (target_name, folder) in *targets {
            let target = target(target_name).ok_or_else(|| format!("there is no target {target_name}"))?;
            let options = Options {
                source: Some(format!("language/models/{name}.pp")),
                rust: RustOptions {
                    metamodel: Some(format!("../../schemas/{name}.ecore")),
                    ..RustOptions::default()
                },
                ..Options::default()
            };
            let (files, problems) = (target.generate)(&metamodel, &[], &options);
            if problems.has_errors() {
                return Err(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
            }
            for file in files {
                let path: PathBuf = root.join(folder).join(&file.path);
                if fs::read_to_string(&path).ok().as_deref() == Some(&file.text) {
                    continue;
                }
                if !check {
                    let write = || -> std::io::Result<()> {
                        fs::create_dir_all(path.parent().unwrap_or(root))?;
                        fs::write(&path, &file.text)
                    };
                    write().map_err(|e| format!("{}: {e}", path.display()))?;
                }
                stale.push(format!("{folder}/{}", file.path));
            }
        }
    }
    match (stale.is_empty(), check) {
        (true, _) => Ok("generated files are up to date\n".to_owned()),
        (false, false) => Ok(format!("written: {}\n", stale.join(", "))),
        (false, true) => Err(format!("out of date, run `cargo xtask generate`: {}", stale.join(", "))),
    }
}

fn load(root: &Path, name: &str) -> Result<Metamodel, String> {
    let path = root.join(format!("language/models/{name}.pp"));
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (metamodel, problems) = language::load(&[Source::new(format!("{name}.pp"), text)]);
    metamodel.ok_or_else(|| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}
