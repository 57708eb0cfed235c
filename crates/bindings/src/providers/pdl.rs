//! `pdl:`: data files. A name that ends in `.pdl` is one file that belongs to no class; a name that ends in `/` is a
//! directory of data; any other name is a pattern of classes whose data is in the `data` directories of modules.

use super::manifests::class_parameters;
use super::{Answer, Content, Deliver, ProvidedBindings, Provider, Request, matches, reading};
use crate::files::read_source;
use crate::generated::bindings::{
    AbstractBinding, Binding, DocumentedElement, NamedBindings, ProducerDescriptor, Value,
};
use crate::pdl::{self, DataFile};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use std::sync::Arc;

pub(super) const PROVIDER: &dyn Provider = &DataFiles;

struct DataFiles;

/// The extension of data files.
const EXTENSION: &str = "pdl";

impl Provider for DataFiles {
    fn scheme(&self) -> &'static str {
        "pdl"
    }

    fn provide(&self, request: &Request<'_>, deliver: &mut Deliver<'_>) {
        deliver(answer(request));
    }
}

/// Answers a location: one data file, a directory of data files, or the data of modules.
fn answer(request: &Request<'_>) -> Answer {
    let mut answer = Answer::default();
    let is_file = Path::new(request.name).extension().is_some_and(|extension| extension == EXTENSION);
    if is_file || request.name.ends_with('/') {
        let Some(path) = reading::allowed_file(request, request.name, &mut answer.problems) else {
            return answer;
        };
        if is_file {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            read(&path, request.name, &DataFile::of_site(stem), request, &mut answer);
        } else {
            answer.exists = request.access.base.files.is_directory(&path);
            let (no_module, all_classes) = ("", "**");
            add_files_below(&path, no_module, all_classes, request, &mut answer);
        }
        return answer;
    }
    for (module, path) in reading::modules(request) {
        add_files_below(&path.join("data"), &module, request.name, request, &mut answer);
    }
    answer
}

/// Adds the data files below a directory whose classes match a pattern. `module` is the module that the directory
/// belongs to, or empty.
fn add_files_below(
    directory: &Path,
    module: &str,
    pattern: &str,
    request: &Request<'_>,
    answer: &mut Answer,
) {
    for (name, path) in reading::files_below(directory, module, &[EXTENSION], request) {
        let file = DataFile::below_data(&name.split("::").collect::<Vec<_>>());
        let class = file.class.clone().unwrap_or_default();
        // A file directly in a directory of data contains the data of the site, and belongs to no class.
        let is_of_module = !module.is_empty() || name.contains("::");
        if is_of_module && matches(pattern, &class) {
            read(&path, &class, &file, request, answer);
        } else if is_of_module {
            answer.known.push(class);
        }
    }
}

/// Reads a data file. If the file is a program that may be run, the access to files returns its output instead of its
/// text. So a text that begins with `#!` is a program that must not be run, which is an error.
fn read(path: &Path, name: &str, file: &DataFile, request: &Request<'_>, answer: &mut Answer) {
    let source = match read_source(&*request.access.base.files, path, &request.access.base.limits) {
        Ok(source) => source,
        Err(problem) => return answer.problems.push(*problem),
    };
    if source.text().starts_with("#!") {
        let message = "this file of data is a program, and programs are not run";
        let problem = Diagnostic::error(codes::BINDINGS_LAYER, message).at(&source, 0..2);
        return answer.problems.push(problem.help("allow it with --run-data, or write the data itself"));
    }
    let (roots, problems) = pdl::read(&source, file);
    answer.problems.append(problems);
    for root in roots {
        if let DocumentedElement::NamedBindings(mut bindings) = root {
            if file.class.is_none() {
                bind_parameters(&mut bindings, request, &mut answer.problems);
            }
            let content = Content::Bindings(Box::new(bindings), Arc::clone(&source));
            answer.bindings.push(ProvidedBindings { name: name.to_owned(), content });
        }
    }
}

/// Binds each parameter of a class to the value of the site with the same name, except parameters that the file sets
/// with the name of the class.
fn bind_parameters(bindings: &mut NamedBindings, request: &Request<'_>, problems: &mut Diagnostics) {
    let named_values: FxHashMap<&str, &Binding> = bindings.bindings.iter().filter_map(named_value).collect();
    if named_values.is_empty() {
        return;
    }
    let qualified_names: FxHashSet<String> =
        bindings.bindings.iter().filter_map(qualified_parameter).collect();
    let class_bindings = class_parameters(request, problems).into_iter().filter_map(|parameter| {
        // A line with the name of the class takes precedence over one without it.
        let value =
            named_values.get(&*parameter.name).filter(|_| !qualified_names.contains(&parameter.key()))?;
        Some(AbstractBinding::from(Binding { name: Some(parameter.key()), ..(*value).clone() }))
    });
    let class_bindings: Vec<_> = class_bindings.collect();
    bindings.bindings.extend(class_bindings);
}

/// The name and the binding of a value without the name of a class.
fn named_value(binding: &AbstractBinding) -> Option<(&str, &Binding)> {
    let AbstractBinding::Binding(binding) = binding else { return None };
    Some((binding.name.as_deref()?, binding))
}

/// The key of the parameter that a line with the name of a class sets.
fn qualified_parameter(binding: &AbstractBinding) -> Option<String> {
    let AbstractBinding::ParameterBindings(parameters) = binding else { return None };
    let Some(ProducerDescriptor::ConstantProducer(constant)) = &parameters.producer else { return None };
    let Value::HashValue(hash) = &*constant.value else { return None };
    let Value::StringValue(name) = &hash.entries.first()?.key else { return None };
    Some(format!("{}::{}", parameters.target, name.value))
}
