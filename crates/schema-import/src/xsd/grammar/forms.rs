//! The grammar of schema documents: the attributes of each element of XML Schema with the kinds of their values, and
//! the child elements in their order.
//!
//! Invariants: an element has a form for each of its uses, so that the allowed content at a position is known without
//! knowing the meaning of elements; the forms are those of XML Schema 1.0's schema for schemas. This module does not
//! know documents.

use Kind::{
    Address, Boolean, Count, Name, Namespaces, Number, Positive, Reference, References, Text, Word, Words,
};
use Occurrence::{Any, Optional, Required};

/// One use of an element.
#[derive(Debug)]
pub(super) struct ElementForm {
    pub(super) name: &'static str,
    /// The attributes of the element, in addition to `id`, which every element has, and to attributes of foreign
    /// namespaces, which are allowed everywhere.
    pub(super) attributes: &'static [(&'static str, Kind)],
    /// Required attributes.
    pub(super) required: &'static [&'static str],
    /// Pairs of attributes that exclude each other.
    pub(super) exclusive: &'static [[&'static str; 2]],
    /// The form of the element if it has the attribute `ref`.
    pub(super) reference_form: Option<&'static ElementForm>,
    /// The child elements of the element, in this order after an annotation.
    pub(super) content: &'static [Step],
}

/// The elements that are allowed in one step of the content.
#[derive(Debug)]
pub(super) struct Step(pub(super) Occurrence, pub(super) &'static [&'static ElementForm]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Occurrence {
    Optional,
    Required,
    Any,
}

/// The kind of an attribute's values.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text,
    Boolean,
    /// A name without a prefix.
    Name,
    /// A name with an optional prefix.
    Reference,
    References,
    Address,
    Number,
    Positive,
    /// A maximum number of occurrences.
    Count,
    Word(&'static [&'static str]),
    /// Any of some keywords, or `#all`.
    Words(&'static [&'static str]),
    /// The namespaces of a wildcard.
    Namespaces,
}

/// Names that exist only in XML Schema 1.1.
pub(super) const VERSION_1_1_NAMES: [&str; 7] = [
    "alternative",
    "assert",
    "assertion",
    "openContent",
    "defaultOpenContent",
    "override",
    "explicitTimezone",
];

/// Attributes without a prefix that exist only in XML Schema 1.1.
pub(super) const VERSION_1_1_ATTRIBUTES: [&str; 8] = [
    "appliesToEmpty",
    "defaultAttributes",
    "defaultAttributesApply",
    "inheritable",
    "notNamespace",
    "notQName",
    "targetNamespace",
    "xpathDefaultNamespace",
];

/// An empty form, on which the other forms are based.
const EMPTY_FORM: ElementForm = ElementForm {
    name: "",
    attributes: &[],
    required: &[],
    exclusive: &[],
    reference_form: None,
    content: &[],
};

const DERIVATIONS: Kind = Words(&["extension", "restriction"]);
const BLOCKED: Kind = Words(&["extension", "restriction", "substitution"]);
const QUALIFIED: Kind = Word(&["qualified", "unqualified"]);
const MIN: (&str, Kind) = ("minOccurs", Number);
const MAX: (&str, Kind) = ("maxOccurs", Count);
// In XML Schema 1.0, a member of `all` can occur at most once.
const AT_MOST_ONE: Kind = Word(&["0", "1"]);
const VALUE: [(&str, Kind); 2] = [("value", Text), ("fixed", Boolean)];
const LENGTH: [(&str, Kind); 2] = [("value", Number), ("fixed", Boolean)];

/// The root of a document.
pub(super) static SCHEMA: ElementForm = ElementForm {
    name: "schema",
    attributes: &[
        ("targetNamespace", Address),
        ("version", Text),
        ("elementFormDefault", QUALIFIED),
        ("attributeFormDefault", QUALIFIED),
        ("blockDefault", BLOCKED),
        ("finalDefault", Words(&["extension", "restriction", "list", "union"])),
    ],
    content: &[
        // These precede all declarations. Annotations are allowed anywhere, so they are not a step.
        Step(Any, &[&INCLUDE, &IMPORT, &REDEFINE]),
        Step(Any, &[&ELEMENT, &COMPLEX_TYPE, &SIMPLE_TYPE, &ATTRIBUTE, &GROUP, &ATTRIBUTE_GROUP, &NOTATION]),
    ],
    ..EMPTY_FORM
};

/// An annotation, which is allowed at the start of every element.
pub(super) static ANNOTATION: ElementForm =
    ElementForm { name: "annotation", content: &[Step(Any, &[&DOCUMENTATION, &APPINFO])], ..EMPTY_FORM };
static DOCUMENTATION: ElementForm =
    ElementForm { name: "documentation", attributes: &[("source", Address)], ..EMPTY_FORM };
static APPINFO: ElementForm =
    ElementForm { name: "appinfo", attributes: &[("source", Address)], ..EMPTY_FORM };

static INCLUDE: ElementForm = ElementForm {
    name: "include",
    attributes: &[("schemaLocation", Address)],
    required: &["schemaLocation"],
    ..EMPTY_FORM
};
static REDEFINE: ElementForm = ElementForm {
    name: "redefine",
    attributes: &[("schemaLocation", Address)],
    required: &["schemaLocation"],
    content: &[Step(Any, &[&SIMPLE_TYPE, &COMPLEX_TYPE, &GROUP, &ATTRIBUTE_GROUP])],
    ..EMPTY_FORM
};
static IMPORT: ElementForm = ElementForm {
    name: "import",
    attributes: &[("namespace", Address), ("schemaLocation", Address)],
    ..EMPTY_FORM
};
static NOTATION: ElementForm = ElementForm {
    name: "notation",
    attributes: &[("name", Name), ("public", Text), ("system", Address)],
    required: &["name"],
    ..EMPTY_FORM
};

static ELEMENT: ElementForm = ElementForm {
    name: "element",
    attributes: &[
        ("name", Name),
        ("type", Reference),
        ("substitutionGroup", Reference),
        ("default", Text),
        ("fixed", Text),
        ("nillable", Boolean),
        ("abstract", Boolean),
        ("final", DERIVATIONS),
        ("block", BLOCKED),
    ],
    required: &["name"],
    exclusive: &[["default", "fixed"]],
    content: &ELEMENT_CONTENT,
    ..EMPTY_FORM
};
static ELEMENT_CONTENT: [Step; 2] =
    [Step(Optional, &[&LOCAL_COMPLEX, &LOCAL_SIMPLE]), Step(Any, &[&UNIQUE, &KEY, &KEYREF])];
// Only global elements can be abstract, have `final`, or belong to a substitution group.
static LOCAL_ELEMENT: ElementForm = ElementForm {
    name: "element",
    attributes: &[
        ("name", Name),
        ("type", Reference),
        MIN,
        MAX,
        ("default", Text),
        ("fixed", Text),
        ("nillable", Boolean),
        ("block", BLOCKED),
        ("form", QUALIFIED),
    ],
    exclusive: &[["default", "fixed"]],
    reference_form: Some(&ELEMENT_REFERENCE),
    content: &ELEMENT_CONTENT,
    ..EMPTY_FORM
};
// A reference has neither type nor value: both belong to the global element.
static ELEMENT_REFERENCE: ElementForm =
    ElementForm { name: "element", attributes: &[("ref", Reference), MIN, MAX], ..EMPTY_FORM };
static ELEMENT_OF_ALL: ElementForm = ElementForm {
    name: "element",
    attributes: &[
        ("name", Name),
        ("type", Reference),
        ("minOccurs", AT_MOST_ONE),
        ("maxOccurs", AT_MOST_ONE),
        ("default", Text),
        ("fixed", Text),
        ("nillable", Boolean),
        ("block", BLOCKED),
        ("form", QUALIFIED),
    ],
    exclusive: &[["default", "fixed"]],
    reference_form: Some(&ELEMENT_REFERENCE_OF_ALL),
    content: &ELEMENT_CONTENT,
    ..EMPTY_FORM
};
static ELEMENT_REFERENCE_OF_ALL: ElementForm = ElementForm {
    name: "element",
    attributes: &[("ref", Reference), ("minOccurs", AT_MOST_ONE), ("maxOccurs", AT_MOST_ONE)],
    ..EMPTY_FORM
};

static UNIQUE: ElementForm = ElementForm {
    name: "unique",
    attributes: &[("name", Name)],
    required: &["name"],
    content: &KEY_CONTENT,
    ..EMPTY_FORM
};
static KEY: ElementForm = ElementForm {
    name: "key",
    attributes: &[("name", Name)],
    required: &["name"],
    content: &KEY_CONTENT,
    ..EMPTY_FORM
};
static KEYREF: ElementForm = ElementForm {
    name: "keyref",
    attributes: &[("name", Name), ("refer", Reference)],
    required: &["name", "refer"],
    content: &KEY_CONTENT,
    ..EMPTY_FORM
};
// At least one field is required. A required step accepts only one element, so further fields are a separate step.
static KEY_CONTENT: [Step; 3] =
    [Step(Required, &[&SELECTOR]), Step(Required, &[&FIELD]), Step(Any, &[&FIELD])];
static SELECTOR: ElementForm =
    ElementForm { name: "selector", attributes: &[("xpath", Text)], required: &["xpath"], ..EMPTY_FORM };
static FIELD: ElementForm =
    ElementForm { name: "field", attributes: &[("xpath", Text)], required: &["xpath"], ..EMPTY_FORM };

// A global attribute has neither `use` nor `form`: both depend on the position in a type.
static ATTRIBUTE: ElementForm = ElementForm {
    name: "attribute",
    attributes: &[("name", Name), ("type", Reference), ("default", Text), ("fixed", Text)],
    required: &["name"],
    exclusive: &[["default", "fixed"]],
    content: &[Step(Optional, &[&LOCAL_SIMPLE])],
    ..EMPTY_FORM
};
const USE: (&str, Kind) = ("use", Word(&["optional", "prohibited", "required"]));
static LOCAL_ATTRIBUTE: ElementForm = ElementForm {
    name: "attribute",
    attributes: &[
        ("name", Name),
        ("type", Reference),
        USE,
        ("default", Text),
        ("fixed", Text),
        ("form", QUALIFIED),
    ],
    exclusive: &[["default", "fixed"]],
    reference_form: Some(&ATTRIBUTE_REFERENCE),
    content: &[Step(Optional, &[&LOCAL_SIMPLE])],
    ..EMPTY_FORM
};
static ATTRIBUTE_REFERENCE: ElementForm = ElementForm {
    name: "attribute",
    attributes: &[("ref", Reference), USE, ("default", Text), ("fixed", Text)],
    exclusive: &[["default", "fixed"]],
    ..EMPTY_FORM
};
static ATTRIBUTE_GROUP: ElementForm = ElementForm {
    name: "attributeGroup",
    attributes: &[("name", Name)],
    required: &["name"],
    content: &[Step(Any, &ATTRIBUTES), Step(Optional, &[&ANY_ATTRIBUTE])],
    ..EMPTY_FORM
};
static ATTRIBUTE_GROUP_REFERENCE: ElementForm = ElementForm {
    name: "attributeGroup",
    attributes: &[("ref", Reference)],
    required: &["ref"],
    ..EMPTY_FORM
};
static ATTRIBUTES: [&ElementForm; 2] = [&LOCAL_ATTRIBUTE, &ATTRIBUTE_GROUP_REFERENCE];
const PROCESS: (&str, Kind) = ("processContents", Word(&["strict", "lax", "skip"]));
static ANY_ATTRIBUTE: ElementForm =
    ElementForm { name: "anyAttribute", attributes: &[("namespace", Namespaces), PROCESS], ..EMPTY_FORM };

static COMPLEX_TYPE: ElementForm = ElementForm {
    name: "complexType",
    attributes: &[
        ("name", Name),
        ("mixed", Boolean),
        ("abstract", Boolean),
        ("final", DERIVATIONS),
        ("block", DERIVATIONS),
    ],
    required: &["name"],
    content: &TYPE_CONTENT,
    ..EMPTY_FORM
};
// An anonymous type cannot be specified as `xsi:type` or as a base, so it can be neither abstract nor final.
static LOCAL_COMPLEX: ElementForm = ElementForm {
    name: "complexType",
    attributes: &[("mixed", Boolean)],
    content: &TYPE_CONTENT,
    ..EMPTY_FORM
};
static TYPE_CONTENT: [Step; 4] = [
    Step(Optional, &[&SIMPLE_CONTENT, &COMPLEX_CONTENT]),
    Step(Optional, &PARTICLE),
    Step(Any, &ATTRIBUTES),
    Step(Optional, &[&ANY_ATTRIBUTE]),
];
static SIMPLE_CONTENT: ElementForm = ElementForm {
    name: "simpleContent",
    content: &[Step(Required, &[&SIMPLE_EXTENSION, &VALUE_RESTRICTION])],
    ..EMPTY_FORM
};
static COMPLEX_CONTENT: ElementForm = ElementForm {
    name: "complexContent",
    attributes: &[("mixed", Boolean)],
    content: &[Step(Required, &[&COMPLEX_EXTENSION, &COMPLEX_RESTRICTION])],
    ..EMPTY_FORM
};
const BASE: &[(&str, Kind)] = &[("base", Reference)];
static SIMPLE_EXTENSION: ElementForm = ElementForm {
    name: "extension",
    attributes: BASE,
    required: &["base"],
    content: &[Step(Any, &ATTRIBUTES), Step(Optional, &[&ANY_ATTRIBUTE])],
    ..EMPTY_FORM
};
static COMPLEX_EXTENSION: ElementForm = ElementForm {
    name: "extension",
    attributes: BASE,
    required: &["base"],
    content: &[Step(Optional, &PARTICLE), Step(Any, &ATTRIBUTES), Step(Optional, &[&ANY_ATTRIBUTE])],
    ..EMPTY_FORM
};
static COMPLEX_RESTRICTION: ElementForm = ElementForm {
    name: "restriction",
    attributes: BASE,
    required: &["base"],
    content: &[Step(Optional, &PARTICLE), Step(Any, &ATTRIBUTES), Step(Optional, &[&ANY_ATTRIBUTE])],
    ..EMPTY_FORM
};
// The restriction of simple content contains both facets and attributes; the other two kinds of restriction contain
// only one of them.
static VALUE_RESTRICTION: ElementForm = ElementForm {
    name: "restriction",
    attributes: BASE,
    required: &["base"],
    content: &[
        Step(Optional, &[&LOCAL_SIMPLE]),
        Step(Any, &FACETS),
        Step(Any, &ATTRIBUTES),
        Step(Optional, &[&ANY_ATTRIBUTE]),
    ],
    ..EMPTY_FORM
};

static PARTICLE: [&ElementForm; 4] = [&SEQUENCE, &CHOICE, &ALL, &GROUP_REFERENCE];
static GROUP: ElementForm = ElementForm {
    name: "group",
    attributes: &[("name", Name)],
    required: &["name"],
    content: &[Step(Optional, &[&SEQUENCE_OF_GROUP, &CHOICE_OF_GROUP, &ALL_OF_GROUP])],
    ..EMPTY_FORM
};
static GROUP_REFERENCE: ElementForm = ElementForm {
    name: "group",
    attributes: &[("ref", Reference), MIN, MAX],
    required: &["ref"],
    ..EMPTY_FORM
};
static PARTS: [Step; 1] = [Step(Any, &[&LOCAL_ELEMENT, &SEQUENCE, &CHOICE, &GROUP_REFERENCE, &ANY])];
static SEQUENCE: ElementForm =
    ElementForm { name: "sequence", attributes: &[MIN, MAX], content: &PARTS, ..EMPTY_FORM };
static CHOICE: ElementForm =
    ElementForm { name: "choice", attributes: &[MIN, MAX], content: &PARTS, ..EMPTY_FORM };
static ALL: ElementForm = ElementForm {
    name: "all",
    // `all` itself may be optional, but must not be repeated.
    attributes: &[("minOccurs", AT_MOST_ONE), ("maxOccurs", Word(&["1"]))],
    content: &[Step(Any, &[&ELEMENT_OF_ALL])],
    ..EMPTY_FORM
};
// The numbers of occurrences belong to references to the group, not to the particle in its definition.
static SEQUENCE_OF_GROUP: ElementForm = ElementForm { name: "sequence", content: &PARTS, ..EMPTY_FORM };
static CHOICE_OF_GROUP: ElementForm = ElementForm { name: "choice", content: &PARTS, ..EMPTY_FORM };
static ALL_OF_GROUP: ElementForm =
    ElementForm { name: "all", content: &[Step(Any, &[&ELEMENT_OF_ALL])], ..EMPTY_FORM };
static ANY: ElementForm =
    ElementForm { name: "any", attributes: &[("namespace", Namespaces), PROCESS, MIN, MAX], ..EMPTY_FORM };

static SIMPLE_TYPE: ElementForm = ElementForm {
    name: "simpleType",
    attributes: &[("name", Name), ("final", Words(&["list", "union", "restriction"]))],
    required: &["name"],
    content: &VARIETIES,
    ..EMPTY_FORM
};
static LOCAL_SIMPLE: ElementForm = ElementForm { name: "simpleType", content: &VARIETIES, ..EMPTY_FORM };
static VARIETIES: [Step; 1] = [Step(Required, &[&RESTRICTION, &LIST, &UNION])];
// `base` is not required, because the base may be a nested `simpleType`.
static RESTRICTION: ElementForm = ElementForm {
    name: "restriction",
    attributes: BASE,
    content: &[Step(Optional, &[&LOCAL_SIMPLE]), Step(Any, &FACETS)],
    ..EMPTY_FORM
};
static LIST: ElementForm = ElementForm {
    name: "list",
    attributes: &[("itemType", Reference)],
    content: &[Step(Optional, &[&LOCAL_SIMPLE])],
    ..EMPTY_FORM
};
static UNION: ElementForm = ElementForm {
    name: "union",
    attributes: &[("memberTypes", References)],
    content: &[Step(Any, &[&LOCAL_SIMPLE])],
    ..EMPTY_FORM
};

static FACETS: [&ElementForm; 12] = [
    // In the schema for schemas, facets that may be repeated have no `fixed`.
    &facet("enumeration", &[("value", Text)]),
    &facet("pattern", &[("value", Text)]),
    &facet("whiteSpace", &[("value", Word(&["preserve", "replace", "collapse"])), ("fixed", Boolean)]),
    &facet("length", &LENGTH),
    &facet("minLength", &LENGTH),
    &facet("maxLength", &LENGTH),
    &facet("minInclusive", &VALUE),
    &facet("maxInclusive", &VALUE),
    &facet("minExclusive", &VALUE),
    &facet("maxExclusive", &VALUE),
    &facet("totalDigits", &[("value", Positive), ("fixed", Boolean)]),
    &facet("fractionDigits", &LENGTH),
];

const fn facet(name: &'static str, attributes: &'static [(&'static str, Kind)]) -> ElementForm {
    ElementForm { name, attributes, required: &["value"], ..EMPTY_FORM }
}
