# Attributes with two forms in XML, because null replaces the default; a type that is described twice; and two invariants.
package once { uri => 'urn:example:once', prefix => 'once' }

type Entry {
  attr day, Timestamp { default => '2020-02-29T12:34:56.789+0100' }
  attr text, Data { default => '[1]' }
  attr matcher, Variant[Regexp, Integer]

  invariant |$entry| { $entry[day] !~ Undef }

  invariant |$entry| { $entry[text] !~ Undef }
}
