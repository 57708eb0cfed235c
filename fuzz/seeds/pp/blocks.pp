package a { type B { attr c, d::E } package d { uri => 'urn:d' datatype E { base => Float } } }
package a[1] { type B {} enum Empty {} }
type Alone { annotation undef { nested => 'yes' } }
