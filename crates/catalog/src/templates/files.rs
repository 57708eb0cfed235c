//! Templates of modules, read once for all nodes.
//!
//! Invariant: only files below the directory `templates` of a module are read.

use super::epp::Template as Epp;
use super::erb::Template as Erb;
use crate::environment::Environment;
use modelwright_evaluation::evaluate::HostError;
use modelwright_metamodel::diagnostic::Diagnostic;
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The templates of a kind by name; invalid templates are represented by their problems.
type TemplatesByName<T> = Mutex<FxHashMap<String, Result<Arc<T>, Box<Diagnostic>>>>;

/// The templates that were read.
#[derive(Debug, Default)]
pub(crate) struct Templates {
    erb: TemplatesByName<Erb>,
    epp: TemplatesByName<Epp>,
}

/// The template with a name, which is read when it is first needed.
fn cached<T>(
    templates: &TemplatesByName<T>,
    name: &str,
    read: impl FnOnce() -> Result<T, Box<Diagnostic>>,
) -> Result<Arc<T>, HostError> {
    let mut templates = templates.lock().unwrap_or_else(PoisonError::into_inner);
    let template = templates.entry(name.to_owned()).or_insert_with(|| read().map(Arc::new));
    template.clone().map_err(HostError::caused_by)
}

impl Environment {
    /// The ERB template with a name such as `apache/vhost.erb`.
    pub(crate) fn erb(&self, name: &str) -> Result<Arc<Erb>, HostError> {
        let path = self.template_path(name)?;
        cached(&self.templates().erb, name, || Erb::read(&self.read_text(&path)?))
    }

    /// The EPP template with a name such as `apache/vhost.epp`.
    pub(crate) fn epp(&self, name: &str) -> Result<Arc<Epp>, HostError> {
        let path = self.template_path(name)?;
        cached(&self.templates().epp, name, || Epp::read(&self.read_text(&path)?))
    }

    /// The path of the template with a name such as `MODULE/FILE`.
    fn template_path(&self, name: &str) -> Result<PathBuf, HostError> {
        let path = self.module_file("templates", name)?.filter(|path| self.is_file(path));
        path.ok_or_else(|| HostError::new(format!("there is no template '{name}' in the modules")))
    }
}
