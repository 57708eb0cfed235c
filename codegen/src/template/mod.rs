//! Target `template`: text from a user's template and all metamodels together.
//!
//! `view` and `keys` are the stable interface of templates. Invariants: the same metamodels and templates yield the
//! same text; a template reads no file, no environment and no clock, except other templates that the caller loads for
//! it; it ends within its limit of steps, or with a diagnostic. The memory that one step allocates is not limited
//! here: templates from unknown sources must run in a separate process, as on the command line.

mod attributes;
mod escapes;
mod filters;
pub(crate) mod model;
mod problems;
pub(crate) mod view;

pub use filters::NAMES as FILTERS;
pub use view::keys::table;

use crate::{GeneratedFile, Script, ScriptSpec, Target};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior};
use model::{TemplateModel, classes, enumerations, other_data_types};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{Element, Metamodel, PackageId};
use problems::{LoaderError, Sources};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use view::element_values;

/// Text from a template.
pub const TARGET: Target = Target {
    name: "template",
    extension: None,
    description: "Text from your own template: documentation, diagrams, code",
    options: &[],
    script: Some(ScriptSpec {
        value_name: "TEMPLATE",
        help: "The template; it may include others in its directory and below",
    }),
    examples: &["reference.md.j2 library.pp -o library.md", "classes.mmd.j2 library.pp shop.ecore"],
    run: |request| match &request.script {
        Some(script) => {
            let template = Template { sources: request.sources.clone(), ..Template::new(script.clone()) };
            generate(request.metamodel, &request.packages, &template)
        }
        // `Target::generate` has reported the missing script.
        None => (Vec::new(), Diagnostics::new()),
    },
};

/// The maximum nesting of macros, blocks and includes.
const DEPTH: usize = 100;

/// The limits of a template's execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TemplateLimits {
    /// The maximum number of steps.
    pub steps: u64,
    /// The maximum number of bytes written.
    pub bytes: usize,
}

impl Default for TemplateLimits {
    /// A documentation of 2,000 classes with 20,000 features takes some million steps.
    fn default() -> Self {
        Self { steps: 100_000_000, bytes: 256 << 20 }
    }
}

/// The global names in templates.
pub const GLOBALS: &[&str] =
    &["packages", "all_packages", "classifiers", "classes", "enums", "datatypes", "sources"];

/// The extensions of templates.
const EXTENSIONS: &[&str] = &[".j2", ".jinja2", ".jinja"];

/// A template, and its input.
#[derive(Debug, Clone)]
pub struct Template {
    /// The text, and the texts of the templates that it includes.
    pub script: Script,
    /// The names of the files that the metamodels were read from.
    pub sources: Vec<String>,
    /// The limits of its execution.
    pub limits: TemplateLimits,
}

impl Template {
    /// A template without sources, within the default limits.
    #[must_use]
    pub fn new(script: Script) -> Self {
        Self { script, sources: Vec::new(), limits: TemplateLimits::default() }
    }
}

/// Generates the text of a template for the given packages and their subpackages, or for all packages if none is
/// given.
///
/// If the template is invalid or exceeds its limits, there is no file, and a problem points into its text.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    template: &Template,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let script = &template.script;
    // The loader, which the library keeps, records each text that it reads, so that problems can point into
    // it.
    let sources = Arc::new(Mutex::new(Sources::from([(script.name.clone(), Arc::clone(&script.source))])));
    let model = Arc::new(TemplateModel::new(metamodel, packages, &template.sources));
    match render(template, &model, &sources) {
        Ok(text) => (vec![GeneratedFile { path: path(&script.name), text }], Diagnostics::new()),
        Err(error) => {
            let sources = sources.lock().unwrap_or_else(PoisonError::into_inner);
            (Vec::new(), problems::problem(&error, &sources, template).into())
        }
    }
}

/// The name of the generated file: the template's name without its extension.
fn path(name: &str) -> String {
    let name_without_extension =
        EXTENSIONS.iter().find_map(|end| name.strip_suffix(end)).filter(|rest| !rest.is_empty());
    name_without_extension.map_or_else(|| format!("{name}.txt"), str::to_owned)
}

/// The output of a template. Included templates are added to `sources`.
fn render(
    template: &Template,
    model: &Arc<TemplateModel>,
    sources: &Arc<Mutex<Sources>>,
) -> Result<String, Error> {
    let mut environment = environment(template.limits)?;
    let (loader, read_sources) = (Arc::clone(&template.script.loader), Arc::clone(sources));
    environment.set_loader(move |name| match loader(name) {
        Ok(None) => Ok(None),
        Ok(Some(source)) => {
            let text = source.text().to_owned();
            read_sources.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), source);
            Ok(Some(text))
        }
        Err(problem) => {
            Err(Error::new(ErrorKind::BadInclude, problem.message.clone()).with_source(LoaderError(problem)))
        }
    });
    let script = &template.script;
    // The template is added directly, so that the loader only finds included templates.
    environment.add_template_owned(script.name.clone(), script.source.text().to_owned())?;
    let mut out = BoundedOutput { bytes: Vec::new(), max: template.limits.bytes };
    environment.get_template(&script.name)?.render_captured_to(globals(model), &mut out)?;
    String::from_utf8(out.bytes).map_err(|_| Error::new(ErrorKind::WriteFailure, "the output is not text"))
}

/// The environment of a user's template: its syntax, limits and filters.
fn environment(limits: TemplateLimits) -> Result<Environment<'static>, Error> {
    let mut environment = strict_environment()?;
    // Decision 11: steps and depth end loops and recursion; the memory of a step is limited by the process.
    environment.set_fuel(Some(limits.steps));
    environment.set_recursion_limit(DEPTH);
    // The setting is required for problems to show the undefined name and its position.
    environment.set_debug(true);
    // `debug` and `pprint` would show internal details of values, which may change.
    environment.remove_global("debug");
    environment.remove_filter("pprint");
    filters::add(&mut environment);
    Ok(environment)
}

/// An environment with the syntax of all templates, in which unknown names and keys are errors.
pub(crate) fn strict_environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build()?;
    environment.set_syntax(syntax);
    // Without this, a misspelled name would be an empty string in the output.
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // The library would escape for HTML or JSON by the ending of the template's name.
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    attributes::add(&mut environment);
    Ok(environment)
}

/// The global variables of a template.
fn globals(model: &Arc<TemplateModel>) -> Value {
    let metamodel = &model.metamodel;
    // In the order of `GLOBALS`.
    let values = [
        element_values(model, model.roots.iter().copied().map(Element::Package)),
        element_values(model, model.packages.iter().copied().map(Element::Package)),
        element_values(model, model.classifiers.iter().copied()),
        element_values(model, classes(&model.classifiers).map(Element::Class)),
        element_values(model, enumerations(metamodel, &model.classifiers)),
        element_values(model, other_data_types(metamodel, &model.classifiers)),
        Value::from(model.sources.clone()),
    ];
    GLOBALS.iter().copied().zip(values).collect::<BTreeMap<_, _>>().into()
}

/// The written bytes, up to a length.
struct BoundedOutput {
    bytes: Vec<u8>,
    max: usize,
}

impl io::Write for BoundedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The size is checked before the bytes are kept, so that the output never exceeds the limit.
        if self.bytes.len() + bytes.len() > self.max {
            return Err(io::Error::other("too long"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
