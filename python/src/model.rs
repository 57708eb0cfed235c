//! Models as Python values: loading, objects by address and by class, validation, and saving.
//!
//! Invariants: a lock is held only while Rust works, never while Python code runs, so that no call waits for another
//! one of its own thread; a model with errors is only returned if the caller accepts what could be read. Objects are
//! created and edited in `object.rs` and `list.rs`.

use super::class_info::{ModelClass, hash};
use super::list::ObjectList;
use super::metamodel::{Metamodel, class_named, text_name};
use super::object::Object;
use super::option_values::{format, read_specs, reader, values};
use super::output;
use super::problem::{Problems, edit_error, error, warn};
use super::run::{guard, run};
use modelwright::formats::{Format, WriteOptions};
use modelwright::metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright::metamodel::ecore::{ClassId, Metamodel as Core};
use modelwright::metamodel::model::{Document, History, IdIndex, Model as CoreModel, ObjectId, Resolver};
use modelwright::workspace::{DocumentReader, LoadedDocument, Registry, Workspace};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock, TryLockError};
use std::time::Duration;

/// How long an edit waits before it tries again while other threads read the model.
const RETRY_INTERVAL: Duration = Duration::from_millis(1);

/// A model, and what is needed to check and write it.
#[derive(Debug)]
pub(crate) struct ModelState {
    loaded: RwLock<LoadedDocument>,
    pub(crate) metamodel: Arc<Core>,
    workspace: Workspace,
}

impl ModelState {
    fn new(loaded: LoadedDocument, workspace: Workspace) -> Arc<Self> {
        let metamodel = Arc::clone(loaded.model.metamodel());
        Arc::new(Self { loaded: RwLock::new(loaded), metamodel, workspace })
    }

    /// Reads the model on this thread. `work` must be short.
    ///
    /// # Errors
    /// `RuntimeError` after a panic.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&CoreModel) -> T) -> PyResult<T> {
        // Waits for no edit of another thread: edits keep the interpreter's lock, which this thread has now.
        let loaded = self.loaded.read().map_err(|_| poisoned_model_error())?;
        guard(|| work(&loaded.model))
    }

    /// Edits the model; waits for threads that read it without the interpreter's lock.
    ///
    /// # Errors
    /// The exception of a signal's handler, `EditError` if the model rejects the edit, `RuntimeError` after a panic.
    pub(crate) fn edit<T, E: Into<Diagnostic>>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut CoreModel) -> Result<T, E>,
    ) -> PyResult<T> {
        let loaded = loop {
            match self.loaded.try_write() {
                Ok(loaded) => break loaded,
                Err(TryLockError::Poisoned(_)) => return Err(poisoned_model_error()),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(RETRY_INTERVAL));
                    py.check_signals()?;
                }
            }
        };
        // The lock is dropped while a panic unwinds, which poisons it: the content of the model is then unknown.
        let result = guard(move || {
            let mut loaded = loaded;
            work(&mut loaded.model)
        });
        result?.map_err(|problem| edit_error(py, problem.into()))
    }

    /// Works on the loaded document on another thread, without the interpreter's lock.
    fn work_on_document<T: Send + 'static>(
        self: &Arc<Self>,
        py: Python<'_>,
        work: impl FnOnce(&LoadedDocument, &Workspace) -> T + Send + 'static,
    ) -> PyResult<T> {
        let state = Arc::clone(self);
        let result = run(py, move || {
            let loaded = state.loaded.read().ok()?;
            Some(work(&loaded, &state.workspace))
        })?;
        result.ok_or_else(poisoned_model_error)
    }

    /// The class that Python code names: by its name, or itself.
    pub(crate) fn class(&self, class: &Bound<'_, PyAny>) -> PyResult<ClassId> {
        if let Ok(class) = class.cast::<ModelClass>() {
            let class_id = class.get().id_in(&self.metamodel);
            return class_id.ok_or_else(|| PyKeyError::new_err("the class is of another metamodel"));
        }
        class_named(&self.metamodel, &class.cast::<PyString>()?.to_cow()?).map_err(PyKeyError::new_err)
    }
}

/// The exception for a model whose content is not known after a panic.
fn poisoned_model_error() -> PyErr {
    PyRuntimeError::new_err(
        "an earlier edit of this model failed, so its content is not known; load it again",
    )
}

/// A model: the objects of a document.
#[pyclass(frozen, module = "pymodelwright")]
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) state: Arc<ModelState>,
}

/// A source of a document.
pub(crate) enum Input {
    File(PathBuf),
    Text(PathBuf, Vec<u8>),
}

/// Loads a document; the error is the problem that prevented reading.
pub(crate) fn load(
    workspace: &Workspace,
    input: Input,
    reader: Option<DocumentReader>,
) -> Result<LoadedDocument, Box<Diagnostic>> {
    match input {
        Input::File(path) => workspace.load(&path, reader),
        Input::Text(name, bytes) => {
            let display_name = name.to_string_lossy().into_owned();
            let registry = &workspace.registry;
            let reader = reader
                .or_else(|| registry.reader_by_path(&name))
                .or_else(|| registry.reader_by_content(&bytes))
                .ok_or_else(|| Box::new(registry.unknown(&display_name, &bytes)))?;
            workspace.load_bytes(&display_name, bytes, &workspace.files.uri(&name), reader)
        }
    }
}

/// The workspace of a metamodel, or one that finds metamodels beside documents, with options for reading.
pub(crate) fn workspace_for(
    metamodel: Option<&Metamodel>,
    reader: Option<DocumentReader>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Workspace> {
    let mut workspace = metamodel.map_or_else(Workspace::default, |metamodel| metamodel.workspace.clone());
    workspace.reading.values = values("reading", &read_specs(reader), options)?;
    Ok(workspace)
}

impl Model {
    /// Loads a document. Documents with errors are rejected unless `lax` is set.
    fn open(
        py: Python<'_>,
        input: Input,
        (metamodel, format, lax): (Option<&Metamodel>, Option<&str>, bool),
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let reader = reader(py, format)?;
        let workspace = workspace_for(metamodel, reader, options)?;
        let state = run(py, move || {
            let loaded = load(&workspace, input, reader).map_err(Problems::from)?;
            if loaded.diagnostics.has_errors() && !lax {
                return Err(Problems::from(&loaded.diagnostics));
            }
            Ok(ModelState::new(loaded, workspace))
        })?;
        Ok(Self { state: state.map_err(|problems| error(py, problems))? })
    }

    /// The objects of the document, containers before their contents.
    fn members(&self) -> PyResult<Vec<ObjectId>> {
        let loaded = self.state.loaded.read().map_err(|_| poisoned_model_error())?;
        guard(|| members(&loaded))
    }

    /// The format to write: the one that is named, the one of a path, or the one that the document was read in.
    fn target(&self, py: Python<'_>, name: Option<&str>, path: Option<&Path>) -> PyResult<&'static Format> {
        if let Some(name) = name {
            return format(py, name);
        }
        let registry = Registry::standard();
        let format_of_path = path.and_then(|path| registry.format_by_path(path));
        let format_of_document = || registry.format(self.state.loaded.read().ok()?.format);
        format_of_path.or_else(format_of_document).ok_or_else(|| {
            PyValueError::new_err(format!("name a format to write, one of: {}", registry.format_names()))
        })
    }
}

/// The objects of a document, containers before their contents.
fn members(loaded: &LoadedDocument) -> Vec<ObjectId> {
    let roots = loaded.model.document(loaded.document).roots().iter().copied();
    roots.flat_map(|root| std::iter::once(root).chain(loaded.model.all_contents(root))).collect()
}

/// The options for a document that is saved at a path, to which references in it are relative.
fn write_options(workspace: &Workspace, options: WriteOptions, path: Option<&Path>) -> WriteOptions {
    WriteOptions { base: path.map(|path| workspace.files.uri(path)), ..options }
}

#[pymethods]
impl Model {
    /// An empty model of a metamodel; `path` is where it will be saved.
    #[new]
    #[pyo3(signature = (metamodel, path=None))]
    fn new(metamodel: &Metamodel, path: Option<PathBuf>) -> Self {
        let workspace = metamodel.workspace.clone();
        let mut model = CoreModel::new(Arc::clone(&metamodel.core));
        let format = path.as_deref().and_then(|path| workspace.registry.format_by_path(path));
        let path = path.unwrap_or_else(|| PathBuf::from("<model>"));
        let document = model.add_document(Document::new(workspace.files.uri(&path)));
        let format = format.map_or("xmi", Format::name);
        let loaded = LoadedDocument { model, document, format, diagnostics: Diagnostics::new() };
        Self { state: ModelState::new(loaded, workspace) }
    }

    /// Loads a document from a file.
    #[staticmethod]
    #[pyo3(signature = (path, metamodel=None, format=None, *, lax=false, **options))]
    fn load(
        py: Python<'_>,
        path: PathBuf,
        metamodel: Option<&Metamodel>,
        format: Option<&str>,
        lax: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Self::open(py, Input::File(path), (metamodel, format, lax), options)
    }

    /// Loads a document from a text, as if it were in the file `name`.
    #[staticmethod]
    #[pyo3(signature = (text, metamodel=None, format=None, *, name=None, lax=false, **options))]
    fn from_text(
        py: Python<'_>,
        text: String,
        metamodel: Option<&Metamodel>,
        format: Option<&str>,
        name: Option<PathBuf>,
        lax: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Self::from_bytes(py, text.into_bytes(), metamodel, format, name, lax, options)
    }

    /// As `from_text`, for bytes in the encoding that they declare.
    #[staticmethod]
    #[pyo3(signature = (data, metamodel=None, format=None, *, name=None, lax=false, **options))]
    fn from_bytes(
        py: Python<'_>,
        data: Vec<u8>,
        metamodel: Option<&Metamodel>,
        format: Option<&str>,
        name: Option<PathBuf>,
        lax: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let name = text_name(name, "text", format, &data)?;
        Self::open(py, Input::Text(name, data), (metamodel, format, lax), options)
    }

    /// The metamodel of the objects.
    #[getter]
    fn metamodel(&self) -> Metamodel {
        let state = &self.state;
        Metamodel::of_document(state.workspace.clone(), Arc::clone(&state.metamodel))
    }

    /// The format in which the document was read.
    #[getter]
    fn format(&self) -> PyResult<&'static str> {
        Ok(self.state.loaded.read().map_err(|_| poisoned_model_error())?.format)
    }

    /// The problems of reading the document; errors are among them only if it was loaded with `lax=True`.
    #[getter]
    fn problems(&self) -> PyResult<Problems> {
        Ok(Problems::from(&self.state.loaded.read().map_err(|_| poisoned_model_error())?.diagnostics))
    }

    /// The objects without a container: a list that can be edited.
    #[getter]
    fn roots(&self) -> PyResult<ObjectList> {
        let document = self.state.loaded.read().map_err(|_| poisoned_model_error())?.document;
        Ok(ObjectList::of_roots(&self.state, document))
    }

    /// All objects of the document, containers before their contents. The objects are those of the moment of the call.
    fn walk(&self) -> PyResult<Objects> {
        Ok(Objects::new(&self.state, self.members()?))
    }

    /// The objects of a class and of its subclasses.
    fn all(&self, class: &Bound<'_, PyAny>) -> PyResult<Vec<Object>> {
        let class = self.state.class(class)?;
        let members = self.members()?;
        let metamodel = &self.state.metamodel;
        let objects = self.state.read(|model| {
            members.into_iter().filter(|id| metamodel.conforms(model.class(*id), class)).collect::<Vec<_>>()
        })?;
        Ok(objects.into_iter().map(|id| Object::new(&self.state, id)).collect())
    }

    /// The object with an id, or with an address such as `//@items.0`, as problems and references show them.
    fn find(&self, address: &str) -> PyResult<Object> {
        let loaded = self.state.loaded.read().map_err(|_| poisoned_model_error())?;
        let fragment = address.strip_prefix('#').unwrap_or(address);
        let object_id = guard(|| {
            let model = &loaded.model;
            let ids = IdIndex::new(model, members(&loaded).into_iter());
            Resolver::default().resolve(model, loaded.document, fragment, &|id| ids.find(model, id))
        })?;
        drop(loaded);
        let object_id = object_id.ok_or_else(|| PyKeyError::new_err(address.to_owned()))?;
        Ok(Object::new(&self.state, object_id))
    }

    /// Creates an object that is in no container yet; keyword arguments are the values of its features.
    #[pyo3(signature = (class_, /, **features))]
    fn create(
        &self,
        py: Python<'_>,
        class_: &Bound<'_, PyAny>,
        features: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Object> {
        let class = self.state.class(class_)?;
        let id = self.state.edit(py, |model| model.create(class))?;
        let object = Object::new(&self.state, id);
        // All values are converted before any is set: a conversion may run code of Python that edits the model.
        let mut values = Vec::new();
        for (name, value) in features.into_iter().flatten() {
            let feature = object.feature(&name.extract::<String>()?)?;
            values.push((feature, object.convert(feature, &value)?));
        }
        if values.is_empty() {
            return Ok(object);
        }
        // If a value is rejected, the objects that references have moved return to their places.
        self.state.edit(py, |model| {
            History::default().run(model, |model| {
                values.iter().try_for_each(|(feature, value)| value.set(model, id, *feature))
            })
        })?;
        Ok(object)
    }

    /// The problems of the model as it is now, and those of reading it.
    fn validate(&self, py: Python<'_>) -> PyResult<Problems> {
        self.state.work_on_document(py, |loaded, workspace| {
            let mut problems = loaded.diagnostics.clone();
            problems.append(workspace.validate(loaded));
            Problems::from(&problems)
        })
    }

    /// The document in a format, as bytes.
    #[pyo3(signature = (format=None, **options))]
    fn to_bytes(
        &self,
        py: Python<'_>,
        format: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<u8>> {
        let target = self.target(py, format, None)?;
        let options = output::options(target, options)?;
        let result =
            self.state.work_on_document(py, move |loaded, _| output::to_bytes(loaded, target, &options))?;
        let (bytes, losses) = result.map_err(|problems| error(py, problems))?;
        warn(py, &losses)?;
        Ok(bytes)
    }

    /// The document in a format, as a string.
    #[pyo3(signature = (format=None, **options))]
    fn to_text(
        &self,
        py: Python<'_>,
        format: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        output::text(self.to_bytes(py, format, options)?)
    }

    /// Writes the document to a file, which is replaced when the new one is complete.
    #[pyo3(signature = (path, format=None, **options))]
    fn save(
        &self,
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let target = self.target(py, format, Some(&path))?;
        let options = output::options(target, options)?;
        let result = self.state.work_on_document(py, move |loaded, workspace| {
            let options = write_options(workspace, options, Some(&path));
            output::save(loaded, target, &options, &path)
        })?;
        let losses = result.map_err(|failure| failure.into_exception(py))?;
        warn(py, &losses)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| Arc::ptr_eq(&self.state, &other.get().state))
    }

    fn __hash__(&self) -> u64 {
        hash(&Arc::as_ptr(&self.state))
    }

    fn __repr__(&self) -> PyResult<String> {
        let loaded = self.state.loaded.read().map_err(|_| poisoned_model_error())?;
        let document = loaded.model.document(loaded.document);
        Ok(format!("<Model {}: {} roots>", document.uri, document.roots().len()))
    }
}

impl Model {
    /// Evaluates with the model on another thread.
    pub(crate) fn with_document<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&LoadedDocument, &Workspace) -> T + Send + 'static,
    ) -> PyResult<T> {
        self.state.work_on_document(py, work)
    }
}

/// An iterator over objects that were collected before.
#[pyclass(frozen, module = "pymodelwright")]
#[derive(Debug)]
pub(crate) struct Objects {
    state: Arc<ModelState>,
    ids: Vec<ObjectId>,
    /// The number of objects that were returned.
    next: AtomicUsize,
}

impl Objects {
    pub(crate) fn new(state: &Arc<ModelState>, ids: Vec<ObjectId>) -> Self {
        Self { state: Arc::clone(state), ids, next: AtomicUsize::new(0) }
    }
}

#[pymethods]
impl Objects {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self) -> Option<Object> {
        let position = self.next.fetch_add(1, Ordering::Relaxed);
        self.ids.get(position).map(|id| Object::new(&self.state, *id))
    }

    fn __length_hint__(&self) -> usize {
        self.ids.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }
}
