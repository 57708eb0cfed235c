//! Gives every declared package, class, enumeration and data type its element.

use super::{Context, Declared, Lowerer, Place, literal_values};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{Classifier, Element, PackageId};
use crate::language::scope::spelling;
use crate::language::syntax::{EnumDecl, Name, Path, Statement, Tree};
use crate::language::words;

impl<'t> Lowerer<'t> {
    /// All packages first, since a type may be declared in a package that is declared later.
    pub(super) fn declare(&mut self, trees: &'t [Tree]) {
        for (file, tree) in trees.iter().enumerate() {
            self.packages_in(&tree.statements, None, file);
        }
        for (file, tree) in trees.iter().enumerate() {
            self.classifiers_in(&tree.statements, None, file);
        }
        self.settle_packages();
    }

    fn packages_in(&mut self, statements: &'t [Statement], base: Option<PackageId>, file: usize) {
        for statement in statements {
            if let Statement::Package(decl) = statement {
                let id = self.declare_package(base, decl, file);
                self.packages_in(decl.body.as_deref().unwrap_or_default(), Some(id), file);
            }
        }
    }

    fn classifiers_in(&mut self, statements: &'t [Statement], base: Option<PackageId>, file: usize) {
        let mut current = base;
        for statement in statements {
            let context = Context { file, package: current, ..Context::default() };
            match statement {
                Statement::Package(decl) => {
                    let declared = self.declared_packages.get(&(file, decl.path.span.start));
                    let Some(id) = declared.copied() else { continue };
                    let context = Context { package: Some(id), ..context };
                    self.annotate_later(Element::Package(id), &decl.doc, &decl.settings, &context);
                    match &decl.body {
                        Some(body) => self.classifiers_in(body, Some(id), file),
                        None => current = Some(id),
                    }
                }
                Statement::Type(decl) => {
                    let (package, name) = self.declare_name(&context, &decl.path);
                    let id = self.builder.class(package, name.as_str());
                    self.declared(package, &name, Classifier::Class(id), &context, &decl.path);
                    let context = Context { package: Some(package), ..context };
                    self.classes.push(Declared { id, decl, context });
                }
                Statement::Enum(decl) => self.declare_enum(decl, context),
                Statement::DataType(decl) => {
                    let (package, name) = self.declare_name(&context, &decl.path);
                    let id = self.builder.data_type(package, name.as_str());
                    self.declared(package, &name, Classifier::DataType(id), &context, &decl.path);
                    let context = Context { package: Some(package), ..context };
                    self.data_types.push(Declared { id, decl, context });
                }
                Statement::Alias(decl) => self.declare_alias(decl, context),
                Statement::Fact(setting) => {
                    let fact = self.fact(setting, file);
                    self.facts.document.push(fact);
                }
                Statement::Annotation(decl) => {
                    let id = current.unwrap_or_else(|| self.package_of_file(file));
                    let context = Context { package: Some(id), ..context };
                    self.annotations_later(Element::Package(id), &None, std::slice::from_ref(decl), &context);
                }
                // `logic` tells that it declares nothing.
                Statement::Expression(_) => {}
            }
        }
    }

    fn declare_enum(&mut self, decl: &'t EnumDecl, context: Context) {
        let (package, name) = self.declare_name(&context, &decl.path);
        let id = self.builder.enumeration(package, name.as_str(), literal_values(&decl.literals));
        self.declared(package, &name, Classifier::DataType(id), &context, &decl.path);
        let context = Context { package: Some(package), ..context };
        self.enums.push(Declared { id, decl, context });
    }

    /// The package and the canonical name of a declaration.
    pub(super) fn declare_name(&mut self, context: &Context, path: &Path) -> (PackageId, String) {
        let package = self.package_of_path(context.package, path, context.file);
        // A path has at least one segment.
        let Some(last) = path.segments.last() else { return (package, String::new()) };
        let name = spelling(last);
        let place = Place { file: context.file, span: last.span };
        if !last.quoted && words::RESERVED_TYPES.contains(&name.as_str()) {
            let message = format!("`{name}` is a type of the language and may not be declared again");
            let help = format!("choose another name, or quote it: '{name}'");
            self.error(codes::RESERVED_TYPE_NAME, place, message, help);
        }
        self.check_case(package, last, &name, place);
        (package, name)
    }

    fn check_case(&mut self, package: PackageId, written: &Name, name: &str, place: Place) {
        if written.quoted {
            return;
        }
        let key = (package, name.to_lowercase());
        let Some((first, first_place)) = self.names_by_case.get(&key).cloned() else {
            self.names_by_case.insert(key, (name.to_owned(), place));
            return;
        };
        if first != name {
            let diagnostic = Diagnostic::error(
                codes::TYPES_DIFFER_BY_CASE,
                format!("the names `{name}` and `{first}` differ only in upper and lower case"),
            )
            .label(&self.sources[place.file], place.span.range(), "declared here")
            .label(&self.sources[first_place.file], first_place.span.range(), "and here")
            .help("rename one of them");
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn declared(
        &mut self,
        package: PackageId,
        name: &str,
        id: Classifier,
        context: &Context,
        path: &Path,
    ) {
        self.scope.add_type(package, name, id);
        self.remember(id, context, path.span);
    }
}
