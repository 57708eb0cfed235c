//! Other implementations of EMF's formats: what `PyEcore` and `RGen` load when EMF wrote it, they also load when
//! we did, directly or by way of JSON, with as many objects.

use super::Summary;
use modelwright::formats::{self, Format, WriteOptions};
use modelwright::workspace::{Loaded, Workspace, path_uri};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A document, and the metamodels that it needs, relative to the folder of models.
struct Case {
    file: String,
    metamodels: Vec<String>,
}

/// An implementation that reads documents.
struct Peer {
    name: &'static str,
    command: Command,
    /// Whether it reads instances too, or metamodels only.
    instances: bool,
}

/// Compares what each peer says of EMF's documents and of ours.
pub(crate) fn run(shared: &Path, work: &Path) -> Result<Vec<Summary>, String> {
    let corpus = shared.join("corpus");
    let cases = cases(&corpus)?;
    let work = work.join("peers");
    let trees = ["emf", "ours", "json"].map(|name| work.join(name));
    for tree in &trees {
        crate::interop::copy_folder(&corpus.join("models"), tree).map_err(|e| e.to_string())?;
    }
    let mut bytes = Summary::default();
    for case in &cases {
        let theirs = fs::read(corpus.join("emf/resaved").join(&case.file)).map_err(|e| e.to_string())?;
        fs::write(trees[0].join(&case.file), &theirs).map_err(|e| e.to_string())?;
        for (tree, by_json) in trees[1..].iter().zip([false, true]) {
            let way = if by_json { "by way of JSON" } else { "directly" };
            match resaved(&corpus, case, by_json) {
                Ok(ours) => {
                    fs::write(tree.join(&case.file), &ours).map_err(|e| e.to_string())?;
                    bytes.agreed += usize::from(ours == theirs);
                }
                Err(problem) => bytes.differences.push(format!("{} {way}: {problem}", case.file)),
            }
        }
    }
    let mut summaries = vec![bytes];
    for mut peer in [pyecore(&work)?, rgen()] {
        summaries.push(peer.compare(&cases, &trees)?);
        summaries.push(peer.shipped()?);
    }
    Ok(summaries)
}

/// What EMF has written of the corpus.
fn cases(corpus: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for kind in ["metamodels", "instances"] {
        let path = corpus.join(format!("{kind}.txt"));
        let list = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (file, metamodels) = line.split_once('\t').unwrap_or((line, ""));
            let metamodels =
                metamodels.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
            if corpus.join("emf/resaved").join(file).is_file() {
                cases.push(Case { file: file.to_owned(), metamodels });
            }
        }
    }
    Ok(cases)
}

/// A document as we write it, in its own notation.
fn resaved(corpus: &Path, case: &Case, by_json: bool) -> Result<Vec<u8>, String> {
    let named = |name: &str| formats::by_name(name).ok_or_else(|| format!("no format {name}"));
    let format = named(if is_ecore(&case.file) { "ecore" } else { "xmi" })?;
    let models = corpus.join("models");
    let given = case.metamodels.iter().map(|name| models.join(name)).collect();
    let workspace = Workspace { models: given, ..Workspace::default() };
    let path = models.join(&case.file);
    let loaded = workspace.load(&path, Some(format)).map_err(|problem| problem.to_string())?;
    if !by_json {
        return write(format, &loaded);
    }
    let json = named("json")?;
    let text = write(json, &loaded)?;
    let again = workspace.load_bytes(&case.file, text, &path_uri(&path), json);
    write(format, &again.map_err(|problem| problem.to_string())?)
}

fn write(format: &dyn Format, loaded: &Loaded) -> Result<Vec<u8>, String> {
    let problem = loaded.diagnostics.iter().find(|problem| problem.severity.word() == "error");
    if let Some(problem) = problem {
        return Err(problem.to_string());
    }
    let written = format.write(&loaded.model, loaded.document, &WriteOptions::default());
    written.map(|written| written.bytes).map_err(|problems| {
        problems.iter().next().map_or_else(|| "not written".to_owned(), ToString::to_string)
    })
}

fn is_ecore(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "ecore")
}

/// `PyEcore`, installed where it is not yet.
fn pyecore(work: &Path) -> Result<Peer, String> {
    let folder = work.join("venv");
    let python = folder.join("bin/python");
    if !python.is_file() {
        finished(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        finished(Command::new(&python).args(["-m", "pip", "install", "--quiet", "pyecore"]))?;
    }
    Ok(peer("PyEcore", Command::new(python), "load_with_pyecore.py", true))
}

/// `RGen`, from the system's packages (`ruby-rgen`).
fn rgen() -> Peer {
    peer("RGen", Command::new("ruby"), "load_with_rgen.rb", false)
}

fn peer(name: &'static str, mut command: Command, script: &str, instances: bool) -> Peer {
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/interop/peers").join(script));
    Peer { name, command, instances }
}

fn finished(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{command:?}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
}

impl Peer {
    /// What it says of each file; `list` has one on each line.
    fn answers(&mut self, list: String) -> Result<Vec<String>, String> {
        let count = list.lines().count();
        let running = self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut running = running.map_err(|e| format!("{}: {e}", self.name))?;
        let input = running.stdin.take();
        // The answers are read while the questions are still being written.
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
            Err(format!("{} answered {} of {count} times; is it installed?", self.name, answers.len()))
        }
    }

    fn compare(&mut self, cases: &[Case], trees: &[PathBuf; 3]) -> Result<Summary, String> {
        let cases: Vec<&Case> = cases.iter().filter(|case| self.instances || is_ecore(&case.file)).collect();
        let mut answers = Vec::new();
        for tree in trees {
            let line = |case: &&Case| {
                let place = |name: &String| tree.join(name).to_string_lossy().into_owned();
                let metamodels: Vec<String> = case.metamodels.iter().map(place).collect();
                format!("{}\t{}\n", place(&case.file), metamodels.join(","))
            };
            answers.push(self.answers(cases.iter().map(line).collect())?);
        }
        let mut summary = Summary::default();
        for (at, case) in cases.iter().enumerate().filter(|(at, _)| answers[0][*at].starts_with("ok")) {
            for ours in &answers[1..] {
                if ours[at] == answers[0][at] {
                    summary.agreed += 1;
                } else {
                    let (name, theirs, ours) = (self.name, &answers[0][at], &ours[at]);
                    summary.differences.push(format!("{name}: {}: EMF's {theirs}, ours {ours}", case.file));
                }
            }
        }
        Ok(summary)
    }

    /// Whether it loads the shipped metamodels.
    fn shipped(&mut self) -> Result<Summary, String> {
        let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
        let names = ["bindings.ecore", "ecore.ecore", "hiera.ecore"];
        let list = names.iter().map(|name| format!("{}\t\n", schemas.join(name).display())).collect();
        let mut summary = Summary::default();
        for (name, answer) in names.iter().zip(self.answers(list)?) {
            if answer.starts_with("ok") {
                summary.agreed += 1;
            } else {
                summary.differences.push(format!("{}: {name}: {answer}", self.name));
            }
        }
        Ok(summary)
    }
}
