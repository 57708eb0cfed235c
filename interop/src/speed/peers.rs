//! The programs that are measured beside ours, and how they come to this machine.
//!
//! Invariant: what cannot be installed is a [`Peer`] whose command is not found, so that its row states that it did not
//! run. Nothing here is measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Counts the events of libyaml, to compare with its bare speed.
const LIBYAML: &str = include_str!("libyaml_events.c");
/// The packages of Python that are measured. `PyYAML` comes with libyaml.
const PYTHON: [&str; 2] = ["PyYAML", "rapidyaml"];

/// A program beside ours: its name, and its command, in which `{}` is the file.
pub(super) struct Peer {
    pub(super) name: &'static str,
    pub(super) command: Vec<String>,
}

impl Peer {
    pub(super) fn new(name: &'static str, command: &[&str]) -> Self {
        Self { name, command: command.iter().map(|word| (*word).to_owned()).collect() }
    }
}

/// The installed programs.
pub(super) struct Peers {
    rust: PathBuf,
    python: PathBuf,
    libyaml: PathBuf,
}

impl Peers {
    /// Compiles and installs the programs in a folder, unless an earlier run has done so. `project` is the folder of
    /// the project.
    pub(super) fn install(project: &Path, folder: &Path) -> Self {
        let target = folder.join("peers");
        let rust = target.join("release/modelwright-peers");
        let mut build = Command::new("cargo");
        build.args(["build", "--quiet", "--release", "--locked", "--manifest-path"]);
        run(build.arg(project.join("interop/peers/Cargo.toml")).arg("--target-dir").arg(&target));

        let environment = folder.join("python");
        let python = environment.join("bin/python3");
        if !python.exists() {
            run(Command::new("python3").args(["-m", "venv"]).arg(&environment));
            run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(PYTHON));
        }

        let (source, libyaml) = (folder.join("libyaml_events.c"), folder.join("libyaml_events"));
        if fs::write(&source, LIBYAML).is_ok() {
            let mut compile = Command::new("cc");
            run(compile.arg("-O2").arg(&source).arg("-o").arg(&libyaml).arg("-l:libyaml-0.so.2"));
        }
        Self { rust, python, libyaml }
    }

    /// A parser of `interop/peers`.
    pub(super) fn rust(&self, name: &'static str, parser: &str) -> Peer {
        Peer::new(name, &[&self.rust.display().to_string(), parser, "{}"])
    }

    pub(super) fn python(&self, name: &'static str, script: &str) -> Peer {
        Peer::new(name, &[&self.python.display().to_string(), "-c", script, "{}"])
    }

    pub(super) fn libyaml(&self, name: &'static str) -> Peer {
        Peer::new(name, &[&self.libyaml.display().to_string(), "{}"])
    }
}

/// Runs a command. Its messages are shown, because they say why a program is missing.
fn run(command: &mut Command) {
    if let Err(problem) = command.stdout(Stdio::null()).status() {
        eprintln!("{}: {problem}", command.get_program().display());
    }
}
