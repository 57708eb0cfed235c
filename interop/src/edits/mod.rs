//! Runs scripts of random edits with a live EMF and with modelwright: both must have the same results, reject
//! the same edits, and record and undo the same changes.
//!
//! The same seed yields the same scripts. The second half of every other script is recorded, and at its end undone
//! and redone.

#[path = "../../../metamodel/tests/model/script.rs"]
mod script;

use super::java::{Java, answer};
use super::random::Random;
use super::{Summary, root};
use crate::sample::sample;
use modelwright_metamodel::ecore::Metamodel;
use script::{NamedElement, Script};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// EMF's recorder of changes, which comes with `libeclipse-emf-ecore-change-java`.
const RECORDER: &str = "eclipse-emf-ecore-change";
/// The number of operations of a script.
const LENGTH: usize = 120;
const RECORDED: usize = 6;

pub(super) fn run(work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (seed, count) = sample(arguments, (1, 300))?;
    let data = root().join("metamodel/tests/data/edit");
    let metamodel = script::metamodel(&data);
    let work = work.join("edits");
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let mut played: Vec<(PathBuf, String)> = Vec::new();
    for at in 0..count {
        let (lines, answer) = random(&metamodel, &mut Random::new(seed, at), at % 2 == 1);
        let path = work.join(format!("{seed}-{at}.edit"));
        fs::write(&path, lines.join("\n") + "\n").map_err(|e| e.to_string())?;
        fs::write(path.with_extension("ours"), &answer).map_err(|e| e.to_string())?;
        played.push((path, answer));
    }
    judge(&work, &data.join("edits.ecore"), &played)?;
    let mut summary = Summary::default();
    let mut elsewhere = 0;
    for (path, ours) in &played {
        let theirs = fs::read_to_string(path.with_extension("emf")).map_err(|e| e.to_string())?;
        // If EMF does not restore its own state, the rest cannot be compared.
        let (theirs, ours) = match theirs.find("\n  elsewhere\n").and_then(|at| theirs[..at].rfind('>')) {
            Some(at) => {
                elsewhere += 1;
                (&theirs[..at], ours.get(..at).unwrap_or(ours))
            }
            None => (theirs.as_str(), ours.as_str()),
        };
        summary.note(theirs == ours, || difference(path, theirs, ours));
    }
    summary.notes.push(format!("{elsewhere} times EMF does not restore its own state by undo or redo"));
    Ok(summary)
}

/// Runs the scripts with EMF, which writes its results next to them.
fn judge(work: &Path, metamodel: &Path, scripts: &[(PathBuf, String)]) -> Result<(), String> {
    let source = root().join("interop/src/edits/Edits.java");
    let java = Java::compile(&[&source], &[RECORDER], work)?;
    let list: String = scripts.iter().map(|(path, _)| format!("{}\n", path.display())).collect();
    let list_file = work.join("scripts.txt");
    fs::write(&list_file, list).map_err(|e| e.to_string())?;
    answer(java.command(&[], "Edits").args([metamodel, &list_file]))?;
    Ok(())
}

/// The first operation at which the two results differ, with both results.
fn difference(path: &Path, theirs: &str, ours: &str) -> String {
    let (theirs, ours): (Vec<_>, Vec<_>) = (theirs.lines().collect(), ours.lines().collect());
    let at = theirs.iter().zip(&ours).take_while(|(a, b)| a == b).count();
    let operation = ours[..at].iter().rev().find(|line| line.starts_with('>')).unwrap_or(&"");
    let (theirs, ours) = (theirs.get(at).unwrap_or(&""), ours.get(at).unwrap_or(&""));
    format!("{}: {operation}\n    EMF:  {}\n    ours: {}", path.display(), theirs.trim(), ours.trim())
}

/// A random script, and modelwright's results for it.
fn random(metamodel: &Arc<Metamodel>, random: &mut Random, records: bool) -> (Vec<String>, String) {
    let mut script = Script::new(metamodel);
    let mut lines = Vec::new();
    let mut play = |script: &mut Script, line: String| {
        script.line(&line);
        lines.push(line);
    };
    for name in ["a", "b", "c", "d", "e"] {
        play(&mut script, format!("new {name}"));
    }
    for name in ["X", "Y"] {
        play(&mut script, format!("doc {name}"));
    }
    for at in 0..LENGTH {
        if records && at == LENGTH - RECORDED {
            play(&mut script, "record".to_owned());
        }
        let line = operation(&script, random, at);
        play(&mut script, line);
    }
    if records {
        for word in ["stop", "undo", "redo"] {
            play(&mut script, word.to_owned());
        }
        return (lines, script.out);
    }
    let end = script.state_of_first(script.names.len());
    script.out.push_str(&end);
    (lines, script.out)
}

/// A random operation on the objects that the script has created so far.
fn operation(script: &Script, random: &mut Random, at: usize) -> String {
    let select = |documents: bool| -> Vec<&str> {
        let wanted = |named: &NamedElement| matches!(named, NamedElement::Document(_)) == documents;
        script.names.iter().filter(|(_, named)| wanted(named)).map(|(name, _)| name.as_str()).collect()
    };
    let (objects, documents) = (select(false), select(true));
    let (object, document) = (random.pick(&objects), random.pick(&documents));
    match random.below(60) {
        0 => format!("new n{at}"),
        1 | 2 if objects.len() < 25 => format!("copy {object} k{at}_"),
        3 if objects.len() < 25 => format!("copyall k{at}_ {object} {}", random.pick(&objects)),
        4 | 5 => format!("substitute {object} {}", random.pick(&objects)),
        6 => format!("detach {object}"),
        7 => format!("delete {object}"),
        // If several objects are deleted, EMF's order is the order of a hash table.
        8 if used_parts(script, object) < 2 => format!("deletetree {object}"),
        9 => format!("unroot {document} {}", random.below(3)),
        10 => format!("moveroot {document} {} {}", random.below(3), random.below(3)),
        11 => format!("root {document} {object} {}", random.below(3)),
        12..15 => format!("root {document} {object}"),
        _ => edit(script, random, &objects),
    }
}

/// A random edit of a feature.
fn edit(script: &Script, random: &mut Random, objects: &[&str]) -> String {
    let metamodel = script.model.metamodel();
    let Some((class, _)) = metamodel.classes().find(|(_, class)| class.name == "Node") else {
        return String::new();
    };
    let feature = random.pick(metamodel.table(class).all_features());
    let data = &metamodel[feature];
    let object = random.pick(objects);
    let place = format!("{object}.{}", data.typed.name);
    let word = |random: &mut Random| {
        if !data.is_reference() {
            return random.pick(if matches!(data.typed.name.as_str(), "number" | "size" | "counts") {
                &["0", "1", "7"]
            } else {
                &["none", "x", "y"]
            });
        }
        // EMF's ends are inconsistent if a reference that is its own opposite refers to its own object.
        let own = data.opposite() == Some(feature);
        let others: Vec<&str> = objects.iter().copied().filter(|other| !own || *other != object).collect();
        random.pick(&others)
    };
    let words = |random: &mut Random| -> String {
        (0..random.below(4)).map(|_| format!(" {}", word(random))).collect()
    };
    if !data.many() {
        return match random.below(6) {
            0 => format!("unset {place}"),
            1 if data.typed.name != "number" && data.typed.name != "size" => format!("set {place} null"),
            _ => format!("set {place} {}", word(random)),
        };
    }
    match random.below(16) {
        0 => format!("unset {place}"),
        1 => format!("clear {place}"),
        2 => format!("insert {place} {} {}", random.below(3), word(random)),
        3 => format!("remove {place} {}", random.below(3)),
        4 => format!("move {place} {} {}", random.below(3), random.below(3)),
        5 => format!("replace {place} {} {}", random.below(3), word(random)),
        6 | 7 => format!("addall {place}{}", words(random)),
        8 => format!("insertall {place} {}{}", random.below(2), words(random)),
        9 => format!("removeall {place}{}", words(random)),
        10 => format!("setlist {place}{}", words(random)),
        _ => format!("add {place} {}", word(random)),
    }
}

/// The number of objects in a tree that objects outside of it refer to.
fn used_parts(script: &Script, object: &str) -> usize {
    let model = &script.model;
    let Some((_, NamedElement::Object(top))) = script.names.iter().find(|(name, _)| name == object) else {
        return 0;
    };
    let outside = model.objects().filter(|from| !model.is_within(*from, *top));
    let targets = outside.flat_map(|from| model.cross_references(from).map(|(_, target)| target));
    targets.filter(|target| model.is_within(*target, *top)).collect::<HashSet<_>>().len()
}
