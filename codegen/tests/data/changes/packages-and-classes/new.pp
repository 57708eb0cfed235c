package shop { uri => 'urn:example:shop:2', prefix => 's' }

type Opened {}

abstract type Closed {}

type New {}

type Item { attr id, String attr key, String { id => true } }
