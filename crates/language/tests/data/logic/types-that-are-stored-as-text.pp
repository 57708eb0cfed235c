package releases { uri => 'urn:releases' }

type Supported = SemVer['1.x', '>=3.0.0']

type Release {
  attr version, SemVer { check => { $it >= SemVer('0.1.0') } }
  attr tested, Supported
  attr needs, SemVerRange
  attr page, URI { check => $it.scheme == 'https' }
  attr home, Optional[URI['https://example.org']]
  attr support, Timespan { check => $it > Timespan({ days => 30 }) }
  attr pause, Timespan[0, '1-00:00:00'] { default => '0-00:00:05' }
  attr key, Binary
  attr size, Numeric
  attr word, Pattern['^[a-z]+$']
  attr versions, SemVer { max => unbound }
  attr each, Hash[String, SemVer]
  attr choice, Variant[Integer, SemVer]
  attr next, SemVer { derived => true, get => { if $version =~ SemVer { SemVer('9.9.9') } } }
}
