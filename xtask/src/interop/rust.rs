//! Generated Rust over a corpus: what EMF finds sound compiles without a warning, and documents go through typed values
//! and come back as the bytes that EMF writes.

mod large;

use super::{Summary, corpus, emf};
use modelwright::workspace::Workspace;
use modelwright_codegen::Options;
use modelwright_codegen::rust::{self, RustOptions};
use modelwright_metamodel::ecore::{ClassId, Metamodel};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What both crates begin with. Only what is not used is let pass.
const HEAD: &str = "#![deny(warnings)]\n#![allow(dead_code)]\n\n";

/// Compiles all metamodels, sends the documents through their types, and measures the types of a large metamodel.
pub(crate) fn run(shared: &Path, work: &Path) -> Result<[Summary; 3], String> {
    let corpus = shared.join("corpus");
    let crates = work.join("rust");
    let sound = sound(&corpus)?;
    let types = compile(&corpus, &crates, &sound)?;
    let values = convert(&corpus, &crates, &sound)?;
    Ok([types, values, large::run(&crates)?])
}

/// The metamodels that EMF loads and validates without errors.
fn sound(corpus: &Path) -> Result<BTreeSet<String>, String> {
    let table = corpus::text(&corpus.join("emf/metamodels.verdicts.tsv"))?;
    let rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let sound = rows.filter(|row| row.get(1) == Some(&"OK") && row.get(4) == Some(&"0"));
    Ok(sound.map(|row| row[0].to_owned()).collect())
}

/// Values and handles.
fn both() -> Options {
    Options { rust: RustOptions { handles: true, ..RustOptions::default() }, ..Options::default() }
}

/// One crate with a module for each metamodel.
fn compile(corpus: &Path, crates: &Path, sound: &BTreeSet<String>) -> Result<Summary, String> {
    let folder = crates.join("types");
    let mut summary = Summary::default();
    let mut modules = String::from(HEAD);
    let mut files = Vec::new();
    for entry in corpus::listed(corpus, "metamodels")? {
        if !sound.contains(&entry.file) {
            continue;
        }
        let (metamodel, _) =
            entry.workspace().load_metamodel(&entry.path()).map_err(|problem| problem.to_string())?;
        let module = format!("m{}", files.len());
        let file = generate(&metamodel, &both(), &folder.join("src").join(&module))?;
        let _ = writeln!(modules, "#[path = \"{module}/{file}\"]\npub mod {module};");
        files.push(entry.file);
    }
    write(&folder, "interop-types", "lib.rs", &modules)?;
    let problems = cargo(&folder, "check")?;
    for (at, file) in files.iter().enumerate() {
        let found = problems.get(&format!("m{at}"));
        summary.note(found.is_none(), || format!("{file} (m{at}): {}", found.map_or("", String::as_str)));
    }
    Ok(summary)
}

/// A document, and the types that it needs.
struct Case {
    file: String,
    path: PathBuf,
    module: usize,
    roots: BTreeSet<String>,
}

/// The types of some metamodels together: their number, their file, and the names of structs.
type Module = (usize, String, HashMap<ClassId, String>);

/// A program that reads each document as typed values and writes it again.
fn convert(corpus: &Path, crates: &Path, sound: &BTreeSet<String>) -> Result<Summary, String> {
    let folder = crates.join("values");
    let mut summary = Summary::default();
    let mut modules: BTreeMap<Vec<String>, Module> = BTreeMap::new();
    let mut cases = Vec::new();
    // Documents may lack required values, and the types must hold them all the same.
    let options = Options { rust: RustOptions { incomplete: true, ..both().rust }, ..Options::default() };
    for entry in corpus::listed(corpus, "instances")? {
        let known = entry.metamodels.iter().all(|name| sound.contains(name));
        if !known || !corpus.join("emf/resaved").join(&entry.file).exists() {
            continue;
        }
        let workspace: Workspace = entry.workspace();
        let (loaded, problem) = emf::load(&workspace, &entry.path(), "xmi")?;
        if let Some(problem) = problem {
            summary.differences.push(format!("{}: {problem}", entry.file));
            continue;
        }
        let metamodel = loaded.model.metamodel();
        let next = modules.len();
        if !modules.contains_key(&entry.metamodels) {
            let file = generate(metamodel, &options, &folder.join(format!("src/m{next}")))?;
            let names = rust::struct_names(metamodel, &[], &options);
            modules.insert(entry.metamodels.clone(), (next, file, names));
        }
        let (module, _, names) = &modules[&entry.metamodels];
        let roots = loaded.model.document(loaded.document).roots();
        let roots: BTreeSet<Option<String>> =
            roots.iter().map(|root| names.get(&loaded.model.class(*root)).cloned()).collect();
        let Some(roots) = roots.into_iter().collect::<Option<BTreeSet<String>>>() else {
            summary.differences.push(format!("{}: a root has no type", entry.file));
            continue;
        };
        if roots.is_empty() {
            summary.differences.push(format!("{}: there are no roots to have a type", entry.file));
            continue;
        }
        cases.push(Case { path: entry.path(), file: entry.file, module: *module, roots });
    }
    let mut program = String::from(HEAD);
    for (module, file, _) in modules.values() {
        let _ = writeln!(program, "#[path = \"m{module}/{file}\"]\npub mod m{module};");
    }
    program.push_str(&main(&cases));
    write(&folder, "interop-values", "main.rs", &program)?;
    let problems = cargo(&folder, "build")?;
    if !problems.is_empty() {
        summary.differences.extend(problems.into_iter().map(|(module, text)| format!("{module}: {text}")));
        return Ok(summary);
    }
    let out = folder.join("out");
    fs::create_dir_all(&out).map_err(|e| e.to_string())?;
    let program = crates.join("target/debug/interop-values");
    let ran = Command::new(&program).arg(&out).output().map_err(|e| format!("{}: {e}", program.display()))?;
    let told = String::from_utf8_lossy(&ran.stdout);
    let told: HashMap<&str, &str> = told.lines().filter_map(|line| line.split_once('\t')).collect();
    for (at, case) in cases.iter().enumerate() {
        let theirs = fs::read(corpus.join("emf/resaved").join(&case.file)).map_err(|e| e.to_string())?;
        let theirs = without_locations(theirs);
        let ours = fs::read(out.join(at.to_string())).ok().map(without_locations);
        let number = at.to_string();
        summary.note(ours.as_ref() == Some(&theirs), || match told.get(number.as_str()) {
            Some(problem) => format!("{} (m{}): {problem}", case.file, case.module),
            None => format!("{}: {}", case.file, emf::first_difference(ours.as_deref(), &theirs)),
        });
    }
    Ok(summary)
}

/// A document without what it says of where its metamodels lie: generated types have theirs with them, as EMF's
/// generated classes do, for which it writes no locations either.
fn without_locations(bytes: Vec<u8>) -> Vec<u8> {
    let Ok(mut text) = String::from_utf8(bytes.clone()) else { return bytes };
    let without = |text: &mut String, attribute: &str| {
        let from = text.find(attribute);
        let end = from
            .and_then(|from| Some(from + attribute.len() + text[from + attribute.len()..].find('"')? + 1));
        if let (Some(from), Some(end)) = (from, end) {
            text.replace_range(from..end, "");
        }
    };
    without(&mut text, " xsi:schemaLocation=\"");
    if !text.contains(" xsi:") {
        without(&mut text, " xmlns:xsi=\"");
    }
    text.into_bytes()
}

/// The part of the program that goes through the documents, each with an enum of the types that its roots have.
fn main(cases: &[Case]) -> String {
    let mut text = String::from(
        "\nfn convert<T: modelwright_metamodel::typed::Element>(number: usize, path: &str, out: &str) {\n    \
         let _ = std::fs::remove_file(format!(\"{out}/{number}\"));\n    \
         let bytes = std::fs::read(path).expect(\"a file of the corpus\");\n    \
         let document = modelwright_metamodel::typed::Document::<T>::from_xmi(bytes);\n    \
         match document.and_then(|document| document.to_xmi()) {\n        \
         Ok(bytes) => std::fs::write(format!(\"{out}/{number}\"), bytes).expect(\"a file\"),\n        \
         Err(problems) => println!(\"{number}\\t{}\", problems.iter().next().expect(\"a problem\")),\n    }\n}\n",
    );
    let mut calls = String::new();
    for (at, case) in cases.iter().enumerate() {
        let names: Vec<&str> = case.roots.iter().map(String::as_str).collect();
        let variants: Vec<String> = names.iter().map(|name| format!("{name}({name})")).collect();
        let _ = writeln!(
            text,
            "\nmod c{at} {{\n    use crate::m{}::{{{}}};\n    use modelwright_metamodel::typed;\n    \
             #[derive(Debug)]\n    #[allow(clippy::large_enum_variant)]\n    pub enum Roots0 {{ {} }}\n    \
             typed::union! {{ Roots0 {{ {} }} }}\n}}",
            case.module,
            names.join(", "),
            variants.join(", "),
            names.join(", ")
        );
        let path = case.path.canonicalize().unwrap_or_else(|_| case.path.clone());
        let _ =
            writeln!(calls, "    convert::<c{at}::Roots0>({at}, {:?}, &out);", path.display().to_string());
    }
    let _ = write!(
        text,
        "\nfn main() {{\n    let out = std::env::args().nth(1).expect(\"a folder\");\n{calls}}}\n"
    );
    text
}

/// Writes what is generated into a folder, and gives the name of its Rust file.
fn generate(metamodel: &Metamodel, options: &Options, folder: &Path) -> Result<String, String> {
    let (files, problems) = rust::generate(metamodel, &[], options);
    if problems.has_errors() {
        return Err(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    }
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for file in &files {
        let path = folder.join(&file.path);
        fs::write(&path, &file.text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    files.first().map(|file| file.path.clone()).ok_or_else(|| "nothing was generated".to_owned())
}

fn write(folder: &Path, name: &str, file: &str, text: &str) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no workspace")?;
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         modelwright-metamodel = {{ path = {:?} }}\n\n[profile.dev]\ndebug = false\n",
        root.join("metamodel").display().to_string()
    );
    let put = || -> std::io::Result<()> {
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        fs::write(folder.join("src").join(file), text)
    };
    put().map_err(|e| format!("{}: {e}", folder.display()))
}

/// Runs cargo in a folder, and gives the first error of each module.
fn cargo(folder: &Path, command: &str) -> Result<HashMap<String, String>, String> {
    let ran = Command::new(env!("CARGO"))
        .args([command, "--offline", "--quiet", "--message-format", "short", "--target-dir", "../target"])
        .current_dir(folder)
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    let told = String::from_utf8_lossy(&ran.stderr);
    let mut problems = HashMap::new();
    for line in told.lines().filter(|line| line.contains(": error")) {
        let module = line.strip_prefix("src/").and_then(|rest| rest.split('/').next()).unwrap_or("the crate");
        problems.entry(module.to_owned()).or_insert_with(|| line.to_owned());
    }
    if ran.status.success() || !problems.is_empty() { Ok(problems) } else { Err(told.into_owned()) }
}
