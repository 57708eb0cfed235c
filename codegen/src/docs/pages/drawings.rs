//! The diagrams of pages, whose boxes are links.
//!
//! Invariant: a diagram inside of a page has at most [`MAX_DRAWN`] types; larger ones have a page of their own,
//! which scrolls.

use super::Pages;
use crate::docs::addresses::directory;
use crate::scope::with_subpackages;
use crate::svg::{self, DiagramOptions, Drawings, Style};
use minijinja::value::Value;
use modelwright_metamodel::ecore::{Classifier, Element, PackageId};

/// The greatest number of types in the diagram of the first page or of a package. Larger ones cannot be read at a
/// glance.
const MAX_DRAWN: usize = 60;

/// The greatest number of types in a diagram with a page of its own. In larger ones, even a single package is hard to
/// find.
const MAX_LARGE: usize = 500;

impl Pages<'_> {
    /// The diagram of packages and their subpackages, whose boxes are links, relative to the directory `from`; `None`
    /// if there are too many types.
    pub(super) fn drawing(&self, roots: &[PackageId], from: &str) -> Option<Value> {
        if self.count(roots) > MAX_DRAWN { None } else { self.draw(roots, from, "Class diagram") }
    }

    /// The diagram of a package that is too large for the page of the package, but not for a page of its own; `None` if
    /// it is smaller or larger.
    pub(super) fn large_drawing(&self, package: PackageId, from: &str) -> Option<Value> {
        let of_package = &self.model.metamodel[package];
        // The diagram of the only subpackage is the same.
        if of_package.classifiers.is_empty() && of_package.subpackages.len() == 1 {
            return None;
        }
        let count = self.count(&[package]);
        if count <= MAX_DRAWN || count > MAX_LARGE {
            return None;
        }
        let title = format!("Class diagram of {}", self.model.metamodel[package].name);
        self.draw(&[package], from, &title)
    }

    /// The number of types with pages in packages and their subpackages.
    fn count(&self, roots: &[PackageId]) -> usize {
        let metamodel = &self.model.metamodel;
        let packages = with_subpackages(metamodel, roots);
        let types = packages.iter().flat_map(|package| &metamodel[*package].classifiers);
        types.filter(|at| self.addresses.page(Element::from(**at)).is_some()).count()
    }

    /// The diagram of packages and their subpackages, of any size, for a page in the directory `from`; `None` if there
    /// is nothing to draw.
    fn draw(&self, roots: &[PackageId], from: &str, title: &str) -> Option<Value> {
        let style = Style {
            has_css: false,
            link: Some(&|classifier| self.addresses.address(Element::from(classifier), from)),
            ..Style::default()
        };
        let options = DiagramOptions::default();
        let (drawing, _) = svg::draw(&self.model.metamodel, roots, &options, title, &style);
        drawing.map(Value::from_safe_string)
    }

    /// The diagram of a class and its neighbours.
    pub(super) fn neighbours(&self, drawings: &Drawings, classifier: Classifier) -> Option<Value> {
        let page = self.addresses.page(Element::from(classifier)).unwrap_or_default();
        let style = Style {
            has_css: false,
            link: Some(&|classifier| self.addresses.address(Element::from(classifier), directory(page))),
            ..Style::default()
        };
        let title = format!("{} and its neighbours", self.model.metamodel.name(classifier));
        drawings.around(classifier, &title, &style).map(Value::from_safe_string)
    }
}
