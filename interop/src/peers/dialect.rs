//! Compares the `emf` dialect of JSON with `PyEcore`: it must read our JSON as the same document as the XMI,
//! and we must read its JSON as that document, too.

use super::pyecore;
use crate::{Summary, copy_directory, corpus};
use modelwright::files::{Disk, Files as _};
use modelwright::workspace::{LoadedDocument, Registry};
use modelwright_metamodel::model::ObjectId;
use modelwright_metamodel::output::in_text;
use modelwright_notations::json::{self, Layout, WriteOptions};
use modelwright_notations::tree::Dialect;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// A document, as modelwright wrote it and as `PyEcore` must write it.
struct Case {
    entry: corpus::Entry,
    text: String,
    theirs: PathBuf,
}

/// The number of documents that `PyEcore` reads differently from XMI, and the number that it does not write
/// unchanged.
///
/// - Of the 5 documents that it does not read, one uses literals by name only, one names a metamodel that
///   does not exist, two lose references between roots that have an opposite, and one takes too long.
/// - Of the 22 documents that it writes differently, ten have "None" for an enumeration without a value, six
///   have "None" for null in lists of strings, and six have the members of an opposite in the order in which
///   `PyEcore` found them. No reader can detect that.
const KNOWN: [usize; 2] = [5, 22];

/// Compares the instances of a corpus.
pub(crate) fn run(shared: &Path, work: &Path) -> Result<Vec<Summary>, String> {
    let directory = shared.join("corpus");
    let tree = work.join("dialect");
    copy_directory(&directory.join("models"), &tree).map_err(|e| e.to_string())?;
    copy_directory(&directory.join("emf/resaved"), &tree).map_err(|e| e.to_string())?;
    let list = corpus::text(&directory.join("instances.txt"))?;
    let (mut cases, mut questions) = (Vec::new(), String::new());
    for entry in corpus::entries(&list, &tree) {
        let Some(loaded) = sound(entry.workspace().load(&entry.path(), None).ok()) else { continue };
        let text = in_dialect(loaded);
        let [ours, theirs] = ["ours.json", "theirs.json"].map(|name| entry.path().with_extension(name));
        fs::write(&ours, &text).map_err(|e| e.to_string())?;
        drop(fs::remove_file(&theirs));
        let metamodels: Vec<String> =
            entry.metamodels.iter().map(|name| tree.join(name).display().to_string()).collect();
        let places = [entry.path(), ours, theirs.clone()].map(|path| path.display().to_string());
        let [xmi, ours, copy] = places;
        let _ = writeln!(questions, "{xmi}\t{}\t{ours}\t{copy}", metamodels.join(","));
        cases.push(Case { entry, text, theirs });
    }
    let answers = pyecore(work, "json_of_pyecore.py")?.answers(questions)?;
    let [mut read, mut written] = KNOWN.map(|known| Summary { known, ..Summary::default() });
    read.notes.push("Documents in the emf dialect that PyEcore reads as the same in XMI:".to_owned());
    written
        .notes
        .push("Documents that PyEcore writes in JSON and that we read as the same in XMI:".to_owned());
    let mut unread = 0;
    for (case, answer) in cases.iter().zip(&answers) {
        let (verdict, what) = answer.split_once('\t').unwrap_or((answer.as_str(), ""));
        if what.starts_with("not read: ") {
            unread += 1;
            continue;
        }
        read.note(verdict == "ok", || format!("{}: {what}", case.entry.file));
        match fs::read(&case.theirs) {
            Ok(bytes) if what == "saved" => {
                let again = read_again(case, bytes);
                written.note(again.as_ref() == Ok(&case.text), || {
                    format!("{}: {}", case.entry.file, again.err().unwrap_or_else(|| "differs".to_owned()))
                });
            }
            _ => written.notes.push(format!("{}: PyEcore cannot write it: {what}", case.entry.file)),
        }
    }
    read.notes.push(format!("{unread} more are in XMI that PyEcore cannot read"));
    Ok(vec![
        read.printed("the emf dialect, read by PyEcore"),
        written.printed("the emf dialect, written by PyEcore"),
    ])
}

fn sound(loaded: Option<LoadedDocument>) -> Option<LoadedDocument> {
    loaded.filter(|loaded| !loaded.diagnostics.has_errors())
}

/// A document without its `xmi:id`s, which `PyEcore` does not know in JSON.
fn in_dialect(mut loaded: LoadedDocument) -> String {
    let roots = loaded.model.document(loaded.document).roots().to_vec();
    let objects: Vec<ObjectId> = roots
        .iter()
        .flat_map(|root| std::iter::once(*root).chain(loaded.model.all_contents(*root)))
        .collect();
    for object in objects {
        loaded.model.unset_xmi_id(object);
    }
    let options = WriteOptions { dialect: Dialect::Emf, layout: Layout::Pretty, base: None, untyped: false };
    let written = in_text(|sink| json::write(&loaded.model, loaded.document, &options, sink));
    written.map_or_else(|problems| problems.to_string(), |(text, _)| text)
}

/// The document that `PyEcore` wrote, after modelwright read it and wrote it again.
fn read_again(case: &Case, bytes: Vec<u8>) -> Result<String, String> {
    let json = Registry::standard().format("json").ok_or("no format json")?;
    let uri = Disk::new().uri(&case.entry.path());
    let loaded = case.entry.workspace().load_bytes("theirs.json", bytes, &uri, json);
    let loaded = loaded.map_err(|problem| problem.to_string())?;
    if let Some(problem) = loaded.diagnostics.iter().find(|p| p.severity.word() == "error") {
        return Err(problem.to_string());
    }
    Ok(in_dialect(loaded))
}
