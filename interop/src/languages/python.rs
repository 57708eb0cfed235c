//! Python: CPython imports the modules of each metamodel without a warning.

use super::{Comparison, Language, Tool, installed, output_of};
use std::path::PathBuf;
use std::process::Command;

pub(super) const LANGUAGE: Language = Language {
    name: "python",
    comparison: Comparison::Tool(Tool {
        install: |_| installed("python3", "--version", "apt-get install -y python3"),
        check: |_, directories| directories.iter().map(import).collect(),
        // Models of pydantic need a package that is not installed here.
    }),
};

/// Imports every module below the directory that is the first argument.
const IMPORT: &str = "\
import importlib, pathlib, sys
root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root))
sys.dont_write_bytecode = True
for path in sorted(root.rglob('*.py')):
    parts = path.relative_to(root).with_suffix('').parts
    importlib.import_module('.'.join(parts[:-1] if parts[-1] == '__init__' else parts))
";

/// The problem of importing the modules in a directory, if there is one.
fn import(directory: &PathBuf) -> Result<Option<String>, String> {
    let mut command = Command::new("python3");
    // Alone, so that no module of the machine takes the place of a generated one.
    command.args(["-I", "-W", "error", "-c", IMPORT]).arg(directory);
    let (_, problem, is_accepted) = output_of(&mut command, "")?;
    Ok((!is_accepted).then(|| problem.lines().last().unwrap_or_default().to_owned()))
}
