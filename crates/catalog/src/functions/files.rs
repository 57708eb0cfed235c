//! Functions about the files of modules: `file`, `find_file`, `find_template` and `module_directory`.
//!
//! Invariant: only files of modules are read. If the value depends on other files, it is not known.

use super::{Answer, value_of_call};
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Value};
use modelwright_files::display_path;
use std::path::{Path, PathBuf};

/// Where the first file that the names of a call refer to is.
enum FileLocation {
    /// In a module, at this path.
    Module(PathBuf),
    /// Perhaps on the machine that builds the catalog, because an absolute path comes first.
    Machine,
    /// There is no such file.
    Nowhere,
}

/// How many bytes are read in one step of the budget.
const BYTES_PER_STEP: usize = 16;

/// The names in the arguments of a call, which are strings or arrays of strings.
fn names<'v>(function: &str, arguments: &'v [Value]) -> Result<Vec<&'v str>, HostError> {
    let items = arguments.iter().flat_map(|argument| match argument {
        Value::Array(items) => &items[..],
        other => std::slice::from_ref(other),
    });
    let name = |item: &'v Value| {
        item.known()?.text().ok_or_else(|| HostError::new(format!("`{function}` requires strings")))
    };
    items.map(name).collect()
}

/// Where the first file with one of the names is, in a directory of the modules, such as `files`.
fn find(builder: &Builder<'_>, directory: &str, names: &[&str]) -> Result<FileLocation, HostError> {
    for name in names {
        if name.starts_with('/') {
            return Ok(FileLocation::Machine);
        }
        if let Some(path) = builder.environment.module_file(directory, name)? {
            return Ok(FileLocation::Module(path));
        }
    }
    Ok(FileLocation::Nowhere)
}

/// The value of a call that depends on files of the machine.
fn value_of_machine(
    builder: &Builder<'_>,
    function: &str,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let reason = format!("the function `{function}` is supported only for files of modules");
    value_of_call(builder, function, &reason, call, run)
}

/// The text of the first file that exists.
pub(super) fn file(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let names = names("file", call.arguments)?;
    let path = match find(builder, "files", &names)? {
        FileLocation::Module(path) => path,
        FileLocation::Machine => return value_of_machine(builder, "file", call, run),
        FileLocation::Nowhere => {
            return Err(HostError::new(format!("there is no file '{}' in the modules", names.join("', '"))));
        }
    };
    let bytes = builder.environment.read_bytes(&path).map_err(HostError::caused_by)?;
    run.budget().charge(bytes.len() / BYTES_PER_STEP + 1, bytes.len())?;
    match std::str::from_utf8(&bytes) {
        // As in Puppet, a byte order mark is no part of the text.
        Ok(text) => Ok(Value::string(text.strip_prefix('\u{feff}').unwrap_or(text))),
        Err(_) => {
            let reason = format!("the file '{}' is not text in UTF-8", names.join("', '"));
            value_of_call(builder, "file", &reason, call, run)
        }
    }
}

/// The path of the first file that exists in the directories `files`; `undef` if there is none.
pub(super) fn find_file(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    path_of("find_file", "files", builder, call, run)
}

/// The path of the first template that exists; `undef` if there is none.
pub(super) fn find_template(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    path_of("find_template", "templates", builder, call, run)
}

/// The path of the first file with one of the names in the arguments; `undef` if there is none.
fn path_of(
    function: &str,
    directory: &str,
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    match find(builder, directory, &names(function, call.arguments)?)? {
        FileLocation::Module(path) => Ok(absolute(builder, &path)),
        FileLocation::Machine => value_of_machine(builder, function, call, run),
        FileLocation::Nowhere => Ok(Value::Undef),
    }
}

/// The directory of the first module that exists; `undef` if there is none.
pub(super) fn module_directory(builder: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    let names = names("module_directory", call.arguments)?;
    let directory = names.iter().find_map(|name| builder.environment.module(name));
    Ok(directory.map_or(Value::Undef, |directory| absolute(builder, directory)))
}

/// The absolute form of a path as a value.
fn absolute(builder: &Builder<'_>, path: &Path) -> Value {
    Value::string(&builder.environment.absolute(&display_path(path)))
}
