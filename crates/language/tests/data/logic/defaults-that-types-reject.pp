package defaults { uri => 'urn:defaults' }

datatype Version { base => SemVer }

type Thing {
  attr page, URI { default => '' }
  attr home, URI['https://example.org'] { default => 'http://example.org' }
  attr version, SemVer { default => '1' }
  attr tested, SemVer['1.x'] { default => '2.0.0' }
  attr named, Version { default => 'v1.0.0' }
  attr needs, SemVerRange { default => 'x y' }
  attr pause, Timespan { default => '1 day' }
  attr short, Timespan[0, '1-00:00:00'] { default => '2-00:00:00' }
  attr expression, Regexp { default => '(' }
  attr other, Optional[SemVer] { default => 'x' }
  attr right, SemVer { default => '1.0.0' }
}
