# Only the type that contains itself needs the types of numbers and moments.
package terms { uri => 'urn:example:terms', prefix => 'terms' }

type Term = Variant[Integer, Tuple[Number, Term], Tuple[Timestamp, Timestamp]]

type Holder {
  attr term, Term
}
