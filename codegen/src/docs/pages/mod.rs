//! The pages: templates with the elements of the metamodel, and a few functions for what only this target has.
//!
//! Invariants: templates escape all values for HTML, and misspelled names are errors; a page has no more than
//! [`MAX_INHERITED`] inherited features, so that deep inheritance does not make the site grow with its square.

use super::DocsOptions;
use super::addresses::{Addresses, element};
use super::example::{Example, Examples};
use super::search;
use super::users::Users;
use crate::diagram::{attribute_type, typed_text};
use crate::scope::Scope;
use crate::svg::{self, DiagramOptions, Drawings, Style, Theme, stylesheet};
use crate::template::view::{ElementValue, element_value, element_values};
use crate::template::world::TemplateModel;
use crate::{GeneratedFile, template};
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, context};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{Classifier, Element, Metamodel, PackageId};
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
];

/// Writes all pages.
pub(super) fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &DocsOptions,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let world = Arc::new(TemplateModel::new(metamodel, packages, &options.sources));
    let addresses = Arc::new(Addresses::new(metamodel, &world.packages));
    let script = include_str!("site.js").to_owned();
    let mut files = vec![GeneratedFile { path: "site.js".to_owned(), text: script }];
    let text = format!("{}\n{}", include_str!("site.css"), stylesheet(Theme::Auto));
    files.push(GeneratedFile { path: "site.css".to_owned(), text });
    let text = search::index(metamodel, &world.packages, &addresses);
    files.push(GeneratedFile { path: "search.js".to_owned(), text });
    let first = world.roots.first().map_or("", |root| &world.metamodel[*root].name);
    let title = options.title.clone().unwrap_or_else(|| first.to_owned());
    let result = Pages::new(&world, &addresses, &title).and_then(|pages| pages.write(&mut files));
    match result {
        Ok(()) => (files, Diagnostics::new()),
        // The templates are part of the program, so this is a mistake of the program.
        Err(error) => {
            let message = format!("a page cannot be written: {error:#}");
            (Vec::new(), Diagnostic::error(codes::TEMPLATE_FAILED, message).into())
        }
    }
}

/// The greatest number of types in the diagram of the first page or of a package. Larger ones cannot be read at a glance.
const MAX_DRAWN: usize = 60;

struct Pages<'w> {
    world: &'w Arc<TemplateModel>,
    addresses: &'w Arc<Addresses>,
    title: &'w str,
    environment: Environment<'static>,
}

impl<'w> Pages<'w> {
    fn new(
        world: &'w Arc<TemplateModel>,
        addresses: &'w Arc<Addresses>,
        title: &'w str,
    ) -> Result<Self, Error> {
        let mut environment = template::strict_environment()?;
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        for (name, text) in TEMPLATES {
            environment.add_template(name, text)?;
        }
        // No character of an address has a meaning in HTML.
        let known = Arc::clone(addresses);
        environment.add_filter("address", move |value: &Value| {
            let address = element_of(value).and_then(|at| known.of(at));
            address.map(|address| Value::from_safe_string(address.to_owned()))
        });
        let known = Arc::clone(addresses);
        environment.add_filter("anchor", move |value: &Value| {
            let anchor = element_of(value).and_then(|at| known.anchor(at));
            anchor.map(|anchor| Value::from_safe_string(anchor.to_owned()))
        });
        environment.add_filter("paragraphs", |text: &str| {
            let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
            paragraphs.map(str::to_owned).collect::<Vec<_>>()
        });
        let of_world = Arc::clone(world);
        environment.add_filter("type", move |value: &Value| {
            element_of(value).map(|at| type_text(&of_world.metamodel, at))
        });
        let of_world = Arc::clone(world);
        environment.add_filter("path", move |value: &Value| {
            let package = element_of(value).and_then(|at| match at {
                Element::Package(id) => Some(id),
                _ => None,
            });
            let around = std::iter::successors(package, |id| of_world.metamodel[*id].parent);
            let mut path: Vec<Element> = around.map(Element::Package).collect();
            path.reverse();
            element_values(&of_world, path)
        });
        let (of_world, users) = (Arc::clone(world), Users::new(&world.metamodel, &world.classifiers));
        environment.add_function("users", move |value: &Value| {
            let classifier = element_of(value).and_then(classifier);
            let features = classifier.map_or(&[][..], |classifier| users.of(classifier));
            element_values(&of_world, features.iter().map(|id| Element::Feature(*id)))
        });
        Ok(Self { world, addresses, title, environment })
    }

    fn write(&self, files: &mut Vec<GeneratedFile>) -> Result<(), Error> {
        let world = self.world;
        let packages = element_values(world, world.packages.iter().copied().map(Element::Package));
        let types = element_values(world, world.classifiers.iter().copied().map(element));
        let drawing = self.drawing(&world.roots, &world.packages, "");
        let index = context! { root => Value::from_safe_string(String::new()), drawing => drawing, packages => packages, types => types, sources => world.sources.clone() };
        files.push(self.page("index.html", "index.html", index)?);
        for package in &world.packages {
            // A package with subpackages has the diagram of its own types only on the pages of its classes.
            let is_leaf = world.metamodel[*package].subpackages.is_empty();
            let drawing = is_leaf.then(|| self.drawing(&[*package], &[*package], UP)).flatten();
            let value = element_value(world, Element::Package(*package));
            let values = context! { root => up(), package => value, drawing => drawing };
            files.extend(self.page_of(Element::Package(*package), "package.html", values)?);
        }
        let scope = Scope::new(&world.metamodel, &world.roots);
        let drawings = Drawings::new(&world.metamodel, &world.roots, &DiagramOptions::default());
        let mut examples = Examples::new(&scope, Arc::clone(&world.metamodel));
        for classifier in &world.classifiers {
            let at = element(*classifier);
            let value = element_value(world, at);
            let (template, values) = match classifier {
                Classifier::Class(class) => {
                    let inherited = self.inherited(*classifier);
                    let example = examples.of(*class).map(example_value);
                    let drawing = self.neighbours(&drawings, *classifier);
                    let values = context! { class => value, inherited => inherited, example => example, drawing => drawing };
                    ("class.html", values)
                }
                Classifier::DataType(_) => ("datatype.html", context! { datatype => value }),
            };
            files.extend(self.page_of(at, template, context! { root => up(), ..values })?);
        }
        Ok(())
    }

    /// The diagram of packages, whose boxes are links from a directory; `None` if there are too many.
    fn drawing(&self, roots: &[PackageId], packages: &[PackageId], root: &str) -> Option<Value> {
        let metamodel = &self.world.metamodel;
        let count: usize = packages.iter().map(|package| metamodel[*package].classifiers.len()).sum();
        if count > MAX_DRAWN {
            return None;
        }
        let link = |classifier| self.link(classifier, root);
        let style = Style { has_css: false, link: Some(&link), ..Style::default() };
        svg::draw(metamodel, roots, &DiagramOptions::default(), "Class diagram", &style)
            .0
            .map(Value::from_safe_string)
    }

    /// The diagram of a class and its neighbours.
    fn neighbours(&self, drawings: &Drawings, classifier: Classifier) -> Option<Value> {
        let link = |classifier| self.link(classifier, UP);
        let style = Style { has_css: false, link: Some(&link), ..Style::default() };
        let title = format!("{} and its neighbours", self.world.metamodel.name(classifier));
        drawings.around(classifier, &title, &style).map(Value::from_safe_string)
    }

    /// The address of a type from a directory.
    fn link(&self, classifier: Classifier, root: &str) -> Option<String> {
        self.addresses.of(element(classifier)).map(|address| format!("{root}{address}"))
    }

    /// The superclasses of a class with features, and their features; `none` instead of the features if the page would have
    /// too many.
    fn inherited(&self, classifier: Classifier) -> Value {
        let mut left = MAX_INHERITED;
        let supertypes = match classifier {
            Classifier::Class(class) => self.world.all_supertypes(class),
            Classifier::DataType(_) => Vec::new(),
        };
        let with_features =
            supertypes.into_iter().rev().filter(|id| !self.world.metamodel[*id].features.is_empty());
        let groups = with_features.map(|class| {
            let features = &self.world.metamodel[class].features;
            let shown = left.checked_sub(features.len());
            left = shown.unwrap_or(left);
            let list = shown.map(|_| element_values(self.world, features.iter().map(|id| Element::Feature(*id))));
            context! { class => element_value(self.world, Element::Class(class)), features => list, count => features.len() }
        });
        groups.collect::<Vec<_>>().into()
    }

    /// The page of an element, if the site has one.
    fn page_of(&self, at: Element, template: &str, values: Value) -> Result<Option<GeneratedFile>, Error> {
        self.addresses.of(at).map(|path| self.page(path, template, values)).transpose()
    }

    fn page(&self, path: &str, template: &str, values: Value) -> Result<GeneratedFile, Error> {
        let values = context! { title => self.title, ..values };
        let text = self.environment.get_template(template)?.render(values)?;
        Ok(GeneratedFile { path: path.to_owned(), text })
    }
}

/// The way from a directory of a package to that of the site.
const UP: &str = "../";

/// The same as a value.
fn up() -> Value {
    Value::from_safe_string(UP.to_owned())
}

/// An example as a value.
fn example_value(example: Example) -> Value {
    let texts = example.texts.into_iter().map(|(name, text)| context! { name => name, text => text });
    context! { texts => texts.collect::<Vec<_>>(), is_checked => example.is_checked }
}

/// The type of an element as diagrams show it.
fn type_text(metamodel: &Metamodel, at: Element) -> String {
    match at {
        Element::Feature(id) if !metamodel[id].is_reference() => attribute_type(metamodel, id),
        Element::Feature(id) => typed_text(metamodel, &metamodel[id].typed),
        Element::Operation(id) => typed_text(metamodel, &metamodel[id].typed),
        Element::Parameter(id, at) => {
            metamodel[id].parameters.get(at).map_or_else(String::new, |typed| typed_text(metamodel, typed))
        }
        _ => String::new(),
    }
}

fn element_of(value: &Value) -> Option<Element> {
    value.downcast_object_ref::<ElementValue>().map(|value| value.element)
}

fn classifier(at: Element) -> Option<Classifier> {
    match at {
        Element::Class(id) => Some(Classifier::Class(id)),
        Element::DataType(id) => Some(Classifier::DataType(id)),
        _ => None,
    }
}
