# The syntax of the expression language: manifests, and the logic of types, as objects.
#
# The annotation of a class defines how it is written. A name between backquotes is a feature. The text after
# the name, between the same backquotes, separates several values. Bars separate the name from the texts
# before and after it that are written only if the feature has a value. The text after a question mark is
# written if a boolean is true. A tilde is a line break around several statements, otherwise a blank. Classes
# without an annotation are written like the literals of the language.
package syntax { uri => 'urn:modelwright:syntax:1' }

# A part of a text.
abstract type Node {
  # The text around the parts, if it is not in the canonical layout: before the first part, between the parts,
  # and after the last, with comments and line breaks, but without indentation and the texts of heredocs. It
  # is one text if there are no parts.
  attr written, String { max => unbound, unique => false }
}

# A part that has a value.
abstract type Expression inherits Node {}

# A complete text of statements.
type Manifest inherits Node {
  annotation 'urn:modelwright:syntax' { text => "`statements\n`\n" }
  # The statements, in order.
  has statements, Expression { max => unbound }
}

# The logic of a metamodel in a separate file.
type Logic {
  # The packages that it belongs to.
  has packages, ::EPackage { max => unbound, containment => false }
  # The functions that it requires.
  has functions, FunctionSet { max => unbound }
  # The rules; those of one element are together, in order.
  has rules, Rule { max => unbound }
}

# The functions that the logic of a package requires.
type FunctionSet {
  # The package.
  has package, ::EPackage { min => 1, containment => false }
  # The version of the function set that contains them.
  attr version, String { min => 1 }
}

# The logic of one rule, with its element and purpose.
type Rule {
  # The element that it belongs to: a feature, a class for its invariants, an operation for its body.
  has element, ::EModelElement { min => 1, containment => false }
  # The purpose of the logic.
  attr kind, RuleKind { min => 1, unsettable => true }
  # The message of an invariant.
  attr title, String
  # The logic: braces, a lambda, or an expression alone.
  has expression, Expression { min => 1 }
}

# The purposes of logic.
enum RuleKind {
  # Whether a value is valid.
  check,
  # The value that is read instead of the stored value.
  get,
  # The value that is stored instead of the assigned value.
  set,
  # The value of a feature that stores no value.
  derived,
  # Whether an object is valid.
  invariant,
  # The result of an operation.
  body,
}

# `undef`
type UndefLiteral inherits Expression {
  annotation 'urn:modelwright:syntax' { text => 'undef' }
}

# `default`
type DefaultLiteral inherits Expression {
  annotation 'urn:modelwright:syntax' { text => 'default' }
}

# `true` or `false`
type BooleanLiteral inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`value`' }
  # The value.
  attr value, Boolean { min => 1, unsettable => true }
}

# An integer.
type IntegerLiteral inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`value`' }
  # The number.
  attr value, Integer { min => 1, unsettable => true }
}

# A number with a point or an exponent.
type FloatLiteral inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`value`' }
  # The number.
  attr value, Float { min => 1, unsettable => true }
}

# A string without expressions.
type StringLiteral inherits Expression {
  # Its characters.
  attr value, String { min => 1 }
}

# A string with expressions.
type Template inherits Expression {
  # Plain text as string literals, and the expressions.
  has parts, Expression { min => 1, max => unbound }
}

# A text on the lines below the line that refers to it.
type Heredoc inherits Expression {
  # The declared syntax of the text, such as `json`.
  attr syntax, String
  # A string literal, or a template.
  has text, Expression { min => 1 }
}

# `/pattern/`
type RegexLiteral inherits Expression {
  # The text between the slashes, with slashes unescaped.
  attr pattern, String { min => 1 }
}

# A name in lower case: a string, unless it names something, such as a function.
type Name inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`value`' }
  # Its segments, with `::` between them.
  attr value, String { min => 1 }
}

# A capitalised name.
type TypeName inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`value`' }
  # Its segments, with `::` between them.
  attr value, String { min => 1 }
}

# `$name`
type Variable inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '$`name`' }
  # Without the dollar sign.
  attr name, String { min => 1 }
}

# A word that is reserved by the language.
type ReservedWord inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`value`' }
  # The word.
  attr value, String { min => 1 }
}

# `[a, b]`
type ArrayLiteral inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '[`elements, `]' }
  # The elements, in order.
  has elements, Expression { max => unbound }
}

# `{ k => v }`
type HashLiteral inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '{` |entries, | `}' }
  # The entries, in order.
  has entries, Entry { max => unbound }
}

# A key and its value.
type Entry inherits Node {
  annotation 'urn:modelwright:syntax' { text => '`key` => `value`' }
  # The key, or the value that is matched.
  has key, Expression { min => 1 }
  # The value.
  has value, Expression { min => 1 }
}

# `on[key, key]`
type Access inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`on`[`keys, `]' }
  # The value whose elements are accessed.
  has on, Expression { min => 1 }
  # The keys, in order.
  has keys, Expression { min => 1, max => unbound }
}

# `Type[?? test]`: the resources of other nodes that match a test.
type ResourceQuery inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`on`[??` |test|`]' }
  # The type of the resources.
  has on, Expression { min => 1 }
  # What they must satisfy; all of them match without it.
  has test, Expression
}

# An operator in front of its operand.
type Unary inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`operator``operand`' }
  # The operator.
  attr operator, UnaryOperator { min => 1, unsettable => true }
  # The operand.
  has operand, Expression { min => 1 }
}

# Operators in front of their operand.
enum UnaryOperator {
  not as '!',
  minus as '-',
  # The elements of an array, instead of the array.
  splat as '*',
}

# An operator between its operands. Operands that bind less tightly are in parentheses.
type Binary inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`left` `operator` `right`' }
  # The left operand.
  has left, Expression { min => 1 }
  # The operator.
  attr operator, BinaryOperator { min => 1, unsettable => true }
  # The right operand.
  has right, Expression { min => 1 }
}

# Operators between their operands.
enum BinaryOperator {
  or,
  and,
  less as '<',
  less_or_equal as '<=',
  greater as '>',
  greater_or_equal as '>=',
  equal as '==',
  not_equal as '!=',
  left_shift as '<<',
  right_shift as '>>',
  plus as '+',
  minus as '-',
  times as '*',
  divide as '/',
  modulo as '%',
  match as '=~',
  no_match as '!~',
  in,
}

# `target = value`
type Assignment inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`target` `operator` `value`' }
  # A variable, or an array of variables.
  has target, Expression { min => 1 }
  # The assignment operator.
  attr operator, AssignmentOperator { min => 1, unsettable => true }
  # The assigned value.
  has value, Expression { min => 1 }
}

# Assignments.
enum AssignmentOperator { set as '=', append as '+=', delete as '-=' }

# `(…)`
type Parenthesized inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '(`expression`)' }
  # The expression in the parentheses.
  has expression, Expression { min => 1 }
}

# Statements in braces, as a form of logic.
type Braces inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '{`~|body|~`}' }
  # The statement, or a block of statements.
  has body, Expression
}

# Several statements; the value is that of the last statement.
type Block inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "`statements\n`" }
  # The statements, in order.
  has statements, Expression { min => 2, max => unbound }
}

# `on ? { match => value }`
type Selector inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`on` ? { `options, ` }' }
  # The value that is compared.
  has on, Expression { min => 1 }
  # The values that it is compared with, each with a result.
  has options, Entry { min => 1, max => unbound }
}

# `if`; `elsif` if it is the `otherwise` of another one.
type If inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "if `condition` {`\n|then|\n`}` else {\n|otherwise|\n}`",
  }
  # The condition.
  has condition, Expression { min => 1 }
  # The statements if the condition is true.
  has then, Expression
  # The statements if the condition is false.
  has otherwise, Expression
}

# `unless`
type Unless inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "unless `condition` {`\n|then|\n`}` else {\n|otherwise|\n}`",
  }
  # The condition.
  has condition, Expression { min => 1 }
  # The statements if the condition is false.
  has then, Expression
  # The statements if the condition is true.
  has otherwise, Expression
}

# `case`
type Case inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "case `on` {\n`options\n`\n}" }
  # The value that is compared.
  has on, Expression { min => 1 }
  # The options that it is compared with, in order.
  has options, CaseOption { min => 1, max => unbound }
}

# `a, b: { … }`
type CaseOption inherits Node {
  annotation 'urn:modelwright:syntax' { text => '`values, `: {`~|body|~`}' }
  # The values that are compared.
  has values, Expression { min => 1, max => unbound }
  # The statements if any of them matches.
  has body, Expression
}

# `f(x)`
type Call inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`function`(`arguments, `)` |lambda|`' }
  # A name, or a type of which a value is created.
  has function, Expression { min => 1 }
  # The arguments, in order.
  has arguments, Expression { max => unbound }
  # The lambda that is passed to the function.
  has lambda, Lambda
}

# `f x`, for functions that are statements.
type StatementCall inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`function` `arguments, `' }
  # The name of the function.
  has function, Expression { min => 1 }
  # The arguments, in order.
  has arguments, Expression { min => 1, max => unbound }
}

# `x.f`
type ChainedCall inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`on`.`function``(|arguments, |)`` |lambda|`' }
  # The first argument.
  has on, Expression { min => 1 }
  # The name of the function.
  has function, Expression { min => 1 }
  # The other arguments, in order.
  has arguments, Expression { max => unbound }
  # The lambda that is passed to the function.
  has lambda, Lambda
}

# `|…| >> T { … }`
type Lambda inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '|`parameters, `|` >> |result|` {`~|body|~`}' }
  # The parameters, in order.
  has parameters, Parameter { max => unbound }
  # The type of its result.
  has result, Expression
  # The statements.
  has body, Expression
}

# A parameter of a lambda or a definition.
type Parameter inherits Node {
  annotation 'urn:modelwright:syntax' { text => '`|type| ``rest?*`$`name`` = |default|`' }
  # Its type.
  has type, Expression
  # Whether it accepts all remaining arguments.
  attr rest, Boolean { default => false }
  # The name without the dollar sign.
  attr name, String { min => 1 }
  # Its value if no argument is given.
  has default, Expression
}

# `type { title: … }`
type Resource inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "`form``type` { `bodies;\n`\n}" }
  # Whether it is virtual or exported.
  attr form, ResourceForm { default => regular }
  # The type of the resource, usually a name.
  has type, Expression { min => 1 }
  # The bodies, one for each title.
  has bodies, ResourceBody { min => 1, max => unbound }
}

# The forms of a resource's declaration.
enum ResourceForm {
  # Neither virtual nor exported.
  regular,
  virtual as '@',
  exported as '@@',
}

# `title: name => value`
type ResourceBody inherits Node {
  annotation 'urn:modelwright:syntax' { text => "`title`:`\n|attributes,\n|,`" }
  # A title, or an array of titles.
  has title, Expression { min => 1 }
  # The attributes that are set.
  has attributes, Setting { max => unbound }
}

# A value that is set for a resource.
abstract type Setting inherits Node {}

# `name => value` of a resource.
type Attribute inherits Setting {
  annotation 'urn:modelwright:syntax' { text => '`name` `append?+:=`> `value`' }
  # The name.
  attr name, String { min => 1 }
  # Whether the value is added to the existing one.
  attr append, Boolean { default => false }
  # The value.
  has value, Expression { min => 1 }
}

# `* => value` of a resource.
type AttributeSplat inherits Setting {
  annotation 'urn:modelwright:syntax' { text => '* => `value`' }
  # A hash of names and values.
  has value, Expression { min => 1 }
}

# `Type { name => value }`
type ResourceDefaults inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "`form``type` {`\n|attributes,\n|,\n`}" }
  # Whether it is marked as virtual or exported, which is not allowed.
  attr form, ResourceForm { default => regular }
  # The type of the resources.
  has type, Expression { min => 1 }
  # The attributes that are set.
  has attributes, Setting { max => unbound }
}

# `Type[title] { name => value }`
type ResourceOverride inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "`form``target` {`\n|attributes,\n|,\n`}" }
  # Whether it is marked as virtual or exported, which is not allowed.
  attr form, ResourceForm { default => regular }
  # The resource.
  has target, Expression { min => 1 }
  # The attributes that are set.
  has attributes, Setting { max => unbound }
}

# `Type <| query |> { … }`
type Collector inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "`type` `exported?<`<|` |query| `|>`exported?>`` {\n|attributes,\n|,\n}`",
  }
  # The type of the resources.
  has type, Expression { min => 1 }
  # Whether it searches exported resources.
  attr exported, Boolean { default => false }
  # The query for the resources.
  has query, Expression
  # The attributes that are set on the resources found.
  has attributes, Setting { max => unbound }
}

# `left -> right`
type Relation inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`left` `operator` `right`' }
  # The operand before the arrow.
  has left, Expression { min => 1 }
  # The arrow.
  attr operator, RelationOperator { min => 1, unsettable => true }
  # The operand after the arrow.
  has right, Expression { min => 1 }
}

# Arrows between resources.
enum RelationOperator { before as '->', notify as '~>', after as '<-', subscribe as '<~' }

# `class name (…) inherits parent { … }`
type ClassDefinition inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "class `name``(|parameters, |)`` inherits |parent|` {`\n|body|\n`}",
  }
  # Its name.
  attr name, String { min => 1 }
  # The parameters, in order.
  has parameters, Parameter { max => unbound }
  # The name of the class that it inherits.
  has parent, Expression
  # The statements.
  has body, Expression
}

# `define name (…) { … }`
type ResourceDefinition inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "define `name``(|parameters, |)` {`\n|body|\n`}" }
  # Its name.
  attr name, String { min => 1 }
  # The parameters, in order.
  has parameters, Parameter { max => unbound }
  # The statements.
  has body, Expression
}

# `function name (…) >> T { … }`
type FunctionDefinition inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "function `name``(|parameters, |)`` >> |result|` {`\n|body|\n`}",
  }
  # Its name.
  attr name, String { min => 1 }
  # The parameters, in order.
  has parameters, Parameter { max => unbound }
  # The type of its result.
  has result, Expression
  # The statements.
  has body, Expression
}

# `node host, host { … }`
type NodeDefinition inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "node `hosts, `` inherits |parent|` {`\n|body|\n`}",
  }
  # Names, strings, regular expressions or `default`.
  has hosts, Expression { min => 1, max => unbound }
  # The node that it inherits, which is no longer allowed.
  has parent, Expression
  # The statements.
  has body, Expression
}

# `type Name = T`
type TypeAlias inherits Expression {
  annotation 'urn:modelwright:syntax' { text => 'type `name` = `value`` |with|`' }
  # A type name, or an access to a type name.
  has name, Expression { min => 1 }
  # The type that it names.
  has value, Expression { min => 1 }
  # The hash after the type.
  has with, Expression
}
