//! Workspaces over memory and over unsaved texts: nothing else is read, and after an edit only the documents that
//! depend on it.

#![expect(clippy::disallowed_methods, reason = "tests fill memory from their cases")]

#[path = "workspace/registry.rs"]
mod registry;

use modelwright::codegen::{self, Request};
use modelwright::files::{Disk, Entry, Files, Memory, Metadata, Overlay, Revision};
use modelwright::formats::WriteOptions;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Files that record which ones were opened.
#[derive(Debug)]
struct RecordingFiles {
    files: Arc<dyn Files>,
    /// Whether the revision of all files is known.
    has_state: bool,
    paths: Mutex<Vec<PathBuf>>,
}

impl RecordingFiles {
    fn over(files: Arc<dyn Files>, has_state: bool) -> Arc<Self> {
        Arc::new(Self { files, has_state, paths: Mutex::default() })
    }

    /// The names of the files that were opened since the last call.
    fn take(&self) -> Vec<String> {
        let paths = std::mem::take(&mut *self.paths.lock().expect("no panic"));
        paths.iter().map(|path| path.file_name().expect("a name").to_string_lossy().into_owned()).collect()
    }
}

impl Files for RecordingFiles {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.files.metadata(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.paths.lock().expect("no panic").push(self.files.absolute(path));
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
        self.files.state().filter(|_| self.has_state)
    }
}

/// An overlay over memory, a workspace over it, and the files that it opens; with and without a known revision.
fn edited(files: &[(&str, &str)]) -> impl Iterator<Item = (Arc<Overlay>, Arc<RecordingFiles>, Workspace)> {
    [true, false].into_iter().map(|has_state| {
        let memory = Memory::from_iter(files.iter().map(|(path, text)| (path, *text)));
        let overlay = Arc::new(Overlay::new(Arc::new(memory)));
        let opened = RecordingFiles::over(Arc::clone(&overlay) as _, has_state);
        let workspace = Workspace { files: Arc::clone(&opened) as _, ..Workspace::default() };
        (overlay, opened, workspace)
    })
}

fn load(workspace: &Workspace, path: &str) -> LoadedDocument {
    workspace.load(Path::new(path), None).expect("a document")
}

/// All problems of a document.
fn problems(workspace: &Workspace, path: &str) -> Vec<String> {
    let loaded = load(workspace, path);
    let findings = workspace.validate(&loaded);
    loaded.diagnostics.iter().chain(findings.iter()).map(|problem| problem.message.clone()).collect()
}

fn write(loaded: &LoadedDocument, format: &str) -> String {
    let format = Registry::standard().format(format).expect("a format");
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    String::from_utf8(written.expect("a document").0).expect("UTF-8")
}

#[test]
fn an_instance_is_checked_converted_and_generated_for_from_memory() {
    let example = |name: &str| {
        fs::read_to_string(Path::new("examples/library").join(name)).expect("a file of the example")
    };
    let memory = Memory::from_iter(["library.pp", "books.xmi"].map(|name| (name, example(name))));
    let models = vec!["library.pp".into()];
    let workspace = Workspace { files: Arc::new(memory), models, ..Workspace::default() };
    assert_eq!(problems(&workspace, "books.xmi"), Vec::<String>::new());
    let loaded = load(&workspace, "books.xmi");
    assert_eq!(loaded.model.document(loaded.document).uri, "file:/books.xmi");
    for format in ["json", "yaml", "xmi"] {
        assert_eq!(write(&loaded, format), example(&format!("books.{format}")), "{format}");
    }
    let (metamodel, found) = workspace.given_metamodel();
    assert!(found.is_empty());
    for target in ["rust", "json-schema", "ecore"] {
        let target = codegen::target(target).expect("a target");
        let (files, problems) = target.generate(&Request::new(&metamodel));
        assert!(!files.is_empty() && !problems.has_errors(), "{}", target.name);
    }
}

#[test]
fn hiera_sites_are_the_same_from_memory() {
    let memory = Memory::new();
    let mut directories = vec![PathBuf::from("tests/hiera")];
    let mut sites = Vec::new();
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).expect("a directory").flatten() {
            let path = entry.path();
            if path.is_dir() {
                directories.push(path);
            } else {
                memory.write(&path, fs::read(&path).expect("a file")).expect("a path that is free");
                sites.extend(path.ends_with("hiera.yaml").then(|| directory.clone()));
            }
        }
    }
    let workspace = Workspace { files: Arc::new(memory), ..Workspace::default() };
    assert!(sites.len() >= 15, "only {} sites", sites.len());
    for site in sites {
        let expected = |name: &str| fs::read_to_string(site.join(name)).unwrap_or_default();
        let loaded = workspace.load(&site.join("hiera.yaml"), None).expect("a configuration");
        let problems: String = loaded.diagnostics.iter().map(|problem| format!("{problem}\n")).collect();
        assert_eq!(write(&loaded, "json"), expected("bindings.json"), "{}", site.display());
        assert_eq!(problems, expected("problems"), "{}", site.display());
    }
}

#[test]
fn hiera_does_not_leave_its_directory_in_memory_either() {
    let outside = "---\n:backends: yaml\n:hierarchy: common\n:yaml:\n  :datadir: ../data\n";
    let memory = Memory::from_iter([("/site/hiera.yaml", outside), ("/data/common.yaml", "a: 1\n")]);
    let mut workspace = Workspace { files: Arc::new(memory), ..Workspace::default() };
    let found = problems(&workspace, "/site/hiera.yaml");
    assert!(found[0].contains("outside the directory of the configuration"), "{found:?}");
    workspace.paths.push("/data".into());
    assert_eq!(problems(&workspace, "/site/hiera.yaml"), Vec::<String>::new());
}

const CARS: &str = "package cars { uri => 'urn:cars' }\ntype Car { attr name, String { min => 1 } }\n";
const STRICT_CARS: &str = "package cars { uri => 'urn:cars' }\n\
    type Car { attr name, String { min => 1 } attr plate, String { min => 1 } }\n";
const SHOPS: &str = "package shops { uri => 'urn:shops' }\ntype Shop { attr name, String { min => 1 } }\n";
const CAR: &str = "{ \"$model\": \"urn:cars\", \"$type\": \"Car\", \"name\": \"beetle\" }";
const SHOP: &str = "{ \"$model\": \"urn:shops\", \"$type\": \"Shop\", \"name\": \"corner\" }";

#[test]
fn only_the_edited_metamodel_of_a_directory_is_read_again() {
    let files =
        [("/models/cars.pp", CARS), ("/models/shops.pp", SHOPS), ("/car.json", CAR), ("/shop.json", SHOP)];
    for (overlay, opened, mut workspace) in edited(&files) {
        workspace.paths.push("/models".into());
        for document in ["/car.json", "/shop.json"] {
            assert_eq!(problems(&workspace, document), Vec::<String>::new());
        }
        opened.take();
        assert_eq!(problems(&workspace, "/car.json"), Vec::<String>::new());
        assert_eq!(opened.take(), ["car.json"]);

        overlay.write("/models/cars.pp", STRICT_CARS).expect("a text");
        let found = problems(&workspace, "/car.json");
        assert!(found.len() == 1 && found[0].contains("plate"), "{found:?}");
        let names = opened.take();
        assert!(
            names.contains(&"cars.pp".to_owned()) && !names.contains(&"shops.pp".to_owned()),
            "{names:?}"
        );
        assert_eq!(problems(&workspace, "/shop.json"), Vec::<String>::new());
        assert_eq!(opened.take(), ["shop.json"]);

        overlay.remove("/models/cars.pp");
        assert_eq!(problems(&workspace, "/car.json"), Vec::<String>::new());
        assert!(!opened.take().contains(&"shops.pp".to_owned()));

        overlay.write("/models/boats.pp", CARS.replace("cars", "boats")).expect("a text");
        overlay.write("/boat.json", CAR.replace("cars", "boats")).expect("a text");
        assert_eq!(problems(&workspace, "/boat.json"), Vec::<String>::new());
        let names = opened.take();
        assert!(names.iter().all(|name| name.starts_with("boat")), "{names:?}");
    }
}

/// A metamodel as `.ecore`, with a class that has a name and a reference to objects of the same class.
fn ecore(name: &str, lower: u32) -> String {
    let reference = "<eStructuralFeatures xsi:type=\"ecore:EReference\" name=\"next\" eType=\"#//Node\"/>";
    format!(
        "<ecore:EPackage xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\" name=\"{name}\" nsURI=\"urn:{name}\" nsPrefix=\"{name}\">\
         <eClassifiers xsi:type=\"ecore:EClass\" name=\"Node\">\
         <eStructuralFeatures xsi:type=\"ecore:EAttribute\" name=\"label\" lowerBound=\"{lower}\" \
         eType=\"ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString\"/>{reference}\
         </eClassifiers></ecore:EPackage>"
    )
}

/// A node, which may refer to a node in another document.
fn node(metamodel: &str, next: &str) -> String {
    let next = if next.is_empty() { String::new() } else { format!("<next href=\"{next}#/\"/>") };
    format!(
        "<n:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:n=\"urn:{metamodel}\">{next}</n:Node>"
    )
}

#[test]
fn a_given_metamodel_is_composed_again_without_being_read() {
    let (first, second) = (ecore("first", 0), ecore("second", 0));
    let (one, two) = (node("first", ""), node("second", ""));
    let files = [
        ("/first.ecore", first.as_str()),
        ("/second.ecore", second.as_str()),
        ("/one.xmi", one.as_str()),
        ("/two.xmi", two.as_str()),
    ];
    for (overlay, opened, mut workspace) in edited(&files) {
        workspace.models.extend(["/first.ecore".into(), "/second.ecore".into()]);
        assert_eq!(problems(&workspace, "/two.xmi"), Vec::<String>::new());
        assert_eq!(opened.take(), ["two.xmi", "first.ecore", "second.ecore"]);
        overlay.write("/first.ecore", ecore("first", 1)).expect("a text");
        assert_eq!(problems(&workspace, "/two.xmi"), Vec::<String>::new());
        assert_eq!(opened.take(), ["two.xmi", "first.ecore"]);
        assert_eq!(problems(&workspace, "/one.xmi").len(), 1);
        assert_eq!(opened.take(), ["one.xmi"]);
        overlay.write("/second.ecore", ecore("second", 1)).expect("a text");
        assert_eq!((problems(&workspace, "/one.xmi").len(), problems(&workspace, "/two.xmi").len()), (1, 1));
        assert_eq!(opened.take(), ["one.xmi", "second.ecore", "two.xmi"]);
    }
}

#[test]
fn a_document_that_others_refer_to_is_read_again_when_it_changes() {
    let (metamodel, common, rare) = (ecore("first", 0), node("first", ""), node("first", ""));
    let nodes = ["common.xmi", "rare.xmi"].map(|next| node("first", next));
    let files = [
        ("/first.ecore", metamodel.as_str()),
        ("/common.xmi", common.as_str()),
        ("/rare.xmi", rare.as_str()),
        ("/one.xmi", nodes[0].as_str()),
        ("/two.xmi", nodes[1].as_str()),
    ];
    for (overlay, opened, mut workspace) in edited(&files) {
        workspace.models.push("/first.ecore".into());
        for _ in 0..2 {
            for document in ["/one.xmi", "/two.xmi"] {
                assert_eq!(problems(&workspace, document), Vec::<String>::new());
            }
        }
        opened.take();
        load(&workspace, "/one.xmi");
        assert_eq!(opened.take(), ["one.xmi"]);
        overlay.write("/common.xmi", node("first", "one.xmi")).expect("a text");
        let loaded = load(&workspace, "/one.xmi");
        assert_eq!(opened.take(), ["one.xmi", "common.xmi"]);
        let next = |object| loaded.model.get_named(object, "next").object();
        let root = loaded.model.document(loaded.document).roots()[0];
        assert_eq!(next(root).and_then(next), Some(root));
        load(&workspace, "/two.xmi");
        assert_eq!(opened.take(), ["two.xmi"]);
    }
}

#[test]
fn a_missing_file_is_detected_when_it_is_created() {
    let one = node("first", "");
    for (overlay, _, mut workspace) in edited(&[("/one.xmi", one.as_str())]) {
        workspace.models.push("/first.ecore".into());
        assert!(problems(&workspace, "/one.xmi")[0].contains("there is no such file"));
        overlay.write("/first.ecore", ecore("first", 0)).expect("a text");
        assert_eq!(problems(&workspace, "/one.xmi"), Vec::<String>::new());
    }
}

#[test]
fn changes_on_the_disk_are_detected_except_during_one_run() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changes-on-the-disk");
    fs::create_dir_all(&directory).expect("a directory");
    let (model, document) = (directory.join("cars.pp"), directory.join("car.json"));
    fs::write(&document, CAR).expect("a file");
    for (disk, expected) in [(Disk::new(), 1), (Disk::for_one_run(), 0)] {
        fs::write(&model, CARS).expect("a file");
        let models = vec![model.clone()];
        let workspace = Workspace { files: Arc::new(disk), models, ..Workspace::default() };
        let path = document.to_str().expect("UTF-8");
        assert_eq!(problems(&workspace, path), Vec::<String>::new());
        fs::write(&model, STRICT_CARS).expect("a file");
        assert_eq!(problems(&workspace, path).len(), expected);
    }
}

#[cfg(unix)]
#[test]
fn unsaved_texts_are_found_at_both_ends_of_a_link() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("both-ends-of-a-link");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    fs::write(directory.join("file"), "saved").expect("a file");
    std::os::unix::fs::symlink("file", directory.join("link")).expect("a link");
    let files = Overlay::new(Arc::new(Disk::new()));
    files.write(directory.join("link"), "unsaved").expect("a text");
    for name in ["file", "link"] {
        assert_eq!(files.read(&directory.join(name), 100).expect("a text"), b"unsaved", "{name}");
    }
    files.write(directory.join("file"), "newer").expect("a text");
    assert_eq!(files.read(&directory.join("link"), 100).expect("a text"), b"newer");
    assert!(files.remove(directory.join("link")));
    assert_eq!(files.read(&directory.join("file"), 100).expect("a text"), b"newer");
    assert!(files.remove(directory.join("file")));
    assert_eq!(files.read(&directory.join("file"), 100).expect("a file"), b"saved");
}
