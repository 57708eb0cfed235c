//! Metamodels: `.ecore` files that RGen wrote.

use super::scan::{Element, scan};
use super::{Completed, ECORE};
use crate::declarations::{Span, class_name};
use modelwright_metamodel::diagnostic::{Severity, Source};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The name that RGen gives enumerations without one.
const ANONYMOUS: &str = "anonymous";

/// The details of annotations that contain the namespace of a package, by the indices of their elements.
#[derive(Debug, Default)]
struct Namespace {
    uri: Option<usize>,
    prefix: Option<usize>,
}

/// The namespace URI of a package, and the one that follows from the names of the package and those around it.
#[derive(Debug, Default)]
struct PackageUri {
    uri: String,
    uri_from_names: String,
}

/// The enumerations without a name that have the same address.
#[derive(Debug, Clone)]
struct AnonymousEnumerations {
    /// The new name of the first of them.
    new_name: String,
    count: usize,
}

/// The names of all elements, by the index of the element around them. New names differ from those beside them.
#[derive(Debug, Default)]
struct SiblingNames {
    taken: FxHashSet<(Option<usize>, String)>,
    /// The number that was last appended to each new name.
    numbers: FxHashMap<(Option<usize>, String), usize>,
}

impl SiblingNames {
    /// Reserves a name in an element; if it is taken, the first free one of `name2`, `name3` and so on.
    fn reserve(&mut self, parent: Option<usize>, name: &str) -> String {
        let number = self.numbers.entry((parent, name.to_owned())).or_insert(1);
        let mut unique_name = name.to_owned();
        while !self.taken.insert((parent, unique_name.clone())) {
            *number += 1;
            unique_name = format!("{name}{number}");
        }
        unique_name
    }
}

/// Completes a metamodel.
#[must_use]
pub fn complete(source: &Arc<Source>) -> Completed {
    let mut out = Completed::default();
    let elements = match scan(source.text()) {
        Ok(elements) => elements,
        Err((span, message)) => {
            let message = format!("this is not a document of RGen: {message}");
            out.report(source, Severity::Error, &span, message, "read it with `--from ecore`, or correct it");
            return out;
        }
    };
    Writer::new(source, &elements, out).write()
}

struct Writer<'s, 't> {
    source: &'s Arc<Source>,
    elements: &'s [Element<'t>],
    out: Completed,
    /// The indices of the elements in each element.
    children: Vec<Vec<usize>>,
    /// The namespaces that annotations declare, by the index of the package.
    namespaces: FxHashMap<usize, Namespace>,
    /// The elements that are left out.
    left_out: FxHashSet<usize>,
    /// The new names of enumerations without a name, by the index of the enumeration.
    new_names: FxHashMap<usize, String>,
    /// The enumerations without a name, by their address.
    anonymous_enumerations: FxHashMap<String, AnonymousEnumerations>,
    /// Whether the loss of the names of Ruby's classes is reported already.
    is_ruby_class_reported: bool,
}

impl<'s, 't> Writer<'s, 't> {
    fn new(source: &'s Arc<Source>, elements: &'s [Element<'t>], out: Completed) -> Self {
        let mut children = vec![Vec::new(); elements.len()];
        for (index, element) in elements.iter().enumerate() {
            if let Some(parent) = element.parent.and_then(|parent| children.get_mut(parent)) {
                parent.push(index);
            }
        }
        let mut writer = Self {
            source,
            elements,
            out,
            children,
            namespaces: FxHashMap::default(),
            left_out: FxHashSet::default(),
            new_names: FxHashMap::default(),
            anonymous_enumerations: FxHashMap::default(),
            is_ruby_class_reported: false,
        };
        writer.find_namespaces();
        writer.name_enumerations();
        writer
    }

    /// Finds the annotations that have the namespaces of packages, and leaves these details out, since they become
    /// attributes.
    fn find_namespaces(&mut self) {
        for (index, element) in self.elements.iter().enumerate() {
            let Some(package) = element.parent.filter(|parent| self.is_class(*parent, "EPackage")) else {
                continue;
            };
            if element.tag != "eAnnotations" || element.value("source") != Some(ECORE) {
                continue;
            }
            let mut namespace = Namespace::default();
            let details = self.children.get(index).cloned().unwrap_or_default();
            for detail in &details {
                match self.elements.get(*detail).and_then(|detail| detail.value("key")) {
                    Some("nsURI") => namespace.uri = Some(*detail),
                    Some("nsPrefix") => namespace.prefix = Some(*detail),
                    _ => {}
                }
            }
            self.left_out.extend(namespace.uri);
            self.left_out.extend(namespace.prefix);
            // An annotation without other details would be empty.
            if details.iter().all(|detail| self.left_out.contains(detail)) {
                self.left_out.insert(index);
            }
            let earlier = self.namespaces.entry(package).or_default();
            // The first annotation of a package takes precedence.
            earlier.uri = earlier.uri.or(namespace.uri);
            earlier.prefix = earlier.prefix.or(namespace.prefix);
        }
    }

    /// Whether an element is of a class of Ecore.
    fn is_class(&self, element: usize, class: &str) -> bool {
        self.elements.get(element).and_then(Element::class) == Some(class)
    }

    /// Names enumerations without a name after the first attribute that refers to them.
    fn name_enumerations(&mut self) {
        let elements = self.elements;
        let mut first_users: FxHashMap<&str, &Element<'_>> = FxHashMap::default();
        let mut sibling_names = SiblingNames::default();
        for element in elements {
            if let Some(address) = element.value("eType").filter(|address| address.ends_with(ANONYMOUS)) {
                first_users.entry(address).or_insert(element);
            }
            let name = element.value("name").unwrap_or_default().to_owned();
            sibling_names.taken.insert((element.parent, name));
        }
        let mut paths: Vec<String> = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            let element_name = element.value("name").unwrap_or_default();
            // Only names of packages are in the addresses of enumerations, so other paths are not kept.
            let path = match element.parent.and_then(|parent| paths.get(parent)) {
                None => "#/".to_owned(),
                Some(parent) if element.tag == "eSubpackages" || element.class() == Some("EEnum") => {
                    format!("{parent}/{element_name}")
                }
                Some(_) => String::new(),
            };
            if element.class() == Some("EEnum") && element_name == ANONYMOUS {
                // Several such enumerations of a package have the same address; only the first is named after the
                // attribute.
                let is_first = !self.anonymous_enumerations.contains_key(&path);
                let user = if is_first { first_users.get(path.as_str()) } else { None };
                let wanted_name =
                    user.and_then(|user| self.name_after(user)).unwrap_or_else(|| "Anonymous".to_owned());
                let new_name = sibling_names.reserve(element.parent, &wanted_name);
                self.new_names.insert(index, new_name.clone());
                let same_address = self
                    .anonymous_enumerations
                    .entry(path.clone())
                    .or_insert(AnonymousEnumerations { new_name, count: 0 });
                same_address.count += 1;
            }
            paths.push(path);
        }
    }

    /// The name of an enumeration after the attribute that uses it: `color` of the class `Car` → `CarColor`. `None` if
    /// the attribute or its class has no name.
    fn name_after(&self, attribute: &Element<'_>) -> Option<String> {
        let class = self.elements.get(attribute.parent?)?.value("name")?;
        let feature = attribute.value("name")?;
        Some(format!("{class}{}", class_name(feature)))
    }

    /// Writes all elements, except those that are left out and everything inside of them.
    fn write(mut self) -> Completed {
        let mut open_elements: Vec<usize> = Vec::new();
        let mut literal_counts: FxHashMap<usize, usize> = FxHashMap::default();
        let mut package_uris: Vec<PackageUri> = Vec::new();
        self.out.text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        for (index, element) in self.elements.iter().enumerate() {
            while open_elements.last().copied() != element.parent && !open_elements.is_empty() {
                self.close(&mut open_elements);
            }
            open_elements.push(index);
            let package_uri = self.package_uri(index, element, &package_uris);
            let is_in_left_out = element.parent.is_some_and(|parent| self.left_out.contains(&parent));
            if is_in_left_out {
                self.left_out.insert(index);
            }
            if !self.left_out.contains(&index) {
                self.out.open(element.tag, &element.span);
                self.attributes(index, element, &package_uri.uri);
                // Literals without a number are counted from 0.
                if element.tag == "eLiterals"
                    && element.value("value").is_none()
                    && let Some(enumeration) = element.parent
                {
                    let number = literal_counts.entry(enumeration).or_default();
                    self.out.attribute("value", &number.to_string(), &element.span);
                    *number += 1;
                }
                self.out.text.push_str(">\n");
            }
            package_uris.push(package_uri);
        }
        while !open_elements.is_empty() {
            self.close(&mut open_elements);
        }
        self.out
    }

    /// Ends the innermost open element, unless it is left out.
    fn close(&mut self, open: &mut Vec<usize>) {
        let Some(index) = open.pop().filter(|index| !self.left_out.contains(index)) else { return };
        if let Some(element) = self.elements.get(index) {
            self.out.text.extend(["</", element.tag, ">\n"]);
        }
    }

    /// The namespace URI of a package; an empty one for another element. `earlier` are those of the elements before it.
    fn package_uri(&self, index: usize, element: &Element<'_>, earlier: &[PackageUri]) -> PackageUri {
        if element.class() != Some("EPackage") {
            return PackageUri::default();
        }
        let name = element.value("name").unwrap_or_default();
        let uri_from_names = match element.parent.and_then(|parent| earlier.get(parent)) {
            Some(parent) => format!("{}:{name}", parent.uri_from_names),
            None => format!("urn:modelwright:{name}"),
        };
        let annotated_uri = self.namespaces.get(&index).and_then(|namespace| namespace.uri);
        let declared_uri = element.value("nsURI").or_else(|| self.detail_value(annotated_uri));
        let uri = declared_uri.unwrap_or(&uri_from_names).to_owned();
        PackageUri { uri, uri_from_names }
    }

    /// The value of a detail of an annotation.
    fn detail_value(&self, detail: Option<usize>) -> Option<&str> {
        self.elements.get(detail?)?.value("value")
    }

    /// Writes the attributes of an element, and those that Ecore requires and RGen left out. `uri` is the namespace URI
    /// of a package.
    fn attributes(&mut self, index: usize, element: &Element<'_>, uri: &str) {
        for attribute in &element.attributes {
            match attribute.name {
                "instanceClassName" if attribute.value.contains("::") => {
                    self.report_ruby_class(&attribute.span);
                }
                // Only RGen has this reference: the opposite of `eSuperTypes`.
                "eSubTypes" => {}
                "name" => {
                    let name = self.new_names.get(&index).cloned().unwrap_or_else(|| attribute.value.clone());
                    self.out.attribute("name", &name, &attribute.span);
                }
                "eType" => {
                    let target = self.target(element, &attribute.value);
                    self.out.attribute("eType", &target, &attribute.span);
                }
                name => self.out.attribute(name, &attribute.value, &attribute.span),
            }
        }
        if element.class() == Some("EPackage") {
            if element.value("nsURI").is_none() {
                self.out.attribute("nsURI", uri, &element.span);
            }
            if element.value("nsPrefix").is_none() {
                let name = element.value("name").unwrap_or_default();
                let annotated_prefix = self.namespaces.get(&index).and_then(|namespace| namespace.prefix);
                let prefix = self.detail_value(annotated_prefix).unwrap_or(name).to_owned();
                self.out.attribute("nsPrefix", &prefix, &element.span);
            }
        }
        if element.tag == "eStructuralFeatures" && element.value("eType").is_none() {
            self.write_general_type(element);
        }
    }

    /// Reports once that the names of Ruby's classes are left out.
    fn report_ruby_class(&mut self, span: &Span) {
        if self.is_ruby_class_reported {
            return;
        }
        self.is_ruby_class_reported = true;
        let message =
            "the names of Ruby classes are left out, because `instanceClassName` is a class of Java";
        let help = "nothing is to be done: the names follow from those of the packages and classes";
        self.out.report(self.source, Severity::Note, span, message.to_owned(), help);
    }

    /// The address of a type; that of an enumeration without a name has the new name. An address that several
    /// enumerations have is reported.
    fn target(&mut self, element: &Element<'_>, address: &str) -> String {
        let Some(enumerations) = self.anonymous_enumerations.get(address).cloned() else {
            return address.to_owned();
        };
        let AnonymousEnumerations { new_name, count } = enumerations;
        if count > 1 {
            let feature = element.value("name").unwrap_or_default();
            let message = format!(
                "`{feature}` refers to one of {count} enumerations without a name; the first one is used"
            );
            let help = "name the enumerations in Ruby: `Enum.new(:name => …, :literals => …)`";
            self.out.report(self.source, Severity::Warning, &element.span, message, help);
        }
        match address.strip_suffix(ANONYMOUS) {
            Some(path) => format!("{path}{new_name}"),
            None => address.to_owned(),
        }
    }

    /// Reports a feature without a type, and writes the most general one.
    fn write_general_type(&mut self, element: &Element<'_>) {
        let name = element.value("name").unwrap_or_default();
        let (class, target, former_type) = match element.class() {
            Some("EReference") => ("EClass", "EObject", "a class of another metamodel"),
            _ => (
                "EDataType",
                "EJavaObject",
                "`Object`, or an enumeration that is not assigned to a Ruby constant",
            ),
        };
        let message =
            format!("RGen wrote no type for `{name}`: its type was {former_type}, and is now `{target}`");
        self.out.report(
            self.source,
            Severity::Warning,
            &element.span,
            message,
            "correct its type in the written .ecore",
        );
        self.out.attribute("eType", &format!("ecore:{class} {ECORE}#//{target}"), &element.span);
    }
}
