//! The keys of a tree, and the texts that were decrypted with them: both are read once, for all threads.
//!
//! Invariants: a key file is read only from the folder of its configuration and from folders that the user allowed; no
//! message has content of a key or of a decrypted text; the number of bytes that are remembered is limited.

use super::super::error::LookupError;
use super::{Decryptor, Part, Scheme};
use crate::files::{Files, display_path, read_ordinary_file};
use crate::workspace::Workspace;
use modelwright_metamodel::input::Limits;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of encrypted and decrypted texts that are remembered.
const REMEMBERED: usize = 32 << 20;

type Loaded = Result<Arc<dyn Decryptor>, LookupError>;

/// The keys of a tree.
#[derive(Debug, Default)]
pub(in crate::hiera::lookup) struct Keyring {
    place: Option<Place>,
    known: Mutex<Known>,
}

/// Where keys may be.
#[derive(Debug)]
struct Place {
    files: Arc<dyn Files>,
    limits: Limits,
    /// The folders that the user allowed.
    paths: Vec<PathBuf>,
}

#[derive(Debug, Default)]
struct Known {
    /// The number and the keys for a tag and the paths of files.
    decryptors: FxHashMap<Vec<PathBuf>, (usize, Loaded)>,
    /// Decrypted texts, by the number of their keys and the encrypted text.
    texts: FxHashMap<(usize, Box<str>), Result<Arc<str>, LookupError>>,
    /// The bytes of these.
    size: usize,
}

impl Keyring {
    pub(in crate::hiera::lookup) fn new(workspace: &Workspace) -> Self {
        let place = Place {
            files: Arc::clone(&workspace.files),
            limits: workspace.reading.limits,
            paths: workspace.paths.clone(),
        };
        Self { place: Some(place), known: Mutex::default() }
    }

    /// Decrypts a part. `folder` is that of the configuration, and `setting` returns a setting of the level.
    ///
    /// # Errors
    /// If there is no key, or the part cannot be decrypted with it.
    pub(in crate::hiera::lookup) fn decrypt(
        &self,
        schemes: &[&dyn Scheme],
        part: Part<'_>,
        folder: &Path,
        mut setting: impl FnMut(&str) -> Result<Option<String>, LookupError>,
    ) -> Result<Arc<str>, LookupError> {
        let Some(place) = self.place.as_ref().filter(|_| !schemes.is_empty()) else {
            return Err(LookupError::encrypted("the value is encrypted, and there is no key to decrypt it"));
        };
        let name = part.scheme.unwrap_or("PKCS7");
        let Some(scheme) = schemes.iter().find(|scheme| scheme.tag().eq_ignore_ascii_case(name)) else {
            let known: Vec<_> = schemes.iter().map(|scheme| scheme.tag()).collect();
            let message = format!("the value is encrypted with {name}, which is not supported");
            let help = format!(
                "decrypt it with `eyaml decrypt`, encrypt it with {}, or use --keep-encrypted",
                known.join(", ")
            );
            return Err(LookupError::encrypted(message).help(help));
        };
        let mut paths = vec![PathBuf::from(scheme.tag())];
        for name in scheme.key_settings() {
            let Some(path) = setting(name)? else {
                let variable = setting(&format!("{name}_env_var"))?;
                return Err(missing(name, variable.as_deref()));
            };
            paths.push(folder.join(path));
        }
        let (number, decryptor) = self.decryptor(place, *scheme, folder, paths);
        let decryptor = decryptor?;
        let key = (number, Box::from(part.encoded));
        if let Some(known) = self.known(|known| known.texts.get(&key).cloned()) {
            return known;
        }
        let text = text(&*decryptor, &part);
        self.known(|known| {
            let size = part.encoded.len() + text.as_ref().map_or(0, |text| text.len());
            if known.size + size <= REMEMBERED && known.texts.insert(key, text.clone()).is_none() {
                known.size += size;
            }
        });
        text
    }

    fn known<T>(&self, run: impl FnOnce(&mut Known) -> T) -> T {
        run(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The keys in some files, and their number.
    fn decryptor(
        &self,
        place: &Place,
        scheme: &dyn Scheme,
        folder: &Path,
        paths: Vec<PathBuf>,
    ) -> (usize, Loaded) {
        if let Some(known) = self.known(|known| known.decryptors.get(&paths).cloned()) {
            return known;
        }
        let loaded = place.load(scheme, folder, &paths[1..]);
        self.known(|known| {
            let number = known.decryptors.len();
            known.decryptors.entry(paths).or_insert((number, loaded)).clone()
        })
    }
}

impl Place {
    fn load(&self, scheme: &dyn Scheme, folder: &Path, paths: &[PathBuf]) -> Loaded {
        let files: Result<Vec<_>, _> = paths.iter().map(|path| self.read(folder, path)).collect();
        let decryptor = scheme.decryptor(&files?).map_err(|(setting, fault)| {
            let at = scheme.key_settings().iter().position(|name| *name == setting).unwrap_or(0);
            let name = paths.get(at).map(|path| display_path(path)).unwrap_or_default();
            LookupError::encrypted(format!("{name} cannot be used as {setting}: {fault}"))
        })?;
        Ok(Arc::from(decryptor))
    }

    fn read(&self, folder: &Path, path: &Path) -> Result<Vec<u8>, LookupError> {
        let name = display_path(path);
        let real = self.files.canonicalize(path).map_err(|_| {
            let help = "correct the path of the key, or use --keep-encrypted";
            LookupError::encrypted(format!("the key {name} does not exist")).help(help)
        })?;
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let roots = std::iter::once(folder).chain(self.paths.iter().map(PathBuf::as_path));
        let mut roots = roots.filter_map(|root| self.files.canonicalize(root).ok());
        if !roots.any(|root| real.starts_with(root)) {
            let parent = path.parent().map(display_path).unwrap_or_default();
            let message = format!("the key {name} is outside the folder of the configuration");
            return Err(LookupError::encrypted(message).help(format!("allow it with --path {parent}")));
        }
        read_ordinary_file(&*self.files, path, &self.limits).map_err(|problem| {
            LookupError::encrypted(problem.message.clone()).help(problem.help.clone().unwrap_or_default())
        })
    }
}

/// The error of a setting that is missing; `variable` is that of the environment which has the key.
fn missing(name: &str, variable: Option<&str>) -> LookupError {
    match variable {
        Some(variable) => LookupError::encrypted(format!(
            "the key is in the environment variable {variable}, which is not read"
        ))
        .help(format!("write the key to a file, and name it in {name}")),
        None => LookupError::encrypted(format!("the value is encrypted, and the setting {name} is missing"))
            .help(format!(
                "write the path of the key into the settings of eyaml as {name}, or use --keep-encrypted"
            )),
    }
}

fn text(decryptor: &dyn Decryptor, part: &Part<'_>) -> Result<Arc<str>, LookupError> {
    let fault = |why: &str| LookupError::encrypted(format!("the value cannot be decrypted: {why}"));
    let bytes = part.bytes().ok_or_else(|| fault("there is nothing between the brackets"))?;
    let bytes = decryptor.decrypt(&bytes).map_err(|why| fault(&why))?;
    String::from_utf8(bytes).map(Arc::from).map_err(|_| fault("what it contains is not text in UTF-8"))
}
