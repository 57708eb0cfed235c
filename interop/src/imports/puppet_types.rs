//! Resource types of Puppet in Ruby: the verdicts of Puppet on resources, those of the imported types, and those of the
//! types that a person has finished by the report of the import.
//!
//! The types are those of `tests/imports/puppet-type`. The directory `puppet_types` has for each its resources: the
//! title, if several attributes give it, and a resource on each line. `TYPE.pp` is the finished type; without it, the
//! imported one is complete. The first resource of each type is also changed: each attribute gets each of [`values`].

use super::{Cases, Part, files};
use crate::languages::output_of;
use crate::{Summary, root};
use modelwright::workspace::{Registry, Workspace};
use modelwright_metamodel::diagnostic::Severity;
use modelwright_metamodel::options::OptionValues;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const PART: Part = Part { name: "puppet_types", run };

const JUDGE: &str = include_str!("puppet_types.rb");

/// A resource type with its resources.
struct Subject {
    /// The type in Ruby.
    ruby: PathBuf,
    /// The finished type, or the one in Ruby.
    finished: PathBuf,
    class: String,
    resources: Vec<Resource>,
}

struct Resource {
    title: String,
    /// The resource in JSON.
    text: String,
    /// Whether a person wrote it, so that it is no change of another one.
    is_written: bool,
}

fn run(_: &Path, _: &Path) -> Result<Summary, String> {
    let mut subjects = Vec::new();
    for path in files(&root().join("interop/src/imports/puppet_types"), "resources")? {
        subjects.push(subject(&path)?);
    }
    let verdicts = verdicts(&subjects)?;
    let mut verdicts = verdicts.iter();
    let (mut cases, mut figures) = (Cases::default(), Figures::default());
    for subject in &subjects {
        for resource in &subject.resources {
            let theirs = verdicts.next().ok_or("a verdict is missing")?;
            compare(subject, resource, theirs, &mut cases, &mut figures)?;
        }
    }
    let mut summary = cases.finish(KNOWN);
    summary.notes.push(format!(
        "{} types; of {} resources, {} of them valid, {} have the same verdict as imported, and {} as finished",
        subjects.len(), figures.written, figures.valid, figures.imported, figures.finished
    ));
    summary.notes.push(format!(
        "of {} changed resources, {} have the same verdict as imported, and {} as finished",
        figures.changed, figures.changed_imported, figures.changed_finished
    ));
    Ok(summary)
}

/// How many resources there are, and how many have the same verdict.
#[derive(Default)]
struct Figures {
    written: usize,
    valid: usize,
    imported: usize,
    finished: usize,
    changed: usize,
    changed_imported: usize,
    changed_finished: usize,
}

/// Compares the verdicts on a resource; `theirs` is Puppet's reason, or nothing if it accepts the resource.
fn compare(
    subject: &Subject,
    resource: &Resource,
    theirs: &str,
    cases: &mut Cases,
    figures: &mut Figures,
) -> Result<(), String> {
    let imported = check(&subject.ruby, &subject.class, &resource.text)?;
    let ours = check(&subject.finished, &subject.class, &resource.text)?;
    let is_valid = theirs.is_empty();
    let (is_same_imported, is_same) = (imported.is_empty() == is_valid, ours.is_empty() == is_valid);
    if resource.is_written {
        figures.written += 1;
        figures.valid += usize::from(is_valid);
        figures.imported += usize::from(is_same_imported);
        figures.finished += usize::from(is_same);
    } else {
        figures.changed += 1;
        figures.changed_imported += usize::from(is_same_imported);
        figures.changed_finished += usize::from(is_same);
    }
    cases.note(is_same, reason(&ours, theirs), || {
        let shown = ours.lines().next().unwrap_or("accepted");
        let theirs = if is_valid { "accepted" } else { theirs };
        (subject.class.clone(), format!("{}: {shown}; Puppet: {theirs}", resource.text))
    });
    Ok(())
}

/// A type, by the file of its resources.
fn subject(path: &Path) -> Result<Subject, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ruby = root().join(format!("tests/imports/puppet-type/{name}.rb"));
    let finished = path.with_extension("pp");
    let finished = if finished.exists() { finished } else { ruby.clone() };
    let mut lines = text.lines();
    let title = lines.next().unwrap_or_default();
    let mut resources = Vec::new();
    for line in lines {
        let values: Map<String, Value> =
            serde_json::from_str(line).map_err(|e| format!("{name}: {line}: {e}"))?;
        resources.push(Resource { title: titled(title, &values), text: line.to_owned(), is_written: true });
        // One resource is enough: the changed ones of another would have almost the same values.
        if resources.len() == 1 {
            resources.extend(changes(&values, &attributes(&ruby)?, title));
        }
    }
    let class = name.get(..1).unwrap_or_default().to_uppercase() + name.get(1..).unwrap_or_default();
    Ok(Subject { ruby, finished, class, resources })
}

/// The names of the attributes of a type in Ruby, which are literals.
fn attributes(ruby: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(ruby).map_err(|e| format!("{}: {e}", ruby.display()))?;
    let names = text.lines().filter_map(|line| {
        let line = line.trim_start();
        let rest = ["newproperty", "newparam"].iter().find_map(|word| line.strip_prefix(word));
        let (_, rest) = rest?.split_once(':')?;
        let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
        rest.get(..end).filter(|name| !name.is_empty()).map(str::to_owned)
    });
    Ok(names.collect())
}

/// What each attribute gets.
fn values() -> [Value; 11] {
    [
        json!("x y"),
        json!(""),
        json!("5"),
        json!(5),
        json!(-1),
        json!(1.5),
        json!(true),
        json!("true"),
        json!("yes"),
        json!(["x"]),
        json!({ "a": "b" }),
    ]
}

/// A resource with each attribute changed.
fn changes(base: &Map<String, Value>, attributes: &[String], title: &str) -> Vec<Resource> {
    let mut changed = Vec::new();
    for name in attributes {
        for value in values() {
            let mut values = base.clone();
            values.insert(name.clone(), value);
            let title = titled(title, &values);
            changed.push(Resource { title, text: Value::Object(values).to_string(), is_written: false });
        }
    }
    changed
}

/// A title, in which `%{name}` is the value of an attribute.
fn titled(title: &str, values: &Map<String, Value>) -> String {
    let mut out = String::new();
    let mut rest = title;
    while let Some((before, (name, after))) =
        rest.split_once("%{").and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        out.push_str(before);
        match values.get(name) {
            Some(Value::String(text)) => out.push_str(text),
            Some(other) => {
                let _ = write!(out, "{other}");
            }
            None => {}
        }
        rest = after;
    }
    out + rest
}

/// Puppet's reason for each resource; nothing if it accepts it.
fn verdicts(subjects: &[Subject]) -> Result<Vec<String>, String> {
    let mut input = String::new();
    for subject in subjects {
        for resource in &subject.resources {
            let _ = writeln!(input, "{}\t{}\t{}", subject.ruby.display(), resource.title, resource.text);
        }
    }
    let (output, problem, is_success) = output_of(Command::new("ruby").args(["-e", JUDGE]), &input)?;
    // Types print messages of their own, so verdicts have a mark.
    let verdicts: Vec<String> =
        output.lines().filter_map(|line| line.strip_prefix('=')).map(str::to_owned).collect();
    if is_success && verdicts.len() == input.lines().count() {
        return Ok(verdicts);
    }
    let help = "`apt-get install puppet ruby-puppet-resource-api` adds what it needs";
    Err(format!("Puppet: {} verdicts: {problem}\n{help}", verdicts.len()))
}

/// The errors of a resource by a type.
fn check(model: &Path, class: &str, resource: &str) -> Result<String, String> {
    let mut workspace = Workspace { models: vec![model.to_owned()], ..Workspace::default() };
    workspace.reading.values = OptionValues::new().with("root-class", class);
    let json = Registry::standard().reader("json").ok_or("no format")?;
    let loaded = workspace.load_bytes("resource.json", resource.as_bytes().to_vec(), "resource.json", json);
    let loaded = loaded.map_err(|problem| problem.to_string())?;
    let found = workspace.validate(&loaded);
    let errors =
        loaded.diagnostics.iter().chain(&found).filter(|problem| problem.severity == Severity::Error);
    Ok(errors.map(|problem| format!("{problem}\n")).collect())
}

/// Why the verdicts differ deliberately.
fn reason(ours: &str, theirs: &str) -> Option<&'static str> {
    let found = REASONS.iter().find(|reason| {
        let message = if reason.is_ours { ours } else { theirs };
        reason.messages.iter().any(|part| message.contains(part))
    });
    found.map(|reason| reason.text)
}

/// A reason for another verdict.
struct Reason {
    text: &'static str,
    /// Whether the type rejects the resource, and Puppet accepts it.
    is_ours: bool,
    /// Parts of the messages of the one that rejects it.
    messages: &'static [&'static str],
}

const REASONS: &[Reason] = &[
    Reason { text: "Puppet makes a list of one value", is_ours: true, messages: &["must be a list, found"] },
    Reason {
        text: "Puppet takes the first value of a list",
        is_ours: true,
        messages: &["must be one value, found a list"],
    },
    Reason {
        text: "Puppet makes truth values of texts, and of any value where nothing lists them",
        is_ours: true,
        messages: &["(EBoolean), found"],
    },
    Reason {
        text: "Puppet compares the text of a value, which is written in quotes here",
        is_ours: true,
        messages: &["must be a string", "of one of its alternatives, found"],
    },
    Reason {
        text: "Puppet only documents that an attribute is required, and the Resource API that one without `ensure` is",
        is_ours: true,
        messages: &["error[MW0601]", "error[MW0602]"],
    },
    Reason {
        text: "an empty list is a missing value",
        is_ours: false,
        messages: &["purge_keys] failed", ": no files"],
    },
    Reason { text: "titles are not split", is_ours: false, messages: &["No set of title patterns"] },
    Reason { text: "the system has no such user", is_ours: false, messages: &["doesn't exist"] },
];

/// The number of resources that each reason excuses.
const KNOWN: crate::known::KnownCounts = &[
    ("Puppet compares the text of a value, which is written in quotes here", 100),
    ("Puppet makes a list of one value", 97),
    ("Puppet makes truth values of texts, and of any value where nothing lists them", 70),
    (
        "Puppet only documents that an attribute is required, and the Resource API that one without `ensure` is",
        3,
    ),
    ("Puppet takes the first value of a list", 26),
    ("an empty list is a missing value", 1),
    ("the system has no such user", 10),
    ("titles are not split", 1),
];
