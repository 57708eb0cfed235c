package a { uri => 'urn:a' }
type A { attr code, String { min_length => 1 } attr n, Integer { min => 0, max => 5 } }
