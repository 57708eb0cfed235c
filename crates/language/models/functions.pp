# The functions that logic may call, each as an operation: its comment describes the function, and its last
# parameter shows whether it accepts a lambda. Values that the types of parameters do not exclude are handled
# as in Puppet, which defines these functions.
package functions {
  uri => 'urn:modelwright:functions:1',
  # The version of the set: the first number increases when a function is removed or changed, the second when
  # one is added.
  annotation 'urn:modelwright:functions' { version => '1.3' },
}

# A piece of logic with parameters.
datatype Lambda { serializable => false }

# A type as a value.
datatype TypeValue { serializable => false }

# All functions. Each is available since version 1.0, unless its annotation names another version.
abstract interface type Functions {
  # The number without its sign.
  operation abs(Number $value { min => 1 }) >> Number
  # Whether the lambda is true for every element.
  operation all(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Boolean
  # Whether the lambda is true for any element.
  operation any(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Boolean
  # The value, if it is of the type; otherwise the result of the lambda, or an error without a lambda.
  operation assert_type(
    TypeValue $type { min => 1 },
    Any $value { min => 1 },
    Lambda $lambda
  ) >> Any
  # Ends the enclosing iteration.
  operation break()
  # A string, or each string of an array, with its words joined: `one_two` becomes `OneTwo`.
  operation camelcase(Any $text { min => 1 }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # A string, or each string of an array, with its first letter in upper case.
  operation capitalize(Any $text { min => 1 }) >> Any
  # The smallest integer that is not less than the number.
  operation ceiling(Number $value { min => 1 }) >> Integer
  # A string, or each string of an array, without the line break at its end.
  operation chomp(Any $text { min => 1 }) >> Any
  # A string, or each string of an array, without its last character.
  operation chop(Any $text { min => 1 }) >> Any
  # As `map`.
  operation collect(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # The order of two strings or numbers, as -1, 0 or 1. The case of strings is ignored, unless the last
  # argument is false.
  operation compare(Any $one { min => 1 }, Any $other { min => 1 }, Boolean $ignore_case) >> Integer {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The first array with the elements of the others, or other values, behind its own.
  operation concat(Any $array { min => 1 }, Any $others { max => unbound }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.3' },
  }
  # The value converted to the type, as by `new`.
  operation convert_to(
    Any $value { min => 1 },
    TypeValue $type { min => 1 },
    Any $arguments { max => unbound },
    Lambda $lambda
  ) >> Any
  # The hashes merged into one, with the hashes of equal keys merged in the same way.
  operation deep_merge(Any $hashes { max => unbound }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.3' },
  }
  # The elements of an array that another one does not have.
  operation difference(Any $array { min => 1 }, Any $others { min => 1 }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.3' },
  }
  # The value that the keys lead to, one after the other; undef if one of them does not exist.
  operation dig(Any $collection { min => 1 }, Any $keys { max => unbound }) >> Any
  # A string, or each string of a collection, in lower case.
  operation downcase(Any $text { min => 1 }) >> Any
  # The collection, after the lambda has been called for every element.
  operation each(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # Whether a string or collection is empty.
  operation empty(Any $value { min => 1 }) >> Boolean
  # Ends the evaluation with a message.
  operation fail(Any $messages { max => unbound })
  # The elements for which the lambda is true.
  operation filter(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # One array with the elements of nested arrays.
  operation flatten(Any $values { max => unbound }) >> Any
  # The greatest integer that is not greater than the number.
  operation floor(Number $value { min => 1 }) >> Integer
  # The value at a path such as `a.0.b`, or the default; the lambda gets the problem of an invalid path.
  operation get(
    Any $collection { min => 1 },
    String $path { min => 1 },
    Any $default,
    Lambda $lambda
  ) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The value at a path that starts with a variable, such as `getvar('a.b.0')`, or the default if there is no such variable.
  operation getvar(String $path { min => 1 }, Any $default, Lambda $lambda) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The elements grouped by the results of the lambda, as a hash of arrays.
  operation group_by(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The position of a value, or of the first element for which the lambda is true.
  operation index(Any $collection { min => 1 }, Any $value, Lambda $lambda) >> Any
  # As `reduce`.
  operation inject(Any $collection { min => 1 }, Any $start, Lambda $lambda { min => 1 }) >> Any
  # Whether the value is of the type.
  operation is_a(Any $value { min => 1 }, TypeValue $type { min => 1 }) >> Boolean {
    annotation 'urn:modelwright:functions' { since => '1.3' },
  }
  # The elements as one string, with the delimiter between them.
  operation join(Any $values { min => 1 }, String $delimiter) >> String
  # The keys of a hash.
  operation keys(Any $hash { min => 1 }) >> Any
  # The number of characters or elements.
  operation length(Any $value { min => 1 }) >> Integer
  # The value, or the result of the lambda instead of undef.
  operation lest(Any $value { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # The value that is bound to a name, or the default, or the result of the lambda.
  operation lookup(
    Any $name { min => 1 },
    Any $type,
    Any $merge,
    Any $default,
    Lambda $lambda
  ) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.1' },
  }
  # A string, or each string of an array, without blanks at its start.
  operation lstrip(Any $text { min => 1 }) >> Any
  # The results of the lambda for each element.
  operation map(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # The first match of a pattern, and its groups.
  operation match(Any $text { min => 1 }, Any $pattern { min => 1 }) >> Any
  # The greatest value.
  operation max(Any $values { max => unbound }, Lambda $lambda) >> Any
  # The hashes merged into one; for equal keys, the last value takes precedence.
  operation merge(Any $hashes { max => unbound }) >> Any
  # The least value.
  operation min(Any $values { max => unbound }, Lambda $lambda) >> Any
  # A value of the type, created from other values.
  operation new(Any $type { min => 1 }, Any $arguments { max => unbound }, Lambda $lambda) >> Any
  # Ends the current call of the enclosing lambda, with a value.
  operation next(Any $value)
  # The elements for which the lambda is true, and those for which it is not.
  operation partition(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The numbers, letters or numbered names from one to another, in steps: `range(1, 3)`, `range('a', 'c')`,
  # `range('web01', 'web10')`.
  operation range(Any $first { min => 1 }, Any $last { min => 1 }, Any $step) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.3' },
  }
  # The result of combining all elements with the lambda, one after the other.
  operation reduce(Any $collection { min => 1 }, Any $start, Lambda $lambda { min => 1 }) >> Any
  # A string, or each string of an array, with matches replaced.
  operation regsubst(
    Any $text { min => 1 },
    Any $pattern { min => 1 },
    String $replacement { min => 1 },
    String $flags,
    String $encoding
  ) >> Any
  # The elements for which the lambda is not true.
  operation reject(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # Ends the enclosing logic.
  operation return(Any $value)
  # The elements in reverse order; with a lambda, undef after the lambda has been called for each.
  operation reverse_each(Any $collection { min => 1 }, Lambda $lambda) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The nearest integer.
  operation round(Number $value { min => 1 }) >> Integer
  # A string, or each string of an array, without blanks at its end.
  operation rstrip(Any $text { min => 1 }) >> Any
  # As `filter`.
  operation select(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # As `length`.
  operation size(Any $value { min => 1 }) >> Integer
  # The elements, in arrays of a given length.
  operation slice(Any $collection { min => 1 }, Integer $length { min => 1 }, Lambda $lambda) >> Any
  # The elements or characters in order.
  operation sort(Any $values { min => 1 }, Lambda $lambda) >> Any
  # The parts of a string between the matches of a pattern.
  operation split(String $text { min => 1 }, Any $pattern { min => 1 }) >> Any
  # The arguments formatted as the format describes.
  operation sprintf(String $format { min => 1 }, Any $arguments { max => unbound }) >> String
  # Every element at a given distance, starting with the first; with a lambda, undef after the lambda has been
  # called for each.
  operation step(
    Any $collection { min => 1 },
    Integer $distance { min => 1 },
    Lambda $lambda
  ) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # A point in time or a time span as text in a format, such as `%Y-%m-%d`; a point in time may have a time zone.
  operation strftime(Any $time { min => 1 }, String $format { min => 1 }, String $zone) >> String {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # A string, or each string of an array, without blanks at both ends.
  operation strip(Any $text { min => 1 }) >> Any
  # The result of the lambda, or undef for undef.
  operation then(Any $value { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # Calls the lambda with each value in nested collections, or with its path and the value. Without a lambda, returns an iterator.
  operation tree_each(Any $tree { min => 1 }, Any $options, Lambda $lambda) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The type of a value: detailed, reduced or generalized.
  operation type(Any $value { min => 1 }, String $how) >> TypeValue
  # As `type`.
  operation type_of(Any $value { min => 1 }, String $how) >> TypeValue
  # The elements without duplicates.
  operation unique(Any $values { min => 1 }, Lambda $lambda) >> Any
  # The value in a `Sensitive`, or the value itself; with a lambda, the result of the lambda for it.
  operation unwrap(Any $value { min => 1 }, Lambda $lambda) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # A string, or each string of a collection, in upper case.
  operation upcase(Any $text { min => 1 }) >> Any
  # The values of a hash.
  operation values(Any $hash { min => 1 }) >> Any
  # The elements of an array at positions from 0, or in ranges such as `'1-3'`.
  operation values_at(Any $array { min => 1 }, Any $positions { min => 1 }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.3' },
  }
  # The order of two versions, as -1, 0 or 1; optionally without the zeros at their ends.
  operation versioncmp(
    String $one { min => 1 },
    String $other { min => 1 },
    Boolean $ignore_zeros
  ) >> Integer {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The result of the lambda for the arguments.
  operation with(Any $arguments { max => unbound }, Lambda $lambda { min => 1 }) >> Any
}
