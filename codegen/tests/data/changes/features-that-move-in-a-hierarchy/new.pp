package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Named { attr code, String }

type Pulled inherits Named {}

type Lost { attr own, String }

type Pushed inherits Named { attr name, Integer }

abstract type Needy { attr must, String { min => 1 } }

type Gains inherits Needy {}
