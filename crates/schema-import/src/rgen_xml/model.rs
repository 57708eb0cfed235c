//! Models: documents of instances that RGen wrote.

use super::Completed;
use super::scan::{Attribute, Element, scan};
use modelwright_metamodel::diagnostic::{Severity, Source};
use modelwright_metamodel::ecore::{ClassId, Feature, Metamodel};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Completes a model of a metamodel.
#[must_use]
pub fn complete(source: &Arc<Source>, metamodel: &Metamodel) -> Completed {
    let mut out = Completed::default();
    let elements = match scan(source.text()) {
        Ok(elements) => elements,
        Err((span, message)) => {
            let message = format!("this is not a document of RGen: {message}");
            out.report(source, Severity::Error, &span, message, "read it with `--from xmi`, or correct it");
            return out;
        }
    };
    let mut classes_by_name: FxHashMap<&str, Vec<ClassId>> = FxHashMap::default();
    for (id, class) in metamodel.classes().filter(|(_, class)| !metamodel.is_ecore_package(class.package)) {
        classes_by_name.entry(&class.name).or_default().push(id);
    }
    let mut writer =
        Writer { source, elements: &elements, metamodel, classes_by_name, classes: Vec::new(), out };
    writer.find_classes();
    let addresses = writer.addresses();
    writer.write(&addresses);
    writer.out
}

struct Writer<'s, 't> {
    source: &'s Arc<Source>,
    elements: &'s [Element<'t>],
    metamodel: &'s Metamodel,
    classes_by_name: FxHashMap<&'s str, Vec<ClassId>>,
    /// The class of each element, if it is known.
    classes: Vec<Option<ClassId>>,
    out: Completed,
}

/// The addresses of an object.
#[derive(Debug, Default, Clone)]
struct Addresses {
    /// The address that RGen writes, which is made of names; `None` if the object, or one around it, has no name.
    of_rgen: Option<String>,
    /// The path that EMF writes, such as `//@books.0`.
    path: String,
}

impl Writer<'_, '_> {
    /// Finds the class of each element by its name. Of several classes, the one in the package of the parent's class
    /// takes precedence.
    fn find_classes(&mut self) {
        for element in self.elements {
            let name = element.class().unwrap_or_default();
            let parent = element.parent.and_then(|parent| self.classes.get(parent).copied().flatten());
            let candidates = self.classes_by_name.get(name).map(Vec::as_slice).unwrap_or_default();
            let package = parent.map(|parent_class| self.metamodel[parent_class].package);
            let class_in_package =
                candidates.iter().find(|candidate| Some(self.metamodel[**candidate].package) == package);
            let class = class_in_package.or_else(|| candidates.first()).copied();
            if candidates.len() > 1 && class_in_package.is_none() {
                let message = format!(
                    "{} packages have a class `{name}`, and RGen writes no package; the first one is used",
                    candidates.len()
                );
                self.out.report(
                    self.source,
                    Severity::Warning,
                    &element.span,
                    message,
                    "specify one metamodel only",
                );
            }
            if class.is_none() {
                let message = format!("the metamodel has no class `{name}`");
                self.out.report(
                    self.source,
                    Severity::Error,
                    &element.span,
                    message,
                    "specify its metamodel with `--model`",
                );
            }
            self.classes.push(class);
        }
    }

    /// The feature of an element's class with a name; `None` if there is none, or the class is not known.
    fn feature(&self, element: usize, name: &str) -> Option<&Feature> {
        let class = self.classes.get(element).copied().flatten()?;
        self.metamodel.feature(class, name).map(|id| &self.metamodel[id])
    }

    /// The path of each object that RGen can refer to, by RGen's address: `#//Shop/Tea` → `//@articles.0`.
    fn addresses(&mut self) -> FxHashMap<String, String> {
        let mut paths: FxHashMap<String, String> = FxHashMap::default();
        let mut visited: Vec<Addresses> = Vec::with_capacity(self.elements.len());
        // The number of elements so far with each tag in each element.
        let mut numbers: FxHashMap<(usize, &str), usize> = FxHashMap::default();
        for (index, element) in self.elements.iter().enumerate() {
            let Some(parent) = element.parent else {
                paths.insert("#/".to_owned(), "/".to_owned());
                visited.push(Addresses { of_rgen: Some("#/".to_owned()), path: "/".to_owned() });
                continue;
            };
            let number = numbers.entry((parent, element.tag)).or_default();
            let parent_addresses = visited.get(parent).cloned().unwrap_or_default();
            let parent_path = parent_addresses.path;
            let is_many = self.feature(parent, element.tag).is_none_or(Feature::many);
            let path = if is_many {
                format!("{parent_path}/@{}.{number}", element.tag)
            } else {
                format!("{parent_path}/@{}", element.tag)
            };
            *number += 1;
            // Only objects with a name can be referred to, and only if all objects around them have names.
            let has_name = self.feature(index, "name").is_some();
            let name = if has_name { element.value("name") } else { None };
            let rgen_address = match (parent_addresses.of_rgen, name) {
                (Some(parent_address), Some(name)) => Some(format!("{parent_address}/{name}")),
                _ => None,
            };
            if let Some(address) = &rgen_address
                && paths.insert(address.clone(), path.clone()).is_some()
            {
                let message =
                    format!("two objects have the address `{address}`, so references to it are ambiguous");
                self.out.report(
                    self.source,
                    Severity::Warning,
                    &element.span,
                    message,
                    "give them different names",
                );
            }
            visited.push(Addresses { of_rgen: rgen_address, path });
        }
        paths
    }

    /// Writes all elements; `addresses` has the address of each object, by RGen's address.
    fn write(&mut self, addresses: &FxHashMap<String, String>) {
        let mut open_elements: Vec<usize> = Vec::new();
        let elements = self.elements;
        self.out.text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        for (index, element) in elements.iter().enumerate() {
            while open_elements.last().copied() != element.parent && !open_elements.is_empty() {
                close(&mut self.out.text, elements, &mut open_elements, self.metamodel, &self.classes);
            }
            self.element(index, element, addresses);
            open_elements.push(index);
        }
        while !open_elements.is_empty() {
            close(&mut self.out.text, elements, &mut open_elements, self.metamodel, &self.classes);
        }
    }

    /// Writes the start of an element. References and single values are attributes, lists of values are elements in it.
    fn element(&mut self, index: usize, element: &Element<'_>, addresses: &FxHashMap<String, String>) {
        let tag = tag(index, element, self.metamodel, &self.classes);
        self.out.open(&tag, &element.span);
        if element.parent.is_none() {
            self.namespaces();
        } else if let Some(class) = self.classes.get(index).copied().flatten() {
            let name = qualified_name(self.metamodel, class);
            self.out.attribute("xsi:type", &name, &element.span);
        }
        let mut lists = Vec::new();
        for attribute in &element.attributes {
            // RGen's attributes with a prefix, such as `xsi:type`, are replaced by those above.
            if attribute.name.contains(':') {
                continue;
            }
            match self.feature(index, attribute.name) {
                Some(feature) if feature.is_reference() => self.reference(attribute, addresses),
                Some(feature) if feature.many() => lists.push(attribute),
                // An unknown attribute is reported when the completed document is read.
                Some(_) | None => self.out.attribute(attribute.name, &attribute.value, &attribute.span),
            }
        }
        self.out.text.push_str(">\n");
        for attribute in lists {
            self.list(attribute);
        }
    }

    /// Declares the namespaces of XMI and of the packages whose classes occur.
    fn namespaces(&mut self) {
        let text = &mut self.out.text;
        text.push_str(" xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\"");
        text.push_str(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"");
        let mut packages: Vec<_> =
            self.classes.iter().flatten().map(|class| self.metamodel[*class].package).collect();
        packages.sort_unstable();
        packages.dedup();
        for package in packages {
            text.push_str(&format!(" xmlns:p{}=\"", package.index()));
            super::escape(self.metamodel[package].ns_uri.as_deref().unwrap_or_default(), text);
            text.push('"');
        }
    }

    /// Writes a reference. RGen separates the addresses of its targets by spaces: `#//Tea #//Green Tea`. An address
    /// begins with `#/` and consists of names, which may contain spaces, too, so the text is divided before each `#/`.
    fn reference(&mut self, attribute: &Attribute<'_>, addresses: &FxHashMap<String, String>) {
        let mut targets = Vec::new();
        for part in attribute.value.split(" #/") {
            // Only the first part still has its `#/`.
            let address = if part.starts_with("#/") { part.to_owned() } else { format!("#/{part}") };
            match addresses.get(&address) {
                Some(target) => targets.push(target.as_str()),
                None => {
                    let message = format!(
                        "no object has the address `{address}`, to which `{}` refers",
                        attribute.name
                    );
                    let help = "RGen makes addresses of the names of objects; correct the name";
                    self.out.report(self.source, Severity::Warning, &attribute.span, message, help);
                }
            }
        }
        if !targets.is_empty() {
            self.out.attribute(attribute.name, &targets.join(" "), &attribute.span);
        }
    }

    /// Writes an attribute with many values, which RGen writes as a Ruby array.
    fn list(&mut self, attribute: &Attribute<'_>) {
        let Some(values) = array_items(&attribute.value) else {
            let message = format!("the value of `{}` is not a Ruby array", attribute.name);
            self.out.report(self.source, Severity::Error, &attribute.span, message, "write `[\"a\", \"b\"]`");
            return;
        };
        for value in values {
            self.out.open(attribute.name, &attribute.span);
            self.out.text.push('>');
            super::escape(&value, &mut self.out.text);
            self.out.text.extend(["</", attribute.name, ">\n"]);
        }
    }
}

/// The texts of a Ruby array; `None` if the text is no array of texts, numbers and booleans.
fn array_items(text: &str) -> Option<Vec<String>> {
    let program = crate::ruby::read(&Source::new("values", text)).ok()?;
    let [node] = program.statements.as_slice() else { return None };
    let values = node.items()?.iter().map(|item| match &item.kind {
        crate::ruby::Kind::Number(digits) => Some(digits.clone()),
        crate::ruby::Kind::Boolean(value) => Some(value.to_string()),
        _ => item.text(),
    });
    values.collect()
}

/// The name of a class with the prefix that the root declares for its package.
fn qualified_name(metamodel: &Metamodel, class: ClassId) -> String {
    format!("p{}:{}", metamodel[class].package.index(), metamodel[class].name)
}

/// The tag of an element: the root has the name of its class.
fn tag(index: usize, element: &Element<'_>, metamodel: &Metamodel, classes: &[Option<ClassId>]) -> String {
    let class = classes.get(index).copied().flatten();
    match class {
        Some(class) if element.parent.is_none() => qualified_name(metamodel, class),
        _ => element.tag.to_owned(),
    }
}

/// Ends the innermost open element.
fn close(
    text: &mut String,
    elements: &[Element<'_>],
    open: &mut Vec<usize>,
    metamodel: &Metamodel,
    classes: &[Option<ClassId>],
) {
    let Some(index) = open.pop() else { return };
    if let Some(element) = elements.get(index) {
        text.extend(["</", &tag(index, element, metamodel, classes), ">\n"]);
    }
}
