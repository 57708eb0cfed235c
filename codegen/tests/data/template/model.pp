# Things that stand in places.
package yard {
  uri    => 'urn:example:yard',
  prefix => 'y'
}

annotation 'urn:example:owner' { who => 'us' }

# A place for vehicles.
type Yard {
  # What stands here.
  has vehicles, Vehicle { max => unbound, opposite => yard }
  has signs, signs::Sign { max => 3 }
  has owners, Owner { min => 1, max => unbound, containment => false, keys => [name] }
}

# Something that moves.
abstract type Vehicle {
  # Its number.
  attr code, String { id => true, min => 1 }
  has yard, Yard { containment => false }
  attr colour, Colour { default => red }
  attr weight, Integer[0, 9999] { min => 1 }
  invariant "too heavy" { $weight < 5000 }
}

type Car inherits Vehicle {
  attr seats, Integer { default => 4 }
  attr tags, String { max => unbound, check => { $it != '' } }
  # Drives away.
  operation drive(Float $distance { min => 1 }, signs::Sign $to) >> Boolean { throws => [Refused] }
  operation stop()
}

# With a bed for goods.
#
# Not for people.
type Truck inherits Vehicle {
  attr payload, Float { annotation 'urn:example:unit' { unit => 't', scale => '3' } }
}

type Amphibian inherits Car, Truck {
  operation swim() >> Array[String]
}

type Owner {
  attr name, String
}

type Box<T extends Vehicle> {
  has content, T
  has others, Box<? extends Car> { max => unbound }
}

type Garage inherits Box<Car> {}

# What paint there is.
enum Colour {
  # Like fire.
  red,
  dark_blue = 7 as 'dark blue',
}

# What is not allowed.
datatype Refused { instance_class => 'java.lang.Exception', serializable => false }

package yard::signs {
  uri => 'urn:example:yard/signs'

  type Sign {
    attr text, String { min => 1 }
  }
}
