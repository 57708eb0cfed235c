//! A metamodel with its documents, and the verdicts of the judges that run in this process or as a tool.

use super::document::Document as RandomDocument;
use super::metamodel::{Metamodel as Declared, ROOT};
use super::notation;
use crate::random::Random;
use crate::schemas::xml;
use modelwright::files::{Disk, Files};
use modelwright::workspace::{Registry, Workspace};
use modelwright_codegen::json_schema::{self, Draft, JsonSchemaOptions};
use modelwright_codegen::xsd::{self, XsdOptions};
use modelwright_evaluation::logic::{EvaluationSession, PreparedRules};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Severity, Source};
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{Document, Model};
use modelwright_metamodel::options::OptionValues;
use modelwright_notations::{json, tree};
use modelwright_schema_validator as schemas;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A metamodel with its documents.
pub(crate) struct Subject {
    pub(super) declared: Declared,
    pub(crate) metamodel: Arc<Metamodel>,
    pub(super) documents: Vec<RandomDocument>,
    /// Each document as JSON, on one line.
    pub(super) json: Vec<String>,
    /// The same without the metamodel and classes that follow from features and keys.
    pub(crate) untyped_json: Vec<String>,
    /// Each document as XMI, if XMI can express its content.
    pub(super) xmi: Vec<Option<String>>,
    packages: Vec<PackageId>,
    workspace: Workspace,
    directory: PathBuf,
}

fn put(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

impl Subject {
    /// The subject with a number. Its files are in a separate directory.
    pub(crate) fn random(number: usize, count: usize, seed: u64, work: &Path) -> Result<Self, String> {
        let directory = work.join(number.to_string());
        fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
        let declared = Declared::random(number, &mut Random::new(seed, number));
        let path = directory.join("types.pp");
        put(&path, &declared.text())?;
        let workspace = Workspace { models: vec![path.clone()], ..Workspace::default() };
        let (metamodel, problems) = workspace.load_metamodel(&path).map_err(|problem| problem.to_string())?;
        if !problems.is_empty() {
            return Err(format!("{}: {problems}", path.display()));
        }
        let document =
            |at: usize| RandomDocument::random(&declared, &mut Random::new(seed ^ 0x5eed, number << 20 | at));
        let documents: Vec<RandomDocument> = (0..count).map(document).collect();
        let json = documents.iter().map(|document| notation::json(&declared, &document.root)).collect();
        let untyped_json =
            documents.iter().map(|document| notation::untyped_json(&declared, &document.root)).collect();
        let xmi = |document: &RandomDocument| {
            document.is_in_xmi().then(|| notation::xmi(&declared, &document.root))
        };
        let xmi = documents.iter().map(xmi).collect();
        let packages = metamodel.roots().filter(|package| !metamodel.is_built_in(*package)).collect();
        Ok(Self { declared, metamodel, documents, json, untyped_json, xmi, packages, workspace, directory })
    }

    /// Returns the reason if the validator rejects a text.
    pub(super) fn validate(&self, text: &str, format: &str) -> Result<(), String> {
        validate(&self.workspace, text, format)
    }

    /// As [`Subject::validate`], for a document in JSON that does not name the class of its root.
    pub(super) fn validate_untyped(&self, text: &str) -> Result<(), String> {
        let mut workspace = self.workspace.clone();
        workspace.reading.values = OptionValues::new().with("root-class", self.root());
        validate(&workspace, text, "json")
    }

    /// The name of the package.
    pub(crate) fn package(&self) -> &str {
        self.packages.first().map_or("", |package| self.metamodel[*package].name.as_str())
    }

    /// The valid documents as modelwright writes them in ordinary JSON, without spaces, and what is unusual about each.
    pub(crate) fn plain_documents(&self) -> Vec<(String, Vec<&'static str>)> {
        let legal = self.documents.iter().zip(&self.json).filter(|(document, _)| document.is_legal());
        let plain = legal.filter_map(|(document, json)| {
            // The first member is the metamodel.
            let rest = json.split_once(",").map_or("}", |(_, rest)| rest);
            let hazards = document.trials.iter().map(|trial| trial.hazard).collect();
            Some((self.plain(&format!("{{{rest}")).ok()?, hazards))
        });
        plain.collect()
    }

    /// A valid document as modelwright writes it in ordinary JSON, without spaces; otherwise the first problem.
    pub(crate) fn plain(&self, text: &str) -> Result<String, String> {
        self.validate_untyped(text)?;
        self.written(text)
    }

    /// A document as modelwright writes it in ordinary JSON, without spaces.
    fn written(&self, text: &str) -> Result<String, String> {
        let mut model = Model::new(Arc::clone(&self.metamodel));
        let untyped = Some(tree::UntypedDocument { root: self.root().to_owned(), discriminator: None });
        let options = tree::ReadOptions { untyped, ..tree::ReadOptions::default() };
        let source = Source::new("document", text);
        let (document, problems) = json::read(&source, &mut model, Document::new("document"), &options);
        if problems.has_errors() {
            return Err(problems.to_string());
        }
        let options = json::WriteOptions {
            untyped: true,
            layout: json::Layout::Compact,
            ..json::WriteOptions::default()
        };
        let mut bytes = Vec::new();
        json::write(&model, document, &options, &mut bytes).map_err(|problem| format!("{problem:?}"))?;
        String::from_utf8(bytes).map_err(|problem| problem.to_string())
    }

    /// The name of the class of roots.
    pub(crate) fn root(&self) -> &'static str {
        self.declared.classes[ROOT].name
    }
    /// Writes the JSON Schema, and its draft 7 form next to those of the other subjects, for ajv.
    pub(super) fn json_schema(&self, draft_7: &Path) -> Result<Box<dyn schemas::Schema>, String> {
        let options = JsonSchemaOptions { draft: Draft::Draft07, ..JsonSchemaOptions::default() };
        let (files, _) = json_schema::generate(&self.metamodel, &self.packages, &options);
        put(draft_7, &files[0].text)?;
        let (files, _) =
            json_schema::generate(&self.metamodel, &self.packages, &JsonSchemaOptions::default());
        let path = self.directory.join("types.schema.json");
        put(&path, &files[0].text)?;
        load_schema(&path, &files[0].text)
    }

    /// The JSON Schema of documents that do not name the class of their root.
    pub(crate) fn untyped_schema(&self) -> Result<Box<dyn schemas::Schema>, String> {
        let options =
            JsonSchemaOptions { root: Some(self.root().to_owned()), ..JsonSchemaOptions::default() };
        let (files, _) = json_schema::generate(&self.metamodel, &self.packages, &options);
        let path = self.directory.join("untyped.schema.json");
        put(&path, &files[0].text)?;
        load_schema(&path, &files[0].text)
    }

    /// Writes the XML Schema, and returns the verdicts of xmllint and of our validator.
    pub(super) fn xml_schema(&self) -> Result<Vec<Option<[bool; 2]>>, String> {
        let (files, _) = xsd::generate(&self.metamodel, &self.packages, &XsdOptions { lower_bounds: true });
        for file in &files {
            put(&self.directory.join(&file.path), &file.text)?;
        }
        let schema = self.directory.join(&files[0].path);
        let ours = load_schema(&schema, &files[0].text)?;
        let mut paths = Vec::new();
        for (at, text) in self.xmi.iter().enumerate() {
            let Some(text) = text else { continue };
            let path = self.directory.join(format!("{at}.xmi"));
            put(&path, text)?;
            paths.push(path);
        }
        let mut theirs = xml::verdicts(&schema, &paths)?.into_iter();
        let verdicts = self.xmi.iter().map(|text| {
            let text = text.as_ref()?;
            Some([theirs.next()?, accepts(ours.as_ref(), "xmi", text)])
        });
        Ok(verdicts.collect())
    }

    /// Evaluates `new` for a document, and returns the reason if it fails; `None` if no expression has the
    /// same content.
    pub(super) fn make(&self, rules: &PreparedRules, at: usize) -> Option<Result<(), String>> {
        let text = notation::expression(&self.documents[at].root)?;
        let (statements, problems) = language::statements(&Source::new("expression", text));
        if problems.has_errors() {
            return Some(Err(problems.to_string()));
        }
        let made = EvaluationSession::new(rules, None, None).evaluate(&statements);
        Some(made.map(drop).map_err(|problem| problem.to_string()))
    }
}

fn validate(workspace: &Workspace, text: &str, format: &str) -> Result<(), String> {
    let format = Registry::standard().format(format).ok_or("no format")?;
    let bytes = text.as_bytes().to_vec();
    let loaded =
        workspace.load_bytes("document", bytes, "document", format).map_err(|problem| problem.to_string())?;
    let found = workspace.validate(&loaded);
    let mut errors =
        loaded.diagnostics.iter().chain(&found).filter(|problem| problem.severity == Severity::Error);
    errors.next().map_or(Ok(()), |problem| Err(problem.to_string()))
}

fn load_schema(path: &Path, text: &str) -> Result<Box<dyn schemas::Schema>, String> {
    let disk: Arc<dyn Files> = Arc::new(Disk::new());
    let schema = schemas::load(&disk, path, text.as_bytes().to_vec(), &Limits::default());
    schema.map_err(|problem| problem.to_string())
}

/// Whether a schema accepts a document.
pub(crate) fn accepts(schema: &dyn schemas::Schema, format: &str, text: &str) -> bool {
    let Some(format) = Registry::standard().format(format) else { return false };
    schema.check(format, &Source::new("document", text)).is_some_and(|problems| problems.is_empty())
}
