//! Python: dataclasses, by CPython.

use super::{Answers, Language, Task, answers_of};
use std::path::Path;
use std::process::Command;

pub(super) const LANGUAGE: Language = Language {
    name: "python",
    target: "python",
    options: &[],
    is_link: true,
    exchange: |_, tasks| exchange(tasks, "python3", PROGRAM),
    known: &[
        ("a duplicate value is only a warning of the validator", 14),
        ("a number has other digits but the same value", 10),
        ("bytes that are the default are left out, although for EMF bytes are never equal to others", 118),
        ("classes of languages do not follow references", 84),
        ("integers of any size are not read from texts", 3),
        ("null for a feature that can be unset is no value", 73),
        ("null is not read where it only means that there is no value", 50),
        ("numbers of values of any kind, and those of JavaScript, have 64 bits", 15),
        ("patterns do not parse URIs and ranges, nor compare versions and spans", 21),
    ],
};

/// Reads each document with the class that is named, and prints what it writes.
const PROGRAM: &str = "\
def exchange(kind, text):
    return kind.from_json(text).to_json()
";

/// The frame around that: for each line of standard input a directory, a file, a package and a class.
const FRAME: &str = "\
import importlib, json, pathlib, sys
sys.dont_write_bytecode = True
for task in sys.stdin.read().splitlines():
    directory, documents, package, name = task.split('\\t')
    for module in [name for name, module in sys.modules.items() if getattr(module, '__file__', None) and '/data/subjects/' in str(module.__file__)]:
        del sys.modules[module]
    sys.path.insert(0, directory)
    importlib.invalidate_caches()
    kind = getattr(importlib.import_module(package), name)
    sys.path.pop(0)
    for line in pathlib.Path(documents).read_text(encoding='utf-8').split('\\n'):
        try:
            print('1', exchange(kind, line), sep='\\t')
        except ValueError as problem:
            print('0', str(problem).replace('\\n', ' '), sep='\\t')
        except Exception as problem:
            print('0', 'CRASH', type(problem).__name__, str(problem).replace('\\n', ' '), sep='\\t')
";

/// Runs a program of Python over all tasks.
pub(super) fn exchange(tasks: &[Task], python: &str, program: &str) -> Result<Vec<Answers>, String> {
    let mut command = Command::new(python);
    command.args(["-I", "-X", "utf8", "-c", &format!("{program}\n{FRAME}")]);
    answers_of(&mut command, tasks)
}

/// The directory of a virtual environment with packages, which is made unless it exists.
pub(crate) fn environment(tools: &Path, packages: &[&str]) -> Result<String, String> {
    let python = tools.join("venv/bin/python");
    if !python.is_file() {
        let mut command = Command::new("python3");
        command.args(["-m", "venv"]).arg(tools.join("venv"));
        crate::languages::output_of(&mut command, "")?;
        let mut command = Command::new(&python);
        command.args(["-m", "pip", "install", "--quiet"]).args(packages);
        let (_, problem, is_success) = crate::languages::output_of(&mut command, "")?;
        if !is_success {
            return Err(problem);
        }
    }
    Ok(python.display().to_string())
}
