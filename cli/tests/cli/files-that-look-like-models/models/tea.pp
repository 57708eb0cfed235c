package tea { uri => 'urn:tea' }

type Pot { attr name, String { min => 1 } }
