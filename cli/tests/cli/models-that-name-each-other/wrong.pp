package wrong { uri => 'urn:example:wrong' }

type Cellar inherits b::House { has nothing, c::Dor }
