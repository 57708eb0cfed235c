package x { uri => 'urn:b' }
type B { attr n, String }
