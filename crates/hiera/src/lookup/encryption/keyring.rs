//! The keys of a tree, and a cache of the texts that were decrypted with them, for all threads.
//!
//! Invariants: a key file is read only from the directory of its configuration and from directories that the user
//! allowed; no message contains any part of a key or of a decrypted text; the size of the cache is limited.

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

/// A decryptor with its keys, or the reason for which the keys cannot be read.
type DecryptorResult = Result<Arc<dyn Decryptor>, LookupError>;

/// The keys of a tree.
#[derive(Debug, Default)]
pub(in crate::lookup) struct Keyring {
    /// Reads the key files; `None` if no keys are available.
    reader: Option<KeyReader>,
    cache: Mutex<KeyCache>,
}

/// Reads key files from the directories in which they may be.
#[derive(Debug)]
struct KeyReader {
    files: Arc<dyn Files>,
    limits: Limits,
    /// The directories that the user allowed.
    paths: Vec<PathBuf>,
}

/// The keys that were read and the texts that were decrypted.
#[derive(Debug, Default)]
struct KeyCache {
    /// The decryptors by their scheme and the files of their keys, each after the number that identifies it in `texts`.
    decryptors: FxHashMap<(&'static str, Vec<PathBuf>), (usize, DecryptorResult)>,
    /// Decrypted texts by the number of their decryptor and the encrypted text.
    texts: FxHashMap<(usize, Box<str>), Result<Arc<str>, LookupError>>,
    /// The number of bytes of the texts.
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

    /// Decrypts a part of a text. `directory` is that of the configuration, and `setting` returns a setting of the
    /// level.
    ///
    /// # Errors
    /// If there is no key, or if the part cannot be decrypted with it.
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
        let scheme_name = part.scheme.unwrap_or("PKCS7");
        let Some(scheme) = schemes.iter().find(|scheme| scheme.tag().eq_ignore_ascii_case(scheme_name))
        else {
            let tags: Vec<_> = schemes.iter().map(|scheme| scheme.tag()).collect();
            let message = format!("the value is encrypted with {scheme_name}, which is not supported");
            let help = format!(
                "decrypt it with `eyaml decrypt`, encrypt it with {}, or use --keep-encrypted",
                tags.join(", ")
            );
            return Err(LookupError::encrypted(message).help(help));
        };
        let mut paths = Vec::new();
        for setting_name in scheme.key_settings() {
            let Some(path) = setting(setting_name)? else {
                // hiera-eyaml can also read keys from environment variables, which is not supported here (Decision 21).
                // The message mentions the variable.
                let variable = setting(&format!("{setting_name}_env_var"))?;
                return Err(missing_key_error(setting_name, variable.as_deref()));
            };
            paths.push(directory.join(path));
        }
        let (number, decryptor) = self.decryptor(reader, *scheme, directory, paths);
        let decryptor = decryptor?;
        let cache_key = (number, Box::from(part.encoded));
        // The lock is not held during decryption, so two threads may decrypt the same text, with the same result.
        if let Some(text) = self.with_cache(|cache| cache.texts.get(&cache_key).cloned()) {
            return text;
        }
        let text = decrypt_text(&*decryptor, &part);
        self.with_cache(|cache| {
            let size = part.encoded.len() + text.as_ref().map_or(0, |text| text.len());
            // When the cache is full, further texts are decrypted each time that they are needed.
            if cache.size + size <= MAX_CACHE_BYTES && cache.texts.insert(cache_key, text.clone()).is_none() {
                cache.size += size;
            }
        });
        text
    }

    /// Runs a function with the cache, which is locked meanwhile.
    fn with_cache<T>(&self, run: impl FnOnce(&mut KeyCache) -> T) -> T {
        // Entries are added completely or not at all, so the cache is valid even after a panic of another thread.
        run(&mut self.cache.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The decryptor with the keys in some files, after the number that identifies it in the cache.
    fn decryptor(
        &self,
        reader: &KeyReader,
        scheme: &dyn Scheme,
        directory: &Path,
        paths: Vec<PathBuf>,
    ) -> (usize, DecryptorResult) {
        let cache_key = (scheme.tag(), paths);
        if let Some(known) = self.with_cache(|cache| cache.decryptors.get(&cache_key).cloned()) {
            return known;
        }
        let (_, paths) = &cache_key;
        let decryptor = reader.load(scheme, directory, paths);
        self.with_cache(|cache| {
            let number = cache.decryptors.len();
            // If another thread has added the same decryptor meanwhile, its number is used.
            cache.decryptors.entry(cache_key).or_insert((number, decryptor)).clone()
        })
    }
}

impl KeyReader {
    /// Makes a decryptor of a scheme with the keys in some files. The paths are in the order of the scheme's settings.
    fn load(&self, scheme: &dyn Scheme, directory: &Path, paths: &[PathBuf]) -> DecryptorResult {
        let files: Result<Vec<_>, _> = paths.iter().map(|path| self.read(directory, path)).collect();
        let decryptor = scheme.decryptor(&files?).map_err(|(setting, fault)| {
            let index = scheme.key_settings().iter().position(|name| *name == setting).unwrap_or(0);
            let name = paths.get(index).map(|path| display_path(path)).unwrap_or_default();
            LookupError::encrypted(format!("{name} cannot be used as {setting}: {fault}"))
        })?;
        Ok(Arc::from(decryptor))
    }

    /// Reads a key file, which must be below the directory of the configuration or one that the user allows.
    fn read(&self, directory: &Path, path: &Path) -> Result<Vec<u8>, LookupError> {
        let name = display_path(path);
        // A missing file gets its own error here. The test below would report that it is outside of the allowed
        // directories.
        if self.files.metadata(path).is_err() {
            let help = "correct the path of the key, or use --keep-encrypted";
            return Err(LookupError::encrypted(format!("the key {name} does not exist")).help(help));
        }
        // The empty path means the current directory, but the system does not resolve it.
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

/// The error of a missing setting for a key. `variable` is the environment variable that contains the key, if one is
/// set.
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

/// Decrypts an encrypted part.
fn decrypt_text(decryptor: &dyn Decryptor, part: &Part<'_>) -> Result<Arc<str>, LookupError> {
    let encrypted = part.bytes().ok_or_else(|| fault("there is nothing between the brackets"))?;
    let decrypted = decryptor.decrypt(&encrypted).map_err(|reason| fault(&reason))?;
    String::from_utf8(decrypted).map(Arc::from).map_err(|_| fault("the decrypted value is not UTF-8 text"))
}

/// The error for a value that cannot be decrypted.
fn fault(reason: &str) -> LookupError {
    LookupError::encrypted(format!("the value cannot be decrypted: {reason}"))
}
