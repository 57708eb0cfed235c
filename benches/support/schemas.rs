//! Large schemas of each language that is read as metamodels, with the same content: classes with a documented name, a
//! count, words, a ratio and a part.
//!
//! The same arguments give the same text on every machine.

use std::fmt::Write as _;

/// Which class each of the classes inherits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inheritance {
    /// None.
    Flat,
    /// The one before it.
    Chain,
    /// The first one.
    Heirs,
}

impl Inheritance {
    /// The base of a class.
    fn base(self, class: usize) -> Option<usize> {
        let base = class.checked_sub(1)?;
        match self {
            Self::Flat => None,
            Self::Chain => Some(base),
            Self::Heirs => Some(0),
        }
    }
}

/// A language: its importer, the name of a file, and its texts.
pub(super) type Language = (&'static str, &'static str, fn(usize, Inheritance) -> String);

/// The languages.
pub(super) const LANGUAGES: [Language; 7] = [
    ("json-schema", "shop.json", json_schema),
    ("xsd", "shop.xsd", xsd),
    ("linkml", "shop.yaml", linkml),
    ("emfatic", "shop.emf", emfatic),
    ("xcore", "shop.xcore", xcore),
    ("rgen-ruby", "shop.rb", rgen_ruby),
    ("pp", "shop.pp", types),
];

const DOC: &str = "A thing with a number, of which there are several kinds.";

/// Appends the declaration of each class between a head and an end.
fn declare(head: &str, end: &str, count: usize, each: impl Fn(&mut String, usize)) -> String {
    let mut text = head.to_owned();
    (0..count).for_each(|class| each(&mut text, class));
    text + end
}

fn json_schema(count: usize, inheritance: Inheritance) -> String {
    let head = "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"$ref\": \"#/$defs/C0\", \"$defs\": {\n";
    declare(head, "\"Z\": {\"type\": \"integer\", \"minimum\": 0}}}\n", count, |text, class| {
        let base = inheritance.base(class);
        let base =
            base.map(|base| format!("\"allOf\": [{{\"$ref\": \"#/$defs/C{base}\"}}], ")).unwrap_or_default();
        let _ = writeln!(
            text,
            "\"C{class}\": {{\"type\": \"object\", \"description\": \"{DOC}\", {base}\"properties\": {{\
             \"name{class}\": {{\"type\": \"string\"}}, \"count{class}\": {{\"$ref\": \"#/$defs/Z\"}}, \
             \"words{class}\": {{\"type\": \"array\", \"items\": {{\"type\": \"string\"}}}}, \
             \"ratio{class}\": {{\"type\": \"number\"}}, \"part{class}\": {{\"$ref\": \"#/$defs/C{class}\"}}}}, \
             \"required\": [\"name{class}\"]}},"
        );
    })
}

fn xsd(count: usize, inheritance: Inheritance) -> String {
    let head = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns=\"urn:shop\" \
                targetNamespace=\"urn:shop\" elementFormDefault=\"qualified\">\n";
    declare(head, "</xs:schema>\n", count, |text, class| {
        let base = inheritance.base(class);
        let open = base.map(|base| format!("<xs:complexContent><xs:extension base=\"C{base}\">"));
        let close = if open.is_some() { "</xs:extension></xs:complexContent>" } else { "" };
        let open = open.unwrap_or_default();
        let _ = writeln!(
            text,
            "<xs:complexType name=\"C{class}\"><xs:annotation><xs:documentation>{DOC}</xs:documentation>\
             </xs:annotation>{open}<xs:sequence><xs:element name=\"name{class}\" type=\"xs:string\"/>\
             <xs:element name=\"words{class}\" type=\"xs:string\" minOccurs=\"0\" maxOccurs=\"unbounded\"/>\
             <xs:element name=\"part{class}\" type=\"C{class}\" minOccurs=\"0\"/></xs:sequence>\
             <xs:attribute name=\"count{class}\" type=\"xs:int\"/><xs:attribute name=\"ratio{class}\" type=\"xs:double\"/>\
             {close}</xs:complexType>"
        );
    })
}

fn linkml(count: usize, inheritance: Inheritance) -> String {
    let head = "id: https://example.org/shop\nname: shop\nimports: ['linkml:types']\ndefault_range: string\nclasses:\n";
    declare(head, "", count, |text, class| {
        let base = inheritance.base(class).map(|base| format!("    is_a: C{base}\n")).unwrap_or_default();
        let _ = write!(
            text,
            "  C{class}:\n    description: {DOC}\n{base}    attributes:\n      name{class}: {{required: true}}\n      \
             count{class}: {{range: integer}}\n      words{class}: {{multivalued: true}}\n      \
             ratio{class}:\n        range: float\n      part{class}: {{range: C{class}, inlined: true}}\n"
        );
    })
}

fn emfatic(count: usize, inheritance: Inheritance) -> String {
    declare("@namespace(uri=\"urn:shop\", prefix=\"shop\")\npackage shop;\n", "", count, |text, class| {
        let base = inheritance.base(class).map(|base| format!(" extends C{base}")).unwrap_or_default();
        let _ = writeln!(
            text,
            "/** {DOC} */\nclass C{class}{base} {{\n  attr String[1] name{class};\n  attr int count{class} = 3;\n  \
             attr String[*] words{class};\n  attr double ratio{class};\n  val C{class} part{class};\n}}"
        );
    })
}

fn xcore(count: usize, inheritance: Inheritance) -> String {
    let head = "@Ecore(nsURI=\"urn:shop\", nsPrefix=\"shop\")\npackage org.example.shop\n";
    declare(head, "", count, |text, class| {
        let base = inheritance.base(class).map(|base| format!(" extends C{base}")).unwrap_or_default();
        let _ = writeln!(
            text,
            "/*\n * {DOC}\n */\nclass C{class}{base} {{\n  String[1] name{class}\n  int count{class} = \"3\"\n  \
             String[] words{class}\n  double ratio{class}\n  contains C{class} part{class}\n}}"
        );
    })
}

fn rgen_ruby(count: usize, inheritance: Inheritance) -> String {
    let head =
        "require 'rgen/metamodel_builder'\nmodule Shop\n  extend RGen::MetamodelBuilder::ModuleExtension\n";
    declare(head, "end\n", count, |text, class| {
        let base = inheritance.base(class).map(|base| format!("C{base}"));
        let base = base.unwrap_or_else(|| "RGen::MetamodelBuilder::MMBase".to_owned());
        let _ = writeln!(
            text,
            "  class C{class} < {base}\n    # {DOC}\n    has_attr 'name{class}', String, :lowerBound => 1\n    \
             has_attr 'count{class}', Integer, :defaultValueLiteral => '3'\n    has_many_attr 'words{class}', String\n    \
             has_attr 'ratio{class}', Float\n    contains_one_uni 'part{class}', C{class}\n  end"
        );
    })
}

/// The type language itself, into which most of the others are converted.
fn types(count: usize, inheritance: Inheritance) -> String {
    declare("package shop { uri => 'urn:shop' }\n", "", count, |text, class| {
        let base = inheritance.base(class).map(|base| format!(" inherits C{base}")).unwrap_or_default();
        let _ = writeln!(
            text,
            "# {DOC}\ntype C{class}{base} {{\n  attr name{class}, String {{ min => 1 }}\n  \
             attr count{class}, Integer[0, 100]\n  attr words{class}, String {{ max => unbound }}\n  \
             attr ratio{class}, Float\n  has part{class}, C{class}\n}}"
        );
    })
}
