//! The peak memory of the program on every input of the tests.
//!
//! Each command that reads an input runs under GNU `time`, which reports the largest resident set of the process. Invariant:
//! no input takes more than 100 times its size and 100 MB.

use super::commands;
use super::inputs::{Input, Inputs};
use super::program::{MEMORY, MEMORY_PER_BYTE, beside_this};
use crate::Summary;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of processes at a time.
const PROCESSES: usize = 2;
/// How many of the inputs that take the largest part of their limit are reported.
const REPORTED: usize = 10;

/// The command that takes the most memory for an input.
struct Peak {
    name: String,
    command: String,
    size: u64,
    kilobytes: u64,
}

impl Peak {
    fn limit(&self) -> u64 {
        (MEMORY + MEMORY_PER_BYTE * self.size) / 1024
    }

    /// The part of the limit that is used, in thousandths.
    fn share(&self) -> u64 {
        self.kilobytes * 1000 / self.limit()
    }

    fn text(&self) -> String {
        let Self { name, command, size, kilobytes } = self;
        format!("{kilobytes} kB of {} for {size} bytes: {name}: {command}", self.limit())
    }
}

/// Measures the program with the given path, by default the one beside this one.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let program = match arguments {
        [] => beside_this()?,
        [path] => PathBuf::from(path).canonicalize().map_err(|e| format!("{path}: {e}"))?,
        _ => return Err("the only argument is the path of the program".to_owned()),
    };
    let work = work.join("memory");
    let _ = std::fs::remove_dir_all(&work);
    let inputs = Inputs::copy(&work).map_err(|e| e.to_string())?;
    let next = AtomicUsize::new(0);
    let peaks: Mutex<Vec<Peak>> = Mutex::default();
    let work_through = |process: usize| -> Result<(), String> {
        let output = inputs.output.join(process.to_string());
        std::fs::create_dir_all(&output).map_err(|e| e.to_string())?;
        while let Some(input) = inputs.list.get(next.fetch_add(1, Ordering::Relaxed)) {
            let peak = largest(&program, input, &output)?;
            peaks.lock().map_err(|e| e.to_string())?.extend(peak);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let processes: Vec<_> =
            (0..PROCESSES).map(|process| scope.spawn(move || work_through(process))).collect();
        processes.into_iter().try_for_each(|p| p.join().map_err(|_| "a thread panicked".to_owned())?)
    })?;
    let mut peaks = peaks.into_inner().map_err(|e| e.to_string())?;
    peaks.sort_by(|one, other| other.share().cmp(&one.share()).then_with(|| one.name.cmp(&other.name)));
    let mut summary = Summary::default();
    for peak in &peaks {
        summary.note(peak.kilobytes <= peak.limit(), || peak.text());
    }
    summary.notes.extend(peaks.iter().take(REPORTED).map(Peak::text));
    Ok(vec![summary])
}

/// The largest peak of the commands for an input.
fn largest(program: &Path, input: &Input, output: &Path) -> Result<Option<Peak>, String> {
    let size = std::fs::metadata(&input.path).map_err(|e| e.to_string())?.len();
    let mut peaks = Vec::new();
    for arguments in commands::commands(input, output) {
        let kilobytes = peak(program, &input.directory, &arguments, output)?;
        let command = arguments.first().cloned().unwrap_or_default();
        let rest = arguments.iter().skip(1).filter(|word| !word.starts_with('/')).cloned();
        let command = std::iter::once(command).chain(rest).collect::<Vec<_>>().join(" ");
        peaks.push(Peak { name: input.name.clone(), command, size, kilobytes });
    }
    Ok(peaks.into_iter().max_by_key(|peak| peak.kilobytes))
}

/// The kilobytes that a run takes at its peak.
fn peak(program: &Path, directory: &Path, arguments: &[String], output: &Path) -> Result<u64, String> {
    let report = output.join("peak.txt");
    let mut command = Command::new("/usr/bin/time");
    command.args(["--quiet", "--format=%M", "--output"]).arg(&report).arg(program).args(arguments);
    let command =
        command.current_dir(directory).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().map_err(|e| format!("/usr/bin/time cannot be started: {e}"))?;
    let text = std::fs::read_to_string(&report).map_err(|e| format!("{}: {e}", report.display()))?;
    text.trim().parse().map_err(|_| format!("/usr/bin/time reports `{}` instead of kilobytes", text.trim()))
}
