//! Runs the cases in directories of `tests/cli`; each directory is named after the hazard that it covers.
//!
//! The file `cmd` has one command on each line: the expected exit code, then the arguments, which may be in double
//! quotes; `< FILE` sets standard input. A line `use FILE` copies a file from `tests/cli/shared`, and `#` starts a
//! comment. Commands run in a copy of the directory without `stdout`, `stderr` and `expected`. Those contain the
//! expectations: both outputs, with `---` between commands, and every file that is new or changed afterwards. With
//! `UPDATE_EXPECT=1` they are rewritten.
//!
//! Lists of formats, commands and targets are replaced by `[formats]` and the like, so that one more of them changes no
//! expectation; a list of the formats with an option, if it is complete, by `[formats with --OPTION]`. The directory of the
//! copy is replaced by `[directory]`, because catalogs have absolute paths.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright::workspace::Registry;
use modelwright_metamodel::options::{OptionKind, OptionSpec};
use similar::TextDiff;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program with its arguments, in a directory, without colour.
pub(crate) fn program(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_modelwright"));
    command.current_dir(directory).args(arguments).env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
    command
}

/// Runs the program without any input.
pub(crate) fn run(directory: &Path, arguments: &[&str]) -> Output {
    program(directory, arguments).stdin(Stdio::null()).output().expect("the program starts")
}

/// The results of a case: outputs and files by their path in the directory of the case.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Runs the cases in a directory, of which there must be at least this number.
pub(crate) fn cases(directory: &str, least: usize) {
    let directory = Path::new(directory);
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let entries =
        fs::read_dir(directory).expect("the directory of cases").flatten().map(|entry| entry.path());
    let mut cases: Vec<PathBuf> = entries.filter(|case| case.join("cmd").is_file()).collect();
    cases.sort();
    assert!(cases.len() >= least, "only {} cases", cases.len());
    let failures: Vec<String> =
        cases.iter().filter_map(|case| run_case(case, directory, update).err()).collect();
    assert!(failures.is_empty(), "{} of {} cases:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

fn run_case(case: &Path, directory: &Path, update: bool) -> Result<(), String> {
    let name = case.file_name().unwrap_or_default().to_string_lossy();
    let sandbox = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (mut inputs, mut expected) = (Files::new(), Files::new());
    for (path, bytes) in files(case, case) {
        let is_expected =
            path.starts_with("expected") || path == Path::new("stdout") || path == Path::new("stderr");
        if is_expected { &mut expected } else { &mut inputs }.insert(path, bytes);
    }
    let commands = String::from_utf8_lossy(&inputs.remove(Path::new("cmd")).unwrap_or_default()).into_owned();
    for shared in commands.lines().filter_map(|line| line.strip_prefix("use ")) {
        inputs.insert(
            shared.into(),
            fs::read(directory.join("shared").join(shared)).map_err(|e| e.to_string())?,
        );
    }
    for (path, bytes) in &inputs {
        write(&sandbox.path().join(path), bytes);
    }
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    for line in commands.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', 'u'])) {
        let output = command(sandbox.path(), line);
        let code = output.status.code().map_or("killed".to_owned(), |code| code.to_string());
        if line.split(' ').next() != Some(&*code) {
            let messages = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{name}: exit code {code}, expected that of `{line}`\n{messages}"));
        }
        for (all, part) in [(&mut stdout, output.stdout), (&mut stderr, output.stderr)] {
            if !all.is_empty() {
                all.extend_from_slice(b"---\n");
            }
            all.extend(hide_registries(hide_directory(sandbox.path(), part)));
        }
    }
    let mut actual: Files = files(sandbox.path(), sandbox.path())
        .filter(|(path, bytes)| inputs.get(path) != Some(bytes))
        .map(|(path, bytes)| (Path::new("expected").join(path), hide_directory(sandbox.path(), bytes)))
        .collect();
    let outputs = [("stdout", stdout), ("stderr", stderr)].into_iter().filter(|(_, bytes)| !bytes.is_empty());
    actual.extend(outputs.map(|(name, bytes)| (name.into(), bytes)));
    if update {
        expected.keys().filter(|path| !actual.contains_key(*path)).for_each(|path| {
            fs::remove_file(case.join(path)).expect("an expectation that no longer holds");
        });
        actual.iter().for_each(|(path, bytes)| write(&case.join(path), bytes));
        return Ok(());
    }
    match actual.keys().chain(expected.keys()).find(|path| actual.get(*path) != expected.get(*path)) {
        None => Ok(()),
        Some(path) => {
            let text = |files: &Files| {
                files.get(path).map_or("(no file)".into(), |b| String::from_utf8_lossy(b).into_owned())
            };
            let (expected, actual) = (text(&expected), text(&actual));
            let difference = TextDiff::from_lines(&expected, &actual);
            Err(format!(
                "{name}/{} (UPDATE_EXPECT=1 rewrites it):\n{}",
                path.display(),
                difference.unified_diff().header("expected", "actual")
            ))
        }
    }
}

/// A text with a placeholder for a directory, also where links in its path were followed.
fn hide_directory(directory: &Path, bytes: Vec<u8>) -> Vec<u8> {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return error.into_bytes(),
    };
    let real = fs::canonicalize(directory).expect("the directory of the copy");
    let hidden = [real.as_path(), directory].iter().fold(text, |text, path| {
        path.to_str().map_or_else(|| text.clone(), |path| text.replace(path, "[directory]"))
    });
    hidden.into_bytes()
}

/// The start of the tip that lists all targets.
const TIP_OF_TARGETS: &str = "  tip: the targets are ";

/// An output with a placeholder for each list of formats, commands or targets.
fn hide_registries(output: Vec<u8>) -> Vec<u8> {
    let Ok(text) = String::from_utf8(output) else { panic!("the output is not UTF-8") };
    let mut result = String::new();
    let mut is_in_list = false;
    let mut flag = None;
    for line in text.split_inclusive('\n') {
        is_in_list &= line != "\n";
        match line {
            _ if is_in_list => {}
            "Commands:\n" | "Targets:\n" => {
                is_in_list = true;
                result.push_str(&format!("{line}  [{}]\n", line.trim_end_matches(":\n").to_lowercase()));
            }
            _ if line.starts_with(TIP_OF_TARGETS) => result.push_str(&format!("{TIP_OF_TARGETS}[targets]\n")),
            _ => {
                flag = rejected_flag(line).or(flag);
                result.push_str(
                    &flag
                        .and_then(|flag| hide_formats_with(flag, line))
                        .unwrap_or_else(|| hide_formats(line)),
                );
            }
        }
    }
    result.into_bytes()
}

/// A line of output with a placeholder for a list of formats at its end.
fn hide_formats(line: &str) -> Cow<'_, str> {
    let start = line.rfind("one of").map(|at| at + "one of".len());
    let Some((text, list)) = start.and_then(|at| line.split_at_checked(at)) else { return line.into() };
    let names = list.trim_start_matches([':', ' ']);
    if names
        .trim_end()
        .split(", ")
        .all(|name| Registry::standard().notations().iter().any(|notation| notation.name == name))
    {
        return format!("{text}{}[formats]\n", &list[..list.len() - names.len()]).into();
    }
    line.into()
}

/// The flag that a problem rejects, and whether it is one for writing.
fn rejected_flag(line: &str) -> Option<(&str, bool)> {
    let (flag, documents) = line.split_once(" --")?.1.split_once(" does not apply to ")?;
    Some((flag, documents.starts_with("output")))
}

/// A line of output with a placeholder for the list of all formats that have an option.
fn hide_formats_with<'l>((flag, is_for_output): (&str, bool), line: &'l str) -> Option<Cow<'l, str>> {
    let (text, list) = line.trim_end().split_once("it applies to ")?;
    let has = |specs: &[OptionSpec]| {
        let is_off = |kind: &OptionKind| matches!(kind, OptionKind::Switch { off, .. } if *off == flag);
        specs.iter().any(|spec| spec.name == flag || is_off(&spec.kind))
    };
    let formats: Vec<&str> = if is_for_output {
        Registry::standard()
            .formats()
            .filter(|format| has(format.write_options))
            .map(|format| format.name())
            .collect()
    } else {
        Registry::standard()
            .readers()
            .filter(|reader| has(reader.read_options()))
            .map(|reader| reader.name())
            .collect()
    };
    (list == formats.join(", ")).then(|| format!("{text}it applies to [formats with --{flag}]\n").into())
}

/// Runs a line of `cmd`.
fn command(directory: &Path, line: &str) -> Output {
    let mut words: Vec<String> = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        // The text between two quotes is every second part.
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    let mut arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let input = match arguments.iter().position(|word| *word == "<") {
        Some(at) => {
            let file =
                fs::File::open(directory.join(arguments[at + 1])).expect("the file for standard input");
            arguments.truncate(at);
            Stdio::from(file)
        }
        None => Stdio::null(),
    };
    program(directory, &arguments).stdin(input).output().expect("the program starts")
}

/// All files below a directory.
fn files(directory: &Path, root: &Path) -> Box<dyn Iterator<Item = (PathBuf, Vec<u8>)>> {
    let root = root.to_owned();
    let mut paths: Vec<PathBuf> =
        fs::read_dir(directory).expect("a directory").flatten().map(|e| e.path()).collect();
    paths.sort();
    Box::new(paths.into_iter().flat_map(move |path| -> Box<dyn Iterator<Item = _>> {
        if path.is_dir() {
            return files(&path, &root);
        }
        let name = path.strip_prefix(&root).expect("a path below the root").to_owned();
        Box::new(std::iter::once((name, fs::read(&path).expect("a readable file"))))
    }))
}

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("the directory is created");
    fs::write(path, bytes).expect("the file is written");
}
