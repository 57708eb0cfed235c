package names { uri => 'urn:other' }

type B {}
