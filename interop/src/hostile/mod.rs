//! Hostile input: the program with changed and truncated test inputs, and with signals while it writes.
//!
//! Every run must end within its limits with an exit code that the program documents: no panic, no signal. The memory
//! limit is 100 times the size of the input and 100 MB, in addition to what the program takes to start. The program is
//! the one beside this one, so `cargo build -p modelwright-cli` with the same profile comes first; a debug build also
//! finds overflows.

mod change;
mod commands;
mod inputs;
mod kills;
pub(crate) mod memory;
pub(crate) mod names;
mod program;

use super::Summary;
use super::random::Random;
use crate::sample::sample;
use inputs::Inputs;
use program::{Program, Verdict};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The usual number of changed inputs. One in 120 is truncated instead, and one in 360 runs is killed.
const COUNT: usize = 36_000;
const CHANGES_PER_TRUNCATION: usize = 120;
const CHANGES_PER_KILL: usize = 360;
/// The number of processes at a time.
const PROCESSES: usize = 2;

/// Changes `--count` inputs by `--seed`, then truncates some, then kills some runs.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, (1, COUNT))?;
    let work = work.join("hostile");
    let program = Program::find()?;
    let _ = std::fs::remove_dir_all(&work);
    let changed = sweep(&program, &work, seed, count, change::change)?.printed("changed inputs");
    let truncations = count / CHANGES_PER_TRUNCATION;
    let truncated = sweep(&program, &work, seed, truncations, change::truncate)?.printed("truncated inputs");
    let killed = kills::run(&program, &work.join("kills"), seed, count / CHANGES_PER_KILL)?;
    Ok(vec![changed, truncated, killed])
}

/// Runs the program on `count` inputs, each after a change.
fn sweep(
    program: &Program,
    work: &Path,
    seed: u64,
    count: usize,
    change: fn(&mut Vec<u8>, &mut Random),
) -> Result<Summary, String> {
    let next = AtomicUsize::new(0);
    let failures: Mutex<BTreeMap<usize, String>> = Mutex::default();
    let codes: Mutex<BTreeMap<i32, usize>> = Mutex::default();
    let work_through = |process: usize| -> Result<(), String> {
        let inputs = Inputs::copy(&work.join(process.to_string())).map_err(|e| e.to_string())?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(());
            }
            let mut random = Random::new(seed, number);
            let input = inputs.choose(&mut random);
            let original = std::fs::read(&input.path).map_err(|e| e.to_string())?;
            let mut bytes = original.clone();
            change(&mut bytes, &mut random);
            std::fs::write(&input.path, &bytes).map_err(|e| e.to_string())?;
            let arguments = commands::command(input, &inputs.output, &mut random);
            let verdict = program.run(&input.directory, &arguments, bytes.len());
            std::fs::write(&input.path, &original).map_err(|e| e.to_string())?;
            match verdict? {
                Verdict::Ended(code) => {
                    let mut codes = codes.lock().map_err(|e| e.to_string())?;
                    *codes.entry(code).or_default() += 1;
                }
                Verdict::Failed(why) => {
                    let kept = work.join(format!("failed-{number}"));
                    std::fs::write(&kept, &bytes).map_err(|e| e.to_string())?;
                    let command = arguments.join(" ");
                    let text = format!("{}: {why}\n  {command}\n  with {}", input.name, kept.display());
                    failures.lock().map_err(|e| e.to_string())?.insert(number, text);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let processes: Vec<_> =
            (0..PROCESSES).map(|process| scope.spawn(move || work_through(process))).collect();
        processes.into_iter().try_for_each(|p| p.join().map_err(|_| "a thread panicked".to_owned())?)
    })?;
    let failures = failures.into_inner().map_err(|e| e.to_string())?;
    let mut summary = Summary { agreed: count - failures.len(), ..Summary::default() };
    summary.differences.extend(failures.into_values());
    summary.figure(format!("runs by exit code: {:?}", codes.into_inner().map_err(|e| e.to_string())?));
    Ok(summary)
}
