//! Runs Ruby scripts, which ask Ruby's own libraries.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// The output of a script for an input.
pub(crate) fn answer(script: &str, input: Vec<u8>) -> Result<Vec<u8>, String> {
    let mut command = Command::new("ruby");
    command.args(["-e", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("ruby: {e}"))?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    // A script may write before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    writer.join().map_err(|_| "a thread panicked")?.map_err(|e| e.to_string())?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("Ruby ended with {}", output.status))
    }
}
