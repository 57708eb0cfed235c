package a { uri => 'urn:a', type Inside {} package b { type Deep { has i, Inside } } }
package a { uri => 'urn:other' }
type InA { has x, B::Deep has y, ::a::b::Deep }
package c {
  # A block for its own.
  type InC { has y, a::Inside }
}
type StillInA {}
package a { url => 'x', prefix => 1 }
package q[2]
