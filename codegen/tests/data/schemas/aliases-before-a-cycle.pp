# `Before` uses types that contain themselves, and does not contain itself.
package aliases { uri => 'urn:example:aliases', prefix => 'aliases' }

type Before = Tuple[String, Left]

type Left = Variant[Integer, Tuple[String, Right]]

type Right = Variant[Boolean, Tuple[Integer, Left], Tuple[Float, Far]]

type Far = Tuple[Float, Left]

type Holder {
  attr before, Before
  attr far, Far
}
