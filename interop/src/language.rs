//! Checks that the type language is equivalent to `.ecore`: every metamodel that EMF writes back is converted
//! to text and back to the same bytes, the text is converted to `.ecore` and back to the same text, and
//! formatting does not change the text.

use super::emf::first_difference;
use super::{Summary, corpus};
use modelwright::files::{Disk, Files as _};
use modelwright::formats::{Format, WriteOptions};
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use std::collections::HashSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The location that the texts are loaded from: far from the documents that their metamodels refer to.
const ELSEWHERE: &str = "/nowhere/near/here/text.pp";

/// Compares the bytes after conversion to text and back, and the text after conversion to `.ecore` and back,
/// for every metamodel of a corpus; the texts are written to a directory for inspection.
pub(crate) fn run(shared: &Path, work: &Path) -> Result<Vec<Summary>, String> {
    let directory = shared.join("corpus");
    let work = work.join("language");
    let (mut bytes, mut texts, mut layouts) = (Summary::default(), Summary::default(), Summary::default());
    let (mut whole, mut length) = (0, 0);
    for entry in corpus::listed(&directory, "metamodels")? {
        let file = entry.file.as_str();
        let Ok(theirs) = fs::read(directory.join("emf/resaved").join(file)) else { continue };
        let outcome = catch_unwind(AssertUnwindSafe(|| trip(&entry.path())));
        let outcome = outcome.unwrap_or_else(|_| Err("PANIC".to_owned()));
        match outcome {
            Ok(None) => bytes.differences.push(format!("{file}: cannot be loaded and saved")),
            Err(problem) => bytes.differences.push(format!("{file}: {problem}")),
            Ok(Some(RoundTrip { text, ours, again, .. })) => {
                bytes.note(ours == theirs, || format!("{file}: {}", first_difference(Some(&ours), &theirs)));
                let source = Source::new("text.pp", text.as_str());
                let formatted = language::format(&source).0.unwrap_or_default();
                layouts.note(formatted == text, || {
                    let difference = first_difference(Some(formatted.as_bytes()), text.as_bytes());
                    format!("{file}: formatted: {difference}")
                });
                texts.note(again == text, || {
                    format!("{file}: text: {}", first_difference(Some(again.as_bytes()), text.as_bytes()))
                });
                whole += usize::from(text.starts_with("$roots"));
                length += text.len();
                let place = work.join(file).with_extension("pp");
                let directory = place.parent().unwrap_or(&work);
                fs::create_dir_all(directory).map_err(|e| e.to_string())?;
                fs::write(&place, text).map_err(|e| e.to_string())?;
            }
        }
    }
    texts.notes.push(format!("{length} bytes of text; {whole} of the texts are only trees of objects"));
    Ok(vec![bytes, texts, layouts])
}

/// The results of each step of a metamodel's conversion.
pub(super) struct RoundTrip {
    /// The `.ecore` that is saved directly.
    pub(super) direct: Vec<u8>,
    pub(super) text: String,
    /// The text as `.ecore`.
    pub(super) ours: Vec<u8>,
    /// That `.ecore` as text again.
    pub(super) again: String,
    /// Whether the saved `.ecore` is read back as the same model; the models are compared in another format.
    pub(super) stable: bool,
}

/// Converts a metamodel to text and back; `None` if it cannot be loaded and saved.
pub(super) fn trip(path: &Path) -> Result<Option<RoundTrip>, String> {
    let (workspace, ecore, pp) = (Workspace::default(), named("ecore")?, named("pp")?);
    let Ok(loaded) = workspace.load(path, Some(ecore.into())) else { return Ok(None) };
    let direct = write(ecore, &loaded, None);
    let (None, Ok(direct)) = (first_error(&loaded.diagnostics), direct) else { return Ok(None) };
    let encoding = loaded.model.document(loaded.document).encoding.clone();
    let text = write(pp, &loaded, None)?;
    let elsewhere = Disk::new().uri(Path::new(ELSEWHERE));
    let load = |text: &[u8], format| {
        workspace
            .load_bytes(ELSEWHERE, text.to_vec(), &elsewhere, format)
            .map_err(|problem| problem.to_string())
    };
    let read = load(&text, pp)?;
    if let Some(problem) = first_error(&read.diagnostics) {
        return Err(format!("the text cannot be read: {problem}"));
    }
    let ours = write(ecore, &read, encoding)?;
    let saved = load(&ours, ecore)?;
    let again = write(pp, &saved, None)?;
    let text = String::from_utf8(text).map_err(|e| e.to_string())?;
    let again = String::from_utf8(again).map_err(|e| e.to_string())?;
    let json = named("json")?;
    let same = || Ok::<_, String>(write(json, &saved, None)? == write(json, &loaded, None)?);
    let stable = again == text || !has_ids_twice(&loaded) && same()?;
    Ok(Some(RoundTrip { direct, text, ours, again, stable }))
}

/// Whether several objects have the same id, so that saved references refer to the first of these objects.
fn has_ids_twice(loaded: &LoadedDocument) -> bool {
    let roots = loaded.model.document(loaded.document).roots().iter();
    let mut seen = HashSet::new();
    let mut objects = roots.flat_map(|root| std::iter::once(*root).chain(loaded.model.all_contents(*root)));
    objects.any(|object| loaded.model.xmi_id(object).is_some_and(|id| !seen.insert(id)))
}

fn named(name: &str) -> Result<&'static Format, String> {
    Registry::standard().format(name).ok_or_else(|| format!("no format {name}"))
}

fn write(format: &Format, loaded: &LoadedDocument, encoding: Option<String>) -> Result<Vec<u8>, String> {
    let options = WriteOptions::default();
    let options = match encoding {
        Some(encoding) => options.with("encoding", encoding),
        None => options,
    };
    let written = format.to_bytes(&loaded.model, loaded.document, &options);
    written.map(|(bytes, _)| bytes).map_err(|problems| {
        first_error(&problems).unwrap_or_else(|| format!("cannot be written as {}", format.name()))
    })
}

fn first_error(problems: &Diagnostics) -> Option<String> {
    problems.first_error().map(ToString::to_string)
}
