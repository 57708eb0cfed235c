//! One process of Puppet, which compiles catalogs for requests.

use serde_json::Value as Json;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const SCRIPT: &str = include_str!("catalogs.rb");

/// The process.
pub(super) struct Puppet {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Puppet {
    pub(super) fn start() -> Result<Self, String> {
        let mut command = Command::new("ruby");
        command.args(["-e", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().map_err(|e| format!("ruby: {e}"))?;
        let input = process.stdin.take().ok_or("no standard input")?;
        let output = process.stdout.take().ok_or("no standard output")?;
        Ok(Self { process, input, output: BufReader::new(output) })
    }

    /// The answer for a request; both are described at the head of the script.
    pub(super) fn answer(&mut self, request: &Json) -> Result<Json, String> {
        writeln!(self.input, "{request}").map_err(|e| format!("Puppet ended: {e}"))?;
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(|e| e.to_string())?;
        if line.is_empty() {
            return Err(format!("Puppet ended at {}", request["manifest"]));
        }
        serde_json::from_str(&line).map_err(|e| format!("Puppet's answer: {e}"))
    }
}

impl Drop for Puppet {
    fn drop(&mut self) {
        // Already ended processes are not a failure.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
