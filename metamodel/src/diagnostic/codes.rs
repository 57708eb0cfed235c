//! The registry of stable problem codes: every code, its title and its explanation.
//!
//! Invariants: codes are sorted and unique, never reused and never renumbered; the doc comment of
//! a code is what `modelwright explain` prints. Ranges: 00 input and output, 01 XML and XMI,
//! 02 models, 03 JSON and YAML, 04 metamodels, 05 the type language, 06 validation, 07 generation,
//! 08 Hiera.

use std::fmt;

/// A stable problem code such as `MW0001`.
#[derive(Clone, Copy)]
pub struct Code {
    id: &'static str,
    title: &'static str,
    explanation: &'static str,
}

impl Code {
    /// The code as shown, e.g. `MW0001`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.id
    }

    /// A few words that name the problem.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.title
    }

    /// What the problem means and what to do about it.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        self.explanation
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

impl std::hash::Hash for Code {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

macro_rules! registry {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $title:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: Code = Code {
            id: $id,
            title: $title,
            explanation: concat!($($doc, "\n"),+),
        };)+

        /// All codes, in ascending order.
        pub const ALL: &[Code] = &[$($name),+];

        /// The code with this id, whatever its letters' case.
        #[must_use]
        pub fn find(id: &str) -> Option<Code> {
            ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
        }
    };
}

registry! {
    /// A file or folder could not be read: it does not exist, it is a folder where a file was
    /// expected, or the system refused access. Check the path and its permissions.
    CANNOT_READ = "MW0001", "cannot read";
    /// A file could not be written: the folder does not exist, or the system refused access. Files
    /// are written beside their target and renamed, so an existing file is still as it was.
    CANNOT_WRITE = "MW0002", "cannot write";
    /// The bytes are not valid in the encoding that the file declares (or in UTF-8 where it declares
    /// none). Save the file in the declared encoding, or correct the declaration.
    BAD_ENCODING = "MW0003", "wrong encoding";
    /// The file is empty, so there is nothing to read. An XML document has at least one element.
    EMPTY_INPUT = "MW0004", "empty input";
    /// The input is larger, deeper or more expanding than the configured limits allow. Limits keep
    /// hostile input from exhausting memory or time.
    LIMIT = "MW0005", "limit exceeded";
    /// The format of the file is not known from its name or content. Name it with `--from`.
    UNKNOWN_FORMAT = "MW0006", "unknown format";
    /// The conversion loses something that the target cannot express. With `--strict` this is an
    /// error and nothing is written.
    LOSS = "MW0007", "lost in conversion";

    /// The text is not well-formed XML: an unclosed element, a character that XML does not allow, two
    /// elements at the top, and the like. EMF refuses such files too.
    XML_SYNTAX = "MW0101", "malformed XML";
    /// A name uses a prefix that no `xmlns:` attribute in force declares.
    UNBOUND_PREFIX = "MW0102", "unbound namespace prefix";
    /// The document declares external entities or refers to an external DTD. They are never read,
    /// since a document must not make its reader open files or connections.
    EXTERNAL_ENTITY = "MW0103", "external entity";
    /// The document is XMI 1.x, which has other rules than XMI 2. Export it as XMI 2.0 from the tool
    /// that made it.
    XMI_1 = "MW0104", "XMI 1.x is not supported";
    /// No metamodel with this namespace URI is known. Name the metamodel's file with `--model`, or its
    /// folder with `--path`.
    UNKNOWN_PACKAGE = "MW0105", "unknown package";
    /// The metamodel has no class of this name, or the class is abstract so that no object can be of it.
    UNKNOWN_CLASS = "MW0106", "unknown class";
    /// The class has no feature of this name. Check the spelling, and that the metamodel is the version
    /// that the document was written for.
    UNKNOWN_FEATURE = "MW0107", "unknown feature";
    /// The text is not a legal value of the attribute's data type.
    BAD_VALUE = "MW0108", "illegal value";
    /// A reference leads to an object that is not there: the id or path names nothing in the document.
    UNRESOLVED_REFERENCE = "MW0109", "unresolved reference";
    /// A value cannot be written in the target's notation, such as a control character in XML or an
    /// object outside every document.
    CANNOT_EXPRESS = "MW0110", "cannot be written";

    /// The object's class does not have the feature.
    NO_SUCH_FEATURE = "MW0201", "no such feature";
    /// A value does not have the type that the feature declares.
    WRONG_VALUE_TYPE = "MW0202", "wrong type of value";
    /// A feature already holds as many values as its upper bound allows.
    UPPER_BOUND = "MW0203", "upper bound reached";
    /// An object would end up inside itself, directly or through others.
    CONTAINMENT_CYCLE = "MW0204", "containment cycle";
    /// The feature cannot be changed: it is derived or declared unchangeable.
    UNCHANGEABLE = "MW0205", "unchangeable feature";
    /// A position lies outside the list of values.
    OUT_OF_RANGE = "MW0206", "position out of range";
    /// A unique feature already holds the value.
    NOT_UNIQUE = "MW0207", "value is already there";
    /// An abstract class or an interface can have no direct instances.
    ABSTRACT_CLASS = "MW0208", "abstract class";

    /// The text is not well-formed JSON: a comma or a bracket is missing, or a word is none of JSON's own.
    JSON_SYNTAX = "MW0300", "malformed JSON";
    /// The text is not a legal value of its notation at this place: a syntax error in a YAML document.
    YAML_SYNTAX = "MW0301", "malformed YAML";
    /// A YAML alias (`*name`) names no anchor (`&name`) that was defined before it in the document.
    YAML_ALIAS = "MW0302", "unknown YAML alias";
    /// A YAML tag asks for a value that the text cannot give, such as `!!int x` or `!!float inf`.
    YAML_TAG = "MW0303", "YAML tag does not fit its value";
    /// A key stands twice in one map, so one of the two values would be lost. Remove one.
    DUPLICATE_KEY = "MW0304", "duplicate key";
    /// A plain YAML text has the shape of a number or a time but is none, and Ruby refuses the whole
    /// document because of it. Put the text in quotes.
    YAML_VALUE = "MW0305", "malformed YAML value";
    /// A YAML alias stands inside of the very node that it names, so the value would contain itself.
    /// Such values cannot be read; copy the part that is meant instead.
    YAML_RECURSION = "MW0306", "YAML value contains itself";
    /// The document's maps and lists do not have the shape of a model: a list stands where one value is
    /// expected, a key has no meaning here, or `$type` is missing where the class is not known.
    TREE_SHAPE = "MW0340", "not the shape of a model";

    /// A class inherits itself, directly or through others.
    INHERITANCE_CYCLE = "MW0401", "cycle of inheritance";
    /// Two classifiers of a package have the same name.
    DUPLICATE_TYPE = "MW0402", "type declared twice";
    /// Two features of a class, its own or inherited, have the same name.
    DUPLICATE_FEATURE = "MW0403", "feature declared twice";
    /// The multiplicity of a feature is not a possible one.
    BAD_BOUNDS = "MW0404", "impossible multiplicity";
    /// A feature has no type, or its type could not be found.
    MISSING_TYPE = "MW0405", "missing type";
    /// A class stands where a data type is needed, or the other way round.
    WRONG_TYPE_KIND = "MW0406", "wrong kind of type";
    /// The default value is not a legal value of the attribute's type.
    BAD_DEFAULT = "MW0407", "illegal default value";
    /// Two references that should be opposites of each other do not agree.
    BAD_OPPOSITE = "MW0408", "opposites disagree";
    /// The file holds no package, so it is not a metamodel.
    NOT_A_METAMODEL = "MW0409", "not a metamodel";
}
