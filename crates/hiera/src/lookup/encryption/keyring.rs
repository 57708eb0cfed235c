//! The keys of a tree, and the texts that were decrypted with them: both are read once, for all threads.
//!
//! Invariants: a key file is read only from the directory of its configuration and from directories that the user
//! allowed; no message contains any part of a key or of a decrypted text; the number of bytes that are remembered is
//! limited.

use super::super::error::LookupError;
use super::{Decryptor, Part, Scheme};
use crate::files::FileAccess;
use crate::files::{Files, display_path, is_inside, read_ordinary_file};
use modelwright_metamodel::input::Limits;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of bytes of encrypted and decrypted texts in the cache.
const MAX_CACHE_BYTES: usize = 32 << 20;

type KeysResult = Result<Arc<dyn Decryptor>, LookupError>;

/// The keys of a tree.
#[derive(Debug, Default)]
pub(in crate::lookup) struct Keyring {
    reader: Option<KeyReader>,
    cache: Mutex<KeyCache>,
}

/// Reads keys from the directories that they may be in.
#[derive(Debug)]
struct KeyReader {
    files: Arc<dyn Files>,
    limits: Limits,
    /// The directories that the user allowed.
    paths: Vec<PathBuf>,
}

/// What was read and decrypted so far.
#[derive(Debug, Default)]
struct KeyCache {
    /// The keys of a scheme by the files that contain them, each with the number that identifies them.
    decryptors: FxHashMap<(&'static str, Vec<PathBuf>), (usize, KeysResult)>,
    /// Decrypted texts, by the number of their keys and the encrypted text.
    texts: FxHashMap<(usize, Box<str>), Result<Arc<str>, LookupError>>,
    /// The number of bytes of these texts.
    size: usize,
}

impl Keyring {
    pub(in crate::lookup) fn new(access: &FileAccess) -> Self {
        let reader = KeyReader {
            files: Arc::clone(&access.files),
            limits: access.limits,
            paths: access.paths.clone(),
        };
        Self { reader: Some(reader), cache: Mutex::default() }
    }

    /// Decrypts a part. `directory` is that of the configuration, and `setting` returns a setting of the level.
    ///
    /// # Errors
    /// If there is no key, or the part cannot be decrypted with it.
    pub(in crate::lookup) fn decrypt(
        &self,
        schemes: &[&dyn Scheme],
        part: Part<'_>,
        directory: &Path,
        mut setting: impl FnMut(&str) -> Result<Option<String>, LookupError>,
    ) -> Result<Arc<str>, LookupError> {
        let Some(reader) = self.reader.as_ref().filter(|_| !schemes.is_empty()) else {
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
        let mut paths = Vec::new();
        for name in scheme.key_settings() {
            let Some(path) = setting(name)? else {
                // The program eyaml also accepts keys in environment variables,
                // which are not read here (Decision 21).
                let variable = setting(&format!("{name}_env_var"))?;
                return Err(missing_key_error(name, variable.as_deref()));
            };
            paths.push(directory.join(path));
        }
        let (number, decryptor) = self.decryptor(reader, *scheme, directory, paths);
        let decryptor = decryptor?;
        let key = (number, Box::from(part.encoded));
        // The lock is not held while a text is decrypted; at worst, two threads decrypt the same one.
        if let Some(known) = self.with_cache(|cache| cache.texts.get(&key).cloned()) {
            return known;
        }
        let text = decrypt_text(&*decryptor, &part);
        self.with_cache(|cache| {
            let size = part.encoded.len() + text.as_ref().map_or(0, |text| text.len());
            // Beyond the limit, texts are not cached, and decrypted again when they are needed.
            if cache.size + size <= MAX_CACHE_BYTES && cache.texts.insert(key, text.clone()).is_none() {
                cache.size += size;
            }
        });
        text
    }

    fn with_cache<T>(&self, run: impl FnOnce(&mut KeyCache) -> T) -> T {
        // A thread that panics leaves no entry half made, so the cache stays usable.
        run(&mut self.cache.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The keys in some files, and their number.
    fn decryptor(
        &self,
        reader: &KeyReader,
        scheme: &dyn Scheme,
        directory: &Path,
        paths: Vec<PathBuf>,
    ) -> (usize, KeysResult) {
        let key = (scheme.tag(), paths);
        if let Some(known) = self.with_cache(|cache| cache.decryptors.get(&key).cloned()) {
            return known;
        }
        let keys = reader.load(scheme, directory, &key.1);
        self.with_cache(|cache| {
            let number = cache.decryptors.len();
            // Another thread may have loaded the same keys meanwhile, and their number must stay the same.
            cache.decryptors.entry(key).or_insert((number, keys)).clone()
        })
    }
}

impl KeyReader {
    fn load(&self, scheme: &dyn Scheme, directory: &Path, paths: &[PathBuf]) -> KeysResult {
        let files: Result<Vec<_>, _> = paths.iter().map(|path| self.read(directory, path)).collect();
        let decryptor = scheme.decryptor(&files?).map_err(|(setting, fault)| {
            let at = scheme.key_settings().iter().position(|name| *name == setting).unwrap_or(0);
            let name = paths.get(at).map(|path| display_path(path)).unwrap_or_default();
            LookupError::encrypted(format!("{name} cannot be used as {setting}: {fault}"))
        })?;
        Ok(Arc::from(decryptor))
    }

    /// Reads the file of a key, which must be below the directory of the configuration or one that the user allows.
    fn read(&self, directory: &Path, path: &Path) -> Result<Vec<u8>, LookupError> {
        let name = display_path(path);
        // A file that does not exist would be reported below as one outside of the directories.
        if self.files.metadata(path).is_err() {
            let help = "correct the path of the key, or use --keep-encrypted";
            return Err(LookupError::encrypted(format!("the key {name} does not exist")).help(help));
        }
        // An empty path is the current directory, but the system does not resolve it.
        let directory = if directory == Path::new("") { Path::new(".") } else { directory };
        let roots = std::iter::once(directory).chain(self.paths.iter().map(PathBuf::as_path));
        if !is_inside(&*self.files, path, roots) {
            let parent = path.parent().map(display_path).unwrap_or_default();
            let message = format!("the key {name} is outside the directory of the configuration");
            return Err(LookupError::encrypted(message)
                .help(format!("allow the directory of the key with --path {parent}")));
        }
        read_ordinary_file(&*self.files, path, &self.limits).map_err(|problem| {
            LookupError::encrypted(problem.message.clone()).help(problem.help.clone().unwrap_or_default())
        })
    }
}

/// The error of a missing setting; `variable` is the environment variable that contains the key instead, if one is set.
fn missing_key_error(name: &str, variable: Option<&str>) -> LookupError {
    match variable {
        Some(variable) => LookupError::encrypted(format!(
            "the key is in the environment variable {variable}, which is not read"
        ))
        .help(format!("write the key to a file, and set `{name}` in the eyaml settings to its path")),
        None => LookupError::encrypted(format!("the value is encrypted, and the setting {name} is missing"))
            .help(format!(
                "set `{name}` in the eyaml settings to the path of the key, or use --keep-encrypted"
            )),
    }
}

fn decrypt_text(decryptor: &dyn Decryptor, part: &Part<'_>) -> Result<Arc<str>, LookupError> {
    let fault = |why: &str| LookupError::encrypted(format!("the value cannot be decrypted: {why}"));
    let bytes = part.bytes().ok_or_else(|| fault("there is nothing between the brackets"))?;
    let bytes = decryptor.decrypt(&bytes).map_err(|why| fault(&why))?;
    String::from_utf8(bytes).map(Arc::from).map_err(|_| fault("the decrypted value is not UTF-8 text"))
}
