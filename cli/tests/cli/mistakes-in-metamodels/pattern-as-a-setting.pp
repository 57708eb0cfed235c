package a { uri => 'urn:a' }
type A { attr code, String { pattern => '[a-z]+' } }
