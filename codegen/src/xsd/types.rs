//! Simple types: the spelling of values in XML, and the schemas of XMI and of any object.

use super::{Schemas, XMI_URI, XSD_URI, annotation};
use super::{any_values, restriction};
use crate::text_types::{has_only_digits, text_type};
use crate::xml::{Element, is_name};
use modelwright_metamodel::ecore::{
    Annotation, Classifier, DataKind, DataTypeId, EXTENDED_META_DATA, annotation as annotated, builtin,
    documentation, facet_items,
};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::fmt::Display;

impl<'m> Schemas<'_, 'm> {
    /// The name of the simple type of a data type. If the simple type is not built in, it is defined later. `label` is
    /// the element that uses the type, for notes about values that the schema does not check.
    pub(super) fn simple_type(&mut self, id: DataTypeId, label: &dyn Display) -> Cow<'static, str> {
        let metamodel = self.scope.metamodel;
        let data = &metamodel[id];
        if metamodel[data.package].ns_uri.as_deref() == Some(builtin::XML_TYPE_URI) {
            let name = details(&data.annotations).and_then(|a| a.detail("name")).unwrap_or("string");
            // The wrapper types of Java, such as `int:Object`, have the same values in XML as the plain types.
            return self.schema_type(name.trim_end_matches(":Object"), label).into();
        }
        let has_own_facets = data.literals.is_some() || details(&data.annotations).is_some_and(has_facets);
        if data.any.is_some_and(|kind| kind.accepts_lists() || kind.accepts_maps()) {
            self.note_weaker_schema(label, "contains valid JSON");
        }
        let text = text_type(metamodel, id);
        if let Some(what) = text.as_ref().and_then(|text| text.unchecked.as_ref()) {
            self.note_weaker_schema(label, what);
        }
        if data.kind == DataKind::Date {
            self.note_weaker_schema(label, format_args!("is a valid `{}`", data.name));
        }
        let has_definition =
            has_own_facets || data.any.is_some() || text.is_some_and(|text| text.pattern.is_some());
        if has_definition && !metamodel.is_ecore_package(data.package) {
            if self.defined_types.insert(id) {
                // Defined later: definitions are children of the schema, not of the element that uses them.
                self.pending_types.insert(id.index(), (data.package, id));
            }
            return self.qualified(data.package, &type_name(&data.annotations, &data.name)).into();
        }
        let name = match data.kind {
            DataKind::Boolean { .. } => "EBoolean",
            DataKind::Float { .. } => "EFloat",
            DataKind::Double { .. } => "EDouble",
            DataKind::Char { .. } => "EChar",
            DataKind::BigDecimal => "EBigDecimal",
            DataKind::Bytes => "EByteArray",
            kind => return plain_base(kind).into(),
        };
        self.qualified(builtin::PACKAGE, name).into()
    }

    /// The name of a type of XML Schema. Types that depend on other values of the document, such as `ID`, are replaced
    /// by types that accept the same strings, or more: metamodels have no such rules.
    fn schema_type(&mut self, name: &str, label: &dyn Display) -> String {
        let name = match name {
            // XML Schema checks that an `ID` is unique and that an `IDREF` has a target, EMF does not.
            "ID" | "IDREF" | "ENTITY" => "NCName",
            "IDREFS" | "ENTITIES" => {
                self.note_weaker_schema(label, "has names without colons");
                "NMTOKENS"
            }
            "NOTATION" => "QName",
            other => other,
        };
        format!("xs:{name}")
    }

    /// The definition of an enumeration, or of a data type with facets.
    pub(super) fn type_definition(&mut self, id: DataTypeId) -> Element<'m> {
        let data = &self.scope.metamodel[id];
        let definition = Element::new("xs:simpleType").with("name", type_name(&data.annotations, &data.name));
        let definition = definition.children(documentation(&data.annotations).map(annotation));
        if data.literals.is_some() {
            let mut known_literals = FxHashSet::default();
            let spellings = data.enum_literals().iter().map(|literal| literal.spelling());
            let spellings = spellings.filter(|spelling| known_literals.insert(*spelling));
            let facets = spellings.map(|text| Element::new("xs:enumeration").with("value", text));
            let restriction = Element::new("xs:restriction").with("base", "xs:string").children(facets);
            // A type without values has an enumeration that nothing matches.
            return definition.child(if restriction.is_empty() {
                restriction.child(facet("xs:length", "0")).child(facet("xs:pattern", "x"))
            } else {
                restriction
            });
        }
        if let Some(kind) = data.any {
            return definition.child(any_values::restriction(kind));
        }
        let pattern = text_type(self.scope.metamodel, id).and_then(|text| text.pattern);
        let pattern = pattern.map(|pattern| {
            let pattern = Element::new("xs:pattern").with("value", pattern);
            Element::new("xs:restriction").with("base", "xs:string").child(pattern)
        });
        let Some(facets) = details(&data.annotations) else { return definition.children(pattern) };
        let label = format!("`{}`", data.name);
        if let Some(item) = facets.detail("itemType") {
            let item = self.named_type(id, item, &label);
            return definition.child(Element::new("xs:list").with("itemType", item));
        }
        if let Some(members) = facets.detail("memberTypes") {
            let members: Vec<Cow<'_, str>> =
                members.split_ascii_whitespace().map(|member| self.named_type(id, member, &label)).collect();
            return definition.child(Element::new("xs:union").with("memberTypes", members.join(" ")));
        }
        definition.child(self.restrict(id, facets, &label, pattern))
    }

    /// The restriction for a data type's facets: of its base type, of plain values, or of the strings that `texts`
    /// accepts.
    fn restrict(
        &mut self,
        id: DataTypeId,
        facets: &'m Annotation,
        label: &dyn Display,
        texts: Option<Element<'m>>,
    ) -> Element<'m> {
        let kind = self.scope.metamodel[id].kind;
        let is_known = !matches!(kind, DataKind::Other | DataKind::Date);
        // XML Schema rejects facets that allow more than those of the base type. Plain values are restricted instead.
        let widened = restriction::widened_facets(self.scope, id).filter(|_| is_known);
        let base = facets.detail("baseType").filter(|_| widened.is_none());
        let is_plain = base.is_none();
        let base = match base {
            Some(base) => self.named_type(id, base, label),
            None => plain_base(kind).into(),
        };
        let facets = match widened {
            Some((widened_facets, has_further_patterns)) => {
                if has_further_patterns {
                    self.note_weaker_schema(label, "satisfies the patterns of its base type");
                }
                widened_facets
            }
            None => crate::facets::facets(facets).collect(),
        };
        let restriction_element = Element::new("xs:restriction");
        let mut restriction_element = match texts.filter(|_| base == "xs:string") {
            Some(texts) => restriction_element.child(Element::new("xs:simpleType").child(texts)),
            None => restriction_element.with("base", base),
        };
        for (facet, value) in &facets {
            let values: Vec<Cow<'m, str>> = match *facet {
                "name" | "kind" | "baseType" => continue,
                "pattern" | "enumeration" => facet_items(value).map(Cow::Owned).collect(),
                _ => vec![Cow::Borrowed(*value)],
            };
            let Some(name) = facet_element(kind, &facets, facet, value) else {
                self.note_weaker_schema(label, format_args!("satisfies its facet {facet} = {value}"));
                continue;
            };
            restriction_element =
                restriction_element.children(values.into_iter().map(|v| Element::new(name).with("value", v)));
        }
        match kind {
            DataKind::BigDecimal if is_plain => self.note_narrower_schema(label, "numbers with an exponent"),
            DataKind::Float { .. } | DataKind::Double { .. } if is_plain => {
                self.note_narrower_schema(label, "infinite numbers in Java's spelling");
            }
            _ => {}
        }
        restriction_element
    }

    /// The type that an annotation of a data type names: `name`, `#name` or `namespace#name`.
    fn named_type(&mut self, from: DataTypeId, name: &str, label: &dyn Display) -> Cow<'static, str> {
        let metamodel = self.scope.metamodel;
        let package = metamodel[from].package;
        let (package, name) = match name.rsplit_once('#') {
            Some(("", name)) => (Some(package), name),
            Some((builtin::XML_TYPE_URI, name)) => return self.schema_type(name, label).into(),
            Some((uri, name)) => (metamodel.package_by_uri(uri), name),
            None => (Some(package), name),
        };
        let classifier =
            package.and_then(|p| self.names.classifier(p, name).or_else(|| metamodel.classifier(p, name)));
        match classifier {
            // A type that names itself would be a cycle, which XML Schema rejects.
            Some(Classifier::DataType(id)) if id != from => self.simple_type(id, label),
            // An unknown type constrains nothing, so the type of the Java class is used.
            _ => plain_base(metamodel[from].kind).into(),
        }
    }
}

/// The type that facets restrict if no base is specified.
fn plain_base(kind: DataKind) -> &'static str {
    match kind {
        DataKind::Boolean { .. } => "xs:boolean",
        DataKind::Integer { bits: 8, .. } => "xs:byte",
        DataKind::Integer { bits: 16, .. } => "xs:short",
        DataKind::Integer { bits: 32, .. } => "xs:int",
        DataKind::Integer { .. } => "xs:long",
        DataKind::BigInteger => "xs:integer",
        DataKind::BigDecimal => "xs:decimal",
        DataKind::Float { .. } => "xs:float",
        DataKind::Double { .. } => "xs:double",
        DataKind::Bytes => "xs:hexBinary",
        _ => "xs:string",
    }
}

/// Facets of extended metadata, and of XML Schema.
const FACETS: &[(&str, &str)] = &[
    ("length", "xs:length"),
    ("minLength", "xs:minLength"),
    ("maxLength", "xs:maxLength"),
    ("minInclusive", "xs:minInclusive"),
    ("maxInclusive", "xs:maxInclusive"),
    ("minExclusive", "xs:minExclusive"),
    ("maxExclusive", "xs:maxExclusive"),
    ("totalDigits", "xs:totalDigits"),
    ("fractionDigits", "xs:fractionDigits"),
    ("whiteSpace", "xs:whiteSpace"),
    ("pattern", "xs:pattern"),
    ("enumeration", "xs:enumeration"),
];

/// The name of the element for one of the facets of a type; `None` if XML Schema cannot express the facet.
fn facet_element(kind: DataKind, facets: &[(&str, &str)], facet: &str, value: &str) -> Option<&'static str> {
    let (_, name) = FACETS.iter().find(|(name, _)| *name == facet)?;
    // XML Schema allows only one of an inclusive and an exclusive bound, so the exclusive one is left out.
    let inclusive = facet.strip_suffix("Exclusive").map(|end| format!("{end}Inclusive"));
    let is_second = inclusive.is_some_and(|other| facets.iter().any(|(facet, _)| *facet == other));
    if is_second || !supports_facet(kind, facet) || !is_legal(kind, facet, value) {
        return None;
    }
    // Booleans can only be restricted by patterns.
    let is_boolean = matches!(kind, DataKind::Boolean { .. });
    Some(if is_boolean && facet == "enumeration" { "xs:pattern" } else { *name })
}

/// Whether XML Schema supports a facet for values of a kind.
fn supports_facet(kind: DataKind, facet: &str) -> bool {
    let is_exact = matches!(kind, DataKind::Integer { .. } | DataKind::BigInteger | DataKind::BigDecimal);
    let is_floating = matches!(kind, DataKind::Float { .. } | DataKind::Double { .. });
    match facet {
        "totalDigits" | "fractionDigits" => is_exact,
        "length" | "minLength" | "maxLength" => {
            !is_exact && !is_floating && !matches!(kind, DataKind::Boolean { .. })
        }
        "minInclusive" | "maxInclusive" | "minExclusive" | "maxExclusive" => is_exact || is_floating,
        // Documents contain the number of a character, not the character that the facet lists.
        "enumeration" => !matches!(kind, DataKind::Char { .. }),
        _ => true,
    }
}

/// Whether the value of a facet is valid in XML Schema.
fn is_legal(kind: DataKind, facet: &str, value: &str) -> bool {
    let unsigned = value.strip_prefix(['+', '-']).unwrap_or(value);
    match facet {
        "totalDigits" => has_only_digits(value) && value.bytes().any(|b| b != b'0'),
        "fractionDigits" | "length" | "minLength" | "maxLength" => has_only_digits(value),
        "minInclusive" | "maxInclusive" | "minExclusive" | "maxExclusive" => match kind {
            DataKind::Integer { .. } | DataKind::BigInteger => has_only_digits(unsigned),
            DataKind::BigDecimal => match unsigned.split_once('.') {
                Some((integer, fraction)) => has_only_digits(integer) && has_only_digits(fraction),
                None => has_only_digits(unsigned),
            },
            // Rust also reads `inf` and `nan`, which XML Schema spells differently.
            _ => value.parse::<f64>().is_ok_and(f64::is_finite),
        },
        _ => true,
    }
}

/// The extended metadata among annotations.
fn details(annotations: &[Annotation]) -> Option<&Annotation> {
    annotated(annotations, EXTENDED_META_DATA)
}

/// Whether extended metadata has details beside the name and the kind.
fn has_facets(annotation: &Annotation) -> bool {
    annotation.details.iter().any(|(key, _)| !matches!(key.as_deref(), None | Some("name" | "kind")))
}

/// The name of a type in documents. Documents hardly ever name the type of a value, so characters that XML names must
/// not contain are replaced by their codes.
fn type_name<'t>(annotations: &'t [Annotation], name: &'t str) -> Cow<'t, str> {
    let declared_name = details(annotations).and_then(|a| a.detail("name")).filter(|name| is_name(name));
    let name = declared_name.unwrap_or(name);
    if is_name(name) {
        return Cow::Borrowed(name);
    }
    let mut encoded = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        // Some characters, such as digits, are not allowed at the start.
        let candidate = if encoded.is_empty() { c.to_string() } else { format!("_{c}") };
        if is_name(&candidate) {
            encoded.push(c);
        } else {
            encoded.push_str(&format!("_x{:04X}_", u32::from(c)));
        }
    }
    if encoded.is_empty() {
        encoded.push('_');
    }
    Cow::Owned(encoded)
}

/// A class of Ecore that is not generated, but that documents may name: its objects are not checked.
pub(super) fn any_of_class<'t>(prefix: &str, name: &'t str) -> Element<'t> {
    let content = Element::new("xs:any").with("processContents", "lax");
    let content = content.with("minOccurs", "0").with("maxOccurs", "unbounded");
    let extension = Element::new("xs:extension")
        .with("base", format!("{prefix}:EObject"))
        .child(Element::new("xs:sequence").child(content))
        .child(Element::new("xs:anyAttribute").with("processContents", "lax"));
    let content = Element::new("xs:complexContent").child(extension);
    Element::new("xs:complexType").with("name", name).child(content)
}

/// The type of objects that must name their class.
pub(super) const ANY: &str = "AnyObject";

/// The definitions in every schema of Ecore: any object, and the types that XML Schema does not have.
pub(super) fn any_object(prefix: &str) -> Vec<Element<'static>> {
    // EMF reads a number as a code, and uses the first character of any other text.
    let character = restriction_of("xs:string").child(facet("xs:minLength", "1"));
    let decimal = r"[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]+)?";
    let decimal = restriction_of("xs:string").child(facet("xs:pattern", decimal));
    let attributes = Element::new("xs:attributeGroup").with("ref", "xmi:ObjectAttribs");
    let object = Element::new("xs:extension").with("base", format!("{prefix}:{ANY}"));
    let object = Element::new("xs:complexContent").child(object);
    vec![
        Element::new("xs:complexType").with("name", ANY).with("abstract", "true").child(attributes),
        Element::new("xs:complexType").with("name", "EObject").child(object),
        // EMF does not accept numbers as booleans.
        new_simple_type("EBoolean")
            .child(restriction_of("xs:boolean").child(facet("xs:pattern", "true|false"))),
        float("EDouble", "xs:double"),
        float("EFloat", "xs:float"),
        new_simple_type("EChar").child(character),
        new_simple_type("EBigDecimal").child(decimal),
        new_simple_type("EByteArray")
            .child(restriction_of("xs:string").child(facet("xs:pattern", "[0-9A-Fa-f]*"))),
    ]
}

/// The type of the numbers of a base type, with the spelling of Java.
fn float(name: &'static str, base: &'static str) -> Element<'static> {
    // In addition to `INF` and `NaN` of XML Schema.
    let words = ["Infinity", "+Infinity", "-Infinity", "+NaN", "-NaN"];
    let words = restriction_of("xs:string").children(words.map(|word| facet("xs:enumeration", word)));
    let union = Element::new("xs:union").with("memberTypes", base);
    new_simple_type(name).child(union.child(Element::new("xs:simpleType").child(words)))
}

/// A simple type with a name.
fn new_simple_type(name: &str) -> Element<'_> {
    Element::new("xs:simpleType").with("name", name)
}

/// A restriction of a base type.
fn restriction_of(base: &str) -> Element<'_> {
    Element::new("xs:restriction").with("base", base)
}

/// A facet with its value.
fn facet<'t>(name: &'static str, value: &'t str) -> Element<'t> {
    Element::new(name).with("value", value)
}

/// The schema of XMI itself: the element around several roots, and the attributes of any object.
pub(super) fn xmi() -> Element<'static> {
    let names_of_xmi = ["version", "id", "uuid", "label", "type", "idref"];
    let references =
        names_of_xmi.iter().map(|name| Element::new("xs:attribute").with("ref", format!("xmi:{name}")));
    let group = Element::new("xs:attributeGroup").with("name", "ObjectAttribs");
    let group = group.children(references).child(attribute("href"));
    let wildcard = Element::new("xs:any").with("minOccurs", "0").with("maxOccurs", "unbounded");
    let content = Element::new("xs:sequence").child(wildcard.with("processContents", "strict"));
    let version = Element::new("xs:attribute").with("ref", "xmi:version");
    let roots = Element::new("xs:complexType").child(content).child(version);
    Element::new("xs:schema")
        .with("xmlns:xs", XSD_URI)
        .with("xmlns:xmi", XMI_URI)
        .with("targetNamespace", XMI_URI)
        .children(names_of_xmi.map(attribute))
        .child(group)
        .child(Element::new("xs:element").with("name", "XMI").child(roots))
}

/// The declaration of an attribute whose values are texts.
fn attribute(name: &str) -> Element<'_> {
    Element::new("xs:attribute").with("name", name).with("type", "xs:string")
}
