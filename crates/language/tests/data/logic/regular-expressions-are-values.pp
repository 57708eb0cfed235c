package a

type A {
  attr any, Regexp { check => 'abc' =~ $it }
  attr one, Regexp[/a\/b/]
  attr many, Array[Regexp]
  attr filled, Regexp { default => '\d+' }
  attr flag, Boolean[true]
  attr word, Enum['on', true]
  attr list, Array
  attr map, Hash
  attr some, Tuple
}
