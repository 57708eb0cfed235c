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
    /// Two classifiers of a package have the same name. Names that differ only in case and `_` are a
    /// warning: generated code may not be able to tell them apart.
    DUPLICATE_TYPE = "MW0402", "type declared twice";
    /// Two features of a class, its own or inherited, have the same name. Names that differ only in case
    /// and `_` are a warning: generated code may not be able to tell them apart.
    DUPLICATE_FEATURE = "MW0403", "feature declared twice";
    /// The multiplicity of a feature is not a possible one: its lower bound is above its upper bound.
    BAD_BOUNDS = "MW0404", "impossible multiplicity";
    /// A feature has no type, or its type could not be found.
    MISSING_TYPE = "MW0405", "missing type";
    /// The type of an attribute is a class, or something else that takes a type is given the wrong kind of it.
    WRONG_TYPE_KIND = "MW0406", "wrong kind of type";
    /// The default value is not a legal value of the attribute's type.
    BAD_DEFAULT = "MW0407", "illegal default value";
    /// Two references that should be opposites of each other do not agree.
    BAD_OPPOSITE = "MW0408", "opposites disagree";
    /// The file holds no package, so it is not a metamodel.
    NOT_A_METAMODEL = "MW0409", "not a metamodel";
    /// The lower bound of a feature, an operation or a parameter is below 0.
    BAD_LOWER_BOUND = "MW0410", "impossible lower bound";
    /// The upper bound of a feature, an operation or a parameter is 0, or below 0 without being -1 (any
    /// number) or -2 (not said).
    BAD_UPPER_BOUND = "MW0411", "impossible upper bound";
    /// The type of a reference is a data type. Name a class, or make the reference an attribute.
    REFERENCE_TO_DATA_TYPE = "MW0412", "reference to a data type";
    /// What a class inherits from is no class. Only classes can be supertypes.
    SUPERTYPE_NOT_A_CLASS = "MW0413", "supertype is no class";
    /// A reference is its own opposite, or it is transient while its opposite is stored: a document would
    /// then say only half of what holds. Make both transient, or the opposite a containment.
    OPPOSITE_TRANSIENT = "MW0414", "opposites are not stored alike";
    /// Two opposites are both containments, so that each object would be inside the other.
    OPPOSITES_BOTH_CONTAIN = "MW0415", "opposites both contain";
    /// A reference's opposite is declared by another class than the reference leads to.
    OPPOSITE_NOT_IN_TYPE = "MW0416", "opposite belongs to another class";
    /// A class has more than one attribute that identifies its objects, its own or inherited ones.
    SEVERAL_IDS = "MW0417", "several id attributes";
    /// A reference to the container can hold more than one object, but an object has one container.
    SEVERAL_CONTAINERS = "MW0418", "container reference with many values";
    /// A key of a reference is no attribute of the class that the reference leads to.
    KEY_NOT_IN_TYPE = "MW0419", "key belongs to another class";
    /// A containment, or a reference with an opposite, is declared to hold the same object several times.
    NOT_UNIQUE_REFERENCE = "MW0420", "reference must be unique";
    /// The objects of a containment need another container than the containment gives them, so that none
    /// can ever be valid. Lower the other reference's lower bound to 0.
    OTHER_CONTAINER_REQUIRED = "MW0421", "another container is required";
    /// The name of an element is missing, or no Java identifier: a letter or `_`, then letters, digits and
    /// `_`. Generators and tools rely on it.
    BAD_NAME = "MW0422", "name is no identifier";
    /// The namespace URI of a package is missing, empty, or has characters that a URI must encode, such as
    /// a space.
    BAD_NS_URI = "MW0423", "malformed namespace URI";
    /// The namespace prefix of a package is missing, no XML name, or starts with `xml`.
    BAD_NS_PREFIX = "MW0424", "malformed namespace prefix";
    /// Two packages, one somewhere inside the other or beside it, have the same namespace URI, so that
    /// nobody can tell which one a document means.
    DUPLICATE_NS_URI = "MW0425", "namespace URI declared twice";
    /// Two packages inside the same package have the same name.
    DUPLICATE_SUBPACKAGE = "MW0426", "package declared twice";
    /// The source of an annotation is empty, or has characters that a URI must encode, such as a space.
    BAD_SOURCE_URI = "MW0427", "malformed annotation source";
    /// The Java type that a classifier stands for is not spelled as one, or is missing where a data type
    /// needs it.
    BAD_INSTANCE_TYPE = "MW0428", "malformed instance type name";
    /// Two type parameters of a classifier or an operation have the same name.
    DUPLICATE_TYPE_PARAMETER = "MW0429", "type parameter declared twice";
    /// An interface is not abstract, but no object can be of it alone.
    INTERFACE_NOT_ABSTRACT = "MW0430", "interface is not abstract";
    /// Two operations of a class have the same name and the same types of parameters.
    DUPLICATE_OPERATION = "MW0431", "operation declared twice";
    /// An operation has the signature of a method that is generated for a feature, such as `getName()`.
    OPERATION_LIKE_ACCESSOR = "MW0432", "operation clashes with a feature";
    /// Two parameters of an operation have the same name.
    DUPLICATE_PARAMETER = "MW0433", "parameter declared twice";
    /// An operation returns nothing, but any number of times. Give it a type, or an upper bound of 1.
    REPEATED_VOID = "MW0434", "operation returns nothing several times";
    /// A class names the same supertype twice. Remove one of the two.
    DUPLICATE_SUPERTYPE = "MW0435", "supertype named twice";
    /// A class inherits a generic class twice, with different type arguments.
    CONFLICTING_SUPERTYPES = "MW0436", "supertypes contradict each other";
    /// A class of map entries lacks a feature named `key` or `value`.
    MAP_ENTRY_INCOMPLETE = "MW0437", "incomplete map entry";
    /// A class inherits from a class of map entries, but does not say `java.util.Map$Entry` itself.
    MAP_ENTRY_CLASS_NAME = "MW0438", "map entry without its class name";
    /// Two literals of an enumeration have the same name, or names that differ only in case and `_`.
    DUPLICATE_LITERAL_NAME = "MW0439", "literal declared twice";
    /// Two literals of an enumeration are spelled alike in documents.
    DUPLICATE_LITERAL = "MW0440", "literal spelled twice";
    /// An attribute is stored, but its data type says that its values cannot be. Make the attribute
    /// transient, or the data type serializable.
    ATTRIBUTE_NOT_SERIALIZABLE = "MW0441", "values cannot be stored";
    /// A generic type has more or fewer type arguments than its classifier has type parameters.
    TYPE_ARGUMENT_COUNT = "MW0442", "wrong number of type arguments";
    /// A type argument is not within the bounds of its type parameter.
    TYPE_ARGUMENT_UNFIT = "MW0443", "type argument out of bounds";
    /// A classifier with type parameters is used without type arguments.
    TYPE_ARGUMENTS_MISSING = "MW0444", "type arguments are missing";
    /// A type has type arguments, but no classifier that they could be for.
    TYPE_ARGUMENTS_WITHOUT_TYPE = "MW0445", "type arguments without a classifier";
    /// A bound (`? extends`, `? super`) stands where a type is no argument of another.
    BOUNDS_NOT_ALLOWED = "MW0446", "bound is not allowed here";
    /// A type argument has a bound as well as a classifier or a type parameter.
    BOUNDS_BESIDE_TYPE = "MW0447", "bound beside a type";
    /// A type argument has both an upper and a lower bound.
    BOUNDS_BOTH = "MW0448", "upper and lower bound";
    /// A generic type names a classifier as well as a type parameter.
    PARAMETER_AND_CLASSIFIER = "MW0449", "type parameter beside a classifier";
    /// A primitive type such as `int` is used as a type argument, a bound or a supertype.
    PRIMITIVE_NOT_ALLOWED = "MW0450", "primitive type is not allowed here";
    /// A type parameter is used outside the classifier or operation that declares it, or before it is
    /// declared.
    PARAMETER_OUT_OF_SCOPE = "MW0451", "type parameter out of scope";
    /// A wildcard (`?`) stands where a type is needed.
    WILDCARD_NOT_ALLOWED = "MW0452", "wildcard is not allowed here";

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
    /// The logic of a type does what only a manifest can do: it declares or relates resources, or defines
    /// classes, functions or types. Logic computes a value from the features of an object.
    ILLEGAL_IN_LOGIC = "MW0514", "not possible in the logic of a type";
    /// An expression follows the grammar, but says what Puppet refuses all the same, such as assigning a
    /// variable of another scope, a value that nothing uses, or a definition inside a condition.
    MANIFEST_RULE = "MW0515", "refused by the rules of Puppet";
    /// `modelwright fmt --check` found a file that `modelwright fmt` would write otherwise. What the file
    /// declares is not concerned.
    NOT_FORMATTED = "MW0516", "not in the canonical layout";
    /// The logic of a package needs functions that are not in the set: the package asks for another version of the set
    /// than there is, or for one that lacks what its logic calls. Ask for the right one: `package a { functions => '1.1' }`.
    FUNCTIONS_MISSING = "MW0517", "functions are missing";
    /// Objects of the syntax say nothing that the language can say: a part is missing, a name is none, an operator
    /// binds less than the one around it and stands in no parentheses. Correct the objects.
    NO_EXPRESSION = "MW0518", "objects are no expression";
    /// An object of the syntax says something else than the text it was written as, since it was changed. It is
    /// written as is usual, and comments in that text are lost. Remove its `written`.
    WRITTEN_OTHERWISE = "MW0519", "object is written otherwise";
    /// Logic apart from its metamodel leads to an element that is not there or that can have no such logic. Correct
    /// the reference, and keep both files where they were written.
    LOGIC_WITHOUT_ELEMENT = "MW0520", "logic for no element";

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
    /// A value is smaller or greater than its data type allows.
    FACET_RANGE = "MW0608", "value too small or too great";
    /// A value has fewer or more characters or items than its data type allows.
    FACET_LENGTH = "MW0609", "value too short or too long";
    /// A value is not of the Java class that its data type stands for.
    VALUE_TYPE = "MW0610", "value of another type";
    /// A value is none of those that its data type lists.
    FACET_ENUMERATION = "MW0611", "value is not in the list";
    /// A value does not match the pattern of its data type.
    FACET_PATTERN = "MW0612", "value does not match the pattern";
    /// A number has more digits than its data type allows.
    FACET_DIGITS = "MW0613", "too many digits";
    /// A reference leads to an object that is in no document, so that it cannot be stored.
    DANGLING = "MW0614", "reference to an object outside every document";
    /// Two objects of a reference with keys have the same values of them.
    SAME_KEY = "MW0615", "same key twice";
    /// Two entries of a map have the same key, so that only one can be found by it.
    SAME_MAP_KEY = "MW0616", "map entry twice";
    /// One end of a bidirectional reference names an object whose other end does not refer back.
    UNPAIRED = "MW0617", "opposite does not refer back";
    /// The metamodel names a language for constraints that nothing here can evaluate, so that it is not
    /// known whether the object is valid. EMF without that language's plug-in says the same.
    NO_EVALUATOR = "MW0618", "constraint cannot be evaluated";
    /// The metamodel is too broken to check an object against it: a feature has no type, or a facet cannot be
    /// read. EMF fails at such objects too.
    UNCHECKABLE = "MW0619", "object cannot be checked";
    /// The document root of a schema holds no element, or more than one.
    DOCUMENT_ROOT = "MW0620", "document root needs one element";
    /// A value fits none of the member types of a union.
    NO_MEMBER_TYPE = "MW0621", "value fits no member type";
    /// An object contains itself, through a containment that leads from one document into another and back.
    CONTAINMENT_CIRCLE = "MW0622", "object inside itself";
    /// A number has more digits after the point than its data type allows.
    FACET_FRACTION = "MW0623", "too many digits after the point";
    /// A value is a date, a time or a part of one, but not the one that its data type is for, such as a year
    /// where a date is expected. It is read and written nevertheless, as EMF does. Write the value in full.
    OTHER_CALENDAR = "MW0624", "another kind of date or time";
    /// A root of a document says that it is contained in an object that is in no document, so that the document cannot
    /// be stored. EMF's validator says nothing, but EMF does not save it either. Make the container a root.
    LOOSE_CONTAINER = "MW0625", "container outside every document";
    /// An expression cannot be evaluated: an operator or a function is given values that it does not take, a
    /// variable has no value, a name is not known, or `fail` was called.
    LOGIC_FAILED = "MW0630", "logic cannot be evaluated";
    /// A value is not acceptable to the `check` of its feature. The message is the check's own, unless it only
    /// says no. Correct the value; the second place is the check.
    CHECK_VIOLATED = "MW0631", "value is not acceptable";
    /// An object does not keep an invariant of its type. The message is the invariant's own, or its title.
    /// Correct the object; the second place is the invariant.
    INVARIANT_VIOLATED = "MW0632", "invariant does not hold";
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
    /// An option of the generation names something that the metamodel does not have.
    UNKNOWN_IN_OPTIONS = "MW0712", "an option names what the metamodel lacks";
    /// The generated types contain each other in chains so long that the compiler may stop with an "overflow while adding
    /// drop-check rules". Set the limit that the message names, at the top of the crate that holds the types.
    LONG_CHAINS = "MW0713", "long chains of types";
    /// The JSON Schema accepts more than the metamodel allows: this rule cannot be said in a schema.
    /// Check instances with modelwright itself as well.
    WEAKER_SCHEMA = "MW0720", "schema accepts more than the model";
    /// A document does not keep a rule of a schema that was given. The message is the schema's; correct the
    /// document, or the schema.
    SCHEMA_REFUSES = "MW0730", "refused by a schema";
    /// A file is no schema, or one that cannot be used: it is broken, or refers to what is not in its folder.
    BAD_SCHEMA = "MW0731", "unusable schema";
    /// Schemas were given, but none for the notation of this document. A JSON Schema is for JSON and YAML, an XML
    /// Schema for XMI.
    SCHEMA_FOR_OTHERS = "MW0732", "no schema for this notation";
    /// A schema states rules that are not checked. Documents that break them pass; check them with another tool.
    SCHEMA_UNCHECKED = "MW0733", "rules of a schema that are not checked";
    /// The text of a template is not what templates look like. The message says what was expected and what was found. Templates
    /// are those of Jinja: `{{ value }}`, `{% statement %}` and `{# comment #}`.
    TEMPLATE_SYNTAX = "MW0740", "wrong syntax of a template";
    /// A template asks for something that there is not, such as a key that an element does not have, or does with a value
    /// what cannot be done with it. Nothing is written then. The keys are listed in docs/templates.md.
    TEMPLATE_FAILED = "MW0741", "template cannot be carried out";
    /// A template takes too many steps, too much memory or too much time, writes too much or is nested too deep. Look for a loop inside a loop over all
    /// classes, for a macro that calls itself, or for a text that is put together from itself.
    TEMPLATE_LIMIT = "MW0742", "limit of templates exceeded";
    /// No template is given, or one names another that is not there or that lies outside the folder of the first one. Templates name
    /// each other relative to that folder, without `..`, without links that lead out of it and without hidden files.
    TEMPLATE_MISSING = "MW0743", "template cannot be found";

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
