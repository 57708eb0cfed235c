package x { uri => 'urn:a' }
type A { attr n, String }
