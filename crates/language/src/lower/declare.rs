//! Creates the element for each declared package, class, enumeration and data type.

use super::{Context, DeclaredElement, Location, Lowerer};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{Classifier, Element, PackageId};
use crate::syntax::ast::{EnumDecl, Name, PackageDecl, Path, Statement, statements};
use crate::types::inline::literal_values;
use crate::types::scope::canonical_name;
use crate::types::spelling;
use std::borrow::Cow;
use std::collections::hash_map::Entry;

impl<'t> Lowerer<'t> {
    /// Declares all packages and types. All packages come first, because a type may precede the declaration of its
    /// package.
    pub(super) fn declare(&mut self) {
        let trees = self.trees;
        // No package contains the statements at the top of a file.
        let base = None;
        for (file, tree) in trees.iter().enumerate() {
            self.packages_in(&mut statements(tree), base, file);
        }
        for (file, tree) in trees.iter().enumerate() {
            self.classifiers_in(&mut statements(tree), base, file);
        }
        // The settings of a package may be in any file, so all files must have been read.
        self.settle_packages();
    }

    /// Declares the packages among statements, with those nested in them.
    fn packages_in(
        &mut self,
        statements: &mut dyn Iterator<Item = Statement<'t>>,
        base: Option<PackageId>,
        file: usize,
    ) {
        for statement in statements {
            if let Statement::Package(decl) = statement {
                let id = self.declare_package(base, decl, file);
                self.packages_in(&mut decl.body(), Some(id), file);
            }
        }
    }

    /// Declares the types among statements. `base` is the package that contains them.
    fn classifiers_in(
        &mut self,
        statements: &mut dyn Iterator<Item = Statement<'t>>,
        base: Option<PackageId>,
        file: usize,
    ) {
        let mut current = base;
        for statement in statements {
            let context = Context { file, package: current, ..Context::default() };
            match statement {
                Statement::Package(decl) => {
                    // Without braces, the package contains the declarations after it, up to the end of this block.
                    current = self.classifiers_in_package(decl, current, context);
                }
                Statement::Type(decl) => {
                    let name_path = decl.path();
                    let (package, name) = self.declare_name(&context, &name_path);
                    let id = self.builder.class(package, &*name);
                    self.declare_type(package, &name, Classifier::Class(id), &context, &name_path);
                    let context = Context { package: Some(package), ..context };
                    self.classes.push(DeclaredElement { id, decl, context });
                }
                Statement::Enum(decl) => self.declare_enum(decl, context),
                Statement::DataType(decl) => {
                    let name_path = decl.path();
                    let (package, name) = self.declare_name(&context, &name_path);
                    let id = self.builder.data_type(package, &*name);
                    self.declare_type(package, &name, Classifier::DataType(id), &context, &name_path);
                    let context = Context { package: Some(package), ..context };
                    self.data_types.push(DeclaredElement { id, decl, context });
                }
                Statement::Alias(decl) => self.declare_alias(decl, context),
                Statement::Fact(setting) => {
                    let fact = self.fact(&setting, file);
                    self.facts.document.push(fact);
                }
                Statement::Annotation(decl) => {
                    let id = current.unwrap_or_else(|| self.package_of_file(file));
                    let context = Context { package: Some(id), ..context };
                    self.annotations_later(Element::Package(id), None, vec![decl], &context);
                }
                // `logic::unused` reports that such a statement declares nothing.
                Statement::Expression(_) | Statement::Bindings(_) => {}
            }
        }
    }

    /// Declares the contents of a package. Returns the package for the declarations that follow: without a body, this
    /// is the declared package.
    fn classifiers_in_package(
        &mut self,
        decl: PackageDecl<'t>,
        current: Option<PackageId>,
        context: Context,
    ) -> Option<PackageId> {
        let file = context.file;
        // The package is found by the position of its declaration: `current` may be another package than the enclosing
        // block, from which its path was resolved.
        let Some(id) = self.declared_packages.get(&(file, decl.path().span.start)).copied() else {
            return current;
        };
        let context = Context { package: Some(id), ..context };
        let settings = decl.settings();
        let is_external = settings.find(&["external"]).is_some();
        let mut body = decl.body().peekable();
        if is_external
            && body.peek().is_some()
            && self.declaration(id).is_some_and(|package| package.is_declared)
        {
            // The package is also declared without `external`. The declarations here only repeat the names of its
            // types.
            return current;
        }
        self.annotate_later(Element::Package(id), decl.doc(), settings, &context);
        if body.peek().is_none() {
            return Some(id);
        }
        self.classifiers_in(&mut body, Some(id), file);
        current
    }

    /// Declares an enumeration with its literals.
    fn declare_enum(&mut self, decl: EnumDecl<'t>, context: Context) {
        let name_path = decl.path();
        let (package, name) = self.declare_name(&context, &name_path);
        let id = self.builder.enumeration(package, &*name, literal_values(&decl.literals()));
        self.declare_type(package, &name, Classifier::DataType(id), &context, &name_path);
        let context = Context { package: Some(package), ..context };
        self.enums.push(DeclaredElement { id, decl, context });
    }

    /// The package and the canonical name of a declaration.
    pub(super) fn declare_name<'n>(
        &mut self,
        context: &Context,
        name_path: &'n Path<'t>,
    ) -> (PackageId, Cow<'n, str>) {
        let package = self.package_of_path(context.package, name_path, context.file);
        let last = &name_path.last;
        let name = canonical_name(last);
        let location = Location { file: context.file, span: last.span };
        if !last.quoted && spelling::RESERVED_TYPES.contains(&&*name) {
            let message = format!("`{name}` is a type of the language and must not be declared again");
            let help = format!("choose another name, or quote it: '{name}'");
            self.error(codes::RESERVED_TYPE_NAME, location, message, help);
        }
        self.check_case(package, last, &name, location);
        (package, name)
    }

    /// Reports a name that differs from an earlier one only in case.
    fn check_case(&mut self, package: PackageId, declared: &Name<'t>, name: &str, location: Location) {
        if declared.quoted {
            return;
        }
        // Unquoted names are capitalised, so names that differ only in case are probably a mistake (MW0509).
        let key = (package, name.to_lowercase());
        let (first, first_location) = match self.names_by_case.entry(key) {
            Entry::Occupied(entry) => entry.get().clone(),
            Entry::Vacant(entry) => {
                entry.insert((declared.text.clone(), location));
                return;
            }
        };
        let first_name = spelling::capitalised(&first);
        if first_name != name {
            let diagnostic = Diagnostic::error(
                codes::TYPES_DIFFER_BY_CASE,
                format!("the names `{name}` and `{first_name}` differ only in upper and lower case"),
            )
            .label(&self.sources[location.file], location.span.range(), "declared here")
            .label(&self.sources[first_location.file], first_location.span.range(), "and here")
            .help("rename one of them");
            self.diagnostics.push(diagnostic);
        }
    }

    /// Adds a type to the scope, and records where it is declared.
    pub(super) fn declare_type(
        &mut self,
        package: PackageId,
        name: &str,
        id: Classifier,
        context: &Context,
        name_path: &Path<'_>,
    ) {
        self.scope.add_type(package, name, id);
        self.record_position(id, context, name_path.span);
    }
}
