package first { uri => 'urn:first' }
type One { has two, second::Two }
