package names { uri => 'urn:lower' }

type A {}
