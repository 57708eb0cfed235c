package P { uri => 'http://P' }

abstract type Person {}

type Male inherits Person {}
