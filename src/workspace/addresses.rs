//! Finds the document at an address: by the mappings of the user, in the given directories, or among shipped documents.
//!
//! Eclipse addresses files by plug-in or project: `platform:/plugin/NAME/model/x.ecore`,
//! `platform:/resource/NAME/x.xmi`. Without Eclipse, these addresses refer to files in the given directories whose
//! paths end with `NAME/…`; the metamodels in EMF's plug-in are shipped. This module reads only files to which an
//! address refers.

use super::Workspace;
use super::proxies::ReferredText;
use crate::files::{Files, display_path, read_ordinary_file, uri_path};
use crate::formats::WriteOptions;
use modelwright_metamodel::ecore::{Metamodel, builtin};
use modelwright_metamodel::model::ecore;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The directory of EMF's own metamodels, as in an address without its scheme.
const EMF_MODELS: &str = "org.eclipse.emf.ecore/model/";

impl Workspace {
    /// The file for an address: according to the mapping of the user with the longest prefix, by its path, or by its
    /// plug-in or project in the given directories.
    pub(super) fn path_of(&self, address: &str) -> Option<PathBuf> {
        let matching_maps = self.maps.iter().filter(|(prefix, _)| address.starts_with(prefix.as_str()));
        match matching_maps.max_by_key(|(prefix, _)| prefix.len()) {
            None => uri_path(address).or_else(|| self.path_in_directories(platform_path(address)?)),
            Some((prefix, directory)) => {
                let relative_path = address[prefix.len()..].trim_start_matches('/');
                // No slash is added if the prefix is the complete address, such as a namespace URI that is mapped to a
                // file.
                let slash = if relative_path.is_empty() { "" } else { "/" };
                uri_path(&format!("{}{slash}{relative_path}", self.files.uri(directory)))
            }
        }
    }

    /// The first file in the given directories whose path ends with that of a plug-in or project.
    fn path_in_directories(&self, path: &str) -> Option<PathBuf> {
        // The path is converted like that of a `file:` URI, so that codes such as `%20` are decoded.
        let path = uri_path(&format!("file:{path}"))?;
        self.candidates()?.file_ending_with(&path).map(Path::to_path_buf)
    }

    /// The text of a document to which another document refers. Problems show the document under `name`, or under its
    /// path if there is no `name`. `None` if the document cannot be read, or cannot contain objects that others refer
    /// to.
    pub(super) fn text_of(
        &self,
        files: &dyn Files,
        address: &str,
        name: Option<&Path>,
    ) -> Option<ReferredText> {
        let Some(path) = self.path_of(address).or_else(|| self.declaring_file(address)) else {
            return self.shipped_text(address);
        };
        // A file that cannot be read is not an error, because a user may map all plug-ins to a directory that lacks
        // EMF's plug-in.
        let Ok(bytes) = read_ordinary_file(files, &path, &self.reading.limits) else {
            return self.shipped_text(address);
        };
        let format =
            self.registry.format_by_path(&path).or_else(|| self.registry.format_by_content(&bytes))?;
        // Other documents cannot refer to objects in the input of an importer.
        if !format.is_read() && !format.is_type_source {
            return None;
        }
        let text = format.decode(&display_path(name.unwrap_or(&path)), bytes, &self.reading.limits).ok()?;
        Some(ReferredText { format, text })
    }

    /// The first file in the given directories that probably declares the package with a namespace URI; `None` for a
    /// shipped package, because references to it need no document.
    pub(super) fn declaring_file(&self, namespace: &str) -> Option<PathBuf> {
        let is_known = Metamodel::ecore().package_by_uri(namespace).is_some()
            || builtin::OPTIONAL_URIS.contains(&namespace)
            || crate::shipped::by_uri(namespace).is_some();
        if is_known || platform_path(namespace).is_some() {
            return None;
        }
        self.candidates()?.files_declaring(namespace).next().map(Path::to_path_buf)
    }

    /// The text of a shipped document of EMF's plug-in; `None` if the address names no such document, or if the
    /// workspace does not find documents that the user did not name.
    fn shipped_text(&self, address: &str) -> Option<ReferredText> {
        if !self.finds_unnamed {
            return None;
        }
        let file = platform_path(address)?.strip_prefix(EMF_MODELS)?;
        let uri = match file {
            "Ecore.ecore" => builtin::NS_URI,
            "XMLType.ecore" => builtin::XML_TYPE_URI,
            "XMLNamespace.ecore" => builtin::XML_NAMESPACE_URI,
            _ => return None,
        };
        let ecore = Metamodel::ecore();
        let metamodel = ecore.with_built_in(uri).map_or(ecore, Arc::new);
        let package = metamodel.package_by_uri(uri)?;
        // The text is written from the built-in package, so that no copy of EMF's file is needed.
        let (model, document) = ecore::to_model(&metamodel, &[package], address);
        let format = crate::formats::ECORE;
        let mut bytes = Vec::new();
        format.write(&model, document, &WriteOptions::default(), &mut bytes).ok()?;
        let text = format.decode(address, bytes, &self.reading.limits).ok()?;
        Some(ReferredText { format, text })
    }
}

/// The path in an address by plug-in or project: `platform:/plugin/shop/model/x.ecore` has `shop/model/x.ecore`. `None`
/// for other addresses.
fn platform_path(address: &str) -> Option<&str> {
    let path = address.strip_prefix("platform:/")?;
    path.strip_prefix("plugin/").or_else(|| path.strip_prefix("resource/"))
}
