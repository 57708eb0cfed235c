//! The pages: templates with the elements of the metamodel, and a few functions for what only this target has.
//!
//! `filters` has these functions, `drawings` the diagrams, `changes` what changed since an earlier version.
//! Invariants: templates escape all values for HTML, and misspelled names are errors; a page has no more than
//! [`MAX_INHERITED`] inherited features, so that deep inheritance does not make the site grow with its square.

mod changes;
mod drawings;
mod filters;

use super::DocsOptions;
use super::addresses::{self, Addresses};
use super::example::{Example, Examples};
use super::search;
use crate::diagram::in_place_classifiers;
use crate::scope::Scope;
use crate::svg::{DiagramOptions, Drawings, Theme, stylesheet};
use crate::template::model::TemplateModel;
use crate::template::view::{element_value, element_values};
use crate::{GeneratedFile, template};
use changes::Changes;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, context};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{ClassId, Classifier, Element, Metamodel, PackageId};
use modelwright_metamodel::threads::in_parts;
use std::sync::Arc;

/// The greatest number of inherited features that the page of a class lists.
const MAX_INHERITED: usize = 500;

/// The templates: what all pages share, and one for each kind of page.
const TEMPLATES: &[(&str, &str)] = &[
    ("layout.html", include_str!("layout.html.j2")),
    ("macros.html", include_str!("macros.html.j2")),
    ("index.html", include_str!("index.html.j2")),
    ("package.html", include_str!("package.html.j2")),
    ("class.html", include_str!("class.html.j2")),
    ("datatype.html", include_str!("datatype.html.j2")),
    ("diagram.html", include_str!("diagram.html.j2")),
    ("changes.html", include_str!("changes.html.j2")),
];

/// Writes all pages.
pub(super) fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &DocsOptions,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let model = Arc::new(TemplateModel::new(metamodel, packages, &options.sources));
    let in_place = in_place_classifiers(metamodel, &model.classifiers);
    let addresses = Arc::new(Addresses::new(metamodel, &model.packages, &in_place));
    let style = format!("{}\n{}", include_str!("site.css"), stylesheet(Theme::Auto));
    let mut files = vec![
        file(addresses::SCRIPT, include_str!("site.js").to_owned()),
        file(addresses::STYLE, style),
        file(addresses::SEARCH, search::index(metamodel, &model.packages, &addresses)),
    ];
    let first_package_name = model.roots.first().map_or("", |root| &model.metamodel[*root].name);
    let title = options.title.clone().unwrap_or_else(|| first_package_name.to_owned());
    let changes = Changes::new(metamodel, options.since.as_ref(), &addresses);
    let environment = environment(&model, &addresses, &changes, &in_place);
    let result = environment.and_then(|environment| {
        let pages = Pages { model: &model, addresses: &addresses, title: &title, environment };
        pages.write(&mut files)?;
        pages.changes(&changes, &mut files)
    });
    match result {
        Ok(()) => (files, Diagnostics::new()),
        // The templates are part of the program, so this error is a bug of the program.
        Err(error) => {
            let message = format!("a page cannot be written: {error:#}");
            (Vec::new(), Diagnostic::error(codes::TEMPLATE_FAILED, message).into())
        }
    }
}

/// A generated file.
fn file(path: &str, text: String) -> GeneratedFile {
    GeneratedFile { path: path.to_owned(), text }
}

/// The environment of the templates of pages: they escape for HTML, and have the filters and functions of this target.
fn environment(
    model: &Arc<TemplateModel>,
    addresses: &Arc<Addresses>,
    changes: &Arc<Changes>,
    in_place: &std::collections::HashSet<Classifier>,
) -> Result<Environment<'static>, Error> {
    let mut environment = template::strict_environment()?;
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    filters::add(&mut environment, model, addresses, in_place);
    changes::add(&mut environment, changes);
    Ok(environment)
}

/// Writes pages with the same templates.
struct Pages<'w> {
    model: &'w Arc<TemplateModel>,
    addresses: &'w Arc<Addresses>,
    title: &'w str,
    environment: Environment<'static>,
}

impl Pages<'_> {
    /// Writes the first page, and the pages of all packages and types.
    fn write(&self, files: &mut Vec<GeneratedFile>) -> Result<(), Error> {
        let model = self.model;
        let packages = element_values(model, model.packages.iter().copied().map(Element::Package));
        let types = element_values(model, model.classifiers.iter().copied());
        let drawing = self.drawing(&model.roots, "");
        let index_values = context! {
            drawing => drawing,
            packages => packages,
            types => types,
            sources => model.sources.clone(),
        };
        let mut buffer = Vec::new();
        files.push(self.page(addresses::FIRST_PAGE, "index.html", index_values, &mut buffer)?);
        for package in &model.packages {
            self.package(*package, files, &mut buffer)?;
        }
        let drawings = Drawings::new(&model.metamodel, &model.roots, &DiagramOptions::default());
        // Examples and diagrams take most of the time of a site, and no page needs those of another one.
        for pages in in_parts(&model.classifiers, |classifiers| self.type_pages(classifiers, &drawings)) {
            files.append(&mut pages?);
        }
        Ok(())
    }

    /// The pages of some types.
    fn type_pages(
        &self,
        classifiers: &[Classifier],
        drawings: &Drawings,
    ) -> Result<Vec<GeneratedFile>, Error> {
        let model = self.model;
        let scope = Scope::new(&model.metamodel, &model.roots);
        let mut examples = Examples::new(&scope, Arc::clone(&model.metamodel));
        let mut files = Vec::new();
        let mut buffer = Vec::new();
        for classifier in classifiers {
            let element = Element::from(*classifier);
            let Some(path) = self.addresses.page(element) else { continue };
            let value = element_value(model, element);
            let (template, values) = match classifier {
                Classifier::Class(class) => {
                    let inherited = self.inherited(*class);
                    let example = examples.example_of(*class).map(example_value);
                    let drawing = self.neighbours(drawings, *classifier);
                    let values = context! { class => value, inherited => inherited, example => example, drawing => drawing };
                    ("class.html", values)
                }
                Classifier::DataType(_) => ("datatype.html", context! { datatype => value }),
            };
            files.push(self.page(path, template, values, &mut buffer)?);
        }
        Ok(files)
    }

    /// Writes the page of a package, and the page of its diagram if the diagram is too large for the first one.
    fn package(
        &self,
        package: PackageId,
        files: &mut Vec<GeneratedFile>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let element = Element::Package(package);
        let Some(path) = self.addresses.page(element) else { return Ok(()) };
        let value = element_value(self.model, element);
        let drawing = self.drawing(&[package], addresses::directory(path));
        let large_drawing = self.large_drawing(package, addresses::directory(path));
        let diagram_path =
            if large_drawing.is_some() { self.addresses.diagram_address(package) } else { None };
        let diagram_address = diagram_path.clone().map(Value::from_safe_string);
        let values = context! { package => value, drawing => drawing, diagram => diagram_address };
        files.push(self.page(path, "package.html", values.clone(), buffer)?);
        if let (Some(large_drawing), Some(diagram_path)) = (large_drawing, diagram_path) {
            let values = context! { large => large_drawing, ..values };
            files.push(self.page(&diagram_path, "diagram.html", values, buffer)?);
        }
        Ok(())
    }

    /// Writes the page of all changes, if there is an earlier version.
    fn changes(&self, changes: &Changes, files: &mut Vec<GeneratedFile>) -> Result<(), Error> {
        if changes.since().is_some() {
            let summary = changes.summary();
            files.push(self.page(addresses::CHANGES, "changes.html", summary, &mut Vec::new())?);
        }
        Ok(())
    }

    /// The inherited features of a class, grouped by the superclass that declares them. The features of a group are
    /// `none` if the page would have too many.
    fn inherited(&self, class: ClassId) -> Value {
        let mut remaining = MAX_INHERITED;
        let mut groups: Vec<Value> = Vec::new();
        for superclass in self.model.all_supertypes(class).into_iter().rev() {
            let features = &self.model.metamodel[superclass].features;
            if features.is_empty() {
                continue;
            }
            let mut list = None;
            if features.len() <= remaining {
                remaining -= features.len();
                let elements = features.iter().map(|id| Element::Feature(*id));
                list = Some(element_values(self.model, elements));
            }
            let class_value = element_value(self.model, Element::Class(superclass));
            groups.push(context! { class => class_value, features => list, count => features.len() });
        }
        groups.into()
    }

    /// Writes a page with a template; `path` is its address relative to the site, and `buffer` is reused for all pages of a
    /// thread.
    fn page(
        &self,
        path: &str,
        template: &str,
        values: Value,
        buffer: &mut Vec<u8>,
    ) -> Result<GeneratedFile, Error> {
        let directory = addresses::directory(path);
        // The path from the page to the directory of the site.
        let root = Value::from_safe_string(if directory.is_empty() { "" } else { "../" }.to_owned());
        let values = context! { title => self.title, here => directory, root => root, ..values };
        // All pages remain in memory until the last one is written, so the text of each is copied into memory of its
        // exact size.
        buffer.clear();
        self.environment.get_template(template)?.render_captured_to(values, &mut *buffer)?;
        let text = str::from_utf8(buffer).map_err(|_| ErrorKind::WriteFailure)?.to_owned();
        Ok(GeneratedFile { path: path.to_owned(), text })
    }
}

/// An example as a value.
fn example_value(example: Example) -> Value {
    let texts = example.texts.into_iter().map(|(name, text)| context! { name => name, text => text });
    context! { texts => texts.collect::<Vec<_>>(), is_checked => example.is_checked, root => example.root }
}
