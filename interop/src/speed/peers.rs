//! The programs that are measured beside ours, and how they come to this machine.
//!
//! Invariant: what cannot be installed is a [`Peer`] whose command is not found, so that its row states that it did not
//! run; programs of earlier runs are not measured instead. Nothing here is measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Counts the events of libyaml, to compare with its bare speed.
const LIBYAML: &str = include_str!("libyaml_events.c");
/// The packages of Python that are measured. `PyYAML` comes with libyaml.
const PYTHON: [&str; 2] = ["PyYAML==6.0.4", "rapidyaml==0.15.2"];

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
    /// Compiles and installs the programs in a directory. `project` is the directory of the project.
    pub(super) fn install(project: &Path, directory: &Path) -> Self {
        let target = directory.join("peers");
        let rust = target.join("release/modelwright-peers");
        let mut build = Command::new("cargo");
        build.args(["build", "--quiet", "--release", "--locked", "--manifest-path"]);
        build.arg(project.join("interop/peers/Cargo.toml")).arg("--target-dir").arg(&target);
        let rust = installed(&mut build, rust);

        let environment = directory.join("python");
        let python = environment.join("bin/python3");
        let mut install = Command::new(&python);
        install.args(["-m", "pip", "install", "--quiet"]).args(PYTHON);
        let has_python = succeeds(Command::new("python3").args(["-m", "venv"]).arg(&environment));
        let python = if has_python { installed(&mut install, python) } else { missing() };

        let (source, libyaml) = (directory.join("libyaml_events.c"), directory.join("libyaml_events"));
        let mut compile = Command::new("cc");
        compile.arg("-O2").arg(&source).arg("-o").arg(&libyaml).arg("-l:libyaml-0.so.2");
        let is_written = fs::write(&source, LIBYAML).is_ok();
        let libyaml = if is_written { installed(&mut compile, libyaml) } else { missing() };
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

/// The program that a command installs; one that does not exist if the command fails.
fn installed(command: &mut Command, program: PathBuf) -> PathBuf {
    if succeeds(command) { program } else { missing() }
}

/// A program that does not exist.
fn missing() -> PathBuf {
    PathBuf::from("missing-peer")
}

/// Whether a command succeeds; if it does not, it has shown the reason.
fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}
