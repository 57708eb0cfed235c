package 'Names' { uri => 'urn:upper' }

type A {}
