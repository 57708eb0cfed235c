# Four levels: a film on a disc, the object of it, the type, and what types are made of.
package video { uri => 'urn:example:video' }

type Video {
  attr title, String { min => 1, id => true }
  operation label() >> String { "DVD: ${title}" }
}
