package cars { uri => 'urn:cars' }
type Car { attr name, String }
