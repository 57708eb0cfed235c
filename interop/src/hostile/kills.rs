//! Signals at random moments while the program writes files.
//!
//! Each file is whole afterwards, either the old or the new one. After any signal but SIGKILL no temporary file is
//! left, and of several files that belong together all are old or all are new.

use super::super::Summary;
use super::super::random::Random;
use super::program::Program;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SIGNALS: [&str; 4] = ["INT", "TERM", "HUP", "KILL"];
/// The size of the document, and the number of packages: writing takes a good part of the time.
const OBJECTS: usize = 20_000;
const PACKAGES: usize = 60;

/// The files of a directory with their content.
type Content = BTreeMap<PathBuf, Vec<u8>>;

/// A command that writes files.
struct Save {
    directory: PathBuf,
    arguments: Vec<String>,
    old: Content,
    new: Content,
    /// How long it takes.
    time: Duration,
}

pub(super) fn run(program: &Program, work: &Path, seed: u64, count: usize) -> Result<Summary, String> {
    let saves = [one_file(program, &work.join("one"))?, many_files(program, &work.join("many"))?];
    let mut summary = Summary::default();
    let mut ended: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..count {
        let mut random = Random::new(seed, number);
        let (save, signal) = (random.choose(&saves), random.pick(&SIGNALS));
        let longest = usize::try_from(save.time.as_micros()).unwrap_or(usize::MAX);
        let moment = Duration::from_micros(random.below(longest + longest / 8) as u64);
        save.reset()?;
        let mut child = save.start(program)?;
        std::thread::sleep(moment);
        let mut kill = Command::new("kill");
        let kill = kill.args(["-s", signal, &child.id().to_string()]).stderr(Stdio::null());
        kill.status().map_err(|e| format!("kill: {e}"))?;
        let status = child.wait().map_err(|e| e.to_string())?;
        let outcome = save.judge(signal == "KILL")?;
        *ended.entry(if status.success() { "completed" } else { "killed" }).or_default() += 1;
        summary.note(outcome.is_ok(), || {
            format!("{signal} after {moment:?}: {}", outcome.err().unwrap_or_default())
        });
    }
    summary.figure(format!("runs with a signal: {ended:?}"));
    Ok(summary)
}

/// The conversion of one large document.
fn one_file(program: &Program, directory: &Path) -> Result<Save, String> {
    fs::create_dir_all(directory).map_err(|e| e.to_string())?;
    let nodes = "  <nodes name=\"a node\"><nodes/></nodes>\n".repeat(OBJECTS);
    let types = "package t { uri => 'urn:t' }\n\ntype Node {\n  attr name, String\n  has nodes, Node { max => unbound }\n}\n";
    let document = format!(
        "<t:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:t=\"urn:t\">\n{nodes}</t:Node>\n"
    );
    fs::write(directory.join("types.pp"), types).map_err(|e| e.to_string())?;
    fs::write(directory.join("document.xmi"), document).map_err(|e| e.to_string())?;
    let arguments = ["convert", "document.xmi", "--model", "types.pp", "-o", "out/new.json"];
    Save::prepare(program, directory, &arguments)
}

/// The schemas of many packages.
fn many_files(program: &Program, directory: &Path) -> Result<Save, String> {
    fs::create_dir_all(directory).map_err(|e| e.to_string())?;
    let mut names = Vec::new();
    for package in 0..PACKAGES {
        let mut text = format!("package p{package} {{ uri => 'urn:p{package}' }}\n");
        for class in 0..20 {
            let _ = write!(text, "\ntype C{class} {{\n  attr name, String[1, 20]\n}}\n");
        }
        let name = format!("p{package}.pp");
        fs::write(directory.join(&name), text).map_err(|e| e.to_string())?;
        names.push(name);
    }
    let mut arguments = vec!["generate", "xsd"];
    arguments.extend(names.iter().map(String::as_str));
    arguments.extend(["-o", "out"]);
    Save::prepare(program, directory, &arguments)
}

impl Save {
    /// Runs the command once, for its result and its time.
    fn prepare(program: &Program, directory: &Path, arguments: &[&str]) -> Result<Self, String> {
        fs::create_dir_all(directory.join("out")).map_err(|e| e.to_string())?;
        let mut save = Self {
            directory: directory.to_owned(),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            old: Content::new(),
            new: Content::new(),
            time: Duration::ZERO,
        };
        let start = Instant::now();
        let status = save.start(program)?.wait().map_err(|e| e.to_string())?;
        if !status.success() {
            return Err(format!("{} ends with {status}", arguments.join(" ")));
        }
        save.time = start.elapsed();
        save.new = content(&directory.join("out"))?;
        save.old = save.new.keys().map(|path| (path.clone(), b"the old content\n".to_vec())).collect();
        Ok(save)
    }

    fn start(&self, program: &Program) -> Result<Child, String> {
        let mut command = Command::new(&program.path);
        command.args(&self.arguments).current_dir(&self.directory);
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(|e| e.to_string())
    }

    /// Puts the old files in place.
    fn reset(&self) -> Result<(), String> {
        let out = self.directory.join("out");
        fs::remove_dir_all(&out).and_then(|()| fs::create_dir(&out)).map_err(|e| e.to_string())?;
        self.old.iter().try_for_each(|(path, bytes)| fs::write(path, bytes)).map_err(|e| e.to_string())
    }

    /// Checks the files after a signal.
    fn judge(&self, at_once: bool) -> Result<Result<(), String>, String> {
        let found = content(&self.directory.join("out"))?;
        let whole = |(path, bytes): (&PathBuf, &Vec<u8>)| {
            found.get(path) == Some(bytes) || found.get(path) == self.new.get(path)
        };
        if let Some((path, _)) = self.old.iter().find(|file| !whole((file.0, file.1))) {
            return Ok(Err(format!("{} is neither the old nor the new file", path.display())));
        }
        if at_once || found == self.old || found == self.new {
            return Ok(Ok(()));
        }
        let extra = found.keys().filter(|path| !self.old.contains_key(*path)).count();
        Ok(Err(format!("{extra} files are left over, or some files are old and others new")))
    }
}

fn content(directory: &Path) -> Result<Content, String> {
    let entries = fs::read_dir(directory).map_err(|e| e.to_string())?.flatten();
    let read = |path: PathBuf| fs::read(&path).map(|bytes| (path, bytes)).map_err(|e| e.to_string());
    entries.map(|entry| read(entry.path())).collect()
}
