# Types with facets are still dates, bytes and numbers: they have what any of these has.
package kinds { uri => 'urn:example:kinds', prefix => 'kinds' }

datatype Day { base => Timestamp, facets => { minInclusive => '2020-01-01T00:00:00.000+0000' } }

datatype Mac { base => Binary, facets => { length => 6 } }

datatype Ratio { base => Float[-0.5, 1.5] }

datatype Part { base => Float[0.2, 0.8] }

type Frame {
  attr day, Day
  attr mac, Mac
  attr ratio, Ratio
  attr part, Part
}
