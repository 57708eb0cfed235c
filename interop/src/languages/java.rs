//! Java: its compiler accepts the types of each metamodel without a warning, and the helpers understand each of them.

use super::{Comparison, Language, Tool, Verdicts, installed, output_of};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language =
    Language { name: "java", comparison: Comparison::Tool(Tool { install, check }) };

const PROGRAM: &str = include_str!("Compile.java");

/// Jackson's libraries as Debian installs them.
const JARS: [&str; 3] = ["jackson-databind", "jackson-core", "jackson-annotations"];

fn jar(name: &str) -> String {
    format!("/usr/share/java/{name}.jar")
}

fn install(tool: &Path) -> Result<(), String> {
    install_java(tool, &[]).map(drop)
}

/// Compiles the program of this comparison and further ones into a directory; returns the class path of the programs.
pub(crate) fn install_java(tool: &Path, programs: &[(&str, &str)]) -> Result<String, String> {
    installed("javac", "-version", "apt-get install -y openjdk-17-jdk-headless")?;
    if JARS.iter().any(|name| !Path::new(&jar(name)).exists()) {
        return Err("Jackson is missing: apt-get install -y libjackson2-databind-java".to_owned());
    }
    let class_path = format!("{}:{}", tool.display(), JARS.map(jar).join(":"));
    let mut command = Command::new("javac");
    command.args(["-encoding", "UTF-8", "-d"]).arg(tool).args(["-cp", &class_path]);
    for (name, text) in [("Compile.java", PROGRAM)].iter().chain(programs) {
        fs::write(tool.join(name), text).map_err(|e| e.to_string())?;
        command.arg(tool.join(name));
    }
    match output_of(&mut command, "")? {
        (_, _, true) => Ok(class_path),
        (_, problem, false) => Err(format!("javac: {}", problem.trim())),
    }
}

fn check(tool: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    let list: String = directories.iter().map(|directory| format!("{}\n", directory.display())).collect();
    let class_path = format!("{}:{}", tool.display(), JARS.map(jar).join(":"));
    // One process for all metamodels, since the compiler is slow until it has run a while.
    let mut command = Command::new("java");
    command.args(["-cp", &class_path, "Compile", &class_path]);
    let (output, problem, succeeded) = output_of(&mut command, &list)?;
    if !succeeded {
        return Err(format!("java: {}", problem.trim()));
    }
    Ok(output.lines().map(|line| (!line.is_empty()).then(|| line.to_owned())).collect())
}
