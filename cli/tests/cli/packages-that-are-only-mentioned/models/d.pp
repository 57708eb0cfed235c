package text { uri => 'urn:example:text', prefix => 'text' }

type T { }
