//! Lays the files of an XML Schema out so that each is reached in one way only.
//!
//! The checker reads a file once, and forgets what it declares where it is imported a second time. So every
//! import and include gets a copy of its own, in a folder that is there while the schema is made. Invariants: nothing
//! outside the folder of the schema is read; a file that leads to itself refers to the copy that there is.

use super::super::folder_of;
use super::{bad_schema, parser};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::input::{Limits, decode_xml};
use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use uppsala::{Document, QName};

/// Files that import each other in layers have copies that grow with the number of ways through them.
const MOST: usize = 1_000;

const SCHEMA_NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema";

/// The copies of a schema's files.
pub(super) struct Copies<'l> {
    /// Where they are.
    pub(super) folder: TempDir,
    /// Files outside this one are not read.
    root: PathBuf,
    limits: &'l Limits,
    made: usize,
    /// The files on the way to the one being copied, with the names of their copies.
    ways: Vec<(PathBuf, String)>,
}

impl<'l> Copies<'l> {
    /// Copies what a schema leads to, and gives it other names in it.
    pub(super) fn of(
        schema: &mut Document<'_>,
        path: &Path,
        limits: &'l Limits,
    ) -> Result<Self, Box<Diagnostic>> {
        let unwritable = |error: io::Error| {
            let message = format!("a temporary folder for the schema cannot be made: {error}");
            Box::new(Diagnostic::error(codes::CANNOT_WRITE, message))
        };
        let root = folder_of(path).canonicalize().unwrap_or_else(|_| folder_of(path).to_owned());
        let folder = TempDir::new().map_err(unwritable)?;
        let mut copies = Self { folder, root, limits, made: 0, ways: Vec::new() };
        copies.ways.push((path.canonicalize().unwrap_or_else(|_| path.to_owned()), String::new()));
        copies.lead(schema, path)?;
        Ok(copies)
    }

    /// Lets what a schema refers to lead to copies.
    fn lead(&mut self, schema: &mut Document<'_>, path: &Path) -> Result<(), Box<Diagnostic>> {
        let Some(top) = schema.document_element() else { return Ok(()) };
        for child in schema.children(top) {
            let Some(element) = schema.element(child) else { continue };
            let is_include = element.matches_name_ns(SCHEMA_NAMESPACE, "include")
                || element.matches_name_ns(SCHEMA_NAMESPACE, "redefine");
            if !is_include && !element.matches_name_ns(SCHEMA_NAMESPACE, "import") {
                continue;
            }
            let Some(location) = element.get_attribute("schemaLocation").map(str::to_owned) else { continue };
            let target = self.target(path, &location);
            if is_include && target.is_none() {
                let message = format!("{} includes {location}, which is not in its folder", path.display());
                return Err(Box::new(bad_schema(message)));
            }
            let name = target.map(|target| self.copy(&target)).transpose()?;
            let Some(element) = schema.element_mut(child) else { continue };
            match name {
                Some(name) if !name.is_empty() => {
                    element.set_attribute(QName::local("schemaLocation"), Cow::Owned(name));
                }
                // Where an imported schema is, is a hint; the top one is being read.
                _ => drop(element.remove_attribute("schemaLocation")),
            }
        }
        Ok(())
    }

    /// The file behind a location, if it is one that may be read.
    fn target(&self, from: &Path, location: &str) -> Option<PathBuf> {
        let target = folder_of(from).join(location).canonicalize().ok()?;
        (target.is_file() && target.starts_with(&self.root)).then_some(target)
    }

    /// Copies a file with all it leads to; gives the name of its copy.
    fn copy(&mut self, path: &Path) -> Result<String, Box<Diagnostic>> {
        if let Some((_, name)) = self.ways.iter().find(|(way, _)| way == path) {
            return Ok(name.clone());
        }
        if self.made == MOST {
            let message = format!("the schema's files lead to each other in more than {MOST} ways");
            return Err(Box::new(bad_schema(message)));
        }
        let name = format!("{}.xsd", self.made);
        self.made += 1;
        let shown = path.display().to_string();
        let failed =
            |what: &str, error: &dyn Display| Box::new(bad_schema(format!("{shown} {what}: {error}")));
        let bytes = fs::read(path).map_err(|error| failed("cannot be read", &error))?;
        let source = decode_xml(&shown, bytes, self.limits)?.source;
        let mut schema = parser().parse(source.text()).map_err(|error| failed("is no XML", &error))?;
        self.ways.push((path.to_owned(), name.clone()));
        self.lead(&mut schema, path)?;
        self.ways.pop();
        let text = schema.to_xml();
        fs::write(self.folder.path().join(&name), text)
            .map_err(|error| failed("cannot be copied", &error))?;
        Ok(name)
    }
}
