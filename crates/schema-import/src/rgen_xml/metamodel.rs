//! Metamodels: `.ecore` files that RGen wrote.

use super::scan::{Element, scan};
use super::{Completed, ECORE};
use crate::declarations::{Span, class_name};
use modelwright_metamodel::diagnostic::{Severity, Source};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The name that RGen gives enumerations without one.
const ANONYMOUS: &str = "anonymous";

/// The index of the URI among the details of a namespace.
const NS_URI: usize = 0;
/// The index of the prefix among the details of a namespace.
const NS_PREFIX: usize = 1;

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
    children: Vec<Vec<usize>>,
    /// For each package, the details of an annotation that contain the URI and the prefix of its namespace, at
    /// [`NS_URI`] and [`NS_PREFIX`].
    namespaces: FxHashMap<usize, [Option<usize>; 2]>,
    /// The elements that are left out.
    left_out: FxHashSet<usize>,
    /// The new names of enumerations without a name.
    new_names: FxHashMap<usize, String>,
    /// For each address of enumerations without a name: the first enumeration with the address, its new name, and how
    /// many have the address.
    addresses: FxHashMap<String, (usize, String, usize)>,
    has_ruby_classes: bool,
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
            addresses: FxHashMap::default(),
            has_ruby_classes: false,
        };
        writer.find_namespaces();
        writer.name_enumerations();
        writer
    }

    /// Finds the annotations that have the namespaces of packages.
    fn find_namespaces(&mut self) {
        for (index, element) in self.elements.iter().enumerate() {
            let Some(package) = element.parent.filter(|parent| self.is_class(*parent, "EPackage")) else {
                continue;
            };
            if element.tag != "eAnnotations" || element.value("source") != Some(ECORE) {
                continue;
            }
            let mut namespace = [None, None];
            let details = self.children.get(index).cloned().unwrap_or_default();
            for detail in &details {
                match self.elements.get(*detail).and_then(|detail| detail.value("key")) {
                    Some("nsURI") => namespace[NS_URI] = Some(*detail),
                    Some("nsPrefix") => namespace[NS_PREFIX] = Some(*detail),
                    _ => {}
                }
            }
            self.left_out.extend(namespace.iter().flatten());
            if details.iter().all(|detail| self.left_out.contains(detail)) {
                self.left_out.insert(index);
            }
            let earlier = self.namespaces.entry(package).or_default();
            *earlier = [earlier[NS_URI].or(namespace[NS_URI]), earlier[NS_PREFIX].or(namespace[NS_PREFIX])];
        }
    }

    /// Whether an element is of a class of Ecore.
    fn is_class(&self, element: usize, class: &str) -> bool {
        self.elements.get(element).and_then(Element::class) == Some(class)
    }

    /// Names enumerations without a name after the first attribute that refers to them.
    fn name_enumerations(&mut self) {
        let mut users: FxHashMap<&str, usize> = FxHashMap::default();
        for (index, element) in self.elements.iter().enumerate() {
            if let Some(value) = element.value("eType").filter(|value| value.ends_with(ANONYMOUS)) {
                users.entry(value).or_insert(index);
            }
        }
        let mut paths: Vec<String> = Vec::with_capacity(self.elements.len());
        let mut taken_names: FxHashSet<(Option<usize>, String)> = FxHashSet::default();
        let mut number_by_name: FxHashMap<(Option<usize>, String), usize> = FxHashMap::default();
        for element in self.elements {
            taken_names.insert((element.parent, element.value("name").unwrap_or_default().to_owned()));
        }
        for (index, element) in self.elements.iter().enumerate() {
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
                let user = users.get(path.as_str()).and_then(|user| self.elements.get(*user));
                let class = user
                    .and_then(|user| self.elements.get(user.parent?))
                    .and_then(|class| class.value("name"));
                let feature = user.and_then(|user| user.value("name"));
                let earlier_count = self.addresses.get(&path).map_or(0, |(_, _, count)| *count);
                // Several such enumerations of a package have the same address; only the first is named after the
                // attribute.
                let base = match (class, feature) {
                    (Some(class), Some(feature)) if earlier_count == 0 => {
                        format!("{class}{}", class_name(feature))
                    }
                    _ => "Anonymous".to_owned(),
                };
                let mut name = base.clone();
                let number = number_by_name.entry((element.parent, base.clone())).or_insert(1_usize);
                while !taken_names.insert((element.parent, name.clone())) {
                    *number += 1;
                    name = format!("{base}{number}");
                }
                self.new_names.insert(index, name.clone());
                let (_, _, count) = self.addresses.entry(path.clone()).or_insert((index, name, 0));
                *count += 1;
            }
            paths.push(path);
        }
    }

    /// Writes all elements, except those that are left out and everything inside of them.
    fn write(mut self) -> Completed {
        let mut open_elements: Vec<usize> = Vec::new();
        let mut literal_counts: FxHashMap<usize, usize> = FxHashMap::default();
        let mut uris: Vec<(String, String)> = Vec::new();
        self.out.text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        for (index, element) in self.elements.iter().enumerate() {
            while open_elements.last().copied() != element.parent && !open_elements.is_empty() {
                self.close(&mut open_elements);
            }
            uris.push(self.uri(index, element, &uris));
            let is_inside = element.parent.is_some_and(|parent| self.left_out.contains(&parent));
            if is_inside || self.left_out.contains(&index) {
                self.left_out.insert(index);
                open_elements.push(index);
                continue;
            }
            self.out.open(element.tag, &element.span);
            self.attributes(index, element, uris.last().map_or("", |(uri, _)| uri.as_str()));
            if let Some(parent) =
                element.parent.filter(|_| element.tag == "eLiterals" && element.value("value").is_none())
            {
                let number = literal_counts.entry(parent).or_default();
                self.out.attribute("value", &number.to_string(), &element.span);
                *number += 1;
            }
            self.out.text.push_str(">\n");
            open_elements.push(index);
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

    /// The namespace URI of a package, and the one that follows from the names; nothing for another element.
    fn uri(&self, index: usize, element: &Element<'_>, uris: &[(String, String)]) -> (String, String) {
        if element.class() != Some("EPackage") {
            return (String::new(), String::new());
        }
        let name = element.value("name").unwrap_or_default();
        let parent_path = element
            .parent
            .and_then(|parent| uris.get(parent))
            .map_or("urn:modelwright", |(_, path_from_names)| path_from_names.as_str());
        let path = format!("{parent_path}:{name}");
        let declared_uri = element.value("nsURI").or_else(|| self.detail(index, NS_URI));
        (declared_uri.map_or_else(|| path.clone(), str::to_owned), path)
    }

    /// The URI ([`NS_URI`]) or the prefix ([`NS_PREFIX`]) that an annotation of a package has.
    fn detail(&self, package: usize, part: usize) -> Option<&str> {
        let detail = self.namespaces.get(&package)?.get(part).copied().flatten()?;
        self.elements.get(detail)?.value("value")
    }

    /// Writes the attributes of an element, and those that Ecore requires and RGen left out.
    fn attributes(&mut self, index: usize, element: &Element<'_>, uri: &str) {
        for attribute in &element.attributes {
            match attribute.name {
                "instanceClassName" if attribute.value.contains("::") => {
                    self.report_ruby_class(&attribute.span);
                }
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
                let prefix = self.detail(index, NS_PREFIX).unwrap_or(name).to_owned();
                self.out.attribute("nsPrefix", &prefix, &element.span);
            }
        }
        if element.tag == "eStructuralFeatures" && element.value("eType").is_none() {
            self.write_general_type(element);
        }
    }

    /// Reports once that the names of Ruby's classes are left out.
    fn report_ruby_class(&mut self, span: &Span) {
        if !std::mem::replace(&mut self.has_ruby_classes, true) {
            let message =
                "the names of Ruby classes are left out, because `instanceClassName` is a class of Java";
            let help = "nothing is to be done: the names follow from those of the packages and classes";
            self.out.report(self.source, Severity::Note, span, message.to_owned(), help);
        }
    }

    /// The address of a type; that of an enumeration without a name has the new name.
    fn target(&mut self, element: &Element<'_>, value: &str) -> String {
        let Some((_, name, count)) = self.addresses.get(value).cloned() else { return value.to_owned() };
        if count > 1 {
            let feature = element.value("name").unwrap_or_default();
            let message = format!(
                "`{feature}` refers to one of {count} enumerations without a name; the first one is used"
            );
            let help = "name the enumerations in Ruby: `Enum.new(:name => …, :literals => …)`";
            self.out.report(self.source, Severity::Warning, &element.span, message, help);
        }
        value.strip_suffix(ANONYMOUS).map_or_else(|| value.to_owned(), |path| format!("{path}{name}"))
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
