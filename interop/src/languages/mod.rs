//! Generated files in other languages, checked by the tools of these languages, for metamodels of a corpus.
//!
//! A language is one file here and one line in the registry: it has the target that generates its files, installs what it
//! needs below the work directory, and reports for each metamodel whether its files are accepted. This module does not
//! know any of the tools.

use super::corpus::{self, Entry};
use super::{Summary, print_progress};
use modelwright::workspace::Registry;
use modelwright_codegen::{Request, Target};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::options::OptionValues;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Declares the file of each language, which has a `LANGUAGE`, and lists them.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// All languages, in the order in which they are compared.
        const LANGUAGES: &[Language] = &[$($file::LANGUAGE),+];
    };
}

// The registry of languages.
registry! {
    ruby,
    python,
    typescript,
    zod,
    java,
    mermaid,
    plantuml,
    dot,
    postgresql,
    sqlite,
    puppet,
    docs,
}

pub(crate) use java::install_java;
pub(crate) use typescript::install_typescript;

/// For each metamodel the problem with its files, or `None` if they are accepted.
type Verdicts = Vec<Option<String>>;

/// A language whose files are compared.
struct Language {
    /// Its name, which is that of its target, unless it is a dialect.
    name: &'static str,
    comparison: Comparison,
}

/// A tool that accepts or rejects files.
struct Tool {
    /// Installs the tool into a directory, or finds that it is installed; fails with the command that installs it.
    install: fn(&Path) -> Result<(), String>,
    /// Checks the files in each of some directories with the tool, which is in the first directory if it was installed
    /// there. The result for each is the problem, or `None`.
    check: fn(&Path, &[PathBuf]) -> Result<Verdicts, String>,
}

/// How files of a language are compared.
enum Comparison {
    /// By a tool that accepts or rejects them.
    Tool(Tool),
    /// By a tool, for a target with another name and some options.
    Dialect(&'static str, &'static [(&'static str, &'static str)], Tool),
    /// By more than that, for metamodels of its own choice; with the shared directory and one for its files.
    Own(fn(&Path, &Path) -> Result<Vec<Summary>, String>),
}

/// The number of metamodels that are compared without options.
const COUNT: usize = 120;

/// Compares all languages, or those that are named; `--count N` takes another number of metamodels.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (names, count) = selection(arguments)?;
    let work = work.join("languages");
    let chosen: Vec<&Language> =
        LANGUAGES.iter().filter(|language| names.is_empty() || names.contains(&language.name)).collect();
    let has_tool = |language: &&Language| !matches!(language.comparison, Comparison::Own(_));
    let corpus = shared.join("corpus");
    let metamodels = if chosen.iter().any(has_tool) { metamodels(&corpus, count)? } else { Vec::new() };
    let mut summaries = Vec::new();
    for language in chosen {
        match &language.comparison {
            Comparison::Tool(tool) => {
                let summary = compare(language.name, (language.name, &[]), tool, &metamodels, &work)?;
                summaries.push(summary.printed(language.name));
            }
            Comparison::Dialect(target, options, tool) => {
                let summary = compare(language.name, (target, options), tool, &metamodels, &work)?;
                summaries.push(summary.printed(language.name));
            }
            Comparison::Own(compare) => summaries.extend(compare(shared, &work)?),
        }
    }
    Ok(summaries)
}

/// The names of languages, and the number of metamodels.
fn selection<'a>(arguments: &[&'a str]) -> Result<(Vec<&'a str>, usize), String> {
    let (mut names, mut count) = (Vec::new(), COUNT);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match *argument {
            "--count" => {
                let number = rest.next().and_then(|number| number.parse().ok());
                count = number.ok_or("`--count` must be followed by a number")?;
            }
            name if LANGUAGES.iter().any(|language| language.name == name) => names.push(name),
            other => {
                let known: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
                return Err(format!("`{other}` is not one of {}", known.join(", ")));
            }
        }
    }
    Ok((names, count))
}

/// A metamodel of a corpus.
pub(crate) struct Subject {
    name: String,
    pub(crate) metamodel: Arc<Metamodel>,
}

/// Metamodels without errors, from all parts of a corpus; all of them if there are fewer than `count`.
pub(crate) fn metamodels(corpus: &Path, count: usize) -> Result<Vec<Subject>, String> {
    let entries = corpus::listed(corpus, "metamodels")?;
    let sound: Vec<Subject> = entries.iter().filter_map(load).collect();
    let step = (sound.len() / count.max(1)).max(1);
    Ok(sound.into_iter().step_by(step).collect())
}

/// Loads a metamodel that has packages and no errors.
fn load(entry: &Entry) -> Option<Subject> {
    let (metamodel, problems) = entry.workspace().load_metamodel(&entry.path()).ok()?;
    let is_sound = !problems.has_errors() && metamodel.roots().next().is_some();
    is_sound.then(|| Subject { name: entry.file.clone(), metamodel })
}

/// Generates the files of each metamodel, and checks them.
fn compare(
    language: &str,
    (target, options): (&str, &[(&str, &str)]),
    tool: &Tool,
    metamodels: &[Subject],
    work: &Path,
) -> Result<Summary, String> {
    let directory = work.join(language);
    let installed = directory.join("tool");
    fs::create_dir_all(&installed).map_err(|e| format!("{}: {e}", installed.display()))?;
    (tool.install)(&installed)?;
    let target = Registry::standard().target(target).ok_or_else(|| format!("no target {target}"))?;
    let options = options.iter().fold(OptionValues::new(), |all, (name, value)| all.with(*name, *value));
    let mut summary = Summary::default();
    let (mut names, mut directories) = (Vec::new(), Vec::new());
    // Tools may read everything that is there, also what an earlier run left.
    drop(fs::remove_dir_all(directory.join("files")));
    for (at, Subject { name, metamodel }) in metamodels.iter().enumerate() {
        let files = directory.join(format!("files/{at}"));
        match generate(target, metamodel, &options, &files) {
            Ok(()) => {
                names.push(name);
                directories.push(files);
            }
            Err(problem) => summary.notes.push(format!("{name}: nothing is generated: {problem}")),
        }
    }
    let verdicts = (tool.check)(&installed, &directories)?;
    if verdicts.len() != names.len() {
        return Err(format!("{}: {} results for {} metamodels", language, verdicts.len(), names.len()));
    }
    for ((name, directory), verdict) in names.iter().zip(&directories).zip(verdicts) {
        let rejected = |problem: &str| format!("{} of {name} is rejected: {problem}", directory.display());
        summary.note(verdict.is_none(), || rejected(verdict.as_deref().unwrap_or_default()));
    }
    summary.notes.push(format!("{} accepts {} of {}", language, summary.agreed, names.len()));
    Ok(summary)
}

/// Writes the files of a metamodel into a new directory.
fn generate(
    target: &Target,
    metamodel: &Metamodel,
    options: &OptionValues,
    directory: &Path,
) -> Result<(), String> {
    let request = Request { options: options.clone(), ..Request::new(metamodel) };
    let (files, problems) = target.generate(&request);
    if let Some(problem) = problems.iter().find(|problem| problem.severity.word() == "error") {
        return Err(problem.to_string());
    }
    for file in files {
        let path = directory.join(&file.path);
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        fs::write(&path, file.text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// The only file of each directory.
fn only_files(directories: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let files = directories.iter().map(|directory| {
        let mut entries = fs::read_dir(directory).map_err(|e| format!("{}: {e}", directory.display()))?;
        let entry = entries.next().ok_or_else(|| format!("{} is empty", directory.display()))?;
        entry.map(|entry| entry.path()).map_err(|e| e.to_string())
    });
    files.collect()
}

/// Runs a program and returns its output, also if it fails: the tools report what they reject.
pub(crate) fn output_of(command: &mut Command, input: &str) -> Result<(String, String, bool), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("{name}: {e}"))?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let input = input.to_owned();
    // A program may write before it has read everything, or end without reading.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().map_err(|e| format!("{name}: {e}"))?;
    writer.join().map_err(|_| "a thread panicked")?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((text(&output.stdout), text(&output.stderr), output.status.success()))
}

/// Fails with the command that installs a program, unless it runs with an argument that changes nothing.
fn installed(program: &str, argument: &str, install: &str) -> Result<(), String> {
    match output_of(Command::new(program).arg(argument), "") {
        Ok((_, _, true)) => Ok(()),
        _ => Err(format!("{program} does not run: {install}")),
    }
}

/// Installs packages of npm into a directory, unless it has them from an earlier run.
fn install_npm(directory: &Path, packages: &[&str]) -> Result<(), String> {
    if directory.join("node_modules").is_dir() {
        return Ok(());
    }
    print_progress(&format!("npm install {}", packages.join(" ")));
    let mut command = Command::new("npm");
    command.args(["install", "--no-audit", "--no-fund", "--prefix"]).arg(directory).args(packages);
    match output_of(&mut command, "")? {
        (_, _, true) => Ok(()),
        (_, problem, false) => Err(format!("npm install {}: {}", packages.join(" "), problem.trim())),
    }
}
