# Bindings: the value of each name, depending on the node.
#
# The model of Puppet's bindings proposal (ARM-8) and of converted Hiera data. A Site is a root: its categories
# distinguish nodes, and its layers contain the bindings, highest first. The roots of a file of the language of
# bindings are its declarations, in order: Site, NamedBindings and Statements.

package bindings { uri => 'urn:modelwright:bindings:1' }

# An element that was written in a file.
abstract type Located {
  # The file, relative to the directory of the document that was read. If it is not set, it is the file of the
  # nearest container that has one.
  attr file, String
  # The line, from 1; 0 if it is not known.
  attr line, Integer { default => 0 }
  # The column in characters, from 1; 0 if it is not known.
  attr column, Integer { default => 0 }
}

# An element that may have documentation.
abstract type DocumentedElement inherits Located {
  # The author's documentation.
  attr doc, String
}

# A complete configuration: the categories that distinguish nodes, and the bindings.
type Site inherits DocumentedElement {
  # The categories that bindings may depend on.
  has categories, EffectiveCategories
  # The layers of bindings.
  has layers, LayeredBindings
  # The options of lookups that merge several levels.
  has lookup_options, LookupOptions
  # The environments, and the defaults of their settings.
  has environments, Environment { max => unbound }
}

# Other statements of a file, which declare neither bindings nor a site.
type Statements inherits DocumentedElement {
  # The text in the expression language.
  attr text, String { min => 1 }
}

# An environment: the directories and files of a configuration.
type Environment inherits DocumentedElement {
  # The environments that are meant.
  attr kind, EnvironmentKind { default => static }
  # The name of a static environment, or the directory of the dynamic ones.
  has title, Expression
  # The settings, each with a producer of its value.
  has settings, NamedArgument { max => unbound }
  invariant 'the defaults of environments have no title' { $kind != defaults or $title == undef }
  invariant 'an environment must have a title' { $kind == defaults or $title != undef }
  invariant 'settings of environments' {
    $known = ['envdir', 'modulepath', 'manifestdir', 'manifest', 'templatedir', 'bindingsdir']
    $names = $settings.map |$setting| { $setting[name] }
    $unknown = $names.filter |$name| { !($name in $known) }
    if $unknown != [] {
      "an environment has no setting `${unknown[0]}`; its settings are ${join($known, ', ')}"
    } elsif $kind == dynamic and envdir in $names {
      'the directory of a dynamic environment is below the one in the title; `envdir` cannot be set'
    } elsif size(unique($names)) != size($names) {
      'a setting is given twice'
    }
  }
}

# The environments that a declaration is about.
enum EnvironmentKind {
  # One environment, with a name.
  static,
  # All environments, whose settings these are unless they have their own.
  defaults,
  # The directories in a directory, each of which is an environment.
  dynamic,
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
type CategoryDeclaration inherits DocumentedElement {
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
type NamedLayer inherits DocumentedElement {
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
  # The environment of Hiera 4 or 5 whose data files the bindings are, if lookups search them as that requires.
  has hiera_environment, HieraEnvironment
  # The bindings themselves, if they are part of the model.
  has bindings, NamedBindings { max => unbound }
  invariant 'an environment of Hiera has no backends or categories' {
    $hiera_environment == undef or ($backends == [] and $categories == undef)
  }
}

# An environment of Hiera 4 or 5. Each of the layer's bindings has the path of a data file as its name.
type HieraEnvironment inherits Located {
  # Its name, which is that of its directory.
  attr name, String { min => 1 }
  # The directories of its modules, as `environment.conf` lists them; without it, they are in `modules`.
  attr module_path, String
  # The configurations of the environment and of its modules.
  has configurations, HieraConfiguration { min => 1, max => unbound }
}

# A configuration of Hiera 4 or 5.
type HieraConfiguration inherits Located {
  # Its path from the directory of the environment, such as `hiera.yaml` or `modules/ntp/hiera.yaml`.
  attr path, String { min => 1 }
  # Its settings, as written.
  has settings, HashValue { min => 1 }
}

# A reader of data files, which has its own categories.
type Backend inherits Located {
  # The name that categories use.
  attr name, String { min => 1 }
  # The kind of backend, as configured: `yaml`, `json`, `eyaml` or another one.
  attr kind, String { min => 1 }
  # The extension of its files.
  attr extension, String
  # The directory of its files. The expressions of its categories begin with the part of it that has variables.
  has data_folder, Expression
  # Its section of the configuration, as written.
  has settings, Value
}

# An element of a list of bindings.
abstract type AbstractBinding inherits DocumentedElement {}

# A binding of keys, and its relation to other bindings of the same keys.
abstract type KeyedBinding inherits AbstractBinding {
  # Whether it must hide a binding of lower precedence.
  attr override, Boolean { default => false }
  # Whether it must be hidden by a binding of higher precedence.
  attr abstract, Boolean { default => false }
  # Whether no binding of higher precedence may hide it.
  attr final, Boolean { default => false }
  # Whether the next lower binding takes effect if this binding yields no value.
  attr optional, Boolean { default => false }
  invariant 'a binding cannot be both abstract, which requires another binding, and final, which prohibits it' {
    !($abstract and $final)
  }
  invariant 'an abstract binding has no value, so it cannot be optional' { !($abstract and $optional) }
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
  # The text of the value that the category's expression must have. Only `common` has none, as all nodes are in it.
  attr value, String
  # The type of the value as it was written. It has no effect, because values are compared as texts.
  attr kind, CategoryValueKind { default => string }
  invariant 'value of a category' {
    if $value == undef and $categorization != common {
      "the category `${categorization}` must have a value"
    }
  }
}

# The types of values that a category may have.
enum CategoryValueKind { string, number, boolean }

# A name, and the producer of its value.
type Binding inherits KeyedBinding {
  # The type that the value must have.
  has type, TypeExpression
  # The name; without a name, the binding is identified only by its type.
  attr name, String
  # The multibinding that it contributes to.
  attr multibind_id, String
  # The producer of the value.
  has producer, ProducerDescriptor
  # Arguments for the producer.
  has producer_args, NamedArgument { max => unbound }
  invariant 'a binding must have a type or a name, or contribute to a multibinding' {
    $type != undef or $name != undef or $multibind_id != undef
  }
  invariant 'producer of a binding' {
    if $abstract and $producer != undef {
      'an abstract binding has no producer'
    } elsif !$abstract and $producer == undef {
      'a binding must have a producer, unless it is abstract'
    } elsif $producer =~ MultibindProducer and $self !~ Multibinding {
      'only a multibinding combines contributions'
    }
  }
}

# A binding whose value is combined from contributions.
type Multibinding inherits Binding {
  # The id by which contributions refer to it; without an id there can be no contributions.
  attr id, String
  invariant 'a multibinding must have a producer that combines contributions, unless it is abstract' {
    $producer == undef or $producer =~ MultibindProducer
  }
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
type ParameterBindings inherits KeyedBinding {
  # The reference to the class, type or resource.
  attr target, String { min => 1 }
  # The producer of the values: a hash of them, or an object that has them.
  has producer, ProducerDescriptor
  # The mapping from the names of the parameters to those of the producer. Without one, a `ParameterMap` is used.
  has map, ParameterMapEntry { max => unbound }
  # Arguments for the producer.
  has producer_args, NamedArgument { max => unbound }
  invariant 'parameters exist without being bound, so their binding cannot be abstract' { !$abstract }
  invariant 'a binding of parameters must have a producer' { $abstract or $producer != undef }
}

# A mapping from names of parameters of one element to those of another.
type ParameterMap inherits KeyedBinding {
  # The reference to the element whose names are mapped.
  attr from, String { min => 1 }
  # The reference to the element whose names are the result.
  attr to, String { min => 1 }
  # The mapping of each name. Only an abstract map has none.
  has entries, ParameterMapEntry { max => unbound }
  invariant 'a map must have entries, unless it is abstract' { $abstract or $entries != [] }
  invariant 'an abstract map has no entries' { !$abstract or $entries == [] }
}

# The mapping of one name to another.
type ParameterMapEntry inherits Located {
  # The name that is mapped.
  attr from, String { min => 1 }
  # The resulting name; without one it is the same name.
  attr to, String
}

# Values for top-scope variables.
type VariableBindings inherits KeyedBinding {
  # The type that the values must have.
  has type, TypeExpression
  # The variables.
  has variables, VariableBinding { min => 1, max => unbound }
  invariant 'values of variables' {
    $variables.reduce(undef) |$problem, $variable| {
      if $problem != undef {
        $problem
      } elsif $abstract and $variable[producer] != undef {
        "the variable `${variable[name]}` is abstract, so it has no value"
      } elsif !$abstract and $variable[producer] == undef {
        "the variable `${variable[name]}` must have a value, unless it is abstract"
      }
    }
  }
}

# A top-scope variable and its value.
type VariableBinding inherits Located {
  # The name of the variable, without `$`.
  attr name, String { min => 1 }
  # The producer of the value; an abstract variable has none.
  has producer, ProducerDescriptor
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

# An existing binding under another key, or with another precedence.
type Rebinding inherits KeyedBinding {
  # The effect on the old key.
  attr kind, RebindingKind { default => plain }
  # The type of the existing binding.
  has type, TypeExpression
  # The name of the existing binding.
  attr name, String
  # The type of the new key.
  has new_type, TypeExpression
  # The name of the new key.
  attr new_name, String
  invariant 'a rebinding must have the type or the name of an existing binding' { $type != undef or $name != undef }
  invariant 'new key of a rebinding' {
    $has_key = $new_type != undef or $new_name != undef
    if $kind == plain and $has_key {
      'a plain rebinding has no new key'
    } elsif $kind != plain and !$has_key {
      'a rebinding under a new key must have the new type or the new name'
    }
  }
}

# The effects of a rebinding on the old key.
enum RebindingKind {
  # It keeps the key, and takes the precedence of the rebinding.
  plain,
  # It remains next to the new key.
  alias,
  # It is removed.
  renamed,
}

# An order of resources, which has an effect if both sides are in the catalog.
type DependencyBinding inherits AbstractBinding {
  # The references to the resources that come first.
  attr sources, String { min => 1, max => unbound }
  # The references to the resources that come after them.
  attr targets, String { min => 1, max => unbound }
  # Whether changes of the sources are also reported to the targets (`~>` instead of `->`).
  attr notify, Boolean { default => false }
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

# The instance of a type, or the resource that a reference names.
type ReferenceProducer inherits ProducerDescriptor {
  # The type or the reference.
  has reference, TypeExpression { min => 1 }
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
  # The function that selects the result from the resources that match.
  has select_result, Lambda
}

# A value that is combined from contributions.
abstract type MultibindProducer inherits ProducerDescriptor {
  # The function that combines them, instead of the options.
  has combinator, Lambda
  # Whether equal elements are kept once.
  attr uniq, Boolean { default => false }
  # The levels of arrays in arrays that are joined; -1 for all of them.
  attr flatten, Integer { default => 0 }
  invariant 'a combinator replaces the options of a multibinding, so it cannot have both' {
    $combinator == undef or (!$uniq and $flatten == 0)
  }
  invariant 'the levels to flatten must be at least 1, or -1 for all' { $flatten >= -1 }
}

# An array of contributions.
type ArrayMultibindProducer inherits MultibindProducer {}

# A hash of contributions by name.
type HashMultibindProducer inherits MultibindProducer {
  # What happens to contributions of the same name.
  attr conflict_resolution, ConflictResolution { default => error }
  invariant 'a combinator replaces the resolution of conflicts, so a multibinding cannot have both' {
    $combinator == undef or $conflict_resolution == error
  }
}

# What happens to contributions of the same name.
enum ConflictResolution {
  # They are an error.
  error,
  # The one with the highest precedence is used.
  priority,
  # The one with the highest precedence is used, and the others are ignored even if they have the same precedence.
  ignore,
  # Hashes are merged, and arrays concatenated.
  merge,
  # They are the elements of an array.
  append,
}

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
