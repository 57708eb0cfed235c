package words { uri => 'urn:words' }

enum Kind { a, b }

type Port = Integer[1, 65535]

datatype Held { base => Scalar }

datatype Text { base => Pattern, facets => { maxLength => 5 } }

datatype Odd { base => Optional[Boolean], instance_class => 'boolean' }

datatype Short { base => Text, facets => { maxLength => 3 } }

datatype Same { base => Short }

type Same_ {}

type List<T> {
  attr item, Optional[T]
}

# A declared type of the name of a word hides it.
type Any {}

type A<Literal> {
  # Documentation comes after the words.
  attr scalar, Scalar { min => 1, annotation 'x' { a => 'b' } }
  has any, Any
  attr literal, Literal
  attr data, Data
  attr pattern, Pattern { max => unbound }
  attr text, Optional[String] { unique => false }
  attr moment, Optional[Timestamp]
  attr number, Optional[Number]
  attr plain, Optional[Integer]
  attr twice, Optional[Optional[Integer]]
  attr bounded, Optional[Integer[1, 5]]
  attr bounded_twice, Optional[Optional[Integer[1]]]
  attr kind, Optional[Kind]
  attr port, Optional[Port]
  attr place, Optional[enum[left, right = 5]]
  attr many, Array[Scalar, 1, 3]
  attr table, Hash[String, Scalar]
  attr choice, Variant[Scalar, Pattern]
  attr lists, Array[Array[Pattern]]
  has generic, List<Scalar>
  has deep, List<? extends Optional[Kind]>
  has other, Optional[Same_] { containment => false }
  attr checked, Integer { validate => |$v| { $v > 3 } }
  attr both, Pattern { setable => false, validate => |$v| { true }, get => |$v| { $v } }
  attr usual, Integer { settable => false, check => |$v| { $v > 3 } }
  attr open, Integer { setable => true }
  operation find(Scalar $x { min => 1 }, Optional[Kind] $kind, Array[Pattern] $all) >> Pattern { 1 }
}
