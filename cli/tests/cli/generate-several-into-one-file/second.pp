package second { uri => 'urn:second' }
type Two { has back, first::One { containment => false } }
