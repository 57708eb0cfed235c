//! Documents that refer to each other: the problems of each are the same as those of it alone, and each is loaded
//! only a few times.

use modelwright::files::{Entry, Files, Memory, Metadata, Revision};
use modelwright::metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright::workspace::{LinkedDocuments, LoadedDocument, Registry, Workspace};
use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// References of every kind, and rules that use distant objects.
const TYPES: &str = r#"package nodes { uri => 'urn:nodes', prefix => 'n' }
type Node {
  attr id, String { id => true }
  attr level, Integer { check => $it < 9 }
  has parts, Node { max => unbound }
  has next, Node { max => unbound, containment => false }
  has one, Node { containment => false, opposite => other }
  has other, Node { containment => false, opposite => one }
  invariant "a node two steps ahead is high" {
    $self[next].all |$n| { $n[next].all |$m| { $m[level] == undef or $m[level] < 8 } }
  }
}
type Leaf inherits Node {}
"#;

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % most
    }
}

/// A document whose objects refer to other documents, some of which do not exist.
fn document(random: &mut Random, at: usize, count: usize) -> String {
    let mut text = format!(
        "<n:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:n=\"urn:nodes\" id=\"r{at}\" level=\"{}\">",
        random.below(11)
    );
    for part in 0..random.below(4) {
        let _ = write!(text, "<parts id=\"p{at}-{part}\" level=\"{}\"", random.below(10));
        text.push_str(if random.below(3) == 0 { " xsi:type=\"n:Leaf\">" } else { ">" });
        for _ in 0..random.below(3) {
            let feature = ["next", "next", "one", "other", "parts"][random.below(5)];
            let document = random.below(count + 1);
            let fragment = match random.below(4) {
                0 => format!("r{document}"),
                1 => format!("p{document}-{}", random.below(3)),
                2 => format!("//@parts.{}", random.below(3)),
                _ => "/".to_owned(),
            };
            let kind = if random.below(4) == 0 { " xsi:type=\"n:Leaf\"" } else { "" };
            let _ = write!(text, "<{feature}{kind} href=\"{document}.xmi#{fragment}\"/>");
        }
        text.push_str("</parts>");
    }
    text + "</n:Node>"
}

fn paths(count: usize) -> Vec<PathBuf> {
    (0..count).map(|at| PathBuf::from(format!("/{at}.xmi"))).collect()
}

fn workspace(files: Arc<dyn Files>) -> Workspace {
    Workspace { files, models: vec!["/nodes.pp".into()], ..Workspace::default() }
}

fn words(problem: &Diagnostic) -> String {
    let place = problem.labels.first().map(|label| (label.source.name().to_owned(), label.range.clone()));
    format!("{} {} {:?} {place:?}", problem.code, problem.message, problem.object)
}

fn findings(workspace: &Workspace, loaded: &LoadedDocument) -> Vec<String> {
    words_of(loaded, &workspace.validate(loaded))
}

fn words_of(loaded: &LoadedDocument, found: &Diagnostics) -> Vec<String> {
    loaded.diagnostics.iter().chain(found.iter()).map(words).collect()
}

/// The problems of every document, and how many were checked without loading the document alone.
fn linked(workspace: &Workspace, paths: &[PathBuf]) -> (Vec<Vec<String>>, usize) {
    let format = Registry::standard().format("xmi").expect("the format");
    let inputs = paths.iter().map(|path| (path.clone(), format));
    let documents = LinkedDocuments::new(workspace, inputs, |loaded, found| words_of(loaded, &found));
    let mut visited = 0;
    let all = paths.iter().map(|path| match documents.visit(path) {
        Some(found) => {
            visited += 1;
            found
        }
        None => alone(workspace, path),
    });
    (all.collect(), visited)
}

fn alone(workspace: &Workspace, path: &Path) -> Vec<String> {
    findings(workspace, &workspace.load(path, None).expect("a document"))
}

#[test]
fn documents_that_refer_to_each_other_at_random() {
    let mut problems = 0;
    for seed in 1..=60 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
        let count = 2 + random.below(40);
        let files = Memory::from_iter([("/nodes.pp".to_owned(), TYPES.to_owned())]);
        for (at, path) in paths(count).iter().enumerate() {
            files.write(path, document(&mut random, at, count)).expect("a free path");
        }
        let files: Arc<dyn Files> = Arc::new(files);
        let (found, visited) = linked(&workspace(Arc::clone(&files)), &paths(count));
        assert_eq!(visited, count, "seed {seed}");
        let by_itself = workspace(files);
        for (path, found) in paths(count).iter().zip(found) {
            assert_eq!(found, alone(&by_itself, path), "seed {seed}, {}", path.display());
            problems += found.len();
        }
    }
    assert!(problems > 1000, "only {problems} problems compare little");
}

/// Files that count how often each is opened.
#[derive(Debug)]
struct CountingFiles {
    files: Memory,
    opened: AtomicUsize,
}

impl Files for CountingFiles {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.files.metadata(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.opened.fetch_add(1, Ordering::Relaxed);
        self.files.open(path)
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        self.files.list(directory)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.files.canonicalize(path)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.files.absolute(path)
    }

    fn state(&self) -> Option<Revision> {
        None
    }
}

/// How often files are opened to visit documents; `targets` returns the documents that each refers to.
fn opened(count: usize, targets: impl Fn(usize) -> Vec<usize>) -> usize {
    let files = Memory::from_iter([("/nodes.pp".to_owned(), TYPES.to_owned())]);
    for (at, path) in paths(count).iter().enumerate() {
        let next =
            targets(at).iter().fold(String::new(), |text, to| text + &format!("<next href=\"{to}.xmi#/\"/>"));
        let text = format!(
            "<n:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:n=\"urn:nodes\" id=\"r{at}\" level=\"1\">{next}</n:Node>"
        );
        files.write(path, text).expect("a free path");
    }
    let files = Arc::new(CountingFiles { files, opened: AtomicUsize::new(0) });
    let (found, visited) = linked(&workspace(Arc::clone(&files) as Arc<dyn Files>), &paths(count));
    assert_eq!(found.concat().first(), None);
    assert_eq!(visited, count);
    files.opened.load(Ordering::Relaxed)
}

/// The documents that a document refers to, by their numbers.
type Targets = fn(usize) -> Vec<usize>;

/// Each document is opened to find its references, and again with the documents that refer to it.
#[test]
fn documents_in_rings_chains_and_stars() {
    const COUNT: usize = 300;
    let shapes: [(&str, Targets); 5] = [
        ("ring", |at| vec![(at + 1) % COUNT]),
        ("chain", |at| if at + 1 < COUNT { vec![at + 1] } else { Vec::new() }),
        ("chain backwards", |at| if at > 0 { vec![at - 1] } else { Vec::new() }),
        ("star", |at| if at == 0 { (1..COUNT).collect() } else { vec![0] }),
        ("star inwards", |at| if at == 0 { Vec::new() } else { vec![0] }),
    ];
    for (name, targets) in shapes {
        let opened = opened(COUNT, targets);
        assert!(opened <= 3 * COUNT, "{name}: {opened} times for {COUNT} documents");
    }
}

/// Logic of classes: valid, with a syntax error, and with names that do not exist.
const LOGIC: [&str; 6] =
    ["true", "$f0 == undef", "$self =~ C1 or true", "{ $f0 == }", "$none == 1", "lenght($self)"];

/// An annotation that carries an invariant.
fn invariant(logic: &str) -> String {
    format!(
        "<eAnnotations source=\"urn:modelwright:logic\"><details key=\"invariant\" value=\"{logic}\"/></eAnnotations>"
    )
}

/// A metamodel whose classes and features refer to other metamodels: rightly, wrongly, or to nothing.
/// `sharing` metamodels each have the same namespace.
fn metamodel(random: &mut Random, at: usize, count: usize, sharing: usize) -> String {
    let mut text = format!(
        "<ecore:EPackage xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\" name=\"p{at}\" nsURI=\"urn:p{}\" nsPrefix=\"p{at}\">",
        at / sharing
    );
    let place = |random: &mut Random, name: &str| {
        // Some documents and classes do not exist.
        let (document, number) = (random.below(count + 1), random.below(4));
        if document == at {
            format!("#//{name}{number}")
        } else {
            format!("{document}.ecore#//{name}{number}")
        }
    };
    for class in 0..3 {
        let parents = (0..random.below(3)).map(|_| format!("ecore:EClass {}", place(random, "C")));
        let parents = parents.collect::<Vec<_>>().join(" ");
        let _ = write!(
            text,
            "<eClassifiers xsi:type=\"ecore:EClass\" name=\"C{class}\" eSuperTypes=\"{parents}\">"
        );
        text.push_str(&invariant(LOGIC[random.below(LOGIC.len())]));
        for feature in 0..random.below(4) {
            let (kind, ty, target) = match random.below(5) {
                0 => ("EReference", "EClass", place(random, "D")),
                1 => ("EAttribute", "EDataType", place(random, "C")),
                2 => ("EAttribute", "EDataType", place(random, "D")),
                3 => ("EAttribute", "EDataType", "http://www.eclipse.org/emf/2002/Ecore#//EInt".to_owned()),
                _ => ("EReference", "EClass", place(random, "C")),
            };
            let default = if random.below(3) == 0 { " defaultValueLiteral=\"1x\"" } else { "" };
            let _ = write!(
                text,
                "<eStructuralFeatures xsi:type=\"ecore:{kind}\" name=\"f{feature}\" eType=\"ecore:{ty} {target}\"{default}/>"
            );
        }
        text.push_str("</eClassifiers>");
    }
    for data_type in 0..2 {
        let facets = "<eAnnotations source=\"http:///org/eclipse/emf/ecore/util/ExtendedMetaData\"><details key=\"maxLength\" value=\"1\"/></eAnnotations>";
        let facets = if random.below(2) == 0 { facets } else { "" };
        let _ = write!(
            text,
            "<eClassifiers xsi:type=\"ecore:EDataType\" name=\"D{data_type}\" instanceClassName=\"java.lang.String\">{facets}</eClassifiers>"
        );
    }
    text + "</ecore:EPackage>"
}

/// The problems of metamodels together and alone; the number of those that were checked together.
fn compare_metamodels(files: &Arc<dyn Files>, count: usize) -> (usize, usize) {
    let paths: Vec<PathBuf> = (0..count).map(|at| PathBuf::from(format!("/{at}.ecore"))).collect();
    let without_models = || Workspace { files: Arc::clone(files), ..Workspace::default() };
    let together = without_models();
    let format = Registry::standard().format("ecore").expect("the format");
    let inputs = paths.iter().map(|path| (path.clone(), format));
    let documents = LinkedDocuments::new(&together, inputs, |loaded, found| words_of(loaded, &found));
    let (mut visited, mut problems) = (0, 0);
    let by_itself = without_models();
    for path in &paths {
        let expected = alone(&by_itself, path);
        problems += expected.len();
        if let Some(found) = documents.visit(path) {
            visited += 1;
            assert_eq!(found, expected, "{}", path.display());
        }
    }
    (visited, problems)
}

#[test]
fn metamodels_that_refer_to_each_other_at_random() {
    let mut problems = 0;
    for seed in 1..=60 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
        let count = 2 + random.below(30);
        let sharing = 1 + random.below(3);
        let files = Memory::default();
        for at in 0..count {
            files
                .write(format!("/{at}.ecore"), metamodel(&mut random, at, count, sharing))
                .expect("a free path");
        }
        let files: Arc<dyn Files> = Arc::new(files);
        let (visited, found) = compare_metamodels(&files, count);
        assert_eq!(visited, count, "seed {seed}");
        problems += found;
    }
    assert!(problems > 1000, "only {problems} problems compare little");
}

/// Metamodels that could change each other's problems are loaded alone.
#[test]
fn metamodels_that_depend_on_others_are_loaded_alone() {
    let ring = |at: usize, more: &str| {
        let next = (at + 1) % 40;
        format!(
            "<ecore:EPackage xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\" name=\"p{at}\" nsURI=\"urn:p{at}\" nsPrefix=\"p{at}\">\
             <eClassifiers xsi:type=\"ecore:EClass\" name=\"C\" eSuperTypes=\"{next}.ecore#//C{more}\"/></ecore:EPackage>"
        )
    };
    let typed = |text: &str, base: &str| {
        let data_type = format!(
            "<eClassifiers xsi:type=\"ecore:EDataType\" name=\"D\"><eAnnotations source=\"http:///org/eclipse/emf/ecore/util/ExtendedMetaData\">\
             <details key=\"baseType\" value=\"{base}\"/></eAnnotations></eClassifiers></ecore:EPackage>"
        );
        text.replace("</ecore:EPackage>", &data_type)
    };
    let logical = |text: &str, logic: &str| {
        text.replace("/></ecore:EPackage>", &format!(">{}</eClassifiers></ecore:EPackage>", invariant(logic)))
    };
    let cases = [
        (ring(7, ""), true),
        (ring(7, "").replace("urn:p7", "urn:p8"), true),
        (typed(&ring(7, ""), "urn:p7#D"), true),
        (typed(&ring(7, ""), "urn:p8#D"), false),
        (typed(&ring(7, "").replace("urn:p7", "urn:p8"), "urn:p8#D"), false),
        (ring(7, " urn:p9#//C"), false),
        (logical(&ring(7, ""), "$self =~ C and $none"), true),
        (logical(&ring(7, ""), "$self =~ P7::C"), false),
        (logical(&ring(7, ""), "$self =~ P8::C"), false),
        (logical(&ring(7, ""), "$self =~ None"), false),
    ];
    for (seventh, is_shared) in cases {
        let files = Memory::default();
        for at in 0..40 {
            let text = if at == 7 { seventh.clone() } else { ring(at, "") };
            files.write(format!("/{at}.ecore"), text).expect("a free path");
        }
        let files: Arc<dyn Files> = Arc::new(files);
        let (visited, _) = compare_metamodels(&files, 40);
        assert_eq!(visited, if is_shared { 40 } else { 0 }, "{seventh}");
    }
}

/// A type source whose types use those of other packages: rightly, wrongly, or not.
fn type_source(random: &mut Random, at: usize, count: usize) -> String {
    let mut text = format!("package p{at} {{ uri => 'urn:p{at}' }}\n");
    for class in 0..3 {
        let _ = write!(text, "type C{class}");
        // One message about a cycle concerns several sources, so there is none.
        if at > 0 && random.below(3) == 0 {
            let _ = write!(text, " inherits p{}::C{}", random.below(at), random.below(3));
        }
        text.push_str(" {\n");
        for feature in 0..random.below(3) {
            // Some packages and types do not exist.
            let ty = format!("p{}::C{}", random.below(count + 1), random.below(4));
            let _ = match random.below(4) {
                0 => writeln!(
                    text,
                    "  attr f{feature}, Integer {{ default => 3, check => $it > {} }}",
                    random.below(6)
                ),
                1 => writeln!(text, "  attr f{feature}, Integer[{}, 5]", random.below(8)),
                _ => writeln!(text, "  has f{feature}, {ty} {{ containment => false, min => 0 }}"),
            };
        }
        text.push_str("}\n");
    }
    text
}

/// The problems of type sources, and the number of those that were checked together.
fn type_sources(files: &Arc<dyn Files>, paths: &[PathBuf]) -> (Vec<Vec<String>>, usize) {
    let workspace = Workspace { files: Arc::clone(files), ..Workspace::default() };
    let format = Registry::standard().format("pp").expect("the format");
    let inputs = paths.iter().map(|path| (path.clone(), format));
    let documents = LinkedDocuments::new(&workspace, inputs, |loaded, found| words_of(loaded, &found));
    let mut visited = 0;
    let all = paths.iter().map(|path| match documents.visit(path) {
        Some(found) => {
            visited += 1;
            found
        }
        None => alone(&workspace, path),
    });
    (all.collect(), visited)
}

#[test]
fn type_sources_in_rings_chains_and_stars_are_read_together() {
    const COUNT: usize = 60;
    let shapes: [Targets; 3] = [
        |at| vec![(at + 1) % COUNT],
        |at| if at + 1 < COUNT { vec![at + 1] } else { Vec::new() },
        |at| if at == 0 { (1..COUNT).collect() } else { vec![0] },
    ];
    for targets in shapes {
        let files = Memory::default();
        for at in 0..COUNT {
            let has = |to: &usize| format!("  has r{to}, p{to}::C {{ containment => false, min => 0 }}\n");
            let features: String = targets(at).iter().map(has).collect();
            let text = format!(
                "package p{at} {{ uri => 'urn:p{at}' }}\ntype C {{\n  attr n, Integer {{ check => $it > 0 }}\n{features}}}\n"
            );
            files.write(format!("/{at}.pp"), text).expect("a free path");
        }
        let files: Arc<dyn Files> = Arc::new(files);
        let paths: Vec<PathBuf> = (0..COUNT).map(|at| PathBuf::from(format!("/{at}.pp"))).collect();
        let (found, visited) = type_sources(&files, &paths);
        assert_eq!(found.concat().first(), None);
        assert_eq!(visited, COUNT);
    }
}

#[test]
fn type_sources_that_use_each_other_at_random() {
    let (mut problems, mut visited) = (0, 0);
    for seed in 1..=60 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
        let count = 2 + random.below(12);
        let files = Memory::default();
        for at in 0..count {
            files.write(format!("/{at}.pp"), type_source(&mut random, at, count)).expect("a free path");
        }
        let files: Arc<dyn Files> = Arc::new(files);
        let paths: Vec<PathBuf> = (0..count).map(|at| PathBuf::from(format!("/{at}.pp"))).collect();
        let (found, together) = type_sources(&files, &paths);
        visited += together;
        let by_itself = Workspace { files: Arc::clone(&files), ..Workspace::default() };
        for (path, found) in paths.iter().zip(found) {
            // Alone, a source without errors shows those of the sources that it requires.
            let own = path.display().to_string();
            let mut expected = alone(&by_itself, path);
            expected.retain(|problem| {
                problem.contains(&format!("{:?}", own.trim_start_matches('/')))
                    || problem.contains(&format!("{own:?}"))
            });
            assert_eq!(found, expected, "seed {seed}, {own}");
            problems += found.len();
        }
    }
    assert!(visited > 300 && problems > 500, "{visited} sources with {problems} problems compare little");
}
