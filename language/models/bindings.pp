# Bindings: the value of each name, depending on the node.
#
# The model of Puppet's bindings proposal (ARM-8) and of converted Hiera data. The root is a Site: its
# categories distinguish nodes, and its layers contain the bindings, highest first.

package bindings { uri => 'urn:modelwright:bindings:1' }

# An element that was written in a file.
abstract type Located {
  # The file, relative to the folder of the document that was read. If it is not set, it is the file of the
  # nearest container that has one.
  attr file, String
  # The line, from 1; 0 if it is not known.
  attr line, Integer { default => 0 }
  # The column in characters, from 1; 0 if it is not known.
  attr column, Integer { default => 0 }
}

# A complete configuration: the categories that distinguish nodes, and the bindings.
type Site inherits Located {
  # The categories that bindings may depend on.
  has categories, EffectiveCategories
  # The layers of bindings.
  has layers, LayeredBindings
  # The options of lookups that merge several levels.
  has lookup_options, LookupOptions
}

# The options of lookups that merge several levels.
type LookupOptions inherits Located {
  # How hashes are merged.
  attr merge_behavior, MergeBehavior { default => native }
  # Options of the deep merge, as they were written.
  has deep_merge_options, HashValue
}

# How the hashes of several levels are merged.
enum MergeBehavior {
  # The value of a key is that of the highest level; values are not merged.
  native,
  # Hashes and arrays are merged; a value of another kind wins if its level is lower.
  deep,
  # Hashes and arrays are merged; a value of another kind wins if its level is higher.
  deeper,
}

# The categories in order of precedence.
type EffectiveCategories inherits Located {
  # The categories; the first has the highest precedence.
  has categories, CategoryDeclaration { max => unbound }
}

# A category: a property of a node that determines which bindings apply to it.
type CategoryDeclaration inherits Located {
  # The name that bindings use.
  attr name, String { min => 1 }
  # The expression whose value is compared with the value of each binding's category.
  has expression, Expression
  # The backend that searches it, if its layer has backends.
  attr backend, String
  # Whether values are compared exactly, instead of as Puppet compares strings.
  attr exact, Boolean { default => false }
}

# Layers of bindings.
type LayeredBindings inherits Located {
  # The layers; the first is the highest. It hides the bindings of the layers below, regardless of categories.
  has layers, NamedLayer { max => unbound }
}

# A layer: bindings that belong together.
type NamedLayer inherits Located {
  # Its name.
  attr name, String { min => 1 }
  # The locations of its bindings.
  attr include, String { max => unbound }
  # The locations that are excluded from these.
  attr exclude, String { max => unbound }
  # The categories of this layer only. Without them, its bindings use those of the site.
  has categories, EffectiveCategories
  # The readers of the data of this layer, in the order in which lookups search them.
  has backends, Backend { max => unbound }
  # The merging of several levels by lookups in this layer, instead of the options of the site.
  has lookup_options, LookupOptions
  # The bindings themselves, if they are part of the model.
  has bindings, NamedBindings { max => unbound }
}

# A reader of data files, which has its own categories.
type Backend inherits Located {
  # The name that categories use.
  attr name, String { min => 1 }
  # The kind of backend, as configured: `yaml`, `json`, `eyaml` or another one.
  attr kind, String { min => 1 }
  # The extension of its files.
  attr extension, String
  # The folder of its files. The expressions of its categories begin with the part of it that has variables.
  has data_folder, Expression
  # Its section of the configuration, as written.
  has settings, Value
}

# An element of a list of bindings.
abstract type AbstractBinding inherits Located {
  # The author's documentation.
  attr doc, String
}

# Several bindings.
type Bindings inherits AbstractBinding {
  # The bindings, in order.
  has bindings, AbstractBinding { max => unbound }
}

# Bindings that layers include by name.
type NamedBindings inherits Bindings {
  # The name.
  attr name, String { min => 1 }
}

# Bindings for some nodes only.
type CategorizedBindings inherits Bindings {
  # The conditions of the node, all of which must be satisfied.
  has predicates, Category { min => 1, max => unbound }
  # Alternative conditions, in order of precedence; any one of them is sufficient.
  has alternatives, Alternative { max => unbound }
}

# A condition that replaces the predicates.
type Alternative inherits Located {
  # The conditions of the node, all of which must be satisfied.
  has predicates, Category { min => 1, max => unbound }
}

# A condition that a category has a value.
type Category inherits Located {
  # The category's name.
  attr categorization, String { min => 1 }
  # The value that the category's expression must have.
  attr value, String { min => 1 }
}

# A name, and the producer of its value.
type Binding inherits AbstractBinding {
  # The type that the value must have.
  has type, TypeExpression
  # The name; without a name, the binding is identified only by its type.
  attr name, String
  # Whether it must hide a binding of lower precedence.
  attr override, Boolean { default => false }
  # Whether it must be hidden by a binding of higher precedence.
  attr abstract, Boolean { default => false }
  # Whether no binding of higher precedence may hide it.
  attr final, Boolean { default => false }
  # Whether the next lower binding takes effect if this binding yields no value.
  attr optional, Boolean { default => false }
  # The multibinding that it contributes to.
  attr multibind_id, String
  # The producer of the value.
  has producer, ProducerDescriptor
  # Arguments for the producer.
  has producer_args, NamedArgument { max => unbound }
}

# A binding whose value is combined from contributions.
type Multibinding inherits Binding {
  # The id by which contributions refer to it; without an id there can be no contributions.
  attr id, String
}

# An entry of a data file that no lookup can reach, because its key is not a string. It is preserved so that
# nothing is lost.
type UnreachableEntry inherits AbstractBinding {
  # The key.
  has key, Value { min => 1 }
  # The value.
  has value, Value { min => 1 }
}

# A data file that could not be read. A lookup that reaches it must fail, as it would in the tool that the
# file is for.
type UnreadableData inherits AbstractBinding {
  # The reason why it could not be read.
  attr message, String { min => 1 }
}

# Values for parameters of a class, a type or a resource.
type ParameterBindings inherits AbstractBinding {
  # The reference to the class, type or resource.
  attr target, String { min => 1 }
  # The producer of the values, as a hash.
  has producer, ProducerDescriptor
  # A parameter map to apply to the names.
  attr map, String
}

# A mapping from names of parameters of one element to those of another.
type ParameterMap inherits AbstractBinding {
  # The reference to the element whose names are mapped.
  attr from, String { min => 1 }
  # The reference to the element whose names are the result.
  attr to, String { min => 1 }
  # The mapping of each name.
  has entries, ParameterMapEntry { min => 1, max => unbound }
}

# The mapping of one name to another.
type ParameterMapEntry inherits Located {
  # The name that is mapped.
  attr from, String { min => 1 }
  # The resulting name.
  attr to, String { min => 1 }
}

# Values for top-scope variables.
type VariableBindings inherits AbstractBinding {
  # The variables.
  has variables, NamedArgument { min => 1, max => unbound }
}

# Classes that are included.
type ClassInclusion inherits AbstractBinding {
  # Their names.
  attr classes, String { min => 1, max => unbound }
}

# Classes that are not included, although another binding includes them.
type ClassExclusion inherits AbstractBinding {
  # Their names.
  attr classes, String { min => 1, max => unbound }
}

# An existing binding under another name or at another location.
type Rebinding inherits AbstractBinding {
  # The effect on the old name.
  attr kind, RebindingKind { default => plain }
  # The type of the existing binding.
  has type, TypeExpression
  # The name of the existing binding.
  attr name, String
  # The other name.
  attr to, String
}

# The effects of a rebinding on the old name.
enum RebindingKind { plain, alias, renamed }

# A binding that must be declared elsewhere.
type DependencyBinding inherits AbstractBinding {
  # The required type.
  has type, TypeExpression
  # The required name.
  attr name, String
}

# A name with a value.
type NamedArgument inherits Located {
  # The name.
  attr name, String { min => 1 }
  # The producer of the value.
  has producer, ProducerDescriptor { min => 1 }
}

# A type, as written.
type TypeExpression inherits Located {
  # The text in the type language.
  attr text, String { min => 1 }
}

# The origin of a value.
abstract type ProducerDescriptor inherits Located {
  # A function that transforms the value before it is used.
  has transformer, Lambda
}

# A function without a name, as written.
type Lambda inherits Located {
  # The text in the expression language.
  attr text, String { min => 1 }
}

# A constant value.
type ConstantProducer inherits ProducerDescriptor {
  # The value.
  has value, Value { min => 1 }
}

# The value of an expression.
type EvaluatingProducer inherits ProducerDescriptor {
  # The expression.
  has expression, Expression { min => 1 }
}

# A new instance of a class.
type InstanceProducer inherits ProducerDescriptor {
  # The class.
  attr class_name, String { min => 1 }
  # The arguments for its creation.
  has arguments, Value { max => unbound }
}

# A value that is produced again for each lookup.
type NonCachingProducer inherits ProducerDescriptor {
  # The producer of the value.
  has producer, ProducerDescriptor { min => 1 }
}

# A value of a producer that another producer creates.
type ProducerProducer inherits ProducerDescriptor {
  # The producer of the producer.
  has producer, ProducerDescriptor { min => 1 }
}

# The value that another name is bound to.
type LookupProducer inherits ProducerDescriptor {
  # The type of the other binding.
  has type, TypeExpression
  # The name of the other binding.
  attr name, String { min => 1 }
  # The source text, if it was in another notation, such as `%{alias('name')}`.
  attr source, String
}

# An entry of a hash that another name is bound to.
type HashLookupProducer inherits LookupProducer {
  # The key of the entry.
  has key, Value { min => 1 }
}

# The value of the first of several producers that yields a value.
type FirstFoundProducer inherits ProducerDescriptor {
  # The producers, in order.
  has producers, ProducerDescriptor { min => 1, max => unbound }
}

# Resources that match a query.
type QueryProducer inherits ProducerDescriptor {
  # The type of the resources.
  attr resource_type, String { min => 1 }
  # The query that they must match, in the query language.
  attr query, String
  # The part of each resource that is the result.
  attr select_result, String
}

# A value that is combined from contributions.
abstract type MultibindProducer inherits ProducerDescriptor {
  # The function that combines them, instead of the options.
  has combinator, Lambda
  # The options for combining them.
  has options, HashValue
}

# An array of contributions.
type ArrayMultibindProducer inherits MultibindProducer {}

# A hash of contributions by name.
type HashMultibindProducer inherits MultibindProducer {}

# An expression whose value depends on the node.
abstract type Expression inherits Located {
  # The original text, if it was written in another notation, such as `%{::fqdn}`.
  attr source, String
}

# An expression of the expression language, as written.
type SourceExpression inherits Expression {
  # The text.
  attr text, String { min => 1 }
}

# Segments that are joined to one string.
type Interpolation inherits Expression {
  # The segments, in order.
  has segments, Expression { min => 1, max => unbound }
}

# A text that is its own value.
type LiteralText inherits Expression {
  # The text.
  attr text, String { min => 1 }
}

# The value of a variable, or of something inside it.
type VariableAccess inherits Expression {
  # The variable, with leading `::` if they were written.
  attr name, String { min => 1 }
  # Keys and positions that lead from the variable's value to the part.
  attr path, String { max => unbound, unique => false }
}

# The value that a name is bound to, as part of a string.
type LookupCall inherits Expression {
  # The name.
  attr key, String { min => 1 }
  # What happens if the value is not a string.
  attr non_string, NonStringUse { default => text }
}

# What happens to a string that contains a value of another type.
enum NonStringUse {
  # The value is written into the string, as Ruby shows it.
  text,
  # The value replaces the entire string.
  replacement,
  # The lookup fails.
  error,
}

# A value, or a tree of values.
abstract type Value inherits Located {}

# A string.
type StringValue inherits Value {
  # Its characters.
  attr value, String { min => 1 }
}

# A whole number of at most 64 bits.
type IntegerValue inherits Value {
  # The number.
  attr value, Integer { min => 1, unsettable => true }
}

# A whole number of more than 64 bits.
type BigIntegerValue inherits Value {
  # Its decimal digits.
  attr value, String { min => 1 }
}

# A floating point number.
type FloatValue inherits Value {
  # The number.
  attr value, Float { min => 1, unsettable => true }
}

# A truth value.
type BooleanValue inherits Value {
  # Whether it is true.
  attr value, Boolean { min => 1, unsettable => true }
}

# No value.
type UndefValue inherits Value {}

# An encrypted value, which was not decrypted.
type EncryptedValue inherits Value {
  # The encrypted text, such as `ENC[PKCS7,…]`.
  attr value, String { min => 1 }
}

# A value of a type that only Ruby has.
type RubyValue inherits Value {
  # The type.
  attr kind, RubyKind { default => symbol }
  # Ruby's text of the value: bytes in hexadecimal, and the class of an object.
  attr value, String { min => 1 }
  # The members of an object.
  has members, HashValue
}

# The types of values that only Ruby has.
enum RubyKind { symbol, date, time, bytes, regexp, range, class, object }

# Values in order.
type ArrayValue inherits Value {
  # The values.
  has elements, Value { max => unbound }
}

# Values by key. `1` and `'1'` are different keys.
type HashValue inherits Value {
  # The entries, in order.
  has entries, HashEntry { max => unbound }
}

# A key and its value.
type HashEntry inherits Located {
  # The key.
  has key, Value { min => 1 }
  # The value.
  has value, Value { min => 1 }
}

# A value that is produced only when it is used.
type ProducedValue inherits Value {
  # The producer of the value.
  has producer, ProducerDescriptor { min => 1 }
}
