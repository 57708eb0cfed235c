//! Runs the program within limits, and judges how it ends.

use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The memory that an input may take: this, and for each of its bytes.
pub(super) const MEMORY: u64 = 100 << 20;
pub(super) const MEMORY_PER_BYTE: u64 = 100;
/// The seconds of processor time after which a run counts as endless.
const SECONDS: u64 = 20;

/// Runs the program's arguments within a limit of kilobytes.
const SCRIPT: &str = "ulimit -v $1; ulimit -t $2; shift 2; exec \"$@\"";

/// The program, and the kilobytes that it takes to start.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) path: PathBuf,
    start: u64,
}

/// How a run ended.
#[derive(Debug)]
pub(super) enum Verdict {
    /// With an exit code that is documented.
    Ended(i32),
    /// With the reason.
    Failed(String),
}

/// The path of the program beside this one.
pub(super) fn beside_this() -> Result<PathBuf, String> {
    let path = std::env::current_exe().map_err(|e| e.to_string())?.with_file_name("modelwright");
    if path.is_file() {
        Ok(path)
    } else {
        Err(format!("{} does not exist: build modelwright-cli first", path.display()))
    }
}

impl Program {
    /// The program beside this one.
    pub(super) fn find() -> Result<Self, String> {
        let mut program = Self { path: beside_this()?, start: 0 };
        let (mut too_little, mut enough) = (0, 1 << 20);
        while enough - too_little > 256 {
            let middle = u64::midpoint(too_little, enough);
            let output = program.output(Path::new("."), &["--version".to_owned()], middle)?;
            if output.status.success() {
                enough = middle;
            } else {
                too_little = middle;
            }
        }
        program.start = enough;
        Ok(program)
    }

    /// Runs the program on an input of some bytes.
    pub(super) fn run(
        &self,
        directory: &Path,
        arguments: &[String],
        bytes: usize,
    ) -> Result<Verdict, String> {
        let limit = self.start + (MEMORY + MEMORY_PER_BYTE * bytes as u64) / 1024;
        let output = self.output(directory, arguments, limit)?;
        let messages = String::from_utf8_lossy(&output.stderr);
        let line = messages.lines().find(|line| line.contains("panicked") || line.contains("memory"));
        Ok(match (output.status.code(), output.status.signal()) {
            _ if messages.contains("panicked at") => Verdict::Failed(line.unwrap_or_default().to_owned()),
            (Some(code @ 0..=3), _) => Verdict::Ended(code),
            (Some(code), _) => Verdict::Failed(format!("exit code {code}: {}", line.unwrap_or_default())),
            (None, signal) => {
                let signal = signal.unwrap_or_default();
                Verdict::Failed(format!("signal {signal}: {}", line.unwrap_or("no message")))
            }
        })
    }

    fn output(&self, directory: &Path, arguments: &[String], kilobytes: u64) -> Result<Output, String> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "sh", &kilobytes.to_string(), &SECONDS.to_string()]).arg(&self.path);
        // Each thread would otherwise reserve memory that it does not use.
        command.args(arguments).current_dir(directory).env("MALLOC_ARENA_MAX", "1");
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        command.output().map_err(|e| format!("sh: {e}"))
    }
}
