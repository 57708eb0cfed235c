# The syntax of the expression language: manifests, and the logic of types, as objects.
#
# The annotation of a class says how it is written: what stands between backquotes is a feature; behind its name stands
# what separates several values, around it, within bars, what only stands where it has a value, and behind a question
# mark what a truth value is written as. A tilde is a break around several statements, else a blank. Classes without
# annotation are spelled as the language spells literals.
package syntax { uri => 'urn:modelwright:syntax:1' }

# Something that is written.
abstract type Node {
  # The text around the parts, where it is not the usual one: before the first, between them, and behind the last, with
  # comments and line breaks, but without indentation and the texts of heredocs. What has no parts is one text.
  attr written, String { max => unbound, unique => false }
}

# Something that has a value.
abstract type Expression inherits Node {}

# A whole text of statements.
type Manifest inherits Node {
  annotation 'urn:modelwright:syntax' { text => "`statements\n`\n" }
  # The statements, in order.
  has statements, Expression { max => unbound }
}

# The logic of a metamodel, apart from it.
type Logic {
  # The packages that it is for.
  has packages, ::EPackage { max => unbound, containment => false }
  # Which functions it needs.
  has functions, FunctionSet { max => unbound }
  # The rules of each element together, in order.
  has rules, Rule { max => unbound }
}

# The functions that the logic of a package needs.
type FunctionSet {
  # The package.
  has package, ::EPackage { min => 1, containment => false }
  # The version of the set that has them.
  attr version, String { min => 1 }
}

# A piece of logic, and what it is for.
type Rule {
  # What it is part of: a feature, a class for its invariants, an operation for its body.
  has element, ::EModelElement { min => 1, containment => false }
  # What it decides or computes.
  attr kind, RuleKind { min => 1, unsettable => true }
  # The message of an invariant.
  attr title, String
  # The logic: braces, a lambda, or a bare expression.
  has expression, Expression { min => 1 }
}

# What logic decides or computes.
enum RuleKind {
  # Whether a value is acceptable.
  check,
  # The value that is shown for the one that is kept.
  get,
  # The value that is kept for the one that is given.
  set,
  # The value of a feature that keeps none.
  derived,
  # Whether an object is acceptable.
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
  # Which.
  attr value, Boolean { min => 1, unsettable => true }
}

# A whole number.
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

# A text below the line that names it.
type Heredoc inherits Expression {
  # What the text claims to be: `json`.
  attr syntax, String
  # A string literal, or a template.
  has text, Expression { min => 1 }
}

# `/pattern/`
type RegexLiteral inherits Expression {
  # What stands between the slashes, with slashes as they are.
  attr pattern, String { min => 1 }
}

# A name in lower case: a string, unless something is called so.
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

# A word that the language keeps for itself.
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
  # The key, or what is matched.
  has key, Expression { min => 1 }
  # The value.
  has value, Expression { min => 1 }
}

# `on[key, key]`
type Access inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`on`[`keys, `]' }
  # What is looked into.
  has on, Expression { min => 1 }
  # The keys, in order.
  has keys, Expression { min => 1, max => unbound }
}

# An operator in front of its operand.
type Unary inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`operator``operand`' }
  # Which operator.
  attr operator, UnaryOperator { min => 1, unsettable => true }
  # What it works on.
  has operand, Expression { min => 1 }
}

# Operators in front of their operand.
enum UnaryOperator {
  not as '!',
  minus as '-',
  # The elements of an array in its place.
  splat as '*',
}

# An operator between its operands. What binds less than it is in parentheses.
type Binary inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`left` `operator` `right`' }
  # What stands in front of the operator.
  has left, Expression { min => 1 }
  # Which operator.
  attr operator, BinaryOperator { min => 1, unsettable => true }
  # What stands behind the operator.
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
  # A variable, or an array of them.
  has target, Expression { min => 1 }
  # Which assignment.
  attr operator, AssignmentOperator { min => 1, unsettable => true }
  # What it is to be.
  has value, Expression { min => 1 }
}

# Assignments.
enum AssignmentOperator { set as '=', append as '+=', delete as '-=' }

# `(…)`
type Parenthesized inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '(`expression`)' }
  # What stands in the parentheses.
  has expression, Expression { min => 1 }
}

# Statements in braces, as logic may be.
type Braces inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '{`~|body|~`}' }
  # The statement, or a block of them.
  has body, Expression
}

# Several statements; the last is the value.
type Block inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "`statements\n`" }
  # The statements, in order.
  has statements, Expression { min => 2, max => unbound }
}

# `on ? { match => value }`
type Selector inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`on` ? { `options, ` }' }
  # What is compared.
  has on, Expression { min => 1 }
  # What it is compared with, and the values.
  has options, Entry { min => 1, max => unbound }
}

# `if`; as `otherwise` of another one, `elsif`.
type If inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "if `condition` {`\n|then|\n`}` else {\n|otherwise|\n}`",
  }
  # What decides.
  has condition, Expression { min => 1 }
  # What holds if so.
  has then, Expression
  # What holds if not.
  has otherwise, Expression
}

# `unless`
type Unless inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "unless `condition` {`\n|then|\n`}` else {\n|otherwise|\n}`",
  }
  # What decides.
  has condition, Expression { min => 1 }
  # What holds if it does not.
  has then, Expression
  # What holds if it does.
  has otherwise, Expression
}

# `case`
type Case inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "case `on` {\n`options\n`\n}" }
  # What is compared.
  has on, Expression { min => 1 }
  # What it is compared with, in order.
  has options, CaseOption { min => 1, max => unbound }
}

# `a, b: { … }`
type CaseOption inherits Node {
  annotation 'urn:modelwright:syntax' { text => '`values, `: {`~|body|~`}' }
  # What is compared with.
  has values, Expression { min => 1, max => unbound }
  # What holds then.
  has body, Expression
}

# `f(x)`
type Call inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`function`(`arguments, `)` |lambda|`' }
  # A name, or a type whose value is made.
  has function, Expression { min => 1 }
  # The arguments, in order.
  has arguments, Expression { max => unbound }
  # What the function is to call.
  has lambda, Lambda
}

# `f x`, for functions that are statements.
type StatementCall inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`function` `arguments, `' }
  # A name.
  has function, Expression { min => 1 }
  # The arguments, in order.
  has arguments, Expression { min => 1, max => unbound }
}

# `x.f`
type ChainedCall inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`on`.`function``(|arguments, |)`` |lambda|`' }
  # The first argument.
  has on, Expression { min => 1 }
  # A name.
  has function, Expression { min => 1 }
  # The further arguments, in order.
  has arguments, Expression { max => unbound }
  # What the function is to call.
  has lambda, Lambda
}

# `|…| >> T { … }`
type Lambda inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '|`parameters, `|` >> |result|` {`~|body|~`}' }
  # The parameters, in order.
  has parameters, Parameter { max => unbound }
  # The type of what it gives.
  has result, Expression
  # What it does.
  has body, Expression
}

# A parameter of a lambda or a definition.
type Parameter inherits Node {
  annotation 'urn:modelwright:syntax' { text => '`|type| ``rest?*`$`name`` = |default|`' }
  # Its type.
  has type, Expression
  # Whether it takes all further arguments.
  attr rest, Boolean { default => false }
  # Without the dollar sign.
  attr name, String { min => 1 }
  # Its value where none is given.
  has default, Expression
}

# `type { title: … }`
type Resource inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "`form``type` { `bodies;\n`\n}" }
  # Whether it is virtual or exported.
  attr form, ResourceForm { default => regular }
  # The type of the resource, mostly a name.
  has type, Expression { min => 1 }
  # One for each title.
  has bodies, ResourceBody { min => 1, max => unbound }
}

# How a resource is declared.
enum ResourceForm {
  # As it is.
  regular,
  virtual as '@',
  exported as '@@',
}

# `title: name => value`
type ResourceBody inherits Node {
  annotation 'urn:modelwright:syntax' { text => "`title`:`\n|attributes,\n|,`" }
  # One title, or an array of them.
  has title, Expression { min => 1 }
  # What is set.
  has attributes, Setting { max => unbound }
}

# What is set on a resource.
abstract type Setting inherits Node {}

# `name => value` of a resource.
type Attribute inherits Setting {
  annotation 'urn:modelwright:syntax' { text => '`name` `append?+:=`> `value`' }
  # The name.
  attr name, String { min => 1 }
  # Whether the value is added to what is there.
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
  # Whether it is marked as virtual or exported, which it cannot be.
  attr form, ResourceForm { default => regular }
  # The type of the resources.
  has type, Expression { min => 1 }
  # What is set.
  has attributes, Setting { max => unbound }
}

# `Type[title] { name => value }`
type ResourceOverride inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "`form``target` {`\n|attributes,\n|,\n`}" }
  # Whether it is marked as virtual or exported, which it cannot be.
  attr form, ResourceForm { default => regular }
  # The resource.
  has target, Expression { min => 1 }
  # What is set.
  has attributes, Setting { max => unbound }
}

# `Type <| query |> { … }`
type Collector inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "`type` `exported?<`<|` |query| `|>`exported?>`` {\n|attributes,\n|,\n}`",
  }
  # The type of the resources.
  has type, Expression { min => 1 }
  # Whether it looks for exported resources.
  attr exported, Boolean { default => false }
  # What is looked for.
  has query, Expression
  # What is set on what is found.
  has attributes, Setting { max => unbound }
}

# `left -> right`
type Relation inherits Expression {
  annotation 'urn:modelwright:syntax' { text => '`left` `operator` `right`' }
  # What stands in front of the arrow.
  has left, Expression { min => 1 }
  # Which arrow.
  attr operator, RelationOperator { min => 1, unsettable => true }
  # What stands behind the arrow.
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
  # What it does.
  has body, Expression
}

# `define name (…) { … }`
type ResourceDefinition inherits Expression {
  annotation 'urn:modelwright:syntax' { text => "define `name``(|parameters, |)` {`\n|body|\n`}" }
  # Its name.
  attr name, String { min => 1 }
  # The parameters, in order.
  has parameters, Parameter { max => unbound }
  # What it does.
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
  # The type of what it gives.
  has result, Expression
  # What it does.
  has body, Expression
}

# `node host, host { … }`
type NodeDefinition inherits Expression {
  annotation 'urn:modelwright:syntax' {
    text => "node `hosts, `` inherits |parent|` {`\n|body|\n`}",
  }
  # Names, strings, regular expressions or `default`.
  has hosts, Expression { min => 1, max => unbound }
  # What it claims to inherit, which no node can any more.
  has parent, Expression
  # What it does.
  has body, Expression
}

# `type Name = T`
type TypeAlias inherits Expression {
  annotation 'urn:modelwright:syntax' { text => 'type `name` = `value`` |with|`' }
  # A type name, or an access to one.
  has name, Expression { min => 1 }
  # What it stands for.
  has value, Expression { min => 1 }
  # The hash behind the type.
  has with, Expression
}
