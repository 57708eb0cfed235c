//! The grammar of schema documents: the attributes of each element of XML Schema, the kinds of their values,
//! and the child elements in order.
//!
//! Invariants: an element has one form for each of its uses, so that the allowed content at a position is
//! known without the meaning of elements; the forms are those of the schema for schemas of XML Schema 1.0.
//! This module does not know documents.

use Kind::{
    Address, Boolean, Count, Name, Number, Positive, Reference, References, Spaces, Text, Word, Words,
};
use Times::{Any, Maybe, Needed};

/// The namespace of XML Schema.
pub(super) const SCHEMA_NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema";

/// An element in one of its uses.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) name: &'static str,
    /// Its attributes, in addition to `id`, which every element has.
    pub(super) attributes: &'static [(&'static str, Kind)],
    /// Required attributes.
    pub(super) needs: &'static [&'static str],
    /// Attributes that exclude each other.
    pub(super) apart: &'static [[&'static str; 2]],
    /// The form of the element if it has the attribute `ref`.
    pub(super) referring: Option<&'static Form>,
    /// Its child elements in this order, after annotations.
    pub(super) content: &'static [Step],
}

/// The elements that are allowed at one step.
#[derive(Debug)]
pub(super) struct Step(pub(super) Times, pub(super) &'static [&'static Form]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Times {
    Maybe,
    Needed,
    Any,
}

/// The kind of an attribute's values.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text,
    Boolean,
    /// A name without prefix.
    Name,
    /// A name that may have a prefix.
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
    Spaces,
}

/// Names that only XML Schema 1.1 has.
pub(super) const NEWER: [&str; 7] = [
    "alternative",
    "assert",
    "assertion",
    "openContent",
    "defaultOpenContent",
    "override",
    "explicitTimezone",
];

/// An empty form, on which the other forms are based.
const PLAIN: Form = Form { name: "", attributes: &[], needs: &[], apart: &[], referring: None, content: &[] };

const DERIVATIONS: Kind = Words(&["extension", "restriction"]);
const BLOCKED: Kind = Words(&["extension", "restriction", "substitution"]);
const QUALIFIED: Kind = Word(&["qualified", "unqualified"]);
const LEAST: (&str, Kind) = ("minOccurs", Number);
const MAX_DOCUMENTS: (&str, Kind) = ("maxOccurs", Count);
const AT_MOST_ONE: Kind = Word(&["0", "1"]);
const VALUE: [(&str, Kind); 2] = [("value", Text), ("fixed", Boolean)];
const LENGTH: [(&str, Kind); 2] = [("value", Number), ("fixed", Boolean)];

/// The root of a document.
pub(super) static SCHEMA: Form = Form {
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
        Step(Any, &[&INCLUDE, &IMPORT, &REDEFINE]),
        Step(Any, &[&ELEMENT, &COMPLEX_TYPE, &SIMPLE_TYPE, &ATTRIBUTE, &GROUP, &ATTRIBUTE_GROUP, &NOTATION]),
    ],
    ..PLAIN
};

/// Elements that are allowed everywhere, at the beginning.
pub(super) static ANNOTATION: Form =
    Form { name: "annotation", content: &[Step(Any, &[&DOCUMENTATION, &APPINFO])], ..PLAIN };
static DOCUMENTATION: Form = Form { name: "documentation", attributes: &[("source", Address)], ..PLAIN };
static APPINFO: Form = Form { name: "appinfo", attributes: &[("source", Address)], ..PLAIN };

static INCLUDE: Form =
    Form { name: "include", attributes: &[("schemaLocation", Address)], needs: &["schemaLocation"], ..PLAIN };
static REDEFINE: Form = Form {
    name: "redefine",
    attributes: &[("schemaLocation", Address)],
    needs: &["schemaLocation"],
    content: &[Step(Any, &[&SIMPLE_TYPE, &COMPLEX_TYPE, &GROUP, &ATTRIBUTE_GROUP])],
    ..PLAIN
};
static IMPORT: Form =
    Form { name: "import", attributes: &[("namespace", Address), ("schemaLocation", Address)], ..PLAIN };
static NOTATION: Form = Form {
    name: "notation",
    attributes: &[("name", Name), ("public", Text), ("system", Address)],
    needs: &["name"],
    ..PLAIN
};

static ELEMENT: Form = Form {
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
    needs: &["name"],
    apart: &[["default", "fixed"]],
    content: &ELEMENT_CONTENT,
    ..PLAIN
};
static ELEMENT_CONTENT: [Step; 2] =
    [Step(Maybe, &[&LOCAL_COMPLEX, &LOCAL_SIMPLE]), Step(Any, &[&UNIQUE, &KEY, &KEYREF])];
static LOCAL_ELEMENT: Form = Form {
    name: "element",
    attributes: &[
        ("name", Name),
        ("type", Reference),
        LEAST,
        MAX_DOCUMENTS,
        ("default", Text),
        ("fixed", Text),
        ("nillable", Boolean),
        ("block", BLOCKED),
        ("form", QUALIFIED),
    ],
    apart: &[["default", "fixed"]],
    referring: Some(&ELEMENT_REFERENCE),
    content: &ELEMENT_CONTENT,
    ..PLAIN
};
static ELEMENT_REFERENCE: Form =
    Form { name: "element", attributes: &[("ref", Reference), LEAST, MAX_DOCUMENTS], ..PLAIN };
static ELEMENT_OF_ALL: Form = Form {
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
    apart: &[["default", "fixed"]],
    referring: Some(&ELEMENT_REFERENCE_OF_ALL),
    content: &ELEMENT_CONTENT,
    ..PLAIN
};
static ELEMENT_REFERENCE_OF_ALL: Form = Form {
    name: "element",
    attributes: &[("ref", Reference), ("minOccurs", AT_MOST_ONE), ("maxOccurs", AT_MOST_ONE)],
    ..PLAIN
};

static UNIQUE: Form =
    Form { name: "unique", attributes: &[("name", Name)], needs: &["name"], content: &KEY_CONTENT, ..PLAIN };
static KEY: Form =
    Form { name: "key", attributes: &[("name", Name)], needs: &["name"], content: &KEY_CONTENT, ..PLAIN };
static KEYREF: Form = Form {
    name: "keyref",
    attributes: &[("name", Name), ("refer", Reference)],
    needs: &["name", "refer"],
    content: &KEY_CONTENT,
    ..PLAIN
};
static KEY_CONTENT: [Step; 3] = [Step(Needed, &[&SELECTOR]), Step(Needed, &[&FIELD]), Step(Any, &[&FIELD])];
static SELECTOR: Form = Form { name: "selector", attributes: &[("xpath", Text)], needs: &["xpath"], ..PLAIN };
static FIELD: Form = Form { name: "field", attributes: &[("xpath", Text)], needs: &["xpath"], ..PLAIN };

static ATTRIBUTE: Form = Form {
    name: "attribute",
    attributes: &[("name", Name), ("type", Reference), ("default", Text), ("fixed", Text)],
    needs: &["name"],
    apart: &[["default", "fixed"]],
    content: &[Step(Maybe, &[&LOCAL_SIMPLE])],
    ..PLAIN
};
const USE: (&str, Kind) = ("use", Word(&["optional", "prohibited", "required"]));
static LOCAL_ATTRIBUTE: Form = Form {
    name: "attribute",
    attributes: &[
        ("name", Name),
        ("type", Reference),
        USE,
        ("default", Text),
        ("fixed", Text),
        ("form", QUALIFIED),
    ],
    apart: &[["default", "fixed"]],
    referring: Some(&ATTRIBUTE_REFERENCE),
    content: &[Step(Maybe, &[&LOCAL_SIMPLE])],
    ..PLAIN
};
static ATTRIBUTE_REFERENCE: Form = Form {
    name: "attribute",
    attributes: &[("ref", Reference), USE, ("default", Text), ("fixed", Text)],
    apart: &[["default", "fixed"]],
    ..PLAIN
};
static ATTRIBUTE_GROUP: Form = Form {
    name: "attributeGroup",
    attributes: &[("name", Name)],
    needs: &["name"],
    content: &[Step(Any, &ATTRIBUTES), Step(Maybe, &[&ANY_ATTRIBUTE])],
    ..PLAIN
};
static ATTRIBUTE_GROUP_REFERENCE: Form =
    Form { name: "attributeGroup", attributes: &[("ref", Reference)], needs: &["ref"], ..PLAIN };
static ATTRIBUTES: [&Form; 2] = [&LOCAL_ATTRIBUTE, &ATTRIBUTE_GROUP_REFERENCE];
const PROCESS: (&str, Kind) = ("processContents", Word(&["strict", "lax", "skip"]));
static ANY_ATTRIBUTE: Form =
    Form { name: "anyAttribute", attributes: &[("namespace", Spaces), PROCESS], ..PLAIN };

static COMPLEX_TYPE: Form = Form {
    name: "complexType",
    attributes: &[
        ("name", Name),
        ("mixed", Boolean),
        ("abstract", Boolean),
        ("final", DERIVATIONS),
        ("block", DERIVATIONS),
    ],
    needs: &["name"],
    content: &TYPE_CONTENT,
    ..PLAIN
};
static LOCAL_COMPLEX: Form =
    Form { name: "complexType", attributes: &[("mixed", Boolean)], content: &TYPE_CONTENT, ..PLAIN };
static TYPE_CONTENT: [Step; 4] = [
    Step(Maybe, &[&SIMPLE_CONTENT, &COMPLEX_CONTENT]),
    Step(Maybe, &PARTICLE),
    Step(Any, &ATTRIBUTES),
    Step(Maybe, &[&ANY_ATTRIBUTE]),
];
static SIMPLE_CONTENT: Form = Form {
    name: "simpleContent",
    content: &[Step(Needed, &[&SIMPLE_EXTENSION, &VALUE_RESTRICTION])],
    ..PLAIN
};
static COMPLEX_CONTENT: Form = Form {
    name: "complexContent",
    attributes: &[("mixed", Boolean)],
    content: &[Step(Needed, &[&COMPLEX_EXTENSION, &COMPLEX_RESTRICTION])],
    ..PLAIN
};
const BASE: &[(&str, Kind)] = &[("base", Reference)];
static SIMPLE_EXTENSION: Form = Form {
    name: "extension",
    attributes: BASE,
    needs: &["base"],
    content: &[Step(Any, &ATTRIBUTES), Step(Maybe, &[&ANY_ATTRIBUTE])],
    ..PLAIN
};
static COMPLEX_EXTENSION: Form = Form {
    name: "extension",
    attributes: BASE,
    needs: &["base"],
    content: &[Step(Maybe, &PARTICLE), Step(Any, &ATTRIBUTES), Step(Maybe, &[&ANY_ATTRIBUTE])],
    ..PLAIN
};
static COMPLEX_RESTRICTION: Form = Form {
    name: "restriction",
    attributes: BASE,
    needs: &["base"],
    content: &[Step(Maybe, &PARTICLE), Step(Any, &ATTRIBUTES), Step(Maybe, &[&ANY_ATTRIBUTE])],
    ..PLAIN
};
static VALUE_RESTRICTION: Form = Form {
    name: "restriction",
    attributes: BASE,
    needs: &["base"],
    content: &[
        Step(Maybe, &[&LOCAL_SIMPLE]),
        Step(Any, &FACETS),
        Step(Any, &ATTRIBUTES),
        Step(Maybe, &[&ANY_ATTRIBUTE]),
    ],
    ..PLAIN
};

static PARTICLE: [&Form; 4] = [&SEQUENCE, &CHOICE, &ALL, &GROUP_REFERENCE];
static GROUP: Form = Form {
    name: "group",
    attributes: &[("name", Name)],
    needs: &["name"],
    content: &[Step(Maybe, &[&SEQUENCE_OF_GROUP, &CHOICE_OF_GROUP, &ALL_OF_GROUP])],
    ..PLAIN
};
static GROUP_REFERENCE: Form =
    Form { name: "group", attributes: &[("ref", Reference), LEAST, MAX_DOCUMENTS], needs: &["ref"], ..PLAIN };
static PARTS: [Step; 1] = [Step(Any, &[&LOCAL_ELEMENT, &SEQUENCE, &CHOICE, &GROUP_REFERENCE, &ANY])];
static SEQUENCE: Form =
    Form { name: "sequence", attributes: &[LEAST, MAX_DOCUMENTS], content: &PARTS, ..PLAIN };
static CHOICE: Form = Form { name: "choice", attributes: &[LEAST, MAX_DOCUMENTS], content: &PARTS, ..PLAIN };
static ALL: Form = Form {
    name: "all",
    attributes: &[("minOccurs", AT_MOST_ONE), ("maxOccurs", Word(&["1"]))],
    content: &[Step(Any, &[&ELEMENT_OF_ALL])],
    ..PLAIN
};
static SEQUENCE_OF_GROUP: Form = Form { name: "sequence", content: &PARTS, ..PLAIN };
static CHOICE_OF_GROUP: Form = Form { name: "choice", content: &PARTS, ..PLAIN };
static ALL_OF_GROUP: Form = Form { name: "all", content: &[Step(Any, &[&ELEMENT_OF_ALL])], ..PLAIN };
static ANY: Form =
    Form { name: "any", attributes: &[("namespace", Spaces), PROCESS, LEAST, MAX_DOCUMENTS], ..PLAIN };

static SIMPLE_TYPE: Form = Form {
    name: "simpleType",
    attributes: &[("name", Name), ("final", Words(&["list", "union", "restriction"]))],
    needs: &["name"],
    content: &VARIETIES,
    ..PLAIN
};
static LOCAL_SIMPLE: Form = Form { name: "simpleType", content: &VARIETIES, ..PLAIN };
static VARIETIES: [Step; 1] = [Step(Needed, &[&RESTRICTION, &LIST, &UNION])];
static RESTRICTION: Form = Form {
    name: "restriction",
    attributes: BASE,
    content: &[Step(Maybe, &[&LOCAL_SIMPLE]), Step(Any, &FACETS)],
    ..PLAIN
};
static LIST: Form = Form {
    name: "list",
    attributes: &[("itemType", Reference)],
    content: &[Step(Maybe, &[&LOCAL_SIMPLE])],
    ..PLAIN
};
static UNION: Form = Form {
    name: "union",
    attributes: &[("memberTypes", References)],
    content: &[Step(Any, &[&LOCAL_SIMPLE])],
    ..PLAIN
};

static FACETS: [&Form; 12] = [
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

const fn facet(name: &'static str, attributes: &'static [(&'static str, Kind)]) -> Form {
    Form { name, attributes, needs: &["value"], ..PLAIN }
}
