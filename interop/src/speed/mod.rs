//! Measures complete processes beside other programs, how fast XMI is loaded and saved in comparison with EMF, and how
//! cost grows with size.
//!
//! All figures are from one run over the same files, because machines differ from hour to hour. They are
//! medians of several rounds in one process that is already warm, for EMF and for modelwright, and costs of
//! complete processes from a cold start. Linux only: memory and processor time are read from `/proc`.

mod curves;
mod hiera_curves;
mod limits;
mod peers;
mod processes;
mod yaml_curves;

use super::Summary;
use modelwright::workspace::Workspace;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_metamodel::model::{Document, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{ReadOptions, WriteOptions, read, write};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The sizes of the measured models, in objects; EMF reads the last one.
const SIZES: [usize; 4] = [72_700, 145_400, 363_500, 727_000];
/// Rounds in one process, the first two of which warm it up.
const ROUNDS: usize = 7;
/// The number of alternations between EMF and modelwright.
const TURNS: usize = 2;
/// Makes the allocator retain freed memory for the next round, as Java's heap does. Most of the noise of a
/// virtual machine comes from returning memory to the system and requesting it again.
const KEEP_MEMORY: [(&str, &str); 2] = [("MALLOC_MMAP_MAX_", "0"), ("MALLOC_TRIM_THRESHOLD_", "17179869184")];

/// Seconds and bytes of one round or one process.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    load: f64,
    save: f64,
    bytes_per_object: f64,
}

/// Measures everything, or with `curves` only the growth of cost.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let directory = work.join("speed");
    fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
    match arguments {
        [] => {
            processes::run(shared, &directory, &mut summary)?;
            beside_emf(shared, &directory, &mut summary)?;
        }
        ["processes"] => {
            processes::run(shared, &directory, &mut summary)?;
            return Ok(summary);
        }
        ["curves"] => {}
        ["rounds", file] => {
            rounds(&metamodel(shared)?, Path::new(file), &mut summary)?;
            return Ok(summary);
        }
        _ => return Err("there are only `processes`, `curves` and `rounds FILE` to choose".to_owned()),
    }
    curves::run(&directory, &mut summary)?;
    yaml_curves::run(&mut summary)?;
    hiera_curves::run(&directory, &mut summary)?;
    limits::run(&directory, &mut summary)?;
    Ok(summary)
}

fn beside_emf(shared: &Path, directory: &Path, summary: &mut Summary) -> Result<(), String> {
    let ecore = shared.join("bench/perf.ecore");
    let mut largest = PathBuf::new();
    for objects in SIZES {
        largest = generate(shared, directory, objects)?;
        let megabytes = size(&largest)?;
        let mut rounds = Rounds::default();
        rounds.add(&own_rounds(shared, &largest)?)?;
        let cost = rounds.cost();
        let figures = format!(
            "{objects:>7} objects, {megabytes:>5.1} MB: load {:>5.1} MB/s, save {:>5.1} MB/s, {:.1} bytes an object",
            megabytes / cost.load,
            megabytes / cost.save,
            cost.bytes_per_object,
        );
        summary.figure(figures);
    }
    let emf = shared.join("oracles/emf/emf");
    beside_warm(shared, (&emf, &ecore, &largest), summary)?;
    beside_cold((&emf, &ecore, &largest), &directory.join("saved.xmi"), summary)?;
    by_threads(&ecore, &largest, summary)?;
    directory_of_models(&shared.join("corpus/models"), summary)
}

fn metamodel(shared: &Path) -> Result<Arc<Metamodel>, String> {
    let ecore = shared.join("bench/perf.ecore");
    Ok(Workspace::default().load_metamodel(&ecore).map_err(|_| "perf.ecore is unreadable")?.0)
}

/// Loads and saves a document in warm processes, modelwright's and EMF's.
fn beside_warm(
    shared: &Path,
    (emf, ecore, document): (&Path, &Path, &Path),
    summary: &mut Summary,
) -> Result<(), String> {
    let megabytes = size(document)?;
    let (mut ours, mut theirs) = (Rounds::default(), Rounds::default());
    // Alternating, because the load of a machine changes within seconds.
    for _ in 0..TURNS {
        ours.add(&own_rounds(shared, document)?)?;
        let mut bench = Command::new(emf);
        theirs.add(&process(bench.arg("bench").args([ecore, document]).arg(ROUNDS.to_string()))?.0)?;
    }
    ours.add(&own_rounds(shared, document)?)?;
    let (ours, theirs) = (ours.cost(), theirs.cost());
    let row = |what: &str, ours: f64, theirs: f64| {
        format!(
            "{what}: {:.1} MB/s, EMF {:.1} MB/s, {:.1} times as fast",
            megabytes / ours,
            megabytes / theirs,
            theirs / ours
        )
    };
    summary.figure(row("load and resolve, warm", ours.load, theirs.load));
    summary.figure(row("save, warm", ours.save, theirs.save));
    Ok(())
}

/// Converts a document in separate processes, each of which has it in memory only once; the output must equal
/// the input.
fn beside_cold(
    (emf, ecore, document): (&Path, &Path, &Path),
    saved: &Path,
    summary: &mut Summary,
) -> Result<(), String> {
    let program = program()?;
    let (_, cold) = process(
        Command::new(&program).arg("convert").arg(document).arg("--model").arg(ecore).arg("-o").arg(saved),
    )?;
    let (_, judged) =
        process(Command::new(&program).arg("validate").arg(document).arg("--model").arg(ecore))?;
    let (_, emf_cold) = process(Command::new(emf).arg("bench").args([ecore, document]).arg("1"))?;
    summary.figure(format!(
        "whole process, cold: {:.2} s of user CPU and {:.0} MB, EMF (with validation) {:.2} s and {:.0} MB: {:.1} times less CPU, {:.1} times less memory",
        cold.user, cold.peak, emf_cold.user, emf_cold.peak, emf_cold.user / cold.user, emf_cold.peak / cold.peak
    ));
    summary.figure(format!(
        "with a second process that validates: {:.2} s and {:.0} MB, {:.1} times less CPU",
        cold.user + judged.user,
        judged.peak,
        emf_cold.user / (cold.user + judged.user)
    ));
    summary.note(cold.peak * 4.0 <= emf_cold.peak, || {
        format!(
            "a conversion takes more than a quarter of EMF's memory: {:.0} MB of {:.0} MB",
            cold.peak, emf_cold.peak
        )
    });
    let same = fs::read(document).ok() == fs::read(saved).ok();
    summary.note(same, || format!("{} is not written as it was read", document.display()));
    Ok(())
}

/// Measures by the clock how long a document takes with one thread, and with two.
fn by_threads(ecore: &Path, document: &Path, summary: &mut Summary) -> Result<(), String> {
    let program = program()?;
    let mut seconds = [Vec::new(), Vec::new()];
    // Alternating, because the load of a machine changes within seconds.
    for _ in 0..ROUNDS {
        for (jobs, seconds) in ["1", "2"].into_iter().zip(&mut seconds) {
            let mut command = Command::new(&program);
            command.args(["inspect", "--jobs", jobs, "--model"]).args([ecore, document]);
            let start = Instant::now();
            process(&mut command)?;
            seconds.push(start.elapsed().as_secs_f64());
        }
    }
    let [one, two] = seconds.map(|mut seconds| {
        seconds.sort_by(f64::total_cmp);
        seconds[seconds.len() / 2]
    });
    summary.figure(format!("inspect, by the clock: one thread {one:.2} s, two threads {two:.2} s"));
    Ok(())
}

/// Checks a directory of real models and metamodels, with the documents that they refer to.
fn directory_of_models(directory: &Path, summary: &mut Summary) -> Result<(), String> {
    let mut seconds = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let output = Command::new(program()?).arg("validate").arg(".").current_dir(directory).output();
        // Some of the files are invalid, which the exit code reports.
        output.map_err(|e| e.to_string())?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    summary.figure(format!("all of {}: {:.2} s", directory.display(), seconds[seconds.len() / 2]));
    Ok(())
}

fn program() -> Result<PathBuf, String> {
    Ok(std::env::current_exe().map_err(|e| e.to_string())?.with_file_name("modelwright"))
}

fn size(file: &Path) -> Result<f64, String> {
    #[expect(clippy::cast_precision_loss, reason = "files of a benchmark are far from 2^53 bytes")]
    fs::metadata(file).map(|data| data.len() as f64 / 1e6).map_err(|e| e.to_string())
}

/// Generates a model with a number of objects, unless an earlier run has done so: the same seed yields the same
/// bytes.
pub(super) fn generate(shared: &Path, directory: &Path, objects: usize) -> Result<PathBuf, String> {
    let file = directory.join(format!("{objects}.xmi"));
    if !file.exists() {
        let script = shared.join("bench/gen_model.py");
        let mut command = Command::new("python3");
        process(command.arg(script).arg("--objects").arg(objects.to_string()).arg("--xmi").arg(&file))?;
    }
    Ok(file)
}

/// The output of a process that only loads and saves a file several times.
fn own_rounds(shared: &Path, file: &Path) -> Result<String, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = Command::new(own);
    command.arg("speed").arg(shared).arg("rounds").arg(file).envs(KEEP_MEMORY);
    Ok(process(command.stderr(Stdio::null()))?.0)
}

/// Loads a file from memory several times, with every reference resolved, and saves it; reports each round in
/// the same form as EMF's oracle.
fn rounds(metamodel: &Arc<Metamodel>, file: &Path, summary: &mut Summary) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|e| e.to_string())?;
    for round in 1..=ROUNDS {
        let copy = bytes.clone();
        let started = Instant::now();
        let decoded = decode_xml("bench.xmi", copy, &Limits::default()).map_err(|p| p.message.clone())?;
        let mut model = Model::new(Arc::clone(metamodel));
        let mut document = Document::new("file:/bench.xmi");
        document.encoding.clone_from(&decoded.encoding);
        let (document, problems) = read(&decoded.source, &mut model, document, &ReadOptions::default());
        let load = started.elapsed().as_secs_f64() * 1e3;
        if problems.has_errors() {
            return Err(format!("{} has problems", file.display()));
        }
        // EMF's oracle also saves to `/dev/null`.
        let mut nowhere = fs::File::options().write(true).open("/dev/null").map_err(|e| e.to_string())?;
        let started = Instant::now();
        write(&model, document, &WriteOptions::default(), &mut nowhere).map_err(|_| "not writable")?;
        let save = started.elapsed().as_secs_f64() * 1e3;
        let same = in_memory(|sink| write(&model, document, &WriteOptions::default(), sink))
            .map(|(bytes, _)| bytes)
            .ok()
            .as_ref()
            == Some(&bytes);
        summary.note(same, || format!("{} is not written as it was read", file.display()));
        #[expect(clippy::cast_precision_loss, reason = "as above")]
        let each = model.allocated_bytes() as f64 / model.object_count() as f64;
        summary.figure(format!(
            "iteration {round} load_ms {load:.1} resolve_ms 0 save_ms {save:.1} bytes_an_object {each:.1}"
        ));
    }
    Ok(())
}

/// The shortest time of several runs.
fn seconds(mut act: impl FnMut() -> Result<(), String>) -> Result<f64, String> {
    let mut min = f64::INFINITY;
    for _ in 0..5 {
        let started = Instant::now();
        act()?;
        min = min.min(started.elapsed().as_secs_f64());
    }
    Ok(min)
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Parses the printed rounds, in seconds, without the warm-up rounds.
#[derive(Debug, Default)]
struct Rounds {
    loads: Vec<f64>,
    saves: Vec<f64>,
    bytes_per_object: f64,
}

impl Rounds {
    /// Adds the rounds of one process.
    fn add(&mut self, printed: &str) -> Result<(), String> {
        for line in printed.lines().filter(|line| line.starts_with("iteration ")).skip(2) {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |name: &str| {
                let at = words.iter().position(|word| *word == name)?;
                words.get(at + 1)?.parse::<f64>().ok()
            };
            let milliseconds = number("load_ms").zip(number("resolve_ms")).zip(number("save_ms"));
            let ((load, resolve), save) = milliseconds.ok_or_else(|| format!("printed was {line}"))?;
            self.bytes_per_object = number("bytes_an_object").unwrap_or(self.bytes_per_object);
            self.loads.push((load + resolve) / 1000.0);
            self.saves.push(save / 1000.0);
        }
        Ok(())
    }

    /// The medians of the rounds.
    fn cost(self) -> Cost {
        let Self { loads, saves, bytes_per_object } = self;
        Cost { load: median(loads), save: median(saves), bytes_per_object }
    }
}

/// The resources that a process used.
struct ResourceUse {
    /// Seconds of processor time outside the kernel.
    user: f64,
    /// Peak memory in megabytes.
    peak: f64,
}

/// Runs a process to its end; returns its output and the resources that it used.
fn process(command: &mut Command) -> Result<(String, ResourceUse), String> {
    let before = children_user_time();
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|e| format!("{command:?}: {e}"))?;
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut peak = 0.0f64;
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        peak = peak.max(high_water(&status).unwrap_or(0.0));
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(format!("{command:?} failed"));
    }
    let user = children_user_time() - before;
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), ResourceUse { user, peak }))
}

/// The peak memory of a process so far, in megabytes.
fn high_water(status: &Path) -> Option<f64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok().map(|kilobytes| kilobytes / 1000.0)
}

/// Seconds outside the kernel of all processes that this one has waited for.
fn children_user_time() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name may contain spaces, so fields are counted from the closing bracket after it; a tick is a
    // hundredth of a second.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.clone().nth(13).and_then(|ticks| ticks.parse::<f64>().ok()).map_or(0.0, |ticks| ticks / 100.0)
}
