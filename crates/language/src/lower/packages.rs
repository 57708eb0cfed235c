//! Declares packages and determines their names, URIs and prefixes.

use super::{Context, Location, Lowerer};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{Annotation, Classifier, Element, LOGIC, Origin, PackageId, ValueRules};
use crate::syntax::ast::{Name, PackageDecl, Path, Settings, ValueKind};
use crate::syntax::{MAX_DEPTH, Span};
use crate::types::scope::{canonical_name, uncapitalised};
use crate::types::spelling;

/// The value of a setting of a package.
#[derive(Debug)]
struct SettingValue {
    /// `None` if `undef` is written.
    text: Option<String>,
    location: Location,
}

/// The settings of a package; `None` until one is declared.
#[derive(Debug, Default)]
pub(super) struct Declaration {
    /// The names of the package and its parents, from the root.
    pub(super) names: Vec<String>,
    pub(super) parent: Option<PackageId>,
    /// The address of the other document to which the package belongs, if there is one.
    pub(super) external: Option<String>,
    /// Whether any declaration is without `external`; the declarations with it then only refer to the package.
    pub(super) is_declared: bool,
    uri: Option<SettingValue>,
    prefix: Option<SettingValue>,
    /// The version of the functions that the logic of the package requires.
    functions: Option<SettingValue>,
}

impl Lowerer<'_> {
    /// Declares a package and its settings. Its settings may be in several declarations.
    pub(super) fn declare_package(
        &mut self,
        base: Option<PackageId>,
        decl: PackageDecl<'_>,
        file: usize,
    ) -> PackageId {
        let (path, settings) = (decl.path(), decl.settings());
        let id = self.package_at(base, &path, file);
        // The second pass, over the types, finds the package by this position.
        self.declared_packages.insert((file, path.span.start), id);
        let context = Context { file, package: Some(id), ..Context::default() };
        let package = Element::Package(id);
        if self.locations.get(package).is_none() {
            self.record_position(package, &context, path.span);
        }
        self.check_settings(
            &context,
            &settings,
            &[&["uri", "prefix", spelling::FUNCTIONS, "external"]],
            "a package",
        );
        self.package_setting(id, &settings, "uri", file);
        self.package_setting(id, &settings, "prefix", file);
        self.package_setting(id, &settings, spelling::FUNCTIONS, file);
        let external = self.text(&context, &settings, "external");
        if let Some(declaration) = self.declaration(id) {
            // One declaration without `external` is enough: the package then belongs to this document.
            declaration.is_declared |= external.is_none();
            declaration.external = external.or(declaration.external.take());
        }
        id
    }

    /// The package at a path below another one; creates missing packages.
    pub(super) fn package_at(&mut self, base: Option<PackageId>, path: &Path<'_>, file: usize) -> PackageId {
        let mut parent = if path.absolute { None } else { base };
        for name in &path.qualifiers {
            parent = Some(self.child_package(parent, name, file));
        }
        self.child_package(parent, &path.last, file)
    }

    /// The package with a name in another one, which is created if necessary.
    fn child_package(&mut self, parent: Option<PackageId>, name: &Name<'_>, file: usize) -> PackageId {
        // A declaration must have the exact name; only a reference may write the first letter in another case.
        if let Some(id) = self.scope.child(parent, &Name { quoted: true, ..name.clone() }) {
            return id;
        }
        if let Some(parent) = parent
            && self.declaration(parent).is_some_and(|parent| parent.names.len() >= MAX_DEPTH)
        {
            let message = format!("packages are nested more than {MAX_DEPTH} levels deep");
            let location = Location { file, span: name.span };
            self.error(codes::NESTED_TOO_DEEP, location, message, "declare the package nearer to the root");
            // Types of packages that are nested too deeply are put into this one, so that uses of them are not reported
            // as unknown.
            return parent;
        }
        let location = Location { file, span: name.span };
        let count = self.scope.count(parent, &name.text);
        if name.ordinal > count {
            let (text, index) = (&name.text, name.ordinal);
            let message = format!(
                "`{text}[{index}]` requires {index} packages `{text}` before it, but there are {count}"
            );
            let help = "the number distinguishes packages with the same name; omit it for the first";
            self.error(codes::UNKNOWN_ELEMENT, location, message, help);
        }
        let id = self.new_package(parent, &name.text);
        self.locations.insert(Element::Package(id), location);
        id
    }

    /// Creates a package.
    fn new_package(&mut self, parent: Option<PackageId>, name: &str) -> PackageId {
        let id = self.builder.package(parent, name);
        // In metamodels from `.pp` files, values that are declared are required (Decision 19).
        self.builder.package_mut(id).value_rules = ValueRules::Declared;
        self.scope.add_package(id, parent, name);
        let parent_declaration = parent.and_then(|parent| self.declaration(parent));
        let mut names = parent_declaration.map(|parent| parent.names.clone()).unwrap_or_default();
        names.push(name.to_owned());
        self.packages.push(Declaration { names, parent, ..Declaration::default() });
        id
    }

    /// The settings of a package; `None` for Ecore. Packages are created only here, so their ids directly follow that
    /// of Ecore, in order.
    pub(super) fn declaration(&mut self, id: PackageId) -> Option<&mut Declaration> {
        self.packages.get_mut(id.index().checked_sub(1)?)
    }

    /// The package of the declarations outside every package, which has the name of the file.
    pub(super) fn package_of_file(&mut self, file: usize) -> PackageId {
        let name = self.name_of_file(file);
        let no_parent = None;
        match self.scope.child(no_parent, &name) {
            Some(id) => id,
            None => self.new_package(no_parent, &name.text),
        }
    }

    /// The name of the package for declarations outside of packages, made from the name of the file.
    fn name_of_file(&self, file: usize) -> Name<'static> {
        let name = self.sources[file].name().rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.strip_suffix(".pp").unwrap_or(name);
        // The name becomes part of a URI and a prefix of XML names, so only ASCII letters, digits and `_` are kept.
        let mut text: String =
            stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            text.insert(0, '_');
        }
        Name::in_quotes(text, Span::default())
    }

    /// The type to which a path refers; `None` if there is no such type. The declarations of the file that are outside
    /// every package are searched last.
    pub(super) fn classifier(&self, context: &Context, path: &Path<'_>) -> Option<Classifier> {
        // Declarations outside of packages are visible in the complete file.
        self.scope.classifier(context.package, path).or_else(|| {
            if !path.qualifiers.is_empty() {
                return None;
            }
            let no_parent = None;
            let package = self.scope.child(no_parent, &self.name_of_file(context.file))?;
            self.scope.own_type(package, &canonical_name(&path.last))
        })
    }

    /// The package of a type that is declared as `package::Type` in the package `from`. Creates the package if there is
    /// none.
    pub(super) fn package_of_path(
        &mut self,
        from: Option<PackageId>,
        path: &Path<'_>,
        file: usize,
    ) -> PackageId {
        let Some(mut prefix) = path.parent() else {
            return match from {
                Some(id) if !path.absolute => id,
                _ => self.package_of_file(file),
            };
        };
        if let Some(id) = self.scope.package(from, &prefix) {
            return id;
        }
        // A package that a path creates has Puppet's spelling, even if the path of the type is capitalised.
        let names = prefix.qualifiers.iter_mut().chain([&mut prefix.last]);
        for name in names.filter(|name| !name.quoted) {
            name.text = uncapitalised(&name.text).into();
        }
        self.package_at(from, &prefix, file)
    }

    /// Records a setting of a package. Reports another value in an earlier declaration.
    fn package_setting(&mut self, id: PackageId, settings: &Settings<'_>, key: &str, file: usize) {
        let Some(setting) = settings.find(&[key]) else { return };
        let location = Location { file, span: setting.value.span };
        let text = match &setting.value.kind {
            ValueKind::String(text) => Some(text.to_string()),
            ValueKind::Undef => None,
            ValueKind::Invalid => return,
            _ => {
                let message = format!("the setting `{key}` must be a string or undef");
                return self.error(codes::BAD_SETTING, location, message, "write it in quotes");
            }
        };
        let Some(declaration) = self.declaration(id) else { return };
        let slot = match key {
            "uri" => &mut declaration.uri,
            "prefix" => &mut declaration.prefix,
            _ => &mut declaration.functions,
        };
        let Some(earlier) = slot else {
            *slot = Some(SettingValue { text, location });
            return;
        };
        // A package may be declared in several files with the same value.
        if earlier.text != text {
            let (earlier_location, names) = (earlier.location, declaration.names.join("::"));
            let diagnostic = Diagnostic::error(
                codes::PACKAGE_CONFLICT,
                format!("package `{names}` is declared with two different values of `{key}`"),
            )
            .label(&self.sources[file], location.span.range(), "here")
            .label(
                &self.sources[earlier_location.file],
                earlier_location.span.range(),
                "and differently here",
            )
            .help(format!("specify `{key}` once, or rename one of the packages"));
            self.diagnostics.push(diagnostic);
        }
    }

    /// Sets the URI and the prefix of every package, with defaults for those that declare none.
    pub(super) fn settle_packages(&mut self) {
        for (index, declaration) in self.packages.iter_mut().enumerate() {
            // Package 0 is Ecore.
            let id = PackageId::new(index + 1);
            let names: Vec<&str> = declaration.names.iter().map(String::as_str).collect();
            let package = self.builder.package_mut(id);
            package.ns_uri = match declaration.uri.take() {
                Some(uri) => uri.text,
                None => Some(crate::types::default_uri(&names)),
            };
            package.ns_prefix = match declaration.prefix.take() {
                Some(prefix) => prefix.text,
                None => names.last().map(|name| (*name).to_owned()),
            };
            if let Some(SettingValue { text: Some(version), location }) = declaration.functions.take() {
                let source = Some(std::sync::Arc::clone(&self.sources[location.file]));
                let annotation = Annotation {
                    source: Some(LOGIC.to_owned()),
                    details: vec![(Some(spelling::FUNCTIONS.to_owned()), Some(version))],
                    origin: Origin { source, offsets: vec![location.span.start] },
                    ..Annotation::default()
                };
                self.logic.push((Element::Package(id), annotation));
            }
        }
    }
}
