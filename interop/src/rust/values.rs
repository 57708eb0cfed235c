//! Converts documents through typed values: a generated program contains the types of all required
//! metamodels, reads each document with the metamodel from its files, as the reference implementation did,
//! and writes it again.

use super::super::{corpus, emf};
use super::{HEAD, Summary, both, cargo, generate, write};
use modelwright::workspace::LoadedDocument;
use modelwright_codegen::rust::{self, RustOptions};
use modelwright_metamodel::ecore::{ClassId, PackageId};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The code that processes each document.
const CONVERT: &str = include_str!("convert.rs.txt");

/// A document, and the types that it requires.
struct Case {
    file: String,
    path: PathBuf,
    models: Vec<PathBuf>,
    module: usize,
    roots: BTreeSet<String>,
}

/// The types of some metamodels together: their number, their file, and the names of structs.
type Module = (usize, String, HashMap<ClassId, String>);

/// The contents of the program.
struct Program<'f> {
    directory: &'f Path,
    options: RustOptions,
    modules: BTreeMap<Vec<String>, Module>,
    cases: Vec<Case>,
}

pub(super) fn run(corpus: &Path, crates: &Path, sound: &BTreeSet<String>) -> Result<Summary, String> {
    let directory = crates.join("values");
    // Documents may lack required values, but the types must be able to store them.
    let options = RustOptions { incomplete: true, ..both() };
    let mut program = Program { directory: &directory, options, modules: BTreeMap::new(), cases: Vec::new() };
    let mut summary = Summary::default();
    for entry in corpus::listed(corpus, "instances")? {
        let known = entry.metamodels.iter().all(|name| sound.contains(name));
        if known && corpus.join("emf/resaved").join(&entry.file).exists() {
            let file = entry.file.clone();
            if let Err(problem) = program.add(entry) {
                summary.differences.push(format!("{file}: {problem}"));
            }
        }
    }
    write(&directory, "interop-values", "main.rs", &program.text())?;
    let problems = cargo(&directory, "build")?;
    if !problems.is_empty() {
        summary.differences.extend(problems.into_iter().map(|(module, text)| format!("{module}: {text}")));
        return Ok(summary);
    }
    let out = directory.join("out");
    fs::create_dir_all(&out).map_err(|e| e.to_string())?;
    let binary = crates.join("target/debug/interop-values");
    let ran = Command::new(&binary).arg(&out).output().map_err(|e| format!("{}: {e}", binary.display()))?;
    compare(corpus, &out, &program.cases, &String::from_utf8_lossy(&ran.stdout), &mut summary)?;
    Ok(summary)
}

/// Compares the output of the program, which also reported the documents that it could not write.
fn compare(
    corpus: &Path,
    out: &Path,
    cases: &[Case],
    reported: &str,
    summary: &mut Summary,
) -> Result<(), String> {
    let reported: HashMap<&str, &str> = reported.lines().filter_map(|line| line.split_once('\t')).collect();
    for (at, case) in cases.iter().enumerate() {
        let theirs = fs::read(corpus.join("emf/resaved").join(&case.file)).map_err(|e| e.to_string())?;
        let number = at.to_string();
        let ours = fs::read(out.join(&number)).ok();
        summary.note(ours.as_ref() == Some(&theirs), || match reported.get(number.as_str()) {
            Some(problem) => format!("{} (m{}): {problem}", case.file, case.module),
            None => format!("{}: {}", case.file, emf::first_difference(ours.as_deref(), &theirs)),
        });
    }
    Ok(())
}

impl Program<'_> {
    /// Adds a document, and the types of its metamodels if no other document has added them.
    fn add(&mut self, entry: corpus::Entry) -> Result<(), String> {
        let workspace = entry.workspace();
        let (loaded, problem) = emf::load(&workspace, &entry.path(), "xmi")?;
        if let Some(problem) = problem {
            return Err(problem);
        }
        let packages = packages(&loaded);
        // A document without listed metamodels declares their locations itself.
        let alone = || vec![entry.file.clone()];
        let mut key = if entry.metamodels.is_empty() { alone() } else { entry.metamodels.clone() };
        key.push(format!("{packages:?}"));
        if !self.modules.contains_key(&key) {
            let next = self.modules.len();
            let (metamodel, directory) =
                (loaded.model.metamodel(), self.directory.join(format!("src/m{next}")));
            let file = generate(metamodel, &packages, &self.options, &directory)?;
            let names = rust::struct_names(metamodel, &packages, &self.options);
            self.modules.insert(key.clone(), (next, file, names));
        }
        let (module, _, names) = &self.modules[&key];
        let roots = loaded.model.document(loaded.document).roots();
        let roots = roots.iter().map(|root| names.get(&loaded.model.class(*root)).cloned());
        let roots = roots.collect::<Option<BTreeSet<String>>>().ok_or("a root has no type")?;
        let absolute = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let models = workspace.models.iter().map(|path| absolute(path)).collect();
        let path = absolute(&entry.path());
        self.cases.push(Case { path, models, file: entry.file, module: *module, roots });
        Ok(())
    }

    fn text(&self) -> String {
        let mut text = String::from(HEAD);
        for (module, file, _) in self.modules.values() {
            let _ = writeln!(text, "#[path = \"m{module}/{file}\"]\npub mod m{module};");
        }
        text.push_str(CONVERT);
        let mut calls = String::new();
        for (at, case) in self.cases.iter().enumerate() {
            text.push_str(&roots(at, case));
            let _ = writeln!(
                calls,
                "    convert::<c{at}::Roots0>({at}, {:?}, &{:?}, &out);",
                case.path.display().to_string(),
                case.models.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
            );
        }
        let _ = write!(
            text,
            "\nfn main() {{\n    let out = std::env::args().nth(1).expect(\"a directory\");\n{calls}}}\n"
        );
        text
    }
}

/// The packages to generate: all of the metamodel, and Ecore itself if the document contains objects of its classes.
fn packages(loaded: &LoadedDocument) -> Vec<PackageId> {
    let (model, metamodel) = (&loaded.model, loaded.model.metamodel());
    let of_ecore = |package| metamodel.is_ecore_package(package);
    let mut objects = model.objects().filter(|object| model.document_of(*object) == Some(loaded.document));
    let used = objects.find(|object| of_ecore(metamodel[model.class(*object)].package));
    let ecore = used.map(|object| metamodel[model.class(object)].package);
    match ecore {
        Some(ecore) => metamodel.roots().chain([ecore]).collect(),
        None => Vec::new(),
    }
}

/// An enum of the types that a document's roots have.
fn roots(at: usize, case: &Case) -> String {
    let names: Vec<&str> = case.roots.iter().map(String::as_str).collect();
    let variants: Vec<String> = names.iter().map(|name| format!("{name}({name})")).collect();
    // A document may have no roots.
    let import = match names.as_slice() {
        [] => String::new(),
        _ => format!("use crate::m{}::{{{}}};\n    ", case.module, names.join(", ")),
    };
    format!(
        "\nmod c{at} {{\n    {import}use modelwright_typed as typed;\n    \
         #[derive(Debug)]\n    #[allow(clippy::large_enum_variant)]\n    pub enum Roots0 {{ {} }}\n    \
         typed::union! {{ Roots0 {{ {} }} }}\n}}\n",
        variants.join(", "),
        names.join(", ")
    )
}
