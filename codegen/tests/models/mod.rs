//! Small metamodels, each with one kind of hazard for generated code.

mod maker;

use maker::Maker;
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::{ClassId, Classifier, DataTypeId, FeatureKind, Metamodel, builtin};
use modelwright_typed as typed;
use std::sync::Arc;

const STRING: DataTypeId = builtin::ESTRING;
const INT: DataTypeId = builtin::EINT;

/// An Ecore data type by name.
fn ecore(name: &str) -> DataTypeId {
    match Metamodel::ecore().classifier(builtin::PACKAGE, name) {
        Some(Classifier::DataType(id)) => id,
        _ => panic!("Ecore has no data type {name}"),
    }
}

/// Every hazard by name, in the order of the golden files.
pub fn all() -> Vec<(&'static str, Arc<Metamodel>)> {
    vec![
        ("library", library()),
        ("keywords", keywords()),
        ("letters", letters()),
        ("collisions", collisions()),
        ("prelude", prelude()),
        ("expansion", expansion()),
        ("diamond", diamond()),
        ("recursion", recursion()),
        ("enumerations", enumerations()),
        ("repetitive", repetitive()),
        ("values", values()),
        ("opposites", opposites()),
        ("empties", empties()),
        ("packages", packages()),
        ("documented", documented()),
        ("facets", facets()),
        ("widths", widths()),
        ("swelling", swelling()),
        ("anything", anything()),
        ("hostile", hostile()),
        ("composites", declared("composites.pp", include_str!("composites.pp"))),
        ("dates", dates()),
        ("bytes", bytes()),
        ("decimals", declared("decimals.pp", include_str!("decimals.pp"))),
        ("discriminators", declared("discriminators.pp", include_str!("discriminators.pp"))),
        ("checked", declared("checked.pp", include_str!("checked.pp"))),
        ("any_values", declared("any_values.pp", include_str!("any_values.pp"))),
    ]
}

/// A metamodel in the type language, whose types have natural forms.
fn declared(name: &str, text: &str) -> Arc<Metamodel> {
    let source = Source::new(name, text);
    let (metamodel, problems) = language::load(&[source]);
    assert!(problems.is_empty(), "{problems}");
    Arc::new(metamodel.expect("a metamodel"))
}

/// Moments and days, in every kind of place. XML Schema's `date` is a data type of a package that EMF has.
fn dates() -> Arc<Metamodel> {
    static DATES: typed::Embedded =
        typed::Embedded::new("dates.ecore", include_str!("dates.ecore")).with_declared_values();
    Arc::clone(DATES.metamodel().expect("a metamodel"))
}

fn bytes() -> Arc<Metamodel> {
    static BYTES: typed::Embedded =
        typed::Embedded::new("bytes.ecore", include_str!("bytes.ecore")).with_declared_values();
    Arc::clone(BYTES.metamodel().expect("a metamodel"))
}

/// A typical metamodel.
pub fn library() -> Arc<Metamodel> {
    let mut m = Maker::new("library");
    let genre = m.enumeration("Genre", &["mystery", "science_fiction=science fiction", "biography"]);
    let named = m.abstract_class("Named", &[]);
    m.attr(named, "name", STRING, "1");
    let library = m.class("Library", &[named]);
    let item = m.abstract_class("Item", &[named]);
    let book = m.class("Book", &[item]);
    let journal = m.class("Journal", &[item]);
    let author = m.class("Author", &[named]);
    m.part(library, "items", item, "0..*");
    m.part(library, "authors", author, "0..*");
    m.attr(item, "keywords", STRING, "0..*");
    m.attr(item, "onLoan", builtin::EBOOLEAN, "0..1");
    m.attr_with(book, "pages", INT, "0..1", "100");
    m.attr(book, "genre", genre, "0..1");
    m.refer(book, "authors", author, "0..*");
    m.attr(journal, "issue", INT, "1");
    m.attr(journal, "issn", STRING, "0..1");
    m.doc(library, "A place with things to read.");
    m.build()
}

fn keywords() -> Arc<Metamodel> {
    let mut m = Maker::new("type");
    let class = m.class("self", &[]);
    for name in ["type", "self", "Self", "crate", "gen", "match", "async", "union", "box", "_", "2nd"] {
        m.attr(class, name, STRING, "0..1");
    }
    for name in ["3rd", "super"] {
        m.attr(class, name, INT, "0..*");
    }
    m.attr_with(class, "fn", INT, "1", "3");
    let second = m.class("2nd", &[]);
    m.class("crate", &[second]);
    m.part(class, "enum", second, "0..1");
    m.enumeration("Word", &["Self", "self", "true", "None", "Ok", "0", "loop"]);
    m.build()
}

fn letters() -> Arc<Metamodel> {
    let mut m = Maker::new("letters");
    let alloy = m.class("сор", &[]);
    for name in ["größe", "имя", "а", "ρ", "p", "x²"] {
        m.attr(alloy, name, STRING, "0..1");
    }
    m.enumeration("Unit", &["µm", "mm", "ɛ", "Eգ"]);
    m.build()
}

fn collisions() -> Arc<Metamodel> {
    let mut m = Maker::new("collisions");
    let upper = m.class("URL", &[]);
    let lower = m.class("Url", &[]);
    let any = m.class("AnyUrl", &[upper]);
    m.attr(upper, "fooBar", STRING, "0..1");
    m.attr(upper, "foo_bar", INT, "0..1");
    m.attr(upper, "FooBar", STRING, "0..*");
    m.attr(any, "foo-bar", STRING, "0..1");
    m.part(lower, "urls", upper, "0..*");
    m.attr(lower, "same", STRING, "0..1");
    m.attr(lower, "same", INT, "0..1");
    m.enumeration("uRL", &["a_b", "aB", "AB=x", "ab=x"]);
    let root = m.package;
    m.package = m.builder.package(Some(root), "a");
    m.class("A", &[]);
    m.package = m.builder.package(Some(root), "inner");
    m.class("Url", &[upper]);
    m.build()
}

fn prelude() -> Arc<Metamodel> {
    let mut m = Maker::new("prelude");
    let mut all = Vec::new();
    let names =
        ["Option", "Vec", "String", "Box", "Default", "From", "Some", "Ok", "Serialize", "Ref", "Element"];
    let base = m.abstract_class("Clone", &[]);
    m.attr(base, "clone", STRING, "0..1");
    m.attr(base, "len", INT, "0..1");
    m.attr(base, "from_it", STRING, "0..1");
    for name in names {
        let class = m.class(name, &[base]);
        m.attr(class, "text", STRING, "0..1");
        m.attr(class, "texts", STRING, "0..*");
        m.attr_with(class, "number", INT, "0..1", "7");
        all.push(class);
    }
    m.part(all[0], "part", all[0], "0..1");
    m.part(all[1], "any", base, "0..1");
    m.refer(all[2], "refs", base, "0..*");
    m.build()
}

/// Names that the macros called by generated types define or use.
fn expansion() -> Arc<Metamodel> {
    let mut m = Maker::new("class");
    let outcome = m.enumeration("Outcome", &["OK", "ERR", "All", "Literals", "Data=data"]);
    let at = m.class("At", &[]);
    let field = m.class("Field", &[at]);
    m.attr_with(at, "at", outcome, "0..1", "ERR");
    m.attr(at, "it", STRING, "1");
    m.attr(at, "source", STRING, "0..*");
    m.attr(field, "into", INT, "0..*");
    m.part(at, "out", at, "0..1");
    m.part(field, "put", at, "0..*");
    m.refer(field, "FIELDS", field, "0..*");
    let needs = m.class("Self__At", &[]);
    m.part(needs, "at", at, "1");
    m.attr_with(needs, "class", outcome, "0..1", "ERR");
    m.build()
}

fn diamond() -> Arc<Metamodel> {
    let mut m = Maker::new("diamond");
    let top = m.abstract_class("Top", &[]);
    let left = m.class("Left", &[top]);
    let right = m.abstract_class("Right", &[top]);
    let bottom = m.class("Bottom", &[left, right]);
    m.attr(top, "t", STRING, "1");
    m.attr(left, "l", STRING, "0..1");
    m.attr(right, "r", builtin::ELONG, "0..1");
    m.part(bottom, "lefts", left, "0..*");
    m.part(bottom, "right", right, "0..1");
    m.part(bottom, "first", bottom, "0..1");
    m.build()
}

fn recursion() -> Arc<Metamodel> {
    let mut m = Maker::new("recursion");
    let expression = m.abstract_class("Expression", &[]);
    let number = m.class("Number", &[expression]);
    m.attr(number, "value", builtin::EDOUBLE, "1");
    let binary = m.class("Binary", &[expression]);
    m.part(binary, "left", expression, "1");
    m.part(binary, "right", expression, "1");
    let wide = m.class("Wide", &[expression]);
    for at in 0..40 {
        m.attr(wide, &format!("text{at}"), STRING, "0..1");
    }
    m.part(wide, "inner", expression, "0..1");
    let block = m.class("Block", &[]);
    m.part(block, "header", number, "0..1");
    m.part(block, "next", block, "0..1");
    m.part(block, "statements", expression, "0..*");
    m.part(block, "child", block, "0..*");
    m.build()
}

fn enumerations() -> Arc<Metamodel> {
    let mut m = Maker::new("enumerations");
    let operator = m.enumeration("Operator", &["+", "-", "<=", "and=&&", "quote=\"", "tick=`", "é=é"]);
    let color = m.enumeration("color_kind", &["RED", "darkGreen=dark green", "Blue"]);
    let none = m.enumeration("Nothing", &[]);
    let class = m.class("Uses", &[]);
    m.attr(class, "operator", operator, "0..1");
    m.attr_with(class, "color", color, "0..1", "Blue");
    m.attr(class, "colors", color, "0..*");
    m.attr(class, "needed", color, "1");
    m.attr(class, "nothing", none, "0..1");
    let set = m.attr(class, "perhaps", color, "0..1");
    m.builder.feature_mut(set).unsettable = true;
    let never = m.class("Never", &[]);
    m.attr(never, "nothing", none, "1");
    m.build()
}

fn repetitive() -> Arc<Metamodel> {
    let mut m = Maker::new("repetitive");
    let node = m.abstract_class("Node", &[]);
    for name in ["ENode", "EEdge", "EPort"] {
        m.class(name, &[node]);
    }
    m.enumeration("State", &["IS_UP", "IS_DOWN", "IS_ODD"]);
    m.enumeration("Level", &["LOW_LEVEL", "HIGH_LEVEL", "Level"]);
    m.build()
}

fn values() -> Arc<Metamodel> {
    let mut m = Maker::new("values");
    let class = m.class("Values", &[]);
    let types = [
        "EBoolean",
        "EByte",
        "EShort",
        "EInt",
        "ELong",
        "EFloat",
        "EDouble",
        "EChar",
        "EString",
        "EDate",
        "EBigInteger",
        "EBigDecimal",
        "EByteArray",
        "EIntegerObject",
        "EJavaClass",
    ];
    for (prefix, bounds) in [("maybe", "0..1"), ("must", "1"), ("many", "0..*")] {
        for name in types {
            m.attr(class, &format!("{prefix}{name}"), ecore(name), bounds);
        }
    }
    for (name, default) in [
        ("EBoolean", "true"),
        ("EByte", "-5"),
        ("ELong", "9223372036854775807"),
        ("EFloat", "1.5"),
        ("EDouble", "3.14159"),
        ("EChar", "x"),
        ("EString", "a \"b\"\n"),
        ("EDate", "2020-01-01T00:00:00.000+0000"),
        ("EBigInteger", "123456789012345678901234567890"),
        ("EBigDecimal", "0"),
        ("EIntegerObject", "0"),
    ] {
        m.attr_with(class, &format!("default{name}"), ecore(name), "0..1", default);
    }
    m.attr_with(class, "infinite", builtin::EDOUBLE, "0..1", "-Infinity");
    let unsettable = m.attr_with(class, "unsettable", INT, "0..1", "7");
    m.builder.feature_mut(unsettable).unsettable = true;
    let unsettable = m.attr(class, "unsettableFloat", ecore("EFloat"), "1");
    m.builder.feature_mut(unsettable).unsettable = true;
    let unsettable = m.attr(class, "unsettableList", INT, "0..*");
    m.builder.feature_mut(unsettable).unsettable = true;
    for name in ["derived", "transient"] {
        let feature = m.attr(class, name, STRING, "0..1");
        m.builder.feature_mut(feature).derived = name == "derived";
        m.builder.feature_mut(feature).transient = name == "transient";
    }
    m.build()
}

fn opposites() -> Arc<Metamodel> {
    let mut m = Maker::new("opposites");
    let person = m.class("Person", &[]);
    let firm = m.class("Firm", &[]);
    let name = m.attr(person, "name", STRING, "1");
    m.builder.feature_mut(name).kind = FeatureKind::Attribute { id: true };
    let staff = m.part(firm, "staff", person, "0..*");
    let employer = m.refer(person, "employer", firm, "0..1");
    m.opposites(staff, employer);
    let boss = m.refer(person, "boss", person, "0..1");
    let reports = m.refer(person, "reports", person, "0..*");
    m.opposites(boss, reports);
    m.refer(firm, "owner", person, "1");
    m.refer(firm, "anything", builtin::EOBJECT, "0..*");
    m.part(firm, "everything", builtin::EOBJECT, "0..*");
    m.build()
}

fn empties() -> Arc<Metamodel> {
    let mut m = Maker::new("empties");
    m.class("Empty", &[]);
    let void = m.abstract_class("Void", &[]);
    m.attr(void, "name", STRING, "0..1");
    let one = m.abstract_class("One", &[void]);
    m.class("Only", &[one]);
    let holder = m.class("Holder", &[]);
    m.part(holder, "one", one, "0..1");
    let nobody = m.abstract_class("Nobody", &[]);
    m.attr(nobody, "age", INT, "0..1");
    m.part(holder, "nobody", nobody, "0..*");
    m.build()
}

fn packages() -> Arc<Metamodel> {
    let mut m = Maker::new("outer");
    let outer = m.package;
    let thing = m.abstract_class("Thing", &[]);
    m.class("Stone", &[thing]);
    let crate_ = m.class("Crate", &[thing]);
    m.part(crate_, "things", thing, "0..*");
    let inner = m.builder.package(Some(outer), "inner");
    m.builder.package_mut(inner).ns_uri = Some("http://example.org/outer/inner".to_owned());
    m.package = inner;
    m.class("Stone", &[thing]);
    let nameless = m.builder.package(None, "nameless");
    m.package = nameless;
    m.class("Pebble", &[thing]);
    m.build()
}

fn documented() -> Arc<Metamodel> {
    let mut m = Maker::new("documented");
    let class = m.class("Documented", &[]);
    m.doc(
        class,
        "First paragraph with a [link], <b>HTML</b> and `code <x>`.\r\n\r\n\r\nA list:\n- one\ngoes on\n- two\n\n    indented\n```\nlet x = ;\n```\nA very long line that goes on and on, far beyond the width of a line of code, so that it must be wrapped at some word or other. \u{202e}Reversed.",
    );
    let feature = m.attr(class, "name", STRING, "0..1");
    m.doc_feature(feature, "The name.\n\n1. one\n2. two\nmore");
    m.build()
}

fn facets() -> Arc<Metamodel> {
    let mut m = Maker::new("facets");
    let class = m.class("Facets", &[]);
    let text = "java.lang.String";
    let port = m.data_type("Port", "long", &[("minInclusive", "1"), ("maxInclusive", "65535")]);
    let privileged = m.data_type("Privileged", "long", &[("baseType", "Port"), ("maxExclusive", "1024")]);
    let code = m.data_type("Code", text, &[("pattern", "[a-z]+-\\d a%20b")]);
    let short = m.data_type("Short", text, &[("maxLength", "3")]);
    let word = m.data_type("Word", text, &[("enumeration", "one two%20words")]);
    let odd = m.data_type("Odd", text, &[("pattern", "\\i\\c*"), ("totalDigits", "3")]);
    for (name, ty) in [
        ("port", port),
        ("privileged", privileged),
        ("code", code),
        ("short", short),
        ("word", word),
        ("odd", odd),
    ] {
        m.attr(class, name, ty, "0..1");
    }
    m.attr(class, "list", INT, "2..3");
    m.build()
}

/// Names of growing length, so that every construct meets the right margin at every offset.
fn widths() -> Arc<Metamodel> {
    let mut m = Maker::new("widths");
    for length in (1..36).step_by(5) {
        let name = format!("C{}", "x".repeat(length));
        let base = m.abstract_class(&format!("{name}Base"), &[]);
        let one = m.class(&name, &[base]);
        let enumeration =
            m.enumeration(&format!("{name}Enum"), &[&"a".repeat(length), &"b".repeat(length), "c d"]);
        m.attr(one, &"p".repeat(length), STRING, "0..*");
        m.attr_with(one, &format!("fB{}", "q".repeat(length)), enumeration, "0..1", &"b".repeat(length));
        m.part(base, &"r".repeat(length), base, "0..1");
        if length % 2 == 0 {
            m.class(&format!("{name}Two"), &[base]);
            m.attr_with(one, "s", INT, "0..1", "5");
        }
    }
    m.build()
}

/// Structs that contain structs: without boxes, each would be four times as large as the next one.
fn swelling() -> Arc<Metamodel> {
    let mut m = Maker::new("swelling");
    let levels: Vec<ClassId> = (0..9).map(|at| m.class(&format!("Level{at}"), &[])).collect();
    for pair in levels.windows(2) {
        for part in ["north", "east", "south", "west"] {
            m.part(pair[0], part, pair[1], "0..1");
        }
    }
    m.attr(levels[8], "name", STRING, "0..1");
    m.build()
}

/// Objects of any class, and a class with the name of the type that represents them.
fn anything() -> Arc<Metamodel> {
    let mut m = Maker::new("anything");
    let holder = m.class("Holder", &[]);
    let namesake = m.class("EObject", &[]);
    m.part(holder, "all", builtin::EOBJECT, "0..*");
    m.part(holder, "first", builtin::EOBJECT, "0..1");
    m.refer(holder, "last", builtin::EOBJECT, "0..1");
    m.attr(namesake, "name", STRING, "0..1");
    m.build()
}

/// Names and texts that end a cell, a span, a tag, a string, a comment or a line where they are not escaped.
fn hostile() -> Arc<Metamodel> {
    let mut m = Maker::new("hostile");
    let texts = [
        "a|b",
        "`c`",
        "<script>",
        "two\nlines",
        "]]>",
        "\"quoted'",
        "*/",
        "${x}",
        "#{y}",
        "\\",
        "--",
        "%>",
        "u\r\u{2028}v",
        "\u{202e}",
    ];
    let sizes = m.enumeration("En|um", &texts);
    for (at, text) in texts.iter().enumerate() {
        let class = m.class(&format!("C{text}"), &[]);
        m.doc(class, &format!("{text} and {text}"));
        let attribute = m.attr_with(class, &format!("{text}at"), STRING, "0..1", text);
        m.doc_feature(attribute, text);
        m.attr_with(class, &format!("e{text}"), sizes, "0..1", texts[at]);
        let (part, back) =
            (m.part(class, &format!("p{text}"), class, "0..*"), m.refer(class, text, class, "0..1"));
        m.opposites(part, back);
    }
    m.data_type("Lim|it", "java.lang.String", &[("pattern", "[a|`]*"), ("enumeration", "a|b ]]>")]);
    m.build()
}
