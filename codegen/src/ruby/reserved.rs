//! Names that Ruby, its libraries or RGen need themselves.
//!
//! This module does not know the metamodel.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Constants of Ruby's core, of RGen, and of the libraries that RGen loads. A root module with such a name would be
/// confused with the constant.
const CONSTANTS: &str = "\
    AbstractXMLInstantiator ArgumentError Array BasicObject BigDecimal Bignum Binding CGI Class \
    ClosedQueueError Comparable Complex ConditionVariable Date DateTime DidYouMean Dir EAnnotation \
    EAttribute EBoolean EClass EClassifier ECore ECoreInterface ECoreToRuby ECoreXMLInstantiator \
    EDataType EEnum EEnumLiteral EFactory EFloat EGenericType EInt EJavaClass EJavaObject ELong \
    EModelElement ENamedElement EObject EOFError EOperation EPackage EParameter ERB EReference \
    ERubyClass ERubyObject EString EStringToStringMapEntry EStructuralFeature ETypeArgument \
    ETypedElement Encoding EncodingError Enumerable Enumerator Environment Errno ErrorHighlight Etc \
    Exception FalseClass Fiber FiberError File FileTest FileUtils Find Fixnum Float FloatDomainError \
    Forwardable Fragment FrozenError GC Gem Hash IO IOError IndexError Instantiator Integer Interrupt \
    JSON Kernel KeyError LoadError LocalJumpError Logger Marshal MatchData Math MetamodelBuilder Method \
    ModelBuilder Module Monitor MonitorMixin Mutex NameError NilClass NoMatchingPatternError \
    NoMatchingPatternKeyError NoMemoryError NoMethodError Nokogiri NotImplementedError Numeric Object \
    ObjectSpace OpenStruct ParseError Pathname Proc Process Psych Queue RGen Racc Ractor Random Range \
    RangeError Rational RbConfig Refinement Regexp RegexpError RubyToECore RubyVM RuntimeError ScanError \
    ScriptError SecurityError Serializer Set Shellwords Signal SignalException Singleton SizedQueue \
    SortedSet StandardError StopIteration String StringIO StringScanner Struct Symbol SyntaxError \
    SystemCallError SystemExit SystemStackError TemplateLanguage Thread ThreadError ThreadGroup Time \
    Timeout TracePoint TransformationDescription Transformer TransformerJob TrueClass TypeError \
    UnboundMethod UncaughtThrowError UnicodeNormalize Util Warning YAML ZeroDivisionError";

/// Names of features whose methods or variables would replace those that RGen or Ruby needs in every object.
const METHODS: &str = "\
    __id__ __send__ _add_contained_element _assignmentTypeError _contained_elements _container \
    _containing_feature_name _remove_contained_element _set_container addGeneric clone \
    define_singleton_method disconnectContainer dup eAllContents eContainer eContainingFeature eContents \
    eIsSet eUnset eval extend firstToLower firstToUpper freeze frozen generic genericAsArray getGeneric \
    getGenericAsArray hasManyMethods hash initialize initialize_clone initialize_copy initialize_dup \
    inspect instance_eval instance_exec instance_variable_get instance_variable_set instance_variables \
    method method_missing methods nilOrRemoveAllGeneric nilOrRemoveGeneric object_id orAddGeneric \
    public_send raise removeGeneric remove_instance_variable respond_to_missing send setGeneric \
    setNilOrRemoveAllGeneric setNilOrRemoveGeneric setOrAddGeneric singleton_class to_ary to_hash \
    to_proc to_s to_str";

static METHOD_NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| METHODS.split_ascii_whitespace().collect());

/// The constants that no root module may have as its name.
pub(super) fn constants() -> impl Iterator<Item = &'static str> {
    CONSTANTS.split_ascii_whitespace()
}

/// Whether no feature may have a name.
pub(super) fn is_method(name: &str) -> bool {
    METHOD_NAMES.contains(name)
}
