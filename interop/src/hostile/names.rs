//! Generated text for metamodels with hostile names, documentation and values.
//!
//! Every target must produce text that a parser of its language accepts: rustfmt, `serde_json` and a checker of JSON
//! Schema, our own and xmllint's reader of XML Schema, our reader of Ecore, which must find the same names; and the
//! structure of the shipped reference in Markdown, which names must not change. This module does not know how targets
//! escape.

use crate::random::Random;
use crate::sample::sample;
use crate::schemas::xml;
use crate::{Summary, root};
use modelwright::files::{Disk, Files};
use modelwright::workspace::Workspace;
use modelwright_codegen::json_schema::{self, Dialect, Draft, JsonSchemaOptions};
use modelwright_codegen::rust::{self, RustOptions};
use modelwright_codegen::template::{self, Template};
use modelwright_codegen::xsd::{self, XsdOptions};
use modelwright_codegen::{GeneratedFile, Request, Script, files_of_directory, target};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::{
    Annotation, Classifier, EnumLiteral, Feature, FeatureKind, GEN_MODEL, Metamodel, MetamodelBuilder,
    TypeUse, TypedElement, builtin,
};
use modelwright_metamodel::input::Limits;
use modelwright_schema_validator as schemas;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// The usual number of metamodels.
const COUNT: usize = 500;

/// Pieces of names and texts that end a string, a comment, a tag, a cell, a line or an expression somewhere.
const PIECES: [&str; 40] = [
    "a",
    "B",
    "Name",
    "_",
    "1",
    "é",
    "type",
    "self",
    "|",
    "`",
    "``",
    "<",
    ">",
    "</script>",
    "<!--",
    "-->",
    "]]>",
    "&",
    "&lt;",
    "\"",
    "'",
    "\\",
    "/",
    "*/",
    "//",
    "#",
    "%20",
    "${x}",
    "{{x}}",
    "{%",
    "\n",
    "\r",
    "\t",
    " ",
    "\u{2028}",
    "\u{202e}",
    "\u{feff}",
    "\u{1f600}",
    "$ref",
    "--",
];

/// Characters that XML cannot contain are not tried: no document can have them.
fn text(random: &mut Random, max: usize) -> String {
    (0..=random.below(max)).map(|_| random.pick(&PIECES)).collect()
}

fn documentation(random: &mut Random) -> Vec<Annotation> {
    if random.one_in(3) {
        return Vec::new();
    }
    let details = vec![(Some("documentation".to_owned()), Some(text(random, 12)))];
    vec![Annotation { source: Some(GEN_MODEL.to_owned()), details, ..Annotation::default() }]
}

/// A metamodel whose names are random.
fn metamodel(random: &mut Random) -> Metamodel {
    let mut builder = MetamodelBuilder::new();
    let package = builder.package(None, text(random, 3));
    builder.package_mut(package).ns_uri = Some(format!("http://example.org/{}", random.below(9)));
    builder.package_mut(package).ns_prefix = Some("p".to_owned());
    builder.package_mut(package).annotations = documentation(random);
    let literals = (0..4).map(|value| EnumLiteral {
        name: format!("{}{value}", text(random, 3)),
        value,
        literal: Some(text(random, 3)),
        annotations: Vec::new(),
    });
    let literals: Vec<EnumLiteral> = literals.collect();
    let literal = literals[0].name.clone();
    let enumeration = builder.enumeration(package, format!("{}En", text(random, 2)), literals);
    let classes: Vec<_> =
        (0..3).map(|at| builder.class(package, format!("{}{at}", text(random, 4)))).collect();
    for (at, class) in classes.iter().enumerate() {
        builder.class_mut(*class).annotations = documentation(random);
        if at == 1 {
            builder.class_mut(*class).supertypes = vec![TypeUse::new(Classifier::Class(classes[0]))];
        }
        for number in 0..3 {
            let part = FeatureKind::Reference {
                containment: number == 0,
                resolve_proxies: true,
                opposite: None,
                keys: Vec::new(),
            };
            let (ty, kind, default) = match random.below(3) {
                0 => (Classifier::Class(random.pick(&classes)), part, None),
                1 => (
                    Classifier::DataType(enumeration),
                    FeatureKind::Attribute { id: false },
                    Some(literal.clone()),
                ),
                _ => {
                    let string = Classifier::DataType(builtin::ESTRING);
                    (string, FeatureKind::Attribute { id: false }, Some(text(random, 4)))
                }
            };
            let typed = TypedElement {
                name: format!("{}{at}{number}", text(random, 4)),
                ty: Some(TypeUse::new(ty)),
                annotations: documentation(random),
                upper: 1,
                ..TypedElement::default()
            };
            let feature = builder.feature(Feature::new(*class, kind, typed));
            builder.feature_mut(feature).default_literal = default;
        }
    }
    builder.build().0
}

/// The names of all classes, literals and features, in the order of the metamodel.
fn names(metamodel: &Metamodel) -> Vec<String> {
    let classes = metamodel.classes().filter(|(_, class)| !metamodel.is_built_in(class.package));
    let features = metamodel.features().filter(|(_, f)| !metamodel.is_built_in(metamodel[f.owner].package));
    let typed = features.map(|(_, feature)| {
        let target = match feature.typed.ty.as_ref().and_then(|ty| ty.classifier.as_ref()) {
            Some(Classifier::Class(class)) => metamodel[*class].name.as_str(),
            Some(Classifier::DataType(data_type)) => metamodel[*data_type].name.as_str(),
            None => "",
        };
        format!("{}: {target} = {:?}", feature.name(), feature.default_literal)
    });
    classes.map(|(_, class)| class.name.clone()).chain(typed).collect()
}

/// Generates the text of all targets for `--count` metamodels by `--seed`.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (seed, count) = sample(arguments, (1, COUNT))?;
    let work = work.join("names");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let path = root().join("examples/templates/reference.md.j2");
    let reference = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut summary = Summary::default();
    for number in 0..count {
        let metamodel = metamodel(&mut Random::new(seed, number));
        let directory = work.join(number.to_string());
        std::fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
        let checks = [
            ("rust", check_rust(&metamodel, &directory)),
            ("json-schema", check_json_schema(&metamodel)),
            ("xsd", check_xsd(&metamodel, &directory)),
            ("ecore", check_ecore(&metamodel, &directory)),
            ("reference", check_reference(&metamodel, &reference, &directory)),
        ];
        for (name, result) in checks {
            let difference =
                || format!("{name} of {}: {}", directory.display(), result.clone().err().unwrap_or_default());
            summary.note(result.is_ok(), difference);
        }
    }
    Ok(summary)
}

/// Writes files as the command line does, and returns their paths; none if the name of a file is invalid.
fn put(directory: &Path, files: &[GeneratedFile]) -> Result<Vec<PathBuf>, String> {
    let Ok(files) = files_of_directory(files.to_vec()) else { return Ok(Vec::new()) };
    let mut paths = Vec::new();
    for file in files {
        let path = directory.join(&file.path);
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = written.and_then(|()| std::fs::write(&path, &file.text));
        written.map_err(|e| format!("{}: {e}", path.display()))?;
        paths.push(path);
    }
    Ok(paths)
}

fn check_rust(metamodel: &Metamodel, directory: &Path) -> Result<(), String> {
    for handles in [false, true] {
        let (files, _) = rust::generate(metamodel, &[], &RustOptions { handles, ..RustOptions::default() });
        let paths = put(directory, &files)?;
        if paths.is_empty() {
            continue;
        }
        let sources = paths.iter().filter(|path| path.extension().is_some_and(|end| end == "rs"));
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--edition", "2024", "--emit", "stdout", "--quiet"]).args(sources);
        let output = rustfmt.output().map_err(|e| format!("rustfmt cannot be started: {e}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr)
                .lines()
                .take(4)
                .collect::<Vec<_>>()
                .join(" / "));
        }
    }
    Ok(())
}

fn check_json_schema(metamodel: &Metamodel) -> Result<(), String> {
    for (dialect, draft) in [(Dialect::Plain, Draft::Draft202012), (Dialect::Emf, Draft::Draft07)] {
        let options = JsonSchemaOptions { dialect, draft, ..JsonSchemaOptions::default() };
        for file in json_schema::generate(metamodel, &[], &options).0 {
            let schema: serde_json::Value = serde_json::from_str(&file.text).map_err(|e| e.to_string())?;
            jsonschema::validator_for(&schema).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

fn check_xsd(metamodel: &Metamodel, directory: &Path) -> Result<(), String> {
    let (files, _) = xsd::generate(metamodel, &[], &XsdOptions::default());
    let paths = put(directory, &files)?;
    let (Some(first), Some(path)) = (files.first(), paths.first()) else { return Ok(()) };
    let document = directory.join("document.xml");
    std::fs::write(&document, "<none/>").map_err(|e| e.to_string())?;
    xml::verdicts(path, &[document])?;
    let disk: Arc<dyn Files> = Arc::new(Disk::new());
    let text = first.text.clone().into_bytes();
    schemas::load(&disk, path, text, &Limits::default()).map(drop).map_err(|problem| problem.to_string())
}

fn check_ecore(metamodel: &Metamodel, directory: &Path) -> Result<(), String> {
    let target = target("ecore").ok_or("no target `ecore`")?;
    let (files, _) = target.generate(&Request::new(metamodel));
    let paths = put(directory, &files)?;
    let Some(path) = paths.first() else { return Ok(()) };
    let (again, _) = Workspace::default().load_metamodel(path).map_err(|problem| problem.to_string())?;
    let (before, after) = (names(metamodel), names(&again));
    match before.iter().zip(&after).find(|(one, other)| one != other) {
        Some((one, other)) => Err(format!("{one:?} becomes {other:?}")),
        None if before.len() != after.len() => Err(format!("{} names become {}", before.len(), after.len())),
        None => Ok(()),
    }
}

fn check_reference(metamodel: &Metamodel, reference: &str, directory: &Path) -> Result<(), String> {
    let script = Script::new("reference.md.j2", Source::new("reference.md.j2", reference));
    let (files, problems) = template::generate(metamodel, &[], &Template::new(script));
    put(directory, &files)?;
    let file = files.first().ok_or_else(|| problems.to_string())?;
    let headings = file.text.lines().filter(|line| line.starts_with("### ")).count();
    let expected = metamodel.classes().filter(|(_, class)| !metamodel.is_built_in(class.package)).count() + 1;
    if headings != expected {
        return Err(format!("{headings} headings of types instead of {expected}"));
    }
    file.text.lines().try_for_each(check_line)
}

/// Checks that a line has no tag except anchors and code, and that a row has four cells, or three.
fn check_line(line: &str) -> Result<(), String> {
    let (mut tags, mut cells, mut at) = (Vec::new(), 0, 0);
    let bytes = line.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'|' => cells += 1,
            b'<' => tags.push(&line[at..]),
            // What is in a span of code means nothing, except that a bar ends a cell.
            b'`' => {
                let fence = line[at..].bytes().take_while(|byte| *byte == b'`').count();
                at += fence;
                loop {
                    let Some(next) = line[at..].find('`') else {
                        return Err(format!("code without end: {line}"));
                    };
                    cells += line[at..at + next].matches('|').count();
                    at += next;
                    let run = line[at..].bytes().take_while(|byte| *byte == b'`').count();
                    at += run;
                    if run == fence {
                        break;
                    }
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    let known =
        |tag: &&str| ["<a id=\"", "</a>", "<code>", "</code>"].iter().any(|start| tag.starts_with(start));
    if let Some(tag) = tags.iter().find(|tag| !known(tag)) {
        return Err(format!("a tag: {tag}"));
    }
    let is_row = line.starts_with("| ");
    if (is_row && !(4..=5).contains(&cells)) || (!is_row && cells > 0) {
        return Err(format!("{cells} bars in: {line}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_line;

    #[test]
    fn names_that_change_the_structure_are_found() {
        assert!(check_line("| a\\|b | `c` | d | <code>e&#124;</code> |").is_ok());
        assert!(check_line("### <a id=\"a\"></a>\\<b\\> `` ` ``").is_ok());
        for line in ["| a|b | c | d | e |", "a <b>", "`c", "| `a|b` | c | d | e |", "a | b"] {
            assert!(check_line(line).is_err(), "{line}");
        }
    }
}
