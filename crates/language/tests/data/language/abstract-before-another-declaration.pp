package p { uri => 'urn:p' }
abstract enum E { a, b }
type T { attr e, E }
