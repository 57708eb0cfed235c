# Bindings: which value a name has, for whom.
#
# The model behind Puppet's bindings proposal (ARM-8) and behind converted Hiera data. The root is a Site: its
# categories say whom bindings are for, its layers hold the bindings, highest first.

package bindings { uri => 'urn:modelwright:bindings:1' }

# Something that was written in a file.
abstract type Located {
  # The file, relative to the folder of the document that was read. Where it is not set, it is the
  # file of the nearest container that has one.
  attr file, String
  # The line, from 1; 0 where it is not known.
  attr line, Integer { default => 0 }
  # The column in characters, from 1; 0 where it is not known.
  attr column, Integer { default => 0 }
}

# A whole configuration: who is told apart from whom, and what is bound for them.
type Site inherits Located {
  # The categories that bindings may be for.
  has categories, EffectiveCategories
  # The layers of bindings.
  has layers, LayeredBindings
  # How lookups that merge several levels do it.
  has lookup_options, LookupOptions
}

# How lookups that merge several levels do it.
type LookupOptions inherits Located {
  # How hashes are merged.
  attr merge_behavior, MergeBehavior { default => native }
  # Options of the deep merge, as they were given.
  has deep_merge_options, HashValue
}

# How hashes of several levels become one.
enum MergeBehavior {
  # Keys of the highest level win as a whole.
  native,
  # Hashes and arrays are merged; a value of another kind wins if its level is lower.
  deep,
  # Hashes and arrays are merged; a value of another kind wins if its level is higher.
  deeper,
}

# The categories in order of precedence.
type EffectiveCategories inherits Located {
  # The first is the highest.
  has categories, CategoryDeclaration { max => unbound }
}

# A category: what is asked of a node to learn which bindings apply to it.
type CategoryDeclaration inherits Located {
  # The name that bindings use.
  attr name, String { min => 1 }
  # What is asked: its value is compared with that of each binding's category.
  has expression, Expression
  # Whether values are compared to the letter, rather than as Puppet compares strings.
  attr exact, Boolean { default => false }
}

# Layers of bindings.
type LayeredBindings inherits Located {
  # The first is the highest: it hides what those below bind, whatever the categories.
  has layers, NamedLayer { max => unbound }
}

# A layer: bindings that go together.
type NamedLayer inherits Located {
  # Its name.
  attr name, String { min => 1 }
  # Where its bindings are found.
  attr include, String { max => unbound }
  # What of that is left out.
  attr exclude, String { max => unbound }
  # The bindings themselves, where they are part of the model.
  has bindings, NamedBindings { max => unbound }
}

# Anything that may stand among bindings.
abstract type AbstractBinding inherits Located {
  # What its author says of it.
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
  # For whom: all must hold.
  has predicates, Category { min => 1, max => unbound }
  # For whom else: any one of them, in order of precedence.
  has alternatives, Alternative { max => unbound }
}

# Another condition, instead of the first one.
type Alternative inherits Located {
  # All must hold.
  has predicates, Category { min => 1, max => unbound }
}

# One value of a category.
type Category inherits Located {
  # The category's name.
  attr categorization, String { min => 1 }
  # The value that the category's expression must have.
  attr value, String { min => 1 }
}

# A name, and what it stands for.
type Binding inherits AbstractBinding {
  # The type that the value must have.
  has type, TypeExpression
  # The name; without one the binding is known by its type alone.
  attr name, String
  # Whether it must hide a binding of lower precedence.
  attr override, Boolean { default => false }
  # Whether it must be hidden by a binding of higher precedence.
  attr abstract, Boolean { default => false }
  # Whether no binding of higher precedence may hide it.
  attr final, Boolean { default => false }
  # Whether the next lower binding takes effect where this one yields nothing.
  attr optional, Boolean { default => false }
  # The multibinding that it contributes to.
  attr multibind_id, String
  # What makes the value.
  has producer, ProducerDescriptor
  # Arguments for the producer.
  has producer_args, NamedArgument { max => unbound }
}

# A binding whose value is put together from contributions.
type Multibinding inherits Binding {
  # What contributions name; without one there can be none.
  attr id, String
}

# An entry of a data file that no lookup can reach, since its key is not a string. It is kept so that nothing is lost.
type UnreachableEntry inherits AbstractBinding {
  # The key.
  has key, Value { min => 1 }
  # The value.
  has value, Value { min => 1 }
}

# A data file that could not be read. A lookup that comes to it must fail, as it would in the tool that the file is for.
type UnreadableData inherits AbstractBinding {
  # Why not.
  attr message, String { min => 1 }
}

# Values for parameters of a class, a type or a resource.
type ParameterBindings inherits AbstractBinding {
  # The reference to the class, type or resource.
  attr target, String { min => 1 }
  # What makes the values, as a hash.
  has producer, ProducerDescriptor
  # A parameter map to apply to the names.
  attr map, String
}

# Names of parameters of one thing as those of another.
type ParameterMap inherits AbstractBinding {
  # The reference whose names are given.
  attr from, String { min => 1 }
  # The reference whose names are wanted.
  attr to, String { min => 1 }
  # The names.
  has entries, ParameterMapEntry { min => 1, max => unbound }
}

# One name as another.
type ParameterMapEntry inherits Located {
  # The name given.
  attr from, String { min => 1 }
  # The name wanted.
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

# Classes that are not included after all.
type ClassExclusion inherits AbstractBinding {
  # Their names.
  attr classes, String { min => 1, max => unbound }
}

# An existing binding under another name or in another place.
type Rebinding inherits AbstractBinding {
  # What becomes of the old name.
  attr kind, RebindingKind { default => plain }
  # The type of the existing binding.
  has type, TypeExpression
  # The name of the existing binding.
  attr name, String
  # The other name.
  attr to, String
}

# What becomes of the old name of a rebinding.
enum RebindingKind { plain, alias, renamed }

# Something that must be bound elsewhere.
type DependencyBinding inherits AbstractBinding {
  # The type that is needed.
  has type, TypeExpression
  # The name that is needed.
  attr name, String
}

# A name with a value.
type NamedArgument inherits Located {
  # The name.
  attr name, String { min => 1 }
  # What makes the value.
  has producer, ProducerDescriptor { min => 1 }
}

# A type, as written.
type TypeExpression inherits Located {
  # The text in the type language.
  attr text, String { min => 1 }
}

# What makes a value.
abstract type ProducerDescriptor inherits Located {
  # What is done with the value before anyone sees it.
  has transformer, Lambda
}

# A function without a name, as written.
type Lambda inherits Located {
  # The text in the expression language.
  attr text, String { min => 1 }
}

# Always the same value.
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
  # What it is made with.
  has arguments, Value { max => unbound }
}

# A value that is made anew for everyone who asks.
type NonCachingProducer inherits ProducerDescriptor {
  # What makes it.
  has producer, ProducerDescriptor { min => 1 }
}

# A value made by a producer that another producer makes.
type ProducerProducer inherits ProducerDescriptor {
  # What makes the producer.
  has producer, ProducerDescriptor { min => 1 }
}

# The value that another name is bound to.
type LookupProducer inherits ProducerDescriptor {
  # The type of the other binding.
  has type, TypeExpression
  # The name of the other binding.
  attr name, String { min => 1 }
}

# One entry of a hash that another name is bound to.
type HashLookupProducer inherits LookupProducer {
  # The entry's key.
  has key, Value { min => 1 }
}

# The value of the first of several producers that has one.
type FirstFoundProducer inherits ProducerDescriptor {
  # The producers, in order.
  has producers, ProducerDescriptor { min => 1, max => unbound }
}

# Resources that match a query.
type QueryProducer inherits ProducerDescriptor {
  # The type of the resources.
  attr resource_type, String { min => 1 }
  # What they must match, in the query language.
  attr query, String
  # What of them is the result.
  attr select_result, String
}

# A value put together from contributions.
abstract type MultibindProducer inherits ProducerDescriptor {
  # What puts them together, in place of the options.
  has combinator, Lambda
  # How they are put together.
  has options, HashValue
}

# An array of contributions.
type ArrayMultibindProducer inherits MultibindProducer {}

# A hash of contributions by name.
type HashMultibindProducer inherits MultibindProducer {}

# Something that has a value once it is known for whom.
abstract type Expression inherits Located {
  # What was written, where it was written in another notation, such as `%{::fqdn}`.
  attr source, String
}

# An expression of the expression language, as written.
type SourceExpression inherits Expression {
  # The text.
  attr text, String { min => 1 }
}

# Pieces put together to one string.
type Interpolation inherits Expression {
  # The pieces, in order.
  has segments, Expression { min => 1, max => unbound }
}

# A text that stands for itself.
type LiteralText inherits Expression {
  # The text.
  attr text, String { min => 1 }
}

# The value of a variable, or of something inside it.
type VariableAccess inherits Expression {
  # The variable, with `::` in front where that was written.
  attr name, String { min => 1 }
  # Keys and positions to follow from there.
  attr path, String { max => unbound, unique => false }
}

# The value that a name is bound to, as part of a string.
type LookupCall inherits Expression {
  # The name.
  attr key, String { min => 1 }
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

# An encrypted value; nobody has looked inside.
type EncryptedValue inherits Value {
  # What was written, e.g. `ENC[PKCS7,…]`.
  attr value, String { min => 1 }
}

# A value of a kind that only Ruby has.
type RubyValue inherits Value {
  # The kind.
  attr kind, RubyKind { default => symbol }
  # How Ruby spells it; bytes in hexadecimal.
  attr value, String { min => 1 }
}

# The kinds of values that only Ruby has.
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

# A value that is made only when it is asked for.
type ProducedValue inherits Value {
  # What makes it.
  has producer, ProducerDescriptor { min => 1 }
}
