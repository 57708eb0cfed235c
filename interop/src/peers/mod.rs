//! Other implementations of EMF's formats: if `PyEcore` or `RGen` loads a document as EMF wrote it, it must
//! also load the document as modelwright wrote it, directly or through JSON, with the same number of objects.

pub(crate) mod dialect;

use super::corpus::{self, Entry};
use super::{Summary, root};
use modelwright::files::{Disk, Files as _};
use modelwright::formats::{Format, WriteOptions};
use modelwright::workspace::{LoadedDocument, Registry};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A document, and the directory of EMF's output for it.
struct Case {
    entry: Entry,
    resaved: PathBuf,
}

/// An implementation that reads documents.
struct Peer {
    name: &'static str,
    command: Command,
    /// Whether it reads instances as well as metamodels.
    instances: bool,
}

/// Compares each peer's results for EMF's documents and for ours.
pub(crate) fn run(shared: &Path, work: &Path) -> Result<Vec<Summary>, String> {
    let directory = shared.join("corpus");
    let work = work.join("peers");
    let mut lists = String::new();
    for kind in ["metamodels", "instances"] {
        lists += &corpus::text(&directory.join(format!("{kind}.txt")))?;
    }
    let mut cases = cases(&lists, &directory.join("models"), &directory.join("emf/resaved"));
    let own = work.join("models");
    cases.append(&mut own_cases(shared, &work, &own)?);
    let trees = ["emf", "ours", "json"].map(|name| work.join(name));
    let copy = |from: &Path, to: &Path| super::copy_directory(from, to).map_err(|e| e.to_string());
    for tree in &trees {
        copy(&directory.join("models"), tree)?;
        copy(&own, tree)?;
    }
    let mut bytes = Summary::default();
    for case in &cases {
        let theirs = fs::read(case.resaved.join(&case.entry.file)).map_err(|e| e.to_string())?;
        fs::write(trees[0].join(&case.entry.file), &theirs).map_err(|e| e.to_string())?;
        for (tree, by_json) in trees[1..].iter().zip([false, true]) {
            let way = if by_json { "through JSON" } else { "directly" };
            match resaved(case, by_json) {
                Ok(ours) => {
                    fs::write(tree.join(&case.entry.file), &ours).map_err(|e| e.to_string())?;
                    if ours == theirs {
                        bytes.agreed += 1;
                    } else {
                        bytes.notes.push(format!("{} {way}: other bytes than EMF's", case.entry.file));
                    }
                }
                Err(problem) => bytes.differences.push(format!("{} {way}: {problem}", case.entry.file)),
            }
        }
    }
    bytes.notes.push("Written as by EMF, directly and through JSON:".to_owned());
    let mut summaries = vec![bytes.printed("written as by EMF")];
    for mut peer in [pyecore(&work, "load_with_pyecore.py")?, rgen()] {
        summaries.push(peer.compare(&cases, &trees)?.printed(peer.name));
    }
    summaries.append(&mut dialect::run(shared, &work)?);
    Ok(summaries)
}

/// EMF's output for the documents of a list.
fn cases(list: &str, models: &Path, resaved: &Path) -> Vec<Case> {
    let written = corpus::entries(list, models).into_iter().filter(|e| resaved.join(&e.file).is_file());
    written.map(|entry| Case { entry, resaved: resaved.to_owned() }).collect()
}

/// The shipped metamodels, and the bindings of the corpus's Hiera sites, which the live EMF also writes.
fn own_cases(shared: &Path, work: &Path, models: &Path) -> Result<Vec<Case>, String> {
    let (own, sites, resaved) = (models.join("own"), work.join("sites"), work.join("resaved"));
    for directory in [&own, &resaved] {
        fs::create_dir_all(directory).map_err(|e| e.to_string())?;
    }
    super::hiera::run(shared, &sites)?;
    let schemas = root().join("schemas");
    let mut list = String::new();
    for (directory, extension, metamodel) in [(&schemas, "ecore", ""), (&sites, "xmi", "own/bindings.ecore")]
    {
        let files = fs::read_dir(directory).map_err(|e| e.to_string())?.flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
        files.sort();
        for path in files {
            let name = path.file_name().unwrap_or_default();
            fs::copy(&path, own.join(name)).map_err(|e| e.to_string())?;
            let _ = writeln!(list, "own/{}\t{metamodel}", name.to_string_lossy());
        }
    }
    let list_file = work.join("own.txt");
    fs::write(&list_file, list.replace("\t\n", "\n")).map_err(|e| e.to_string())?;
    let [models_word, list_word, resaved_word] =
        [models, &list_file, &resaved].map(|path| path.to_string_lossy().into_owned());
    super::oracle::emf(shared, &["resave", &models_word, &list_word, &resaved_word])?;
    Ok(cases(&list, models, &resaved))
}

/// A document as we write it, in its own format.
fn resaved(case: &Case, by_json: bool) -> Result<Vec<u8>, String> {
    let named = |name: &str| Registry::standard().format(name).ok_or_else(|| format!("no format {name}"));
    let format = named(if is_ecore(&case.entry.file) { "ecore" } else { "xmi" })?;
    let (workspace, path) = (case.entry.workspace(), case.entry.path());
    let loaded = workspace.load(&path, Some(format.into())).map_err(|problem| problem.to_string())?;
    if !by_json {
        return write(format, &loaded);
    }
    let json = named("json")?;
    let text = write(json, &loaded)?;
    let again = workspace.load_bytes(&case.entry.file, text, &Disk::new().uri(&path), json);
    write(format, &again.map_err(|problem| problem.to_string())?)
}

fn write(format: &Format, loaded: &LoadedDocument) -> Result<Vec<u8>, String> {
    let problem = loaded.diagnostics.iter().find(|problem| problem.severity.word() == "error");
    if let Some(problem) = problem {
        return Err(problem.to_string());
    }
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    written.map(|(bytes, _)| bytes).map_err(|problems| {
        problems.iter().next().map_or_else(|| "cannot be written".to_owned(), ToString::to_string)
    })
}

fn is_ecore(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "ecore")
}

/// `PyEcore`, which is installed if it is missing.
fn pyecore(work: &Path, script: &str) -> Result<Peer, String> {
    let directory = work.join("venv");
    let python = directory.join("bin/python");
    if !python.is_file() {
        finished(Command::new("python3").args(["-m", "venv"]).arg(&directory))?;
        finished(Command::new(&python).args(["-m", "pip", "install", "--quiet", "pyecore"]))?;
    }
    Ok(peer("PyEcore", Command::new(python), script, true))
}

/// `RGen`, from the system's packages (`ruby-rgen`).
fn rgen() -> Peer {
    peer("RGen", Command::new("ruby"), "load_with_rgen.rb", false)
}

fn peer(name: &'static str, mut command: Command, script: &str, instances: bool) -> Peer {
    command.arg(root().join("interop/src/peers").join(script));
    Peer { name, command, instances }
}

fn finished(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{command:?}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
}

impl Peer {
    /// The peer's results for each file; `list` has one file per line.
    fn answers(&mut self, list: String) -> Result<Vec<String>, String> {
        let count = list.lines().count();
        let running = self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut running = running.map_err(|e| format!("{}: {e}", self.name))?;
        let input = running.stdin.take();
        // Output is read while input is still being written, so that neither side blocks.
        let writer = std::thread::spawn(move || input.map(|mut input| input.write_all(list.as_bytes())));
        let output = running.wait_with_output().map_err(|e| e.to_string())?;
        let _ = writer.join();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let answers: Vec<String> = text
            .lines()
            .filter(|l| l.starts_with("ok\t") || l.starts_with("no\t"))
            .map(str::to_owned)
            .collect();
        if answers.len() == count {
            Ok(answers)
        } else {
            Err(format!("{} returned {} of {count} results; is it installed?", self.name, answers.len()))
        }
    }

    fn compare(&mut self, cases: &[Case], trees: &[PathBuf; 3]) -> Result<Summary, String> {
        let cases: Vec<&Case> =
            cases.iter().filter(|case| self.instances || is_ecore(&case.entry.file)).collect();
        let mut answers = Vec::new();
        for tree in trees {
            let line = |case: &&Case| {
                let place = |name: &String| tree.join(name).to_string_lossy().into_owned();
                let metamodels: Vec<String> = case.entry.metamodels.iter().map(place).collect();
                format!("{}\t{}\n", place(&case.entry.file), metamodels.join(","))
            };
            let found = self.answers(cases.iter().map(line).collect())?;
            let loaded = found.iter().filter(|answer| answer.starts_with("ok")).count();
            super::print_progress(&format!(
                "{}: {loaded} of {} loaded in {}",
                self.name,
                cases.len(),
                tree.display()
            ));
            answers.push(found);
        }
        let mut summary = Summary::default();
        let metamodels = cases.iter().filter(|case| is_ecore(&case.entry.file)).count();
        let loaded = answers[0].iter().filter(|answer| answer.starts_with("ok")).count();
        summary.notes.push(format!(
            "{} loads {loaded} of the {metamodels} metamodels and {} instances that EMF wrote; of these, written by us:",
            self.name,
            cases.len() - metamodels
        ));
        for (at, case) in cases.iter().enumerate().filter(|(at, _)| answers[0][*at].starts_with("ok")) {
            for ours in &answers[1..] {
                if ours[at] == answers[0][at] {
                    summary.agreed += 1;
                } else {
                    let (name, theirs, ours) = (self.name, &answers[0][at], &ours[at]);
                    summary
                        .differences
                        .push(format!("{name}: {}: EMF's {theirs}, ours {ours}", case.entry.file));
                }
            }
        }
        Ok(summary)
    }
}
