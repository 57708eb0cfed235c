//! Resolves names in a document to classes and features of the metamodel.
//!
//! A name that cannot be resolved is reported once, with a suggestion.

use super::Reader;
use crate::diagnostic::{
    Diagnostic, codes, join_choices, join_names, name_help, unknown_class, unknown_feature, unknown_package,
};
use crate::ecore::extended::{self, XmlKind};
use crate::ecore::{ClassId, Classifier, FeatureId, PackageId, builtin};
use crate::model::{ObjectId, uri};
use crate::xmi::names::split;
use crate::xmi::roles::Role;
use crate::xmi::xml::Attribute;
use std::borrow::Cow;

impl<'s> Reader<'s, '_, '_> {
    /// The class of a qualified name; `None` after reporting that it is unknown or cannot have instances.
    #[expect(clippy::ptr_arg, reason = "only a borrowed name can be cached")]
    pub(super) fn class(&mut self, name: &Cow<'s, str>, offset: usize) -> Option<ClassId> {
        // Only resolved classes are cached, so that each occurrence of an unknown name is reported.
        if let Some(class) = self.classes.get(name.as_ref()) {
            return Some(*class);
        }
        let class = self.find_class(name, offset)?;
        if let Cow::Borrowed(name) = name {
            self.classes.insert(name, class);
        }
        Some(class)
    }

    /// As [`Reader::class`], without the cache.
    pub(super) fn find_class(&mut self, name: &str, offset: usize) -> Option<ClassId> {
        let reports_missing = true;
        let package = self.find_package(name, offset, reports_missing)?;
        let (metamodel, local) = (self.metamodel, split(name).1);
        match metamodel.class(package, local) {
            // An interface that is not abstract has instances in EMF, so only `abstract` counts.
            Some(class) if !metamodel[class].is_abstract => Some(class),
            Some(class) => {
                self.report_abstract_class(class, offset, name.len(), &[]);
                None
            }
            None => {
                self.report_unknown_class(package, local, offset, name.len());
                None
            }
        }
    }

    /// The package of a qualified name; reports a missing one if `reports_missing` is set.
    pub(super) fn find_package(
        &mut self,
        name: &str,
        offset: usize,
        reports_missing: bool,
    ) -> Option<PackageId> {
        let (prefix, _) = split(name);
        let uri = self.namespaces.uri(prefix);
        let metamodel = self.metamodel;
        // As in EMF, an undeclared prefix has no namespace, not even `xsi` or `xmi`.
        if uri.is_none() && !prefix.is_empty() {
            if reports_missing {
                self.report_unbound_prefix(prefix, name, offset);
            }
            return None;
        }
        let package = match uri {
            Some(uri) => {
                // Packages in the order of precedence: with the namespace URI itself, with a URI that ends with it, and
                // at its declared location.
                let package = metamodel.package_by_uri(uri).or_else(|| self.package_by_ending(uri));
                package.or_else(|| self.located_package(uri))
            }
            None => self.bare_package(),
        };
        // An unknown metamodel is reported once, not for each of its roots and classes.
        let is_reported = uri.is_some_and(|uri| self.unknown_packages.contains(uri));
        if package.is_none() && reports_missing && !is_reported {
            let uri = uri.map(str::to_owned);
            self.report_unknown_package(name, uri, offset);
        }
        package
    }

    /// Reports that no known package has the namespace of a name, or that a name without namespace needs one.
    fn report_unknown_package(&mut self, name: &str, uri: Option<String>, offset: usize) {
        let metamodel = self.metamodel;
        let message = match &uri {
            Some(uri) => unknown_package(uri),
            None => format!("`{name}` has no namespace, but all known packages have one"),
        };
        let known_uris = metamodel.roots().filter_map(|package| metamodel[package].ns_uri.as_deref());
        let suggestion = match &uri {
            Some(uri) => self.suggestions.nearest(uri, known_uris).map(str::to_owned),
            None => self.prefixed_class_name(name),
        };
        let help = match suggestion {
            Some(suggestion) => format!("did you mean `{suggestion}`?"),
            None if uri.is_none() => {
                self.declaration_help(name).unwrap_or_else(|| self.known_packages_help())
            }
            None => self.known_packages_help(),
        };
        self.unknown_packages.extend(uri);
        self.push(
            Diagnostic::error(codes::UNKNOWN_PACKAGE, message)
                .at(self.source, offset..offset + name.len())
                .help(help),
        );
    }

    /// The help for an unknown package: how to specify its metamodel, and the known packages.
    fn known_packages_help(&self) -> String {
        let metamodel = self.metamodel;
        let is_own =
            |package: &PackageId| !metamodel.is_built_in(*package) && !metamodel.is_ecore_package(*package);
        let uris =
            metamodel.roots().filter(is_own).filter_map(|package| metamodel[package].ns_uri.as_deref());
        let uris: Vec<&str> = uris.collect();
        let how_to_specify = "specify the metamodel's file with --model, or its directory with --path";
        match uris.as_slice() {
            [] => how_to_specify.to_owned(),
            [uri] => format!("the only known package is {uri}; {how_to_specify}"),
            uris => format!("the known packages are {}; {how_to_specify}", join_names(uris)),
        }
    }

    /// The name of a class with the prefix that the document must use, for a name without a prefix.
    fn prefixed_class_name(&self, name: &str) -> Option<String> {
        let metamodel = self.metamodel;
        // Other languages separate the package from the class by a point or a slash.
        let name = name.rsplit(['.', '/']).next().unwrap_or(name);
        // Only names with a prefix that the document declares are suggested, because they need no further changes.
        self.namespaces.bound().find_map(|(prefix, uri)| {
            let package = metamodel.package_by_uri(uri)?;
            let names = metamodel[package].classifiers.iter().map(|c| metamodel.name(*c));
            Some(format!("{prefix}:{}", self.suggestions.nearest(name, names)?))
        })
    }

    /// Advice to declare a prefix, for a name without a prefix that a known package has.
    fn declaration_help(&self, name: &str) -> Option<String> {
        let metamodel = self.metamodel;
        let mut packages = metamodel.packages().filter(|(id, _)| {
            !metamodel.is_built_in(*id)
                && !metamodel.is_ecore_package(*id)
                && metamodel.classifier(*id, name).is_some()
        });
        let (_, package) = packages.next()?;
        let uri = package.ns_uri.as_deref()?;
        let prefix =
            package.ns_prefix.as_deref().filter(|prefix| !prefix.is_empty()).unwrap_or(&package.name);
        Some(format!("write `{prefix}:{name}`, and declare the prefix with `xmlns:{prefix}=\"{uri}\"`"))
    }

    /// The package whose namespace URI ends with a slash and `uri`, which EMF accepts instead of the complete URI:
    /// `shop` for `http://example.org/shop`.
    fn package_by_ending(&self, uri: &str) -> Option<PackageId> {
        // If a colon is the first of these characters, it ends a scheme, so the namespace is a complete URI and not the
        // end of one.
        let has_scheme =
            uri.find([':', '/', '?', '#']).is_some_and(|position| uri[position..].starts_with(':'));
        if has_scheme {
            return None;
        }
        let has_end = |known: &str| known.strip_suffix(uri).is_some_and(|start| start.ends_with('/'));
        let mut packages = self.metamodel.packages();
        packages.find(|(_, package)| package.ns_uri.as_deref().is_some_and(has_end)).map(|(id, _)| id)
    }

    /// The package at the location that the document declares for a namespace, even if that package has another
    /// namespace.
    fn located_package(&self, uri: &str) -> Option<PackageId> {
        let location = self.locations.get(uri)?;
        self.metamodel.package_at(&uri::resolve(&self.base, location))
    }

    /// The package for names without namespace: one without a URI, or the one at the location that the
    /// document declares.
    fn bare_package(&self) -> Option<PackageId> {
        let metamodel = self.metamodel;
        let bare = metamodel.roots().find(|package| metamodel[*package].ns_uri.is_none());
        bare.or_else(|| self.package_at_bare_location())
    }

    /// The package for names without namespace at the location that the document declares.
    pub(super) fn package_at_bare_location(&self) -> Option<PackageId> {
        let document = self.loader.model().document(self.loader.document());
        let location = uri::resolve(&self.base, document.no_namespace_schema_location.as_deref()?);
        self.metamodel.package_by_uri(&location).or_else(|| self.metamodel.package_read_from(&location))
    }

    /// Warns of a type attribute whose prefix is not declared: EMF recognises the attribute by its name, but other
    /// programs reject XML with undeclared prefixes.
    pub(super) fn check_type_prefix(&mut self, attributes: &[Attribute<'s>]) {
        let type_attribute =
            attributes.iter().find(|attribute| matches!(attribute.role, Role::XsiType | Role::XmiType));
        // Only the first element with a type is checked, because one declaration on the root element serves all.
        let Some(type_attribute) = type_attribute else { return };
        let prefix = split(type_attribute.name).0;
        if self.namespaces.uri(prefix).is_some() {
            return;
        }
        let uri = match type_attribute.role {
            Role::XmiType => "http://www.omg.org/XMI",
            _ => "http://www.w3.org/2001/XMLSchema-instance",
        };
        let name = type_attribute.name;
        let message =
            format!("the prefix `{prefix}` of `{name}` is not declared, which other XML tools reject");
        let start = type_attribute.name_offset(self.source.text());
        self.push(
            Diagnostic::warning(codes::UNBOUND_PREFIX, message)
                .at(self.source, start..start + name.len())
                .help(format!("add xmlns:{prefix}=\"{uri}\" to the root element")),
        );
    }

    /// Reports that the prefix of a name is not declared.
    fn report_unbound_prefix(&mut self, prefix: &str, name: &str, offset: usize) {
        let message = format!("the prefix `{prefix}` of `{name}` is not declared");
        let metamodel = self.metamodel;
        // The prefix that a package itself declares is the best guess at what was meant.
        let package_with_prefix =
            metamodel.packages().find(|(_, package)| package.ns_prefix.as_deref() == Some(prefix));
        let uri = package_with_prefix.and_then(|(_, package)| package.ns_uri.as_deref());
        let help = match (uri, self.prefixed_class_name(split(name).1)) {
            (Some(uri), _) => format!("add xmlns:{prefix}=\"{uri}\" to the root element"),
            (None, Some(suggestion)) => format!("did you mean `{suggestion}`?"),
            (None, None) => format!("add xmlns:{prefix}=\"…\" with the metamodel's namespace URI"),
        };
        self.push(
            Diagnostic::error(codes::UNBOUND_PREFIX, message)
                .at(self.source, offset..offset + name.len())
                .help(help),
        );
    }

    /// Reports that a package has no class of this name.
    pub(super) fn report_unknown_class(
        &mut self,
        package: PackageId,
        local: &str,
        offset: usize,
        len: usize,
    ) {
        let metamodel = self.metamodel;
        let message = unknown_class(local);
        // Abstract classes are not suggested: the corrected document would be rejected again.
        let classes = metamodel[package].classifiers.iter().filter_map(|c| match c {
            Classifier::Class(class) if !metamodel[*class].is_abstract => Some(metamodel.name(*c)),
            _ => None,
        });
        let help = if self.is_global_element(package, local) {
            Some(format!(
                "`{local}` is an element of an XML Schema: read the document with --extended-metadata"
            ))
        } else {
            let suggestion = self.suggestions.nearest(local, classes.clone());
            name_help(suggestion, "classes", classes)
        };
        let problem = Diagnostic::error(codes::UNKNOWN_CLASS, message).at(self.source, offset..offset + len);
        self.push(Diagnostic { help, ..problem });
    }

    /// Whether the schema from which a package was made declares a global element with the name.
    fn is_global_element(&self, package: PackageId, name: &str) -> bool {
        let metamodel = self.metamodel;
        metamodel[package].classifiers.iter().any(|classifier| match classifier {
            Classifier::Class(class) if extended::is_document_root(metamodel, *class) => {
                let features = metamodel.table(*class).all_features();
                features
                    .iter()
                    .map(|feature| &metamodel[*feature])
                    .any(|feature| extended::kind(feature) == XmlKind::Element && feature.name() == name)
            }
            _ => false,
        })
    }

    /// Reports that a class without instances was used, given the attributes of the object.
    pub(super) fn report_abstract_class(
        &mut self,
        class: ClassId,
        offset: usize,
        len: usize,
        attributes: &[Attribute<'s>],
    ) {
        let data = &self.metamodel[class];
        let metamodel = self.metamodel;
        // Names with the prefix of the document, as in `xsi:type`. Only a few are listed, because a class such as
        // `EObject` has hundreds of subclasses.
        let names = metamodel.concrete_subclasses(class).take(8).map(|class| {
            let data = &metamodel[class];
            let uri = metamodel[data.package].ns_uri.as_deref();
            let prefix = self.namespaces.bound().find(|(_, bound)| Some(&**bound) == uri);
            prefix.map_or_else(|| data.name.clone(), |(prefix, _)| format!("{prefix}:{}", data.name))
        });
        let names: Vec<String> = names.collect();
        let message = format!("`{}` is abstract and cannot have instances", data.name);
        let mut problem =
            Diagnostic::error(codes::UNKNOWN_CLASS, message).at(self.source, offset..offset + len);
        let type_attribute = attributes.iter().find(|attribute| attribute.name == "type");
        let subclass_name =
            type_attribute.map(|type_attribute| split(&type_attribute.value).1).filter(|local| {
                metamodel.concrete_subclasses(class).any(|class| metamodel[class].name == *local)
            });
        if subclass_name.is_some() {
            problem = problem.help("write `xsi:type` instead of `type`");
        } else if !names.is_empty() {
            problem = problem.help(format!("add xsi:type with a concrete class: {}", join_choices(names)));
        }
        self.push(problem);
    }

    /// Reports an attribute or element that is not a feature of an object's class, with advice about what was probably
    /// meant. The feature that was meant is recorded as unread, so that it is not reported as missing, too.
    pub(super) fn report_unknown_feature(&mut self, object: ObjectId, name: &str, offset: usize, len: usize) {
        let class = self.loader.model().class(object);
        if class == builtin::ECLASS && name == "eSubTypes" {
            return self.report_subtypes(offset, len);
        }
        let metamodel = self.metamodel;
        let message = unknown_feature(&metamodel[class].name, name);
        let features = metamodel.table(class).all_features().iter().copied();
        let is_written = |feature: &FeatureId| {
            let data = &metamodel[*feature];
            !data.derived && !data.transient && !metamodel.is_container(*feature)
        };
        let names = features.clone().filter(is_written).map(|feature| metamodel[feature].name());
        let suggestion = self.suggestions.nearest(name, names);
        let meant_feature = suggestion.and_then(|suggestion| metamodel.feature(class, suggestion));
        self.unread_values.extend(meant_feature.map(|feature| (object, feature)));
        let is_enumeration = class == builtin::ECLASS && name == "eLiterals";
        let help = if is_enumeration {
            Some("a class with literals is an enumeration: write `xsi:type=\"ecore:EEnum\"`".to_owned())
        } else if let Some(help) = self.class_name_help(class, name) {
            Some(help)
        } else {
            let names = features.filter(is_written).map(|feature| metamodel[feature].name());
            let features_help = name_help(suggestion, "features", names);
            let classes_with_feature = metamodel.classes_with_feature(class, name, &self.suggestions);
            // If there is a similar name, a misspelling is more likely than a feature of another class.
            let classes_help = if suggestion.is_none() { classes_with_feature } else { None };
            match (classes_help, features_help) {
                (Some(classes), Some(features)) => Some(format!("{classes}; {features}")),
                (classes, features) => classes.or(features),
            }
        };
        let problem =
            Diagnostic::error(codes::UNKNOWN_FEATURE, message).at(self.source, offset..offset + len);
        self.push(Diagnostic { help, ..problem });
    }

    /// The help for an element that has the name of a class instead of the name of a feature.
    fn class_name_help(&self, container_class: ClassId, name: &str) -> Option<String> {
        let metamodel = self.metamodel;
        let (class, _) = metamodel.classes().find(|(_, class)| class.name == name)?;
        let mut features = metamodel.table(container_class).all_features().iter();
        // The name is probably that of a class only if a feature can contain objects of the class.
        let containment = features.find(|feature| {
            metamodel[**feature].is_containment() && metamodel.conforms(class, metamodel.target(**feature))
        })?;
        let feature = metamodel[*containment].name();
        if metamodel.target(*containment) == class {
            Some(format!("the element of an object has the name of the feature: write `<{feature} …>`"))
        } else {
            let class_name = self.prefixed_class_name(name)?;
            Some(format!(
                "the element of an object has the name of the feature: write `<{feature} xsi:type=\"{class_name}\" …>`"
            ))
        }
    }

    /// Reports once that `eSubTypes`, the opposite of `eSuperTypes`, which RGen writes, is left out.
    fn report_subtypes(&mut self, offset: usize, len: usize) {
        // A document of RGen may contain `eSubTypes` in every class, so it is reported once.
        if std::mem::replace(&mut self.has_subtypes, true) {
            return;
        }
        let message =
            "`eSubTypes` is left out of all classes, because Ecore has only its opposite, `eSuperTypes`";
        let problem = Diagnostic::warning(codes::LOSS, message).at(self.source, offset..offset + len);
        self.push(problem.help("make sure that each of these classes names its supertypes, as RGen does"));
    }
}
