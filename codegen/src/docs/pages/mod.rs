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
use crate::diagram::made_in_place;
use crate::scope::Scope;
use crate::svg::{DiagramOptions, Drawings, Theme, stylesheet};
use crate::template::view::{element_value, element_values};
use crate::template::world::TemplateModel;
use crate::{GeneratedFile, template};
use changes::Changes;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, context};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{Classifier, Element, Metamodel, PackageId};
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
    let world = Arc::new(TemplateModel::new(metamodel, packages, &options.sources));
    let in_place = made_in_place(metamodel, &world.classifiers);
    let addresses = Arc::new(Addresses::new(metamodel, &world.packages, &in_place));
    let file = |path: &str, text: String| GeneratedFile { path: path.to_owned(), text };
    let style = format!("{}\n{}", include_str!("site.css"), stylesheet(Theme::Auto));
    let mut files = vec![
        file(addresses::SCRIPT, include_str!("site.js").to_owned()),
        file(addresses::STYLE, style),
        file(addresses::SEARCH, search::index(metamodel, &world.packages, &addresses)),
    ];
    let first = world.roots.first().map_or("", |root| &world.metamodel[*root].name);
    let title = options.title.clone().unwrap_or_else(|| first.to_owned());
    let changes = Changes::new(metamodel, options.since.as_ref(), &addresses);
    let environment = environment(&world, &addresses, &changes, &in_place);
    let result = environment.and_then(|environment| {
        let pages = Pages { world: &world, addresses: &addresses, title: &title, environment };
        pages.write(&mut files)?;
        pages.changes(&changes, &mut files)
    });
    match result {
        Ok(()) => (files, Diagnostics::new()),
        // The templates are part of the program, so this is a mistake of the program.
        Err(error) => {
            let message = format!("a page cannot be written: {error:#}");
            (Vec::new(), Diagnostic::error(codes::TEMPLATE_FAILED, message).into())
        }
    }
}

fn environment(
    world: &Arc<TemplateModel>,
    addresses: &Arc<Addresses>,
    changes: &Arc<Changes>,
    in_place: &std::collections::HashSet<Classifier>,
) -> Result<Environment<'static>, Error> {
    let mut environment = template::strict_environment()?;
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    filters::add(&mut environment, world, addresses, in_place);
    changes::add(&mut environment, changes);
    Ok(environment)
}

struct Pages<'w> {
    world: &'w Arc<TemplateModel>,
    addresses: &'w Arc<Addresses>,
    title: &'w str,
    environment: Environment<'static>,
}

impl Pages<'_> {
    fn write(&self, files: &mut Vec<GeneratedFile>) -> Result<(), Error> {
        let world = self.world;
        let packages = element_values(world, world.packages.iter().copied().map(Element::Package));
        let types = element_values(world, world.classifiers.iter().copied());
        let drawing = self.drawing(&world.roots, "");
        let index = context! { drawing => drawing, packages => packages, types => types, sources => world.sources.clone() };
        let mut buffer = Vec::new();
        files.push(self.page(addresses::FIRST_PAGE, "index.html", index, &mut buffer)?);
        for package in &world.packages {
            self.package(*package, files, &mut buffer)?;
        }
        let drawings = Drawings::new(&world.metamodel, &world.roots, &DiagramOptions::default());
        // Examples and diagrams take most of the time of a site, and each page has its own.
        let parts = in_parts(&world.classifiers, |classifiers| self.classifiers(classifiers, &drawings));
        for part in parts {
            files.append(&mut part?);
        }
        Ok(())
    }

    /// The pages of some types.
    fn classifiers(
        &self,
        classifiers: &[Classifier],
        drawings: &Drawings,
    ) -> Result<Vec<GeneratedFile>, Error> {
        let world = self.world;
        let scope = Scope::new(&world.metamodel, &world.roots);
        let mut examples = Examples::new(&scope, Arc::clone(&world.metamodel));
        let mut files = Vec::new();
        let mut buffer = Vec::new();
        for classifier in classifiers {
            let at = Element::from(*classifier);
            let Some(path) = self.addresses.page(at) else { continue };
            let value = element_value(world, at);
            let (template, values) = match classifier {
                Classifier::Class(class) => {
                    let inherited = self.inherited(*classifier);
                    let example = examples.of(*class).map(example_value);
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

    /// The page of a package, and that of its diagram if it is too large for the first one.
    fn package(
        &self,
        package: PackageId,
        files: &mut Vec<GeneratedFile>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let at = Element::Package(package);
        let Some(path) = self.addresses.page(at) else { return Ok(()) };
        let value = element_value(self.world, at);
        let drawing = self.drawing(&[package], addresses::directory(path));
        let large = self.large_drawing(package, addresses::directory(path));
        let diagram = large.as_ref().and_then(|_| self.addresses.of_diagram(package));
        let address = diagram.clone().map(Value::from_safe_string);
        let values = context! { package => value, drawing => drawing, diagram => address };
        files.push(self.page(path, "package.html", values.clone(), buffer)?);
        if let (Some(drawing), Some(path)) = (large, diagram) {
            let values = context! { large => drawing, ..values };
            files.push(self.page(&path, "diagram.html", values, buffer)?);
        }
        Ok(())
    }

    /// The page of all changes.
    fn changes(&self, changes: &Changes, files: &mut Vec<GeneratedFile>) -> Result<(), Error> {
        if changes.since().is_some() {
            let summary = changes.summary();
            files.push(self.page(addresses::CHANGES, "changes.html", summary, &mut Vec::new())?);
        }
        Ok(())
    }

    /// The inherited features of a class, grouped by the superclass that declares them. The features of a group are
    /// `none` if the page would have too many.
    fn inherited(&self, classifier: Classifier) -> Value {
        let mut remaining = MAX_INHERITED;
        let supertypes = match classifier {
            Classifier::Class(class) => self.world.all_supertypes(class),
            Classifier::DataType(_) => Vec::new(),
        };
        let with_features =
            supertypes.into_iter().rev().filter(|id| !self.world.metamodel[*id].features.is_empty());
        let groups = with_features.map(|class| {
            let features = &self.world.metamodel[class].features;
            let is_shown = features.len() <= remaining;
            remaining -= if is_shown { features.len() } else { 0 };
            let list = is_shown
                .then(|| element_values(self.world, features.iter().map(|id| Element::Feature(*id))));
            context! { class => element_value(self.world, Element::Class(class)), features => list, count => features.len() }
        });
        groups.collect::<Vec<_>>().into()
    }

    /// A page with a path; `buffer` is reused for all pages of a thread.
    fn page(
        &self,
        path: &str,
        template: &str,
        values: Value,
        buffer: &mut Vec<u8>,
    ) -> Result<GeneratedFile, Error> {
        let here = addresses::directory(path);
        // The way to the directory of the site.
        let root = Value::from_safe_string(if here.is_empty() { "" } else { "../" }.to_owned());
        let values = context! { title => self.title, here => here, root => root, ..values };
        // All pages are in memory until the last one is complete, so each is a copy without the space into which it grew.
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
