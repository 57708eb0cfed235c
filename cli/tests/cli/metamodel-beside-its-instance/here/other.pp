package boats { uri => 'urn:boats' }
type Boat { attr name, String }
