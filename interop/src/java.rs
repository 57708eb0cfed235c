//! Compiles and runs the small Java programs next to the comparisons, which use the EMF that Debian installs.

use std::path::Path;
use std::process::Command;

/// The libraries that every program needs.
const EMF: [&str; 3] = ["eclipse-emf-common", "eclipse-emf-ecore", "eclipse-emf-ecore-xmi"];

/// A compiled program.
#[derive(Debug, Clone)]
pub(super) struct Java {
    class_path: String,
}

impl Java {
    /// Compiles sources into a directory; `more` are additional libraries of Debian.
    pub(super) fn compile(sources: &[&Path], more: &[&str], classes: &Path) -> Result<Self, String> {
        std::fs::create_dir_all(classes).map_err(|e| e.to_string())?;
        let libraries = EMF.iter().chain(more);
        let jar = |library: &&&str| format!("/usr/share/java/{library}.jar");
        if let Some(missing) = libraries.clone().find(|library| !Path::new(&jar(library)).exists()) {
            return Err(format!(
                "EMF's library {missing} is missing: `apt-get install lib{missing}-java` adds it"
            ));
        }
        let jars: Vec<String> = libraries.map(|library| jar(&library)).collect();
        let class_path = format!("{}:{}", jars.join(":"), classes.display());
        let mut compile = Command::new("javac");
        compile.args(["-nowarn", "-Xlint:none", "-cp", &class_path, "-d"]).arg(classes).args(sources);
        answer(&mut compile)?;
        Ok(Self { class_path })
    }

    /// A command that runs a class of the program with options for Java.
    pub(super) fn command(&self, options: &[&str], class: &str) -> Command {
        let mut command = Command::new("java");
        command.args(options).args(["-cp", &self.class_path, class]);
        command
    }
}

/// Runs a program; returns its output if it succeeds.
pub(super) fn answer(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}
