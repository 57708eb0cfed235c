package shop { uri => 'urn:example:shop:1', prefix => 's' }

abstract type Opened {}

type Closed {}

type Gone {}

abstract type Unused {}

type Item { attr id, String { id => true } attr key, String }
