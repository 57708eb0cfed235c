//! Metamodels as Python values, which keep the texts that they were made from.
//!
//! Invariants: a metamodel never changes, even if its files do; a pickled metamodel consists of its texts, so that
//! another machine needs none of its files. This module does not know how metamodels are read.

use super::capture::{Capture, Texts};
use super::class_info::ModelClass;
use super::problem::{Problems, error};
use super::run::run;
use modelwright::files::{Disk, Files, Memory, Overlay};
use modelwright::metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright::metamodel::ecore::{ClassId, Classifier, Metamodel as Core};
use modelwright::workspace::{DocumentReader, Registry, Workspace};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a metamodel is found, and the texts that hide files.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    models: Vec<PathBuf>,
    /// The directories that are searched for metamodels.
    search: Vec<PathBuf>,
    maps: Vec<(String, PathBuf)>,
    texts: Texts,
}

/// A metamodel: the classes of models.
#[pyclass(frozen, skip_from_py_object, module = "pymodelwright")]
#[derive(Debug, Clone)]
pub(crate) struct Metamodel {
    /// Reads documents with this metamodel.
    pub(crate) workspace: Workspace,
    pub(crate) core: Arc<Core>,
    /// Warnings and notes about the metamodel.
    problems: Problems,
    /// `None` for the metamodel of a document that was loaded without one.
    origin: Option<Origin>,
}

impl Metamodel {
    /// The metamodel that a workspace found for a document.
    pub(crate) fn of_document(workspace: Workspace, core: Arc<Core>) -> Self {
        let workspace = Workspace { metamodel: Some(Arc::clone(&core)), ..workspace };
        Self { workspace, core, problems: Problems::default(), origin: None }
    }

    /// A workspace with the metamodel and the texts that it was made from, but without a disk, so that it is the same
    /// in every process.
    pub(crate) fn workspace_of_texts(&self) -> Workspace {
        let texts = self.origin.iter().flat_map(|origin| &origin.texts);
        let files = Arc::new(Memory::from_iter(texts.map(|(path, text)| (path, text.as_slice()))));
        let rules = Arc::clone(&self.workspace.rules);
        let metamodel = Some(Arc::clone(&self.core));
        Workspace { files, metamodel, rules, models: Vec::new(), ..workspace_like(&self.workspace) }
    }

    /// The names of the files of the metamodel, for headers of generated files.
    pub(crate) fn file_names(&self) -> Vec<String> {
        let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
        self.workspace.models.iter().filter_map(name).collect()
    }

    /// Reads a metamodel from its origin on another thread.
    fn open(py: Python<'_>, origin: Origin) -> PyResult<Self> {
        let result = run(py, move || read(origin))?;
        result.map_err(|problems| error(py, &problems))
    }

    fn class_named(&self, name: &str) -> PyResult<ModelClass> {
        let id = class_named(&self.core, name).map_err(PyKeyError::new_err)?;
        Ok(ModelClass::new(&self.core, id))
    }
}

/// Reads a metamodel; what was read from the disk is kept as texts.
fn read(origin: Origin) -> Result<Metamodel, Diagnostics> {
    let Origin { models, search, maps, texts } = origin;
    let overlay = Arc::new(Overlay::new(Arc::new(Disk::new())));
    add_texts(&overlay, &texts)?;
    let capture = Arc::new(Capture::new(Arc::clone(&overlay) as Arc<dyn Files>));
    let workspace = Workspace { models, paths: search, maps, ..Workspace::default() };
    let capturing_workspace =
        Workspace { files: Arc::clone(&capture) as Arc<dyn Files>, ..workspace.clone() };
    let (mut core, mut problems) = capturing_workspace.given_metamodel();
    let read_texts = capture.texts();
    // The two workspaces share no cache, because their files differ.
    let workspace = Workspace { files: Arc::clone(&overlay) as Arc<dyn Files>, ..workspace_like(&workspace) };
    let is_complete = read_texts.keys().all(|path| texts.contains_key(path));
    if !is_complete {
        add_texts(&overlay, &read_texts)?;
    }
    if !problems.has_errors() {
        // The metamodel is read again from the texts, so that documents are read with the very same metamodel.
        (core, problems) = workspace.given_metamodel();
    }
    if problems.has_errors() {
        return Err(problems);
    }
    // Another process may have another current directory.
    let absolute = |path: &PathBuf| Disk::new().absolute(path);
    let origin = Some(Origin {
        models: workspace.models.iter().map(absolute).collect(),
        search: workspace.paths.iter().map(absolute).collect(),
        maps: workspace.maps.iter().map(|(prefix, path)| (prefix.clone(), absolute(path))).collect(),
        texts: read_texts,
    });
    Ok(Metamodel { workspace, core, problems: Problems::from(&problems), origin })
}

/// A workspace with the same models, paths and maps as another one, but with its own cache.
fn workspace_like(other: &Workspace) -> Workspace {
    Workspace {
        models: other.models.clone(),
        paths: other.paths.clone(),
        maps: other.maps.clone(),
        ..Workspace::default()
    }
}

/// Lets an overlay return texts instead of the files at their paths.
fn add_texts(overlay: &Overlay, texts: &Texts) -> Result<(), Diagnostics> {
    for (path, text) in texts {
        overlay.write(path, text.as_slice()).map_err(|error| {
            let message = format!("{} cannot be a text: {error}", path.display());
            Diagnostics::from(Diagnostic::error(codes::CANNOT_READ, message))
        })?;
    }
    Ok(())
}

/// The class with a name: alone, with its packages before it, or after the namespace of its package and `#//`.
pub(crate) fn class_named(metamodel: &Core, name: &str) -> Result<ClassId, String> {
    if let Some((uri, name)) = name.rsplit_once("#//") {
        let package = metamodel.package_by_uri(uri);
        return package
            .and_then(|package| metamodel.class(package, name))
            .ok_or_else(|| format!("the metamodel has no class `{name}` in `{uri}`"));
    }
    let has_name =
        |id: ClassId| metamodel[id].name == name || metamodel.qualified_name(Classifier::Class(id)) == name;
    let mut matches = metamodel.classes().map(|(id, _)| id).filter(|id| has_name(*id));
    match (matches.next(), matches.next()) {
        (Some(id), None) => Ok(id),
        (None, _) => Err(format!("the metamodel has no class `{name}`")),
        // A class of the user is meant, not one of Ecore, which is part of every metamodel.
        (Some(first), Some(second)) if metamodel.is_ecore_package(metamodel[first].package) => {
            if matches.next().is_none() { Ok(second) } else { Err(ambiguity_message(name)) }
        }
        _ => Err(ambiguity_message(name)),
    }
}

/// The message about a name that several classes have.
fn ambiguity_message(name: &str) -> String {
    format!("several packages have a class `{name}`; write the package before it")
}

/// The path under which a text is read: its name, or else `kind` in angle brackets with an extension that shows its
/// format, such as `<metamodel>.ecore`.
///
/// # Errors
/// `ValueError` if there is no format `format`, even if the text has a name.
pub(crate) fn text_name(
    name: Option<PathBuf>,
    kind: &str,
    format: Option<&str>,
    bytes: &[u8],
) -> PyResult<PathBuf> {
    let registry = Registry::standard();
    let reader = match format {
        Some(format) => Some(registry.reader(format).ok_or_else(|| {
            PyValueError::new_err(format!(
                "there is no format `{format}`; the formats are {}",
                registry.reader_names()
            ))
        })?),
        None => None,
    };
    if let Some(name) = name {
        return Ok(name);
    }
    let reader = reader.or_else(|| registry.reader_by_content(bytes));
    let extension = reader.and_then(|reader| reader.notation().extensions.first());
    Ok(PathBuf::from(extension.map_or(format!("<{kind}>"), |extension| format!("<{kind}>.{extension}"))))
}

#[pymethods]
impl Metamodel {
    /// Reads a metamodel from files; those that they refer to are read as well.
    #[staticmethod]
    #[pyo3(signature = (*paths, search=Vec::new(), maps=BTreeMap::new()))]
    fn load(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        search: Vec<PathBuf>,
        maps: BTreeMap<String, PathBuf>,
    ) -> PyResult<Self> {
        if paths.is_empty() {
            return Err(PyTypeError::new_err("Metamodel.load() needs at least one path"));
        }
        Self::open(
            py,
            Origin { models: paths, search, maps: maps.into_iter().collect(), texts: Texts::new() },
        )
    }

    /// Reads a metamodel from a text, as if it were in the file `name`.
    #[staticmethod]
    #[pyo3(signature = (text, format=None, name=None))]
    fn from_text(
        py: Python<'_>,
        text: String,
        format: Option<&str>,
        name: Option<PathBuf>,
    ) -> PyResult<Self> {
        Self::from_bytes(py, text.into_bytes(), format, name)
    }

    /// As `from_text`, for bytes in the encoding that they declare.
    #[staticmethod]
    #[pyo3(signature = (data, format=None, name=None))]
    fn from_bytes(
        py: Python<'_>,
        data: Vec<u8>,
        format: Option<&str>,
        name: Option<PathBuf>,
    ) -> PyResult<Self> {
        let name = text_name(name, "metamodel", format, &data)?;
        // The name determines the reader, so a format that contradicts it would have no effect.
        let format_of_name = Registry::standard().reader_by_path(&name).map(DocumentReader::name);
        if let (Some(format), Some(format_of_name)) = (format, format_of_name)
            && format != format_of_name
        {
            let name = name.display();
            return Err(PyValueError::new_err(format!(
                "`{name}` is the name of a file of `{format_of_name}`, not `{format}`"
            )));
        }
        let texts = Texts::from([(Disk::new().absolute(&name), data)]);
        Self::open(py, Origin { models: vec![name], texts, ..Origin::default() })
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        models: Vec<PathBuf>,
        search: Vec<PathBuf>,
        maps: Vec<(String, PathBuf)>,
        texts: BTreeMap<PathBuf, Vec<u8>>,
    ) -> PyResult<Self> {
        Self::open(py, Origin { models, search, maps, texts })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Some(Origin { models, search, maps, texts }) = &self.origin else {
            return Err(PyTypeError::new_err(
                "this metamodel was found for a document; load it by Metamodel.load() to pickle it",
            ));
        };
        let bytes = pyo3::types::PyDict::new(py);
        for (path, text) in texts {
            bytes.set_item(path_text(path), pyo3::types::PyBytes::new(py, text))?;
        }
        let maps: Vec<_> = maps.iter().map(|(prefix, path)| (prefix, path_text(path))).collect();
        let [models, search] = [models, search].map(|list| list.iter().map(path_text).collect::<Vec<_>>());
        let parts = (models, search, maps, bytes);
        (py.get_type::<Self>().getattr("_restore")?, parts).into_pyobject(py)
    }

    /// Warnings and notes about the metamodel; errors are raised.
    #[getter]
    fn problems(&self) -> Problems {
        self.problems.clone()
    }

    /// The classes of the packages of the metamodel, without built-in ones.
    #[getter]
    fn classes(&self) -> Vec<ModelClass> {
        let own_classes = self.core.classes().filter(|(_, class)| !self.core.is_built_in(class.package));
        own_classes.map(|(id, _)| ModelClass::new(&self.core, id)).collect()
    }

    /// The namespaces of the packages of the metamodel, without built-in ones.
    #[getter]
    fn namespaces(&self) -> Vec<String> {
        let own_packages = self.core.packages().filter(|(id, _)| !self.core.is_built_in(*id));
        own_packages.filter_map(|(_, package)| package.ns_uri.clone()).collect()
    }

    fn __getitem__(&self, name: &str) -> PyResult<ModelClass> {
        self.class_named(name)
    }

    fn __contains__(&self, name: &str) -> bool {
        class_named(&self.core, name).is_ok()
    }

    fn __repr__(&self) -> String {
        format!("<Metamodel {}>", self.namespaces().join(", "))
    }
}

fn path_text(path: &PathBuf) -> String {
    Path::new(path).to_string_lossy().into_owned()
}
