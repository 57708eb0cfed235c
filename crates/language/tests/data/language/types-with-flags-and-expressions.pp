type A {
  attr yes, Boolean[true] { default => true }
  attr no, Optional[Boolean[false]]
  attr answers, Array[Boolean[true], 1, 2]
  attr word, Enum['a', 'b c', true]
  attr plain, Enum['a', false]
  attr none, Enum['', 'x', true]
  attr maybe, Optional[Enum['a', true]]
  attr expression, Regexp
  attr exact, Regexp[/a\/b/]
  attr quoted, Regexp['a.b']
  attr expressions, Array[Optional[Regexp]]
  attr text, Pattern['a/b', /c/]
  attr list, Array
  attr lists, Array[Array, 1]
  attr map, Hash
  attr values, Tuple { min => 1 }
  attr perhaps, Optional[Hash]
  attr table, Optional[Hash[String, Boolean[true]]]
  attr place, Optional[Struct[{ rack => Regexp, Optional[row] => Enum['a', true] }]]
  attr choice, Optional[Variant[Boolean[true], Regexp, Array]]
  attr pair, Optional[Tuple[Hash, Optional[Array]]]
  operation call(Array $values, Hash $options) >> Tuple
}

type Yes = Boolean[true]

type Word = Enum['on', 'off', true]

type Expression = Regexp

type Map = Hash

datatype Short { base => Word, facets => { maxLength => 2 } }
