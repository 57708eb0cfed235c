# The functions that logic may call, each an operation: its comment says what it means, its last parameter whether it takes
# a lambda. What the types of parameters leave open, Puppet decides, whose functions these are.
package functions {
  uri => 'urn:modelwright:functions:1',
  # The version of the set: the first number changes when a function goes or changes, the second when one comes.
  annotation 'urn:modelwright:functions' { version => '1.2' },
}

# A piece of logic with parameters.
datatype Lambda { serializable => false }

# A type as a value.
datatype TypeValue { serializable => false }

# All functions. Each is there since version 1.0, unless its annotation says otherwise.
abstract interface type Functions {
  # The number without its sign.
  operation abs(Number $value { min => 1 }) >> Number
  # Whether the lambda gives truth for every element.
  operation all(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Boolean
  # Whether the lambda gives truth for an element.
  operation any(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Boolean
  # The value, if it is of the type; else what the lambda gives, or an error.
  operation assert_type(
    TypeValue $type { min => 1 },
    Any $value { min => 1 },
    Lambda $lambda
  ) >> Any
  # Ends the iteration around it.
  operation break()
  # A string, or each of an array, with its words joined: `one_two` becomes `OneTwo`.
  operation camelcase(Any $text { min => 1 }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # A string, or each of an array, with its first letter in upper case.
  operation capitalize(Any $text { min => 1 }) >> Any
  # The next whole number upward.
  operation ceiling(Number $value { min => 1 }) >> Integer
  # A string, or each of an array, without the line break at its end.
  operation chomp(Any $text { min => 1 }) >> Any
  # A string, or each of an array, without its last character.
  operation chop(Any $text { min => 1 }) >> Any
  # As `map`.
  operation collect(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # -1, 0 or 1: the order of two strings or numbers. The case of strings does not count, unless the last argument is false.
  operation compare(Any $one { min => 1 }, Any $other { min => 1 }, Boolean $ignore_case) >> Integer {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The value as one of the type, which `new` makes.
  operation convert_to(
    Any $value { min => 1 },
    TypeValue $type { min => 1 },
    Any $arguments { max => unbound },
    Lambda $lambda
  ) >> Any
  # What keys lead to, one after the other; undef where one leads nowhere.
  operation dig(Any $collection { min => 1 }, Any $keys { max => unbound }) >> Any
  # A string, or each of a collection, in lower case.
  operation downcase(Any $text { min => 1 }) >> Any
  # The collection, after the lambda saw every element.
  operation each(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # Whether a string or collection holds nothing.
  operation empty(Any $value { min => 1 }) >> Boolean
  # Ends the evaluation with a message.
  operation fail(Any $messages { max => unbound })
  # The elements for which the lambda gives truth.
  operation filter(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # One array of all that arrays in each other hold.
  operation flatten(Any $values { max => unbound }) >> Any
  # The next whole number downward.
  operation floor(Number $value { min => 1 }) >> Integer
  # What a path such as `a.0.b` leads to, or the default; the lambda gets the problem of a path that is wrong.
  operation get(
    Any $collection { min => 1 },
    String $path { min => 1 },
    Any $default,
    Lambda $lambda
  ) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The elements by what the lambda gives for them: a hash of arrays.
  operation group_by(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # Where a value is, or the first element for which the lambda gives truth.
  operation index(Any $collection { min => 1 }, Any $value, Lambda $lambda) >> Any
  # As `reduce`.
  operation inject(Any $collection { min => 1 }, Any $start, Lambda $lambda { min => 1 }) >> Any
  # The elements as one string, with the delimiter between them.
  operation join(Any $values { min => 1 }, String $delimiter) >> String
  # The keys of a hash.
  operation keys(Any $hash { min => 1 }) >> Any
  # How many characters or elements there are.
  operation length(Any $value { min => 1 }) >> Integer
  # The value, or what the lambda gives in place of undef.
  operation lest(Any $value { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # What is bound to a name, or the default, or what the lambda gives.
  operation lookup(
    Any $name { min => 1 },
    Any $type,
    Any $merge,
    Any $default,
    Lambda $lambda
  ) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.1' },
  }
  # A string, or each of an array, without blanks at its start.
  operation lstrip(Any $text { min => 1 }) >> Any
  # What the lambda gives for each element.
  operation map(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # What a pattern and its groups match first.
  operation match(Any $text { min => 1 }, Any $pattern { min => 1 }) >> Any
  # The greatest value.
  operation max(Any $values { min => 1, max => unbound }) >> Any
  # One hash, in which later ones win.
  operation merge(Any $hashes { max => unbound }) >> Any
  # The least value.
  operation min(Any $values { min => 1, max => unbound }) >> Any
  # A value of the type, made from other values.
  operation new(Any $type { min => 1 }, Any $arguments { max => unbound }, Lambda $lambda) >> Any
  # Ends this turn of the lambda around it, with a value.
  operation next(Any $value)
  # The elements for which the lambda gives truth, and those for which it does not.
  operation partition(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # What the lambda makes of all elements, two at a time.
  operation reduce(Any $collection { min => 1 }, Any $start, Lambda $lambda { min => 1 }) >> Any
  # A string, or each of an array, with matches replaced.
  operation regsubst(
    Any $text { min => 1 },
    Any $pattern { min => 1 },
    String $replacement { min => 1 },
    String $flags,
    String $encoding
  ) >> Any
  # The elements for which the lambda does not give truth.
  operation reject(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # Ends the logic around it.
  operation return(Any $value)
  # The elements in the opposite order; with a lambda, undef after it saw each.
  operation reverse_each(Any $collection { min => 1 }, Lambda $lambda) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # The nearest whole number.
  operation round(Number $value { min => 1 }) >> Integer
  # A string, or each of an array, without blanks at its end.
  operation rstrip(Any $text { min => 1 }) >> Any
  # As `filter`.
  operation select(Any $collection { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # As `length`.
  operation size(Any $value { min => 1 }) >> Integer
  # The elements in arrays of a length.
  operation slice(Any $collection { min => 1 }, Integer $length { min => 1 }, Lambda $lambda) >> Any
  # The elements or characters in order.
  operation sort(Any $values { min => 1 }, Lambda $lambda) >> Any
  # The pieces of a string between matches of a pattern.
  operation split(String $text { min => 1 }, Any $pattern { min => 1 }) >> Any
  # The arguments as a format says.
  operation sprintf(String $format { min => 1 }, Any $arguments { max => unbound }) >> String
  # The first element and each so many later; with a lambda, undef after it saw each.
  operation step(
    Any $collection { min => 1 },
    Integer $distance { min => 1 },
    Lambda $lambda
  ) >> Any {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # A string, or each of an array, without blanks at both ends.
  operation strip(Any $text { min => 1 }) >> Any
  # What the lambda gives, or undef for undef.
  operation then(Any $value { min => 1 }, Lambda $lambda { min => 1 }) >> Any
  # The type of a value: detailed, reduced or generalized.
  operation type(Any $value { min => 1 }, String $how) >> TypeValue
  # As `type`.
  operation type_of(Any $value { min => 1 }, String $how) >> TypeValue
  # The elements without those that come again.
  operation unique(Any $values { min => 1 }, Lambda $lambda) >> Any
  # A string, or each of a collection, in upper case.
  operation upcase(Any $text { min => 1 }) >> Any
  # The values of a hash.
  operation values(Any $hash { min => 1 }) >> Any
  # -1, 0 or 1: the order of two versions, perhaps without zeros at their ends.
  operation versioncmp(
    String $one { min => 1 },
    String $other { min => 1 },
    Boolean $ignore_zeros
  ) >> Integer {
    annotation 'urn:modelwright:functions' { since => '1.2' },
  }
  # What the lambda gives for the arguments.
  operation with(Any $arguments { max => unbound }, Lambda $lambda { min => 1 }) >> Any
}
