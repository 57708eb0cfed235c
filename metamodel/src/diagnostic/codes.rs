//! The registry of stable problem codes: every code with its title and its explanation.
//!
//! Invariants: codes are sorted and unique, never reused and never renumbered; `modelwright explain` prints the doc
//! comment of a code. Ranges: 00 input and output, 01 XML and XMI,
//! 02 models, 03 JSON and YAML, 04 metamodels, 05 the type language, 06 validation, 07 generation,
//! 08 Hiera, 09 bindings (20 to 50 composition and lookups, from 51 their notations), 10 catalogs (from 51 their
//! notation and order).

use super::Code;

/// Passes every code with its doc comment and its title to a macro, so that a crate with data for each code, such as
/// its page, needs no separate list.
#[macro_export]
macro_rules! each_code {
    ($macro:ident) => {
        $macro! {
            /// A file or directory could not be read: it does not exist, it is a directory although a file is expected, or
            /// the system denied access. Check the path and its permissions.
            CANNOT_READ = "MW0001", "cannot read";
            /// A file could not be written: the directory does not exist, or the system denied access. Files are first
            /// written under another name and then renamed, so an existing file is unchanged.
            CANNOT_WRITE = "MW0002", "cannot write";
            /// The bytes are not valid in the encoding that the file declares (or in UTF-8 if it declares none). Save
            /// the file in the declared encoding, or correct the declaration.
            BAD_ENCODING = "MW0003", "wrong encoding";
            /// The file is empty, so there is nothing to read. An XML document has at least one element.
            EMPTY_INPUT = "MW0004", "empty input";
            /// The input is larger or more deeply nested than the configured limits allow, or expands to more. Limits
            /// keep hostile input from exhausting memory or time.
            LIMIT = "MW0005", "limit exceeded";
            /// The format of the file cannot be determined from its name or its content. Name the format with
            /// `--from`.
            UNKNOWN_FORMAT = "MW0006", "unknown format";
            /// The conversion loses something that the target format cannot express. With `--strict` this is an
            /// error and nothing is written.
            LOSS = "MW0007", "lost in conversion";
            /// The arguments on the command line contradict each other, or one that is needed is missing. Nothing
            /// was read or written. Each command's `--help` shows examples.
            WRONG_USE = "MW0008", "wrong use";
            /// A baseline lists a problem that was not found, because it was corrected, or because the file or the key
            /// has another name now. Write the baseline again with `--update-baseline`, so that the problem is shown if
            /// it returns. A note with this code contains the number of known problems.
            BASELINE = "MW0009", "known problems";
            /// Problems of a file were corrected, and the file was rewritten. All other bytes of the file are as
            /// before.
            CORRECTED = "MW0010", "corrected problems";
            /// A file that an earlier run generated is not generated any more, for example because its type was
            /// removed. The compiler or a reader may still find it. `--clean` removes it.
            NO_LONGER_GENERATED = "MW0011", "file is no longer generated";
            /// A comment that silences problems has no effect: it has no reason, it names no code, or there is no such
            /// problem on its line or below it.
            IGNORE = "MW0012", "comment that ignores nothing";
            /// A format of a program around this library failed, or read nothing from a document. Report the problem
            /// to the authors of the format; the message names the format.
            FORMAT_FAILED = "MW0013", "format failed";
            /// Two formats, importers, rules, targets or metamodels of a program have the same name, or one of them claims
            /// every document. Rename or remove one of them.
            REGISTRY = "MW0014", "invalid registry";

            /// The text is not well-formed XML: for example an element is not closed, a character is not allowed in
            /// XML, or there are two root elements. EMF rejects such files too.
            XML_SYNTAX = "MW0101", "malformed XML";
            /// A name uses a prefix that no `xmlns:` attribute in scope declares.
            UNBOUND_PREFIX = "MW0102", "unbound namespace prefix";
            /// The document declares external entities or refers to an external DTD. They are never read, because
            /// reading a document must not open other files or connections.
            EXTERNAL_ENTITY = "MW0103", "external entity";
            /// The document is XMI 1.x, which has different rules from XMI 2. Export it as XMI 2.0 from the tool
            /// that wrote it.
            XMI_1 = "MW0104", "XMI 1.x is not supported";
            /// No metamodel with this namespace URI is known. Name the metamodel's file with `--model`, or its
            /// directory with `--path`.
            UNKNOWN_PACKAGE = "MW0105", "unknown package";
            /// The metamodel has no class of this name, or the class is abstract and cannot have instances.
            UNKNOWN_CLASS = "MW0106", "unknown class";
            /// The class has no feature of this name. Check the spelling, and that the metamodel is the version
            /// that the document was written for.
            UNKNOWN_FEATURE = "MW0107", "unknown feature";
            /// The text is not a valid value of the attribute's data type.
            BAD_VALUE = "MW0108", "invalid value";
            /// A reference cannot be resolved: no object in the document has the id or is at the path.
            UNRESOLVED_REFERENCE = "MW0109", "unresolved reference";
            /// A value cannot be written in the target format, for example a control character in XML or a
            /// reference to an object outside every document.
            CANNOT_EXPRESS = "MW0110", "cannot be written";
            /// An attribute's data type names no Java class, or a class that only one project has. EMF without that
            /// project cannot create values of it and reads each value as null; so does this program.
            UNKNOWN_DATA_TYPE = "MW0111", "data type without values";
            /// A text is not a date in the calendar in the form of RFC 3339. EMF reads it nevertheless: the 45th of a
            /// month is in the next month, a time that cannot be read is midnight, and only milliseconds are kept. The
            /// message shows the result. Except for digits after milliseconds, metamodels in the type language accept
            /// such dates in XMI only. Write a date such as `2026-11-23` or `2026-11-23T10:00:00Z`.
            INEXACT_DATE = "MW0112", "inexact date";
            /// Bytes have an odd number of hexadecimal digits. EMF reads the last digit as a byte of its own; the
            /// message shows the result. Metamodels in the type language accept such bytes in XMI only. Write two
            /// digits for each byte.
            ODD_DIGITS = "MW0113", "odd number of digits";
            /// Two metamodels that were found, or were named with `--model`, declare a package with the same namespace
            /// URI, but differ. Which one a document means is unknown, so the document is not read. Name only one of
            /// them with `--model`.
            AMBIGUOUS_PACKAGE = "MW0114", "ambiguous package";
            /// Text or an attribute is in a place of an XMI document where neither EMF nor this program reads it.
            IGNORED_CONTENT = "MW0115", "ignored content";
            /// A value of a data type with the Java class `boolean` or `java.lang.Boolean` is neither `true` nor `false`.
            /// EMF reads each such text as false, even `1`; only for Ecore's `EBoolean` it rejects them. Write `true` or
            /// `false`.
            READ_AS_FALSE = "MW0116", "read as false";

            /// The object's class does not have the feature.
            NO_SUCH_FEATURE = "MW0201", "no such feature";
            /// A value does not have the type that the feature declares.
            WRONG_VALUE_TYPE = "MW0202", "wrong type of value";
            /// An object would contain itself, directly or through other objects.
            CONTAINMENT_CYCLE = "MW0204", "containment cycle";
            /// A position is outside the list of values.
            OUT_OF_RANGE = "MW0206", "position out of range";
            /// A unique feature already contains the value.
            NOT_UNIQUE = "MW0207", "duplicate value";
            /// An abstract class or an interface cannot have direct instances.
            ABSTRACT_CLASS = "MW0208", "abstract class";

            /// The text is not well-formed JSON: for example a comma or a bracket is missing, or a word is not one of
            /// `true`, `false` and `null`.
            JSON_SYNTAX = "MW0300", "malformed JSON";
            /// The text is not well-formed YAML at this position.
            YAML_SYNTAX = "MW0301", "malformed YAML";
            /// A YAML alias (`*name`) refers to an anchor (`&name`) that is not defined before it in the document.
            YAML_ALIAS = "MW0302", "unknown YAML alias";
            /// The text does not match its YAML tag, for example `!!int x` or `!!float inf`.
            YAML_TAG = "MW0303", "YAML tag does not match its value";
            /// A map has the same key twice, so one of the two values would be lost. Remove one of them.
            DUPLICATE_KEY = "MW0304", "duplicate key";
            /// A plain YAML text looks like a number or a time but is invalid, and Ruby rejects the entire document
            /// because of it. Put the text in quotes.
            YAML_VALUE = "MW0305", "invalid YAML value";
            /// A YAML alias is inside the node that it refers to, so the value would contain itself. Such values
            /// cannot be read; copy the intended part instead.
            YAML_RECURSION = "MW0306", "YAML value contains itself";
            /// The maps and lists of the document do not match the structure of a model: for example there is a list
            /// instead of a single value, a key has no meaning at this position, or `$type` is missing although the
            /// class cannot be inferred.
            TREE_SHAPE = "MW0340", "document does not match the structure of a model";

            /// A class inherits from itself, directly or through other classes.
            INHERITANCE_CYCLE = "MW0401", "inheritance cycle";
            /// Two classifiers of a package have the same name. If the names differ only in case and `_`, this is a
            /// warning: generated code may not be able to distinguish them.
            DUPLICATE_TYPE = "MW0402", "type declared twice";
            /// Two features of a class, declared or inherited, have the same name. If the names differ only in case
            /// and `_`, this is a warning: generated code may not be able to distinguish them.
            DUPLICATE_FEATURE = "MW0403", "feature declared twice";
            /// The multiplicity of a feature is invalid: its lower bound is greater than its upper bound.
            BAD_BOUNDS = "MW0404", "invalid multiplicity";
            /// A feature has no type, or its type could not be found.
            MISSING_TYPE = "MW0405", "missing type";
            /// The type of an attribute is a class, or another element has the wrong kind of type.
            WRONG_TYPE_KIND = "MW0406", "wrong kind of type";
            /// The default value is not a valid value of the attribute's type.
            BAD_DEFAULT = "MW0407", "invalid default value";
            /// Two references that should be opposites do not match each other.
            BAD_OPPOSITE = "MW0408", "opposites do not match";
            /// The file contains no package, so it is not a metamodel.
            NOT_A_METAMODEL = "MW0409", "not a metamodel";
            /// The lower bound of a feature, an operation or a parameter is negative.
            BAD_LOWER_BOUND = "MW0410", "invalid lower bound";
            /// The upper bound of a feature, an operation or a parameter is 0, or negative but neither -1
            /// (unbounded) nor -2 (unspecified).
            BAD_UPPER_BOUND = "MW0411", "invalid upper bound";
            /// The type of a reference is a data type. Name a class, or make the reference an attribute.
            REFERENCE_TO_DATA_TYPE = "MW0412", "reference to a data type";
            /// A supertype of a class is not a class. Only classes can be supertypes.
            SUPERTYPE_NOT_A_CLASS = "MW0413", "supertype is not a class";
            /// A reference is its own opposite, or it is transient while its opposite is not: a document would then
            /// contain only one of the two ends. Make both transient, or make the opposite a containment.
            OPPOSITE_TRANSIENT = "MW0414", "only one of two opposites is transient";
            /// Two opposites are both containments, so each object would contain the other.
            OPPOSITES_BOTH_CONTAIN = "MW0415", "opposites are both containments";
            /// The opposite of a reference is declared by a class other than the reference's type.
            OPPOSITE_NOT_IN_TYPE = "MW0416", "opposite belongs to another class";
            /// A class has more than one id attribute, declared or inherited.
            SEVERAL_IDS = "MW0417", "several id attributes";
            /// A container reference has an upper bound above 1, but an object has only one container.
            SEVERAL_CONTAINERS = "MW0418", "many-valued container reference";
            /// A key (`eKeys`) of a reference is not an attribute of the reference's type.
            KEY_NOT_IN_TYPE = "MW0419", "key belongs to another class";
            /// A containment, or a reference with an opposite, is declared as not unique.
            NOT_UNIQUE_REFERENCE = "MW0420", "reference must be unique";
            /// The objects of a containment require another container than the one that the containment gives them,
            /// so none of them can ever be valid. Lower the bound of the other container reference to 0.
            OTHER_CONTAINER_REQUIRED = "MW0421", "another container is required";
            /// The name of an element is missing or is not a Java identifier: a letter or `_`, then letters, digits
            /// and `_`. Generators and other tools require it.
            BAD_NAME = "MW0422", "name is not an identifier";
            /// The namespace URI of a package is missing, empty, or contains characters that must be escaped in a
            /// URI, such as a space.
            BAD_NS_URI = "MW0423", "invalid namespace URI";
            /// The namespace prefix of a package is missing, is not an XML name, or starts with `xml`.
            BAD_NS_PREFIX = "MW0424", "invalid namespace prefix";
            /// Two packages of the same root package have the same namespace URI, so a document's reference to this
            /// URI is ambiguous.
            DUPLICATE_NS_URI = "MW0425", "namespace URI declared twice";
            /// Two subpackages of the same package have the same name.
            DUPLICATE_SUBPACKAGE = "MW0426", "package declared twice";
            /// The source of an annotation is empty, or contains characters that must be escaped in a URI, such as
            /// a space.
            BAD_SOURCE_URI = "MW0427", "invalid annotation source";
            /// The instance type name of a classifier is not a Java type name, or is missing although the data type
            /// requires one.
            BAD_INSTANCE_TYPE = "MW0428", "invalid instance type name";
            /// Two type parameters of a classifier or an operation have the same name.
            DUPLICATE_TYPE_PARAMETER = "MW0429", "type parameter declared twice";
            /// A class is an interface but not abstract, although an interface cannot have direct instances.
            INTERFACE_NOT_ABSTRACT = "MW0430", "interface is not abstract";
            /// Two operations of a class have the same name and the same parameter types.
            DUPLICATE_OPERATION = "MW0431", "operation declared twice";
            /// An operation has the signature of a method that is generated for a feature, such as `getName()`.
            OPERATION_LIKE_ACCESSOR = "MW0432", "operation clashes with a feature";
            /// Two parameters of an operation have the same name.
            DUPLICATE_PARAMETER = "MW0433", "parameter declared twice";
            /// An operation has no type, but an upper bound other than 1. Give it a type, or an upper bound of 1.
            REPEATED_VOID = "MW0434", "many-valued operation without a type";
            /// A class names the same supertype twice. Remove one of them.
            DUPLICATE_SUPERTYPE = "MW0435", "supertype named twice";
            /// A class inherits from a generic class twice, with different type arguments.
            CONFLICTING_SUPERTYPES = "MW0436", "conflicting supertypes";
            /// A map entry class lacks a feature named `key` or `value`.
            MAP_ENTRY_INCOMPLETE = "MW0437", "incomplete map entry class";
            /// A class inherits from a map entry class, but does not have the instance class name
            /// `java.util.Map$Entry` itself.
            MAP_ENTRY_CLASS_NAME = "MW0438", "map entry without its class name";
            /// Two literals of an enumeration have the same name, or names that differ only in case and `_`.
            DUPLICATE_LITERAL_NAME = "MW0439", "literal declared twice";
            /// Two literals of an enumeration have the same text in documents.
            DUPLICATE_LITERAL = "MW0440", "literal text used twice";
            /// An attribute is not transient, but its data type is not serializable. Make the attribute transient,
            /// or the data type serializable.
            ATTRIBUTE_NOT_SERIALIZABLE = "MW0441", "values are not serializable";
            /// A generic type has more or fewer type arguments than its classifier has type parameters.
            TYPE_ARGUMENT_COUNT = "MW0442", "wrong number of type arguments";
            /// A type argument does not conform to the bounds of its type parameter.
            TYPE_ARGUMENT_OUT_OF_BOUNDS = "MW0443", "type argument out of bounds";
            /// A classifier with type parameters is used without type arguments.
            TYPE_ARGUMENTS_MISSING = "MW0444", "type arguments are missing";
            /// A generic type has type arguments, but no classifier.
            TYPE_ARGUMENTS_WITHOUT_TYPE = "MW0445", "type arguments without a classifier";
            /// A bound (`? extends`, `? super`) is used in a type that is not a type argument.
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
            /// A wildcard (`?`) is used although a type is required.
            WILDCARD_NOT_ALLOWED = "MW0452", "wildcard is not allowed here";
            /// The annotation `urn:modelwright:documents` does not declare a usable discriminator: the key must not be
            /// the name of a feature of a class that has the discriminator, and each class must have a text of its own.
            BAD_DISCRIMINATOR = "MW0453", "invalid discriminator";

            /// The text does not follow the grammar of the type language. The message shows what was expected at
            /// this position and what was found instead.
            LANGUAGE_SYNTAX = "MW0501", "syntax error";
            /// Packages, types, values or annotations are nested more deeply than any real model requires. The
            /// limit keeps hostile input from exhausting the reader's stack.
            NESTED_TOO_DEEP = "MW0502", "nested too deeply";
            /// The construct belongs to the type language, but this version cannot read it yet. Remove it, or use
            /// supported constructs instead.
            NOT_SUPPORTED_YET = "MW0503", "not supported yet";
            /// A setting has a name that has no meaning at this position. Check its spelling and whether it belongs
            /// to an attribute, a reference, a type or a package.
            UNKNOWN_SETTING = "MW0504", "unknown setting";
            /// The value of a setting is invalid, or the setting occurs twice or contradicts another one.
            BAD_SETTING = "MW0505", "invalid setting";
            /// No type of this name is declared in the package, in those around it, or in Ecore. Check the
            /// spelling, or write the package before the name: `package::Type`.
            UNKNOWN_TYPE = "MW0506", "unknown type";
            /// A setting or an annotation names a package, feature, operation or literal that does not exist.
            UNKNOWN_ELEMENT = "MW0507", "unknown element";
            /// The name is that of a type of the language itself, such as `String` or `Array`, and cannot be declared
            /// again. Choose another name, or put the name in quotes to use it unchanged.
            RESERVED_TYPE_NAME = "MW0508", "reserved type name";
            /// The names of two types of a package differ only in upper and lower case. Type names are written
            /// capitalised, so `user` and `User` would be the same type. Rename one of them.
            TYPES_DIFFER_BY_CASE = "MW0509", "type names differ only in case";
            /// An attribute is declared without a type, so its type is `String`. Write the type to make this
            /// explicit.
            UNTYPED_ATTRIBUTE = "MW0510", "attribute without a type";
            /// The arguments of a type such as `Integer[0, 10]` or `Enum['a', 'b']` are invalid, or a type that takes
            /// no arguments has arguments.
            BAD_TYPE_ARGUMENTS = "MW0511", "invalid type arguments";
            /// A package is declared more than once with different settings, so it is ambiguous which of them apply.
            PACKAGE_CONFLICT = "MW0512", "conflicting package declarations";
            /// A type inside a declaration (`enum[a, b]`, `Integer[0, 10]`) becomes a data type named after its class
            /// and attribute, but a type of that name is already declared. Declare the type by name instead.
            INLINE_TYPE_NAME_TAKEN = "MW0513", "name of an inline type is taken";
            /// The logic of a type contains something that is possible only in a manifest: it declares or relates
            /// resources, or defines classes, functions or types. Logic can only compute a value from the features of
            /// an object.
            ILLEGAL_IN_LOGIC = "MW0514", "not possible in the logic of a type";
            /// An expression follows the grammar but breaks another rule of Puppet: for example it assigns a
            /// variable of another scope, computes a value that is not used, or contains a definition inside a
            /// condition.
            MANIFEST_RULE = "MW0515", "violates a rule of Puppet";
            /// `modelwright fmt --check` found a file that `modelwright fmt` would change. The meaning of the file
            /// would not change.
            NOT_FORMATTED = "MW0516", "not in the canonical layout";
            /// The logic of a package requires functions that are not available: the package requires a different
            /// version of the function set, or a version without functions that its logic calls. Require the right
            /// version: `package a { functions => '1.1' }`.
            FUNCTIONS_MISSING = "MW0517", "functions are missing";
            /// Objects of the syntax model do not form a valid expression: for example a part is missing, a name is
            /// invalid, or an operator binds less tightly than the operator around it and is not in parentheses.
            /// Correct the objects.
            NO_EXPRESSION = "MW0518", "objects do not form an expression";
            /// An object of the syntax model has changed, so it no longer matches the text in its `written`. The
            /// object is written in the canonical layout, and comments in that text are lost. Remove its `written`.
            DIFFERS_FROM_TEXT = "MW0519", "object does not match its source text";
            /// A reference in a separate file of logic refers to an element that does not exist, or that cannot have
            /// such logic. Correct the reference, and leave both files in the directory that they were written to.
            LOGIC_WITHOUT_ELEMENT = "MW0520", "logic for a missing element";
            /// Puppet has this type, but it cannot be declared: no document could contain its values, or another type
            /// has the same values. The message gives the reason, and the help what to write instead.
            UNSUITABLE_TYPE = "MW0521", "type cannot be declared";

            /// A feature whose lower bound is 1 has no value.
            REQUIRED = "MW0601", "required feature is not set";
            /// A feature has fewer values than its lower bound requires.
            TOO_FEW = "MW0602", "too few values";
            /// A feature has more values than its upper bound allows.
            TOO_MANY = "MW0603", "too many values";
            /// A reference to another document cannot be resolved: the document could not be read, or does not
            /// contain the object.
            UNRESOLVED_PROXY = "MW0604", "unresolved reference to another document";
            /// The class of an object does not conform to the type of the feature that refers to it. EMF reads such
            /// documents without reporting it. This is an error if the metamodel is from a `.pp` file, otherwise a
            /// warning.
            WRONG_CLASS = "MW0605", "object of the wrong class";
            /// Two objects of a document have the same id, so references by that id are ambiguous.
            DUPLICATE_ID = "MW0606", "id used twice";
            /// A unique feature has the same value twice. EMF reads such documents without reporting it.
            DUPLICATE_VALUE = "MW0607", "duplicate value in a unique feature";
            /// A value is less or greater than its data type allows.
            FACET_RANGE = "MW0608", "value out of range";
            /// A value has fewer or more characters or items than its data type allows.
            FACET_LENGTH = "MW0609", "value too short or too long";
            /// A value is not an instance of the Java class of its data type.
            VALUE_TYPE = "MW0610", "value of the wrong type";
            /// A value is not one of the values that its data type lists.
            FACET_ENUMERATION = "MW0611", "value is not in the enumeration";
            /// A value does not match the pattern of its data type.
            FACET_PATTERN = "MW0612", "value does not match the pattern";
            /// A number has more digits than its data type allows.
            FACET_DIGITS = "MW0613", "too many digits";
            /// A reference refers to an object that is in no document, so the reference cannot be stored.
            DANGLING = "MW0614", "reference to an object outside every document";
            /// Two objects of a reference with keys (`eKeys`) have the same key values.
            SAME_KEY = "MW0615", "duplicate key values";
            /// Two entries of a map have the same key, so only one of them can be found by its key.
            SAME_MAP_KEY = "MW0616", "duplicate map key";
            /// An object refers to another one through a bidirectional reference, but the opposite does not refer
            /// back.
            UNPAIRED = "MW0617", "opposite does not refer back";
            /// The metamodel delegates constraints to a language that cannot be evaluated here, so it is unknown
            /// whether the object is valid. EMF reports the same without that language's plug-in.
            NO_EVALUATOR = "MW0618", "constraint cannot be evaluated";
            /// The metamodel has errors that make it impossible to check an object: a feature has no type, or a facet
            /// cannot be parsed. EMF fails for such objects, too.
            UNCHECKABLE = "MW0619", "object cannot be checked";
            /// The document root of a schema contains no element, or more than one.
            DOCUMENT_ROOT = "MW0620", "document root must contain one element";
            /// An object contains itself, through a containment that refers to another document and back.
            CROSS_DOCUMENT_CYCLE = "MW0622", "containment cycle across documents";
            /// A number has more fraction digits than its data type allows.
            FACET_FRACTION = "MW0623", "too many fraction digits";
            /// A value is a date, a time or a part of one, but of another kind than its data type requires, such as a
            /// year instead of a date. It is read and written nevertheless, as in EMF. Write the complete value.
            OTHER_CALENDAR = "MW0624", "wrong kind of date or time";
            /// A root of a document has a container that is in no document, so the document cannot be stored. EMF's
            /// validator does not report this, but EMF does not save the document either. Make the container a
            /// root.
            LOOSE_CONTAINER = "MW0625", "container outside every document";
            /// A value violates a facet of its data type, but equals the attribute's default, so that EMF neither
            /// checks nor stores it. This includes a required number without a value, which is 0 in Java. Correct the
            /// value, or declare a default that the attribute's type allows. In metamodels of the type language,
            /// which have no such defaults, this is an error.
            DEFAULT_BREAKS_FACET = "MW0626", "unchecked default value violates a facet";
            /// A value of a type `Variant[…]` must be a value of exactly one of its alternatives, but the object has
            /// values of several, or of none. Leave only one of them. In JSON and YAML, the plain value can be
            /// written instead of the object.
            CHOICE = "MW0627", "not exactly one alternative has a value";
            /// An expression cannot be evaluated: for example an operator or a function does not accept its
            /// arguments, a variable has no value, a name is unknown, or `fail` was called.
            LOGIC_FAILED = "MW0630", "logic cannot be evaluated";
            /// A value violates the `check` of its feature. The message is the one that the check returns, if it
            /// returns one. Correct the value; the second position is the position of the check.
            CHECK_VIOLATED = "MW0631", "check is violated";
            /// An object violates an invariant of its type. The message is the one that the invariant returns, or its
            /// title. Correct the object; the second position is the position of the invariant.
            INVARIANT_VIOLATED = "MW0632", "invariant is violated";
            /// The generated types do not match the metamodel: they were generated from another version of it.
            /// Generate them again.
            TYPES_DIFFER = "MW0701", "types do not match the metamodel";
            /// A required feature has no value, so the generated type cannot represent the object. Set the feature.
            MISSING_VALUE = "MW0702", "missing value";
            /// The model contains something that the generated types cannot represent: a feature that was left out of
            /// them, an object of a class outside the generated packages, a proxy for an object of another document
            /// inside a containment, or a null in a list.
            NOT_REPRESENTABLE = "MW0703", "not representable in the generated types";
            /// An element of the metamodel is left out of the generated code, because the target cannot express it.
            NOT_GENERATED = "MW0710", "element left out of the generated code";
            /// Two elements would have the same name in the generated code, so one of them was renamed.
            RENAMED = "MW0711", "element renamed in the generated code";
            /// A generation option names an element that the metamodel does not have.
            UNKNOWN_IN_OPTIONS = "MW0712", "unknown element in an option";
            /// The generated types contain each other in chains so long that the compiler may stop with an "overflow
            /// while adding drop-check rules". Set the limit that the message names at the top of the crate that
            /// contains the types.
            LONG_CHAINS = "MW0713", "long chains of types";
            /// A derive was requested for generated types, but the type of a field does not have it, so that the types
            /// would not compile. The message names the field.
            DERIVE = "MW0714", "derive does not compile";
            /// References in plain Rust values are paths, if the class of their targets has no attribute that identifies its
            /// objects: an insertion before a target changes their meaning. Declare such an attribute, or edit models by
            /// handles.
            BY_POSITION = "MW0715", "references by position";
            /// A picture of objects has only as many as its limit allows; those near the roots, or near the objects in focus,
            /// come first. Raise the limit, or choose other objects.
            OBJECTS_LEFT_OUT = "MW0718", "objects left out of a picture";
            /// The generated schema accepts more than the metamodel allows, because the schema language cannot
            /// express the rule. Validate documents with modelwright as well.
            WEAKER_SCHEMA = "MW0720", "schema accepts more than the metamodel";
            /// A document violates a rule of a given schema. The message is the schema validator's; correct the
            /// document, or the schema.
            SCHEMA_VIOLATION = "MW0730", "violates a schema";
            /// A file is not a usable schema: it is invalid, or refers to a file outside its directory.
            BAD_SCHEMA = "MW0731", "unusable schema";
            /// Schemas were given, but none for the format of this document. A JSON Schema applies to JSON and
            /// YAML, an XML Schema to XMI.
            SCHEMA_FOR_OTHERS = "MW0732", "no schema for this format";
            /// A schema contains rules that are not checked. Documents that violate them pass; check them with
            /// another tool.
            SCHEMA_UNCHECKED = "MW0733", "unchecked rules of a schema";
            /// The text of a template is not well-formed. The message shows what was expected and what was found.
            /// Templates use the syntax of Jinja: `{{ value }}`, `{% statement %}` and `{# comment #}`.
            TEMPLATE_SYNTAX = "MW0740", "malformed template";
            /// A template uses something that does not exist, such as a key that an element does not have, or applies
            /// an operation to a value that does not support it. Nothing is written in this case. The keys are listed
            /// in docs/templates.md.
            TEMPLATE_FAILED = "MW0741", "template failed";
            /// A template takes too many steps, too much memory or too much time, writes too much, or is nested too
            /// deeply. Look for a loop inside a loop over all classes, for a macro that calls itself, or for a text
            /// that is built from itself.
            TEMPLATE_LIMIT = "MW0742", "template limit exceeded";
            /// No template is given, or a template includes one that does not exist or that is outside the directory of
            /// the first template. Templates refer to each other by paths relative to that directory, without `..`,
            /// without links to files outside it and without hidden files.
            TEMPLATE_MISSING = "MW0743", "template not found";
            /// The schema is invalid in its own language, so that its types cannot be determined. Correct the schema.
            IMPORT_INVALID = "MW0750", "invalid schema";
            /// A part of a schema has no counterpart in the types. The message names it, and what becomes of it: it is left
            /// out, kept as documentation, or made less strict.
            IMPORT_NOT_EXPRESSED = "MW0751", "not expressed by the types";
            /// A schema refers to another one that cannot be used: it is on the network, outside of the directories that
            /// may be read, missing, or not a schema. Copy it beside the schema, or allow its directory with `--path`.
            IMPORT_UNAVAILABLE = "MW0752", "schema is not available";
            /// Two parts of a schema would have the same name, or a name is not possible in the type language, so one of
            /// them is renamed.
            IMPORT_RENAMED = "MW0753", "renamed in the types";

            /// A setting of `hiera.yaml` has an unexpected form, is unknown, or has no effect.
            HIERA_SETTING = "MW0801", "invalid setting of hiera.yaml";
            /// The backend is not one of the known backends (yaml, json, eyaml). Its data is not read, so the
            /// bindings lack the keys that it would provide.
            HIERA_BACKEND = "MW0802", "unknown Hiera backend";
            /// A data directory or a data file of Hiera is missing, is outside the directories that may be read, or
            /// contains no data.
            HIERA_DATA = "MW0803", "unusable Hiera data";
            /// A key of a data file is not a string. Hiera looks up keys as strings, so no lookup can ever find it.
            HIERA_KEY = "MW0804", "key that no lookup can find";
            /// An `alias()` must be the entire string, because its result can be a value of any type.
            HIERA_ALIAS = "MW0805", "alias beside other text";
            /// The text between `%{` and `}` is neither the name of a variable nor a call that Hiera knows, such as
            /// `hiera('name')`. Hiera fails when a lookup reaches the value; here the text is treated as a
            /// variable.
            HIERA_INTERPOLATION = "MW0806", "invalid Hiera interpolation";
            /// Values of Hiera refer to each other in a cycle: a value interpolates a key whose value refers back to
            /// it, or a level of the hierarchy needs a key whose lookup needs the level.
            HIERA_LOOP = "MW0807", "Hiera lookup that never ends";
            /// A value does not have the type that a lookup requires: an array or a string for the resolution
            /// `array`, a hash for `hash`, an array for a segment of a key that is a number, a hash for any other
            /// segment.
            HIERA_MISMATCH = "MW0808", "value of the wrong type for a Hiera lookup";
            /// A value is encrypted, and it cannot be decrypted: the settings of eyaml name no keys, the keys are
            /// missing or in a directory that may not be read, they are not those of the value, or the value is damaged.
            /// `--keep-encrypted` returns it as it is written.
            HIERA_ENCRYPTED = "MW0809", "encrypted Hiera value";
            /// No level of the hierarchy has the key for this scope. The scope determines which files are searched:
            /// `--explain` lists them.
            HIERA_NOT_FOUND = "MW0810", "Hiera key not found";
            /// Hiera returns another value for a key than the text of the data file shows: YAML 1.1 reads `0640` and
            /// `1:30` as numbers, and Hiera returns nil for dates, times, symbols and regular expressions.
            HIERA_CHANGED = "MW0811", "value that Hiera changes";
            /// A value refers to a key that no data file has. The lookup does not fail: the interpolated text is
            /// empty. The problem is only a note if data that is not read may have the key.
            HIERA_UNKNOWN_KEY = "MW0812", "reference to an unknown Hiera key";
            /// No level of the hierarchy can read a data file, or no given node reaches the level that reads it.
            HIERA_UNREACHED = "MW0813", "Hiera data that no node reaches";
            /// A level or a value refers to a variable, or to an element of one, that none of the given nodes has. Its
            /// value is empty.
            HIERA_UNKNOWN_VARIABLE = "MW0814", "unknown variable in Hiera data";
            /// A value has no effect, because a level above it always has the key, or a lower level has the same value.
            HIERA_SHADOWED = "MW0815", "Hiera value without effect";
            /// No class of the code that is given has a parameter of this name, no lookup in it names the key, and no value
            /// refers to it. The problem is only a note if code that is not given, or a lookup that computes its key,
            /// may use it.
            HIERA_UNUSED_KEY = "MW0816", "Hiera key that no manifest requests";
            /// The answer of a lookup for a class parameter, merged and converted, does not have the type of the parameter.
            HIERA_TYPE = "MW0817", "Hiera value of the wrong type";
            /// A bindings model cannot answer lookups as Hiera does: it has no layer with backends, its conditions name
            /// categories that the layer does not have, or it contains bindings that Hiera does not know. Models that
            /// were converted by an earlier version have no backends.
            HIERA_MODEL = "MW0818", "bindings model that cannot answer lookups";
            /// Hiera 5 cannot express a setting or a value of Hiera 3, or answers a lookup differently. If this is a
            /// warning, the environment was written, with the difference that the message describes; an error prevents
            /// that. Change the tree of version 3 first, or the manifests that use the value.
            HIERA_NOT_KEPT = "MW0819", "different answer in Hiera 5";
            /// A value that looks like a password, a token or a private key is in plain text. No report shows it. Encrypt
            /// it with `eyaml encrypt`, or keep it in a store of secrets, and replace it, because the history of the
            /// repository has it.
            HIERA_SECRET = "MW0830", "secret in plain text";
            /// A file with the extension `.eyaml` has values that are not encrypted. The extension promises that secrets
            /// in it are encrypted.
            HIERA_CLEAR_TEXT = "MW0831", "clear text in an encrypted file";
            /// A parameter of a class has no default, and a lookup finds no value for it, so that a catalog with the
            /// class fails unless a manifest gives the value.
            HIERA_NO_VALUE = "MW0832", "class parameter without a value";
            /// An entry of `lookup_options` has no effect: its key or its pattern matches no key, or the name of the
            /// option is unknown.
            HIERA_OPTIONS = "MW0833", "lookup_options without effect";

            /// The categories of a site are declared against the rules: `common` is declared, `environment` has another
            /// value than `true`, `node` is below `environment`, a name is declared twice, or there are two lists.
            BINDINGS_CATEGORIES = "MW0920", "invalid categories of a site";
            /// A `when` names a category that neither the site nor the layer declares, so the bindings in it never
            /// apply.
            BINDINGS_UNKNOWN_CATEGORY = "MW0921", "unknown category";
            /// Two bindings of one key in one layer have the same precedence, so neither of them takes precedence.
            /// Remove one, or bind the key in a higher category or layer.
            BINDINGS_CONFLICT = "MW0922", "conflict between bindings";
            /// An abstract binding requires another binding of its key, and there is none of the same or a higher
            /// precedence that always has a value.
            BINDINGS_ABSTRACT = "MW0923", "abstract binding without a value";
            /// A binding with `override` must hide a binding of lower precedence, and for some nodes there is none.
            BINDINGS_OVERRIDE = "MW0924", "override of nothing";
            /// A binding hides one with `final`, which no binding of higher precedence may hide.
            BINDINGS_FINAL = "MW0925", "final binding is hidden";
            /// A `rebind`, `alias` or `renamed` refers to a key that is not bound, or to itself.
            BINDINGS_REBINDING = "MW0926", "invalid rebinding";
            /// A contribution is invalid for its multibinding: its id is unknown or used twice, or a contribution to a
            /// hash has no name, or the name of another one.
            BINDINGS_MULTIBIND = "MW0927", "invalid contribution to a multibinding";
            /// A name or a reference in a binding is not allowed: names that begin with `/` are reserved.
            BINDINGS_NAME = "MW0928", "invalid name in a binding";
            /// A value does not have the type that its binding declares, or the text of the type is not a type.
            BINDINGS_TYPE = "MW0929", "wrong type of a bound value";
            /// The bindings of a layer cannot be found: the scheme of a location is unknown, there is no such file, or
            /// it does not contain the bindings that its name promises.
            BINDINGS_LAYER = "MW0930", "bindings of a layer not found";
            /// No binding of the key applies to the node. `--explain` shows the bindings that do not apply.
            BINDINGS_NOT_FOUND = "MW0931", "key not bound";
            /// The values of bindings refer to each other in a cycle.
            BINDINGS_LOOP = "MW0932", "binding that refers to itself";
            /// The producer of a binding yields no value, or needs something that is not available.
            BINDINGS_PRODUCER = "MW0933", "value cannot be produced";
            /// Parameters are bound to those of something else, but there is no map of corresponding parameters, and
            /// no names are equal.
            BINDINGS_PARAMETERS = "MW0934", "map of parameters required";
            /// The expression of a category yields something else than a string, a number or a boolean.
            BINDINGS_CATEGORY_VALUE = "MW0935", "invalid value of a category";
            /// A binding is for a parameter that its class does not have, or for a class that no manifest declares.
            BINDINGS_CLASS_PARAMETER = "MW0936", "unknown parameter of a class";
            /// None of the nodes whose facts are given meets the condition of a binding.
            BINDINGS_UNMET = "MW0937", "condition that no node meets";
            /// An expression of a binding reports something itself, by `warning`, `err` or a similar function.
            BINDINGS_REPORT = "MW0938", "report of a binding";
            /// `environments.pp` is invalid, or a node is in an environment that it does not declare. Its functions
            /// `warning` and `err` have this code as well.
            BINDINGS_ENVIRONMENT = "MW0940", "invalid environment";
            /// The output of an external node classifier does not have the required form, or the program failed,
            /// printed too much or did not end in time.
            BINDINGS_ENC = "MW0941", "external node classifier failed";
            /// A file is neither a catalog as Puppet writes it nor an answer of PuppetDB, or there are no catalogs.
            BINDINGS_CATALOG = "MW0942", "invalid catalog";
            /// A file declares types and bindings. Different readers process them, so each kind requires a file of its
            /// own.
            BINDINGS_BESIDE_TYPES = "MW0951", "types and bindings in one file";
            /// A part of a binding is missing, is not allowed in this kind of binding, or does not have the required
            /// form.
            BINDINGS_FORM = "MW0952", "invalid binding";

            /// A manifest names a class, a resource type, a resource, a node definition or a stage that does not exist.
            /// Puppet does not compile a catalog from it either.
            CATALOG_MISSING = "MW1001", "unknown name in a manifest";
            /// A parameter of a class or a resource is unknown, has no value, or has a value that its type does not
            /// contain. Puppet does not compile a catalog with it either.
            CATALOG_PARAMETER = "MW1002", "invalid parameter of a resource";
            /// A manifest overrides a parameter that is already set, or one of a resource of another class. Only a class
            /// that inherits another one may do so.
            CATALOG_OVERRIDE = "MW1003", "override is not allowed";
            /// A manifest needs something that is not evaluated here, such as a function that a module writes in Ruby, or
            /// a setting of the server. Puppet may compile a catalog from it.
            CATALOG_UNSUPPORTED = "MW1004", "not supported when catalogs are built";
            /// A manifest calls something that is not evaluated here, which may declare resources, or it iterates over a value
            /// that is not known. The catalog is built without these resources.
            CATALOG_INCOMPLETE = "MW1005", "incomplete catalog";
            /// A parameter of a resource depends on something that is not evaluated here, such as a function that a module
            /// writes in Ruby, a template with more of Ruby than is evaluated, or a setting of the server.
            CATALOG_UNKNOWN = "MW1006", "unknown value in a catalog";
            /// The program that answers calls of functions does not answer, or not in the required form.
            CATALOG_FUNCTIONS = "MW1007", "invalid answer of a program for functions";
            /// Nodes export resources that depend on what they collect from each other, and these resources change in every pass.
            /// The catalogs are those of the last pass.
            CATALOG_UNSETTLED = "MW1008", "exported resources that never settle";
            /// A manifest, a template or data reads a legacy fact such as `osfamily`, and the facts of the node have the value only
            /// in its structured form. With an agent of Puppet 7 the variable has a value, but here it is undef.
            CATALOG_LEGACY_FACT = "MW1009", "missing legacy fact";

            /// A part of a catalog of Puppet is missing, or does not have the required form. Puppet would not apply such
            /// a catalog.
            CATALOG_FORM = "MW1051", "invalid catalog of Puppet";
            /// A catalog has two resources of the same type with the same title. Puppet rejects such a catalog.
            CATALOG_DUPLICATE = "MW1052", "duplicate resource in a catalog";
            /// An edge of a catalog, or a parameter such as `require`, refers to a resource that the catalog does not
            /// have. Puppet rejects such a catalog.
            CATALOG_EDGE = "MW1053", "edge without a resource";
            /// Resources of a catalog wait for each other, so that none of them can be the first. Puppet applies nothing
            /// of such a catalog.
            CATALOG_CYCLE = "MW1054", "cycle of resources in a catalog";
        }
    };
}

macro_rules! constants {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $title:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: Code = Code {
            id: $id,
            title: $title,
            // Each line of a doc comment is an attribute of its own.
            explanation: concat!($($doc, "\n"),+),
        };)+

        /// All codes, in ascending order.
        pub const ALL: &[Code] = &[$($name),+];

        /// Finds the code with this id, ignoring case.
        #[must_use]
        pub fn find(id: &str) -> Option<Code> {
            // A linear search is sufficient, because only codes that users write are looked up, one at a time.
            ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
        }
    };
}

each_code!(constants);
