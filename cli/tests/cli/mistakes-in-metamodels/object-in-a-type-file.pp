package a { uri => 'urn:a' }
type A { attr code, String }
new(A, { code => 'x' })
