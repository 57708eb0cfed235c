//! Measures complete processes for each format beside other programs that read the same file.
//!
//! A row has the processor time and the peak memory of each program. The peers do less than we do: they have no
//! metamodel, resolve no references, and most of them only check the syntax or build generic values. Those that are not
//! installed are left out, and their row states that. Costs are means of several rounds, in which all programs of a row take
//! turns, because the load of a machine changes within seconds.

use super::super::{Summary, root};
use super::peers::{Peer, Peers};
use super::{program, seconds, size};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const OBJECTS: usize = 72_700;
const ROUNDS: usize = 5;
/// The seconds above which a program is measured only once.
const SLOW: f64 = 5.0;
/// Prints the processor time and the peak memory of a program; see `time(1)`.
const TIME: [&str; 3] = ["/usr/bin/time", "-f", "%U %S %M"];

/// Seconds of processor time, and bytes.
#[derive(Debug, Clone, Copy)]
struct Cost {
    seconds: f64,
    peak: f64,
}

pub(super) fn run(shared: &Path, directory: &Path, summary: &mut Summary) -> Result<(), String> {
    let [xmi, json, yaml] = ["xmi", "json", "yaml"].map(|ending| directory.join(format!("rows.{ending}")));
    let manifest = directory.join("rows.pp");
    generate(shared, &[&xmi, &json, &yaml], &manifest)?;
    let ecore = shared.join("bench/perf.ecore").display().to_string();
    // One thread, as the other programs have.
    let of_model =
        |command: &str| [command, "--jobs", "1", "{}", "--model", &ecore].map(str::to_owned).to_vec();
    let peers = Peers::install(root(), directory);
    let ruby = |name, script| Peer::new(name, &["ruby", "-e", script, "{}"]);
    let emf = shared.join("oracles/emf/emf").display().to_string();
    row(
        "XMI, inspect",
        &xmi,
        of_model("inspect"),
        &[
            peers.rust("quick-xml's events", "quick-xml"),
            Peer::new("xmllint's tree", &["xmllint", "--noout", "{}"]),
            Peer::new("EMF, load, validate and save", &[&emf, "bench", &ecore, "{}", "1"]),
        ],
        summary,
    )?;
    row(
        "JSON, inspect",
        &json,
        of_model("inspect"),
        &[
            peers.rust("sonic-rs's values", "sonic-rs"),
            peers.rust("simd-json's values", "simd-json"),
            peers.rust("serde_json's values", "serde_json"),
            Peer::new(
                "Python's json",
                &["python3", "-c", "import json,sys; json.load(open(sys.argv[1]))", "{}"],
            ),
            ruby("Ruby's json", "require 'json'; JSON.parse(File.read(ARGV[0]))"),
        ],
        summary,
    )?;
    let of_yaml = [
        peers.libyaml("libyaml's bare events"),
        peers.python(
            "rapidyaml's tree",
            "import ryml,sys; ryml.parse_in_arena(open(sys.argv[1],'rb').read())",
        ),
        ruby(
            "Psych's events",
            "require 'psych'; Psych::Parser.new(Psych::Handler.new).parse(File.read(ARGV[0]))",
        ),
        peers.python(
            "PyYAML's events, by libyaml",
            "import yaml,sys\nfor e in yaml.parse(open(sys.argv[1]), yaml.CLoader): pass",
        ),
    ];
    row("YAML, inspect", &yaml, of_model("inspect"), &of_yaml, summary)?;
    for target in ["xmi", "json", "yaml"] {
        let mut command = of_model("convert");
        let out = directory.join(format!("rows.out.{target}"));
        command.extend(["--to", target, "-o", &out.display().to_string()].map(str::to_owned));
        row(&format!("XMI to {target}"), &xmi, command, &[], summary)?;
    }
    for command in ["inspect", "validate"] {
        let words = [command, "--from", "manifest", "{}"].map(str::to_owned).to_vec();
        row(&format!("manifest, {command}"), &manifest, words, &[], summary)?;
    }
    row(
        "manifest, fmt --check",
        &manifest,
        ["fmt", "--check", "{}"].map(str::to_owned).to_vec(),
        &[Peer::new("Puppet's validation", &["puppet", "parser", "validate", "{}"])],
        summary,
    )?;
    start(summary)
}

/// Measures by the clock how long a process needs to start and to end, which is too short for the system's ticks.
fn start(summary: &mut Summary) -> Result<(), String> {
    let own = program()?.display().to_string();
    let commands: [(&str, &[&str]); 3] = [
        ("modelwright --version", &[&own, "--version"]),
        ("Ruby", &["ruby", "-e", ""]),
        ("Python", &["python3", "-c", ""]),
    ];
    let mut line = "start and end:".to_owned();
    for (name, command) in commands {
        let run = || Command::new(command[0]).args(&command[1..]).stdout(Stdio::null()).status();
        if run().is_err() {
            let _ = write!(line, " {name} did not run;");
            continue;
        }
        let shortest = seconds(|| run().map(drop).map_err(|e| e.to_string()))?;
        let _ = write!(line, " {name} {:.1} ms;", shortest * 1e3);
    }
    summary.figure(line.trim_end_matches(';').to_owned());
    Ok(())
}

fn generate(shared: &Path, models: &[&Path; 3], manifest: &Path) -> Result<(), String> {
    let mut command = Command::new("python3");
    command.arg(shared.join("bench/gen_model.py")).args(["--objects", &OBJECTS.to_string()]);
    for (option, file) in ["--xmi", "--json", "--yaml"].into_iter().zip(models) {
        command.arg(option).arg(file);
    }
    let mut of_manifest = Command::new("python3");
    of_manifest.arg(shared.join("bench/gen_pp.py")).arg(manifest).args(["--bytes", "5000000"]);
    for mut command in [command, of_manifest] {
        let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
        if !output.status.success() {
            return Err(format!("{command:?} failed"));
        }
    }
    Ok(())
}

/// Measures our command and its peers on a file.
fn row(
    what: &str,
    file: &Path,
    ours: Vec<String>,
    peers: &[Peer],
    summary: &mut Summary,
) -> Result<(), String> {
    let mut own = vec![program()?.display().to_string()];
    own.extend(ours);
    let mut commands = vec![own];
    commands.extend(peers.iter().map(|peer| peer.command.clone()));
    let mut costs: Vec<Vec<Cost>> = vec![Vec::new(); commands.len()];
    for round in 0..ROUNDS {
        for (command, costs) in commands.iter().zip(&mut costs) {
            // One round is sufficient for what takes long, and a program that did not run will not run.
            if costs.len() == round && costs.iter().all(|cost| cost.seconds < SLOW) {
                costs.extend(measure(command, file));
            }
        }
    }
    let mut means = costs.iter().map(|costs| mean(costs));
    let own = means.next().flatten().ok_or_else(|| format!("{what}: modelwright did not run"))?;
    let mut line = format!("{what}, {:.1} MB:", size(file)?);
    let _ = write!(line, " {:.3} s, {:.0} MB", own.seconds, own.peak);
    for (peer, cost) in peers.iter().zip(means) {
        let _ = match cost {
            Some(Cost { seconds, peak }) => {
                let ratio = seconds / own.seconds;
                write!(line, "; {} {seconds:.3} s ({ratio:.1} times), {peak:.0} MB", peer.name)
            }
            None => write!(line, "; {} did not run", peer.name),
        };
    }
    summary.figure(line);
    Ok(())
}

/// The mean time of several rounds, and their highest peak; `None` if there was no round.
fn mean(costs: &[Cost]) -> Option<Cost> {
    let count = f64::from(u32::try_from(costs.len()).ok().filter(|count| *count > 0)?);
    let seconds = costs.iter().map(|cost| cost.seconds).sum::<f64>() / count;
    Some(Cost { seconds, peak: costs.iter().map(|cost| cost.peak).fold(0.0, f64::max) })
}

/// The cost of a command on a file; `None` if it is not installed.
fn measure(command: &[String], file: &Path) -> Option<Cost> {
    let words = command.iter().map(|word| if word == "{}" { file.into() } else { PathBuf::from(word) });
    let mut timed = Command::new(TIME[0]);
    timed.args(&TIME[1..]).args(words.map(PathBuf::into_os_string)).stdout(Stdio::null());
    let output = timed.output().ok()?;
    // Exit codes are not considered: some programs find problems in the file.
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut numbers = printed.lines().last()?.split(' ').map(str::parse::<f64>);
    let mut next = || numbers.next()?.ok();
    let (user, system, kilobytes) = (next()?, next()?, next()?);
    let is_missing = output.status.code() == Some(127);
    (!is_missing).then_some(Cost { seconds: user + system, peak: kilobytes / 1000.0 })
}
