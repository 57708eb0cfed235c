package a { uri => 'urn:a' }
type A { attr code, String(10) ref b, B }
type B inherits A { attr x, Float { required => true } }
