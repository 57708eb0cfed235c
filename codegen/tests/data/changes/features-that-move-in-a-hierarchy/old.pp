package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Named { attr name, String }

type Pulled inherits Named { attr code, String attr gone, String }

type Lost inherits Named { attr own, String }

type Pushed inherits Named {}

type Gains {}
