//! What changed since an earlier version, as values for templates.
//!
//! Invariant: an element that was removed has no address, and is shown on the page of its type or package. This
//! module does not know how versions are compared.

use super::filters::element_of;
use crate::comparison::{Change, ChangeKind, Difference, compare};
use crate::docs::Since;
use crate::docs::addresses::Addresses;
use crate::docs::texts::shortened_version;
use minijinja::value::Value;
use minijinja::{Environment, context};
use modelwright_metamodel::ecore::{Element, Metamodel};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The changes, and the pages that show them.
pub(super) struct Changes {
    /// The name of the earlier version; `None` if there is none.
    since: Option<String>,
    list: Vec<ChangeEntry>,
    /// For each element, the number of its own change, which is not one of a member.
    number_of_element: FxHashMap<Element, usize>,
    /// The numbers of the changes on the page of each type or package.
    pages: FxHashMap<Element, Vec<usize>>,
}

/// One change.
struct ChangeEntry {
    value: Value,
    /// The package or type that the change is about, or whose member it is about; `None` for one that was removed.
    about: Option<Element>,
    /// The name of that package or type, and its address.
    heading: Value,
    kind: ChangeKind,
    is_risky: bool,
    is_only_documentation: bool,
}

impl Changes {
    /// The changes of a metamodel since an earlier version; none if there is no such version.
    pub(super) fn new(metamodel: &Metamodel, since: Option<&Since>, addresses: &Addresses) -> Arc<Self> {
        let changes = since.map(|since| compare(&since.metamodel, metamodel)).unwrap_or_default();
        let since = since.map(|since| since.name.clone());
        let mut shown_changes = Self {
            since,
            list: Vec::new(),
            number_of_element: FxHashMap::default(),
            pages: FxHashMap::default(),
        };
        for change in changes {
            shown_changes.add(metamodel, change, addresses);
        }
        Arc::new(shown_changes)
    }

    /// Adds a change, and lists it on the page of its element; for members and for removed elements, on that of their
    /// container.
    fn add(&mut self, metamodel: &Metamodel, change: Change, addresses: &Addresses) {
        let number = self.list.len();
        let is_removed = change.kind == ChangeKind::Removed;
        let is_member =
            !matches!(change.element, Element::Package(_) | Element::Class(_) | Element::DataType(_));
        let shown_on = if is_member || is_removed { change.container } else { Some(change.element) };
        let page = shown_on.filter(|element| addresses.page(*element).is_some());
        if let Some(page) = page {
            self.pages.entry(page).or_default().push(number);
        }
        if !is_removed {
            // A feature may be new for its owner and for subclasses that inherit it. The change for its owner takes
            // precedence.
            let is_of_owner =
                change.kind == ChangeKind::Added || owner(metamodel, change.element) == change.container;
            if is_of_owner {
                self.number_of_element.insert(change.element, number);
            } else {
                self.number_of_element.entry(change.element).or_insert(number);
            }
        }
        // A package or a type that was removed is shown on the page of its container, but under its own name.
        let about = if is_removed && !is_member { None } else { page };
        let (what, name) = match about {
            Some(element) => label(metamodel, element),
            None => (change.what, change.name.as_str()),
        };
        let address = about.and_then(|element| address_value(addresses, element));
        let heading = context! { what => what, name => name, address => address };
        let (kind, is_risky) = (change.kind, change.is_risky());
        let is_only_documentation = change.is_only_documentation();
        let value = change_value(change, addresses);
        self.list.push(ChangeEntry { value, about, heading, kind, is_risky, is_only_documentation });
    }

    /// The name of the earlier version.
    pub(super) fn since(&self) -> Option<&str> {
        self.since.as_deref()
    }

    /// The changes on the page of a type or package, including those of its members.
    fn on_page(&self, page: Element) -> impl Iterator<Item = &ChangeEntry> {
        self.pages.get(&page).into_iter().flatten().map(move |number| &self.list[*number])
    }

    /// The mark of an element: `new`, or `changed` if more than documentation changed in the element or, for a type or
    /// package, on its page. `None` for other elements.
    fn mark(&self, element: Element) -> Option<&'static str> {
        if let Some(number) = self.number_of_element.get(&element) {
            let change = &self.list[*number];
            if change.kind == ChangeKind::Added {
                return Some("new");
            }
            if !change.is_only_documentation {
                return Some("changed");
            }
        }
        let is_page_changed = self.on_page(element).any(|change| !change.is_only_documentation);
        is_page_changed.then_some("changed")
    }

    /// The values of the page of all changes: the changes, grouped by the page that they are on, and how many there are
    /// of each kind.
    pub(super) fn summary(&self) -> Value {
        let is_same_page =
            |one: &ChangeEntry, other: &ChangeEntry| one.about.is_some() && one.about == other.about;
        let groups = self.list.chunk_by(is_same_page).map(|group| {
            let list: Vec<Value> = group.iter().map(|change| change.value.clone()).collect();
            context! { heading => group.first().map(|change| change.heading.clone()), changes => list }
        });
        let groups: Vec<Value> = groups.collect();
        let documentation_count = self.list.iter().filter(|change| change.is_only_documentation).count();
        let count = |kind| self.list.iter().filter(|change| change.kind == kind).count();
        context! {
            groups => groups,
            risky => self.list.iter().filter(|change| change.is_risky).count(),
            added => count(ChangeKind::Added),
            removed => count(ChangeKind::Removed),
            changed => count(ChangeKind::Changed) - documentation_count,
            documented => documentation_count,
        }
    }
}

/// Adds the global `since`, the filter `mark`, which returns the mark of an element, and the function `changes_of`,
/// which returns the changes on its page.
pub(super) fn add(environment: &mut Environment<'static>, changes: &Arc<Changes>) {
    environment.add_global("since", changes.since());
    let shared_changes = Arc::clone(changes);
    environment.add_filter("mark", move |value: &Value| {
        element_of(value).and_then(|element| shared_changes.mark(element))
    });
    let shared_changes = Arc::clone(changes);
    environment.add_function("changes_of", move |value: &Value| {
        let Some(page) = element_of(value) else { return Vec::new() };
        shared_changes.on_page(page).map(|change| change.value.clone()).collect::<Vec<Value>>()
    });
}

/// A change as a value for templates.
fn change_value(change: Change, addresses: &Addresses) -> Value {
    let kind = match change.kind {
        ChangeKind::Added => "added",
        ChangeKind::Removed => "removed",
        ChangeKind::Changed => "changed",
    };
    let address =
        if change.kind == ChangeKind::Removed { None } else { address_value(addresses, change.element) };
    let differences: Vec<Value> = change.differences.into_iter().map(difference_value).collect();
    context! {
        kind => kind, what => change.what, name => change.name, address => address,
        differences => differences, risk => change.risk,
    }
}

fn address_value(addresses: &Addresses, at: Element) -> Option<Value> {
    addresses.address(at, "").map(Value::from_safe_string)
}

/// What a page is about, and its name.
fn label(metamodel: &Metamodel, page: Element) -> (&'static str, &str) {
    match page {
        Element::Package(id) => ("package", &metamodel[id].name),
        Element::Class(id) => ("class", &metamodel[id].name),
        Element::DataType(id) if metamodel[id].literals.is_some() => ("enumeration", &metamodel[id].name),
        Element::DataType(id) => ("data type", &metamodel[id].name),
        // Other elements have no page of their own.
        _ => ("", ""),
    }
}

/// A difference as a value for templates, with long texts shortened.
fn difference_value(difference: Difference) -> Value {
    let text = |text: Option<String>| text.map(|text| shortened_version(&text));
    context! {
        property => difference.property, before => text(difference.before), after => text(difference.after),
        risk => difference.risk,
    }
}

/// The class that declares a feature; `None` for other elements.
fn owner(metamodel: &Metamodel, at: Element) -> Option<Element> {
    match at {
        Element::Feature(id) => Some(Element::Class(metamodel[id].owner)),
        _ => None,
    }
}
