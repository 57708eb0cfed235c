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
    /// The command line contradicts itself or leaves something open. Nothing was read or written. Each
    /// command's `--help` shows examples.
    WRONG_USE = "MW0008", "wrong use";

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
    /// An attribute's data type names no Java class, or one that only its own project has. EMF on its
    /// own cannot make values of it and reads every one as null; the same happens here.
    UNKNOWN_DATA_TYPE = "MW0111", "data type without values";

    /// The object's class does not have the feature.
    NO_SUCH_FEATURE = "MW0201", "no such feature";
    /// A value does not have the type that the feature declares.
    WRONG_VALUE_TYPE = "MW0202", "wrong type of value";
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

    /// The text does not follow the grammar of the type language. The message says what was expected
    /// at this place and what stands there instead.
    LANGUAGE_SYNTAX = "MW0501", "syntax error";
    /// Packages, types, values or annotations are nested more deeply than any real model needs. The limit
    /// keeps hostile input from exhausting the reader's stack.
    NESTED_TOO_DEEP = "MW0502", "nested too deeply";
    /// The construct belongs to the type language, but this version does not read it yet. Remove it, or
    /// say the same with what is supported.
    NOT_SUPPORTED_YET = "MW0503", "not supported yet";
    /// A setting has a name that means nothing at this place. Check its spelling and whether it belongs
    /// to an attribute, a reference, a type or a package.
    UNKNOWN_SETTING = "MW0504", "unknown setting";
    /// A setting has a value that it cannot have, is given twice, or contradicts another setting.
    BAD_SETTING = "MW0505", "wrong setting";
    /// No type of this name is declared in the package, in those around it, or in Ecore. Check the
    /// spelling, or write the package before the name: `package::Type`.
    UNKNOWN_TYPE = "MW0506", "unknown type";
    /// A setting or an annotation names a package, feature, operation or literal that does not exist.
    UNKNOWN_ELEMENT = "MW0507", "unknown element";
    /// The name belongs to a type of the language itself, such as `String` or `Array`, and may not be
    /// declared again. Choose another name, or write it in quotes to mean exactly this name.
    RESERVED_TYPE_NAME = "MW0508", "name of a language type";
    /// Two types of a package have names that differ only in upper and lower case. Type names are
    /// written capitalised, so `user` and `User` would be the same type. Rename one of them.
    TYPES_DIFFER_BY_CASE = "MW0509", "type names differ only in case";
    /// An attribute is declared without a type, which makes it a `String`. Write the type to say so.
    UNTYPED_ATTRIBUTE = "MW0510", "attribute without a type";
    /// A type such as `Integer[0, 10]` or `Enum['a', 'b']` has arguments that it cannot have, or a type
    /// without arguments is given some.
    BAD_TYPE_ARGUMENTS = "MW0511", "wrong type arguments";
    /// A package is declared more than once with different settings, so that it is not clear which hold.
    PACKAGE_CONFLICT = "MW0512", "package declared differently";
    /// A type written in place (`enum[a, b]`, `Integer[0, 10]`) becomes a data type named after its class
    /// and attribute, but a type of that name is already declared. Declare the type by name instead.
    INLINE_TYPE_NAME_TAKEN = "MW0513", "name of an inline type is taken";

    /// A feature whose lower bound is 1 has no value.
    REQUIRED = "MW0601", "required feature is not set";
    /// A feature has fewer values than its lower bound asks for.
    TOO_FEW = "MW0602", "too few values";
    /// A feature has more values than its upper bound allows.
    TOO_MANY = "MW0603", "too many values";
    /// A reference leads to another document that could not be read, or to an object that is not in it.
    UNRESOLVED_PROXY = "MW0604", "reference to another document leads nowhere";
    /// An object stands where its class is not allowed. EMF reads such documents without a word.
    WRONG_CLASS = "MW0605", "object of the wrong class";
    /// Two objects of a document have the same id, so references by that id are ambiguous.
    DUPLICATE_ID = "MW0606", "id used twice";
    /// A unique feature has a value twice. EMF reads such documents without a word.
    VALUE_TWICE = "MW0607", "value twice in a unique feature";
    /// A value is outside what its data type allows: too small, too long, or not in the list of values.
    FACET = "MW0608", "value outside its type's facets";
    /// The generated types do not fit the metamodel: they were made from another version of it. Generate
    /// them again.
    TYPES_DIFFER = "MW0701", "types made from another metamodel";
    /// A feature that must have a value has none, so the generated type cannot hold the object. Give it
    /// a value.
    MISSING_VALUE = "MW0702", "missing value";
    /// The model holds something that the generated types have no place for: a feature that was left out
    /// of them, an object of a class outside the generated packages, a stand-in for an object of another
    /// document inside a containment, or a null in a list.
    NO_PLACE_IN_TYPES = "MW0703", "no place in the generated types";
    /// The generated code leaves an element of the metamodel out, since the target has no way to say it.
    NOT_GENERATED = "MW0710", "left out of the generated code";
    /// Two elements would have the same name in the generated code, so one of them got another name.
    RENAMED = "MW0711", "renamed in the generated code";
    /// The JSON Schema accepts more than the metamodel allows: this rule cannot be said in a schema.
    /// Check instances with modelwright itself as well.
    WEAKER_SCHEMA = "MW0720", "schema accepts more than the model";

    /// A setting of `hiera.yaml` has an unexpected form, is unknown, or changes nothing.
    HIERA_SETTING = "MW0801", "setting of hiera.yaml";
    /// A backend that is not one of those known (yaml, json, eyaml). Its data is not read, so lookups that it
    /// would answer are missing from the bindings.
    HIERA_BACKEND = "MW0802", "unknown Hiera backend";
    /// A data folder or a data file of Hiera is missing, lies where it may not be read, or holds no data.
    HIERA_DATA = "MW0803", "Hiera data";
    /// A key of a data file is not a string. Hiera looks keys up by string, so nobody can ever ask for it.
    HIERA_KEY = "MW0804", "key that no lookup can reach";
    /// An `alias()` must be the whole string, since it stands for a value of any kind.
    HIERA_ALIAS = "MW0805", "alias beside other text";
    /// Something between `%{` and `}` is neither the name of a variable nor a call that Hiera knows, such as
    /// `hiera('name')`. Hiera fails when a lookup comes to the value; here it is taken for a variable.
    HIERA_INTERPOLATION = "MW0806", "interpolation that Hiera refuses";
}
