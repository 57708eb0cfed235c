//! Documents of XML Schemas: each is accepted by xmllint with the schema exactly if it is accepted by the metamodel that the
//! importer makes of the schema, read by its extended metadata.
//!
//! The documents are examples of the global elements, with changes of their values and of their markup. The schemas are those of
//! [`super::xsd`], each with an element for every type.

use super::{Cases, Part, files, write, xsd};
use crate::data::mutate;
use crate::random::Random;
use crate::schemas::{words, xml};
use crate::{Summary, root};
use modelwright::formats::WriteOptions;
use modelwright::workspace::{Registry, Workspace};
use modelwright_codegen::docs;
use modelwright_metamodel::diagnostic::Severity;
use modelwright_metamodel::ecore::{EXTENDED_META_DATA, Metamodel, PackageId, annotation};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

pub(super) const PART: Part = Part { name: "xml", run };

/// The number of changed values of each example, and of changes of the markup of each document that follows.
const CHANGES: (usize, usize) = (6, 2);

/// The greatest number of documents of a schema.
const MAX_DOCUMENTS: usize = 150;

const SEED: u64 = 1;

/// The contents of elements without parts.
const VALUES: &[&str] = &[
    "",
    "text",
    " two  words ",
    "true",
    "1",
    "0",
    "7",
    "-1",
    "007",
    "+7",
    "1.5",
    "1.50",
    "1e5",
    "300",
    "70000",
    "3000000000",
    "NaN",
    "INF",
    "2024-02-29",
    "2023-02-29",
    "2024-02-29T10:00:00Z",
    "12:00:00",
    "2024",
    "--02-29",
    "P1D",
    "0F",
    "0f1",
    "AP8Q",
    "a:b",
    "en-GB",
    "http://example.org/a b",
    "small",
    "a b c",
];

/// The class of documents.
const CLASS: &str = "DocumentRoot";

#[derive(Default)]
struct Figures {
    schemas: usize,
    unread: usize,
    without: usize,
    documents: usize,
    valid: usize,
}

fn run(shared: &Path, work: &Path) -> Result<Summary, String> {
    let copies = work.join("written");
    fs::create_dir_all(&copies).map_err(|e| format!("{}: {e}", copies.display()))?;
    let mut schemas = Vec::new();
    for path in files(&root().join("tests/imports_xsd"), "xsd")? {
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let copy = copies.join(path.file_name().unwrap_or_default());
        write(&copy, &with_elements(&text).unwrap_or(text))?;
        schemas.push(copy);
    }
    schemas.extend(xsd::generated(shared, &work.join("schemas"))?);
    let mut cases = Cases::default();
    let mut figures = Figures::default();
    for (number, schema) in schemas.iter().enumerate() {
        let place = work.join(number.to_string());
        drop(fs::remove_dir_all(&place));
        fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
        compare(schema, &place, &mut Random::new(SEED, number), &mut cases, &mut figures)?;
    }
    let mut summary = cases.finish(KNOWN);
    summary.notes.push(format!(
        "{} documents of {} schemas, {} of them are valid; xmllint or the importer rejects {} schemas, {} have no elements",
        figures.documents, figures.schemas, figures.valid, figures.unread, figures.without
    ));
    Ok(summary)
}

/// A schema with an element for each type; `None` if its namespace has no prefix.
fn with_elements(schema: &str) -> Option<String> {
    let (before, _) = schema.split_once(":schema")?;
    let prefix = &before[before.rfind('<')? + 1..];
    let value =
        |name: &str| schema.split_once(&format!("{name}=\""))?.1.split_once('"').map(|(value, _)| value);
    let own = match value("targetNamespace") {
        Some(namespace) => {
            let (before, _) = schema.split_once(&format!("=\"{namespace}\""))?;
            // The declaration of the prefix may be after that of the namespace.
            let name = before.rsplit(char::is_whitespace).next()?;
            let name = match name.strip_prefix("xmlns:") {
                Some(name) => Some(name),
                None => schema.split_whitespace().find_map(|part| {
                    let (name, uri) = part.strip_prefix("xmlns:")?.split_once('=')?;
                    uri.trim_start_matches('"').starts_with(&format!("{namespace}\"")).then_some(name)
                }),
            };
            format!("{}:", name?)
        }
        None => String::new(),
    };
    let kinds = ["complexType", "simpleType"].map(|kind| format!("<{prefix}:{kind} name=\""));
    let names = kinds.iter().flat_map(|kind| schema.split(kind.as_str()).skip(1));
    let elements = names.filter_map(|rest| {
        let (name, _) = rest.split_once('"')?;
        Some(format!("<{prefix}:element name=\"document{name}\" type=\"{own}{name}\"/>\n"))
    });
    let elements: String = elements.collect();
    let (content, end) = schema.rsplit_once(&format!("</{prefix}:schema>"))?;
    Some(format!("{content}{elements}</{prefix}:schema>{end}"))
}

/// Compares the verdicts on the documents of a schema.
fn compare(
    schema: &Path,
    place: &Path,
    random: &mut Random,
    cases: &mut Cases,
    figures: &mut Figures,
) -> Result<(), String> {
    let mut workspace = Workspace { models: vec![schema.to_path_buf()], ..Workspace::default() };
    workspace.reading = workspace.reading.with("extended-metadata", true);
    let Ok((metamodel, problems)) = workspace.load_metamodel(schema) else {
        figures.unread += 1;
        return Ok(());
    };
    if problems.has_errors() {
        figures.unread += 1;
        return Ok(());
    }
    let texts = documents(&metamodel, &workspace, random);
    if texts.is_empty() {
        figures.without += 1;
        return Ok(());
    }
    let mut paths = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let path = place.join(format!("{at}.xml"));
        write(&path, text)?;
        paths.push(path);
    }
    let Ok(verdicts) = xml::judged(schema, &paths) else {
        figures.unread += 1;
        return Ok(());
    };
    figures.schemas += 1;
    let name = schema.file_name().unwrap_or_default().display().to_string();
    for (path, theirs) in paths.iter().zip(verdicts) {
        let ours = check(&workspace, path);
        figures.documents += 1;
        figures.valid += usize::from(theirs.is_ok());
        let reason = reason(&ours, &theirs);
        cases.note(ours.is_ok() == theirs.is_ok(), reason, || {
            let (verdict, problem) = match (&theirs, &ours) {
                (Err(problem), _) => ("accepted", problem),
                (Ok(()), Err(problem)) => ("rejected", problem),
                (Ok(()), Ok(())) => ("accepted", &name),
            };
            let (_, message) = problem.split_once("]: ").unwrap_or(("", problem));
            let message = if message.is_empty() { problem } else { message };
            let mut is_name = false;
            let kind = message.chars().filter(|c| {
                is_name ^= matches!(c, '\'' | '`');
                !is_name && !c.is_ascii_digit()
            });
            let kind: String = kind.take(90).collect();
            (format!("{verdict} by the metamodel: {kind}"), format!("{name} {}: {problem}", path.display()))
        });
    }
    Ok(())
}

/// The first error of a document of the imported metamodel.
fn check(workspace: &Workspace, path: &Path) -> Result<(), String> {
    let loaded = workspace.load(path, None).map_err(|problem| problem.to_string())?;
    let found = workspace.validate(&loaded);
    let mut problems = loaded.diagnostics.iter().chain(&found);
    let error = problems.find(|problem| problem.severity == Severity::Error);
    error.map_or(Ok(()), |problem| Err(problem.to_string()))
}

/// Documents of the global elements, and changed ones.
fn documents(metamodel: &Arc<Metamodel>, workspace: &Workspace, random: &mut Random) -> Vec<String> {
    let words = words(metamodel);
    let (examples, mut texts) = examples(metamodel);
    for example in examples {
        let changed = (0..CHANGES.0).filter_map(|_| mutate(&example, random).map(|(text, _)| text));
        let all: Vec<String> = [example.clone()].into_iter().chain(changed).collect();
        for text in all.iter().filter_map(|json| in_xml(json, workspace)) {
            texts.extend((0..CHANGES.1).filter_map(|_| xml::mutant(&text, &words, random)));
            texts.push(text);
        }
    }
    texts.sort();
    texts.dedup();
    // Of many documents, those that remain are of all elements.
    while texts.len() > MAX_DOCUMENTS {
        texts.swap_remove(random.below(texts.len()));
    }
    texts
}

/// The documents with an example of each global element: those with parts as ordinary JSON, and the others.
fn examples(metamodel: &Arc<Metamodel>) -> (Vec<String>, Vec<String>) {
    let roots: Vec<PackageId> = metamodel.roots().filter(|id| !metamodel.is_built_in(*id)).collect();
    let (objects, _) = docs::examples(metamodel, &roots);
    let objects: BTreeMap<_, _> =
        objects.iter().filter_map(|example| Some((example.class, example.json()?.to_owned()))).collect();
    let (mut all, mut plain) = (Vec::new(), Vec::new());
    for (_, class) in metamodel.classes().filter(|(_, class)| class.name == CLASS) {
        let uri = metamodel[class.package].ns_uri.as_deref().unwrap_or_default();
        // These are beside each schema that is generated.
        if ["http://www.omg.org/XMI", "http://www.eclipse.org/emf/2002/Ecore"].contains(&uri) {
            continue;
        }
        let mut add = |key: &str, value: Value| {
            all.push(json!({ "$model": uri, "$type": CLASS, key: value }).to_string());
        };
        for id in class.features.iter().copied() {
            let feature = &metamodel[id];
            if feature.is_containment() {
                let text = objects.get(&metamodel.target(id));
                let object = text.and_then(|text| serde_json::from_str(text).ok());
                object.into_iter().for_each(|object: Value| add(feature.name(), object));
            } else if let Some(details) = annotation(&feature.typed.annotations, EXTENDED_META_DATA)
                && details.detail("kind") == Some("element")
            {
                let name = details.detail("name").unwrap_or_default();
                // Elements of schemas without a namespace have none.
                let (prefix, declared) = match details.detail("namespace") {
                    Some(_) => ("own:", format!(" xmlns:own=\"{uri}\"")),
                    None => ("", String::new()),
                };
                let document = |value: &&str| format!("<{prefix}{name}{declared}>{value}</{prefix}{name}>");
                plain.extend(VALUES.iter().map(document));
            }
        }
    }
    (all, plain)
}

/// A document in XML; `None` if it is none of the metamodel.
fn in_xml(json: &str, workspace: &Workspace) -> Option<String> {
    let reader = Registry::standard().reader("json")?;
    let bytes = json.as_bytes().to_vec();
    let loaded = workspace.load_bytes("document.json", bytes, "document.json", reader).ok()?;
    if loaded.diagnostics.has_errors() {
        return None;
    }
    let options = WriteOptions::default().with("extended-metadata", true);
    let (bytes, _) =
        Registry::standard().format("xmi")?.to_bytes(&loaded.model, loaded.document, &options).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    // These documents are no XMI.
    Some(text.replacen(" xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\"", "", 1))
}

/// Why verdicts differ deliberately.
fn reason(ours: &Result<(), String>, theirs: &Result<(), String>) -> Option<&'static str> {
    let (verdict, message) = match (ours, theirs) {
        (Ok(()), Err(message)) => (true, message),
        (Err(message), Ok(())) => (false, message),
        _ => return None,
    };
    let found = REASONS.iter().find(|(accepts, part, _)| *accepts == verdict && message.contains(part));
    found.map(|(_, _, reason)| *reason)
}

/// Whether only the metamodel accepts a document, a part of the message of the other one, and the reason.
const REASONS: &[(bool, &str, &str)] = &[
    (true, "documentLess', attribute 'l'", "a restriction has all features of its base"),
    (true, ": The attribute '", "attributes of elements without parts are ignored, as in EMF"),
    (true, "XMLSchema-instance}type'", "attributes of elements without parts are ignored, as in EMF"),
    (
        true,
        "This element is not expected",
        "the order of elements and the choice between them are not checked",
    ),
    (true, "Missing child element(s)", "the order of elements and the choice between them are not checked"),
    (true, "xs:ENTITY'", "entities and notations need no declaration"),
    (true, "MyNOTATION'", "entities and notations need no declaration"),
    (true, "MyunsignedLong'", "numbers are read as in Java: with any sign, decimals with an exponent"),
    (true, "Mydecimal'", "numbers are read as in Java: with any sign, decimals with an exponent"),
    (true, "Money'", "numbers are read as in Java: with any sign, decimals with an exponent"),
    (true, "has no corresponding namespace", "prefixes of names in values need no declaration"),
    (
        true,
        "documentSome': [facet 'pattern']",
        "a type that restricts a union is checked by its members, as in EMF",
    ),
    (true, "The element is not 'nillable'", "every element may be nil, as in EMF"),
    (true, "documentFew': [facet", "the text of a restriction is checked by the type of its base, as in EMF"),
    (true, "documentFee': [facet", "the text of a restriction is checked by the type of its base, as in EMF"),
    (
        true,
        "documentCoin': [facet",
        "the text of a restriction is checked by the type of its base, as in EMF",
    ),
    (
        true,
        "documentCurrency': [facet",
        "the text of a restriction is checked by the type of its base, as in EMF",
    ),
    (true, "identity-constraint", "identity constraints are not part of a metamodel"),
    (false, "which was not found", "a reference has a target"),
    (false, "the facets of `I`", "a data type has the Java class that the schema names"),
    (false, " (I), found", "a data type has the Java class that the schema names"),
    (false, " (J), found", "a data type has the Java class that the schema names"),
    (false, "the facets of `Tight`", "a bound with spaces around it is not read, as in EMF"),
    (false, "the required feature `a1`", "two features of a type have the same element"),
    (false, "(Int), found the string \"\"", "an empty element is not its default"),
    (false, "must be Base64 data", "xmllint ignores characters that are not of Base64"),
    (false, "at least 1 item long", "xmllint accepts an empty list of identifiers"),
    (false, "FromAny has no feature", "a type that is based on any type has only its own elements"),
];

/// The number of documents that each reason excuses.
const KNOWN: crate::known::KnownCounts = &[
    ("a data type has the Java class that the schema names", 54),
    ("a reference has a target", 30),
    ("a restriction has all features of its base", 4),
    ("a type that is based on any type has only its own elements", 2),
    ("a type that restricts a union is checked by its members, as in EMF", 31),
    ("an empty element is not its default", 1),
    ("attributes of elements without parts are ignored, as in EMF", 47),
    ("entities and notations need no declaration", 3),
    ("every element may be nil, as in EMF", 1),
    ("numbers are read as in Java: with any sign, decimals with an exponent", 1),
    ("prefixes of names in values need no declaration", 3),
    ("the order of elements and the choice between them are not checked", 17),
    ("the text of a restriction is checked by the type of its base, as in EMF", 5),
    ("two features of a type have the same element", 3),
    ("xmllint ignores characters that are not of Base64", 2),
];
