//! Checks that modelwright accepts the same manifests as `puppet parser validate`, that formatting does not
//! change the verdict, and that accepted manifests survive a round trip through their objects. The manifests
//! come from Debian's Puppet modules, with mutations.

use super::Summary;
use super::random::Random;
use crate::sample::sample;
use modelwright_language::{language, syntax_model};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::model::{Document, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{self, ReadOptions, WriteOptions};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The number of manifests per process of Puppet.
const BATCH: usize = 200;

/// The default number of mutated manifests.
const CHANGED: usize = 1000;

/// Compares the verdicts. Downloads stay in `work`.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, (1, CHANGED))?;
    let directory = work.join("manifests");
    let modules = modules(&directory)?;
    let mut files = Vec::new();
    collect(&modules, &mut files)?;
    files.sort();
    let as_they_are = compare(&files)?.printed("unchanged manifests");
    let changed = directory.join("changed");
    let changed = change(&files, &changed, seed, count)?;
    let changed = compare(&changed)?.printed("changed manifests");
    let laid_out = laid_out(&files, &directory.join("formatted"))?.printed("formatted manifests");
    Ok(vec![as_they_are, changed, laid_out, as_objects(&files)?.printed("manifests as objects")])
}

/// The directory with all Puppet modules that Debian has. Installs Puppet if it is missing, which requires root.
pub(crate) fn modules(directory: &Path) -> Result<PathBuf, String> {
    if Command::new("puppet").arg("--version").output().is_err() {
        output(Command::new("apt-get").args([
            "install",
            "-y",
            "-qq",
            "--no-install-recommends",
            "puppet-agent",
        ]))?;
    }
    let (packages, modules) = (directory.join("packages"), directory.join("modules"));
    if modules.is_dir() {
        return Ok(modules);
    }
    fs::create_dir_all(&packages).map_err(|e| e.to_string())?;
    let names = output(Command::new("apt-cache").args(["pkgnames", "puppet-module-"]))?;
    output(Command::new("apt-get").args(["download", "-qq"]).args(names.lines()).current_dir(&packages))?;
    let unpacked = directory.join("unpacked");
    for package in fs::read_dir(&packages).map_err(|e| e.to_string())?.flatten() {
        output(Command::new("dpkg").arg("-x").arg(package.path()).arg(&unpacked))?;
    }
    // The directory is renamed last, so that an interrupted download is repeated.
    fs::rename(&unpacked, &modules).map_err(|e| e.to_string())?;
    Ok(modules)
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{command:?}: {e}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

pub(crate) fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(directory).map_err(|e| e.to_string())?.flatten() {
        let (kind, path) = (entry.file_type().map_err(|e| e.to_string())?, entry.path());
        if kind.is_dir() {
            collect(&path, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|e| e == "pp") {
            files.push(path);
        }
    }
    Ok(())
}

fn compare(files: &[PathBuf]) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let (mut rejected, mut known) = (0, 0);
    for batch in files.chunks(BATCH) {
        let theirs = puppet(batch)?;
        for file in batch {
            let name = file.to_string_lossy();
            let theirs = theirs.get(name.as_ref());
            let ours = ours(file)?;
            rejected += usize::from(theirs.is_some());
            if theirs.is_some() != ours.is_some() && explained(file, theirs)? {
                known += 1;
                continue;
            }
            summary.note(theirs.is_some() == ours.is_some(), || {
                let side = |verdict: Option<&String>| verdict.map_or("accepted", String::as_str).to_owned();
                format!("{name}\n    Puppet: {}\n    ours: {}", side(theirs), side(ours.as_ref()))
            });
        }
    }
    summary.notes.push(format!("{known} differ as described in docs/language/manifests.md"));
    summary.notes.push(format!("{rejected} of {} are rejected by Puppet", files.len()));
    Ok(summary)
}

/// Formats manifests: Puppet's verdict must not change, formatting again must not change the text, and every
/// text must be formatted without failure.
fn laid_out(files: &[PathBuf], directory: &Path) -> Result<Summary, String> {
    let _ = fs::remove_dir_all(directory);
    fs::create_dir_all(directory).map_err(|e| e.to_string())?;
    let format = |text: &str| language::format(&Source::new("text.pp", text)).0;
    let (mut summary, mut changed) = (Summary::default(), 0);
    let mut written = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let text = String::from_utf8_lossy(&fs::read(file).map_err(|e| e.to_string())?).into_owned();
        let Some(once) = format(&text) else { continue };
        let twice = format(&once);
        changed += usize::from(once != text);
        summary.note(twice.as_deref() == Some(&*once), || format!("{}: not stable", file.display()));
        let path = directory.join(format!("{number}.pp"));
        fs::write(&path, &once).map_err(|e| e.to_string())?;
        written.push((file.clone(), path));
    }
    for batch in written.chunks(BATCH) {
        let before = puppet(&batch.iter().map(|(file, _)| file.clone()).collect::<Vec<_>>())?;
        let after = puppet(&batch.iter().map(|(_, path)| path.clone()).collect::<Vec<_>>())?;
        for (file, path) in batch {
            let (before, after) = (before.get(&*file.to_string_lossy()), after.get(&*path.to_string_lossy()));
            summary.note(before.is_some() == after.is_some(), || {
                format!("{} as {}\n    Puppet: {after:?}", file.display(), path.display())
            });
        }
    }
    summary.notes.push(format!("{changed} of {} are changed by formatting", written.len()));
    Ok(summary)
}

/// Converts manifests to objects in XMI and back, which must yield the formatted text.
fn as_objects(files: &[PathBuf]) -> Result<Summary, String> {
    let (mut summary, mut rejected) = (Summary::default(), 0);
    for file in files {
        let text = String::from_utf8_lossy(&fs::read(file).map_err(|e| e.to_string())?).into_owned();
        let source = Source::new("text.pp", text);
        if language::manifest(&source).1.has_errors() {
            rejected += 1;
            continue;
        }
        let laid_out = language::format(&source).0;
        let back = through_xmi(&source);
        summary.note(back.is_ok() && back.as_ref().ok() == laid_out.as_ref(), || {
            let why = back.err().unwrap_or_else(|| "the text is not restored".to_owned());
            format!("{} as objects: {why}", file.display())
        });
    }
    summary.notes.push(format!("{rejected} are not manifests and are not converted"));
    Ok(summary)
}

/// The text of a manifest after a round trip through a document of its objects.
fn through_xmi(source: &Arc<Source>) -> Result<String, String> {
    let describe = |problems: Diagnostics| {
        problems.iter().map(ToString::to_string).next().unwrap_or_else(|| "no reason".to_owned())
    };
    let mut model = Model::new(syntax_model::metamodel());
    let (document, problems) = syntax_model::manifest(source, &mut model, Document::new("text.pp"));
    if problems.has_errors() {
        return Err(describe(problems));
    }
    let bytes = in_memory(|sink| xmi::write(&model, document, &WriteOptions::default(), sink))
        .map(|(bytes, _)| bytes)
        .map_err(describe)?;
    let sent = Source::new("text.xmi", String::from_utf8(bytes).map_err(|e| e.to_string())?);
    let mut model = Model::new(syntax_model::metamodel());
    let (document, problems) =
        xmi::read(&sent, &mut model, Document::new("text.xmi"), &ReadOptions::default());
    if problems.has_errors() {
        return Err(describe(problems));
    }
    let root = *model.document(document).roots().first().ok_or("no root")?;
    syntax_model::text(&model, root).map(|(text, _)| text).map_err(describe)
}

/// Whether a difference is listed in docs/language/manifests.md.
fn explained(file: &Path, theirs: Option<&String>) -> Result<bool, String> {
    // Errors in regular expressions are raised by Ruby and terminate Puppet.
    let regex = theirs.is_some_and(|why| why.contains("Could not parse for environment"));
    let text = String::from_utf8_lossy(&fs::read(file).map_err(|e| e.to_string())?).into_owned();
    let behind_empty = ["\"\"$", "\"\"\"", "'''"].iter().any(|odd| text.contains(odd));
    let syntax = theirs.is_some_and(|why| why.contains("Invalid produced text"));
    Ok(regex || behind_empty || syntax)
}

/// The manifests that Puppet rejects, with its messages.
fn puppet(files: &[PathBuf]) -> Result<BTreeMap<String, String>, String> {
    let mut command = Command::new("puppet");
    command.args(["parser", "validate", "--render-as", "json", "--modulepath", "/nonexistent"]).args(files);
    let output = command.stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let Some(start) = text.find('{') else {
        if output.status.success() {
            return Ok(BTreeMap::new());
        }
        // An error that Puppet does not expect (an invalid regular expression) terminates it without verdicts
        // on the other files.
        if let [file] = files {
            let why = String::from_utf8_lossy(&output.stderr);
            let why = why.lines().find(|line| line.contains("Error")).unwrap_or("?").to_owned();
            return Ok(BTreeMap::from([(file.to_string_lossy().into_owned(), why)]));
        }
        let (front, back) = files.split_at(files.len() / 2);
        let mut both = puppet(front)?;
        both.extend(puppet(back)?);
        return Ok(both);
    };
    let mut stream = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
    let Some(Ok(Value::Object(rejected))) = stream.next() else {
        return Err(format!("Puppet returned {}", &text[..text.len().min(300)]));
    };
    let why = |verdict: &Value| {
        let line = verdict["line"].as_u64().map(|line| format!(" (line {line})")).unwrap_or_default();
        format!("{}{line}", verdict["message"].as_str().unwrap_or("?"))
    };
    Ok(rejected.iter().map(|(file, verdict)| (file.clone(), why(verdict))).collect())
}

/// The reason why modelwright rejects a manifest; `None` if it accepts it.
fn ours(file: &Path) -> Result<Option<String>, String> {
    let text = String::from_utf8_lossy(&fs::read(file).map_err(|e| e.to_string())?).into_owned();
    let (_, problems) = language::manifest(&Source::new(file.to_string_lossy(), text));
    let first = problems.first_error();
    Ok(first.map(|problem| {
        let line = problem.primary_label().map(|place| place.position().line);
        format!("{} (line {})", problem.message, line.unwrap_or_default())
    }))
}

/// Manifests with one change each: a piece is removed, duplicated, swapped or replaced.
fn change(files: &[PathBuf], directory: &Path, seed: u64, count: usize) -> Result<Vec<PathBuf>, String> {
    let _ = fs::remove_dir_all(directory);
    fs::create_dir_all(directory).map_err(|e| e.to_string())?;
    let mut made = Vec::with_capacity(count);
    for number in 0..count {
        let mut random = Random::new(seed, number);
        let file = random.choose(files);
        let text = String::from_utf8_lossy(&fs::read(file).map_err(|e| e.to_string())?).into_owned();
        let mut pieces = pieces(&text);
        if pieces.len() < 3 {
            continue;
        }
        let (at, other) = (random.below(pieces.len() - 1), random.below(pieces.len()));
        match random.below(4) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[at]),
            2 => pieces.swap(at, at + 1),
            _ => pieces[at] = pieces[other],
        }
        let path = directory.join(format!("{number}.pp"));
        fs::write(&path, pieces.concat()).map_err(|e| e.to_string())?;
        made.push(path);
    }
    Ok(made)
}

/// Splits a text into words, runs of blanks, comments, and single other characters.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let run = |test: fn(char) -> bool| rest.find(|c| !test(c)).unwrap_or(rest.len());
        let length = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            c if c.is_alphanumeric() || c == '_' => run(|c| c.is_alphanumeric() || c == '_'),
            c if c.is_whitespace() => run(char::is_whitespace),
            c => c.len_utf8(),
        };
        let (piece, tail) = rest.split_at(length);
        pieces.push(piece);
        rest = tail;
    }
    pieces
}
